import assert from 'node:assert/strict';
import { files, sequenceOf } from './cases/record.js';
import { differential } from './support/differential.js';
import { runCases } from './support/vectors.js';

runCases(files);

differential('record', ({ answers, finals, state, ...inputs }) => assert.deepEqual(sequenceOf(inputs), { answers, finals, state }));

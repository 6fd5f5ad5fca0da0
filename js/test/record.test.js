import assert from 'node:assert/strict';
import { files, sequenceOf } from './cases/record.js';
import { differential } from './differential.js';
import { runCases } from './vectors.js';

runCases(files);

differential('record', ({ answers, finals, state, ...inputs }) => assert.deepEqual(sequenceOf(inputs), { answers, finals, state }));

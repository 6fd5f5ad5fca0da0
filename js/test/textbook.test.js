import { files } from './cases/textbook.js';
import { runCases } from './support/vectors.js';

runCases(files);

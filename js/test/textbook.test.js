import { files } from './cases/textbook.js';
import { runCases } from './vectors.js';

runCases(files);

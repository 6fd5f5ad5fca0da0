import { files } from './cases/record.js';
import { runCases } from './vectors.js';

runCases(files);

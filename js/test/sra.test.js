import { files } from './cases/sra.js';
import { runCases } from './vectors.js';

runCases(files);

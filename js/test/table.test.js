import { files } from './cases/table.js';
import { runCases } from './vectors.js';

runCases(files);

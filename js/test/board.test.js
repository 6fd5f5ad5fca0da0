import { files } from './cases/board.js';
import { runCases } from './vectors.js';

runCases(files);

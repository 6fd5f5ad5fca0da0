import { files } from './cases/hand.js';
import { runCases } from './vectors.js';

runCases(files);

// Published schemes, replayed.

import { files as jgammon } from './cases/jgammon.js';
import { files as onchain } from './cases/onchain.js';
import { runCases } from './vectors.js';

runCases(jgammon);
runCases(onchain);

// What runs when the page is there.

import { hasCryptography } from './common.js';
import { startFiles } from './files.js';
import { startRound } from './round.js';
import { startVectors } from './vectors.js';

if (hasCryptography()) {
  startFiles();
  startVectors();
  startRound();
}

// What runs when the page is there.

import { hasCryptography } from './common.js';
import { startFiles } from './files.js';
import { startRound } from './round.js';

if (hasCryptography()) {
  startFiles();
  startRound();
}

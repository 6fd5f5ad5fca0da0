// What runs when the page is there.

import { byId } from '../../web/check/dom.js';
import { setVerdict } from './common.js';
import { startFiles } from './files.js';
import { startRound } from './round.js';

if (globalThis.crypto?.subtle === undefined) {
  setVerdict(byId('verdict'), 'bad', 'No cryptography here',
    'Browsers offer it to pages over HTTPS, from this machine, or from disk only. Save this page, and open the file.');
} else {
  startFiles();
  startRound();
}

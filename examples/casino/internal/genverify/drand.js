// What crash needs of squaredeal/drand, with all that this imports, as web/crash/drand.js.

import { networkNamed } from '../../../../js/drand/index.js';
import { fromHex } from '../../../../js/internal/bytes.js';

/** Fails unless a signature, in hex, is drand's of a round. */
globalThis.verifyDrand = (round, signature) => {
  networkNamed('quicknet').verify(round, fromHex(signature));
};

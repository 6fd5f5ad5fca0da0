// What a round costs to check, beside Node's own HMAC for its blocks: node bench/seedrng.js

import { createHmac, randomBytes } from 'node:crypto';
import { Stream } from '../seedrng/index.js';
import { compare } from './measure.js';

const server = randomBytes(32).toString('hex');
const client = 'the player’s own words';

/** Ten cards, as a hand of video poker takes them. */
const round = (nonce) => new Stream(server, client, nonce).distinct(52, 10);

/** The two blocks that these mostly take. */
function blocks(nonce) {
  for (let i = 0; i < 2; i++) createHmac('sha256', server).update(`${client}:${nonce}:${i}`).digest();
}

compare('a round of ten cards', round, blocks);

// What a round costs to check, beside Node's own HMAC for its blocks: node bench/seedrng.js

import { createHmac, randomBytes } from 'node:crypto';
import { Stream } from '../seedrng/index.js';

const server = randomBytes(32).toString('hex');
const client = 'the player’s own words';

/** Ten cards, as a hand of video poker takes them. */
const round = (nonce) => new Stream(server, client, nonce).distinct(52, 10);

/** The two blocks that these mostly take. */
function blocks(nonce) {
  for (let i = 0; i < 2; i++) createHmac('sha256', server).update(`${client}:${nonce}:${i}`).digest();
}

/** Microseconds a call, in a short run. */
function time(call) {
  const start = performance.now();
  for (let i = 0; i < 200; i++) call(i);
  return (performance.now() - start) * 5;
}

// The fastest of short runs that take turns, as other programs take their share of the machine.
for (let i = 0; i < 50; i++) [time(round), time(blocks)];
const runs = Array.from({ length: 400 }, () => [time(round), time(blocks)]);
const [here, node] = [0, 1].map((column) => Math.min(...runs.map((run) => run[column])));
console.log(`seedrng: a round of ten cards ${here.toFixed(1)} µs, createHmac of ` +
  `two blocks ${node.toFixed(1)} µs: ${(here / node).toFixed(2)}`);

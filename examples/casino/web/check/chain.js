// Hash chains of crash games, walked while the page goes on: seedrng/sites/SPEC.md, section 2.6.

import { toHex, utf8 } from '../squaredeal/internal/bytes.js';
import { fail } from '../squaredeal/internal/fault.js';
import { Walk } from '../squaredeal/sites/index.js';

const slice = 25; // milliseconds of work before the page gets a turn
const batch = 1000; // steps between two looks at the clock
const trials = 16; // random inputs to compare with the browser's own hash

/** Fails unless steps from random hashes lead where the browser’s own hash leads. */
async function compareSteps({ alg, text, end }) {
  const name = alg === 'sha512' ? 'SHA-512' : 'SHA-256';
  for (let i = 0; i < trials; i++) {
    const bytes = crypto.getRandomValues(new Uint8Array(end.length / 2));
    const walk = new Walk({ alg, text, end }, toHex(bytes));
    walk.advance(1);
    const want = await crypto.subtle.digest(name, text ? utf8(toHex(bytes)) : bytes);
    if (walk.hash !== toHex(new Uint8Array(want))) fail('mismatch', `this page and the browser compute ${name} differently`);
  }
}

/** Lets the page draw and listen. Timers would wait longer, and much longer in a tab that isn’t shown. */
export function pause() {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

/**
 * Walks from a game’s hash along a chain of schemes.json until its end, its length, or `stopped` returns true. Returns
 * the Walk. Calls `progress` with the steps so far.
 */
export async function walkChain(chain, hash, { progress = () => {}, stopped = () => false } = {}) {
  const walk = new Walk(chain, hash);
  await compareSteps(chain);
  while (!walk.over && !stopped()) {
    const until = performance.now() + slice;
    do walk.advance(batch); while (!walk.over && performance.now() < until);
    progress(walk.steps, walk.length);
    await pause();
  }
  return walk;
}

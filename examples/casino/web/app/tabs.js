// The tabs of this browser: they play on the same records, one at a time.

import { StoreError } from './store.js';

const name = 'squaredeal-casino';
const channel = globalThis.BroadcastChannel && new BroadcastChannel(name);

/** Does something while no other tab does anything. */
export async function inTurn(f) {
  if (!navigator.locks) throw new StoreError('it lets no tab wait for another');
  await navigator.locks.request(name, f);
}

/** Tells the other tabs that this one has done something. */
export const tellTabs = () => channel?.postMessage('changed');

/** Has f called whenever another tab has done something. */
export function whenTold(f) {
  if (channel) channel.onmessage = f;
}

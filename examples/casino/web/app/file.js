// The file of a player's own records, which verify.html reads.

import { el } from '../check/dom.js';
import { recordsFormat } from '../check/compare.js';
import { Records } from './records.js';
import { readPairs } from './store.js';

/** Returns all that this browser has recorded, the oldest first, and what is known of the casino. */
async function contents(view, err) {
  const players = await Records.all();
  const active = players.filter(({ player }) => player.active !== null)
    .map(({ id, player }) => ({ player: id, ...player.active, rounds: player.rounds, active: true }));
  return {
    format: recordsFormat,
    saved: new Date().toISOString(),
    fault: err && { kind: err.kind ?? err.code, message: err.message, ...err.details },
    casino: view ?? undefined,
    players: players.map(({ id, balance, player }) => ({ player: id, balance, asked: player.asked ?? undefined })),
    pairs: [...(await readPairs()).reverse(), ...active],
  };
}

/** Saves them as a file. */
export async function saveRecords(view, err) {
  const text = JSON.stringify(await contents(view, err), null, 1);
  const file = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  el('a', { href: file, download: 'casino-records.json' }).click();
  setTimeout(() => URL.revokeObjectURL(file), 60000);
}

// The file of a player's own records, which verify.html reads.

import { toHex } from '../squaredeal/internal/bytes.js';
import { el } from '../check/dom.js';
import { isPair, recordsFormat } from '../check/compare.js';
import { toBase64 } from '../check/receipt.js';
import { Damaged, Records } from './records.js';
import { load, playerIDs, readDamaged, readLog, readPairs, readReceipts } from './store.js';

/** Returns the players of whom something can be read, and of the others what is stored. */
async function readPlayers() {
  const [players, damaged] = [[], []];
  for (const id of await playerIDs()) {
    const records = new Records(id);
    try {
      await records.readPlayer();
      players.push(records);
    } catch (err) {
      if (!(err instanceof Damaged)) throw err;
      damaged.push({ player: id, row: await load(id) });
    }
  }
  return { players, damaged };
}

/** Returns all that this browser has recorded, the oldest first, and what is known of the casino. */
async function contents(view, err) {
  const { players, damaged } = await readPlayers();
  const [pairs, receipts] = [(await readPairs()).reverse(), await readReceipts()];
  const active = players.filter(({ player }) => player.active !== null)
    .map(({ id, shown, player: { active: pair, rounds } }) => ({ player: id, ...pair, ...shown[pair.hash], rounds, active: true }));
  return {
    format: recordsFormat,
    saved: new Date().toISOString(),
    fault: err && { kind: err.kind ?? err.code ?? err.name, message: err.message, ...err.details },
    casino: view ?? undefined,
    players: players.map(({ id, balance, limits, shown, own, crash, wanted, sent, unknown, player }) => ({
      player: id,
      balance,
      limits,
      shown,
      own,
      crash,
      wanted,
      sent,
      unknown,
      asked: player.asked ?? undefined,
      state: player.encode(),
    })),
    pairs: [...pairs.filter(isPair), ...active],
    key: [...players, ...receipts].find(({ key }) => key !== undefined)?.key,
    checkpoints: Object.values(await readLog()).filter((note) => typeof note === 'string'),
    receipts: receipts.map(({ statement, signature }) => ({ statement: toBase64(statement), signature: toBase64(signature) })),
    damaged: [...await readDamaged(), ...damaged, ...pairs.filter((pair) => !isPair(pair))],
  };
}

/** Writes bytes as hex, which JSON has no form for. */
const plain = (_, value) => (value instanceof Uint8Array ? toHex(value) : value);

/** Saves them as a file. */
export async function saveRecords(view, err) {
  const text = JSON.stringify(await contents(view, err), plain, 1);
  const file = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  el('a', { href: file, download: 'casino-records.json' }).click();
  setTimeout(() => URL.revokeObjectURL(file), 60000);
}

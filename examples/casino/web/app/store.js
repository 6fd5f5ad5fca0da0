// The browser's database: the player's records, and the pairs of seeds that were checked.

const name = 'squaredeal-casino';

const database = new Promise((resolve, reject) => {
  const request = indexedDB.open(name, 1);
  request.onupgradeneeded = () => {
    request.result.createObjectStore('players'); // by the player's ID: the state of check/player.js
    request.result.createObjectStore('pairs', { keyPath: ['player', 'hash'] });
  };
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
  request.onblocked = () => reject(new Error('another tab has an older version of this page open'));
});
database.catch(() => {}); // whoever uses it hears of it

const settled = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

/** Returns the stored state of a player, undefined if there is none. */
export async function load(player) {
  return settled((await database).transaction('players').objectStore('players').get(player));
}

/**
 * Replaces the state of a player, and adds a checked pair of seeds if one is given, in one transaction. Returns false, and
 * changes nothing, if the stored state isn't the old one: another tab has changed it.
 */
export async function swap(player, old, next, pair) {
  const transaction = (await database).transaction(['players', 'pairs'], 'readwrite', { durability: 'strict' });
  const done = new Promise((resolve, reject) => {
    transaction.oncomplete = resolve;
    transaction.onerror = () => reject(transaction.error);
    transaction.onabort = () => reject(transaction.error ?? new Error('the browser’s database refused to store'));
  });
  const players = transaction.objectStore('players');
  const stored = await settled(players.get(player));
  const same = stored?.length === old?.length && (stored === undefined || stored.every((b, i) => b === old[i]));
  if (same) {
    players.put(next, player);
    if (pair) transaction.objectStore('pairs').put({ player, ...pair });
  }
  await done;
  return same;
}

const rangeOf = (player) => IDBKeyRange.bound([player], [player, []]);

/** Returns the checked pairs of a player, the latest first. They hold every round that was played: to read them takes time. */
export async function pairsOf(player) {
  const pairs = await settled((await database).transaction('pairs').objectStore('pairs').getAll(rangeOf(player)));
  return pairs.sort((a, b) => b.time - a.time);
}

/** Returns the number of the checked pairs of a player. */
export async function countPairs(player) {
  return settled((await database).transaction('pairs').objectStore('pairs').count(rangeOf(player)));
}

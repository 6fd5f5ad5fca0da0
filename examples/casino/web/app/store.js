// The browser's database: the records of its players, and the pairs of seeds that are over.

const name = 'squaredeal-casino';

const database = new Promise((resolve, reject) => {
  const request = indexedDB.open(name, 2);
  request.onupgradeneeded = ({ oldVersion }) => {
    if (oldVersion < 1) {
      request.result.createObjectStore('players'); // by the player's ID: the state of squaredeal/seedrng's Player
      request.result.createObjectStore('pairs', { keyPath: ['player', 'hash'] });
    }
    request.result.createObjectStore('accounts', { keyPath: 'player' }); // {player, balance, maxWin, time}: as of the state
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

/** Returns the stored state of a player and what goes with it, undefined if there is none. */
export async function load(player) {
  const transaction = (await database).transaction(['players', 'accounts']);
  const [state, account] = await Promise.all([settled(transaction.objectStore('players').get(player)), settled(transaction.objectStore('accounts').get(player))]);
  return { state, balance: account?.balance, maxWin: account?.maxWin };
}

/**
 * Replaces the state of a player and what goes with it, {balance, maxWin}, and adds a pair of seeds that is over if one is given, in one transaction.
 * Returns false, and changes nothing, if the stored state isn't the old one: another tab has changed it.
 */
export async function swap(player, old, next, account, pair) {
  const transaction = (await database).transaction(['players', 'accounts', 'pairs'], 'readwrite', { durability: 'strict' });
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
    transaction.objectStore('accounts').put({ player, ...account, time: Date.now() });
    if (pair) transaction.objectStore('pairs').put({ player, ...pair });
  }
  await done;
  return same;
}

/** Returns the IDs of all players of this browser, the one who played last at first. */
export async function playerIDs() {
  const accounts = await settled((await database).transaction('accounts').objectStore('accounts').getAll());
  return accounts.sort((a, b) => b.time - a.time).map(({ player }) => player);
}

/** Returns all pairs of seeds that are over, the latest first. They hold every round that was played: to read them takes time. */
export async function readPairs() {
  const pairs = await settled((await database).transaction('pairs').objectStore('pairs').getAll());
  return pairs.sort((a, b) => b.time - a.time);
}

/** Returns the number of these pairs. */
export async function countPairs() {
  return settled((await database).transaction('pairs').objectStore('pairs').count());
}

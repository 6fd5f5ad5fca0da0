// The browser's database: the records of its players, and the pairs of seeds that are over.

/** A StoreError says that this browser keeps nothing: then nothing can be played, as nothing could be checked. */
export class StoreError extends Error {}

const [name, version] = ['squaredeal-casino', 1];

// The stores, and what each holds.
const stores = {
  players: {}, // by the player's ID: the state of squaredeal/seedrng's Player
  accounts: { keyPath: 'player' }, // {player, …}: what goes with that state, see records.js, and the time of the latest change
  pairs: { keyPath: ['player', 'hash'] }, // pairs of seeds that are over, with their rounds
  damaged: { autoIncrement: true }, // what was set aside: {store, player, row, time}
  receipts: { keyPath: ['player', 'signature'] }, // {player, key, statement, signature}, the latter two as bytes
  log: {}, // signed notes of the public log: “checkpoint”, the one that was seen last, and “conflict”, one that contradicts it
  shown: { keyPath: 'entry' }, // {entry, since}: what the log should have, and isn't seen there yet
};

let database; // a promise of it, which is made anew after it failed or was closed

function open() {
  database ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(name, version);
    request.onupgradeneeded = () => {
      for (const [store, options] of Object.entries(stores)) request.result.createObjectStore(store, options);
    };
    request.onsuccess = () => {
      const db = request.result;
      const forget = () => { database = undefined; };
      db.onclose = forget;
      db.onversionchange = () => {
        forget();
        db.close(); // as it is about to be deleted, or a newer page needs it
      };
      resolve(db);
    };
    request.onerror = () => reject(request.error);
    request.onblocked = () => reject(new Error('another tab has an older version of this page open'));
  });
  database.catch(() => { database = undefined; });
  return database;
}

const settled = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

/** Does something with some of the stores, in one transaction, and returns its result once all is stored. */
async function transact(names, mode, work, durability = 'strict') {
  let transaction;
  try {
    transaction = (await open()).transaction(names, mode, { durability });
    const done = new Promise((resolve, reject) => {
      transaction.oncomplete = resolve;
      transaction.onabort = () => reject(transaction.error ?? new Error('it was broken off'));
    });
    done.catch(() => {}); // work fails first
    const result = await work(...names.map((store) => transaction.objectStore(store)));
    await done;
    return result;
  } catch (err) {
    try {
      transaction?.abort();
    } catch {
      // It is over.
    }
    throw new StoreError(err?.message || String(err), { cause: err });
  }
}

/** Returns the stored state of a player and what goes with it, {state, account}, each undefined if there is none. */
export function load(player) {
  return transact(['players', 'accounts'], 'readonly', async (players, accounts) => {
    const [state, account] = await Promise.all([settled(players.get(player)), settled(accounts.get(player))]);
    return { state, account };
  });
}

/**
 * Replaces the state of a player and what goes with it, and adds a pair of seeds that is over if one is given, in one transaction.
 * Returns false, and changes nothing, if the stored state isn't the old one: another tab has changed it.
 */
export function swap(player, old, next, account, pair) {
  return transact(['players', 'accounts', 'pairs'], 'readwrite', async (players, accounts, pairs) => {
    const stored = await settled(players.get(player));
    const same = stored?.length === old?.length && (stored === undefined || stored.every((b, i) => b === old[i]));
    if (same) {
      players.put(next, player);
      accounts.put({ player, ...account, time: Date.now() });
      if (pair) pairs.put({ player, ...pair });
    }
    return same;
  });
}

/** Returns the IDs of all players of this browser, the one who played last at first. */
export function playerIDs() {
  return transact(['accounts'], 'readonly', async (store) => {
    const accounts = await settled(store.getAll());
    return accounts.sort((a, b) => b.time - a.time).map(({ player }) => player);
  });
}

/** Returns all pairs of seeds that are over, the latest first. They hold every round that was played: to read them takes time. */
export function readPairs() {
  return transact(['pairs'], 'readonly', async (store) => {
    const pairs = await settled(store.getAll());
    return pairs.sort((a, b) => b.time - a.time);
  });
}

/** Adds pairs of seeds that are over to those of a player, unless they are there. */
export function addPairs(player, added) {
  return transact(['pairs'], 'readwrite', async (pairs) => {
    for (const pair of added) {
      if (await settled(pairs.get([player, pair.hash])) === undefined) pairs.put({ ...pair, player });
    }
  });
}

/** Returns the number of these pairs. */
export function countPairs() {
  return transact(['pairs'], 'readonly', (store) => settled(store.count()));
}

/** Sets aside what is stored of a player, or a pair of seeds of that hash, as it can't be read. Nothing of it is lost. */
export function setAside(player, hash) {
  return transact(['players', 'accounts', 'pairs', 'damaged'], 'readwrite', async (players, accounts, pairs, damaged) => {
    const from = hash === undefined ? [[players, player], [accounts, player]] : [[pairs, [player, hash]]];
    for (const [store, key] of from) {
      const row = await settled(store.get(key));
      if (row !== undefined) damaged.put({ store: store.name, player, row, time: Date.now() });
      store.delete(key);
    }
  });
}

/** Returns what was set aside. */
export function readDamaged() {
  return transact(['damaged'], 'readonly', (store) => settled(store.getAll()));
}

/**
 * Keeps what the casino has signed with a key. To wait for the disk would take longer than a bet: what a crash loses of it, the
 * casino signs again when it is asked.
 */
export function addReceipts(player, key, receipts) {
  return transact(['receipts'], 'readwrite', (store) => {
    for (const receipt of receipts) store.put({ player, key, ...receipt });
  }, 'relaxed');
}

/** Returns all that the casino has signed. */
export function readReceipts() {
  return transact(['receipts'], 'readonly', (store) => settled(store.getAll()));
}

/** Returns what is known of the public log: {checkpoint, conflict, waiting}; waiting is what it should have. */
export function readLog() {
  return transact(['log', 'shown'], 'readonly', async (log, shown) => {
    const reads = [log.get('checkpoint'), log.get('conflict'), shown.getAll()];
    const [checkpoint, conflict, waiting] = await Promise.all(reads.map(settled));
    return { checkpoint, conflict, waiting };
  });
}

/**
 * Replaces the checkpoint of the public log that was seen last. Returns false, and changes nothing, if it isn't the old
 * one: another tab has changed it.
 */
export function swapCheckpoint(old, next) {
  return transact(['log'], 'readwrite', async (log) => {
    const same = await settled(log.get('checkpoint')) === old;
    if (same) log.put(next, 'checkpoint');
    return same;
  }, 'relaxed');
}

/** Keeps a checkpoint that contradicts what was seen of the public log. */
export const keepConflict = (note) => transact(['log'], 'readwrite', (log) => { log.put(note, 'conflict'); }, 'relaxed');

/** Keeps what the public log should have, unless it is kept already. */
export function expectEntry(entry) {
  return transact(['shown'], 'readwrite', async (shown) => {
    if (await settled(shown.get(entry)) === undefined) shown.put({ entry, since: Date.now() });
  }, 'relaxed');
}

/** Forgets what the public log should have, once it was seen there. */
export const entryFound = (entry) => transact(['shown'], 'readwrite', (shown) => { shown.delete(entry); }, 'relaxed');

/** Forgets the public log, but not what contradicts it. */
export function forgetLog() {
  return transact(['log', 'shown'], 'readwrite', (log, shown) => {
    log.delete('checkpoint');
    shown.clear();
  });
}

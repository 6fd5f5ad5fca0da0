// The casino's public log: whether it has what the casino has shown this browser, and only grows.

import { toHex } from '../squaredeal/internal/bytes.js';
import { fail } from '../squaredeal/internal/fault.js';
import { extendsTree, includes, leafHash, openCheckpoint, parseHashes, parseProof } from '../check/log.js';
import * as answers from './answers.js';
import { fetchText, Refusal, send } from './api.js';
import * as store from './store.js';
import { inTurn } from './tabs.js';

const mergeDelay = 60000; // ms within which the casino promises to add what it has shown
const [soon, later] = [2000, 60000]; // ms until it is looked at again: while it lacks something, and after that

/** Fails unless one of two checkpoints is of the log that the other is of, as it was before or is later. */
async function mustAgree(path, known, latest) {
  if (known.origin !== latest.origin) {
    fail('mismatch', 'the casino has begun another log. An honest casino does so when it was restored from a backup; ' +
      'another one, to drop what was in the log');
  }
  const [less, more] = known.size <= latest.size ? [known, latest] : [latest, known];
  let proof = [];
  if (less.size < more.size) {
    const text = await fetchText(`${path}consistency?from=${less.size}&to=${more.size}`) ??
      fail('mismatch', 'the casino’s log has shrunk: it can’t show that it has what it had before');
    proof = parseHashes(text);
  }
  if (!extendsTree(less, more, proof)) {
    await store.keepConflict(latest.note);
    fail('cheat', 'the casino’s log has forked: entries that it had before are gone, altered, or others than it shows to others');
  }
}

/** Takes a checkpoint, if the log that it is of has grown from the one that was seen last. */
export async function follow(path, latest, key) {
  const { checkpoint } = await store.readLog();
  if (checkpoint !== undefined) {
    const known = await openCheckpoint(checkpoint, key);
    await mustAgree(path, known, latest);
    if (known.size >= latest.size) return;
  }
  const isKept = await store.swapCheckpoint(checkpoint, latest.note);
  if (!isKept) await follow(path, latest, key); // another tab has seen one meanwhile
}

/** Looks for an entry, and returns whether the log has it. */
async function find(path, { entry, since }, key) {
  const leaf = leafHash(entry);
  const text = await fetchText(`${path}proof?leaf=${toHex(leaf)}`);
  if (text === undefined) {
    const late = Date.now() - since;
    if (late > mergeDelay) {
      fail('mismatch', `the casino’s log lacks a hash that the casino showed ${Math.round(late / 1000)} seconds ago: ` +
        'it could be another one for others, or later');
    }
    return false;
  }
  const proof = parseProof(text);
  const checkpoint = await openCheckpoint(proof.note, key);
  await follow(path, checkpoint, key);
  if (!includes(checkpoint, proof.index, leaf, proof.path)) fail('cheat', 'the casino’s proof that its log has a hash is wrong');
  await store.entryFound(entry);
  return true;
}

/** Checks the log below a path, which a key signs. Returns whether it has all that the casino has shown. */
async function checkLog(path, key) {
  const note = await fetchText(`${path}checkpoint`) ?? fail('mismatch', 'the casino has no log any more');
  await follow(path, await openCheckpoint(note, key), key);
  const { waiting } = await store.readLog();
  let all = true;
  for (const one of waiting) all = await find(path, one, key) && all;
  return all;
}

/** A LogWatch looks at the log again and again. */
export class LogWatch {
  #casino;
  #timer;

  constructor(casino) {
    this.#casino = casino;
  }

  /** Begins, or begins again, once the key is known: an alarm ends it. */
  begin() {
    this.#lookIn(soon);
  }

  #lookIn(ms) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#look(), ms);
  }

  async #look() {
    const casino = this.#casino;
    let all = false;
    try {
      let key;
      await inTurn(() => { key = casino.alarm === null ? casino.records.key : undefined; }); // in a recovery, it isn't read yet
      if (key === undefined) return;
      const { path } = await send('GET', 'api/log', answers.log);
      all = await checkLog(path, key);
    } catch (err) {
      if (!(err instanceof Refusal)) {
        casino.fail(err);
        return;
      }
    }
    this.#lookIn(all ? later : soon);
  }
}

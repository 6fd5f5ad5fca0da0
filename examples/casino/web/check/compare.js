// A player's own records beside the casino's history: what is missing, altered, or out of order.

import { fail } from '../squaredeal/internal/fault.js';
import { count } from './dom.js';
import { roundOf } from './link.js';
import { splitTexts } from '../games/index.js';

export const recordsFormat = 'squaredeal/casino records v1';

const isText = (...texts) => texts.every((t) => typeof t === 'string');
const isRound = (steps) => Array.isArray(steps) && steps.length > 0 && steps.every((s) => isText(s?.sent, s?.received, s?.declined ?? ''));

const isAnswered = ([{ received, declined }]) => received !== '' || Boolean(declined);

/** Reports whether something is a pair of seeds with its rounds, {hash, client, server, rounds}. */
export const isPair = (pair) => isText(pair?.hash, pair?.client, pair?.server ?? '') && Array.isArray(pair.rounds) &&
  pair.rounds.every(isRound);

/**
 * Reads the file that the casino's page saves: pairs of seeds {hash, client, server, session, number, active, rounds}, and
 * the casino's key, receipts and checkpoints. player is the one whose history the casino gives, undefined if nobody knows.
 */
export function parseRecords(text) {
  let records;
  try {
    records = JSON.parse(text);
  } catch {
    fail('malformed', 'these records aren’t JSON');
  }
  if (records?.format !== recordsFormat) fail('malformed', 'this isn’t a file of records as the casino’s page saves them');
  const { pairs, key, receipts, casino, players } = records;
  const checkpoints = records.checkpoints ?? [];
  const areLists = [pairs, checkpoints].every((list) => Array.isArray(list));
  if (!areLists || !pairs.every(isPair)) fail('malformed', 'the records are damaged');
  const player = casino?.player ?? players?.[0]?.player; // who played last
  return { player, pairs: pairs.filter(({ rounds }) => rounds.length > 0), key, receipts, checkpoints };
}

/** Returns the rounds of revealed pairs as rows of a history. What wasn't answered isn't there. */
export function rowsOf(pairs) {
  const row = (pair, nonce, steps) => Object.entries({ ...roundOf(pair, nonce, steps), declined: steps[0].declined });
  return pairs.filter(({ server }) => server)
    .flatMap((pair) => pair.rounds.map((steps, nonce) => Object.fromEntries(row(pair, nonce, steps).filter(([, text]) => text))));
}

/** A Comparison is fed with the rows of the casino's history, in their order. */
export class Comparison {
  faults = []; // {pair: its place in the records, hash, nonce, text}
  compared = 0; // rounds
  unknown = 0; // rows of other pairs
  waiting = 0; // rounds whose secret may be revealed yet
  others = 0; // rounds of other players of this browser
  #pairs;
  #player;
  #latest = new Map(); // the number of the pair that was met last, by session

  /** Begins with the pairs of the records, and the player whose history it is: see parseRecords. */
  constructor(pairs, player) {
    this.#player = player;
    this.#pairs = new Map(pairs.map((pair, i) => [pair.hash, { ...pair, place: i + 1, seen: new Set(), last: -1 }]));
  }

  row(row) {
    const own = this.#pairs.get(row.hash);
    if (!own) {
      this.unknown++;
      return;
    }
    const nonce = Number(row.nonce);
    const fault = (text) => this.#fault(own, nonce, text);
    if (row.client !== own.client) {
      fault(`it has another client seed, “${row.client}”`);
      return;
    }
    if (own.seen.size === 0) {
      if (own.number < this.#latest.get(own.session)) fault('the pair is out of order');
      else this.#latest.set(own.session, own.number);
    }
    if (own.seen.has(nonce)) fault('it is there twice');
    else if (nonce < own.last) fault('it is out of order');
    own.seen.add(nonce);
    own.last = nonce;
    if (own.server && row.server !== own.server) fault('it has another server seed than the casino revealed to you');
    const steps = own.rounds[nonce];
    if (steps) {
      this.compared++;
      compareRound(steps, row, fault);
    } else if (!own.active) {
      fault('you made no such round');
    }
  }

  /** Looks for what hasn't come. */
  end() {
    for (const own of this.#pairs.values()) {
      const rounds = own.rounds.filter(isAnswered).length;
      if (own.seen.size > 0) this.#missing(own);
      else if (own.active) this.waiting += own.rounds.length;
      else if (this.#player !== undefined && own.player !== this.#player) this.others += own.rounds.length;
      else if (own.server) this.#fault(own, undefined, `the whole pair is missing, ${count(rounds, 'round')}`);
      else if (rounds > 0) this.#fault(own, undefined, `the casino has never revealed its secret, for ${count(rounds, 'round')}`);
    }
  }

  #missing(own) {
    own.rounds.forEach((steps, nonce) => {
      if (!own.seen.has(nonce) && isAnswered(steps)) this.#fault(own, nonce, 'it is missing');
    });
  }

  #fault({ place, hash }, nonce, text) {
    this.faults.push({ pair: place, hash, nonce, text });
  }
}

/** Compares a round with its row. What wasn't answered to the player may be anything. */
function compareRound(steps, row, fault) {
  const differs = (name, own, theirs = '') => {
    if (own !== theirs) fault(`${name}: you recorded “${own}”, the casino says “${theirs}”`);
  };
  const [sent, received] = [splitTexts(row.sent ?? ''), splitTexts(row.received ?? '')];
  differs('bet', steps[0].sent, sent[0]);
  if (steps[0].declined || row.declined) {
    if (isAnswered(steps)) differs('declined', steps[0].declined ?? '', row.declined);
    return;
  }
  steps.forEach((step, i) => {
    if (step.received === '') return;
    if (i > 0 && i >= sent.length) fault(`it was cancelled, though you went on: “${step.sent}”, “${step.received}”`);
    else if (i > 0) differs(`step ${i}`, step.sent, sent[i]);
    if (i < sent.length) differs(i === 0 ? 'outcome' : `outcome of step ${i}`, step.received, received[i]);
  });
  for (let i = steps.length; i < sent.length; i++) differs(`step ${i}`, '', sent[i]);
}

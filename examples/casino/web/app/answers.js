// The casino's answers, taken apart: every member has its form, and nothing else is taken over. So what a casino may write into
// them reaches neither the records nor the page.

import { Fault, fail } from '../squaredeal/internal/fault.js';
import { readRound } from '../games/index.js';

const longest = 1024; // characters of a text, or entries of a list

const lacks = (name) => fail('mismatch', `the casino’s answer can’t be right: “${name}” is missing`);

/** Returns a form of values: is says whether a value has it, and what names it. */
const form = (what, is) => (value, name) => {
  if (value === undefined || value === null) lacks(name);
  return is(value) ? value : fail('mismatch', `the casino’s answer can’t be right: “${name}” isn’t ${what}`);
};
const like = (pattern) => (value) => typeof value === 'string' && pattern.test(value);
const isText = (value) => typeof value === 'string' && value.length <= longest && value.isWellFormed();

export const amount = form('an amount', (value) => Number.isSafeInteger(value) && value >= 0);
const number = form('a number from 1 on', (value) => Number.isSafeInteger(value) && value >= 1);
const integer = form('a number', Number.isSafeInteger);
const count = form('a count of rounds', like(/^(0|[1-9]\d{0,14})$/));
export const hash = form('a hash', like(/^[0-9a-f]{64}$/));
const player = form('a player', like(/^[0-9a-f]{16}$/));
const flag = form('true or false', (value) => typeof value === 'boolean');
const text = form('a text', isText);
const time = form('a time', (value) => isText(value) && Date.parse(value) >= 0);
const elapsed = form('a time after the start', Number.isFinite);
const signature = form('a signature', like(/^[A-Za-z0-9+/]{86}==$/));

const optional = (of) => (value, name) => (value === undefined || value === null ? undefined : of(value, name));

/** Returns a form of objects that have all of some optional members, or none of them. */
const together = (names, of) => (value, name) => {
  const whole = of(value, name);
  const missing = names.filter((member) => whole[member] === undefined);
  return missing.length === 0 || missing.length === names.length ? whole : lacks(missing[0]);
};

const anObject = form('an object', (value) => typeof value === 'object' && !Array.isArray(value));
const object = (members) => (value, name) => {
  anObject(value, name);
  const entries = Object.entries(members).map(([member, of]) => [member, of(value[member], member)]);
  return Object.fromEntries(entries.filter(([, v]) => v !== undefined));
};

const listOf = (what, least) => {
  const aList = form(what, (value) => Array.isArray(value) && value.length >= least && value.length <= longest);
  return (of) => (value, name) => aList(value, name).map((v) => of(v, name));
};
const list = listOf(`a list of up to ${longest} entries`, 0);
const filledList = listOf(`a list of 1 to ${longest} entries`, 1);

const steps = filledList(object({ sent: text, received: text }));

/** A round that goes on, as far as it was played. */
const open = (value, name) => {
  const round = object({ serverHash: hash, nonce: count, steps })(value, name);
  try {
    readRound(round.steps);
  } catch (err) {
    if (err instanceof Fault) fail('mismatch', `the casino’s answer can’t be right: in the open round, ${err.message}`);
    throw err;
  }
  return round;
};

const settings = { stake: amount, day: amount, week: amount, session: amount, pause: amount };

/** Limits that the player has set. */
export const own = together(['next', 'from'], object({
  ...settings,
  next: optional(object(settings)),
  from: optional(amount),
  counted: amount,
  lostDay: integer,
  lostWeek: integer,
  began: amount,
  bet: amount,
}));

const placed = { chain: number, round: number, serverHash: hash, serial: number, number, name: text, sent: text };

/** A bet on crash. */
const crashBet = object({
  ...placed,
  cashed: optional(amount),
  paid: optional(amount),
  time,
  early: amount,
});

const begun = { chain: number, round: number, starts: amount, bets: amount, exposed: amount, maxWin: amount };
const openRound = object(begun);
const playedRound = object({ ...begun, link: hash, point: amount, ended: amount, lapsed: optional(flag) });
const voidRound = object({ ...begun, void: flag });

/** A round of crash that is over: played to its end, or given up. */
const endedRound = (value, name) => (value?.void ? voidRound : playedRound)(value, name);

/** A round of crash, over or not. */
const crashRound = (value, name) => (value?.void || value?.link ? endedRound : openRound)(value, name);

const crashAnswer = (round) => object({
  bet: crashBet,
  round,
  balance: amount,
  receipts: object({ bet: signature, out: optional(signature), paid: optional(signature), end: optional(signature) }),
});

/** The answer to a bet on crash, or to a cash-out. */
export const crash = crashAnswer(optional(endedRound));

/** The answer to the request to settle a bet on crash. */
export const crashSettled = crashAnswer(endedRound);

const crashBets = list(object({ number, name: text, stake: amount, target: optional(amount), cashed: optional(amount) }));
const chain = object({
  chain: number,
  anchor: hash,
  length: number,
  beacon: text,
  beaconRound: number,
  announced: amount,
  published: optional(text),
});

/** The chains of crash that the casino tells of. */
export const crashChains = object({ chains: list(chain) });

/** The events of crash, by name. */
export const crashEvents = {
  table: object({ now: amount, chain: optional(chain), round: optional(crashRound), bets: crashBets, history: list(endedRound) }),
  bets: object({ chain: number, round: number, bets: crashBets }),
  tick: object({ now: amount }),
  end: object({ now: amount, round: endedRound, receipt: signature }),
};

const pendingBet = object({
  ...placed,
  tried: optional(elapsed),
  cashed: optional(amount),
  refused: optional(elapsed),
});
const askedOfCrash = (value, name) => object({
  what: form('a request', (what) => ['bet', 'settle'].includes(what)),
  chain: number,
  round: number,
  sent: value?.what === 'bet' ? text : optional(text),
  time: amount,
})(value, name);
const settledBet = object({
  chain: number,
  round: number,
  name: text,
  sent: text,
  cashed: optional(amount),
  point: optional(amount),
  paid: amount,
  balance: amount,
});

/** What a browser has recorded of crash: see crash/bets.js. */
export const crashRecords = object({
  bet: optional(pendingBet),
  made: optional(object({ hash, bets: amount })),
  asked: optional(askedOfCrash),
  over: list(settledBet),
  sum: object({ bets: amount, staked: amount, paid: amount, best: amount }),
});

/** What the casino announces of crash. */
export const crashTerms = ({ terms }) => JSON.stringify(terms);

const session = form('a session', like(/^[0-9a-f]{32}$/));

const byHash = (of) => (value, name) => (
  Object.fromEntries(Object.entries(anObject(value, name)).map(([key, v]) => [hash(key, name), of(v, name)])));

// What a browser has recorded of an account: see records.js.

export const limits = byHash(amount);
export const shownPairs = byHash(object({ session, number }));
export const wanted = object({ ...settings, sent: amount });
export const unknownStep = object({ serverHash: hash, client: text, nonce: count, steps, text });

/** A player's account. */
export const view = object({
  player,
  balance: amount,
  maxWin: amount,
  nextMaxWin: amount,
  receipts: object({
    key: hash,
    session,
    number: count,
    time: amount,
    shown: signature,
    revealed: optional(signature),
  }),
  seeds: together(['serverHash', 'clientSeed'], object({
    serverHash: optional(hash),
    clientSeed: optional(text),
    nextNonce: count,
    nextServerHash: hash,
    revealed: optional(object({ serverHash: hash, serverSeed: text, rounds: count })),
  })),
  open: optional(open),
  own: optional(own),
  crash: optional(crashBet),
  crashed: object({ active: amount, revealed: amount }),
  recovery: form('a hash, or nothing', like(/^([0-9a-f]{64})?$/)),
});

/** The answer to a bet or to another step of a round. */
export const round = object({
  round: object({ serverHash: hash, nonce: count, paid: amount, open: flag, declined: optional(text), steps, time }),
  receipt: signature,
  balance: amount,
  nextNonce: count,
});

/** Where the public log is. */
export const log = object({ path: form('a path', like(/^\/log\/[1-9]\d{0,15}\/$/)) });

/** What the casino announces of each game, as JSON: nobody relies on it. */
export const menu = (value) => {
  const plain = (of) => {
    try {
      return JSON.stringify(of);
    } catch {
      return ''; // it is too deep
    }
  };
  return { games: Object.fromEntries(Object.entries(value?.games ?? {}).map(([name, of]) => [name, plain(of)])) };
};

// The project's vectors, run here: seedrng/SPEC.md, section 10.2, and seedrng/sites/SPEC.md, section 4.

import { Fault, fail, fromHex, sha256, toHex, utf8 } from './bytes.js';
import { checkHash, checkNonce, draw, importKey, Stream, verify } from './seedrng.js';
import { Player } from './player.js';
import { Session } from './session.js';
import { dealCryptoGames } from './cryptogames.js';

const seedOf = (inputs, name) => (`${name}Hex` in inputs ? fromHex(inputs[`${name}Hex`]) : inputs[name]);

/** A state's bytes: (3631*1024) in its hex is 3631, 1,024 times. */
const stateOf = ({ state }) => fromHex(state.replace(/\((\w+)\*(\d+)\)/g, (_, unit, n) => unit.repeat(n)));

/** Runs f and returns its result, or the class of its fault. */
async function classOf(f) {
  try {
    return await f();
  } catch (err) {
    if (err instanceof Fault) return err.kind;
    throw err;
  }
}

/** Splits a text at its first spaces: the last part is the rest of the line. */
function cut(text, parts) {
  const words = text.split(' ');
  return [...words.slice(0, parts - 1), words.slice(parts - 1).join(' ')];
}

const runners = {
  async verify({ inputs }) {
    await verify(inputs.hash, seedOf(inputs, 'serverSeed'));
    return {};
  },

  async stream({ inputs }) {
    const nonce = checkNonce(inputs.nonce);
    const key = await importKey(seedOf(inputs, 'serverSeed'));
    const open = () => new Stream(key, seedOf(inputs, 'clientSeed'), nonce, BigInt(inputs.firstBlock ?? 0));
    const stream = open();
    const results = [];
    for (const instruction of inputs.draws) {
      try {
        results.push(await draw(stream, instruction));
      } catch (err) {
        if (err instanceof Fault && err.kind === 'exhausted') return { result: 'exhausted', outputs: { results } };
        throw err;
      }
    }
    const both = await open().read(64);
    const blocks = [toHex(both.subarray(0, 32)), toHex(both.subarray(32))];
    return { intermediates: { blocks }, outputs: { bytesTaken: stream.taken, results } };
  },

  async session({ inputs }) {
    const s = await Session.parse(stateOf(inputs));
    const before = s.upcoming;
    const results = [];
    for (const call of inputs.calls) results.push(await classOf(() => callSession(s, call)));
    const view = await s.view();
    if (s.upcoming !== before) delete view.nextServerHash;
    const outputs = { results, view };
    if (s.upcoming === before) outputs.state = toHex(await s.encode());
    return { outputs };
  },

  async player({ inputs }) {
    const p = await Player.parse(stateOf(inputs));
    const asked = p.asked?.client;
    const results = [];
    for (const call of inputs.calls) results.push(await classOf(() => callPlayer(p, call, asked)));
    return { outputs: { results, state: toHex(await p.encode()) } };
  },

  async accumulated({ inputs }, progress) {
    const all = new Uint8Array(10 * inputs.runs);
    const run = async (i) => {
      const key = await importKey(toHex(await sha256(utf8(`server ${i}`))));
      const drawn = await new Stream(key, `client ${i}`, BigInt(i)).distinct(52n, 10n);
      all.set(drawn.map(Number), 10 * i);
    };
    await inBatches(inputs.runs, run, progress);
    return { outputs: { sha256: toHex(await sha256(all)) } };
  },

  async cryptogames({ inputs }) {
    const { digest, steps, cards, short } = await dealCryptoGames(inputs);
    const told = steps.map(({ byte, value, fate }) => `${toHex([byte])} ${value} ${fate}`);
    return { result: short ? 'exhausted' : 'ok', intermediates: { digest: toHex(digest), steps: told }, outputs: { cards } };
  },

  async 'cryptogames-accumulated'({ inputs }, progress) {
    const all = new Uint8Array(10 * inputs.runs);
    const run = async (i) => {
      const serverSeed = toHex(await sha256(utf8(`server ${i}`)));
      all.set((await dealCryptoGames({ serverSeed, clientSeed: `client ${i}` })).cards, 10 * i);
    };
    await inBatches(inputs.runs, run, progress);
    return { outputs: { sha256: toHex(await sha256(all)) } };
  },
};

/** Calls run for 0, 1, …, some at a time, so that the browser's threads have work. */
async function inBatches(runs, run, progress) {
  const size = 200;
  for (let i = 0; i < runs; i += size) {
    await Promise.all(Array.from({ length: Math.min(size, runs - i) }, (_, j) => run(i + j)));
    await progress(i / runs);
  }
}

async function callSession(s, call) {
  const [op] = cut(call, 2);
  if (op === 'finish') {
    const [, hash, nonce] = cut(call, 3);
    await s.finish(hash, BigInt(nonce));
    return 'ok';
  }
  if (op === 'rotate') {
    const [, hash, client] = cut(call, 3);
    await s.rotate(hash, client);
    return 'ok';
  }
  const [, hash, nonce, bet] = cut(call, 4);
  const stream = await s[op](checkHash(hash), checkNonce(nonce), bet);
  return op === 'decline' ? 'ok' : `ok ${toHex(await stream.read(8))}`;
}

/** The game of the vectors' players: t is a number up to 2³², and the outcome IntN(t). */
async function replayBounds(sent, stream) {
  const outcomes = [];
  for (const t of sent) {
    if (!/^[1-9][0-9]{0,9}$/.test(t) || t > 2 ** 32) fail('malformed', 'the rules don’t allow this');
    outcomes.push(await draw(stream, `intn ${t}`));
  }
  return outcomes;
}

async function callPlayer(p, call, asked) {
  const [op] = cut(call, 2);
  switch (op) {
    case 'rotate': {
      const client = p.rotate(checkHash(cut(call, 2)[1]));
      return client === asked ? `ok ${client}` : 'ok';
    }
    case 'rotated': {
      const [, serverHash, nextNonce, rest] = cut(call, 4);
      const [clientSeed, revealed] = rest.split(' revealed ');
      const view = { serverHash: checkHash(serverHash), nextNonce: checkNonce(nextNonce), clientSeed };
      if (revealed !== undefined) {
        const [hash, serverSeed] = cut(revealed, 2);
        view.revealed = { serverHash: checkHash(hash), serverSeed };
      }
      const declined = await p.rotated(view, replayBounds);
      return ['ok', ...declined.map(({ nonce, outcome }) => `${nonce}=${outcome ?? ''}`)].join(' ');
    }
    case 'pending': {
      const open = p.unanswered;
      return open ? `ok ${p.active.hash} ${open.nonce} ${open.step} ${open.sent}` : 'ok';
    }
  }
  const [, hash, nonce, step, text] = cut(call, 5);
  const answer = op === 'declined' ? ['', text] : [text];
  p[op === 'send' ? 'send' : 'receive'](checkHash(hash), Number(checkNonce(nonce)), Number(step), ...answer);
  return 'ok';
}

/** Reports whether got has all that want has, and the same; a missing list is an empty one. */
function agrees(want, got) {
  if (Array.isArray(want)) return Array.isArray(got) && want.length === got.length && want.every((x, i) => agrees(x, got[i]));
  if (want === null || typeof want !== 'object') return want === got;
  return Object.keys(want).every((name) => agrees(want[name], got[name] ?? (Array.isArray(want[name]) ? [] : undefined)));
}

/** Reports whether views agree: a view has nothing more than it should. */
const sameView = (want, got) => agrees(want, got) && agrees(got, want);

/** Runs a case, and returns whether its result, intermediates and outputs are those of the file. */
async function runCase(c, progress) {
  const got = { result: 'ok', intermediates: {}, outputs: {} };
  try {
    const run = runners[c.id.split('/')[0]] ?? fail('malformed', 'an unknown class of vectors');
    Object.assign(got, await run(c, progress));
  } catch (err) {
    if (!(err instanceof Fault)) throw err;
    got.result = err.kind;
  }
  const want = { result: c.result, intermediates: c.intermediates ?? {}, outputs: c.outputs ?? {} };
  return agrees(want, got) && (want.outputs.view === undefined || sameView(want.outputs.view, got.outputs.view));
}

/**
 * Runs the cases of a vectors.json but those that skip picks. Returns {spec, total, failed}: the file's name, the number
 * of cases that ran, and the ids of those that don't agree. It calls progress with the share that is done.
 */
export async function runVectors(text, { skip = () => false, progress = () => {} } = {}) {
  let file;
  try {
    file = JSON.parse(text);
  } catch {
    fail('malformed', 'this file isn’t JSON');
  }
  if (!/^squaredeal\/seedrng(\/sites)? v1$/.test(file?.spec) || !Array.isArray(file.cases)) fail('malformed', 'this file isn’t a vectors.json of seedrng');
  const cases = file.cases.filter((c) => !skip(c));
  const work = cases.map((c) => 1 + (c.inputs.runs ?? 0) / 100);
  const all = work.reduce((a, b) => a + b, 0);
  const failed = [];
  let done = 0;
  for (const [i, c] of cases.entries()) {
    if (!(await runCase(c, (share) => progress((done + share * work[i]) / all)))) failed.push(c.id);
    done += work[i];
    progress(done / all);
  }
  return { spec: file.spec, total: cases.length, failed };
}

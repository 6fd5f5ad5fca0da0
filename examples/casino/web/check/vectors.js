// The project's vectors, run here: seedrng/SPEC.md, section 10.2, and seedrng/sites/SPEC.md, section 4.

import { Fault, fail, fromHex, sha256, toHex, utf8 } from './bytes.js';
import { checkNonce, draw, importKey, Stream, verify } from './seedrng.js';
import { dealCryptoGames } from './cryptogames.js';

const seedOf = (inputs, name) => (`${name}Hex` in inputs ? fromHex(inputs[`${name}Hex`]) : inputs[name]);

const common = {
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

/** Reports whether got has all that want has, and the same; a missing list is an empty one. */
function agrees(want, got) {
  if (Array.isArray(want)) return Array.isArray(got) && want.length === got.length && want.every((x, i) => agrees(x, got[i]));
  if (want === null || typeof want !== 'object') return want === got;
  return Object.keys(want).every((name) => agrees(want[name], got[name] ?? (Array.isArray(want[name]) ? [] : undefined)));
}

/** Reports whether views agree: a view has nothing more than it should. */
const sameView = (want, got) => agrees(want, got) && agrees(got, want);

/** Runs a case, and returns whether its result, intermediates and outputs are those of the file. */
async function runCase(c, runners, progress) {
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
 * of cases that ran, and the ids of those that don't agree. It calls progress with the share that is done. states are the
 * runners of states.js, if its cases are to run.
 */
export async function runVectors(text, { skip = () => false, progress = () => {}, states = {} } = {}) {
  const runners = { ...common, ...states };
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
    if (!(await runCase(c, runners, (share) => progress((done + share * work[i]) / all)))) failed.push(c.id);
    done += work[i];
    progress(done / all);
  }
  return { spec: file.spec, total: cases.length, failed };
}

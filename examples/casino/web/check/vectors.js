// The project's vectors, run here: seedrng/SPEC.md, section 10.2, and seedrng/sites/SPEC.md, section 7.

import { fromHex, toHex } from '../squaredeal/internal/bytes.js';
import { Fault, fail } from '../squaredeal/internal/fault.js';
import { sha256 } from '../squaredeal/internal/hash.js';
import { hashOf, Stream, verify } from '../squaredeal/seedrng/index.js';
import { dealDigest, digestSeeds } from '../squaredeal/sites/index.js';
import { draw, TracedStream } from './traced.js';

const seedOf = (inputs, name) => (`${name}Hex` in inputs ? fromHex(inputs[`${name}Hex`]) : inputs[name]);

const runners = {
  verify({ inputs }) {
    verify(inputs.hash, seedOf(inputs, 'serverSeed'));
    return {};
  },

  stream({ inputs }) {
    const open = () => new TracedStream(seedOf(inputs, 'serverSeed'), seedOf(inputs, 'clientSeed'), inputs.nonce,
      BigInt(inputs.firstBlock ?? 0));
    const stream = open();
    const results = [];
    for (const instruction of inputs.draws) {
      try {
        results.push(draw(stream, instruction));
      } catch (err) {
        if (err instanceof Fault && err.kind === 'exhausted') return { result: 'exhausted', outputs: { results } };
        throw err;
      }
    }
    const both = open().read(64);
    const blocks = [toHex(both.subarray(0, 32)), toHex(both.subarray(32))];
    return { intermediates: { blocks }, outputs: { bytesTaken: stream.taken, results } };
  },

  accumulated: accumulate((server, client, nonce) => new Stream(server, client, nonce).distinct(52, 10)),

  cryptogames({ inputs: { serverSeed, clientSeed, digest = toHex(digestSeeds(serverSeed, clientSeed)) } }) {
    const { steps, cards, short } = dealDigest(digest);
    const told = steps.map(({ byte, value, fate }) => `${toHex([byte])} ${value} ${fate}`);
    return { result: short ? 'exhausted' : 'ok', intermediates: { digest, steps: told }, outputs: { cards } };
  },

  'cryptogames-accumulated': accumulate((server, client) => dealDigest(digestSeeds(server, client)).cards),
};

/** Returns a runner of many runs, each of ten values, which lets the page draw now and then. */
function accumulate(deal) {
  return async ({ inputs }, progress) => {
    const all = new Uint8Array(10 * inputs.runs);
    for (let i = 0; i < inputs.runs; i++) {
      all.set(deal(hashOf(`server ${i}`), `client ${i}`, i), 10 * i);
      if (i % 500 === 499) {
        progress(i / inputs.runs);
        await new Promise((resolve) => setTimeout(resolve));
      }
    }
    return { outputs: { sha256: toHex(sha256(all)) } };
  };
}

/** Reports whether got has all that want has, and the same; a missing list is an empty one. */
function agrees(want, got) {
  if (Array.isArray(want)) return Array.isArray(got) && want.length === got.length && want.every((x, i) => agrees(x, got[i]));
  if (want === null || typeof want !== 'object') return want === got;
  return Object.keys(want).every((name) => agrees(want[name], got[name] ?? (Array.isArray(want[name]) ? [] : undefined)));
}

/** Runs a case, and returns whether its result, intermediates and outputs are those of the file. */
async function runCase(c, progress) {
  const got = { result: 'ok', intermediates: {}, outputs: {} };
  try {
    const [name] = c.id.split('/');
    if (!Object.hasOwn(runners, name)) fail('malformed', 'an unknown class of vectors');
    Object.assign(got, await runners[name](c, progress));
  } catch (err) {
    if (!(err instanceof Fault)) throw err;
    got.result = err.kind;
  }
  const want = { result: c.result, intermediates: c.intermediates ?? {}, outputs: c.outputs ?? {} };
  return agrees(want, got);
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
  if (!/^squaredeal\/seedrng(\/sites)? v1$/.test(file?.spec) || !Array.isArray(file.cases)) {
    fail('malformed', 'this file isn’t a vectors.json of seedrng');
  }
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

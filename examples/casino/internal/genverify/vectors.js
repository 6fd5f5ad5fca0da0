// The check of the page by itself, with the project's vectors.

import { byId, count } from '../../web/check/dom.js';
import { runVectors } from '../../web/check/vectors.js';
import { failedVerdict, offerSelfCheck, textOf } from './common.js';

const served = ['vectors.json.gz', 'sites-vectors.json.gz'];
const longRun = 10000; // hands: more are run only if that is asked for

/** Says of which kind a case is that the page leaves out, undefined of one that it runs. */
function leftKind(c) {
  if (/^(session|player)\//.test(c.id)) return 'states';
  return c.inputs.runs > longRun && !byId('self-long').checked ? 'runs' : undefined;
}

/** Runs the vectors in some files, as far as this page can, and returns the verdict. */
async function checkSelf(blobs, progress) {
  const left = { states: 0, runs: 0 };
  const skip = (c) => {
    const kind = leftKind(c);
    if (kind) left[kind]++;
    return kind !== undefined;
  };
  const results = [];
  const part = (share) => progress((results.length + share) / blobs.length);
  for (const blob of blobs) results.push(await runVectors(await textOf(blob), { skip, progress: part }));
  return verdictOf(results, left);
}

/** Returns the verdict on vectors, {spec, total, failed} for each file, of which some were left out. */
function verdictOf(results, { states, runs }) {
  const failed = results.flatMap((r) => r.failed);
  const total = results.reduce((n, r) => n + r.total, 0);
  if (failed.length > 0) return failedVerdict(failed, total, 'vector');
  const leftOut = [
    states > 0 && `${count(states, 'vector')} of sessions and players’ records, which this page keeps none of`,
    runs > 0 && `${count(runs, 'run')} of 100,000 hands`,
  ].filter(Boolean);
  const parts = results.map((r) => `${r.total} of ${r.total} of ${r.spec}`).join(', ');
  const more = leftOut.length > 0 ? ` Left out: ${leftOut.join(', ')}.` : '';
  return ['ok', `${total} of ${count(total, 'vector')} agree`, `${parts}.${more}`];
}

export function startVectors() {
  offerSelfCheck(served, 'vectors', checkSelf);
}

// The check of the page by itself, with the project's vectors.

import { Fault } from '../../web/squaredeal/internal/fault.js';
import { byId, count } from '../../web/check/dom.js';
import { runVectors } from '../../web/check/vectors.js';
import { offerSelfCheck, sayFailed, setVerdict, textOf } from './common.js';

const served = ['vectors.json.gz', 'sites-vectors.json.gz'];
const longRun = 10000;

/** Runs the vectors in some files, as far as this page can. */
async function checkSelf(blobs) {
  const bar = byId('self-bar');
  byId('self-verdict').hidden = true;
  bar.hidden = false;
  byId('self-run').disabled = true;
  const long = byId('self-long').checked;
  const left = { states: 0, runs: 0 };
  const skip = (c) => (/^(session|player)\//.test(c.id) ? ++left.states > 0 : !long && c.inputs.runs > longRun && ++left.runs > 0);
  const results = [];
  const progress = (share) => {
    bar.value = (results.length + share) / blobs.length;
  };
  try {
    for (const blob of blobs) results.push(await runVectors(await textOf(blob), { skip, progress }));
    tellSelf(results, left);
  } catch (err) {
    if (!(err instanceof Fault)) throw err;
    setVerdict(byId('self-verdict'), 'bad', 'These vectors can’t be read', err.message);
  } finally {
    bar.hidden = true;
    byId('self-run').disabled = false;
  }
}

/** Says what came of vectors, {spec, total, failed} for each file, and how many were left out. */
function tellSelf(results, { states, runs }) {
  const failed = results.flatMap((r) => r.failed);
  const total = results.reduce((n, r) => n + r.total, 0);
  if (failed.length > 0) {
    sayFailed(failed, total, 'vector');
    return;
  }
  const leftOut = [
    states > 0 && `${count(states, 'vector')} of sessions and players’ records, which this page keeps none of`,
    runs > 0 && `${count(runs, 'run')} of 100,000 hands`,
  ].filter(Boolean);
  const parts = results.map((r) => `${r.total} of ${r.total} of ${r.spec}`).join(', ');
  const more = leftOut.length > 0 ? ` Left out: ${leftOut.join(', ')}.` : '';
  setVerdict(byId('self-verdict'), 'ok', `${total} of ${count(total, 'vector')} agree`, `${parts}.${more}`);
}

export function startVectors() {
  offerSelfCheck(served, 'vectors', checkSelf);
}

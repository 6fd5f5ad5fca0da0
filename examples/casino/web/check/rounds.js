// The public rounds and chains of sites, checked here: seedrng/sites/SPEC.md, section 7.

import { fail } from '../squaredeal/internal/fault.js';
import { chainOf, find, replay } from '../squaredeal/sites/index.js';
import { pause, walkChain } from './chain.js';

const roundWork = 1000; // a round takes about as long as so many steps along a chain

/**
 * Replays the rounds of a rounds.json, and walks its chains. Returns how many there are of both, and a list of those that
 * don't agree.
 */
export async function runVectors(schemes, text, progress = () => {}) {
  let file;
  try {
    file = JSON.parse(text);
  } catch {
    fail('malformed', 'this file isn’t JSON');
  }
  if (file?.spec !== 'squaredeal/seedrng/sites v1' || !Array.isArray(file.rounds) || !Array.isArray(file.chains)) {
    fail('malformed', 'this file isn’t the rounds.json of seedrng/sites');
  }
  const failed = [];
  const work = file.chains.reduce((sum, { steps }) => sum + steps, roundWork * file.rounds.length);
  let done = 0;
  for (const { id, site, game, bet } of file.rounds) {
    try {
      const report = replay(find(schemes, site, game), bet);
      if (report.claim !== 'agrees' || report.commitment === 'differs' || report.game.name !== game) failed.push(id);
    } catch (err) {
      if (err.details?.field !== 'result') throw err;
      failed.push(id); // the game has no such result
    }
    done += roundWork;
    if (done % (20 * roundWork) === 0) {
      progress(done / work);
      await pause();
    }
  }
  for (const vector of file.chains) {
    const agrees = await chainAgrees(schemes, vector, (steps) => progress((done + steps) / work));
    if (!agrees) failed.push(`the chain of ${vector.name ?? `${vector.site}/${vector.game}`}`);
    done += vector.steps;
  }
  return { rounds: file.rounds.length, chains: file.chains.length, failed };
}

/** Reports whether a vector's hash leads to the end in as many steps as it says. Vectors of a site have its chain. */
async function chainAgrees(schemes, { site, game, alg, text, hash, end, steps, number }, progress) {
  const chain = site ? chainOf(find(schemes, site, game).game) : { alg, text, end };
  const isIts = chain.alg === alg && (chain.text ?? false) === text && chain.end === end;
  const isCounted = number === undefined || (chain.first ?? 0) + steps === number;
  if (!isIts || !isCounted) return false;
  const walk = await walkChain({ ...chain, length: steps }, hash, { progress });
  return walk.ended && walk.steps === steps;
}

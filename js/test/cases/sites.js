// The vectors of seedrng/sites, and published rounds of the sites.

import assert from 'node:assert/strict';
import { toHex, utf8 } from '../../internal/bytes.js';
import { sha256 } from '../../internal/hash.js';
import { digest } from '../../sites/bet.js';
import { Walk, chainOf, dealDigest, digestSeeds, find, replay } from '../../sites/index.js';
import { schemes } from '../../sites/schemes.js';
import { attempt, hashRuns } from '../support/vectors.js';

const digestOf = ({ digest, serverSeed, clientSeed }) => digest ?? toHex(digestSeeds(serverSeed, clientSeed));

export const files = {
  'seedrng/sites/testdata/vectors.json': {
    cryptogames({ inputs, intermediates, outputs, result }) {
      const got = attempt(() => dealDigest(digestOf(inputs)));
      if (got.result !== 'ok') return assert.equal(got.result, result);
      const { steps, cards, short } = got.value;
      assert.equal(short ? 'exhausted' : 'ok', result);
      if (outputs?.cards) assert.deepEqual(cards, outputs.cards);
      if (!intermediates) return undefined;
      const shownSteps = steps.map(({ byte, value, fate }) => `${toHex([byte])} ${value} ${fate}`);
      return assert.deepEqual({ digest: digestOf(inputs), steps: shownSteps }, { ...intermediates });
    },
    'cryptogames-accumulated'({ inputs, outputs }) {
      const run = (i) => [Uint8Array.from(dealDigest(digestSeeds(toHex(sha256(utf8(`server ${i}`))), `client ${i}`)).cards)];
      assert.equal(hashRuns(inputs.runs, run), outputs.sha256);
    },
  },
  'seedrng/sites/testdata/rounds.json': {
    rounds({ site, game, bet, shows }) {
      const report = replay(find(schemes, site, game), bet);
      assert.deepEqual([report.claim, report.game.name, report.contradicts], ['agrees', game, '']);
      assert.notEqual(report.commitment, 'differs');
      if (shows) assert.ok(report.steps.some(({ text }) => text.includes(`x = ${shows.match(/\d+/)[0]}`)), shows);
    },
    chains({ site, game, alg, text, hash, end, steps, number }) {
      const chain = site ? chainOf(find(schemes, site, game).game) : { alg, text, end };
      assert.deepEqual([chain.alg, chain.text ?? false, chain.end], [alg, text, end]);
      const walk = new Walk(chain, hash);
      walk.advance(Infinity);
      assert.deepEqual([walk.ended, walk.steps], [true, steps]);
      if (number !== undefined) assert.equal((chain.first ?? 0) + steps, number);
    },
    pairs({ site, server, commitment }) {
      const { games } = schemes.find(({ name }) => name === site);
      const isOfSeed = ({ message, key = '' }) => !/\{(?!server)/.test(message + key);
      const ofSeed = games.filter((game) => game.commitment && isOfSeed(game.commitment));
      const commits = (game) => toHex(digest(game.commitment, { server }, 0n).bytes) === commitment;
      assert.ok(ofSeed.some(commits));
      const shownByRounds = ofSeed.filter(({ evidence }) => evidence.some(({ by }) => by === 'round'));
      for (const game of shownByRounds) assert.ok(commits(game), game.name);
    },
    notReproduced({ site, game, bet, gives }) {
      assert.equal(replay(find(schemes, site, game), bet).result, gives);
    },
  },
};

// The player's own statistics, from the records of this browser.

import { byId, fact } from '../check/dom.js';
import { coins, parseBet } from '../check/games.js';
import { paysOf } from './records.js';

const points = 400; // of the chart, at most

/** Adds up rounds: what was staked and paid in those that are over, what was to be expected, and the result after each. */
function addUp(sum, rounds, games) {
  for (const steps of rounds) {
    const pays = steps[0].declined ? undefined : paysOf(steps);
    if (pays === undefined) continue;
    const { game, table, stake } = parseBet(steps[0].sent);
    sum.bets++;
    sum.staked += stake;
    sum.paid += pays;
    sum.expected += stake * (game === 'dice' ? 0.99 : games.poker.find((t) => t.table === table).return);
    sum.best = Math.max(sum.best, pays - stake);
    sum.results.push(sum.paid - sum.staked);
  }
  return sum;
}

const percent = (share) => `${(share * 100).toFixed(2)} %`;

export class Statistics {
  #casino;
  #drawn = '';
  #over; // the sum of the pairs of seeds that are over
  #pairs = -1; // how many of these there were

  constructor(casino) {
    this.#casino = casino;
  }

  render() {
    const { records, games } = this.#casino;
    if (!records || !games) return;
    const { pairs, player: { rounds } } = records;
    const key = JSON.stringify([pairs.length, rounds.length, rounds.at(-1)]);
    if (key === this.#drawn) return;
    this.#drawn = key;
    if (pairs.length !== this.#pairs) {
      const none = { bets: 0, staked: 0, paid: 0, expected: 0, best: 0, results: [] };
      this.#over = pairs.reduceRight((sum, pair) => addUp(sum, pair.rounds, games), none); // the latest pair is the first
      this.#pairs = pairs.length;
    }
    const sum = addUp({ ...this.#over, results: [...this.#over.results] }, rounds, games);
    const result = sum.paid - sum.staked;
    byId('statistics-facts').replaceChildren(...[
      ['Bets', sum.bets.toLocaleString('en')], ['Staked', coins(sum.staked)], ['Paid', coins(sum.paid)], ['Result', coins(result)],
      ['Best round', coins(sum.best)],
      ['Returned', sum.bets === 0 ? '–' : percent(sum.paid / sum.staked)], ['To expect', sum.bets === 0 ? '–' : percent(sum.expected / sum.staked)],
    ].map(([name, value]) => fact(name, value)));
    drawChart([0, ...sum.results]);
  }
}

/** Draws the result after each bet, from 0 on. */
function drawChart(results) {
  const chart = byId('chart');
  chart.toggleAttribute('hidden', results.length < 3);
  if (results.length < 3) return;
  const step = Math.max(1, Math.ceil(results.length / points));
  const some = results.filter((_, i) => i % step === 0 || i === results.length - 1);
  const [low, high] = [Math.min(0, ...some), Math.max(0, ...some)];
  const y = (result) => (96 - (92 * (result - low)) / (high - low || 1)).toFixed(1);
  byId('chart-line').setAttribute('points', some.map((result, i) => `${((300 * i) / (some.length - 1)).toFixed(1)},${y(result)}`).join(' '));
  byId('chart-zero').setAttribute('d', `M0 ${y(0)}H300`);
  chart.setAttribute('aria-label', `Your result after each of ${results.length - 1} bets: between ${coins(low)} and ${coins(high)} coins, ${coins(results.at(-1))} at last`);
}

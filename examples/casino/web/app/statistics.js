// The player's own statistics, from the records of this browser.

import { byId, el, fact, scrollBox, tableOf } from '../check/dom.js';
import { coins, expectedOf } from '../games/index.js';
import { answeredRound } from './outcomes.js';

const points = 400; // of the chart, at most

const none = () => ({ bets: 0, staked: 0, paid: 0, expected: 0, best: 0, results: [], games: new Map() });

/**
 * Adds up rounds: what was staked and paid in those that are over, what was to be expected, and the result after each;
 * and the same by games.
 */
function addUp(sum, rounds) {
  for (const steps of rounds) {
    const round = steps[0].declined ? undefined : answeredRound(steps);
    if (round?.pays === undefined) continue;
    const { bet, pays } = round;
    sum.results.push(sum.paid + pays - sum.staked - bet.stake);
    const ofGame = sum.games.get(bet.game) ?? none();
    sum.games.set(bet.game, ofGame);
    for (const one of [sum, ofGame]) {
      one.bets++;
      one.staked += bet.stake;
      one.paid += pays;
      one.expected += bet.stake * expectedOf(bet, round);
      one.best = Math.max(one.best, pays - bet.stake);
    }
  }
  return sum;
}

/** Returns a copy that can be added to. */
const copy = (sum) => ({ ...sum, results: [...sum.results], games: new Map([...sum.games].map(([game, one]) => [game, { ...one }])) });

/** Writes an amount as a share of what was staked. */
const shareOf = ({ bets, staked }, amount) => (bets === 0 ? '–' : `${((amount / staked) * 100).toFixed(2)} %`);

export class Statistics {
  #casino;
  #drawn = '';
  #over; // the sum of the pairs of seeds that are over
  #pairs = -1; // how many of these there were

  constructor(casino) {
    this.#casino = casino;
  }

  render() {
    const { records } = this.#casino;
    if (!records) return;
    const { pairs, player: { rounds } } = records;
    const key = JSON.stringify([pairs.length, rounds.length, rounds.at(-1)]);
    if (key === this.#drawn) return;
    this.#drawn = key;
    if (pairs.length !== this.#pairs) {
      this.#over = pairs.reduceRight((sum, pair) => addUp(sum, pair.rounds), none()); // the latest pair is the first
      this.#pairs = pairs.length;
    }
    draw(addUp(copy(this.#over), rounds));
  }
}

function draw(sum) {
  byId('statistics-facts').replaceChildren(
    fact('Bets', sum.bets.toLocaleString('en')),
    fact('Staked', coins(sum.staked)),
    fact('Paid', coins(sum.paid)),
    fact('Result', coins(sum.paid - sum.staked)),
    fact('Best round', coins(sum.best)),
    fact('Returned', shareOf(sum, sum.paid)),
    fact('To expect', shareOf(sum, sum.expected)));
  byId('statistics-games').replaceChildren(...(sum.games.size < 2 ? [] : [gameTable(sum.games)]));
  drawChart([0, ...sum.results]);
}

function gameTable(games) {
  const rows = [...games].map(([{ title }, sum]) => el('tr', {},
    el('th', { scope: 'row' }, title),
    el('td', {}, sum.bets.toLocaleString('en')),
    el('td', {}, shareOf(sum, sum.paid)),
    el('td', {}, shareOf(sum, sum.expected))));
  return scrollBox('By games', tableOf(['Game', 'Bets', 'Returned', 'To expect'], el('tbody', {}, rows)));
}

/** Draws the result after each bet, from 0 on. */
function drawChart(results) {
  const chart = byId('chart');
  chart.toggleAttribute('hidden', results.length < 3);
  if (results.length < 3) return;
  const step = Math.max(1, Math.ceil(results.length / points));
  const some = results.filter((_, i) => i % step === 0 || i === results.length - 1);
  const [low, high] = [Math.min(0, ...some), Math.max(0, ...some)];
  const x = (i) => ((300 * i) / (some.length - 1)).toFixed(1);
  const y = (result) => (96 - (92 * (result - low)) / (high - low || 1)).toFixed(1);
  byId('chart-line').setAttribute('points', some.map((result, i) => `${x(i)},${y(result)}`).join(' '));
  byId('chart-zero').setAttribute('d', `M0 ${y(0)}H300`);
  chart.setAttribute('aria-label', `Your result after each of ${results.length - 1} bets: ` +
    `between ${coins(low)} and ${coins(high)} coins, ${coins(results.at(-1))} at last`);
}

// What the panel of crash says: the player's results, what a target pays, and what the casino can't do, and can.

import { el, fact } from '../check/dom.js';
import { coins, times } from '../games/index.js';
import { timeOf } from './chains.js';
import { chanceOf, most } from './rules.js';

const anyTime = (ms) => new Date(ms).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' });

export class Facts {
  #own = el('dl.facts');
  #chances = el('dl.facts');
  #chain = el('dl.seeds');
  #demonstration = el('div.verdict.warn', { hidden: true }, el('strong', {}, 'For demonstration'),
    el('p', {}, 'The beacon’s round was public before the casino made this chain, so it could have picked one that it ' +
      'likes. It can’t change it any more. A casino that is started with ', el('code', {}, '-beacon'),
      ' names a round that nobody knows yet.'));

  /** otherTerms is what the panel says of terms that this page doesn't check by. */
  constructor(otherTerms) {
    this.element = el('div.panel.about', {},
      el('h2', {}, 'Your results'),
      this.#own,
      el('h2', {}, 'What it pays'),
      this.#chances,
      el('p.small.soft', {}, 'The multiplier doubles every 10 seconds, and crashes at a point that is fixed before the ' +
        'first bet. Get out before, by hand or at your target: you are paid the multiplier of that moment, by the ' +
        `casino’s clock. Whoever is left at ${times(most)} is out there. ` +
        'Every way to play returns 99 % of the stakes on average.'),
      otherTerms,
      el('h2', {}, 'Can the casino cheat?'),
      this.#demonstration,
      el('p', {}, 'All rounds follow from a chain of hashes, whose end the casino showed before the first of them, ' +
        'together with a round of a public beacon. It can’t alter a round, or show others another one: ' +
        'your browser checks each as it ends, against the link before it. But it knows all of them beforehand, so it ' +
        'could refuse bets that would win, or bet against itself.'),
      this.#chain);
  }

  /** Shows the sum of the player's bets, the chances of a target in hundredths with a stake in cents, and the chain. */
  render({ sum, target, cents, chain, chains }) {
    const { bets, staked, paid, best } = sum;
    this.#own.replaceChildren(
      fact('Bets', bets.toLocaleString('en')),
      fact('Staked', coins(staked)),
      fact('Paid', coins(paid)),
      fact('Result', coins(paid - staked)),
      fact('Best round', coins(best)),
      fact('Returned', bets === 0 ? '–' : `${((100 * paid) / staked).toFixed(2)} %`));
    const chance = (100 * chanceOf(target)).toLocaleString('en', { maximumSignificantDigits: 4 });
    this.#chances.replaceChildren(
      fact(`${times(target)} is reached with a chance of`, `${chance} %`),
      fact('Then you are paid, stake included', `${coins((cents / 100) * target)} coins`));
    if (chain) this.#renderChain(chain, chains);
  }

  #renderChain(chain, chains) {
    const known = chains.of(chain.chain);
    this.#demonstration.hidden = timeOf(chain.beaconRound) > chain.announced;
    this.#chain.replaceChildren(
      el('dt', {}, `The end of chain ${chain.chain}, of ${chain.length.toLocaleString('en')} rounds`),
      el('dd', {}, el('code', {}, chain.anchor)),
      el('dt', {}, 'Its round of the beacon, drand’s Quicknet'),
      el('dd', {}, `${chain.beaconRound.toLocaleString('en')}, of ${anyTime(timeOf(chain.beaconRound))}`),
      el('dt', {}, 'The link that your browser checked last'),
      el('dd', {}, known?.round ? [`round ${known.round.toLocaleString('en')}: `, el('code', {}, known.link)] : 'none yet'),
      el('dt', {}, 'Rounds checked since this page was opened'),
      el('dd', { id: 'crash-checked' }, chains.checked.toLocaleString('en')));
  }
}

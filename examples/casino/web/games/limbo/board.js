// Limbo.

import { Board as Base } from '../../app/board.js';
import { allow, el, fact } from '../../check/dom.js';
import { coins, times } from '../index.js';
import rules, { leastTarget, mostTarget } from './rules.js';

const rise = 900; // ms that the multiplier takes to count up

export class Board extends Base {
  #reached = el('p.reached', { id: 'reached', 'aria-hidden': 'true' }, '1.00×');
  #target = el('input', {
    id: 'limbo-target',
    inputmode: 'decimal',
    autocomplete: 'off',
    maxlength: 8,
    value: '2.00',
    'aria-describedby': 'limbo-target-fault',
    oninput: () => this.changed(),
  });
  #fault = el('p.fault', { id: 'limbo-target-fault' });
  #button = el('button.primary', { type: 'button', id: 'limbo-play', disabled: true, onclick: () => this.playOnce() }, 'Play');
  #facts = el('dl.wide');

  constructor(casino) {
    super(casino, rules, ['L', 'play']);
    const label = el('label', { for: 'limbo-target' }, 'Target, at least 1.01×');
    this.build({
      picture: this.#reached,
      controls: [el('div.target', {}, label, this.#target, this.#fault), this.stake.field, this.#button],
      panel: [
        el('h2', {}, 'What it pays'),
        this.#facts,
        el('p.small.soft', {}, 'You win if the multiplier reaches your target, whatever it is beyond. ' +
          'Every target returns exactly 99 % of its stake on average.'),
      ],
    });
  }

  key(key) {
    if (key === 'l') this.#button.click();
  }

  /** The target in hundredths, undefined if there is none that can be bet on. */
  get #hundredths() {
    const text = this.#target.value.trim().replace(',', '.');
    const target = /^\d{1,5}(\.\d{1,2})?$/.test(text) ? Math.round(Number(text) * 100) : 0;
    return target >= leastTarget && target <= mostTarget ? target : undefined;
  }

  playOnce() {
    return this.play(String(this.#hundredths));
  }

  /** Counts up to the multiplier, ever faster. */
  async reveal({ reached, multiplier }) {
    this.#reached.className = 'reached';
    const start = performance.now();
    for (let share = 0; share < 1; share = (performance.now() - start) / rise) {
      this.#reached.textContent = times(Math.round(100 * (reached / 100) ** share));
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
    this.#reached.textContent = times(reached);
    this.#reached.classList.add(multiplier > 0 ? 'won' : 'lost');
  }

  render() {
    const { automatic, busy } = this.casino;
    const target = this.#hundredths;
    const { last } = this;
    this.#target.disabled = automatic;
    const fault = target === undefined ? 'A target is 1.01 to 10,000.' : '';
    this.#target.setAttribute('aria-invalid', fault !== '');
    this.#fault.textContent = fault;
    let text = 'Choose a target and play.';
    if (last) {
      text = last.pays > 0 ? `${times(last.reached)} wins and pays ${coins(last.pays)} coins.`
        : `${times(last.reached)} isn’t enough.`;
    }
    this.renderCommon(target ?? 200, text);
    this.refused ||= fault;
    allow(this.#button, this.canBet, busy && !automatic);
    if (last) {
      this.#reached.textContent = times(last.reached);
      this.#reached.className = `reached ${last.pays > 0 ? 'won' : 'lost'}`;
    } else if (!busy) {
      this.#reached.textContent = '1.00×';
      this.#reached.className = 'reached';
    }
    const t = target ?? 200;
    this.#facts.replaceChildren(
      fact('You win with a chance of', `${(9900 / t).toLocaleString('en', { maximumSignificantDigits: 4 })} %`),
      fact('That is', `99 in ${t.toLocaleString('en')}`),
      fact('A win pays, stake included', `${coins((this.stake.cents ?? 100) / 100 * t)} coins`));
  }
}

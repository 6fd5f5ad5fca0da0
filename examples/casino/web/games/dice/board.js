// Dice.

import { Board as Base } from '../../app/board.js';
import { allow, el, fact } from '../../check/dom.js';
import { coins } from '../index.js';
import rules, { choices, formatRoll, threshold } from './rules.js';

export class Board extends Base {
  #roll = el('span', { id: 'roll' });
  #zone = el('span', { id: 'zone' });
  #marker = el('span', { id: 'marker', hidden: true });
  #odds = el('input', { type: 'range', id: 'odds', min: 0, max: choices.length - 1 });
  #text = el('span', { id: 'odds-text' });
  #button = el('button.primary', { type: 'button', id: 'roll-it', disabled: true, onclick: () => this.playOnce() }, 'Roll');
  #facts = el('dl.wide', { id: 'dice-pays' });
  #sides;

  constructor(casino) {
    super(casino, rules, ['R', 'roll']);
    this.#odds.value = choices.findIndex((wins) => wins <= 5000);
    this.#odds.addEventListener('input', () => this.changed());
    const side = (value, name, checked) => (
      el('label', {}, el('input', { type: 'radio', name: 'side', value, checked, onchange: () => this.changed() }), ` ${name}`));
    const scale = (...texts) => el('p.scale.small', { 'aria-hidden': 'true' }, texts.map((text) => el('span', {}, text)));
    const label = el('label', { for: 'odds' }, 'Rolls that win: ', this.#text);
    this.#sides = el('fieldset.sides', {}, el('legend', {}, 'You win'), side('under', 'Under', true), side('over', 'Over', false));
    this.build({
      picture: [
        el('p.roll', {}, this.#roll),
        el('div.track', { 'aria-hidden': 'true' }, this.#zone, this.#marker),
        scale('0', '25', '50', '75', '100'),
      ],
      controls: [
        this.#sides,
        el('div.odds', {}, label, this.#odds, scale('wins often', 'pays more')),
        this.stake.field,
        this.#button,
      ],
      panel: [
        el('h2', {}, 'What it pays'),
        this.#facts,
        el('p.small.soft', {}, 'The roll is one of 10,000, from 0.00 to 99.99. Each bet returns exactly 99 % of its stake on average.'),
      ],
    });
  }

  key(key) {
    if (key === 'r') this.#button.click();
  }

  get #bet() {
    return { side: this.#sides.querySelector(':checked').value, wins: choices[Number(this.#odds.value)] };
  }

  /** Rolls once. Returns whether that went well. */
  playOnce() {
    const { side, wins } = this.#bet;
    return this.play(`${side} ${wins}`);
  }

  render() {
    const { automatic, busy } = this.casino;
    const bet = this.#bet;
    const most = rules.most(bet);
    const chance = `${formatRoll(bet.wins)} %`;
    this.#text.textContent = `${chance}, pays ${(most / 100).toFixed(2)} for 1`;
    this.#odds.setAttribute('aria-valuetext', `${chance} of the rolls win, which pays ${(most / 100).toFixed(2)} for 1`);
    this.#zone.style.left = bet.side === 'under' ? '0' : `${threshold(bet) / 100}%`;
    this.#zone.style.width = `${bet.wins / 100}%`;
    const limit = formatRoll(threshold(bet));
    this.#facts.replaceChildren(
      fact('You win if the roll is', bet.side === 'under' ? `below ${limit}` : `${limit} or more`),
      fact('That is', `${bet.wins.toLocaleString('en')} of 10,000 rolls`),
      fact('A win pays, stake included', `${coins((this.stake.cents ?? 100) / 100 * most)} coins`));

    const { last } = this;
    let text = 'Choose your odds and roll.';
    if (last) {
      text = last.pays > 0 ? `${formatRoll(last.roll)} wins and pays ${coins(last.pays)} coins.`
        : `${formatRoll(last.roll)} loses.`;
    }
    this.renderCommon(most, text);
    allow(this.#button, this.canBet, busy && !automatic);
    this.#roll.textContent = last ? formatRoll(last.roll) : '–';
    this.#roll.className = last ? (last.pays > 0 ? 'won' : 'lost') : '';
    this.#marker.hidden = !last;
    if (last) this.#marker.style.left = `${last.roll / 100}%`;
  }
}

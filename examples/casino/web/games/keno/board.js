// Keno.

import { Board as Base } from '../../app/board.js';
import { moveFocus } from '../../app/grid.js';
import { allow, count, el, tableOf } from '../../check/dom.js';
import { coins, times } from '../index.js';
import rules, { drawnNumbers, hitsPay, maxPicks, numbers, waysOf } from './rules.js';

const pause = 90; // ms between the numbers drawn
const columns = 8;

export class Board extends Base {
  #picks = new Set([7, 17, 27]);
  #drawn = []; // as far as they are shown
  #buttons = Array.from({ length: numbers }, (_, i) => el('button.number', {
    type: 'button',
    tabindex: i === 0 ? 0 : -1,
    onclick: () => this.#pick(i + 1),
    onkeydown: (event) => moveFocus(event, this.#buttons, columns, i),
  }, String(i + 1)));
  #draw = el('button.primary', { type: 'button', id: 'keno-draw', disabled: true, onclick: () => this.playOnce() }, 'Draw');
  #random = el('button', { type: 'button', id: 'keno-random', onclick: () => this.#pickRandom() }, 'Pick at random');
  #clear = el('button', { type: 'button', id: 'keno-clear', onclick: () => this.#clearPicks() }, 'Clear');
  #pays = el('tbody');
  #caption = el('caption.small.soft');

  constructor(casino) {
    super(casino, rules, ['K', 'draw']);
    const label = `Numbers: pick up to ${maxPicks}`;
    this.build({
      picture: el('div.numbers', { id: 'numbers', role: 'group', 'aria-label': label }, this.#buttons),
      controls: [this.stake.field, this.#draw, this.#random, this.#clear],
      panel: [el('h2', {}, 'What it pays'), tableOf(['Hits', 'Pays', 'Coins', 'Of all draws'], this.#pays, this.#caption)],
    });
  }

  key(key) {
    if (key === 'k') this.#draw.click();
  }

  #pick(n) {
    if (!this.#picks.delete(n) && this.#picks.size < maxPicks) this.#picks.add(n);
    this.changed();
  }

  #pickRandom() {
    const size = this.#picks.size || maxPicks;
    this.#picks.clear();
    while (this.#picks.size < size) this.#picks.add(1 + Math.floor(Math.random() * numbers));
    this.changed();
  }

  #clearPicks() {
    this.#picks.clear();
    this.changed();
  }

  changed() {
    this.#drawn = [];
    super.changed();
  }

  playOnce() {
    this.#drawn = [];
    return this.play([...this.#picks].sort((a, b) => a - b).join(' '));
  }

  /** Shows the numbers one after another. */
  async reveal({ drawn }) {
    for (const n of drawn) {
      this.#drawn.push(n);
      this.#showNumbers();
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }

  render() {
    const { automatic, busy } = this.casino;
    const { last } = this;
    const picks = this.#picks.size;
    if (last) this.#drawn = last.drawn;
    for (const button of [...this.#buttons, this.#random, this.#clear]) button.disabled = automatic || busy;
    let text = picks === 0 ? `Pick 1 to ${maxPicks} numbers.` : `Choose up to ${maxPicks} numbers and draw.`;
    if (last) {
      const are = last.hits === 1 ? 'is' : 'are';
      text = `${last.hits} of ${count(picks, 'pick')} ${are} drawn, which pays ${coins(last.pays)} coins.`;
    }
    this.renderCommon(hitsPay(picks || 1).at(-1), text);
    if (picks === 0) this.refused ||= `Pick 1 to ${maxPicks} numbers.`;
    allow(this.#draw, this.canBet, busy && !automatic);
    this.#showNumbers();
    this.#showPays(picks);
  }

  #showNumbers() {
    this.#buttons.forEach((button, i) => {
      const [picked, drawn] = [this.#picks.has(i + 1), this.#drawn.includes(i + 1)];
      button.className = `number${picked ? ' picked' : ''}${drawn ? ' drawn' : ''}`;
      button.setAttribute('aria-pressed', picked);
      button.setAttribute('aria-label', `${i + 1}${drawn ? ', drawn' : ''}`);
    });
  }

  #showPays(picks) {
    if (picks === 0) {
      this.#pays.replaceChildren();
      this.#caption.textContent = '';
      return;
    }
    const stake = (this.stake.cents ?? 100) / 100;
    const ways = waysOf(picks);
    const all = ways.reduce((sum, n) => sum + n, 0);
    const [numerator, denominator] = rules.returns({ picks: [...this.#picks] });
    this.#caption.textContent = `With ${count(picks, 'pick')}, of ${numbers} numbers of which ${drawnNumbers} are drawn. ` +
      `Returns ${(100 * numerator / denominator).toFixed(4)} %: ` +
      `exactly ${numerator.toLocaleString('en')} in ${denominator.toLocaleString('en')}.`;
    this.#pays.replaceChildren(...hitsPay(picks).map((multiplier, hits) => (
      el(this.last?.hits === hits ? 'tr.hit' : 'tr', {}, el('th', { scope: 'row' }, String(hits)), el('td', {}, times(multiplier)),
        el('td', {}, coins(stake * multiplier)),
        el('td', {}, `${(100 * ways[hits] / all).toLocaleString('en', { maximumSignificantDigits: 3 })} %`)))).reverse());
  }
}

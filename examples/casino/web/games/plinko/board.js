// Plinko.

import { Board as Base } from '../../app/board.js';
import { allow, el, svg, tableOf } from '../../check/dom.js';
import { coins, times } from '../index.js';
import rules, { maxRows, minRows, pathsOf, risks, slotsOf } from './rules.js';

const step = 20; // between pegs, in units of the picture
const fall = 90; // ms a row

export class Board extends Base {
  #picture = el('div.pegs', { id: 'pegs' });
  #ball;
  #slots = [];
  #drawn = '';
  #rows = el('select', { id: 'plinko-rows', onchange: () => this.changed() },
    Array.from({ length: maxRows - minRows + 1 }, (_, i) => minRows + i)
      .map((rows) => el('option', { value: rows, selected: rows === 12 }, String(rows))));
  #risks = el('fieldset.sides', {}, el('legend', {}, 'Risk'), risks.map((risk) => this.#choiceOf(risk)));
  #button = el('button.primary', { type: 'button', id: 'plinko-drop', disabled: true, onclick: () => this.playOnce() }, 'Drop');
  #pays = el('tbody');
  #caption = el('caption.small.soft');

  constructor(casino) {
    super(casino, rules, ['P', 'drop']);
    const rows = el('div', {}, el('label', { for: 'plinko-rows' }, 'Rows'), this.#rows);
    this.build({
      picture: this.#picture,
      controls: [this.#risks, rows, this.stake.field, this.#button],
      panel: [el('h2', {}, 'What it pays'), tableOf(['Pays', 'Coins', 'Paths'], this.#pays, this.#caption)],
    });
  }

  #choiceOf(risk) {
    const button = { type: 'radio', name: 'risk', value: risk, checked: risk === 'medium', onchange: () => this.changed() };
    return el('label', {}, el('input', button), risk);
  }

  key(key) {
    if (key === 'p') this.#button.click();
  }

  get #bet() {
    return { risk: this.#risks.querySelector(':checked').value, rows: Number(this.#rows.value) };
  }

  playOnce() {
    const { risk, rows } = this.#bet;
    return this.play(`${risk} ${rows}`);
  }

  #x(slot, row) {
    return (this.#bet.rows + 2) * step / 2 + (slot - row / 2) * step;
  }

  /** Draws the pegs and the slots. */
  #draw(bet) {
    const { rows } = bet;
    const pays = slotsOf(bet);
    const width = (rows + 2) * step;
    const height = (rows + 1) * step;
    const peg = (i, row) => svg('circle', { cx: this.#x(i, row), cy: (row + 0.75) * step, r: 2.5, class: 'peg' });
    const pegs = Array.from({ length: rows }, (_, row) => Array.from({ length: row + 1 }, (__, i) => peg(i, row))).flat();
    this.#slots = pays.map((multiplier, slot) => {
      const place = `translate(${this.#x(slot, rows)} ${height})`;
      return svg('g', { class: multiplier > 100 ? 'slot-of win' : 'slot-of', transform: place },
        svg('rect', { x: -step / 2 + 1, y: 0, width: step - 2, height: 44, rx: 3 }),
        svg('text', { transform: 'translate(4 22) rotate(-90)' }, (multiplier / 100).toLocaleString('en')));
    });
    this.#ball = svg('circle', { r: 6, class: 'ball', visibility: 'hidden' });
    const label = `${rows} rows of pegs above ${rows + 1} slots`;
    const box = { viewBox: `0 0 ${width} ${height + 48}`, role: 'img', 'aria-label': label };
    this.#picture.replaceChildren(svg('svg', box, ...pegs, ...this.#slots, this.#ball));
  }

  /** Returns where the ball is: at the top, beside each peg, and in its slot. */
  #places({ path, bet }) {
    let slot = 0;
    const places = [[this.#x(0, 0), 0]];
    [...path].forEach((side, row) => {
      if (side === 'R') slot++;
      places.push([this.#x(slot, row + 1), (row + 1.2) * step]);
    });
    return [...places, [this.#x(slot, bet.rows), (bet.rows + 1) * step - 7]];
  }

  /** Lets the ball fall along its path. */
  async reveal(round) {
    this.#ball.setAttribute('visibility', 'visible');
    const frames = this.#places(round).map(([x, y]) => ({ transform: `translate(${x}px, ${y}px)`, easing: 'ease-in' }));
    const time = fall * frames.length;
    const animation = this.#ball.animate(frames, { duration: time, fill: 'forwards' });
    await Promise.race([animation.finished, new Promise((resolve) => setTimeout(resolve, time + 500))]);
    animation.cancel();
  }

  render() {
    const { automatic, busy } = this.casino;
    const { last } = this;
    for (const control of [this.#rows, ...this.#risks.querySelectorAll('input')]) control.disabled = automatic || busy;
    const bet = this.#bet;
    const key = `${bet.risk} ${bet.rows}`;
    if (key !== this.#drawn) {
      this.#drawn = key;
      this.#draw(bet);
    }
    let text = 'Choose a risk and drop the ball.';
    if (last) text = `Slot ${last.slot + 1} of ${bet.rows + 1} pays ${times(last.multiplier)}: ${coins(last.pays)} coins.`;
    this.renderCommon(rules.most(bet), text);
    allow(this.#button, this.canBet, busy && !automatic);
    this.#slots.forEach((slot, i) => slot.classList.toggle('hit', last?.slot === i));
    if (last) {
      const [x, y] = this.#places(last).at(-1);
      this.#ball.setAttribute('transform', `translate(${x} ${y})`);
    }
    this.#ball.setAttribute('visibility', last ? 'visible' : 'hidden');
    this.#showPays(bet);
  }

  #showPays(bet) {
    const stake = (this.stake.cents ?? 100) / 100;
    const paths = pathsOf(bet);
    const [numerator, denominator] = rules.returns(bet);
    const middle = Math.floor(bet.rows / 2);
    this.#caption.textContent = `Of ${(2 ** bet.rows).toLocaleString('en')} paths, all equally likely. ` +
      `Returns ${(100 * numerator / denominator).toFixed(4)} %: ` +
      `exactly ${numerator.toLocaleString('en')} in ${denominator.toLocaleString('en')}.`;
    this.#pays.replaceChildren(...slotsOf(bet).slice(0, middle + 1).map((multiplier, slot) => {
      const hit = this.last && Math.min(this.last.slot, bet.rows - this.last.slot) === slot;
      return el(hit ? 'tr.hit' : 'tr', {}, el('th', { scope: 'row' }, times(multiplier)), el('td', {}, coins(stake * multiplier)),
        el('td', {}, (paths[slot] * (2 * slot === bet.rows ? 1 : 2)).toLocaleString('en')));
    }));
  }
}

// Mines.

import { Board as Base } from '../../app/board.js';
import { moveFocus, tabTo } from '../../app/grid.js';
import { allow, count, el, scrollBox, tableOf } from '../../check/dom.js';
import { coins, times } from '../index.js';
import rules, { multipliers, returnOf, tiles } from './rules.js';

const side = 5;

export class Board extends Base {
  #grid = el('div.tiles', { id: 'tiles', role: 'group', 'aria-label': 'Tiles' });
  #mines = el('select', { id: 'mines-count', onchange: () => this.changed() },
    Array.from({ length: tiles - 1 }, (_, i) => el('option', { value: i + 1, selected: i === 2 }, String(i + 1))));
  #random = el('button.primary', {
    type: 'button',
    id: 'mines-random',
    disabled: true,
    onclick: (event) => event.detail < 2 && this.#openRandom(),
  }, 'Random tile');
  #take = el('button', { type: 'button', id: 'mines-take', disabled: true, onclick: () => this.play('take') }, 'Take');
  #marking = el('input', { type: 'checkbox', id: 'mines-mark', onchange: () => this.render() });
  #marked = new Set(); // the tiles that autoplay opens, in order
  #rows = el('tbody', { id: 'mines-pays' });
  #note = el('p.small.soft');
  #buttons;

  constructor(casino) {
    super(casino, rules, ['M', 'random tile,', 'T', 'take']);
    this.#buttons = Array.from({ length: tiles }, (_, i) => el('button.tile', {
      type: 'button',
      tabindex: i === 0 ? 0 : -1,
      onclick: () => this.#choose(i + 1),
      onkeydown: (event) => moveFocus(event, this.#buttons, side, i),
    }));
    this.#grid.append(...this.#buttons);
    const mines = el('div', {}, el('label', { for: 'mines-count' }, 'Mines'), this.#mines);
    const marking = el('label', {}, this.#marking, ' Mark tiles for autoplay:');
    const steps = scrollBox('What can be taken', tableOf(['Tiles', 'Pays', 'Coins', 'Returns'], this.#rows));
    steps.classList.add('steps');
    this.build({
      picture: this.#grid,
      controls: [mines, this.stake.field, this.#random, this.#take],
      below: el('p.small.mark', {}, marking, ' it opens these, and takes what there is; without any, a random one.'),
      panel: [el('h2', {}, 'What it pays'), steps, this.#note],
    });
  }

  key(key) {
    if (key === 'm') this.#random.click();
    else if (key === 't') this.#take.click();
  }

  #choose(tile) {
    tabTo(this.#buttons, tile - 1);
    if (!this.#marking.checked) return this.#open(tile);
    if (!this.#marked.delete(tile) && this.#marked.size < this.#multipliers.length) this.#marked.add(tile);
    this.render();
    return undefined;
  }

  get #count() {
    return this.open?.bet.mines ?? Number(this.#mines.value);
  }

  get #multipliers() {
    return multipliers[this.#count];
  }

  /** Opens a tile: with the bet, or in the open round. */
  async #open(tile) {
    const { open } = this;
    if (open ? !this.casino.idle || open.opened.includes(tile) : !this.canBet) return false;
    return this.#send(tile);
  }

  #send(tile) {
    return this.play(this.open ? `open ${tile}` : `${this.#count} open ${tile}`);
  }

  #openRandom() {
    const left = Array.from({ length: tiles }, (_, i) => i + 1).filter((tile) => !this.open?.opened.includes(tile));
    return this.#open(left[Math.floor(Math.random() * left.length)]);
  }

  /** Plays a round with the marked tiles, or ends the open one. Returns whether that went well. */
  async playOnce() {
    const marked = this.#marked.size > 0 ? [...this.#marked].slice(0, this.#multipliers.length) : [1 + Math.floor(Math.random() * tiles)];
    if (!this.open) {
      for (const tile of marked) {
        if (!await this.#send(tile)) return false;
        if (!this.open) return true; // a mine, all that can be won, or a bet that was declined
      }
    }
    return this.play('take');
  }

  render() {
    const { automatic, busy, idle } = this.casino;
    const { open, last } = this;
    if (open) {
      this.#mines.value = open.bet.mines;
      this.stake.cents = open.bet.stake;
    }
    this.#mines.disabled = open !== undefined || automatic;
    this.#marking.disabled = automatic;
    const opened = (open ?? last)?.opened ?? [];
    const worth = open ? this.#multipliers[opened.length - 1] * (open.bet.stake / 100) : 0;
    let text = 'Open a tile: it comes with your bet.';
    if (open) {
      const unknown = open.unknown ? 'A round that this browser has no record of. ' : '';
      text = `${unknown}${count(opened.length, 'tile')} safe: take ${coins(worth)} coins, or open another.`;
    } else if (last) {
      text = last.hit ? `Tile ${opened.at(-1)} has a mine.` : `${coins(last.pays)} coins for ${count(opened.length, 'tile')}.`;
    }
    this.renderCommon(this.#multipliers.at(-1), text);
    allow(this.#random, open ? idle : this.canBet, busy && !automatic);
    this.#take.textContent = open ? `Take ${coins(worth)}` : 'Take';
    allow(this.#take, open !== undefined && idle, open !== undefined && busy && !automatic);
    this.#buttons.forEach((button, i) => this.#showTile(button, i + 1, opened));
    this.#showPays(opened.length);
  }

  #showTile(button, tile, opened) {
    const shown = this.open ? undefined : this.last?.shown;
    const isOpen = opened.includes(tile);
    const mine = shown?.includes(tile);
    const marked = this.#marking.checked && this.#marked.has(tile);
    const [sign, what] = mine ? ['✹', 'a mine'] : isOpen ? ['◆', 'safe'] : marked ? ['★', 'marked']
      : ['', shown ? 'safe, not opened' : 'closed'];
    button.className = `tile${isOpen ? ' open' : ''}${mine ? ' mine' : ''}${shown && !isOpen ? ' past' : ''}`;
    if (button.textContent !== sign) button.textContent = sign;
    button.setAttribute('aria-label',
      `Tile ${tile}, row ${Math.ceil(tile / side)}, column ${(tile - 1) % side + 1}: ${what}${marked && sign !== '★' ? ', marked' : ''}`);
    button.setAttribute('aria-disabled', !this.#marking.checked && (this.open ? isOpen || !this.casino.idle : !this.canBet));
  }

  #showPays(opened) {
    const mines = this.#count;
    const stake = (this.stake.cents ?? 100) / 100;
    const key = `${mines} ${stake} ${opened} ${this.open !== undefined}`;
    if (this.#rows.dataset.key === key) return;
    this.#rows.dataset.key = key;
    this.#note.textContent = `With ${count(mines, 'mine')}. If you open so many tiles and take what there is, the return is ` +
      `exact: rounding to hundredths takes what is missing to 99 %.`;
    this.#rows.replaceChildren(...multipliers[mines].map((multiplier, i) => {
      const [paid, of] = returnOf(mines, i + 1);
      return el(i + 1 === opened ? 'tr.hit' : 'tr', {}, el('th', { scope: 'row' }, String(i + 1)), el('td', {}, times(multiplier)),
        el('td', {}, coins(stake * multiplier)),
        el('td', { title: `${paid.toLocaleString('en')} in ${of.toLocaleString('en')}` }, `${(100 * paid / of).toFixed(3)} %`));
    }));
  }
}

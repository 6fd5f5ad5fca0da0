// Video poker.

import { Board as Base } from '../../app/board.js';
import { cardPicture } from '../../check/cards.js';
import { cardName, cardWords } from '../../check/deck.js';
import { allow, count, el, tableOf } from '../../check/dom.js';
import { coins, minStake } from '../index.js';
import { best, holds } from './best.js';
import rules, { formatHold, tables } from './rules.js';

export class Board extends Base {
  #table = 'jacks';
  #held = [false, false, false, false, false];
  #nonce = null; // of the hand that #held is for
  #hand = el('div.cards', { id: 'hand', role: 'group', 'aria-label': 'Your hand' });
  #deal = el('button.primary', { type: 'button', id: 'deal', disabled: true }, 'Deal');
  #best = el('button', { type: 'button', id: 'best', disabled: true, onclick: () => this.#advise() }, 'Best hold');
  #advice = el('p.advice.small', { id: 'advice', 'aria-live': 'polite' });
  #tables;
  #pays = el('tbody', { id: 'pays' });
  #caption = el('caption.small.soft', { id: 'pays-caption' });

  constructor(casino) {
    super(casino, rules, ['1', '–', '5', 'hold,', 'D', 'deal and draw,', 'B', 'best hold']);
    const choices = Object.entries(tables).map(([short, { name }]) => {
      const checked = short === this.#table;
      const button = el('input', { type: 'radio', name: 'table', value: short, checked, onchange: () => this.#choose(short) });
      return el('label', {}, button, name);
    });
    this.#tables = el('fieldset', { id: 'tables' }, el('legend.sr', {}, 'Pay table'), choices);
    // The second click of a double click, or a key that is held down, must not draw what was just dealt.
    this.#deal.addEventListener('click', (event) => event.detail < 2 && this.#next());
    this.#deal.addEventListener('keydown', (event) => event.repeat && event.preventDefault());
    this.build({
      picture: this.#hand,
      controls: [this.stake.field, this.#deal, this.#best],
      below: this.#advice,
      panel: [this.#tables, tableOf(['Hand', 'Pays', 'Coins'], this.#pays, this.#caption)],
    });
  }

  #choose(short) {
    this.#table = short;
    this.changed();
  }

  key(key) {
    if (key >= '1' && key <= '5') this.#toggle(Number(key) - 1);
    else if (key === 'd') this.#deal.click();
    else if (key === 'b') this.#best.click();
  }

  #toggle(i) {
    if (!this.open || !this.casino.idle) return;
    this.#held[i] = !this.#held[i];
    this.render();
  }

  #next() {
    return this.play(this.open ? formatHold(this.#held) : this.#table);
  }

  /** Plays a hand, or ends the open one, with the best hold. Returns whether that went well. */
  async playOnce() {
    if (!this.open && !await this.#next()) return false;
    if (!this.open) return true; // the bet was declined
    this.render();
    this.#advise();
    return this.#next();
  }

  #advise() {
    const hand = this.open;
    if (!hand) return;
    const all = holds(hand.bet.table, hand.cards);
    const [first, chosen] = [best(all), all.find(({ held }) => held.every((h, i) => h === this.#held[i]))];
    const per = ({ paid, draws }) => `${((paid / draws) * (hand.bet.stake / 100)).toFixed(2)} coins on average`;
    this.#held = [...first.held];
    const names = hand.cards.filter((_, i) => first.held[i]).map(cardName);
    const same = first.paid * chosen.draws === chosen.paid * first.draws;
    this.#advice.textContent = `Best: hold ${names.join(' ') || 'none'}, which returns ${per(first)} ` +
      `(exactly ${first.paid.toLocaleString('en')} for ${count(first.draws, 'draw')} of 1 coin).` +
      (same ? '' : ` Your choice would have returned ${per(chosen)}.`);
    this.render();
  }

  render() {
    const { automatic, busy, idle, alarm } = this.casino;
    const hand = this.open;
    if (hand?.nonce !== this.#nonce) {
      this.#nonce = hand?.nonce;
      if (hand) this.#held.fill(false);
      this.#advice.textContent = '';
    }
    if (hand) {
      this.#table = hand.bet.table;
      this.stake.cents = hand.bet.stake;
    }
    this.renderCommon(rules.most({ table: this.#table }), ...this.#result(hand));
    for (const input of this.#tables.querySelectorAll('input')) {
      input.disabled = hand !== undefined || automatic;
      input.checked = input.value === this.#table;
    }
    this.#deal.textContent = hand ? 'Draw' : 'Deal';
    allow(this.#deal, hand ? idle : this.canBet, busy && !automatic);
    this.#best.disabled = !hand || alarm !== null || automatic;
    this.#showCards(hand);
    this.#showPays(hand);
  }

  #showCards(hand) {
    const box = this.#hand;
    const cards = hand?.cards ?? this.last?.cards ?? Array(5).fill(undefined);
    const key = JSON.stringify(cards) + (hand ? 'open' : '');
    const focused = box.contains(document.activeElement);
    if (box.dataset.key !== key) {
      box.dataset.key = key;
      box.replaceChildren(...cards.map((c, i) => el('button.slot', { type: 'button', onclick: () => this.#toggle(i) },
        el('span.sr', {}, `Card ${i + 1}:`),
        cardPicture(c),
        hand && el('span.sr', {}, ', hold'),
        el('span', { 'aria-hidden': 'true' }))));
    }
    [...box.children].forEach((slot, i) => {
      const held = hand ? this.#held[i] : (this.last?.held[i] ?? false);
      slot.disabled = !hand;
      slot.classList.toggle('held', held);
      slot.lastChild.textContent = held ? 'held' : '';
      if (hand) slot.setAttribute('aria-pressed', held);
    });
    if (focused && !hand) this.#deal.focus(); // a card that can't be held any more has lost it
  }

  /** Returns what to say, and what a screen reader says. */
  #result(hand) {
    if (hand) {
      const text = `${hand.unknown ? 'A hand that this browser has no record of. ' : ''}` +
        `${hand.row.pays > 0 ? `${hand.row.name}. ` : ''}Choose the cards to hold. Draw replaces the others.`;
      return [text, `Dealt: ${hand.cards.map(cardWords).join(', ')}. ${text}`];
    }
    if (!this.last) return ['Choose a stake and deal.'];
    const { row, pays } = this.last;
    return [row.pays > 0 ? `${row.name}: ${coins(pays)} coins` : 'No win this time.'];
  }

  #showPays(hand) {
    const stake = this.stake.cents ?? minStake;
    const hit = (hand ?? this.last)?.row;
    const { rows, return: [paid, of] } = tables[this.#table];
    this.#pays.replaceChildren(...rows.filter((row) => row.pays > 0).map((row) => (
      el(row === hit ? 'tr.hit' : 'tr', {}, el('th', { scope: 'row' }, row.name), el('td', {}, String(row.pays)),
        el('td', {}, coins(row.pays * stake))))));
    this.#caption.textContent = `Returns ${(100 * paid / of).toFixed(4)} % if played best: ` +
      `exactly ${paid.toLocaleString('en')} in ${of.toLocaleString('en')}.`;
  }
}

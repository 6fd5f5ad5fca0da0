// Video poker.

import { allow, byId, count, el } from '../check/dom.js';
import { best, holds } from '../check/best.js';
import { cardPicture } from '../check/cards.js';
import { cardName, cardWords, coins, formatHold, minStake, parseBet, parseFive, parseOutcome, rowOf, tables } from '../check/games.js';
import { Stake } from './stake.js';

export class Poker {
  name = 'poker';
  #casino;
  #table = 'jacks';
  #held = [false, false, false, false, false];
  #nonce = null; // of the hand that #held is for
  #stake;
  refused = ''; // why no bet can be made with this stake
  #last = null; // the hand that was played last: {bet, cards, held, row}

  constructor(casino) {
    this.#casino = casino;
    this.#stake = new Stake('poker-stake', casino, () => this.render());
    byId('tables').append(...Object.entries(tables).map(([short, { name }]) => el('label', {},
      el('input', { type: 'radio', name: 'table', value: short, checked: short === this.#table, onchange: () => this.#choose(short) }), name)));
    // The second click of a double click, or a key that is held down, must not draw what was just dealt.
    byId('deal').addEventListener('click', (event) => event.detail < 2 && this.#next());
    byId('deal').addEventListener('keydown', (event) => event.repeat && event.preventDefault());
    byId('best').addEventListener('click', () => this.#advise());
  }

  #choose(short) {
    this.#table = short;
    this.#last = null;
    this.render();
  }

  /** The hand on the table: one of the records, or one that only the casino knows. */
  get #hand() {
    const { open, view, player } = this.#casino;
    if (open) return open;
    if (!view?.hand || player.active !== null) return undefined;
    const [{ sent, received }] = view.hand.steps;
    return { nonce: -1, bet: parseBet(sent), cards: parseFive(received), unknown: true };
  }

  key(key) {
    if (key >= '1' && key <= '5') this.#toggle(Number(key) - 1);
    else if (key === 'd') byId('deal').click();
    else if (key === 'b') byId('best').click();
  }

  #toggle(i) {
    if (!this.#hand || !this.#casino.idle) return;
    this.#held[i] = !this.#held[i];
    this.render();
  }

  #next() {
    const hand = this.#hand;
    if (hand) return this.#draw(hand);
    return this.#casino.act(async () => {
      this.#last = null;
      await this.#casino.play(`poker ${this.#table} for ${this.#stake.cents}`);
    });
  }

  #draw(hand) {
    const held = [...this.#held];
    return this.#casino.act(async () => {
      const text = formatHold(held);
      const received = hand.unknown ? (await this.#casino.finishUnknown(text)).steps[1].received : await this.#casino.play(text, hand.nonce, 1);
      const { cards } = parseOutcome(hand.bet, received);
      this.#last = { bet: hand.bet, cards, held, row: rowOf(hand.bet.table, cards) };
      byId('advice').textContent = '';
    });
  }

  /** Plays a hand, or ends the open one, with the best hold. Returns whether that went well. */
  async playOnce() {
    if (!this.#hand && !await this.#next()) return false;
    if (!this.#hand) return true; // the bet was declined
    this.render();
    this.#advise();
    return this.#next();
  }

  #advise() {
    const hand = this.#hand;
    if (!hand) return;
    const all = holds(hand.bet.table, hand.cards);
    const [first, chosen] = [best(all), all.find(({ held }) => held.every((h, i) => h === this.#held[i]))];
    const per = ({ paid, draws }) => `${((paid / draws) * (hand.bet.stake / 100)).toFixed(2)} coins on average`;
    this.#held = [...first.held];
    const names = hand.cards.filter((_, i) => first.held[i]).map(cardName);
    const same = first.paid * chosen.draws === chosen.paid * first.draws;
    byId('advice').textContent = `Best: hold ${names.join(' ') || 'none'}, which returns ${per(first)} (exactly ${first.paid.toLocaleString('en')} for ${count(first.draws, 'draw')} of 1 coin).` +
      (same ? '' : ` Your choice would have returned ${per(chosen)}.`);
    this.render();
  }

  render() {
    const { automatic, busy, idle, ready, games } = this.#casino;
    const hand = this.#hand;
    if (hand && hand.nonce !== this.#nonce) {
      this.#nonce = hand.nonce;
      this.#held.fill(false);
      byId('advice').textContent = '';
    }
    if (hand) {
      this.#table = hand.bet.table;
      this.#stake.cents = hand.bet.stake;
    }
    const locked = hand !== undefined;
    const most = tables[this.#table].rows[0].pays;
    this.refused = this.#stake.render(most, locked || automatic);
    for (const input of byId('tables').querySelectorAll('input')) {
      input.disabled = locked || automatic;
      input.checked = input.value === this.#table;
    }
    const deal = byId('deal');
    deal.textContent = locked ? 'Draw' : 'Deal';
    allow(deal, locked ? idle : ready && this.refused === '', busy && !automatic);
    byId('best').disabled = !locked || this.#casino.alarm !== null || automatic;
    this.#showCards(hand);
    this.#showResult(hand);
    this.#showPays(hand, this.#stake.cents ?? minStake, games);
  }

  #showCards(hand) {
    const box = byId('hand');
    const cards = hand?.cards ?? this.#last?.cards ?? Array(5).fill(undefined);
    const key = JSON.stringify(cards) + (hand ? 'open' : '');
    const focused = box.contains(document.activeElement);
    if (box.dataset.key !== key) {
      box.dataset.key = key;
      box.replaceChildren(...cards.map((c, i) => el('button.slot', { type: 'button', onclick: () => this.#toggle(i) }, cardPicture(c), el('span', { 'aria-hidden': 'true' }))));
    }
    [...box.children].forEach((slot, i) => {
      const held = hand ? this.#held[i] : (this.#last?.held[i] ?? false);
      slot.disabled = !hand;
      slot.classList.toggle('held', held);
      slot.lastChild.textContent = held ? 'held' : '';
      if (hand) slot.setAttribute('aria-pressed', held);
      slot.setAttribute('aria-label', cards[i] === undefined ? `Card ${i + 1}, face down` : `Card ${i + 1}: ${cardWords(cards[i])}${hand ? ', hold' : ''}`);
    });
    if (focused && !hand) byId('deal').focus(); // a card that can't be held any more has lost it
  }

  #showResult(hand) {
    let text;
    if (hand) {
      const row = rowOf(hand.bet.table, hand.cards);
      text = `${hand.unknown ? 'A hand that this browser has no record of. ' : ''}${row.pays > 0 ? `${row.name}. ` : ''}Choose the cards to hold. Draw replaces the others.`;
    } else if (this.#last) {
      const { row, bet } = this.#last;
      text = row.pays > 0 ? `${row.name}: ${coins(bet.stake * row.pays)} coins` : 'No win this time.';
    } else if (this.#casino.declined) {
      text = this.#casino.declined;
    } else {
      text = this.refused || 'Choose a stake and deal.';
    }
    const result = byId('poker-result');
    result.classList.toggle('won', !hand && this.#last?.row.pays > 0);
    if (result.textContent !== text) result.textContent = text;
    const spoken = hand ? `Dealt: ${hand.cards.map(cardWords).join(', ')}. ${text}` : text;
    if (byId('spoken-poker').textContent !== spoken) byId('spoken-poker').textContent = spoken;
  }

  #showPays(hand, stake, games) {
    const hit = hand ? rowOf(hand.bet.table, hand.cards) : this.#last?.row;
    const told = games?.poker.find((t) => t.table === this.#table);
    byId('pays').replaceChildren(...tables[this.#table].rows.filter((row) => row.pays > 0).map((row) => (
      el(row === hit ? 'tr.hit' : 'tr', {}, el('th', { scope: 'row' }, row.name), el('td', {}, String(row.pays)), el('td', {}, coins(row.pays * stake))))));
    const other = told && tables[this.#table].rows.some((row, i) => told.rows[i]?.name !== row.name || told.rows[i].pays !== row.pays);
    byId('pays-caption').textContent = other ? 'The casino announces another pay table than this page checks by!'
      : told ? `Returns ${(told.return * 100).toFixed(4)} % if played best: exactly ${told.paid.toLocaleString('en')} in ${told.of.toLocaleString('en')}.` : '';
  }
}

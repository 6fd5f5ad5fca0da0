// The stake of a bet: typed, halved, doubled, or all that there is.

import { el } from '../check/dom.js';
import { coins, maxStake, minStake } from '../games/index.js';

export class Stake {
  #casino;
  #input;
  #buttons;
  #fault;
  #multiple = 1;

  /** Makes the field. changed is called when another stake is chosen. */
  constructor(id, casino, changed) {
    this.#casino = casino;
    const change = (cents) => {
      this.cents = Math.min(Math.max(Math.floor(cents / 100) * 100, minStake), casino.maxStake(this.#multiple) || minStake);
      changed();
    };
    const button = (text, label, cents) => el('button', { type: 'button', 'aria-label': label, onclick: () => change(cents()) }, text);
    this.#input = el('input', {
      id,
      inputmode: 'numeric',
      autocomplete: 'off',
      maxlength: 5,
      'aria-describedby': `${id}-fault`,
      oninput: changed,
    });
    this.#buttons = [
      button('½', '½: half the stake', () => (this.cents ?? 0) / 2),
      button('2×', '2×: twice the stake', () => (this.cents ?? 0) * 2),
      button('Max', 'Max: the greatest stake', () => Infinity),
    ];
    this.#fault = el('p.fault', { id: `${id}-fault` });
    this.field = el('div.stake', { id: `${id}-field` },
      el('label', { for: id }, 'Stake, in coins'),
      el('div.group', {}, this.#input, this.#buttons),
      this.#fault);
    this.cents = 500;
  }

  /** The stake in hundredths of a coin, undefined if none is typed that a bet can have. */
  get cents() {
    const cents = /^[1-9]\d{0,4}$/.test(this.#input.value.trim()) ? Number(this.#input.value) * 100 : 0;
    return cents >= minStake && cents <= maxStake ? cents : undefined;
  }

  set cents(cents) {
    this.#input.value = String(cents / 100);
  }

  /** Returns why no bet can be made with this stake, empty if one can be. multiple is the most that it pays for 1. */
  render(multiple, disabled) {
    this.#multiple = multiple;
    for (const control of [this.#input, ...this.#buttons]) control.disabled = disabled;
    const { view, maxWin } = this.#casino;
    let fault = '';
    if (this.cents === undefined) {
      fault = `A stake is 1 to ${coins(maxStake)} coins.`;
    } else if (this.cents * multiple > maxWin) {
      const most = Math.floor(maxWin / multiple / 100) * 100;
      fault = `A bet may pay ${coins(maxWin)} coins at most: stake up to ${coins(most)}.`;
    }
    this.#input.setAttribute('aria-invalid', fault !== '');
    this.#fault.textContent = fault;
    if (fault !== '' || !view || view.balance >= this.cents) return fault;
    return view.balance < minStake ? 'You’re out of coins. Get 1,000 new ones above.' : 'Not enough coins for this stake.';
  }
}

// Dice.

import { allow, byId, fact } from '../check/dom.js';
import { coins, formatRoll, minStake, parseBet, parseOutcome, payDice } from '../check/games.js';
import { Stake } from './stake.js';

export class Dice {
  name = 'dice';
  #casino;
  #last = null; // {bet, roll, pays}
  #stake;
  refused = ''; // why no bet can be made with this stake

  constructor(casino) {
    this.#casino = casino;
    const changed = () => {
      this.#last = null;
      this.render();
    };
    this.#stake = new Stake('dice-stake', casino, changed);
    byId('dice').addEventListener('input', changed);
    byId('roll-it').addEventListener('click', () => this.playOnce());
  }

  key(key) {
    if (key === 'r') byId('roll-it').click();
  }

  get #bet() {
    const choices = this.#casino.games?.dice.choices ?? [{ wins: 5000, multiplier: 198 }];
    const { wins } = choices[Number(byId('odds').value)] ?? choices[0];
    const side = document.querySelector('input[name="side"]:checked').value;
    return `dice ${side} ${wins} for ${this.#stake.cents ?? minStake}`;
  }

  /** Rolls once. Returns whether that went well. */
  playOnce() {
    return this.#casino.act(async () => {
      const text = this.#bet;
      const bet = parseBet(text);
      this.#last = null;
      const told = await this.#casino.play(text);
      if (told) this.#last = { bet, ...parseOutcome(bet, told) };
    });
  }

  render() {
    const { automatic, busy, ready, open, games, declined } = this.#casino;
    const odds = byId('odds');
    if (games && odds.max === '0') {
      odds.max = games.dice.choices.length - 1;
      odds.value = games.dice.choices.findIndex(({ wins }) => wins <= 5000);
    }
    const bet = parseBet(this.#bet);
    const multiplier = 9900 / bet.wins;
    const threshold = bet.side === 'under' ? bet.wins : 10000 - bet.wins;
    const chance = `${formatRoll(bet.wins)} %`;
    byId('odds-text').textContent = `${chance}, pays ${multiplier.toFixed(2)} for 1`;
    odds.setAttribute('aria-valuetext', `${chance} of the rolls win, which pays ${multiplier.toFixed(2)} for 1`);
    const zone = byId('zone');
    zone.style.left = bet.side === 'under' ? '0' : `${threshold / 100}%`;
    zone.style.width = `${bet.wins / 100}%`;
    byId('dice-pays').replaceChildren(
      fact('You win if the roll is', bet.side === 'under' ? `below ${formatRoll(threshold)}` : `${formatRoll(threshold)} or more`),
      fact('That is', `${bet.wins.toLocaleString('en')} of 10,000 rolls`),
      fact('A win pays, stake included', `${coins(payDice(bet, bet.side === 'under' ? 0 : 9999))} coins`));
    this.refused = this.#stake.render(multiplier, automatic);
    allow(byId('roll-it'), ready && !open && this.refused === '', busy && !automatic);

    const last = this.#last;
    byId('roll').textContent = last ? formatRoll(last.roll) : '–';
    byId('roll').className = last ? (last.pays > 0 ? 'won' : 'lost') : '';
    byId('marker').hidden = !last;
    if (last) byId('marker').style.left = `${last.roll / 100}%`;
    let text = 'Choose your odds and roll.';
    if (last) text = last.pays > 0 ? `${formatRoll(last.roll)} wins and pays ${coins(last.pays)} coins.` : `${formatRoll(last.roll)} loses.`;
    else if (declined) text = declined;
    else if (open) text = 'Finish your hand of poker first.';
    else if (this.refused !== '') text = this.refused;
    const result = byId('dice-result');
    result.classList.toggle('won', last?.pays > 0);
    if (!busy && result.textContent !== text) result.textContent = text;
  }
}

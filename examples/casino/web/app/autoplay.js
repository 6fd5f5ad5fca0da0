// Bets that are made one after another, up to limits that the player sets. A reload ends them.

import { byId, count } from '../check/dom.js';
import { coins } from '../games/index.js';

const pause = 200; // ms between bets, so that no limit of the casino's is ever met

export class Autoplay {
  #casino;
  #game; // returns the game that is shown: its playOnce makes a bet, and says whether that went well
  #stopped = false;
  #told = '';

  constructor(casino, game) {
    this.#casino = casino;
    this.#game = game;
    byId('auto-start').addEventListener('click', () => this.#run());
    byId('auto-stop').addEventListener('click', () => this.stop());
    byId('auto').addEventListener('input', () => this.render());
  }

  /** Makes no more bets than the one under way. */
  stop() {
    this.#stopped = true;
  }

  /** Returns the number in a field, undefined if there is none, and NaN if it can't be one. */
  #limit(id) {
    const text = byId(id).value.trim();
    if (text === '') return undefined;
    return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : NaN;
  }

  get #limits() {
    return {
      bets: this.#limit('auto-bets') ?? NaN,
      loss: this.#limit('auto-loss') ?? Infinity,
      win: this.#limit('auto-win') ?? Infinity,
    };
  }

  async #run() {
    const casino = this.#casino;
    const game = this.#game();
    const { bets, loss, win } = this.#limits;
    this.#stopped = false;
    casino.automatic = true;
    casino.render();
    let [done, result] = [0, 0]; // bets, and what they came to: others may be made or settled meanwhile
    let why = '';
    while (why === '') {
      const { length: before } = casino.player.rounds;
      const well = await game.playOnce();
      const { last } = game; // undefined if the bet was declined, or wasn't sent: only the first is recorded
      if (well && last) {
        done++;
        result += last.pays - last.bet.stake;
      }
      do await new Promise((resolve) => setTimeout(resolve, pause)); while (casino.busy); // a bet on crash may be settled
      this.#told = `${count(done, 'bet')} of ${bets.toLocaleString('en')}, ${coins(result)} coins`;
      if (!well || !casino.playable) why = 'see the message above';
      else if (!last) why = `a bet ${casino.player.rounds.length > before ? 'was declined' : 'wasn’t made'}`;
      else if (this.#stopped) why = 'you stopped it';
      else if (done >= bets) why = 'all bets are made';
      else if (result <= -loss * 100) why = 'the loss has reached your limit';
      else if (result >= win * 100) why = 'the win has reached your limit';
      else if (game.refused !== '') why = game.refused.toLowerCase().replace(/\.$/, '');
      this.render();
    }
    this.#told += `. Stopped: ${why}.`;
    casino.automatic = false;
    casino.render();
    byId('auto-start').focus();
  }

  render() {
    const { automatic, ready, open } = this.#casino;
    const limits = this.#limits;
    for (const [id, value] of [['auto-bets', limits.bets], ['auto-loss', limits.loss], ['auto-win', limits.win]]) {
      byId(id).disabled = automatic;
      byId(id).setAttribute('aria-invalid', Number.isNaN(value));
    }
    byId('auto-start').hidden = automatic;
    byId('auto-start').disabled = !ready || open !== undefined || this.#game().refused !== '' || Object.values(limits).some(Number.isNaN);
    byId('auto-stop').hidden = !automatic;
    if (byId('auto-status').textContent !== this.#told) byId('auto-status').textContent = this.#told;
  }
}

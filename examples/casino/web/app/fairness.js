// The seeds, and what the checks say.

import { allow, byId, count, el } from '../check/dom.js';
import { avoided, chooses, coins, judgeDeclined, minStake, sayDeclined } from '../games/index.js';

const visible = /[^\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\p{M}\u2800]/u; // of a text of these letters alone, nothing is seen

export class Fairness {
  #casino;
  #box = byId('check-verdict');
  #declined = byId('declined-verdict');
  #pairs = -1; // how many were over when the page was drawn last

  constructor(casino) {
    this.#casino = casino;
    byId('rotate').addEventListener('click', () => this.#rotate());
    byId('next-seed').addEventListener('input', () => this.render());
    byId('refill').addEventListener('click', () => casino.refill());
  }

  async #rotate() {
    const typed = byId('next-seed').value;
    const isDone = await this.#casino.rotate(typed === '' ? undefined : typed);
    if (isDone && this.#casino.records.player.active.client === typed) byId('next-seed').value = '';
    this.render();
  }

  /** Returns what is wrong with the seed that is typed, empty if nothing is: what the casino's API says, and that it is a new one. */
  get #seedFault() {
    const seed = byId('next-seed').value;
    const { player, pairs } = this.#casino;
    if (seed === '') return '';
    if (new TextEncoder().encode(seed).length > 128) return 'A seed has up to 128 bytes.';
    if (/^[=+\-@]/.test(seed)) return 'A seed can’t begin with =, +, - or @, as spreadsheets take these for formulas.';
    if (/[\p{Cc}\u2028\u2029\ufffd]/u.test(seed) || !seed.isWellFormed()) return 'A seed has no control characters.';
    if (!visible.test(seed)) return 'A seed needs letters that can be seen.';
    if ([player.active, ...pairs].some((pair) => pair?.client === seed)) return 'The casino knows this seed already: take another.';
    return '';
  }

  /** Returns a warning of letters in the seed that is typed which nobody would see, empty if there are none. */
  get #seedWarning() {
    const [hidden] = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]|[^\P{Zs} ]/u.exec(byId('next-seed').value) ?? [];
    if (hidden === undefined) return '';
    const code = hidden.codePointAt(0).toString(16).toUpperCase().padStart(4, '0');
    return `This seed has letters that can’t be seen, such as U+${code}. They are part of it.`;
  }

  render() {
    const { records, player: { active, rounds }, pairs, busy, ready, open, alarm, view, automatic } = this.#casino;
    byId('seed-hash').textContent = active?.hash ?? '–';
    byId('seed-client').textContent = active?.client ?? '–';
    byId('seed-rounds').textContent = String(rounds.length);
    const fault = this.#seedFault;
    byId('next-seed').setAttribute('aria-invalid', fault !== '');
    byId('next-seed-fault').textContent = fault || this.#seedWarning;
    const seeds = view?.seeds;
    const most = (maxWin) => (maxWin === undefined ? '–' : `${coins(maxWin)} coins at most`);
    byId('seed-limit').textContent = most(records?.maxWin);
    byId('next-hash').textContent = seeds?.nextServerHash ?? '–';
    byId('next-limit').textContent = most(records?.limits[seeds?.nextServerHash]);
    const rotate = byId('rotate');
    rotate.textContent = rounds.length === 0 ? 'New seeds' : `Reveal and check ${count(rounds.length, 'round')}`;
    rotate.classList.toggle('primary', rounds.length > 0);
    allow(rotate, ready && !open && fault === '', busy && !automatic);
    rotate.title = open ? 'Finish your round first: the secret would show how it goes on.' : '';
    if (records && pairs.length !== this.#pairs) {
      const revealed = pairs.find(({ hash }) => hash === seeds?.revealed?.serverHash);
      if (this.#pairs >= 0 && pairs.length > this.#pairs && revealed?.server) this.#tell(revealed); // and not one from a file
      this.#pairs = pairs.length;
    }
    if (alarm) this.#box.hidden = this.#declined.hidden = true;
    byId('refill').hidden = !(view && view.balance < minStake && !open && !records?.crash.bet && !records?.crash.asked);
  }

  #tell({ rounds, server }) {
    this.#tellDeclined(rounds);
    const checked = [
      `${rounds.length} of ${rounds.length} rounds checked in this browser`,
      'The casino’s secret was ',
      el('code', {}, server),
      '. It has the hash that was shown before your first bet, and every outcome follows from it. New seeds are in use.',
    ];
    const unused = ['New seeds', 'No round was played with the old ones. Their secret had the hash that was shown.'];
    const [title, ...text] = rounds.length > 0 ? checked : unused;
    this.#box.replaceChildren(el('strong', {}, title), el('p', {}, text));
    this.#box.hidden = false;
  }

  /** Says what the bets would have given that were declined, if any were: right outcomes of the others don't make up for a choice. */
  #tellDeclined(rounds) {
    const bets = rounds.filter(([{ declined }]) => declined).map(([{ sent, avoided: outcome }]) => avoided([sent], [outcome]));
    const judged = judgeDeclined(bets);
    const title = judged.suspicious ? chooses : `${count(bets.length, 'bet')} declined`;
    this.#declined.className = `verdict ${judged.suspicious ? 'warn' : 'plain'}`;
    this.#declined.replaceChildren(el('strong', {}, title), el('p', {}, sayDeclined(judged)));
    this.#declined.hidden = bets.length === 0;
  }
}

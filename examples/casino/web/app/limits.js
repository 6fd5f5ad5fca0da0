// The player's own limits: a form, and what holds.

import { byId } from '../check/dom.js';
import { coins } from '../games/index.js';
import { list, pass } from './own.js';
import { setLimits } from './wish.js';

const longestSession = 24 * 60; // minutes
const fields = { stake: 100, day: 100, week: 100, session: 1 }; // what one of the unit shown is

export class Limits {
  #casino;
  #filled;

  constructor(casino) {
    this.#casino = casino;
    byId('limits-form').addEventListener('submit', (event) => {
      event.preventDefault();
      this.#set();
    });
    byId('limits-form').addEventListener('input', () => this.render());
  }

  /** Returns the number in a field, 0 if there is none, and NaN if it can't be one. */
  #number(name) {
    const text = byId(`limit-${name}`).value.trim();
    if (text === '') return 0;
    const isNumber = /^[1-9]\d{0,6}$/.test(text) && (name !== 'session' || Number(text) <= longestSession);
    return isNumber ? Number(text) * fields[name] : NaN;
  }

  /** The end of the pause that is chosen, which may be that of before; 0 for none. */
  get #pause() {
    const hours = Number(byId('limit-pause').value);
    const { own } = this.#casino;
    if (hours > 0) return Date.now() + hours * 3600000;
    return hours < 0 ? 0 : (own?.next ?? own)?.pause ?? 0;
  }

  get #wanted() {
    const wanted = Object.fromEntries(Object.keys(fields).map((name) => [name, this.#number(name)]));
    return { ...wanted, pause: this.#pause };
  }

  async #set() {
    const wanted = this.#wanted;
    if (await this.#casino.act(() => setLimits(this.#casino, wanted))) {
      byId('limit-pause').value = '0';
      this.#filled = undefined;
      this.render();
    }
  }

  /** Fills the fields with what the player wished last. */
  #fill(own) {
    for (const [name, unit] of Object.entries(fields)) byId(`limit-${name}`).value = own?.[name] ? String(own[name] / unit) : '';
  }

  render() {
    const casino = this.#casino;
    const own = casino.own && pass(casino.own, Date.now());
    const wishes = JSON.stringify(own?.next ?? own ?? null, Object.keys(fields));
    if (this.#filled !== wishes && casino.view) {
      this.#filled = wishes;
      this.#fill(own?.next ?? own);
    }
    for (const name of Object.keys(fields)) byId(`limit-${name}`).setAttribute('aria-invalid', Number.isNaN(this.#number(name)));
    byId('limits-set').disabled = !casino.idle || Object.keys(fields).some((name) => Number.isNaN(this.#number(name)));
    const holding = own ? list(own) : [];
    const lines = [holding.length > 0 ? `In force: ${holding.join('; ')}.` : 'No limit is in force.'];
    if (own && (own.day || own.week)) {
      lines.push(`Counted: ${coins(own.lostDay)} coins lost today, ${coins(own.lostWeek)} this week (UTC).`);
    }
    if (own?.next) {
      const from = new Date(own.from).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' });
      lines.push(`From ${from} on: ${list(own.next).join('; ') || 'no limits'}.`);
    }
    if (byId('limits-status').textContent !== lines.join(' ')) byId('limits-status').textContent = lines.join(' ');
  }
}

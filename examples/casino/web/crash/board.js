// The board of crash: one multiplier for all players.

import { Board as Base, say } from '../app/board.js';
import { crashTerms } from '../app/answers.js';
import { Refusal, send } from '../app/api.js';
import { allow, el } from '../check/dom.js';
import { coins, times } from '../games/index.js';
import { Facts } from './facts.js';
import { Round } from './round.js';
import { announced, at, least, most, outOf, parse, reach } from './rules.js';
import { Seat } from './seat.js';
import { Stage } from './stage.js';
import { BetTable, outAt } from './table.js';

const rules = { name: 'crash', title: 'Crash' };
const shown = 14; // rounds of the history
const idleTexts = { // what to do without a bet, by phase
  none: 'The table is being opened …',
  pending: 'This chain waits for its round of the beacon. Nothing can be played yet.',
  betting: 'Place your bet.',
  running: 'Wait for the next round.',
  over: 'The next round is about to begin.',
};

export class Board extends Base {
  #round = new Round(this.casino, (name) => this.#heard(name));
  #seat = new Seat(this.casino, this.#round, () => this.#wish, (text) => this.#speak(text));
  #opened; // the round that was said to be open last
  #doubled = 100; // the multiplier that was said last
  #askedTerms = false; // whether the casino was asked for its terms

  #stage = new Stage();
  #table = new BetTable();
  #facts = new Facts(this.otherTerms);
  #latestRounds = el('ol.latest', { 'aria-label': 'The latest rounds' });
  #status = el('p.result', { id: 'crash-status', 'aria-hidden': 'true' });
  #say = el('p.sr', { id: 'spoken-crash', 'aria-live': 'polite' });
  #target = el('input', {
    id: 'crash-target',
    inputmode: 'decimal',
    autocomplete: 'off',
    maxlength: 7,
    placeholder: 'by hand',
    'aria-describedby': 'crash-target-fault',
    oninput: () => this.changed(),
  });
  #targetFault = el('p.fault', { id: 'crash-target-fault' });
  #button = el('button.primary', { type: 'button', id: 'crash-play', disabled: true, onclick: () => this.#seat.press() }, 'Bet');
  #drawing = false;
  #next; // a timer

  constructor(casino) {
    super(casino, rules, ['C', 'bet, or cash out']);
    const { title, keyLine, section } = this;
    this.stake.field.classList.add('crash-stake');
    const target = el('div.target', {}, el('label', { for: 'crash-target' }, 'Cash out at'), this.#target, this.#targetFault);
    const controls = el('div.controls', {}, this.stake.field, target, this.#button);
    section.append(
      el('div.felt', {}, title, this.#latestRounds, this.#stage.element, this.#status, this.#say, controls, keyLine),
      this.#table.element,
      this.#facts.element);
    this.otherTerms.hidden = true;
    setInterval(() => this.#tick(), 250);
  }

  key(key) {
    if (key === 'c') this.#button.click();
  }

  /** The target in hundredths: undefined if there is none, NaN if there can't be such a one. */
  get #hundredths() {
    const text = this.#target.value.trim().replace(',', '.').replace(/×$/, '');
    if (text === '') return undefined;
    const target = /^\d{1,4}(\.\d{1,2})?$/.test(text) ? Math.round(Number(text) * 100) : NaN;
    return target >= least && target <= most ? target : NaN;
  }

  /** The bet that the player would make, undefined if there can't be such a one. */
  get #wish() {
    return this.refused === '' ? { stake: this.stake.cents, target: this.#hundredths } : undefined;
  }

  /** Says what an event has told. */
  #heard(name) {
    const { told, phase } = this.#round;
    if (name === 'table' && phase === 'betting' && (this.#opened === undefined || !this.#round.is(this.#opened))) {
      this.#opened = told;
      this.#doubled = 100;
      this.#seat.begin();
      this.#speak('Bets are open.');
    }
    if (name === 'end') this.#speak(told.void ? 'This round was given up.' : `Crashed at ${times(told.point)}.`);
    if (name !== 'tick') this.casino.render();
    this.#seat.goOn();
  }

  #speak(text) {
    if (!this.section.hidden) say(this.#say, text);
  }

  /** Shows what passes without an event, and does what could not be done at once. */
  #tick() {
    const { casino, section } = this;
    if (!casino.view || casino.alarm !== null) return;
    if (section.hidden && !this.#seat.bet) {
      this.#round.leave(); // nothing is heard while another game is shown
      return;
    }
    this.#round.listen();
    this.#askTerms();
    if (this.#round.phase === 'running') this.#sayDoubled();
    this.#seat.goOn();
    if (!section.hidden) this.#renderMoving();
  }

  #sayDoubled() {
    if (this.#round.multiplier < 2 * this.#doubled) return;
    this.#doubled *= 2;
    if (this.#seat.isIn || this.#seat.mine === undefined) this.#speak(`${this.#doubled / 100} times.`);
  }

  #askTerms() {
    if (this.#askedTerms) return;
    this.#askedTerms = true;
    send('GET', 'api/crash', crashTerms).then((terms) => {
      const told = JSON.parse(terms);
      this.otherTerms.hidden = Object.entries(announced).every(([name, value]) => told?.[name] === value);
    }).catch((err) => { // nothing is decided by them
      if (!(err instanceof Refusal)) this.otherTerms.hidden = false;
    });
  }

  render() {
    if (this.section.hidden) this.#seat.armed = false; // nothing that was wanted here is done later
    const target = this.#hundredths;
    const { phase } = this.#round;
    const { armed, mine, isIn } = this.#seat;
    const fixed = armed || phase === 'betting' && mine !== undefined || phase === 'running' && isIn;
    this.refused = this.stake.render((Number.isNaN(target) ? 100 : target ?? most) / 100, fixed);
    this.#target.disabled = fixed;
    const fault = Number.isNaN(target) ? 'A target is 1.01 to 1,000.' : '';
    this.#target.setAttribute('aria-invalid', fault !== '');
    this.#targetFault.textContent = fault;
    this.refused ||= fault;
    this.#renderMoving();
    this.#renderPast();
    this.#renderFacts(target || 200);
    if (!this.section.hidden) requestAnimationFrame(() => this.#animate());
  }

  #renderButton() {
    const { casino } = this;
    const canBet = casino.ready && this.refused === '';
    const { phase, multiplier } = this.#round;
    const { armed, mine, isIn } = this.#seat;
    const canCash = phase === 'running' && isIn;
    let [name, can] = ['Bet', canBet];
    if (canCash) [name, can] = [`Cash out ${times(Math.max(multiplier, least))}`, casino.idle];
    else if (phase === 'betting' && mine) [name, can] = ['You’re in', false];
    else if (armed) name = 'Don’t bet after all';
    else if (phase !== 'betting') [name, can] = ['Bet on the next round', canBet && phase !== 'none'];
    say(this.#button, name);
    this.#button.classList.toggle('cash', canCash);
    allow(this.#button, can || armed, casino.busy);
  }

  /** Returns the most important thing to say. */
  get #text() {
    const { phase, multiplier, isLate } = this.#round;
    const { armed, outcome, mine, isIn } = this.#seat;
    if (isLate) return 'The casino doesn’t answer. This page goes on asking.';
    const { stake, target } = mine ? parse(mine.sent) : {};
    const out = mine && times(outOf(parse(mine.sent), mine.cashed));
    if (mine && phase === 'betting') return `You bet ${coins(stake)} coins, ${target ? `out at ${out}` : 'out by hand'}.`;
    if (mine && phase === 'running' && !isIn) return `You are out at ${out}.`;
    if (mine && phase === 'running') return `If you get out now, you are paid ${coins((stake / 100) * Math.max(multiplier, least))} coins.`;
    if (armed) return 'You bet on the next round.';
    if (outcome.text) return outcome.text;
    return phase !== 'running' && this.refused ? this.refused : idleTexts[phase];
  }

  /** Shows what changes without an event: the button, the bets, and the text beside the curve. */
  #renderMoving() {
    this.#renderButton();
    this.#renderBets();
    const [text, { outcome }] = [this.#text, this.#seat];
    say(this.#status, text);
    this.#status.classList.toggle('won', outcome.paid === true && text === outcome.text);
  }

  /** Draws one picture after another while the multiplier rises, or fewer of them for those who want little motion. */
  #animate() {
    if (this.section.hidden) return;
    const { phase } = this.#round;
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    this.#draw();
    if (phase !== 'running' && phase !== 'betting') return;
    clearTimeout(this.#next);
    if (still) this.#next = setTimeout(() => this.#animate(), 250);
    else if (!this.#drawing) {
      this.#drawing = true;
      requestAnimationFrame(() => {
        this.#drawing = false;
        this.#animate();
      });
    }
  }

  #draw() {
    const { phase, told, elapsed, bets } = this.#round;
    this.#stage.draw({ phase, round: told, elapsed }, (multiplier) => {
      const out = [...bets.values()].map((bet) => ({ at: outAt(bet, multiplier), own: this.#seat.isOwn(bet) }));
      return out.filter((mark) => mark.at !== undefined).map((mark) => ({ elapsed: reach(mark.at), own: mark.own }));
    });
  }

  #renderPast() {
    const latest = this.#round.history.slice(0, shown);
    const key = latest.map(({ round }) => round).join();
    if (this.#latestRounds.dataset.key === key) return;
    this.#latestRounds.dataset.key = key;
    this.#latestRounds.replaceChildren(...latest.map(({ round, point }) => (
      el(`li.${point >= 200 ? 'high' : 'low'}`, { title: `Round ${round}` }, times(point)))));
  }

  #renderFacts(target) {
    const { records, chains } = this.casino;
    if (!records) return;
    const cents = this.stake.cents ?? 100;
    this.#facts.render({ sum: records.crash.sum, target, cents, chain: this.#round.chain, chains });
  }

  #renderBets() {
    const { phase, told, bets, multiplier } = this.#round;
    this.#table.render({
      bets: bets.values(),
      round: phase === 'none' ? undefined : told,
      over: phase === 'over',
      multiplier,
      isOwn: (bet) => this.#seat.isOwn(bet),
    });
  }
}

// The board of crash: one multiplier for all players.

import { Board as Base, say } from '../app/board.js';
import { crashChains, crashTerms } from '../app/answers.js';
import { Refusal, send } from '../app/api.js';
import { fail } from '../squaredeal/internal/fault.js';
import { allow, count, el } from '../check/dom.js';
import { coins, times } from '../games/index.js';
import { Facts } from './facts.js';
import { Feed } from './feed.js';
import { keepEnd } from './records.js';
import { cashOut, placeBet, settle } from './requests.js';
import { announced, at, least, most, outOf, parse, reach, write } from './rules.js';
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
const lateAfter = 4000; // ms without an event until it is said

/** Fails unless a signature is the beacon's of a round. What checks it is large, so it is loaded when it is needed. */
async function verifyBeacon(round, signature) {
  await import('./drand.js');
  try {
    globalThis.verifyDrand(round, signature);
  } catch (err) {
    fail('mismatch', `the casino’s value of the beacon isn’t drand’s: ${err.message}`);
  }
}

/** Returns what to say of a bet that was settled, {text, paid}; paid if it was won. */
function outcomeOf({ sent, cashed, point, paid }) {
  const bet = parse(sent);
  const out = outOf(bet, cashed);
  if (paid === 0) return { text: `Crashed at ${times(point)}: your ${count(bet.stake / 100, 'coin')} are lost.` };
  if (point === undefined) return { text: 'This round was given up: your stake is given back.' };
  if (out <= point) return { text: `You got out at ${times(out)}, and are paid ${coins(paid)} coins.`, paid: true };
  return { text: 'Nobody ran this round for a while: your stake is given back.' };
}

export class Board extends Base {
  #feed = new Feed((name, event) => this.#hear(name, event), (err) => this.casino.fail(err));
  #hearing = Promise.resolve(); // events are read one after the other
  #round; // the latest one
  #chain;
  #bets = new Map(); // of all players, by number
  #history = []; // rounds that have ended, the newest first
  #heardAt = 0;
  #armed = false; // a bet is made on the next round as soon as it takes bets
  #doubled = 100; // the multiplier that was said last
  #outcome = { text: '' }; // of the bet that was settled last, or of a request; paid, if that bet was won
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
  #button = el('button.primary', { type: 'button', id: 'crash-play', disabled: true, onclick: () => this.press() }, 'Bet');
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
    casino.endedRound = (told) => this.#ended(told);
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

  /** The player's bet that isn't settled. */
  get #bet() {
    return this.casino.records?.crash.bet;
  }

  /** The player's bet on the round that is shown. */
  get #mine() {
    const [bet, round] = [this.#bet, this.#round];
    return bet && bet.chain === round?.chain && bet.round === round.round ? bet : undefined;
  }

  /** Milliseconds after the start of the round, by what this browser knows; below 0 before it. */
  get #elapsed() {
    const { now } = this.#feed;
    return this.#round && now !== undefined ? now - this.#round.starts : undefined;
  }

  get #phase() {
    if (this.#round === undefined || this.#elapsed === undefined) return this.#chain ? 'pending' : 'none';
    if (this.#round.link || this.#round.void) return 'over';
    return this.#elapsed < 0 ? 'betting' : 'running';
  }

  /** Whether the player's bet is still in. */
  get #isIn() {
    const mine = this.#mine;
    return mine !== undefined && mine.cashed === undefined && at(this.#elapsed) < outOf(parse(mine.sent));
  }

  #hear(name, event) {
    this.#heardAt = performance.now();
    this.#hearing = this.#hearing.then(() => this.#take(name, event)).catch((err) => this.casino.fail(err));
  }

  /** Waits until nothing is under way: an act that began before an alarm could end it. */
  async #quiet() {
    while (this.casino.busy) await new Promise((resolve) => setTimeout(resolve, 30));
  }

  async #take(name, event) {
    const { casino } = this;
    await this.#quiet();
    if (name === 'table') await this.#takeTable(event);
    if (name === 'bets' && event.chain === this.#round?.chain && event.round === this.#round.round) {
      for (const bet of event.bets) this.#bets.set(bet.number, bet);
    }
    if (name === 'end') await this.#takeEnd(event);
    if (name !== 'tick') casino.render();
    if (casino.alarm === null && casino.view) this.#goOn();
  }

  /** Takes the state of the table: when this browser begins to listen, and whenever a round opens. */
  async #takeTable({ chain, round, bets, history }) {
    if (chain) await this.casino.chains.follow(chain, verifyBeacon);
    for (const past of history.toReversed()) this.casino.chains.end(past);
    if (round) this.casino.chains.mayPlay(round);
    const isNew = round?.round !== this.#round?.round || round?.chain !== this.#round?.chain;
    [this.#chain, this.#round, this.#history] = [chain, round, history];
    this.#bets = new Map(bets.map((bet) => [bet.number, bet]));
    if (isNew && this.#phase === 'betting') {
      this.#doubled = 100;
      if (!this.#bet) this.#outcome = { text: '' };
      this.#speak('Bets are open.');
    }
  }

  /** Takes the end of the round. */
  async #takeEnd({ round, receipt }) {
    const { records, chains } = this.casino;
    if (!chains.of(round.chain)) {
      this.#feed.beginAgain(); // as its chain was forgotten in the meantime
      return;
    }
    chains.end(round);
    if (this.#mine && records.key) await keepEnd(records, round, receipt);
    this.#round = round;
    if (!round.void) this.#history = [round, ...this.#history];
    this.#speak(round.void ? 'This round was given up.' : `Crashed at ${times(round.point)}.`);
  }

  /** Settles a bet whose round is over, and makes the bet that was wanted, once nothing else is under way. */
  async #goOn() {
    const { casino } = this;
    const [bet, round] = [this.#bet, this.#round];
    if (casino.busy || !round) return; // the next tick tries again
    if (bet && (!this.#mine || this.#phase === 'over')) {
      await casino.act(() => settle(casino));
      this.#tellResult(bet);
    } else if (this.#armed && !bet && this.#phase === 'betting' && casino.ready) {
      await this.#placeBet();
    }
  }

  /** Says what came of a bet that was settled. */
  #tellResult(bet) {
    const [latest] = this.casino.records.crash.over;
    if (latest?.round !== bet.round || latest.chain !== bet.chain) return;
    this.#outcome = outcomeOf(latest);
    this.#speak(this.#outcome.text);
    this.casino.render();
  }

  /** Checks a round that has ended, as the casino tells it in an answer, and returns it. */
  async #ended(told) {
    if (!told) return undefined;
    if (!this.casino.chains.of(told.chain)) {
      const { chains } = await send('GET', 'api/crash', crashChains);
      for (const chain of chains.filter((one) => one.chain === told.chain)) await this.casino.chains.follow(chain, verifyBeacon);
    }
    this.casino.chains.end(told);
    return told;
  }

  press() {
    const { casino } = this;
    if (this.#phase === 'running' && this.#isIn) {
      casino.act(() => this.#cashOut());
    } else if (this.#phase === 'betting' && !this.#bet) {
      this.#placeBet();
    } else {
      this.#armed = !this.#armed;
      casino.render();
    }
  }

  async #cashOut() {
    const [board, { starts }] = [this, this.#round];
    const told = await cashOut(this.casino, {
      get elapsed() { return board.#feed.now - starts; },
      get latest() { return board.#feed.latest - starts; },
    });
    if (told === undefined) this.#outcome = { text: 'Too late: the round had crashed.' };
    else this.#speak(`You are out at ${times(outOf({}, told))}.`);
  }

  async #placeBet() {
    const { casino } = this;
    this.#armed = false;
    const { chain, round } = this.#round;
    this.#outcome = { text: '' };
    await casino.act(async () => {
      const sent = write({ stake: this.stake.cents, target: this.#hundredths });
      if (!await placeBet(casino, chain, round, sent)) this.#outcome = { text: casino.declined };
    });
  }

  #speak(text) {
    if (!this.section.hidden) say(this.#say, text);
  }

  /** Shows what passes without an event, and does what could not be done at once. */
  #tick() {
    const { casino, section } = this;
    if (!casino.view || casino.alarm !== null) return;
    if (!section.hidden || this.#bet) this.#listen();
    else this.#leave();
    if (section.hidden && !this.#bet) return;
    if (this.#phase === 'running') {
      const multiplier = at(this.#elapsed);
      if (multiplier >= 2 * this.#doubled) {
        this.#doubled *= 2;
        if (this.#isIn || this.#mine === undefined) this.#speak(`${this.#doubled / 100} times.`);
      }
    }
    if (casino.alarm === null) this.#goOn();
    if (!section.hidden) this.#renderMoving();
  }

  /** Nothing is heard while another game is shown, and nothing that was wanted here is done later. */
  #leave() {
    this.#feed.close();
    this.#heardAt = 0;
    this.#armed = false;
  }

  #listen() {
    this.#feed.open();
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
    const target = this.#hundredths;
    const waits = this.#phase === 'betting' && this.#mine !== undefined;
    const fixed = this.#armed || waits || this.#phase === 'running' && this.#isIn;
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
    const phase = this.#phase;
    const mine = this.#mine;
    let [name, can] = ['Bet', canBet];
    if (phase === 'running' && this.#isIn) [name, can] = [`Cash out ${times(Math.max(at(this.#elapsed), least))}`, casino.idle];
    else if (phase === 'betting' && mine) [name, can] = ['You’re in', false];
    else if (this.#armed) name = 'Don’t bet after all';
    else if (phase !== 'betting') [name, can] = ['Bet on the next round', canBet && phase !== 'none'];
    say(this.#button, name);
    this.#button.classList.toggle('cash', phase === 'running' && this.#isIn);
    allow(this.#button, can || this.#armed, casino.busy);
  }

  /** Returns the most important thing to say. */
  #statusText(phase, mine) {
    if (this.#heardAt > 0 && performance.now() - this.#heardAt > lateAfter) return 'The casino doesn’t answer. This page goes on asking.';
    const { stake, target } = mine ? parse(mine.sent) : {};
    const out = mine && times(outOf(parse(mine.sent), mine.cashed));
    if (mine && phase === 'betting') return `You bet ${coins(stake)} coins, ${target ? `out at ${out}` : 'out by hand'}.`;
    if (mine && phase === 'running' && !this.#isIn) return `You are out at ${out}.`;
    if (mine && phase === 'running') {
      return `If you get out now, you are paid ${coins((stake / 100) * Math.max(at(this.#elapsed), least))} coins.`;
    }
    if (this.#armed) return 'You bet on the next round.';
    if (this.#outcome.text) return this.#outcome.text;
    return phase !== 'running' && this.refused ? this.refused : idleTexts[phase];
  }

  /** Shows what changes without an event: the button, the bets, and the text beside the curve. */
  #renderMoving() {
    this.#renderButton();
    this.#renderBets();
    const text = this.#statusText(this.#phase, this.#mine);
    say(this.#status, text);
    this.#status.classList.toggle('won', this.#outcome.paid === true && text === this.#outcome.text);
  }

  /** Draws one picture after another while the multiplier rises, or fewer of them for those who want little motion. */
  #animate() {
    if (this.section.hidden) return;
    const phase = this.#phase;
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    this.#draw(phase);
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

  #draw(phase) {
    this.#stage.draw({ phase, round: this.#round, elapsed: this.#elapsed }, (multiplier) => {
      const out = [...this.#bets.values()].map((bet) => ({ at: outAt(bet, multiplier), own: this.#isOwn(bet) }));
      return out.filter((mark) => mark.at !== undefined).map((mark) => ({ elapsed: reach(mark.at), own: mark.own }));
    });
  }

  #isOwn({ name }) {
    const { bet, over } = this.casino.records?.crash ?? {};
    return name === (bet ?? over?.[0])?.name;
  }

  #renderPast() {
    const latest = this.#history.slice(0, shown);
    const key = latest.map(({ round }) => round).join();
    if (this.#latestRounds.dataset.key === key) return;
    this.#latestRounds.dataset.key = key;
    this.#latestRounds.replaceChildren(...latest.map(({ round, point }) => (
      el(`li.${point >= 200 ? 'high' : 'low'}`, { title: `Round ${round}` }, times(point)))));
  }

  #renderFacts(target) {
    const { records } = this.casino;
    if (!records) return;
    const cents = this.stake.cents ?? 100;
    this.#facts.render({ sum: records.crash.sum, target, cents, chain: this.#chain, chains: this.casino.chains });
  }

  /** The multiplier of this moment, or where the round has crashed; undefined before the start. */
  get #multiplier() {
    if (this.#phase === 'over') return this.#round.point;
    return this.#phase === 'running' ? at(this.#elapsed) : undefined;
  }

  #renderBets() {
    const phase = this.#phase;
    this.#table.render({
      bets: this.#bets.values(),
      round: phase === 'none' ? undefined : this.#round,
      over: phase === 'over',
      multiplier: this.#multiplier,
      isOwn: (bet) => this.#isOwn(bet),
    });
  }
}

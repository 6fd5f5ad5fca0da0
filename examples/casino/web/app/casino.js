// The casino as the parts of the page see it: its state, this browser's records, and what is done with both.

import { Fault, fail } from '../check/bytes.js';
import { byId, count } from '../check/dom.js';
import { coins, maxStake, mostPaid, parseBet, readRound } from '../games/index.js';
import { Player } from '../check/player.js';
import { Alarm } from './alarm.js';
import { send } from './api.js';
import { Records, openRound } from './records.js';

// Tabs of this browser play on the same records, one at a time. The turn tells whether another tab has been at it.
const channel = new BroadcastChannel('squaredeal-casino');
const turn = 'squaredeal-casino-turn';
let last = null;

function inTurn(f) {
  return navigator.locks.request('squaredeal-casino', async () => {
    const overtaken = localStorage.getItem(turn) !== last;
    last = crypto.randomUUID(); // now, as this tab may be closed in the middle
    localStorage.setItem(turn, last);
    try {
      await f(overtaken);
    } finally {
      channel.postMessage('changed');
    }
  });
}

/** Compares values of JSON. */
function alike(a, b) {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b;
  const [keys, others] = [Object.keys(a), Object.keys(b)];
  return keys.length === others.length && keys.every((key) => Object.hasOwn(b, key) && alike(a[key], b[key]));
}

export class Casino {
  records = null;
  view = null; // the casino's public state
  menu = null; // the games and stakes that it announces
  busy = false;
  automatic = false; // bets are made one after another
  alarm = null; // why nothing can be played
  declined = ''; // what to say of the bet that was declined last
  parts = [];
  #alarm = new Alarm(this);
  #acts = 0; // how many there were

  constructor() {
    channel.onmessage = () => this.look();
  }

  /** Does something, one after another in all tabs of this browser. Whatever goes wrong is shown, and false returned. */
  async act(f) {
    if (this.busy) return false;
    this.busy = true;
    this.#acts++;
    this.render();
    try {
      await inTurn(async (overtaken) => {
        if (overtaken && this.view) await this.#lookAgain();
        await f();
      });
      if (this.alarm === null) this.#alarm.hide();
      return true;
    } catch (err) {
      this.#alarm.show(err, f);
      return false;
    } finally {
      this.busy = false;
      byId('busy').textContent = '';
      this.render();
    }
  }

  async #lookAgain() {
    this.#take(await this.#send('GET', 'api/view'));
    await this.records.read();
  }

  /** Shows what another tab has done. */
  async look() {
    if (this.busy || !this.view) return;
    const acts = this.#acts;
    try {
      const view = await this.#send('GET', 'api/view');
      if (this.#acts !== acts) return; // the view may be an older one
      this.#take(view);
      await this.records.read();
      this.render();
    } catch {
      // It is looked at again before anything is done.
    }
  }

  render() {
    byId('balance').textContent = this.view ? coins(this.view.balance) : '–';
    for (const part of this.parts) part.render();
  }

  /** Whether the controls do anything. */
  get idle() {
    return !this.busy && !this.automatic && this.alarm === null && this.view !== null;
  }

  /** Whether something new may be played, by hand or automatically. */
  get playable() {
    const { player } = this;
    return this.alarm === null && this.view !== null && player.active !== null && player.asked === null && !player.unanswered;
  }

  get ready() {
    return this.idle && this.playable;
  }

  /** What is recorded of the player, nothing before the records are read. */
  get player() {
    return this.records?.player ?? new Player();
  }

  get pairs() {
    return this.records?.pairs ?? [];
  }

  /** The open round: that of the records, or one that only the casino knows. */
  get open() {
    const { view, player } = this;
    if (!view?.open || player.active !== null) return openRound(player);
    const { steps, nonce } = view.open;
    return { nonce, steps, unknown: true, ...readRound(steps) };
  }

  /** What the casino announces of a game, if that isn't what this page checks by. */
  otherTerms(game) {
    if (this.menu === null) return undefined;
    const announced = this.menu.games?.[game.name];
    return alike(announced, game.announced()) ? undefined : announced ?? null;
  }

  /** Returns the greatest stake that a bet can have now, whose greatest win is a multiple of it. */
  maxStake(multiple) {
    const most = Math.min(maxStake, this.view?.balance ?? 0, this.maxWin / multiple);
    return Math.floor(most / 100) * 100;
  }

  /** What a bet may pay at most, as far as the casino has said: it sets the limit with the seeds. */
  get maxWin() {
    return this.view?.seeds.serverHash ? this.view.maxWin : Infinity;
  }

  #send(method, path, body) {
    return send(method, path, body, (n) => {
      byId('busy').textContent = `The casino doesn’t answer. Sending the same request again (${n}) …`;
    });
  }

  #take(view) {
    if (view.player !== this.records.id) throw new Fault('mismatch', 'the casino answers for another player');
    this.view = view;
  }

  #checkBalance() {
    return this.records.checkBalance(this.view.balance, this.menu.start);
  }

  /** Begins, or begins again: whatever was wrong is looked for once more. The records are there before the casino is asked. */
  async start() {
    this.records ??= await Records.latest() ?? null;
    this.render();
    this.menu ??= await this.#send('GET', 'api/games');
    await this.#refresh(await this.#send('POST', 'api/enter', {}));
    this.alarm = null;
  }

  /** Takes the casino's state and settles what was left unfinished. */
  async #refresh(view) {
    this.view = view;
    const [forgotten] = await Records.others(view.player);
    if (forgotten) {
      throw new Fault('mismatch', 'the casino takes this browser for another player. It has forgotten the one who played here, ' +
        `with ${coins(forgotten.balance)} coins and ${count(forgotten.player.rounds.length, 'round')} whose secret it hasn’t revealed; or its cookie was deleted`);
    }
    if (this.records?.id !== view.player) this.records = new Records(view.player);
    await this.records.read();
    const { records } = this;
    records.followRules();
    records.compare(view);
    const open = records.player.unanswered;
    if (open) await this.#ask(open.nonce, open.step, open.sent);
    else await this.#checkBalance();
    if (records.player.active === null && view.open) return; // a round that this browser knows nothing of
    if (records.player.asked !== null || records.player.active === null) await this.#rotate();
  }

  async #rotate(typed) {
    this.#take(await this.#send('GET', 'api/view'));
    const hash = this.records.player.asked?.hash ?? this.view.seeds.nextServerHash;
    const clientSeed = await this.records.rotate(hash, typed);
    const bar = byId('check-progress');
    this.#take(await this.#send('POST', 'api/rotate', { nextServerHash: hash, clientSeed }));
    await this.records.rotated(this.view, (done, all) => {
      bar.hidden = false;
      bar.value = done / all;
    });
    bar.hidden = true;
    await this.#checkBalance();
  }

  #request(serverHash, nonce, step, text) {
    const round = { serverHash, nonce: String(nonce) };
    return step === 0 ? this.#send('POST', 'api/bet', { ...round, bet: text }) : this.#send('POST', 'api/step', { ...round, step: String(step), text });
  }

  /** Sends a step that is recorded, and records the answer. */
  async #ask(nonce, step, text) {
    const serverHash = this.records.player.active.hash;
    const before = this.records.balance;
    const answer = await this.#request(serverHash, nonce, step, text);
    await this.records.receive(nonce, step, answer);
    this.view = { ...this.view, balance: answer.balance };
    await this.#checkBalance();
    if (answer.round.declined) this.#declined(text, answer.round, before);
  }

  /** Goes on after a bet that was declined, unless the reason is plainly false. The balance is the one before. */
  #declined(text, round, balance) {
    const { stake } = parseBet(text);
    if (round.declined === 'balance' && stake <= balance) {
      throw new Fault('mismatch', `round ${round.nonce}: the casino has declined a bet of ${coins(stake)} coins for want of coins, and there were ${coins(balance)}`);
    }
    if (round.declined === 'round-open' && !this.open) {
      throw new Fault('mismatch', `round ${round.nonce}: the casino has declined a bet because a round was open, and there was none`);
    }
    const [, limit] = /^limit (\d+)$/.exec(round.declined) ?? [];
    if (limit && (Number(limit) !== this.records.maxWin || mostPaid(parseBet(text)) <= limit)) {
      throw new Fault('mismatch', `round ${round.nonce}: the casino has declined a bet that may pay ${coins(mostPaid(parseBet(text)))} coins, by a limit that it hasn’t shown with these seeds`);
    }
    const why = { balance: 'not enough coins', 'round-open': 'a round is open' }[round.declined] ?? (limit ? `it may pay more than ${coins(limit)} coins` : `“${round.declined}”`);
    this.declined = `The casino has declined this bet: ${why}. Nothing was staked.`;
  }

  /** Makes a bet. Returns the round as readRound does, undefined if the bet was declined. */
  async bet(text) {
    this.declined = '';
    const nonce = await this.records.send(undefined, 0, text);
    await this.#ask(nonce, 0, text);
    return this.#read(nonce);
  }

  /** Takes a step of the open round. Returns the round. */
  async step(text) {
    this.declined = '';
    const { nonce, steps, unknown } = this.open ?? fail('pending', 'no round is open'); // as another tab has ended it
    if (unknown) return this.#stepUnknown(text);
    await this.records.send(nonce, steps.length, text);
    await this.#ask(nonce, steps.length, text);
    return this.#read(nonce);
  }

  #read(nonce) {
    const steps = this.records.player.rounds[nonce];
    return steps[0].declined ? undefined : readRound(steps);
  }

  /** Takes a step of a round of which this browser has no record. */
  async #stepUnknown(text) {
    const { serverHash, nonce, steps } = this.view.open;
    const answer = await this.#request(serverHash, nonce, steps.length, text);
    const round = readRound(answer.round.steps);
    await this.records.trust(answer.balance);
    this.view.balance = answer.balance;
    this.view.open = answer.round;
    if (round.pays === undefined) return round;
    delete this.view.open;
    await this.#refresh(this.view);
    return round;
  }

  /** Begins with new seeds, and checks the rounds with the old ones. */
  rotate(typed) {
    return this.act(() => this.#rotate(typed));
  }

  refill() {
    return this.act(async () => {
      this.#take(await this.#send('POST', 'api/refill', {}));
      await this.#checkBalance();
    });
  }

  /** Sets aside the records that can't be played on, and begins anew. */
  async startOver(reason) {
    const forgotten = this.view ? await Records.others(this.view.player) : [];
    for (const records of forgotten.length > 0 ? forgotten : [this.records]) await records.startOver(reason);
    await this.start();
  }
}

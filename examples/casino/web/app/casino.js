// The casino as the parts of the page see it: its state, this browser's records, and what is done with both.

import { Fault, fail } from '../squaredeal/internal/fault.js';
import { byId, count } from '../check/dom.js';
import { coins, maxStake, parseBet, readRound } from '../games/index.js';
import { Player } from '../squaredeal/seedrng/index.js';
import { Alarm } from './alarm.js';
import * as answers from './answers.js';
import { Refusal, send } from './api.js';
import { whyDeclined } from './declined.js';
import { merge, parseFile } from './import.js';
import { checkLog } from './log.js';
import { byClock, explain, forbids, mayForbid, noLimits } from './own.js';
import { mustBeBet, skew } from '../crash/bets.js';
import { parse } from '../crash/rules.js';
import { Records, openRound } from './records.js';
import { StoreError } from './store.js';

// Tabs of this browser play on the same records, one at a time.
const channel = globalThis.BroadcastChannel && new BroadcastChannel('squaredeal-casino');

async function inTurn(f) {
  if (!navigator.locks) throw new StoreError('it lets no tab wait for another');
  await navigator.locks.request('squaredeal-casino', f);
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
  #compared = new Map(); // these with the rules of this page: whether they are alike
  busy = false;
  automatic = false; // bets are made one after another
  alarm = null; // why nothing can be played
  declined = ''; // what to say of the bet that was declined last
  parts = [];
  endedRound; // checks a round of crash that has ended, as the casino tells it, and returns it
  #alarm = new Alarm(this);
  #looking = false; // or waiting for that
  #logTimer;

  constructor() {
    if (channel) channel.onmessage = () => this.look();
  }

  /** Does something, one after another in all tabs of this browser. Whatever goes wrong is shown, and false returned. */
  async act(f) {
    if (this.busy) return false;
    this.busy = true;
    this.render();
    try {
      await inTurn(async () => {
        try {
          if (this.view && await this.records?.overtaken()) await this.#lookAgain();
          await f();
        } finally {
          channel?.postMessage('changed');
        }
      });
      if (this.alarm === null) this.#alarm.hide();
      return true;
    } catch (err) {
      this.#alarm.show(err);
      return false;
    } finally {
      this.busy = false;
      byId('busy').textContent = '';
      this.render();
    }
  }

  async #lookAgain() {
    await this.records.read();
    const view = await this.#send('GET', 'api/view', answers.view);
    if (!await this.#follow(view)) fail('pending', 'another tab has taken this browser to another account');
  }

  /**
   * Takes an account as the casino tells it. If another tab has taken this browser to another one, this tab goes there
   * too, and false is returned.
   */
  async #follow(view) {
    const stays = view.player === this.records.id;
    await (stays ? this.#take(view) : this.#refresh(view));
    return stays;
  }

  /** Shows what another tab has done, and compares it with what the casino says. An act does so anyway. */
  async look() {
    const acts = () => this.busy || this.automatic || this.alarm !== null || !this.view;
    if (this.#looking || acts()) return;
    this.#looking = true;
    try {
      await inTurn(async () => {
        this.#looking = false;
        if (acts()) return;
        await this.records.read();
        await this.#follow(await send('GET', 'api/view', answers.view));
      });
    } catch (err) {
      if (!(err instanceof Refusal)) this.#alarm.show(err); // otherwise, it is looked at again before anything is done
    } finally {
      this.#looking = false;
      this.render();
    }
  }

  /** Stops playing, as the page itself has failed. */
  fail(err) {
    if (this.alarm !== null) return;
    this.#alarm.show(err instanceof Error ? err : new Error(String(err)));
    this.render();
  }

  render() {
    byId('balance').textContent = this.view ? coins(this.view.balance) : '–';
    for (const part of this.parts) {
      try {
        part.render();
      } catch (err) {
        this.fail(err);
      }
    }
  }

  /** Whether the controls do anything. */
  get idle() {
    return !this.busy && !this.automatic && this.alarm === null && this.view !== null;
  }

  /** Whether something new may be played, by hand or automatically. */
  get playable() {
    const { player } = this;
    return this.alarm === null && this.view !== null && player.active !== null && player.asked === null && !player.pending;
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
    if (!this.#compared.has(announced)) this.#compared.set(announced, announced && alike(JSON.parse(announced), game.announced()));
    return this.#compared.get(announced) ? undefined : announced ?? null;
  }

  /** Returns the greatest stake that a bet can have now, whose greatest win is a multiple of it. */
  maxStake(multiple) {
    const most = Math.min(maxStake, this.view?.balance ?? 0, this.maxWin / multiple);
    return Math.floor(most / 100) * 100;
  }

  /** Limits that the player has set, undefined if there are none. */
  get own() {
    return this.records?.own;
  }

  /** What a bet may pay at most with the active seeds. */
  get maxWin() {
    return this.records?.maxWin ?? Infinity;
  }

  #send(method, path, form, body) {
    return send(method, path, form, body, (n) => {
      byId('busy').textContent = `The casino doesn’t answer. Sending the same request again (${n}) …`;
    });
  }

  /** Takes an account as the casino tells it, after it was compared with the records. */
  async #take(view) {
    await this.records.compare(view);
    this.view = view;
  }

  /** Begins, or begins again: whatever was wrong is looked for once more. The records are there before the casino is asked. */
  async start() {
    this.records ??= await Records.latest() ?? null;
    this.render();
    this.menu ??= await this.#send('GET', 'api/games', answers.menu);
    await this.#refresh(await this.#send('POST', 'api/enter', answers.view, {}));
    this.alarm = null;
    this.#watchLog();
  }

  /** Takes the casino's state and settles what was left unfinished. */
  async #refresh(view) {
    this.view = view;
    const [forgotten] = await Records.others(view.player);
    if (forgotten) {
      throw new Fault('mismatch', 'the casino takes this browser for another player. It has forgotten the one who played here, ' +
        `with ${coins(forgotten.balance)} coins and ${count(forgotten.player.rounds.length, 'round')} whose secret it hasn’t revealed; ` +
        'or its cookie was deleted, or a recovery key was entered here and the page closed at that moment');
    }
    if (this.records?.id !== view.player) this.records = new Records(view.player);
    await this.records.read();
    const { records } = this;
    records.followRules();
    const isUnknown = records.isUnknown(view);
    await this.#take(view);
    if (isUnknown) this.#alarm.note(view);
    if (records.wanted) await this.#sendLimits();
    if (records.crash.asked) await this.#sendCrash();
    const open = records.player.pending;
    if (open) await this.#ask(open.nonce, open.step, open.sent);
    if (records.player.active === null && view.open) return; // a round that this browser knows nothing of
    if (records.player.asked !== null || records.player.active === null) await this.#rotate();
  }

  async #rotate(typed) {
    await this.#take(await this.#send('GET', 'api/view', answers.view));
    const hash = this.records.player.asked?.hash ?? this.view.seeds.nextServerHash;
    const clientSeed = await this.records.rotate(hash, typed);
    const view = await this.#send('POST', 'api/rotate', answers.view, { nextServerHash: hash, clientSeed });
    this.view = view; // which shows the secret, whatever it is
    await this.records.rotated(view);
    await this.#take(view);
    this.#watchLog();
  }

  /** Looks at the public log soon: again and again until it has all that the casino has shown, and then every minute. */
  #watchLog(ms = 2000) {
    clearTimeout(this.#logTimer);
    this.#logTimer = setTimeout(async () => {
      if (this.alarm !== null) return; // start watches it again
      let all = false;
      try {
        const { path } = await send('GET', 'api/log', answers.log);
        all = await checkLog(path, this.records.key);
      } catch (err) {
        if (!(err instanceof Refusal)) {
          this.#alarm.show(err);
          this.render();
          return;
        }
      }
      this.#watchLog(all ? 60000 : 2000);
    }, ms);
  }

  #request(serverHash, nonce, step, text) {
    const round = { serverHash, nonce: String(nonce) };
    return step === 0 ? this.#send('POST', 'api/bet', answers.round, { ...round, bet: text })
      : this.#send('POST', 'api/step', answers.round, { ...round, step: String(step), text });
  }

  /** Sends a step that is recorded, and records the answer. */
  async #ask(nonce, step, text) {
    const serverHash = this.records.player.active.hash;
    const before = this.records.balance;
    const answer = await this.#request(serverHash, nonce, step, text);
    await this.records.receive(nonce, step, answer);
    this.view = { ...this.view, balance: answer.balance };
    await this.records.checkBalance(answer.balance);
    if (!answer.round.declined) return;
    const known = { balance: before, isOpen: Boolean(this.open), own: this.own, maxWin: this.records.maxWin };
    const why = whyDeclined(text, answer.round, known);
    this.declined = `The casino has declined this bet: ${why}. Nothing was staked.`;
  }

  /** Whether a limit of the player's own forbids a stake, which is said then. */
  #isForbidden(stake) {
    const why = forbids(this.own, stake, Date.now());
    this.declined = why ? `This bet wasn’t sent: ${explain(why)}.` : '';
    return why !== '';
  }

  /**
   * Makes a bet, unless a limit of the player's own forbids it. Returns the round as readRound does, undefined if the
   * bet was declined or forbidden.
   */
  async bet(text) {
    if (this.#isForbidden(parseBet(text).stake)) return undefined;
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
    const told = answer.round.steps;
    if (told.length !== steps.length + 1 || told.some(({ sent }, i) => sent !== (steps[i]?.sent ?? text))) fail('mismatch',
      'the casino answers with another round');
    await this.records.keepRound(answer, this.view.seeds.clientSeed);
    const round = readRound(told);
    const balance = this.view.balance + (round.pays ?? 0);
    if (answer.balance !== balance) fail('mismatch',
      `the casino says that the balance is ${coins(answer.balance)} coins, and it should be ${coins(balance)}`);
    await this.records.trust(balance);
    const isOver = round.pays !== undefined;
    this.view = { ...this.view, balance, open: isOver ? undefined : answer.round };
    if (isOver) await this.#refresh(this.view);
    return round;
  }

  /** Bets on a round of crash, in an act, unless a limit of the player's own forbids it. Returns whether the bet was taken. */
  async betOnCrash(chain, round, sent) {
    if (this.#isForbidden(parse(sent).stake)) return false;
    if (this.records.crash.bet) return false; // another tab has bet
    await this.records.askCrash({ what: 'bet', chain, round, sent });
    return this.#sendCrash();
  }

  /** Settles the bet on a round of crash that has ended, in an act. */
  async settleCrash() {
    const { bet } = this.records.crash;
    if (!bet) return; // another tab has settled it
    await this.records.askCrash({ what: 'settle', chain: bet.chain, round: bet.round });
    await this.#sendCrash();
  }

  /** Sends what is recorded as asked of a bet on crash. Returns whether that was granted. */
  async #sendCrash() {
    const { what, chain, round, sent } = this.records.crash.asked;
    const before = this.records.balance;
    const body = { chain: String(chain), round: String(round) };
    let answer;
    try {
      answer = await this.#send('POST', `api/crash/${what}`, answers.crash, sent ? { ...body, bet: sent } : body);
    } catch (err) {
      if (!(err instanceof Refusal) || ![404, 409].includes(err.status)) throw err;
      await this.records.askCrash(undefined);
      this.#refusedCrash(err, what, sent, before);
      return false;
    }
    await this.records.crashAnswered(answer, await this.endedRound(answer.round));
    this.view = { ...this.view, balance: answer.balance, crash: this.records.crash.bet };
    return true;
  }

  /** Goes on after a refusal, which changes nothing, unless its reason is plainly false. */
  #refusedCrash({ code, message }, what, sent, balance) {
    if (what === 'settle' && code !== 'running') throw new Fault('mismatch', `the casino doesn’t settle your bet on crash: ${message}`);
    const { stake } = sent ? parse(sent) : {};
    if (code === 'balance' && stake <= balance) {
      throw new Fault('mismatch', `the casino has ` +
        `refused a bet of ${coins(stake)} coins on crash for want of coins, and there were ${coins(balance)}`);
    }
    if (code === 'own-limit' && !mayForbid(this.own, stake, Date.now(), message)) {
      throw new Fault('mismatch', `the casino has refused a bet on crash by a limit of ` +
        `your own, “${message}”, that doesn’t forbid it${byClock(this.own)}`);
    }
    if (code === 'bet-open') throw new Fault('mismatch', `the casino has refused a bet on crash because of another one: ${message}`);
    this.declined = { closed: 'The bet came too late for this round.',
      full: 'The bets of this round could win too much already: try a smaller one.' }[code] ??
      `The casino has refused this bet: ${explain(message) ?? message}.`;
  }

  /**
   * Cashes out the bet on crash, in an act. clock returns the time after the start, by what this browser knows. Returns
   * when that was counted, undefined if it came too late.
   */
  async cashOut(clock) {
    const { chain, round, cashed } = this.records.crash.bet ?? {};
    if (chain === undefined || cashed !== undefined) return cashed;
    const sent = clock();
    const request = this.#send('POST', 'api/crash/cashout', answers.crash, { chain: String(chain), round: String(round) });
    let answer;
    try {
      [answer] = await Promise.all([request, this.records.cashOut()]);
    } catch (err) {
      if (!(err instanceof Refusal) || !['over', 'closed'].includes(err.code)) throw err;
      if (err.code === 'closed' && sent > skew) {
        throw new Fault('mismatch', `the casino refuses to cash out your bet on round ${round} of crash as the round doesn’t run, ` +
          `and by this browser’s clock it has run for ${Math.round(sent)} ms`);
      }
      if (err.code === 'over') await this.records.cashOutRefused(clock());
      return undefined;
    }
    await this.records.keepCrash(answer);
    mustBeBet(this.records.crash.bet, answer.bet);
    const told = answer.bet.cashed;
    if (told === undefined || told < sent - skew || told > clock() + skew) {
      throw new Fault('mismatch', `the casino has cashed out your ` +
        `bet on round ${round} of crash at ${told} ms, and by this browser’s clock it was asked to at ${Math.round(sent)} ms`);
    }
    await this.records.cashOut(told);
    return told;
  }

  /** Sets the player's own limits, in an act. */
  async setLimits(wanted) {
    await this.records.want(wanted);
    await this.#sendLimits();
  }

  async #sendLimits() {
    const body = Object.fromEntries(Object.keys(noLimits).map((name) => [name, String(this.records.wanted[name])]));
    let view;
    try {
      view = await this.#send('POST', 'api/limits', answers.view, body);
    } catch (err) {
      if (err instanceof Refusal && err.status === 400) await this.records.want(undefined); // it will never be granted
      throw err;
    }
    await this.records.set(view);
    await this.#take(view);
  }

  /**
   * Makes the key with this hash the one to recover the account with, in the place of the one before, which the request
   * names: so it does nothing if it comes late.
   */
  async useRecoveryKey(hash) {
    try {
      await this.#take(await this.#send('POST', 'api/recovery', answers.view, { hash, before: this.view.recovery }));
    } catch (err) {
      if (err instanceof Refusal && err.code === 'other-key') await this.#take(await this.#send('GET', 'api/view', answers.view));
      throw err;
    }
  }

  /**
   * Takes over the account that a recovery key is for, in an act. leave is the player whose account this browser gives
   * up for it, if one has played here.
   * saved is the text of a file of its records, if there is one. Returns what came of that file.
   */
  async recover(key, leave, saved) {
    const view = await this.#send('POST', 'api/recover', answers.view, { key, leave });
    for (const records of await Records.others(view.player)) await records.startOver('another account was recovered in this browser');
    this.records = new Records(view.player);
    let result, unread;
    try {
      result = saved === undefined ? undefined : await this.#import(saved);
    } catch (err) {
      if (!(err instanceof Fault) || err.kind !== 'malformed') throw err;
      unread = err;
    }
    this.alarm = null;
    try {
      await this.#refresh(view);
    } catch (err) {
      if (!(err instanceof Fault) || err.kind !== 'mismatch' || this.records.player.active === null) throw err;
      throw new Fault('mismatch', `${err.message}. If you played on in another browser after these records, that is why: then start over`);
    }
    if (unread) fail('malformed', `this is your account now, but ${unread.message}`);
    return result;
  }

  async #import(text) {
    return merge(this.records, await parseFile(text, this.records.id));
  }

  /** Adds the records in a file to those of this browser, in an act, and says what came of it. */
  async importRecords(text) {
    const result = await this.#import(text);
    await this.#lookAgain();
    return result;
  }

  /** Begins with new seeds, and checks the rounds with the old ones. */
  rotate(typed) {
    return this.act(() => this.#rotate(typed));
  }

  refill() {
    return this.act(async () => {
      const view = await this.#send('POST', 'api/refill', answers.view, {});
      this.records.checkRefill(view);
      await this.#take(view);
    });
  }

  /** Sets aside what can't be read of the records, and begins again. */
  async setAside(damaged) {
    await damaged.setAside();
    this.records = null;
    await this.start();
  }

  /** Sets aside the records that can't be played on, and begins anew. */
  async startOver(reason) {
    if (this.alarm?.code === 'moved') this.view = await this.#send('POST', 'api/anew', answers.view, {});
    const forgotten = this.view ? await Records.others(this.view.player) : [];
    for (const records of forgotten.length > 0 ? forgotten : [this.records]) await records.startOver(reason);
    await this.start();
  }
}

// The casino as the parts of the page see it: its state, this browser's records, and how both are kept the same.

import { fail } from '../squaredeal/internal/fault.js';
import { byId, count } from '../check/dom.js';
import { Chains } from '../crash/chains.js';
import { finish as finishCrash } from '../crash/requests.js';
import { coins, maxStake, readRound } from '../games/index.js';
import { Player } from '../squaredeal/seedrng/index.js';
import { Alarm } from './alarm.js';
import * as answers from './answers.js';
import { Refusal, send } from './api.js';
import { LogWatch } from './log.js';
import { Menu } from './menu.js';
import { mustFollowRules, openRound } from './outcomes.js';
import { explain, forbids } from './own.js';
import { finish as finishStep } from './play.js';
import { Records } from './records.js';
import { inTurn, tellTabs, whenTold } from './tabs.js';
import { finish as finishWish } from './wish.js';

export class Casino {
  records = null; // of the player, null before they are read
  view = null; // the account as the casino told it last, null before it does
  menu = null; // what the casino announces of its games, null before it does
  busy = false; // an act is under way
  automatic = false; // bets are made one after another
  alarm = null; // why nothing can be played
  declined = ''; // what to say of the bet that was declined last
  parts = []; // of the page, each with a method render
  chains = new Chains(); // of crash
  #alarm = new Alarm(this);
  #alarmBefore = null; // why nothing could be played when the act under way began
  #catchesUp = false; // catchUp waits for its turn
  #logWatch = new LogWatch(this);

  constructor() {
    whenTold(() => this.catchUp());
  }

  /** Does something, one after another in all tabs of this browser. Whatever goes wrong is shown, and false returned. */
  async act(f) {
    if (this.busy) return false;
    this.busy = true;
    this.#alarmBefore = this.alarm;
    this.render();
    try {
      await inTurn(async () => {
        try {
          if (this.view && await this.#isBehind()) await this.reread();
          await f();
        } finally {
          tellTabs();
        }
      });
      if (this.alarm === null) this.#alarm.hide();
      return true;
    } catch (err) {
      if (this.alarm === this.#alarmBefore) this.#alarm.show(err);
      else this.fail(err); // what has come to light meanwhile may be graver
      return false;
    } finally {
      this.busy = false;
      byId('busy').textContent = '';
      this.render();
    }
  }

  /** Whether another tab has done something, or was closed before that was answered. */
  async #isBehind() {
    const { records, alarm } = this;
    return records !== null && (alarm === null && records.unfinished || await records.overtaken());
  }

  /** Sends a request, and says so if it has to be sent again. */
  request(method, path, form, body) {
    return send(method, path, form, body, (n) => {
      byId('busy').textContent = `The casino doesn’t answer. Sending the same request again (${n}) …`;
    });
  }

  /** Stops playing, or adds to why it has stopped: the page itself has failed, or what came without an act can't be right. */
  fail(err) {
    const error = err instanceof Error ? err : new Error(String(err));
    if (this.alarm === null) {
      this.#alarm.show(error);
      this.render();
    } else {
      this.#alarm.add(error);
    }
  }

  /** Ends the alarm that there was when the act under way began, and none that came up since. */
  endAlarm() {
    if (this.alarm === this.#alarmBefore) this.alarm = null;
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

  // What the parts of the page ask.

  /** Whether the controls do anything. */
  get idle() {
    return !this.busy && !this.automatic && this.alarm === null && this.view !== null;
  }

  /** Whether something new may be played, by hand or automatically. */
  get playable() {
    return this.alarm === null && this.view !== null && this.player.active !== null && !this.records.unfinished;
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

  /** Whether a limit of the player's own forbids a stake, which is said then. */
  forbids(stake) {
    const why = forbids(this.own, stake, Date.now());
    this.declined = why ? `This bet wasn’t sent: ${explain(why)}.` : '';
    return why !== '';
  }

  // How the account, as the casino tells it, and the records are kept the same, from the least to the most: adopt
  // compares both; reread does so with what another tab may have recorded, and catchUp when no act needs it; resync
  // begins again. All but the first finish what a tab that was closed has left unfinished.

  /** Adopts an account as the casino tells it, after it was compared with the records. */
  async adopt(view) {
    await this.records.compare(view);
    this.view = view;
  }

  /** Reads the records again, as another tab has changed them, and what the casino says now. */
  async reread() {
    await this.records.read();
    const view = await this.request('GET', 'api/view', answers.view);
    if (!await this.#follow(view)) fail('pending', 'another tab has taken this browser to another account');
    await this.#finish();
  }

  /**
   * Adopts an account as the casino tells it. If another tab has taken this browser to another one, this tab goes there
   * too, and false is returned.
   */
  async #follow(view) {
    const stays = view.player === this.records.id;
    await (stays ? this.adopt(view) : this.resync(view));
    return stays;
  }

  /** Shows what another tab has done, and compares it with what the casino says. An act does so anyway. */
  async catchUp() {
    const acts = () => this.busy || this.automatic || this.alarm !== null || !this.view;
    if (this.#catchesUp || acts()) return;
    this.#catchesUp = true;
    try {
      await inTurn(async () => {
        this.#catchesUp = false;
        if (acts()) return;
        await this.records.read();
        await this.#follow(await send('GET', 'api/view', answers.view));
      });
      if (!acts() && this.records.unfinished) await this.act(() => {});
    } catch (err) {
      if (!(err instanceof Refusal)) this.fail(err); // otherwise, it is looked at again before anything is done
    } finally {
      this.#catchesUp = false;
      this.render();
    }
  }

  /** Begins, or begins again, in an act: whatever was wrong is looked for once more. The records are there before the casino is asked. */
  async start() {
    this.records ??= await Records.latest() ?? null;
    this.render();
    this.menu ??= new Menu(await this.request('GET', 'api/games', answers.menu));
    await this.resync(await this.request('POST', 'api/enter', answers.view, {}));
    this.endAlarm();
  }

  /** Takes the casino's state, as if nothing were known of it yet. */
  async resync(view) {
    this.view = view;
    const [forgotten] = await Records.others(view.player);
    if (forgotten) {
      fail('mismatch', 'the casino takes this browser for another player. It has forgotten the one who played here, ' +
        `with ${coins(forgotten.balance)} coins and ${count(forgotten.player.rounds.length, 'round')} whose secret it hasn’t revealed; ` +
        'or its cookie was deleted, or a recovery key was entered here and the page closed at that moment');
    }
    if (this.records?.id !== view.player) this.records = new Records(view.player);
    const { records } = this;
    await records.read();
    mustFollowRules(records.player.rounds);
    const isUnknown = records.isUnknown(view);
    await this.adopt(view);
    this.#logWatch.begin();
    if (isUnknown) this.#alarm.note(view);
    await this.#finish();
  }

  /** Sends again what is recorded as asked of the casino and isn't answered. A browser without seeds begins with new ones. */
  async #finish() {
    await finishWish(this);
    await finishCrash(this);
    await finishStep(this);
    const { player } = this.records;
    const isUnknown = player.active === null && this.view.open; // a round that this browser knows nothing of
    if (!isUnknown && (player.asked !== null || player.active === null)) await this.#rotate();
    await this.records.agreed();
  }

  // What the player does with the account.

  async #rotate(typed) {
    await this.adopt(await this.request('GET', 'api/view', answers.view));
    const hash = this.records.player.asked?.hash ?? this.view.seeds.nextServerHash;
    const clientSeed = await this.records.rotate(hash, typed);
    const view = await this.request('POST', 'api/rotate', answers.view, { nextServerHash: hash, clientSeed });
    this.view = view; // which shows the secret, whatever it is
    await this.records.rotated(view);
    await this.adopt(view);
    this.#logWatch.begin();
  }

  /** Begins with new seeds, and checks the rounds with the old ones. */
  rotate(typed) {
    return this.act(() => this.#rotate(typed));
  }

  /** Fills the balance up again. */
  refill() {
    return this.act(async () => {
      const view = await this.request('POST', 'api/refill', answers.view, {});
      this.records.checkRefill(view);
      await this.adopt(view);
    });
  }

  /** Sets aside what can't be read of the records, and begins again, in an act. */
  async setAside(damaged) {
    await damaged.setAside();
    this.records = null;
    await this.start();
  }

  /** Sets aside the records that can't be played on, and begins anew, in an act. */
  async startOver(reason) {
    if (this.alarm?.code === 'moved') this.view = await this.request('POST', 'api/anew', answers.view, {});
    const forgotten = this.view ? await Records.others(this.view.player) : [];
    for (const records of forgotten.length > 0 ? forgotten : [this.records]) await records.startOver(reason);
    this.chains.forget();
    await this.start();
  }
}

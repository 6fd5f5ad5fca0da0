// The casino's page: what is played goes from the controls through the records to the casino, and back.

import { Fault } from '../check/bytes.js';
import { byId, capital, el } from '../check/dom.js';
import { coins, parseBet } from '../check/games.js';
import { fragmentOf, roundOf } from '../check/link.js';
import { maxRounds } from '../check/player.js';
import { Refusal, send } from './api.js';
import { Dice } from './dice.js';
import { Fairness } from './fairness.js';
import { Poker } from './poker.js';
import { Records, openHand } from './records.js';

/** The casino, as the parts of the page see it. */
class Casino {
  records = null;
  view = null; // the casino's public state
  games = null; // its rules and exact returns
  busy = false;
  alarm = null; // why nothing can be played
  declined = ''; // what to say of the bet that was declined last
  parts = [];
  #acts = 0; // how many there were

  /** Does something, one after another in all tabs of this browser; whatever goes wrong is shown. */
  async act(f) {
    if (this.busy) return;
    this.busy = true;
    this.#acts++;
    this.render();
    try {
      await inTurn(async (overtaken) => {
        if (overtaken && this.records) await this.#look();
        await f();
      });
      if (this.alarm === null) byId('alarm').hidden = true;
    } catch (err) {
      this.complain(err, f);
    } finally {
      this.busy = false;
      byId('busy').textContent = '';
      this.render();
    }
  }

  async #look() {
    this.view = await this.#send('GET', 'api/view');
    await this.records.read();
  }

  /** Shows what another tab has done. */
  async look() {
    if (this.busy || !this.records) return;
    const acts = this.#acts;
    try {
      const view = await this.#send('GET', 'api/view');
      if (this.#acts !== acts) return; // the view may be an older one
      this.view = view;
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

  /** Whether something new may be played. */
  get ready() {
    return !this.busy && this.alarm === null && this.records?.player.active != null && this.records.player.asked === null && !this.records.player.unanswered;
  }

  get open() {
    return this.records ? openHand(this.records.player) : undefined;
  }

  #send(method, path, body) {
    return send(method, path, body, (n) => {
      byId('busy').textContent = `The casino doesn’t answer. Sending the same request again (${n}) …`;
    });
  }

  /** Begins, or begins again: whatever was wrong is looked for once more. */
  async start() {
    this.games ??= await this.#send('GET', 'api/games');
    await this.#refresh(await this.#send('POST', 'api/enter', {}));
    this.alarm = null;
  }

  /** Takes the casino's state and settles what was left unfinished. */
  async #refresh(view) {
    this.view = view;
    if (this.records?.id !== view.player) this.records = new Records(view.player);
    await this.records.read();
    const { records } = this;
    records.followRules();
    records.compare(this.view.seeds);
    const open = records.player.unanswered;
    if (open) await this.#ask(open.nonce, open.step, open.sent, false);
    if (records.player.active === null && view.hand) return; // a hand that this browser knows nothing of
    if (records.player.asked !== null || records.player.active === null) await this.#rotate();
  }

  async #rotate() {
    const { balance } = this.view;
    this.view = await this.#send('GET', 'api/view');
    const hash = this.records.player.asked?.hash ?? this.view.seeds.nextServerHash;
    const clientSeed = await this.records.rotate(hash);
    const bar = byId('check-progress');
    this.view = await this.#send('POST', 'api/rotate', { nextServerHash: hash, clientSeed });
    await this.records.rotated(this.view.seeds, (done, all) => {
      bar.hidden = false;
      bar.value = done / all;
    });
    bar.hidden = true;
    this.#mustHave(balance);
  }

  /**
   * Sends a step that is recorded, and records the answer. If the step is new, the balance of this page is the one before it;
   * otherwise the casino may have taken it before this page looked.
   */
  async #ask(nonce, step, text, isNew) {
    const serverHash = this.records.player.active.hash;
    const { balance } = this.view;
    const body = { serverHash, nonce: String(nonce), ...(step === 0 ? { bet: text } : { hold: text }) };
    const answer = await this.#send('POST', step === 0 ? 'api/bet' : 'api/hold', body);
    this.view = { ...this.view, balance: answer.balance };
    const change = await this.records.receive(nonce, step, answer);
    if (isNew) this.#mustHave(balance + change);
    if (answer.round.declined) this.#declined(text, answer.round, isNew ? balance : undefined);
  }

  /** Compares the casino's balance with the one that follows from what was staked and paid. */
  #mustHave(balance) {
    const told = this.view.balance;
    if (told !== balance) throw new Fault('mismatch', `the casino says that the balance is ${coins(told)} coins, and it should be ${coins(balance)}`);
  }

  /** Goes on after a bet that was declined, unless the reason is plainly false. The balance is the one before, if it is known. */
  #declined(text, round, balance) {
    const { stake } = parseBet(text);
    if (round.declined === 'balance' && stake <= balance) {
      throw new Fault('mismatch', `round ${round.nonce}: the casino has declined a bet of ${coins(stake)} coins for want of coins, and there were ${coins(balance)}`);
    }
    if (round.declined === 'hand-open' && !this.open) {
      throw new Fault('mismatch', `round ${round.nonce}: the casino has declined a bet because a hand was open, and there was none`);
    }
    const why = { balance: 'not enough coins', 'hand-open': 'a hand is open' }[round.declined] ?? `“${round.declined}”`;
    this.declined = `The casino has declined this bet: ${why}. Nothing was staked.`;
  }

  /** Makes a bet, or a choice in the round with a nonce. Returns what was answered, undefined if the bet was declined. */
  async play(text, nonce, step = 0) {
    this.declined = '';
    const sent = await this.records.send(nonce, step, text);
    await this.#ask(sent.nonce, step, text, sent.isNew);
    return this.records.player.rounds[sent.nonce][step].received || undefined;
  }

  /** Ends a hand of which this browser has no record. */
  async finishUnknown(text) {
    const { serverHash, nonce } = this.view.hand;
    const answer = await this.#send('POST', 'api/hold', { serverHash, nonce, hold: text });
    this.view.balance = answer.balance;
    delete this.view.hand;
    await this.#refresh(this.view);
    return answer.round;
  }

  rotate() {
    return this.act(() => this.#rotate());
  }

  refill() {
    return this.act(async () => {
      this.view = await this.#send('POST', 'api/refill', {});
    });
  }

  complain(err, again) {
    const box = byId('alarm');
    const buttons = el('p.buttons');
    const button = (text, f) => buttons.append(el('button', { type: 'button', onclick: f }, text));
    const retry = (f) => button('Try again', () => {
      box.hidden = true;
      this.act(f);
    });
    if (err instanceof Fault && ['pending', 'no-seeds', 'finished'].includes(err.kind)) { // another tab was faster
      box.hidden = this.alarm === null;
      setTimeout(() => this.look());
      return;
    }
    this.alarm = err;
    if (err instanceof Fault && err.kind === 'cheat') {
      box.replaceChildren(el('strong', {}, 'This casino cheats'), el('p', {}, `${capital(err.message)}. Stop playing. The records in this browser show it, together with the casino’s answers.`), buttons);
    } else if (err instanceof Fault && err.kind === 'exhausted') {
      this.alarm = null;
      box.replaceChildren(el('strong', {}, 'Time to reveal and check'), el('p', {}, `This browser keeps ${maxRounds} rounds with a pair of seeds. Reveal and check them, and go on with new seeds.`));
    } else if (err instanceof Fault) {
      box.replaceChildren(el('strong', {}, 'The casino doesn’t keep to the rules'), el('p', {}, `${capital(err.message)}. Nothing more is played until it does.`), buttons);
      retry(() => this.start());
    } else if (err instanceof Refusal && err.code === 'no-player') {
      box.replaceChildren(el('strong', {}, 'The casino doesn’t know this browser'), el('p', {}, 'Its cookie is gone, and with it the account. Try again to begin with a new one.'), buttons);
      retry(() => this.start());
    } else if (err instanceof Refusal) {
      box.replaceChildren(el('strong', {}, err.status === 0 ? 'The casino doesn’t answer' : 'The casino refuses'),
        el('p', {}, `${err.message} ${this.records?.player.unanswered ? 'Your bet stands: the same request is sent again, and no other, so that a refusal wins the casino nothing.' : ''}`), buttons);
      retry(() => this.start());
    } else {
      box.replaceChildren(el('strong', {}, 'Something is wrong with this page'), el('p', {}, String(err?.message ?? err)), buttons);
      this.alarm = null;
      retry(again);
      console.error(err);
    }
    const stopped = err instanceof Refusal && [404, 409].includes(err.status); // for good, maybe
    if ((stopped || (err instanceof Fault && err.kind !== 'exhausted')) && this.records) {
      const link = this.#linkTo(err.details?.nonce);
      if (link) buttons.append(el('a.button', { href: link }, 'Look at the round'));
      button('Save the evidence', () => this.#saveEvidence(err));
      button('Start over', () => this.act(async () => {
        await this.records.startOver(err.message);
        await this.start();
      }));
    }
    box.hidden = false;
  }

  /** Returns the link to the check of a round whose server seed is revealed. */
  #linkTo(nonce) {
    const { active, rounds } = this.records.player;
    const revealed = this.view?.seeds.revealed;
    if (rounds[nonce] === undefined || revealed?.serverHash !== active.hash) return undefined;
    return `verify.html${fragmentOf(roundOf({ ...active, server: revealed.serverSeed }, nonce, rounds[nonce]))}`;
  }

  /** Saves what this browser knows as a file. */
  #saveEvidence(err) {
    const { player, pairs } = this.records;
    const evidence = { fault: { kind: err.kind, message: err.message, ...err.details }, records: { active: player.active, rounds: player.rounds, asked: player.asked }, checked: pairs, casino: this.view };
    const file = URL.createObjectURL(new Blob([JSON.stringify(evidence, null, 1)], { type: 'application/json' }));
    el('a', { href: file, download: 'casino-evidence.json' }).click();
    setTimeout(() => URL.revokeObjectURL(file), 60000);
  }
}

const casino = new Casino();

// Tabs of this browser play on the same records, one at a time. The turn tells whether another tab has been at it.
const channel = new BroadcastChannel('squaredeal-casino');
channel.onmessage = () => casino.look();
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

casino.parts = [new Poker(casino), new Dice(casino), new Fairness(casino)];
const tabNames = ['poker', 'dice'];
function choose(tab) {
  for (const name of tabNames) {
    byId(name).hidden = name !== tab;
    byId(`tab-${name}`).setAttribute('aria-pressed', name === tab);
  }
}
for (const name of tabNames) byId(`tab-${name}`).addEventListener('click', () => choose(name));
// Keys of one character get in the way of speech input, so they can be switched off.
const switches = [...document.querySelectorAll('.keys input')];
const keysOff = 'squaredeal-casino-keys-off';
for (const one of switches) {
  one.checked = localStorage.getItem(keysOff) === null;
  one.addEventListener('change', () => {
    for (const each of switches) each.checked = one.checked;
    if (one.checked) localStorage.removeItem(keysOff);
    else localStorage.setItem(keysOff, '1');
  });
}
document.addEventListener('keydown', (event) => {
  if (!switches[0].checked || event.repeat || event.ctrlKey || event.altKey || event.metaKey || event.target.closest('select')) return;
  const part = casino.parts.find((p) => p.name && !byId(p.name).hidden);
  part?.key(event.key.toLowerCase());
});
if (globalThis.isSecureContext) {
  casino.act(() => casino.start());
} else {
  byId('alarm').replaceChildren(el('strong', {}, 'This address isn’t secure'), el('p', {}, 'Without cryptography, which browsers offer to pages over HTTPS or from this machine only, nothing could be checked. So nothing is played.'));
  byId('alarm').hidden = false;
}

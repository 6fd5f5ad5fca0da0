// What is wrong, and what the player can do about it.

import { Fault } from '../squaredeal/internal/fault.js';
import { byId, capital, count, el } from '../check/dom.js';
import { coins } from '../games/index.js';
import { fragmentOf, roundOf } from '../check/link.js';
import { maxRounds } from '../squaredeal/seedrng/index.js';
import { Refusal } from './api.js';
import { saveRecords } from './file.js';
import { conviction } from './receipts.js';
import { Damaged } from './records.js';
import { StoreError } from './store.js';

const overtaken = ['pending', 'no-seeds', 'finished']; // what a Fault says if another tab was faster
const broken = 'broken'; // the kind of what the page itself has done: nothing of it can be relied on
const patience = 5000; // ms until a casino that doesn't answer is asked again

export class Alarm {
  #casino;
  #box = byId('alarm');
  #retry; // the timer

  constructor(casino) {
    this.#casino = casino;
    addEventListener('online', () => {
      if (casino.alarm instanceof Refusal && casino.alarm.passing) this.#again();
    });
  }

  hide() {
    clearTimeout(this.#retry);
    this.#box.hidden = true;
  }

  /** Asks the casino again whether all is well. */
  #again() {
    clearTimeout(this.#retry);
    return this.#casino.act(() => this.#casino.start());
  }

  /** Shows what came of something that was done. */
  show(err) {
    const casino = this.#casino;
    clearTimeout(this.#retry);
    if (err instanceof Fault && overtaken.includes(err.kind)) {
      this.#box.hidden = casino.alarm === null;
      setTimeout(() => casino.catchUp());
      return;
    }
    const [kind, title, ...texts] = this.#say(err);
    const stops = !(err instanceof Fault && err.kind === 'exhausted');
    casino.alarm = stops ? err : null;
    byId('play').inert = kind === broken;
    this.#box.className = `verdict ${kind === broken ? 'bad' : kind}`;
    this.#box.replaceChildren(el('strong', {}, title), ...texts.filter(Boolean).map((text) => el('p', {}, text)),
      stops && this.#buttons(err));
    this.#box.hidden = false;
    this.#prove();
    if (err instanceof Refusal && err.passing) this.#retry = setTimeout(() => this.#again(), patience);
    if (![Fault, Refusal, StoreError, Damaged].some((known) => err instanceof known)) console.error(err);
  }

  /** Says so if the casino has signed what convicts it. */
  async #prove() {
    const { records } = this.#casino;
    if (records === null) return;
    const fault = await conviction(records).catch(() => undefined); // without a store, what is shown is all that can be said
    if (fault !== undefined) {
      this.#box.querySelector('strong').after(el('p.proof', {},
        `The casino has signed what convicts it: ${fault}. Save your records: anybody can check the signatures, with verify.html.`));
    }
  }

  #buttons(err) {
    const casino = this.#casino;
    const buttons = el('p.buttons');
    const button = (name, f) => buttons.append(el('button', { type: 'button', onclick: f }, name));
    if (err instanceof Fault ? err.kind !== 'cheat' : err instanceof Refusal || err instanceof StoreError) {
      button('Try again', () => {
        this.hide();
        this.#again();
      });
    }
    const link = casino.records && this.#linkTo(err.details?.nonce);
    if (link) buttons.append(el('a.button', { href: link }, 'Look at the round'));
    if (!(err instanceof StoreError)) button('Save your records', () => saveRecords(casino.view, err));
    if (err instanceof Damaged) {
      button('Save them, set them aside, and go on', async () => {
        await saveRecords(casino.view, err);
        casino.act(() => casino.setAside(err));
      });
    }
    // What may be over soon is no reason to begin anew.
    if (casino.records && (err instanceof Fault || [401, 404, 409].includes(err.status))) {
      button('Start over', () => casino.act(() => casino.startOver(err.message)));
    }
    if (!(err instanceof Fault || err instanceof Refusal || err instanceof Damaged)) button('Load the page again', () => location.reload());
    return buttons;
  }

  /** Returns the kind of a verdict, its title, and what it says. */
  #say(err) {
    const { player } = this.#casino;
    const stands = player.pending &&
      'Your bet stands: the same request is sent again, and no other, so that a refusal wins the casino nothing.';
    if (err instanceof Fault && err.kind === 'cheat') {
      return ['bad', 'This casino cheats',
        `${capital(err.message)}. Stop playing. The records in this browser show it, together with the casino’s answers.`];
    }
    if (err instanceof Fault && err.kind === 'exhausted') {
      return ['warn', 'Time to reveal and check',
        `This browser keeps ${maxRounds} rounds with a pair of seeds. Reveal and check them, and go on with new seeds.`];
    }
    if (err instanceof Fault) {
      return ['bad', 'The casino doesn’t keep to the rules',
        `${capital(err.message)}. Nothing more is played until it does. Save your records: they are all that shows what it said before.`];
    }
    if (err instanceof Refusal && err.code === 'no-player') {
      return ['bad', 'The casino doesn’t know this browser any more',
        `With the account it has dropped ${count(player.rounds.length, 'round')} whose secret it hasn’t revealed. Save your ` +
          `records: they show what was played. (If you deleted this site’s cookies, that is why.)`];
    }
    if (err instanceof Refusal && err.code === 'moved') {
      return ['warn', 'Your account was moved to another browser',
        `${capital(err.message)}. The records here are still yours: save them as a file, to import there.`,
        'If that wasn’t you, somebody has your recovery key. Enter it below to take the account back, and then make a new key.'];
    }
    if (err instanceof Refusal) {
      return ['warn', err.passing ? 'The casino doesn’t answer' : 'The casino refuses', err.message, stands,
        err.passing && 'This page goes on asking, and plays on as soon as the casino answers.'];
    }
    if (err instanceof Damaged) {
      return ['warn', 'Your records in this browser are damaged',
        `They can’t be read: ${err.message}. Nothing is lost of them when they are set aside: the file that you save ` +
        `holds them as they are. `
        + 'New records begin with what the casino says then.'];
    }
    if (err instanceof StoreError) {
      return ['warn', 'This browser doesn’t store your records',
        `It says: ${err.message}. Nothing is played without records, as nothing could be checked. `
        + 'Make room on the disk, let this site store data, or leave the private window.', stands];
    }
    return [broken, 'This page has failed',
      `${err.message}. That is a fault of the page. Nothing more is played; what was is kept in this browser.`, stands];
  }

  /** Says that an account is played on with whose earlier rounds this browser doesn't know. */
  note({ balance }) {
    const box = byId('note');
    box.replaceChildren(el('strong', {}, 'This browser has no records of this account'),
      el('p', {}, `The casino says that you have played before, and ` +
        `that you have ${coins(balance)} coins. Nothing here can check that. If you have never played here, it isn’t true.`),
      el('p.buttons', {}, el('button', { type: 'button', onclick: () => { box.hidden = true; } }, 'I understand')));
    box.hidden = false;
  }

  /** Returns the link to the check of a round whose server seed is revealed. */
  #linkTo(nonce) {
    const { records, view } = this.#casino;
    const { active, rounds } = records.player;
    const revealed = view?.seeds.revealed;
    if (rounds[nonce] === undefined || revealed?.serverHash !== active.hash) return undefined;
    return `verify.html${fragmentOf(roundOf({ ...active, server: revealed.serverSeed }, nonce, rounds[nonce]))}`;
  }
}

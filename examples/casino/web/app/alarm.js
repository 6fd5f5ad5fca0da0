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
const patience = 5000; // ms until a casino that doesn't answer is asked again

const standing = ({ pending }) => pending &&
  'Your bet stands: the same request is sent again, and no other, so that a refusal wins the casino nothing.';
const elsewhere = (recovered) => recovered &&
  'If you played on in another browser after these records, that is why: then start over.';

// How each kind of error is shown, and the buttons for it. The first row that an error is of counts; one without buttons stops nothing.
const alarms = [
  {
    is: (err) => err instanceof Fault && err.kind === 'cheat',
    kind: 'bad',
    title: 'This casino cheats',
    texts: ({ message }) => [
      `${capital(message)}. Stop playing. The records in this browser show it, together with the casino’s answers.`,
    ],
    buttons: ['look', 'save', 'startOver'],
  },
  {
    is: (err) => err instanceof Fault && err.kind === 'exhausted',
    kind: 'warn',
    title: 'Time to reveal and check',
    texts: () => [`This browser keeps ${maxRounds} rounds with a pair of seeds. Reveal and check them, and go on with new seeds.`],
    buttons: [],
  },
  {
    is: (err) => err instanceof Fault,
    kind: 'bad',
    title: 'The casino doesn’t keep to the rules',
    texts: ({ message }, _, recovered) => [
      `${capital(message)}. Nothing more is played until it does. Save your records: they are all that shows what it said before.`,
      elsewhere(recovered),
    ],
    buttons: ['again', 'look', 'save', 'startOver'],
  },
  {
    is: (err) => err instanceof Refusal && err.code === 'no-player',
    kind: 'bad',
    title: 'The casino doesn’t know this browser any more',
    texts: (_, { rounds }) => [
      `With the account it has dropped ${count(rounds.length, 'round')} whose secret it hasn’t revealed. ` +
        'Save your records: they show what was played. (If you deleted this site’s cookies, that is why.)',
    ],
    buttons: ['again', 'save', 'startOver'],
  },
  {
    is: (err) => err instanceof Refusal && err.code === 'moved',
    kind: 'warn',
    title: 'Your account was moved to another browser',
    texts: ({ message }) => [
      `${capital(message)}. The records here are still yours: save them as a file, to import there.`,
      'If that wasn’t you, somebody has your recovery key. Enter it below to take the account back, and then make a new key.',
    ],
    buttons: ['again', 'save', 'startOver'],
  },
  {
    is: (err) => err instanceof Refusal && err.passing,
    kind: 'warn',
    title: 'The casino doesn’t answer',
    texts: ({ message }, player) => [
      message,
      standing(player),
      'This page goes on asking, and plays on as soon as the casino answers.',
    ],
    buttons: ['again', 'save'],
  },
  {
    is: (err) => err instanceof Refusal,
    kind: 'warn',
    title: 'The casino refuses',
    texts: ({ message }, player, recovered) => [message, standing(player), elsewhere(recovered)],
    buttons: ['again', 'save', 'startOver'],
  },
  {
    is: (err) => err instanceof Damaged,
    kind: 'warn',
    title: 'Your records in this browser are damaged',
    texts: ({ message }) => [
      `They can’t be read: ${message}. Nothing is lost of them when they are set aside: the file that you save ` +
        'holds them as they are. New records begin with what the casino says then.',
    ],
    buttons: ['save', 'setAside'],
  },
  {
    is: (err) => err instanceof StoreError,
    kind: 'warn',
    title: 'This browser doesn’t store your records',
    texts: ({ message }, player) => [
      `It says: ${message}. Nothing is played without records, as nothing could be checked. ` +
        'Make room on the disk, let this site store data, or leave the private window.',
      standing(player),
    ],
    buttons: ['again'],
  },
];

// What any other error is shown as: the page itself has failed, and nothing of it can be relied on.
const broken = {
  kind: 'bad',
  title: 'This page has failed',
  texts: ({ message }, player) => [
    `${message}. That is a fault of the page. Nothing more is played; what was is kept in this browser.`,
    standing(player),
  ],
  buttons: ['save', 'reload'],
};

const alarmOf = (err) => alarms.find(({ is }) => is(err)) ?? broken;

/** How grave an error is: what it says against the casino counts most, then that the page has failed. */
function gravity(err) {
  if (err instanceof Fault && !overtaken.includes(err.kind)) return err.kind === 'cheat' ? 3 : 2;
  return alarmOf(err) === broken ? 1 : 0;
}

export class Alarm {
  #casino;
  #box = byId('alarm');
  #retry; // the timer
  #said; // what is in the box, in JSON

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

  /** Asks the casino again whether all is well, once nothing else is under way. */
  #again() {
    clearTimeout(this.#retry);
    if (this.#casino.busy) this.#retry = setTimeout(() => this.#again(), patience);
    else this.#casino.act(() => this.#casino.start());
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
    const alarm = alarmOf(err);
    const { kind, title, texts, buttons } = alarm;
    const stops = buttons.length > 0;
    casino.alarm = stops ? err : null;
    byId('play').inert = alarm === broken;
    this.#fill(kind, title, texts(err, casino.player, casino.records?.recovered).filter(Boolean), stops && this.#buttons(err, buttons));
    if (err instanceof Refusal && err.passing) this.#retry = setTimeout(() => this.#again(), patience);
    if (alarm === broken) console.error(err);
  }

  /** Fills the box, unless that is in it: who reads it, or is about to press a button, isn't disturbed by what was tried again. */
  #fill(kind, title, texts, buttons) {
    const said = JSON.stringify([title, texts]);
    if (this.#box.hidden || this.#said !== said) {
      this.#said = said;
      this.#box.className = `verdict ${kind}`;
      this.#box.replaceChildren(el('strong', {}, title), ...texts.map((text) => el('p', {}, text)), ...(buttons ? [buttons] : []));
      this.#box.hidden = false;
    }
    this.#prove();
  }

  /**
   * Shows what else is wrong, if it is graver than what is shown. The casino may have signed it. What a page finds that has failed
   * shows nothing.
   */
  add(err) {
    const { alarm } = this.#casino;
    if (alarmOf(alarm) === broken) return;
    if (gravity(err) > gravity(alarm)) this.show(err);
    else if (gravity(err) > 0) this.#prove();
  }

  /** Says so if the casino has signed what convicts it. */
  async #prove() {
    const { records } = this.#casino;
    if (records === null) return;
    const title = this.#box.querySelector('strong');
    const fault = await conviction(records).catch(() => undefined); // without a store, what is shown is all that can be said
    if (fault === undefined || !title.isConnected || this.#box.querySelector('.proof')) return;
    title.after(el('p.proof', {},
      `The casino has signed what convicts it: ${fault}. Save your records: anybody can check the signatures, with verify.html.`));
  }

  #buttons(err, names) {
    const casino = this.#casino;
    const link = casino.records && this.#linkTo(err.details?.nonce);
    const lasts = [undefined, 401, 404, 409].includes(err.status); // what may be over soon is no reason to begin anew
    const button = (text, onclick) => el('button', { type: 'button', onclick }, text);
    const all = {
      again: button('Try again', () => {
        this.hide();
        this.#again();
      }),
      look: link && el('a.button', { href: link }, 'Look at the round'),
      save: button('Save your records', () => saveRecords(casino.view, err)),
      setAside: button('Save them, set them aside, and go on', async () => {
        await saveRecords(casino.view, err);
        casino.act(() => casino.setAside(err));
      }),
      startOver: casino.records && lasts && button('Start over', () => casino.act(() => casino.startOver(err.message))),
      reload: button('Load the page again', () => location.reload()),
    };
    return el('p.buttons', {}, names.map((name) => all[name]));
  }

  /** Says that an account is played on with whose earlier rounds this browser doesn't know. */
  note({ balance }) {
    const box = byId('note');
    const hide = () => { box.hidden = true; };
    box.replaceChildren(
      el('strong', {}, 'This browser has no records of this account'),
      el('p', {}, `The casino says that you have played before, and that you have ${coins(balance)} coins. ` +
        'Nothing here can check that. If you have never played here, it isn’t true.'),
      el('p.buttons', {}, el('button', { type: 'button', onclick: hide }, 'I understand')));
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

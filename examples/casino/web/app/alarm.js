// What is wrong, and what the player can do about it.

import { Fault } from '../squaredeal/internal/fault.js';
import { byId, capital, count, el } from '../check/dom.js';
import { fragmentOf, roundOf } from '../check/link.js';
import { maxRounds } from '../squaredeal/seedrng/index.js';
import { Refusal } from './api.js';
import { saveRecords } from './file.js';

const overtaken = ['pending', 'no-seeds', 'finished']; // what a Fault says if another tab was faster

export class Alarm {
  #casino;
  #box = byId('alarm');

  constructor(casino) {
    this.#casino = casino;
  }

  hide() {
    this.#box.hidden = true;
  }

  /** Shows what came of something that was done. */
  show(err, again) {
    const casino = this.#casino;
    if (err instanceof Fault && overtaken.includes(err.kind)) {
      this.#box.hidden = casino.alarm === null;
      setTimeout(() => casino.look());
      return;
    }
    const [title, text, retry] = this.#say(err, again);
    const serious = err instanceof Fault ? err.kind !== 'exhausted' : err instanceof Refusal;
    casino.alarm = serious ? err : null;
    const buttons = el('p.buttons');
    const button = (name, f) => buttons.append(el('button', { type: 'button', onclick: f }, name));
    if (retry) {
      button('Try again', () => {
        this.hide();
        casino.act(retry);
      });
    }
    if (serious && casino.records) {
      const link = this.#linkTo(err.details?.nonce);
      if (link) buttons.append(el('a.button', { href: link }, 'Look at the round'));
      button('Save your records', () => saveRecords(casino.view, err));
      // What may be over soon is no reason to begin anew.
      if (err instanceof Fault || [401, 404, 409].includes(err.status)) button('Start over', () => casino.act(() => casino.startOver(err.message)));
    }
    this.#box.replaceChildren(el('strong', {}, title), el('p', {}, text), buttons);
    this.#box.hidden = false;
    if (!(err instanceof Fault || err instanceof Refusal)) console.error(err);
  }

  /** Returns a title, a text and what to try again. */
  #say(err, again) {
    const restart = () => this.#casino.start();
    const { player } = this.#casino;
    if (err instanceof Fault && err.kind === 'cheat') {
      return ['This casino cheats', `${capital(err.message)}. Stop playing. The records in this browser show it, together with the casino’s answers.`];
    }
    if (err instanceof Fault && err.kind === 'exhausted') {
      return ['Time to reveal and check', `This browser keeps ${maxRounds} rounds with a pair of seeds. Reveal and check them, and go on with new seeds.`];
    }
    if (err instanceof Fault) {
      return ['The casino doesn’t keep to the rules', `${capital(err.message)}. Nothing more is played until it does. Save your records: they are all that shows what it said before.`, restart];
    }
    if (err instanceof Refusal && err.code === 'no-player') {
      return ['The casino doesn’t know this browser any more',
        `With the account it has dropped ${count(player.rounds.length, 'round')} whose secret it hasn’t revealed. Save your records: they show what was played. (If you deleted this site’s cookies, that is why.)`, restart];
    }
    if (err instanceof Refusal) {
      return [err.status === 0 ? 'The casino doesn’t answer' : 'The casino refuses',
        `${err.message} ${player.pending ? 'Your bet stands: the same request is sent again, and no other, so that a refusal wins the casino nothing.' : ''}`, restart];
    }
    return ['Something is wrong with this page', String(err?.message ?? err), again];
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

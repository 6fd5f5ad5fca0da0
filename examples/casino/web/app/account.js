// The player's account: a key to recover it with, and records from another browser.

import { Fault } from '../squaredeal/internal/fault.js';
import { byId, capital } from '../check/dom.js';
import { coins } from '../games/index.js';
import { Refusal } from './api.js';
import { newKey } from './key.js';
import { importRecords, recover, useRecoveryKey } from './recover.js';

const mistakes = ['recovery-key', 'other-key', 'not-recovered', 'too-many', 'other-account']; // which stop nothing

const imported = {
  taken: 'Your records go on in this browser, from what the file holds.',
  kept: 'This browser knew all that the file holds of your current seeds. Earlier ones that it lacked are added.',
  aside: 'The file’s rounds are kept, as seeds that are over: newer ones are in use here. Compare them with the casino’s ' +
    'history in verify.html.',
};

export class Account {
  #casino;
  #hash; // of the key that is shown

  constructor(casino) {
    this.#casino = casino;
    byId('make-key').addEventListener('click', () => this.#makeKey());
    byId('use-key').addEventListener('click', () => this.#useKey());
    byId('recover').addEventListener('submit', (event) => {
      event.preventDefault();
      this.#recover('');
    });
    byId('leave').addEventListener('click', () => this.#recover(byId('leave').value));
    byId('import').addEventListener('change', () => this.#import());
    byId('account').addEventListener('toggle', () => this.#show(''));
  }

  #say(text) {
    byId('account-status').textContent = text;
  }

  /** Shows a key, or none. */
  #show(key) {
    byId('key').textContent = key;
    byId('key-box').hidden = key === '';
    if (key === '') byId('leave').hidden = true;
  }

  /** Does something of the account's. What the player can mend is said here, and stops nothing. */
  async #act(f) {
    this.#say('');
    let mistake;
    await this.#casino.act(async () => {
      try {
        await f();
      } catch (err) {
        if (!(err instanceof Refusal && mistakes.includes(err.code)) && !(err instanceof Fault && err.kind === 'malformed')) throw err;
        mistake = err;
      }
    });
    if (mistake) this.#say(`${capital(mistake.message).replace(/\.$/, '')}.`);
    return mistake;
  }

  /** Shows a key. The one before is good until the player has written this one down. */
  async #makeKey() {
    const { key, hash } = await newKey();
    this.#hash = hash;
    this.#say('');
    this.#show(key);
  }

  /** Makes the key that is shown the one that is good. */
  async #useKey() {
    const hash = this.#hash;
    await this.#act(async () => {
      await useRecoveryKey(this.#casino, hash);
      this.#show('');
      this.#say('The key that you have written down is good from now on, and no other.');
    });
  }

  async #recover(leave) {
    const casino = this.#casino;
    const [file] = byId('recover-file').files;
    const mistake = await this.#act(async () => {
      const result = await recover(casino, byId('enter-key').value, leave, await file?.text());
      const records = imported[result] ?? 'What was played before isn’t in this browser’s records: nothing here can check it.';
      this.#say(`This is your account now, with ${coins(casino.view.balance)} coins. ${records}`);
      byId('recover').reset();
      this.#show('');
    });
    if (mistake?.code !== 'other-account') return;
    const { player, balance } = casino.view;
    this.#say(`This browser plays on an account with ${coins(balance)} coins. ` +
      'Without a recovery key of its own, it is lost when you leave it.');
    Object.assign(byId('leave'), { value: player, hidden: false });
  }

  async #import() {
    const [file] = byId('import').files;
    byId('import').value = '';
    if (file) await this.#act(async () => this.#say(imported[await importRecords(this.#casino, await file.text())]));
  }

  render() {
    const { idle, busy, view, alarm, automatic } = this.#casino;
    byId('make-key').disabled = !idle;
    byId('use-key').disabled = !idle;
    byId('import').disabled = !idle || view === null;
    byId('recover-it').disabled = busy || automatic;
    byId('leave').disabled = busy || automatic;
    if (alarm?.code !== 'moved') return;
    byId('account').open = true;
    this.#show('');
  }
}

// The events of crash, and the clock that goes with them.

import { crashEvents } from '../app/answers.js';

const off = 500; // ms that an event may come late without the clock being set
const pause = 2000; // ms until the events are asked for again
const memory = 60000; // ms of hearing for which the device's clock is judged by what it has shown
const gap = 2000; // ms between two events that count as hearing, at most: what comes after an outage may be old

export class Feed {
  #source = null;
  #heard; // called with the name of an event and what it says
  #failed; // called if an event can't be read
  #earliest = 0; // when they may be asked for
  #lead; // of the casino's clock before this page's, in ms
  #deviceLeads = []; // of the casino's clock before the device's, as the latest events have told it: {heard, lead}, in ms
  #toldAt = 0; // when the latest event told the time
  #hearing = 0; // ms, each gap between events counted up to a limit

  constructor(heard, failed) {
    this.#heard = heard;
    this.#failed = failed;
  }

  /** The casino's time, undefined before it is known. */
  get now() {
    return this.#lead === undefined ? undefined : performance.now() + this.#lead;
  }

  /** The latest that it can be: this page's clock may stand still while the device sleeps. */
  get latest() {
    return Math.max(this.now, ...this.#deviceLeads.map(({ lead }) => Date.now() + lead));
  }

  open() {
    if (this.#source || performance.now() < this.#earliest) return;
    this.#source = new EventSource('api/crash/events');
    for (const [name, form] of Object.entries(crashEvents)) {
      this.#source.addEventListener(name, ({ data }) => {
        try {
          const event = form(JSON.parse(data), 'event');
          if (event.now !== undefined) this.#set(event.now);
          this.#heard(name, event);
        } catch (err) {
          this.#failed(err);
        }
      });
    }
    this.#source.addEventListener('error', () => {
      if (this.#source?.readyState === EventSource.CLOSED) this.beginAgain(); // a browser doesn't try again by itself
    });
  }

  /** Has open do nothing for a while. */
  beginAgain() {
    this.close();
    this.#earliest = performance.now() + pause;
  }

  close() {
    this.#source?.close();
    this.#source = null;
  }

  /** An event that comes sooner than others tells the time best. */
  #set(now) {
    const at = performance.now();
    const lead = now - at;
    this.#hearing += Math.min(at - this.#toldAt, gap);
    this.#toldAt = at;
    const heard = this.#hearing;
    this.#deviceLeads = [...this.#deviceLeads.filter((told) => heard - told.heard < memory), { heard, lead: now - Date.now() }];
    if (this.#lead === undefined || lead > this.#lead || lead < this.#lead - off) this.#lead = lead;
  }
}

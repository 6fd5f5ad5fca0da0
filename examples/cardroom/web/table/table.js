// A table: what the player's program, in a worker, says about it.
import { $, count, h } from "../cards.js";
import { say, sound } from "../notice.js";
import { meet } from "../people.js";
import { program } from "../program.js";
import * as store from "../store.js";
import { Clock } from "./clock.js";
import { Doubt } from "./doubt.js";
import { showEnd } from "./end.js";
import { Felt } from "./felt.js";
import { History } from "./history.js";
import { Log } from "./log.js";
import { Outs } from "./outs.js";
import { showLeave, showSitOut } from "./seat.js";
import { state } from "./state.js";

const pause = 4000; // milliseconds for which the end of a hand or a round is shown

// hurried reports whether the player's own time doesn't allow a pause.
const hurried = ({ seat, due, grace }) => due.some((d) => d.seat === seat && d.choice && d.left < (grace * 3) / 4);

// joined is a view with what was new in the one before, which wasn't shown.
const joined = (before, view) => ({
  ...view, news: [...before.news, ...view.news], game: { ...view.game, results: [...before.game.results, ...view.game.results] },
});

export class Table {
  id; // in the room's addresses
  #game; // the module that draws it, such as hearts.js
  #watch; // whether this browser has no seat here
  #appear; // called when the program has nothing more to do for the seat, or the room isn’t honest
  #failed; // called with what went wrong, or with "" and true if another tab plays the seat
  #worker = new Worker("worker.js", { type: "module" }); // the player's program

  #open = true; // this tab shows it
  #done = false; // the board is closed: no connection is needed any more
  #view; // what is shown, as in player.d.ts; undefined before the first one
  #named; // who sits here, by the names that the page uses, as JSON
  #played; // what plays was when it was compared last
  #met = false; // the browser has stored whom it plays with here
  #pause; // while the end of a hand is shown: { result, timer, next }, of which next is the view that waits, if there is one

  #clock = new Clock();
  #doubt = new Doubt(() => this.#worker.postMessage({ shown: true }));
  #felt;
  #history;
  #log;
  #outs;

  constructor({ id, game, watch, appear, failed }) {
    this.id = id;
    this.#game = game;
    this.#watch = watch;
    this.#appear = appear;
    this.#failed = failed;
    this.#played = this.plays;
    this.#felt = new Felt(game, { choose: (choice) => this.#worker.postMessage({ choose: choice }), goOn: () => this.#goOn() });
    this.#history = new History(game);
    this.#log = new Log(game);
    this.#outs = new Outs(game);
  }

  // start starts the player's program, with its first request.
  start(request) {
    this.#worker.onmessage = ({ data }) => this.#open && this.#hear(JSON.parse(data));
    this.#worker.onerror = (event) => this.#failed(event.message || "The program can’t be loaded.");
    program.then((module) => this.#worker.postMessage(module),
      (error) => this.#failed(`the program can’t be loaded: ${error.message}`));
    this.#worker.postMessage(request);
    this.#clock.start();
  }

  // plays tells whether the program has something to do for a seat that isn’t out: at the end, to sign it.
  get plays() {
    if (this.#watch || this.#done) return false;
    const { over, returned, outs, seat: me } = this.#view ?? {};
    if (outs?.some(({ seat, why }) => seat === me && why !== "left")) return false;
    return !over || !returned[me];
  }

  // close ends the program.
  close() {
    this.#open = false;
    this.#worker.terminate();
    this.#clock.stop();
    clearTimeout(this.#pause?.timer);
  }

  // leave has the player leave after this hand.
  leave() {
    this.#worker.postMessage({ leave: true });
    $("leave").disabled = true;
    const { round, keeps } = this.#game;
    say(`You leave after this ${round}, and ${keeps ? `keep your ${keeps}` : "rank behind those who stay"}. Stay until then: ` +
      `your program still deals.`);
  }

  // sitOut has the player sit out from the next hand on, or play.
  sitOut(sitOut) {
    this.#worker.postMessage({ sitOut });
    say(sitOut ? "You sit out from the next hand, and pay your blinds." : "You play from the next hand.");
  }

  // saveRecord asks for the record, which is saved when it is there.
  saveRecord() {
    this.#worker.postMessage({ record: true });
  }

  // #hear takes what the program says: a Reply of player.d.ts.
  #hear({ view, connected, record, refused, elsewhere, failed, done, doubt }) {
    if (connected !== undefined && !this.#done) showConnection(connected);
    if (doubt) this.#doubt.tell(doubt);
    if (view) this.#take(view);
    if (record) save(record, `table-${this.id}.record`);
    if (refused) this.#felt.refuse(refused);
    if (elsewhere) this.#failed("", true);
    if (failed) this.#failed(failed);
    if (done) {
      this.#done = true;
      $("connection").textContent = "not needed any more";
    }
    if (doubt?.kind) this.#appear();
    this.#compare();
  }

  // #compare has the table appear when the program has nothing more to do for the seat.
  #compare() {
    const { plays } = this;
    if (this.#played && !plays) this.#appear();
    this.#played = plays;
  }

  // #take shows a view. After the end of a hand, what comes next waits.
  #take(view) {
    showSitOut(view, this.#game, this.#watch); // also while what comes next waits
    if (this.#pause) {
      const { next } = this.#pause;
      this.#pause.next = next ? joined(next, view) : view;
      if (hurried(view)) this.#goOn();
      return;
    }
    this.#greet(view.people, view.free > 0 ? undefined : view.seat); // before anything names them
    const fresh = this.#history.add(view.game?.results ?? [], view.seat);
    if (fresh.length > 0 && this.#view?.game && !hurried(view)) this.#wait(fresh.at(-1)); // not when a table is opened
    this.#show(view);
  }

  // #wait begins a pause, for the end of a hand.
  #wait(result) {
    this.#pause = { result, timer: setTimeout(() => this.#open && this.#goOn(), pause) };
    say(this.#game.summary(result));
    sound("end");
  }

  // #goOn ends the pause.
  #goOn() {
    const { timer, next } = this.#pause;
    clearTimeout(timer);
    this.#pause = undefined;
    this.#take(next ?? { ...this.#view, news: [], game: { ...this.#view.game, results: [] } });
    this.#compare();
  }

  // #greet shows who sits at the table, when that has changed.
  async #greet(people, me) {
    const named = JSON.stringify([people, me]);
    if (named === this.#named) return;
    this.#named = named;
    const marked = await meet(people, me, this.id, () => this.#felt.forget());
    if (!this.#open || this.#named !== named) return;
    marked();
    if (this.#view?.game) this.#felt.draw();
  }

  // #show shows a view at once.
  #show(view) {
    this.#view = view;
    this.#clock.show(view, !!this.#pause);
    const waiting = view.free > 0;
    $("invite").hidden = !waiting;
    $("felt").hidden = waiting;
    if (waiting) {
      $("invite-title").textContent = `Waiting for ${count(view.free, "more player")}`;
      $("fingerprint").textContent = "when all sit"; // also if a seat is free again
      return;
    }
    const [game, me, ended] = [this.#game, view.seat, this.#pause?.result];
    $("fingerprint").textContent = view.fingerprint;
    showLeave(view, this.#watch);
    this.#log.tell(view.news, me);
    this.#outs.tell(view, me);
    this.#remember(view);
    this.#felt.show(view, me, { ended, last: this.#history.last });
    $("state").textContent = state(view, { game, me, ended, felt: this.#felt });
    if (view.over && !ended) showEnd(view, { id: this.id, game, me, watch: this.#watch });
    this.#clock.tick();
  }

  // #remember stores whom the player plays with, once something was played.
  #remember({ over, people, seat: me }) {
    if (this.#watch || this.#met || !(over || this.#history.last)) return;
    this.#met = true;
    store.meet(this.id, people.filter((p, seat) => p && seat !== me)).catch(() => {});
  }
}

function showConnection(connected) {
  $("connection").textContent = connected ? "connected" : "lost: connecting again …";
  $("connection").classList.toggle("lost", !connected);
}

// save has the browser save a file.
function save(base64, name) {
  const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
  const url = URL.createObjectURL(new Blob([bytes], { type: "application/octet-stream" }));
  h("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

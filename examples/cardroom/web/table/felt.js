// The felt: the game as it stands, and what the player chooses.
import { $, choice } from "../cards.js";
import { notify, say, sound } from "../notice.js";

export class Felt {
  #game; // the module that draws it
  #choose; // sends a choice to the program
  #goOn; // ends a pause
  #shown; // the view, the player's seat, the result of the hand whose end is shown, and the last result there is
  #asked; // what the player is to choose, as JSON: empty for nothing, undefined before the first view
  #sent = false; // the choice: it isn't refused, nor shown yet
  #selected = []; // places of the cards that were clicked, in that order
  #drawn = ""; // what #game shows, as JSON
  #offered = ""; // what #controls shows, as JSON

  constructor(game, { choose, goOn }) {
    this.#game = game;
    this.#choose = choose;
    this.#goOn = goOn;
  }

  // asks reports whether the player is to choose something, and sent whether that is done.
  get asks() {
    return !!this.#asked;
  }

  get sent() {
    return this.#sent;
  }

  // show shows a view. While there is a pause, ended is the result of the hand that is shown.
  show(view, me, { ended, last }) {
    this.#shown = { view, me, ended, last };
    const { legal, choice: step, hand, turns, street } = view.game;
    const asked = !ended && (legal || step) ? JSON.stringify([legal, step, hand, turns, street]) : "";
    if (asked !== this.#asked) this.#ask(asked);
    this.draw();
  }

  #ask(asked) {
    this.#asked = asked;
    this.#selected = [];
    this.#sent = false;
    if (asked) {
      say("It’s your turn.");
      sound("turn");
      notify("It’s your turn.");
    }
    document.title = `${asked ? "Your turn · " : ""}Square Deal card room`;
  }

  // forget has the game drawn again, as its players have other names.
  forget() {
    this.#drawn = "";
  }

  // draw draws the game, and the player's choices, if they have changed: so what is typed stays.
  draw() {
    const { view, me, ended, last } = this.#shown;
    const act = {
      me, selected: this.#selected, last: ended ?? (view.over ? last : undefined),
      choose: (choice) => this.#send(choice), select: (place) => this.#select(place, view.game),
    };
    const drawn = JSON.stringify([{ ...view.game, stage: "", results: [] }, this.#selected, this.#sent, ended, view.over]);
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    const place = document.activeElement?.closest("#game [data-place]")?.dataset.place;
    $("game").replaceChildren(...this.#game.draw(view.game, act));
    $("game").querySelector(`[data-place="${place}"]`)?.focus();
    this.#offer(view.game, act, !!ended);
  }

  // #offer draws what the player may choose.
  #offer(view, act, paused) {
    const offered = JSON.stringify([this.#asked, this.#selected, this.#sent, paused]);
    if (offered === this.#offered) return;
    this.#offered = offered;
    const had = $("controls").contains(document.activeElement);
    const all = paused ? [choice("N", "Next", this.#goOn)] : this.asks && !this.#sent ? this.#game.controls(view, act) : [];
    $("controls").replaceChildren(...all);
    if (had) $("controls").querySelector("button:not(:disabled)")?.focus();
  }

  // #select selects the card in a place, or no longer. The first one gives way when there are too many.
  #select(place, view) {
    const others = this.#selected.filter((p) => p !== place);
    const most = this.#game.most?.(view) ?? 1;
    this.#selected = others.length < this.#selected.length ? others : [...others, place].slice(-most);
    this.draw();
  }

  #send(choice) {
    if (this.#sent) return;
    this.#sent = true;
    this.#choose(choice);
    this.draw();
  }

  // refuse says why something isn't done. If it was a choice, another can be made.
  refuse(why) {
    say(why);
    if (!this.#sent) return;
    this.#sent = false;
    this.draw();
  }
}

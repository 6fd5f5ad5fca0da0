// What a room has done that no honest one does.
import { $, h } from "../cards.js";
import { notify, sound } from "../notice.js";

// By the kind of doubt.
const lies = {
  forged: "It shows a message that nobody has signed: it was altered on the way to you.",
  fork: "It shows you something else than another player has read: messages are hidden from you, or in another order.",
  astray: "What you had read when your seat spoke last isn’t there any more. Your browser says nothing for your seat until it is back.",
  protocol: "It doesn’t keep to the rules of the line: it leaves messages out, or sends what means nothing.",
  held: "It says that it has messages, and doesn’t show them to you.",
  denied: "It says that what your browser has signed isn’t good: it was altered on the way to the room.",
};

export class Doubt {
  #kind; // that is told: nothing while the room seems honest
  #save; // asks for what the player was shown

  constructor(save) {
    this.#save = save;
  }

  // tell tells what a room has done to this player alone. The first reason stays, as what follows
  // follows from it; only a board that is back, as after a backup, is forgiven.
  tell({ kind, text }) {
    if (!this.#kind || this.#kind === "astray") this.#kind = kind;
    $("lie").hidden = !this.#kind;
    if (!this.#kind || $("lie").dataset.kind === this.#kind) return;
    $("lie").dataset.kind = this.#kind;
    sound("alarm");
    notify("This card room isn’t honest with you.");
    $("lie").replaceChildren(
      h("h2", {}, "This card room isn’t honest with you"),
      h("p", {}, `${lies[this.#kind]} The room does this, or something between it and you.`),
      h("p", {}, "Your cards are safe: nobody else can see them. But your moves may not reach the others, who may take your " +
        "seat for silent."),
      h("p", {}, h("b", {}, "What to do: "),
        "save what you were shown, and compare the fingerprint and these files with the other players, by phone for instance: " +
          "together they show what each of you was shown. Don’t go on in this room."),
      h("p", { class: "buttons" }, h("button", { type: "button", onclick: this.#save }, "Save what I was shown")),
      h("p", { class: "small soft" }, `In your program’s words: ${text}.`),
    );
  }
}

// Who is out, and why.
import { $, h, seatName } from "../cards.js";

export class Outs {
  #game; // the module that draws it
  #told = 0; // of the view's outs

  constructor(game) {
    this.#game = game;
  }

  // tell tells those that are new.
  tell({ outs, game }, me) {
    for (const { seat, why, text } of outs.slice(this.#told)) {
      $("alarm").append(h("p", { "data-why": why, "data-seat": seat }, this.#words({ seat, text }, seat === me, game)[why]));
      $("alarm").classList.toggle("warn", !outs.some((o) => o.why === "fault"));
      $("alarm").classList.toggle("bad", outs.some((o) => o.why === "fault"));
      $("alarm").hidden = false;
    }
    this.#told = outs.length;
  }

  // #words says why a seat is out, by the reason.
  #words({ seat, text }, mine, game) {
    const name = mine ? "You are" : `${seatName(seat)} is`;
    const on = this.#game.without?.(game) ?? "The others play on.";
    const { keeps } = this.#game;
    return {
      fault: `${mine ? "Your seat" : seatName(seat)} cheated: ${text.split(": ").at(-1)}. Its own signature proves it. It is out. ${on}`,
      silent: `${name} out: ${mine ? "your" : "its"} time was up. ${on}`,
      left: `${mine ? "You have" : `${seatName(seat)} has`} left${keeps ? `, with ${mine ? "your" : "its"} ${keeps}` : ""}.`,
    };
  }
}

// The terms of a table, on which a player sits down, or not.
import { $, h, isolated, span } from "./cards.js";
import { second } from "./games.js";
import * as store from "./store.js";

// looking shows that the terms are being asked for.
export function looking() {
  $("sit").disabled = $("watch").disabled = true;
  $("terms-title").textContent = "A table";
  $("terms-list").replaceChildren();
  $("terms-text").textContent = "Looking …";
  $("elsewhere").hidden = true;
}

// fault says why there are none.
export function fault(text) {
  $("terms-text").textContent = text;
}

// showTerms shows a table's terms. play is called with how the player sits down, if they do: see openTable. mine are this
// browser's seats there, which other tabs play.
export async function showTerms(id, { table, game, config, mine }, play) {
  $("terms-title").textContent = game.title;
  const left = table.free === 0 ? "none is" : table.free === 1 ? "1 is" : `${table.free} are`;
  const facts = [
    ["Seats", `${table.offer.Seats}, of which ${left} free`],
    ["Open to", table.public ? "everybody: it is in the list of tables" : "whoever has its link"],
    ...game.terms(config),
    ["You", await asWhom()],
    ["Time", `${patience(game, table.offer)}. Then a seat is out.`],
  ];
  $("terms-list").replaceChildren(...facts.flatMap(([name, text]) => [h("dt", {}, name), h("dd", {}, text)]));
  $("terms-text").textContent =
    "Shortly before your time is up, your browser chooses the least for you. " +
    "It has to stay open, as it shuffles and deals with the others’.";
  $("sit").disabled = table.free === 0;
  $("sit").textContent = mine.length > 0 ? "Take another seat" : "Sit down";
  $("elsewhere").hidden = mine.length === 0;
  $("take-seat").onclick = () => play({ name: mine[0], takeOver: true });
  $("watch").disabled = false;
  $("sit").onclick = () => play({ name: store.newName(id) });
  $("watch").onclick = () => (location.hash = `t/${id}/watch`);
  $("sit").focus();
}

// patience is the time that an offer gives for each choice, and besides in each hand.
function patience({ move, round }, { Grace, Bank }) {
  const more = Bank > 0 ? `, and ${span(Bank / second)} more in each ${round}` : "";
  return `${span(Grace / second)} for each ${move}${more}`;
}

// asWhom says how the player sits down.
async function asWhom() {
  const person = await store.person().catch(() => undefined);
  return person ? `sit down as ${isolated(person.name)}` : "sit down without a name: you can choose one above";
}

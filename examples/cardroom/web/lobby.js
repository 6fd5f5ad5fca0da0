// The lobby: the list of tables, and the form by which a new one is opened.
import { $, capital, count, h, span } from "./cards.js";
import { games, rules, second } from "./games.js";
import * as store from "./store.js";
import { played } from "./table/open.js";
import { tables } from "./tables.js";
import { later } from "./visit.js";

const longest = 14048; // bytes that no message about 52 cards exceeds

// listTables shows the tables that are asked for, until the visit is over.
export function listTables(visit) {
  let last; // what the list shows
  const fill = async () => {
    try {
      const mine = await store.tables();
      const all = await tables(mine);
      if (visit.over) return;
      const filter = { game: $("which").value, free: $("free-only").checked };
      const text = JSON.stringify([all.map((t) => [t.id, t.free]), filter, ...mine]);
      if (text !== last) {
        last = text;
        show(all, filter, mine);
      }
    } catch (error) {
      $("tables").replaceChildren(h("p", { class: "verdict warn" }, `The tables can’t be read: ${error.message}`));
      last = undefined;
    }
  };
  const poll = () => fill().then(() => later(visit, 3000, poll));
  $("filter").onchange = fill;
  poll();
}

// show shows those tables that the filter lets pass, and this browser's own.
function show(all, filter, mine) {
  const fits = (t) => mine.has(t.id) ||
    ((!filter.free || t.free > 0) && (!filter.game || rules(t.offer)?.game === games[filter.game]));
  const lines = all.filter(fits).flatMap((t) => line(t, mine.has(t.id)) ?? []);
  const some = all.length > 0 ? "No such table is open." : "No public table is open.";
  const none = h("p", {}, `${some} Open one, and send its link to the others.`);
  $("tables").replaceChildren(lines.length > 0 ? h("ul", { class: "tables" }, ...lines) : none);
}

function line({ id, offer, free, public: listed }, mine) {
  const known = rules(offer);
  if (!known) return undefined;
  const { game } = known;
  const own = played() === id ? "your seat’s program goes on" : "you have a seat";
  const state = mine ? own : free > 0 ? `${count(free, "free seat")} of ${offer.Seats}` : "full";
  return h(
    "li", {},
    h("span", {}, h("b", {}, game.title),
      h("span", { class: "soft small" }, ` ${state} · ${span(offer.Grace / second)} per move${listed ? "" : " · private"}`)),
    h("a", { class: "button", href: `#t/${id}${mine || free > 0 ? "" : "/watch"}` }, mine ? "Go on" : free > 0 ? "Look" : "Watch"),
  );
}

$("create").addEventListener("input", () => {
  const name = new FormData($("create")).get("game");
  for (const part of document.querySelectorAll("[data-of]")) {
    part.hidden = !part.dataset.of.split(" ").includes(name);
    for (const field of part.querySelectorAll("input, select")) field.disabled = part.hidden;
  }
  $("seats").max = games[name].mostSeats;
  document.querySelector('label[for="hands"]').textContent = `${capital(games[name].round)}s`;
});

// offer makes an offer of what was filled in.
function offer(form) {
  const [seats, hands, chips, limit, grace, bank] = [form.seats ?? games[form.game].mostSeats, form.hands, form.chips, form.limit,
    form.patience, form.bank].map(Number);
  const terms = games[form.game].offer({ seats, hands, chips, limit });
  return { Game: btoa(JSON.stringify(terms)), Seats: seats, Longest: longest, Grace: grace * second,
    Bank: bank * grace * second, Public: form.public === "yes" };
}

$("create").addEventListener("submit", async (event) => {
  event.preventDefault();
  const body = JSON.stringify(offer(Object.fromEntries(new FormData($("create")))));
  $("create-error").hidden = true;
  try {
    const answer = await fetch("tables", { method: "POST", headers: { "Content-Type": "application/json" }, body });
    if (!answer.ok) throw new Error(await answer.text());
    location.hash = `t/${(await answer.json()).id}`;
  } catch (error) {
    $("create-error").textContent = `The table can’t be opened: ${error.message}`;
    $("create-error").hidden = false;
  }
});

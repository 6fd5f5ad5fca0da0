// The lobby, and the way to a table: #t/ID is a table's link, #t/ID/watch a spectator's.
import { $, capital, count, h, isolated, span } from "./cards.js";
import * as hearts from "./hearts.js";
import * as holdem from "./holdem.js";
import "./people.js";
import * as rummy from "./rummy.js";
import * as store from "./store.js";
import { leaveTable, openTable } from "./table/open.js";

const games = { holdem, rummy, hearts };
const longest = 14048; // bytes that no message about 52 cards exceeds
const second = 1e9; // in the nanoseconds of an offer

function show(section) {
  for (const name of ["lobby", "terms", "room"]) $(name).hidden = name !== section;
  $("to-lobby").hidden = section === "lobby";
  $("pitch").hidden = section !== "lobby";
  $("me").hidden = section === "room"; // where it would change nothing
}

// rules returns the game of an offer, and its terms.
function rules(offer) {
  try {
    const config = JSON.parse(atob(offer.Game));
    const game = Object.values(games).find((g) => g.label === config.name);
    return game ? { game, config } : undefined;
  } catch {
    return undefined;
  }
}

// patience is the time that an offer gives for each choice, and besides in each hand.
function patience({ move, round }, { Grace, Bank }) {
  const more = Bank > 0 ? `, and ${span(Bank / second)} more in each ${round}` : "";
  return `${span(Grace / second)} for each ${move}${more}`;
}

async function ask(path) {
  const answer = await fetch(path);
  if (answer.status === 404) return undefined;
  if (!answer.ok) throw new Error(await answer.text());
  return answer.json();
}

// tables returns the public tables, and those at which this browser has a seat.
async function tables(mine) {
  const all = await ask("tables");
  const others = [...mine].filter((id) => !all.some((t) => t.id === id));
  const own = await Promise.all(others.map((id) => ask(`tables/${id}/terms`)));
  return [...own.filter(Boolean), ...all];
}

// The number of the latest visit, to the lobby or a table. What an earlier one waited for comes
// too late.
let visits = 0;

const later = (visit, milliseconds, f) => setTimeout(() => visit === visits && f(), milliseconds);

function lobby(visit) {
  show("lobby");
  leaveTable();
  document.title = "Square Deal card room";
  let last; // what the list shows
  const fill = async () => {
    try {
      const mine = await store.tables();
      const all = await tables(mine);
      if (visit !== visits) return;
      const filter = { game: $("which").value, free: $("free-only").checked };
      const text = JSON.stringify([all.map((t) => [t.id, t.free]), filter, ...mine]);
      if (text !== last) {
        last = text;
        const fits = (t) => mine.has(t.id) ||
          ((!filter.free || t.free > 0) && (!filter.game || rules(t.offer)?.game === games[filter.game]));
        const lines = all.filter(fits).flatMap((t) => line(t, mine.has(t.id)) ?? []);
        const some = all.length > 0 ? "No such table is open." : "No public table is open.";
        const none = h("p", {}, `${some} Open one, and send its link to the others.`);
        $("tables").replaceChildren(lines.length > 0 ? h("ul", { class: "tables" }, ...lines) : none);
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

function line({ id, offer, free, public: listed }, mine) {
  const known = rules(offer);
  if (!known) return undefined;
  const { game } = known;
  const state = mine ? "you have a seat" : free > 0 ? `${count(free, "free seat")} of ${offer.Seats}` : "full";
  return h(
    "li", {},
    h("span", {}, h("b", {}, game.title),
      h("span", { class: "soft small" }, ` ${state} · ${span(offer.Grace / second)} per move${listed ? "" : " · private"}`)),
    h("a", { class: "button", href: `#t/${id}${mine || free > 0 ? "" : "/watch"}` }, mine ? "Go on" : free > 0 ? "Look" : "Watch"),
  );
}

// look returns a table, and this browser's seats there: all, and those that no other tab plays.
async function look(id) {
  const [table, mine] = await Promise.all([ask(`tables/${id}/terms`), store.seats(id)]);
  return { table, mine, free: await store.free(mine) };
}

// enter goes to a table: to the seat that this tab had there, or that this browser has and no
// other tab plays; or else to its terms.
async function enter(visit, id, watch, tries = 4) {
  leaveTable();
  $("sit").disabled = $("watch").disabled = true;
  $("terms-title").textContent = "A table";
  $("terms-list").replaceChildren();
  $("terms-text").textContent = "Looking …";
  $("elsewhere").hidden = true;
  show("terms");
  const { table, mine, free, fault } = await look(id).catch((fault) => ({ fault }));
  if (visit !== visits) return;
  if (fault) {
    $("terms-text").textContent = `The table can’t be read: ${fault.message}`;
    return later(visit, 2000, route);
  }
  const known = table && rules(table.offer);
  if (!table && tries > 0) { // a list is a second old
    return later(visit, 400, () => enter(visit, id, watch, tries - 1));
  }
  if (!known) {
    $("terms-text").textContent = "There is no such table, or not any more.";
    return mine.forEach(store.forget);
  }
  const { game, config } = known;
  const play = async (options) => {
    const who = await store.person().catch(() => undefined);
    if (visit !== visits) return;
    show("room");
    if (options.name) sessionStorage.setItem(id, options.name);
    openTable({ id, game, who, ...options, failed: (text, elsewhere) => failed(text, elsewhere, options, play) });
  };
  const had = sessionStorage.getItem(id);
  if (watch) return play({ watch: true });
  if (mine.includes(had)) return play({ name: had });
  if (free.length > 0) return play({ name: free[0] });
  const again = sessionStorage.getItem("again") === id;
  sessionStorage.removeItem("again");
  if (again && table.free > 0) return play({ name: store.newName(id) });
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

// asWhom says how the player sits down.
async function asWhom() {
  const person = await store.person().catch(() => undefined);
  return person ? `sit down as ${isolated(person.name)}` : "sit down without a name: you can choose one above";
}

function failed(text, elsewhere, { name }, play) {
  leaveTable();
  const alarm = $("alarm");
  alarm.hidden = false;
  alarm.classList.toggle("warn", !!elsewhere);
  $("invite").hidden = true;
  if (elsewhere) {
    $("felt").hidden = true;
    const here = h("button", { type: "button", id: "take-over", onclick: () => play({ name, takeOver: true }) }, "Play here instead");
    const other = h("button", { type: "button", onclick: () => (sessionStorage.clear(), route()) }, "Take another seat");
    alarm.replaceChildren(h("p", {}, "Another tab plays this seat."), h("p", { class: "buttons" }, here, other));
    return;
  }
  if (/the seat is taken|your seat is free again|never began/.test(text)) store.forget(name);
  const look = h("a", { class: "button", href: `${location.hash.replace("/watch", "")}/watch` }, "Watch the table");
  alarm.replaceChildren(h("p", {}, `This can’t go on: ${text}.`), h("p", {}, look));
}

function route() {
  const [, id, watch] = location.hash.match(/^#t\/([A-Za-z0-9_-]+)(\/watch)?$/) ?? [];
  visits++;
  if (id) enter(visits, id, !!watch);
  else lobby(visits);
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

$("create").addEventListener("submit", async (event) => {
  event.preventDefault();
  const form = Object.fromEntries(new FormData($("create")));
  const [seats, hands, chips, limit, grace, bank] = [form.seats ?? games[form.game].mostSeats, form.hands, form.chips, form.limit,
    form.patience, form.bank].map(Number);
  const terms = games[form.game].offer({ seats, hands, chips, limit });
  const offer = { Game: btoa(JSON.stringify(terms)), Seats: seats, Longest: longest, Grace: grace * second,
    Bank: bank * grace * second, Public: form.public === "yes" };
  $("create-error").hidden = true;
  try {
    const answer = await fetch("tables", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(offer) });
    if (!answer.ok) throw new Error(await answer.text());
    location.hash = `t/${(await answer.json()).id}`;
  } catch (error) {
    $("create-error").textContent = `The table can’t be opened: ${error.message}`;
    $("create-error").hidden = false;
  }
});

window.addEventListener("hashchange", route);
window.addEventListener("person", () => !$("terms").hidden && route());
route();

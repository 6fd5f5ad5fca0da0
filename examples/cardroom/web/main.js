// The way to a table: #t/ID is a table's link, #t/ID/watch a spectator's. Any other is the lobby's.
import { $, h } from "./cards.js";
import { rules } from "./games.js";
import { listTables } from "./lobby.js";
import { say } from "./notice.js";
import "./people.js";
import * as store from "./store.js";
import { leaveTable, openTable, played } from "./table/open.js";
import { look } from "./tables.js";
import { fault, looking, showTerms } from "./terms.js";
import { beginVisit, later } from "./visit.js";

function show(section) {
  for (const name of ["lobby", "terms", "room"]) $(name).hidden = name !== section;
  $("to-lobby").hidden = section === "lobby";
  $("pitch").hidden = section !== "lobby";
  $("me").hidden = section === "room"; // where it would change nothing
}

function lobby(visit) {
  show("lobby");
  if (played()) say("Your seat’s program goes on in this tab. “Go on” leads back to the table.");
  else leaveTable();
  document.title = "Square Deal card room";
  listTables(visit);
}

// behind goes from the lobby to the table that this tab has behind it.
function behind(id) {
  beginVisit();
  history.replaceState(undefined, "", `#t/${id}`);
  show("room");
}

// enter goes to a table: to the seat that this tab had there, or that this browser has and no
// other tab plays; or else to its terms.
async function enter(visit, id, watch, tries = 4) {
  leaveTable();
  looking();
  show("terms");
  const { table, mine, free, error } = await look(id).catch((error) => ({ error }));
  if (visit.over) return;
  if (error) {
    fault(`The table can’t be read: ${error.message}`);
    return later(visit, 2000, route);
  }
  if (!table && tries > 0) { // a list is a second old
    return later(visit, 400, () => enter(visit, id, watch, tries - 1));
  }
  if (!table) {
    fault("There is no such table, or not any more.");
    return mine.forEach(store.forget);
  }
  const known = rules(table.offer);
  if (!known) return fault("This page doesn’t know the game of this table. The room may have another version of it: load the page again.");
  const { game, config } = known;
  const play = async (options, now = visit) => {
    const who = await store.person().catch(() => undefined);
    if (now.over) return;
    show("room");
    if (options.name) sessionStorage.setItem(id, options.name);
    const appear = () => $("room").hidden && behind(id);
    openTable({ id, game, who, ...options, appear, failed: (text, elsewhere) => {
      appear();
      failed(text, elsewhere, options, play);
    } });
  };
  const had = sessionStorage.getItem(id);
  if (watch) return play({ watch: true });
  if (mine.includes(had)) return play({ name: had });
  if (free.length > 0) return play({ name: free[0] });
  const again = sessionStorage.getItem("again") === id;
  sessionStorage.removeItem("again");
  if (again && table.free > 0) return play({ name: store.newName(id) });
  await showTerms(id, { table, game, config, mine }, play);
}

// failed says why a table that was opened can't be played, or who else plays the seat.
function failed(text, elsewhere, { name }, play) {
  leaveTable();
  const alarm = $("alarm");
  alarm.hidden = false;
  alarm.classList.toggle("warn", !!elsewhere);
  $("invite").hidden = true;
  if (elsewhere) {
    $("felt").hidden = true;
    const takeOver = () => play({ name, takeOver: true }, beginVisit());
    const here = h("button", { type: "button", id: "take-over", onclick: takeOver }, "Play here instead");
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
  const visit = beginVisit();
  if (!id) return lobby(visit);
  const seat = played();
  if (seat === id && !watch) return show("room");
  const leaves = "Your seat’s program ends with that: the seat is silent then, and loses its deposit. Leave the table?";
  if (seat && !confirm(leaves)) location.hash = `t/${seat}`;
  else enter(visit, id, !!watch);
}

window.addEventListener("hashchange", route);
window.addEventListener("person", () => !$("terms").hidden && route());
route();

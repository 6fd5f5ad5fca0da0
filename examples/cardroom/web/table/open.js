// The table that this tab shows: how it is opened and left, its buttons, and the keys.
import { $, introduce } from "../cards.js";
import { list } from "../people.js";
import { Table } from "./table.js";

let table; // undefined while none is shown

// leaveTable ends the program of the table that is shown, if there is one.
export function leaveTable() {
  table?.close();
  table = undefined;
}

// played returns the table at which a seat's program is under way, undefined if none is.
export const played = () => (table?.plays ? table.id : undefined);

// openTable plays a seat, or watches. game draws it; failed is called with what went wrong, and appear when the player has to
// see the table.
export function openTable({ id, name, game, watch, who, takeOver, appear, failed }) {
  leaveTable();
  clear({ id, game, watch });
  table = new Table({ id, game, watch: !!watch, appear, failed });
  const url = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}`;
  table.start({ takeOver: !!takeOver, start: { table: id, name, url, watch: !!watch, who } });
}

// clear has the page show a table of which nothing is known yet.
function clear({ id, game, watch }) {
  introduce([]);
  list([], -1);
  for (const part of ["lie", "alarm", "game", "controls", "lines", "end"]) $(part).replaceChildren();
  delete $("lie").dataset.kind;
  delete $("end").dataset.deposits;
  for (const part of ["lie", "alarm", "invite", "felt", "end", "leave", "history"]) $(part).hidden = true;
  $("fingerprint").textContent = "when all sit";
  $("connection").textContent = "connecting …";
  $("controls").hidden = !!watch;
  $("leave").disabled = false;
  $("sit-out").hidden = true;
  $("leave").textContent = `Leave after this ${game.round}`;
  $("link").value = `${location.origin}${location.pathname}#t/${id}`;
  $("auditor").textContent = game.auditor;
}

$("leave").addEventListener("click", () => table?.leave());
$("sit-out").addEventListener("click", () => table?.sitOut($("sit-out").dataset.out === "true"));
$("record").addEventListener("click", () => table?.saveRecord());
$("copy").addEventListener("click", async () => {
  $("link").select();
  let copied = await navigator.clipboard?.writeText($("link").value).then(() => true, () => false);
  copied ||= document.execCommand("copy"); // over plain HTTP
  $("copy").textContent = copied ? "Copied" : "Not copied";
  setTimeout(() => ($("copy").textContent = "Copy"), 2000);
});
document.addEventListener("keydown", (event) => {
  if ($("room").hidden) return; // the program plays on behind the lobby, and nobody sees what a key would do
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.matches?.("input, select") && event.key !== "Enter") return;
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (step && event.target.matches?.("#game .hold")) {
    const cards = [...$("game").querySelectorAll(".hold:not(:disabled)")];
    cards.at((cards.indexOf(event.target) + step) % cards.length).focus();
  }
  const key = event.key === "Enter" && event.target.id === "raise" ? "R" : event.key.toUpperCase();
  const button = $("felt").querySelector(`button[data-key="${CSS.escape(key)}"]:not([hidden])`);
  if (button && !button.disabled) {
    event.preventDefault();
    button.click();
  }
});

// A table: what the player's program, in a worker, says about it, and what the player chooses.
import { $, aSeat, capital, choice, count, h, introduce, list, seatName } from "./cards.js";
import { notify, sound } from "./notice.js";
import { list as listPeople, meet } from "./people.js";
import { program } from "./program.js";
import * as store from "./store.js";

let current; // the table that is shown

// leaveTable ends the program of the table that is shown, if there is one.
export function leaveTable() {
  current?.worker.terminate();
  clearInterval(current?.ticking);
  clearTimeout(current?.pausing);
  current = undefined;
}

// openTable plays a seat, or watches. game draws it; failed is called with what went wrong.
export function openTable({ id, name, game, watch, who, takeOver, failed }) {
  leaveTable();
  introduce([]);
  listPeople([], -1);
  const t = { id, game, watch, failed, drawn: "", answered: "", selected: [], results: new Map(),
    worker: new Worker("worker.js", { type: "module" }) };
  current = t;
  t.worker.onmessage = ({ data }) => current === t && heard(t, JSON.parse(data));
  t.worker.onerror = (event) => failed(event.message || "The program can’t be loaded.");
  const url = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}`;
  program.then((module) => t.worker.postMessage(module), (error) => failed(`the program can’t be loaded: ${error.message}`));
  t.worker.postMessage({ takeOver: !!takeOver, start: { table: id, name, url, watch: !!watch, who } });
  t.ticking = setInterval(() => tick(t), 500);
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

function heard(t, { view, connected, record, refused, elsewhere, failed, done, doubt }) {
  if (connected !== undefined && !t.done) connection(connected);
  if (doubt) warn(t, doubt);
  if (view) show(t, view);
  if (record) save(record, `table-${t.id}.record`);
  if (refused) refuse(t, refused);
  if (elsewhere) t.failed("", true);
  if (failed) t.failed(failed);
  if (done) {
    t.done = true;
    $("connection").textContent = "not needed any more";
  }
}

function connection(connected) {
  $("connection").textContent = connected ? "connected" : "lost: connecting again …";
  $("connection").classList.toggle("lost", !connected);
}

// What a room has done that no honest one does, by the kind of doubt.
const lies = {
  forged: "It shows a message that nobody has signed: it was altered on the way to you.",
  fork: "It shows you something else than another player has read: messages are hidden from you, or in another order.",
  astray: "What you had read when your seat spoke last isn’t there any more. Your browser says nothing for your seat until it is back.",
  protocol: "It doesn’t keep to the rules of the line: it leaves messages out, or sends what means nothing.",
  held: "It says that it has messages, and doesn’t show them to you.",
  denied: "It says that what your browser has signed isn’t good: it was altered on the way to the room.",
};

// warn tells what a room has done to this player alone. The first reason stays, as what follows
// follows from it; only a board that is back, as after a backup, is forgiven.
function warn(t, { kind, text }) {
  if (!t.lie || t.lie === "astray") t.lie = kind;
  $("lie").hidden = !t.lie;
  if (!t.lie || $("lie").dataset.kind === t.lie) return;
  $("lie").dataset.kind = t.lie;
  sound("alarm");
  notify("This card room isn’t honest with you.");
  $("lie").replaceChildren(
    h("h2", {}, "This card room isn’t honest with you"),
    h("p", {}, `${lies[t.lie]} The room does this, or something between it and you.`),
    h("p", {}, "Your cards are safe: nobody else can see them. But your moves may not reach the others, who may take your " +
      "seat for silent."),
    h("p", {}, h("b", {}, "What to do: "),
      "save what you were shown, and compare the fingerprint and these files with the other players, by phone for instance: " +
        "together they show what each of you was shown. Don’t go on in this room."),
    h("p", { class: "buttons" }, h("button", { type: "button", onclick: () => t.worker.postMessage({ shown: true }) },
      "Save what I was shown")),
    h("p", { class: "small soft" }, `In your program’s words: ${text}.`),
  );
}

const pause = 4000; // milliseconds for which the end of a hand or a round is shown

// hurried reports whether the player's own time doesn't allow a pause.
const hurried = ({ seat, due, grace }) => due.some((d) => d.seat === seat && d.choice && d.left < (grace * 3) / 4);

// show shows a view. After the end of a hand, what comes next waits.
function show(t, view) {
  sitting(t, view); // also while what comes next waits
  if (t.pausing) {
    t.next = { ...view, news: [...(t.next?.news ?? []), ...view.news],
      game: { ...view.game, results: [...(t.next?.game.results ?? []), ...view.game.results] } };
    if (hurried(view)) goOn(t);
    return;
  }
  greet(t, view.people, view.free > 0 ? undefined : view.seat); // before anything names them
  const fresh = (view.game?.results ?? []).filter((result) => !t.results.has(t.game.number(result)));
  for (const result of fresh) t.results.set(t.game.number(result), result);
  const began = t.view?.game; // not when a table is opened
  if (fresh.length > 0) {
    history(t, t.results.size - 1);
    if (began && !hurried(view)) {
      t.ended = fresh.at(-1);
      t.pausing = setTimeout(() => current === t && goOn(t), pause);
      say(t.game.summary(t.ended));
      sound("end");
    }
  }
  now(t, view);
}

// goOn ends the pause.
function goOn(t) {
  clearTimeout(t.pausing);
  const next = t.next ?? { ...t.view, news: [], game: { ...t.view.game, results: [] } };
  t.pausing = t.ended = t.next = undefined;
  t.drawn = t.answered = "";
  show(t, next);
}

// history shows one of the hands that are over.
function history(t, place) {
  const results = [...t.results.values()];
  const page = (text, to, id) => h("button", { type: "button", class: "small", id, disabled: !results[to],
    onclick: () => { history(t, to); $(results[to + to - place] ? id : "history-text").focus(); } }, text);
  $("history").hidden = false;
  $("history").replaceChildren(
    h("h2", { id: "history-text", tabindex: "-1" }, `${capital(t.game.round)} ${t.game.number(results[place])}`),
    h("p", { class: "buttons" }, page("Earlier", place - 1, "earlier"), page("Later", place + 1, "later")),
    ...t.game.past(results[place], { me: t.me ?? -1 }).filter(Boolean),
  );
}

// greet shows who sits at the table, when that has changed.
async function greet(t, people, me) {
  const text = JSON.stringify([people, me]);
  if (text === t.people) return;
  t.people = text;
  const marked = await meet(people, me, t.id, () => (t.drawn = ""));
  if (current !== t || t.people !== text) return;
  marked();
  if (t.view?.game) draw(t);
}

function now(t, view) {
  t.view = view;
  t.at = performance.now();
  const waiting = view.free > 0;
  $("invite").hidden = !waiting;
  $("felt").hidden = waiting;
  if (waiting) {
    $("invite-title").textContent = `Waiting for ${count(view.free, "more player")}`;
    $("fingerprint").textContent = "when all sit"; // also if a seat is free again
    return;
  }
  t.me = view.seat;
  $("fingerprint").textContent = view.fingerprint;
  $("leave").hidden = t.watch || view.over || view.leaving || view.outs.some((o) => o.seat === t.me);
  const scrolled = $("log").scrollTop + $("log").clientHeight >= $("log").scrollHeight - 40;
  for (const event of view.news) log(t, event);
  if (scrolled) $("log").scrollTop = $("log").scrollHeight;
  for (const out of view.outs.slice(t.told ?? 0)) accuse(t, out);
  t.told = view.outs.length;
  if (!t.watch && !t.met && (view.over || t.results.size > 0)) {
    t.met = true;
    store.meet(t.id, view.people.filter((p, seat) => p && seat !== t.me)).catch(() => {});
  }
  const { legal, choice: step, hand, turns, street } = view.game;
  const asked = !t.pausing && (legal || step) ? JSON.stringify([legal, step, hand, turns, street]) : "";
  if (asked !== t.asked) {
    t.asked = asked;
    t.selected = [];
    t.sent = false;
    if (asked) {
      say("It’s your turn.");
      sound("turn");
      notify("It’s your turn.");
    }
    document.title = `${asked ? "Your turn · " : ""}Square Deal card room`;
  }
  draw(t);
  $("state").textContent = state(t, view);
  if (view.over && !t.pausing) finish(t, view);
  tick(t);
}

// draw draws the game, and the player's choices, if they have changed: so what is typed stays.
function draw(t) {
  const { view } = t;
  const act = {
    me: t.me, selected: t.selected, last: t.ended ?? (view.over ? [...t.results.values()].at(-1) : undefined),
    choose: (choice) => choose(t, choice),
    select: (place) => {
      const others = t.selected.filter((p) => p !== place);
      t.selected = others.length < t.selected.length ? others : [...others, place].slice(-(t.game.most?.(view.game) ?? 1));
      draw(t);
    },
  };
  const drawn = JSON.stringify([{ ...view.game, stage: "", results: [] }, t.selected, t.sent, t.ended, view.over]);
  if (drawn === t.drawn) return;
  t.drawn = drawn;
  const place = document.activeElement?.closest("#game [data-place]")?.dataset.place;
  $("game").replaceChildren(...t.game.draw(view.game, act));
  $("game").querySelector(`[data-place="${place}"]`)?.focus();
  const choices = JSON.stringify([t.asked, t.selected, t.sent, !!t.pausing]);
  if (choices === t.answered) return;
  t.answered = choices;
  const had = $("controls").contains(document.activeElement);
  const all = t.pausing ? [choice("N", "Next", () => goOn(t))] : t.asked && !t.sent ? t.game.controls(view.game, act) : [];
  $("controls").replaceChildren(...all);
  if (had) $("controls").querySelector("button:not(:disabled)")?.focus();
}

function choose(t, choice) {
  if (t.sent) return;
  t.sent = true;
  t.worker.postMessage({ choose: choice });
  draw(t);
}

// refuse says why something isn't done. If it was a choice, another can be made.
function refuse(t, why) {
  say(why);
  if (!t.sent) return;
  t.sent = false;
  draw(t);
}

// sitting shows what the player can say of the next hand, if the game has players sit out.
function sitting(t, view) {
  const off = t.watch || view.free > 0 || view.over || view.leaving || view.outs.some((o) => o.seat === view.seat);
  const offer = off ? undefined : t.game.sitting?.(view.game, view.seat);
  const button = $("sit-out");
  button.hidden = !offer;
  if (!offer) return;
  button.firstElementChild.textContent = offer.text;
  button.dataset.out = offer.out;
  button.classList.toggle("primary", !offer.out && !!t.game.waits(view.game));
}

// state says what everybody waits for.
function state(t, view) {
  if (t.pausing) return `The end of ${t.game.round} ${t.game.number(t.ended)}`;
  if (view.over) return view.final ? "The game is over, and most seats have signed that." : "The game is over. Its end is being signed.";
  if (t.asked) return t.sent ? "Sent …" : (t.game.asks?.(view.game) ?? "Your turn");
  const named = (seats) => seats.map((s) => (s === t.me ? "your browser" : aSeat(s)));
  if (view.hellos.length > 0) return `Waiting for a hello of ${list(named(view.hellos))}. Whoever says none loses the seat.`;
  const seats = view.due.map((d) => d.seat);
  const waits = t.game.waits?.(view.game);
  if (waits) return `${waits}: the table waits for ${list(seats.map((s) => (s === t.me ? "you" : aSeat(s))))}`;
  const names = named(seats);
  const subject = capital(list(names));
  const what = view.due.some((d) => d.choice) ? undefined : t.game.proving(view.game);
  if (!what) return `Waiting for ${list(names)}`;
  return `${subject} ${what[seats.length > 1 ? 1 : 0]}`;
}

// tick shows who is waited for, and how much time they have left by this machine's clock.
function tick(t) {
  if (!t.view || t.view.free > 0) return;
  const passed = performance.now() - t.at;
  for (const seat of document.querySelectorAll("[data-seat]:has(.clock)")) {
    const due = t.pausing ? undefined : t.view.due.find((d) => d.seat === Number(seat.dataset.seat));
    seat.classList.toggle("due", !!due);
    const clock = seat.querySelector(".clock");
    const left = due && Math.max(0, due.left - passed);
    const text = due && (due.choice || left < t.view.grace / 2) ? clockText(left / 1000) : "";
    if (clock.textContent === text) continue;
    clock.textContent = text;
    clock.classList.toggle("late", left < t.view.grace / 2);
  }
}

const clockText = (seconds) => (seconds > 99 ? `${Math.ceil(seconds / 60)} min` : `${Math.ceil(seconds)} s`);

// log tells an event. What several seats prove alike is one line.
function log(t, { kind, seat, text: written, round }) {
  const { last } = t;
  const text = written.replace(/\{([\d,]+)\}/g, (_, seats) => list(seats.split(",").map((s) => aSeat(Number(s)))));
  if (round > 0 && round !== t.logged) {
    t.logged = round;
    $("lines").append(h("li", { class: "title" }, `${capital(t.game.round)} ${round}`));
  } else if (last && last.kind === kind && last.text === text && seat >= 0 && text.startsWith("proved")) {
    last.seats = [...new Set([...last.seats, seat])].sort((a, b) => a - b);
    if (last.seats.length > 1) last.element.textContent = `${capital(list(last.seats.map(aSeat)))} each ${text}`;
    return;
  }
  const element = h("li", { class: kind }, seat < 0 ? text : `${seatName(seat, t.me)} ${text}`);
  t.last = { kind, text, seats: [seat], element };
  $("lines").append(element);
}

// accuse says who is out, and why.
function accuse(t, { seat, why, text }) {
  const me = seat === t.me;
  const name = me ? "You are" : `${seatName(seat)} is`;
  const on = t.game.without?.(t.view.game) ?? "The others play on.";
  const words = {
    fault: `${me ? "Your seat" : seatName(seat)} cheated: ${text.split(": ").at(-1)}. Its own signature proves it. It is out. ${on}`,
    silent: `${name} out: ${me ? "your" : "its"} time was up. ${on}`,
    left: `${me ? "You have" : `${seatName(seat)} has`} left${t.game.keeps ? `, with ${me ? "your" : "its"} ${t.game.keeps}` : ""}.`,
  };
  $("alarm").append(h("p", { "data-why": why, "data-seat": seat }, words[why]));
  $("alarm").classList.toggle("warn", !t.view.outs.some((o) => o.why === "fault"));
  $("alarm").classList.toggle("bad", t.view.outs.some((o) => o.why === "fault"));
  $("alarm").hidden = false;
}

function finish(t, view) {
  const back = view.returned.flatMap((b, seat) => (b ? [aSeat(seat)] : []));
  const all = back.length === view.returned.length ? "all seats" : list(back);
  const deposits = back.length === 0 ? "Whoever signs the end gets the deposit back."
    : `Deposits return to ${all}, by what they have signed.`;
  if ($("end").dataset.deposits === deposits) return;
  $("end").dataset.deposits = deposits;
  const rematch = h("button", { type: "button", class: "primary", id: "rematch", onclick: () => again(t) }, "Play again");
  $("end").replaceChildren(
    ...t.game.end(view.game, t),
    h("p", { class: "soft" }, deposits),
    t.watch ? "" : h("p", { class: "buttons" }, rematch,
      h("span", { class: "small soft" }, "At a new table with these terms: whoever presses this meets the others there.")),
  );
  $("end").hidden = false;
  $("controls").hidden = true;
}

// again goes to the rematch, and sits down.
async function again(t) {
  $("rematch").disabled = true;
  try {
    const answer = await fetch(`tables/${t.id}/again`, { method: "POST" });
    if (!answer.ok) throw new Error(await answer.text());
    const { id } = await answer.json();
    sessionStorage.setItem("again", id);
    location.hash = `t/${id}`;
  } catch (error) {
    say(`There is no rematch: ${error.message}`);
    $("rematch").disabled = false;
  }
}

function say(text) {
  $("spoken").textContent = text;
}

function save(base64, name) {
  const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
  const url = URL.createObjectURL(new Blob([bytes], { type: "application/octet-stream" }));
  h("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

$("leave").addEventListener("click", () => {
  current?.worker.postMessage({ leave: true });
  $("leave").disabled = true;
  const { round, keeps } = current.game;
  say(`You leave after this ${round}, and ${keeps ? `keep your ${keeps}` : "rank behind those who stay"}. Stay until then: ` +
    `your program still deals.`);
});
$("sit-out").addEventListener("click", () => {
  const sitOut = $("sit-out").dataset.out === "true";
  current?.worker.postMessage({ sitOut });
  say(sitOut ? "You sit out from the next hand, and pay your blinds." : "You play from the next hand.");
});
$("record").addEventListener("click", () => current?.worker.postMessage({ record: true }));
$("copy").addEventListener("click", async () => {
  $("link").select();
  let copied = await navigator.clipboard?.writeText($("link").value).then(() => true, () => false);
  copied ||= document.execCommand("copy"); // over plain HTTP
  $("copy").textContent = copied ? "Copied" : "Not copied";
  setTimeout(() => ($("copy").textContent = "Copy"), 2000);
});
document.addEventListener("keydown", (event) => {
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

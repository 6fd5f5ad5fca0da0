// What a saved record says without the rules of its game: who has signed what, who is out since when, and by whose word.
import { Fault, fingerprint, outline, posts } from "squaredeal/board";

import { $, aSeat, capital, count, h, introduce, list } from "../cards.js";
import { nameOf } from "./profile.js";

const longest = 256 << 20; // bytes of a file

const seatNames = (numbers) => list(numbers.map((seat) => aSeat(seat)));

// undamaged yields the posts before the damage, if there is any, which is told.
function* undamaged(bytes, tell) {
  try {
    yield* posts(bytes);
  } catch (err) {
    if (!(err instanceof Fault)) throw err;
    tell(err.message);
  }
}

// gameOf is the name of the game that an offer is for, if its bytes say one.
function gameOf({ game }) {
  try {
    const { name } = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(game));
    return typeof name === "string" && name.length <= 64 ? name : undefined;
  } catch {
    return undefined;
  }
}

// whyText says why a seat is out.
function whyText({ seat, by, reasons, number }) {
  const at = `with post ${number}, which ${aSeat(by)} signed`;
  const left = reasons.includes("left")
    ? " It had said that it would leave: if the round ended there, it left, and nobody is to blame."
    : "";
  if (reasons[0] === "silent") {
    return `${capital(aSeat(seat))} is out ${at}: its time was up, by the board’s clock. That is ` +
      `the board’s word, and no proof.${left}`;
  }
  const whose = by === seat ? "its own message" : "what that post shows";
  return `${capital(aSeat(seat))} is out ${at}: by the rules, ${whose} is a fault. The rules aren’t checked here: the ` +
    `command below does that.${left}`;
}

// agreementText says what the seats have signed.
function agreementText({ statements, confirmed, seats }) {
  const most = Math.max(...seats.map(({ signed }) => signed));
  const first = seats.flatMap(({ signed }, seat) => (signed === most ? [seat] : []));
  const rest = statements - confirmed;
  const [have, them] = rest === 1 ? ["has", "it"] : ["have", "them"];
  const more = rest === 0 ? "" : ` ${count(rest, "statement")} after that ${have} a good signature, but nobody signs over ${them}.`;
  return `The record verifies up to statement ${confirmed}: all signatures are good, and each covers everything ` +
    `before it. ${capital(seatNames(first))} signed over the most, up to statement ${most}.${more}`;
}

// boardVerdict is the kind of a verdict on what the board has signed, and its text.
function boardVerdict({ heads, confirmed, statements }) {
  const wrong = heads.filter(({ agrees }) => !agrees);
  const last = heads.findLast(({ agrees }) => agrees);
  if (wrong.length > 0) {
    return ["bad", "The board has signed another sequence: posts are missing or altered, or it has shown others something else."];
  }
  if (last === undefined) return ["warn", "The board hasn’t signed this record: it may be cut off, and who was silent isn’t proved."];
  const isDate = last.stamp >= 0n && last.stamp < 8_640_000_000_000_000n;
  const when = isDate ? ` at ${new Date(Number(last.stamp)).toISOString().slice(0, 19).replace("T", " ")} UTC` : "";
  if (last.places < statements) {
    return ["warn", `The board has signed ${count(last.places, "statement")}${when}. What follows may be incomplete.`];
  }
  return ["", `The board has signed${when} that these ${count(confirmed, "statement")} are all.`];
}

// depositsText says to whom deposits return, if the board has signed the record.
function depositsText({ closings, outs, heads, seats }) {
  if (heads.length === 0) return "";
  const gone = outs.filter(({ reasons }) => !reasons.includes("left")).map(({ seat }) => seat);
  const back = seats.flatMap((_, seat) => (closings.includes(seat) && !gone.includes(seat) ? [seat] : []));
  return back.length > 0 ? `Deposits return to ${seatNames(back)}, which signed the end.` : "";
}

function seatTable({ seats, closings }) {
  const rows = seats.map(({ said, signed }, seat) =>
    h("tr", {},
      h("th", { scope: "row" }, capital(aSeat(seat))),
      h("td", {}, said),
      h("td", {}, signed),
      h("td", {}, closings.includes(seat) ? "yes" : "no")));
  const head = h("tr", {}, ...["Seat", "Statements", "Signed up to", "Signed the end"].map((text) => h("th", { scope: "col" }, text)));
  return h("div", { class: "scrolls", tabindex: 0, role: "region", "aria-label": "Seats" },
    h("table", {}, h("thead", {}, head), h("tbody", {}, ...rows)));
}

const p = (text, kind = "") => h("p", kind ? { class: `verdict ${kind}` } : {}, text);

// matchReport draws what is signed of a match that has begun.
function matchReport(found, names) {
  const [kind, text] = boardVerdict(found);
  const deposits = depositsText(found);
  const parts = [
    h("p", {}, "Fingerprint ", h("code", {}, fingerprint(found.digest))),
    p(agreementText(found)),
    p(text, kind),
  ];
  if (found.ignored > 0) parts.push(p(`${count(found.ignored, "post")} of the file fit nowhere, and count for nothing.`, "warn"));
  parts.push(...found.outs.map((out) => p(whyText(out), out.reasons[0] === "fault" ? "bad" : "warn")));
  if (found.outs.length === 0) parts.push(p("No seat that anybody signed over is out."));
  if (deposits !== "") parts.push(p(deposits));
  if (names.some(Boolean)) {
    parts.push(p("A name is its seat’s own word. The board’s signature doesn’t cover it, so another copy of " +
      "the record may have another one by the same seat."));
  }
  return [...parts, seatTable(found)];
}

// report draws what a file says.
function report(bytes) {
  let damage;
  const found = outline(undamaged(bytes, (message) => (damage = message)));
  const hurt = damage === undefined ? [] : [p(`The file is damaged: ${damage}. What stands before that is below.`, "bad")];
  const { offer, free, closed, keys, abouts } = found.board;
  if (offer === null) return [...hurt, p("This is no record of a table.", "bad")];
  const names = keys.map((key, seat) => key && nameOf(abouts[seat], offer.digest, key));
  introduce(names.map((name) => name && { name }));
  const title = h("h2", {}, `A game of ${offer.seats} seats`);
  if (found.digest === null) {
    const text = closed ? "The match never began." : `Not all sat down: ${count(free, "seat")} free.`;
    return [title, ...hurt, p(text, "warn")];
  }
  const name = gameOf(offer);
  const rules = name ? [h("p", {}, "Rules ", h("code", {}, name))] : [];
  return [title, ...rules, ...hurt, ...matchReport(found, names)];
}

$("file").addEventListener("change", async ({ target }) => {
  const [file] = target.files;
  if (!file) return;
  $("result").replaceChildren(h("p", {}, "Reading …"));
  try {
    if (file.size > longest) throw new Error("The file is too large.");
    const bytes = new Uint8Array(await file.arrayBuffer());
    await new Promise((go) => setTimeout(go)); // so that the page shows what it does
    $("result").replaceChildren(...report(bytes));
  } catch (err) {
    $("result").replaceChildren(h("p", { class: "verdict bad" }, `This can’t be read: ${err.message}`));
  }
});

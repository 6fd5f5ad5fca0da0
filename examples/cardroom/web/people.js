// Players: the name and the picture of this browser's own, which a key of its own signs at each table, and whom it has met.
import { $, h, introduce, isolated, picture } from "./cards.js";
import { program } from "./program.js";
import * as store from "./store.js";

// ask has the program make what it knows of a player: see "who" in player.d.ts.
async function ask(who) {
  const worker = new Worker("worker.js", { type: "module" });
  try {
    worker.postMessage(await program);
    return await new Promise((ok, no) => {
      worker.onmessage = ({ data }) => {
        const { person, failed } = JSON.parse(data);
        if (person) ok(person);
        else no(new Error(failed));
      };
      worker.onerror = (event) => no(new Error(event.message || "the program can’t be loaded"));
      worker.postMessage({ who });
    });
  } finally {
    worker.terminate();
  }
}

// marks says of each player of a table, but this one, what this browser knows of the key: by the players whom it has met at
// other tables.
export async function marks(people, me, table) {
  const met = (await store.met()).filter((m) => m.table !== table);
  return people.map((p, seat) => {
    if (!p || seat === me) return p;
    const all = [];
    const known = met.find((m) => m.key === p.key);
    const namesake = met.some((m) => m.key !== p.key && m.like === p.like); // whose name an acquaintance can take as well as a stranger
    if (p.key === people[me]?.key) all.push({ kind: "twin", text: "plays with your own key" });
    else if (!known && namesake) all.push({ kind: "new", text: "new to you, with a name like that of somebody you have played with" });
    else if (namesake) all.push({ kind: "new", text: "you have played with before, and with another one of a name like that" });
    else if (known && known.like !== p.like) all.push({ kind: "new", text: "you have played with before, under another name" });
    else if (known) all.push({ kind: "known", text: "you have played with before" });
    const more = people.flatMap((q, other) => (q && other !== seat && other !== me && q.key === p.key ? [other + 1] : []));
    if (more.length > 0) all.push({ kind: "twin", text: `the same player as in seat ${more.join(" and ")}` });
    const twins = people.flatMap((q, other) => (q && other !== seat && q.like === p.like && q.key !== p.key ? [other + 1] : []));
    if (twins.length > 0) all.push({ kind: "twin", text: `not the one in seat ${twins.join(" or ")}` });
    return { ...p, marks: all };
  });
}

// list shows who sits at the table that is shown, if anybody there has a name; while seats are free, me is undefined, and those with
// names count.
export function list(people, me) {
  const line = (p, seat) => h("li", {},
    p ? picture(p.pattern) : "",
    h("span", {}, h("b", {}, p ? isolated(p.name) : "No name"),
      h("span", { class: "soft small" }, ` seat ${seat + 1}${seat === me ? ", you" : ""}`),
      ...(p?.marks ?? []).map(({ kind, text }) => h("span", { class: `mark small ${kind}` }, text))));
  const some = people.some(Boolean);
  const all = people.flatMap((p, seat) => (p || (some && me !== undefined) ? [line(p, seat)] : []));
  $("people").replaceChildren(...all);
  $("people-title").hidden = all.length === 0;
}

// meet shows the players of a table at once, and then what is known of them; changed is called with each.
export async function meet(people, me, table, changed) {
  const show = (all) => {
    introduce(all);
    list(all, me);
    changed();
  };
  show(people);
  const marked = await marks(people, me, table).catch(() => people); // a browser that keeps nothing knows nobody
  return () => show(marked);
}

// The form.

const chosen = () => Number(new FormData($("me-form")).get("picture") ?? 0);

async function summary() {
  const me = await store.person().catch(() => undefined);
  $("me-summary").replaceChildren(...(me ? [picture(me.pattern), h("span", {}, isolated(me.name))] : ["Your name"]));
  $("me-none").hidden = !me;
  return me;
}

function wrong(text) {
  $("me-error").textContent = text;
  $("me-error").hidden = !text;
}

function choices(patterns, mine) {
  const one = (pattern, i) => h("label", {},
    h("input", { type: "radio", name: "picture", value: i, checked: i === mine, class: "sr" }), picture(pattern),
      h("span", { class: "sr" }, `Picture ${i + 1}`));
  $("me-pictures").replaceChildren(...patterns.map(one));
}

$("me").addEventListener("toggle", async () => {
  if (!$("me").open) return;
  wrong("");
  try {
    const me = await summary();
    if (me) $("me-name").value = me.name;
    $("me-name").focus();
    if ($("me-pictures").childElementCount === 0) choices((await ask({ name: "", picture: 0 })).patterns, me?.picture ?? 0);
  } catch (error) {
    wrong(`No name can be kept: ${error.message}`);
  }
});

$("me-form").addEventListener("submit", async (event) => {
  event.preventDefault();
  $("me-save").disabled = true;
  try {
    const at = chosen();
    const { name, wrong: fault, patterns } = await ask({ name: $("me-name").value, picture: at });
    if (fault) return wrong(`${fault[0].toUpperCase()}${fault.slice(1)}.`);
    await store.setPerson({ name, picture: at, pattern: patterns[at] });
    close();
  } catch (error) {
    wrong(`No name can be kept: ${error.message}`);
  } finally {
    $("me-save").disabled = false;
  }
});

$("me-none").addEventListener("click", async () => {
  await store.setPerson(undefined);
  $("me-name").value = "";
  close();
});

$("me").addEventListener("keydown", (event) => event.key === "Escape" && close());

function close() {
  $("me").open = false;
  $("me-summary").focus();
  summary();
  window.dispatchEvent(new Event("person"));
}

summary();

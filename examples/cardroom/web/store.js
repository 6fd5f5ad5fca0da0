// What this browser keeps of its seats: the key and the state of each. It is on the disk before
// the seat says anything that follows from it. A seat's name begins with its table's, at which
// this browser may have several.
const database = new Promise((ok, no) => {
  const request = indexedDB.open("squaredeal-cardroom", 2);
  request.onupgradeneeded = ({ oldVersion }) => {
    if (oldVersion < 1) request.result.createObjectStore("seats");
    request.result.createObjectStore("person"); // the key of this browser's player, and the name and picture
    request.result.createObjectStore("met", { keyPath: "key" }); // other players
  };
  request.onsuccess = () => ok(request.result);
  request.onerror = () => no(new Error("this browser stores nothing for this page"));
});

// transact returns the result of a request once it is on the disk.
async function transact(begin, where = "seats") {
  const transaction = (await database).transaction(where, "readwrite", { durability: "strict" });
  return new Promise((ok, no) => {
    const request = begin(transaction.objectStore(where), transaction);
    transaction.oncomplete = () => ok(request.result);
    transaction.onabort = () => no(transaction.error ?? new Error("another tab has played on"));
  });
}

// load returns what is kept; at first, it keeps a value.
export async function load(name, first, where) {
  const held = await transact((all) => all.get(name), where);
  if (held) return held;
  await transact((all) => all.add(first, name), where); // which fails if another tab was faster
  return first;
}

// identity returns the key of this browser's player; at first, it keeps one.
export const identity = (first) => load("key", first, "person");

// person returns the player's name, picture, and its pattern; undefined for one without a name.
export const person = () => transact((all) => all.get("shown"), "person");

export const setPerson = (shown) => transact((all) => (shown ? all.put(shown, "shown") : all.delete("shown")), "person");

// met returns the players whom this browser's has met: their keys, what their names look like, and the first table.
export const met = () => transact((all) => all.getAll(), "met");

// meet keeps who plays at a table.
export const meet = (table, people) =>
  transact((all) => {
    for (const { key, like } of people) {
      const request = all.get(key);
      request.onsuccess = () => all.put({ key, like, table: request.result?.table ?? table });
    }
    return all.count();
  }, "met");

// replace replaces what is kept, if that is the old value.
export const replace = (name, old, value) =>
  transact((seats, transaction) => {
    const request = seats.get(name);
    request.onsuccess = () => {
      const held = request.result;
      if (held?.length === old.length && old.every((x, i) => x === held[i])) seats.put(value, name);
      else transaction.abort();
    };
    return request;
  });

// forget gives up a seat.
export const forget = (name) => transact((seats) => seats.delete(name));

const table = (name) => name.split(" ")[0];

// seats returns the names of the seats at a table, or of all.
export async function seats(id) {
  const names = await transact((seats) => seats.getAllKeys());
  return names.filter((name) => !id || table(name) === id);
}

export const tables = async () => new Set((await seats()).map(table));

// newName is that of another seat at a table.
export const newName = (id) => `${id} ${crypto.getRandomValues(new Uint32Array(2)).join("-")}`;

export const lock = (name) => `seat ${name}`;

// free returns those of some seats that no other tab plays, as far as this browser says so.
export async function free(names) {
  const { held } = (await navigator.locks?.query()) ?? { held: [] };
  return names.filter((name) => !held.some((l) => l.name === lock(name)));
}

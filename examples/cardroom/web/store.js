// What this browser keeps of its seats: the key and the state of each. It is on the disk before
// the seat says anything that follows from it. A seat's name begins with its table's, at which
// this browser may have several.
const database = new Promise((ok, no) => {
  const request = indexedDB.open("squaredeal-cardroom", 1);
  request.onupgradeneeded = () => request.result.createObjectStore("seats");
  request.onsuccess = () => ok(request.result);
  request.onerror = () => no(new Error("this browser stores nothing for this page"));
});

// transact returns the result of a request once it is on the disk.
async function transact(begin) {
  const transaction = (await database).transaction("seats", "readwrite", { durability: "strict" });
  return new Promise((ok, no) => {
    const request = begin(transaction.objectStore("seats"), transaction);
    transaction.oncomplete = () => ok(request.result);
    transaction.onabort = () => no(transaction.error ?? new Error("another tab has played on"));
  });
}

// load returns what is kept; at first, it keeps a value.
export async function load(name, first) {
  const held = await transact((seats) => seats.get(name));
  if (held) return held;
  await transact((seats) => seats.add(first, name)); // which fails if another tab was faster
  return first;
}

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

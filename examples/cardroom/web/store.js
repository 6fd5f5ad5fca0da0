// What this browser keeps of its seats: for each table, the seat's key and state. It is on the
// disk before the seat says anything that follows from it.
const database = new Promise((ok, no) => {
  const request = indexedDB.open("squaredeal-cardroom", 1);
  request.onupgradeneeded = () => request.result.createObjectStore("seats");
  request.onsuccess = () => ok(request.result);
  request.onerror = () => no(new Error("this browser doesn't store anything for this page"));
});

const same = (a, b) => a.length === b.length && a.every((x, i) => x === b[i]);

// change puts what a function makes of the value that is kept, unless that is undefined.
async function change(table, next) {
  const transaction = (await database).transaction("seats", "readwrite", { durability: "strict" });
  const seats = transaction.objectStore("seats");
  return new Promise((ok, no) => {
    let result;
    transaction.oncomplete = () => ok(result);
    transaction.onabort = () => no(transaction.error ?? new Error("another tab has played on"));
    const request = seats.get(table);
    request.onsuccess = () => {
      try {
        const value = next(request.result);
        result = value ?? request.result;
        if (value !== undefined) seats.put(value, table);
      } catch {
        transaction.abort();
      }
    };
  });
}

// load returns what is kept; at first, it keeps a value.
export const load = (table, first) => change(table, (held) => (held ? undefined : first));

// replace replaces what is kept, if that is the old value.
export const replace = (table, old, value) =>
  change(table, (held) => {
    if (!same(held, old)) throw new Error();
    return value;
  });

// seats returns the tables at which this browser has a seat.
export async function seats() {
  const request = (await database).transaction("seats").objectStore("seats").getAllKeys();
  return new Promise((ok, no) => {
    request.onsuccess = () => ok(request.result);
    request.onerror = () => no(request.error);
  });
}

// forget gives up a seat.
export async function forget(table) {
  const transaction = (await database).transaction("seats", "readwrite");
  transaction.objectStore("seats").delete(table);
}

// The tables of the room, and this browser's seats there.
import * as store from "./store.js";

const none = "there is no such table"; // as the room says it: what a proxy says, or a room that is being started, is another answer

// ask returns what the room has at a path, undefined if it knows that there is no such table.
async function ask(path) {
  const answer = await fetch(path);
  if (answer.ok) return answer.json();
  const text = await answer.text();
  if (answer.status === 404 && text.startsWith(none)) return undefined;
  const isRooms = answer.headers.get("Content-Type")?.startsWith("text/plain");
  throw new Error(isRooms ? text : `the room’s address answers with status ${answer.status}`);
}

// tables returns the public tables, and those at which this browser has a seat.
export async function tables(mine) {
  const all = await ask("tables");
  const others = [...mine].filter((id) => !all.some((t) => t.id === id));
  const own = await Promise.all(others.map((id) => ask(`tables/${id}/terms`).catch(() => undefined))); // which may come back
  return [...own.filter(Boolean), ...all];
}

// look returns a table, and this browser's seats there: all, and those that no other tab plays.
export async function look(id) {
  const [table, mine] = await Promise.all([ask(`tables/${id}/terms`), store.seats(id)]);
  return { table, mine, free: await store.free(mine) };
}

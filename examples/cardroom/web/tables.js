// The tables of the room, and this browser's seats there.
import * as store from "./store.js";

async function ask(path) {
  const answer = await fetch(path);
  if (answer.status === 404) return undefined;
  if (!answer.ok) throw new Error(await answer.text());
  return answer.json();
}

// tables returns the public tables, and those at which this browser has a seat.
export async function tables(mine) {
  const all = await ask("tables");
  const others = [...mine].filter((id) => !all.some((t) => t.id === id));
  const own = await Promise.all(others.map((id) => ask(`tables/${id}/terms`)));
  return [...own.filter(Boolean), ...all];
}

// look returns a table, and this browser's seats there: all, and those that no other tab plays.
export async function look(id) {
  const [table, mine] = await Promise.all([ask(`tables/${id}/terms`), store.seats(id)]);
  return { table, mine, free: await store.free(mine) };
}

// A visit is to the lobby or to a table. It is over when the next one begins: what it waited for comes too late then.
let latest = { over: true };

export function beginVisit() {
  latest.over = true;
  latest = { over: false };
  return latest;
}

// later calls a function after some time, unless the visit is over by then.
export const later = (visit, milliseconds, f) => setTimeout(() => !visit.over && f(), milliseconds);

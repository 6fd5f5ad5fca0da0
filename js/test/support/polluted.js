/** Runs with members in Object.prototype, which every object then seems to have, and returns what the run returns. */
export function polluted(members, run) {
  for (const [name, value] of Object.entries(members)) {
    Object.defineProperty(Object.prototype, name, { value, configurable: true, enumerable: true, writable: true });
  }
  try {
    return run();
  } finally {
    for (const name of Object.keys(members)) delete Object.prototype[name];
  }
}

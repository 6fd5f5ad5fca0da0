/** Returns what a call returns, or the kind of the Fault that it throws. Other errors are thrown on. */
export function attempt(call) {
  try {
    return { result: 'ok', value: call() };
  } catch (err) {
    if (err?.name !== 'Fault') throw err;
    return { result: err.kind, fault: err };
  }
}

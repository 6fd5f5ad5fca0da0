// How a call ends, as vectors have it.

/** Returns what a call returns, or the kind of the Fault that it throws. Other errors are thrown on. */
export function attempt(call) {
  try {
    return { result: 'ok', value: call() };
  } catch (err) {
    if (err?.name !== 'Fault') throw err;
    return { result: err.kind, fault: err };
  }
}

/** Returns the result of an attempt with the seats that are blamed, such as mismatch 1 2. */
export const resultText = ({ result, fault }) => [result, ...(fault?.seats ?? [])].join(' ');

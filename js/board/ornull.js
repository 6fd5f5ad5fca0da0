import { Fault } from '../internal/fault.js';

/** Returns what a call returns, or null if it throws a Fault. */
export function orNull(call) {
  try {
    return call();
  } catch (err) {
    if (!(err instanceof Fault)) throw err;
    return null;
  }
}

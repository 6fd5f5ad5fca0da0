/**
 * A Fault is a refusal, or a proof that somebody cheated. `kind` is the class of error that the SPEC.md of the package
 * defines, such as malformed or mismatch. `seats` has the numbers of the seats that are to blame, in ascending order, and
 * is empty if no seat is. `details` is what else a package says about it.
 */
export class Fault extends Error {
  constructor(kind, message, about) {
    const { seats = [], ...details } = { __proto__: null, ...about };
    super(message);
    this.name = 'Fault';
    this.kind = kind;
    this.seats = Object.freeze([...seats]);
    this.details = details;
  }
}

/** Throws a Fault. */
export function fail(kind, message, details) {
  throw new Fault(kind, message, details);
}

/** Throws the Fault of the class malformed. */
export const malformed = (message, details) => fail('malformed', message, details);

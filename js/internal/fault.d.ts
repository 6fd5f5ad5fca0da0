/** A refusal, or a proof that somebody cheated. */
export declare class Fault<Kind extends string = string> extends Error {
  constructor(kind: Kind, message: string, details?: { seats?: readonly number[]; [name: string]: unknown });
  /** The class of error that the package's SPEC.md defines, such as "malformed" or "mismatch". */
  readonly kind: Kind;
  /** The seats that are to blame, in ascending order; empty if none is. */
  readonly seats: readonly number[];
  /** What else the package says about it. */
  readonly details: Readonly<Record<string, unknown>>;
}

/** Throws a Fault. */
export declare function fail(kind: string, message: string, details?: { seats?: readonly number[]; [name: string]: unknown }): never;

/** Throws a Fault of the kind "malformed". */
export declare function malformed(message: string, details?: { seats?: readonly number[]; [name: string]: unknown }): never;

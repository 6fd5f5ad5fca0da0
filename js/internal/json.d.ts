/**
 * Returns the value of a JSON text from a stranger, a string or UTF-8. Objects have no prototype; integers beyond 2⁵³ − 1 are
 * BigInts; numbers with a fraction or an exponent are rounded, perhaps to an integer. A text longer than maxLength (2²⁴) or nested
 * deeper than maxDepth (32), repeated names, half a surrogate pair, numbers of more than 40 characters or beyond all doubles, and
 * all that isn't JSON are Faults of the kind "malformed".
 */
export declare function parseJSON(text: string | Uint8Array, limits?: { maxLength?: number; maxDepth?: number }): unknown;

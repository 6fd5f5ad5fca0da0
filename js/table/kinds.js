/** The kinds of messages, their first bytes. */
export const kinds = Object.freeze({ hello: 1, say: 2, tick: 3, leave: 4, closing: 5 });

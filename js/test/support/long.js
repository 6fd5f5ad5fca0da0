// Whether this is a long run: see TESTING.md.

export const isLong = process.env.SQUAREDEAL_LONG === '1';

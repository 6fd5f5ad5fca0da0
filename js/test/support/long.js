// Whether this is a long run: see TESTING.md.

export const long = process.env.SQUAREDEAL_LONG === '1';

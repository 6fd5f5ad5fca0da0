// The values of results, in whole units of a game's form: seedrng/sites/SPEC.md, section 2.5.

export const infinite = 2n ** 63n - 1n; // results of so many units are written as infinite

export const ascending = (a, b) => (a < b ? -1 : a > b ? 1 : 0);

/** Returns how many units make 1. */
export const unitsOf = ({ decimals = 0 }) => 10n ** BigInt(decimals);

/** Writes a value as the site does. */
export function format({ decimals = 0, names }, value) {
  if (value === infinite) return 'Infinity';
  if (names) return names[value];
  const digits = String(value).padStart(decimals + 1, '0');
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/** Returns values in lists of a size, or in one list if that is 0. */
export function listsOf(values, size) {
  if (size === 0) return [values];
  return Array.from({ length: Math.ceil(values.length / size) }, (_, i) => values.slice(i * size, (i + 1) * size));
}

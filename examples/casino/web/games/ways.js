// The arithmetic of exact chances and returns.

/** Returns the number of ways to choose k of n. */
export function choose(n, k) {
  let ways = 1;
  for (let i = 1; i <= k; i++) ways = (ways * (n - k + i)) / i;
  return ways;
}

/** Returns the greatest common divisor of two numbers, or of two BigInts. */
export const gcd = (a, b) => (b ? gcd(b, a % b) : a);

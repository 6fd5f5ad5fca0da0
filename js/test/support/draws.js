// The draws of vectors, in the notation of seedrng/SPEC.md, section 10.2, and commit/SPEC.md, section 10.5.

import { toHex } from '../../internal/bytes.js';

/** Makes a draw, given as text such as intn 36, and returns its result as text. */
export function draw(stream, line) {
  const [name, ...rest] = line.split(' ');
  const numbers = rest.map(BigInt);
  switch (name) {
    case 'read':
      return toHex(stream.read(Number(numbers[0])));
    case 'uint32':
      return `${stream.uint32()}`;
    case 'uint64':
      return `${stream.uint64()}`;
    case 'intn':
    case 'uint64n':
      return `${stream.uint64N(numbers[0])}`;
    case 'distinct':
      return stream.distinct(...numbers).join(' ');
    case 'weighted':
      return `${stream.weighted(numbers)}`;
    case 'fraction':
      return `${stream.fraction() * 0x100000000}/4294967296`;
    default:
      throw new Error(`no draw: ${line}`);
  }
}

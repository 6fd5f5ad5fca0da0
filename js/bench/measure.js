/**
 * Prints how many milliseconds of processor time a call takes, the least of several runs, as others may use the machine, too. A
 * peer is what one would otherwise call.
 */
export function measure(name, call, { peer, calls = 20, runs = 6 } = {}) {
  const own = least(call, calls, runs);
  const other = peer && least(peer, calls, runs);
  console.log(`${name}: ${own.toFixed(2)} ms${other ? `, peer ${other.toFixed(2)} ms, ratio ${(own / other).toFixed(2)}` : ''}`);
}

function least(call, calls, runs) {
  let best = Infinity;
  for (let run = 0; run < runs; run++) {
    const before = process.cpuUsage();
    for (let i = 0; i < calls; i++) call();
    const { user, system } = process.cpuUsage(before);
    best = Math.min(best, (user + system) / 1000 / calls);
  }
  return best;
}

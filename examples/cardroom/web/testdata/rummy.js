// Plays rummy by clicks: takes what makes a meld, goes out when it can, and discards what fits least.
() => {
  const key = (k) => document.querySelector('#controls [data-key="' + k + '"]:not(:disabled)');
  const of = (e) => {
    const [rank, suit] = e?.querySelector(".card")?.ariaLabel?.split(" of ") ?? [];
    return { rank: { ace: 1, jack: 11, queen: 12, king: 13 }[rank] ?? Number(rank), suit };
  };
  const all = [...document.querySelectorAll("#game .hold")];
  const held = all.map(of);
  const top = of(document.querySelector("#game .pile:last-child"));
  const has = (by) => by === 0 || held.some((c) => c.suit === top.suit && c.rank === top.rank + by);
  const melds = held.filter((c) => c.rank === top.rank).length > 1 || [-2, -1, 0].some((by) => [0, 1, 2].every((n) => has(by + n)));
  const go = key("G") ?? (melds ? key("P") : key("S")) ?? key("D");
  if (go) return go.click();
  const near = (a, b) => a.rank === b.rank || (a.suit === b.suit && Math.abs(a.rank - b.rank) < 3);
  const use = (e) => (e.classList.contains("meld") ? 99 : held.filter((c) => near(of(e), c)).length);
  all.filter((e) => !e.disabled).sort((a, b) => use(a) - use(b))[0]?.click();
}

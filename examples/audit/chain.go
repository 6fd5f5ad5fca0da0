package main

import (
	"bufio"
	"fmt"
	"maps"
	"slices"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/seedrng/sites"
)

// A passage is a walk from a game's hash to the end of its chain.
type passage struct {
	cli.Outcome
	Site  string `json:"site"`
	Game  string `json:"game"`
	Chain string `json:"chain"`
	Hash  string `json:"hash"`
	End   string `json:"end"`
	Steps uint64 `json:"steps"`
	Round uint64 `json:"round,omitempty"` // its number; counted from the end, if the site's isn't known
}

// walk follows a hash to the end of one of the game's chains.
func walk(out *bufio.Writer, progress *cli.Progress, site, game string, bet sites.Bet, asJSON bool) error {
	g, err := sites.Find(site, game)
	if err != nil {
		return misuse(err)
	}
	if len(g.Chains) == 0 {
		return cli.Misuse(fmt.Errorf("no published chain of %s %s is known", site, game))
	}
	if names := slices.Sorted(maps.Keys(bet)); !slices.Equal(names, []string{"hash"}) {
		return cli.Misuse(fmt.Errorf("-chain takes hash=HASH and no other field"))
	}
	p := passage{Site: site, Game: game, Hash: bet["hash"]}
	var failed error
	for _, chain := range g.Chains {
		w, err := follow(chain, p.Hash, progress)
		if err != nil {
			return misuse(err)
		}
		p.Chain, p.End, p.Steps = chain.Name, chain.End, w.Steps()
		if failed = nil; w.Ended() {
			p.Round = chain.First + w.Steps()
			break
		}
		failed = cli.CheckFailed(fmt.Errorf("after %s, the hash hasn't come to the end of the chain", cli.Count(int64(w.Steps()), "step")))
	}
	if asJSON {
		p.Outcome = cli.OutcomeOf(failed)
		return cli.PrintResult(out, p, failed)
	}
	title(out, site, g)
	fold(out, 8, "hash", p.Hash)
	fold(out, 8, "end", p.End)
	fold(out, 8, "chain", p.Chain)
	fmt.Fprintln(out)
	if failed != nil {
		fold(out, 0, "", "The hash is NOT part of this chain: "+failed.Error()+". A site may have begun another, which isn't known here.")
		return failed
	}
	text := fmt.Sprintf("After %s, the hash comes to the end, which was published before the first game: it was fixed then.", cli.Count(int64(p.Steps), "step"))
	switch {
	case p.Round > p.Steps:
		text += fmt.Sprintf(" It is that of game %s.", cli.Thousands(int64(p.Round)))
	case p.Round > 0:
		text += fmt.Sprintf(" It is that of game %s, counted from the end.", cli.Thousands(int64(p.Round)))
	}
	fold(out, 0, "", text)
	return nil
}

// follow walks along a chain until its end, or as far as it is long.
func follow(chain sites.Chain, hash string, progress *cli.Progress) (*sites.Walk, error) {
	w, err := sites.NewWalk(chain, hash)
	if err != nil {
		return nil, err
	}
	for !w.Advance(100_000) {
		progress.Show(int64(w.Steps()), int64(chain.Length), cli.Count(int64(w.Steps()), "step"))
	}
	progress.Hide()
	return w, nil
}

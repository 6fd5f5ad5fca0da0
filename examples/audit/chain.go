package main

import (
	"errors"
	"fmt"

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
func walk(out printer, progress *progress, site string, g *sites.Game, bet sites.Bet, asJSON bool) error {
	if len(g.Chains) == 0 {
		return cli.Misuse(fmt.Errorf("no published chain of %s %s is known", site, g.Name))
	}
	if bet["hash"] == "" || len(bet) > 1 {
		return cli.Misuse(errors.New("-chain takes hash=HASH and no other field"))
	}
	p := passage{Site: site, Game: g.Name, Hash: bet["hash"]}
	var failed error
	for _, chain := range g.Chains {
		w, err := sites.NewWalk(chain, p.Hash)
		if err != nil {
			return err
		}
		for !w.Advance(100_000) {
			progress.show(int64(w.Steps()), int64(chain.Length), cli.Count(int64(w.Steps()), "step"))
		}
		p.Chain, p.End, p.Steps = chain.Name, chain.End, w.Steps()
		if failed = nil; w.Ended() {
			if p.Steps > 0 {
				p.Round = chain.First + p.Steps
			}
			break
		}
		failed = cli.CheckFailed(fmt.Errorf("after %s, the hash hasn't come to the end of the chain", cli.Count(int64(w.Steps()), "step")))
	}
	progress.hide()
	if asJSON {
		p.Outcome = cli.OutcomeOf(failed)
		return cli.PrintResult(out, p, failed)
	}

	out.title(site, g)
	out.fold(8, "hash", p.Hash)
	out.fold(8, "end", p.End)
	out.fold(8, "chain", p.Chain)
	fmt.Fprintln(out)
	if failed != nil {
		out.say("The hash is NOT part of this chain: %v. A site may have begun another, which isn't known here.", failed)
		return failed
	}
	if p.Steps == 0 {
		out.say("The hash is the end itself, which was published before the first game: no game is played with it.")
		return nil
	}
	number := cli.Thousands(int64(p.Round))
	if p.Round == p.Steps {
		number += ", counted from the end"
	}
	out.say("After %s, the hash comes to the end, which was published before the first game: it was fixed then. It is that of game %s.",
		cli.Count(int64(p.Steps), "step"), number)
	return nil
}

package main

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/seedrng/sites"
)

// A distribution is what -odds -json prints.
type distribution struct {
	cli.Outcome
	Site    string       `json:"site"`
	Game    string       `json:"game"`
	What    string       `json:"what"`
	Classes []class      `json:"classes"`
	Pays    sites.Payout `json:"pays,omitempty"`
	Return  *big.Rat     `json:"return,omitempty"`
	Returns []target     `json:"returns,omitempty"`
	// Evidenced reports whether the scheme is known to be the site's.
	Evidenced bool     `json:"evidenced"`
	Flaws     []string `json:"flaws"`
}

type class struct {
	Name string   `json:"name"`
	P    *big.Rat `json:"p"` // a fraction, as text
}

// A target is a multiplier that a bet may be on.
type target struct {
	Multiplier string   `json:"multiplier"`
	P          *big.Rat `json:"p"`
	Return     *big.Rat `json:"return"`
}

// odds prints the exact odds of a game.
func odds(out printer, site string, g *sites.Game, bet sites.Bet, asJSON bool) error {
	d, err := sites.Odds(site, g.Name, bet)
	if err != nil {
		return err
	}
	marginal, targets := d.Marginals[0], returns(d) // every game has one marginal
	if asJSON {
		o := distribution{cli.OutcomeOf(nil), site, g.Name, marginal.What, nil, d.Pays, d.Return, targets, g.Evidenced, g.Flaws}
		for _, c := range marginal.Classes {
			o.Classes = append(o.Classes, class{c.Name, c.P})
		}
		return cli.PrintJSON(out, o)
	}

	out.title(site, g)
	out.say("The odds of %s, if the hash's bytes are uniform:", marginal.What)
	groups := group(marginal.Classes, make([]uint64, len(marginal.Classes)))
	width := 0
	for _, c := range groups {
		width = max(width, len(c.name))
	}
	fmt.Fprintf(out, "\n  %*s  %13s  exactly\n", width, "", "probability")
	for _, c := range groups {
		row := fmt.Sprintf("  %-*s  %13s  %s", width, c.name, percent(float(c.p)), fraction(c.p))
		fmt.Fprintln(out, strings.TrimRight(row, " "))
	}
	if n := len(marginal.Classes); n > len(groups) {
		fmt.Fprintf(out, "\nThese are ranges; -json has all %s classes.\n", cli.Thousands(n))
	}
	switch {
	case d.Return != nil:
		fmt.Fprintf(out, "\nThe result is what a bet pays: on average %s of it.\n", percent(float(d.Return)))
	case targets != nil:
		fmt.Fprintln(out, "\nWhat a bet on a multiplier returns, if it pays when the result reaches it:")
		fmt.Fprintf(out, "\n  %14s  %13s  %10s\n", "multiplier", "wins", "returns")
		for _, t := range targets {
			fmt.Fprintf(out, "  %14s  %13s  %10s\n", t.Multiplier, percent(float(t.P)), percent(float(t.Return)))
		}
	default:
		fmt.Fprintln(out, "\nThe definition doesn't say what bets pay.")
	}
	out.about(g)
	return nil
}

// returns are those of multipliers of all sizes, nil if the game has no bets on them.
func returns(d *sites.Distribution) (all []target) {
	if d.Pays != sites.PaysReached {
		return nil
	}
	hundredths := []int64{101, 110, 150, 200, 300, 500, 1000, 100_00, 1000_00, 10_000_00, 100_000_00, 1_000_000_00}
	classes := d.Marginals[0].Classes
	if !slices.ContainsFunc(classes, func(c sites.Class) bool { return c.Low < c.High }) { // there are no others
		hundredths = nil
		for _, c := range classes {
			hundredths = append(hundredths, c.Low*100/d.Unit)
		}
	}
	for _, h := range hundredths {
		v := h * d.Unit / 100
		p := d.AtLeast(v)
		if p.Sign() == 0 {
			break
		}
		all = append(all, target{fmt.Sprintf("%s.%02d", cli.Thousands(h/100), h%100), p, d.ReturnAt(v)})
	}
	return all
}

// A grouped is some neighbouring classes of a table.
type grouped struct {
	name  string
	p     *big.Rat
	count uint64
}

// group joins the classes of a long table into ten groups that are about equally probable.
func group(classes []sites.Class, counts []uint64) (groups []grouped) {
	share := big.NewRat(1, 10)
	if len(classes) <= 40 {
		share = new(big.Rat) // each class is a group
	}
	first, due, sum := 0, share, new(big.Rat)
	g := grouped{p: new(big.Rat)}
	for i, c := range classes {
		g.p.Add(g.p, c.P)
		sum.Add(sum, c.P)
		g.count += counts[i]
		if sum.Cmp(due) < 0 && i+1 < len(classes) {
			continue
		}
		if g.name = c.Name; first < i {
			low, _, _ := strings.Cut(classes[first].Name, " ")
			words := strings.Fields(c.Name) // 7, 7 to 9, or 7 and more
			g.name = strings.Replace(low+" to "+words[len(words)-1], " to more", " and more", 1)
		}
		groups = append(groups, g)
		first, g = i+1, grouped{p: new(big.Rat)}
		for share.Sign() > 0 && due.Cmp(sum) <= 0 {
			due = new(big.Rat).Add(due, share)
		}
	}
	return groups
}

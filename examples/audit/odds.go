package main

import (
	"bufio"
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
	Site    string   `json:"site"`
	Game    string   `json:"game"`
	Tables  []table  `json:"tables"`
	Pays    string   `json:"pays,omitempty"`
	Return  *big.Rat `json:"return,omitempty"`
	Returns []target `json:"returns,omitempty"`
	// Evidenced reports whether the scheme is known to be the site's.
	Evidenced bool     `json:"evidenced"`
	Flaws     []string `json:"flaws"`
}

type table struct {
	What    string  `json:"what"`
	Each    int     `json:"each"`
	Classes []class `json:"classes"`
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
func odds(out *bufio.Writer, site, game string, bet sites.Bet, asJSON bool) error {
	d, err := sites.Odds(site, game, bet)
	if err != nil {
		return misuse(err)
	}
	g, err := sites.Find(site, game)
	if err != nil {
		return err
	}
	targets := returns(d)
	if asJSON {
		o := distribution{Outcome: cli.OutcomeOf(nil), Site: site, Game: game, Pays: d.Pays, Return: d.Return, Returns: targets, Evidenced: g.Evidenced, Flaws: g.Flaws}
		for _, t := range d.Tables {
			to := table{What: t.What, Each: t.Each}
			for _, c := range t.Classes {
				to.Classes = append(to.Classes, class{c.Name, c.P})
			}
			o.Tables = append(o.Tables, to)
		}
		return cli.PrintJSON(out, o)
	}

	title(out, site, g)
	for _, t := range d.Tables {
		fmt.Fprint(out, cli.Wrap("", "", fmt.Sprintf("The odds of %s, if the hash's bytes are uniform:", t.What)))
		groups := group(t.Classes, nil)
		rows := fmt.Sprintf("%*s  %13s  exactly\n", width(groups), "", "probability")
		for _, c := range groups {
			rows += fmt.Sprintf("%-*s  %13s  %s\n", width(groups), c.name, percent(c.p), fraction(c.p))
		}
		fmt.Fprintln(out)
		for row := range strings.Lines(rows) {
			fmt.Fprintln(out, "  "+strings.TrimRight(row, " \n"))
		}
		if n := len(t.Classes); n > len(groups) {
			fmt.Fprintf(out, "\nThese are ranges; -json has all %s classes.\n", cli.Thousands(n))
		}
	}
	switch {
	case d.Return != nil:
		fmt.Fprintf(out, "\nThe result is what a bet pays: on average %s of it.\n", percent(d.Return))
	case targets != nil:
		fmt.Fprintf(out, "\nWhat a bet on a multiplier returns, if it pays when the result reaches it:\n\n  %14s  %13s  %10s\n", "multiplier", "wins", "returns")
		for _, t := range targets {
			fmt.Fprintf(out, "  %14s  %13s  %10s\n", t.Multiplier, percent(t.P), percent(t.Return))
		}
	default:
		fmt.Fprintln(out, "\nThe definition doesn't say what bets pay.")
	}
	about(out, g)
	return nil
}

// returns are those of multipliers of all sizes, nil if the game has no bets on them.
func returns(d *sites.Distribution) []target {
	if d.Pays != "reaches" {
		return nil
	}
	unit, classes := d.Unit, d.Tables[0].Classes
	targets := []int64{101, 110, 150, 200, 300, 500, 1000, 100_00, 1000_00, 10_000_00, 100_000_00, 1_000_000_00}
	if !slices.ContainsFunc(classes, func(c sites.Class) bool { return c.Low < c.High }) { // there are no others
		targets = nil
		for _, c := range classes {
			targets = append(targets, c.Low*100/unit)
		}
	}
	var all []target
	for _, hundredths := range targets {
		v := hundredths * unit / 100
		p := d.AtLeast(v)
		if p.Sign() == 0 {
			break
		}
		whole, rest := hundredths/100, hundredths%100
		all = append(all, target{fmt.Sprintf("%s.%02d", cli.Thousands(whole), rest), p, d.ReturnAt(v)})
	}
	return all
}

// A counted is some neighbouring classes of a table.
type counted struct {
	name  string
	p     *big.Rat
	count uint64
}

// group joins neighbouring classes into as many as fit a screen, about equally probable.
// Counts may be nil.
func group(classes []sites.Class, counts []uint64) []counted {
	const most, few = 40, 10
	share := new(big.Rat)
	if len(classes) > most {
		share.SetFrac64(1, few)
	}
	var all []counted
	first, due := 0, new(big.Rat).Set(share)
	sum, c := new(big.Rat), counted{p: new(big.Rat)}
	for i, class := range classes {
		c.p.Add(c.p, class.P)
		sum.Add(sum, class.P)
		if counts != nil {
			c.count += counts[i]
		}
		if sum.Cmp(due) < 0 && i+1 < len(classes) {
			continue
		}
		c.name = class.Name
		if i > first {
			low, _, _ := strings.Cut(classes[first].Name, " ")
			high := class.Name[strings.LastIndex(class.Name, " to ")+1:]
			high = strings.TrimPrefix(high, "to ")
			if strings.HasSuffix(high, "and more") {
				c.name = low + " and more"
			} else {
				c.name = low + " to " + high
			}
		}
		all = append(all, c)
		first, c = i+1, counted{p: new(big.Rat)}
		for due.Cmp(sum) <= 0 && share.Sign() > 0 {
			due.Add(due, share)
		}
	}
	return all
}

func width(groups []counted) int {
	n := 0
	for _, g := range groups {
		n = max(n, len(g.name))
	}
	return n
}

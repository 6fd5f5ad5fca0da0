package main

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/seedrng/sites"
)

// A file that doesn't fit the odds may be a selection, rounded, of another era, or counted from
// another number: that contradicts nobody, whereas a result that the seeds don't give does.
func TestMisfitAccusesNobody(t *testing.T) {
	all := strings.Split(strings.TrimSpace(bets(t, "stake", "dice", 3000, sites.Bet{"server": "s", "client": "c"}, honest)), "\n")
	wins := all[:1]
	for _, line := range all[1:] {
		if fields := strings.Split(line, ","); len(fields[len(fields)-1]) == 5 && fields[len(fields)-1] > "50.00" {
			wins = append(wins, line)
		}
	}
	rng := rand.New(rand.NewPCG(1, 2))
	rounded, mines := []string{"result"}, []string{"result"}
	for range 3000 {
		rounded = append(rounded, fmt.Sprint((rng.IntN(10001)+50)/100))
		mines = append(mines, fmt.Sprint(rng.IntN(25)+1))
	}
	for _, c := range []struct {
		args  string
		lines []string
	}{
		{"-site stake -game dice", wins}, {"-site stake -game dice", rounded}, {"-site stake -game mines mines=1", mines},
	} {
		status, r := batch(t, strings.Join(c.lines, "\n"), strings.Fields(c.args)...)
		if status != cli.Failed || r.Accused || !strings.Contains(r.Reason, "don't fit the odds") {
			t.Errorf("%s: %d, accused %v, %s", c.args, status, r.Accused, r.Reason)
		}
	}
}

// Of results that are counted in two ways, some may be lies.
func TestCountedInTwoWays(t *testing.T) {
	mines := func(lie int) string {
		i := 0
		return bets(t, "stake", "mines", 40, sites.Bet{"server": "s", "client": "c", "mines": "1"}, func(result string) string {
			if i++; i%lie != 0 {
				return result
			}
			var tile int
			fmt.Sscan(result, &tile)
			return fmt.Sprint(tile + 1)
		})
	}
	for lie, want := range map[int]int{1: cli.Passed, 100: cli.Passed, 7: cli.Failed} {
		status, r := batch(t, mines(lie), "-site", "stake", "-game", "mines")
		if status != want || r.Accused || want == cli.Failed && !strings.Contains(r.Reason, "5 otherwise counted results") {
			t.Errorf("every result of %d: %d, accused %v, %s", lie, status, r.Accused, r.Reason)
		}
	}
}

// Of results with fewer digits than others of the same file, some may be lies: JSON leaves out
// zeros, and nothing else.
func TestShortened(t *testing.T) {
	const server, client = "s", "c"
	for _, c := range []struct {
		how  func(i int, result string) string
		want int
	}{
		{func(_ int, result string) string { return result }, cli.Passed},
		{func(_ int, result string) string { return strings.TrimRight(strings.TrimRight(result, "0"), ".") }, cli.Passed},
		{func(_ int, result string) string { return result[:len(result)-1] }, cli.Passed},
		{func(i int, result string) string { return result[:len(result)-3*(i&1)] }, cli.Failed},
	} {
		i := 0
		file := bets(t, "stake", "dice", 60, sites.Bet{"server": server, "client": client}, func(result string) string {
			i++
			return c.how(i, result)
		})
		if status, r := batch(t, file, dice...); status != c.want || r.Accused || c.want == cli.Failed && !strings.Contains(r.Reason,
			"shortened results in 60 bets") {
			t.Errorf("%d, accused %v, %s", status, r.Accused, r.Reason)
		}
	}
}

// Of Stake's limbo, the commitment is known to be the site's and the formula isn't: a file says
// what each of its lines shows.
func TestAccusedInPart(t *testing.T) {
	const (
		seeds      = `{"server":"s","client":"c","nonce":0`
		commitment = seeds + `,"commitment":"0000000000000000000000000000000000000000000000000000000000000000"}` + "\n"
		result     = seeds + `,"result":"1234.56"}` + "\n"
	)
	for _, c := range []struct {
		file              string
		accused, doubtful bool
	}{{commitment, true, false}, {result, false, true}, {commitment + result, true, true}} {
		args := []string{"-site", "stake", "-game", "limbo"}
		status, r := batch(t, c.file, args...)
		if status != cli.Failed || r.Accused != c.accused {
			t.Errorf("%s: status %d, accused %v", c.file, status, r.Accused)
		}
		_, out, _ := audited(c.file, append(args, "-batch", "-")...)
		text := strings.Join(strings.Fields(out), " ")
		if strings.Contains(text, "his contradicts the site.") != c.accused || strings.Contains(text, "nothing against the site.") != c.doubtful {
			t.Errorf("%s: accused %v, doubtful %v:\n%s", c.file, c.accused, c.doubtful, out)
		}
	}
}

// Seeds whose digest runs out are nobody's fault, and what they should have given isn't known.
func TestExhausted(t *testing.T) {
	g, err := sites.Find("cryptogames", "videopoker")
	if err != nil {
		t.Fatal(err)
	}
	a := newAudit("cryptogames", g, nil)
	a.total.Bets, a.total.Exhausted = 1, 1
	var out strings.Builder
	err = a.report(printer{&out}, false)
	if text := strings.Join(strings.Fields(out.String()), " "); cli.Status(err) != cli.Failed ||
		!strings.Contains(text, "Honest seeds can") || strings.Contains(text, "formula as published") {
		t.Errorf("%v\n%s", err, out.String())
	}
}

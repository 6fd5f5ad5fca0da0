package receipt

import (
	"fmt"
	"slices"
	"strings"

	"github.com/squaredeal/squaredeal/examples/internal/games"
	"github.com/squaredeal/squaredeal/seedrng"
)

// A Fault is what convicts a casino: statements that an honest one doesn't sign together, or
// one that it never signs.
type Fault struct {
	Text      string // in the words of verify.html
	Convicted []Statement
}

// A Verdict is what statements show.
type Verdict struct {
	Faults  []Fault
	Checked int // rounds that follow from a revealed seed, and bets on crash whose payment follows from the round
	Waiting int // those of which no statement says what they would be checked by
	Apart   int // links of crash that weren't compared with those before, as they are more than MaxLinks rounds apart
}

// Judge looks for statements that convict the casino whose key has signed all of them. Their
// order doesn't matter, nor that some are missing or there twice.
func Judge(statements []Statement) Verdict {
	c := court{shown: map[seedrng.Hash]Shown{}, numbers: map[number]Shown{}, revealed: map[seedrng.Hash]Revealed{},
		rounds: map[roundID]Round{}, clients: map[seedrng.Hash]Round{}, crash: newCrashStatements()}
	var rounds []Round
	for _, s := range statements {
		switch s := s.(type) {
		case Shown:
			c.addShown(s)
		case Revealed:
			c.addRevealed(s)
		case Round:
			rounds = append(rounds, s)
		default:
			c.addCrash(s)
		}
	}
	for _, r := range rounds { // once all hashes and seeds are known
		c.addRound(r)
	}
	for _, r := range c.rounds {
		c.replay(r)
	}
	c.judgeCrash()
	slices.SortStableFunc(c.Faults, func(a, b Fault) int { return strings.Compare(a.Text, b.Text) })
	return c.Verdict
}

type number struct {
	session [SessionSize]byte
	number  int64
}

type roundID struct {
	hash  seedrng.Hash
	nonce uint64
}

// A court has the statements of a casino, and what they show.
type court struct {
	Verdict
	shown    map[seedrng.Hash]Shown
	numbers  map[number]Shown
	revealed map[seedrng.Hash]Revealed
	rounds   map[roundID]Round // the longest of each
	clients  map[seedrng.Hash]Round
	crash    crashStatements
}

func (c *court) fault(of []Statement, format string, args ...any) {
	c.Faults = append(c.Faults, Fault{fmt.Sprintf(format, args...), of})
}

func brief(h seedrng.Hash) string { return h.String()[:16] + "…" }

func (c *court) addShown(s Shown) {
	id := number{s.Session, s.Number}
	if before, ok := c.shown[s.Hash]; ok && before != s {
		c.fault([]Statement{before, s}, "hash %s: it showed it %s, and %s", brief(s.Hash), before.terms(), s.terms())
	} else if before, ok := c.numbers[id]; ok && before != s {
		c.fault([]Statement{before, s}, "pair %d of a session: it showed the hash %s, and %s instead",
			s.Number, brief(before.Hash), brief(s.Hash))
	}
	c.numbers[id], c.shown[s.Hash] = s, s
}

// terms are what was said of the hash.
func (s Shown) terms() string {
	return fmt.Sprintf("as pair %d of session %.4x… with the limit %d at %d", s.Number, s.Session, s.MaxWin, s.Time)
}

func (c *court) addRevealed(s Revealed) {
	if _, err := seedrng.ParseServerSeed(s.Server); err != nil || s.Hash.Verify(s.Server) != nil {
		c.fault([]Statement{s}, "hash %s: the seed that it revealed has another hash, or can’t be one", brief(s.Hash))
		return
	}
	if before, ok := c.revealed[s.Hash]; ok && before != s {
		c.fault([]Statement{before, s}, "hash %s: it counted %d rounds and %d bets on crash, and %d and %d", brief(s.Hash), before.Rounds,
			before.Crash, s.Rounds, s.Crash)
	}
	c.revealed[s.Hash] = s
}

func (c *court) addRound(r Round) {
	name := fmt.Sprintf("hash %s, nonce %d", brief(r.Hash), r.Nonce)
	if first, ok := c.clients[r.Hash]; !ok {
		c.clients[r.Hash] = r
	} else if first.Client != r.Client {
		c.fault([]Statement{first, r}, "%s: it used the server seed with two client seeds", name)
	}
	id := roundID{r.Hash, r.Nonce}
	before, ok := c.rounds[id]
	switch {
	case ok && !before.extends(r) && !r.extends(before):
		c.fault([]Statement{before, r}, "%s: it said two things of one round, %s and %s", name, before, r)
	case !ok || len(before.Sent) < len(r.Sent):
		c.rounds[id] = r
	}
	if ok {
		return
	}
	shown, wasShown := c.shown[r.Hash]
	if wasShown && r.Time < shown.Time {
		c.fault([]Statement{shown, r}, "%s: it took the bet before it showed the hash", name)
	}
	if revealed, ok := c.revealed[r.Hash]; ok && r.Nonce >= revealed.Rounds {
		c.fault([]Statement{r, revealed}, "%s: it dropped the round, as it counted %d", name, revealed.Rounds)
	}
	if wasShown && !r.mayDecline(shown.MaxWin) {
		c.fault([]Statement{shown, r}, "%s: it declined the bet by “%s”, a limit that it hadn’t shown or that doesn’t forbid it",
			name, r.Declined)
	}
}

// extends reports whether a round is another one that has gone on.
func (r Round) extends(before Round) bool {
	n := len(before.Sent)
	return len(r.Sent) >= n && r.Time == before.Time && r.Client == before.Client && r.Declined == before.Declined &&
		slices.Equal(r.Sent[:n], before.Sent) && slices.Equal(r.Received[:n], before.Received)
}

// String is what was said of the round.
func (r Round) String() string {
	if r.Declined != "" {
		return fmt.Sprintf("“%s, declined: %s”", r.Sent[0], r.Declined)
	}
	return fmt.Sprintf("“%s: %s”", games.Join(r.Sent), games.Join(r.Received))
}

// mayDecline reports whether a limit that was shown allows what was declined by one. Other
// reasons follow from what isn't signed.
func (r Round) mayDecline(shown int64) bool {
	if !strings.HasPrefix(r.Declined, "limit ") {
		return true
	}
	bet, err := games.ParseBet(r.Sent[0])
	return r.Declined == fmt.Sprint("limit ", shown) && (err != nil || bet.MaxWin() > shown)
}

// replay computes a round from its seeds, once they are revealed.
func (c *court) replay(r Round) {
	revealed, ok := c.revealed[r.Hash]
	switch {
	case r.Declined != "":
		return
	case !ok:
		c.Waiting++
		return
	}
	seed, err := seedrng.ParseServerSeed(revealed.Server)
	if err != nil {
		return // addRevealed has said so
	}
	var outcome games.Outcome
	stream, err := seedrng.NewStream(seed, r.Client, r.Nonce)
	if err == nil {
		outcome, err = games.Play(r.Sent, stream)
	}
	switch {
	case err != nil: // a game, or a bet, of another version of this program; or no client seed
		c.Waiting++
	case !slices.Equal(outcome.Received, r.Received):
		c.fault([]Statement{r, revealed}, "hash %s, nonce %d: it said “%s”, and the seeds give “%s”", brief(r.Hash), r.Nonce,
			games.Join(r.Received), games.Join(outcome.Received))
	default:
		c.Checked++
	}
}

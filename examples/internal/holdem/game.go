package holdem

import (
	"bytes"
	"crypto/hkdf"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"github.com/squaredeal/squaredeal/commit"
	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table"
	"github.com/squaredeal/squaredeal/examples/internal/dealt"
)

// SeedSize is the length of a seat's seed in bytes.
const SeedSize = 32

// A Game is a match, as one seat plays it or somebody without a seat watches it: a
// [table.Game] whose first round is a toss, and whose others are hands. Make moves with
// [Game.Move], for [table.Table.Act]; all else that its seat has to say, it says by itself.
type Game struct {
	config Config
	me     int // -1 without a seat
	seed   []byte
	public
	players []int // of the toss, or of the hand in turn after the button

	head  record.Digest
	toss  *commit.Toss // nil when there is a button
	phase int          // that the toss began with

	playing bool // a hand
	acting  bool // somebody is to bet
	betting *betting
	hand    *dealt.Hand
	owned   bool // the hole cards were told
	opened  int  // cards of the board that were told

	events []Event
	count  int    // of this round
	fault  string // what was refused last
}

// public is what everybody knows between two rounds.
type public struct {
	Hand   int    `json:"hand"`   // how many have begun
	Button int    `json:"button"` // -1 before the toss
	Big    int    `json:"big"`    // the seat that had the big blind last, -1 at first
	Stacks []int  `json:"stacks"`
	Gone   []bool `json:"gone"`
}

// New begins a match at a seat, or without one if me is -1. The seed is this seat's secret
// for this match alone; store it before the match begins.
func New(c Config, me int, seed []byte) (*Game, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	if me < nobody || me >= c.Seats || me >= 0 && len(seed) != SeedSize {
		return nil, malformed("seat %d, or a seed of %d bytes", me, len(seed))
	}
	g := &Game{config: c, me: me, seed: bytes.Clone(seed)}
	g.public = public{Button: nobody, Big: nobody, Stacks: slices.Repeat([]int{c.Chips}, c.Seats), Gone: make([]bool, c.Seats)}
	return g, nil
}

// plays reports whether a seat is in the match.
func (g *Game) plays(seat int) bool { return !g.Gone[seat] && g.Stacks[seat] > 0 }

// Start begins the toss or the next hand, unless the match is over.
func (g *Game) Start(head record.Digest) {
	g.head, g.players = head, inTurn(nobody, len(g.Gone), g.plays)
	switch {
	case len(g.players) < 2 || g.Hand == g.config.hands():
		g.note(nobody, "The match is over.")
	case g.Button == nobody:
		g.phase, g.count = 0, 0
		g.beginToss()
	default:
		g.beginHand()
	}
}

// beginToss begins the toss for the first button. Its session names who takes part, so
// that one which begins again is another one.
func (g *Game) beginToss() {
	session := bytes.Clone(g.head[:])
	for _, s := range g.players {
		session = append(session, byte(s))
	}
	me := slices.Index(g.players, g.me)
	if me < 0 {
		g.toss = must(commit.WatchToss(session, len(g.players)))
		return
	}
	secret := must(hkdf.Key(sha256.New, g.seed, session, "toss", commit.NonceSize+commit.ValueSize))
	nonce := must(commit.ParseNonce(secret[:commit.NonceSize]))
	keep := func(_, _ commit.TossState) error { return nil } // it follows from the seed
	g.toss = must(commit.NewToss(session, len(g.players), me, nonce, secret[commit.NonceSize:], keep))
}

// must panics on an error that can't be, as all of it was checked.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// Due returns who has to bet, or to say something about the cards or the toss.
func (g *Game) Due() (phase int, seats []int) {
	switch {
	case g.toss != nil:
		phase, players := g.toss.Due()
		for _, p := range players {
			seats = append(seats, g.players[p])
		}
		return g.phase + int(phase), seats
	case !g.playing:
		return 0, nil
	}
	phase, seats = g.hand.Due()
	if g.acting {
		seats = []int{g.betting.turn()}
	}
	return phase, seats
}

// Own returns this seat's message for the toss or about the cards, nil if it is to bet.
func (g *Game) Own() []byte {
	switch {
	case g.toss != nil:
		return g.toss.Pending()
	case g.acting || !g.playing:
		return nil
	}
	return g.hand.Own()
}

var errTwice = errors.New("it says again what it has said in the toss")

// Apply takes an action, or a message of the toss or about the cards.
func (g *Game) Apply(seat int, message []byte) error {
	err := g.apply(seat, message)
	if err != nil {
		g.fault = FaultText(err.Error())
	}
	return err
}

func (g *Game) apply(seat int, message []byte) error {
	switch {
	case g.toss != nil:
		phase, due := g.toss.Due()
		if err := g.toss.Receive(slices.Index(g.players, seat), message); err != nil {
			return err
		}
		if now, rest := g.toss.Due(); now == phase && len(rest) == len(due) {
			return errTwice
		} else if now == commit.DonePhase {
			g.endToss()
		}
		return nil
	case g.acting:
		if err := g.act(seat, message); err != nil {
			return err
		}
	default:
		stage, text := g.Stage(), g.proof(seat)
		start := time.Now()
		if err := g.hand.Receive(seat, message); err != nil {
			return err
		}
		if stage == Showing {
			text += names(g.shown(seat)) + ": " + g.strength(seat).String() + "."
		}
		g.events = append(g.events, Event{Hand: g.Hand, Number: g.count, Stage: stage, Seat: seat, Text: text, Took: time.Since(start)})
		g.count++
	}
	g.goOn()
	return nil
}

func (g *Game) endToss() {
	seed := must(g.toss.Seed())
	stream := seed.Stream([]byte("button"))
	g.Button = g.players[stream.IntN(len(g.players))]
	g.note(g.Button, "has the first button: all revealed what they had committed to, and together that hashes to %x….", seed[:8])
	g.toss = nil
}

// Out takes a seat out. What it has in the pot stays there.
func (g *Game) Out(seat int, why table.Reason) {
	g.Gone[seat] = true
	g.note(seat, "%s.", map[table.Reason]string{
		table.Fault: "cheated, and is out: " + g.fault, table.Silent: "is out: its time was up", table.Left: "leaves",
	}[why])
	switch {
	case g.toss != nil:
		g.players = inTurn(nobody, len(g.Gone), g.plays)
		g.phase += int(commit.DonePhase)
		if g.toss = nil; len(g.players) >= 2 {
			g.beginToss()
		}
	case g.playing:
		g.betting.drop(seat)
		if len(g.betting.contenders()) >= 2 && g.hand.Drop(seat) {
			g.note(nobody, again)
		}
		g.acting = false
		g.goOn()
	}
}

// Checkpoint returns what everybody knows between two rounds, as JSON.
func (g *Game) Checkpoint() []byte { return must(json.Marshal(g.public)) }

// Restore goes back to a checkpoint of this match, or returns an [ErrMalformed].
func (g *Game) Restore(checkpoint []byte) error {
	var p public
	n, sum := g.config.Seats, 0
	if err := json.Unmarshal(checkpoint, &p); err != nil {
		return malformed("checkpoint: %v", err)
	}
	for _, chips := range p.Stacks {
		if sum += chips; chips < 0 || chips > n*g.config.Chips {
			return malformed("checkpoint: %d chips", chips)
		}
	}
	isSeat := func(s int) bool { return s >= nobody && s < n }
	if !bytes.Equal(must(json.Marshal(p)), checkpoint) || len(p.Stacks) != n || len(p.Gone) != n || sum != n*g.config.Chips ||
		!isSeat(p.Button) || !isSeat(p.Big) || p.Hand < 0 || p.Hand > g.config.hands() || p.Hand > 0 && min(p.Button, p.Big) == nobody {
		return malformed("checkpoint: it isn't one of this match")
	}
	g.public, g.toss, g.playing, g.acting, g.betting, g.hand = p, nil, false, false, nil, nil
	return nil
}

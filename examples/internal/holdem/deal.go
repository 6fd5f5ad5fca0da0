package holdem

import (
	"bytes"
	"crypto/hkdf"
	"crypto/sha256"
	"runtime"
	"slices"

	"github.com/squaredeal/squaredeal/commit"
	"github.com/squaredeal/squaredeal/examples/internal/faces"
	"github.com/squaredeal/squaredeal/examples/internal/must"
	"github.com/squaredeal/squaredeal/examples/internal/showdown"
	"github.com/squaredeal/squaredeal/sra/hand/cards"
)

// beginToss begins a toss: each seat commits to 32 random bytes and, when all have, reveals
// them, so that nobody chooses what they hash to. Its session names who takes part, as it
// begins again if one of them is out.
func (g *Game) beginToss() {
	session := bytes.Clone(g.head[:])
	for _, s := range g.players {
		session = append(session, byte(s))
	}
	me := slices.Index(g.players, g.Me)
	if me < 0 {
		g.toss = must.Get(commit.WatchToss(session, len(g.players)))
		return
	}
	random := must.Get(hkdf.Key(sha256.New, g.secret, session, "toss", commit.NonceSize+commit.ValueSize))
	nonce, value := must.Get(commit.ParseNonce(random[:commit.NonceSize])), random[commit.NonceSize:]
	keep := func(_, _ commit.TossState) error { return nil } // it follows from the secret
	g.toss = must.Get(commit.NewToss(session, len(g.players), me, nonce, value, keep))
}

// endToss gives the button to a seat by what all have revealed.
func (g *Game) endToss() {
	seed := must.Get(g.toss.Seed())
	g.Button = g.players[seed.Stream([]byte("button")).IntN(len(g.players))]
	g.note(g.Button, Button{seed})
	g.toss = nil
}

// beginHand begins a hand with the blinds and a deck that everybody knows, which each seat that
// plays in turn encrypts and shuffles, with a proof. The button passes on; of the last two
// seats, the one that had the big blind gets it, so that it doesn't have that twice in a row.
// The hand's keys depend on who plays, too, as a fork of the board may have other answers after
// the same head.
func (g *Game) beginHand() {
	if g.Hand > 1 || !g.Plays(g.Button) {
		g.Button = InTurn(g.Button, g.Config.Seats, g.Plays)[0]
	}
	seats := InTurn(g.Button, g.Config.Seats, g.Plays)
	if len(seats) == 2 && g.Big != Nobody && g.Plays(g.Big) {
		g.Button = g.Big
	}
	g.players = InTurn(g.Button, g.Config.Seats, g.in)
	g.playing, g.acting, g.toldDealt, g.opened = true, false, false, 0
	b := NewBetting(g.Config, g.Stacks, seats, g.players, g.Button)
	g.Betting, g.Big = b, b.Big
	g.note(b.Small, Blind{b.Paid[b.Small], false})
	g.note(b.Big, Blind{b.Paid[b.Big], true})
	g.cards = must.Get(cards.New(g.head, deck, g.players, g.Me, g.secret))
	if !slices.Contains(g.players, g.Me) {
		g.cards.Parallel(runtime.GOMAXPROCS(0)) // who watches has all proofs to check
	}
}

// goOn makes the next steps of a hand, until a seat owes a message. What comes next follows
// from the cards that were dealt and the street: so it is right also when a seat has gone.
func (g *Game) goOn() {
	for b := g.Betting; g.playing && !g.acting; {
		in := b.Contenders()
		if len(in) < 2 {
			g.pay() // the pot to the one who is left
			return
		}
		if _, due := g.cards.Due(); len(due) > 0 {
			return // shuffles, layers of what is being dealt, or cards to show
		}
		g.tell()
		switch missing := b.Street.BoardLen() - len(g.Board()); {

		// Two cards for each seat: all others take their layers off, with a proof.
		case !g.Dealt(in[0]):
			g.deal(slices.Concat(in, in)...)

		// The street's cards: all take their layers off.
		case missing > 0:
			g.deal(slices.Repeat([]int{cards.Everyone}, missing)...)

		// Bets, until all have had their turn.
		case b.Turn() != Nobody:
			g.acting = true
			g.cards.Next()
		case b.Street < River:
			b.Next()

		// The showdown: all who are in take off their last layers, for all to see, or one after
		// the other does, or mucks.
		case !b.Showdown:
			for _, s := range b.BeginShowdown() {
				g.show(s)
			}
		default:
			g.pay()
		}
	}
}

// deal deals cards. If somebody has gone, the others shuffle first, and it is called again.
func (g *Game) deal(to ...int) {
	if must.Get(g.cards.Renew()) {
		g.note(Nobody, Reshuffle{})
		return
	}
	must.Get(g.cards.Deal(to...))
}

// show has a seat show its cards, with a proof.
func (g *Game) show(seat int) { must.Do(g.cards.Show(seat, g.cards.Of(seat)...)) }

// loses reports whether this seat's cards are worse than what another one has shown.
func (g *Game) loses() bool {
	own := showdown.Best(slices.Concat(g.Hole(), g.Board())...)
	return slices.ContainsFunc(g.Betting.Contenders(), func(s int) bool { return s != g.Me && g.Shown(s) != nil && g.Strength(s) > own })
}

// pay ends a hand: the pots go to those who win them.
func (g *Game) pay() {
	g.playing = false
	b := g.Betting
	if seat, chips := b.Refund(); seat != Nobody {
		g.note(seat, Refund{chips})
	}
	pots, get := b.Payout(func(s int) int {
		if g.Shown(s) == nil {
			return 0 // it is alone
		}
		return int(g.Strength(s))
	})
	r := Result{Hand: g.Hand, Button: g.Button, Board: faces.Names(g.Board()), Shown: make([][]string, len(get)),
		SatOut: append([]int{}, b.SitOut...), Mucked: append([]int{}, b.Mucked...), Pots: append([]Pot{}, pots...), Payout: get}
	for s, chips := range get {
		g.Stacks[s] = b.Stacks[s] + chips
		if shown := g.Shown(s); shown != nil {
			r.Shown[s] = faces.Names(shown)
		}
	}
	for i, pot := range pots {
		parts := make([]int, len(get))
		Share(parts, pot.Chips, pot.Winners)
		for _, s := range pot.Winners {
			g.note(s, Win{parts[s], pot.Chips, i, len(pots)})
		}
	}
	for s, paid := range b.Paid {
		if paid > 0 && g.Stacks[s] == 0 {
			g.note(s, Broke{})
		}
	}
	r.Stacks = slices.Clone(g.Stacks)
	g.Results = append(g.Results, r)
}

// tell tells the cards that this seat sees, when there are new ones.
func (g *Game) tell() {
	if !g.toldDealt && g.Dealt(g.Betting.Contenders()[0]) {
		g.toldDealt = true
		if own := g.Hole(); len(own) > 0 {
			g.note(g.Me, Dealt{own})
		} else {
			g.noted++ // as for the others
		}
	}
	if board := g.Board(); len(board) > g.opened {
		g.note(Nobody, Opened{board[g.opened:], g.opened})
		g.opened = len(board)
	}
}

// Hole returns this seat's cards.
func (g *Game) Hole() []int {
	if g.Me == Nobody {
		return nil
	}
	return g.cards.Look(g.cards.Of(g.Me)...)
}

// Board returns the cards that are open to all.
func (g *Game) Board() []int { return g.cards.Look(g.cards.Of(cards.Everyone)...) }

// Shown returns the cards that a seat has shown, nil if it hasn't.
func (g *Game) Shown(seat int) []int {
	own := g.cards.Of(seat)
	if len(own) == 0 || !g.cards.Open(own[0]) {
		return nil
	}
	return g.cards.Look(own...)
}

// Dealt reports whether a seat has its cards.
func (g *Game) Dealt(seat int) bool { return len(g.cards.Of(seat)) > 0 }

// Strength is that of a seat which has shown its cards.
func (g *Game) Strength(seat int) showdown.Strength {
	return showdown.Best(slices.Concat(g.Shown(seat), g.Board())...)
}

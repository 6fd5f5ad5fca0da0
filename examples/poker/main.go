// Command poker plays no-limit Texas hold'em between players none of whom is trusted to
// deal, without a server that sees the cards.
//
// Without flags, a few seats live in this process, with a board between them, and bet by a
// simple strategy. Flags let a person play, run the seats in processes of their own, or let
// one cheat; -h lists them. What is played stands in this file, in its order:
//
//	each seat             commitment, then what it contains   the first button, a round of its own
//	for each hand:
//	each seat             public key, proof
//	each seat in turn     shuffled deck, proof
//	each seat in turn     the others' hole cards without its layer, proof
//	the seat whose turn   an action; with a fold, the stock without its layer, proof
//	each seat in turn     the street's cards without its layer, proof
//	those who are in      their cards without the last layer, proof
//
// The board puts all messages in one order, and stamps them with its time. They are signed,
// and each names all that its sender had read (packages commit/record and commit/table), so
// the board can't change, exchange or invent any unnoticed. It can hold them back, which
// makes a seat look silent, and it sees who says how much when. Players who compare the
// table's fingerprint know that they sit at one table, with those whose keys they mean.
// Nothing can stop players from telling one another their cards in secret.
//
// A seat that cheats is out at once, and one that is silent when its time is up: what it has
// put into the pot stays there, and its deposit is lost. The others go on without it: if
// cards are still to come, they shuffle again; they keep their own cards, and the board
// stays. So who goes before the river is opened for all, having seen it alone, has another
// river dealt, but without a part in it. Who folds and closes the program owes nothing in
// that hand. Anybody can judge a match by its record: see -audit.
//
// The exit status is 0 if every check succeeds, also if somebody left or was silent; 1 if
// one fails, because a seat cheated, a record is damaged, or the others went on without this
// seat; and 2 if the command line is wrong or the program can't do its work.
package main

import (
	"bytes"
	"crypto/hkdf"
	"crypto/sha256"
	"os"
	"slices"

	"github.com/squaredeal/squaredeal/commit"
	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/examples/internal/cards"
	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/examples/internal/dealt"
	"github.com/squaredeal/squaredeal/examples/internal/holdem"
	"github.com/squaredeal/squaredeal/examples/internal/showdown"
)

func main() {
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// A game is a match, as one seat plays it or somebody without a seat watches it. Package
// commit/table calls it with all that is said, in the order of the board: whoever has read
// the same is in the same state. game.go has the rest of its methods.
type game struct {
	config holdem.Config
	me     int    // nobody without a seat
	secret []byte // of this seat: all that it does by chance follows from it
	public
	head    record.Digest // names the round
	players []int         // in the toss, or in the hand in turn after the button

	toss  *commit.Toss // nil when there is a button
	phase int          // that the toss began with

	playing bool // a hand
	acting  bool // somebody is to bet
	betting *holdem.Betting
	cards   *dealt.Hand
	owned   bool // this seat's cards were told
	opened  int  // cards of the board that were told

	events  []event
	count   int // of this hand
	results []result
	fault   string // what was refused last
}

// public is what everybody knows between two rounds.
type public struct {
	Hand   int    `json:"hand"`   // how many have begun
	Button int    `json:"button"` // nobody's before the toss
	Big    int    `json:"big"`    // the seat that had the big blind last, nobody at first
	Stacks []int  `json:"stacks"`
	Gone   []bool `json:"gone"`
}

const nobody = holdem.Nobody

// Start begins a round: the toss, or a hand, unless the match is over. Its head names it.
func (g *game) Start(head record.Digest) {
	g.head, g.players = head, holdem.InTurn(nobody, g.config.Seats, g.plays)
	switch {
	case len(g.players) < 2 || g.Hand == g.config.Hands:
		g.note("", nobody, "The match is over.")
	case g.Button == nobody:
		g.phase, g.count = 0, 0
		g.beginToss()
	default:
		g.beginHand()
	}
}

// The toss: each seat commits to 32 random bytes, and when all have, reveals them. Nobody
// chooses what they hash to. Its session names who takes part, as it begins again if one of
// them is out.
func (g *game) beginToss() {
	session := bytes.Clone(g.head[:])
	for _, s := range g.players {
		session = append(session, byte(s))
	}
	me := slices.Index(g.players, g.me)
	if me < 0 {
		g.toss = must(commit.WatchToss(session, len(g.players)))
		return
	}
	random := must(hkdf.Key(sha256.New, g.secret, session, "toss", commit.NonceSize+commit.ValueSize))
	nonce, value := must(commit.ParseNonce(random[:commit.NonceSize])), random[commit.NonceSize:]
	keep := func(_, _ commit.TossState) error { return nil } // it follows from the secret
	g.toss = must(commit.NewToss(session, len(g.players), me, nonce, value, keep))
}

// endToss gives the button to a seat by what all have revealed.
func (g *game) endToss() {
	seed := must(g.toss.Seed())
	g.Button = g.players[seed.Stream([]byte("button")).IntN(len(g.players))]
	g.note(tossing, g.Button, "has the first button: all revealed what they had committed to, and together that hashes to %x….", seed[:8])
	g.toss = nil
}

// A hand begins with the blinds and a deck that everybody knows, which each seat in turn
// encrypts and shuffles, with a proof. The button passes on; of the last two seats, the one
// that had the big blind gets it, so that it doesn't have that twice in a row.
func (g *game) beginHand() {
	if g.Hand > 0 || !g.plays(g.Button) {
		g.Button = holdem.InTurn(g.Button, g.config.Seats, g.plays)[0]
	}
	if g.Big != nobody && len(g.players) == 2 && g.plays(g.Big) {
		g.Button = g.Big
	}
	g.Hand++
	g.players = holdem.InTurn(g.Button, g.config.Seats, g.plays)
	g.playing, g.acting, g.owned, g.opened, g.count = true, false, false, 0, 0
	b := holdem.NewBetting(g.config, g.Stacks, g.players, g.Button)
	g.betting, g.Big = b, b.Big
	g.note(betting, b.Small, "posts the small blind of %d", b.Paid[b.Small])
	g.note(betting, b.Big, "posts the big blind of %d", b.Paid[b.Big])
	g.cards = dealt.New(g.head, g.players, g.me, g.secret, deck)
}

// goOn makes the next steps of a hand, until a seat owes a message. What comes next follows
// from the cards that were dealt and the street: so it is right also when a seat has gone.
func (g *game) goOn() {
	for b := g.betting; g.playing && !g.acting; {
		in := b.Contenders()
		if len(in) < 2 {
			g.pay() // the pot to the one who is left
			return
		}
		if _, due := g.cards.Due(); len(due) > 0 {
			return // keys, shuffles, layers of what is being dealt, or cards to show
		}
		g.tell()
		switch missing := b.Street.BoardLen() - len(g.board()); {

		// Two cards for each seat: all others take their layers off, with a proof.
		case len(g.cards.Of(in[0])) == 0:
			g.cards.Deal(slices.Concat(in, in)...)

		// The street's cards: all take their layers off. Those who have gone are dealt out first.
		case missing > 0:
			if g.cards.Deal(slices.Repeat([]int{dealt.Everyone}, missing)...) == nil {
				g.note("", nobody, again)
			}

		// Bets, until all have had their turn.
		case b.Turn() != nobody:
			g.acting = true
			g.cards.Next()
		case b.Street < holdem.River:
			b.Next()

		// The showdown: all who are in take off their last layers, for all to see.
		case g.shown(in[0]) == nil:
			for _, s := range in {
				g.cards.Show(s, g.cards.Of(s)...)
			}
		default:
			g.pay()
		}
	}
}

const again = "The others encrypt and shuffle the cards again, under new keys; the board stays."

// pay ends a hand: the pots go to those who win them.
func (g *game) pay() {
	g.playing = false
	b := g.betting
	if seat, chips := b.Refund(); seat != nobody {
		g.note("", seat, "takes back %d, which nobody called.", chips)
	}
	pots, get := b.Payout(func(s int) int {
		if g.shown(s) == nil {
			return 0 // it is alone
		}
		return int(g.strength(s))
	})
	r := result{Hand: g.Hand, Button: g.Button, Board: cards.Names(g.board()), Shown: make([][]string, len(get)), Pots: append([]holdem.Pot{}, pots...), Payout: get}
	for s, chips := range get {
		g.Stacks[s] = b.Stacks[s] + chips
		if shown := g.shown(s); shown != nil {
			r.Shown[s] = cards.Names(shown)
		}
	}
	for i, pot := range pots {
		parts := make([]int, len(get))
		holdem.Share(parts, pot.Chips, pot.Winners)
		for _, s := range pot.Winners {
			if name := holdem.PotName(i, len(pots)); parts[s] == pot.Chips {
				g.note("", s, "wins %s of %d.", name, pot.Chips)
			} else {
				g.note("", s, "wins %d of %s of %d.", parts[s], name, pot.Chips)
			}
		}
	}
	for _, s := range g.players {
		if g.Stacks[s] == 0 {
			g.note("", s, "ran out of chips.")
		}
	}
	r.Stacks = slices.Clone(g.Stacks)
	g.results = append(g.results, r)
}

// tell tells the cards that this seat sees, when there are new ones.
func (g *game) tell() {
	if own := g.own(); len(own) > 0 && !g.owned {
		g.owned = true
		g.note(private, g.me, "is dealt %s, which nobody else can see.", cards.JoinNumbered(own))
	}
	var streets []string
	board := g.board()
	for s := holdem.Flop; s <= holdem.River; s++ {
		if n := s.BoardLen(); n > g.opened && n <= len(board) {
			streets = append(streets, s.String())
		}
	}
	if len(streets) > 0 {
		g.note("", nobody, "The %s: %s.", cli.And(streets), cards.JoinNumbered(board[g.opened:]))
		g.opened = len(board)
	}
}

// own returns this seat's cards.
func (g *game) own() []int {
	if g.me == nobody {
		return nil
	}
	return g.cards.Look(g.cards.Of(g.me)...)
}

// board returns the cards that are open to all.
func (g *game) board() []int { return g.cards.Look(g.cards.Of(dealt.Everyone)...) }

// shown returns the cards that a seat has shown, nil if it hasn't.
func (g *game) shown(seat int) []int {
	own := g.cards.Of(seat)
	if len(own) == 0 || !g.cards.Open(own[0]) {
		return nil
	}
	return g.cards.Look(own...)
}

// strength is that of a seat which has shown its cards.
func (g *game) strength(seat int) showdown.Strength {
	return showdown.Best(slices.Concat(g.shown(seat), g.board())...)
}

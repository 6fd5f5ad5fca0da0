package holdem

import (
	"crypto/sha256"
	"encoding/binary"
	"slices"
	"strings"

	"github.com/squaredeal/squaredeal/commit"
	"github.com/squaredeal/squaredeal/examples/internal/cards"
	"github.com/squaredeal/squaredeal/examples/internal/oldhand"
	"github.com/squaredeal/squaredeal/examples/internal/showdown"
	"github.com/squaredeal/squaredeal/internal/field"
	"github.com/squaredeal/squaredeal/internal/seats"
)

// A Result is how a hand ended.
type Result struct {
	Hand   int     `json:"hand"`
	Button int     `json:"button"`
	Board  []int   `json:"board"`
	Shown  [][]int `json:"shown"` // by seat, nil if it hasn't shown
	Pots   []Pot   `json:"pots"`
	Payout []int   `json:"payout"` // by seat, with what nobody has matched
	Stacks []int   `json:"stacks"` // by seat, after the hand
	Void   bool    `json:"void,omitempty"`
}

// name returns what names something at this table, in this epoch with these players.
func (g *game) name(what string) []byte {
	b := field.Append(field.Append(nil, label), what)
	b = append(append(b, g.table[:]...), g.seed[:]...)
	b = binary.BigEndian.AppendUint32(b, uint32(g.epoch()))
	for _, s := range g.players {
		b = append(b, byte(s))
	}
	sum := sha256.Sum256(b)
	return sum[:]
}

// startToss draws the first button, and a seed for the names of decks.
func (g *game) startToss() {
	g.players = g.rest()
	g.session = g.name("toss")
	var err error
	if g.toss, err = commit.WatchToss(g.session, len(g.players)); err != nil {
		panic(err) // all of it was checked
	}
	g.begin(committing, g.players, nil)
	g.host.toss(g.session, g.players)
}

// receiveToss takes a message of the toss.
func (g *game) receiveToss(seat int, b []byte) (wrong string) {
	player := slices.Index(g.players, seat)
	phase, due := g.toss.Due()
	if err := g.toss.Receive(player, b); err != nil {
		return err.Error()
	}
	if now, rest := g.toss.Due(); now == phase && len(rest) == len(due) {
		return "it has said that before"
	}
	g.host.tossed(player, b)
	return ""
}

func (g *game) endToss() {
	if g.phase == committing {
		g.begin(revealing, g.players, nil)
		return
	}
	seed, err := g.toss.Seed()
	if err != nil {
		panic(err) // all have revealed
	}
	g.seed = seed
	g.button = g.players[seed.Stream([]byte("button")).IntN(len(g.players))]
	g.note(g.button, "has the first button: all revealed what they had committed to, and together that hashes to %x….", seed[:8])
	g.nextHand()
}

// nextHand begins a hand, unless the match is over.
func (g *game) nextHand() {
	if g.ended || g.hand == g.config.hands() || len(g.rest()) < 2 {
		g.end()
		return
	}
	g.hand++
	g.shuffle()
}

// shuffle begins the hand, or begins it again with those who are left.
func (g *game) shuffle() {
	if len(g.rest()) < 2 {
		g.end()
		return
	}
	g.players = g.rest()
	if !g.members[g.button] {
		g.passButton()
	}
	if g.results != nil && len(g.players) == 2 && g.members[g.big] {
		g.button = g.big // so that it doesn't have the big blind twice in a row
	}
	g.betting, g.board, g.shown = nil, nil, make([][]int, len(g.members))
	g.left, g.size = nil, deckSize
	g.inTurn(announcing)
	g.dealer = g.host.deck(g.name("deck"), g.players)
}

func (g *game) passButton() { g.button = inTurn(g.button, len(g.members), g.member)[0] }

func (g *game) member(seat int) bool { return g.members[seat] }

// Positions of the final deck. A hole card follows another around the table, from the
// seat after the button; after them comes the board. No card is burned: that is against
// marked cards.
const holeCards = 2

// hole returns the positions of a seat's own cards.
func (g *game) hole(seat int) []int {
	order := inTurn(g.button, len(g.members), func(s int) bool { return slices.Contains(g.players, s) })
	first := slices.Index(order, seat)
	return []int{first, len(order) + first}
}

func (g *game) dealHole() {
	g.cards = nil
	for player, seat := range g.players {
		for _, p := range g.hole(seat) {
			g.cards = append(g.cards, oldhand.Deal{Position: p, To: player})
		}
	}
	g.dealer.deal(g.cards)
	g.inTurn(dealing)
}

func (g *game) openBetting() {
	g.betting = newBetting(g.config, g.stacks, g.players, g.button)
	b := g.betting
	g.note(b.small, "posts the small blind of %d.", b.paid[b.small])
	g.note(b.big, "posts the big blind of %d.", b.paid[b.big])
	g.nextTurn()
}

// nextTurn finds who acts next, or what comes after the street.
func (g *game) nextTurn() {
	b := g.betting
	if len(b.contenders()) < 2 {
		g.endHand()
		return
	}
	if turn := b.turn(); turn != nobody {
		g.begin(acting, []int{turn}, nil)
		return
	}
	if b.street == River {
		g.begin(showing, b.contenders(), nil)
		return
	}
	g.open()
}

// open opens the cards of the next street; of all that are left if nobody can bet. If
// somebody has left, its layers have to go first.
func (g *game) open() {
	left := inTurn(nobody, len(g.players), func(player int) bool { return !g.members[g.players[player]] })
	if !slices.Equal(left, g.left) {
		g.dealAgain(left)
		return
	}
	n := g.nextStreet().boardLen() - len(g.board)
	positions := make([]int, n)
	for i := range positions {
		positions[i] = holeCards*len(g.players) + len(g.board) + i
	}
	if left != nil {
		positions = g.dealer.stock(n)
	}
	g.cards = nil
	for _, p := range positions {
		g.cards = append(g.cards, oldhand.Deal{Position: p, To: oldhand.Everyone})
	}
	g.dealer.deal(g.cards)
	g.inTurn(opening)
}

// dealAgain begins a new deck without the players that have left. The others keep their
// cards, and the board stays.
func (g *game) dealAgain(left []int) {
	g.left, g.size = left, deckSize-len(g.board)
	g.dealer.redeal(left)
	g.note(nobody, "Without %s, the cards are encrypted and shuffled again, under new keys; the board stays.", seats.String(g.seatsOf(left)))
	g.inTurn(announcing)
}

func (g *game) seatsOf(players []int) (seats []int) {
	for _, p := range players {
		seats = append(seats, g.players[p])
	}
	return seats
}

func (g *game) nextStreet() Street {
	if g.betting.done() {
		return River
	}
	return g.betting.street + 1
}

func (g *game) endOpening() {
	var positions []int
	for _, c := range g.cards {
		positions = append(positions, c.Position)
	}
	opened := g.look(positions)
	g.board = append(slices.Clip(g.board), opened...)
	street := g.nextStreet()
	var streets []string
	for s := g.betting.street + 1; s <= street; s++ {
		streets = append(streets, "the "+s.String())
	}
	last := len(streets) - 1
	text := streets[last]
	if last > 0 {
		text = strings.Join(streets[:last], ", ") + " and " + text
	}
	g.note(nobody, "T%s: %s.", text[1:], names(opened))
	g.betting.next(street, g.config.BigBlind)
	g.nextTurn()
}

// look returns the cards at some positions, as far as they are known.
func (g *game) look(positions []int) (known []int) {
	for _, p := range positions {
		if c, ok := g.dealer.card(p); ok {
			known = append(known, c)
		}
	}
	return known
}

// strength is that of a seat which has shown its cards.
func (g *game) strength(seat int) showdown.Strength {
	return showdown.Best(slices.Concat(g.shown[seat], g.board)...)
}

func names(numbers []int) string { return cards.JoinNumbered(numbers) }

// endHand gives the pots to those who win them.
func (g *game) endHand() {
	if seat, chips := g.betting.refund(); seat != nobody {
		g.note(seat, "takes back %d, which nobody called.", chips)
	}
	g.pay(g.betting.payout(func(s int) int {
		if g.shown[s] == nil {
			return 0 // it is alone
		}
		return int(g.strength(s))
	}))
}

// void ends the hand without a winner: who plays on gets back what it has paid, and an
// equal share of what the others have.
func (g *game) void() {
	b := g.betting
	get := make([]int, len(b.paid))
	left := 0
	for s, paid := range b.paid {
		if g.members[s] {
			get[s] = paid
		} else {
			left += paid
		}
	}
	share(get, left, inTurn(g.button, len(g.members), func(s int) bool { return g.members[s] && slices.Contains(g.players, s) }))
	g.note(nobody, "The hand is void.")
	g.pay(nil, get)
	g.results[len(g.results)-1].Void = true
}

// pay ends the hand with what each seat gets.
func (g *game) pay(pots []Pot, get []int) {
	for s, chips := range get {
		g.stacks[s] = g.betting.stacks[s] + chips
	}
	for i, pot := range pots {
		if len(pot.Winners) == 1 {
			g.note(pot.Winners[0], "wins %s of %d.", PotName(i, len(pots)), pot.Chips)
			continue
		}
		parts := make([]int, len(get))
		share(parts, pot.Chips, pot.Winners)
		for _, s := range pot.Winners {
			g.note(s, "wins %d of %s of %d.", parts[s], PotName(i, len(pots)), pot.Chips)
		}
	}
	g.results = append(g.results, Result{
		Hand: g.hand, Button: g.button, Board: g.board, Shown: g.shown, Pots: pots, Payout: get, Stacks: slices.Clone(g.stacks),
	})
	g.big, g.betting = g.betting.big, nil
	for _, s := range g.rest() {
		if g.stacks[s] == 0 {
			g.members[s] = false
			g.outs = append(g.outs, Out{Seat: s, Hand: g.hand, Why: Broke})
			g.note(s, "has no chips left.")
		}
	}
	g.nextEpoch(g.since)
	if len(g.rest()) > 0 {
		g.passButton()
	}
	g.nextHand()
}

// nextEpoch begins an epoch after all that comes before a clock.
func (g *game) nextEpoch(c clock) {
	g.since, g.gathered = c, c
	g.epochs = append(g.epochs, c)
	g.rests = append(g.rests, g.rest())
}

// end ends the match.
func (g *game) end() {
	g.begin(over, nil, nil)
	g.note(nobody, "The match is over.")
}

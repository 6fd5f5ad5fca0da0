package cards_test

import (
	"errors"
	"slices"

	"github.com/squaredeal/squaredeal/sra/hand"
	"github.com/squaredeal/squaredeal/sra/hand/cards"
)

// Five games whose cards move are in games_*_test.go: the pass of Hearts, the hands of Hanabi,
// Coup's exchange, Old Maid, and a look at the three cards on top. Each is a state that follows from
// what was read, and rules that make the next step from it.

// A table is a game as one seat knows it, or an observer: what all games have in common.
type table struct {
	rules  rules
	cards  *cards.Hand
	me     int
	seats  []int // that play, in turn
	turn   int   // the seat whose turn it is
	turns  int   // how many are over
	limit  int   // how many there are
	movers []int // seats whose moves are awaited, when no messages about the cards are
	over   bool
	fresh  bool // new cards are shuffled
}

// Rules are those of one game.
type rules interface {
	// next makes steps, or awaits moves, when nothing is due. It finds out what comes next from what
	// there is, so that it also does when something was lost.
	next()
	// choose returns the move of this seat.
	choose() []byte
	// take takes a move, if it is one.
	take(seat int, move []byte) error
	// lost follows the loss of all cards that nobody holds who stays, but the open ones.
	lost()
	// knows returns the positions of the cards that a seat knows, or everyone does, when nothing is
	// due about the cards. Nobody else does: that is what is tested.
	knows(seat int) []int
}

var errMove = errors.New("that isn't a move of this game")

// due returns the seats whose messages are awaited.
func (t *table) due() []int {
	if _, due := t.cards.Due(); len(due) > 0 {
		return due
	}
	return t.movers
}

// say returns what this seat has to say when it is due.
func (t *table) say() []byte {
	if own := must(t.cards.Pending()); own != nil {
		return own
	}
	return t.rules.choose()
}

// receive takes what a seat that is due says. An error is its fault: it is out then.
func (t *table) receive(seat int, message []byte) error {
	if _, due := t.cards.Due(); len(due) > 0 {
		if err := t.cards.Receive(seat, message); err != nil {
			return err
		}
	} else if err := t.rules.take(seat, message); err != nil {
		return &hand.BlameError{Seats: []int{seat}, Err: err}
	} else {
		t.movers = without(t.movers, seat)
	}
	t.goOn()
	return nil
}

// goOn goes on until somebody is due. Cards that have the layer of a seat that is out don't move
// before they are shuffled anew.
func (t *table) goOn() {
	for len(t.due()) == 0 && !t.over {
		switch again, err := t.cards.Renew(); {
		case err != nil:
			t.over = true
		case again:
			t.fresh = true
			t.rules.lost()
		default:
			t.fresh = false
			t.rules.next()
		}
	}
}

// out has the others go on without a seat.
func (t *table) out(seat int) {
	if t.turn == seat {
		t.pass()
	}
	t.seats, t.movers = without(t.seats, seat), without(t.movers, seat)
	again, err := t.cards.Drop(seat)
	if again {
		t.fresh = true
		t.rules.lost()
	}
	t.over = t.over || err != nil || len(t.seats) < 2
	t.goOn()
}

// pass gives the turn to the seat on the left.
func (t *table) pass() { t.turn, t.turns = t.left(t.turn), t.turns+1 }

func (t *table) left(seat int) int {
	return t.seats[(slices.Index(t.seats, seat)+1)%len(t.seats)]
}

// What games do with cards, at positions. An error would be a mistake in their rules.
func (t *table) deal(to ...int)                        { must(t.cards.Deal(to...)) }
func (t *table) dealAt(places ...hand.Place)           { do(t.cards.DealAt(places...)) }
func (t *table) back(positions ...int)                 { do(t.cards.Return(positions...)) }
func (t *table) shuffle(seats []int, positions ...int) { do(t.cards.Shuffle(seats, positions...)) }
func (t *table) show(seat int, positions ...int)       { do(t.cards.Show(seat, positions...)) }
func (t *table) hand(seat int) []int                   { return t.cards.Of(seat) }
func (t *table) card(position int) int                 { return t.cards.Look(position)[0] }
func (t *table) kept(positions []int) []int            { return slices.DeleteFunc(positions, t.isLost) }

func (t *table) fill(seat, n int) []int {
	return slices.Repeat([]int{seat}, max(0, n-len(t.hand(seat))))
}

func do(err error) { must(0, err) }

func without[T comparable](list []T, without ...T) (s []T) {
	return slices.DeleteFunc(slices.Clone(list), func(x T) bool { return slices.Contains(without, x) })
}

// playing returns those of some seats that play.
func (t *table) playing(seats []int) []int {
	return slices.DeleteFunc(slices.Clone(seats), func(s int) bool { return !slices.Contains(t.seats, s) })
}

// isLost reports whether a card is lost, of one that was at this position.
func (t *table) isLost(position int) bool {
	status, _ := t.cards.Status(position)
	return status == hand.Void
}

// pick returns the cards of a hand at different places, one for each byte; an error for another
// number of these than there have to be.
func pick(hand []int, n int, places []byte) (positions []int, err error) {
	for i, at := range places {
		if int(at) >= len(hand) || slices.Contains(places[:i], at) {
			return nil, errMove
		}
		positions = append(positions, hand[at])
	}
	if len(places) != n {
		return nil, errMove
	}
	return positions, nil
}

// byRank returns the places in a hand of the cards that this seat knows, the best first.
func (t *table) byRank(hand []int) (places []byte) {
	for i := range hand {
		places = append(places, byte(i))
	}
	slices.SortFunc(places, func(a, b byte) int { return t.card(hand[b]) - t.card(hand[a]) })
	return places
}

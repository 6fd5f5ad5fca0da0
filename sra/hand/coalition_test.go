package hand_test

import (
	"fmt"
	"math/big"
	"slices"
	"testing"

	"github.com/squaredeal/squaredeal/internal/long"
	"github.com/squaredeal/squaredeal/sra"
	"github.com/squaredeal/squaredeal/sra/hand"
)

// order is that of ristretto255.
var order, _ = new(big.Int).SetString("7237005577332262213973186563042994240857116359379907606001950938285454250989", 10)

// exponentOf is that of a key of ristretto255, which it writes little-endian.
func exponentOf(k sra.Key) *big.Int {
	b := k.Bytes()
	slices.Reverse(b)
	return new(big.Int).SetBytes(b)
}

func keyOf(exponent *big.Int) sra.Key {
	b := exponent.FillBytes(make([]byte, 32))
	slices.Reverse(b)
	return must(sra.ParseKey(sra.Ristretto255(), b))
}

func times(x ...*big.Int) *big.Int {
	product := big.NewInt(1)
	for _, y := range x {
		product.Mul(product, y).Mod(product, order)
	}
	return product
}

func inverse(x *big.Int) *big.Int { return new(big.Int).ModInverse(x, order) }
func random() *big.Int            { return exponentOf(must(sra.GenerateKey(sra.Ristretto255()))) }

// A cartel is seats of a session that conspire: they know each other's keys, and choose them.
type cartel struct {
	*session
	founders, seats []int                              // of which those that are gone are no more seats
	choose          func(seat int, last bool) *big.Int // a seat's new whole key; nobody of the cartel speaks after the last in a round
}

// exponent is that of a seat's key, 1 if it has none.
func (c *cartel) exponent(seat int) *big.Int {
	if k, ok := c.keys[seat]; ok {
		return exponentOf(k)
	}
	return big.NewInt(1)
}

// sayDue has everybody say what is due.
func (c *cartel) sayDue() {
	c.t.Helper()
	h := c.hands[c.session.seats]
	for h.Due() != nil {
		turn := h.Due()[0]
		switch {
		case !slices.Contains(c.seats, turn.Seat):
			c.say(turn.Seat)
		case turn.Kind == hand.Shuffle || turn.Kind == hand.Raise:
			last := !slices.ContainsFunc(h.Next(turn), func(seat int) bool { return slices.Contains(c.seats, seat) })
			key := c.choose(turn.Seat, last)
			e := times(key, inverse(c.exponent(turn.Seat)))
			if e.Cmp(big.NewInt(1)) == 0 {
				c.t.Fatal("the cartel chooses 1")
			}
			c.read(item{seat: turn.Seat, message: newSpeech(turn, h.Lists(turn), keyOf(e), keyOf(key)).bytes()})
			c.keys[turn.Seat] = keyOf(key)
		default:
			c.read(item{seat: turn.Seat, message: takeOff(turn, c.keys[turn.Seat], h.From(turn))})
		}
	}
}

func (c *cartel) steps(list ...step) {
	c.t.Helper()
	c.sayDue()
	for _, f := range list {
		c.step(f)
		c.sayDue()
	}
}

// sees reports whether the cartel can open an element, if it has a layer of an honest seat.
func (c *cartel) sees(x sra.Element) bool {
	keyless := func(seat int) bool { _, ok := c.keys[seat]; return !ok }
	for _, off := range subsets(slices.DeleteFunc(slices.Clone(c.seats), keyless)...) {
		if c.without(x, off...) >= 0 {
			return true
		}
	}
	return false
}

// cancelling chooses keys whose product is 1, in the last turn of the cartel in a round.
func cancelling(c *cartel) func(seat int, last bool) *big.Int {
	return func(seat int, last bool) *big.Int {
		others := big.NewInt(1)
		for _, s := range c.seats {
			if s != seat {
				others = times(others, c.exponent(s))
			}
		}
		if key := inverse(others); last && key.Cmp(c.exponent(seat)) != 0 && key.Cmp(big.NewInt(1)) != 0 {
			return key
		}
		return random()
	}
}

func equalKeys(c *cartel) func(seat int, last bool) *big.Int {
	common := random()
	return func(seat int, _ bool) *big.Int {
		if c.exponent(seat).Cmp(common) == 0 {
			common = random()
		}
		return common
	}
}

func minusOne(c *cartel) func(seat int, last bool) *big.Int {
	return func(seat int, _ bool) *big.Int {
		if minus := new(big.Int).Sub(order, big.NewInt(1)); c.exponent(seat).Cmp(minus) != 0 {
			return minus
		}
		return big.NewInt(2)
	}
}

// All seats but one, or some, conspire. They choose keys whose product is 1, so that a card of the honest seat
// has one value with their layers and without; or that are equal; or minus one. All goes on, nobody
// honest is at fault, all cards are right, and those of honest seats, and the stock, stay closed.
func TestCancellingKeys(t *testing.T) {
	for what, choice := range map[string]func(c *cartel) func(seat int, last bool) *big.Int{
		"cancel": cancelling, "equal": equalKeys, "minus one": minusOne,
	} {
		for _, conspire := range [][]int{{0, 2, 3}, {0, 3}, {1, 2, 3}, {0, 1, 2}, {1, 2}}[:long.Pick(2, 5)] {
			t.Run(fmt.Sprint(what, conspire), func(t *testing.T) {
				c := newCartel(t, conspire)
				c.choose = choice(c)
				coincide := 0
				c.after = func() { coincide += c.testClosed() }
				c.playOn()
				if what == "cancel" && len(conspire) == 3 && coincide < 5 {
					t.Errorf("held values were equal to sealed ones at %d places", coincide)
				}
			})
		}
	}
}

// newCartel has some of four seats conspire.
func newCartel(t *testing.T, conspire []int) *cartel {
	s := newSession(t, 4, 8)
	s.keys = map[int]sra.Key{}
	s.quiet = true // the cartel's own hands are observers
	return &cartel{session: s, seats: conspire, founders: conspire}
}

// testClosed expects the cartel to see nothing of the stock and of cards of honest seats, which agree. It
// returns how many of these have one value with the layers of others and without.
func (c *cartel) testClosed() (coincide int) {
	c.t.Helper()
	h := c.hands[c.session.seats]
	for p := range h.Positions() {
		status, to := h.Status(p)
		honest := status == hand.Held && !slices.Contains(c.founders, to)
		if honest && h.Sealed(p).Equal(h.Value(p)) && h.Ready() {
			coincide++
		}
		if honest && (c.sees(h.Value(p)) || c.sees(h.Sealed(p))) || status == hand.Stock && h.Ready() && c.sees(h.Sealed(p)) {
			c.t.Fatalf("the cartel sees position %d, %v", p, status)
		}
	}
	for seat, x := range c.hands {
		if !slices.Contains(c.founders, seat) && x.View() != h.View() {
			c.t.Fatal("seats differ")
		}
	}
	return coincide
}

// playOn plays a hand between an honest seat and the first of the cartel, whose second is dropped.
func (c *cartel) playOn() {
	c.t.Helper()
	honest, first, second := 0, c.seats[0], c.seats[1]
	for slices.Contains(c.seats, honest) {
		honest++
	}
	c.steps(
		deal(hand.Place{0, honest}, hand.Place{1, first}, hand.Place{2, hand.Everyone}, hand.Place{3, honest}, hand.Place{7, second}),
		shuffle([]int{honest}, 4, 5), giveBack(3), shuffle([]int{first}, 3, 4, 5), deal(hand.Place{3, first}, hand.Place{4, honest}),
		shuffle([]int{3, 1, 0, 2}, 5, 6), show(honest, 0), giveBack(0, 2), deal(hand.Place{0, first}, hand.Place{2, honest}), show(first, 1),
	)
	c.wantWhole()
	c.step(drop(second))
	c.forget(second)
	c.sayDue()
	c.wantWhole()
	p := c.stock()
	c.steps(deal(hand.Place{p[0], honest}, hand.Place{p[1], hand.Everyone}), giveBack(2),
		shuffle([]int{honest, first}, append(p[2:], 2)...), deal(hand.Place{2, first}))
	c.wantWhole()
	if len(c.hands[honest].Here()) > 2 {
		c.steps(leave(first))
		c.forget(first)
		c.steps(deal(hand.Place{p[2], honest}))
	}
}

// forget is of a seat that is gone.
func (c *cartel) forget(seat int) {
	c.seats = slices.DeleteFunc(slices.Clone(c.seats), func(s int) bool { return s == seat })
	delete(c.keys, seat)
}

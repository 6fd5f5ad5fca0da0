package cards

import (
	"crypto/sha256"
	"fmt"
	"math/rand/v2"

	"github.com/squaredeal/squaredeal/js/internal/difftest/must"
	"github.com/squaredeal/squaredeal/js/internal/difftest/random"
	"github.com/squaredeal/squaredeal/sra"
	"github.com/squaredeal/squaredeal/sra/hand"
)

// Hand returns a hand of random steps, with messages that are right, altered, repeated, from another seat, or spliced.
func Hand(r *rand.Rand) any {
	c := &handRun{Label: "random", N: 1 + r.IntN(4), Seats: 2 + r.IntN(3), ID: random.Bytes(r, 1+r.IntN(40)), rand: r}
	c.begin()
	for range 8 + r.IntN(20) {
		if len(c.watch.Due()) > 0 && r.IntN(5) > 0 {
			c.message()
		} else {
			c.step()
		}
	}
	c.Head = sha256Of(c.watch.Head())
	for position := range c.N {
		status, to := c.watch.Status(position)
		number, ok := c.watch.Look(position)
		if !ok {
			number = -1
		}
		c.Positions = append(c.Positions, fmt.Sprint(status, " ", to, " ", number))
	}
	return c
}

func sha256Of(d hand.Digest) hexBytes {
	sum := sha256.Sum256(d[:])
	return sum[:]
}

// A handRun is the items of a hand and what each results in.
type handRun struct {
	Label     string     `json:"label"`
	N         int        `json:"n"`
	Seats     int        `json:"seats"`
	ID        hexBytes   `json:"id"`
	Items     []handItem `json:"items"`
	Head      hexBytes   `json:"head"`      // its SHA-256
	Positions []string   `json:"positions"` // of the first cards

	rand  *rand.Rand
	watch *hand.Hand
	seats []*hand.Hand
}

// A handItem is a message of a seat, or a step with its arguments, as the npm package has them.
type handItem struct {
	Seat    int      `json:"seat"`
	Message hexBytes `json:"message"`
	Step    string   `json:"step,omitempty"`
	Args    []any    `json:"args,omitempty"`
	Result  string   `json:"result"`
}

func (c *handRun) begin() {
	deck := must.Get(sra.PublicDeck(sra.Ristretto255(), c.Label, c.N))
	c.watch = must.Get(hand.Watch(c.ID, deck, c.Seats))
	for seat := range c.Seats {
		secret := [hand.SecretSize]byte(random.Bytes(c.rand, hand.SecretSize))
		store := func(_, _ hand.State) error { return nil }
		c.seats = append(c.seats, must.Get(hand.New(c.ID, deck, c.Seats, seat, hand.NewState(secret), store)))
	}
}

// message has a seat say something, which all read.
func (c *handRun) message() {
	due := c.watch.Due()
	seat := due[c.rand.IntN(len(due))].Seat
	message := must.Get(c.seats[seat].Pending())
	switch c.rand.IntN(8) {
	case 0:
		if len(message) > 0 {
			message = random.Altered(c.rand, message)
		}
	case 1:
		seat = c.rand.IntN(c.Seats)
	case 2:
		message = c.splice(message)
	}
	result := "void"
	taken, err := c.watch.Receive(seat, message)
	for _, h := range c.seats {
		if other, otherErr := h.Receive(seat, message); other != taken || (otherErr == nil) != (err == nil) {
			panic("seats are of two minds")
		}
	}
	if err != nil {
		result = classOf(err)
	} else if taken {
		result = "taken"
	}
	c.Items = append(c.Items, handItem{Seat: seat, Message: message, Result: result})
}

// splice returns an earlier message, or the message with the end of an earlier one.
func (c *handRun) splice(message []byte) []byte {
	if len(c.Items) == 0 {
		return message
	}
	earlier := c.Items[c.rand.IntN(len(c.Items))].Message
	if n := c.rand.IntN(4) * 32; n > 0 && n < len(earlier) && n < len(message) {
		return append(append([]byte(nil), message[:len(message)-n]...), earlier[len(earlier)-n:]...)
	}
	return earlier
}

// step makes a step, which may not be possible.
func (c *handRun) step() {
	r := c.rand
	seat, position := r.IntN(c.Seats+1), r.IntN(c.N+2)
	some := r.Perm(c.N + 1)[:1+r.IntN(c.N)]
	var item handItem
	var do func(h *hand.Hand) error
	switch r.IntN(9) {
	case 0, 1, 2, 3:
		to := r.IntN(c.Seats+1) - 1
		item = handItem{Step: "deal", Args: []any{[]any{map[string]any{"position": position, "to": nullable(to)}}}}
		do = func(h *hand.Hand) error { return h.Deal(hand.Place{Position: position, To: to}) }
	case 4:
		item = handItem{Step: "show", Args: []any{seat, []int{position}}}
		do = func(h *hand.Hand) error { return h.Show(seat, position) }
	case 5:
		item = handItem{Step: "return", Args: []any{some}}
		do = func(h *hand.Hand) error { return h.Return(some...) }
	case 6:
		by := r.Perm(c.Seats)[:1+r.IntN(c.Seats)]
		item = handItem{Step: "shuffle", Args: []any{by, some}}
		do = func(h *hand.Hand) error { return h.Shuffle(by, some...) }
	case 7:
		item = handItem{Step: "leave", Args: []any{seat}}
		do = func(h *hand.Hand) error { return h.Leave(seat) }
	case 8:
		item = handItem{Step: "drop", Args: []any{[]int{seat}}}
		do = func(h *hand.Hand) error { return h.Drop(seat) }
	}
	item.Result = "done"
	err := do(c.watch) // any error says that the step isn't possible
	for _, h := range c.seats {
		if other := do(h); (other == nil) != (err == nil) {
			panic("seats are of two minds")
		}
	}
	if err != nil {
		item.Result = "state"
	}
	c.Items = append(c.Items, item)
}

func nullable(to int) any {
	if to == hand.Everyone {
		return nil
	}
	return to
}

// Package pads makes random deals by one-time pads.
package pads

import (
	"encoding/hex"
	"math/rand/v2"
	"slices"

	"github.com/squaredeal/squaredeal/js/internal/difftest/must"
	"github.com/squaredeal/squaredeal/js/internal/difftest/random"
	"github.com/squaredeal/squaredeal/otpdeal"
)

// player is what all roles have.
type player interface {
	Receive(otpdeal.Message) ([]otpdeal.Message, error)
	Record() otpdeal.Record
	Hand() ([]otpdeal.Card, error)
}

// links are the kinds of a deal's messages, with who sends each to whom.
var links = [][3]int{{1, 0, 1}, {2, 0, 2}, {3, 2, 0}, {3, 2, 1}, {3, 2, 3}, {4, 0, 1}, {4, 2, 1}, {4, 3, 1}, {5, 1, 0},
	{5, 1, 2}, {5, 1, 3}}

// A deal is a deal's secrets, and its roles, each with the state that it stored last.
type deal struct {
	id                 []byte
	cards, keys, order []byte
	roles              [4]player
	states             [4]*otpdeal.State
}

func newDeal(r *rand.Rand, id []byte) *deal {
	d := &deal{id: id}
	var cards []otpdeal.Card
	for _, i := range r.Perm(52) {
		cards = append(cards, otpdeal.Deck()[i])
		d.cards = append(d.cards, byte(otpdeal.Deck()[i]))
	}
	d.keys = random.Bytes(r, 52)
	for _, n := range r.Perm(52) {
		d.order = append(d.order, byte(n))
	}
	store := func(seat int) func(_, new otpdeal.State) error {
		d.states[seat] = new(otpdeal.State)
		return func(_, new otpdeal.State) error { *d.states[seat] = new; return nil }
	}
	d.roles = [4]player{
		must.Get(otpdeal.NewHost(id, cards, d.keys, store(0))), must.Get(otpdeal.NewKeyMaster(id, store(1))),
		must.Get(otpdeal.NewDealer(id, d.order, store(2))), must.Get(otpdeal.NewDummy(id, store(3))),
	}
	return d
}

// play finishes the deal, and returns its payloads.
func (d *deal) play() [11][]byte {
	var payloads [11][]byte
	for queue := must.Get(d.roles[0].(*otpdeal.Host).Start()); len(queue) > 0; queue = queue[1:] {
		m := queue[0]
		payloads[slices.Index(links, [3]int{int(m.Kind()), m.From(), m.To()})] = m.Payload()
		queue = append(queue, must.Get(d.roles[m.To()].Receive(m))...)
	}
	return payloads
}

// Deal returns a deal of which one role gets some messages, and whose evidence an audit judges.
func Deal(r *rand.Rand) any {
	id := []byte(random.Text(r, 20))
	seed := r.Uint64()
	secret := func() *rand.Rand { return rand.New(rand.NewPCG(seed, 0)) }
	finished := newDeal(secret(), id)
	payloads, others := finished.play(), newDeal(r, id).play()
	fresh := newDeal(secret(), id)
	return struct {
		Deal  string    `json:"deal"`
		Cards string    `json:"cards"`
		Pads  string    `json:"pads"`
		Order string    `json:"order"`
		Role  roleCase  `json:"role"`
		Audit auditCase `json:"audit"`
	}{
		hex.EncodeToString(id), hex.EncodeToString(fresh.cards), hex.EncodeToString(fresh.keys), hex.EncodeToString(fresh.order),
		fresh.role(r, payloads, others), finished.audit(r, payloads, others),
	}
}

// alteredPayload returns a payload of a link, perhaps another than the deal's.
func alteredPayload(r *rand.Rand, link int, payloads, others [11][]byte) []byte {
	b := slices.Clone(payloads[link])
	i, j := r.IntN(len(b)), r.IntN(len(b))
	switch r.IntN(12) {
	case 0:
		b = others[link]
	case 1:
		b[i] ^= 1 << r.IntN(8)
	case 2:
		b[i], b[j] = b[j], b[i]
	case 3:
		b = b[:i]
	case 4:
		b[i] = byte(r.IntN(52))
	case 5:
		for k, l := range links {
			if l[0] == links[link][0] && r.IntN(2) == 0 {
				b = payloads[k]
			}
		}
	}
	return b
}

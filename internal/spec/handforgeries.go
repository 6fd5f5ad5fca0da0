package spec

import (
	"math/big"
	"slices"
)

// forgeries are messages for a turn that isn't as it should be, with proofs that were made for
// what they say if they have any chance.
var forgeries = map[string]func(h *hand, t turn) string{
	"other": func(h *hand, t turn) string { // by a key that isn't of the secret, valid if it was announced
		if key := h.g.seeded(sha("another key")); t.kind <= raiseTurn {
			return h.by(t, key)
		} else if h.observer[t.seat] {
			return h.stripped(t, t.secret)
		} else {
			return h.stripped(t, key)
		}
	},
	"one": func(h *hand, t turn) string { // E is G
		return h.by(t, seeded{e: one})
	},
	"inverse": func(h *hand, t turn) string { // K′ is G
		return h.by(t, seeded{e: h.g.inverse(t.secret.e)})
	},
	"cancel": func(h *hand, t turn) string { // the key of the seat before
		return h.by(t, seeded{e: h.g.inverse(h.owned[t.seat-1].e)})
	},
	"equal": func(h *hand, t turn) string { // to that of the seat before
		return h.by(t, h.owned[t.seat-1])
	},
	"neighbour": func(h *hand, t turn) string { return h.stripped(t, h.owned[(t.seat+1)%h.seats]) },
	"newest": func(h *hand, t turn) string { // by the seat's key now
		now := t
		now.key, now.secret, now.values = h.keys[t.seat], h.owned[t.seat], h.values(t.positions)
		return h.message(now)
	},
	"context": func(h *hand, t turn) string { // proofs in another one
		elsewhere := t
		elsewhere.digest = sha(t.digest)
		if t.kind > raiseTurn {
			return t.digest + h.message(elsewhere)[32:]
		}
		return h.changed(t, func(m *growth) { m.context = elsewhere.digest })
	},
	"elsewhere": func(h *hand, t turn) string { // that of a hand with another id
		return newHand(h.g, "another hand", h.x0, h.secrets).say(t.seat)
	},
	"remade": func(h *hand, t turn) string {
		if t.kind > raiseTurn {
			key := t.secret
			key.nonces = sha(key.nonces)
			return h.stripped(t, key)
		}
		return h.changed(t, func(m *growth) { m.e.nonces, m.f.nonces = sha(m.e.nonces), sha(m.f.nonces) })
	},
	"exchanged": func(h *hand, t turn) string { // the first two positions
		t.values = append([]string{t.values[1], t.values[0]}, t.values[2:]...)
		return h.message(t)
	},
	"stock": func(h *hand, t turn) string { // the layer of cards in the stock, which is valid as such
		t.values = h.sealed(h.with("stock")[:1])
		for i := 1; i < len(t.positions); i++ {
			t.values = append(t.values, h.g.card("another label", i))
		}
		return h.message(t)
	},

	"unproved": func(h *hand, t turn) string { return replaced(h.sayTurn(t), 32, h.g.numbered(1)) },
	"foreign": func(h *hand, t turn) string {
		return h.changed(t, func(m *growth) { m.to[cardsList][1] = h.g.card("another label", 0) })
	},
	"exponents": func(h *hand, t turn) string {
		return h.changed(t, func(m *growth) { m.to[cardsList][1] = h.g.power(m.to[cardsList][1], big.NewInt(2)) })
	},
	"bare": func(h *hand, t turn) string {
		return h.changed(t, func(m *growth) { m.to[cardsList] = m.from[cardsList] })
	},
	"order": func(h *hand, t turn) string { // backwards
		return h.changed(t, func(m *growth) {
			slices.Reverse(m.order)
			slices.Reverse(m.to[cardsList])
		})
	},
	"full": func(h *hand, t turn) string { // F is E where it should be K′, and the other way
		return h.changed(t, func(m *growth) {
			m.f = m.e
			if !t.fresh {
				m.f = h.grown(t, m.e)
			}
			m.to[restList] = h.g.powers(m.from[restList], m.f.e)
			m.to[cardsList] = permute(h.g.powers(m.from[cardsList], m.f.e), m.order)
		})
	},
	"proofs": func(h *hand, t turn) string { // those of own and kept exchanged
		message, at := h.sayTurn(t), 64+64
		for _, list := range t.lists {
			at += 32 * len(list)
		}
		return message[:at] + message[at+96:at+192] + message[at:at+96] + message[at+192:]
	},
	"own-other":      listForgery(ownList, "other"),
	"own-exchanged":  listForgery(ownList, "exchanged"),
	"own-foreign":    listForgery(ownList, "foreign"),
	"own-still":      listForgery(ownList, "still"),
	"kept-other":     listForgery(keptList, "other"),
	"kept-exchanged": listForgery(keptList, "exchanged"),
	"kept-foreign":   listForgery(keptList, "foreign"),
	"kept-still":     listForgery(keptList, "still"),
	"rest-other":     listForgery(restList, "other"),
	"rest-exchanged": listForgery(restList, "exchanged"),
	"rest-foreign":   listForgery(restList, "foreign"),
	"rest-still":     listForgery(restList, "still"),

	// Two faults, in ristretto255: of the first and the last proof, and of the first one and of cards.
	"invalid-malformed": func(h *hand, t turn) string {
		return xor(replaced(h.sayTurn(t), h.proofs(t), h.g.numbered(1)), -1, 0xf0)
	},
	"malformed-invalid": func(h *hand, t turn) string { return xor(xor(h.sayTurn(t), h.proofs(t), 1), -32, 1) },
	"invalid-repeated": func(h *hand, t turn) string {
		at := h.proofs(t)
		message := replaced(h.sayTurn(t), at, h.g.numbered(1))
		return replaced(message, at-32, message[at-64:at-32])
	},
}

// proofs is where those of a shuffle or raise begin.
func (h *hand) proofs(t turn) int { return 64 + 32*len(slices.Concat(t.lists[:]...)) }

// by is a shuffle or raise by a key that isn't of the seat's secret.
func (h *hand) by(t turn, key seeded) string {
	another := h.g.seeded(sha("another key"))
	key.nonces, key.order = another.nonces, another.order
	m := h.growthOf(t, key)
	h.foreign[m.public] = key
	return m.message(h.g, t)
}

// changed is a shuffle or raise that is changed before its proofs are made.
func (h *hand) changed(t turn, change func(m *growth)) string {
	m := h.growthOf(t, h.seed(t))
	change(&m)
	return m.message(h.g, t)
}

// listForgery is of the second element of a list and, if there is one, the third; or of the first two.
func listForgery(list int, how string) func(h *hand, t turn) string {
	return func(h *hand, t turn) string {
		return h.changed(t, func(m *growth) {
			to, last := m.to[list], len(m.to[list])-1
			switch how {
			case "other":
				to[last] = h.g.power(to[last], big.NewInt(3))
			case "exchanged":
				to[last], to[last-1] = to[last-1], to[last]
			case "foreign":
				to[last] = h.g.card("another label", 0)
			case "still":
				copy(to, m.from[list])
			}
		})
	}
}

package cards_test

import (
	"bytes"
	"crypto/hkdf"
	"crypto/sha256"
	"slices"

	"github.com/squaredeal/squaredeal/internal/field"
	"github.com/squaredeal/squaredeal/sra"
	"github.com/squaredeal/squaredeal/sra/hand"
	"github.com/squaredeal/squaredeal/sra/hand/cards"
)

// Cheats know what their seats do: they say what is wrong with the right keys, and with proofs of
// something else, which hold.
type cheats struct {
	*play
	keys map[int]sra.Key // of the seats, whole
}

// A lie is what a seat says instead, and the class of the fault that it is: nil if any will do.
type lie struct {
	what    string
	message []byte
	class   error
	outs    bool // it changes something all the same: the seat has left
}

// exponent returns the new exponent of a seat's turn (SPEC.md of package hand, section 8).
func (c cheats) exponent(seat int, turn []byte) sra.Key {
	secret := must(hkdf.Key(sha256.New, seed(seat), c.head[:], "squaredeal/cards/v1/secret", hand.SecretSize))
	b := field.Append(nil, "squaredeal/hand/v1/key")
	b = field.Append(field.Append(b, secret), turn)
	x := sha256.Sum256(b)
	return must(sra.NewKey(c.deck.Group(), x[:]))
}

// grown returns the new exponent of a turn, and the whole key with it.
func (c cheats) grown(seat int, turn []byte) (e, key sra.Key) {
	e = c.exponent(seat, turn)
	if key, ok := c.keys[seat]; ok {
		return e, must(key.Times(e))
	}
	return e, e
}

// read follows the keys of all seats.
func (c cheats) read(kind hand.Kind, seat int, message []byte) {
	if kind == hand.Shuffle || kind == hand.Raise {
		_, c.keys[seat] = c.grown(seat, message[:32])
	}
}

// lies returns what a seat that is due could say instead of what it has to.
func (c cheats) lies(seat int) (lies []lie) {
	honest, kind := c.tables[seat].say(), c.seen().cards.Kind(seat)
	add := func(what string, class error, message ...[]byte) {
		lies = append(lies, lie{what, slices.Concat(message...), class, false})
	}
	if kind == 0 {
		if len(honest) > 100 { // a farewell: the seat has left, with whatever it says
			lies = c.layers(seat, honest)
			add("no farewell", cards.ErrTurn)
			add("the farewell of another hand", cards.ErrTurn, seed(1), honest[32:])
			for i := range lies {
				lies[i].outs = true
			}
			return lies
		}
		if g, ok := c.tables[seat].rules.(*oldMaid); !ok || g.await != pairing { // no pair: that may be true
			add("nothing", errMove)
		}
		add("cards that it doesn't hold", errMove, []byte{99, 98, 97, 96})
		add("the same card twice", errMove, []byte{0, 0})
		return lies
	}
	add("nothing", cards.ErrTurn)
	for _, at := range []int{0, 32, len(honest) / 2, len(honest) - 1} {
		wrong := bytes.Clone(honest)
		wrong[at] ^= 1
		switch {
		case at == 0:
			add("another turn", cards.ErrTurn, wrong)
		default:
			add("other bytes", nil, wrong)
		}
	}
	add("fewer bytes", sra.ErrMalformed, honest[:len(honest)-1])
	for _, s := range slices.Backward(c.log) { // what another seat has said last
		if s.seat != seat && len(s.message) > 100 {
			add("what another has said", cards.ErrTurn, s.message)
			if add("the same, for this turn", nil, honest[:32], s.message[32:]); len(s.message) == len(honest) {
				lies[len(lies)-1].class = sra.ErrProof
			}
			break
		}
	}
	if kind == hand.Shuffle || kind == hand.Raise {
		return append(lies, c.shuffles(seat, honest)...)
	}
	return append(lies, c.layers(seat, honest)...)
}

// any returns a key that isn't the seat's.
func (c cheats) any(n int) sra.Key { return must(sra.NewKey(c.deck.Group(), seed(100+n))) }

// foreign returns a card that isn't in a deck.
func (c cheats) foreign(d sra.Deck) sra.Element {
	other := must(c.any(1).Encrypt(c.deck))
	return other.At(d.Len() - 1)
}

// with returns a deck with another element.
func with(d sra.Deck, at int, x sra.Element) sra.Deck {
	var elements []sra.Element
	for i := range d.Len() {
		elements = append(elements, d.At(i))
	}
	elements[at] = x
	return must(sra.NewDeck(elements...))
}

// layers returns lies about the layers of cards: the message has these without a layer, and a proof.
func (c cheats) layers(seat int, honest []byte) (lies []lie) {
	turn, k := honest[:32], c.keys[seat]
	n := (len(honest) - 32 - sra.DecryptionProofSize(c.deck.Group())) / 32
	to := must(sra.ParseDeck(c.deck.Group(), n, honest[32:32+32*n]))
	from := must(k.Encrypt(to))
	add := func(what string, by sra.Key, to sra.Deck) {
		proof := must(by.ProveDecryption(turn, must(by.Encrypt(to)), to))
		lies = append(lies, lie{what, slices.Concat(turn, to.Bytes(), proof), sra.ErrProof, false})
	}
	add("a layer off another card", k, with(to, n-1, must(k.Decrypt(must(sra.NewDeck(c.foreign(to))))).At(0)))
	i := 0
	for to.Index(c.deck.At(i)) >= 0 {
		i++
	}
	add("a card that it wants", k, with(to, 0, c.deck.At(i)))
	add("another layer", c.any(2), must(c.any(2).Decrypt(from)))
	add("a layer left on", k, with(to, 0, from.At(0)))
	if n > 1 {
		order := []int{1, 0}
		for i := 2; i < n; i++ {
			order = append(order, i)
		}
		add("two cards exchanged", k, must(to.Select(order...)))
		double := slices.Concat(turn, to.Bytes()[:32], to.Bytes()[:32], honest[32+64:])
		lies = append(lies, lie{"a card twice", double, sra.ErrMalformed, false})
	}
	return lies
}

// shuffles returns lies about cards that are raised, and shuffled: the new exponent in public,
// lists of elements, and a proof for each.
func (c cheats) shuffles(seat int, honest []byte) (lies []lie) {
	g, turn := c.deck.Group(), honest[:32]
	e, key := c.grown(seat, turn)
	held, sealed, shuffled := c.seen().cards.Lists(seat)
	by, kept := e, 0 // of new cards, these are raised by the whole key, and the seat keeps some
	if c.seen().fresh {
		by, kept = key, held
	}
	if c.seen().cards.Kind(seat) == hand.Raise {
		shuffled = 0
	}
	own := held + 1
	if _, ok := c.keys[seat]; !ok {
		own = 0
	}

	// The lists, and then the proofs, in their order.
	b := honest[32:]
	cut := func(n int) (x []byte) { x, b = b[:n], b[n:]; return x }
	exponent := cut(32)
	type list struct {
		name  string
		to    sra.Deck
		by    sra.Key
		proof []byte
	}
	var lists []*list
	for _, l := range []struct {
		name string
		n    int
		by   sra.Key
	}{{"own", own, e}, {"kept", kept, e}, {"rest", sealed - kept - shuffled, by}, {"shuffled", shuffled, by}} {
		if l.n > 0 {
			lists = append(lists, &list{l.name, must(sra.ParseDeck(g, l.n, cut(32*l.n))), l.by, nil})
		}
	}
	proved := cut(sra.KeyProofSize(g))
	for _, l := range lists {
		if l.name == "shuffled" {
			l.proof = cut(sra.ShuffleProofSize(g, l.to.Len()))
		} else {
			l.proof = cut(sra.DecryptionProofSize(g))
		}
	}
	if len(b) > 0 {
		c.t.Fatalf("a message of seat %d with %d bytes more than it is made of", seat, len(b))
	}
	say := func(exponent, proved []byte) []byte {
		m, proofs := slices.Concat(turn, exponent), proved
		for _, l := range lists {
			m, proofs = append(m, l.to.Bytes()...), append(bytes.Clone(proofs), l.proof...)
		}
		return append(m, proofs...)
	}
	add := func(what string, l *list, to sra.Deck, proof []byte) {
		was := *l
		l.to, l.proof = to, proof
		lies = append(lies, lie{what + " (" + l.name + ")", say(exponent, proved), sra.ErrProof, false})
		*l = was
	}

	for _, l := range lists {
		from := must(l.by.Decrypt(l.to)) // of what is shuffled, in the order that it got
		n := l.to.Len() - 1
		other := c.any(3)
		if l.name == "shuffled" {
			if n == 0 {
				continue
			}
			shuffle := func(what string, by sra.Key, from sra.Deck) {
				to, order, err := by.Shuffle(from)
				must(0, err)
				add(what, l, to, must(by.ProveShuffle(turn, from, to, order)))
			}
			shuffle("a card swapped for another", l.by, with(from, n, c.foreign(from)))
			shuffle("a shuffle by another exponent", other, from)
			add("a card that isn't raised", l, with(l.to, 0, from.At(0)), l.proof)
			continue
		}
		raise := func(what string, by sra.Key, to sra.Deck) {
			add(what, l, to, must(by.ProveDecryption(turn, to, must(by.Decrypt(to)))))
		}
		raise("raised by another exponent", other, must(other.Encrypt(from)))
		if l.name != "own" || n > 0 {
			raise("a card left out", l.by, with(l.to, n, from.At(n)))
			raise("another card", l.by, with(l.to, n, c.foreign(l.to)))
		}
		if n > 0 {
			raise("two exchanged", l.by, must(l.to.Select(append([]int{n}, upTo(1, n, 0)...)...)))
		}
	}
	// All else right, but for the exponent, whose proof is of another.
	other := c.any(4)
	lies = append(lies, lie{"another exponent", say(other.Public().Bytes(), must(other.ProveKey(turn))), sra.ErrProof, false},
		lie{"an exponent with another's proof", say(exponent, must(other.ProveKey(turn))), sra.ErrProof, false})
	return lies
}

// upTo returns from, …, to − 1, last.
func upTo(from, to, last int) (list []int) {
	for i := from; i < to; i++ {
		list = append(list, i)
	}
	return append(list, last)
}

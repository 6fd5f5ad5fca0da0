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
		return append(lies, c.raises(seat, honest)...)
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

// A raised is a message about cards that are raised, and shuffled: the new exponent in public, lists
// of elements, and a proof for each.
type raised struct {
	turn, exponent []byte
	lists          []raisedList
	proved         []byte // the exponent
}

type raisedList struct {
	name  string
	to    sra.Deck
	by    sra.Key
	proof []byte
}

// raised takes an honest message apart.
func (c cheats) raised(seat int, honest []byte) (m raised) {
	g, b := c.deck.Group(), honest
	cut := func(n int) (x []byte) { x, b = b[:n], b[n:]; return x }
	m.turn, m.exponent = cut(32), cut(32)
	e, key := c.grown(seat, m.turn)
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
	for _, l := range []struct {
		name string
		n    int
		by   sra.Key
	}{{"own", own, e}, {"kept", kept, e}, {"rest", sealed - kept - shuffled, by}, {"shuffled", shuffled, by}} {
		if l.n > 0 {
			m.lists = append(m.lists, raisedList{l.name, must(sra.ParseDeck(g, l.n, cut(32*l.n))), l.by, nil})
		}
	}
	m.proved = cut(sra.KeyProofSize(g))
	for i, l := range m.lists {
		size := sra.DecryptionProofSize(g)
		if l.name == "shuffled" {
			size = sra.ShuffleProofSize(g, l.to.Len())
		}
		m.lists[i].proof = cut(size)
	}
	if len(b) > 0 {
		c.t.Fatalf("a message of seat %d with %d bytes more than it is made of", seat, len(b))
	}
	return m
}

func (m raised) bytes() []byte {
	b, proofs := slices.Concat(m.turn, m.exponent), m.proved
	for _, l := range m.lists {
		b, proofs = append(b, l.to.Bytes()...), slices.Concat(proofs, l.proof)
	}
	return append(b, proofs...)
}

// lie says something else in one of the lists.
func (m raised) lie(what string, list int, to sra.Deck, proof []byte) lie {
	name := m.lists[list].name
	m.lists = slices.Clone(m.lists)
	m.lists[list].to, m.lists[list].proof = to, proof
	return lie{what + " (" + name + ")", m.bytes(), sra.ErrProof, false}
}

// exponentLie says another exponent, or gives another proof of it. All else is right.
func (m raised) exponentLie(what string, exponent, proved []byte) lie {
	m.exponent, m.proved = exponent, proved
	return lie{what, m.bytes(), sra.ErrProof, false}
}

// raises returns lies about cards that are raised, and shuffled.
func (c cheats) raises(seat int, honest []byte) (lies []lie) {
	m, other := c.raised(seat, honest), c.any(4)
	for i, l := range m.lists {
		if l.name == "shuffled" {
			lies = append(lies, c.shuffledLies(m, i)...)
		} else {
			lies = append(lies, c.raisedLies(m, i)...)
		}
	}
	return append(lies, m.exponentLie("another exponent", other.Public().Bytes(), must(other.ProveKey(m.turn))),
		m.exponentLie("an exponent with another's proof", m.exponent, must(other.ProveKey(m.turn))))
}

func (c cheats) shuffledLies(m raised, list int) []lie {
	l := m.lists[list]
	last := l.to.Len() - 1
	if last == 0 {
		return nil
	}
	from := must(l.by.Decrypt(l.to)) // in the order that it got
	shuffle := func(what string, by sra.Key, from sra.Deck) lie {
		to, order, err := by.Shuffle(from)
		must(0, err)
		return m.lie(what, list, to, must(by.ProveShuffle(m.turn, from, to, order)))
	}
	return []lie{
		shuffle("a card swapped for another", l.by, with(from, last, c.foreign(from))),
		shuffle("a shuffle by another exponent", c.any(3), from),
		m.lie("a card that isn't raised", list, with(l.to, 0, from.At(0)), l.proof),
	}
}

func (c cheats) raisedLies(m raised, list int) []lie {
	l, other := m.lists[list], c.any(3)
	last := l.to.Len() - 1
	from := must(l.by.Decrypt(l.to))
	raise := func(what string, by sra.Key, to sra.Deck) lie {
		return m.lie(what, list, to, must(by.ProveDecryption(m.turn, to, must(by.Decrypt(to)))))
	}
	lies := []lie{raise("raised by another exponent", other, must(other.Encrypt(from)))}
	if l.name != "own" || last > 0 {
		lies = append(lies, raise("a card left out", l.by, with(l.to, last, from.At(last))),
			raise("another card", l.by, with(l.to, last, c.foreign(l.to))))
	}
	if last > 0 {
		lies = append(lies, raise("two exchanged", l.by, must(l.to.Select(append([]int{last}, upTo(1, last, 0)...)...))))
	}
	return lies
}

// upTo returns from, …, to − 1, last.
func upTo(from, to, last int) (list []int) {
	for i := from; i < to; i++ {
		list = append(list, i)
	}
	return append(list, last)
}

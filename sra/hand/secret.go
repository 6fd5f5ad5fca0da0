package hand

import (
	"bytes"
	"crypto/rand"
	"slices"

	"github.com/squaredeal/squaredeal/internal/secret"
	"github.com/squaredeal/squaredeal/sra"
)

// SecretSize is the length of a [Secret] in bytes.
const SecretSize = 32

// A Secret is what all that a seat says and keeps to itself in a hand follows from: its keys,
// its orders, its proofs. Draw one for each hand, store it before the hand begins, and
// forget it when nobody will show cards any more: with the messages, it opens all that the
// seat has seen. It prints as redacted and refuses to be marshalled; [Secret.Bytes] is what
// to store. The zero value is invalid.
type Secret struct{ hiddenSecret }

type hiddenSecret = secret.Value[[SecretSize]byte]

// GenerateSecret returns a new secret from crypto/rand.
func GenerateSecret() Secret {
	var s [SecretSize]byte
	rand.Read(s[:]) // never fails
	return Secret{secret.Hide(s)}
}

// ParseSecret reads what [Secret.Bytes] returned. It returns an [sra.ErrMalformed] for
// another length.
func ParseSecret(b []byte) (Secret, error) {
	if len(b) != SecretSize {
		return Secret{}, malformed("a secret of %d bytes, not %d", len(b), SecretSize)
	}
	return Secret{secret.Hide([SecretSize]byte(b))}, nil
}

// Bytes returns the secret in clear, nil for the zero value.
func (s Secret) Bytes() []byte {
	if secret.IsZero(s.hiddenSecret) {
		return nil
	}
	b := secret.Reveal(s.hiddenSecret)
	return b[:]
}

// private is what only this seat knows.
type private struct {
	secret [SecretSize]byte
	keys   []ownKey    // of the decks; one that was lost is missing
	known  map[int]int // the cards that it holds, by position
	turn   Digest      // that it has made a message for
	said   []byte      // the message
}

type ownKey struct {
	turn Digest
	key  sra.Key
}

// ownKey returns this seat's key of the deck with this key turn.
func (h *Hand) ownKey(turn Digest) sra.Key {
	m := secret.Reveal(h.mine)
	i := slices.IndexFunc(m.keys, func(k ownKey) bool { return k.turn == turn })
	if i < 0 {
		seed := hash("key", m.secret[:], turn[:])
		i, m.keys = len(m.keys), append(m.keys, ownKey{turn, must(sra.NewKey(h.cards.Group(), seed[:]))})
	}
	return m.keys[i].key.Parallel(h.routines)
}

// key returns this seat's key of a deck, which it has announced.
func (h *Hand) key(deck int) sra.Key {
	m := secret.Reveal(h.mine)
	i := slices.IndexFunc(m.keys, func(k ownKey) bool { return k.key.Public().Equal(h.decks[deck].keys[h.seat]) })
	return m.keys[i].key.Parallel(h.routines)
}

// said reports whether a message is the one that this process has made for a turn.
func (h *Hand) said(t Turn, message []byte) bool {
	if !h.isMine(t.Seat) {
		return false
	}
	m := secret.Reveal(h.mine)
	return m.turn == t.ID && bytes.Equal(message, m.said)
}

// Pending returns what this seat has to say now: the message of the first of its turns that
// are due, nil if there is none, if it only watches, or before the head that [Hand.Await]
// names. It is the same bytes until it is read or a step makes it void, also after a restart.
// Store the Head before it is sent.
func (h *Hand) Pending() []byte {
	i := slices.IndexFunc(h.due, func(t turn) bool { return h.isMine(t.Seat) })
	if i < 0 || h.awaits {
		return nil
	}
	m := secret.Reveal(h.mine)
	if t := h.due[i]; m.turn != t.ID {
		m.turn, m.said = t.ID, h.message(t)
	}
	return bytes.Clone(m.said)
}

// Await has a seat that has restarted say nothing until what it has read has this head: the
// one that it stored before it sent its last message. Then it goes on in the sequence in
// which it has spoken, and in no other: a board that could show it a second one would learn
// the cards that it holds in the first.
func (h *Hand) Await(head Digest) { h.awaited, h.awaits = head, head != h.head }

// LeaveMessage returns what this seat would have to say if it left now, so that it can be
// sent along with the move by which the seat leaves, such as a fold: then the seat owes
// nothing more. All read the move first, make the step [Hand.Leave], and give the message to
// Receive. It is nil with ok set if there would be nothing to say, and ok isn't set if the
// seat can't leave at once, as a deal or another leave is under way.
//
// The message takes this seat's layer off the whole stock, whatever becomes of the move:
// send it only with one that the rules can't refuse any more. If the message comes back
// void, leave all the same.
func (h *Hand) LeaveMessage() (message []byte, ok bool) {
	seat, ok := h.Seat()
	if !ok || h.awaits {
		return nil, false
	}
	c := h.clone()
	if c.Leave(seat) != nil {
		return nil, false
	}
	for _, t := range c.due {
		if t.Seat == seat && t.Kind == Leave {
			return c.message(t), true
		}
	}
	return nil, c.presence[seat] == left
}

func (h *Hand) message(t turn) []byte {
	context := t.ID[:]
	switch t.Kind {
	case Key:
		k := h.ownKey(t.ID)
		return slices.Concat(context, k.Public().Bytes(), must(k.ProveKey(context)))
	case Shuffle:
		k := h.key(len(h.decks) - 1)
		to, order, err := k.Shuffle(h.now)
		proof := must(k.ProveShuffle(context, h.now, must(to, err), order))
		if h.raised.Len() == 0 {
			return slices.Concat(context, to.Bytes(), proof)
		}
		raised := must(k.Encrypt(h.raised))
		return slices.Concat(context, to.Bytes(), raised.Bytes(), proof, must(k.ProveDecryption(context, raised, h.raised)))
	}
	before := h.before(t)
	cards, proofs := make([]sra.Element, before.Len()), []byte(nil)
	for _, p := range h.byDeck(t.Positions) {
		k, from := h.key(p.deck), must(before.Select(p.places...))
		to := must(k.Decrypt(from))
		for i, place := range p.places {
			cards[place] = to.At(i)
		}
		proofs = append(proofs, must(k.ProveDecryption(context, from, to))...)
	}
	return slices.Concat(context, must(sra.NewDeck(cards...)).Bytes(), proofs)
}

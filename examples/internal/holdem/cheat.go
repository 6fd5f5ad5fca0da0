package holdem

import (
	"bytes"
	"crypto/hkdf"
	"crypto/sha256"
	"encoding/binary"
	"maps"
	"slices"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/sra"
	"github.com/squaredeal/squaredeal/sra/hand"
)

// Cheats are the ways to cheat, and what they do. The last two prove nothing, as they are
// silence.
var Cheats = map[string]string{
	"shuffle": "the deck that it sends has a second ace of spades in place of another card, in disguise, as everybody would notice the same number twice. Its proof would hold for a deck with that card.",
	"strip":   "for the last card of the flop, it takes its layer off a different card, which is nobody's. Its proof would hold for that card.",
	"peek":    "in place of the last card of the flop, it opens a card of another seat.",
	"bet":     "it bets more than it has.",
	"turn":    "it bets when it owes its part of the flop.",
	"stall":   "at the flop, it stops sending anything.",
	"leave":   "once it has seen the flop, it goes without a word.",
}

// CheatNames are the ways, in order.
var CheatNames = slices.Sorted(maps.Keys(Cheats))

// A Cheat is the game of a seat that cheats as soon as it can. It follows the protocol
// otherwise, and doesn't survive a restart.
type Cheat struct {
	*Game
	Way    string // of [Cheats]
	silent bool   // it says nothing any more
	head   record.Digest
	key    sra.Key
	deck   sra.Deck // as it was shuffled last
	flop   sra.Deck // with the layers that are still on
	lie    []byte
}

// Start begins a round.
func (c *Cheat) Start(head record.Digest) {
	c.head, c.deck, c.flop = head, deck, sra.Deck{}
	c.Game.Start(head)
}

// opensFlop reports whether the seats are to open the flop.
func (c *Cheat) opensFlop() bool { return c.Stage() == Opening && len(c.Board()) == 0 }

// Own returns what the cheat says instead of what is due.
func (c *Cheat) Own() []byte {
	m := c.Game.Own()
	if m == nil || c.toss != nil || c.silent {
		return c.unlessSilent(m)
	}
	if c.lie != nil {
		return c.lie
	}
	kind, context := c.cards.Kind(c.Me), m[:min(sha256.Size, len(m))]
	flop := kind == hand.Layer && c.opensFlop()
	switch {
	case c.Way == "shuffle" && kind == hand.Shuffle:
		disguise := must(sra.GenerateKey(c.deck.Group()))
		twice := bytes.Clone(c.deck.Bytes())
		copy(twice[c.deck.Group().ElementSize():], must(disguise.Encrypt(must(c.deck.Select(0)))).Bytes())
		from := must(sra.ParseDeck(c.deck.Group(), c.deck.Len(), twice))
		to, order, err := c.key.Shuffle(from)
		c.lie = slices.Concat(context, must(to, err).Bytes(), must(c.key.ProveShuffle(context, from, to, order)))
	case (c.Way == "strip" || c.Way == "peek") && flop:
		other := map[string]int{"strip": c.deck.Len() - 1, "peek": 0}[c.Way]
		if next := 2 * len(c.players); c.flop.Len() == 0 {
			c.flop = must(c.deck.Select(next, next+1, next+2))
		}
		from := must(sra.NewDeck(c.flop.At(0), c.flop.At(1), c.deck.At(other)))
		to := must(c.key.Decrypt(from))
		c.lie = slices.Concat(context, to.Bytes(), must(c.key.ProveDecryption(context, from, to)))
	case c.Way == "turn" && flop:
		c.lie = binary.BigEndian.AppendUint32([]byte{byte(Raise)}, uint32(c.Betting.Stacks[c.Me]))
	case c.Way == "stall" && flop, c.Way == "leave" && len(c.Board()) > 0:
		c.silent = true
	default:
		return m
	}
	return c.unlessSilent(c.lie)
}

func (c *Cheat) unlessSilent(m []byte) []byte {
	if c.silent {
		return nil
	}
	return m
}

// Act returns the cheat's move, given an honest one; nil if it says nothing any more.
func (c *Cheat) Act(a Action) []byte {
	c.silent = c.silent || c.Way == "leave" && len(c.Board()) > 0
	if c.Way == "bet" {
		a = Action{Kind: Raise, To: c.Betting.Stacks[c.Me] + c.Betting.Bets[c.Me] + 1}
	}
	return c.unlessSilent(c.Move(a))
}

// Check finds nothing wrong with the cheat's own moves.
func (c *Cheat) Check(int, []byte) error { return nil }

// Apply looks at what the seats say about the cards.
func (c *Cheat) Apply(seat int, m []byte) error {
	var kind hand.Kind
	if c.toss == nil && !c.acting {
		kind = c.cards.Kind(seat)
	}
	flop := kind == hand.Layer && c.opensFlop()
	if err := c.Game.Apply(seat, m); err != nil {
		return err
	}
	elements := func(n int) sra.Deck {
		g := c.deck.Group()
		return must(sra.ParseDeck(g, n, m[sha256.Size:][:n*g.ElementSize()]))
	}
	switch {
	case kind == hand.Key && seat == c.Me:
		c.key = c.ownKey(m[:sha256.Size])
	case kind == hand.Shuffle:
		c.deck = elements(deck.Len() - len(c.Board()))
	case flop:
		c.flop = elements(3)
	}
	return nil
}

// ownKey derives this seat's key of a deck, as package cards and SPEC.md of package hand do.
func (c *Cheat) ownKey(turn []byte) sra.Key {
	secret := must(hkdf.Key(sha256.New, c.secret, c.head[:], "squaredeal/cards/v1/secret", hand.SecretSize))
	var b []byte
	for _, f := range [][]byte{[]byte("squaredeal/hand/v1/key"), secret, turn} {
		b = append(binary.BigEndian.AppendUint64(b, uint64(len(f))), f...)
	}
	seed := sha256.Sum256(b)
	return must(sra.NewKey(deck.Group(), seed[:]))
}

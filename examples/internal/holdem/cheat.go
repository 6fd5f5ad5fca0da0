package holdem

import (
	"bytes"
	"crypto/hkdf"
	"crypto/sha256"
	"encoding/binary"
	"slices"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/sra"
	"github.com/squaredeal/squaredeal/sra/hand"
)

// The ways to cheat that a [Cheat] knows, for tests and demonstrations.
const (
	CheatShuffle = "shuffle" // shuffles a deck with one card replaced
	CheatStrip   = "strip"   // opens another card as one of the flop
	CheatPeek    = "peek"    // opens another seat's hole card with the flop
	CheatBet     = "bet"     // bets more than it has
	CheatTurn    = "turn"    // bets when it owes its layer of the flop
	CheatStall   = "stall"   // withholds its layer of the flop, and says nothing any more
	CheatLeave   = "leave"   // goes without a word when it has seen the flop
)

// Cheats are all ways to cheat. The last two prove nothing, as they are silence.
var Cheats = []string{CheatShuffle, CheatStrip, CheatPeek, CheatBet, CheatTurn, CheatStall, CheatLeave}

// A Cheat is the [Game] of a seat that cheats as soon as it can. It follows the protocol
// otherwise, and doesn't survive a restart.
type Cheat struct {
	*Game
	Way    string
	Silent bool // it says nothing any more
	head   record.Digest
	key    sra.Key
	deck   sra.Deck // as it was shuffled last
	open   sra.Deck // the cards of the flop, with the layers that are still on
	lie    []byte
}

// Start is that of the Game.
func (c *Cheat) Start(head record.Digest) {
	c.head, c.deck, c.open = head, Deck(), sra.Deck{}
	c.Game.Start(head)
}

// Own returns what the cheat says instead of what is due.
func (c *Cheat) Own() []byte {
	m := c.Game.Own()
	if c.Silent || m == nil || c.toss != nil {
		return c.silence(m)
	}
	if c.lie != nil {
		return c.lie
	}
	kind, context := c.hand.Kind(c.me), m[:min(sha256.Size, len(m))]
	flop := kind == hand.Layer && c.Stage() == Opening && len(c.board()) == 0
	switch {
	case c.Way == CheatShuffle && kind == hand.Shuffle:
		disguise := must(sra.GenerateKey(c.deck.Group()))
		twice := bytes.Clone(c.deck.Bytes())
		copy(twice[c.deck.Group().ElementSize():], must(disguise.Encrypt(must(c.deck.Select(0)))).Bytes())
		from := must(sra.ParseDeck(c.deck.Group(), c.deck.Len(), twice))
		to, order, err := c.key.Shuffle(from)
		c.lie = slices.Concat(context, must(to, err).Bytes(), must(c.key.ProveShuffle(context, from, to, order)))
	case (c.Way == CheatStrip || c.Way == CheatPeek) && flop:
		other := map[string]int{CheatStrip: c.deck.Len() - 1, CheatPeek: 0}[c.Way]
		if next := holeCards * len(c.players); c.open.Len() == 0 {
			c.open = must(c.deck.Select(next, next+1, next+2))
		}
		from := must(sra.NewDeck(c.open.At(0), c.open.At(1), c.deck.At(other)))
		to := must(c.key.Decrypt(from))
		c.lie = slices.Concat(context, to.Bytes(), must(c.key.ProveDecryption(context, from, to)))
	case c.Way == CheatTurn && flop:
		c.lie = binary.BigEndian.AppendUint32([]byte{byte(Raise)}, uint32(c.betting.stacks[c.me]))
	case c.Way == CheatStall && flop, c.Way == CheatLeave && len(c.board()) > 0:
		c.Silent = true
	default:
		return m
	}
	return c.silence(c.lie)
}

func (c *Cheat) silence(m []byte) []byte {
	if c.Silent {
		return nil
	}
	return m
}

// Act returns the cheat's move, given an honest one; nil if it says nothing any more.
func (c *Cheat) Act(a Action) []byte {
	c.Silent = c.Silent || c.Way == CheatLeave && len(c.board()) > 0
	if c.Way == CheatBet {
		a = Action{Raise, c.betting.stacks[c.me] + c.betting.bets[c.me] + 1}
	}
	return c.silence(c.Move(a))
}

// Check finds nothing wrong with the cheat's own moves.
func (c *Cheat) Check(int, []byte) error { return nil }

// Apply is that of the Game. It looks at what the seats say about the cards.
func (c *Cheat) Apply(seat int, m []byte) error {
	cards := c.toss == nil && !c.acting
	var kind hand.Kind
	if cards {
		kind = c.hand.Kind(seat)
	}
	flop := kind == hand.Layer && c.Stage() == Opening
	if err := c.Game.Apply(seat, m); err != nil {
		return err
	}
	g := c.deck.Group()
	elements := func(n int) sra.Deck { return must(sra.ParseDeck(g, n, m[sha256.Size:][:n*g.ElementSize()])) }
	switch {
	case kind == hand.Key && seat == c.me:
		c.key = c.ownKey(m[:sha256.Size])
	case kind == hand.Shuffle:
		c.deck = elements(deckSize - len(c.board()))
	case flop && len(c.board()) == 0:
		c.open = elements(Flop.boardLen())
	}
	return nil
}

// ownKey derives this seat's key of a deck, as SPEC.md of package hand does.
func (c *Cheat) ownKey(turn []byte) sra.Key {
	secret := must(hkdf.Key(sha256.New, c.seed, c.head[:], "hand", hand.SecretSize))
	var b []byte
	for _, f := range [][]byte{[]byte("squaredeal/hand/v1/key"), secret, turn} {
		b = append(binary.BigEndian.AppendUint64(b, uint64(len(f))), f...)
	}
	seed := sha256.Sum256(b)
	return must(sra.NewKey(Deck().Group(), seed[:]))
}

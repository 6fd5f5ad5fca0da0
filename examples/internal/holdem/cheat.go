package holdem

import (
	"crypto/ed25519"
	"encoding/binary"
	"slices"

	"github.com/squaredeal/squaredeal/examples/internal/oldhand"
	"github.com/squaredeal/squaredeal/examples/internal/oldrecord"
	"github.com/squaredeal/squaredeal/sra"
)

// The ways to cheat that [GenerateCheat] knows, for tests and demonstrations.
const (
	CheatShuffle    = "shuffle"    // shuffles a deck with one card replaced
	CheatStrip      = "strip"      // opens another card as one of the flop
	CheatPeek       = "peek"       // opens another seat's hole card with the flop
	CheatBet        = "bet"        // bets more than it has
	CheatTurn       = "turn"       // acts out of turn
	CheatEquivocate = "equivocate" // signs two different statements in one place
	CheatStall      = "stall"      // withholds its layer of the flop, and says nothing any more
	CheatLeave      = "leave"      // goes without a word when it has seen the flop
)

// Cheats are all ways to cheat. The last two prove nothing, as they are silence.
var Cheats = []string{CheatShuffle, CheatStrip, CheatPeek, CheatBet, CheatTurn, CheatEquivocate, CheatStall, CheatLeave}

// GenerateCheat is [GenerateTable] for a seat that cheats as soon as it can, in one of
// the ways of [Cheats]. It doesn't survive a restart.
func GenerateCheat(way string, c Config, keys []ed25519.PublicKey, seat int, key oldrecord.Key, store func(old, new State) error) (*Table, [][]byte, error) {
	if !slices.Contains(Cheats, way) {
		return nil, nil, malformed("no way to cheat: %q", way)
	}
	how := &cheat{way: way}
	how.lie = how.falsify
	return generateTable(c, keys, seat, key, store, how)
}

// A cheat is what a seat that cheats does otherwise.
type cheat struct {
	lie    func(t *table, m message, due bool) (message, bool) // instead of what is due, if anything is
	way    string
	key    sra.Key // of the deck
	done   bool
	silent bool
}

func (c *cheat) newKey() sra.Key {
	key, err := sra.GenerateKey(group)
	if err != nil {
		panic(err) // the group is one
	}
	c.key = key
	return key
}

// falsify returns what a cheat says instead of what is due, if anything is.
func (c *cheat) falsify(t *table, m message, due bool) (message, bool) {
	g := t.game
	kind := byte(0)
	if due && m.kind == cardsMessage {
		kind = m.body[0]
	}
	flop := due && kind == layerKind && g.phase == opening && len(g.board) == 0
	switch {
	case c.silent:
		return m, false
	case c.done:
		return m, due
	case c.way == CheatShuffle && kind == shuffleKind:
		c.done = true
		m.body = c.falseShuffle(t, m.body)
	case c.way == CheatStrip && flop:
		c.done = true
		other := positions(g.cards)
		other[2] = deckSize - 1
		m.body = c.falseLayers(t, m.body, other, positions(g.cards))
	case c.way == CheatPeek && flop:
		c.done = true
		other := positions(g.cards)
		other[2] = 0 // a hole card
		m.body = c.falseLayers(t, m.body, other, other)
	case c.way == CheatBet && due && m.kind == actMessage:
		c.done = true
		m.action = Action{Raise, g.stacks[t.seat] + 1}
	case c.way == CheatTurn && !due && g.phase == acting && g.active(t.seat) && t.waits() == nil && !slices.Contains(g.due, t.seat):
		c.done = true
		return message{kind: actMessage, action: Action{Kind: Fold}}, true
	case c.way == CheatEquivocate && kind == shuffleKind:
		c.done = true
		c.equivocate(t)
	case c.way == CheatStall && flop, c.way == CheatLeave && g.betting != nil && len(g.board) > 0:
		c.silent = true
		return m, false
	}
	return m, due
}

func positions(cards []oldhand.Deal) (positions []int) {
	for _, c := range cards {
		positions = append(positions, c.Position)
	}
	return positions
}

// equivocate says something else than the log will have with this number.
func (c *cheat) equivocate(t *table) {
	double, err := oldrecord.ParseLog(t.logState(), func(_, _ oldrecord.LogState) error { return nil })
	if err != nil {
		panic(err) // it is the log's own state
	}
	other, err := double.Say(double.Count(t.seat), message{kind: objectionMessage, epoch: t.game.epoch()}.encode())
	if err != nil {
		panic(err)
	}
	t.send = append(t.send, other)
}

// deckOf returns the deck of a message with a shuffle.
func deckOf(message []byte) (sra.Deck, error) {
	return sra.ParseDeck(group, deckSize, message[headSize:headSize+deckSize*group.ElementSize()])
}

// lastDeck returns the deck that came out of the last shuffle.
func (c *cheat) lastDeck(t *table) sra.Deck {
	for _, st := range slices.Backward(t.log.Statements()) {
		m, _ := parseMessage(st.Message())
		if m.kind == cardsMessage && m.epoch == t.game.epoch() && m.body[0] == shuffleKind {
			deck, err := deckOf(m.body)
			if err == nil {
				return deck
			}
		}
	}
	return publicDeck()
}

// falseShuffle shuffles the deck with one card replaced, and proves just that: the proof
// holds for the deck so changed, with the seat's key and view.
func (c *cheat) falseShuffle(t *table, message []byte) []byte {
	deck := c.lastDeck(t)
	disguise, err := sra.GenerateKey(group)
	if err != nil {
		panic(err)
	}
	ace, err := deck.Select(0)
	if err != nil {
		panic(err)
	}
	if ace, err = disguise.Encrypt(ace); err != nil {
		panic(err)
	}
	encoded := deck.Bytes()
	copy(encoded[group.ElementSize():], ace.Bytes())
	if deck, err = sra.ParseDeck(group, deckSize, encoded); err != nil {
		panic(err)
	}
	to, order, err := c.key.Shuffle(deck)
	if err != nil {
		panic(err)
	}
	proof, err := c.key.ProveShuffle(message[viewAt:headSize], deck, to, order)
	if err != nil {
		panic(err)
	}
	return slices.Concat(message[:headSize], to.Bytes(), proof)
}

// falseLayers takes the layer off some positions of the final deck, proves just that, and
// says that it is for some others.
func (c *cheat) falseLayers(t *table, message []byte, positions, claimed []int) []byte {
	from, err := c.lastDeck(t).Select(positions...)
	if err != nil {
		panic(err)
	}
	to, err := c.key.Decrypt(from)
	if err != nil {
		panic(err)
	}
	proof, err := c.key.ProveDecryption(message[viewAt:headSize], from, to)
	if err != nil {
		panic(err)
	}
	forged := binary.BigEndian.AppendUint16(slices.Clone(message[:headSize]), uint16(len(claimed)))
	for _, p := range claimed {
		forged = binary.BigEndian.AppendUint16(forged, uint16(p))
		forged = append(forged, 0xff, 0xff) // to everyone
	}
	forged = append(forged, 0) // nobody has left
	return slices.Concat(forged, to.Bytes(), proof)
}

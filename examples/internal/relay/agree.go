package relay

import (
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/squaredeal/squaredeal/internal/field"
)

// Agree makes sure that all seats were told the same, up to what each has taken: they
// show one another what they have heard, with the signatures of those who said it, in
// messages of a kind.
func (c *Channel) Agree(kind byte) error {
	if err := c.Say(appendSaid([]byte{kind}, c.said())); err != nil {
		return err
	}
	for _, seat := range c.Others() {
		from, view, err := c.Hear(kind, seat)
		if err != nil {
			return err
		}
		r := field.NewReader(view)
		theirs := c.readSaid(r)
		if fault := r.End(); fault != "" {
			return c.game.Blame(fmt.Errorf("what it has heard: %s", fault), from)
		}
		if err := c.checkSaid(theirs); err != nil {
			return c.game.Blame(err, from)
		}
		for i := range theirs {
			if i != c.seat && differ(c.peers[i].said, theirs[i]) {
				return c.game.Blame(ErrStories, i)
			}
		}
	}
	return nil
}

// said is what the others have said to all, as this seat has heard it.
func (c *Channel) said() []chain {
	list := make([]chain, len(c.peers))
	for _, seat := range c.Others() {
		list[seat] = c.peers[seat].said
	}
	return list
}

// differ reports whether one who says a and b tells two stories.
func differ(a, b chain) bool {
	n := min(len(a.hashes), len(b.hashes))
	return !slices.Equal(a.hashes[:n], b.hashes[:n])
}

func appendSaid(b []byte, list []chain) []byte {
	for _, said := range list {
		b = binary.BigEndian.AppendUint32(b, uint32(len(said.hashes)))
		for _, hash := range said.hashes {
			b = append(b, hash[:]...)
		}
		b = field.Append(b, said.signature)
	}
	return b
}

func (c *Channel) readSaid(r *field.Reader) []chain {
	list := make([]chain, len(c.peers))
	for seat := range list {
		said := &list[seat]
		for range count(r, "hashes") {
			said.addHash([32]byte(r.Fixed("hash", len(said.head))))
		}
		said.signature = r.Field("signature")
	}
	return list
}

// maxChain is how many messages of one seat another one may show.
const maxChain = maxFrames

func count(r *field.Reader, name string) int {
	n := r.Uint32(name)
	r.Check(name, n <= maxChain)
	return int(min(n, maxChain))
}

// checkSaid checks that all of it is signed.
func (c *Channel) checkSaid(list []chain) error {
	for seat, p := range c.peers {
		if !c.game.signed(p.public, seat, toAll, &list[seat]) {
			return c.unsigned(seat)
		}
	}
	return nil
}

func (c *Channel) unsigned(seat int) error {
	return fmt.Errorf("it shows what %s hasn't signed", c.game.name(seat))
}

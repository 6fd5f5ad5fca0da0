package main

import (
	"cmp"
	"errors"
	"slices"
)

// A cheat is what seat 1 says in place of the truth.
type cheat struct {
	name, deed string
	lie        func(t turn) []byte
}

// A turn is when a cheat has heard seat 0's commitment or reveal, and is to say its own.
type turn struct {
	*party
	throw        *throw
	reveals      bool
	truth, heard []byte
}

// as returns what another has said as this seat says it: each message of a toss begins with
// its throw and its seat, which must be right.
func (t turn) as(other []byte) []byte {
	return slices.Concat(t.truth[:t.protocol.head], other[t.protocol.head:])
}

var cheats = []*cheat{
	{
		"echo", "it repeats seat 0's commitment as its own, and then seat 0's reveal.",
		func(t turn) []byte { return t.as(t.heard) },
	},
	{
		"change", "having heard seat 0's reveal, it reveals something that it didn't commit to.",
		func(t turn) []byte {
			lie := slices.Clone(t.truth)
			if t.reveals {
				lie[t.protocol.value] ^= 1
			}
			return lie
		},
	},
	{
		"abort", "having heard seat 0's reveal, it knows the throw before seat 0 does, and refuses to reveal unless it is a double.",
		func(t turn) []byte {
			if t.reveals && !t.throw.Dice.double() {
				return nil
			}
			return t.truth
		},
	},
	{
		"replay", "from the second throw on, it says again what seat 0 said for the first.",
		func(t turn) []byte {
			switch {
			case t.throw.Number == 1:
				return t.truth
			case t.reveals:
				return t.as(t.first.Said[2])
			}
			return t.as(t.first.Said[0])
		},
	},
}

// findCheat returns the cheat of a name, or nil.
func findCheat(name string) *cheat {
	for _, c := range cheats {
		if c.name == name {
			return c
		}
	}
	return nil
}

func cheatNames() (names []string) {
	for _, c := range cheats {
		names = append(names, c.name)
	}
	return names
}

// playFalsely is follow for seat 1, which speaks after seat 0, if it cheats: own is its part if
// it were honest. What comes of a lie is what an onlooker sees.
func (p *party) playFalsely(session []byte, own toss, t *throw) error {
	seen, err := p.protocol.watch(session)
	if err != nil {
		return err
	}
	for phase := range 2 {
		heard, said := &t.Said[2*phase], &t.Said[2*phase+1]
		if *heard, err = p.hear(2 * phase); err == nil {
			err = seen.Receive(0, *heard)
		}
		if err != nil {
			return p.blame(err)
		}
		own.Receive(0, *heard) // which it may refuse, as seat 0 has heard another commitment
		truth := own.Pending()
		own.Receive(1, truth)
		t.Dice, t.Source, _ = own.dice()
		*said = p.cheat.lie(turn{p, t, phase == 1, truth, *heard})
		if err := p.conn.Send(*said); err != nil {
			return p.blame(err)
		}
		switch {
		case len(*said) > 0:
			seen.Receive(1, *said) // or not, as it is false
		case p.protocol.restarts > 0:
			return errRefused
		}
	}
	if t.Dice, t.Source, err = seen.dice(); err != nil { // seat 0 sees that, too, and goes
		_, err := p.conn.Receive(0)
		return p.blame(cmp.Or(err, errors.New("an empty message")))
	}
	if t.Number == 1 {
		p.first = *t
	}
	return nil
}

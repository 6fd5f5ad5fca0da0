package main

import "slices"

var cheats = []string{"echo", "change", "abort", "replay"}

// deeds tell what the cheats do.
var deeds = map[string]string{
	"echo":   "it repeats seat 0's commitment as its own, and then seat 0's reveal.",
	"change": "having heard seat 0's reveal, it reveals something that it didn't commit to.",
	"abort":  "having heard seat 0's reveal, it knows the throw before seat 0 does, and refuses to reveal unless it is a double.",
	"replay": "from the second throw on, it says again what seat 0 said for the first.",
}

// playFalsely is follow for seat 1, which speaks after seat 0, if it cheats. What seat 0
// says may make no sense to its toss then; it goes on as long as seat 0 does.
func (p *party) playFalsely(toss toss, t *throw) (err error) {
	for phase := range 2 {
		heard, said := &t.Said[2*phase], &t.Said[2*phase+1]
		if *heard, err = p.hear(2 * phase); err != nil {
			return p.blame(err)
		}
		toss.Receive(0, *heard)
		truth := toss.Pending()
		toss.Receive(1, truth)
		t.Dice, t.Source, _ = toss.dice()
		*said = p.lie(phase, truth, *heard, t)
		if err := p.conn.Send(*said); err != nil {
			return p.blame(err)
		}
		switch {
		case len(*said) > 0:
		case p.restarts > 0:
			return errRefused
		default: // it sees what comes of it
			_, err := p.conn.Receive(0)
			return p.blame(err)
		}
	}
	if t.Number == 1 {
		p.first = *t
	}
	return nil
}

// lie returns what a cheat says in place of the truth.
func (p *party) lie(phase int, truth, heard []byte, t *throw) []byte {
	// Each message of a toss begins with its throw and its seat, which must be right.
	as := func(other []byte) []byte { return slices.Concat(truth[:p.head], other[p.head:]) }
	switch {
	case p.cheat == "echo":
		return as(heard)
	case p.cheat == "replay" && t.Number > 1:
		return as(p.first.Said[2*phase])
	case p.cheat == "change" && phase == 1:
		lie := slices.Clone(truth)
		lie[p.value] ^= 1
		return lie
	case p.cheat == "abort" && phase == 1 && !t.Dice.double():
		return nil
	}
	return truth
}

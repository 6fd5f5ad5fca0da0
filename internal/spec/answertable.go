package spec

import "strings"

// A tableQuestion is the inputs of a case of table.
type tableQuestion struct {
	Game, Board string
	Keys, Posts []string
	Longest     int
	Grace, Bank int64
}

func (q tableQuestion) terms() (fields, string)    { return q.match().answer() }
func (q tableQuestion) sequence() (fields, string) { return q.match().sequenceAnswer(q.Posts), "ok" }

func (q tableQuestion) match() match {
	return match{rules: unhex(q.Game), longest: q.Longest, grace: q.Grace, bank: q.Bank, seats: unhexes(q.Keys), boardKey: unhex(q.Board)}
}

func (m match) answer() (fields, string) {
	g, ok := m.table()
	if !ok {
		return nil, "malformed"
	}
	return fields{"digest": hexOf(g.T)}, "ok"
}

// sequenceAnswer plays posts, as vectors write them, in the game of section 13.1 of table.
func (m match) sequenceAnswer(posts []string) fields {
	_, ok := m.table()
	unasked(!ok || len(m.rules) != 2 || m.seats[0] != publicOf(seedOf(0))) // who restarts
	s := &sitting{matchReader: m.reader()}
	seat := func(word string) int {
		seat := integerOf(word)
		unasked(seat < 0 || seat >= len(m.seats))
		return seat
	}
	for _, text := range posts {
		words := strings.Split(text, " ")
		unasked(len(words) < 3 || words[1] != "raw" && len(words) < 4 || words[1] == "pruned" && len(words) < 5)
		s.clock = int64(integerOf(words[0]))
		switch words[1] {
		case "raw":
			s.post(now(unhex(words[2])))
		case "pruned":
			s.post(s.pruned(seat(words[2]), integerOf(words[3]), unhex(words[4])))
		default:
			s.post(s.at(seat(words[1]), integerOf(words[2]), unhex(words[3])))
		}
	}
	return s.outputs()
}

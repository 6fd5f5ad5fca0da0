package spec

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// A script is a case while it is made.
type script struct {
	*hand
	items, results, dues, messages []string
	was                            []string       // messages of items
	late                           map[int]string // messages for later, by seat
}

func numbers(words []string) (list []int) {
	for _, w := range words {
		list = append(list, must(strconv.Atoi(w)))
	}
	return list
}

// do reads items, with semicolons between them; $i is position i of those in the stock, %i of
// those that are held, and @i of those that are open. Besides those of SPEC.md there are some that
// become one or more of these:
//
//	all           say, by the seat whose turn is due first, until none is due
//	some n        the same n times
//	backwards     say, by the seat whose turn is due last, until none is due
//	prepare s     nothing, but what seat s has to say is kept for later
//	late s        read, what was kept
//	later s       read, what seat s will have to say for the second of its turns that are due
//	forge s name  read, a forgery for the turn of seat s
//	faults s      many ways to spoil what seat s has to say; then say
//	copy s t      read, what was kept of seat t, with the digest of the turn of seat s
//	left s        again, of the last farewell
func (s *script) do(items string) {
	for item := range strings.SplitSeq(items, "; ") {
		for sign, list := range map[string][]int{"$": s.with("stock"), "%": s.with("held"), "@": s.with("open")} {
			for i, p := range list {
				item = strings.ReplaceAll(item, sign+strconv.Itoa(i), strconv.Itoa(p))
			}
		}
		words := strings.Fields(item)
		var seat int
		if len(words) > 1 {
			seat, _ = strconv.Atoi(words[1])
		}
		if short, ok := s.shorthands()[words[0]]; ok {
			short(seat, words[1:])
		} else {
			s.item(item, words[0], words[1:])
		}
	}
}

// shorthands are the items that become others, with the number that follows and all words after it.
func (s *script) shorthands() map[string]func(seat int, words []string) {
	return map[string]func(seat int, words []string){
		"all":       func(int, []string) { s.sayAll() },
		"some":      func(n int, _ []string) { s.saySome(n) },
		"backwards": func(int, []string) { s.sayBackwards() },
		"prepare":   func(seat int, _ []string) { s.late[seat] = s.say(seat) },
		"late":      func(seat int, _ []string) { s.doRead(seat, s.late[seat]) },
		"later":     func(seat int, _ []string) { s.doRead(seat, s.sayTurn(s.secondOf(seat))) },
		"copy": func(seat int, words []string) {
			s.doRead(seat, s.turnOf(seat).digest+s.late[numbers(words[1:])[0]][32:])
		},
		"left":   func(seat int, _ []string) { s.do(fmt.Sprintf("again %d %d", seat, s.lastFarewell())) },
		"forge":  func(seat int, words []string) { s.doRead(seat, forgeries[words[1]](s.hand, s.turnOf(seat))) },
		"faults": func(seat int, _ []string) { s.faults(seat) },
	}
}

// doRead is the item in which a seat says something.
func (s *script) doRead(seat int, message string) { s.do(fmt.Sprintf("read %d %x", seat, message)) }

func (s *script) sayAll() {
	for len(s.due) > 0 {
		s.saySome(1)
		if s.results[len(s.results)-1] != "taken" {
			panic(s.items[len(s.items)-1])
		}
	}
}

func (s *script) saySome(n int) {
	for range n {
		s.do(fmt.Sprint("say ", s.due[0].seat))
	}
}

func (s *script) sayBackwards() {
	for len(s.due) > 0 {
		s.do(fmt.Sprint("say ", s.due[len(s.due)-1].seat))
	}
}

func (s *script) lastFarewell() int {
	last := len(s.items) - 1
	for !strings.HasPrefix(s.items[last], "farewell") {
		last--
	}
	return last
}

func (s *script) turnOf(seat int) turn {
	return s.due[slices.IndexFunc(s.due, func(t turn) bool { return t.seat == seat })]
}

// secondOf is the second of a seat's turns that are due.
func (s *script) secondOf(seat int) turn {
	first := s.turnOf(seat).digest
	return s.due[slices.IndexFunc(s.due, func(t turn) bool { return t.seat == seat && t.digest != first })]
}

// item reads an item of SPEC.md.
func (s *script) item(item, kind string, words []string) {
	var result, message string
	switch kind {
	case "deal":
		var positions, to []int
		for _, w := range words {
			pair := numbers(strings.Split(w, ":"))
			positions, to = append(positions, pair[0]), append(to, pair[1])
		}
		result = s.stepDeal(positions, to)
	case "show":
		result = s.stepShow(numbers(words)[0], numbers(words[1:]))
	case "return":
		result = s.stepReturn(numbers(words))
	case "shuffle":
		stroke := slices.Index(words, "/")
		result = s.stepShuffle(numbers(words[:stroke]), numbers(words[stroke+1:]))
	case "leave":
		result = s.stepLeave(numbers(words)[0])
	case "drop":
		result = s.stepDrop(numbers(words))
	default:
		seat := numbers(words[:1])[0]
		switch kind {
		case "say":
			message = s.say(seat)
		case "as":
			message = s.say(numbers(words)[1])
		case "again":
			message = s.was[numbers(words)[1]]
		case "alter":
			message = xor(s.say(seat), numbers(words[1:2])[0], fromHex(words[2])[0])
		case "cut":
			message = s.say(seat)[:numbers(words)[1]]
		case "read":
			message = fromHex(words[1])
		case "farewell":
			message = s.farewell(seat)
		default:
			panic(item)
		}
		result = s.receive(seat, message)
		s.messages = append(s.messages, message)
	}
	var due []string
	for _, t := range s.due {
		due = append(due, fmt.Sprintf("%d:%d", t.seat, t.kind))
	}
	s.items, s.results, s.was, s.dues = append(s.items, item), append(s.results, result), append(s.was, message),
		append(s.dues, strings.Join(due, " "))
}

// faults are in ristretto255.
func (s *script) faults(seat int) {
	t, message := s.turnOf(seat), s.say(seat)
	lists, proofs := []int{len(t.positions)}, [][2]int{{2, 1}} // elements; elements and scalars
	if t.kind <= raiseTurn {
		lists, proofs = []int{1}, [][2]int{{1, 1}}
		for i, list := range t.lists {
			n := len(list)
			lists = append(lists, n)
			switch {
			case n > 0 && i == cardsList:
				proofs = append(proofs, [2]int{3*n + 5, 2*n + 4})
			case n > 0:
				proofs = append(proofs, [2]int{2, 1})
			}
		}
	}
	alter := func(at int, x string) { s.do(fmt.Sprintf("alter %d %d %s", seat, at, x)) }
	read := func(message string) { s.do(fmt.Sprintf("read %d %x", seat, message)) }
	for _, n := range []int{31, 32, len(message) - 1} {
		s.do(fmt.Sprintf("cut %d %d", seat, n))
	}
	alter(0, "01")
	read(message + "\x00")
	at := 32
	for i, n := range lists {
		end := at + 32*n
		if n > 0 {
			alter(at, "01")    // a negative field element
			alter(end-1, "80") // one that isn't reduced
		}
		if n > 0 && i == len(lists)-1 {
			read(replaced(message, end-32, zeros(32)))
		}
		if t.kind <= raiseTurn && i < 2 && n > 0 { // E, K′
			read(replaced(message, at, s.g.generator()))
		}
		if n > 1 { // an element repeated, and two exchanged
			read(replaced(message, end-32, message[at:at+32]))
			read(message[:at] + message[at+32:at+64] + message[at:at+32] + message[at+64:])
		}
		at = end
	}
	for i, p := range proofs { // its first element and last scalar, and others if there are any
		if i == 0 {
			read(replaced(message, at, s.g.numbered(1)))
		}
		alter(at, "01")
		at += 32 * p[0]
		alter(at, "01")
		at += 32 * p[1]
		alter(at-1, "f0")
	}
	s.do(fmt.Sprintf("say %d", seat))
}

// outputs are those of a case.
func (h *script) outputs() fields {
	positions, known := []string{}, []string{}
	for _, p := range h.positions {
		text := p.status
		if p.status == "dealing" || p.status == "held" {
			text += fmt.Sprint(" to ", p.to)
		}
		if p.number >= 0 {
			text += fmt.Sprint(" = ", p.number)
		}
		positions = append(positions, text)
	}
	for seat := range h.seats {
		var list []string
		for p := range h.positions {
			if card, ok := h.knows(seat, p); ok && h.positions[p].number < 0 {
				list = append(list, fmt.Sprintf("%d=%d", p, card))
			}
		}
		known = append(known, strings.Join(list, " "))
	}
	return fields{
		"table": hexOf(h.table), "results": append([]string{}, h.results...), "head": hexOf(h.head),
		"due":      append([]string{}, h.dues...),
		"messages": hexOf(sha(joined(h.messages))), "positions": positions, "known": known,
	}
}

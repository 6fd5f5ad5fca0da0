package spec

import (
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"
)

func handCases(s *suite) {
	for _, c := range handPlays {
		s.playHand(c)
	}
	refuse := func(id, comment, name string, n, seats int, order ...int) {
		inputs := fields{
			"group": "ristretto255", "label": handLabel, "n": n, "seats": seats, "id": name, "items": []string{},
		}
		if order != nil {
			inputs["select"] = order
		}
		s.refuse("hand/"+id, comment, "malformed", inputs)
	}
	refuse("no-id", "an empty id", "", 3, 2)
	refuse("overlong-id", "an id of 1,025 bytes", strings.Repeat("x", 1025), 3, 2)
	refuse("one-seat", "one seat", handName, 3, 1)
	refuse("too-many-seats", "17 seats", handName, 3, 17)
	refuse("no-cards", "no cards", handName, 0, 2)
	refuse("too-many-cards", "1,024 cards", handName, 1024, 2)
	refuse("repeated-card", "a card of the deck is selected twice", handName, 3, 2, 0, 1, 0)
	s.accumulate("accumulated/runs", "section 11.2: random hands", []int{3, 20, 100}, handRun)
}

const handLabel, handName = "squaredeal test hand", "squaredeal test"

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

// eachOf is what deals all of n cards, to one seat after another.
func eachOf(seats, n int) string {
	var list []string
	for p := range n {
		list = append(list, fmt.Sprintf("%d:%d", p, p%seats))
	}
	return strings.Join(list, " ")
}

// A handPlay is a case that can begin.
type handPlay struct {
	id, comment string
	g           group
	seats, n    int
	play        string
}

var handPlays = []handPlay{
	{"plain", "two seats, with the messages in full", ristretto255, 2, 3,
		"all; deal 0:0 1:1; all; deal 2:-1; all; show 1 1; all; return 1 2; shuffle 1 / 1 2; all; deal 2:0; all"},
	{"modp2048", "three seats in a group of integers; every kind of turn, and every list of a shuffle", modp2048, 3, 4,
		"all; deal 0:0 1:-1 2:1; all; show 0 0; return 1; shuffle 2 / 1 3; all; return 0; deal 3:-1; all; drop 0; " +
			"all; deal $0:2; all; show 2 %1; all"},
	{"modp3072", "in another group of integers, with a leave", modp3072, 3, 2,
		"all; deal 0:0; all; leave 2; all; shuffle 1 / 1; all; show 0 0; all"},
	{"sixteen-seats", "16 seats, two of which are gone, one of which leaves, and one of which shuffles",
		ristretto255, 16, 2,
		"all; drop 15 3; all; deal 2:15; deal 2:14; leave 0; all; leave 0; all; return 2; shuffle 4 / 3 2; all"},
	{"sixteen-shuffle", "16 seats, of which 15 shuffle, in some order, and then all", ristretto255, 16, 2,
		"all; shuffle 15 14 13 12 11 10 9 8 0 1 2 3 4 5 6 / 1 0; all; " +
			"shuffle 7 8 9 10 11 12 13 14 15 0 1 2 3 4 5 6 / 0; all; deal 1:7; all"},
	{"select", "the cards are some of a public deck, in another order", ristretto255, 2, 5,
		"all; deal 0:-1 1:0 2:1; all"},
	{"longest-id", "an id of 1,024 bytes that isn't ASCII", ristretto255, 2, 1,
		"say 1; say 0"},
	{"most-cards", "1,023 cards, before anything is said", ristretto255, 2, 1023, ""},
	{"nothing-to-say", "seats without a turn say nothing", ristretto255, 3, 2,
		"say 2; say 1; say 0; say 0; all; deal 0:-1; say 0; say 2; all; say 0"},

	{"fifty-two", "52 cards among four seats: all are dealt, some are passed, shown and shuffled; one seat is gone",
		ristretto255, 4, 52,
		"all; deal " + eachOf(4, 52) + "; all; " +
			"return 0 4 8 1 5 9 2 6 10 3 7 11; deal 0:1 4:1 8:1 1:2 5:2 9:2 2:3 6:3 10:3 3:0 7:0 11:0; all; " +
			"show 0 12; show 1 13; backwards; return 12 13 14 18 22; shuffle 3 1 / 22 12 14 13 18; all; " +
			"deal 14:3 12:3; all; drop 1; all; deal $0:0 $1:2 $2:-1; all"},
	{"deals-side-by-side",
		"three deals at a time, to seats and everyone; a seat with several turns speaks for the first; turns rotate",
		ristretto255, 3, 4,
		"all; deal 3:0; deal 1:1 0:-1; deal 2:2; backwards"},
	{"deals-after-leave", "turns rotate among those who have them, also when one has left", ristretto255, 3, 4,
		"all; leave 1; all; deal 0:0; all; deal 1:2; all; deal 2:-1; all; deal 3:-1; all"},
	{"deals-later", "deals that are read in another order than seats speak", ristretto255, 2, 4,
		"all; deal 0:1 1:0; deal 2:-1; deal 3:1; say 1; later 0; say 0; all"},

	{"peek", "a card is dealt and returns: who held it still knows it", ristretto255, 2, 3,
		"all; deal 1:0; all; return 1; deal 0:1; all"},
	{"pass",
		"a card is dealt, returns, and is dealt to another; the first one still knows it, but only the second can " +
			"show it", ristretto255, 2, 3,
		"all; deal 1:0; all; return 1; deal 1:1; all; show 0 1; return 1; deal 1:1; all"},
	{"pass-shown", "a card that two know is shown", ristretto255, 3, 2,
		"all; deal 1:0; all; return 1; deal 1:2; all; return 1; deal 1:1; all; show 1 1; all"},
	{"return-open", "an open card returns, is dealt to one, returns, and is dealt to everyone: its number stays known",
		ristretto255, 2, 2,
		"all; deal 1:-1; all; return 1; deal 1:0; all; deal 0:1; all; return 1; deal 1:-1; say 1; return 1; say 0; " +
			"return 1"},
	{"return-several", "held and open cards return at once, in the order of the step, and are dealt again",
		ristretto255, 2, 4,
		"all; deal 0:-1 1:0 2:1; all; return 2 0 1; deal 1:-1 0:1; all; show 1 0; all"},
	{"return-while-show", "a return while shows of other positions are due, of the same seat, and of another",
		ristretto255, 2, 4,
		"all; deal 0:0 1:0 2:1 3:1; all; show 0 1; show 1 3; return 0; return 1; return 2 3; return 2; deal 2:0; " +
			"say 0; say 0; say 1; all"},
	{"return-while-deal", "a return while a deal is under way", ristretto255, 2, 3,
		"all; deal 0:0; all; deal 1:1 2:-1; return 0; deal 0:1; return 0; return 1; all; return 2 0"},

	{"shuffle-alone",
		"one seat shuffles cards that it knows, that others know, and that all know: it knows where they are",
		ristretto255, 3, 6,
		"all; deal 0:1 2:1 5:0 4:-1; all; return 5 0 2 4; shuffle 1 / 3 0 4 2 5; all"},
	{"shuffle-alone-again",
		"the same seat shuffles again, with another card; and then another seat shuffles some of them",
		ristretto255, 2, 4,
		"all; deal 0:0 1:0 2:0; all; return 0 1 2; shuffle 0 / 0 1; all; shuffle 0 / 1 2 3; all; shuffle 1 / 3 0; all"},
	{"shuffle-two",
		"two seats shuffle, not in their order, and nobody knows the cards any more; others are known as before",
		ristretto255, 3, 5,
		"all; deal 0:1 2:2 4:-1 1:0; all; return 0 2 4 1; shuffle 2 0 / 4 2 0; all"},
	{"shuffle-all", "all seats shuffle all cards, when one of each was known", ristretto255, 2, 3,
		"all; deal 2:0 1:1 0:-1; all; return 0 1 2; shuffle 0 1 / 0 1 2; all; deal 1:0; all"},
	{"shuffle-begun", "all seats shuffle, and the first has: nobody knows the cards any more", ristretto255, 2, 3,
		"all; deal 2:0 1:1 0:-1; all; return 0 1 2; shuffle 1 0 / 0 1 2; say 1"},
	{"shuffle-due", "a shuffle is due: what was known still is", ristretto255, 2, 3,
		"all; deal 2:0 1:1 0:-1; all; return 0 1 2; shuffle 1 0 / 0 1 2; say 0"},
	{"shuffle-one-card", "one card alone, by one seat and by all: everybody knows as much as before",
		ristretto255, 3, 3,
		"all; deal 0:1 1:-1; all; return 0 1; shuffle 2 / 0; all; shuffle 0 1 2 / 1; all; deal 1:0 0:-1; all"},
	{"shuffle-around", "held and open cards around a shuffle are shown, return and are dealt afterwards",
		ristretto255, 3, 6,
		"all; deal 0:0 1:1 2:-1; all; shuffle 1 / 3 5 4; all; deal 4:0 5:2; all; show 0 0; all; return 1 2 0 4; " +
			"deal 1:2 2:1 0:-1 4:1; all; show 2 1 5; all"},
	{"shuffle-discards", "discards only: the stock keeps its order", ristretto255, 2, 5,
		"all; deal 0:0 1:0 2:1; all; return 0 2; shuffle 1 0 / 0 2; all; deal 3:-1 0:1; all; show 1 0; all"},
	{"shuffle-twice", "a shuffle after a shuffle: keys grow", ristretto255, 2, 2,
		"all; deal 0:0; all; shuffle 1 / 1; all; shuffle 0 1 / 1; all; show 0 0; all; deal 1:0; all"},
	{"shuffle-after-leave", "who has left has no part in a shuffle", ristretto255, 4, 4,
		"all; deal 0:1 1:2; all; leave 1; all; shuffle 3 / 3 2; all; show 1 0; all; deal 2:0 3:2; all; show 2 1; all"},

	{"shows", "two shows of a seat, one of another, and a deal at a time; several cards, in the order of the step",
		ristretto255, 2, 5,
		"all; deal 0:0 1:0 2:1 4:0; all; show 0 1; show 1 2; deal 3:-1; show 0 4 0; backwards"},
	{"show-after-leave", "by a seat that has left", ristretto255, 3, 2,
		"all; deal 1:2; all; leave 2; all; show 2 1; say 2; deal 0:0; all"},
	{"show-after-drop", "cards from before and after a drop in one show, in the order of the step", ristretto255, 3, 4,
		"all; deal 1:0 2:1; all; drop 2; all; deal $0:0 $1:0; all; show 0 %3 1 %2; all"},
	{"show-across-shuffle", "a show stays due across a shuffle of others, and is made before the seat raises",
		ristretto255, 3, 4,
		"all; deal 0:2 1:0 2:2; all; show 2 2; shuffle 0 / 3; say 0; say 1; say 2; say 2; return 2; deal 2:0; all; " +
			"show 2 0; all"},
	{"show-after-own-raise", "a show stays due across the seat's own raise, and is made with the key from before",
		ristretto255, 3, 4,
		"all; deal 0:2 1:0 2:2; all; show 2 2; shuffle 0 / 3; say 0; say 1; later 2; say 2; return 2; deal 2:0; all; " +
			"show 2 0; all"},
	{"show-after-own-shuffle", "a show stays due across the seat's own shuffle", ristretto255, 2, 3,
		"all; deal 0:0 1:0; all; show 0 1; shuffle 0 / 2; later 0; say 1; say 0; show 0 0; all"},
	{"show-across-drops", "a show that is due when cards are dealt again isn't any more, and can be asked for again",
		ristretto255, 4, 2,
		"all; deal 0:0; all; show 0 0; prepare 0; drop 3; late 0; all; late 0; show 0 0; late 0; all; drop 2; all"},
	{"show-across-two", "a show stays due across two shuffles and a leave, and the seat's own raises in them",
		ristretto255, 3, 3,
		"all; deal 0:0 2:1; all; show 0 0; shuffle 1 / 1; say 1; later 0; say 2; shuffle 1 2 / 1; say 1; say 2; " +
			"later 0; leave 2; say 2; say 0; return 0; return 2; deal 0:1 2:0; all"},
	{"show-of-left-across", "shows of a seat that has left stay due across raises of others", ristretto255, 3, 3,
		"all; deal 0:0 2:0; all; leave 0; all; show 0 0; shuffle 1 / 1; all; shuffle 2 / 1; show 0 2; all; return 2; " +
			"drop 0; all"},

	{"leave-show", "a show that is due before a leave, of the same seat", ristretto255, 3, 2,
		"all; deal 0:1; all; show 1 0; leave 1; all"},
	{"leave-show-later", "a show that is due before a leave, and is made after it; that of another, across both",
		ristretto255, 3, 4,
		"all; deal 0:1 1:2; all; show 2 1; show 1 0; leave 1; later 1; return 1; say 1; return 0; say 2; return 0; " +
			"return 1; deal 1:0; all"},
	{"leave-waits", "no leave while a deal is under way, and no deal while a leave is due", ristretto255, 3, 4,
		"all; deal 0:2; deal 1:0; leave 2; deal 2:-1; say 1; all; leave 2; deal 3:1; all; deal 3:1; all"},
	{"leave-between", "no leave while another is due", ristretto255, 4, 3,
		"all; leave 3; deal 0:1; leave 0; say 3; leave 0; all; deal 2:-1; all"},
	{"leave-empty-stock", "with nothing in the stock, a leave is of the sealed values of what others hold",
		ristretto255, 4, 2,
		"all; deal 0:0 1:1; all; leave 1; leave 0; all; leave 0; show 0 0; all; show 1 1; all"},
	{"leave-empty-stock-waits",
		"with nothing in the stock, no leave while a deal is under way; then of the sealed value of an open card",
		ristretto255, 4, 1,
		"all; deal 0:-1; leave 1; all; leave 1; all; leave 2; all; leave 3; return 0; deal 0:3; all"},
	{"leave-nothing-sealed", "who holds all cards leaves without a message", ristretto255, 3, 2,
		"all; deal 0:1 1:1; all; leave 1; leave 0; show 1 1; all; return 1; drop 1; all; return 1"},
	{"leave-void", "a leave spares what is void", ristretto255, 4, 5,
		"all; deal 0:0 1:1; all; drop 3; all; leave 1; all; deal $0:0 $1:-1; all"},
	{"leave-sealed",
		"a leave with cards in the stock, open, held by others and by the leaver: the first three return and are " +
			"dealt; the leaver's can only be shown", ristretto255, 3, 6,
		"all; deal 0:1 1:0 2:-1 3:2 4:1; all; leave 1; all; return 0; return 1 2 3; deal 1:2 2:0 3:-1; all; show 1 4; " +
			"all; return 4; show 2 1; all; show 1 0; shuffle 0 / 5; all"},
	{"leave-returned", "what a leaver knew of returned cards, it still knows", ristretto255, 3, 3,
		"all; deal 0:1 1:1; all; return 0; leave 1; all; deal 0:0; all"},

	{"farewell", "a leave in advance, said before the step, and read again after it", ristretto255, 3, 3,
		"all; deal 0:1 1:0; all; farewell 1; leave 1; left 1; say 1; deal 2:-1; all"},
	{"farewell-void", "overtaken by a deal, a show, a leave and a message of another", ristretto255, 5, 3,
		"all; farewell 1; deal 0:1; all; leave 1; left 1; say 1; farewell 0; show 1 0; leave 0; left 0; say 1; " +
			"left 0; say 0; farewell 3; leave 4; left 3; say 4; leave 3; left 3"},
	{"farewell-late", "after the leave's own message, and after a drop", ristretto255, 4, 2,
		"all; farewell 1; leave 1; say 1; left 1; farewell 0; drop 3; left 0; all; left 0"},
	{"farewell-show", "while a show of the seat is due, which is made after it", ristretto255, 3, 3,
		"all; deal 0:1; all; show 1 0; farewell 1; leave 1; left 1; say 1"},
	{"farewell-none", "none while the hand isn't quiet, of two seats, who has left, is out, or holds all cards",
		ristretto255, 4, 2,
		"farewell 1; all; deal 0:1; farewell 1; all; farewell 2; leave 2; farewell 1; say 2; farewell 2; drop 3; " +
			"farewell 0; all; farewell 3; farewell 2; farewell 0"},
	{"farewell-nothing-sealed", "none of who holds all cards", ristretto255, 3, 1,
		"all; deal 0:1; all; farewell 1; farewell 0; leave 1; left 0; left 1; all"},

	{"drop-several", "two seats are gone, one with cards, during a deal", ristretto255, 4, 3,
		"all; deal 0:3 1:0; all; deal 2:-1; say 1; drop 3 1; all"},
	{"drop-first", "a seat is gone before it has a key, and while others have theirs", ristretto255, 4, 2,
		"drop 0; say 1; say 2; drop 3; all; deal $0:1; all"},
	{"drop-during-drop", "seats are gone while cards are dealt again", ristretto255, 5, 4,
		"all; deal 0:0 1:1; all; drop 4; say 0; drop 3; say 0; say 1; prepare 2; drop 2; late 2; say 0; say 1; " +
			"deal $0:0 $1:1; all"},
	{"drop-during-shuffle", "a seat is gone during a shuffle by a step: what its turn would have been is void",
		ristretto255, 3, 4,
		"all; deal 0:0 3:2; all; shuffle 1 2 / 1 2; say 1; prepare 2; drop 2; late 2; all; show 0 0; all"},
	{"drop-during-raise", "a seat is gone while others raise: some have a new key, and others don't",
		ristretto255, 4, 4,
		"all; deal 0:0 3:2 2:-1; all; shuffle 1 / 1; say 1; say 0; prepare 2; drop 3; late 2; all; show 2 3; all; " +
			"return 3 2 0; deal 0:2 2:0; all"},
	{"drop-during-deal", "a seat is gone during a deal, when others have said theirs: its cards are void",
		ristretto255, 3, 4,
		"all; deal 0:0; all; deal 1:1 2:-1 3:0; some 2; drop 2; all; deal $0:1; all"},
	{"drop-during-leave", "a seat is gone during the leave of another, which is out then", ristretto255, 4, 4,
		"all; deal 0:1 1:0 2:-1; all; leave 1; prepare 1; drop 3; late 1; all; show 1 0; deal $0:2; all"},
	{"drop-leaver", "the leaver is gone before its leave", ristretto255, 4, 2,
		"all; deal 0:1; all; leave 1; drop 1; all"},
	{"drop-while-due", "while a deal and a show are due, and another seat has left: it is out", ristretto255, 5, 5,
		"all; deal 0:0 1:1; all; leave 3; all; deal 2:2; show 0 0; prepare 0; drop 4; late 0; all; deal $0:3; " +
			"deal $0:1; all"},
	{"drop-kept-several", "two seats keep cards, one of them two", ristretto255, 3, 5,
		"all; deal 0:1 1:0 2:1 3:2; all; drop 2; all; deal $0:0; all; show 1 2 0; all"},
	{"drop-lists", "own, kept, rest and cards of several elements each, for all seats", ristretto255, 4, 10,
		"all; deal 0:0 1:0 2:1 3:1 4:2 5:2 6:-1 7:-1 8:3; all; drop 3; all; return %0 @0; deal 0:1 6:2 $2:0; all; " +
			"show 0 %0; show 1 2 3; all"},
	{"drop-twice", "seats keep cards across two drops", ristretto255, 4, 5,
		"all; deal 0:0 1:1; all; drop 3; all; deal $0:1; all; drop 2; all; show 1 1; show 0 0; all; return 0 1; " +
			"shuffle 0 / 0 1; all"},
	{"drop-open", "cards that are open stay open, and are not among the new ones", ristretto255, 3, 4,
		"all; deal 0:-1 1:0 2:-1; all; drop 2; all; deal $0:1; all; show 0 1; all"},
	{"drop-returned", "an open card that returned before is among the new ones; what was known of it isn't",
		ristretto255, 3, 3,
		"all; deal 0:-1 1:0; all; return 0 1; deal 2:1; all; drop 2; all; deal $0:0; all"},
	{"drop-known",
		"a card whose number all know, held: that is known after a drop as before; of two that know a held card, also " +
			"who is out", ristretto255, 4, 4,
		"all; deal 0:-1 1:3 2:1; all; return 0 1 2; deal 0:0 1:1; all; drop 3; all; show 0 0; all"},
	{"drop-all-open", "all cards are open: there are no new ones, and seats only raise", ristretto255, 3, 2,
		"all; deal 1:-1 0:-1; all; drop 0; all; return 1; deal 1:2; all; return 1 0; shuffle 1 / 0 1; all"},
	{"drop-all-open-again", "the same, and another seat is gone meanwhile", ristretto255, 4, 1,
		"all; deal 0:-1; all; drop 0; say 1; prepare 2; drop 3; late 2; all; return 0; deal 0:1; all"},
	{"drop-after-leave", "the cards of a seat that has left, and is out, are dealt again; it may be named as gone",
		ristretto255, 4, 3,
		"all; deal 0:1 1:0; all; leave 1; all; leave 0; all; drop 0; drop 1; say 1; all; deal $0:2; all"},
	{"drop-after-show-across",
		"a card that was shown while the seat's raise was due is open, without a layer, when cards are dealt again",
		ristretto255, 3, 4,
		"all; deal 0:2 1:0 2:2; all; show 2 2; shuffle 0 / 3; say 0; say 1; say 2; say 2; drop 1; all; return 2; " +
			"deal 2:0; all; show 2 0; all"},
	{"drop-ends-show-of-left",
		"a show of a seat that has left, and isn't named, is due when cards are dealt again: it is out, and its card " +
			"void", ristretto255, 4, 3,
		"all; deal 0:1 1:2; all; leave 1; all; show 1 0; show 2 1; prepare 1; drop 3; late 1; all; show 1 0; late 1; " +
			"show 2 1; all"},
	{"drop-left-shown", "a card that a seat showed after it had left has a sealed value again after a drop",
		ristretto255, 4, 3,
		"all; deal 0:1; all; leave 1; all; show 1 0; all; return 0; drop 1 3; return 0; all; return 0; deal 0:2; all"},
	{"drop-all-held", "all cards are held; no new one can be dealt", ristretto255, 3, 2,
		"all; deal 1:0 0:1; all; drop 2; all; deal 2:0; leave 0; return 1; deal 1:1; all"},
	{"drop-only-closed", "all cards but one are open: one new card", ristretto255, 3, 3,
		"all; deal 0:-1 2:-1; all; drop 1; all; deal $0:0; all"},

	{"void",
		"messages again, at once and later; of another seat; of another turn; that a step has overtaken; of another " +
			"hand", ristretto255, 3, 2,
		"prepare 0; forge 0 elsewhere; as 1 0; as 2 0; say 0; again 0 3; again 1 3; as 0 1; as 2 1; say 1; again 0 3; " +
			"again 1 9; late 0; all; deal 0:0 1:1; prepare 0; drop 1; late 0; all; again 0 13; again 0 0; again 0 14; " +
			"deal $0:2; all"},
	{"void-raise", "a raise that a drop has overtaken, of another seat, and again", ristretto255, 4, 2,
		"all; shuffle 2 / 0; say 2; as 1 0; prepare 0; say 0; late 0; as 2 1; prepare 1; drop 3; late 1; all"},

	{"faults-key", "what breaks the first shuffle, of E, and its proof; the turn is still due", ristretto255, 2, 1,
		"faults 0; faults 1"},
	{"faults-shuffle", "what breaks a shuffle by one that has no key yet", ristretto255, 2, 2,
		"say 0; faults 1; all"},
	{"faults-shuffle-kept", "what breaks a shuffle of new cards with all lists", ristretto255, 3, 6,
		"all; deal 0:0 1:1 2:-1 3:0 4:-1; all; drop 2; faults 0; all"},
	{"faults-shuffle-step", "what breaks a shuffle by a step", ristretto255, 2, 4,
		"all; deal 0:0 1:1; all; shuffle 0 / 2 3; faults 0; all"},
	{"faults-raise", "what breaks a raise", ristretto255, 2, 4,
		"all; deal 0:0 1:1; all; shuffle 1 / 2 3; say 1; faults 0"},
	{"faults-raise-new", "what breaks a raise when all cards are open", ristretto255, 3, 2,
		"all; deal 0:-1 1:-1; all; drop 1; faults 0; all"},
	{"faults-layer", "what breaks a layer", ristretto255, 2, 3,
		"all; deal 1:1 0:-1; faults 0; faults 1"},
	{"faults-show", "what breaks a show", ristretto255, 2, 3,
		"all; deal 1:0 2:0; all; show 0 2 1; faults 0"},
	{"faults-leave", "what breaks a leave", ristretto255, 3, 2,
		"all; leave 1; faults 1; all"},
	{"faults-order", "of two faults, the first one counts: of an element before a proof, and of proofs in their order",
		ristretto255, 2, 3,
		"all; deal 0:0; all; shuffle 1 / 1 2; forge 1 invalid-malformed; forge 1 malformed-invalid; " +
			"forge 1 invalid-repeated; say 1; forge 0 invalid-malformed; forge 0 malformed-invalid; " +
			"forge 0 invalid-repeated; all"},
	{"faults-modp2048", "an element above q, a scalar above q, an s′ of 2³³⁷ and more, and values that are changed",
		modp2048, 2, 1,
		"alter 0 32 80; alter 0 287 01; alter 0 288 80; alter 0 543 01; alter 0 544 80; alter 0 799 01; " +
			"alter 0 800 80; alter 0 1055 01; alter 0 1056 80; alter 0 4384 02; alter 0 4384 01; alter 0 4426 01; " +
			"say 0; alter 1 544 80; alter 1 799 01; say 1; shuffle 0 / 0; say 0; alter 1 288 80; alter 1 543 01; " +
			"alter 1 544 80; alter 1 799 01; say 1; deal 0:0; alter 1 32 80; alter 1 287 01; alter 1 288 80; " +
			"alter 1 1055 01; say 1"},

	{"forged-key",
		"a key of another exponent than the proof, in another context, G, and one that makes the seat's key G",
		ristretto255, 3, 2,
		"forge 0 context; forge 0 unproved; forge 0 one; say 0; forge 1 unproved; all; shuffle 0 / 0 1; forge 0 one; " +
			"forge 0 inverse; forge 0 unproved; say 0; forge 1 inverse; forge 1 context; forge 1 unproved; all"},
	{"forged-key-own",
		"keys that aren't the ones of the seats' secrets: they are observers from then on, and know no cards",
		ristretto255, 3, 2,
		"forge 0 other; say 1; forge 2 other; say 0; deal 0:1 1:0; forge 0 other; say 1; say 2; forge 2 other; " +
			"farewell 0; shuffle 1 / 0 1; shuffle 1 / 0; drop 2; say 0; forge 0 other; all; say 0"},
	{"forged-key-later", "a key that isn't the one of the seat's secret, in a raise: it is an observer from then on",
		ristretto255, 2, 4,
		"all; deal 0:0 1:1 3:0; all; return 3; shuffle 1 / 2; say 1; forge 0 other; say 0; deal 2:0; say 0; say 1; " +
			"show 0 0; say 0; forge 0 other; say 1; deal 3:1; say 0; forge 0 other"},
	{"forged-key-shuffle", "the same in a shuffle by this seat alone: it doesn't know where its cards are",
		ristretto255, 2, 3,
		"all; deal 0:0 1:0; all; return 0 1; shuffle 0 / 0 1; forge 0 other; say 1"},
	{"forged-key-equal", "two seats with one key: they are known by others to conspire, and may", ristretto255, 3, 2,
		"say 0; forge 1 equal; forge 2 equal; deal 0:0 1:-1; say 0; forge 1 other; forge 2 other; say 0"},
	{"forged-key-cancels", "a seat's key cancels another's; what the third one holds is equal to what is sealed then",
		ristretto255, 3, 3,
		"say 0; say 1; forge 2 cancel; deal 0:0; say 1; forge 2 other; shuffle 0 1 / 1 2; say 0; say 1; " +
			"forge 2 other; leave 1; say 1; drop 1; say 0; forge 2 other; show 0 0; say 0"},
	{"forged-copy", "another seat's key and raised cards with the digest of the seat's own turn", ristretto255, 3, 2,
		"prepare 0; say 0; copy 1 0; all; shuffle 0 / 0 1; say 0; prepare 1; say 1; copy 2 1; say 2"},
	{"forged-shuffle",
		"in another context, with a foreign card, with two exponents, and without a layer, with proofs made for that",
		ristretto255, 2, 2,
		"forge 0 context; forge 0 foreign; forge 0 exponents; forge 0 bare; say 0; forge 1 foreign; forge 1 bare; " +
			"all; shuffle 0 / 0 1; forge 0 foreign; forge 0 bare; all"},
	{"forged-order", "a shuffle into another order than the seat's secret gives is as good", ristretto255, 2, 4,
		"forge 0 order; forge 1 order; deal 0:0 1:1 2:-1; all"},
	{"forged-own",
		"own cards to another exponent, exchanged, exchanged for another, or not raised, with proofs made for that",
		ristretto255, 2, 4,
		"all; deal 0:0 1:1 2:0; all; shuffle 1 / 3; say 1; forge 0 own-other; forge 0 own-exchanged; " +
			"forge 0 own-foreign; forge 0 own-still; forge 0 rest-other; forge 0 rest-exchanged; " +
			"forge 0 rest-foreign; forge 0 rest-still; forge 0 full; all"},
	{"forged-kept",
		"the same of kept cards, when cards are dealt again; the rest and the cards raised by E alone, with proofs " +
			"made for that", ristretto255, 3, 5,
		"all; deal 0:0 1:1 2:-1 3:0; all; drop 2; forge 0 kept-other; forge 0 kept-exchanged; forge 0 kept-foreign; " +
			"forge 0 kept-still; forge 0 own-other; forge 0 rest-exchanged; forge 0 full; forge 0 proofs; say 0; " +
			"forge 1 rest-other; forge 1 full; all"},
	{"forged-layer", "the layer of another key; of other positions; exchanged; in another context; another seat's",
		ristretto255, 3, 4,
		"all; deal 1:1 0:-1; forge 0 other; forge 0 stock; forge 0 exchanged; forge 0 context; forge 0 neighbour; " +
			"say 0; all"},
	{"forged-show", "another card; exchanged; another key; in another context", ristretto255, 2, 4,
		"all; deal 1:0 2:1 0:0; all; show 0 1 0; forge 0 stock; forge 0 exchanged; forge 0 other; forge 0 context; " +
			"forge 0 neighbour; say 0"},
	{"forged-show-newest",
		"after the seat's own raise, a show with the key that it has then: of the same card, but not of this turn",
		ristretto255, 2, 2,
		"all; deal 1:0; all; show 0 1; shuffle 1 / 0; say 1; later 0; forge 0 newest; say 0"},
	{"forged-leave", "the layer of another key; exchanged; of another seat; in another context", ristretto255, 3, 3,
		"all; deal 1:0; all; leave 1; forge 1 other; forge 1 exchanged; forge 1 neighbour; forge 1 context; say 1"},
	{"remade", "proofs with other nonces are as good, and the head is that of hand/plain", ristretto255, 2, 3,
		"forge 0 remade; forge 1 remade; deal 0:0 1:1; forge 0 remade; forge 1 remade; deal 2:-1; forge 1 remade; " +
			"forge 0 remade; show 1 1; forge 1 remade; return 1 2; shuffle 1 / 1 2; forge 1 remade; forge 0 remade; " +
			"deal 2:0; forge 1 remade"},

	{"state-not-ready", "steps before the hand is ready, and while others raise", ristretto255, 3, 3,
		"deal 0:0; leave 0; show 0 0; return 0; shuffle 0 / 0; all; deal 0:0; all; shuffle 1 / 1; deal 2:0; leave 0; " +
			"show 0 0; return 0; shuffle 1 / 1; some 1; deal 2:0; leave 0; show 0 0; return 0; shuffle 1 / 1; all; " +
			"drop 2; show 0 0; deal $0:0; return 0; say 0; deal $0:1; say 1; deal $0:1; all; show 0 0; all"},
	{"state-leaving", "steps while a leave is due", ristretto255, 4, 3,
		"all; deal 0:0 1:1; all; show 0 0; leave 2; deal 2:1; show 1 1; return 1; shuffle 1 / 2; leave 3; say 0; " +
			"return 0; all; return 0; show 1 1; all"},
	{"state-deal", "no card, one that isn't there or is repeated, in the stock no more, or for nobody who is in",
		ristretto255, 5, 4,
		"all; deal 0:1; all; deal 1:-1; all; leave 2; all; deal; deal 0:0; deal 1:0; deal 2:2; deal 2:5; deal 2:-2; " +
			"deal 4:0; deal -1:0; deal 2:0 2:0; deal 2:0 0:0; deal 2:0; deal 2:0; all; drop 4; all; deal 3:0; " +
			"deal 0:1; deal $0:4; deal $0:2; deal $0:3; all"},
	{"state-show", "no card, and cards that aren't held by the seat, are repeated, or in a show that is due",
		ristretto255, 3, 4,
		"all; deal 0:0 1:1 2:0; all; show 0; show 0 1; show 0 3; show 0 4; show 0 -1; show 3 0; show -1 0; " +
			"show 0 0 0; show 0 0; show 0 2 0; all; show 0 0; deal 3:1; show 1 3; all"},
	{"state-return",
		"no card, and cards that aren't held or open, are repeated, in a show that is due, or held by who has left",
		ristretto255, 4, 6,
		"all; deal 0:0 1:1 2:-1 3:2 4:0; all; return; return 5; return 6; return -1; return 0 0; return 0 5; leave 1; " +
			"return 0; all; return 1; return 0 1; show 1 1; show 0 0; return 0; return 4 0; return 1; say 1; " +
			"return 1; deal 5:0; return 5; all; return 0 4 5; return 0; drop 3; all; return 0; return 4; return 1; " +
			"return 1"},
	{"state-shuffle",
		"no seat, no card, seats that aren't in or are repeated, and cards that aren't in the stock or are repeated",
		ristretto255, 5, 6,
		"all; deal 0:0 1:-1; all; leave 3; all; shuffle / 2 3; shuffle 0 /; shuffle /; shuffle 3 / 2 3; " +
			"shuffle 0 3 / 2; shuffle 5 / 2; shuffle -1 / 2; shuffle 0 0 / 2; shuffle 0 / 2 2; shuffle 0 / 0; " +
			"shuffle 0 / 2 1; shuffle 0 / 6; shuffle 0 / -1; deal 4:1; shuffle 0 / 2; shuffle 0 / 4; all; " +
			"shuffle 0 / 4; show 0 0; shuffle 0 / 2; shuffle 0 / 2; say 0; drop 4; all; shuffle 4 / $0; " +
			"shuffle 0 / 2; shuffle 1 0 / $1 $0"},
	{"state-leave", "by a seat that is leaving, has left, is out or isn't there, and of two seats", ristretto255, 4, 2,
		"all; leave 4; leave -1; leave 1; leave 1; all; leave 1; drop 2; all; leave 1; leave 2; leave 0; all"},
	{"state-drop", "of nothing, of seats that are out, aren't there, are repeated, or leave fewer than two",
		ristretto255, 5, 4,
		"all; drop; drop 3; drop 3; all; deal $0:0 $1:-1; all; drop 5; drop -1; drop 2 2; drop 1 2 4; drop 0 3; " +
			"leave 4; all; drop 4 2 0; drop 4 0; drop 4; say 1; all"},
}

// forgeries are messages for a turn that isn't as it should be, with proofs that were made for
// what they say if they have any chance.
var forgeries = map[string]func(h *hand, t turn) string{
	"other": func(h *hand, t turn) string { // by a key that isn't of the secret, valid if it was announced
		if key := h.g.seeded(sha("another key")); t.kind <= raiseTurn {
			return h.by(t, key)
		} else if h.observer[t.seat] {
			return h.stripped(t, t.secret)
		} else {
			return h.stripped(t, key)
		}
	},
	"one": func(h *hand, t turn) string { // E is G
		return h.by(t, seeded{e: one})
	},
	"inverse": func(h *hand, t turn) string { // K′ is G
		return h.by(t, seeded{e: h.g.inverse(t.secret.e)})
	},
	"cancel": func(h *hand, t turn) string { // the key of the seat before
		return h.by(t, seeded{e: h.g.inverse(h.owned[t.seat-1].e)})
	},
	"equal": func(h *hand, t turn) string { // to that of the seat before
		return h.by(t, h.owned[t.seat-1])
	},
	"neighbour": func(h *hand, t turn) string { return h.stripped(t, h.owned[(t.seat+1)%h.seats]) },
	"newest": func(h *hand, t turn) string { // by the seat's key now
		now := t
		now.key, now.secret, now.values = h.keys[t.seat], h.owned[t.seat], h.values(t.positions)
		return h.message(now)
	},
	"context": func(h *hand, t turn) string { // proofs in another one
		elsewhere := t
		elsewhere.digest = sha(t.digest)
		if t.kind > raiseTurn {
			return t.digest + h.message(elsewhere)[32:]
		}
		return h.changed(t, func(m *growth) { m.context = elsewhere.digest })
	},
	"elsewhere": func(h *hand, t turn) string { // that of a hand with another id
		return newHand(h.g, "another hand", h.x0, h.secrets).say(t.seat)
	},
	"remade": func(h *hand, t turn) string {
		if t.kind > raiseTurn {
			key := t.secret
			key.nonces = sha(key.nonces)
			return h.stripped(t, key)
		}
		return h.changed(t, func(m *growth) { m.e.nonces, m.f.nonces = sha(m.e.nonces), sha(m.f.nonces) })
	},
	"exchanged": func(h *hand, t turn) string { // the first two positions
		t.values = append([]string{t.values[1], t.values[0]}, t.values[2:]...)
		return h.message(t)
	},
	"stock": func(h *hand, t turn) string { // the layer of cards in the stock, which is valid as such
		t.values = h.sealed(h.with("stock")[:1])
		for i := 1; i < len(t.positions); i++ {
			t.values = append(t.values, h.g.card("another label", i))
		}
		return h.message(t)
	},

	"unproved": func(h *hand, t turn) string { return replaced(h.sayTurn(t), 32, h.g.numbered(1)) },
	"foreign": func(h *hand, t turn) string {
		return h.changed(t, func(m *growth) { m.to[cardsList][1] = h.g.card("another label", 0) })
	},
	"exponents": func(h *hand, t turn) string {
		return h.changed(t, func(m *growth) { m.to[cardsList][1] = h.g.power(m.to[cardsList][1], big.NewInt(2)) })
	},
	"bare": func(h *hand, t turn) string {
		return h.changed(t, func(m *growth) { m.to[cardsList] = m.from[cardsList] })
	},
	"order": func(h *hand, t turn) string { // backwards
		return h.changed(t, func(m *growth) {
			slices.Reverse(m.order)
			slices.Reverse(m.to[cardsList])
		})
	},
	"full": func(h *hand, t turn) string { // F is E where it should be K′, and the other way
		return h.changed(t, func(m *growth) {
			m.f = m.e
			if !t.fresh {
				m.f = h.grown(t, m.e)
			}
			m.to[restList] = h.g.powers(m.from[restList], m.f.e)
			m.to[cardsList] = permute(h.g.powers(m.from[cardsList], m.f.e), m.order)
		})
	},
	"proofs": func(h *hand, t turn) string { // those of own and kept exchanged
		message, at := h.sayTurn(t), 64+64
		for _, list := range t.lists {
			at += 32 * len(list)
		}
		return message[:at] + message[at+96:at+192] + message[at:at+96] + message[at+192:]
	},
	"own-other":      listForgery(ownList, "other"),
	"own-exchanged":  listForgery(ownList, "exchanged"),
	"own-foreign":    listForgery(ownList, "foreign"),
	"own-still":      listForgery(ownList, "still"),
	"kept-other":     listForgery(keptList, "other"),
	"kept-exchanged": listForgery(keptList, "exchanged"),
	"kept-foreign":   listForgery(keptList, "foreign"),
	"kept-still":     listForgery(keptList, "still"),
	"rest-other":     listForgery(restList, "other"),
	"rest-exchanged": listForgery(restList, "exchanged"),
	"rest-foreign":   listForgery(restList, "foreign"),
	"rest-still":     listForgery(restList, "still"),

	// Two faults, in ristretto255: of the first and the last proof, and of the first one and of cards.
	"invalid-malformed": func(h *hand, t turn) string {
		return xor(replaced(h.sayTurn(t), h.proofs(t), h.g.numbered(1)), -1, 0xf0)
	},
	"malformed-invalid": func(h *hand, t turn) string { return xor(xor(h.sayTurn(t), h.proofs(t), 1), -32, 1) },
	"invalid-repeated": func(h *hand, t turn) string {
		at := h.proofs(t)
		message := replaced(h.sayTurn(t), at, h.g.numbered(1))
		return replaced(message, at-32, message[at-64:at-32])
	},
}

// proofs is where those of a shuffle or raise begin.
func (h *hand) proofs(t turn) int { return 64 + 32*len(slices.Concat(t.lists[:]...)) }

// by is a shuffle or raise by a key that isn't of the seat's secret.
func (h *hand) by(t turn, key seeded) string {
	another := h.g.seeded(sha("another key"))
	key.nonces, key.order = another.nonces, another.order
	m := h.growthOf(t, key)
	h.foreign[m.public] = key
	return m.message(h.g, t)
}

// changed is a shuffle or raise that is changed before its proofs are made.
func (h *hand) changed(t turn, change func(m *growth)) string {
	m := h.growthOf(t, h.seed(t))
	change(&m)
	return m.message(h.g, t)
}

// listForgery is of the second element of a list and, if there is one, the third; or of the first two.
func listForgery(list int, how string) func(h *hand, t turn) string {
	return func(h *hand, t turn) string {
		return h.changed(t, func(m *growth) {
			to, last := m.to[list], len(m.to[list])-1
			switch how {
			case "other":
				to[last] = h.g.power(to[last], big.NewInt(3))
			case "exchanged":
				to[last], to[last-1] = to[last-1], to[last]
			case "foreign":
				to[last] = h.g.card("another label", 0)
			case "still":
				copy(to, m.from[list])
			}
		})
	}
}

func (s *suite) playHand(c handPlay) {
	x0, name := c.g.deck(handLabel, c.n), handName
	if c.id == "longest-id" {
		name = strings.Repeat("∞♠", 170) + "1024"
	}
	inputs := fields{"group": c.g.name, "label": handLabel, "n": c.n, "seats": c.seats, "id": name}
	if c.id == "select" {
		order := []int{3, 0, 4}
		x0, inputs["select"] = permute(x0, order), order
	}
	h := script{hand: newHand(c.g, name, x0, handSecrets(c.seats)), late: map[int]string{}}
	if c.play != "" {
		h.do(c.play)
	}
	inputs["items"] = append([]string{}, h.items...)
	outputs := h.outputs()
	if c.id == "plain" {
		outputs["whole"] = hexes(h.messages...)
	}
	s.ok("hand/"+c.id, c.comment, inputs, outputs)
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

// handRun follows section 11.2.
func handRun(run int) (out string) {
	stream := newHandShake(run)
	draw := func() int { return int(stream.next(1)[0]) }
	seats := 2 + draw()%3
	n := 3 + draw()%4
	var secrets []string
	for range seats {
		secrets = append(secrets, stream.next(32))
	}
	hand := newHand(ristretto255, fmt.Sprint("run ", run), ristretto255.deck("run", n), secrets)
	for range 60 {
		if hand.randomItem(draw) {
			out += hand.head
		}
	}
	return out
}

// randomItem reports whether there was one.
func (h *hand) randomItem(draw func() int) bool {
	if b := draw(); len(h.due) > 0 && b < 192 {
		seat := h.due[b%len(h.due)].seat
		h.receive(seat, h.say(seat))
		return true
	}
	oneOf := func(list []int) int { return list[draw()%len(list)] }
	stock, held, both := h.with("stock"), h.with("held"), h.with("held", "open")
	switch c := draw() % 10; {
	case c <= 3 && len(stock) > 0:
		p := oneOf(stock)
		h.stepDeal([]int{p}, []int{oneOf(append(h.in(), everyone))})
	case c == 4 && len(held) > 0:
		p := oneOf(held)
		h.stepShow(h.positions[p].to, []int{p})
	case (c == 5 || c == 6) && len(both) > 0:
		h.stepReturn([]int{oneOf(both)})
	case c == 7:
		seat := oneOf(h.in())
		if len(stock) == 0 {
			return false
		}
		h.stepShuffle([]int{seat}, stock)
	case c == 8 && len(stock) > 0:
		h.stepShuffle(h.in(), stock[:min(2, len(stock))])
	case c == 9:
		if d := draw(); d < 192 {
			h.stepLeave(oneOf(h.in()))
		} else {
			h.stepDrop([]int{oneOf(h.in())})
		}
	default:
		return false
	}
	return true
}

package main

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
		inputs := fields{"group": "ristretto255", "label": handLabel, "n": n, "seats": seats, "id": name, "items": []string{}}
		if order != nil {
			inputs["select"] = order
		}
		s.refuse("hand/"+id, comment, "malformed", inputs)
	}
	refuse("no-id", "an empty id", "", 3, 2)
	refuse("overlong-id", "an id of 1,025 bytes", strings.Repeat("x", 1025), 3, 2)
	refuse("one-seat", "one seat", handName, 3, 1)
	refuse("too-many-seats", "17 seats", handName, 3, 17)
	refuse("no-cards", "a deck of no cards", handName, 0, 2)
	refuse("too-many-cards", "a deck of 1,025 cards", handName, 1025, 2)
	refuse("repeated-card", "a card of the deck is selected twice", handName, 3, 2, 0, 1, 0)
	s.accumulate("accumulated/runs", "section 11.2: random hands", []int{3, 20}, handRun)
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

// do reads items, with semicolons between them; $i is position i of those in the stock, and
// %i of those that are held. Besides those of SPEC.md there are some that become one or more of
// these:
//
//	all           say, by the seat whose turn is due first, until none is due
//	backwards     the same, by the seat whose turn is due last
//	prepare s     nothing, but what seat s has to say is kept for later
//	late s        read, what was kept
//	forge s name  read, a forgery for the turn of seat s
//	faults s      many ways to spoil what seat s has to say; then say
func (s *script) do(items string) {
	for item := range strings.SplitSeq(items, "; ") {
		for sign, list := range map[string][]int{"$": s.with("stock"), "%": s.with("held")} {
			for i, p := range list {
				item = strings.ReplaceAll(item, sign+strconv.Itoa(i), strconv.Itoa(p))
			}
		}
		words := strings.Fields(item)
		var seat int
		if len(words) > 1 && words[0] != "deal" && words[0] != "redeal" {
			seat = must(strconv.Atoi(words[1]))
		}
		switch words[0] {
		case "all":
			for len(s.due) > 0 {
				s.do(fmt.Sprint("say ", s.due[0].seat))
			}
		case "backwards":
			for len(s.due) > 0 {
				s.do(fmt.Sprint("say ", s.due[len(s.due)-1].seat))
			}
		case "prepare":
			s.late[seat] = s.say(seat)
		case "late":
			s.do(fmt.Sprintf("read %d %x", seat, s.late[seat]))
		case "forge":
			s.do(fmt.Sprintf("read %d %x", seat, forgeries[words[2]](s.hand, s.turnOf(seat))))
		case "faults":
			s.faults(seat)
		default:
			s.item(item, words[0], words[1:])
		}
	}
}

func (s *script) turnOf(seat int) turn {
	return s.due[slices.IndexFunc(s.due, func(t turn) bool { return t.seat == seat })]
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
		result = s.deal(positions, to)
	case "show":
		result = s.show(numbers(words)[0], numbers(words[1:]))
	case "leave":
		result = s.leave(numbers(words)[0])
	case "redeal":
		stroke := slices.Index(words, "/")
		result = s.redeal(numbers(words[:stroke]), numbers(words[stroke+1:]))
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
		}
		result = s.receive(seat, message)
		s.messages = append(s.messages, message)
	}
	var due []string
	for _, t := range s.due {
		due = append(due, fmt.Sprintf("%d:%d", t.seat, t.kind))
	}
	s.items, s.results, s.was, s.dues = append(s.items, item), append(s.results, result), append(s.was, message), append(s.dues, strings.Join(due, " "))
}

// faults are in ristretto255.
func (s *script) faults(seat int) {
	t, n, message := s.turnOf(seat), len(s.now), s.say(seat)
	decks, _ := s.byDeck(t)
	count, proofs := len(t.positions), slices.Repeat([][2]int{{2, 1}}, len(decks)) // elements and scalars
	switch t.kind {
	case keyTurn:
		count, proofs = 1, [][2]int{{1, 1}}
	case shuffleTurn:
		count, proofs = n+len(s.kept), [][2]int{{3*n + 5, 2*n + 4}, {2, 1}}[:1+min(len(s.kept), 1)]
	}
	alter := func(at int, x string) { s.do(fmt.Sprintf("alter %d %d %s", seat, at, x)) }
	read := func(message string) { s.do(fmt.Sprintf("read %d %x", seat, message)) }
	for _, n := range []int{31, 32, len(message) - 1} {
		s.do(fmt.Sprintf("cut %d %d", seat, n))
	}
	alter(0, "01")
	read(message + "\x00")
	last := 32 * count
	alter(32, "01")      // a negative field element
	alter(last+31, "80") // one that isn't reduced
	read(replaced(message, last, zeros(32)))
	if t.kind == keyTurn {
		read(replaced(message, 32, s.g.generator()))
	}
	for _, list := range [][2]int{{0, min(count, n)}, {n, count}} { // an element repeated, and two exchanged
		if first, next, end := 32+32*list[0], 64+32*list[0], 32+32*list[1]; list[1]-list[0] > 1 {
			read(replaced(message, end-32, message[first:next]))
			read(message[:first] + message[next:next+32] + message[first:next] + message[next+32:])
		}
	}
	at := last + 32
	for _, p := range proofs { // its first element and last scalar, and others if there are any
		alter(at, "01")
		at += 32 * p[0]
		alter(at, "01")
		at += 32 * p[1]
		alter(at-1, "f0")
	}
	s.do(fmt.Sprintf("say %d", seat))
}

// A handPlay is a case that can begin.
type handPlay struct {
	id, comment string
	g           group
	seats, n    int
	play        string
}

var handPlays = []handPlay{
	{"plain", "two seats, with the messages in full", ristretto255, 2, 3, "all; deal 0:0 1:1; all; deal 2:-1; all; show 1 1; all"},
	{"modp2048", "two seats in a group of integers; a card is kept when the cards are dealt again", modp2048, 2, 3, "all; deal 0:0 1:-1; all; redeal / 1; all; deal $0:1; all; show 0 0; all"},
	{"sixteen-seats", "16 seats, two of which are gone, and one of which leaves", ristretto255, 16, 2, "all; redeal 3 15 /; all; deal 2:15; deal 2:14; leave 0; all"},
	{"select", "the cards are some of a public deck, in another order", ristretto255, 2, 5, "all; deal 0:-1 1:0 2:1; all"},
	{"longest-id", "an id of 1,024 bytes that isn't ASCII", ristretto255, 2, 1, "say 1; say 0"},

	{"keys-210", "keys in the order 2, 1, 0; a seat that has nothing to say", ristretto255, 3, 2, "say 2; say 2; say 1; say 0; all; deal 0:-1; all; say 0"},
	{"deals-side-by-side", "three deals at a time, to seats and everyone; a seat with several turns speaks for the first; turns rotate", ristretto255, 3, 4,
		"all; deal 3:0; deal 1:1 0:-1; deal 2:2; backwards"},
	{"deals-after-leave", "turns rotate among those who have them, also when one has left", ristretto255, 3, 4,
		"all; leave 1; all; deal 0:0; all; deal 1:2; all; deal 2:-1; all; deal 3:-1; all"},

	{"shows", "two shows of a seat, one of another, and a deal at a time; several cards, in the order of the step", ristretto255, 2, 5,
		"all; deal 0:0 1:0 2:1 4:0; all; show 0 1; show 1 2; deal 3:-1; show 0 4 0; backwards"},
	{"show-after-leave", "by a seat that has left", ristretto255, 3, 2, "all; deal 1:2; all; leave 2; all; show 2 1; say 2; deal 0:0; all"},
	{"show-two-decks", "of two decks in one show: a proof for each deck, in their order, and positions in that of the step", ristretto255, 2, 4,
		"all; deal 1:0 2:1; all; redeal / 2; all; deal $0:0 $1:0; all; show 0 %2 1 %1; all"},

	{"leave-show", "a show that is due before a leave, of the same seat", ristretto255, 3, 2, "all; deal 0:1; all; show 1 0; leave 1; all"},
	{"leave-waits", "a leave waits for the deals before it, and those that are dealt after it wait for it", ristretto255, 3, 4,
		"all; deal 0:2; deal 1:0; leave 2; deal 2:-1; deal 3:1; say 1; say 0; all"},
	{"leave-between", "a leave waits for a deal that waits for another leave", ristretto255, 4, 3, "all; leave 3; deal 0:1; leave 0; deal 2:-1; all"},
	{"leave-empty-stock", "with nothing in the stock, a leave is done at once", ristretto255, 4, 2, "all; deal 0:0 1:1; all; leave 1; leave 0; show 0 0; all"},
	{"leave-empty-stock-waits", "with nothing in the stock, leaves are done when the deal before them is", ristretto255, 4, 1, "all; deal 0:-1; leave 1; leave 2; all; leave 3"},
	{"leave-retired", "a leave spares what is retired", ristretto255, 4, 5, "all; deal 0:0 1:1; all; redeal 3 /; all; leave 1; all; deal $0:0 $1:-1; all"},

	{"redeal-gone-several", "two seats are gone, one with cards, during a deal", ristretto255, 4, 3, "all; deal 0:3 1:0; all; deal 2:-1; say 1; redeal 3 1 /; all"},
	{"redeal-during-redeal", "a seat is gone during keys, during shuffles, and during vetoes of a hand dealt again", ristretto255, 5, 4,
		"all; deal 0:0 1:1; all; redeal 4 /; say 0; redeal 3 /; say 0; say 1; say 2; say 0; prepare 1; redeal / 1; late 1; " +
			"say 0; say 1; say 2; say 0; say 1; say 2; redeal 2 /; all; deal $0:0 $1:1; all"},
	{"redeal-while-due", "while a deal, a show and a leave are due and a deal waits: those that were leaving are out", ristretto255, 4, 5,
		"all; deal 0:0 1:1; all; deal 2:2; show 0 0; leave 3; deal 3:1; prepare 0; redeal / 1; late 0; all; deal $0:3; deal $0:1; all"},
	{"redeal-kept-several", "two seats keep cards, one of them two; vetoes in another order", ristretto255, 3, 5,
		"all; deal 0:1 1:0 2:1 3:2; all; redeal 2 /; say 1; say 0; say 0; say 1; backwards; deal $0:0; all"},
	{"two-decks", "a seat keeps cards of two decks, so that its veto has two proofs", ristretto255, 2, 4, "all; deal 3:0 1:-1; all; redeal / 1; all; deal $0:0 $1:1; all; redeal / %2; all"},
	{"redeal-open", "cards that are open stay open, and are not in the new deck", ristretto255, 3, 4, "all; deal 0:-1 1:0 2:-1; all; redeal 2 /; all; deal $0:1; all; show 0 1; all"},
	{"redeal-back", "positions that go back, held and open, in any order", ristretto255, 2, 4, "all; deal 0:-1 1:0 2:1; all; redeal / 1 0; all; deal $0:-1 $1:-1 $2:-1; all"},
	{"redeal-none-closed", "all cards are open, so that one at least must go back", ristretto255, 3, 2, "all; deal 1:-1 0:-1; all; redeal 0 /; redeal 0 / 1; all; deal $0:1; all"},
	{"redeal-after-leave", "the cards of a seat that has left, and is out, are dealt again; it may be named as gone", ristretto255, 4, 3,
		"all; deal 0:1 1:0; all; leave 1; all; leave 0; all; redeal 0 /; redeal 1 /; redeal / 0; say 1; all; deal $0:2; all"},
	{"redeal-all-held", "all cards are held; the new deck has no card that can be dealt", ristretto255, 3, 2, "all; deal 1:0 0:1; all; redeal 2 /; all; deal 2:0; leave 0; redeal / 1; all"},

	{"void", "messages again, at once and later; of another seat; of another turn; that a step has overtaken; of another hand", ristretto255, 3, 2,
		"prepare 2; forge 0 elsewhere; say 0; again 0 1; again 1 1; as 0 1; as 2 1; say 1; again 0 1; late 2; again 1 6; " +
			"all; deal 0:0 1:1; prepare 0; redeal 1 /; late 0; all; again 0 13; deal $0:2; all"},

	{"faults-key", "what breaks a key: its length, K, its proof; the turn is still due", ristretto255, 2, 2, "faults 1; faults 0; all"},
	{"faults-shuffle", "what breaks a shuffle", ristretto255, 2, 2, "say 0; say 1; faults 0; all"},
	{"faults-shuffle-kept", "what breaks a shuffle with kept cards", ristretto255, 2, 3, "all; deal 0:0 1:1 2:-1; all; redeal / 2; say 0; say 1; say 0; faults 1; all"},
	{"faults-veto", "what breaks a veto of two decks", ristretto255, 2, 4,
		"all; deal 3:0 1:0 2:-1; all; redeal / 2; all; deal $0:0 $1:1; all; redeal / %3; say 0; say 1; say 0; say 1; faults 0; deal $0:1; all"},
	{"faults-layer", "what breaks a layer", ristretto255, 2, 3, "all; deal 1:1 0:-1; faults 0; faults 1"},
	{"faults-show", "what breaks a show of two decks", ristretto255, 2, 3, "all; deal 1:0 2:1; all; redeal / 2; all; deal $0:0; all; show 0 %1 1; faults 0"},
	{"faults-leave", "what breaks a leave", ristretto255, 3, 2, "all; leave 1; faults 1; all"},
	{"faults-modp2048", "an element above q, a scalar above q, an s′ of 2³³⁷ and more, and values that are changed", modp2048, 2, 1,
		"alter 0 32 80; alter 0 287 01; alter 0 544 80; alter 0 799 01; say 0; say 1; alter 0 3616 02; alter 0 3658 01; alter 0 3615 01; say 0; say 1"},

	{"forged-key", "a key of another exponent than the proof, in another context, and another seat's, with a valid proof", ristretto255, 3, 2,
		"forge 0 context; forge 0 unproved; forge 1 other; forge 0 other; say 0; forge 2 other; say 2; say 0; forge 1 other; all"},
	{"forged-key-own", "a key that isn't the one of the seat's secret: it is an observer from then on, and knows no cards", ristretto255, 2, 2,
		"forge 1 other; say 0; say 0; say 1; forge 1 other; deal 0:1 1:0; say 0; say 1; forge 1 other; redeal / 1; say 1; say 0"},
	{"forged-shuffle", "with another key, in another context, with a foreign card, with two exponents, and without a layer, with proofs made for that", ristretto255, 2, 2,
		"say 0; say 1; forge 0 other; forge 0 context; forge 0 foreign; forge 0 exponents; forge 0 bare; say 0; forge 1 foreign; all"},
	{"forged-kept", "kept cards to another exponent than the deck, in another order, and exchanged for another, with proofs made for that", ristretto255, 2, 3,
		"all; deal 0:0 1:1 2:-1; all; redeal / 2; say 0; say 1; forge 0 kept-other; forge 0 kept-exchanged; forge 0 kept-foreign; all"},
	{"forged-veto", "own cards in another order, by another key, in another context, and cards of the new deck, with proofs made for that", ristretto255, 2, 3,
		"all; deal 0:0 1:0 2:1; all; redeal / 2; say 0; say 1; say 0; say 1; forge 0 exchanged; forge 0 other; forge 0 context; forge 0 stock; all"},
	{"forged-layer", "the layer of another key; of other positions; exchanged; in another context; another seat's", ristretto255, 3, 4,
		"all; deal 1:1 0:-1; forge 0 other; forge 0 stock; forge 0 exchanged; forge 0 context; forge 0 neighbour; say 0; all"},
	{"forged-show", "another card; another deck's key; proofs exchanged", ristretto255, 2, 4,
		"all; deal 1:0 2:1; all; redeal / 2; all; deal $0:0; all; show 0 1 %1; forge 0 stock; forge 0 newest; forge 0 proofs; forge 0 other; forge 0 context; say 0"},

	{"state-not-ready", "deals, shows and leaves before the hand is ready", ristretto255, 3, 3,
		"deal 0:0; leave 0; show 0 0; all; deal 0:0; all; redeal 2 /; show 0 0; deal 1:0; say 0; say 1; say 0; deal 1:1; say 1; deal 3:1; all; show 0 0; all"},
	{"state-deal", "no card, one that isn't there or is repeated, in the stock no more, or for nobody who is in", ristretto255, 4, 4,
		"all; deal 0:1; all; deal 1:-1; all; leave 2; all; deal; deal 0:0; deal 1:0; deal 2:2; deal 2:4; deal 2:-2; deal 4:0; deal -1:0; " +
			"deal 2:0 2:0; deal 2:0 0:0; leave 3; deal 2:3; deal 2:0; deal 2:0; all; redeal / 1; all; deal 3:0; deal 0:1"},
	{"state-show", "no card, and cards that aren't held by the seat, are repeated, or in a show that is due", ristretto255, 3, 4,
		"all; deal 0:0 1:1 2:0; all; show 0; show 0 1; show 0 3; show 0 4; show 0 -1; show 3 0; show -1 0; show 0 0 0; show 0 0; show 0 2 0; all; show 0 0; deal 3:1; show 1 3; all"},
	{"state-leave", "by a seat that is leaving, has left, is out or isn't there, and of two seats", ristretto255, 4, 2,
		"all; leave 4; leave -1; leave 1; leave 1; all; leave 1; redeal 2 /; all; leave 1; leave 2; leave 0; all"},
	{"state-redeal", "of nothing, without seats that are out, aren't there, are repeated, or leave fewer than two; with positions that aren't held or open, or repeated", ristretto255, 4, 4,
		"all; redeal 3 /; redeal /; all; deal $0:0 $1:-1; all; redeal 3 /; redeal 4 /; redeal -1 /; redeal 2 2 /; redeal 1 2 /; redeal / 4 4; " +
			"redeal / 6; redeal / 0; redeal / 8; redeal / -1; redeal 2 / 5 7; deal $0:1; redeal / 6; all; redeal 1 / 5; all"},
}

// forgeries are messages for a turn that isn't as it should be, with proofs that were made for
// what they say if they have any chance.
var forgeries = map[string]func(h *hand, t turn) string{
	"other": func(h *hand, t turn) string { // by a key that isn't the seat's, unless it was announced
		return h.message(t, func(int) seeded { return h.g.seeded(sha("another key")) })
	},
	"neighbour": func(h *hand, t turn) string { // by the next seat's key
		return h.message(t, func(deck int) seeded { return h.seeded((t.seat+1)%h.seats, deck) })
	},
	"newest": func(h *hand, t turn) string { // by the key of the last deck
		return h.message(t, func(int) seeded { return h.seeded(t.seat, len(h.decks)-1) })
	},
	"context": func(h *hand, t turn) string { return forge(h, t, sha(t.digest), t.positions) },
	"elsewhere": func(h *hand, t turn) string { // that of a hand with another id
		return newHand(h.g, "another hand", h.x0, h.secrets).say(t.seat)
	},
	"unproved": func(h *hand, t turn) string { return replaced(h.say(t.seat), 32, h.g.numbered(1)) },
	"foreign": func(h *hand, t turn) string {
		return forgeShuffle(h, t, func(y []string) { y[1] = h.g.card("another label", 0) })
	},
	"exponents": func(h *hand, t turn) string {
		return forgeShuffle(h, t, func(y []string) { y[1] = h.g.power(y[1], big.NewInt(2)) })
	},
	"bare":           func(h *hand, t turn) string { return forgeShuffle(h, t, func(y []string) { copy(y, h.now) }) },
	"kept-other":     func(h *hand, t turn) string { return forgeKept(h, t, h.v, big.NewInt(3)) },
	"kept-exchanged": func(h *hand, t turn) string { return forgeKept(h, t, []string{h.v[1], h.v[0]}, one) },
	"kept-foreign":   func(h *hand, t turn) string { return forgeKept(h, t, []string{h.v[0], h.now[0]}, one) },
	"exchanged": func(h *hand, t turn) string { // the first two elements
		return forge(h, t, t.digest, append([]int{t.positions[1], t.positions[0]}, t.positions[2:]...))
	},
	"stock": func(h *hand, t turn) string { // the layer of cards in the stock, which is valid as such
		t.kind = layerTurn
		positions := slices.Clone(t.positions)
		for i, p := range positions {
			if h.positions[p].deck == len(h.decks)-1 || h.due[0].kind == vetoTurn {
				positions[i] = h.with("stock")[i]
			}
		}
		return forge(h, t, t.digest, positions)
	},
	"proofs": func(h *hand, t turn) string {
		message := h.say(t.seat)
		at := len(message) - 192
		return message[:at] + message[at+96:] + message[at:at+96]
	},
}

// forge is a message for other positions, and in another context.
func forge(h *hand, t turn, context string, positions []int) string {
	digest := t.digest
	t.digest, t.positions = context, positions
	return digest + h.message(t, func(deck int) seeded { return h.seeded(t.seat, deck) })[32:]
}

// forgeShuffle is a shuffle whose cards are changed before its proof is made.
func forgeShuffle(h *hand, t turn, change func(y []string)) string {
	key := h.seeded(t.seat, len(h.decks)-1)
	order := key.orderOf(joined(h.now), len(h.now))
	y := permute(h.g.powers(h.now, key.e), order)
	change(y)
	return h.shuffled(t, key, h.v, key.e, y, order)
}

// forgeKept is a shuffle in which V is another, and its exponent some power of that of the deck.
func forgeKept(h *hand, t turn, v []string, times *big.Int) string {
	key := h.seeded(t.seat, len(h.decks)-1)
	order := key.orderOf(joined(h.now), len(h.now))
	e := h.g.sum(new(big.Int), key.e, times)
	return h.shuffled(t, key, v, e, permute(h.g.powers(h.now, key.e), order), order)
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
	var secrets []string
	for i := range c.seats {
		secrets = append(secrets, sha(fmt.Sprint("secret of seat ", i)))
	}
	h := script{hand: newHand(c.g, name, x0, secrets), late: map[int]string{}}
	h.do(c.play)
	positions, held := []string{}, make([]string, c.seats)
	for i, p := range h.positions {
		text := p.status
		switch p.status {
		case "dealing", "held":
			text += fmt.Sprint(" to ", p.to)
		case "open":
			text += fmt.Sprint(" = ", p.card)
		}
		positions = append(positions, text)
		if p.status == "held" && !h.observer[p.to] {
			card := slices.Index(x0, h.g.power(p.value, h.g.inverse(h.seeded(p.to, p.deck).e)))
			held[p.to] = strings.TrimPrefix(held[p.to]+fmt.Sprintf(" %d=%d", i, card), " ")
		}
	}
	inputs["items"] = h.items
	outputs := fields{
		"table": hexOf(h.table), "results": h.results, "head": hexOf(h.head), "due": h.dues,
		"messages": hexOf(sha(joined(h.messages))), "positions": positions, "held": held,
	}
	if c.id == "plain" {
		outputs["whole"] = hexes(h.messages...)
	}
	s.ok("hand/"+c.id, c.comment, inputs, outputs)
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
	for range 40 {
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
	stock, held, both := h.with("stock"), h.with("held"), append(h.with("held"), h.with("open")...)
	switch c := draw() % 8; {
	case c <= 3 && h.ready && len(stock) > 0:
		p := oneOf(stock)
		h.deal([]int{p}, []int{oneOf(append(h.in(), everyone))})
	case c == 4 && len(held) > 0:
		p := oneOf(held)
		h.show(h.positions[p].to, []int{p})
	case c == 5:
		h.leave(oneOf(h.in()))
	case c == 6:
		h.redeal([]int{oneOf(h.in())}, nil)
	case c == 7 && len(both) > 0:
		h.redeal(nil, []int{oneOf(both)})
	default:
		return false
	}
	return true
}

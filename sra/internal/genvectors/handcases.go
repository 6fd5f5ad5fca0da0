package main

import (
	"crypto/sha256"
	"crypto/sha3"
	"encoding/hex"
	"fmt"
	"log"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/squaredeal/squaredeal/internal/vectors"
)

// A script is a case of package hand while it is made.
type script struct {
	*hand
	items, results, heads, dues, messages, whole []string
	was                                          [][]byte       // messages of items
	late                                         map[int][]byte // messages for later, by seat
}

func numbers(words []string) (list []int) {
	for _, w := range words {
		n, err := strconv.Atoi(w)
		if err != nil {
			log.Fatal(err)
		}
		list = append(list, n)
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
//	spoil s i:x … read, what seat s has to say, with bytes changed as by alter; −1 is the last one
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
			seat = numbers(words[1:2])[0]
		}
		switch words[0] {
		case "all":
			for len(s.hand.due) > 0 {
				s.do(fmt.Sprint("say ", s.hand.due[0].seat))
			}
		case "backwards":
			for len(s.hand.due) > 0 {
				s.do(fmt.Sprint("say ", s.hand.due[len(s.hand.due)-1].seat))
			}
		case "prepare":
			s.late[seat] = s.say(seat)
		case "late":
			s.do(fmt.Sprintf("read %d %x", seat, s.late[seat]))
		case "spoil":
			message := s.say(seat)
			for _, change := range words[2:] {
				at, x, _ := strings.Cut(change, ":")
				xor(message, len(message)+numbers([]string{at})[0], x)
			}
			s.do(fmt.Sprintf("read %d %x", seat, message))
		case "forge":
			i := slices.IndexFunc(s.hand.due, func(t turn) bool { return t.seat == seat })
			s.do(fmt.Sprintf("read %d %x", seat, forgeries[words[2]](s.hand, s.hand.due[i])))
		case "faults":
			s.faults(seat)
		default:
			s.item(item, words[0], words[1:])
		}
	}
}

func xor(message []byte, at int, x string) {
	b, err := hex.DecodeString(x)
	if err != nil {
		log.Fatal(err)
	}
	message[at] ^= b[0]
}

// item reads an item of SPEC.md.
func (s *script) item(item, kind string, words []string) {
	var result string
	var message []byte
	isStep := true
	switch kind {
	case "deal":
		var positions, to []int
		for _, w := range words {
			pair := numbers(strings.Split(w, ":"))
			positions, to = append(positions, pair[0]), append(to, pair[1])
		}
		result = s.deal(positions, to)
	case "show":
		result = s.show(numbers(words[:1])[0], numbers(words[1:]))
	case "leave":
		result = s.leave(numbers(words)[0])
	case "redeal":
		stroke := slices.Index(words, "/")
		result = s.redeal(numbers(words[:stroke]), numbers(words[stroke+1:]))
	default:
		isStep = false
		seat := numbers(words[:1])[0]
		switch kind {
		case "say":
			message = s.say(seat)
		case "as":
			message = s.say(numbers(words)[1])
		case "again":
			message = s.was[numbers(words)[1]]
		case "alter":
			message = s.say(seat)
			xor(message, numbers(words[1:2])[0], words[2])
		case "cut":
			message = s.say(seat)[:numbers(words)[1]]
		case "read":
			message, _ = hex.DecodeString(words[1])
		default:
			log.Fatal(item)
		}
		result = s.receive(seat, message)
	}
	var due []string
	for _, t := range s.hand.due {
		due = append(due, fmt.Sprintf("%d:%d", t.seat, t.kind))
	}
	s.items, s.results, s.was = append(s.items, item), append(s.results, result), append(s.was, message)
	s.heads, s.dues = append(s.heads, hex.EncodeToString(s.head)), append(s.dues, strings.Join(due, " "))
	if isStep {
		s.messages = append(s.messages, "")
	} else {
		s.messages, s.whole = append(s.messages, hex.EncodeToString(sha(message))), append(s.whole, hex.EncodeToString(message))
	}
}

// faults are in ristretto255.
func (s *script) faults(seat int) {
	i := slices.IndexFunc(s.hand.due, func(t turn) bool { return t.seat == seat })
	t, n, message := s.hand.due[i], len(s.now), s.say(seat)
	decks, _ := s.byDeck(t)
	count, proofs := len(t.positions), slices.Repeat([][2]int{{2, 1}}, len(decks)) // elements and scalars
	switch t.kind {
	case keyTurn:
		count, proofs = 1, [][2]int{{1, 1}}
	case shuffleTurn:
		count, proofs = n+len(s.kept), [][2]int{{3*n + 5, 2*n + 4}, {2, 1}}[:1+min(len(s.kept), 1)]
	}
	alter := func(at int, x string) { s.do(fmt.Sprintf("alter %d %d %s", seat, at, x)) }
	read := func(b ...[]byte) { s.do(fmt.Sprintf("read %d %x", seat, slices.Concat(b...))) }
	for _, n := range []int{0, 31, 32, len(message) - 1} {
		s.do(fmt.Sprintf("cut %d %d", seat, n))
	}
	alter(0, "01")
	read(message, []byte{0})
	last := 32 * count
	alter(32, "01")      // a negative field element
	alter(last+31, "80") // one that isn't reduced
	read(message[:last], make([]byte, 32), message[last+32:])
	if t.kind == keyTurn {
		read(message[:32], s.g.bytes([]*big.Int{s.g.generator()}), message[64:])
	}
	lists := [][2]int{{0, count}}
	if t.kind == shuffleTurn {
		lists = [][2]int{{0, n}, {n, count}}
	}
	for _, list := range lists { // an element repeated, and two exchanged
		if first, next, end := 32+32*list[0], 64+32*list[0], 32+32*list[1]; list[1]-list[0] > 1 {
			read(message[:end-32], message[first:next], message[end:])
			read(message[:first], message[next:next+32], message[first:next], message[next+32:])
		}
	}
	at := last + 32
	for _, p := range proofs { // its first element and last scalar, and others if there are any
		alter(at, "01")
		if at += 32 * p[0]; p[0] > 1 {
			alter(at-32, "01")
		}
		alter(at, "01")
		if at += 32 * p[1]; p[1] > 1 {
			alter(at-32, "01")
		}
		alter(at-1, "f0")
	}
	s.do(fmt.Sprintf("say %d", seat))
}

// handPlays are the cases of package hand that can begin.
var handPlays = []struct {
	id, comment string
	g           group
	seats, n    int
	play        string
}{
	{"plain", "two seats, with the messages in full", ristretto255, 2, 3, "all; deal 0:0 1:1; all; deal 2:-1; all; show 1 1; all"},
	{"modp2048", "two seats in a group of integers; a card is kept when the cards are dealt again", modp2048, 2, 3, "all; deal 0:0 1:-1; all; redeal / 1; all; deal $0:1; all; show 0 0; all"},
	{"one-card", "a deck of one card, which is dealt twice", ristretto255, 2, 1, "all; deal 0:-1; all; redeal / 0; all; deal 1:1; all"},
	{"sixteen-seats", "16 seats, two of which are gone, and one of which leaves", ristretto255, 16, 2, "all; redeal 3 15 /; all; deal 2:15; deal 2:14; leave 0; all"},
	{"select", "the cards are some of a public deck, in another order", ristretto255, 2, 5, "all; deal 0:-1 1:0 2:1; all"},

	{"longest-id", "an id of 1,024 bytes that isn't ASCII", ristretto255, 2, 1, "say 1; say 0"},

	// Orders
	{"keys-210", "keys in the order 2, 1, 0", ristretto255, 3, 2, "say 2; say 1; say 0; all; deal 0:-1; all"},
	{"keys-102", "keys in the order 1, 0, 2", ristretto255, 3, 2, "say 1; say 0; say 2; all; deal 0:-1; all"},
	{"keys-120", "keys in the order 1, 2, 0; a seat that has nothing to say", ristretto255, 3, 2, "say 1; say 1; say 2; say 0; say 2; all; deal 0:-1; all; say 0"},
	{"deal", "deals of several cards, to seats and everyone; a seat that all cards of a deal are to has no turn; turns rotate", ristretto255, 3, 4,
		"all; deal 2:1; all; deal 3:-1 0:2; all; deal 1:0; all"},
	{"deals-side-by-side", "three deals at a time; a seat with several turns speaks for the first", ristretto255, 3, 4, "all; deal 3:0; deal 1:1 0:-1; deal 2:2; backwards"},
	{"deals-after-leave", "turns rotate among those who have them, also when one has left", ristretto255, 3, 4, "all; leave 1; all; deal 0:0; all; deal 1:2; all; deal 2:-1; all; deal 3:-1; all"},

	// Show
	{"show", "one card; several, in the order of the step", ristretto255, 2, 3, "all; deal 0:0 1:0 2:0; all; show 0 1; all; show 0 2 0; all"},
	{"shows-side-by-side", "two shows of a seat, one of another, and a deal at a time", ristretto255, 2, 4, "all; deal 0:0 1:0 2:1; all; show 0 1; show 1 2; deal 3:-1; show 0 0; backwards"},
	{"show-after-leave", "by a seat that has left", ristretto255, 3, 2, "all; deal 1:2; all; leave 2; all; show 2 1; say 2; deal 0:0; all"},
	{"show-two-decks", "of two decks in one show: a proof for each deck, in their order, and positions in that of the step", ristretto255, 2, 4,
		"all; deal 1:0 2:1; all; redeal / 2; all; deal $0:0 $1:0; all; show 0 %2 1 %1; all"},

	// Leave
	{"leave", "a seat leaves, with what is in the stock", ristretto255, 3, 3, "all; deal 1:0; all; leave 0; all; deal 2:2; all"},
	{"leave-show", "a show that is due before a leave, of the same seat", ristretto255, 3, 2, "all; deal 0:1; all; show 1 0; leave 1; all"},
	{"leave-waits", "a leave waits for the deals before it, and those that are dealt after it wait for it", ristretto255, 3, 4,
		"all; deal 0:2; deal 1:0; leave 2; deal 2:-1; deal 3:1; say 1; say 0; all"},
	{"leave-between", "a leave waits for a deal that waits for another leave", ristretto255, 4, 3, "all; leave 3; deal 0:1; leave 0; deal 2:-1; all"},
	{"leaves", "two leaves in a row, and then two seats are left", ristretto255, 4, 2, "all; leave 2; leave 0; leave 1; all; leave 1; deal 0:3 1:-1; all"},
	{"leave-empty-stock", "with nothing in the stock, a leave is done at once; so are two", ristretto255, 4, 2, "all; deal 0:0 1:1; all; leave 1; leave 0; show 0 0; all"},
	{"leave-empty-stock-waits", "with nothing in the stock, leaves are done when the deal before them is", ristretto255, 4, 1, "all; deal 0:-1; leave 1; leave 2; all; leave 3"},

	// Redeal
	{"redeal-gone", "a seat is gone; nobody keeps a card", ristretto255, 3, 3, "all; redeal 1 /; all; deal 3:-1 4:2; all"},
	{"redeal-gone-several", "two seats are gone, one with cards, during a deal", ristretto255, 4, 3, "all; deal 0:3 1:0; all; deal 2:-1; say 1; redeal 3 1 /; all"},
	{"redeal-during-keys", "a seat is gone before it says its key", ristretto255, 3, 2, "say 0; redeal 1 /; say 1; all"},
	{"redeal-during-shuffle", "a seat is gone before it shuffles", ristretto255, 3, 2, "say 0; say 1; say 2; say 0; redeal 1 /; all; deal 0:0; all"},
	{"redeal-during-redeal", "a seat is gone during keys, during shuffles, and during vetoes of a hand dealt again", ristretto255, 5, 4,
		"all; deal 0:0 1:1; all; redeal 4 /; say 0; redeal 3 /; say 0; say 1; say 2; say 0; prepare 1; redeal / 1; late 1; say 0; say 1; say 2; say 0; say 1; say 2; redeal 2 /; all; deal $0:0 $1:1; all"},
	{"redeal-while-due", "while a deal, a show and a leave are due and a deal waits: those that were leaving are out", ristretto255, 4, 5,
		"all; deal 0:0 1:1; all; deal 2:2; show 0 0; leave 3; deal 3:1; prepare 0; redeal / 1; late 0; all; deal $0:3; deal $0:1; all"},
	{"redeal-kept", "a seat keeps two cards; then two seats keep one each, of two decks", ristretto255, 3, 4, "all; deal 0:2 1:0 2:2; all; redeal / 1; all; deal $0:0; all; redeal / 1; redeal / 0; all; deal $0:1; all"},
	{"redeal-kept-several", "two seats keep cards, one of them two; vetoes in another order", ristretto255, 3, 5, "all; deal 0:1 1:0 2:1 3:2; all; redeal 2 /; say 1; say 0; say 0; say 1; backwards; deal $0:0; all"},
	{"two-decks", "a seat keeps cards of two decks, so that its veto has two proofs; with the messages in full", ristretto255, 2, 4,
		"all; deal 3:0 1:-1; all; redeal / 1; all; deal $0:0 $1:1; all; redeal / %2; all"},
	{"redeal-open", "cards that are open stay open, and are not in the new deck", ristretto255, 3, 4, "all; deal 0:-1 1:0 2:-1; all; redeal 2 /; all; deal $0:1; all; show 0 1; all"},
	{"redeal-back", "positions that go back, held and open, in any order", ristretto255, 2, 4, "all; deal 0:-1 1:0 2:1; all; redeal / 1 0; all; deal $0:-1 $1:-1 $2:-1; all"},
	{"redeal-none-closed", "all cards are open, so that one at least must go back", ristretto255, 3, 2, "all; deal 1:-1 0:-1; all; redeal 0 /; redeal 0 / 1; all; deal $0:1; all"},
	{"redeal-after-leave", "the cards of a seat that has left, and is out, are dealt again; it may be named as gone", ristretto255, 4, 3,
		"all; deal 0:1 1:0; all; leave 1; all; leave 0; all; redeal 0 /; redeal 1 /; redeal / 0; say 1; all; deal $0:2; all"},
	{"redeal-all-held", "all cards are held; the new deck has no card that can be dealt", ristretto255, 3, 2, "all; deal 1:0 0:1; all; redeal 2 /; all; deal 2:0; leave 0; redeal / 1; all"},

	// Void
	{"void-again", "messages again, at once and later; of another seat; of another turn", ristretto255, 3, 2,
		"say 0; again 0 0; again 1 0; as 0 1; as 2 1; say 1; again 0 0; say 2; again 1 5; all; deal 0:0 1:1; say 0; again 0 13; again 2 13; again 0 9; all; again 0 13"},
	{"void-overtaken", "messages that a step has overtaken", ristretto255, 3, 3, "prepare 2; say 0; redeal 1 /; late 2; all; deal $0:0; all; deal $0:2; prepare 0; redeal / %0; late 0; all; deal $0:0; all; show 0 %0; prepare 0; redeal / %0; late 0; all"},
	{"void-early", "a message of another hand; a key that was made before another was read is not void", ristretto255, 2, 2, "prepare 1; forge 0 elsewhere; say 0; late 1; forge 0 elsewhere; all"},

	// Faults
	{"faults-key", "what breaks a key: its length, K, its proof; the turn is still due", ristretto255, 2, 2, "faults 1; faults 0; all"},
	{"faults-shuffle", "what breaks a shuffle", ristretto255, 2, 2, "say 0; say 1; faults 0; say 1; deal 0:0; all"},
	{"faults-shuffle-kept", "what breaks a shuffle with kept cards", ristretto255, 2, 3, "all; deal 0:0 1:1 2:-1; all; redeal / 2; say 0; say 1; say 0; faults 1; all"},
	{"faults-veto", "what breaks a veto of two decks", ristretto255, 2, 4, "all; deal 3:0 1:0 2:-1; all; redeal / 2; all; deal $0:0 $1:1; all; redeal / %3; say 0; say 1; say 0; say 1; faults 0; deal $0:1; all"},
	{"faults-layer", "what breaks a layer", ristretto255, 2, 3, "all; deal 1:1 0:-1; faults 0; faults 1"},
	{"faults-show", "what breaks a show of two decks", ristretto255, 2, 3, "all; deal 1:0 2:1; all; redeal / 2; all; deal $0:0; all; show 0 %1 1; faults 0"},
	{"faults-leave", "what breaks a leave", ristretto255, 3, 2, "all; leave 1; faults 1; all"},
	{"faults-order", "two faults in one message: the first counts, with elements before proofs", ristretto255, 2, 3,
		"all; deal 1:0 2:1; all; redeal / 2; all; deal $0:0; all; show 0 1 %1; spoil 0 -128:01 -96:01; spoil 0 -192:01 -32:01; spoil 0 -192:01 -1:f0; spoil 0 -128:01 -32:01; spoil 0 -224:01 -128:01; say 0"},
	{"faults-modp2048", "an element above q, a scalar above q, an s′ of 2³³⁷ and more, and values that are changed", modp2048, 2, 1,
		"alter 0 32 80; alter 0 287 01; alter 0 544 80; alter 0 799 01; say 0; say 1; alter 0 3616 02; alter 0 3658 01; alter 0 3615 01; say 0; say 1"},

	{"forged-key", "a key of another exponent than the proof, and in another context", ristretto255, 2, 2, "forge 0 context; forge 0 unproved; forge 1 unproved; all"},
	{"forged-key-again", "another seat's key, with a valid proof", ristretto255, 3, 2, "forge 1 other; forge 0 other; say 0; forge 2 other; say 2; say 0; forge 1 context; forge 1 other; all"},
	{"forged-key-own", "a key that isn't the one of the seat's secret: it is an observer from then on, and knows no cards", ristretto255, 2, 2,
		"forge 1 other; say 0; say 0; say 1; forge 1 other; deal 0:1 1:0; say 0; say 1; forge 1 other; redeal / 1; say 1; say 0"},
	{"forged-shuffle", "with another key, in another context, with a foreign card, with two exponents, and without a layer, with proofs made for that", ristretto255, 2, 2,
		"say 0; say 1; forge 0 other; forge 0 context; forge 0 foreign; forge 0 exponents; forge 0 bare; say 0; forge 1 foreign; all"},
	{"forged-kept", "kept cards to another exponent than the deck, in another order, and exchanged for another, with proofs made for that", ristretto255, 2, 3,
		"all; deal 0:0 1:1 2:-1; all; redeal / 2; say 0; say 1; forge 0 kept-other; forge 0 kept-exchanged; forge 0 kept-foreign; all"},
	{"forged-veto", "own cards in another order, by another key, in another context, and cards of the new deck, with proofs made for that", ristretto255, 2, 3,
		"all; deal 0:0 1:0 2:1; all; redeal / 2; say 0; say 1; say 0; say 1; forge 0 exchanged; forge 0 other; forge 0 context; forge 0 stock; all"},
	{"forged-layer", "the layer of another key; of other positions; exchanged; in another context; another seat's", ristretto255, 3, 4,
		"all; deal 1:1 0:-1; forge 0 other; forge 0 stock; forge 0 exchanged; forge 0 context; forge 0 neighbour; say 0; forge 1 neighbour; all"},
	{"forged-show", "another card; another deck's key; proofs exchanged", ristretto255, 2, 4,
		"all; deal 1:0 2:1; all; redeal / 2; all; deal $0:0; all; show 0 1 %1; forge 0 stock; forge 0 newest; forge 0 proofs; forge 0 other; forge 0 context; say 0"},
	{"forged-leave", "with another key, exchanged, by the next seat's key, in another context", ristretto255, 3, 3, "all; deal 0:1; all; leave 1; forge 1 other; forge 1 exchanged; forge 1 neighbour; forge 1 context; all"},

	// Steps that are not possible
	{"state-not-ready", "deals, shows and leaves before the hand is ready", ristretto255, 3, 3,
		"deal 0:0; leave 0; show 0 0; say 0; say 1; say 2; deal 0:0; say 0; leave 1; say 1; say 2; deal 0:0; all; redeal 2 /; show 0 0; deal 1:0; say 0; say 1; say 0; deal 1:1; show 0 0; say 1; deal 3:1; show 0 0; all; show 0 0; all"},
	{"state-deal", "no card, one that isn't there or is repeated, in the stock no more, or for nobody who is in", ristretto255, 4, 4,
		"all; deal 0:1; all; deal 1:-1; all; leave 2; all; deal 0:0; deal 1:0; deal 2:2; deal 2:4; deal 2:-2; deal 4:0; deal -1:0; deal 2:0 2:0; deal 2:0 2:1; deal 2:0 0:0; leave 3; deal 2:3; deal 2:0; deal 2:0; all; redeal / 1; all; deal 3:0; deal 1:0; deal 0:1"},
	{"state-deal-none", "a deal, a show and a redeal of nothing", ristretto255, 2, 2, "all; deal 0:0; all; deal; show 0; redeal /; show 1; deal 1:1; all"},
	{"state-show", "cards that aren't held by the seat, are repeated, or in a show that is due", ristretto255, 3, 4,
		"all; deal 0:0 1:1 2:0; all; show 0 1; show 0 3; show 0 4; show 0 -1; show 3 0; show -1 0; show 0 0 0; show 0 0 1; show 0 0; show 0 0; show 0 2 0; show 0 2; all; show 0 0; deal 3:1; show 1 3; all"},
	{"state-leave", "by a seat that is leaving, has left, is out or isn't there, and of two seats", ristretto255, 4, 2,
		"all; leave 4; leave -1; leave 1; leave 1; all; leave 1; redeal 2 /; all; leave 1; leave 2; leave 0; all"},
	{"leave-retired", "a leave spares what is retired", ristretto255, 4, 5,
		"all; deal 0:0 1:1; all; redeal 3 /; all; leave 1; all; deal $0:0 $1:-1; all"},
	{"state-redeal-back", "a card that is dealt, in the stock or retired can't go back", ristretto255, 3, 3,
		"all; deal 0:0; redeal / 0; all; redeal 2 /; all; redeal / 3; redeal / 4; redeal / 5"},
	{"state-redeal", "without seats that are out, aren't there, are repeated, or leave fewer than two; with positions that aren't held or open, or repeated", ristretto255, 4, 4,
		"all; redeal 3 /; all; deal $0:0 $1:-1; all; redeal 3 /; redeal 4 /; redeal -1 /; redeal 2 2 /; redeal 1 2 /; redeal 0 1 2 /; redeal / 4 4; redeal / 6; redeal / 0; redeal / 8; redeal / -1; redeal 2 3 /; redeal 2 / 5 7; leave 1; redeal 2 /; redeal 1 2 / 5; redeal 1 / 5; all"},
}

// forgeries are messages for a turn that isn't as it should be, with proofs that were made for
// what they say if they have any chance.
var forgeries = map[string]func(h *hand, t turn) []byte{
	"other": func(h *hand, t turn) []byte { // by a key that isn't the seat's, unless it was announced
		return h.message(t, func(int) seeded { return h.g.seeded(sha([]byte("another key"))) })
	},
	"neighbour": func(h *hand, t turn) []byte { // by the next seat's key
		return h.message(t, func(deck int) seeded { return h.seeded((t.seat+1)%h.seats, deck) })
	},
	"newest": func(h *hand, t turn) []byte { // by the key of the last deck
		return h.message(t, func(int) seeded { return h.seeded(t.seat, len(h.decks)-1) })
	},
	"context": func(h *hand, t turn) []byte { return forge(h, t, sha(t.digest), t.positions) },
	"elsewhere": func(h *hand, t turn) []byte { // that of a hand with another id
		other := newHand(h.g, "another hand", h.x0, h.secrets)
		return other.say(t.seat)
	},
	"unproved": func(h *hand, t turn) []byte {
		message := h.say(t.seat)
		copy(message[32:], h.g.bytes([]*big.Int{h.g.numbered(1)}))
		return message
	},
	"foreign": func(h *hand, t turn) []byte {
		return forgeShuffle(h, t, func(y []*big.Int) { y[1] = h.g.card("another label", 0) })
	},
	"exponents": func(h *hand, t turn) []byte {
		return forgeShuffle(h, t, func(y []*big.Int) { y[1] = h.g.power(y[1], big.NewInt(2)) })
	},
	"bare":           func(h *hand, t turn) []byte { return forgeShuffle(h, t, func(y []*big.Int) { copy(y, h.now) }) },
	"kept-other":     func(h *hand, t turn) []byte { return forgeKept(h, t, h.v, big.NewInt(3)) },
	"kept-exchanged": func(h *hand, t turn) []byte { return forgeKept(h, t, []*big.Int{h.v[1], h.v[0]}, one) },
	"kept-foreign":   func(h *hand, t turn) []byte { return forgeKept(h, t, []*big.Int{h.v[0], h.now[0]}, one) },
	"exchanged": func(h *hand, t turn) []byte { // the first two elements
		exchanged := slices.Clone(t.positions)
		exchanged[0], exchanged[1] = exchanged[1], exchanged[0]
		return forge(h, t, t.digest, exchanged)
	},
	"stock": func(h *hand, t turn) []byte { // the layer of cards in the stock, which is valid as such
		t.kind = layerTurn
		positions := slices.Clone(t.positions)
		for i, p := range positions {
			if h.positions[p].deck == len(h.decks)-1 || h.due[0].kind == vetoTurn {
				positions[i] = h.with("stock")[i]
			}
		}
		return forge(h, t, t.digest, positions)
	},
	"proofs": func(h *hand, t turn) []byte {
		message := h.say(t.seat)
		at := len(message) - 192
		return slices.Concat(message[:at], message[at+96:], message[at:at+96])
	},
}

// forge is a message for other positions, and in another context.
func forge(h *hand, t turn, context []byte, positions []int) []byte {
	digest := t.digest
	t.digest, t.positions = context, positions
	message := h.message(t, func(deck int) seeded { return h.seeded(t.seat, deck) })
	return append(slices.Clone(digest), message[32:]...)
}

// forgeShuffle is a shuffle whose cards are changed before its proof is made.
func forgeShuffle(h *hand, t turn, change func(y []*big.Int)) []byte {
	key := h.seeded(t.seat, len(h.decks)-1)
	order := key.orderOf(h.g.bytes(h.now), len(h.now))
	y := permute(h.g.powers(h.now, key.e), order)
	change(y)
	return h.shuffled(t, key, h.v, key.e, y, order)
}

// forgeKept is a shuffle in which V is another, and its exponent some power of that of the deck.
func forgeKept(h *hand, t turn, v []*big.Int, times *big.Int) []byte {
	key := h.seeded(t.seat, len(h.decks)-1)
	order := key.orderOf(h.g.bytes(h.now), len(h.now))
	e := new(big.Int).Mul(key.e, times)
	return h.shuffled(t, key, v, e.Mod(e, h.g.q), permute(h.g.powers(h.now, key.e), order), order)
}

func handSecrets(seats int) (secrets [][]byte, texts []string) {
	texts = []string{} // not null
	for i := range seats {
		secret := sha(fmt.Append(nil, "secret of seat ", i))
		secrets, texts = append(secrets, secret), append(texts, hex.EncodeToString(secret))
	}
	return secrets, texts
}

func handCases() (out []vectors.Case) {
	for _, c := range handPlays {
		secrets, texts := handSecrets(c.seats)
		x0, name := c.g.deck("squaredeal test hand", c.n), "squaredeal test"
		if c.id == "longest-id" {
			name = strings.Repeat("∞♠", 170) + "1024"
		}
		inputs := vectors.Fields{"group": c.g.name, "label": "squaredeal test hand", "n": c.n, "seats": c.seats, "id": name, "secrets": texts}
		if c.id == "select" {
			order := []int{3, 0, 4}
			x0, inputs["select"] = permute(x0, order), order
		}
		s := script{hand: newHand(c.g, name, x0, secrets), late: map[int][]byte{}}
		s.do(c.play)
		positions, held := []string{}, make([]string, c.seats)
		for i, p := range s.positions {
			text := p.status
			switch p.status {
			case "dealing", "held":
				text += fmt.Sprint(" to ", p.to)
			case "open":
				text += fmt.Sprint(" = ", p.card)
			}
			positions = append(positions, text)
			if p.status == "held" && !s.observer[p.to] {
				card := s.number(s.g.power(p.value, s.g.inverse(s.seeded(p.to, p.deck).e)))
				held[p.to] = strings.TrimPrefix(held[p.to]+fmt.Sprintf(" %d=%d", i, card), " ")
			}
		}
		inputs["items"] = s.items
		outputs := vectors.Fields{
			"table": hex.EncodeToString(s.table), "results": s.results, "heads": s.heads, "due": s.dues, "messages": s.messages, "positions": positions, "held": held,
		}
		if c.id == "plain" || c.id == "two-decks" {
			outputs["whole"] = s.whole
		}
		out = append(out, vectors.Case{ID: "hand/" + c.id, Comment: c.comment, Inputs: inputs, Outputs: outputs, Result: "ok"})
	}
	return out
}

func handsThatCannotBegin() (out []vectors.Case) {
	add := func(id, comment, name string, n, seats int, order ...int) {
		_, texts := handSecrets(seats)
		inputs := vectors.Fields{"group": "ristretto255", "label": "squaredeal test hand", "n": n, "seats": seats, "id": name, "secrets": texts, "items": []string{}}
		if order != nil {
			inputs["select"] = order
		}
		out = append(out, vectors.Case{ID: "hand/" + id, Comment: comment, Inputs: inputs, Result: "malformed"})
	}
	add("no-id", "an empty id", "", 3, 2)
	add("overlong-id", "an id of 1,025 bytes", strings.Repeat("x", 1025), 3, 2)
	add("no-seats", "no seats", "squaredeal test", 3, 0)
	add("one-seat", "one seat", "squaredeal test", 3, 1)
	add("too-many-seats", "17 seats", "squaredeal test", 3, 17)
	add("no-cards", "a deck of no cards", "squaredeal test", 0, 2)
	add("too-many-cards", "a deck of 1,025 cards", "squaredeal test", 1025, 2)
	add("repeated-card", "a card of the deck is selected twice", "squaredeal test", 3, 2, 0, 1, 0)
	return out
}

func randomHands() (out []vectors.Case) {
	h := sha256.New()
	for run := range 20 {
		stream := sha3.NewSHAKE256()
		stream.Write(slices.Concat(lp([]byte("squaredeal/hand/v1/run")), u32(run)))
		draw := func() int { return int(next(stream, 1)[0]) }
		seats, n := 2+draw()%3, 0
		n = 3 + draw()%4
		var secrets [][]byte
		for range seats {
			secrets = append(secrets, next(stream, 32))
		}
		hand := newHand(ristretto255, fmt.Sprint("run ", run), ristretto255.deck("run", n), secrets)
		for range 40 {
			if hand.randomItem(draw) {
				h.Write(hand.head)
			}
		}
		if runs := run + 1; runs == 3 || runs == 20 {
			out = append(out, vectors.Case{
				ID: fmt.Sprintf("accumulated/%d", runs), Comment: "SHA-256 of the heads of random hands",
				Inputs: vectors.Fields{"runs": runs}, Outputs: vectors.Fields{"sha256": hex.EncodeToString(h.Sum(nil))}, Result: "ok",
			})
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

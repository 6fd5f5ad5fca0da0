package otpdeal_test

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/squaredeal/squaredeal/otpdeal"
)

// model computes the payloads of a deal, in the order of the routes, for any size of
// deck: the deck has as many cards as there are pads, a hand a quarter of that.
func model(cards, pads, order []byte) [][]byte {
	size := len(cards) / 4
	var encrypted []byte
	for i, c := range cards {
		encrypted = append(encrypted, c^pads[i])
	}
	var out [][]byte
	for _, route := range otpdeal.Routes() {
		seat := route.From()
		if seat == otpdeal.KeyMasterSeat || seat == otpdeal.DealerSeat && route.Kind() == otpdeal.SendCards {
			seat = route.To() // whose cards it is about
		}
		numbers := order[size*seat:][:size]
		var payload []byte
		switch route.Kind() {
		case otpdeal.SendAllKeys:
			payload = pads
		case otpdeal.SendAllCards:
			payload = encrypted
		case otpdeal.SendCards:
			for _, n := range numbers {
				payload = append(payload, encrypted[n])
			}
			payload = append(payload, numbers...)
		case otpdeal.RequestKeys:
			payload = numbers
		case otpdeal.SendKeys:
			for _, n := range numbers {
				payload = append(payload, pads[n])
			}
		}
		out = append(out, payload)
	}
	return out
}

// The model is the protocol that the roles speak: with 52 cards it has their bytes.
func TestModelIsTheProtocol(t *testing.T) {
	for seed := range uint64(50) {
		d := finished(t, seed)
		cards, pads, order := inputs(seed)
		var deck []byte
		for _, c := range cards {
			deck = append(deck, byte(c))
		}
		for i, payload := range model(deck, pads, order) {
			route := otpdeal.Routes()[i]
			sent := d.find(t, route.Kind(), route.From(), route.To())
			if !bytes.Equal(sent.Payload(), payload) {
				t.Fatalf("%v to seat %d is %x, the model's is %x", route.Kind(), route.To(), sent.Payload(), payload)
			}
		}
	}
}

// permutations returns all orders of 0, …, n−1.
func permutations(n int) (all [][]byte) {
	if n == 0 {
		return [][]byte{nil}
	}
	for _, p := range permutations(n - 1) {
		for i := range n {
			all = append(all, slices.Insert(slices.Clone(p), i, byte(n-1)))
		}
	}
	return all
}

// What a coalition can want to know about a deal: each a permutation.
const (
	hands   = iota // the card of each seat
	cardOf         // the card of each number
	seatOf         // the seat of each number
	secrets        // how many there are
)

// The table of SPEC.md, section 8, from every deal of four cards: every order, every pads of two
// bits, every assignment, all equally likely. For each view that a coalition can have
// of the messages, it counts the deals which agree with it.
func TestTrustTable(t *testing.T) {
	const n = 4
	perms := permutations(n)
	index := make(map[[n]byte]int)
	for i, p := range perms {
		index[[n]byte(p)] = i
	}
	type world struct {
		view   uint64 // all payloads, two bits for each byte
		secret [secrets]int
	}
	routes := otpdeal.Routes()
	bits := make([]uint64, len(routes)) // of the view, that are a route's
	var worlds []world
	pads := make([]byte, n)
	for _, cards := range perms {
		for _, order := range perms {
			for all := range 1 << (2 * n) {
				for i := range pads {
					pads[i] = byte(all >> (2 * i) & 3)
				}
				w, shift := world{}, 0
				for i, payload := range model(cards, pads, order) {
					bits[i] = (1<<(2*len(payload)) - 1) << shift
					for _, b := range payload {
						w.view |= uint64(b) << shift
						shift += 2
					}
				}
				var held, seats [n]byte
				for seat, number := range order {
					held[seat], seats[number] = cards[number], byte(seat)
				}
				w.secret = [...]int{index[held], index[[n]byte(cards)], index[seats]}
				worlds = append(worlds, w)
			}
		}
	}

	var rows []string
	for coalition := 1; coalition < 16; coalition++ {
		in := func(seat byte) bool { return coalition>>seat&1 != 0 }
		var mask uint64
		for i, route := range routes {
			if in(byte(route.From())) || in(byte(route.To())) {
				mask |= bits[i]
			}
		}
		views := make(map[uint64]*[secrets][24]uint16)
		for _, w := range worlds {
			counts := views[w.view&mask]
			if counts == nil {
				counts = new([secrets][24]uint16)
				views[w.view&mask] = counts
			}
			for i, secret := range w.secret {
				counts[i][secret]++
			}
		}
		var members int
		row := ""
		for seat := range byte(4) {
			if in(seat) {
				members++
				row += string("HKDY"[seat])
			}
		}
		for secret := range secrets {
			knows := ""
			for _, counts := range views {
				word := knowledge(counts[secret][:], perms, secret, members, in)
				if knows != "" && word != knows {
					word = "depends"
				}
				knows = word
			}
			row += " " + knows
		}
		rows = append(rows, row)
	}

	var table []string
	for _, line := range regexp.MustCompile(`(?m)^\| [HKDY, ]+ \| (own|all) .*$`).FindAllString(string(readFile(t, "SPEC.md")), -1) {
		coalitions, knows, _ := strings.Cut(strings.Trim(line, "| "), " | ")
		for coalition := range strings.SplitSeq(coalitions, ", ") {
			table = append(table, coalition+" "+strings.ReplaceAll(knows, " | ", " "))
		}
	}
	slices.Sort(rows)
	slices.Sort(table)
	if diff := cmp.Diff(rows, table); diff != "" || len(rows) != 15 {
		t.Errorf("SPEC.md's table isn't what coalitions know (-computed +SPEC.md):\n%s", diff)
	}
}

// knowledge puts into a word what a view says of a secret, from the number of worlds
// with each value of it. It is "own" if the coalition's own part of the value is the
// same in all of them, and all completions of that are equally many.
func knowledge(counts []uint16, perms [][]byte, secret, members int, in func(byte) bool) string {
	completions := 1
	for i := 2; i <= 4-members; i++ {
		completions *= i
	}
	var values [][]byte
	var number uint16
	for i, count := range counts {
		if count == 0 {
			continue
		}
		values = append(values, perms[i])
		if number == 0 {
			number = count
		} else if count != number {
			return "some"
		}
	}
	if len(values) == 1 {
		return "all"
	}
	// The places at which all values agree must be those of the coalition's own, and no more.
	agree := 0
	for place := range values[0] {
		same := true
		for _, v := range values {
			same = same && v[place] == values[0][place]
		}
		if same {
			agree++
		}
		switch secret {
		case hands:
			if same != in(byte(place)) {
				return "some"
			}
		case seatOf:
			if same != in(values[0][place]) {
				return "some"
			}
		}
	}
	if agree != members || len(values) != completions {
		return "some"
	}
	return "own"
}

// The same with 52 cards: what two of the three see is enough to compute all hands.
func TestPairsKnowEverything(t *testing.T) {
	d := finished(t, 30)
	for _, pair := range [][2]int{{0, 1}, {0, 2}, {1, 2}} {
		var keys, encrypted []byte
		numbers := make(map[int][]byte)
		for _, seat := range pair {
			for _, m := range d.roles[seat].Record().Messages() {
				switch payload := m.Payload(); m.Kind() {
				case otpdeal.SendAllKeys:
					keys = payload
				case otpdeal.SendAllCards:
					encrypted = payload
				case otpdeal.SendCards:
					numbers[m.To()] = payload[13:]
				case otpdeal.RequestKeys:
					numbers[m.From()] = payload
				}
			}
		}
		for seat, r := range d.roles {
			var hand []otpdeal.Card
			for _, n := range numbers[seat] {
				hand = append(hand, otpdeal.Card(encrypted[n]^keys[n]))
			}
			if want, _ := r.Hand(); !slices.Equal(hand, want) {
				t.Errorf("seats %v take %v for the hand of seat %d, %v", pair, hand, seat, want)
			}
		}
	}
}

// A pad byte over the 52 cards: each card is encrypted as each of the 256 bytes by
// exactly one pad, so an encrypted card says nothing of the card.
func TestPadHidesPerfectly(t *testing.T) {
	for _, card := range otpdeal.Deck() {
		var ways [256]int
		for pad := range 256 {
			ways[byte(card)^byte(pad)]++
		}
		for b, n := range ways {
			if n != 1 {
				t.Fatalf("%v becomes %#02x by %d pads", card, b, n)
			}
		}
	}
}

// A pad used for two deals: the XOR of the encrypted cards is that of the cards, and
// leaves at most 52 of the 52·51 pairs of different cards.
func TestTwoTimePad(t *testing.T) {
	pairs := make(map[byte]int)
	for _, a := range otpdeal.Deck() {
		for _, b := range otpdeal.Deck() {
			pairs[byte(a^b)]++
		}
	}
	cards, pads, _ := inputs(31)
	again, _, _ := inputs(32)
	most := 0
	for i := range cards {
		sum := byte(cards[i]) ^ pads[i] ^ byte(again[i]) ^ pads[i] // by anyone who sees both
		if sum != byte(cards[i]^again[i]) {
			t.Fatal("the pad isn't gone")
		}
		if cards[i] != again[i] {
			most = max(most, pairs[sum])
		}
	}
	if most == 0 || most > 52 {
		t.Errorf("%d pairs of cards are possible", most)
	}

	// So a Host deals once: it sends the same messages again and no others.
	host := newHost(t, 31).role.(*otpdeal.Host)
	first, err := host.Start()
	if err != nil {
		t.Fatal(err)
	}
	if second, err := host.Start(); err != nil || !slices.Equal(lines(first), lines(second)) {
		t.Errorf("%v, %v", lines(second), err)
	}
}

// A Card Dealer that asks for the keys of the Dummy's numbers first reads that hand instead of
// its own, and the Dummy is refused, which ends the deal.
func TestDealerReadsAHand(t *testing.T) {
	d := newDeal(t, 8)
	deliverAll(t, d, otpdeal.SendAllKeys, otpdeal.SendAllCards)
	dealt := d.pending(t, otpdeal.SendCards, 3).Payload()
	cards, numbers := dealt[:otpdeal.HandSize], dealt[otpdeal.HandSize:]
	keyMaster := d.roles[1]
	keys := take(t, keyMaster, parse(t, otpdeal.RequestKeys, 2, 1, numbers))[0].Payload()
	seen := map[otpdeal.Card]bool{}
	for i := range cards {
		c := otpdeal.Card(cards[i] ^ keys[i])
		if seen[c] = true; !c.Valid() {
			t.Errorf("%v is no card", c)
		}
	}
	if len(seen) != otpdeal.HandSize {
		t.Errorf("%d different cards", len(seen))
	}
	refuses(t, "the Dummy's request", keyMaster, parse(t, otpdeal.RequestKeys, 3, 1, numbers), otpdeal.ErrTaken, 2, 3)
}

// A pad authenticates nothing: a Key Master who flips a bit of every suit gives out
// hands of 13 different cards, all wrong. Only the Host can see it at once; the audit
// does.
func TestKeyMasterChangesSuits(t *testing.T) {
	d := newDeal(t, 33)
	deliverAll(t, d, otpdeal.SendAllKeys, otpdeal.SendAllCards, otpdeal.SendCards, otpdeal.RequestKeys)
	for _, m := range d.inFlight {
		payload := m.Payload()
		for i := range payload {
			payload[i] ^= 0x40
		}
		if altered := parse(t, m.Kind(), m.From(), m.To(), payload); m.To() == otpdeal.HostSeat {
			refuses(t, "the Host's keys", d.roles[0], altered, otpdeal.ErrMismatch, 1)
		} else {
			d.replace(t, m.Kind(), m.From(), m.To(), payload)
		}
	}
	d.finish(t)
	cards, _, order := inputs(33)
	for _, seat := range []int{2, 3} {
		hand, err := d.roles[seat].Hand()
		if err != nil {
			t.Fatal(err)
		}
		for i, n := range order[13*seat:][:13] {
			if hand[i] != cards[n]^0x40 {
				t.Errorf("seat %d has %v for %v", seat, hand[i], cards[n])
			}
		}
	}
	if report := d.audit(t); report.ok || !slices.Equal(report.Suspects(), []int{1}) {
		t.Errorf("suspects %v of %v", report.Suspects(), report.Findings)
	}
}

// Why a role's deal ends with a refusal: if the Dummy went on, the Key Master could read
// its hand by trying keys. A role that goes on is played here by copies of one.
func TestRefusalsAreAnOracle(t *testing.T) {
	d := newDeal(t, 34)
	deliverAll(t, d, otpdeal.SendAllKeys, otpdeal.SendAllCards, otpdeal.SendCards, otpdeal.RequestKeys)
	keys := d.pending(t, otpdeal.SendKeys, 3).Payload()
	read := func(receive func(otpdeal.Message) error) (ranks []int) {
		refused := func(i int, flip byte) bool {
			// A byte that is no card in another place keeps any try from being accepted, so
			// what counts is which byte of the hand is named.
			altered := replaced(keys, i, keys[i]^flip)
			if i < 12 {
				altered[12] ^= 0x30
			}
			err := receive(parse(t, otpdeal.SendKeys, 1, 3, altered))
			return strings.Contains(fmt.Sprint(err), fmt.Sprintf("byte %d of the hand is no card", i))
		}
		for i := range 12 {
			for rank := 1; rank <= 13; rank++ {
				fits := true
				for flip := 1; flip < 16 && fits; flip++ {
					flipped := rank ^ flip
					fits = refused(i, byte(flip)) == (flipped == 0 || flipped > 13)
				}
				if fits {
					ranks = append(ranks, rank)
				}
			}
		}
		return ranks
	}
	var hand []int
	for _, n := range d.roles[3].Record().Messages()[0].Payload()[13:] {
		cards, _, _ := inputs(34)
		hand = append(hand, cards[n].Rank())
	}
	goesOn := read(func(m otpdeal.Message) error {
		_, err := d.roles[3].restart(t).Receive(m)
		return err
	})
	if !slices.Equal(goesOn, hand[:12]) {
		t.Errorf("a Dummy that goes on is read as %v, not %v", goesOn, hand)
	}
	dummy := d.roles[3].restart(t)
	ended := read(func(m otpdeal.Message) error {
		_, err := dummy.Receive(m)
		return err
	})
	if len(ended) != 0 {
		t.Errorf("a Dummy whose deal is over is read as %v", ended)
	}
}

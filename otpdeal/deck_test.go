package otpdeal_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/squaredeal/squaredeal/otpdeal"
)

// lp is a field of an encoding, as SPEC.md has it.
func lp(field string) []byte {
	return append(binary.BigEndian.AppendUint64(nil, uint64(len(field))), field...)
}

func TestCards(t *testing.T) {
	deck := otpdeal.Deck()
	if len(deck) != 52 || !slices.IsSorted(deck) || len(slices.Compact(slices.Clone(deck))) != 52 {
		t.Fatalf("the deck is %v", deck)
	}
	valid := 0
	for b := range 256 {
		c := otpdeal.Card(b)
		if c.Valid() != slices.Contains(deck, c) {
			t.Errorf("byte %#02x: valid %v", b, c.Valid())
		}
		if !c.Valid() {
			continue
		}
		valid++
		if again, err := otpdeal.NewCard(c.Suit(), c.Rank()); err != nil || again != c {
			t.Errorf("%v becomes %v, %v", c, again, err)
		}
	}
	if valid != 52 {
		t.Errorf("%d bytes are cards", valid)
	}
	for text, b := range map[string]byte{
		"A♣": 0x01, "2♣": 0x02, "K♣": 0x0d, "10♦": 0x4a, "J♦": 0x4b, "Q♠": 0x8c, "A♥": 0xc1, "9♥": 0xc9, "K♥": 0xcd,
		"Card(0x00)": 0, "Card(0x0e)": 0x0e, "Card(0x11)": 0x11, "Card(0xff)": 0xff,
	} {
		if got := otpdeal.Card(b).String(); got != text {
			t.Errorf("%#02x is %s, want %s", b, got, text)
		}
	}
	if got := otpdeal.Suit(4).String(); got != "Suit(4)" {
		t.Error(got)
	}
	for _, wrong := range []struct {
		suit otpdeal.Suit
		rank int
	}{{otpdeal.Clubs, 0}, {otpdeal.Hearts, 14}, {otpdeal.Hearts, -1}, {4, 1}, {255, 1}, {otpdeal.Clubs, 257}} {
		if c, err := otpdeal.NewCard(wrong.suit, wrong.rank); !errors.Is(err, otpdeal.ErrMalformed) || c != 0 {
			t.Errorf("%+v is %v, %v", wrong, c, err)
		}
	}
}

func TestNewHost(t *testing.T) {
	cards, pads, _ := inputs(50)
	replace := func(i int, c otpdeal.Card) []otpdeal.Card {
		list := slices.Clone(cards)
		list[i] = c
		return list
	}
	for _, c := range []struct {
		what  string
		cards []otpdeal.Card
		pads  []byte
		class error
	}{
		{"no cards", nil, pads, otpdeal.ErrMalformed},
		{"51 cards", cards[:51], pads, otpdeal.ErrMalformed},
		{"53 cards", append(slices.Clone(cards), 1), pads, otpdeal.ErrMalformed},
		{"51 pads", cards, pads[:51], otpdeal.ErrMalformed},
		{"53 pads", cards, append(slices.Clone(pads), 1), otpdeal.ErrMalformed},
		{"a card twice", replace(51, cards[0]), pads, otpdeal.ErrCards},
		{"no card", replace(0, 0), pads, otpdeal.ErrCards},
		{"an unused bit", replace(30, cards[30]|0x10), pads, otpdeal.ErrCards},
		{"rank 14", replace(30, 0x0e), pads, otpdeal.ErrCards},
	} {
		if host, err := otpdeal.NewHost(id, c.cards, c.pads, new(kept).store); !errors.Is(err, c.class) || host != nil {
			t.Errorf("%s: %v", c.what, err)
		}
	}
}

func TestEntries(t *testing.T) {
	cards, pads, _ := inputs(51)
	entries := newHost(t, 51).role.(*otpdeal.Host).Entries()
	for i, entry := range entries {
		want := slices.Concat(lp("squaredeal/otpdeal/v1/entry"), lp(string(id)), []byte{byte(i), byte(cards[i]) ^ pads[i], pads[i]})
		if !bytes.Equal(entry, want) {
			t.Errorf("entry %d is %x, want %x", i, entry, want)
		}
	}
	if len(entries) != 52 {
		t.Errorf("%d entries", len(entries))
	}
}

// A new role refuses a deal id that is empty or too long, and a missing store function.
// If the store function fails there is no role.
func TestNewRoles(t *testing.T) {
	full := errors.New("the disk is full")
	check := func(name string, generate func(deal []byte, store func(old, new otpdeal.State) error) (role, error)) {
		calls := 0
		fail := func(old, new otpdeal.State) error {
			if calls++; old.Bytes() != nil || new.Bytes() == nil {
				t.Errorf("%s: stored in place of %d bytes", name, len(old.Bytes()))
			}
			return full
		}
		for _, n := range []int{0, otpdeal.MaxDealLen + 1} {
			if _, err := generate(make([]byte, n), fail); !errors.Is(err, otpdeal.ErrMalformed) {
				t.Errorf("%s: a deal id of %d bytes: %v", name, n, err)
			}
		}
		if _, err := generate(id, nil); !errors.Is(err, otpdeal.ErrMalformed) {
			t.Errorf("%s: no store function: %v", name, err)
		}
		if calls != 0 {
			t.Errorf("%s: stored %d times", name, calls)
		}
		if _, err := generate(id, fail); !errors.Is(err, full) || err.Error() != "otpdeal: storing the state: the disk is full" {
			t.Errorf("%s: %v", name, err)
		}
		for _, n := range []int{1, otpdeal.MaxDealLen} {
			if _, err := generate(make([]byte, n), new(kept).store); err != nil {
				t.Errorf("%s: a deal id of %d bytes: %v", name, n, err)
			}
		}
	}
	check("Host", func(deal []byte, store func(old, new otpdeal.State) error) (role, error) {
		r, err := otpdeal.GenerateHost(deal, store)
		if (r != nil) == (err != nil) {
			t.Error(r, err)
		}
		return r, err
	})
	check("KeyMaster", func(deal []byte, store func(old, new otpdeal.State) error) (role, error) {
		r, err := otpdeal.NewKeyMaster(deal, store)
		if (r != nil) == (err != nil) {
			t.Error(r, err)
		}
		return r, err
	})
	check("Dealer", func(deal []byte, store func(old, new otpdeal.State) error) (role, error) {
		r, err := otpdeal.GenerateDealer(deal, store)
		if (r != nil) == (err != nil) {
			t.Error(r, err)
		}
		return r, err
	})
	check("Dummy", func(deal []byte, store func(old, new otpdeal.State) error) (role, error) {
		r, err := otpdeal.NewDummy(deal, store)
		if (r != nil) == (err != nil) {
			t.Error(r, err)
		}
		return r, err
	})
}

// Every card comes to every place, every pad byte takes every value, every number is
// assigned to every place. One is missing, among so many, with a probability below
// 2^-80.
func TestGenerate(t *testing.T) {
	var cardAt [52][256]bool
	var padAt [52][256]bool
	var numberAt [52][52]bool
	for range 20_000 {
		host := keep(t, otpdeal.GenerateHost).role.(*otpdeal.Host)
		for i, e := range host.Entries() {
			pad := e[len(e)-1]
			padAt[i][pad] = true
			cardAt[i][e[len(e)-2]^pad] = true
		}
	}
	for range 4_000 {
		for i, n := range assignment(t, keep(t, otpdeal.GenerateDealer)) {
			numberAt[i][n] = true
		}
	}
	for i := range 52 {
		for _, c := range otpdeal.Deck() {
			if !cardAt[i][c] {
				t.Errorf("%v never comes to place %d", c, i)
			}
		}
		for b := range 256 {
			if !padAt[i][b] {
				t.Errorf("pad %d is never %#02x", i, b)
			}
			if otpdeal.Card(b).Valid() != cardAt[i][b] {
				t.Errorf("place %d: %#02x", i, b)
			}
		}
		for n := range 52 {
			if !numberAt[i][n] {
				t.Errorf("number %d is never assigned to place %d", n, i)
			}
		}
	}
}

// assignment returns what a Card Dealer is going to do.
func assignment(t *testing.T, d role) []byte {
	list := make([]byte, 0, 52)
	var own []byte
	for _, m := range take(t, d, parse(t, otpdeal.SendAllCards, 0, 2, make([]byte, 52))) {
		if m.Kind() == otpdeal.RequestKeys {
			own = m.Payload()
		} else {
			list = append(list, m.Payload()[13:]...)
		}
	}
	return slices.Insert(list, 26, own...)
}

// The shuffle has no bias that 50,000 decks show, and the one that swaps with any of
// the 52 places has.
func TestShuffleIsUnbiased(t *testing.T) {
	biased := func(src rand.Source, list []byte) {
		rng := rand.New(src)
		for i := range list {
			j := rng.IntN(len(list))
			list[i], list[j] = list[j], list[i]
		}
	}
	chiSquare := func(shuffle func(rand.Source, []byte)) (sum float64) {
		const runs = 50_000
		src := rand.NewPCG(3, 4)
		var counts [52][52]int
		for range runs {
			deck := make([]byte, 52)
			for i := range deck {
				deck[i] = byte(i)
			}
			shuffle(src, deck)
			for i, c := range deck {
				counts[i][c]++
			}
		}
		const want = runs / 52.0
		for _, row := range counts {
			for _, n := range row {
				sum += (float64(n) - want) * (float64(n) - want) / want
			}
		}
		return sum
	}
	// 51² degrees of freedom: mean 2601, standard deviation 72.
	if x := chiSquare(otpdeal.Shuffle); x < 2601-5*72 || x > 2601+5*72 {
		t.Errorf("chi-square %.0f", x)
	}
	if x := chiSquare(biased); x < 2601+20*72 {
		t.Errorf("the biased shuffle has chi-square %.0f", x)
	}
}

func TestNewDealer(t *testing.T) {
	_, _, order := inputs(13)
	for i := range order {
		for _, wrong := range []byte{order[(i+1)%52], 52, 255} {
			if _, err := otpdeal.NewDealer(id, replaced(order, i, wrong), new(kept).store); !errors.Is(err, otpdeal.ErrMalformed) {
				t.Errorf("number %d as %d: %v", i, wrong, err)
			}
		}
	}
	for _, wrong := range [][]byte{nil, order[:51], append(order, 0)} {
		if _, err := otpdeal.NewDealer(id, wrong, new(kept).store); !errors.Is(err, otpdeal.ErrMalformed) {
			t.Errorf("%d numbers: %v", len(wrong), err)
		}
	}
}

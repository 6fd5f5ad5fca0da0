package draw_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/squaredeal/squaredeal/shuffle/draw"
	"github.com/squaredeal/squaredeal/shuffle/draw/drand"
)

const round1000 = `{"round":1000,"randomness":"fe290beca10872ef2fb164d2aa4442de4566183ec51c56ff3cd603d930e54fdd","signature":"b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39"}`

func value1000(t testing.TB) draw.Value {
	t.Helper()
	return valueOf(t, round1000)
}

// raffle are the terms of the vectors: one winner, by round 1000.
func raffle() draw.Terms {
	return draw.Terms{
		Label: "Summer raffle", Place: "https://example.org/raffles", Number: 1, Winners: 1,
		Beacon: drand.Quicknet().Beacon(), Round: 1000, Time: time.Date(2023, 8, 23, 15, 59, 24, 0, time.UTC),
		Void: "if drand gives no round 1000 by 2023-09-01; announcement 2 then names another",
	}
}

func listOf(t testing.TB, entries []draw.Entry) *draw.List {
	t.Helper()
	list, err := draw.NewList(entries)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func announce(t testing.TB, terms draw.Terms, list *draw.List) *draw.Announcement {
	t.Helper()
	a, err := draw.Announce(terms, list)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func drawn(t testing.TB, a *draw.Announcement, list *draw.List, value draw.Value) []int {
	t.Helper()
	positions, err := a.Draw(list, value)
	if err != nil {
		t.Fatal(err)
	}
	return positions
}

// Every entry of every small list has a proof, for its position alone.
func TestProofs(t *testing.T) {
	for n := 1; n <= 40; n++ {
		list := listOf(t, many(n, n%2 == 0))
		a := announce(t, raffle(), list)
		all := make([]int, n)
		for i := range all {
			all[i] = n - 1 - i // any order
		}
		for i, p := range list.Prove(all...) {
			if err := a.CheckProof(p); err != nil || p.Position() != n-1-i || !bytes.Equal(p.Entry().Data, list.At(n-1-i).Data) {
				t.Fatalf("%d of %d: %v", i, n, err)
			}
			parsed, err := draw.ParseProof(p.Bytes())
			if err != nil || a.CheckProof(parsed) != nil || !bytes.Equal(parsed.Bytes(), p.Bytes()) {
				t.Fatalf("%d of %d, parsed: %v", i, n, err)
			}
			alone := list.Prove(p.Position())[0]
			if !bytes.Equal(alone.Bytes(), p.Bytes()) {
				t.Fatalf("%d of %d: another proof alone", i, n)
			}
		}
	}
}

// A position outside the list panics with a text that says so.
func TestOutOfRange(t *testing.T) {
	list := listOf(t, many(2, false))
	for _, position := range []int{-1, 2, math.MaxInt} {
		for what, get := range map[string]func(){"At": func() { list.At(position) }, "Prove": func() { list.Prove(0, position) }} {
			func() {
				defer func() {
					if want := fmt.Sprintf("draw: position %d isn't in 0 to 1", position); recover() != want {
						t.Errorf("%s(%d) doesn't panic with %q", what, position, want)
					}
				}()
				get()
			}()
		}
	}
}

// No byte of a proof or of an announcement can be altered.
func TestEveryByte(t *testing.T) {
	list := listOf(t, many(11, true))
	a := announce(t, raffle(), list)
	proof := list.Prove(6)[0].Bytes()
	for i := range proof {
		altered := bytes.Clone(proof)
		altered[i] ^= 1
		if p, err := draw.ParseProof(altered); err == nil && a.CheckProof(p) == nil {
			t.Errorf("byte %d of the proof can be altered", i)
		}
	}
	for i := range len(a.Text()) {
		altered := []byte(a.Text())
		altered[i] ^= 1
		if b, err := draw.ParseAnnouncement(altered); err == nil && (b.Digest() == a.Digest() || b.Text() != string(altered)) {
			t.Errorf("byte %d of the announcement doesn't count", i)
		}
	}
}

// Each of the twelve first two places of four weights comes as often as it should.
func TestWeights(t *testing.T) {
	const runs = 24_000
	chi := func(weights []uint64) (sum float64) {
		counts := make(map[[2]int]int)
		var entries []draw.Entry
		for i, w := range weights {
			entries = append(entries, draw.Entry{Data: []byte{byte('a' + i)}, Weight: w})
		}
		list := listOf(t, entries)
		terms := raffle()
		terms.Winners = 2
		a := announce(t, terms, list)
		value := value1000(t)
		for i := range runs {
			value.Randomness = sha256.Sum256(binary.BigEndian.AppendUint64(nil, uint64(i)))
			p := drawn(t, a, list, value)
			counts[[2]int(p)]++
		}
		for i, v := range []float64{1, 2, 3, 4} {
			for j, w := range []float64{1, 2, 3, 4} {
				if i != j {
					expected := runs * v / 10 * w / (10 - v)
					d := float64(counts[[2]int{i, j}]) - expected
					sum += d * d / expected
				}
			}
		}
		return sum
	}
	if x := chi([]uint64{1, 2, 3, 4}); x > 31.3 { // the 99.9 % quantile of 11 degrees of freedom; the seeds are fixed
		t.Errorf("chi-square %.1f", x)
	}
	if x := chi([]uint64{13, 20, 30, 40}); x < 31.3 {
		t.Errorf("negative control: other weights pass with %.1f", x)
	}
}

// Without weights, every order of four comes as often as another.
func TestOrders(t *testing.T) {
	const runs = 24_000
	list := listOf(t, many(4, false))
	terms := raffle()
	terms.Winners = 4
	a := announce(t, terms, list)
	value := value1000(t)
	counts := make(map[[4]int]int)
	for i := range runs {
		value.Randomness = sha256.Sum256(binary.BigEndian.AppendUint64(nil, uint64(i)))
		counts[[4]int(drawn(t, a, list, value))]++
	}
	chi := 0.0
	for _, c := range counts {
		chi += float64(c-runs/24) * float64(c-runs/24) / (runs / 24)
	}
	if len(counts) != 24 || chi > 49.7 { // the 99.9 % quantile of 23 degrees of freedom
		t.Errorf("%d orders, chi-square %.1f", len(counts), chi)
	}
}

// Whoever checks without a list accepts what was drawn with it, and all prefixes, for many
// weights, also such that words of 8 bytes are needed.
func TestWithoutTheList(t *testing.T) {
	value := value1000(t)
	for n := 1; n <= 60; n++ {
		for shift := 0; shift <= 56; shift += 28 {
			es := many(n, true)
			for i := range es {
				es[i].Weight <<= shift
			}
			list, err := draw.NewList(es)
			if err != nil {
				continue // weights of 2⁶⁴
			}
			terms := raffle()
			terms.Winners = n
			a := announce(t, terms, list)
			proofs := list.Prove(drawn(t, a, list, value)...)
			for _, k := range []int{1, (n + 1) / 2, n} {
				if err := a.CheckPlaces(value, proofs[:k]); err != nil {
					t.Fatal(n, shift, k, err)
				}
			}
			if n > 1 {
				slices.Reverse(proofs)
				if err := a.CheckPlaces(value, proofs); !errors.Is(err, draw.ErrMismatch) {
					t.Fatal(n, shift, err)
				}
			}
		}
	}
}

// A list keeps copies, in its own order, and is another one if anything of it differs.
func TestLists(t *testing.T) {
	es := many(9, true)
	list := listOf(t, es)
	es[3].Data[0], es[4].Weight = 'x', 99 // the list has a copy
	if first, end := list.Find([]byte("entrant-0000003@example.org")); first != 3 || end != 4 {
		t.Error(first, end)
	}
	if at := list.At(4); at.Weight != 5 {
		t.Error(at)
	} else if at.Data[0] = 'y'; list.At(4).Data[0] == 'y' {
		t.Error("At gives the list away")
	}
	if first, end := list.Find([]byte("f")); first != 9 || end != 9 {
		t.Error(first, end)
	}
	repeated, err := draw.NewTicketList([]draw.Entry{{Data: []byte("b")}, {Data: []byte("a")}, {Data: []byte("b")}})
	if err != nil {
		t.Fatal(err)
	}
	if first, end := repeated.Find([]byte("b")); first != 1 || end != 3 {
		t.Error(first, end)
	}
	// The same entries in another order are the same list; those without repeats in a list
	// that may have some are another.
	reversed := many(9, false)
	slices.Reverse(reversed)
	a := announce(t, raffle(), listOf(t, many(9, false)))
	if err := a.CheckList(listOf(t, reversed)); err != nil {
		t.Error(err)
	}
	tickets, err := draw.NewTicketList(many(9, false))
	if err != nil {
		t.Fatal(err)
	}
	ones := many(9, false)
	for i := range ones {
		ones[i].Weight = 1
	}
	for _, other := range []*draw.List{tickets, listOf(t, ones), listOf(t, many(8, false)), nil} {
		if err := a.CheckList(other); err == nil {
			t.Error("another list passes")
		}
	}
}

func TestZeroValues(t *testing.T) {
	var a draw.Announcement
	list := listOf(t, many(1, false))
	_, drawErr := a.Draw(list, draw.Value{})
	_, nilErr := draw.Announce(raffle(), nil)
	for what, err := range map[string]error{
		"Draw": drawErr, "CheckList": a.CheckList(list), "CheckProof": a.CheckProof(list.Prove(0)[0]), "zero Proof": a.CheckProof(draw.Proof{}),
		"CheckPlaces": a.CheckPlaces(draw.Value{}, list.Prove(0)), "no places": a.CheckPlaces(draw.Value{}, nil),
		"CheckTime": a.CheckTime(time.Now(), draw.Margin), "CheckPrevious": a.CheckPrevious(&a), "Announce": nilErr,
	} {
		if err == nil {
			t.Errorf("%s of a zero value passes", what)
		}
	}
	one := announce(t, raffle(), list)
	if err := one.CheckProof(draw.Proof{}); !errors.Is(err, draw.ErrMalformed) {
		t.Error(err)
	}
}

// Terms that the text can't say are refused, rather than changed.
func TestTerms(t *testing.T) {
	list := listOf(t, many(3, false))
	for what, change := range map[string]func(*draw.Terms){
		"nanoseconds": func(t *draw.Terms) { t.Time = t.Time.Add(1) },
		"year 10000":  func(t *draw.Terms) { t.Time = time.Date(10000, 1, 1, 0, 0, 0, 0, time.UTC) },
		"year 0":      func(t *draw.Terms) { t.Time = time.Time{} },
		"not UTF-8":   func(t *draw.Terms) { t.Label = "\xff" },
		"two lines":   func(t *draw.Terms) { t.Place = "a\nnumber 2" },
		"winners":     func(t *draw.Terms) { t.Winners = -1 },
		"substitutes": func(t *draw.Terms) { t.Substitutes = -1 },
		"too many":    func(t *draw.Terms) { t.Winners, t.Substitutes = 1, math.MaxInt },
	} {
		terms := raffle()
		change(&terms)
		if _, err := draw.Announce(terms, list); !errors.Is(err, draw.ErrMalformed) {
			t.Errorf("%s: %v", what, err)
		}
	}
	terms := raffle()
	terms.Time = terms.Time.In(time.FixedZone("", 3600))
	a := announce(t, terms, list)
	if parsed, err := draw.ParseAnnouncement([]byte(a.Text())); err != nil || parsed.Terms() != a.Terms() || parsed.Digest() != a.Digest() {
		t.Errorf("%v, %+v", err, a.Terms())
	}
	if words := strings.Fields(a.Digest().Words()); len(words) != 16 {
		t.Error(words)
	}
	if d, err := draw.ParseDigest(a.Digest().String()); err != nil || d != a.Digest() {
		t.Error(d, err)
	}
	if _, err := draw.ParseDigest(strings.ToUpper(a.Digest().String())); !errors.Is(err, draw.ErrMalformed) {
		t.Error(err)
	}
}

package draw_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/gob"
	"encoding/hex"
	"encoding/json"
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

const round1000 = `{"round":1000,"randomness":"fe290beca10872ef2fb164d2aa4442de4566183ec51c56ff3cd603d930e54fdd",` +
	`"signature":"b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39"}`

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

// receiptsOf are receipts for all of a list, whose entries aren't hidden.
func receiptsOf(t testing.TB, a *draw.Announcement, list *draw.List) (receipts []draw.Receipt) {
	t.Helper()
	for p := range list.Proofs(0, list.Len()) {
		r, err := a.Receipt(p)
		if err != nil {
			t.Fatal(err)
		}
		receipts = append(receipts, r)
	}
	return receipts
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

// Proofs yields what Prove returns, for any part of a list, also where a list has several chunks.
func TestProofsInOrder(t *testing.T) {
	for _, n := range []int{1, 2, 1023, 1024, 1025, 2048, 3000} {
		list := listOf(t, many(n, true))
		a := announce(t, raffle(), list)
		for _, part := range [][2]int{{0, n}, {n / 2, n}, {n - 1, n}, {0, 1}, {n, n}, {0, 0}, {n / 3, n - n/3}} {
			position := part[0]
			for p := range list.Proofs(part[0], part[1]) {
				if position%97 == 0 || n-position < 3 {
					if alone := list.Prove(position)[0]; !bytes.Equal(p.Bytes(), alone.Bytes()) || a.CheckProof(p) != nil {
						t.Fatalf("%d of %d", position, n)
					}
				}
				if p.Position() != position {
					t.Fatalf("position %d, not %d", p.Position(), position)
				}
				position++
			}
			if position != part[1] {
				t.Errorf("%v of %d ends before %d", part, n, position)
			}
		}
		for range list.Proofs(0, n) {
			break
		}
		positions := []int{n - 1, 0, n / 2, n - 1}
		for i, p := range list.Prove(positions...) {
			if p.Position() != positions[i] || a.CheckProof(p) != nil {
				t.Errorf("%d of %d", positions[i], n)
			}
		}
	}
}

var ann = []byte("ann@example.org")

// A hiddenRaffle is one with a list of four entries and a hidden one, ann's.
type hiddenRaffle struct {
	list          *draw.List
	a             *draw.Announcement
	salt          draw.Salt
	anns          draw.Proof
	plain, hidden draw.Receipt // of entrant 3 and of ann
}

func newHiddenRaffle(t *testing.T) hiddenRaffle {
	t.Helper()
	salt := draw.GenerateSalt()
	list := listOf(t, append(many(4, true), draw.Entry{Data: salt.Hide(ann), Weight: 9}))
	a := announce(t, raffle(), list)
	hers, _ := list.Find(salt.Hide(ann))
	third, _ := list.Find([]byte("entrant-0000003@example.org"))
	r := hiddenRaffle{list: list, a: a, salt: salt, anns: list.Prove(hers)[0]}
	given := bytes.Clone(ann)
	var err, hiddenErr error
	r.plain, err = a.Receipt(list.Prove(third)[0])
	r.hidden, hiddenErr = a.HiddenReceipt(r.anns, salt, given)
	if err := errors.Join(err, hiddenErr); err != nil {
		t.Fatal(err)
	}
	given[0] ^= 1 // which the receipt doesn't share
	return r
}

// Receipts survive their encoding, none passes for another announcement, and no byte of one can
// be altered.
func TestReceipts(t *testing.T) {
	raffled := newHiddenRaffle(t)
	a := raffled.a
	terms := raffle()
	terms.Label += "."
	other := announce(t, terms, raffled.list)
	for _, r := range []draw.Receipt{raffled.plain, raffled.hidden} {
		b := r.Bytes()
		parsed, err := draw.ParseReceipt(b)
		if err != nil || a.CheckReceipt(parsed) != nil || !bytes.Equal(parsed.Bytes(), b) || parsed.Hidden() != r.Hidden() ||
			parsed.Digest() != a.Digest() || !bytes.Equal(parsed.Salt().Bytes(), r.Salt().Bytes()) || !bytes.Equal(parsed.Entry(), r.Entry()) {
			t.Fatalf("parsed: %v", err)
		}
		if err := other.CheckReceipt(parsed); !errors.Is(err, draw.ErrMismatch) {
			t.Error(err)
		}
		for i := range b {
			altered := bytes.Clone(b)
			altered[i] ^= 1
			if p, err := draw.ParseReceipt(altered); err == nil && a.CheckReceipt(p) == nil {
				t.Errorf("byte %d can be altered", i)
			}
			if _, err := draw.ParseReceipt(b[:i]); !errors.Is(err, draw.ErrMalformed) {
				t.Errorf("%d bytes: %v", i, err)
			}
		}
		b[len(b)-1] ^= 1
		r.Entry()[0] ^= 1
		if a.CheckReceipt(parsed) != nil || a.CheckReceipt(r) != nil {
			t.Error("a receipt shares memory")
		}
	}
}

// A hidden receipt has the entry and the salt that hides it, a plain one the entry of its proof.
func TestHiddenReceipts(t *testing.T) {
	r := newHiddenRaffle(t)
	if !r.hidden.Hidden() || !bytes.Equal(r.hidden.Salt().Bytes(), r.salt.Bytes()) || !bytes.Equal(r.hidden.Entry(), ann) {
		t.Errorf("%q", r.hidden.Entry())
	}
	if e := r.plain.Proof().Entry(); r.plain.Hidden() || r.plain.Salt().Bytes() != nil || !bytes.Equal(r.plain.Entry(), e.Data) {
		t.Errorf("%q", e.Data)
	}
	for _, length := range []int{0, draw.MaxEntryLen + 1} {
		if _, err := r.a.HiddenReceipt(r.anns, r.salt, make([]byte, length)); !errors.Is(err, draw.ErrMalformed) {
			t.Errorf("a hidden entry of %d bytes: %v", length, err)
		}
	}
}

// Receipts with a salt print neither it nor the entry, by no verb and inside of no struct.
func TestHiddenReceiptsAreRedacted(t *testing.T) {
	r := newHiddenRaffle(t)
	if text := fmt.Sprint(r.plain); !strings.Contains(text, "entrant-0000003") || !strings.Contains(text, r.a.Digest().String()) {
		t.Error(text)
	}
	if text := fmt.Sprintf("%v %x", r.hidden, r.hidden); text != "redacted redacted" {
		t.Error(text)
	}
	inside := struct {
		r draw.Receipt
		R draw.Receipt
	}{r.hidden, r.hidden}
	encoded, err := json.Marshal(inside)
	if err != nil {
		t.Fatal(err)
	}
	texts := []string{string(encoded)}
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%X", "%d", "%o", "%t"} {
		texts = append(texts, fmt.Sprintf(verb, r.hidden), fmt.Sprintf(verb, inside), fmt.Sprintf(verb, &inside))
	}
	salt := r.salt.Bytes()[:4]
	for _, secret := range []string{fmt.Sprintf("%x", salt), fmt.Sprintf("%X", salt), strings.Trim(fmt.Sprint(salt), "[]"), "ann@",
		fmt.Sprintf("%x", "ann@")} {
		for _, text := range texts {
			if strings.Contains(text, secret) {
				t.Errorf("%q has %s", text, secret)
			}
		}
	}
}

func TestSalt(t *testing.T) {
	salt := draw.GenerateSalt()
	text := hex.EncodeToString(salt.Bytes())
	if parsed, err := draw.ParseSalt(text); err != nil || !bytes.Equal(parsed.Bytes(), salt.Bytes()) {
		t.Error(err)
	}
	if (draw.Salt{}).Hide([]byte("x")) != nil {
		t.Error("no salt hides")
	}
	inside := struct {
		salt draw.Salt
		Salt draw.Salt
	}{salt, salt}
	var encoded bytes.Buffer
	fmt.Fprintf(&encoded, "%v %x %#v", salt, salt, inside)
	for _, value := range []any{salt, inside, []draw.Salt{salt}} {
		if err := gob.NewEncoder(&encoded).Encode(value); err == nil {
			t.Errorf("gob has a %T", value)
		}
		if b, err := json.Marshal(value); err == nil {
			t.Errorf("encoded as %s", b)
		}
	}
	b := salt.Bytes()
	for _, secret := range []string{text, string(b), strings.Trim(fmt.Sprint(b), "[]"), strings.TrimPrefix(fmt.Sprintf("%#v", b), "[]byte{")} {
		if strings.Contains(encoded.String(), secret) {
			t.Errorf("%q prints the salt", encoded.String())
		}
	}
	for _, bad := range []string{"", text[1:], text + "0", strings.Repeat("A", 64), text[1:] + "g", text[1:] + " "} {
		if parsed, err := draw.ParseSalt(bad); !errors.Is(err, draw.ErrMalformed) || parsed.Bytes() != nil ||
			bad != "" && strings.Contains(err.Error(), bad) {
			t.Errorf("%q: %v", bad, err)
		}
	}
}

// tickets are entries of these names, one for each word.
func tickets(names string) (entries []draw.Entry) {
	for name := range strings.FieldsSeq(names) {
		entries = append(entries, draw.Entry{Data: []byte(name)})
	}
	return entries
}

func joinedList(t *testing.T, tickets []draw.Entry) *draw.List {
	t.Helper()
	list, err := draw.NewJoinedList(tickets)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// A joined list has one entry a person, with as much weight as tickets.
func TestJoined(t *testing.T) {
	people := joinedList(t, tickets("ann bob ann cat ann bob"))
	if people.Len() != 3 || people.At(0).Weight != 3 || people.At(1).Weight != 2 || people.At(2).Weight != 1 ||
		string(people.At(2).Data) != "cat" {
		t.Fatalf("%d entries, %v", people.Len(), people.At(0))
	}
	again := joinedList(t, []draw.Entry{people.At(2), people.At(0), people.At(1)})
	a := announce(t, raffle(), people)
	if err := a.CheckList(again); err != nil || !a.Joined() || !a.Weighted() || a.Repeats() || a.Total() != 6 || a.Entries() != 3 {
		t.Errorf("%v\n%s", err, a.Text())
	}
}

// A joined list draws people as a list of their tickets would, if those who have a place were left out.
// The negative control draws people alike.
func TestJoinedOdds(t *testing.T) {
	const quantile = 20.5 // the 99.9 % one of 5 degrees of freedom
	bought := tickets("ann bob ann cat ann bob")
	separate, err := draw.NewTicketList(bought)
	if err != nil {
		t.Fatal(err)
	}
	all := raffle()
	all.Winners = 6
	if a := announce(t, all, separate); a.Joined() || !a.Repeats() {
		t.Error(a.Text())
	}
	want := ordersOf(t, separate, 6)
	if x := chiSquare(ordersOf(t, joinedList(t, bought), 3), want); len(want) != 6 || x > quantile {
		t.Errorf("%d orders, chi-square %.1f", len(want), x)
	}
	if x := chiSquare(ordersOf(t, joinedList(t, tickets("bob ann cat")), 3), want); x < quantile {
		t.Errorf("negative control: people alike pass with %.1f", x)
	}
}

// ordersOf counts the orders of three people in many draws of so many winners from a list.
func ordersOf(t *testing.T, list *draw.List, winners int) map[string]float64 {
	t.Helper()
	terms := raffle()
	terms.Winners = winners
	a, value := announce(t, terms, list), value1000(t)
	counts := map[string]float64{}
	for i := range 24_000 {
		value.Randomness = sha256.Sum256(binary.BigEndian.AppendUint64(nil, uint64(i)))
		var order []string
		for _, p := range drawn(t, a, list, value) {
			if name := string(list.At(p).Data); !slices.Contains(order, name) {
				order = append(order, name)
			}
		}
		counts[strings.Join(order, " ")]++
	}
	return counts
}

// chiSquare is that of two samples of one size.
func chiSquare(got, want map[string]float64) (sum float64) {
	for order, n := range want {
		d := got[order] - n
		sum += d * d / (n + got[order])
	}
	return sum
}

// Every operation refuses with malformed before late or round, and with these before mismatch.
func TestOrderOfErrors(t *testing.T) {
	list, other := listOf(t, many(20, true)), listOf(t, many(19, true))
	a := announce(t, raffle(), list)
	value := value1000(t)
	wrong := value
	wrong.Round++
	proof, foreign := list.Prove(0)[0], other.Prove(0)[0]
	receipt := receiptsOf(t, announce(t, raffle(), other), other)[0]
	drawErr := func(list *draw.List, value draw.Value) error { _, err := a.Draw(list, value); return err }
	receiptErr := func(p draw.Proof, entry string) error {
		_, err := a.HiddenReceipt(p, draw.Salt{}, []byte(entry))
		return err
	}
	for what, c := range map[string]struct{ err, want error }{
		"no list, another round":           {drawErr(nil, wrong), draw.ErrMalformed},
		"an empty list, another round":     {drawErr(&draw.List{}, wrong), draw.ErrMalformed},
		"another list, no value":           {drawErr(other, draw.Value{}), draw.ErrMalformed},
		"another list, another round":      {drawErr(other, wrong), draw.ErrRound},
		"another list":                     {drawErr(other, value), draw.ErrMismatch},
		"two proofs, another round":        {a.CheckPlaces(wrong, []draw.Proof{proof, proof}), draw.ErrMalformed},
		"no proofs, another round":         {a.CheckPlaces(wrong, nil), draw.ErrMalformed},
		"an empty proof, another round":    {a.CheckPlaces(wrong, []draw.Proof{{}}), draw.ErrMalformed},
		"another proof, no value":          {a.CheckPlaces(draw.Value{}, []draw.Proof{foreign}), draw.ErrMalformed},
		"another proof, another round":     {a.CheckPlaces(wrong, []draw.Proof{foreign}), draw.ErrRound},
		"another proof":                    {a.CheckPlaces(value, []draw.Proof{foreign}), draw.ErrMismatch},
		"too late, by no margin":           {a.CheckTime(a.Terms().Time, 0), draw.ErrMalformed},
		"another receipt":                  {a.CheckReceipt(receipt), draw.ErrMismatch},
		"another proof, no hidden entry":   {receiptErr(foreign, ""), draw.ErrMalformed},
		"an empty proof, a hidden entry":   {receiptErr(draw.Proof{}, "x"), draw.ErrMalformed},
		"another proof, another opening":   {receiptErr(foreign, "x"), draw.ErrMismatch},
		"an announcement before the first": {a.CheckPrevious(a), draw.ErrMismatch},
	} {
		if !errors.Is(c.err, c.want) {
			t.Errorf("%s: %v, not %v", what, c.err, c.want)
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
					want := fmt.Sprintf("draw: malformed: position %d isn't in 0 to 1", position)
					if err, _ := recover().(error); !errors.Is(err, draw.ErrMalformed) || err.Error() != want {
						t.Errorf("%s(%d) doesn't panic with %q", what, position, want)
					}
				}()
				get()
			}()
		}
	}
	for _, part := range [][2]int{{-1, 1}, {0, 3}, {2, 1}, {3, 3}, {math.MinInt, math.MaxInt}} {
		func() {
			defer func() {
				want := fmt.Sprintf("draw: malformed: positions %d to %d of 2 entries", part[0], part[1])
				if err, _ := recover().(error); !errors.Is(err, draw.ErrMalformed) || err.Error() != want {
					t.Errorf("Proofs%v doesn't panic with %q", part, want)
				}
			}()
			list.Proofs(part[0], part[1])
		}()
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

// Zero values and nil are malformed, and nothing panics.
func TestZeroValues(t *testing.T) {
	list := listOf(t, many(1, false))
	one := announce(t, raffle(), list)
	proof, value := list.Prove(0)[0], value1000(t)
	receipt := receiptsOf(t, one, list)[0]
	for what, a := range map[string]*draw.Announcement{"nil": nil, "zero": {}} {
		_, drawErr := a.Draw(list, value)
		_, receiptErr := a.Receipt(proof)
		_, hiddenErr := a.HiddenReceipt(proof, draw.Salt{}, []byte("x"))
		for operation, err := range map[string]error{
			"Draw": drawErr, "Receipt": receiptErr, "HiddenReceipt": hiddenErr, "CheckList": a.CheckList(list), "CheckProof": a.CheckProof(proof),
			"CheckPlaces": a.CheckPlaces(value, list.Prove(0)), "CheckTime": a.CheckTime(time.Unix(0, 0), draw.Margin),
			"CheckReceipt":  a.CheckReceipt(receipt),
			"CheckPrevious": a.CheckPrevious(one), "CheckPrevious of it": one.CheckPrevious(a),
		} {
			if !errors.Is(err, draw.ErrMalformed) {
				t.Errorf("%s of a %s announcement: %v", operation, what, err)
			}
		}
		if a.Contradicts(one) || one.Contradicts(a) || a.Contradicts(a) {
			t.Errorf("a %s announcement contradicts another", what)
		}
	}
	for what, none := range map[string]*draw.List{"nil": nil, "zero": {}} {
		_, drawErr := one.Draw(none, value)
		_, announceErr := draw.Announce(raffle(), none)
		for operation, err := range map[string]error{"Draw": drawErr, "Announce": announceErr, "CheckList": one.CheckList(none)} {
			if !errors.Is(err, draw.ErrMalformed) {
				t.Errorf("%s of a %s list: %v", operation, what, err)
			}
		}
	}
	_, valueErr := one.Draw(list, draw.Value{})
	_, termsErr := draw.Announce(draw.Terms{}, list)
	_, receiptErr := one.Receipt(draw.Proof{})
	_, parseErr := draw.ParseAnnouncement(nil)
	_, proofErr := draw.ParseProof(nil)
	_, parseReceiptErr := draw.ParseReceipt(nil)
	_, zeroErr := draw.ParseReceipt(draw.Receipt{}.Bytes())
	for what, err := range map[string]error{
		"Draw, no value": valueErr, "Announce, no terms": termsErr, "Receipt, no proof": receiptErr, "CheckProof": one.CheckProof(draw.Proof{}),
		"CheckPlaces, no value": one.CheckPlaces(draw.Value{}, list.Prove(0)), "CheckPlaces, no proofs": one.CheckPlaces(value, nil),
		"CheckPlaces, a zero proof": one.CheckPlaces(value, make([]draw.Proof, 1)), "CheckReceipt": one.CheckReceipt(draw.Receipt{}),
		"CheckTime": one.CheckTime(time.Time{}, draw.Margin), "ParseAnnouncement": parseErr, "ParseProof": proofErr,
		"ParseReceipt": parseReceiptErr, "ParseReceipt of a zero one": zeroErr,
	} {
		if !errors.Is(err, draw.ErrMalformed) {
			t.Errorf("%s of a zero value: %v", what, err)
		}
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

package draw_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/squaredeal/squaredeal/shuffle/draw"
	"github.com/squaredeal/squaredeal/shuffle/draw/drand"
)

// Each test here is a cheat. What nothing in the files can show is tested to pass: that is
// what the documentation has to say.

// An organiser who adds a friend after the announcement, or replaces or drops somebody.
func TestAddedEntry(t *testing.T) {
	announced := many(20, false)
	list := listOf(t, announced)
	a := announce(t, raffle(), list)
	value := value1000(t)
	friend := draw.Entry{Data: []byte("friend@example.org")}
	for what, entries := range map[string][]draw.Entry{
		"added":    append(slices.Clone(announced), friend),
		"replaced": append(slices.Clone(announced[1:]), friend),
		"dropped":  announced[1:],
	} {
		other := listOf(t, entries)
		if _, err := a.Draw(other, value); !errors.Is(err, draw.ErrMismatch) {
			t.Errorf("%s: %v", what, err)
		}
		if first, end := other.Find(friend.Data); first < end {
			if err := a.CheckProof(other.Prove(first)[0]); !errors.Is(err, draw.ErrMismatch) {
				t.Errorf("%s, proved: %v", what, err)
			}
		}
	}
}

// More weight for a friend, quietly, or another share of the same weight.
func TestQuietWeight(t *testing.T) {
	list := listOf(t, many(20, true))
	a := announce(t, raffle(), list)
	heavier := many(20, true)
	heavier[7].Weight += 10
	heavier[8].Weight++
	moved := many(20, true)
	moved[7].Weight, moved[8].Weight = moved[8].Weight, moved[7].Weight
	for _, entries := range [][]draw.Entry{heavier, moved} {
		other := listOf(t, entries)
		if err := a.CheckList(other); !errors.Is(err, draw.ErrMismatch) {
			t.Error(err)
		}
		if err := a.CheckProof(other.Prove(7)[0]); !errors.Is(err, draw.ErrMismatch) {
			t.Error(err)
		}
	}
}

// A round that suits, in place of the one that was announced.
func TestAnotherRound(t *testing.T) {
	list := listOf(t, many(20, false))
	a := announce(t, raffle(), list)
	genuine := value1000(t)
	next := genuine
	next.Round++
	next.Time = next.Time.Add(3 * time.Second)
	relabelled := genuine
	relabelled.Beacon = drand.Default().Beacon()
	moved := genuine
	moved.Time = moved.Time.Add(time.Hour)
	for _, value := range []draw.Value{next, relabelled, moved} {
		_, err := a.Draw(list, value)
		if !errors.Is(err, draw.ErrRound) {
			t.Errorf("%+v: %v", value, err)
		}
		if err := a.CheckPlaces(value, list.Prove(drawn(t, a, list, genuine)...)); !errors.Is(err, draw.ErrRound) {
			t.Errorf("%+v, without the list: %v", value, err)
		}
	}
}

// An announcement that came after its round, or so late that some knew the round.
func TestLateAnnouncement(t *testing.T) {
	a := announce(t, raffle(), listOf(t, many(3, false)))
	round := a.Terms().Time
	for _, early := range []time.Duration{-time.Hour, 0, 59 * time.Second, 9*time.Minute + 59*time.Second} {
		if err := a.CheckTime(round.Add(-early), draw.Margin); !errors.Is(err, draw.ErrLate) {
			t.Errorf("%v before the round: %v", early, err)
		}
	}
	if err := a.CheckTime(round.Add(-time.Minute), draw.MinMargin); err != nil {
		t.Error(err)
	}
	if err := a.CheckTime(round.Add(-time.Hour), draw.MinMargin-1); !errors.Is(err, draw.ErrMalformed) {
		t.Errorf("no margin to speak of: %v", err)
	}
	for _, unknown := range []time.Time{{}, time.Unix(-1, 0)} {
		if err := a.CheckTime(unknown, draw.Margin); !errors.Is(err, draw.ErrMalformed) {
			t.Errorf("no evidence of a time: %v", err)
		}
	}
}

// A thousand announcements prepared in secret, of which one makes a friend win. Each is in
// order by itself: nothing in the files shows the others, which the package says. Two of them
// that come to light contradict one another.
func TestPreparedAnnouncements(t *testing.T) {
	list := listOf(t, many(50, false))
	friend, _ := list.Find([]byte("entrant-0000007@example.org"))
	value := value1000(t)
	var found *draw.Announcement
	tries := 0
	for found == nil {
		terms := raffle()
		terms.Label += fmt.Sprint(" ", tries)
		if a := announce(t, terms, list); drawn(t, a, list, value)[0] == friend {
			found = a
		}
		tries++
	}
	if err := found.CheckPlaces(value, list.Prove(friend)); err != nil || tries < 2 || tries > 1000 {
		t.Errorf("%d tries, %v", tries, err)
	}
	shown := announce(t, raffle(), list)
	if !found.Contradicts(shown) || !shown.Contradicts(found) || found.Contradicts(found) {
		t.Error("two announcements of one number at one place")
	}
	if strings.Fields(found.Digest().Words())[0] == strings.Fields(shown.Digest().Words())[0] {
		t.Error("the same word")
	}
}

// A draw again until it suits: the next announcement can't take the place of the first, or
// pretend that another one was before it.
func TestDrawnAgain(t *testing.T) {
	list := listOf(t, many(20, false))
	first := announce(t, raffle(), list)
	terms := raffle()
	terms.Number, terms.Previous = 2, first.Digest()
	second := announce(t, terms, list)
	if err := second.CheckPrevious(first); err != nil || second.Contradicts(first) {
		t.Error(err)
	}
	for what, change := range map[string]func(*draw.Terms){
		"a gap":         func(t *draw.Terms) { t.Number = 3 },
		"another place": func(t *draw.Terms) { t.Place = "https://example.org/elsewhere" },
		"another first": func(t *draw.Terms) { t.Previous[0] ^= 1 },
	} {
		changed := terms
		change(&changed)
		if err := announce(t, changed, list).CheckPrevious(first); !errors.Is(err, draw.ErrMismatch) {
			t.Errorf("%s: %v", what, err)
		}
	}
}

// Two draws by one number, because of an "error": the second can't be anybody's first.
func TestDrawnTwice(t *testing.T) {
	list := listOf(t, many(20, false))
	first := announce(t, raffle(), list)
	again := raffle()
	again.Label = "Summer raffle, repeated because of an error"
	other := announce(t, again, list)
	if !other.Contradicts(first) || !first.Contradicts(other) || first.Contradicts(first) {
		t.Error("two first announcements")
	}
	next := raffle()
	next.Number, next.Previous = 2, first.Digest()
	if second := announce(t, next, list); !errors.Is(second.CheckPrevious(other), draw.ErrMismatch) || second.Contradicts(first) {
		t.Error("a second announcement follows another first one")
	}
}

// The same list and terms with another void line, and again until a friend wins: roots are alike,
// so every proof is good under both announcements. A receipt isn't.
func TestAnotherVoid(t *testing.T) {
	list := listOf(t, many(50, false))
	friend := 7
	value := value1000(t)
	kept := announce(t, raffle(), list)
	receipts := receiptsOf(t, kept, list)
	var shown *draw.Announcement
	for i := 0; shown == nil; i++ {
		terms := raffle()
		terms.Void += strings.Repeat(".", i)
		if a := announce(t, terms, list); i > 0 && drawn(t, a, list, value)[0] == friend {
			shown = a
		}
	}
	for i, r := range receipts {
		if err := shown.CheckProof(r.Proof()); err != nil {
			t.Errorf("the proof at %d: %v", i, err)
		}
		if err := shown.CheckReceipt(r); !errors.Is(err, draw.ErrMismatch) || !strings.Contains(err.Error(), "another draw") {
			t.Errorf("the receipt at %d: %v", i, err)
		}
		if err := kept.CheckReceipt(r); err != nil {
			t.Error(err)
		}
	}
}

// Receipts of an announcement that isn't the published one, of another number or list, or with
// the digest of the published one and the proof of another.
func TestReceiptOfAnother(t *testing.T) {
	published := announce(t, raffle(), listOf(t, many(20, true)))
	terms := raffle()
	terms.Number, terms.Previous = 2, published.Digest()
	small := listOf(t, many(19, true))
	for what, a := range map[string]*draw.Announcement{"number 2": announce(t, terms, listOf(t, many(20, true))),
		"another list": announce(t, raffle(), small)} {
		r := receiptsOf(t, a, listOf(t, many(a.Entries(), true)))[3]
		if err := published.CheckReceipt(r); !errors.Is(err, draw.ErrMismatch) || !strings.Contains(err.Error(), "another draw") {
			t.Errorf("%s: %v", what, err)
		}
	}
	if _, err := published.Receipt(small.Prove(3)[0]); !errors.Is(err, draw.ErrMismatch) {
		t.Errorf("a receipt with another list's proof: %v", err)
	}
	forged := receiptsOf(t, announce(t, raffle(), small), small)[3].Bytes()
	digest := published.Digest()
	copy(forged[8+len("squaredeal/draw/v1/receipt"):], digest[:])
	if r, err := draw.ParseReceipt(forged); err != nil || !errors.Is(published.CheckReceipt(r), draw.ErrMismatch) {
		t.Errorf("the published digest on another list's proof: %v", err)
	}
}

// A place in two spellings, each with a number 1: only one of them is a place.
func TestTwoSpellings(t *testing.T) {
	list := listOf(t, many(3, false))
	for _, place := range []string{
		"https://example.org/raffles/", "https://example.org/raffles//", "HTTPS://example.org/raffles", "https://Example.org/raffles",
		"https://example.orG", "/",
	} {
		terms := raffle()
		terms.Place = place
		if _, err := draw.Announce(terms, list); !errors.Is(err, draw.ErrMalformed) {
			t.Errorf("%q: %v", place, err)
		}
		text := strings.Replace(announce(t, raffle(), list).Text(), raffle().Place, place, 1)
		if _, err := draw.ParseAnnouncement([]byte(text)); !errors.Is(err, draw.ErrMalformed) {
			t.Errorf("%q, read: %v", place, err)
		}
	}
	for _, place := range []string{"https://example.org/Raffles?Of=2026", "The board of the Town Hall", "@Raffles", "a/B",
		"https://example.org/a://B"} {
		terms := raffle()
		terms.Place = place
		announce(t, terms, list)
	}
}

// Two lists, of which each entrant is shown the one that they are in: the digests differ.
func TestTwoLists(t *testing.T) {
	all := many(20, false)
	forMost, forOne := listOf(t, all[:19]), listOf(t, all[1:])
	shown, other := announce(t, raffle(), forMost), announce(t, raffle(), forOne)
	proof := forOne.Prove(18)[0]
	if err := other.CheckProof(proof); err != nil {
		t.Error(err)
	}
	if err := shown.CheckProof(proof); !errors.Is(err, draw.ErrMismatch) || shown.Digest() == other.Digest() {
		t.Error(err)
	}
	if err := shown.CheckReceipt(receiptsOf(t, other, forOne)[18]); !errors.Is(err, draw.ErrMismatch) {
		t.Error(err)
	}
}

// One line of the list for two people, as if both had it: a hidden entry opens to one only, so
// that their receipts are alike or one of them fails.
func TestOneLineForTwo(t *testing.T) {
	one, other := []byte("Alice, alice@example.org"), []byte("Alice, alice@example.com")
	salt := draw.GenerateSalt()
	if text := fmt.Sprintf("%x %v %+v", salt, salt, struct{ Salt draw.Salt }{salt}); text != "redacted redacted {Salt:redacted}" {
		t.Error(text)
	}
	hidden := salt.Hide(one)
	if bytes.Equal(hidden, salt.Hide(other)) || bytes.Equal(hidden, draw.GenerateSalt().Hide(one)) || len(hidden) != 64 {
		t.Error("another entry, or another salt, has the same place")
	}
	list := listOf(t, []draw.Entry{{Data: hidden}, {Data: draw.GenerateSalt().Hide(other)}})
	first, end := list.Find(salt.Hide(one))
	if end != first+1 {
		t.Error(first, end)
	}
	a, p := announce(t, raffle(), list), list.Prove(first)[0]
	mine, err := a.HiddenReceipt(p, salt, one)
	if err != nil || string(mine.Entry()) != string(one) {
		t.Errorf("%q, %v", mine.Entry(), err)
	}
	for _, s := range []draw.Salt{salt, draw.GenerateSalt(), {}} {
		if _, err := a.HiddenReceipt(p, s, other); !errors.Is(err, draw.ErrMismatch) {
			t.Errorf("somebody else's receipt for the line: %v", err)
		}
	}
}

// The line of another person with the salt and entry of the one who asks, or theirs with another
// salt: what doesn't hide as the line is refused.
func TestAnotherOpening(t *testing.T) {
	var entries []draw.Entry
	salts := make([]draw.Salt, 4)
	for i, e := range many(4, false) {
		salts[i] = draw.GenerateSalt()
		entries = append(entries, draw.Entry{Data: salts[i].Hide(e.Data)})
	}
	list := listOf(t, entries)
	a := announce(t, raffle(), list)
	for i, e := range many(4, false) {
		for j := range 4 {
			first, _ := list.Find(entries[j].Data)
			p := list.Prove(first)[0]
			if _, err := a.HiddenReceipt(p, salts[i], e.Data); (err == nil) != (i == j) || err != nil && !errors.Is(err, draw.ErrMismatch) {
				t.Errorf("entry %d on line %d: %v", i, j, err)
			}
			if _, err := a.HiddenReceipt(p, salts[j], e.Data); (err == nil) != (i == j) {
				t.Errorf("entry %d by the salt of line %d: %v", i, j, err)
			}
		}
	}
}

// A person with two places, by a tree that has their entry at two positions, as no list has.
// Under terms that let entries be repeated, they have both.
func TestTwoPlaces(t *testing.T) {
	lp := func(s string) string { return string(binary.BigEndian.AppendUint64(nil, uint64(len(s)))) + s }
	u64 := func(n uint64) string { return string(binary.BigEndian.AppendUint64(nil, n)) }
	sha := func(s string) string { sum := sha256.Sum256([]byte(s)); return string(sum[:]) }
	leaf := sha(lp("squaredeal/draw/v1/leaf")+u64(1)+lp("ann")) + u64(1)
	root := sha(lp("squaredeal/draw/v1/node") + leaf + leaf)
	var proofs []draw.Proof
	for position := range 2 {
		p, err := draw.ParseProof([]byte(lp("squaredeal/draw/v1/proof") + u64(uint64(position))[4:] + u64(1) + lp("ann") + leaf))
		if err != nil {
			t.Fatal(err)
		}
		proofs = append(proofs, p)
	}
	value := value1000(t)
	accepted := func(repeats string) (n int) {
		terms := raffle()
		terms.Winners = 2
		text := announce(t, terms, listOf(t, []draw.Entry{{Data: []byte("a"), Weight: 1}, {Data: []byte("b"), Weight: 1}})).Text()
		text = strings.Replace(text, "repeats no", "repeats "+repeats, 1)
		text = regexp.MustCompile("root [0-9a-f]+").ReplaceAllString(text, fmt.Sprintf("root %x", root))
		a, err := draw.ParseAnnouncement([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		for _, order := range [][]draw.Proof{{proofs[0], proofs[1]}, {proofs[1], proofs[0]}} {
			for _, p := range order {
				if err := a.CheckProof(p); err != nil {
					t.Fatal(err)
				}
			}
			if a.CheckPlaces(value, order) == nil {
				n++
			}
		}
		return n
	}
	for repeats, want := range map[string]int{"yes": 1, "no": 0, "joined": 0} {
		if n := accepted(repeats); n != want {
			t.Errorf("repeats %s: %d of 2 orders are accepted", repeats, n)
		}
	}
}

// Tickets that weren't joined, and weights that nobody announced as joined, aren't the joined list.
func TestJoinedIsNoOther(t *testing.T) {
	bought := tickets("ann ann bob")
	people := joinedList(t, bought)
	separate, err := draw.NewTicketList(bought)
	if err != nil {
		t.Fatal(err)
	}
	weighted := listOf(t, []draw.Entry{{Data: []byte("ann"), Weight: 2}, {Data: []byte("bob"), Weight: 1}})
	a := announce(t, raffle(), people)
	for _, other := range []*draw.List{separate, weighted} {
		if err := a.CheckList(other); !errors.Is(err, draw.ErrMismatch) {
			t.Error(err)
		}
		if err := announce(t, raffle(), other).CheckList(people); !errors.Is(err, draw.ErrMismatch) {
			t.Error(err)
		}
	}
}

// Entries that look like somebody's: to the library they are others, each with its own line and
// receipt, and nothing is wrong with any. Programs warn of them; a receipt shows its own bytes.
func TestLookAlikes(t *testing.T) {
	alike := []string{"ann@example.org", "Ann@example.org", "аnn@example.org", "ann@example.org ", "ann@example.org\u200b", "anné",
		"anne\u0301"}
	var entries []draw.Entry
	for _, e := range alike {
		entries = append(entries, draw.Entry{Data: []byte(e)})
	}
	people, err := draw.NewJoinedList(entries)
	if err != nil {
		t.Fatal(err)
	}
	for _, list := range []*draw.List{listOf(t, entries), people} {
		a := announce(t, raffle(), list)
		seen := map[int]bool{}
		for _, e := range alike {
			first, end := list.Find([]byte(e))
			if end != first+1 || seen[first] {
				t.Fatalf("%q is at %d to %d", e, first, end)
			}
			seen[first] = true
			if r, err := a.Receipt(list.Prove(first)[0]); err != nil || string(r.Entry()) != e {
				t.Errorf("%q has a receipt for %q: %v", e, r.Entry(), err)
			}
		}
	}
	salt := draw.GenerateSalt()
	if bytes.Equal(salt.Hide([]byte(alike[0])), salt.Hide([]byte(alike[2]))) {
		t.Error("a look-alike hides as the same line")
	}
}

// A time that isn't the round's, so that the draw fails unless its winner suits.
func TestWrongTime(t *testing.T) {
	terms := raffle()
	terms.Time = terms.Time.Add(3 * time.Second)
	list := listOf(t, many(3, false))
	a := announce(t, terms, list) // which the library lets pass, as it doesn't know the beacon
	if _, err := drand.NetworkOf(a.Terms()); !errors.Is(err, drand.ErrMalformed) {
		t.Error(err)
	}
	if _, err := a.Draw(list, value1000(t)); !errors.Is(err, draw.ErrRound) {
		t.Error(err)
	}
}

// An entrant who was left out, and others who don't exist: nothing in the files shows either,
// which the package says. Somebody who was left out has no receipt.
func TestLeftOut(t *testing.T) {
	entries := append(many(9, false), draw.Entry{Data: []byte("nobody@example.org")})
	list := listOf(t, entries)
	a := announce(t, raffle(), list)
	if err := a.CheckPlaces(value1000(t), list.Prove(drawn(t, a, list, value1000(t))...)); err != nil {
		t.Error(err)
	}
	if first, end := list.Find([]byte("entrant-0000009@example.org")); first < end {
		t.Error("found")
	}
	for _, r := range receiptsOf(t, a, list) {
		if string(r.Entry()) == "entrant-0000009@example.org" {
			t.Error("a receipt")
		}
	}
}

// A node taken for an entry, or an entry for a node: their hashes have different labels.
func TestNodeAsEntry(t *testing.T) {
	list := listOf(t, many(4, false))
	a := announce(t, raffle(), list)
	p := list.Prove(0)[0].Bytes()
	path := p[len(p)-2*40:]
	node := append(append([]byte{}, path[:40]...), path[40:]...)
	fake := listOf(t, []draw.Entry{{Data: node[:40]}, {Data: node[40:]}})
	if a.CheckList(fake) == nil || a.CheckProof(fake.Prove(0)[0]) == nil {
		t.Error("nodes pass for entries")
	}
}

// A winner can prove it with nobody's help, from the proof that they had before the round:
// an organiser who is silent changes nothing.
func TestSilentOrganiser(t *testing.T) {
	list := listOf(t, many(30, false))
	a := announce(t, raffle(), list)
	value := value1000(t)
	winner := drawn(t, a, list, value)[0]
	receipts := receiptsOf(t, a, list) // handed out before
	if err := a.CheckPlaces(value, []draw.Proof{receipts[winner].Proof()}); err != nil {
		t.Error(err)
	}
	if err := a.CheckPlaces(value, []draw.Proof{receipts[(winner+1)%30].Proof()}); !errors.Is(err, draw.ErrMismatch) {
		t.Error(err)
	}
}

// More winners than were announced, or fewer: the number is in the digest; substitutes follow
// the winners and don't change them.
func TestMorePrizes(t *testing.T) {
	list := listOf(t, many(30, true))
	value := value1000(t)
	a := announce(t, raffle(), list)
	terms := raffle()
	terms.Winners = 2
	if announce(t, terms, list).Digest() == a.Digest() {
		t.Error("the number of winners isn't in the digest")
	}
	if err := a.CheckPlaces(value, list.Prove(1, 2)); !errors.Is(err, draw.ErrMalformed) {
		t.Error(err)
	}
}

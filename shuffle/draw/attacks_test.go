package draw_test

import (
	"bytes"
	"errors"
	"fmt"
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
	again := raffle()
	again.Label = "Summer raffle, repeated because of an error"
	if other := announce(t, again, list); !other.Contradicts(first) || second.CheckPrevious(other) == nil {
		t.Error("another first announcement")
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
}

// One line of the list for two people of one name: a hidden entry opens to one only.
func TestSharedTicket(t *testing.T) {
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
	if first, end := list.Find(salt.Hide(one)); end != first+1 {
		t.Error(first, end)
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
	receipts := list.Prove(0, winner) // handed out before
	if err := a.CheckPlaces(value, receipts[1:]); err != nil {
		t.Error(err)
	}
	if err := a.CheckPlaces(value, receipts[:1]); !errors.Is(err, draw.ErrMismatch) {
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

package commit_test

import (
	"bytes"
	"encoding/binary"
	"testing"

	"github.com/squaredeal/squaredeal/commit"
)

// Where the fields of messages begin: SPEC.md, section 5.2.
const (
	nameAt  = 1
	seatAt  = 33
	bodyAt  = 37 // commitment, or nonce
	valueAt = 69
	listAt  = 101
)

// A table is what honest seats with derived secrets say in a toss.
type table struct {
	session          string
	commits, reveals [][]byte
}

func newTable(t testing.TB, session string, seats int) *table {
	t.Helper()
	tb := &table{session, make([][]byte, seats), make([][]byte, seats)}
	for seat := range seats {
		tb.commits[seat] = tb.toss(t, seat).Pending()
	}
	first := tb.toss(t, 0)
	read(t, first, tb.commits)
	for seat := range seats {
		nonce, value := derived(seat)
		tb.reveals[seat] = revealFor(first.Pending(), seat, nonce, value)
	}
	return tb
}

// toss returns the toss of a seat that has read nothing.
func (tb *table) toss(t testing.TB, seat int) *commit.Toss {
	t.Helper()
	toss, err := derivedToss(tb.session, len(tb.commits), seat, discardToss)
	if err != nil {
		t.Fatal(err)
	}
	return toss
}

// tosses returns those of the first n seats.
func (tb *table) tosses(t testing.TB, n int) []*commit.Toss {
	t.Helper()
	var tosses []*commit.Toss
	for seat := range n {
		tosses = append(tosses, tb.toss(t, seat))
	}
	return tosses
}

// committed returns those of the first n seats, which have read all commitments.
func (tb *table) committed(t testing.TB, n int) []*commit.Toss {
	t.Helper()
	tosses := tb.tosses(t, n)
	for _, toss := range tosses {
		read(t, toss, tb.commits)
	}
	return tosses
}

// seed returns the seed of the honest toss.
func (tb *table) seed(t testing.TB) commit.Seed {
	t.Helper()
	toss := tb.committed(t, 1)[0]
	read(t, toss, tb.reveals)
	seed, err := toss.Seed()
	if err != nil {
		t.Fatal(err)
	}
	return seed
}

// sequence returns messages by seat, in this order, as messages of a sequence.
func sequence(messages ...[][]byte) (s []commit.TossMessage) {
	for _, phase := range messages {
		for seat, m := range phase {
			s = append(s, commit.TossMessage{From: seat, Bytes: m})
		}
	}
	return s
}

// read has a toss read the messages of all seats in ascending order, and take them.
func read(t testing.TB, toss *commit.Toss, messages [][]byte) {
	t.Helper()
	for seat, m := range messages {
		if err := toss.Receive(seat, m); err != nil {
			t.Fatal(err)
		}
	}
}

// under returns a message as another seat's: a copy, or what a seat would say.
func under(message []byte, seat int) []byte {
	m := bytes.Clone(message)
	binary.BigEndian.PutUint32(m[seatAt:], uint32(seat))
	return m
}

// revealFor returns a reveal of a seat, with the list of another reveal.
func revealFor(like []byte, seat int, nonce commit.Nonce, value []byte) []byte {
	m := under(like, seat)
	copy(m[bodyAt:], nonce.Bytes())
	copy(m[valueAt:], value)
	return m
}

package record_test

import (
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"testing"

	"github.com/squaredeal/squaredeal/commit/record"
)

// Saying something twice, in or out of the sequence, has no effect, and neither has
// another signature of the same statement.
func TestTwice(t *testing.T) {
	agreed := agreementOf(t, 2, "twice")
	reader, posts := begun(t, agreed, 2)
	one := sign(t, reader, 0, "one")
	head := reader.Head()
	read(t, reader, one)
	for _, post := range append(posts, one, one) {
		refused(t, reader, post, record.ErrNoPlace, "names")
	}
	refused(t, reader, record.SignAt(agreed, keyOf(t, 0), 2, head, []byte("another")), record.ErrNoPlace, "seat 0 names place 2")
	if reader.Places() != 3 {
		t.Error(reader.Places())
	}
}

// A statement can't be moved to another seat or agreement, or be altered.
func TestMoved(t *testing.T) {
	agreed := agreementOf(t, 3, "moved")
	reader, _ := begun(t, agreed, 3)
	one := sign(t, reader, 0, "one")
	for seat := range 4 {
		moved := bytes.Clone(one)
		moved[1] = byte(seat)
		want := record.ErrSignature
		if seat == 3 {
			want = record.ErrMalformed
		}
		if seat > 0 {
			refused(t, reader, moved, want, "")
		}
	}
	for name, other := range map[string]record.Agreement{
		"terms": agreementOf(t, 3, "another"),
		"seats": agreementOf(t, 4, "moved"),
	} {
		elsewhere := newReader(t, other)
		refused(t, elsewhere, one, record.ErrUnread, "seat 0")
		// Even with the head of the other agreement, the signature is of this one.
		here := record.SignAt(agreed, keyOf(t, 0), 0, elsewhere.Head(), []byte(name))
		refused(t, elsewhere, here, record.ErrSignature, "seat 0")
	}
	read(t, reader, one)
}

// A seat that shows some readers another statement, by a board that shows them another
// sequence, has its readers apart: they find where, and neither sees a place for what
// is said on the other side.
func TestFork(t *testing.T) {
	agreed := agreementOf(t, 3, "fork")
	a, posts := begun(t, agreed, 3)
	b := newReader(t, agreed)
	read(t, b, posts...)
	call, fold := sign(t, a, 1, "call"), sign(t, a, 1, "fold")
	both := sign(t, a, 0, "bet")
	read(t, a, both, call)
	read(t, b, both, fold)
	fromA, fromB := sign(t, a, 0, "a"), sign(t, b, 2, "b")
	refused(t, b, fromA, record.ErrNoPlace, "seat 0 names place 5 of 5")
	refused(t, a, fromB, record.ErrNoPlace, "seat 2 names place 5 of 5")
	read(t, a, fromA)
	read(t, b, fromB)
	for _, readers := range [][2]*record.Reader{{a, b}, {b, a}} {
		place, err := record.Fork(readers[0], readers[1])
		if wantError(t, err, record.ErrFork, "at place 4"); place != 4 {
			t.Error(place)
		}
	}

	// The board's head fits one of them only.
	raw, err := a.SignHead(keyOf(t, -1), 99)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := a.Check(raw); err != nil {
		t.Error(err)
	}
	wantError(t, second(b.Check(raw)), record.ErrFork, "place 6")

	// At most one side is final beyond the fork, unless a seat signs both.
	if a.Final() > 4 && b.Final() > 4 {
		t.Error("both are final")
	}
	read(t, a, sign(t, a, 1, "a"))
	read(t, b, sign(t, b, 1, "b"))
	if a.Final() != 5 || b.Final() != 5 {
		t.Error("seat 1 has signed both: ", a.Final(), b.Final())
	}
}

// Readers whose stamps put out different seats have different heads.
func TestOut(t *testing.T) {
	agreed := agreementOf(t, 2, "out")
	a, posts := begun(t, agreed, 2)
	b := newReader(t, agreed)
	read(t, b, posts...)
	tick := sign(t, a, 0, "time is up")
	for out, reader := range []*record.Reader{a, b} {
		st, err := reader.Judge(tick)
		if err == nil {
			err = reader.Place(st, uint64(2*out))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	place, err := record.Fork(a, b)
	if wantError(t, err, record.ErrFork, "place 2"); place != 2 {
		t.Error(place)
	}
	refused(t, b, sign(t, a, 1, "still here"), record.ErrNoPlace, "seat 1 names place 3 of 3")
}

// A board that has lost its tail gets it back from whoever has read it, in order, with
// the same places and heads; out of order, what comes too early has none yet.
func TestLostTail(t *testing.T) {
	agreed := agreementOf(t, 3, "lost")
	before, posts := begun(t, agreed, 3)
	var tail [][]byte
	for i := range 6 {
		if i == 2 { // two that cross
			crossing := sign(t, before, 1, "crossing")
			tail = append(tail, sign(t, before, 2, "crossed"), crossing)
			read(t, before, tail[i:]...)
		} else if i != 3 {
			tail = append(tail, sign(t, before, i%3, "tail"))
			read(t, before, tail[i])
		}
	}
	for lost := range len(tail) + 1 {
		after := newReader(t, agreed)
		read(t, after, posts...)
		read(t, after, tail[:len(tail)-lost]...)
		read(t, after, tail[len(tail)-lost:]...)
		if after.Head() != before.Head() || after.Final() != before.Final() {
			t.Errorf("%d posts don't come back", lost)
		}
	}
	// In any order, again and again: places come back in an order that heads allow.
	rng := rand.New(rand.NewPCG(1, 2))
	same := 0
	for range 20 {
		after := newReader(t, agreed)
		read(t, after, posts...)
		for range 2 * len(tail) {
			for _, i := range rng.Perm(len(tail)) {
				after.Read(tail[i])
			}
		}
		switch place, err := record.Fork(before, after); {
		case err == nil && after.Head() == before.Head():
			same++
		case place != 5: // those that crossed: the board may turn them around, and what followed is lost
			t.Errorf("place %d: %v", place, err)
		}
	}
	if same == 0 || same == 20 {
		t.Errorf("%d of 20 are the same", same)
	}
	// Repeated in part, before or after what is there, a tail changes nothing.
	for _, post := range append(posts, tail...) {
		refused(t, before, post, record.ErrNoPlace, "")
	}
}

// What a loser can do afterwards: cut the end off, and append what it can sign. Without
// the board's head this is a transcript like others; with it, it isn't.
func TestCutOff(t *testing.T) {
	agreed := agreementOf(t, 2, "cut off")
	reader, posts := begun(t, agreed, 2)
	for i := range 6 {
		posts = append(posts, sign(t, reader, i%2, "move"))
		read(t, reader, posts[len(posts)-1])
	}
	head, err := reader.SignHead(keyOf(t, -1), 1000)
	if err != nil {
		t.Fatal(err)
	}
	for cut := range len(posts) {
		forged := newReader(t, agreed)
		read(t, forged, posts[:cut]...)
		wantError(t, second(forged.Check(head)), record.ErrUnread, fmt.Sprint("8, and ", cut, " were read"))
		for forged.Begun() && forged.Places() < 8 {
			read(t, forged, sign(t, forged, 0, "time is up"))
		}
		if forged.Begun() {
			wantError(t, second(forged.Check(head)), record.ErrFork, "place 8")
			if final := forged.Final(); final > cut {
				t.Errorf("cut at %d, %d places are final", cut, final)
			}
		}
	}
	// One post taken away: all after it have no place.
	for missing := range posts {
		forged := newReader(t, agreed)
		for i, post := range posts {
			if i != missing {
				forged.Read(post)
			}
		}
		if forged.Places() != missing && missing > 1 {
			t.Errorf("without post %d, %d have a place", missing, forged.Places())
		}
		if _, err := forged.Check(head); err == nil {
			t.Errorf("the board's head fits without post %d", missing)
		}
	}
}

// Junk leaves nothing behind, and costs little before the signature is looked at.
func TestJunk(t *testing.T) {
	agreed := agreementOf(t, 2, "junk")
	reader, posts := begun(t, agreed, 2)
	good := record.SignAt(agreed, keyOf(t, 0), 2, reader.Head(), make([]byte, 10000))
	forged := bytes.Clone(good)
	forged[len(forged)-1] ^= 1
	long := append(bytes.Clone(good), 0)
	head := bytes.Clone(good)
	head[10] ^= 1
	state := reader.Dump()
	for name, junk := range map[string][]byte{"old": posts[0], "forged": forged, "long": long, "another head": head, "empty": nil} {
		if _, err := reader.Read(junk); err == nil {
			t.Errorf("%s has a place", name)
		}
		if n := testing.AllocsPerRun(20, func() { reader.Read(junk) }); n > 12 {
			t.Errorf("%s: %v allocations", name, n)
		}
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	const flood = 2000
	for range flood { // 20 MB of messages
		reader.Read(head)
		reader.Read(long)
	}
	runtime.ReadMemStats(&after)
	if copied := after.TotalAlloc - before.TotalAlloc; copied > flood*2*1000 {
		t.Errorf("%d bytes are allocated for %d posts of 10 kB", copied, flood)
	}
	if !bytes.Equal(reader.Dump(), state) {
		t.Error("junk has changed the reader")
	}
	if _, err := reader.Read(good); err != nil {
		t.Error(err)
	}
}

// A seat that goes on from an old backup, or runs twice, harms nobody: what it says again
// has no place, and nothing convicts it.
func TestOldBackup(t *testing.T) {
	agreed := agreementOf(t, 2, "backup")
	reader, _ := begun(t, agreed, 2)
	backup := reader.Cut()
	sent := sign(t, reader, 0, "bet 1")
	restored, err := record.ParseReader(agreed, backup)
	if err != nil {
		t.Fatal(err)
	}
	again := sign(t, restored, 0, "bet 2")
	read(t, reader, again)
	refused(t, reader, sent, record.ErrNoPlace, "seat 0")
	read(t, restored, again)
	if restored.Head() != reader.Head() {
		t.Error("the restart reads another sequence")
	}
	read(t, reader, sign(t, restored, 0, "bet 3"))
}

// Heads of one place that differ are the board's alone.
func TestTwoHeads(t *testing.T) {
	agreed := agreementOf(t, 2, "two heads")
	a, posts := begun(t, agreed, 2)
	b := newReader(t, agreed)
	read(t, b, posts...)
	read(t, a, sign(t, a, 0, "a"))
	read(t, b, sign(t, b, 0, "b"))
	var heads []record.SignedHead
	for stamp, reader := range []*record.Reader{a, b} {
		raw, err := reader.SignHead(keyOf(t, -1), int64(stamp))
		if err != nil {
			t.Fatal(err)
		}
		head, err := reader.Check(raw)
		if err != nil {
			t.Fatal(err)
		}
		other, err := []*record.Reader{b, a}[stamp].Check(raw)
		if wantError(t, err, record.ErrFork, "place 3"); other != head {
			t.Error("the head that forks is another: ", other)
		}
		heads = append(heads, head)
	}
	if heads[0].Places != heads[1].Places || heads[0].Head == heads[1].Head || heads[1].Stamp != 1 {
		t.Error(heads)
	}
}

// A cheat that computes the next head itself posts a statement that names it too early. It has
// no place, and must not get one when the posts are read again: a reader that goes on from a
// cut reads each post once, and after a lost tail only what had a place is posted again.
func TestReadOnce(t *testing.T) {
	agreed := agreementOf(t, 3, "once")
	reader, ahead := newReader(t, agreed), newReader(t, agreed)
	var hellos [][]byte
	for seat := range 3 {
		hellos = append(hellos, sign(t, reader, seat, "hello"))
	}
	read(t, reader, hellos...)
	read(t, ahead, hellos...)
	s := sign(t, ahead, 1, "s")
	read(t, ahead, s)
	x := sign(t, ahead, 1, "x")

	refused(t, reader, x, record.ErrUnread, "seat 1 names place 4 of 3")
	read(t, reader, s)
	want := reader.Head()
	state := reader.Cut()
	again, err := record.ParseReader(agreed, state)
	if err != nil || again.Head() != want {
		t.Fatal(err)
	}
	v := sign(t, again, 2, "v")
	read(t, again, v)
	read(t, reader, v)
	if again.Head() != reader.Head() {
		t.Error("a restart has other heads")
	}

	// The tail s, v is lost, and posted again by two readers at once.
	restored := newReader(t, agreed)
	read(t, restored, hellos...)
	for _, post := range [][]byte{s, s, v, v} {
		restored.Read(post)
	}
	if restored.Head() != reader.Head() {
		t.Error("the tail isn't what it was")
	}
}

// A seat that has restarted finds its own statement unread until it has read what that names;
// only a statement that can't have a place any more is given up.
func TestOwnAfterRestart(t *testing.T) {
	agreed := agreementOf(t, 2, "own")
	reader := newReader(t, agreed)
	read(t, reader, sign(t, reader, 0, "hello"), sign(t, reader, 1, "hello"))
	state := reader.Cut()
	p := sign(t, reader, 1, "p")
	read(t, reader, p)
	own := sign(t, reader, 0, "bet 5")

	again, err := record.ParseReader(agreed, state)
	if err != nil {
		t.Fatal(err)
	}
	refused(t, again, own, record.ErrUnread, "seat 0 names place 3 of 2")
	read(t, again, p)
	if _, err := again.Judge(own); err != nil {
		t.Error(err)
	}
	other, err := record.ParseReader(agreed, state)
	if err != nil {
		t.Fatal(err)
	}
	read(t, other, sign(t, other, 1, "q")) // instead of p
	refused(t, other, own, record.ErrNoPlace, "seat 0 names place 3 of 3")
}

// A state of nothing read is that of the agreement, and a fork before a cut is seen after it.
func TestStatesOfForks(t *testing.T) {
	agreed := agreementOf(t, 2, "states")
	a, b := newReader(t, agreed), newReader(t, agreed)
	for _, reader := range []*record.Reader{a, b} {
		read(t, reader, sign(t, reader, 0, "hello"), sign(t, reader, 1, "hello"))
	}
	read(t, a, sign(t, a, 0, "one"))
	read(t, b, sign(t, b, 0, "two"))
	a.Cut()
	for _, reader := range []*record.Reader{a, b} {
		read(t, reader, sign(t, reader, 1, "on"))
	}
	if place, err := record.Fork(a, b); place != 2 || !errors.Is(err, record.ErrFork) {
		t.Error(place, err)
	}
	state := newReader(t, agreed).Cut()
	other := newReader(t, agreementOf(t, 2, "other")).Cut()
	const head = 8 + 26 + 32 + 4 // after the label, the agreement and K
	copy(state[head:head+32], other[head:head+32])
	sum := sha256.Sum256(state[:len(state)-32])
	copy(state[len(state)-32:], sum[:])
	if _, err := record.ParseReader(agreed, state); !errors.Is(err, record.ErrMalformed) {
		t.Error(err)
	}
	if _, err := record.NewAgreement([]byte("x"), 1, []ed25519.PublicKey{keyOf(t, 0).Public(), keyOf(t, 1).Public()},
		ed25519.PublicKey{}); !errors.Is(err, record.ErrMalformed) {
		t.Error("an empty key of the board", err)
	}
}

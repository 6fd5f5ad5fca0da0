package record_test

import (
	"bytes"
	"errors"
	"testing"

	"github.com/squaredeal/squaredeal/commit/record"
)

// A parser that accepts bytes encodes them again as they were.
func FuzzJudge(f *testing.F) {
	agreed := agreementOf(f, 3, "fuzz")
	reader, posts := begun(f, agreed, 3)
	f.Add(posts[0])
	f.Add(sign(f, reader, 1, "x"))
	f.Add(record.Prune(sign(f, reader, 1, "more")))
	f.Add(posts[1][:len(posts[1])-1])
	f.Fuzz(func(t *testing.T, b []byte) {
		for _, reader := range []*record.Reader{reader, newReader(t, agreed)} {
			st, err := reader.Judge(b)
			switch {
			case errors.Is(err, record.ErrMalformed) || errors.Is(err, record.ErrNoPlace) || errors.Is(err, record.ErrUnread) ||
				errors.Is(err, record.ErrSignature):
			case err != nil:
				t.Error(err)
			case st.Pruned():
				if full := record.SignAt(agreed, keyOf(t, st.Seat), st.Places, st.Head, []byte("more")); !bytes.Equal(record.Prune(full), b) {
					t.Error("another encoding, or a forgery")
				}
			case !bytes.Equal(record.SignAt(agreed, keyOf(t, st.Seat), st.Places, st.Head, st.Message), b):
				t.Error("another encoding, or a forgery")
			}
		}
	})
}

func FuzzCheck(f *testing.F) {
	agreed := agreementOf(f, 3, "fuzz")
	reader, _ := begun(f, agreed, 3)
	for _, stamp := range []int64{0, -1} {
		head, err := reader.SignHead(keyOf(f, -1), stamp)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(head)
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		head, err := reader.Check(b)
		if err == nil && (head.Places != 3 || head.Head != reader.Head()) {
			t.Error("a forgery")
		}
		if err == nil {
			if again, err := reader.SignHead(keyOf(t, -1), head.Stamp); err != nil || !bytes.Equal(again, b) {
				t.Error("another encoding")
			}
		}
	})
}

func FuzzParseTranscript(f *testing.F) {
	agreed := agreementOf(f, 2, "fuzz")
	_, posts := begun(f, agreed, 2)
	f.Add(agreed.Transcript())
	f.Add(transcriptOf(agreed, record.Post{Number: 1, Stamp: -1, Bytes: posts[0]}, record.Post{Number: 7, Bytes: nil}))
	f.Fuzz(func(t *testing.T, b []byte) {
		posts, err := record.ParseTranscript(agreed, b)
		whole := transcriptOf(agreed, posts...)
		if err == nil && !bytes.Equal(whole, b) {
			t.Error("another encoding")
		}
		if len(posts) > 0 && !bytes.HasPrefix(b, whole) {
			t.Error("other posts")
		}
		if again, err := record.ParseTranscript(agreed, whole); err != nil || len(again) != len(posts) {
			t.Error(err)
		}
	})
}

// Whatever a state says, its reader takes any post without harm.
func FuzzParseReader(f *testing.F) {
	agreed := agreementOf(f, 2, "fuzz")
	reader, posts := begun(f, agreed, 2)
	more := sign(f, reader, 0, "more")
	add := func() {
		state := reader.Cut()
		f.Add(state[:len(state)-32])
	}
	add()
	if err := reader.End(); err != nil {
		f.Fatal(err)
	}
	read(f, reader, more)
	add()
	f.Fuzz(func(t *testing.T, b []byte) {
		record.ParseReader(agreed, b)
		reader, err := record.ParseReader(agreed, record.Seal(b))
		if err != nil {
			if !errors.Is(err, record.ErrMalformed) || reader != nil {
				t.Error(err)
			}
			return
		}
		if !bytes.Equal(reader.Cut(), record.Seal(b)) {
			t.Error("another encoding")
		}
		for _, post := range append(posts, more) {
			reader.Read(post)
		}
		for seat := range 2 {
			if post, err := reader.Sign(keyOf(t, seat), []byte("x")); err == nil {
				read(t, reader, post)
			}
		}
		if reader.Final() > reader.Places() {
			t.Error("more is final than was read")
		}
		record.Fork(reader, newReader(t, agreed))
		reader.End()
		if again, err := record.ParseReader(agreed, reader.Cut()); err != nil || again.Head() != reader.Head() {
			t.Error(err)
		}
	})
}

// fuzzedReaders are two readers that take the same posts.
type fuzzedReaders struct {
	t      *testing.T
	agreed record.Agreement
	a, b   *record.Reader
	posts  [][]byte
}

// step does what a byte says, and reports whether it should have changed the readers.
func (f *fuzzedReaders) step(step byte) (changed bool) {
	switch {
	case step == 240 || step == 242:
		f.cut(step == 242)
		return true
	case step == 241:
		return f.same(f.a.End(), f.b.End())
	case step >= 200: // again, or junk
		post := f.posts[int(step)%len(f.posts)]
		_, errA := f.a.Read(post)
		_, errB := f.b.Read(post)
		return f.same(errA, errB)
	}
	post := f.statement(step)
	if step%2 == 0 { // for later
		return false
	}
	stA, errA := f.a.Judge(post)
	stB, errB := f.b.Judge(post)
	if !f.same(errA, errB) {
		return false
	}
	if err := errors.Join(f.a.Place(stA, uint64(step)%8), f.b.Place(stB, uint64(step)%8)); err != nil {
		f.t.Fatal(err)
	}
	return true
}

// same reports whether two readers took something.
func (f *fuzzedReaders) same(errA, errB error) (taken bool) {
	f.t.Helper()
	if (errA == nil) != (errB == nil) {
		f.t.Fatal(errA, errB)
	}
	return errA == nil
}

func (f *fuzzedReaders) cut(restore bool) {
	state := f.a.Cut()
	if !bytes.Equal(state, f.b.Cut()) {
		f.t.Fatal("two states")
	}
	if !restore {
		return
	}
	var err error
	if f.b, err = record.ParseReader(f.agreed, state); err != nil {
		f.t.Fatal(err)
	}
}

// statement is one that names one of the last places.
func (f *fuzzedReaders) statement(step byte) []byte {
	seat, k := int(step)%3, max(0, f.a.Places()-int(step)/9%4)
	head, _ := f.a.HeadAt(k)
	post := record.SignAt(f.agreed, keyOf(f.t, seat), k, head, []byte{step})
	f.posts = append(f.posts, post)
	return post
}

// Two readers that take the same posts, in any order, are equal, although one of them is
// restored from its state at some cuts. Each byte picks a statement, or a call.
func FuzzReader(f *testing.F) {
	agreed := agreementOf(f, 3, "fuzz")
	f.Add([]byte{0, 1, 2, 9, 10, 11, 240, 0, 1, 241, 3, 242, 4, 5}, []byte("junk"))
	f.Add([]byte{242, 0, 1, 240, 2, 240, 9, 241, 241, 18, 19, 240, 20, 9}, make([]byte, 110))
	f.Fuzz(func(t *testing.T, steps, junk []byte) {
		if len(steps) > 60 {
			return
		}
		readers := &fuzzedReaders{t, agreed, newReader(t, agreed), newReader(t, agreed), [][]byte{junk}}
		for _, step := range steps {
			before, final := readers.a.Dump(), readers.a.Final()
			if !readers.step(step) && !bytes.Equal(before, readers.a.Dump()) {
				t.Fatal("a refusal has changed the reader")
			}
			a, b := readers.a, readers.b
			if !bytes.Equal(a.Dump(), b.Dump()) || a.Final() != b.Final() || a.Final() < final {
				t.Fatal("two readers of the same posts differ")
			}
		}
	})
}

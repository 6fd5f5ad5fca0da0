package board

import (
	"bytes"
	"errors"
	"slices"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table"
	"github.com/squaredeal/squaredeal/internal/wrap"
)

// heads are what the board has signed at the end.
type heads struct {
	latest int64 // stamp of a post with a place, and not below 0
	signed []signedPost
}

type signedPost struct {
	record.SignedHead
	post record.Post
}

// closed reports whether the last one was signed.
func (h *heads) closed() bool { return len(h.signed) == 2 }

// read takes a post, and reports whether it is a head that has a place.
func (h *heads) read(a record.Agreement, t *table.Table, p record.Post) (placed bool) {
	if !record.IsHead(p.Bytes) {
		return false
	}
	head, err := h.check(a, t, p.Bytes)
	if err == nil {
		h.signed = append(h.signed, signedPost{head, p})
	}
	return err == nil
}

// check returns the board's signed head in a post, if it is one, and why it has no place: an errNoEnd if it
// is the head of all that was read, before the end.
func (h *heads) check(a record.Agreement, t *table.Table, post []byte) (record.SignedHead, error) {
	head, err := headOf(a, post)
	same := func(s signedPost) bool { return s.SignedHead == head }
	switch {
	case err != nil:
	case slices.ContainsFunc(h.signed, same):
		err = errors.New("the board has said so already")
	case head.Places > t.Places():
		err = wrap.Errorf(record.ErrUnread, "the board has signed %d places, and %d were read", head.Places, t.Places())
	case head.Places < t.Places():
		err = wrap.Errorf(record.ErrFork, "the board has signed %d places as all, and there are %d", head.Places, t.Places())
	case head.Head != t.Head():
		err = wrap.Errorf(record.ErrFork, "the board has signed another head at place %d", head.Places)
	case head.Stamp < h.latest:
		err = wrap.Errorf(record.ErrFork, "the board has signed its head %d ms before its last post", h.latest-head.Stamp)
	case !t.Over():
		err = errNoEnd
	case h.closed():
		err = errors.New("the board has signed its last head already")
	}
	return head, err
}

var errNoEnd = wrap.Errorf(record.ErrFork, "the board has signed an end, and there is none")

// doubt returns why no honest board shows a head that had no place, nil if it is one again that had one.
func (h *heads) doubt(a record.Agreement, t *table.Table, post []byte) error {
	again := func(s signedPost) bool { return bytes.Equal(s.post.Bytes, post) }
	if slices.ContainsFunc(h.signed, again) {
		return nil
	}
	_, err := h.check(a, t, post)
	return err
}

// headOf verifies a signed head.
func headOf(a record.Agreement, post []byte) (record.SignedHead, error) {
	reader, err := record.NewReader(a)
	if err != nil {
		return record.SignedHead{}, err
	}
	h, err := reader.Check(post)
	if errors.Is(err, record.ErrUnread) || errors.Is(err, record.ErrFork) {
		err = nil // nothing was read yet
	}
	return h, err
}

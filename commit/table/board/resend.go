package board

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"time"

	"github.com/squaredeal/squaredeal/commit/record"
)

// A resender posts again what the board has lost, or what came too early for it, until the seat has
// read it.
type resender struct {
	posts [][]byte  // in order
	at    time.Time // when to post them
}

// next returns when to post them, the zero time if there are none.
func (r *resender) next() time.Time {
	if len(r.posts) == 0 {
		return time.Time{}
	}
	return r.at
}

// due reports whether to post them now.
func (r *resender) due() bool { return len(r.posts) > 0 && !time.Now().Before(r.at) }

// wait has them posted after a time.
func (r *resender) wait(d time.Duration) { r.at = time.Now().Add(d) }

// retry has a statement that came too early posted soon, unless others wait already: then the
// player says it again later.
func (r *resender) retry(statement []byte, grace time.Duration) {
	if len(r.posts) == 0 {
		r.posts = [][]byte{statement}
		r.wait(grace / 64)
	}
}

// post posts them in order.
func (r *resender) post(ctx context.Context, b Board, grace time.Duration) error {
	r.wait(grace / 4)
	for i := 0; i < len(r.posts); {
		switch refusal, err := post(ctx, b, r.posts[i]); {
		case err != nil:
			return err
		case refusal.soon(): // a tick must wait, say, and with it what follows
			r.wait(grace / 64)
			return nil
		case refusal != nil:
			r.posts = slices.Delete(r.posts, i, i+1)
		default:
			i++
		}
	}
	return nil
}

// remove removes what was read, pruned or not.
func (r *resender) remove(read []byte) {
	pruned := record.Prune(read)
	r.posts = slices.DeleteFunc(r.posts, func(b []byte) bool { return bytes.Equal(record.Prune(b), pruned) })
}

// post gives a board a post, which it may refuse.
func post(ctx context.Context, to Board, b []byte) (*Refusal, error) {
	err := to.Post(ctx, b)
	if refusal, ok := errors.AsType[*Refusal](err); ok {
		return refusal, nil
	}
	return nil, err
}

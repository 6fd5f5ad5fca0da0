package hub

import (
	"context"
	"crypto/ed25519"
	"errors"
	"slices"
	"strconv"
	"time"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table"
	"github.com/squaredeal/squaredeal/commit/table/board"
)

// Post gives the table a post of this process, as PostBy does of a key.
func (t *Board) Post(ctx context.Context, b []byte) error { return t.post(ctx, nil, true, b) }

// PostBy gives the table a post by somebody who has shown a key. It returns when the post is
// on the disk and was read, or a [board.Refusal]: of an [ErrStranger] if the key has no seat, or
// one that is out, and of an [ErrSaidAll] if the seat that has signed the post may say no more.
func (t *Board) PostBy(ctx context.Context, key ed25519.PublicKey, b []byte) error {
	return t.post(ctx, key, false, b)
}

func (t *Board) post(ctx context.Context, key ed25519.PublicKey, trusted bool, b []byte) error {
	c, err := t.verify(key, trusted, b)
	if err != nil {
		return err
	}
	return t.append(ctx, c)
}

// verify checks a post's form and signature, which needs no lock, and whose it is.
func (t *Board) verify(key ed25519.PublicKey, trusted bool, b []byte) (board.Candidate, error) {
	t.mu.Lock()
	v, err := t.watcher.Verifier(), t.err
	sitting, may := t.watcher.Table() == nil, trusted || t.may(key, b)
	t.mu.Unlock()
	switch {
	case err != nil:
		return board.Candidate{}, err
	case len(b) > maxPost:
		return board.Candidate{}, &board.Refusal{Reason: board.Malformed}
	case !may:
		return board.Candidate{}, stranger
	}
	c, err := v.Verify(b)
	if err == nil && sitting && !trusted && !c.Key.Equal(key) {
		err = stranger
	}
	return c, err
}

var stranger = &board.Refusal{Reason: board.NoPlace, Err: ErrStranger}

// may reports whether somebody with a key may bring a post. A seat that is out may only keep
// the time going, until all is over. The caller has locked.
func (t *Board) may(key ed25519.PublicKey, b []byte) bool {
	game, seat := t.watcher.Table(), t.seat(key)
	out := func(o table.Out) bool { return o.Seat == seat }
	switch {
	case game == nil:
		return true
	case seat < 0 || game.Over() || !slices.ContainsFunc(game.Outs(), out):
		return seat >= 0
	}
	return isTick(game, b)
}

func isTick(game *table.Table, post []byte) bool {
	var v table.Verdict
	st, err := record.ParseStatement(post)
	if err == nil {
		v, err = game.Would(st)
	}
	return err == nil && v.Tick
}

// seat returns the seat of a key, or -1. The caller has locked.
func (t *Board) seat(key ed25519.PublicKey) int {
	return slices.IndexFunc(t.watcher.Seats(), func(k ed25519.PublicKey) bool { return k != nil && k.Equal(key) })
}

// append appends a post that has a place, one at a time.
func (t *Board) append(ctx context.Context, c board.Candidate) error {
	select {
	case t.posting <- struct{}{}:
		defer func() { <-t.posting }()
	case <-ctx.Done():
		return ctx.Err()
	}
	part, shown, err := t.judge(c)
	if err != nil || shown == nil {
		return err
	}
	number, err := t.hub.append(ctx, t.id, part, shown)
	if errors.Is(err, ErrFull) {
		return &board.Refusal{Reason: board.Full, Err: err}
	}
	if err == nil {
		err = t.await(ctx, func() bool { return number <= t.last() || t.watcher.Closed() })
	}
	if err != nil {
		return err
	}
	return t.placed(c, number)
}

// placed returns why a post has no place after all, as another room's came first.
func (t *Board) placed(c board.Candidate, number uint64) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	switch {
	case number > t.last():
		return &board.Refusal{Reason: board.Closed}
	case t.watcher.Closed(): // since
		return nil
	}
	shown, err := t.watcher.Would(c)
	if err == nil && shown != nil {
		err = &board.Refusal{Reason: board.Later}
	}
	return err
}

// judge returns the part of the subject for a post, and the form in which it is shown, nil if
// it is already.
func (t *Board) judge(c board.Candidate) (part string, shown []byte, err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.err != nil {
		return "", nil, t.err
	}
	if shown, err = t.watcher.Would(c); err != nil || shown == nil {
		return "", nil, err
	}
	if c.Key.Equal(t.key.Public()) {
		return roomPart, shown, nil // a reset that the stream has lost
	}
	seat := t.seat(c.Key)
	if seat < 0 {
		return asksPart, shown, nil // of requests, only so many have a place
	}
	game := t.watcher.Table()
	if due := game.Due(time.Now()); len(due) > 0 && isTick(game, shown) {
		return strconv.Itoa(due[0].Seat), shown, nil // of the seat that it waits for, as it is that one's doing
	}
	part = strconv.Itoa(seat)
	if t.saidBytes[part]+len(shown)+PostCost > t.hub.perSeat(*t.watcher.Offer()) && !game.Over() {
		return "", nil, &board.Refusal{Reason: board.Full, Err: ErrSaidAll}
	}
	return part, shown, nil
}

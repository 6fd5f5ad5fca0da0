package board_test

import (
	"encoding/hex"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table"
	"github.com/squaredeal/squaredeal/commit/table/board"
	"github.com/squaredeal/squaredeal/internal/vectors"
)

type vectorCase struct {
	Inputs struct {
		Offer, Request, Transcript, Digest string
		Posts                              []string
	}
	Outputs struct {
		Game, Board, Digest, Key, About, Placed, Audit, All, Text string
		Seats, Longest, Seat                                      int
		Grace, Bank                                               int64
		Views, Posts                                              []string
	}
}

// A void game is one in which nobody is ever due.
type void struct{ table.Game }

func (void) Start(record.Digest)                         {}
func (void) Due() (int, []int)                           { return 0, nil }
func (void) Checkpoint() []byte                          { return nil }
func (void) Restore([]byte) error                        { return nil }
func (void) Out(int, table.Reason)                       {}
func voids(table.Terms, int, []byte) (table.Game, error) { return void{}, nil }

func class(err error) string {
	var r *board.Refusal
	switch {
	case errors.Is(err, board.ErrMalformed):
		return "malformed"
	case errors.As(err, &r):
		return r.Reason.String()
	}
	return err.Error()
}

func TestVectors(t *testing.T) {
	vectors.Run(t, "squaredeal/board v1", class, map[string]func(*testing.T, vectorCase) error{
		"offer":       offerVector,
		"request":     requestVector,
		"sequence":    sequenceVector,
		"transcript":  transcriptVector,
		"fingerprint": fingerprintVector,
	})
}

func offerVector(t *testing.T, c vectorCase) error {
	o, err := board.ParseOffer(vectors.Hex(t, c.Inputs.Offer))
	if err != nil {
		return err
	}
	vectors.Same(t, "bytes", o.Bytes(), vectors.Hex(t, c.Inputs.Offer))
	digest := o.Digest()
	vectors.Same(t, "digest", hex.EncodeToString(digest[:]), c.Outputs.Digest)
	vectors.Same(t, "offer", fmt.Sprint(vectors.Brief(o.Game), o.Seats, o.Longest, o.Grace.Milliseconds(), o.Bank.Milliseconds(),
		hex.EncodeToString(o.Board)),
		fmt.Sprint(c.Outputs.Game, c.Outputs.Seats, c.Outputs.Longest, c.Outputs.Grace, c.Outputs.Bank, c.Outputs.Board))
	return nil
}

func requestVector(t *testing.T, c vectorCase) error {
	w := board.NewWatcher(voids)
	w.Read(record.Post{Number: 1, Bytes: vectors.Hex(t, c.Inputs.Offer)})
	post := vectors.Hex(t, c.Inputs.Request)
	r, err := board.ParseRequest(post)
	if _, other := record.ParseStatement(post); other == nil {
		return err // as Verify judges it as a statement
	}
	candidate, refusal := w.Verifier().Verify(post)
	if refusal != nil {
		return refusal
	}
	vectors.Same(t, "seat", r.Seat, c.Outputs.Seat)
	vectors.Same(t, "key", hex.EncodeToString(r.Key), c.Outputs.Key)
	vectors.Same(t, "about", hex.EncodeToString(r.About), c.Outputs.About)
	vectors.Same(t, "key", hex.EncodeToString(candidate.Key), c.Outputs.Key)
	return err
}

func sequenceVector(t *testing.T, c vectorCase) error {
	w := board.NewWatcher(voids)
	var placed strings.Builder
	var views []string
	var posts, kept []record.Post
	for i, text := range c.Inputs.Posts {
		stamp, b, _ := strings.Cut(text, " ")
		ms, err := strconv.ParseInt(stamp, 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		p := record.Post{Number: uint64(i + 1), Stamp: ms, Bytes: vectors.Hex(t, b)}
		posts = append(posts, p)
		had, err := w.Read(p)
		if err != nil {
			t.Fatal(err)
		}
		if had {
			placed.WriteByte('1')
		} else {
			placed.WriteByte('0')
		}
		views = append(views, board.View(w))
		if had {
			p.Number = uint64(len(kept) + 1)
			kept = append(kept, p)
		}
	}
	vectors.Same(t, "placed", placed.String(), c.Outputs.Placed)
	vectors.Same(t, "views", views, c.Outputs.Views)
	digest := ""
	if w.Table() != nil {
		at := w.Table().Digest()
		digest = hex.EncodeToString(at[:])
	}
	vectors.Same(t, "digest", digest, c.Outputs.Digest)
	vectors.Same(t, "audit", auditOf(t, kept), c.Outputs.Audit)
	vectors.Same(t, "all", auditOf(t, posts), c.Outputs.All)
	return nil
}

// auditOf is the class of what a referee finds.
func auditOf(t *testing.T, posts []record.Post) string {
	_, err := board.Audit(posts, voids)
	for class, is := range map[string]error{
		"unsigned": board.ErrUnsigned, "early": board.ErrEarly, "never-began": board.ErrNeverBegan, "unread": record.ErrUnread,
		"fork": record.ErrFork,
	} {
		if errors.Is(err, is) {
			return class
		}
	}
	if err != nil {
		t.Error(err)
	}
	return "ok"
}

func transcriptVector(t *testing.T, c vectorCase) error {
	posts, err := board.Decode(vectors.Hex(t, c.Inputs.Transcript))
	texts := []string{}
	for _, p := range posts {
		texts = append(texts, fmt.Sprintf("%d %x", p.Stamp, p.Bytes))
	}
	vectors.Same(t, "posts", texts, c.Outputs.Posts)
	if err == nil {
		vectors.Same(t, "bytes", board.Encode(posts), vectors.Hex(t, c.Inputs.Transcript))
	}
	return err
}

func fingerprintVector(t *testing.T, c vectorCase) error {
	vectors.Same(t, "text", board.Fingerprint(record.Digest(vectors.Hex(t, c.Inputs.Digest))), c.Outputs.Text)
	return nil
}

package board_test

import (
	"encoding/hex"
	"encoding/json"
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

// A void game is one in which nobody is ever due.
type void struct{ table.Game }

func (void) Start(record.Digest)                         {}
func (void) Due() (int, []int)                           { return 0, nil }
func (void) Checkpoint() []byte                          { return nil }
func (void) Restore([]byte) error                        { return nil }
func (void) Out(int, table.Reason)                       {}
func voids(table.Terms, int, []byte) (table.Game, error) { return void{}, nil }

func class(err error) string {
	r, ok := errors.AsType[*board.Refusal](err)
	switch {
	case errors.Is(err, board.ErrMalformed):
		return "malformed"
	case ok:
		return r.Reason.String()
	}
	return err.Error()
}

func TestVectors(t *testing.T) {
	vectors.Run(t, "squaredeal/board v1", class, map[string]func(*testing.T, json.RawMessage) error{
		"offer":       vectors.Of(offerVector),
		"request":     vectors.Of(requestVector),
		"sequence":    vectors.Of(sequenceVector),
		"transcript":  vectors.Of(transcriptVector),
		"fingerprint": vectors.Of(fingerprintVector),
	})
}

type offerCase struct {
	Inputs  struct{ Offer string }
	Outputs struct {
		Game, Board, Digest string
		Seats, Longest      int
		Grace, Bank         int64
	}
}

func offerVector(t *testing.T, c offerCase) error {
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

type requestCase struct {
	Inputs  struct{ Offer, Request string }
	Outputs struct {
		Seat       int
		Key, About string
	}
}

func requestVector(t *testing.T, c requestCase) error {
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

type sequenceCase struct {
	Inputs  struct{ Posts []string }
	Outputs struct {
		Placed, Digest, Audit, All string
		Views                      []string
	}
}

func sequenceVector(t *testing.T, c sequenceCase) error {
	w := board.NewWatcher(voids)
	var marks strings.Builder // 1 for each post with a place
	var views []string
	var posts, kept []record.Post
	for i, text := range c.Inputs.Posts {
		p := postOf(t, text)
		p.Number = uint64(i + 1)
		posts = append(posts, p)
		placed, err := w.Read(p)
		if err != nil {
			t.Fatal(err)
		}
		views = append(views, board.View(w))
		if !placed {
			marks.WriteByte('0')
			continue
		}
		marks.WriteByte('1')
		p.Number = uint64(len(kept) + 1)
		kept = append(kept, p)
	}
	vectors.Same(t, "placed", marks.String(), c.Outputs.Placed)
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

// postOf returns a post, without a number, of the text "stamp bytes".
func postOf(t *testing.T, text string) record.Post {
	t.Helper()
	stamp, b, _ := strings.Cut(text, " ")
	ms, err := strconv.ParseInt(stamp, 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return record.Post{Stamp: ms, Bytes: vectors.Hex(t, b)}
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

type transcriptCase struct {
	Inputs  struct{ Transcript string }
	Outputs struct{ Posts []string }
}

func transcriptVector(t *testing.T, c transcriptCase) error {
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

type fingerprintCase struct {
	Inputs  struct{ Digest string }
	Outputs struct{ Text string }
}

func fingerprintVector(t *testing.T, c fingerprintCase) error {
	vectors.Same(t, "text", board.Fingerprint(record.Digest(vectors.Hex(t, c.Inputs.Digest))), c.Outputs.Text)
	return nil
}

package tables

import (
	"encoding/hex"
	"errors"
	"math/rand/v2"
	"strconv"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/js/internal/difftest/must"
	"github.com/squaredeal/squaredeal/js/internal/difftest/random"
)

// A recordResult is in the form of commit/record's vectors of sequences, all posts being bytes.
type recordResult struct {
	Terms   string   `json:"terms"`
	Longest int      `json:"longest"`
	Keys    []string `json:"keys"`
	Board   string   `json:"board"`
	Steps   []string `json:"steps"`
	Answers []string `json:"answers"`
	Finals  []int    `json:"finals"`
	State   string   `json:"state"`
}

var classes = []struct {
	err  error
	text string
}{
	{record.ErrMalformed, "malformed"}, {record.ErrNoPlace, "no-place"}, {record.ErrSignature, "signature"},
	{record.ErrState, "state"}, {record.ErrUnread, "unread"}, {record.ErrFork, "fork"},
}

func classOf(err error, ok string) string {
	for _, c := range classes {
		if errors.Is(err, c.err) {
			return c.text
		}
	}
	return ok
}

// A recorder makes steps, and has a log answer them.
type recorder struct {
	*rand.Rand
	signers
	agreement record.Agreement
	log       *record.Reader
	longest   int
	said      [][]byte
	result    recordResult
}

// Record returns a sequence of posts that a record.Reader reads.
func Record(r *rand.Rand) any {
	n := 2 + r.IntN(4)
	s := newSigners(r, n, r.IntN(4) > 0)
	keys, board, text := s.keys()
	terms, longest := random.Bytes(r, 1+r.IntN(100)), 1+r.IntN(60)
	c := recorder{Rand: r, signers: s, longest: longest, agreement: must.Get(record.NewAgreement(terms, longest, keys, board))}
	c.log = must.Get(record.NewReader(c.agreement))
	c.result = recordResult{Terms: hex.EncodeToString(terms), Longest: longest, Keys: text, Board: hex.EncodeToString(board)}
	for range 5 + r.IntN(40) {
		step, answer := c.step()
		c.result.Steps, c.result.Answers = append(c.result.Steps, step), append(c.result.Answers, answer)
		c.result.Finals = append(c.result.Finals, c.log.Final())
	}
	c.result.State = shown(c.log.Cut())
	return c.result
}

func shown(b []byte) string {
	if len(b) > 256 {
		return "sha256:" + hex.EncodeToString(hashOf(b))
	}
	return hex.EncodeToString(b)
}

func (c *recorder) step() (step, answer string) {
	switch x := c.IntN(100); {
	case x < 4:
		return "cut", shown(c.log.Cut())
	case x < 8:
		c.log = must.Get(record.ParseReader(c.agreement, c.log.Cut()))
		return "restart", "ok"
	case x < 10:
		return "end", classOf(c.log.End(), "ok")
	case x < 20:
		head := c.signedHead()
		_, err := c.log.Check(head)
		return "check " + hex.EncodeToString(head), classOf(err, "ok")
	case x < 25:
		post := c.post()
		_, err := c.log.Judge(post)
		return "judge " + hex.EncodeToString(post), classOf(err, "ok")
	case x < 40:
		post := c.post()
		_, err := c.log.Read(post)
		return "alone " + hex.EncodeToString(post), classOf(err, "placed")
	default:
		post, out := c.post(), c.Uint64N(1<<(len(c.seats)+1)) // with a seat that doesn't exist
		st, err := c.log.Judge(post)
		if err == nil {
			err = c.log.Place(st, out)
		}
		return "read " + strconv.FormatUint(out, 10) + " " + hex.EncodeToString(post), classOf(err, "placed")
	}
}

// place returns one that was read, mostly the last, and its head; or none.
func (c *recorder) place() (int, record.Digest) {
	k := c.log.Places() - max(0, c.IntN(8)-5)
	if c.IntN(12) == 0 {
		k += 1 + c.IntN(2)
	}
	head, _ := c.log.HeadAt(k)
	if c.IntN(12) == 0 {
		head[c.IntN(32)]++
	}
	return max(0, k), head
}

func (c *recorder) signedHead() []byte {
	k, head := c.place()
	board := c.signers
	if c.board == nil {
		board.board = c.seats[0]
	}
	post := board.head(c.agreement.Digest(), k, head, int64(c.Uint64()))
	if c.IntN(5) == 0 {
		return altered(c.Rand, post)
	}
	return post
}

func (c *recorder) post() []byte {
	if len(c.said) > 0 && c.IntN(8) == 0 {
		return c.said[c.IntN(len(c.said))]
	}
	k, head := c.place()
	message := random.Bytes(c.Rand, 1+c.IntN(c.longest+1)) // and too long
	post := c.statement(c.agreement.Digest(), c.IntN(len(c.seats)), k, head, message)
	if c.IntN(4) == 0 {
		if pruned := record.Prune(post); pruned != nil {
			post = pruned
		}
	}
	if c.IntN(8) == 0 {
		post = altered(c.Rand, post)
	}
	c.said = append(c.said, post)
	return post
}

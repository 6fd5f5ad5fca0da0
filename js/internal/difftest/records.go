package main

import (
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"math/big"
	"math/rand/v2"
	"slices"
	"strconv"

	"github.com/squaredeal/squaredeal/commit/record"
)

func init() { generators["record"] = recordCase }

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

// signers are the seats of a random table, and its board, if it has a key.
type signers struct {
	seats []ed25519.PrivateKey
	board ed25519.PrivateKey
}

func newSigners(r *rand.Rand, n int, board bool) signers {
	var s signers
	for range n {
		s.seats = append(s.seats, ed25519.NewKeyFromSeed(random(r, 32)))
	}
	if board {
		s.board = ed25519.NewKeyFromSeed(random(r, 32))
	}
	return s
}

func (s signers) keys() (keys []ed25519.PublicKey, board ed25519.PublicKey, text []string) {
	for _, key := range s.seats {
		public := key.Public().(ed25519.PublicKey)
		keys, text = append(keys, public), append(text, hex.EncodeToString(public))
	}
	if s.board != nil {
		board = s.board.Public().(ed25519.PublicKey)
	}
	return keys, board, text
}

func random(r *rand.Rand, n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(r.Uint32())
	}
	return b
}

func lp(field []byte) []byte {
	return append(binary.BigEndian.AppendUint64(nil, uint64(len(field))), field...)
}

func hashOf(parts ...[]byte) []byte {
	sum := sha256.Sum256(slices.Concat(parts...))
	return sum[:]
}

func u32(n int) []byte { return binary.BigEndian.AppendUint32(nil, uint32(n)) }

// statement is a statement of a message, which may be one that no seat says.
func (s signers) statement(table record.Digest, seat, k int, head record.Digest, message []byte) []byte {
	named := slices.Concat([]byte{1, byte(seat)}, u32(k), head[:])
	body := hashOf(message[1:])
	digest := hashOf(lp([]byte("squaredeal/record/v1/statement")), table[:], named, u32(len(message)-1), message[:1], body)
	return slices.Concat(named, message, ed25519.Sign(s.seats[seat], digest))
}

func (s signers) head(table record.Digest, k int, head record.Digest, stamp int64) []byte {
	body := slices.Concat([]byte{2}, u32(k), head[:], binary.BigEndian.AppendUint64(nil, uint64(stamp)))
	return append(body, ed25519.Sign(s.board, hashOf(lp([]byte("squaredeal/record/v1/board")), table[:], body))...)
}

var order, _ = new(big.Int).SetString("7237005577332262213973186563042994240857116359379907606001950938285454250989", 10)

// altered is a post that somebody has changed, or another one.
func altered(r *rand.Rand, post []byte) []byte {
	post = slices.Clone(post)
	switch r.IntN(6) {
	case 0:
		return random(r, r.IntN(200))
	case 1:
		return post[:r.IntN(len(post)+1)]
	case 2:
		return append(post, random(r, 1+r.IntN(3))...)
	case 3: // S + ℓ, which some verifiers take
		if len(post) >= 32 {
			s := post[len(post)-32:]
			slices.Reverse(s)
			copy(s, new(big.Int).Add(new(big.Int).SetBytes(s), order).FillBytes(make([]byte, 33))[1:])
			slices.Reverse(s)
		}
		return post
	default:
		post[r.IntN(len(post))] ^= 1 << r.IntN(8)
		return post
	}
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

func recordCase(r *rand.Rand) any {
	n := 2 + r.IntN(4)
	s := newSigners(r, n, r.IntN(4) > 0)
	keys, board, text := s.keys()
	terms, longest := random(r, 1+r.IntN(100)), 1+r.IntN(60)
	c := recorder{Rand: r, signers: s, longest: longest, agreement: must(record.NewAgreement(terms, longest, keys, board))}
	c.log = must(record.NewReader(c.agreement))
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
		c.log = must(record.ParseReader(c.agreement, c.log.Cut()))
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

// place is one that was read, mostly the last, and its head; or none.
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
	message := random(c.Rand, 1+c.IntN(c.longest+1)) // and too long
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

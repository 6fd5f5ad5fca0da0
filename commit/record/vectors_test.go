package record_test

import (
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/internal/vectors"
)

// agreementInputs are an agreement, in hex.
type agreementInputs struct {
	Terms, Board string
	Keys         []string
	Longest      int
}

func errorClass(err error) string {
	for class, is := range map[string]error{
		"malformed": record.ErrMalformed,
		"no-place":  record.ErrNoPlace,
		"signature": record.ErrSignature,
		"state":     record.ErrState,
		"unread":    record.ErrUnread,
		"fork":      record.ErrFork,
	} {
		if errors.Is(err, is) {
			return class
		}
	}
	return err.Error()
}

func (in agreementInputs) agreement(t *testing.T) (record.Agreement, error) {
	t.Helper()
	var keys []ed25519.PublicKey
	for _, key := range in.Keys {
		keys = append(keys, vectors.Hex(t, key))
	}
	var board ed25519.PublicKey
	if in.Board != "" {
		board = vectors.Hex(t, in.Board)
	}
	return record.NewAgreement(vectors.Hex(t, in.Terms), in.Longest, keys, board)
}

// reader returns the agreement of a case, and a reader that has read nothing.
func (in agreementInputs) reader(t *testing.T) (record.Agreement, *record.Reader) {
	t.Helper()
	agreed, err := in.agreement(t)
	if err != nil {
		t.Fatal(err)
	}
	return agreed, newReader(t, agreed)
}

func TestVectors(t *testing.T) {
	vectors.Run(t, "squaredeal/record v1", errorClass, map[string]func(*testing.T, json.RawMessage) error{
		"agreement":   vectors.Of(agreementVector),
		"statement":   vectors.Of(statementVector),
		"head":        vectors.Of(headVector),
		"sequence":    vectors.Of(sequenceVector),
		"state":       vectors.Of(stateVector),
		"transcript":  vectors.Of(transcriptVector),
		"fork":        vectors.Of(forkVector),
		"accumulated": vectors.Of(accumulatedVector),
	})
}

type agreementCase struct {
	Inputs  agreementInputs
	Outputs struct{ Digest string }
}

func agreementVector(t *testing.T, c agreementCase) error {
	agreed, err := c.Inputs.agreement(t)
	if err != nil {
		vectors.Same(t, "agreement", agreed.Digest(), record.Digest{})
		return err
	}
	vectors.Same(t, "digest", hexOf(agreed.Digest()), c.Outputs.Digest)
	return nil
}

type statementCase struct {
	Inputs struct {
		agreementInputs
		Statement string
	}
	Outputs struct {
		Seat, Places, Kind, Length    int
		Head, Message, Pruned, Digest string
	}
}

func statementVector(t *testing.T, c statementCase) error {
	agreed, reader := c.Inputs.reader(t)
	raw := vectors.Hex(t, c.Inputs.Statement)
	st, err := reader.Judge(raw)
	if verified, again := agreed.Verify(raw); err == nil || errors.Is(err, record.ErrMalformed) || errors.Is(err, record.ErrSignature) {
		vectors.Same(t, "verified", fmt.Sprint(verified, again), fmt.Sprint(st, err))
	}
	if err != nil {
		vectors.Same(t, "statement", fmt.Sprint(st), fmt.Sprint(record.Statement{}))
		return err
	}
	vectors.Same(t, "seat", st.Seat, c.Outputs.Seat)
	vectors.Same(t, "places", st.Places, c.Outputs.Places)
	vectors.Same(t, "head", hexOf(st.Head), c.Outputs.Head)
	vectors.Same(t, "kind", int(st.Kind), c.Outputs.Kind)
	vectors.Same(t, "length", st.Len, c.Outputs.Length)
	vectors.Same(t, "message", hex.EncodeToString(st.Message), c.Outputs.Message)
	vectors.Same(t, "is pruned", st.Pruned(), st.Message == nil)
	vectors.Same(t, "pruned", hex.EncodeToString(st.Prune()), c.Outputs.Pruned)
	vectors.Same(t, "pruned post", hex.EncodeToString(record.Prune(raw)), c.Outputs.Pruned)
	vectors.Same(t, "digest", hexOf(record.DigestOf(st)), c.Outputs.Digest)
	return nil
}

type headCase struct {
	Inputs struct {
		agreementInputs
		Head string
	}
	Outputs struct {
		Places int
		Digest string
		Stamp  int64
	}
}

func headVector(t *testing.T, c headCase) error {
	_, reader := c.Inputs.reader(t)
	h, err := reader.Check(vectors.Hex(t, c.Inputs.Head))
	if c.Outputs.Digest == "" {
		vectors.Same(t, "head", h, record.SignedHead{})
		return err
	}
	vectors.Same(t, "places", h.Places, c.Outputs.Places)
	vectors.Same(t, "digest", hexOf(h.Head), c.Outputs.Digest)
	vectors.Same(t, "stamp", h.Stamp, c.Outputs.Stamp)
	return err
}

func hexOf(d record.Digest) string { return hex.EncodeToString(d[:]) }

// A sequence follows steps, and remembers the answers.
type sequence struct {
	*record.Reader
	agreed  record.Agreement
	answers []string
	finals  []int
	judged  record.Statement // by the last step judge that was ok
}

// bytes are those of a step: hex, or an answer as @ and the number of its step.
func (p *sequence) bytes(t *testing.T, text string) []byte {
	if number, ok := strings.CutPrefix(text, "@"); ok {
		text = p.answers[mustNumber(t, number)]
	}
	return vectors.Hex(t, text)
}

func mustNumber(t *testing.T, text string) int64 {
	t.Helper()
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func (p *sequence) follow(t *testing.T, steps []string) {
	for i, step := range steps {
		before := p.Dump()
		answer := p.step(t, strings.Split(step, " "))
		changes := answer == "placed" || answer == "ok" && step == "end"
		if bytes.Equal(before, p.Dump()) == changes && step != "cut" && step != "restart" {
			t.Errorf("step %d: %s has changed the reader, or it hasn't", i, answer)
		}
		p.answers, p.finals = append(p.answers, answer), append(p.finals, p.Final())
	}
}

// step takes a step, and returns the answer.
func (p *sequence) step(t *testing.T, words []string) string {
	answer := func(ok string, err error) string {
		if err != nil {
			return errorClass(err)
		}
		return ok
	}
	switch words[0] {
	case "read":
		out, err := strconv.ParseUint(words[1], 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		st, err := p.Judge(p.bytes(t, words[2]))
		if err == nil {
			err = p.Place(st, out)
		}
		return answer("placed", err)
	case "alone":
		_, err := p.Read(p.bytes(t, words[1]))
		return answer("placed", err)
	case "judge":
		st, err := p.Judge(p.bytes(t, words[1]))
		if err == nil {
			p.judged = st
		}
		return answer("ok", err)
	case "place":
		return answer("placed", p.Place(p.judged, uint64(mustNumber(t, words[1]))))
	case "sign":
		b, err := p.Sign(keyNamed(t, words[1]), vectors.Hex(t, words[2]))
		return answer(hex.EncodeToString(b), err)
	case "sign-head":
		b, err := p.SignHead(keyNamed(t, words[1]), mustNumber(t, words[2]))
		return answer(hex.EncodeToString(b), err)
	case "check":
		_, err := p.Check(p.bytes(t, words[1]))
		return answer("ok", err)
	case "cut":
		return vectors.Brief(p.Cut())
	case "end":
		return answer("ok", p.End())
	case "restart":
		reader, err := record.ParseReader(p.agreed, p.Cut())
		p.Reader = reader
		return answer("ok", err)
	}
	t.Fatal(words)
	return ""
}

// keyNamed returns the key whose seed is H("key n"), or that of the board.
func keyNamed(t *testing.T, name string) record.Key {
	t.Helper()
	text := "key " + name
	if name == "board" {
		text = "key of the board"
	}
	seed := sha256.Sum256([]byte(text))
	key, err := record.ParseKey(seed[:])
	if err != nil {
		t.Fatal(err)
	}
	return key
}

func newReader(t testing.TB, agreed record.Agreement) *record.Reader {
	t.Helper()
	reader, err := record.NewReader(agreed)
	if err != nil {
		t.Fatal(err)
	}
	return reader
}

type sequenceCase struct {
	Inputs struct {
		agreementInputs
		State string
		Steps []string
	}
	Outputs struct {
		Answers []string
		Finals  []int
		State   string
	}
}

func sequenceVector(t *testing.T, c sequenceCase) error {
	agreed, reader := c.Inputs.reader(t)
	if c.Inputs.State != "" {
		var err error
		if reader, err = record.ParseReader(agreed, vectors.Hex(t, c.Inputs.State)); err != nil {
			return err
		}
	}
	p := &sequence{Reader: reader, agreed: agreed}
	p.follow(t, c.Inputs.Steps)
	vectors.Same(t, "answers", p.answers, c.Outputs.Answers)
	vectors.Same(t, "finals", p.finals, c.Outputs.Finals)
	vectors.Same(t, "state", vectors.Brief(p.Cut()), c.Outputs.State)
	return nil
}

type stateCase struct {
	Inputs struct {
		agreementInputs
		State string
	}
	Outputs struct {
		Places, Final int
		Digest        string
	}
}

func stateVector(t *testing.T, c stateCase) error {
	state := vectors.Hex(t, c.Inputs.State)
	agreed, _ := c.Inputs.reader(t)
	reader, err := record.ParseReader(agreed, state)
	if err != nil {
		vectors.Same(t, "reader", reader, nil)
		return err
	}
	vectors.Same(t, "bytes", reader.Cut(), state)
	vectors.Same(t, "places", reader.Places(), c.Outputs.Places)
	vectors.Same(t, "head", hexOf(reader.Head()), c.Outputs.Digest)
	vectors.Same(t, "final", reader.Final(), c.Outputs.Final)
	return nil
}

type transcriptCase struct {
	Inputs struct {
		agreementInputs
		Transcript string
	}
	Outputs struct{ Posts []string }
}

func transcriptVector(t *testing.T, c transcriptCase) error {
	agreed, _ := c.Inputs.reader(t)
	transcript := vectors.Hex(t, c.Inputs.Transcript)
	posts, err := record.ParseTranscript(agreed, transcript)
	texts := []string{}
	for _, p := range posts {
		texts = append(texts, fmt.Sprintf("%d %d %x", p.Number, p.Stamp, p.Bytes))
	}
	vectors.Same(t, "posts", texts, c.Outputs.Posts)
	if err == nil {
		vectors.Same(t, "bytes", transcriptOf(agreed, posts...), transcript)
	}
	return err
}

type forkCase struct {
	Inputs struct {
		agreementInputs
		A, B []string // steps
	}
	Outputs struct{ Place int }
}

func forkVector(t *testing.T, c forkCase) error {
	var readers []*record.Reader
	for _, steps := range [][]string{c.Inputs.A, c.Inputs.B} {
		agreed, reader := c.Inputs.reader(t)
		p := &sequence{Reader: reader, agreed: agreed}
		p.follow(t, steps)
		readers = append(readers, p.Reader)
	}
	place, err := record.Fork(readers[0], readers[1])
	other, otherErr := record.Fork(readers[1], readers[0])
	vectors.Same(t, "place", place, c.Outputs.Place)
	vectors.Same(t, "place the other way", other, place)
	vectors.Same(t, "error the other way", fmt.Sprint(otherErr), fmt.Sprint(err))
	return err
}

type accumulatedCase struct {
	Inputs  struct{ Runs int }
	Outputs struct{ Sha256 string }
}

func accumulatedVector(t *testing.T, c accumulatedCase) error {
	var all randomRun
	vectors.Accumulate(t, c.Inputs.Runs, c.Outputs.Sha256, func(i int) []byte {
		run := newRandomRun(t, i)
		for step := range 8 * run.seats {
			run.take(step)
		}
		all.placed, all.ended, all.cut = all.placed+run.placed, all.ended+run.ended, all.cut+run.cut
		return append(run.answers, run.Cut()...)
	})
	if all.placed == 0 || all.ended == 0 && c.Inputs.Runs > 50 || all.cut == 0 {
		t.Errorf("%d places, %d ends, %d cuts", all.placed, all.ended, all.cut)
	}
	return nil
}

// A randomRun takes steps that are hashes of their numbers.
type randomRun struct {
	*testing.T
	*record.Reader
	number             int
	seats              int
	agreed             record.Agreement
	answers            []byte
	placed, ended, cut int // how often
}

func newRandomRun(t *testing.T, number int) *randomRun {
	t.Helper()
	run := &randomRun{T: t, number: number, seats: 2 + number%3}
	var keys []ed25519.PublicKey
	for seat := range run.seats {
		keys = append(keys, keyOf(t, seat).Public())
	}
	var err error
	if run.agreed, err = record.NewAgreement(fmt.Appendf(nil, "run %d", number), 16, keys, nil); err != nil {
		t.Fatal(err)
	}
	run.Reader = newReader(t, run.agreed)
	return run
}

// take cuts the sequence, or reads a statement, once or twice, and perhaps ends it.
func (r *randomRun) take(step int) {
	h := sha256.Sum256(fmt.Appendf(nil, "run %d step %d", r.number, step))
	if h[0] < 16 {
		r.cutHere(h[0]%2 == 1)
		return
	}
	places := max(0, r.Places()-int(h[2]%4))
	head, _ := r.HeadAt(places)
	post := record.SignAt(r.agreed, keyOf(r.T, int(h[1])%r.seats), places, head, fmt.Appendf(nil, "message %d", step))
	if h[6] < 64 {
		post = record.Prune(post)
	}
	for range 1 + (319-int(h[4]))/256 { // twice if it is below 64
		answer := "placed"
		if err := r.read(post, h[7] < 128, uint64(h[3])%(1<<r.seats)); err != nil {
			answer = errorClass(err)
		} else {
			r.placed++
		}
		r.answers = fmt.Appendln(r.answers, answer, r.Final())
	}
	if h[5] < 4 && r.Begun() && r.End() == nil {
		r.ended++
	}
}

// read reads a post by itself, or places it while some seats are out.
func (r *randomRun) read(post []byte, alone bool, outs uint64) error {
	if alone {
		_, err := r.Read(post)
		return err
	}
	st, err := r.Judge(post)
	if err != nil {
		return err
	}
	return r.Place(st, outs)
}

// cutHere cuts the sequence, and may go on with what was cut.
func (r *randomRun) cutHere(restart bool) {
	state := r.Cut()
	r.cut++
	if !restart {
		return
	}
	reader, err := record.ParseReader(r.agreed, state)
	if err != nil {
		r.Fatal(err)
	}
	r.Reader = reader
}

package record_test

import (
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/internal/vectors/vectorstest"
)

//go:generate go run ./internal/genvectors testdata/vectors.json

// tableInputs are a table, in hex.
type tableInputs struct {
	Terms, Board string
	Keys         []string
	Longest      int
}

type vectorCase struct {
	Inputs struct {
		tableInputs
		Statement, Head, State, Transcript string
		Steps, A, B                        []string
		Runs                               int
	}
	Outputs struct {
		Digest, Head, Message, State, Sha256 string
		Answers, Heads, Posts                []string
		Finals                               []int
		Seat, Places, Final, Place           int
		Stamp                                int64
	}
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

func (in tableInputs) table(t *testing.T) (record.Table, error) {
	t.Helper()
	var keys []ed25519.PublicKey
	for _, key := range in.Keys {
		keys = append(keys, vectorstest.Hex(t, key))
	}
	var board ed25519.PublicKey
	if in.Board != "" {
		board = vectorstest.Hex(t, in.Board)
	}
	return record.NewTable(vectorstest.Hex(t, in.Terms), in.Longest, keys, board)
}

// log returns the table of a case, and a log that has read nothing.
func (in tableInputs) log(t *testing.T) (record.Table, *record.Log) {
	t.Helper()
	table, err := in.table(t)
	if err != nil {
		t.Fatal(err)
	}
	return table, newLog(t, table)
}

func TestVectors(t *testing.T) {
	vectorstest.Run(t, "squaredeal/record v1", errorClass, map[string]func(*testing.T, vectorCase) error{
		"table":       tableVector,
		"statement":   statementVector,
		"head":        headVector,
		"sequence":    sequenceVector,
		"state":       stateVector,
		"transcript":  transcriptVector,
		"fork":        forkVector,
		"accumulated": accumulatedVector,
	})
}

func tableVector(t *testing.T, c vectorCase) error {
	table, err := c.Inputs.table(t)
	if err != nil {
		vectorstest.Same(t, "table", table.Digest(), record.Digest{})
		return err
	}
	vectorstest.Same(t, "digest", hexOf(table.Digest()), c.Outputs.Digest)
	return nil
}

func statementVector(t *testing.T, c vectorCase) error {
	_, log := c.Inputs.log(t)
	st, err := log.Judge(vectorstest.Hex(t, c.Inputs.Statement))
	if err != nil {
		vectorstest.Same(t, "statement", fmt.Sprint(st), fmt.Sprint(record.Statement{}))
		return err
	}
	vectorstest.Same(t, "seat", st.Seat, c.Outputs.Seat)
	vectorstest.Same(t, "places", st.Places, c.Outputs.Places)
	vectorstest.Same(t, "head", hexOf(st.Head), c.Outputs.Head)
	vectorstest.Same(t, "message", hex.EncodeToString(st.Message), c.Outputs.Message)
	vectorstest.Same(t, "digest", hexOf(record.DigestOf(st)), c.Outputs.Digest)
	return nil
}

func headVector(t *testing.T, c vectorCase) error {
	_, log := c.Inputs.log(t)
	h, err := log.Check(vectorstest.Hex(t, c.Inputs.Head))
	if c.Outputs.Digest == "" {
		vectorstest.Same(t, "head", h, record.SignedHead{})
		return err
	}
	vectorstest.Same(t, "places", h.Places, c.Outputs.Places)
	vectorstest.Same(t, "digest", hexOf(h.Head), c.Outputs.Digest)
	vectorstest.Same(t, "stamp", h.Stamp, c.Outputs.Stamp)
	return err
}

func hexOf(d record.Digest) string { return hex.EncodeToString(d[:]) }

// follow takes a step, and returns the log after it and the answer.
func follow(t *testing.T, log *record.Log, table record.Table, step string) (*record.Log, string) {
	words := append(strings.Split(step, " "), "", "")
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
		st, err := log.Judge(vectorstest.Hex(t, words[2]))
		if err == nil {
			err = log.Place(st, out)
		}
		return log, answer("placed", err)
	case "judge":
		_, err := log.Judge(vectorstest.Hex(t, words[1]))
		return log, answer("ok", err)
	case "sign", "sign-head":
		key, err := record.ParseKey(vectorstest.Hex(t, words[1]))
		if err != nil {
			t.Fatal(err)
		}
		var b []byte
		if words[0] == "sign" {
			b, err = log.Sign(key, vectorstest.Hex(t, words[2]))
		} else {
			stamp, numberErr := strconv.ParseInt(words[2], 10, 64)
			if numberErr != nil {
				t.Fatal(numberErr)
			}
			b, err = log.SignHead(key, stamp)
		}
		return log, answer(hex.EncodeToString(b), err)
	case "check":
		_, err := log.Check(vectorstest.Hex(t, words[1]))
		return log, answer("ok", err)
	case "cut":
		return log, hex.EncodeToString(log.Cut())
	case "end":
		return log, answer("ok", log.End())
	case "restart":
		log, err := record.ParseLog(table, log.Cut())
		return log, answer("ok", err)
	}
	t.Fatal(step)
	return log, ""
}

func newLog(t testing.TB, table record.Table) *record.Log {
	t.Helper()
	log, err := record.NewLog(table)
	if err != nil {
		t.Fatal(err)
	}
	return log
}

func sequenceVector(t *testing.T, c vectorCase) error {
	table, log := c.Inputs.log(t)
	if c.Inputs.State != "" {
		var err error
		if log, err = record.ParseLog(table, vectorstest.Hex(t, c.Inputs.State)); err != nil {
			return err
		}
	}
	var answers, heads []string
	var finals []int
	for i, step := range c.Inputs.Steps {
		before := log.Dump()
		var answer string
		log, answer = follow(t, log, table, step)
		answers = append(answers, answer)
		heads = append(heads, hexOf(log.Head()))
		finals = append(finals, log.Final())
		changes := answer == "placed" || answer == "ok" && step == "end"
		if bytes.Equal(before, log.Dump()) == changes && step != "cut" && step != "restart" {
			t.Errorf("step %d: %s has changed the log, or it hasn't", i, answer)
		}
	}
	vectorstest.Same(t, "answers", answers, c.Outputs.Answers)
	vectorstest.Same(t, "heads", heads, c.Outputs.Heads)
	vectorstest.Same(t, "finals", finals, c.Outputs.Finals)
	vectorstest.Same(t, "state", hex.EncodeToString(log.Cut()), c.Outputs.State)
	return nil
}

func stateVector(t *testing.T, c vectorCase) error {
	state := vectorstest.Hex(t, c.Inputs.State)
	table, _ := c.Inputs.log(t)
	log, err := record.ParseLog(table, state)
	if err != nil {
		vectorstest.Same(t, "log", log, nil)
		return err
	}
	vectorstest.Same(t, "bytes", log.Cut(), state)
	vectorstest.Same(t, "places", log.Places(), c.Outputs.Places)
	vectorstest.Same(t, "head", hexOf(log.Head()), c.Outputs.Digest)
	vectorstest.Same(t, "final", log.Final(), c.Outputs.Final)
	return nil
}

func transcriptVector(t *testing.T, c vectorCase) error {
	table, _ := c.Inputs.log(t)
	transcript := vectorstest.Hex(t, c.Inputs.Transcript)
	posts, err := record.ParseTranscript(table, transcript)
	texts := []string{}
	for _, p := range posts {
		texts = append(texts, fmt.Sprintf("%d %d %x", p.Number, p.Stamp, p.Bytes))
	}
	vectorstest.Same(t, "posts", texts, c.Outputs.Posts)
	if err == nil {
		vectorstest.Same(t, "bytes", transcriptOf(table, posts...), transcript)
	}
	return err
}

func forkVector(t *testing.T, c vectorCase) error {
	var logs []*record.Log
	for _, steps := range [][]string{c.Inputs.A, c.Inputs.B} {
		table, log := c.Inputs.log(t)
		for _, step := range steps {
			log, _ = follow(t, log, table, step)
		}
		logs = append(logs, log)
	}
	place, err := record.Fork(logs[0], logs[1])
	vectorstest.Same(t, "place", place, c.Outputs.Place)
	return err
}

func accumulatedVector(t *testing.T, c vectorCase) error {
	if testing.Short() && c.Inputs.Runs > 10 {
		t.Skip("-short")
	}
	all := sha256.New()
	placed, ended, cut := 0, 0, 0
	for i := range c.Inputs.Runs {
		n := 2 + i%3
		var keys []ed25519.PublicKey
		for seat := range n {
			keys = append(keys, keyOf(t, seat).Public())
		}
		table, err := record.NewTable(fmt.Appendf(nil, "run %d", i), 16, keys, nil)
		if err != nil {
			return err
		}
		log := newLog(t, table)
		for j := range 8 * n {
			b := sha256.Sum256(fmt.Appendf(nil, "run %d step %d", i, j))
			if b[0] < 16 {
				state := log.Cut()
				if cut++; b[0]%2 == 1 {
					if log, err = record.ParseLog(table, state); err != nil {
						return err
					}
				}
				continue
			}
			k := max(0, log.Places()-int(b[2]%4))
			head, _ := log.HeadAt(k)
			post := record.SignAt(table, keyOf(t, int(b[1])%n), k, head, fmt.Appendf(nil, "message %d", j))
			out := uint64(b[3]) % (1 << n)
			for range 2 {
				if st, err := log.Judge(post); err == nil {
					placed++
					if err := log.Place(st, out); err != nil {
						return err
					}
				}
				if b[4] >= 64 {
					break
				}
			}
			if b[5] < 4 && log.Begun() && log.End() == nil {
				ended++
			}
		}
		all.Write(log.Cut())
	}
	if placed == 0 || ended == 0 && c.Inputs.Runs > 50 || cut == 0 {
		t.Errorf("%d places, %d ends, %d cuts", placed, ended, cut)
	}
	vectorstest.Same(t, "sha256", hex.EncodeToString(all.Sum(nil)), c.Outputs.Sha256)
	return nil
}

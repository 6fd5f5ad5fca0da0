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

	"github.com/google/go-cmp/cmp"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/internal/vectors/vectorstest"
)

//go:generate go run ./internal/genvectors testdata/vectors.json

type vectorCase struct {
	Inputs struct {
		Table, ID, Seed, Message, Statement, Evidence, State string
		Keys, Heads, Steps, Transcripts                      []string
		Seat, Runs                                           int
	}
	Outputs struct {
		Digest, Statement, Message, Transcript, State, Sha256          string
		Heads, Answers, Claims, Statements, Loose, Equivocations, Past []string
		Damaged                                                        []int
		Seat, Number                                                   int
	}
}

func errorClass(err error) string {
	for class, is := range map[string]error{
		"malformed":    record.ErrMalformed,
		"signature":    record.ErrSignature,
		"early":        record.ErrEarly,
		"full":         record.ErrFull,
		"state":        record.ErrState,
		"equivocation": record.ErrEquivocation,
	} {
		if errors.Is(err, is) {
			return class
		}
	}
	return err.Error()
}

func fromHex(t testing.TB, s string) []byte {
	t.Helper()
	b, err := hex.DecodeString(s)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// same compares an output with what it should be.
func same[T any](t *testing.T, name string, got, want T) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s: %s", name, diff)
	}
}

func tableFrom(t *testing.T, encoding string) record.Table {
	t.Helper()
	table, err := record.ParseTable(fromHex(t, encoding))
	if err != nil {
		t.Fatal(err)
	}
	return table
}

func TestVectors(t *testing.T) {
	vectorstest.Run(t, "squaredeal/record v1", errorClass, map[string]func(*testing.T, vectorCase) error{
		"table":        tableVector,
		"sign":         signVector,
		"statement":    statementVector,
		"equivocation": equivocationVector,
		"log":          logVector,
		"state":        stateVector,
		"merge":        mergeVector,
		"accumulated":  accumulatedVector,
	})
}

func tableVector(t *testing.T, c vectorCase) error {
	var table record.Table
	var err error
	if c.Inputs.Table != "" || c.Inputs.Keys == nil {
		encoding := fromHex(t, c.Inputs.Table)
		if table, err = record.ParseTable(encoding); err == nil {
			same(t, "bytes", table.Bytes(), encoding)
		}
	} else {
		var keys []ed25519.PublicKey
		for _, key := range c.Inputs.Keys {
			keys = append(keys, fromHex(t, key))
		}
		if table, err = record.NewTable(fromHex(t, c.Inputs.ID), keys); err == nil {
			same(t, "id", hex.EncodeToString(table.ID()), c.Inputs.ID)
			same(t, "keys", table.Keys(), keys)
		}
	}
	if err != nil {
		same(t, "table", table.Bytes(), nil)
		return err
	}
	same(t, "digest", table.Digest().String(), c.Outputs.Digest)
	return nil
}

func headsFrom(t *testing.T, texts []string) []record.Head {
	var heads []record.Head
	for _, text := range texts {
		count, digest, _ := strings.Cut(text, " ")
		n, err := strconv.Atoi(count)
		if err != nil {
			t.Fatal(err)
		}
		heads = append(heads, record.Head{Count: n, Digest: record.Digest(fromHex(t, digest))})
	}
	return heads
}

func signVector(t *testing.T, c vectorCase) error {
	table := tableFrom(t, c.Inputs.Table)
	key, err := record.ParseKey(fromHex(t, c.Inputs.Seed))
	if err != nil {
		return err
	}
	raw := record.Sign(table, c.Inputs.Seat, key, headsFrom(t, c.Inputs.Heads), fromHex(t, c.Inputs.Message))
	same(t, "statement", hex.EncodeToString(raw), c.Outputs.Statement)
	st, err := record.ParseStatement(table, raw)
	if err != nil {
		return err
	}
	same(t, "digest", st.Digest().String(), c.Outputs.Digest)
	return nil
}

func statementVector(t *testing.T, c vectorCase) error {
	table := tableFrom(t, c.Inputs.Table)
	raw := fromHex(t, c.Inputs.Statement)
	st, err := record.ParseStatement(table, raw)
	if err != nil {
		same(t, "statement", st.Bytes(), nil)
		return err
	}
	var heads []record.Head
	for seat := range table.Keys() {
		heads = append(heads, st.Head(seat))
	}
	same(t, "seat", st.Seat(), c.Outputs.Seat)
	same(t, "number", st.Number(), c.Outputs.Number)
	same(t, "heads", heads, headsFrom(t, c.Outputs.Heads))
	same(t, "message", hex.EncodeToString(st.Message()), c.Outputs.Message)
	same(t, "digest", st.Digest().String(), c.Outputs.Digest)
	same(t, "bytes", st.Bytes(), raw)
	return nil
}

func equivocationVector(t *testing.T, c vectorCase) error {
	evidence := fromHex(t, c.Inputs.Evidence)
	proof, err := record.ParseEquivocation(tableFrom(t, c.Inputs.Table), evidence)
	if err != nil {
		return err
	}
	same(t, "seat", proof.Seat(), c.Outputs.Seat)
	same(t, "bytes", proof.Bytes(), evidence)
	return nil
}

func place(st record.Statement) string { return fmt.Sprintf("%d.%d", st.Seat(), st.Number()) }

func claimTexts(claims []record.Claim) []string {
	texts := []string{}
	for _, c := range claims {
		text := fmt.Sprintf("%d.%d %d.%d %v", c.By, c.Number, c.Seat, c.Head.Count, c.Head.Digest)
		if c.Conflict {
			text += " conflict"
		}
		texts = append(texts, text)
	}
	return texts
}

func logVector(t *testing.T, c vectorCase) error {
	table := tableFrom(t, c.Inputs.Table)
	key, err := record.ParseKey(fromHex(t, c.Inputs.Seed))
	if err != nil {
		return err
	}
	var d disk
	log, err := record.GenerateLog(table, c.Inputs.Seat, key, d.store)
	if err != nil {
		return err
	}
	answers := []string{}
	for i, step := range c.Inputs.Steps {
		before, kept := bytes.Clone(d.held), log.Claims()
		calls := d.calls
		answer := ""
		words := strings.Split(step, " ")
		switch words[0] {
		case "say":
			number, _ := strconv.Atoi(words[1])
			raw, err := log.Say(number, fromHex(t, words[2]))
			if answer = "said"; err != nil {
				answer = errorClass(err)
			} else {
				st, err := record.ParseStatement(table, raw)
				if err != nil {
					return err
				}
				answer += " " + st.Digest().String()
			}
		case "hear":
			heard, err := log.Hear(fromHex(t, words[1]))
			var proof *record.Equivocation
			if answer = "heard"; err != nil && !errors.As(err, &proof) {
				answer = errorClass(err)
			}
			for _, st := range heard {
				answer += " " + place(st)
			}
			if proof != nil {
				answer = strings.TrimPrefix(answer, "heard")
				answer = strings.TrimSpace(fmt.Sprint(answer, " equivocation ", proof.Seat()))
			}
		case "restart":
			if log, err = record.ParseLog(d.held, d.store); err != nil {
				return err
			}
			answer = "ok"
		}
		answers = append(answers, answer)
		if class, _, _ := strings.Cut(answer, " "); class == "malformed" || class == "signature" || class == "state" || class == "full" {
			same(t, fmt.Sprint("claims after step ", i), log.Claims(), kept)
		}
		if bytes.Equal(before, d.held) != (d.calls == calls) {
			t.Errorf("step %d stores without a change, or changes without storing", i)
		}
	}
	same(t, "answers", answers, c.Outputs.Answers)
	same(t, "claims", claimTexts(log.Claims()), c.Outputs.Claims)
	same(t, "transcript", hex.EncodeToString(log.Transcript()), c.Outputs.Transcript)
	same(t, "state", hex.EncodeToString(d.held), c.Outputs.State)
	restored, err := record.ParseLog(d.held, d.store)
	if err != nil {
		return err
	}
	same(t, "restored transcript", restored.Transcript(), log.Transcript())
	same(t, "restored proofs", fmt.Sprint(restored.Equivocations()), fmt.Sprint(log.Equivocations()))
	var said, again []string
	for _, st := range log.Statements() {
		said = append(said, place(st))
	}
	for _, st := range restored.Statements() {
		again = append(again, place(st))
	}
	same(t, "restored statements", again, said)
	return nil
}

func stateVector(t *testing.T, c vectorCase) error {
	log, err := record.ParseLog(fromHex(t, c.Inputs.State), new(disk).store)
	if err != nil {
		return err
	}
	same(t, "transcript", hex.EncodeToString(log.Transcript()), c.Outputs.Transcript)
	same(t, "state", hex.EncodeToString(log.State()), c.Inputs.State)
	return nil
}

func mergeVector(t *testing.T, c vectorCase) error {
	var transcripts [][]byte
	for _, transcript := range c.Inputs.Transcripts {
		transcripts = append(transcripts, fromHex(t, transcript))
	}
	merged, err := record.Merge(tableFrom(t, c.Inputs.Table), transcripts...)
	if err != nil {
		return err
	}
	past := []string(nil)
	list := func(all []record.Statement) []string {
		texts := []string{}
		for _, st := range all {
			texts = append(texts, fmt.Sprint(place(st), " ", st.Digest()))
			before, err := merged.Past(st)
			var proof *record.Equivocation
			switch {
			case errors.As(err, &proof):
				past = append(past, fmt.Sprint("equivocation ", proof.Seat()))
			case err != nil:
				past = append(past, errorClass(err))
			default:
				var places []string
				for _, st := range before {
					places = append(places, place(st))
				}
				past = append(past, strings.Join(places, " "))
			}
		}
		return texts
	}
	same(t, "statements", list(merged.Statements), c.Outputs.Statements)
	same(t, "loose", list(merged.Loose), c.Outputs.Loose)
	if len(past) > 0 || len(c.Outputs.Past) > 0 {
		same(t, "past", past, c.Outputs.Past)
	}
	evidence, damaged := []string{}, []int{}
	for _, proof := range merged.Equivocations {
		evidence = append(evidence, hex.EncodeToString(proof.Bytes()))
	}
	for i, err := range merged.Damage {
		if err != nil {
			damaged = append(damaged, i)
		}
	}
	same(t, "equivocations", evidence, c.Outputs.Equivocations)
	same(t, "claims", claimTexts(merged.Claims), c.Outputs.Claims)
	same(t, "damaged", damaged, c.Outputs.Damaged)
	return nil
}

func accumulatedVector(t *testing.T, c vectorCase) error {
	all := sha256.New()
	for i := range c.Inputs.Runs {
		n := 2 + i%3
		table := tableOf(t, n, fmt.Sprint("run ", i))
		logs := make([]record.Log, n)
		for seat := range logs {
			var err error
			if logs[seat], err = record.GenerateLog(table, seat, keyOf(t, seat), new(disk).store); err != nil {
				return err
			}
		}
		for j := range 4 * n {
			b := sha256.Sum256(fmt.Appendf(nil, "run %d step %d", i, j))
			from, to := int(b[0])%n, int(b[1])%n
			if _, err := logs[from].Say(logs[from].Count(from), fmt.Appendf(nil, "message %d", j)); err != nil {
				return err
			}
			entries, err := record.Split(logs[from].Transcript())
			if err != nil {
				return err
			}
			for _, entry := range entries {
				if _, err := logs[to].Hear(entry); err != nil {
					return err
				}
			}
		}
		for _, log := range logs {
			all.Write(log.Transcript())
		}
	}
	same(t, "sha256", hex.EncodeToString(all.Sum(nil)), c.Outputs.Sha256)
	return nil
}

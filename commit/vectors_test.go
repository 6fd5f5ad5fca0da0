package commit_test

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/squaredeal/squaredeal/commit"
	"github.com/squaredeal/squaredeal/internal/vectors/vectorstest"
)

//go:generate go run ./internal/genvectors testdata/vectors.json

type vector struct {
	Inputs struct {
		Commitment, Nonce, Context, Value string

		Session     string
		Seats, Seat int
		Messages    []string

		Step, Anchor, Last, State string
		N, Steps                  uint64

		Runs int
	}
	Outputs struct {
		Commit, Digest, Seed string
		Answers              []string

		Values, States       []string
		AllValues, AllStates string

		SHA256 string
	}
}

func TestVectors(t *testing.T) {
	vectorstest.Run(t, "squaredeal/commit v1", class, map[string]func(*testing.T, vector) error{
		"commitment":  checkCommitment,
		"toss":        checkToss,
		"seed":        checkSeed,
		"chain":       checkChain,
		"link":        checkLink,
		"state":       checkState,
		"accumulated": checkAccumulated,
	})
}

// class is the word for an error in the vectors, with the seats that it blames.
func class(err error) string {
	word := err.Error()
	for class, target := range map[string]error{
		"malformed": commit.ErrMalformed, "mismatch": commit.ErrMismatch, "copied": commit.ErrCopied, "early": commit.ErrEarly, "state": commit.ErrState,
	} {
		if errors.Is(err, target) {
			word = class
		}
	}
	var blame *commit.BlameError
	if errors.As(err, &blame) {
		word += " " + strings.Trim(fmt.Sprint(blame.Seats), "[]")
	}
	return word
}

func fromHex(t testing.TB, text string) []byte {
	t.Helper()
	b, err := hex.DecodeString(text)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func checkCommitment(t *testing.T, v vector) error {
	c, err := commit.ParseCommitment(v.Inputs.Commitment)
	if err != nil {
		return err
	}
	nonce, err := commit.ParseNonce(fromHex(t, v.Inputs.Nonce))
	if err != nil {
		return err
	}
	context, value := fromHex(t, v.Inputs.Context), fromHex(t, v.Inputs.Value)
	err = c.Verify(nonce, context, value)
	if got := commit.NewCommitment(nonce, context, value); (got == c) != (err == nil) {
		t.Errorf("commitment %v, want %v; Verify: %v", got, c, err)
	}
	return err
}

// derived returns the nonce and the value of a seat in the vectors.
func derived(seat int) (commit.Nonce, [commit.ValueSize]byte) {
	b := sha256.Sum256(fmt.Append(nil, "nonce ", seat))
	return mustNonce(b[:]), sha256.Sum256(fmt.Append(nil, "value ", seat))
}

func mustNonce(b []byte) commit.Nonce {
	nonce, err := commit.ParseNonce(b)
	if err != nil {
		panic(err)
	}
	return nonce
}

func derivedToss(session []byte, seats, seat int) (*commit.Toss, []byte, error) {
	nonce, value := derived(seat)
	return commit.ReplayToss(session, seats, seat, nonce, value)
}

func checkToss(t *testing.T, v vector) error {
	toss, message, err := derivedToss(fromHex(t, v.Inputs.Session), v.Inputs.Seats, v.Inputs.Seat)
	if err != nil {
		return err
	}
	if got := hex.EncodeToString(message); got != v.Outputs.Commit {
		t.Errorf("message %s, want %s", got, v.Outputs.Commit)
	}
	var answers []string
	for _, m := range v.Inputs.Messages {
		seat, text, _ := strings.Cut(m, " ")
		from, err := strconv.Atoi(seat)
		if err != nil {
			t.Fatal(err)
		}
		reply, err := toss.Receive(from, fromHex(t, text))
		switch {
		case err != nil:
			answers = append(answers, class(err))
		case reply != nil:
			answers = append(answers, hex.EncodeToString(reply))
		default:
			answers = append(answers, "ok")
		}
	}
	if diff := cmp.Diff(v.Outputs.Answers, answers); diff != "" {
		t.Errorf("answers (-want +got):\n%s", diff)
	}
	seed, err := toss.Seed()
	got := hex.EncodeToString(seed[:])
	if err != nil {
		got = class(err)
	}
	if got != v.Outputs.Seed {
		t.Errorf("seed %s, want %s", got, v.Outputs.Seed)
	}
	return nil
}

func checkSeed(t *testing.T, v vector) error {
	tosses, messages := make([]*commit.Toss, v.Inputs.Seats), make([][]byte, v.Inputs.Seats)
	for seat := range tosses {
		var err error
		if tosses[seat], messages[seat], err = derivedToss(fromHex(t, v.Inputs.Session), v.Inputs.Seats, seat); err != nil {
			return err
		}
	}
	// Seat 0 is played in full, and the others say what it needs to hear.
	reveal := broadcast(t, tosses[0], 0, messages)
	var m commit.RevealMessage
	if err := m.UnmarshalBinary(reveal); err != nil {
		return err
	}
	if got := hex.EncodeToString(m.Digest[:]); got != v.Outputs.Digest {
		t.Errorf("digest %s, want %s", got, v.Outputs.Digest)
	}
	for seat := range messages {
		nonce, value := derived(seat)
		messages[seat], _ = commit.RevealMessage{Nonce: nonce, Value: value, Digest: m.Digest}.MarshalBinary()
	}
	broadcast(t, tosses[0], 0, messages)
	seed, err := tosses[0].Seed()
	if got := hex.EncodeToString(seed[:]); got != v.Outputs.Seed {
		t.Errorf("seed %s, want %s", got, v.Outputs.Seed)
	}
	return err
}

// broadcast hands the messages of all other seats to one, and returns its reply.
func broadcast(t testing.TB, toss *commit.Toss, seat int, messages [][]byte) (reply []byte) {
	t.Helper()
	for from, m := range messages {
		if from == seat {
			continue
		}
		r, err := toss.Receive(from, m)
		if err != nil {
			t.Fatal(err)
		}
		if r != nil {
			reply = r
		}
	}
	return reply
}

func step(t testing.TB, name string) commit.Step {
	for _, s := range []commit.Step{commit.StepRaw, commit.StepHex} {
		if s.String() == name {
			return s
		}
	}
	t.Fatalf("no step function is called %q", name)
	return 0
}

// An archive keeps every state that it is asked to store.
type archive struct{ states [][]byte }

func (a *archive) store(s commit.ChainState) error {
	a.states = append(a.states, s.Bytes())
	return nil
}

func (a *archive) latest() []byte { return a.states[len(a.states)-1] }

func checkChain(t *testing.T, v vector) error {
	var a archive
	c, err := commit.NewChain(t.Context(), step(t, v.Inputs.Step), v.Inputs.N, commit.Link(fromHex(t, v.Inputs.Last)), a.store, nil)
	if err != nil {
		return err
	}
	_, x := c.Revealed()
	values, texts := x[:], []string{x.String()}
	for range v.Inputs.N {
		x, err := c.Next()
		if err != nil {
			return err
		}
		values = append(values, x[:]...)
		texts = append(texts, x.String())
	}
	var all []byte
	var states []string
	for _, s := range a.states {
		all = append(all, s...)
		states = append(states, hex.EncodeToString(s))
	}
	if v.Outputs.AllValues != "" {
		gotValues, gotStates := sha256.Sum256(values), sha256.Sum256(all)
		if hex.EncodeToString(gotValues[:]) != v.Outputs.AllValues || hex.EncodeToString(gotStates[:]) != v.Outputs.AllStates {
			t.Errorf("values %x, states %x", gotValues, gotStates)
		}
		return nil
	}
	if diff := cmp.Diff(v.Outputs.Values, texts); diff != "" {
		t.Errorf("values (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(v.Outputs.States, states); diff != "" {
		t.Errorf("states (-want +got):\n%s", diff)
	}
	// Each state resumes where it was stored.
	for r, s := range v.Outputs.States {
		var b archive
		c, err := commit.ParseChain(fromHex(t, s), b.store)
		if err != nil {
			return err
		}
		if round, x := c.Revealed(); round != uint64(r) || x.String() != texts[r] {
			t.Errorf("state %d: round %d, value %v", r, round, x)
		}
		for i := r + 1; i < len(texts); i++ {
			x, err := c.Next()
			if err != nil || x.String() != texts[i] || hex.EncodeToString(b.latest()) != v.Outputs.States[i] {
				t.Errorf("from state %d, value %d: %v, %v", r, i, x, err)
			}
		}
	}
	return nil
}

func checkLink(t *testing.T, v vector) error {
	anchor, err := commit.ParseLink(v.Inputs.Anchor)
	if err != nil {
		return err
	}
	x, err := commit.ParseLink(v.Inputs.Value)
	if err != nil {
		return err
	}
	return commit.VerifyChain(step(t, v.Inputs.Step), anchor, x, v.Inputs.Steps)
}

func checkState(t *testing.T, v vector) error {
	_, err := commit.ParseChain(fromHex(t, v.Inputs.State), discard)
	return err
}

func discard(commit.ChainState) error { return nil }

func checkAccumulated(t *testing.T, v vector) error {
	if testing.Short() && v.Inputs.Runs > 100 {
		t.Skip("-short")
	}
	all := sha256.New()
	for i := range v.Inputs.Runs {
		nonce, _ := derived(i)
		value := make([]byte, i%300)
		for j := range value {
			value[j] = byte(i + j)
		}
		c := commit.NewCommitment(nonce, fmt.Append(nil, "context ", i), value)
		all.Write(c[:])
	}
	if got := hex.EncodeToString(all.Sum(nil)); got != v.Outputs.SHA256 {
		t.Errorf("accumulated %s, want %s", got, v.Outputs.SHA256)
	}
	return nil
}

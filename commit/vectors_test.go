package commit_test

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/squaredeal/squaredeal/commit"
	"github.com/squaredeal/squaredeal/internal/field"
	"github.com/squaredeal/squaredeal/internal/long"
	"github.com/squaredeal/squaredeal/internal/vectors"
)

type vector struct {
	Inputs struct {
		Commitment, Nonce, Context, Value string

		Session     string
		Seats, Seat int
		Messages    []string

		Anchor, Last, State, Known string
		N, Steps, Round            uint64
		Links                      []string

		Calls []string

		Seed  string
		Draws []string

		U      uint64 `json:",string"`
		Beacon string

		Runs int
	}
	Intermediates struct {
		Toss, Digest string
		U            uint64 `json:",string"`
	}
	Outputs struct {
		Seed, State           string
		Answers, Due, Pending []string
		Stored                []int

		Values, States       []string
		AllValues, AllStates string

		Bytes   string
		Results []string

		Point uint64 `json:",string"`

		SHA256 string
	}
}

func TestVectors(t *testing.T) {
	vectors.Run(t, "squaredeal/commit v1", class, map[string]func(*testing.T, vector) error{
		"commitment":    checkCommitment,
		"seed":          checkSeed,
		"toss":          checkToss,
		"record":        checkRecord,
		"tossstate":     checkTossState,
		"chain":         checkChain,
		"calls":         checkCalls,
		"link":          checkLink,
		"altered":       checkAltered,
		"state":         checkState,
		"verifier":      checkVerifier,
		"verifierstate": checkVerifierState,
		"stream":        checkStream,
		"manystreams":   checkManyStreams,
		"crash":         checkCrash,
		"manycrashes":   checkManyCrashes,
		"accumulated":   checkAccumulated,
		"manytosses":    checkManyTosses,
	})
}

// class is the word for an error in the vectors, with the seats that it blames.
func class(err error) string {
	word := err.Error()
	for class, target := range map[string]error{
		"malformed": commit.ErrMalformed, "mismatch": commit.ErrMismatch, "other": commit.ErrOtherToss, "diverged": commit.ErrDiverged,
		"missing": commit.ErrMissing, "state": commit.ErrState,
	} {
		if errors.Is(err, target) {
			word = class
		}
	}
	if blame, ok := errors.AsType[*commit.BlameError](err); ok {
		word += " " + strings.Trim(fmt.Sprint(blame.Seats), "[]")
	}
	return word
}

func checkCommitment(t *testing.T, v vector) error {
	c, err := commit.ParseCommitment(v.Inputs.Commitment)
	if err != nil {
		return err
	}
	nonce, err := commit.ParseNonce(vectors.Hex(t, v.Inputs.Nonce))
	if err != nil {
		return err
	}
	context, value := vectors.Hex(t, v.Inputs.Context), vectors.Hex(t, v.Inputs.Value)
	err = c.Verify(nonce, context, value)
	if got := commit.NewCommitment(nonce, context, value); (got == c) != (err == nil) {
		t.Errorf("commitment %v, want %v; Verify: %v", got, c, err)
	}
	return err
}

// derived returns the nonce and the value of a seat in the vectors.
func derived(seat int) (nonce commit.Nonce, value []byte) {
	n, v := sha256.Sum256(fmt.Append(nil, "nonce ", seat)), sha256.Sum256(fmt.Append(nil, "value ", seat))
	return mustNonce(n[:]), v[:]
}

func mustNonce(b []byte) commit.Nonce {
	nonce, err := commit.ParseNonce(b)
	if err != nil {
		panic(err)
	}
	return nonce
}

func derivedToss(session string, seats, seat int, store func(old, new commit.TossState) error) (*commit.Toss, error) {
	nonce, value := derived(seat)
	return commit.NewToss([]byte(session), seats, seat, nonce, value, store)
}

// said reads "1 01ab…": a number and bytes.
func said(t testing.TB, text string) (number int64, b []byte) {
	t.Helper()
	first, rest, _ := strings.Cut(text, " ")
	number, err := strconv.ParseInt(first, 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return number, vectors.Hex(t, rest)
}

// answer is what a message gets, as the vectors have it.
func answer(err error) string {
	if err != nil {
		return class(err)
	}
	return "ok"
}

// due is what a toss waits for, as the vectors have it.
func due(toss *commit.Toss) string {
	phase, seats := toss.Due()
	return strings.TrimSpace(phase.String() + " " + strings.Trim(fmt.Sprint(seats), "[]"))
}

func seedOrClass(seed commit.Seed, err error) string {
	if err != nil {
		return class(err)
	}
	return seed.String()
}

// checkToss plays the messages three times: to one toss, to one that is restored from
// its stored state before each, and to an onlooker.
func checkToss(t *testing.T, v vector) error {
	session := vectors.Hex(t, v.Inputs.Session)
	var d disk[commit.TossState]
	for reader := range 3 {
		d = disk[commit.TossState]{}
		toss, err := derivedToss(string(session), v.Inputs.Seats, v.Inputs.Seat, d.store)
		if err != nil {
			return err
		}
		if reader == 2 {
			if toss, err = commit.WatchToss(session, v.Inputs.Seats); err != nil {
				return err
			}
		}
		answers, dues, pending := []string{}, []string{due(toss)}, []string{hex.EncodeToString(toss.Pending())}
		for _, m := range v.Inputs.Messages {
			if reader == 1 {
				if toss, err = commit.ParseToss(d.held, d.store); err != nil {
					t.Fatal(err)
				}
			}
			from, b := said(t, m)
			answers = append(answers, answer(toss.Receive(int(from), b)))
			dues, pending = append(dues, due(toss)), append(pending, hex.EncodeToString(toss.Pending()))
		}
		if diff := cmp.Diff(v.Outputs.Answers, answers); diff != "" {
			t.Errorf("answers (-want +got):\n%s", diff)
		}
		if diff := cmp.Diff(v.Outputs.Due, dues); diff != "" {
			t.Errorf("due (-want +got):\n%s", diff)
		}
		if got := seedOrClass(toss.Seed()); got != v.Outputs.Seed {
			t.Errorf("seed %s, want %s", got, v.Outputs.Seed)
		}
		if reader == 2 {
			if toss.Pending() != nil {
				t.Error("an onlooker has something to say")
			}
			continue
		}
		if diff := cmp.Diff(v.Outputs.Pending, pending); diff != "" {
			t.Errorf("pending (-want +got):\n%s", diff)
		}
		if got := vectors.Brief(d.held); got != v.Outputs.State {
			t.Errorf("state %s, want %s", got, v.Outputs.State)
		}
	}
	return nil
}

func checkRecord(t *testing.T, v vector) error {
	var messages []commit.TossMessage
	for _, m := range v.Inputs.Messages {
		from, b := said(t, m)
		messages = append(messages, commit.TossMessage{From: int(from), Bytes: b})
	}
	seed, err := commit.VerifyToss(vectors.Hex(t, v.Inputs.Session), v.Inputs.Seats, messages)
	if err == nil && seed.String() != v.Outputs.Seed || err != nil && seed != (commit.Seed{}) {
		t.Errorf("seed %v, want %s", seed, v.Outputs.Seed)
	}
	return err
}

func checkTossState(t *testing.T, v vector) error {
	_, err := commit.ParseToss(vectors.Hex(t, v.Inputs.State), discardToss)
	return err
}

func discardToss(_, _ commit.TossState) error { return nil }

func checkSeed(t *testing.T, v vector) error {
	tb := newTable(t, string(vectors.Hex(t, v.Inputs.Session)), v.Inputs.Seats)
	if got := hex.EncodeToString(tb.reveals[0][nameAt:seatAt]); got != v.Intermediates.Toss {
		t.Errorf("toss %s, want %s", got, v.Intermediates.Toss)
	}
	if got := hex.EncodeToString(tb.reveals[0][listAt:]); got != v.Intermediates.Digest {
		t.Errorf("digest %s, want %s", got, v.Intermediates.Digest)
	}
	toss := tb.toss(t, 0)
	read(t, toss, tb.commits)
	read(t, toss, tb.reveals)
	seed, err := toss.Seed()
	if seed.String() != v.Outputs.Seed {
		t.Errorf("seed %v, want %s", seed, v.Outputs.Seed)
	}
	return err
}

// A disk replaces just the state that it holds, as a database should.
type disk[S interface{ Bytes() []byte }] struct {
	held   []byte
	states [][]byte // all that were stored
}

var errConflict = errors.New("the stored state is another one")

func (d *disk[S]) store(old, new S) error {
	if string(old.Bytes()) != string(d.held) {
		return errConflict
	}
	d.held = new.Bytes()
	d.states = append(d.states, d.held)
	return nil
}

func checkChain(t *testing.T, v vector) error {
	var d disk[commit.ChainState]
	c, err := commit.NewChain(t.Context(), v.Inputs.N, commit.Link(vectors.Hex(t, v.Inputs.Last)), d.store, nil)
	if err != nil {
		return err
	}
	x := c.Anchor()
	values, texts := x[:], []string{x.String()}
	for r := range v.Inputs.N {
		if _, err := c.Draw(r + 1); err != nil {
			return err
		}
		x, err := c.Reveal(r + 1)
		if err != nil {
			return err
		}
		values = append(values, x[:]...)
		texts = append(texts, x.String())
	}
	var all []byte
	var states []string
	for _, s := range d.states {
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
	for i, s := range v.Outputs.States {
		e := disk[commit.ChainState]{held: vectors.Hex(t, s)}
		c, err := commit.ParseChain(e.held, e.store)
		if err != nil {
			return err
		}
		round, x := c.Revealed()
		if round != uint64(i/2) || x.String() != texts[round] || c.Drawn() != uint64(i+1)/2 {
			t.Errorf("state %d: round %d of %d drawn, value %v", i, round, c.Drawn(), x)
		}
		for r := round + 1; r <= v.Inputs.N; r++ {
			if _, err := c.Draw(r); err != nil {
				t.Errorf("from state %d, round %d: %v", i, r, err)
			}
			if x, err := c.Reveal(r); err != nil || x.String() != texts[r] || hex.EncodeToString(e.held) != v.Outputs.States[2*r] {
				t.Errorf("from state %d, value %d: %v, %v", i, r, x, err)
			}
		}
	}
	return nil
}

// checkCalls makes the calls twice: to one chain, and to one that is restored from its
// stored state before each. A round that is drawn is shown by the value that it has when it
// is revealed.
func checkCalls(t *testing.T, v vector) error {
	for _, restored := range []bool{false, true} {
		var d disk[commit.ChainState]
		var c *commit.Chain
		var err error
		if v.Inputs.State == "" {
			c, err = commit.NewChain(t.Context(), v.Inputs.N, commit.Link(vectors.Hex(t, v.Inputs.Last)), d.store, nil)
		} else {
			d.held = vectors.Hex(t, v.Inputs.State)
			c, err = commit.ParseChain(d.held, d.store)
		}
		if err != nil {
			return err
		}
		var answers []string
		var stored []int
		for _, what := range v.Inputs.Calls {
			if restored {
				if c, err = commit.ParseChain(d.held, d.store); err != nil {
					t.Fatal(err)
				}
			}
			call, number, _ := strings.Cut(what, " ")
			round, err := strconv.ParseUint(number, 10, 64)
			if err != nil {
				t.Fatal(err)
			}
			var text string
			switch call {
			case "draw":
				var r commit.Round
				if r, err = c.Draw(round); err == nil && r.Number() != round {
					t.Errorf("%s: round %d", what, r.Number())
				}
				text = commit.Value(r).String()
			case "reveal":
				var x commit.Link
				x, err = c.Reveal(round)
				text = x.String()
			default:
				t.Fatal(what)
			}
			if err != nil {
				text = class(err)
			}
			answers, stored = append(answers, text), append(stored, len(d.states))
		}
		if diff := cmp.Diff(v.Outputs.Answers, answers); diff != "" {
			t.Errorf("answers (-want +got):\n%s", diff)
		}
		if diff := cmp.Diff(v.Outputs.Stored, stored); diff != "" {
			t.Errorf("states stored (-want +got):\n%s", diff)
		}
		if got := vectors.Brief(d.held); got != v.Outputs.State {
			t.Errorf("state %s, want %s", got, v.Outputs.State)
		}
	}
	return nil
}

func checkLink(t *testing.T, v vector) error {
	if v.Inputs.Steps == commit.MaxSteps {
		long.Only(t)
	}
	anchor, err := commit.ParseLink(v.Inputs.Anchor)
	if err != nil {
		return err
	}
	x, err := commit.ParseLink(v.Inputs.Value)
	if err != nil {
		return err
	}
	_, err = commit.VerifyChain(anchor, v.Inputs.Steps, x)
	return err
}

// checkAltered draws and reveals all rounds before the one where the alteration shows.
func checkAltered(t *testing.T, v vector) error {
	c, err := commit.ParseChain(vectors.Hex(t, v.Inputs.State), discard)
	if err != nil {
		return err
	}
	round, _ := c.Revealed()
	for r := round + 1; r < v.Inputs.Round; r++ {
		if _, err := c.Draw(r); err != nil {
			t.Errorf("round %d: %v", r, err)
		}
		if _, err := c.Reveal(r); err != nil {
			t.Errorf("round %d: %v", r, err)
		}
	}
	_, err = c.Draw(v.Inputs.Round)
	if c.Drawn() == v.Inputs.Round {
		t.Error("the round counts as drawn")
	}
	return err
}

func checkState(t *testing.T, v vector) error {
	_, err := commit.ParseChain(vectors.Hex(t, v.Inputs.State), discard)
	return err
}

func discard(_, _ commit.ChainState) error { return nil }

func checkVerifier(t *testing.T, v vector) error {
	var d disk[commit.ChainVerifierState]
	verifier, err := commit.NewChainVerifier(v.Inputs.Round, commit.Link(vectors.Hex(t, v.Inputs.Known)), d.store)
	if err != nil {
		return err
	}
	var answers []string
	for _, l := range v.Inputs.Links {
		round, b := said(t, l)
		r, err := verifier.Verify(uint64(round), commit.Link(b))
		answers = append(answers, answer(err))
		if err == nil && r.Number() != uint64(round) {
			t.Errorf("round %d has number %d", round, r.Number())
		}
		if verifier, err = commit.ParseChainVerifier(d.held, d.store); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff(v.Outputs.Answers, answers); diff != "" {
		t.Errorf("answers (-want +got):\n%s", diff)
	}
	if got := vectors.Brief(d.held); got != v.Outputs.State {
		t.Errorf("state %s, want %s", got, v.Outputs.State)
	}
	return nil
}

func checkVerifierState(t *testing.T, v vector) error {
	_, err := commit.ParseChainVerifier(vectors.Hex(t, v.Inputs.State), discardVerifier)
	return err
}

func discardVerifier(_, _ commit.ChainVerifierState) error { return nil }

// openStream returns the stream of a vector, from its start.
func openStream(t *testing.T, v vector) (*commit.Stream, error) {
	context := vectors.Hex(t, v.Inputs.Context)
	if v.Inputs.Seed != "" {
		seed, err := commit.ParseSeed(v.Inputs.Seed)
		return seed.Stream(context), err
	}
	return commit.NewRound(v.Inputs.Round, commit.Link(vectors.Hex(t, v.Inputs.Value))).Stream(context), nil
}

func checkStream(t *testing.T, v vector) error {
	s, err := openStream(t, v)
	if err != nil {
		return err
	}
	b := make([]byte, len(v.Outputs.Bytes)/2)
	if _, err := s.Read(b); err != nil || hex.EncodeToString(b) != v.Outputs.Bytes {
		t.Errorf("bytes %x, %v", b, err)
	}
	if s, err = openStream(t, v); err != nil {
		return err
	}
	var results []string
	for _, d := range v.Inputs.Draws {
		results = append(results, draw(t, s, d))
	}
	if diff := cmp.Diff(v.Outputs.Results, results); diff != "" {
		t.Errorf("draws (-want +got):\n%s", diff)
	}
	return nil
}

// draw makes a draw: its name and its numbers.
func draw(t *testing.T, s *commit.Stream, what string) string {
	name, rest, _ := strings.Cut(what, " ")
	var args []uint64
	for _, text := range strings.Fields(rest) {
		n, err := strconv.ParseUint(text, 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		args = append(args, n)
	}
	switch name {
	case "uint32":
		return fmt.Sprint(s.Uint32())
	case "uint64":
		return fmt.Sprint(s.Uint64())
	case "read":
		b := make([]byte, args[0])
		s.Read(b)
		return hex.EncodeToString(b)
	case "intn":
		if n := int(args[0]); n > 0 {
			return fmt.Sprint(s.IntN(n))
		}
		return fmt.Sprint(s.Uint64N(args[0])) // int has 32 bits here
	case "uint64n":
		return fmt.Sprint(s.Uint64N(args[0]))
	case "distinct":
		return strings.Trim(fmt.Sprint(s.Distinct(int(args[0]), int(args[1]))), "[]")
	case "weighted":
		return fmt.Sprint(s.Weighted(args))
	}
	t.Fatalf("no draw is called %q", name)
	return ""
}

func checkManyStreams(t *testing.T, v vector) error {
	vectors.Accumulate(t, v.Inputs.Runs, v.Outputs.SHA256, func(i int) []byte {
		seed := commit.Seed(sha256.Sum256(fmt.Append(nil, "seed ", i)))
		s := seed.Stream(fmt.Append(nil, "context ", i))
		return fmt.Appendf(nil, "%d,%d;", s.IntN(36), s.Uint64N(1000000007000000007))
	})
	return nil
}

// The recipe of SPEC.md, section 7.3, is that of the example.
func checkCrash(t *testing.T, v vector) error {
	u := v.Inputs.U
	if u == 0 {
		round, beacon := commit.NewRound(v.Inputs.Round, commit.Link(vectors.Hex(t, v.Inputs.Value))), vectors.Hex(t, v.Inputs.Beacon)
		u = v.Intermediates.U
		if got := crashOutcome(round, beacon); got != u {
			t.Errorf("round %d has outcome %d, want %d", v.Inputs.Round, got, u)
		}
	}
	if got := crashPoint(u); got != v.Outputs.Point {
		t.Errorf("outcome %d is %d, want %d", u, got, v.Outputs.Point)
	}
	return nil
}

func checkManyCrashes(t *testing.T, v vector) error {
	vectors.Accumulate(t, v.Inputs.Runs, v.Outputs.SHA256, func(i int) []byte {
		x, beacon := sha256.Sum256(fmt.Append(nil, "value ", i)), sha256.Sum256(fmt.Append(nil, "beacon ", i))
		return fmt.Appendf(nil, "%d;", crashPoint(crashOutcome(commit.NewRound(uint64(i+1), x), beacon[:])))
	})
	return nil
}

func checkAccumulated(t *testing.T, v vector) error {
	vectors.Accumulate(t, v.Inputs.Runs, v.Outputs.SHA256, func(i int) []byte {
		nonce, _ := derived(i)
		value := make([]byte, i%300)
		for j := range value {
			value[j] = byte(i + j)
		}
		c := commit.NewCommitment(nonce, fmt.Append(nil, "context ", i), value)
		return c[:]
	})
	return nil
}

// A speaker makes messages of a toss in SPEC.md's form, with nonces and values as derived has them.
type speaker struct {
	session     string
	seats       int
	commitments [][]byte // read so far, or else those of honest seats
}

func (s *speaker) hash(label string, more ...[]byte) []byte {
	b := binary.BigEndian.AppendUint32(field.Append(field.Append(nil, label), s.session), uint32(s.seats))
	sum := sha256.Sum256(append(b, slices.Concat(more...)...))
	return sum[:]
}

func (s *speaker) commitment(seat, opened, value int) []byte {
	nonce, _ := derived(opened)
	_, v := derived(value)
	context := binary.BigEndian.AppendUint32(field.Append(field.Append(nil, "squaredeal/toss/v1"), s.session), uint32(s.seats))
	c := commit.NewCommitment(nonce, binary.BigEndian.AppendUint32(context, uint32(seat)), v)
	return c[:]
}

func (s *speaker) message(kind byte, seat int, body ...[]byte) []byte {
	name := append([]byte{kind}, s.hash("squaredeal/toss/v1")...)
	return append(binary.BigEndian.AppendUint32(name, uint32(seat)), slices.Concat(body...)...)
}

func (s *speaker) reveal(seat, opened, value int, list []byte) []byte {
	nonce := sha256.Sum256(fmt.Append(nil, "nonce ", opened))
	_, v := derived(value)
	return s.message(2, seat, nonce[:], v, list)
}

// checkManyTosses follows SPEC.md, section 10.6.
func checkManyTosses(t *testing.T, v vector) error {
	vectors.Accumulate(t, v.Inputs.Runs, v.Outputs.SHA256, func(i int) (out []byte) {
		s, other := &speaker{session: fmt.Sprint("run ", i), seats: 2 + i%3}, &speaker{session: "another", seats: 2 + i%3}
		for seat := range s.seats {
			s.commitments = append(s.commitments, s.commitment(seat, seat, seat))
		}
		var d disk[commit.TossState]
		toss, err := derivedToss(s.session, s.seats, 0, d.store)
		if err != nil {
			t.Fatal(err)
		}
		var messages []commit.TossMessage
		for j := range 8 * s.seats {
			b := sha256.Sum256(fmt.Appendf(nil, "run %d step %d", i, j))
			from := int(b[0]) % s.seats
			next := (from + 1) % s.seats
			list, another := s.hash("squaredeal/toss/v1/list", s.commitments...), sha256.Sum256([]byte("another list"))
			own := s.message(1, from, s.commitment(from, from, from))
			m := [][]byte{
				s.reveal(from, from, 9, list), s.reveal(from, from, from, another[:]), s.message(1, from, s.commitment(next, next, next)),
				s.reveal(from, next, next, list),
				s.message(1, from, s.commitment(from, from, 9)), other.message(1, from, other.commitment(from, from, from)),
				s.message(1, next, s.commitment(next, next, next)), own[:68],
			}[b[1]%8]
			switch {
			case b[1] < 112:
				m = own
			case b[1] < 224:
				m = s.reveal(from, from, from, list)
			}
			messages = append(messages, commit.TossMessage{From: from, Bytes: m})
			got := answer(toss.Receive(from, m))
			if got == "ok" && m[0] == 1 {
				s.commitments[from] = m[37:]
			}
			out = fmt.Appendf(out, "%s, %s, %x\n", got, due(toss), toss.Pending())
			if i%2 == 1 {
				if toss, err = commit.ParseToss(d.held, d.store); err != nil {
					t.Fatal(err)
				}
			}
		}
		_, err = commit.VerifyToss([]byte(s.session), s.seats, messages)
		out = fmt.Appendf(out, "%s, %s\n", seedOrClass(toss.Seed()), answer(err))
		return append(out, d.held...)
	})
	return nil
}

package seedrng_test

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/squaredeal/squaredeal/internal/vectors"
	"github.com/squaredeal/squaredeal/seedrng"
)

type vector struct {
	Inputs struct {
		Hash, ServerSeed, ClientSeed, Nonce, FirstBlock, State string

		ServerSeedHex, ClientSeedHex string

		Draws, Calls []string
		Runs         int
	}
	Intermediates struct {
		Blocks []string
	}
	Outputs struct {
		Results    []string
		BytesTaken int
		View       *seedrng.View
		State      string
		SHA256     string
	}
}

func TestVectors(t *testing.T) {
	vectors.Run(t, "squaredeal/seedrng v1", class, map[string]func(*testing.T, vector) error{
		"verify":      checkVerify,
		"stream":      checkStream,
		"session":     checkSession,
		"player":      checkPlayer,
		"accumulated": checkAccumulated,
	})
}

// class is the word for an error in the vectors. No error is of two classes.
func class(err error) string {
	var words []string
	for word, sentinel := range map[string]error{
		"malformed": seedrng.ErrMalformed, "mismatch": seedrng.ErrMismatch, "no-seeds": seedrng.ErrNoSeeds, "open": seedrng.ErrOpen,
		"finished": seedrng.ErrFinished, "pending": seedrng.ErrPending, "exhausted": seedrng.ErrExhausted, "cheat": seedrng.ErrCheat,
	} {
		if errors.Is(err, sentinel) {
			words = append(words, word)
		}
	}
	if words == nil {
		return err.Error()
	}
	return strings.Join(words, " and ")
}

// seed returns a seed's text, which is in hex where JSON can't hold it.
func seed(t *testing.T, text, inHex string) string {
	if inHex == "" {
		return text
	}
	b, err := hex.DecodeString(inHex)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func checkVerify(t *testing.T, v vector) error {
	hash, err := seedrng.ParseHash(v.Inputs.Hash)
	if err != nil {
		return err
	}
	return hash.Verify(seed(t, v.Inputs.ServerSeed, v.Inputs.ServerSeedHex))
}

// parseNonce reads the form that SPEC.md, section 10.2, defines.
func parseNonce(text string) (uint64, error) {
	n, err := strconv.ParseUint(text, 10, 64)
	if err != nil || fmt.Sprint(n) != text {
		return 0, fmt.Errorf("%w: nonce %q", seedrng.ErrMalformed, text)
	}
	return n, nil
}

func checkStream(t *testing.T, v vector) error {
	nonce, err := parseNonce(v.Inputs.Nonce)
	if err != nil {
		return err
	}
	server := seed(t, v.Inputs.ServerSeed, v.Inputs.ServerSeedHex)
	client := seed(t, v.Inputs.ClientSeed, v.Inputs.ClientSeedHex)
	open := func() (*seedrng.Stream, error) {
		seed, err := seedrng.ParseAuditSeed(server)
		if err != nil {
			return nil, err
		}
		s, err := seedrng.NewStream(seed, client, nonce)
		if err != nil {
			return nil, err
		}
		if v.Inputs.FirstBlock != "" {
			first, err := strconv.ParseUint(v.Inputs.FirstBlock, 10, 64)
			if err != nil {
				t.Fatal(err)
			}
			seedrng.SkipTo(s, first)
		}
		return s, nil
	}
	stream, err := open()
	if err != nil {
		return err
	}
	results := []string{}
	var failed error
	for _, instruction := range v.Inputs.Draws {
		var r string
		if r, failed = draw(stream, instruction); failed != nil {
			break
		}
		results = append(results, r)
	}
	if errors.Is(failed, errSkip) {
		t.Skip(failed)
	}
	if diff := cmp.Diff(v.Outputs.Results, results, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("results (-want +got):\n%s", diff)
	}
	if failed != nil {
		return failed
	}

	all, err := open()
	if err != nil {
		return err
	}
	blocks := make([]byte, 64)
	all.Read(blocks)
	if diff := cmp.Diff(v.Intermediates.Blocks, []string{hex.EncodeToString(blocks[:32]), hex.EncodeToString(blocks[32:])}); diff != "" {
		t.Errorf("blocks (-want +got):\n%s", diff)
	}

	// After the draws the cursor stands behind the bytes they took.
	if all, err = open(); err != nil {
		return err
	}
	all.Read(make([]byte, v.Outputs.BytesTaken))
	if got, want := stream.Uint64(), all.Uint64(); got != want {
		t.Errorf("after the draws Uint64 = %d, want %d", got, want)
	}
	return nil
}

var errSkip = errors.New("this bound doesn't fit in an int here")

// draw makes a draw of SPEC.md, section 4, and returns its result, or the error that
// it panics with.
func draw(s *seedrng.Stream, instruction string) (result string, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = r.(error)
		}
	}()
	op, args, _ := strings.Cut(instruction, " ")
	var n []uint64
	for _, arg := range strings.Fields(args) {
		if arg == "-1" {
			if op == "distinct" {
				return fmt.Sprint(s.Distinct(52, -1)), nil
			}
			return "", fmt.Errorf("%w: no slice has this length, no weight this type", seedrng.ErrMalformed)
		}
		value, err := strconv.ParseUint(arg, 10, 64)
		if err != nil {
			return "", err
		}
		n = append(n, value)
	}
	switch op {
	case "read":
		b := make([]byte, n[0])
		_, err := s.Read(b)
		return hex.EncodeToString(b), err
	case "uint32":
		return fmt.Sprint(s.Uint32()), nil
	case "uint64":
		return fmt.Sprint(s.Uint64()), nil
	case "intn":
		if n[0] > math.MaxInt {
			return fmt.Sprint(s.Uint64N(n[0])), nil
		}
		return fmt.Sprint(s.IntN(int(n[0]))), nil
	case "distinct":
		if n[0] > math.MaxInt {
			return "", errSkip
		}
		return strings.Trim(fmt.Sprint(s.Distinct(int(n[0]), int(n[1]))), "[]"), nil
	case "weighted":
		return fmt.Sprint(s.Weighted(n)), nil
	case "fraction":
		return fmt.Sprintf("%.0f/4294967296", s.Fraction()*(1<<32)), nil
	}
	return "", fmt.Errorf("unknown instruction %q", instruction)
}

func checkSession(t *testing.T, v vector) error {
	state := vectors.Hex(t, v.Inputs.State)
	d := &disk{state: state}
	s, err := seedrng.ParseSession(state, d.store)
	if err != nil {
		return err
	}
	before := s.View().NextServerHash
	rounds := make(map[string]*seedrng.Round)
	results := []string{}
	for _, call := range v.Inputs.Calls {
		r, err := callSession(s, rounds, call)
		if err != nil {
			r = class(err)
		}
		results = append(results, r)
	}
	if diff := cmp.Diff(v.Outputs.Results, results); diff != "" {
		t.Errorf("results (-want +got):\n%s", diff)
	}
	view := s.View()
	if view.NextServerHash != before { // a rotation has made a new one
		view.NextServerHash = seedrng.Hash{}
	} else if got := hex.EncodeToString(d.state); v.Outputs.State != "" && got != v.Outputs.State {
		t.Errorf("state %s, want %s", got, v.Outputs.State)
	}
	if v.Outputs.View == nil {
		return nil
	}
	if diff := cmp.Diff(*v.Outputs.View, view); diff != "" {
		t.Errorf("view (-want +got):\n%s", diff)
	}
	return nil
}

// callSession makes a call of SPEC.md, section 5.2, and returns its result.
func callSession(s *seedrng.Session, rounds map[string]*seedrng.Round, call string) (string, error) {
	op, args, _ := strings.Cut(call, " ")
	if op == "finish" {
		return "ok", rounds[args].Finish()
	}
	text, args, _ := strings.Cut(args, " ")
	hash, err := seedrng.ParseHash(text)
	if err != nil {
		return "", err
	}
	if op == "rotate" {
		_, err = s.Rotate(hash, args)
		return "ok", err
	}
	number, bet, _ := strings.Cut(args, " ")
	nonce, err := parseNonce(number)
	if err != nil {
		return "", err
	}
	switch op {
	case "decline":
		return "ok", s.Decline(hash, nonce, bet)
	case "play":
		var first uint64
		err := s.Play(hash, nonce, bet, func(stream *seedrng.Stream) { first = stream.Uint64() })
		return fmt.Sprintf("ok %016x", first), err
	}
	round, err := s.Reserve(hash, nonce, bet)
	if err != nil {
		return "", err
	}
	rounds[text+" "+number] = round
	return fmt.Sprintf("ok %016x", round.Stream().Uint64()), nil
}

func checkPlayer(t *testing.T, v vector) error {
	state := vectors.Hex(t, v.Inputs.State)
	n := playerDisk{disk{state: state}}
	p, err := seedrng.ParsePlayer(state, n.store)
	if err != nil {
		return err
	}
	asked := p.View().NextClientSeed
	results := []string{}
	for _, call := range v.Inputs.Calls {
		r, err := callPlayer(p, call)
		switch {
		case err != nil:
			r = class(err)
		case strings.HasPrefix(call, "rotate ") && r != "ok "+asked: // it is random
			r = "ok"
		}
		results = append(results, r)
	}
	if diff := cmp.Diff(v.Outputs.Results, results); diff != "" {
		t.Errorf("results (-want +got):\n%s", diff)
	}
	if got := hex.EncodeToString(n.state); v.Outputs.State != "" && got != v.Outputs.State {
		t.Errorf("state %s, want %s", got, v.Outputs.State)
	}
	return nil
}

// callPlayer makes a call of SPEC.md, section 5.5, and returns its result.
func callPlayer(p *seedrng.Player, call string) (result string, err error) {
	op, args, _ := strings.Cut(call, " ")
	first, args, _ := strings.Cut(args, " ")
	switch op {
	case "rotate":
		hash, err := seedrng.ParseHash(first)
		if err != nil {
			return "", err
		}
		client, err := p.Rotate(hash)
		return "ok " + client, err
	case "rotated":
		hash, err := seedrng.ParseHash(first)
		if err != nil {
			return "", err
		}
		view := seedrng.View{ServerHash: hash}
		number, args, _ := strings.Cut(args, " ")
		if view.NextNonce, err = parseNonce(number); err != nil {
			return "", err
		}
		client, revealed, ok := strings.Cut(args, " revealed ")
		view.ClientSeed = client
		if ok {
			text, seed, _ := strings.Cut(revealed, " ")
			hash, err := seedrng.ParseHash(text)
			if err != nil {
				return "", err
			}
			view.Revealed = &seedrng.Revealed{ServerHash: hash, ServerSeed: seed}
		}
		declined, err := p.Rotated(view, replayBounds)
		result = "ok"
		for _, d := range declined {
			result += fmt.Sprintf(" %d=%s", d.Nonce, d.Outcome)
		}
		return result, err
	case "pending":
		if r, ok := p.Pending(); ok {
			return fmt.Sprintf("ok %v %d %d %s", r.ServerHash, r.Nonce, r.Step, r.Text), nil
		}
		return "ok", nil
	}
	hash, err := seedrng.ParseHash(first)
	if err != nil {
		return "", err
	}
	number, args, _ := strings.Cut(args, " ")
	nonce, err := parseNonce(number)
	if err != nil {
		return "", err
	}
	number, text, _ := strings.Cut(args, " ")
	step, err := strconv.Atoi(number)
	if err != nil {
		return "", err
	}
	r := seedrng.Request{ServerHash: hash, Nonce: nonce, Step: step, Text: text}
	switch op {
	case "send":
		return "ok", p.Send(r)
	case "receive":
		return "ok", p.Receive(r.Outcome(text))
	case "declined":
		return "ok", p.Receive(r.Decline(text))
	}
	return "", fmt.Errorf("unknown call %q", call)
}

func checkAccumulated(t *testing.T, v vector) error {
	vectors.Accumulate(t, v.Inputs.Runs, v.Outputs.SHA256, func(i int) (out []byte) {
		text := sha256.Sum256(fmt.Append(nil, "server ", i))
		seed, _ := seedrng.ParseServerSeed(hex.EncodeToString(text[:]))
		stream, err := seedrng.NewStream(seed, fmt.Sprint("client ", i), uint64(i))
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range stream.Distinct(52, 10) {
			out = append(out, byte(c))
		}
		return out
	})
	return nil
}

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

	"github.com/squaredeal/squaredeal/internal/vectors/vectorstest"
	"github.com/squaredeal/squaredeal/seedrng"
)

//go:generate go run ./internal/genvectors testdata/vectors.json

type vector struct {
	Inputs struct {
		Hash, ServerSeed, ClientSeed, Nonce, FirstBlock, Digest, State string

		Draws, Calls []string
		Runs         int
	}
	Intermediates struct {
		Blocks []string
		Digest string
		Steps  []string
	}
	Outputs struct {
		Results    []string
		BytesTaken int
		Cards      []int
		View       seedrng.View
		State      string
		SHA256     string
	}
}

func TestVectors(t *testing.T) {
	vectorstest.Run(t, "squaredeal/seedrng v1", class, map[string]func(*testing.T, vector) error{
		"verify":      checkVerify,
		"stream":      checkStream,
		"cryptogames": checkCryptoGames,
		"session":     checkSession,
		"accumulated": checkAccumulated,
	})
}

// class is the word for an error in the vectors.
func class(err error) string {
	switch {
	case errors.Is(err, seedrng.ErrMalformed):
		return "malformed"
	case errors.Is(err, seedrng.ErrMismatch):
		return "mismatch"
	case errors.Is(err, seedrng.ErrState):
		return "state"
	case errors.Is(err, seedrng.ErrExhausted):
		return "exhausted"
	}
	return err.Error()
}

func checkVerify(t *testing.T, v vector) error {
	return seedrng.Verify(v.Inputs.Hash, v.Inputs.ServerSeed)
}

func checkStream(t *testing.T, v vector) error {
	nonce, err := strconv.ParseUint(v.Inputs.Nonce, 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	open := func() (*seedrng.Stream, error) {
		seed, err := seedrng.ParseServerSeed(v.Inputs.ServerSeed)
		if err != nil {
			return nil, err
		}
		s, err := seedrng.NewStream(seed, v.Inputs.ClientSeed, nonce)
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

func draw(s *seedrng.Stream, instruction string) (string, error) {
	op, args, _ := strings.Cut(instruction, " ")
	var n, k int64
	fmt.Sscan(args, &n, &k)
	if n > math.MaxInt {
		return "", errSkip
	}
	switch op {
	case "read":
		b := make([]byte, n)
		_, err := s.Read(b)
		return hex.EncodeToString(b), err
	case "intn":
		i, err := s.IntN(int(n))
		return fmt.Sprint(i), err
	case "distinct":
		d, err := s.Distinct(int(n), int(k))
		return strings.Trim(fmt.Sprint(d), "[]"), err
	}
	// The others have no error to return, and panic at the end of the stream.
	var result string
	err, _ := recovered(func() {
		switch op {
		case "uint32":
			result = fmt.Sprint(s.Uint32())
		case "uint64":
			result = fmt.Sprint(s.Uint64())
		case "fraction":
			result = fmt.Sprintf("%.0f/4294967296", s.Fraction()*(1<<32))
		default:
			panic(fmt.Errorf("unknown instruction %q", instruction))
		}
	}).(error)
	return result, err
}

func checkCryptoGames(t *testing.T, v vector) error {
	var d seedrng.CryptoGamesDigest
	if v.Inputs.Digest != "" {
		hex.Decode(d[:], []byte(v.Inputs.Digest))
	} else {
		seed, err := seedrng.ParseServerSeed(v.Inputs.ServerSeed)
		if err != nil {
			return err
		}
		if d, err = seedrng.CryptoGames(seed, v.Inputs.ClientSeed); err != nil {
			return err
		}
	}
	if got := hex.EncodeToString(d[:]); got != v.Intermediates.Digest {
		t.Errorf("digest %s, want %s", got, v.Intermediates.Digest)
	}
	var steps []string
	for s := range d.Steps() {
		steps = append(steps, fmt.Sprintf("%02x %d %v", s.Byte, s.Value, s.Outcome))
	}
	if diff := cmp.Diff(v.Intermediates.Steps, steps); diff != "" {
		t.Errorf("steps (-want +got):\n%s", diff)
	}
	cards, err := d.AppendCards([]int{})
	if diff := cmp.Diff(v.Outputs.Cards, cards); diff != "" {
		t.Errorf("cards (-want +got):\n%s", diff)
	}
	return err
}

func checkSession(t *testing.T, v vector) error {
	state, err := hex.DecodeString(v.Inputs.State)
	if err != nil {
		t.Fatal(err)
	}
	d := &disk{state: state}
	s, err := seedrng.ParseSession(state, d.store)
	if err != nil {
		return err
	}
	rotated := false
	results := []string{}
	for _, call := range v.Inputs.Calls {
		r, err := callSession(s, call)
		if err != nil {
			r = class(err)
		} else if strings.HasPrefix(call, "rotate") {
			rotated = true
		}
		results = append(results, r)
	}
	if diff := cmp.Diff(v.Outputs.Results, results); diff != "" {
		t.Errorf("results (-want +got):\n%s", diff)
	}
	view := s.View()
	if rotated {
		view.NextServerHash = seedrng.Hash{}
	} else if got := hex.EncodeToString(d.state); got != v.Outputs.State {
		t.Errorf("state %s, want %s", got, v.Outputs.State)
	}
	if diff := cmp.Diff(v.Outputs.View, view); diff != "" {
		t.Errorf("view (-want +got):\n%s", diff)
	}
	return nil
}

// callSession makes a call of SPEC.md, section 5.2, and returns its result.
func callSession(s *seedrng.Session, call string) (string, error) {
	op, args, _ := strings.Cut(call, " ")
	if op == "rotate" {
		text, client, _ := strings.Cut(args, " ")
		hash, err := seedrng.ParseHash(text)
		if err != nil {
			return "", err
		}
		_, err = s.Rotate(hash, client)
		return "ok", err
	}
	var nonce uint64
	fmt.Sscan(args, &nonce)
	var stream *seedrng.Stream
	var err error
	switch op {
	case "reserve":
		nonce, stream, err = s.Reserve()
	case "resume":
		stream, err = s.Resume(nonce)
	case "finish":
		return "ok", s.Finish(nonce)
	}
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("ok %d %016x", nonce, stream.Uint64()), nil
}

func checkAccumulated(t *testing.T, v vector) error {
	if testing.Short() && v.Inputs.Runs > 100 {
		t.Skip("-short")
	}
	h := sha256.New()
	cards := make([]int, 0, 10)
	for i := range v.Inputs.Runs {
		text := sha256.Sum256(fmt.Append(nil, "server ", i))
		seed, _ := seedrng.ParseServerSeed(hex.EncodeToString(text[:]))
		client := fmt.Sprint("client ", i)
		stream, err := seedrng.NewStream(seed, client, uint64(i))
		if err != nil {
			return err
		}
		v1, err := stream.Distinct(52, 10)
		if err != nil {
			return err
		}
		digest, err := seedrng.CryptoGames(seed, client)
		if err != nil {
			return err
		}
		if cards, err = digest.AppendCards(cards[:0]); err != nil {
			return err
		}
		for _, c := range append(v1, cards...) {
			h.Write([]byte{byte(c)})
		}
	}
	if got := hex.EncodeToString(h.Sum(nil)); got != v.Outputs.SHA256 {
		t.Errorf("accumulated %s, want %s", got, v.Outputs.SHA256)
	}
	return nil
}

func discard(seedrng.State) error { return nil }

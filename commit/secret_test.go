package commit_test

import (
	"bytes"
	"encoding/gob"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"html/template"
	"log/slog"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/squaredeal/squaredeal/commit"
)

var verbs = strings.Split("v +v #v s q x X T p d o b c U e E f F g G t w 20v -20v", " ")

// wrapped holds secrets where fmt can't call their methods.
type wrapped struct {
	nonce     commit.Nonce
	toss      *commit.Toss
	copy      commit.Toss
	tossState commit.TossState
	chain     *commit.Chain
	state     commit.ChainState
	round     commit.Round
	stream    *commit.Stream
}

func TestNoSecretPrints(t *testing.T) {
	secret := [32]byte(bytes.Repeat([]byte{0xa7}, 32))
	nonce := mustNonce(secret[:])
	var tossState commit.TossState
	toss, err := commit.NewToss([]byte("s"), 2, 0, nonce, secret[:], func(_, new commit.TossState) error { tossState = new; return nil })
	if err != nil {
		t.Fatal(err)
	}
	var state commit.ChainState
	chain, err := commit.NewChain(t.Context(), 1, secret, func(_, new commit.ChainState) error { state = new; return nil }, nil)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Contains(state.Bytes(), secret[:]) || !bytes.Contains(tossState.Bytes(), secret[:]) {
		t.Fatal("a state lacks its secret")
	}
	round, err := chain.Draw(1)
	if err != nil {
		t.Fatal(err)
	}
	stream := round.Stream(nil)
	stream.Uint32()
	leaks := func(how, text string) {
		t.Helper()
		// Eight bytes in hex, as fewer may be a part of an address.
		for _, s := range []string{"a7a7a7a7a7a7a7a7", "167 167", "167,167", "167, 167", "0xa7, 0xa7", "\xa7\xa7", `\xa7\xa7`, "p6en"} {
			if strings.Contains(text, s) || strings.Contains(strings.ToLower(text), s) { // ToLower replaces what isn't UTF-8
				t.Errorf("%s prints %s", how, text)
			}
		}
	}
	w := wrapped{nonce, toss, *toss, tossState, chain, state, round, stream}
	secrets := []any{nonce, toss, *toss, tossState, chain, *chain, state, round, stream, *stream}
	for _, v := range append(slices.Clone(secrets), &state, w, &w, secrets, map[string]any{"a": nonce}, struct{ N commit.Nonce }{nonce}) {
		for _, verb := range verbs {
			leaks(fmt.Sprintf("%%%s of %T", verb, v), fmt.Sprintf("%"+verb, v))
		}
		leaks("Sprint", fmt.Sprint(v))
		var log bytes.Buffer
		slog.New(slog.NewTextHandler(&log, nil)).Info("x", "v", v)
		slog.New(slog.NewJSONHandler(&log, nil)).Info("x", "v", v)
		leaks("slog", log.String())
		j, err := json.Marshal(v)
		leaks("json", fmt.Sprint(string(j), err))
		x, err := xml.Marshal(v)
		leaks("xml", fmt.Sprint(string(x), err))
		var out bytes.Buffer
		err = gob.NewEncoder(&out).Encode(v)
		leaks("gob", fmt.Sprint(out.String(), err))
		out.Reset()
		err = template.Must(template.New("").Parse("{{.}} <script>x={{.}}</script>")).Execute(&out, v)
		leaks("template", fmt.Sprint(out.String(), err))
	}
	leaks("cmp.Diff", cmp.Diff(wrapped{nonce: nonce, toss: toss, state: state}, wrapped{chain: chain},
		cmp.Exporter(func(reflect.Type) bool { return true })))
	for _, v := range secrets {
		if text := fmt.Sprint(v); text != "redacted" {
			t.Errorf("%T prints %s", v, text)
		}
		if out, err := json.Marshal(v); err == nil {
			t.Errorf("%T: JSON %s", v, out)
		}
	}
}

// Zero values are one error.
func TestZeroValues(t *testing.T) {
	var toss commit.Toss
	var chain commit.Chain
	var verifier commit.ChainVerifier
	receive := toss.Receive(1, []byte{1})
	_, seed := toss.Seed()
	_, draw := chain.Draw(1)
	_, reveal := chain.Reveal(1)
	_, verify := verifier.Verify(1, commit.Link{})
	for _, c := range []struct {
		err  error
		want string
	}{
		{receive, "zero Toss"}, {seed, "zero Toss"}, {draw, "zero Chain"}, {reveal, "zero Chain"}, {verify, "zero ChainVerifier"},
	} {
		if !errors.Is(c.err, commit.ErrMalformed) || c.err.Error() != "commit: malformed: "+c.want {
			t.Errorf("%v, want %s", c.err, c.want)
		}
	}
	if phase, seats := toss.Due(); phase != 0 || seats != nil || toss.Pending() != nil {
		t.Error("a zero Toss knows something")
	}
	if round, x := chain.Revealed(); round != 0 || x != (commit.Link{}) || chain.Len() != 0 || chain.Drawn() != 0 ||
		chain.Anchor() != (commit.Link{}) {
		t.Error("a zero Chain knows something")
	}
	if round, x := verifier.Known(); round != 0 || x != (commit.Link{}) {
		t.Error("a zero ChainVerifier knows something")
	}
	if (commit.TossState{}).Bytes() != nil || (commit.ChainState{}).Bytes() != nil ||
		(commit.ChainState{}).Anchor() != (commit.Link{}) || (commit.ChainVerifierState{}).Bytes() != nil || (commit.Round{}).Number() != 0 {
		t.Error("a zero state has bytes")
	}
	for whose, stream := range map[string]*commit.Stream{"zero Stream": {}, "stream of a zero Seed": commit.Seed{}.Stream(nil),
		"stream of a zero Round": commit.Round{}.Stream([]byte("dice"))} {
		if n, err := stream.Read(make([]byte, 3)); n != 0 || !errors.Is(err, commit.ErrMalformed) {
			t.Errorf("Read of a %s: %d, %v", whose, n, err)
		}
		for what, f := range map[string]func(){
			"Uint32": func() { stream.Uint32() }, "Uint64": func() { stream.Uint64() }, "IntN": func() { stream.IntN(3) },
			"Uint64N":  func() { stream.Uint64N(3) },
			"Distinct": func() { stream.Distinct(3, 2) }, "Weighted": func() { stream.Weighted([]uint64{1}) },
		} {
			if err := panicOf(f); !errors.Is(err, commit.ErrMalformed) {
				t.Errorf("%s of a %s: %v", what, whose, err)
			}
		}
	}
	// No text is a zero Seed, so that nobody else can cause these panics.
	if s, err := commit.ParseSeed(strings.Repeat("0", 64)); !errors.Is(err, commit.ErrMalformed) || s != (commit.Seed{}) {
		t.Error(s, err)
	}
	one := commit.Seed{1}
	if err := one.UnmarshalText([]byte(strings.Repeat("0", 64))); !errors.Is(err, commit.ErrMalformed) || one != (commit.Seed{1}) {
		t.Error(one, err)
	}
}

// panicOf returns the error that f panics with, if any.
func panicOf(f func()) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = r.(error)
		}
	}()
	f()
	return nil
}

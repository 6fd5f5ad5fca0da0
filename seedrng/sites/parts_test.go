package sites_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/hex"
	"errors"
	"hash"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/squaredeal/squaredeal/seedrng/sites"
)

// Bytes that aren't UTF-8 are replaced as browsers do: the examples are those of the
// Unicode Standard, section 3.9, and ones that Go's conversion to runes treats otherwise.
func TestReplaced(t *testing.T) {
	for raw, want := range map[string]string{
		"C0AFE080BFF0818241":       "????" + "????" + "A",
		"EDA080EDBFBFEDAF41":       "????" + "????" + "A",
		"F4919293FF4180BF42":       "?????" + "A" + "??" + "B",
		"E180E2F09192F1BF41":       "?" + "?" + "?" + "?" + "A",
		"E280":                     "?",
		"F09F98":                   "?",
		"F09F9880":                 "\U0001F600",
		"EFBFBD":                   "?", // U+FFFD itself
		"7FC280DFBF":               "\u007f\u0080\u07ff",
		"E0A080EFBFBFF0908080":     "\u0800\uffff\U00010000",
		"F48FBFBF":                 "\U0010FFFF",
		"F5":                       "?",
		"C241":                     "?A",
		"":                         "",
		"ED9FBFEE8080":             "\uD7FF\uE000",
		"F08080":                   "???",
		"F09080":                   "?",
		"E09F80":                   "???",
		"61F1808062E1806380CE8F64": "a?b?c?Ώd",
	} {
		b, err := hex.DecodeString(raw)
		if err != nil {
			t.Fatal(err)
		}
		got := string(sites.AppendReplaced(nil, b))
		if want := strings.ReplaceAll(want, "?", "\uFFFD"); got != want || !utf8.ValidString(got) {
			t.Errorf("%s: %q, want %q", raw, got, want)
		}
	}
	if string(sites.AppendReplaced(nil, []byte("\xf0\x91\x92A"))) == string([]rune("\xf0\x91\x92A")) {
		t.Error("Go's conversion is the same: the test doesn't tell them apart")
	}
}

// HMAC with keys shorter than, as long as, and longer than a block.
func TestHMAC(t *testing.T) {
	for _, c := range []struct {
		site, game string
		hash       func() hash.Hash
		separator  string
	}{
		{"stake", "dice", sha256.New, ":"}, {"primedice-old", "dice", sha512.New, "-"},
	} {
		for _, n := range []int{1, 63, 64, 65, 127, 128, 129, 1024} {
			key := strings.Repeat("k", n)
			report, err := sites.Replay(c.site, c.game, sites.Bet{"server": key, "client": "c", "nonce": "7"})
			if err != nil {
				t.Fatal(err)
			}
			m := hmac.New(c.hash, []byte(key))
			m.Write([]byte("c" + c.separator + "7"))
			if c.site == "stake" {
				m.Write([]byte(":0"))
			}
			if want := hex.EncodeToString(m.Sum(nil)); report.Steps[0].Value != want {
				t.Errorf("%s with %d bytes of key: %s, want %s", c.site, n, report.Steps[0].Value, want)
			}
		}
	}
}

// 60 bits count in full: a double, as JavaScript's parseInt gives, leads to another roll.
func TestHex15(t *testing.T) {
	report, err := sites.Replay("csgoskins", "case", sites.Bet{"server": "fLKT8YGsZaMgc6Iz", "client": "dPatyUJVyQ5obfzg", "nonce": "2"})
	if err != nil {
		t.Fatal(err)
	}
	var v uint64
	for _, c := range report.Steps[0].Value[:15] {
		v = v<<4 | uint64(strings.IndexRune("0123456789abcdef", c))
	}
	if v%100_000+1 != 81080 || uint64(float64(v))%100_000+1 == 81080 {
		t.Errorf("%d: %d exact, %d as a double", v, v%100_000+1, uint64(float64(v))%100_000+1)
	}
}

// Nine significant digits, halves up, as JavaScript's toPrecision(9) writes them.
func TestSignificant(t *testing.T) {
	for h, want := range map[uint64]float64{
		1 << 51:                 0.5,
		1<<52 - 1:               1,
		1<<52 - 2_251_799:       1,
		1<<52 - 2_251_800:       0.999999999,
		(1 << 52) / 1024 * 103:  0.100585938, // 0.1005859375
		(1 << 52) / 1024 * 105:  0.102539063, // 0.1025390625, where an even digit would be kept
		(1 << 52) / 10:          0.1,         // 0.0999999999999998…
		(1<<52)/1024*11 + 12345: 0.0107421875,
	} {
		if got := sites.Significant(h, 9); got != want {
			t.Errorf("%d: %v, want %v", h, got, want)
		}
	}
}

// Rounded32 agrees with the division of doubles that FreeBitco.in does.
func TestRounded32(t *testing.T) {
	check := func(w uint32) {
		q := float64(w) / 429496.7295
		want := uint64(q)
		if q-float64(want) >= 0.5 {
			want++
		}
		if got := sites.RoundedWord(w, 10_001); got != want {
			t.Fatalf("%d: %d, want %d", w, got, want)
		}
	}
	for k := range uint64(10_000) {
		half := uint32((2*k + 1) * (1<<32 - 1) / 20_000)
		for w := half - 2; w != half+3; w++ {
			check(w)
		}
	}
	check(0)
	check(1<<32 - 1)
}

func TestWalk(t *testing.T) {
	first := sha256.Sum256([]byte("first"))
	h := first
	for range 1000 {
		h = sha256.Sum256(h[:])
	}
	chain := sites.Chain{Alg: sites.SHA256, End: hex.EncodeToString(h[:]), First: 50}
	start := hex.EncodeToString(first[:])
	w, err := sites.NewWalk(chain, start)
	if err != nil {
		t.Fatal(err)
	}
	if w.Advance(0) || w.Advance(-1) || w.Steps() != 0 || w.Hash() != start {
		t.Error("no steps move it")
	}
	if _, err := w.Game(); !errors.Is(err, sites.ErrMismatch) {
		t.Error(err)
	}
	for i := 0; i < 9; i++ {
		if w.Advance(100) {
			t.Error("over too early")
		}
	}
	if !w.Advance(100) || !w.Advance(100) || !w.Ended() || w.Steps() != 1000 || w.Hash() != chain.End {
		t.Errorf("%d steps to %s", w.Steps(), w.Hash())
	}
	if game, err := w.Game(); err != nil || game != 1050 {
		t.Errorf("game %d, %v", game, err)
	}
	// The same hash as text is of another chain, and a shorter one is over before its end.
	for _, c := range []sites.Chain{
		{Alg: sites.SHA256, Text: true, End: chain.End, Length: 5000},
		{Alg: sites.SHA256, End: chain.End, Length: 999},
	} {
		w, err := sites.NewWalk(c, start)
		if err != nil {
			t.Fatal(err)
		}
		if !w.Advance(1_000_000) || w.Ended() || w.Steps() != c.Length || w.Length() != c.Length {
			t.Errorf("%+v: %d steps, ended %v", c, w.Steps(), w.Ended())
		}
	}
	for field, c := range map[string]struct {
		chain sites.Chain
		hash  string
	}{
		"hash": {chain, start[1:]},
		"end":  {sites.Chain{Alg: sites.SHA512, End: chain.End}, start + start},
		"alg":  {sites.Chain{Alg: sites.HMACSHA256, End: chain.End}, start},
	} {
		_, err := sites.NewWalk(c.chain, c.hash)
		var fault *sites.FieldError
		if !errors.As(err, &fault) || fault.Field != field {
			t.Errorf("%v, want %s", err, field)
		}
	}
}

// A game that is computed from a later one's hash is the one that the chain has.
func TestBack(t *testing.T) {
	const hash = "4488d92d89d0ed7fbb2ea23b219d569f63207e32fc44b957858838835c1719f1"
	g, err := sites.Find("bustabit", "crash")
	if err != nil {
		t.Fatal(err)
	}
	w, err := sites.NewWalk(g.Chains[0], hash)
	if err != nil {
		t.Fatal(err)
	}
	for _, back := range []string{"0", "1", "2", "3"} {
		earlier, err := sites.Replay("bustabit", "crash", sites.Bet{"hash": hash, "back": back})
		if err != nil {
			t.Fatal(err)
		}
		direct, err := sites.Replay("bustabit", "crash", sites.Bet{"hash": w.Hash()})
		if err != nil {
			t.Fatal(err)
		}
		if !earlier.Result.Equal(direct.Result) {
			t.Errorf("%s back: %v, %v", back, earlier.Result, direct.Result)
		}
		w.Advance(1)
	}
	report, err := sites.Replay("bustabit", "crash", sites.Bet{"hash": hash, "back": "10000"})
	if err != nil || len(report.Steps) > 20 {
		t.Errorf("%d steps, %v", len(report.Steps), err)
	}
}

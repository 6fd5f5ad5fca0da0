package sites_test

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"math"
	"math/rand/v2"
	"slices"
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
	for _, n := range []int{0, -1} {
		if w.Advance(n) || w.Steps() != 0 || w.Hash() != start {
			t.Errorf("%d steps move it", n)
		}
	}
	if _, err := w.Game(); !errors.Is(err, sites.ErrMismatch) {
		t.Error(err)
	}
	for i := range 12 {
		if over := w.Advance(100); over != (i >= 9) {
			t.Errorf("after %d hundreds of steps, over is %v", i+1, over)
		}
	}
	if !w.Ended() || w.Steps() != 1000 || w.Hash() != chain.End {
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
	// SHA-512, of bytes and of text.
	for _, text := range []bool{false, true} {
		h := make([]byte, sha512.Size)
		start := hex.EncodeToString(h)
		for range 7 {
			if text {
				h = []byte(hex.EncodeToString(h))
			}
			d := sha512.Sum512(h)
			h = d[:]
		}
		w, err := sites.NewWalk(sites.Chain{Alg: sites.SHA512, Text: text, End: hex.EncodeToString(h)}, start)
		if err != nil {
			t.Fatal(err)
		}
		if w.Advance(6) || !w.Advance(6) || w.Steps() != 7 || !w.Ended() {
			t.Errorf("SHA-512, text %v: %d steps to %s", text, w.Steps(), w.Hash())
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

// A zero Walk stands nowhere.
func TestWalkZero(t *testing.T) {
	for _, w := range []*sites.Walk{nil, new(sites.Walk)} {
		if !w.Advance(1) || w.Ended() || w.Steps() != 0 || w.Length() != 0 || w.Hash() != "" {
			t.Errorf("%+v", w)
		}
		if _, err := w.Game(); !errors.Is(err, sites.ErrMalformed) || !strings.Contains(err.Error(), "zero Walk") {
			t.Error(err)
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

// Bets whose first word, or first group of digits, just isn't taken: the remainder of the
// rejected one would be another result.
func TestRejected(t *testing.T) {
	for _, c := range []struct {
		site, want string
		bet        sites.Bet
	}{
		{"duel", "2909", sites.Bet{"server": "00112233445566778899aabbccddeeff", "client": "c", "nonce": "119857"}},  // not 7458
		{"liqd", "13.27", sites.Bet{"server": "00112233445566778899aabbccddeeff", "client": "c", "nonce": "605341"}}, // not 59.73
		{"primedice-old", "71.25", sites.Bet{"server": "s", "client": "c", "nonce": "53779"}},                        // 10^6 isn't below 10^6
	} {
		report, err := sites.Replay(c.site, "dice", c.bet)
		if err != nil {
			t.Fatal(err)
		}
		if report.Result.String() != c.want || report.Steps[1].Part != "rejected" {
			t.Errorf("%s: %v, want %s; %+v", c.site, report.Result, c.want, report.Steps)
		}
	}
	if got := sites.Hex5Of(bytes.Repeat([]byte{0xff}, 64), 10_000); got != 9_999 {
		t.Errorf("a digest without a group gives %d", got)
	}
	if got := sites.Hex5Of(append(bytes.Repeat([]byte{0xff}, 60), 0, 0, 0, 0), 10_000); got != 0 {
		t.Errorf("the last group, of digits 121 to 125, gives %d", got)
	}
}

// Where half of all words are rejected, some digests give nothing, and the cursor goes up
// by Retry; without a cursor the bet has no result.
func TestRetry(t *testing.T) {
	g, err := sites.Find("liqd", "dice")
	if err != nil {
		t.Fatal(err)
	}
	const n = 1<<31 + 1
	g.Map.N.Value, g.Numbers.Start, g.Form = n, 3, sites.Form{}
	retried := 0
	for nonce := range 2000 {
		want, k := int64(-1), 3
		for ; want < 0; k += 1_000_000 {
			m := hmac.New(sha256.New, []byte{0xab})
			fmt.Fprintf(m, "c:%d:%d", nonce, k)
			for w := range slices.Chunk(m.Sum(nil), 4) {
				if v := binary.BigEndian.Uint32(w); v < n {
					want = int64(v)
					break
				}
			}
		}
		if k > 1_000_003 {
			retried++
		}
		got, err := sites.ReplayGame(*g, sites.Bet{"server": "ab", "client": "c", "nonce": fmt.Sprint(nonce)})
		if err != nil || got.Values[0] != want {
			t.Fatalf("nonce %d: %v, %v, want %d", nonce, got, err, want)
		}
	}
	if retried < 2 {
		t.Errorf("%d of 2000 bets take a second digest", retried)
	}
	g.Numbers.Top = 1 // every word but 0 is rejected
	g.Map.N.Value = 1
	if _, err := sites.ReplayGame(*g, sites.Bet{"server": "ab", "client": "c", "nonce": "1"}); !errors.Is(err, sites.ErrExhausted) {
		t.Errorf("no word can be taken: %v", err)
	}
}

// The ends of the maps with a quotient.
func TestInverse(t *testing.T) {
	const top = 1<<52 - 1
	for _, c := range []struct {
		m    sites.Map
		x    uint32
		want int64
	}{
		{sites.Map{Numer: 99, Bits: 24, Divisor: sites.XPlus1, Min: 100}, 0, 99 << 24},
		{sites.Map{Numer: 99, Bits: 24, Divisor: sites.XPlus1, Min: 100}, 1<<24 - 1, 100},
		{sites.Map{Numer: 99, Bits: 32, Divisor: sites.X, Min: 100, Max: 9_900_000_00}, 0, 9_900_000_00},
		{sites.Map{Numer: 99, Bits: 32, Divisor: sites.X, Min: 100, Max: 9_900_000_00}, 1, 9_900_000_00},
		{sites.Map{Numer: 98, Bits: 32, Divisor: sites.Falling, Min: 100, Max: 2_000_000_00}, 1<<32 - 1, 2_000_000_00},
		{sites.Map{Numer: 98, Bits: 32, Divisor: sites.Falling, Min: 100, Max: 2_000_000_00}, 1 << 31, 196},
		{sites.Map{Numer: 98, Bits: 32, Divisor: sites.Falling, Min: 100, Max: 2_000_000_00}, 1<<32 - 3000, 98 << 32 / 3000},
		{sites.Map{Numer: 98, Bits: 32, Divisor: sites.Falling, Min: 100, Max: 2_000_000_00}, 0, 100},
		{sites.Map{Numer: 999, Scale: 10, Bits: 32, Divisor: sites.XPlus1, Min: 100}, 1<<31 - 1, 199},
	} {
		if got := sites.InverseOf(c.m, c.x); got != c.want {
			t.Errorf("%+v of %d: %d, want %d", c.m, c.x, got, c.want)
		}
	}
	for _, c := range []struct {
		m    sites.Map
		h    uint64
		want int64
	}{
		{sites.Map{Kind: sites.Inverse52, Numer: 99, Min: 100}, 0, 100},
		{sites.Map{Kind: sites.Inverse52, Numer: 99, Min: 100}, top, 99 << 52},
		{sites.Map{Kind: sites.Inverse52, Numer: 98, Min: 100, Max: 1_000_000_00}, top, 1_000_000_00},
		{sites.Map{Kind: sites.Inverse52, Numer: 99, Min: 100, Digits: 9}, top, sites.Infinite},
		{sites.Map{Kind: sites.Inverse52, Numer: 99, Min: 100}, 1 << 51, 198},
		{sites.Map{Kind: sites.Bustabit1}, 0, 100},
		{sites.Map{Kind: sites.Bustabit1}, 1 << 51, 199},
		{sites.Map{Kind: sites.Bustabit1}, 1<<51 - 1, 198},
		{sites.Map{Kind: sites.Bustabit1}, top, 99 << 52},
		{sites.Map{Kind: sites.Bustabit1, Factor: 9334, Min: 1_000_000}, 1 << 51, 1_857_466},
		{sites.Map{Kind: sites.Bustabit1, Factor: 9334, Min: 1_000_000}, 0, 1_000_000},
		{sites.Map{Kind: sites.Bustabit1, Factor: 9334, Min: 1_000_000}, 1<<52 - 452, 9334 * (99<<52/452 + 1)},
		{sites.Map{Kind: sites.Bustabit1, Factor: 9334, Min: 1_000_000}, 1<<52 - 451, sites.Infinite},
		{sites.Map{Kind: sites.Bustabit1, Factor: 9334, Min: 1_000_000}, top, sites.Infinite},
	} {
		if got := sites.Top52Of(c.m, c.h); got != c.want {
			t.Errorf("%+v of %d: %d, want %d", c.m, c.h, got, c.want)
		}
	}
}

// Doubles matter: here is 99·2^52/(2^52 − h) below an integer by so little that the double
// is the integer, and that is the site's result.
func TestInverseDoubles(t *testing.T) {
	m, differ := sites.Map{Kind: sites.Inverse52, Numer: 99, Min: 100}, 0
	for n := uint64(101); n < 128; n++ {
		g := (99<<52 + n - 1) / n // the least divisor whose quotient isn't above n
		if 99<<52/g == n {
			continue // n itself
		}
		if r := n*g - 99<<52; r*n/99 < 32 {
			differ++
			if got := sites.Top52Of(m, 1<<52-g); got != int64(n) {
				t.Errorf("n = %d: %d", n, got)
			}
		}
	}
	if differ < 4 {
		t.Errorf("%d places where it matters", differ)
	}
}

// The inverses of words agree with what the sites, or their auditors, publish, operation by
// operation: at words where the true quotient is an integer, or nearly, and at random ones.
// There the integer quotient is another one.
func TestInversePublished(t *testing.T) {
	const most = 1 << 32
	one, hundred := 1.0, 100.0 // variables: constants would be exact
	for name, c := range map[string]struct {
		game      [2]string
		published func(word float64) float64 // hundredths
		differs   bool                       // whether integers would give other results
	}{
		"limbo": {[2]string{"stake", "limbo"}, func(w float64) float64 { return 16777216 / (math.Floor(w/256) + 1) * (one - 0.01) * hundred }, true},
		"crash": {[2]string{"stake", "crash"}, func(w float64) float64 { return most / (w + 1) * (one - 0.01) * hundred }, true},
		"slide": {[2]string{"stake", "slide"}, func(w float64) float64 { return most / (w + 1) * (one - 0.02) * hundred }, true},
		"drill": {[2]string{"stake", "drill"}, func(w float64) float64 { return min(0.98/(one-w/most), 2000000) * hundred }, true},
		"duel":  {[2]string{"duel", "crash"}, func(w float64) float64 { return most / (w + 1) * (one - 0.001) * hundred }, false},
		"wolf":  {[2]string{"wolfbet", "limbo"}, func(w float64) float64 { return min(hundred*0.99/(w/most), 9_900_000_00) }, false},
	} {
		g, err := sites.Find(c.game[0], c.game[1])
		if err != nil {
			t.Fatal(err)
		}
		m, differ := g.Map, 0
		check := func(w uint32) {
			want := max(int64(c.published(float64(w))), 100)
			got := sites.InverseOf(m, w>>(32-m.Bits))
			if got != want {
				t.Errorf("%s of the word %d: %d, not %d", name, w, got, want)
			}
			d := uint64(w>>(32-m.Bits)) + 1
			switch m.Divisor {
			case sites.X:
				d--
			case sites.Falling:
				d = most - uint64(w)
			}
			exact := int64(uint64(m.Numer) << m.Bits / (uint64(max(m.Scale, 1)) * d))
			if m.Max > 0 {
				exact = min(exact, m.Max)
			}
			if max(exact, 100) != want {
				differ++
			}
		}
		for d := uint64(1); d < 1000; d += 2 { // divisors of Numer·2^Bits, and others
			for v := d; v < most; v *= 2 {
				w := uint32(v - 1)
				switch m.Divisor {
				case sites.X:
					w++
				case sites.Falling:
					w = uint32(most - v)
				}
				check(w)
				check(^w)
			}
		}
		random := rand.New(rand.NewPCG(1, 2))
		for range 10_000 {
			check(random.Uint32()>>random.IntN(32) | 1)
		}
		if differ > 0 != c.differs {
			t.Errorf("%s: integers would give another result for %d words", name, differ)
		}
	}
	// A bet that an integer quotient would call wrong.
	if got := result(t, "stake", "limbo", sites.Bet{"server": "server", "client": "client", "nonce": "619362"}); got != "450.55" {
		t.Errorf("limbo: %s", got)
	}
}

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
		{"stake", "dice", sha256.New, ":"}, {"primedice", "dice-2014", sha512.New, "-"},
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

// The example of BC.Game's help, of which only the hash is public.
func TestBCGameLimbo(t *testing.T) {
	g, err := sites.Find("bcgame", "limbo")
	if err != nil {
		t.Fatal(err)
	}
	if got := sites.Def(g).Map.Of52(0x6b5124897c3c4); got != 170 || g.Evidenced {
		t.Errorf("%d hundredths, evidenced %v", got, g.Evidenced)
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

// Bets whose first word, or first group of digits, just isn't taken: the remainder of the
// rejected one would be another result.
func TestRejected(t *testing.T) {
	for _, c := range []struct {
		site, want string
		bet        sites.Bet
	}{
		{"duel", "2909", sites.Bet{"server": "00112233445566778899aabbccddeeff", "client": "c", "nonce": "119857"}},  // not 7458
		{"liqd", "13.27", sites.Bet{"server": "00112233445566778899aabbccddeeff", "client": "c", "nonce": "605341"}}, // not 59.73
		{"betbtc", "71.25", sites.Bet{"server": "s", "client": "c", "nonce": "53779"}},                               // 10^6 isn't below 10^6
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
	sites.Change(g, "map.n.value", int64(n))
	sites.Change(g, "numbers.start", 3)
	sites.Change(g, "form.decimals", 0)
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
	sites.Change(g, "numbers.top", 1) // every word but 0 is rejected
	sites.Change(g, "map.n.value", 1)
	if _, err := sites.ReplayGame(*g, sites.Bet{"server": "ab", "client": "c", "nonce": "1"}); !errors.Is(err, sites.ErrExhausted) {
		t.Errorf("no word can be taken: %v", err)
	}
}

package seedrng_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/squaredeal/squaredeal/seedrng"
)

func hmacSHA256(key []byte, message string) []byte {
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(message))
	return mac.Sum(nil)
}

func cryptoGames(t testing.TB, server, client string) []int {
	t.Helper()
	d, err := seedrng.CryptoGames(mustParse(t, server), client)
	if err != nil {
		t.Fatal(err)
	}
	cards, err := d.AppendCards(nil)
	if err != nil {
		t.Fatal(err)
	}
	return cards
}

func TestCryptoGamesPage(t *testing.T) {
	want := []int{49, 17, 46, 39, 40, 28, 30, 36, 21, 44} // J♣ 5♥ 8♣ A♣ 2♣ | 3♦ 5♦ J♦ 9♥ 6♣
	if diff := cmp.Diff(want, cryptoGames(t, pageServer, pageClient)); diff != "" {
		t.Errorf("cards (-want +got):\n%s", diff)
	}
	if err := seedrng.Verify(pageHash, pageServer); err != nil {
		t.Error(err)
	}
}

// A byte is unbiased, given that it is in range: every card is the value of three bytes.
func TestCryptoGamesPreimages(t *testing.T) {
	preimages := make([]int, 52)
	outOfRange := 0
	for b := range 256 {
		d := seedrng.CryptoGamesDigest{byte(b)}
		for step := range d.Steps() {
			if step.Outcome == seedrng.CryptoGamesDrawn {
				preimages[step.Value]++
			} else {
				outOfRange++
			}
			break
		}
	}
	for card, n := range preimages {
		if n != 3 {
			t.Errorf("card %d has %d preimages", card, n)
		}
	}
	if outOfRange != 100 {
		t.Errorf("%d bytes are out of range", outOfRange)
	}
}

// A flaw: nothing separates the seeds.
func TestCryptoGamesNoSeparator(t *testing.T) {
	if diff := cmp.Diff(cryptoGames(t, "ab", "c"), cryptoGames(t, "a", "bc")); diff != "" {
		t.Errorf("the hands differ, as they do not at the casino:\n%s", diff)
	}
	if mustStream(t, "ab", "c", 0).Uint64() == mustStream(t, "a", "bc", 0).Uint64() {
		t.Error("v1 doesn't separate the seeds either")
	}
}

// A flaw: 64 random bytes hold fewer than ten different cards once in 7.8·10¹⁰ digests.
// The chance that the next byte gives a new card after k of them is 3·(52−k)/256.
func TestCryptoGamesShortfall(t *testing.T) {
	const want = 1.3e-11
	p := [11]float64{1}
	for range 64 {
		for k := 9; k >= 0; k-- {
			fresh := 3 * float64(52-k) / 256
			p[k+1] += p[k] * fresh
			p[k] *= 1 - fresh
		}
	}
	short := 0.0
	for _, q := range p[:10] {
		short += q
	}
	t.Logf("P(fewer than ten cards) = %.4g, once in %.3g", short, 1/short)
	if math.Abs(short-want) > 0.05e-11 {
		t.Errorf("P(fewer than ten cards) = %.3g, want %.2g", short, want)
	}
}

// A digest that runs dry is an error, and the cards found are there all the same.
func TestCryptoGamesDry(t *testing.T) {
	d := seedrng.CryptoGamesDigest{0: 7, 1: 107, 2: 52, 3: 51}
	cards, err := d.AppendCards([]int{99})
	if !errors.Is(err, seedrng.ErrExhausted) || !strings.Contains(err.Error(), "3 different cards") {
		t.Error(err)
	}
	if diff := cmp.Diff([]int{99, 7, 51, 0}, cards); diff != "" {
		t.Errorf("cards (-want +got):\n%s", diff)
	}
}

func TestCryptoGamesStepsStop(t *testing.T) {
	d, err := seedrng.CryptoGames(mustParse(t, pageServer), pageClient)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for range d.Steps() {
		if n++; n == 3 {
			break
		}
	}
	if n != 3 {
		t.Errorf("%d steps", n)
	}
	if s := seedrng.CryptoGamesOutcome(3).String(); s != "CryptoGamesOutcome(3)" {
		t.Error(s)
	}
}

package sites_test

import (
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/squaredeal/squaredeal/seedrng"
	"github.com/squaredeal/squaredeal/seedrng/sites"
)

const (
	// The hand of the Wizard of Odds page on Crypto.Games.
	pageServer = "2XMpPAbEw3qdH3HQla2K5zNwoNEFHOEYolkB969j"
	pageClient = "bc7v9bn70d7n07sn"
	pageHash   = "64e701539ecf4c03b90ecd957d6675b2f72c3fd84f04dc5eb63eed8b9a58b95b"
)

func cryptoGames(t testing.TB, server, client string) []int {
	t.Helper()
	d, err := sites.CryptoGames(server, client)
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
	hash, err := seedrng.ParseHash(pageHash)
	if err != nil {
		t.Fatal(err)
	}
	if err := hash.Verify(pageServer); err != nil {
		t.Error(err)
	}
}

// A byte is unbiased, given that it is in range: every card is the value of three bytes.
func TestCryptoGamesPreimages(t *testing.T) {
	preimages := make([]int, 52)
	outOfRange := 0
	for b := range 256 {
		d := sites.CryptoGamesDigest{byte(b)}
		for step := range d.Steps() {
			if step.Outcome == "card" {
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
	d := sites.CryptoGamesDigest{0: 7, 1: 107, 2: 52, 3: 51}
	cards, err := d.AppendCards([]int{99})
	if !errors.Is(err, sites.ErrExhausted) || !strings.Contains(err.Error(), "3 different cards") {
		t.Error(err)
	}
	if diff := cmp.Diff([]int{99, 7, 51, 0}, cards); diff != "" {
		t.Errorf("cards (-want +got):\n%s", diff)
	}
}

func TestCryptoGamesStepsStop(t *testing.T) {
	d, err := sites.CryptoGames(pageServer, pageClient)
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
}

// A flaw: without a nonce, the same seeds deal the same hand every time.
func TestCryptoGamesNoNonce(t *testing.T) {
	if diff := cmp.Diff(cryptoGames(t, pageServer, pageClient), cryptoGames(t, pageServer, pageClient)); diff != "" {
		t.Errorf("a second hand differs:\n%s", diff)
	}
}

func TestCryptoGamesSeeds(t *testing.T) {
	for want, seeds := range map[string][2]string{
		"server seed is empty":       {"", "c"},
		"server seed has 1025 bytes": {strings.Repeat("s", 1025), "c"},
		"server seed isn't UTF-8":    {"\xff", "c"},
		"client seed is empty":       {"s", ""},
		"client seed has 1025 bytes": {"s", strings.Repeat("c", 1025)},
		"client seed isn't UTF-8":    {"s", "\xff"},
	} {
		d, err := sites.CryptoGames(seeds[0], seeds[1])
		if !errors.Is(err, sites.ErrMalformed) || !strings.Contains(err.Error(), want) || d != (sites.CryptoGamesDigest{}) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

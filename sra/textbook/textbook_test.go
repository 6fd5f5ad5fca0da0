package textbook_test

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"math/big"
	"strings"
	"testing"

	"github.com/squaredeal/squaredeal/sra/textbook"
)

// The prime and the exponents of the game in the article of 2010.
const (
	articlePrime  = "290485332089682301714110312272926253351"
	articleDealer = "176571867822716636338490137726779129241"
	articlePlayer = "277143322521614513293683805691059305799"
)

func mustTextbook(t testing.TB, p, e *big.Int) textbook.Key {
	t.Helper()
	k, err := textbook.NewKey(p, e)
	if err != nil {
		t.Fatal(err)
	}
	return k
}

// power returns Encrypt or Decrypt of x, which doesn't fail.
func power(t testing.TB, f func(*big.Int) (*big.Int, error), x *big.Int) *big.Int {
	t.Helper()
	y, err := f(x)
	if err != nil {
		t.Fatal(err)
	}
	return y
}

// The 52 numbers are the article's, in its order.
func TestDeck(t *testing.T) {
	var lines []byte
	for _, card := range textbook.Deck() {
		lines = fmt.Appendln(lines, card)
	}
	if sum := sha256.Sum256(lines); hex.EncodeToString(sum[:]) != "3749b6ce572926bdcfc1180eeb05ca4cb8896c5bfd9d58a757cd9bdaa44a0d8d" {
		t.Errorf("%s", lines)
	}
}

// The game's log, to the digit.
func TestArticle(t *testing.T) {
	p := digits(t, articlePrime)
	dealer, player := mustTextbook(t, p, digits(t, articleDealer)), mustTextbook(t, p, digits(t, articlePlayer))
	if got := dealer.Inverse().String(); got != "33620151711669712150920678878391484661" {
		t.Errorf("the dealer's inverse is %s", got)
	}
	if got := player.Inverse().String(); got != "88463238332629290275682852149939034449" {
		t.Errorf("the player's inverse is %s", got)
	}
	deck := textbook.Deck()
	for _, c := range []struct{ both, dealers, card string }{
		{"80186339648626151745475658741642476166", "138815687569834880995285013235085961685", "49484031"},
		{"238729702001192223656089792929723584992", "198881448678562787197364062905930606134", "25687293"},
	} {
		stripped := power(t, player.Decrypt, digits(t, c.both))
		card := power(t, dealer.Decrypt, stripped)
		if stripped.String() != c.dealers || card.String() != c.card {
			t.Errorf("%s opens to %v and %v", c.both, stripped, card)
		}
		if again := power(t, player.Encrypt, power(t, dealer.Encrypt, card)); again.String() != c.both {
			t.Errorf("%v is encrypted as %v", card, again)
		}
	}
	for _, c := range []struct{ sent, card string }{
		{"119358689845573230946702688632291531364", "32560234"},
		{"177714533562499925132211270673131870985", "56325761"},
		{"59093244672239728140469484469130050481", "59328741"},
		{"283482747135095725126984046467774082953", fmt.Sprint(deck[3*13+12])}, // ace of spades
	} {
		if got := power(t, player.Decrypt, digits(t, c.sent)); got.String() != c.card {
			t.Errorf("%s opens to %v", c.sent, got)
		}
	}
	// Jack of clubs, six of diamonds; three and nine of clubs; nine of spades.
	for position, card := range map[int]int64{2*13 + 9: 49484031, 13 + 4: 25687293, 2*13 + 1: 32560234, 2*13 + 7: 56325761,
		3*13 + 7: 59328741} {
		if deck[position] != card {
			t.Errorf("card %d is %d, want %d", position, deck[position], card)
		}
	}
	seen := make(map[int64]bool)
	for _, card := range deck {
		seen[card] = true
	}
	if len(seen) != 52 {
		t.Errorf("%d different cards", len(seen))
	}
}

// Every exponent of small primes, on every number.
func TestSmall(t *testing.T) {
	for _, p := range []int64{3, 5, 13, 31, 101} {
		prime := big.NewInt(p)
		order := big.NewInt(p - 1)
		for e := int64(1); e < 2*p; e++ {
			k, err := textbook.NewKey(prime, big.NewInt(e))
			if coprime := new(big.Int).GCD(nil, nil, big.NewInt(e), order).Cmp(one) == 0; coprime != (err == nil) {
				t.Fatalf("p = %d, e = %d: %v", p, e, err)
			}
			if err != nil {
				continue
			}
			for x := range p {
				want := new(big.Int).Exp(big.NewInt(x), big.NewInt(e), prime)
				y := power(t, k.Encrypt, big.NewInt(x))
				if y.Cmp(want) != 0 || power(t, k.Decrypt, y).Int64() != x {
					t.Fatalf("p = %d, e = %d: %d becomes %v", p, e, x, y)
				}
			}
		}
	}
}

func TestRefusals(t *testing.T) {
	p, e := digits(t, articlePrime), digits(t, articlePlayer)
	create := func(p, e *big.Int) error {
		k, err := textbook.NewKey(p, e)
		if k.Inverse() != nil {
			t.Error("a key with an error")
		}
		return err
	}
	k := mustTextbook(t, p, e)
	encrypt := func(k textbook.Key, x *big.Int) error {
		y, err := k.Encrypt(x)
		if y != nil {
			t.Errorf("%v with an error", y)
		}
		return err
	}
	decrypt := func(k textbook.Key, x *big.Int) error {
		y, err := k.Decrypt(x)
		if y != nil {
			t.Errorf("%v with an error", y)
		}
		return err
	}
	for _, c := range []struct {
		err  error
		want string
	}{
		{create(nil, e), "p is nil"},
		{create(p, nil), "e is nil"},
		{create(pow2(4096), e), "p has more than 4096 bits"},
		{create(p, pow2(4096)), "e has more than 4096 bits"},
		{create(big.NewInt(2), one), "p isn't an odd prime"},
		{create(big.NewInt(1), one), "p isn't an odd prime"},
		{create(big.NewInt(0), one), "p isn't an odd prime"},
		{create(big.NewInt(-7), one), "p isn't an odd prime"},
		{create(big.NewInt(561), one), "p isn't an odd prime"},
		{create(p, big.NewInt(0)), "e isn't positive"},
		{create(p, big.NewInt(-1)), "e isn't positive"},
		{create(p, big.NewInt(2)), "e isn't coprime to p-1"},
		{create(p, big.NewInt(2777)), "e isn't coprime to p-1"},
		{create(p, new(big.Int).Sub(p, one)), "e isn't coprime to p-1"},
		{encrypt(k, nil), "x is nil"},
		{encrypt(k, p), "x isn't in 0 to p-1"},
		{encrypt(k, big.NewInt(-1)), "x isn't in 0 to p-1"},
		{decrypt(k, nil), "x is nil"},
		{decrypt(k, p), "x isn't in 0 to p-1"},
		{encrypt(textbook.Key{}, one), "zero Key"},
		{decrypt(textbook.Key{}, one), "zero Key"},
	} {
		if !errors.Is(c.err, textbook.ErrMalformed) || !strings.Contains(c.err.Error(), c.want) {
			t.Errorf("%v, want %q", c.err, c.want)
		}
	}
}

func TestCopies(t *testing.T) {
	p, e := digits(t, articlePrime), digits(t, articlePlayer)
	k := mustTextbook(t, p, e)
	p.SetInt64(7)
	e.SetInt64(5)
	k.Inverse().SetInt64(5)
	deck := textbook.Deck()
	deck[0] = 0
	x := big.NewInt(textbook.Deck()[0])
	if got := power(t, k.Decrypt, power(t, k.Encrypt, x)); got.Cmp(big.NewInt(83457934)) != 0 || x.Cmp(got) != 0 {
		t.Errorf("%v becomes %v", x, got)
	}
}

// Drawn keys are of the published length, differ, and print as redacted.
func TestGenerate(t *testing.T) {
	p := textbook.GeneratePrime()
	if p.BitLen() != 128 || !p.ProbablyPrime(20) || p.Cmp(textbook.GeneratePrime()) == 0 {
		t.Errorf("prime %v", p)
	}
	k, l := must[textbook.Key](t)(textbook.GenerateKey(p)), must[textbook.Key](t)(textbook.GenerateKey(p))
	if e := k.Exponent(); e.BitLen() != 128 || !e.ProbablyPrime(20) || e.Cmp(l.Exponent()) == 0 {
		t.Errorf("exponent %v", e)
	}
	x := big.NewInt(textbook.Deck()[0])
	if y := power(t, k.Decrypt, power(t, l.Decrypt, power(t, k.Encrypt, power(t, l.Encrypt, x)))); y.Cmp(x) != 0 {
		t.Errorf("%v becomes %v", x, y)
	}
	if text := fmt.Sprintf("%v %+v %d %x", k, struct{ k textbook.Key }{k}, k, &k); strings.Contains(text, k.Exponent().String()[:8]) {
		t.Errorf("a key prints as %s", text)
	}
	for _, q := range []*big.Int{nil, big.NewInt(15), pow2(4096)} {
		if k, err := textbook.GenerateKey(q); !errors.Is(err, textbook.ErrMalformed) || k.Exponent() != nil {
			t.Errorf("p = %v: %v", q, err)
		}
	}
}

package main

import (
	"bufio"
	"io"
	"math/big"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/examples/internal/clitest"
	"github.com/squaredeal/squaredeal/examples/internal/wire"
	"github.com/squaredeal/squaredeal/sra/textbook"
)

// A round as published comes to its end, and the onlooker is right about every card.
func TestTextbook(t *testing.T) {
	const rounds = 20
	exact := 0
	for range rounds {
		status, out, stderr := command("-protocol", "textbook")
		if status != cli.Passed || stderr != "" {
			t.Fatalf("status %d, %s", status, stderr)
		}
		clitest.CheckWidth(t, out)
		hands := regexp.MustCompile(`off(?: as well)?, and sees (\S+) (\S+), worth (\d+)`).FindAllStringSubmatch(out, -1)
		seen := regexp.MustCompile(`(?m)^  the (?:dealer|player)'s (?:first|second) +(yes|no) +(.*)$`).FindAllStringSubmatch(out, -1)
		if len(hands) != 2 || len(seen) != 4 {
			t.Fatalf("%q, %q in\n%s", hands, seen, out)
		}
		for i, s := range seen {
			card := hands[i/2][1+i%2]
			canBe := strings.Fields(s[2])
			if canBe[0] != "one" && !slices.Contains(canBe, card) {
				t.Errorf("%s is taken for one of %q:\n%s", card, canBe, out)
			}
			if len(canBe) == 1 {
				exact++
			}
		}
		if !strings.Contains(out, "has MISSED") && strings.Contains(out, "CHEATS") {
			t.Error(out)
		}
	}
	if exact == 0 { // of 80 cards, most are recognised
		t.Error("the onlooker has recognised nothing")
	}
}

// What the published game sees of the cheats, and what it doesn't.
func TestTextbookCheats(t *testing.T) {
	for _, c := range []struct {
		cheat  string
		status int
		want   string // in the error, or in the output
	}{
		{cheatScore, cli.Failed, "the player has "},
		{cheatKey, cli.Failed, "the player showed an inverse that doesn't open its cards"},
		{cheatDeck, cli.Passed, "has MISSED that the player's deck repeats A♠."},
		{cheatPeek, cli.Passed, "has MISSED that the dealer knew the cards"},
	} {
		status, out, stderr := command("-protocol", "textbook", "-cheat", c.cheat)
		if c.status == cli.Failed {
			if status != cli.Failed || !strings.HasPrefix(stderr, "blackjack: "+c.want) || !strings.Contains(out, "the player has CHEATED") {
				t.Errorf("%s: status %d, %s\n%s", c.cheat, status, stderr, out)
			}
		} else if status != cli.Passed || stderr != "" || !strings.Contains(out, c.want) || strings.Count(out, "MISSED") != 1 {
			t.Errorf("%s: status %d, %s\n%s", c.cheat, status, stderr, out)
		}
		clitest.CheckWidth(t, out)
	}
	for range 10 {
		if _, out, _ := command("-protocol", "textbook", "-cheat", cheatPeek); !regexp.MustCompile(`\nThe dealer wins, 21 to [45]\.\n`).MatchString(out) {
			t.Errorf("the dealer doesn't deal itself 21:\n%s", out)
		}
	}
}

// The lenses see the same of a number under any exponent, up to a factor.
func TestLenses(t *testing.T) {
	p := textbook.GeneratePrime()
	for !telling(p) {
		p = textbook.GeneratePrime()
	}
	all, rest := lenses(p)
	product := new(big.Int).Set(rest)
	for _, l := range all {
		for new(big.Int).Mod(new(big.Int).Sub(p, big.NewInt(1)), new(big.Int).Mul(product, big.NewInt(l.r))).Sign() == 0 {
			product.Mul(product, big.NewInt(l.r))
		}
		if !big.NewInt(l.r).ProbablyPrime(10) || len(l.logs) != int(l.r) {
			t.Errorf("%d, with %d values", l.r, len(l.logs))
		}
	}
	if product.Add(product, big.NewInt(1)).Cmp(p) != 0 {
		t.Errorf("the factors of %v are %v and %v", p, all, rest)
	}

	key, err := textbook.GenerateKey(p)
	if err != nil {
		t.Fatal(err)
	}
	var deck []*big.Int
	for _, c := range textbook.Deck() {
		x, err := key.Encrypt(big.NewInt(c))
		if err != nil {
			t.Fatal(err)
		}
		deck = append(deck, x)
	}
	for _, l := range all {
		var before, after []int64
		for i, c := range textbook.Deck() {
			before, after = append(before, l.see(big.NewInt(c))), append(after, l.see(deck[i]))
		}
		want := new(big.Int).Mod(key.Exponent(), big.NewInt(l.r)).Int64()
		if e, ok := l.exponent(before, after); ok && e != want {
			t.Errorf("mod %d, the exponent is taken for %d, not %d", l.r, e, want)
		} else if !ok && l.r > 100 {
			t.Errorf("mod %d, the exponent isn't found", l.r)
		}
		if l.r == 2 && l.see(deck[0]) != int64(1-big.Jacobi(big.NewInt(textbook.Deck()[0]), p))/2 {
			t.Error("the lens of 2 doesn't see squares")
		}
	}
	s := newSight(p, deck)
	if s.identified() < 50 {
		t.Errorf("%d of 52 are recognised", s.identified())
	}
	for i, canBe := range s.deck {
		if !slices.Contains(canBe, i) {
			t.Errorf("number %d isn't among %v", i, canBe)
		}
	}
}

// Where two exponents explain what is seen, neither is taken for the one.
func TestAmbiguousExponent(t *testing.T) {
	l := lens{r: 3}
	for _, c := range []struct {
		before, after []int64
		want          int64 // 0 if it can't be told
	}{
		{[]int64{0, 1, 1, 2}, []int64{1, 2, 0, 1}, 1},
		{[]int64{0, 1, 1, 2}, []int64{2, 2, 0, 1}, 2},
		{[]int64{0, 1, 2, 0}, []int64{2, 1, 0, 0}, 0},
		{[]int64{0, 0, 0, 0}, []int64{0, 0, 0, 0}, 0},
		{[]int64{0, 1, 1, 2}, []int64{1, 1, 1, 1}, 0}, // no such deck
	} {
		if e, ok := l.exponent(c.before, c.after); e != c.want || ok != (c.want > 0) {
			t.Errorf("%d to %d: %d, %v, want %d", c.before, c.after, e, ok, c.want)
		}
	}
}

// Two cards under an unknown exponent are known by the ratio of their logarithms, and by
// which of these are 0.
func TestPair(t *testing.T) {
	s := &sight{
		lenses: []lens{{r: 3, power: big.NewInt(2), p: big.NewInt(7), logs: map[string]int64{"1": 0, "2": 1, "4": 2}}},
		cards:  [][]int64{make([]int64, deckSize)},
	}
	s.cards[0][0], s.cards[0][1] = 1, 2 // of all others, it is 0
	for _, c := range []struct {
		x, y          int64
		first, second []int
	}{
		{3, 2, []int{0, 1}, []int{0, 1}}, // logarithms 1 and 2
		{3, 1, []int{0, 1}, nil},         // 1 and 0
		{1, 6, nil, nil},                 // 0 and 0
	} {
		first, second := s.pair(big.NewInt(c.x), big.NewInt(c.y))
		zeros := func(canBe []int) bool {
			return len(canBe) == deckSize-2 && !slices.Contains(canBe, 0) && !slices.Contains(canBe, 1)
		}
		if c.first != nil && !slices.Equal(first, c.first) || c.first == nil && !zeros(first) || c.second != nil && !slices.Equal(second, c.second) || c.second == nil && !zeros(second) {
			t.Errorf("%d and %d: %d and %d", c.x, c.y, first, second)
		}
	}
}

// Few primes have so many factors that they need a second line.
func TestManyFactors(t *testing.T) {
	s := &sight{rest: big.NewInt(1)}
	for _, r := range []int64{2, 3, 5, 11, 101, 1009, 2003, 3001, 12343, 15013, 16381} {
		s.lenses = append(s.lenses, lens{r: r})
	}
	var text strings.Builder
	out := bufio.NewWriter(&text)
	onlooker{sight: s}.tell(out)
	out.Flush()
	clitest.CheckWidth(t, text.String())
	if want := "2, 3, 5, 11, 101, 1,009, 2,003, 3,001, 12,343,\n  15,013, 16,381.\n"; !strings.Contains(text.String(), want) {
		t.Errorf("%q isn't in\n%s", want, text.String())
	}
}

// A peer that sends something that isn't due is blamed for it, in either role.
func TestTextbookFalseMessages(t *testing.T) {
	prime := textbook.GeneratePrime()
	key, err := textbook.GenerateKey(prime)
	if err != nil {
		t.Fatal(err)
	}
	numbers := func(name string, n int) string { return name + strings.Repeat(":7", n) }
	huge := strings.Repeat("9", 50)
	for _, c := range []struct {
		what string
		role role
		part func(*textbookParty) func() (string, error)
		send string
		want string
	}{
		{"no prime", player, part((*textbookParty).receivePrime), "prime:8", "sent a prime of 4 bits, not 128"},
		{"a composite", player, part((*textbookParty).receivePrime), "prime:" + new(big.Int).Lsh(big.NewInt(1), 127).String(), "sent no prime: textbook: malformed"},
		{"another message", player, part((*textbookParty).receivePrime), "deck:8", `sent "deck:8", not the message "prime" with 1 numbers`},
		{"51 cards", dealer, part((*textbookParty).receiveDeck), numbers("deck", 51), "sent \"deck:7:7"},
		{"53 cards", dealer, part((*textbookParty).receiveDeck), numbers("deck", 53), "sent \"deck:7:7"},
		{"an empty deck", dealer, part((*textbookParty).receiveDeck), "", `sent "", not`},
		{"a number as great as p", dealer, part((*textbookParty).receiveDeck), "deck:" + prime.String() + strings.Repeat(":7", 51), "which isn't a number less than p"},
		{"a negative number", dealer, part((*textbookParty).receiveDeck), "deck:-7" + strings.Repeat(":7", 51), `sent "-7", which isn't`},
		{"a number that starts with 0", dealer, part((*textbookParty).receiveDeck), "deck:07" + strings.Repeat(":7", 51), `sent "07", which isn't`},
		{"too long a number", player, part((*textbookParty).receiveHand), "playercards:" + huge + ":" + huge, "sent too much"},
		{"no cards", player, part((*textbookParty).receiveHand), "playercards:5:7", "sent a number that isn't a card"},
		{"zero", player, part((*textbookParty).receiveHand), "playercards:0:0", "sent a number that isn't a card"},
		{"a score that is 12 in 32 bits", dealer, part((*textbookParty).exchangeClaims), "end:4294967308:1", "claims a score that no hand has"},
		{"a score of 22", dealer, part((*textbookParty).exchangeClaims), "end:22:1", "claims a score that no hand has"},
	} {
		a, b, err := wire.Pair(calm.Answer)
		if err != nil {
			t.Fatal(err)
		}
		defer b.Close()
		p := &textbookParty{seat: seat{role: c.role, conn: a, told: []note{{1, "hello"}}}, prime: prime, key: key}
		if c.role == player && strings.HasPrefix(c.want, "sent a prime") || strings.Contains(c.what, "composite") || strings.Contains(c.what, "another") {
			p.prime = nil
			b.Send([]byte(textbookLabel + "\x00"))
		}
		b.Send([]byte(c.send))
		p.step(2, c.part(p))
		if want := "the " + c.role.other().String() + " " + c.want; p.err == nil || cli.Status(p.err) != cli.Failed || !strings.HasPrefix(p.err.Error(), want) && !strings.Contains(p.err.Error(), c.want) {
			t.Errorf("%s: %v", c.what, p.err)
		}
	}
}

// part is a method of a party as a function of the party.
func part(method func(*textbookParty) (string, error)) func(*textbookParty) func() (string, error) {
	return func(p *textbookParty) func() (string, error) {
		return func() (string, error) { return method(p) }
	}
}

// Two parties that play by different protocols don't begin.
func TestProtocolsDiffer(t *testing.T) {
	a, b, err := wire.Pair(calm.Answer)
	if err != nil {
		t.Fatal(err)
	}
	d, p := &party{seat: seat{role: dealer, conn: a}}, &textbookParty{seat: seat{role: player, conn: b}}
	if err := round(bufio.NewWriter(io.Discard), &bySRA, d, p); cli.Status(err) != cli.Broken || !strings.Contains(d.err.Error(), "another program, version, protocol or role") {
		t.Errorf("%v, %v", d.err, p.err)
	}
}

// Both protocols run between two processes.
func TestTextbookTwoParties(t *testing.T) {
	var out clitest.Output
	ended := make(chan int)
	go func() {
		ended <- run(calm, []string{"-listen", "127.0.0.1:0", "-protocol", "textbook"}, &out, io.Discard)
	}()
	status, players, stderr := command("-connect", out.Address(t), "-protocol", "textbook")
	if dealers := <-ended; dealers != cli.Passed || status != cli.Passed || stderr != "" {
		t.Fatalf("statuses %d, %d, %s", dealers, status, stderr)
	}
	_, dealerSees, _ := strings.Cut(out.String(), " wins, ")
	_, playerSees, _ := strings.Cut(players, " wins, ")
	if dealerSees == "" || dealerSees != playerSees {
		t.Errorf("they differ:\n%s\n%s", out.String(), players)
	}
}

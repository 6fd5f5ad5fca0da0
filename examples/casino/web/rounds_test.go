package web_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/squaredeal/squaredeal/examples/internal/cards"
	"github.com/squaredeal/squaredeal/examples/internal/videopoker"
	"github.com/squaredeal/squaredeal/seedrng"
)

// A round is one as the casino exports it.
type round struct{ server, client, hash, game, nonce, bet, outcome, choice, final, stake, paid, declined, pair, rounds string }

var columns = []string{"server", "client", "hash", "game", "nonce", "bet", "outcome", "choice", "final", "stake", "paid", "declined", "pair", "rounds"}

func (r round) values() []string {
	return []string{r.server, r.client, r.hash, r.game, r.nonce, r.bet, r.outcome, r.choice, r.final, r.stake, r.paid, r.declined, r.pair, r.rounds}
}

// play returns the round of a bet on poker for 500 or on dice for 100, by the rules that the casino has.
func play(t *testing.T, server, client string, nonce uint64, bet, hold string) round {
	t.Helper()
	seed, err := seedrng.ParseServerSeed(server)
	if err != nil {
		t.Fatal(err)
	}
	stream, err := seedrng.NewStream(seed, client, nonce)
	if err != nil {
		t.Fatal(err)
	}
	r := round{server: server, client: client, hash: seed.Hash().String(), game: "v1", nonce: fmt.Sprint(nonce), bet: bet}
	var wins int
	if n, _ := fmt.Sscanf(bet, "dice under %d for 100", &wins); n == 1 {
		roll, paid := stream.IntN(10000), 0
		if roll < wins {
			paid = 990000 / wins
		}
		r.outcome, r.stake, r.paid = fmt.Sprintf("%d pays %d", roll, paid), "100", fmt.Sprint(paid)
		return r
	}
	var short string
	if n, _ := fmt.Sscanf(bet, "poker %s for 500", &short); n != 1 {
		t.Fatalf("bet %q", bet)
	}
	table, _ := videopoker.Lookup(short)
	ten := stream.Distinct(52, 10)
	r.outcome = cards.Join(ten[:5])
	next, hand := 5, [5]uint8{}
	for i := range hand {
		card := ten[i]
		if !strings.Contains(hold, fmt.Sprint(i+1)) {
			card = ten[next]
			next++
		}
		hand[i] = uint8(card)
	}
	paid := 500 * table.Row(videopoker.Evaluate(hand)).Pays
	r.choice, r.stake, r.paid = hold, "500", fmt.Sprint(paid)
	names := make([]int, 5)
	for i, c := range hand {
		names[i] = int(c)
	}
	r.final = fmt.Sprintf("%s pays %d", cards.Join(names), paid)
	return r
}

// history returns rounds with two pairs of seeds.
func history(t *testing.T, n int) []round {
	t.Helper()
	var rounds []round
	for pair, server := range []string{strings.Repeat("0123456789abcdef", 4), strings.Repeat("fedcba9876543210", 4)} {
		for nonce := range n {
			bet, hold := "dice under 4950 for 100", ""
			if nonce%2 == 1 {
				bet, hold = "poker "+videopoker.Tables[nonce/2%3].Short+" for 500", []string{"hold", "hold 1 3", "hold 2 4 5"}[nonce%3]
			}
			rounds = append(rounds, play(t, server, fmt.Sprintf("a client's, \"seed\" %d", pair), uint64(nonce), bet, hold))
		}
	}
	return rounds
}

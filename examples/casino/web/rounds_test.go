package web_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/squaredeal/squaredeal/examples/internal/games"
	"github.com/squaredeal/squaredeal/examples/internal/videopoker"
	"github.com/squaredeal/squaredeal/seedrng"
)

// A round is one as the casino exports it.
type round struct{ server, client, hash, game, nonce, sent, received, stake, paid, declined, pair, rounds string }

var columns = []string{"server", "client", "hash", "game", "nonce", "sent", "received", "stake", "paid", "declined", "pair", "rounds"}

func (r round) values() []string {
	return []string{r.server, r.client, r.hash, r.game, r.nonce, r.sent, r.received, r.stake, r.paid, r.declined, r.pair, r.rounds}
}

// outcome returns what was received for the bet.
func (r round) outcome() string { return games.Split(r.received)[0] }

// cancel makes the round one that was cancelled after the bet.
func (r *round) cancel() {
	r.sent, r.received, r.paid = games.Split(r.sent)[0], r.outcome(), r.stake
}

// play returns the round of some texts that were sent, by the rules that the casino has.
func play(t *testing.T, server, client string, nonce uint64, sent ...string) round {
	t.Helper()
	seed, err := seedrng.ParseServerSeed(server)
	if err != nil {
		t.Fatal(err)
	}
	stream, err := seedrng.NewStream(seed, client, nonce)
	if err != nil {
		t.Fatal(err)
	}
	outcome, err := games.Play(sent, stream)
	if err != nil || !outcome.Over {
		t.Fatalf("%q: %+v, %v", sent, outcome, err)
	}
	_, stake, _ := strings.Cut(sent[0], " for ")
	return round{server: server, client: client, hash: seed.Hash().String(), game: "v1", nonce: fmt.Sprint(nonce),
		sent: games.Join(sent), received: games.Join(outcome.Received), stake: stake, paid: fmt.Sprint(outcome.Paid)}
}

// history returns rounds with two pairs of seeds.
func history(t *testing.T, n int) []round {
	t.Helper()
	var rounds []round
	for pair, server := range []string{strings.Repeat("0123456789abcdef", 4), strings.Repeat("fedcba9876543210", 4)} {
		for nonce := range n {
			sent := []string{"dice under 4950 for 100"}
			if nonce%2 == 1 {
				sent = []string{"poker " + videopoker.Tables[nonce/2%3].Short + " for 500", []string{"hold", "hold 1 3", "hold 2 4 5"}[nonce%3]}
			}
			rounds = append(rounds, play(t, server, fmt.Sprintf("a client's, \"seed\" %d", pair), uint64(nonce), sent...))
		}
	}
	return rounds
}

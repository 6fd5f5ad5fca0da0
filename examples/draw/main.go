// Command draw holds raffles whose winners nobody could know or choose, and checks those of
// others.
//
// Without flags it tells of a raffle among twelve: the organiser announces it, an entrant
// checks that she takes part, a round of drand comes, and everybody computes the same
// winners. With -cheat, the organiser cheats, and the others catch it where files can show
// it. Other flags announce a draw, hold it, make a page of it, and check one; -h lists them.
package main

import (
	_ "embed"
	"os"
	"time"

	"github.com/squaredeal/squaredeal/shuffle/draw"
	"github.com/squaredeal/squaredeal/shuffle/draw/drand"
)

func main() {
	os.Exit(run(realWorld(), os.Args[1:], os.Stdout, os.Stderr))
}

// The list of the story, the round that decides, and a later one, as drand published them.
var (
	//go:embed testdata/raffle.txt
	entrants []byte
	//go:embed testdata/round.json
	roundFile []byte
	//go:embed testdata/next.json
	nextFile []byte
)

// A raffle is what the organiser of the story shows.
type raffle struct {
	terms     draw.Terms
	list      []byte    // as it is announced
	published time.Time // the time of the announcement
	hanas     handout
	round     []byte       // the file that is said to be the beacon's
	shown     []byte       // the list that is said to have been announced
	again     []draw.Terms // of further announcements
}

// A handout is what Hana gets a receipt for: terms, and an entry.
type handout struct {
	terms draw.Terms
	entry string
}

// newRaffle returns an honest organiser's.
func newRaffle() (raffle, error) {
	terms, err := raffleTerms(drand.Quicknet(), time.Date(2026, 4, 14, 20, 18, 16, 0, time.UTC))
	return raffle{
		terms: terms, list: entrants, published: time.Date(2026, 4, 14, 19, 30, 0, 0, time.UTC),
		hanas: handout{terms, "hana@example.org"}, round: roundFile, shown: entrants,
	}, err
}

func raffleTerms(network *drand.Network, at time.Time) (draw.Terms, error) {
	round := network.RoundAt(at)
	begins, err := network.TimeOf(round)
	return draw.Terms{
		Label: "Two signed chess boards", Place: "https://example.org/raffles", Number: 1,
		Void:    "if drand hasn't given this round within a week; announcement 2 then names another",
		Winners: 2, Substitutes: 1, Beacon: network.Beacon(), Round: round, Time: begins,
	}, err
}

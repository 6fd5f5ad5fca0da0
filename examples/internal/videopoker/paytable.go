package videopoker

import "slices"

// A PayTable lists what each event pays. The tables are the three below.
type PayTable struct {
	Name  string
	Short string // for [Lookup]
	Rows  []Row  // every event is in exactly one
}

// A Row is one line of a pay table.
type Row struct {
	Name   string
	Pays   int64 // coins for each coin bet
	events []Event
}

// Tables are the pay tables in the order of their published analysis.
var Tables = [...]PayTable{JacksOrBetter, TensOrBetter, BonusPoker}

// Lookup returns the pay table with a short name: jacks, tens or bonus.
func Lookup(short string) (PayTable, bool) {
	i := slices.IndexFunc(Tables[:], func(t PayTable) bool { return t.Short == short })
	if i < 0 {
		return PayTable{}, false
	}
	return Tables[i], true
}

// Row returns the row that e is in.
func (t PayTable) Row(e Event) Row {
	i := slices.IndexFunc(t.Rows, func(r Row) bool { return slices.Contains(r.events, e) })
	return t.Rows[i]
}

// pays returns the pay of each event.
func (t PayTable) pays() (pays [numEvents]int64) {
	for e := range pays {
		pays[e] = t.Row(Event(e)).Pays
	}
	return pays
}

// The pay tables of Crypto.Games.
var (
	JacksOrBetter = PayTable{
		Name:  "Jacks or Better",
		Short: "jacks",
		Rows: []Row{
			{"Royal Flush", 500, []Event{RoyalFlush}},
			{"Straight Flush", 75, []Event{StraightFlush}},
			{"Four of a Kind", 20, []Event{FourAces, FourLow, FourHigh}},
			{"Full House", 9, []Event{FullHouse}},
			{"Flush", 6, []Event{Flush}},
			{"Straight", 4, []Event{Straight}},
			{"Three of a Kind", 3, []Event{ThreeOfAKind}},
			{"Two Pair", 2, []Event{TwoPair}},
			{"Jacks or Better", 1, []Event{HighPair}},
			{"All Other", 0, []Event{PairOfTens, Nothing}},
		},
	}

	TensOrBetter = PayTable{
		Name:  "Tens or Better",
		Short: "tens",
		Rows: []Row{
			{"Royal Flush", 500, []Event{RoyalFlush}},
			{"Straight Flush", 75, []Event{StraightFlush}},
			{"Four of a Kind", 22, []Event{FourAces, FourLow, FourHigh}},
			{"Full House", 6, []Event{FullHouse}},
			{"Flush", 5, []Event{Flush}},
			{"Straight", 4, []Event{Straight}},
			{"Three of a Kind", 3, []Event{ThreeOfAKind}},
			{"Two Pair", 2, []Event{TwoPair}},
			{"Tens or Better", 1, []Event{HighPair, PairOfTens}},
			{"All Other", 0, []Event{Nothing}},
		},
	}

	// BonusPoker pays 70 for four aces: the published text says 75, the published
	// figures are those of 70.
	BonusPoker = PayTable{
		Name:  "Bonus Poker",
		Short: "bonus",
		Rows: []Row{
			{"Royal Flush", 500, []Event{RoyalFlush}},
			{"Straight Flush", 45, []Event{StraightFlush}},
			{"Four Aces", 70, []Event{FourAces}},
			{"Four 2s, 3s, 4s", 35, []Event{FourLow}},
			{"Four 5s thru Ks", 25, []Event{FourHigh}},
			{"Full House", 8, []Event{FullHouse}},
			{"Flush", 5, []Event{Flush}},
			{"Straight", 4, []Event{Straight}},
			{"Three of a Kind", 3, []Event{ThreeOfAKind}},
			{"Two Pair", 2, []Event{TwoPair}},
			{"Jacks or Better", 1, []Event{HighPair}},
			{"All Other", 0, []Event{PairOfTens, Nothing}},
		},
	}
)

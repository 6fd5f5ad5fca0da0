package otpdeal_test

import (
	"errors"
	"fmt"
	"log"

	"github.com/squaredeal/squaredeal/otpdeal"
)

func must[T any](v T, err error) T {
	if err != nil {
		log.Fatal(err)
	}
	return v
}

// Four seats deal a hand, each with its own role, and audit it after the game.
func Example() {
	// The Host makes its table, and commits to it: to each value on its own, say with
	// package commit, before any message is sent.
	table := otpdeal.GenerateTable()
	values := table.Values()
	host := must(otpdeal.NewHost(table))
	dealer := otpdeal.GenerateDealer()
	seats := []interface {
		Receive(otpdeal.Message) ([]otpdeal.Message, error)
		Hand() ([]otpdeal.Card, error)
		Record() otpdeal.Record
	}{host, otpdeal.NewKeyMaster(), dealer, otpdeal.NewDummy()}

	// The messages travel, sealed, until there are none. The first error ends the deal.
	inFlight := must(host.Start())
	messages := 0
	for ; len(inFlight) > 0; messages++ {
		m := inFlight[0]
		sealed := m.Payload() // what the transport seals for seat m.To()
		received := must(otpdeal.ParseMessage(m.Kind(), m.From(), m.To(), sealed))
		answers := must(seats[m.To()].Receive(received))
		inFlight = append(inFlight[1:], answers...)
	}
	fmt.Println("messages:", messages)

	// Each seat commits to its record, and plays its hand.
	seen := make(map[otpdeal.Card]bool)
	for _, seat := range seats {
		for _, card := range must(seat.Hand()) {
			seen[card] = true
		}
	}
	fmt.Println("different cards:", len(seen))

	// After the game, table and records are opened, and anyone can audit the deal.
	var records [otpdeal.NumSeats]otpdeal.Record
	for i, seat := range seats {
		records[i] = must(otpdeal.ParseRecord(seat.Record().Value()))
	}
	report := must(otpdeal.Audit(values, records))
	fmt.Println("audit:", report.OK())
	// Output:
	// messages: 11
	// different cards: 52
	// audit: true
}

// A seat asks for a fourteenth key.
func ExampleParseMessage() {
	_, err := otpdeal.ParseMessage(otpdeal.RequestKeys, otpdeal.DummySeat, otpdeal.KeyMasterSeat, make([]byte, 14))
	fmt.Println(err)
	// Output: otpdeal: malformed: REQUEST KEYS from seat 3 to seat 1 has 14 bytes, not 13: seat 3
}

// A seat asks for a key that another has.
func ExampleKeyMaster_Receive() {
	keyMaster := otpdeal.NewKeyMaster()
	request := func(from int, numbers ...byte) error {
		m := must(otpdeal.ParseMessage(otpdeal.RequestKeys, from, otpdeal.KeyMasterSeat, numbers))
		_, err := keyMaster.Receive(m)
		return err
	}
	fmt.Println(request(otpdeal.HostSeat, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12))
	err := request(otpdeal.DummySeat, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24)
	fmt.Println(errors.Is(err, otpdeal.ErrTaken))

	// One of the two asked for what it wasn't dealt, or the Card Dealer dealt it twice.
	var blame *otpdeal.BlameError
	fmt.Println(errors.As(err, &blame), blame.Seats)
	// Output:
	// <nil>
	// true
	// true [0 2 3]
}

// A Key Master gives the Dummy keys that change every suit, and records the right ones.
// Only the two of them know which is lying.
func ExampleAudit() {
	table := otpdeal.GenerateTable()
	values := table.Values()
	host := must(otpdeal.NewHost(table))
	keyMaster, dealer, dummy := otpdeal.NewKeyMaster(), otpdeal.GenerateDealer(), otpdeal.NewDummy()
	inFlight := must(host.Start())
	for len(inFlight) > 0 {
		m := inFlight[0]
		inFlight = inFlight[1:]
		var answers []otpdeal.Message
		switch m.To() {
		case otpdeal.HostSeat:
			answers = must(host.Receive(m))
		case otpdeal.KeyMasterSeat:
			answers = must(keyMaster.Receive(m))
		case otpdeal.DealerSeat:
			answers = must(dealer.Receive(m))
		case otpdeal.DummySeat:
			if m.Kind() == otpdeal.SendKeys {
				keys := m.Payload()
				for i := range keys {
					keys[i] ^= 0x40
				}
				m = must(otpdeal.ParseMessage(m.Kind(), m.From(), m.To(), keys))
			}
			answers = must(dummy.Receive(m)) // 13 different cards: it can't see the cheat
		}
		inFlight = append(inFlight, answers...)
	}
	report := must(otpdeal.Audit(values, [...]otpdeal.Record{host.Record(), keyMaster.Record(), dealer.Record(), dummy.Record()}))
	fmt.Println(report.OK())
	for _, finding := range report.Findings {
		fmt.Println(finding)
	}
	// Output:
	// false
	// otpdeal: disputed: SEND KEYS from seat 1 to seat 3: seats 1 and 3
}

func ExampleCard() {
	queen := must(otpdeal.NewCard(otpdeal.Spades, 12))
	fmt.Printf("%v is %#02x\n", queen, byte(queen))
	// Output: Q♠ is 0x8c
}

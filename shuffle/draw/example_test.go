package draw_test

import (
	"fmt"
	"log"
	"time"

	"github.com/squaredeal/squaredeal/shuffle/draw"
	"github.com/squaredeal/squaredeal/shuffle/draw/drand"
)

// A raffle among five, drawn by a round of drand that came 20 minutes after it was announced.
func Example() {
	// The organiser fixes the list and the terms, and publishes them.
	list, err := draw.NewList([]draw.Entry{
		{Data: []byte("ann@example.org")}, {Data: []byte("bob@example.org")}, {Data: []byte("cat@example.org")},
		{Data: []byte("dan@example.org")}, {Data: []byte("eve@example.org")},
	})
	if err != nil {
		log.Fatal(err)
	}
	published := time.Date(2023, 8, 23, 15, 39, 0, 0, time.UTC)
	network := drand.Quicknet()
	round := network.RoundAt(published.Add(20*time.Minute + 22*time.Second))
	at, err := network.TimeOf(round)
	if err != nil {
		log.Fatal(err)
	}
	announced, err := draw.Announce(draw.Terms{
		Label: "A signed book", Place: "https://example.org/raffles", Number: 1,
		Void:    "if drand gives no such round within a day; announcement 2 then names another",
		Winners: 1, Substitutes: 1,
		Beacon: network.Beacon(), Round: round, Time: at,
	}, list)
	if err != nil {
		log.Fatal(err)
	}
	position, _ := list.Find([]byte("eve@example.org"))
	receipt, err := announced.Receipt(list.Prove(position)[0])
	if err != nil {
		log.Fatal(err)
	}
	handedOut := receipt.Bytes() // to Eve, before the round

	// Eve checks the announcement, and that she is in the list.
	text := []byte(announced.Text())
	terms, err := draw.ParseAnnouncement(text)
	if err != nil {
		log.Fatal(err)
	}
	if err := terms.CheckTime(published, draw.Margin); err != nil {
		log.Fatal(err)
	}
	if network, err = drand.NetworkOf(terms.Terms()); err != nil {
		log.Fatal(err)
	}
	kept, err := draw.ParseReceipt(handedOut)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("entered: %t, as %s\n", terms.CheckReceipt(kept) == nil, kept.Entry())

	// Anybody draws, when drand has published the round.
	value, err := network.ParseRound([]byte(round1000))
	if err != nil {
		log.Fatal(err)
	}
	places, err := terms.Draw(list, value)
	if err != nil {
		log.Fatal(err)
	}
	for i, position := range places {
		fmt.Printf("place %d: %s\n", i+1, list.At(position).Data)
	}
	// Output:
	// entered: true, as eve@example.org
	// place 1: eve@example.org
	// place 2: dan@example.org
}

// A list that shows nobody's address. Whoever has a receipt sees that one of its lines is theirs.
func ExampleSalt_Hide() {
	var entries []draw.Entry
	salts := make(map[string]draw.Salt)
	for _, address := range []string{"ann@example.org", "bob@example.org"} {
		salt := draw.GenerateSalt()
		salts[address] = salt
		entries = append(entries, draw.Entry{Data: salt.Hide([]byte(address))})
	}
	list, err := draw.NewList(entries)
	if err != nil {
		log.Fatal(err)
	}
	at := time.Date(2023, 8, 23, 15, 59, 24, 0, time.UTC)
	announced, err := draw.Announce(draw.Terms{
		Label: "A signed book", Place: "https://example.org/raffles", Number: 1, Void: "never", Winners: 1,
		Beacon: drand.Quicknet().Beacon(), Round: drand.Quicknet().RoundAt(at), Time: at,
	}, list)
	if err != nil {
		log.Fatal(err)
	}
	bob := []byte("bob@example.org")
	salt := salts[string(bob)]
	line, _ := list.Find(salt.Hide(bob))
	receipt, err := announced.HiddenReceipt(list.Prove(line)[0], salt, bob)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("it prints as", receipt)

	kept, err := draw.ParseReceipt(receipt.Bytes()) // Bob's
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%s takes part: %t\n", kept.Entry(), announced.CheckReceipt(kept) == nil)
	// Output:
	// it prints as redacted
	// bob@example.org takes part: true
}

// Six tickets of three people, who win at most one place each, with the chances of their tickets.
func ExampleNewJoinedList() {
	var tickets []draw.Entry
	for _, buyer := range []string{"ann", "bob", "ann", "cat", "ann", "bob"} {
		tickets = append(tickets, draw.Entry{Data: []byte(buyer)})
	}
	list, err := draw.NewJoinedList(tickets)
	if err != nil {
		log.Fatal(err)
	}
	for i := range list.Len() {
		fmt.Printf("%s has %d of the tickets\n", list.At(i).Data, list.At(i).Weight)
	}
	// Output:
	// ann has 3 of the tickets
	// bob has 2 of the tickets
	// cat has 1 of the tickets
}

// The proofs of all entries, one after another, however long the list is.
func ExampleList_Proofs() {
	list, err := draw.NewList([]draw.Entry{{Data: []byte("ann")}, {Data: []byte("bob")}, {Data: []byte("cat")}})
	if err != nil {
		log.Fatal(err)
	}
	for proof := range list.Proofs(0, list.Len()) {
		fmt.Printf("%s: %d bytes\n", proof.Entry().Data, len(proof.Bytes()))
	}
	// Output:
	// ann: 135 bytes
	// bob: 135 bytes
	// cat: 95 bytes
}

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
	receipt := list.Prove(position)[0].Bytes() // for Eve, before the round

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
	proof, err := draw.ParseProof(receipt)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("entered:", terms.CheckProof(proof) == nil)

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
	// entered: true
	// place 1: eve@example.org
	// place 2: dan@example.org
}

// A list that shows nobody's address. Whoever is shown their salt finds themselves in it.
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
	salt := salts["bob@example.org"] // shown to Bob
	first, end := list.Find(salt.Hide([]byte("bob@example.org")))
	fmt.Println("entries of Bob's:", end-first)
	// Output: entries of Bob's: 1
}

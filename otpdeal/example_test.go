package otpdeal_test

import (
	"bytes"
	"crypto/ed25519"
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

// A seat is what the four roles have in common.
type seat interface {
	Receive(otpdeal.Message) ([]otpdeal.Message, error)
	Hand() ([]otpdeal.Card, error)
	Sent() []otpdeal.Message
	Missing() []int
	Record() otpdeal.Record
}

// A disk keeps the state of one role, as a row of a database or a file would.
type disk struct{ state []byte }

func (d *disk) store(old, new otpdeal.State) error {
	if !bytes.Equal(d.state, old.Bytes()) {
		return errors.New("another process has changed the state")
	}
	d.state = new.Bytes()
	return nil
}

// deliver takes messages to the seats, and their answers, until there are none.
func deliver(seats []seat, inFlight []otpdeal.Message) (messages int) {
	for ; len(inFlight) > 0; messages++ {
		m := inFlight[0]
		answers := must(seats[m.To()].Receive(m))
		inFlight = append(inFlight[1:], answers...)
	}
	return messages
}

// newSeats returns the four roles of a deal, which is named by its id.
func newSeats(deal []byte) (*otpdeal.Host, []seat) {
	host := must(otpdeal.GenerateHost(deal, new(disk).store))
	return host, []seat{
		host,
		must(otpdeal.NewKeyMaster(deal, new(disk).store)),
		must(otpdeal.GenerateDealer(deal, new(disk).store)),
		must(otpdeal.NewDummy(deal, new(disk).store)),
	}
}

// Four seats deal a hand, each with its own role, and audit it after the game.
func Example() {
	// The seats agree on an id that no other deal has.
	deal := []byte("table 5, 2026-11-21, deal 1")
	host, seats := newSeats(deal)

	// The Host commits to its entries, to each on its own, say with package commit,
	// before any message is sent.
	entries := host.Entries()

	// The messages travel, sealed, until there are none. The first error ends the deal.
	inFlight := must(host.Start())
	messages := 0
	for ; len(inFlight) > 0; messages++ {
		m := inFlight[0]
		sealed := m.Payload() // what the transport seals for seat m.To()
		received := must(otpdeal.ParseMessage(deal, m.Kind(), m.From(), m.To(), sealed))
		answers := must(seats[m.To()].Receive(received))
		inFlight = append(inFlight[1:], answers...)
	}
	fmt.Println("messages:", messages)

	// Each seat commits to the value of its record, and plays its hand.
	seen := make(map[otpdeal.Card]bool)
	for _, s := range seats {
		for _, card := range must(s.Hand()) {
			seen[card] = true
		}
	}
	fmt.Println("different cards:", len(seen))

	// After the game all commitments are opened, and anyone can audit the deal.
	var records [otpdeal.NumSeats][]byte
	for i, s := range seats {
		records[i] = s.Record().Bytes()
	}
	hands, err := otpdeal.Audit(deal, entries, records)
	fmt.Println("audit:", len(hands[otpdeal.DummySeat]), "cards each,", err)
	// Output:
	// messages: 11
	// different cards: 52
	// audit: 13 cards each, <nil>
}

// The store function keeps each state before it takes effect. It replaces the state
// that was stored before, and only that one, so that two processes can't continue the
// same deal in two ways.
func ExampleGenerateHost() {
	var row []byte // of a database
	store := func(old, new otpdeal.State) error {
		if !bytes.Equal(row, old.Bytes()) {
			return errors.New("another process has changed the state")
		}
		row = new.Bytes()
		return nil
	}
	host := must(otpdeal.GenerateHost([]byte("deal 1"), store))
	fmt.Println("prints as", host)

	row = []byte("the other process's")
	_, err := host.Start()
	fmt.Println(err)
	// Output:
	// prints as redacted
	// otpdeal: storing the state: another process has changed the state
}

// A Host whose process ended sends its messages again. Seats that have got them already
// answer as before, so nothing is lost and nothing happens twice.
func ExampleParseHost() {
	deal := []byte("deal 1")
	_, seats := newSeats(deal)
	var d disk
	host := must(otpdeal.GenerateHost(deal, d.store))
	entries := host.Entries()
	start := must(host.Start())
	must(seats[otpdeal.KeyMasterSeat].Receive(start[0]))
	must(seats[otpdeal.DealerSeat].Receive(start[1])) // its answers never arrive

	host = must(otpdeal.ParseHost(d.state, d.store)) // in another process
	seats[otpdeal.HostSeat] = host
	deliver(seats, host.Sent())

	var records [otpdeal.NumSeats][]byte
	for i, s := range seats {
		records[i] = s.Record().Bytes()
	}
	_, err := otpdeal.Audit(deal, entries, records)
	fmt.Println(err)
	// Output: <nil>
}

// A Host may ask for its first messages again.
func ExampleHost_Start() {
	host := must(otpdeal.GenerateHost([]byte("deal 1"), new(disk).store))
	first, again := must(host.Start()), must(host.Start())
	for i, m := range first {
		fmt.Println(m.Kind(), "to seat", m.To(), bytes.Equal(m.Payload(), again[i].Payload()))
	}
	// Output:
	// SEND ALL KEYS to seat 1 true
	// SEND ALL CARDS to seat 2 true
}

// What the Host commits to before it starts: each entry names the deal, and is committed
// to on its own with a nonce.
func ExampleHost_Entries() {
	host := must(otpdeal.GenerateHost([]byte("deal 1"), new(disk).store))
	entries := host.Entries()
	fmt.Println(len(entries), "entries of", len(entries[0]), "bytes")
	fmt.Println(bytes.Contains(entries[0], []byte("deal 1")))
	// Output:
	// 52 entries of 52 bytes
	// true
}

// A Key Master whose process ended has given its keys once, and gives the same again.
func ExampleParseKeyMaster() {
	deal := []byte("deal 1")
	host, seats := newSeats(deal)
	var d disk
	seats[otpdeal.KeyMasterSeat] = must(otpdeal.NewKeyMaster(deal, d.store))
	deliver(seats, must(host.Start()))

	keyMaster := must(otpdeal.ParseKeyMaster(d.state, d.store)) // in another process
	for _, m := range keyMaster.Sent() {
		fmt.Println(m.Kind(), "to seat", m.To())
	}
	// Output:
	// SEND KEYS to seat 0
	// SEND KEYS to seat 2
	// SEND KEYS to seat 3
}

// A Card Dealer keeps its assignment over a restart.
func ExampleParseDealer() {
	deal := []byte("deal 1")
	host, _ := newSeats(deal)
	var d disk
	dealer := must(otpdeal.GenerateDealer(deal, d.store))
	all := must(host.Start())[1]
	before := must(dealer.Receive(all))

	dealer = must(otpdeal.ParseDealer(d.state, d.store)) // in another process
	after := must(dealer.Receive(all))
	for i, m := range after {
		fmt.Println(m.Kind(), "to seat", m.To(), bytes.Equal(m.Payload(), before[i].Payload()))
	}
	// Output:
	// SEND CARDS to seat 0 true
	// SEND CARDS to seat 1 true
	// SEND CARDS to seat 3 true
	// REQUEST KEYS to seat 1 true
}

// A Dummy has its hand after a restart.
func ExampleParseDummy() {
	deal := []byte("deal 1")
	host, seats := newSeats(deal)
	var d disk
	dummy := must(otpdeal.NewDummy(deal, d.store))
	seats[otpdeal.DummySeat] = dummy
	deliver(seats, must(host.Start()))
	hand := must(dummy.Hand())

	dummy = must(otpdeal.ParseDummy(d.state, d.store)) // in another process
	fmt.Println(fmt.Sprint(hand) == fmt.Sprint(must(dummy.Hand())))
	// Output: true
}

// For whom a seat waits, and what it can send again meanwhile.
func ExampleDummy_Missing() {
	deal := []byte("deal 1")
	host, seats := newSeats(deal)
	dummy := seats[otpdeal.DummySeat]
	fmt.Println("the Dummy waits for seat", dummy.Missing())

	dealt := must(seats[otpdeal.DealerSeat].Receive(must(host.Start())[1]))
	must(dummy.Receive(dealt[2]))
	fmt.Println("the Dummy waits for seat", dummy.Missing())
	for _, m := range dummy.Sent() {
		fmt.Println("it can send", m.Kind(), "again")
	}
	// Output:
	// the Dummy waits for seat [2]
	// the Dummy waits for seat [1]
	// it can send REQUEST KEYS again
}

// A seat asks for a fourteenth key.
func ExampleParseMessage() {
	_, err := otpdeal.ParseMessage([]byte("deal 1"), otpdeal.RequestKeys, otpdeal.DummySeat, otpdeal.KeyMasterSeat, make([]byte, 14))
	fmt.Println(err)
	// Output: otpdeal: malformed: REQUEST KEYS from seat 3 to seat 1 has 14 bytes, not 13: seat 3
}

// A Host signs what it sends. The signature names the deal, so it proves nothing about
// another deal, even if the payload is the same.
func ExampleMessage_Value() {
	public, private, err := ed25519.GenerateKey(nil)
	if err != nil {
		log.Fatal(err)
	}
	host := must(otpdeal.GenerateHost([]byte("deal 1"), new(disk).store))
	m := must(host.Start())[0]
	signature := ed25519.Sign(private, m.Value())

	received := must(otpdeal.ParseMessage([]byte("deal 1"), m.Kind(), m.From(), m.To(), m.Payload()))
	fmt.Println("in deal 1:", ed25519.Verify(public, received.Value(), signature))
	received = must(otpdeal.ParseMessage([]byte("deal 2"), m.Kind(), m.From(), m.To(), m.Payload()))
	fmt.Println("in deal 2:", ed25519.Verify(public, received.Value(), signature))
	// Output:
	// in deal 1: true
	// in deal 2: false
}

// A seat asks for a key that another has. The Key Master refuses, and its deal is over:
// it gives nothing more, to nobody.
func ExampleKeyMaster_Receive() {
	deal := []byte("deal 1")
	keyMaster := must(otpdeal.NewKeyMaster(deal, new(disk).store))
	request := func(from int, numbers ...byte) error {
		m := must(otpdeal.ParseMessage(deal, otpdeal.RequestKeys, from, otpdeal.KeyMasterSeat, numbers))
		_, err := keyMaster.Receive(m)
		return err
	}
	fmt.Println(request(otpdeal.HostSeat, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12))
	err := request(otpdeal.DummySeat, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24)
	fmt.Println(errors.Is(err, otpdeal.ErrTaken))

	// One of the two asked for what it wasn't dealt, or the Card Dealer dealt it twice.
	blame, ok := errors.AsType[*otpdeal.BlameError](err)
	fmt.Println(ok, blame.Seats)

	again := request(otpdeal.DealerSeat, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51)
	fmt.Println(again.Error() == err.Error())
	// Output:
	// <nil>
	// true
	// true [0 2 3]
	// true
}

// A Key Master gives the Dummy keys that change every suit, and records the right ones.
// Without signatures, only the two of them know which one lies.
func ExampleAudit() {
	deal := []byte("deal 1")
	host, seats := newSeats(deal)
	entries := host.Entries()
	inFlight := must(host.Start())
	for len(inFlight) > 0 {
		m := inFlight[0]
		if m.Kind() == otpdeal.SendKeys && m.To() == otpdeal.DummySeat {
			keys := m.Payload()
			for i := range keys {
				keys[i] ^= 0x40
			}
			m = must(otpdeal.ParseMessage(deal, m.Kind(), m.From(), m.To(), keys))
		}
		answers := must(seats[m.To()].Receive(m)) // 13 different cards: the Dummy can't see the cheat
		inFlight = append(inFlight[1:], answers...)
	}
	var records [otpdeal.NumSeats][]byte
	for i, s := range seats {
		records[i] = s.Record().Bytes()
	}
	_, err := otpdeal.Audit(deal, entries, records)
	fmt.Println(err)
	// Output: otpdeal: disputed: SEND KEYS from seat 1 to seat 3: seats 1 and 3
}

// A Card Dealer that cheats two seats is in both disputes; a seat that gives no record is
// missing.
func ExampleAuditError() {
	deal := []byte("deal 1")
	host, seats := newSeats(deal)
	entries := host.Entries()
	inFlight := must(host.Start())
	for len(inFlight) > 0 {
		m := inFlight[0]
		if m.Kind() == otpdeal.SendCards && m.To() != otpdeal.HostSeat {
			cards := m.Payload()
			for i := range otpdeal.HandSize {
				cards[i] ^= 0x40
			}
			m = must(otpdeal.ParseMessage(deal, m.Kind(), m.From(), m.To(), cards))
		}
		answers := must(seats[m.To()].Receive(m))
		inFlight = append(inFlight[1:], answers...)
	}
	var records [otpdeal.NumSeats][]byte
	for i, s := range seats {
		if i != otpdeal.HostSeat {
			records[i] = s.Record().Bytes()
		}
	}
	_, err := otpdeal.Audit(deal, entries, records)
	if audit, ok := errors.AsType[*otpdeal.AuditError](err); ok {
		fmt.Println("suspects:", audit.Suspects())
		for _, finding := range audit.Findings {
			fmt.Println(finding)
		}
		for _, missing := range audit.Missing {
			fmt.Println(missing)
		}
	}
	// Output:
	// suspects: [2]
	// otpdeal: disputed: SEND CARDS from seat 2 to seat 1: seats 1 and 2
	// otpdeal: disputed: SEND CARDS from seat 2 to seat 3: seats 2 and 3
	// otpdeal: missing: the record: seat 0
}

// A referee looks into the record that a seat has opened.
func ExampleParseRecord() {
	deal := []byte("deal 1")
	host, seats := newSeats(deal)
	deliver(seats, must(host.Start()))
	opened := seats[otpdeal.DummySeat].Record().Bytes()

	record := must(otpdeal.ParseRecord(opened))
	fmt.Printf("seat %d in %s\n", record.Seat(), record.Deal())
	for _, m := range record.Messages() {
		fmt.Printf("%v from seat %d to seat %d\n", m.Kind(), m.From(), m.To())
	}
	// Output:
	// seat 3 in deal 1
	// SEND CARDS from seat 2 to seat 3
	// REQUEST KEYS from seat 3 to seat 1
	// SEND KEYS from seat 1 to seat 3
}

func ExampleNewCard() {
	queen := must(otpdeal.NewCard(otpdeal.Spades, 12))
	fmt.Printf("%v is %#02x\n", queen, byte(queen))
	_, err := otpdeal.NewCard(otpdeal.Spades, 14)
	fmt.Println(err)
	// Output:
	// Q♠ is 0x8c
	// otpdeal: malformed: there is no card of suit 2 and rank 14
}

func ExampleCard() {
	for _, card := range []otpdeal.Card{0xca, 0x41, 0x0e} {
		fmt.Println(card, card.Valid())
	}
	// Output:
	// 10♥ true
	// A♦ true
	// Card(0x0e) false
}

func ExampleDeck() {
	deck := otpdeal.Deck()
	fmt.Println(len(deck), deck[0], deck[51])
	// Output: 52 A♣ K♥
}

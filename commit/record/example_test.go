package record_test

import (
	"bytes"
	"crypto/ed25519"
	"errors"
	"fmt"
	"log"

	"github.com/squaredeal/squaredeal/commit/record"
)

// A database keeps one state of one log, and replaces only the state that a change
// was made from. With SQL: UPDATE logs SET state = $new WHERE name = $name AND
// state = $old, or INSERT if old is empty, and an error unless one row was affected.
type database struct{ state []byte }

func (db *database) store(old, new record.LogState) error {
	if !bytes.Equal(db.state, old.Bytes()) {
		return errors.New("somebody else has changed the state")
	}
	db.state = new.Bytes()
	return nil
}

func must[T any](v T, err error) T {
	if err != nil {
		log.Fatal(err)
	}
	return v
}

// open returns the keys, the table and the logs of three seats.
func open(id string) ([]record.Key, record.Table, []record.Log) {
	keys := []record.Key{record.GenerateKey(), record.GenerateKey(), record.GenerateKey()}
	var public []ed25519.PublicKey
	for _, key := range keys {
		public = append(public, key.Public()) // sent to the others
	}
	table := must(record.NewTable([]byte(id), public))
	var logs []record.Log
	for seat, key := range keys {
		logs = append(logs, must(record.GenerateLog(table, seat, key, new(database).store)))
	}
	return keys, table, logs
}

// The story of the package: three seats talk, one of them tells the others different
// things, and a referee sees it.
func Example() {
	keys, table, logs := open("table 4, hand 7")

	// Seat 0 says something, and all hear it.
	raise := must(logs[0].Say(0, []byte("raise 10")))
	for _, other := range logs[1:] {
		for _, st := range must(other.Hear(raise)) {
			fmt.Printf("seat %d: %s\n", st.Seat(), st.Message())
		}
	}

	// Seat 1 calls, as seat 2 hears. To seat 0 it sends another statement, which it
	// makes with a second log.
	call := must(logs[1].Say(0, []byte("call")))
	second := must(record.GenerateLog(table, 1, keys[1], new(database).store))
	fold := must(second.Say(0, []byte("fold")))
	must(logs[2].Hear(call))
	must(logs[0].Hear(fold))

	// A referee gets the transcripts of seats 0 and 2.
	merged := must(record.Merge(table, logs[0].Transcript(), logs[2].Transcript()))
	for _, st := range merged.Statements {
		fmt.Printf("on record: seat %d: %s\n", st.Seat(), st.Message())
	}
	for _, proof := range merged.Equivocations {
		fmt.Println(proof)
	}
	// Output:
	// seat 0: raise 10
	// seat 0: raise 10
	// on record: seat 0: raise 10
	// record: equivocation: statements 0 and 0: seat 1
}

func ExampleNewTable() {
	alice, bob := record.GenerateKey(), record.GenerateKey()
	at := func(id string) record.Table {
		return must(record.NewTable([]byte(id), []ed25519.PublicKey{alice.Public(), bob.Public()}))
	}
	// Both compute the digest and read it to each other.
	hers, his := at("hand 7"), at("hand 7")
	fmt.Println(hers.Digest() == his.Digest())
	fmt.Println(hers.Digest() == at("hand 8").Digest())

	_, err := record.NewTable([]byte("hand 7"), []ed25519.PublicKey{alice.Public(), make([]byte, 32)})
	fmt.Println(err)
	// Output:
	// true
	// false
	// record: malformed: key of seat 1 has small order
}

func ExampleParseTable() {
	_, table, _ := open("hand 7")
	// A referee gets the table with the transcripts, and makes sure that it is that of
	// these players.
	received := must(record.ParseTable(table.Bytes()))
	fmt.Printf("%s, %d seats\n", received.ID(), len(received.Keys()))
	// Output: hand 7, 3 seats
}

func ExampleKey() {
	key := record.GenerateKey()
	again := must(record.ParseKey(key.Bytes()))
	fmt.Println(key, again.Public().Equal(key.Public()))
	// Output: redacted true
}

// A seat that has crashed goes on from its stored state.
func ExampleParseLog() {
	key, other := record.GenerateKey(), record.GenerateKey()
	table := must(record.NewTable([]byte("hand 7"), []ed25519.PublicKey{key.Public(), other.Public()}))
	var db database
	before := must(record.GenerateLog(table, 0, key, db.store))
	sent := must(before.Say(0, []byte("raise 10")))

	after := must(record.ParseLog(db.state, db.store))
	// First, what it knows: the game takes it from here.
	for _, st := range after.Statements() {
		fmt.Printf("seat %d, number %d: %s\n", st.Seat(), st.Number(), st.Message())
	}
	// Was the statement sent? Saying the same again gives the same, to send again.
	again := must(after.Say(0, []byte("raise 10")))
	fmt.Println(bytes.Equal(sent, again))
	// Saying something else doesn't.
	_, err := after.Say(0, []byte("fold"))
	fmt.Println(err)
	// The process before the crash, if it is still there, can't go on.
	_, err = after.Say(after.Count(0), []byte("check"))
	fmt.Println(err)
	_, err = before.Say(before.Count(0), []byte("bet 5"))
	fmt.Println(err)
	// Output:
	// seat 0, number 0: raise 10
	// true
	// record: wrong state: statement 0 is another one
	// <nil>
	// record: storing the log: somebody else has changed the state
}

// A statement that comes before what its signer had heard waits.
func ExampleLog_Hear() {
	_, _, logs := open("hand 7")
	question := must(logs[0].Say(0, []byte("any aces?")))
	must(logs[1].Hear(question))
	answer := must(logs[1].Say(0, []byte("no")))

	_, err := logs[2].Hear(answer)
	fmt.Println(err)
	for _, st := range must(logs[2].Hear(question)) {
		fmt.Printf("seat %d: %s\n", st.Seat(), st.Message())
	}
	// Output:
	// record: early: statement 0 of seat 1
	// seat 0: any aces?
	// seat 1: no
}

// A seat that lacks something asks the seat that has heard it.
func ExampleLog_Claims() {
	_, _, logs := open("hand 7")
	question := must(logs[0].Say(0, []byte("any aces?")))
	must(logs[1].Hear(question))
	answer := must(logs[1].Say(0, []byte("no")))

	logs[2].Hear(answer) // the question was lost
	for _, claim := range logs[2].Claims() {
		fmt.Printf("seat %d has heard %d of seat %d\n", claim.By, claim.Head.Count, claim.Seat)
		// Ask seat claim.By, which sends:
		if st, ok := logs[claim.By].Statement(claim.Seat, claim.Head.Count-1); ok {
			fmt.Println(len(must(logs[2].Hear(st.Bytes()))), "heard")
		}
	}
	// Output:
	// seat 1 has heard 1 of seat 0
	// 2 heard
}

// A seat that lacks much takes another's whole transcript.
func ExampleSplit() {
	_, _, logs := open("hand 7")
	for number := range 3 {
		must(logs[0].Say(number, fmt.Appendf(nil, "move %d", number)))
	}
	for _, statement := range must(record.Split(logs[0].Transcript())) {
		must(logs[1].Hear(statement))
	}
	fmt.Println(logs[1].Count(0))
	// Output: 3
}

// Whoever hears two statements that contradict each other passes the proof on.
func ExampleParseEquivocation() {
	keys, table, logs := open("hand 7")
	second := must(record.GenerateLog(table, 1, keys[1], new(database).store))
	must(logs[0].Hear(must(logs[1].Say(0, []byte("call")))))
	_, err := logs[0].Hear(must(second.Say(0, []byte("fold"))))
	var proof *record.Equivocation
	if errors.As(err, &proof) {
		received := must(record.ParseEquivocation(table, proof.Bytes())) // by anybody who knows the table
		fmt.Println("guilty: seat", received.Seat())
	}
	fmt.Println(len(logs[0].Equivocations()), "kept")
	// Output:
	// guilty: seat 1
	// 1 kept
}

// A referee judges a message by what its signer knew.
func ExampleRecord_Past() {
	_, table, logs := open("hand 7")
	must(logs[1].Hear(must(logs[0].Say(0, []byte("raise 10")))))
	must(logs[2].Say(0, []byte("hello"))) // nobody has heard this
	must(logs[1].Say(0, []byte("check")))

	merged := must(record.Merge(table, logs[0].Transcript(), logs[1].Transcript(), logs[2].Transcript()))
	last := merged.Statements[len(merged.Statements)-1]
	for _, st := range must(merged.Past(last)) {
		fmt.Printf("seat %d: %s\n", st.Seat(), st.Message())
	}
	// Output:
	// seat 0: raise 10
	// seat 1: check
}

// Transcripts may be damaged; what can be read counts.
func ExampleMerge() {
	_, table, logs := open("hand 7")
	must(logs[1].Hear(must(logs[0].Say(0, []byte("raise 10")))))
	must(logs[1].Say(0, []byte("call")))

	whole, damaged := logs[0].Transcript(), logs[1].Transcript()
	damaged[len(damaged)-1] ^= 1
	merged := must(record.Merge(table, whole, damaged))
	fmt.Println(len(merged.Statements), "statement")
	fmt.Println(merged.Damage[0])
	fmt.Println(merged.Damage[1])
	// Output:
	// 1 statement
	// <nil>
	// record: transcript 1: 1 of 2 entries are unusable: record: invalid signature: statement 0 of seat 1
}

func ExampleParseStatement() {
	_, table, logs := open("hand 7")
	must(logs[0].Hear(must(logs[1].Say(0, []byte("hello")))))
	statement := must(logs[0].Say(0, []byte("hello, seat 1")))

	st := must(record.ParseStatement(table, statement))
	fmt.Printf("seat %d, number %d: %s\n", st.Seat(), st.Number(), st.Message())
	fmt.Println("after", st.Head(1).Count, "of seat 1 and", st.Head(2).Count, "of seat 2")
	// Output:
	// seat 0, number 0: hello, seat 1
	// after 1 of seat 1 and 0 of seat 2
}

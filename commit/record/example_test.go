package record_test

import (
	"crypto/ed25519"
	"fmt"
	"log"

	"github.com/squaredeal/squaredeal/commit/record"
)

func must[T any](v T, err error) T {
	if err != nil {
		log.Fatal(err)
	}
	return v
}

// A board gives everybody the same posts in the same order. It can be a relay, a stream or
// a table of a database; here it is a slice.
type board struct {
	posts []record.Post
	clock int64
}

func (b *board) post(bytes []byte) {
	b.clock += 1000
	b.posts = append(b.posts, record.Post{Number: uint64(len(b.posts) + 1), Stamp: b.clock, Bytes: bytes})
}

// readAll lets readers read all that is on the board; what they have read has no place again.
func (b *board) readAll(readers ...*record.Reader) {
	for _, l := range readers {
		for _, p := range b.posts {
			l.Read(p.Bytes)
		}
	}
}

// The story of the package: two seats talk on a board, a copy and some junk have no
// effect, and a referee sees what was said, and that nothing is missing.
func Example() {
	alice, bob, host := record.GenerateKey(), record.GenerateKey(), record.GenerateKey()
	seats := []ed25519.PublicKey{alice.Public(), bob.Public()}
	agreed := must(record.NewAgreement([]byte("backgammon, 25 October, to 7 points"), 1000, seats, host.Public()))
	// Both compute the digest of what they agreed on, and read half of it to each other.

	var b board
	her, his := must(record.NewReader(agreed)), must(record.NewReader(agreed))
	b.post(must(her.Sign(alice, []byte("hello"))))
	b.post(must(his.Sign(bob, []byte("hello"))))
	b.readAll(her, his)
	offer := must(her.Sign(alice, []byte("I double")))
	b.post(offer)
	b.post([]byte("junk"))
	b.readAll(her, his)
	b.post(must(his.Sign(bob, []byte("I take"))))
	b.post(offer)
	b.readAll(her, his)
	fmt.Println("the same head:", her.Head() == his.Head())

	// The board reads along, and signs what it shows.
	shown := must(record.NewReader(agreed))
	b.readAll(shown)
	signed := must(shown.SignHead(host, b.clock))
	file := agreed.Transcript()
	for _, p := range b.posts {
		file = record.AppendPost(file, p)
	}

	// The referee knows what they agreed on, and gets the file and the signed head.
	referee := must(record.NewReader(agreed))
	for _, p := range must(record.ParseTranscript(agreed, file)) {
		st, err := referee.Read(p.Bytes)
		if err != nil {
			fmt.Println("post", p.Number, "has no effect")
			continue
		}
		fmt.Printf("seat %d, having read %d places: %s\n", st.Seat, st.Places, st.Message)
	}
	head := must(referee.Check(signed))
	fmt.Println("complete:", head.Places == referee.Places())
	// Output:
	// the same head: true
	// seat 0, having read 0 places: hello
	// seat 1, having read 0 places: hello
	// seat 0, having read 2 places: I double
	// post 4 has no effect
	// seat 1, having read 3 places: I take
	// post 6 has no effect
	// complete: true
}

// A board that shows two players different sequences is found out when they compare.
func ExampleFork() {
	alice, bob := record.GenerateKey(), record.GenerateKey()
	agreed := must(record.NewAgreement([]byte("chess"), 1000, []ed25519.PublicKey{alice.Public(), bob.Public()}, nil))
	her, his := must(record.NewReader(agreed)), must(record.NewReader(agreed))
	var hers, others board
	for _, key := range []record.Key{alice, bob} {
		hello := must(her.Sign(key, []byte("hello")))
		hers.post(hello)
		others.post(hello)
	}
	hers.readAll(her)
	others.readAll(his)
	hers.post(must(her.Sign(alice, []byte("e4"))))
	others.post(must(his.Sign(alice, []byte("d4")))) // she, or somebody with her key
	hers.readAll(her)
	others.readAll(his)

	place, err := record.Fork(her, his)
	fmt.Println(place, err)
	// Neither of them sees a place for what the other says now.
	_, err = her.Read(must(his.Sign(bob, []byte("d5"))))
	fmt.Println(err)
	// Output:
	// 2 record: fork: at place 2
	// record: no place: seat 1 names place 3 of 3
}

// After a crash, a seat goes on from the state at the last Cut, and posts again what was
// under way.
func ExampleParseReader() {
	alice, bob := record.GenerateKey(), record.GenerateKey()
	agreed := must(record.NewAgreement([]byte("chess"), 1000, []ed25519.PublicKey{alice.Public(), bob.Public()}, nil))
	var b board
	her := must(record.NewReader(agreed))
	b.post(must(her.Sign(alice, []byte("hello"))))
	b.post(must(her.Sign(bob, []byte("hello"))))
	b.readAll(her)

	// Each game of the match begins with a Cut, at everybody. She stores the state, the
	// board's number, and what she says before she posts it.
	state, number := her.Cut(), len(b.posts)
	underWay := must(her.Sign(alice, []byte("e4")))
	b.post(underWay)

	again := must(record.ParseReader(agreed, state))
	for _, p := range b.posts[number:] {
		fmt.Printf("reads %s\n", must(again.Read(p.Bytes)).Message)
	}
	_, err := again.Read(underWay) // posted again, to be sure
	fmt.Println(err)
	fmt.Println(again.Places(), "places")
	// Output:
	// reads e4
	// record: no place: seat 0 names place 2 of 3
	// 3 places
}

// Judge and Place are for games with rules on what counts, and on who is out.
func ExampleReader_Place() {
	alice, bob := record.GenerateKey(), record.GenerateKey()
	agreed := must(record.NewAgreement([]byte("chess"), 1000, []ed25519.PublicKey{alice.Public(), bob.Public()}, nil))
	game := must(record.NewReader(agreed))
	var out uint64
	for _, post := range [][]byte{
		must(game.Sign(alice, []byte("hello"))),
		must(game.Sign(bob, []byte("hello"))),
	} {
		st, err := game.Judge(post)
		if err != nil {
			continue // it has no place, and is nobody's fault
		}
		if err := game.Place(st, out); err != nil {
			log.Fatal(err)
		}
	}
	resigns := must(game.Judge(must(game.Sign(bob, []byte("I resign")))))
	out |= 1 << resigns.Seat
	fmt.Println(game.Place(resigns, out), game.End())
	fmt.Printf("seat %d is out, %d of %d places are final\n", resigns.Seat, game.Final(), game.Places())
	// Output:
	// <nil> <nil>
	// seat 1 is out, 0 of 3 places are final
}

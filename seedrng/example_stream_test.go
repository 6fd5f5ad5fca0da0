package seedrng_test

import (
	"errors"
	"fmt"
	"io"
	"log"
	"math/rand/v2"

	"github.com/squaredeal/squaredeal/seedrng"
)

// publishedStream is the stream of a bet that a site has revealed.
func publishedStream() *seedrng.Stream {
	seed, err := seedrng.ParseServerSeed("18e93f4a7b5b58d2569765766d1b6c3296bbd8430d6f20249044d72f14720159")
	if err != nil {
		log.Fatal(err)
	}
	stream, err := seedrng.NewStream(seed, "bb62964774", 1)
	if err != nil {
		log.Fatal(err)
	}
	return stream
}

// A bet that a site has revealed: the server seed, the client seed and the nonce.
func ExampleNewStream() {
	seed := must(seedrng.ParseServerSeed("18e93f4a7b5b58d2569765766d1b6c3296bbd8430d6f20249044d72f14720159"))
	stream := must(seedrng.NewStream(seed, "bb62964774", 1))
	fmt.Println(stream.IntN(36))
	// Output: 21
}

// The bytes can be checked in any language: this is an HMAC-SHA256.
func ExampleStream_Read() {
	block := make([]byte, 32)
	io.ReadFull(publishedStream(), block)
	fmt.Printf("%x\n", block)
	// Output: c590d171e39b70404ee1fff2ce09c3e1090688e1320a9cd27f58b1ac3dfa8c92
}

// Two dice from one draw: each of the 36 ordered throws is equally likely.
func ExampleStream_IntN() {
	stream := publishedStream()
	for range 3 {
		throw := stream.IntN(36)
		fmt.Println(throw/6+1, throw%6+1)
	}
	// Output:
	// 4 4
	// 5 1
	// 5 3
}

// A lottery of ten billion tickets.
func ExampleStream_Uint64N() {
	fmt.Println("ticket", publishedStream().Uint64N(10_000_000_000))
	// Output: ticket 9198262336
}

// Five cards of 52.
func ExampleStream_Distinct() {
	fmt.Println(publishedStream().Distinct(52, 5))
	// Output: [49 48 14 29 33]
}

// A reel of a slot machine, with one seven, four bells and eleven cherries.
func ExampleStream_Weighted() {
	stream, reel := publishedStream(), []string{"seven", "bell", "cherry"}
	for range 5 {
		fmt.Println(reel[stream.Weighted([]uint64{1, 4, 11})])
	}
	// Output:
	// bell
	// seven
	// bell
	// bell
	// bell
}

// Words, for games that define their draws themselves.
func ExampleStream_Uint32() {
	stream := publishedStream()
	fmt.Printf("%08x %08x\n", stream.Uint32(), stream.Uint32())
	// Output: c590d171 e39b7040
}

// A Stream is a source of math/rand/v2. What its functions return isn't specified by
// SPEC.md, so draw with the Stream's own where others have to check.
func ExampleStream_Uint64() {
	stream := publishedStream()
	fmt.Printf("%016x\n", stream.Uint64())
	fmt.Println(len(rand.New(stream).Perm(52)))
	// Output:
	// c590d171e39b7040
	// 52
}

// An audit of a site's dice, which go from 0.00 to 100.00.
func ExampleStream_Fraction() {
	fmt.Printf("%.2f\n", float64(int(10001*publishedStream().Fraction()))/100)
	// Output: 77.18
}

// A server seed for something other than a Session.
func ExampleGenerateServerSeed() {
	seed := seedrng.GenerateServerSeed()
	fmt.Println(seed, len(seed.Reveal()), seed.Hash().Verify(seed.Reveal()))
	// Output: redacted 64 <nil>
}

func ExampleParseServerSeed() {
	_, err := seedrng.ParseServerSeed("")
	fmt.Println(err)
	// Output: seedrng: malformed: server seed is empty
}

// A site that takes longer seeds for more secure ones deals what everybody can compute.
func ExampleParseAuditSeed() {
	text := "18e93f4a7b5b58d2569765766d1b6c3296bbd8430d6f20249044d72f1472015918e93f4a7b5b58d2"
	_, err := seedrng.ParseServerSeed(text)
	fmt.Println(err)
	seed := must(seedrng.ParseAuditSeed(text))
	fmt.Println("computable from the hash:", seed.Predictable())
	// Output:
	// seedrng: malformed: server seed has 80 bytes, the limit is 64
	// computable from the hash: true
}

func ExampleParseHash() {
	hash, err := seedrng.ParseHash("64E701539ecf4c03b90ecd957d6675b2f72c3fd84f04dc5eb63eed8b9a58b95b")
	fmt.Println(err, hash == seedrng.Hash{})
	// Output: seedrng: malformed: server seed hash: character 3 isn't lowercase hex true
}

func ExampleHash_Verify() {
	published := must(seedrng.ParseHash("64e701539ecf4c03b90ecd957d6675b2f72c3fd84f04dc5eb63eed8b9a58b95b"))
	fmt.Println(published.Verify("2XMpPAbEw3qdH3HQla2K5zNwoNEFHOEYolkB969j"))
	err := published.Verify("another seed")
	fmt.Println(errors.Is(err, seedrng.ErrMismatch))
	// Output:
	// <nil>
	// true
}

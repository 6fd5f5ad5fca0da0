package jgammon_test

import (
	"encoding/hex"
	"fmt"
	"log"

	"github.com/squaredeal/squaredeal/commit/jgammon"
)

// A recorded throw is checked and computed again.
func ExampleReplay() {
	record := [2]struct{ hash, secret string }{
		{"7646ae5a7231e45e4cae08183212c31e4fab886b", "c801020304050607"},
		{"695461560b86051027ad1508287af94be73f88a6", "5b07060504030201"},
	}
	var hashes [2]jgammon.Hash
	var secrets [2]jgammon.Secret
	for seat, r := range record {
		hash, err := hex.DecodeString(r.hash)
		if err != nil {
			log.Fatal(err)
		}
		secret, err := hex.DecodeString(r.secret)
		if err != nil {
			log.Fatal(err)
		}
		if hashes[seat], err = jgammon.ParseHash(hash); err != nil {
			log.Fatal(err)
		}
		if secrets[seat], err = jgammon.ParseSecret(secret); err != nil {
			log.Fatal(err)
		}
	}
	throw, err := jgammon.Replay(hashes, secrets)
	fmt.Printf("%+v %v\n", throw, err)
	// Output: {N:3 One:1 Two:4} <nil>
}

// A party draws its bits and sends their hash first. New games use commit.Toss.
func ExampleGenerateSecret() {
	secret := jgammon.GenerateSecret()
	hash, err := secret.Hash()
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(len(hash), "bytes first, then", len(secret.Bytes()))
	fmt.Println(secret)
	// Output:
	// 20 bytes first, then 8
	// redacted
}

package main

import (
	"fmt"
	"math/rand/v2"

	"github.com/squaredeal/squaredeal/seedrng"
)

func init() { generators["seedrng"] = seedrngCase }

func seedrngCase(r *rand.Rand) any {
	server, client, nonce := text(r, 64), text(r, 200), number(r)
	seed := must(seedrng.ParseServerSeed(server))
	return struct {
		ServerSeed string `json:"serverSeed"`
		ClientSeed string `json:"clientSeed"`
		Nonce      string `json:"nonce"`
		Hash       string `json:"hash"`
		drawn
	}{server, client, fmt.Sprint(nonce), seed.Hash().String(), drawSome(r, must(seedrng.NewStream(seed, client, nonce)))}
}

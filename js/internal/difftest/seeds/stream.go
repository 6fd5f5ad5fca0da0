// Package seeds makes random rounds from seeds, and bets of sites.
package seeds

import (
	"fmt"
	"math/rand/v2"

	"github.com/squaredeal/squaredeal/js/internal/difftest/must"
	"github.com/squaredeal/squaredeal/js/internal/difftest/random"
	"github.com/squaredeal/squaredeal/seedrng"
)

// Stream returns a stream of two seeds, and some draws from it.
func Stream(r *rand.Rand) any {
	server, client, nonce := random.Text(r, 64), random.Text(r, 200), random.Number(r)
	seed := must.Get(seedrng.ParseServerSeed(server))
	return struct {
		ServerSeed string `json:"serverSeed"`
		ClientSeed string `json:"clientSeed"`
		Nonce      string `json:"nonce"`
		Hash       string `json:"hash"`
		random.Drawn
	}{server, client, fmt.Sprint(nonce), seed.Hash().String(), random.Draw(r, must.Get(seedrng.NewStream(seed, client, nonce)))}
}

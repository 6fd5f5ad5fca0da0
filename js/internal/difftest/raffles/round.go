package raffles

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"sync"

	"github.com/squaredeal/squaredeal/js/internal/difftest/must"
	"github.com/squaredeal/squaredeal/js/internal/difftest/random"
	"github.com/squaredeal/squaredeal/shuffle/draw"
	"github.com/squaredeal/squaredeal/shuffle/draw/drand"
)

// A publishedRound is genuine, as others have published it.
type publishedRound struct {
	Chain     string
	Round     uint64
	Signature string
	Previous  string `json:"previous_signature"`
}

var published = sync.OnceValue(func() []publishedRound {
	var file struct{ Rounds []publishedRound }
	if err := json.Unmarshal(must.Get(os.ReadFile("../shuffle/draw/drand/testdata/rounds.json")), &file); err != nil {
		panic(err)
	}
	return file.Rounds
})

// Round returns a round with a bit of its signature, or a part of its JSON, altered, or as it is.
func Round(r *rand.Rand) any {
	rounds := published()
	round := rounds[r.IntN(len(rounds))]
	signature := must.Get(hex.DecodeString(round.Signature))
	if r.IntN(3) == 0 {
		signature = random.Altered(r, signature)
	}
	members := []string{fmt.Sprintf(`"round":%d`, round.Round), fmt.Sprintf(`"signature":"%x"`, signature)}
	if round.Previous != "" {
		members = append(members, fmt.Sprintf(`"previous_signature":%q`, round.Previous))
	}
	r.Shuffle(len(members), func(i, j int) { members[i], members[j] = members[j], members[i] })
	text := "{" + strings.Join(members, ",") + "}"
	if r.IntN(3) == 0 {
		text = string(random.Altered(r, []byte(text)))
	}
	network := drand.Quicknet()
	if round.Chain == "default" {
		network = drand.Default()
	}
	c := struct {
		Network string `json:"network"`
		JSON    string `json:"json"` // in hex, as it may be no text
		Result  string `json:"result"`
		Value   string `json:"value"`
		Time    int64  `json:"time"`
	}{Network: round.Chain, JSON: hex.EncodeToString([]byte(text)), Result: "signature"}
	value, err := network.ParseRound([]byte(text))
	switch {
	case err == nil:
		c.Result, c.Value, c.Time = "ok", hex.EncodeToString(value.Randomness[:]), value.Time.Unix()
	case errors.Is(err, draw.ErrMalformed), errors.Is(err, drand.ErrMalformed):
		c.Result = "malformed"
	}
	return c
}

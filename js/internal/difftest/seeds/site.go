package seeds

import (
	"encoding/hex"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"

	"github.com/squaredeal/squaredeal/js/internal/difftest/must"
	"github.com/squaredeal/squaredeal/js/internal/difftest/random"
	"github.com/squaredeal/squaredeal/seedrng/sites"
)

var allSites = sync.OnceValue(sites.Sites)

// Site returns a bet of a site, a hand of Crypto.Games, or a walk along a chain.
func Site(r *rand.Rand) any {
	switch r.IntN(10) {
	case 0:
		return handOfSeeds(r)
	case 1:
		return walkCase(r)
	}
	return betCase(r)
}

// A betResult is a bet, and what the library makes of it.
type betResult struct {
	Site   string    `json:"site"`
	Game   string    `json:"game"`
	Bet    sites.Bet `json:"bet"`
	Result string    `json:"result"` // empty if there is none
	Found  string    `json:"found"`  // the verdicts, or the class of the error and the field
}

func betCase(r *rand.Rand) any {
	site := allSites()[r.IntN(len(allSites()))]
	game := site.Games[r.IntN(len(site.Games))]
	c := betResult{Site: site.Name, Game: game.Name, Bet: sites.Bet{}}
	for _, field := range game.Fields {
		if field.Kind != sites.KindResult && (!field.Optional || r.IntN(4) == 0) {
			c.Bet[field.Name] = textOf(r, field)
		}
	}
	if field, ok := fieldNamed(game, "commitment"); ok && r.IntN(2) == 0 {
		c.Bet["commitment"] = strings.Repeat("ab", int(field.Min)) // not the seed's
	}
	if report, err := sites.Replay(site.Name, oneEra(r, site, game), c.Bet); err == nil && r.IntN(5) > 0 {
		c.Bet["result"] = shownAs(r, report.Result.String())
		for _, step := range report.Steps {
			if step.Part == "commitment" && r.IntN(2) == 0 {
				c.Bet["commitment"] = step.Value
			}
		}
	}
	c.spoil(r, game)
	c.Result, c.Found = found(c.Site, c.Game, c.Bet)
	return c
}

func fieldNamed(game sites.Game, name string) (sites.Field, bool) {
	i := slices.IndexFunc(game.Fields, func(f sites.Field) bool { return f.Name == name })
	if i < 0 {
		return sites.Field{}, false
	}
	return game.Fields[i], true
}

// oneEra returns the name of a game, or of one that may be another era of it.
func oneEra(r *rand.Rand, site sites.Site, game sites.Game) string {
	if r.IntN(3) == 0 {
		return site.Games[r.IntN(len(site.Games))].Name
	}
	return game.Name
}

// textOf returns a text that a field takes.
func textOf(r *rand.Rand, field sites.Field) string {
	switch field.Kind {
	case sites.KindHex:
		return hex.EncodeToString(random.Bytes(r, int(min(field.Max, max(field.Min, uint64(r.IntN(64)))))))
	case sites.KindNumber:
		return fmt.Sprint(field.Min + r.Uint64N(min(field.Max-field.Min, 1<<r.IntN(8))+1))
	case sites.KindChoice:
		return field.Choices[r.IntN(len(field.Choices))]
	}
	if r.IntN(2) == 0 {
		return hex.EncodeToString(random.Bytes(r, 32))
	}
	return random.Text(r, 1+r.IntN(min(60, int(field.Max))))
}

// shownAs returns a result as a site might show it, honestly or not.
func shownAs(r *rand.Rand, result string) string {
	values := strings.Fields(result)
	i := r.IntN(len(values))
	digit := fmt.Sprint(r.IntN(10))
	switch r.IntN(12) {
	case 0:
		slices.Reverse(values)
	case 1:
		values[i] += digit
	case 2:
		values[i] = values[i][:len(values[i])-1]
	case 3:
		at := r.IntN(len(values[i]))
		values[i] = values[i][:at] + digit + values[i][at+1:]
	case 4:
		values = values[:i]
	case 5:
		values = append(values, values[i])
	case 6:
		return "[" + strings.Join(values, ",") + "]"
	case 7:
		values[i] = strings.ReplaceAll(values[i], ".", "")
	case 8:
		values[i] = []string{"Infinity", "0", "1", "52", "x2.00", "a", "-1", "1e3", "9223372036854775807", "0.5", "♠A"}[r.IntN(11)]
	case 10:
		values[i] += "." + digit
	case 9:
		r.Shuffle(len(values), func(i, j int) { values[i], values[j] = values[j], values[i] })
	}
	return strings.Join(values, " ")
}

// spoil alters some bets as people do, or as attackers would.
func (c *betResult) spoil(r *rand.Rand, game sites.Game) {
	name := game.Fields[r.IntN(len(game.Fields))].Name
	text := c.Bet[name]
	switch r.IntN(20) {
	case 0:
		c.Bet["server"], c.Bet["client"] = c.Bet["client"], c.Bet["server"]
	case 1:
		c.Bet[name] = " " + text + "\u2003"
	case 2:
		c.Bet[name] = strings.ToUpper(text)
	case 3:
		c.Bet[name] = text + "0"
	case 4:
		delete(c.Bet, name)
	case 5:
		c.Bet[name] = strings.Repeat(text, 1200)
	case 6:
		c.Bet["other"] = "field"
	}
}

// found returns a result and what the library finds, in the words of the npm package.
func found(site, game string, bet sites.Bet) (result, verdicts string) {
	report, err := sites.Replay(site, game, bet)
	if field, ok := errors.AsType[*sites.FieldError](err); ok {
		return "", "malformed " + field.Field
	}
	if errors.Is(err, sites.ErrExhausted) {
		return "", "exhausted"
	}
	if err != nil {
		panic(err) // a mistake in this program
	}
	contradicts := ""
	if err := report.Err(); errors.Is(err, sites.ErrMismatch) {
		contradicts = "result"
		if strings.Contains(err.Error(), "the commitment isn't") {
			contradicts = "commitment"
		}
	}
	return report.Result.String(), fmt.Sprintf("%s, %s, %s, %d, %s, %s", report.Claim, report.Commitment, report.Game, report.Off,
		contradicts, report.Doubt)
}

func handOfSeeds(r *rand.Rand) any {
	c := struct {
		Server string `json:"server"`
		Client string `json:"client"`
		Cards  string `json:"cards"`
	}{Server: random.Text(r, 1+r.IntN(1100)), Client: random.Text(r, 1+r.IntN(1100)), Cards: "malformed"}
	digest, err := sites.CryptoGames(c.Server, c.Client)
	if err == nil {
		c.Cards = random.Spaced(must.Get(digest.AppendCards(nil)))
	}
	return c
}

func walkCase(r *rand.Rand) any {
	c := struct {
		Chain sites.Chain `json:"chain"`
		Hash  string      `json:"hash"`
		Steps int         `json:"steps"` // that are asked for
		Stand string      `json:"stand"` // the hash, the steps, and whether it is the end
	}{Chain: sites.Chain{Alg: "sha256", Text: r.IntN(2) == 0, Length: uint64(1 + r.IntN(300))}, Steps: r.IntN(400)}
	size := 32
	if r.IntN(2) == 0 {
		c.Chain.Alg, size = "sha512", 64
	}
	c.Hash, c.Chain.End = hex.EncodeToString(random.Bytes(r, size)), strings.Repeat("00", size)
	if r.IntN(2) == 0 { // a hash of the chain
		walk := must.Get(sites.NewWalk(c.Chain, c.Hash))
		walk.Advance(r.IntN(300))
		c.Chain.End = walk.Hash()
	}
	walk := must.Get(sites.NewWalk(c.Chain, c.Hash))
	walk.Advance(c.Steps)
	c.Stand = fmt.Sprint(walk.Hash(), " ", walk.Steps(), " ", walk.Ended())
	return c
}

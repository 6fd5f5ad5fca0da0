// Difftest prints random cases with what the library makes of them, a JSON object a line, for the tests of the npm package.
//
//	go run ./internal/difftest -package seedrng -cases 100 -seed 1
package main

import (
	"bufio"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"

	"github.com/squaredeal/squaredeal/js/internal/difftest/cards"
	"github.com/squaredeal/squaredeal/js/internal/difftest/pads"
	"github.com/squaredeal/squaredeal/js/internal/difftest/raffles"
	"github.com/squaredeal/squaredeal/js/internal/difftest/seeds"
	"github.com/squaredeal/squaredeal/js/internal/difftest/shuffles"
	"github.com/squaredeal/squaredeal/js/internal/difftest/tables"
	"github.com/squaredeal/squaredeal/js/internal/difftest/tosses"
)

// generators have a function for each package, which makes a case: any value that encodes as JSON.
var generators = map[string]func(*rand.Rand) any{
	"board":   tables.Board,
	"commit":  tosses.Toss,
	"drand":   raffles.Round,
	"draw":    raffles.List,
	"hand":    cards.Hand,
	"jgammon": tosses.Throw,
	"onchain": shuffles.Contract,
	"otpdeal": pads.Deal,
	"record":  tables.Record,
	"seedrng": seeds.Stream,
	"shuffle": shuffles.Deal,
	"sites":   seeds.Site,
	"sra":     cards.Proof,
	"table":   tables.Table,
}

func main() {
	name := flag.String("package", "", "the `name` of the package, as in import 'squaredeal/name'")
	cases := flag.Int("cases", 100, "how many cases")
	seed := flag.Uint64("seed", 1, "the seed of the cases")
	flag.Parse()
	generate, ok := generators[*name]
	if !ok {
		fmt.Fprintf(os.Stderr, "difftest: no package %q\n", *name)
		os.Exit(2)
	}
	if err := write(generate, *cases, *seed); err != nil {
		fmt.Fprintln(os.Stderr, "difftest:", err)
		os.Exit(1)
	}
}

// write prints cases, each from a generator of its own, so that one can be had again.
func write(generate func(*rand.Rand) any, cases int, seed uint64) error {
	out := bufio.NewWriter(os.Stdout)
	encoder := json.NewEncoder(out)
	for i := range cases {
		if err := encoder.Encode(generate(rand.New(rand.NewPCG(seed, uint64(i))))); err != nil {
			return err
		}
	}
	return out.Flush()
}

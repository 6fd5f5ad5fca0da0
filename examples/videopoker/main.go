// Command videopoker plays a hand of provably fair video poker.
//
// Without flags, a casino and a player who don't trust one another play a hand of
// Jacks or Better, and the player checks it. Flags pick something else; -h lists
// them.
package main

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/examples/internal/faces"
	"github.com/squaredeal/squaredeal/examples/internal/videopoker"
)

const usage = `usage:
  videopoker [-cheat seed|nonce|cards] [-json]
      plays a hand between a casino and a player; with -cheat, the casino
      cheats: it reveals a false seed, deals the hand of a later nonce, or deals
      false cards
  videopoker -play
      the same, and asks you for the cards to hold
  videopoker -verify -server SEED -client SEED -hash HASH -nonce N [-json]
      computes the cards of a hand again. For a file of hands, and for those of
      other casinos: examples/audit
  videopoker -analyze jacks|tens|bonus|all [-json]
      prints the exact return of pay tables under optimal play

With -json, the result is one JSON object.
`

// modes says which flags go with each flag that picks what to do, and with none.
var modes = map[string][]string{
	"":        {"cheat", "json"},
	"play":    nil,
	"verify":  {"server", "client", "hash", "nonce", "json"},
	"analyze": {"json"},
}

func main() {
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	return cli.Run("videopoker", usage, stdout, stderr, func(out *bufio.Writer) error { return work(args, stdin, out) })
}

func work(args []string, stdin io.Reader, out *bufio.Writer) error {
	flags := flag.NewFlagSet("videopoker", flag.ContinueOnError)
	flags.Bool("play", false, "")
	flags.Bool("verify", false, "")
	asJSON := flags.Bool("json", false, "")
	cheat := cli.Choice(flags, "cheat", cheatSeed, cheatNonce, cheatCards)
	table := cli.Choice(flags, "analyze", "jacks", "tens", "bonus", "all")
	server, client := flags.String("server", "", ""), flags.String("client", "", "")
	hash, nonce := flags.String("hash", "", ""), flags.Uint64("nonce", 0, "")
	if err := cli.Parse(flags, args); err != nil {
		return err
	}
	mode, err := cli.Mode(flags, modes)
	if err != nil {
		return err
	}
	switch mode {
	case "verify":
		return verify(out, *server, *client, *hash, *nonce, *asJSON)
	case "analyze":
		return analyze(out, *table, *asJSON)
	}

	story := out
	if *asJSON {
		story = bufio.NewWriter(io.Discard)
	}
	casino, err := newCasino(*cheat)
	if err != nil {
		return err
	}
	player, err := newPlayer(story)
	if err != nil {
		return err
	}
	if mode == "play" {
		player.in = bufio.NewScanner(stdin)
	}
	hand, err := playHand(story, casino, player)
	if *asJSON {
		hand.Outcome = cli.OutcomeOf(err)
		return cli.PrintResult(out, hand, err)
	}
	return err
}

// A hand is what has become known of a hand when it ends.
type hand struct {
	cli.Outcome
	Table          string   `json:"table"`
	Hash           string   `json:"hash"`
	Client         string   `json:"client"`
	Nonce          uint64   `json:"nonce,string"`
	Deal           []string `json:"deal"`
	Hold           []string `json:"hold"`
	ExpectedReturn float64  `json:"expectedReturn"`
	Final          []string `json:"final"`
	Event          string   `json:"event"`
	Pays           int64    `json:"pays"`
	Server         string   `json:"server"`
}

// playHand plays one hand for one coin. What the casino sends is in return values
// of its methods, what the player sends in their arguments.
func playHand(out *bufio.Writer, casino *casino, player *player) (h hand, err error) {
	say := func(format string, args ...any) { fmt.Fprintf(out, format+"\n", args...) }
	say(`A hand of %s for one coin, between a casino and a player
who don't trust one another.
`, videopoker.JacksOrBetter.Name)

	view := casino.View()
	h.Table, h.Hash = videopoker.JacksOrBetter.Name, view.NextServerHash.String()
	say(`1. The casino has made a secret server seed. Before anything else it
   shows the seed's SHA-256, and is bound to it:`)
	say("     %s\n", h.Hash)

	if h.Client, err = player.Rotate(view.NextServerHash); err != nil {
		return h, err
	}
	say(`2. Only now does the player draw a client seed. The casino couldn't know
   it when it made its own:`)
	say("     %s\n", h.Client)
	if view, err = casino.rotate(view.NextServerHash, h.Client); err != nil {
		return h, err
	}
	if _, err := player.Rotated(view, replay); err != nil {
		return h, err
	}

	h.Nonce = player.View().NextNonce
	deal, err := player.send(casino, h.Nonce, oneCoin)
	if err != nil {
		return h, err
	}
	h.Deal = faces.Names(deal)
	say(`3. The player bets, and numbers the bet %d, its first. Both seeds and this
   nonce determine ten cards: five to deal and five to draw, in order. The
   deal:`, h.Nonce)
	say("     %s\n", faces.Join(deal))

	say("4. The player chooses the cards to hold:")
	hold, err := player.chooseHold(deal)
	if err != nil {
		return h, err
	}
	h.Hold, h.ExpectedReturn = faces.Names(kept(deal, hold.Mask)), hold.Return()
	final, err := player.send(casino, h.Nonce, formatHold(hold.Mask))
	if err != nil {
		return h, err
	}
	row := evaluate(final)
	h.Final, h.Event, h.Pays = faces.Names(final), row.Name, row.Pays
	say("5. The next cards in order replace the others, from left to right:")
	say("     %s", faces.Join(final))
	if row.Pays > 0 {
		say("     %s pays %d for 1.\n", row.Name, row.Pays)
	} else {
		say("     It pays nothing.\n")
	}

	nextClient, err := player.Rotate(view.NextServerHash)
	if err != nil {
		return h, err
	}
	if view, err = casino.rotate(view.NextServerHash, nextClient); err != nil {
		return h, err
	}
	h.Server = view.Revealed.ServerSeed
	say(`6. The hand is over, and the player asks for new seeds. So the casino
   reveals the old server seed:`)
	say("     %s\n", h.Server)

	say("7. The player checks, trusting nobody:")
	if _, err := player.Rotated(view, replay); err != nil {
		say("     The casino has CHEATED.")
		return h, fmt.Errorf("%w: %w", errUnfair, err)
	}
	say(`     The SHA-256 of the server seed is what step 1 showed: the casino
     didn't change it.`)
	say(`     With nonce %d, the seeds give the same cards: they were fixed before
     the player bet, and the casino couldn't try several nonces and take
     the one it liked.
`, h.Nonce)
	say("Anyone can repeat this check:")
	say("  go run ./examples/videopoker -verify -nonce %d -client %s -server %s -hash %s", h.Nonce, h.Client, h.Server, h.Hash)
	return h, nil
}

var errUnfair = cli.CheckFailed(errors.New("the hand isn't fair"))

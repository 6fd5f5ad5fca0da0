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
	"github.com/squaredeal/squaredeal/seedrng"
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
	paytable := cli.Choice(flags, "analyze", "jacks", "tens", "bonus", "all")
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
		return analyze(out, *paytable, *asJSON)
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
	hand, err := (&table{out: story, casino: casino, player: player}).play()
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

// A table is where a casino and a player play a hand for one coin. What the casino sends is
// in return values of its methods, what the player sends in their arguments.
type table struct {
	out    *bufio.Writer
	casino *casino
	player *player
	view   seedrng.View // of the casino's session
	deal   []int
	hand   hand
}

// play plays one hand, and returns it as far as it went.
func (t *table) play() (hand, error) {
	t.say(`A hand of %s for one coin, between a casino and a player
who don't trust one another.
`, videopoker.JacksOrBetter.Name)
	for _, act := range []func() error{t.agreeOnSeeds, t.betAndDeal, t.holdAndDraw, t.reveal, t.check} {
		if err := act(); err != nil {
			return t.hand, err
		}
	}
	return t.hand, nil
}

func (t *table) say(format string, args ...any) { fmt.Fprintf(t.out, format+"\n", args...) }

func (t *table) agreeOnSeeds() (err error) {
	t.view = t.casino.View()
	t.hand.Table, t.hand.Hash = videopoker.JacksOrBetter.Name, t.view.NextServerHash.String()
	t.say(`1. The casino has made a secret server seed. Before anything else it
   shows the seed's SHA-256, and is bound to it:`)
	t.say("     %s\n", t.hand.Hash)

	if t.hand.Client, err = t.player.Rotate(t.view.NextServerHash); err != nil {
		return err
	}
	t.say(`2. Only now does the player draw a client seed. The casino couldn't know
   it when it made its own:`)
	t.say("     %s\n", t.hand.Client)
	if t.view, err = t.casino.rotate(t.view.NextServerHash, t.hand.Client); err != nil {
		return err
	}
	_, err = t.player.Rotated(t.view, replay)
	return err
}

func (t *table) betAndDeal() (err error) {
	t.hand.Nonce = t.player.View().NextNonce
	if t.deal, err = t.player.send(t.casino, t.hand.Nonce, oneCoin); err != nil {
		return err
	}
	t.hand.Deal = faces.Names(t.deal)
	t.say(`3. The player bets, and numbers the bet %d, its first. Both seeds and this
   nonce determine ten cards: five to deal and five to draw, in order. The
   deal:`, t.hand.Nonce)
	t.say("     %s\n", faces.Join(t.deal))
	return nil
}

func (t *table) holdAndDraw() error {
	t.say("4. The player chooses the cards to hold:")
	hold, err := t.player.chooseHold(t.deal)
	if err != nil {
		return err
	}
	t.hand.Hold, t.hand.ExpectedReturn = faces.Names(kept(t.deal, hold.Mask)), hold.Return()
	final, err := t.player.send(t.casino, t.hand.Nonce, formatHold(hold.Mask))
	if err != nil {
		return err
	}
	row := evaluate(final)
	t.hand.Final, t.hand.Event, t.hand.Pays = faces.Names(final), row.Name, row.Pays
	t.say("5. The next cards in order replace the others, from left to right:")
	t.say("     %s", faces.Join(final))
	if row.Pays > 0 {
		t.say("     %s pays %d for 1.\n", row.Name, row.Pays)
	} else {
		t.say("     It pays nothing.\n")
	}
	return nil
}

// reveal has the casino take new seeds, and reveal the old one.
func (t *table) reveal() error {
	next, err := t.player.Rotate(t.view.NextServerHash)
	if err != nil {
		return err
	}
	if t.view, err = t.casino.rotate(t.view.NextServerHash, next); err != nil {
		return err
	}
	if t.view.Revealed != nil { // or the check says so
		t.hand.Server = t.view.Revealed.ServerSeed
	}
	t.say(`6. The hand is over, and the player asks for new seeds. So the casino
   reveals the old server seed:`)
	t.say("     %s\n", t.hand.Server)
	return nil
}

func (t *table) check() error {
	t.say("7. The player checks, trusting nobody:")
	_, err := t.player.Rotated(t.view, replay)
	if errors.Is(err, seedrng.ErrCheat) { // no other error accuses the casino
		t.say("     The casino has CHEATED.")
		return fmt.Errorf("%w: %w", errUnfair, err)
	}
	if err != nil {
		return err
	}
	t.say(`     The SHA-256 of the server seed is what step 1 showed: the casino
     didn't change it.`)
	t.say(`     With nonce %d, the seeds give the same cards: they were fixed before
     the player bet, and the casino couldn't try several nonces and take
     the one it liked.
`, t.hand.Nonce)
	t.say("Anyone can repeat this check:")
	t.say("  go run ./examples/videopoker -verify -nonce %d -client %s -server %s -hash %s", t.hand.Nonce, t.hand.Client,
		t.hand.Server, t.hand.Hash)
	return nil
}

var errUnfair = cli.CheckFailed(errors.New("the hand isn't fair"))

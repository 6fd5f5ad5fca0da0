// Command draw holds raffles whose winners nobody could know or choose, and checks those of
// others.
//
// Without flags it tells of a raffle among twelve: the organiser announces it, an entrant
// checks that she takes part, a round of drand comes, and everybody computes the same
// winners. With -cheat, the organiser cheats, and the others catch it where files can show
// it. Other flags announce a draw, hold it, make a page of it, and check one; -h lists them.
//
// The exit status is 0 if every check succeeds; 1 if one fails, because somebody cheated;
// and 2 if the command line is wrong or the program can't do its work.
package main

import (
	"bufio"
	_ "embed"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/shuffle/draw"
	"github.com/squaredeal/squaredeal/shuffle/draw/drand"
)

func main() {
	os.Exit(run(os.Args[1:], os.Stdout, os.Stderr))
}

// The list of the story, the round that decides, and a later one, as drand published them.
var (
	//go:embed testdata/raffle.txt
	entrants []byte
	//go:embed testdata/round.json
	roundFile []byte
	//go:embed testdata/next.json
	nextFile []byte
)

// uncompressed is the point of the round's signature in its other encoding.
const uncompressed = "11" + "8fa6dc92304844fc4e868d708953e6b628b3f88d4381249d32264df1bfe5bc20aa0905e57fe54063010881767fd56d" +
	"14de9c38952751095602f6518c096e393d5c31eea4105b8d7d4b706d910c22963796b60495c7a2de4bb3d6cee5fe8af5"

// cheats are what the organiser can do, and what catches it.
var cheats = []struct{ name, does, caught string }{
	{"add", "adds a friend to the list after the announcement", "the list has another root"},
	{"list", "shows Hana a list that she is in, and announces one without her", "Hana's receipt is of another draw"},
	{"round", "takes the next round, whose winners suit him", "the announcement names a round"},
	{"forge", "passes another signature off as the round's", "drand's key doesn't verify it"},
	{"encoding", "writes drand's signature in another way, to get another hash", "only one encoding is accepted"},
	{"late", "announces when the round is known", "Alice had the announcement too late"},
	{"void", "prepares thirteen announcements, each with another void line, and shows the one that suits",
		"Hana's receipt is of another draw"},
	{"swap", "gives Hana the receipt of somebody else", "it isn't for her entry"},
	{"again", "doesn't like the winners, and draws again", "there are two announcements of one number"},
}

func cheatNames() (names []string) {
	for _, c := range cheats {
		names = append(names, c.name)
	}
	return names
}

// A story is a raffle, as those who follow it see it.
type story struct {
	cheat string
	say   func(format string, args ...any)
}

// raffle are the terms of the story.
func raffle(network *drand.Network, at time.Time) (draw.Terms, error) {
	round := network.RoundAt(at)
	begins, err := network.TimeOf(round)
	return draw.Terms{
		Label: "Two signed chess boards", Place: "https://example.org/raffles", Number: 1,
		Void:    "if drand hasn't given this round within a week; announcement 2 then names another",
		Winners: 2, Substitutes: 1, Beacon: network.Beacon(), Round: round, Time: begins,
	}, err
}

// tell plays the raffle, with a cheat if there is one, up to the check that catches it.
func (s story) tell() (result, error) {
	published := time.Date(2026, 4, 14, 19, 30, 0, 0, time.UTC)
	list, err := form{}.parse(entrants)
	if err != nil {
		return result{}, err
	}
	announcedList := list
	if s.cheat == "list" {
		announcedList, err = form{}.parse(withoutLine(entrants, "hana@example.org"))
		if err != nil {
			return result{}, err
		}
	}
	network := drand.Quicknet()
	terms, err := raffle(network, time.Date(2026, 4, 14, 20, 18, 16, 0, time.UTC))
	if err != nil {
		return result{}, err
	}
	announced, err := draw.Announce(terms, announcedList)
	if err != nil {
		return result{}, err
	}
	r := resultOf(announced)
	receipt, err := s.hanas(terms, list)
	if err != nil {
		return r, err
	}

	s.say("1. The organiser announces a raffle at 19:30. Everything is fixed: the list, by its root; how many win; and a round " +
		"of drand that comes at 20:18, which nobody knows yet.")
	s.say("%s", indented(announced.Text()))
	s.say("The SHA-256 of these lines is the announcement's digest. Entrants compare it as words, before the round: %s.", r.Words)

	s.say("2. Alice has the announcement in time, at least ten minutes before the round. Hana checks her receipt: that it is of "+
		"this announcement, that it is for her entry, and that this is one of the %d, by a path of hashes from its line to the "+
		"root; all in %d bytes.", announced.Entries(), len(receipt.Bytes()))
	if s.cheat == "late" {
		published = terms.Time.Add(time.Minute)
	}
	if err := announced.CheckTime(published, draw.Margin); err != nil {
		return r, cli.CheckFailed(err)
	}
	if err := checkReceipt(announced, receipt); err != nil {
		return r, cli.CheckFailed(err)
	}
	if _, err := checkOwn(receipt, "hana@example.org", ""); err != nil {
		return r, cli.CheckFailed(err)
	}

	s.say("3. drand publishes the round. The nodes of many organisations sign it together, and only one signature verifies. Its " +
		"hash is the randomness:")
	value, err := network.ParseRound(s.round())
	if err != nil {
		return r, cli.CheckFailed(err)
	}
	s.say("%s", indented(fmt.Sprintf("round %d, %s\n%x\n", value.Round, value.Time.Format(time.RFC3339), value.Randomness)))

	shown := announcedList
	if s.cheat == "add" {
		shown, err = form{}.parse(append(slices.Clone(entrants), "friend@example.org\n"...))
		if err != nil {
			return r, err
		}
	}
	positions, err := announced.Draw(shown, value)
	if err != nil {
		return r, cli.CheckFailed(err)
	}
	receipts, err := receiptsOf(announced, shown, nil, positions)
	if err != nil {
		return r, err
	}
	r.fill(announced, value, receipts)
	s.say("4. Everybody shuffles the list by it, and gets the same places:")
	s.say("%s", indented(r.places()))
	s.say("Those who don't have the list check the proofs of these places alone. The organiser can't hide who has won, as there is no secret.")
	if err := announced.CheckPlaces(value, shown.Prove(positions...)); err != nil {
		return r, cli.CheckFailed(err)
	}

	if s.cheat == "again" {
		terms.Label += ", after an error"
		second, err := draw.Announce(terms, list)
		if err != nil {
			return r, err
		}
		s.say("5. A second announcement appears, with other winners. Its digest: %s.", second.Digest().Words())
		if second.Contradicts(announced) {
			return r, cli.CheckFailed(errors.New("two announcements of number 1 at one place, of which one was shown afterwards"))
		}
	}
	s.say("5. What an organiser who cheats would have to do, for -cheat:")
	var all strings.Builder
	for _, c := range cheats {
		all.WriteString(cli.Wrap(fmt.Sprintf("   %-9s", c.name), "            ", c.does+": "+c.caught+"."))
	}
	s.say("%s", all.String())
	s.say("6. What no draw can show: that the organiser had not prepared a thousand announcements, to publish the one that " +
		"suits, which is why the digest must be with entrants before the round, or in a public log (-enter); that nobody was left " +
		"out who has no proof; and that entrants are real people.")
	return r, nil
}

// hanas is the receipt that Hana has got.
func (s story) hanas(terms draw.Terms, list *draw.List) (draw.Receipt, error) {
	entry := "hana@example.org"
	switch s.cheat {
	case "void":
		terms.Void = "if the organiser's computer fails"
	case "swap":
		entry = "bogdan@example.org"
	}
	announced, err := draw.Announce(terms, list)
	if err != nil {
		return draw.Receipt{}, err
	}
	position, _ := list.Find([]byte(entry))
	return announced.Receipt(list.Prove(position)[0])
}

// round is the file of the round that the organiser shows.
func (s story) round() []byte {
	switch s.cheat {
	case "round":
		return nextFile
	case "forge":
		return []byte(strings.Replace(string(nextFile), "27798188", "27798178", 1))
	case "encoding":
		return fmt.Appendf(nil, `{"round":27798178,"signature":"%s"}`, uncompressed)
	}
	return roundFile
}

func withoutLine(text []byte, line string) []byte {
	return []byte(strings.Replace(string(text), line+"\n", "", 1))
}

func indented(text string) string {
	return "   " + strings.ReplaceAll(strings.TrimSuffix(text, "\n"), "\n", "\n   ")
}

// tellTo tells the story to people.
func tellTo(out *bufio.Writer, cheat string) (result, error) {
	return story{cheat, func(format string, args ...any) {
		text := fmt.Sprintf(format, args...)
		switch {
		case strings.HasPrefix(text, "   "): // in lines already
		case text[0] >= '0' && text[0] <= '9':
			text = cli.Wrap("", "   ", text)
		default:
			text = cli.Wrap("   ", "   ", text)
		}
		fmt.Fprintf(out, "%s\n\n", strings.TrimSuffix(text, "\n"))
	}}.tell()
}

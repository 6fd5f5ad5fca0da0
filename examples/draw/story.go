package main

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/shuffle/draw"
	"github.com/squaredeal/squaredeal/shuffle/draw/drand"
)

// A storyMode tells of a raffle among twelve.
type storyMode struct {
	cheat *string
	json  *bool
}

func (m *storyMode) define(flags *flag.FlagSet) {
	m.cheat, m.json = cli.Choice(flags, "cheat", cheatNames()...), on(flags, "json")
}

func (m *storyMode) run(_ world, out *bufio.Writer, _ io.Writer) error {
	shown, err := cheated(*m.cheat)
	if err != nil {
		return err
	}
	if !*m.json {
		_, err := (&story{raffle: shown, say: sayTo(out)}).tell()
		return err
	}
	r, err := (&story{raffle: shown, say: func(string, ...any) {}}).tell()
	return r.print(out, true, err)
}

// sayTo prints what is told to people, in paragraphs.
func sayTo(out *bufio.Writer) func(format string, args ...any) {
	return func(format string, args ...any) {
		text := fmt.Sprintf(format, args...)
		switch {
		case strings.HasPrefix(text, "   "): // in lines already
		case text[0] >= '0' && text[0] <= '9':
			text = cli.Wrap("", "   ", text)
		default:
			text = cli.Wrap("   ", "   ", text)
		}
		fmt.Fprintf(out, "%s\n\n", strings.TrimSuffix(text, "\n"))
	}
}

// A story is a raffle, as those who follow it see it.
type story struct {
	raffle
	say       func(format string, args ...any)
	announced *draw.Announcement
	value     draw.Value
	result    result
}

// tell plays the raffle up to the check that catches the organiser, if one does.
func (s *story) tell() (result, error) {
	for _, scene := range []func() error{s.announce, s.check, s.publish, s.draw, s.announceAgain} {
		if err := scene(); err != nil {
			return s.result, err
		}
	}
	s.explain()
	return s.result, nil
}

func (s *story) announce() error {
	list, err := form{}.parse(s.list)
	if err != nil {
		return err
	}
	if s.announced, err = draw.Announce(s.terms, list); err != nil {
		return err
	}
	s.result = resultOf(s.announced)
	s.say("1. The organiser announces a raffle at %s. Everything is fixed: the list, by its root; how many win; and a round "+
		"of drand that comes at %s.", s.published.Format("15:04"), s.terms.Time.Format("15:04"))
	s.say("%s", indented(s.announced.Text()))
	s.say("The SHA-256 of these lines is the announcement's digest. Entrants compare it as words, before the round: %s.", s.result.Words)
	return nil
}

// check is what entrants do before the round.
func (s *story) check() error {
	receipt, err := s.hanas.receipt()
	if err != nil {
		return err
	}
	if err := s.announced.CheckTime(s.published, draw.Margin); err != nil {
		return cli.CheckFailed(err)
	}
	s.say("2. Alice has the announcement in time, at least ten minutes before the round, which nobody knows yet. Hana checks her "+
		"receipt: that it is of this announcement, that it is for her entry, and that this is one of the %d, by a path of hashes from "+
		"its line to the root; all in %d bytes.", s.announced.Entries(), len(receipt.Bytes()))
	if err := checkReceipt(s.announced, receipt); err != nil {
		return cli.CheckFailed(err)
	}
	if _, err := checkOwn(receipt, "hana@example.org", "hana@example.org"); err != nil {
		return cli.CheckFailed(err)
	}
	return nil
}

// receipt makes the receipt, from the list that Hana is in.
func (h handout) receipt() (draw.Receipt, error) {
	list, err := form{}.parse(entrants)
	if err != nil {
		return draw.Receipt{}, err
	}
	announced, err := draw.Announce(h.terms, list)
	if err != nil {
		return draw.Receipt{}, err
	}
	position, _ := list.Find([]byte(h.entry))
	return announced.Receipt(list.Prove(position)[0])
}

func (s *story) publish() (err error) {
	s.say("3. drand publishes the round. The nodes of many organisations sign it together, and only one signature verifies. Its " +
		"hash is the randomness:")
	if s.value, err = drand.Quicknet().ParseRound(s.round); err != nil {
		return cli.CheckFailed(err)
	}
	s.say("%s", indented(fmt.Sprintf("round %d, %s\n%x\n", s.value.Round, s.value.Time.Format(time.RFC3339), s.value.Randomness)))
	return nil
}

func (s *story) draw() error {
	list, err := form{}.parse(s.shown)
	if err != nil {
		return err
	}
	positions, err := s.announced.Draw(list, s.value)
	if err != nil {
		return cli.CheckFailed(err)
	}
	receipts, err := receiptsOf(s.announced, list, nil, positions)
	if err != nil {
		return err
	}
	s.result.fill(s.announced, s.value, receipts)
	s.say("4. Everybody shuffles the list by it, and gets the same places:")
	s.say("%s", indented(s.result.places()))
	s.say("Those who don't have the list check the proofs of these places alone. It is published, so the organiser can't hide who has won.")
	if err := s.announced.CheckPlaces(s.value, list.Prove(positions...)); err != nil {
		return cli.CheckFailed(err)
	}
	return nil
}

// announceAgain is what an organiser may try who doesn't like the winners.
func (s *story) announceAgain() error {
	for _, terms := range s.again {
		list, err := form{}.parse(s.list)
		if err != nil {
			return err
		}
		second, err := draw.Announce(terms, list)
		if err != nil {
			return err
		}
		s.say("5. A second announcement appears, with other winners. Its digest: %s.", second.Digest().Words())
		if second.Contradicts(s.announced) {
			return cli.CheckFailed(errors.New("two announcements of number 1 at one place, of which one was shown afterwards"))
		}
	}
	return nil
}

func (s *story) explain() {
	s.say("5. What an organiser who cheats would have to do, for -cheat:")
	var all strings.Builder
	for _, c := range cheats {
		all.WriteString(cli.Wrap(fmt.Sprintf("   %-9s", c.name), "            ", c.does+": "+c.caught+"."))
	}
	s.say("%s", all.String())
	s.say("6. What no draw can show: that the organiser had not prepared a thousand announcements, to publish the one that " +
		"suits, which is why the digest must be with entrants before the round, or in a public log (-enter); that nobody was left " +
		"out who has no proof; and that entrants are real people.")
}

func indented(text string) string {
	return "   " + strings.ReplaceAll(strings.TrimSuffix(text, "\n"), "\n", "\n   ")
}

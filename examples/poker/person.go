package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/squaredeal/squaredeal/commit/table"
	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/examples/internal/faces"
	"github.com/squaredeal/squaredeal/examples/internal/holdem"
)

// A person bets by what they type. Theirs is the game of the seat, which Default completes.
type person struct {
	*holdem.Game
	seat     *seat
	terminal bool        // where they type: what comes before they are asked is void
	moves    chan func() // their lines; those that aren't typed at a terminal wait for their turn
	shown    time.Time   // when they were asked, zero when it isn't their turn
	left     bool        // as they said
}

func newPerson(s *seat, input io.Reader) *person {
	file, ok := input.(*os.File)
	return &person{seat: s, terminal: ok && cli.IsTerminal(file), moves: make(chan func())}
}

// Default checks or folds for somebody who takes too long, so that they aren't out.
func (p *person) Default() []byte {
	least := p.Betting.Legal(p.Me).CheckOr(holdem.Fold)
	p.seat.story.Say("Your time is up: you %s.", strings.TrimSuffix(least.Kind.String(), "s")) // checks, folds or mucks
	return p.Move(least)
}

// lines passes on what they type. Who types no more leaves.
func (p *person) lines(ctx context.Context, input io.Reader) {
	pass := func(move func()) {
		select {
		case p.moves <- move:
		case <-ctx.Done():
		}
	}
	in := bufio.NewScanner(input)
	for in.Scan() { // nothing interrupts the reading of a terminal
		text, at := in.Text(), time.Now()
		pass(func() { p.takes(text, at) })
	}
	pass(p.leave)
}

// turn asks them if it is their turn.
func (p *person) turn(item table.Item, choosing bool) {
	s := p.seat
	if s.Moves = nil; choosing || p.terminal {
		s.Moves = p.moves
	}
	if p.left && !s.party.alone {
		p.sayLeave()
	}
	switch {
	case !choosing:
		p.shown = time.Time{}
	case p.left:
		s.act(p.Betting.Legal(p.Me).CheckOr(holdem.Fold))
	case p.shown.IsZero():
		p.shown = time.Now()
		s.story.table(s.game)
		p.ask(item.Left)
	case !s.story.Asking:
		p.ask(item.Left) // again, after other output
	}
}

func (p *person) ask(left time.Duration) {
	s, limit := p.seat, ""
	if s.Terms.Grace < day {
		limit = " for " + span(left-s.Terms.Grace/2) // then Default is asked
	}
	var texts []string
	for _, c := range choices(p.Betting.Legal(p.Me), p.Betting.Stacks[p.Me]) {
		texts = append(texts, c.text)
	}
	s.story.Ask("Your turn%s: %s, leave (q)", limit, strings.Join(texts, ", "))
}

// A choice is an action, and what to type for it: a verb, or the key after it.
type choice struct {
	text   string
	action holdem.Action
}

// choices are those of a seat with some chips left.
func choices(l holdem.Legal, stack int) (list []choice) {
	add := func(kind holdem.Kind, to int, format string, args ...any) {
		list = append(list, choice{fmt.Sprintf(format, args...), holdem.Action{Kind: kind, To: to}})
	}
	if l.Muck {
		add(holdem.Muck, 0, "muck your cards (c)")
		add(holdem.Show, 0, "show them (s)")
		return list
	}
	if l.Fold {
		add(holdem.Fold, 0, "fold (f)")
	}
	switch {
	case l.Check:
		add(holdem.Check, 0, "check (c)")
	case l.Call == stack:
		add(holdem.Call, 0, "call %d, all-in (c)", stack)
	default:
		add(holdem.Call, 0, "call %d (c)", l.Call)
	}
	switch {
	case l.MaxRaise == 0:
	case l.MinRaise >= l.MaxRaise:
		add(holdem.Raise, l.MaxRaise, "all-in with %d (a)", stack)
	default:
		add(holdem.Raise, 0, "bet %d–%d in all (b N)", l.MinRaise, l.MaxRaise)
		add(holdem.Raise, l.MaxRaise, "all-in (a)")
	}
	return list
}

// parseAction returns the action that some words are, if they are among the choices.
func parseAction(words []string, l holdem.Legal) (a holdem.Action, ok bool) {
	last := words[len(words)-1]
	verb := strings.Join(words[:len(words)-1], " ")
	if to, err := strconv.Atoi(last); err == nil && slices.Contains([]string{"b", "bet", "r", "raise", "raise to"}, verb) {
		a = holdem.Action{Kind: holdem.Raise, To: to}
		return a, l.Allows(a)
	}
	for _, c := range choices(l, 0) {
		if verb == "" && (strings.HasPrefix(c.text, last+" ") || strings.HasSuffix(c.text, "("+last+")")) {
			return c.action, l.Allows(c.action)
		}
	}
	return a, false
}

// takes takes a line.
func (p *person) takes(text string, at time.Time) {
	s, words := p.seat, strings.Fields(strings.ToLower(text))
	s.story.Asking = s.story.Asking && !p.terminal // their line is shown
	switch {
	case len(words) == 0:
	case words[0] == "q" || words[0] == "quit" || words[0] == "leave":
		p.leave()
	case p.shown.IsZero() || !at.After(p.shown) && p.terminal:
		s.story.Say("That came before your turn, and doesn't count.")
	default:
		if a, ok := parseAction(words, p.Betting.Legal(p.Me)); ok {
			s.act(a)
		} else {
			s.story.Say("%.40q isn't one of the choices.", text)
		}
	}
}

// leave leaves after this hand, or the first one, in which they check or fold from now on. Where nobody else's
// program plays, nobody needs to be told.
func (p *person) leave() {
	s := p.seat
	if p.left {
		return
	}
	if p.left = true; s.party.alone {
		s.stop()
		return
	}
	p.sayLeave()
}

// sayLeave has the program say that they leave, which it can't before the game has begun, and says so once.
func (p *person) sayLeave() {
	if p.seat.Player.Leave() == nil {
		p.seat.story.Say("You leave after this hand, and keep your chips. Your program stays until the match is over, to get your " +
			"deposit back; if you end it now, the deposit is lost.")
	}
}

// table draws the table as a person sees it.
func (t *teller) table(g *holdem.Game) {
	b := g.Betting
	t.Rule(fmt.Sprintf("hand %d, %s", g.Hand, b.Street))
	pot := 0
	for s, chips := range b.Stacks {
		pot += b.Paid[s]
		name, state := fmt.Sprintf("seat %d", s), ""
		if s == g.Me {
			name += " (you)"
		}
		if s == b.Button {
			name += " (D)"
		}
		switch {
		case !g.Plays(s):
			state = "out"
		case b.Out[s]:
			state = "folded"
		case chips == 0:
			state = "all-in"
		case b.Bets[s] > 0:
			state = fmt.Sprintf("has bet %d", b.Bets[s])
		}
		fmt.Fprintln(t.Out, strings.TrimRight(fmt.Sprintf("  %-16s %9s   %s", name, cli.Thousands(chips), state), " "))
	}
	open := faces.Join(g.Board()) + strings.Repeat(" ··", 5-len(g.Board()))
	fmt.Fprintf(t.Out, "\n  board  %s     pot  %s\n  yours  %s\n\n", strings.TrimSpace(open), cli.Thousands(pot), faces.Join(g.Hole()))
}

// span writes a time as people say it, in whole seconds.
func span(d time.Duration) string {
	d = (d + time.Second - 1).Truncate(time.Second)
	if d%time.Minute == 0 {
		return cli.Count(int64(d/time.Minute), "minute")
	}
	return cli.Count(int64(d/time.Second), "second")
}

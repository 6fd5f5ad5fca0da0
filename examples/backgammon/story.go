package main

import (
	"bufio"
	"errors"
	"fmt"
	"slices"

	"github.com/squaredeal/squaredeal/commit"
	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/examples/internal/duel"
)

func (g game) introduce(out *bufio.Writer) {
	fmt.Fprintf(out, "Two seats who don't trust one another throw two dice, %s.\n%s\n", cli.Count(g.throws, "time"), g.protocol.about)
	if g.cheat != nil {
		out.WriteString(cli.Wrap("", "", "Seat 1 CHEATS: "+g.cheat.deed))
	}
	out.Flush()
}

func (p *party) say(format string, args ...any) { fmt.Fprintf(p.out, format, args...) }

func (p *party) paragraph(format string, args ...any) {
	p.say("\n%s", cli.Wrap("", "", fmt.Sprintf(format, args...)))
}

func (p *party) step(n int, text string) {
	p.say("\n%s", cli.Wrap(fmt.Sprintf("%d. ", n), "   ", text))
}

func (p *party) tellGreetings() {
	p.step(1, "The seats agree on the game, and each adds a random text:")
	for _, greeting := range p.greetings {
		p.say("  %s\n", cli.Printable(greeting))
	}
}

// tell tells a throw: step by step if it is the first one or fails, else in a row.
func (p *party) tell(t throw, err error) {
	defer p.out.Flush()
	if t.Number > 1 && err == nil {
		p.tellRow(t)
		return
	}
	p.say("\nThrow %d, step by step\n", t.Number)
	if t.Refused > 0 {
		p.say("(A seat refused to reveal, and it began again, %s.)\n", cli.Count(t.Refused, "time"))
	}
	for turn, message := range t.Said {
		if turn%2 == 0 && message != nil {
			p.step(2+turn/2, p.protocol.steps[turn/2])
		}
		start := fmt.Sprintf("seat %d", turn%2)
		for line := range slices.Chunk(message[min(p.protocol.head, len(message)):], 32) {
			p.say("  %6s %x\n", start, line)
			start = ""
		}
	}
	if err != nil {
		p.tellFailure(err)
		return
	}
	p.step(4, p.protocol.steps[2])
	p.say("  %s\n", t.Source)
	p.step(5, p.protocol.steps[3])
	p.say("  N = %d: %v\n", t.Dice.number(), t.Dice)
}

func (p *party) tellRow(t throw) {
	if t.Number == 2 {
		p.say("\nThe other throws go the same way:\n\n%s\n", p.protocol.header)
	}
	p.say("  %5d", t.Number)
	for _, commitment := range t.Said[:2] {
		p.say("  %x… ", commitment[p.protocol.head:][:6])
	}
	source := t.Source
	if len(source) > 11 {
		source = source[:10] + "…"
	}
	p.say("  %-11s  %2d  %v", source, t.Dice.number(), t.Dice)
	if t.Refused > 0 {
		p.say("  %d refused", t.Refused)
	}
	p.say("\n")
}

func (p *party) tellFailure(err error) {
	other := 1 - p.conn.Seat
	switch {
	case cli.Status(err) != cli.Failed: // nobody's fault
	case errors.Is(err, duel.ErrSilent) && p.cheat != nil:
		p.paragraph("Seat 0 has ended the game: it saw the cheat, or it has left.")
	case errors.Is(err, duel.ErrSilent):
		p.paragraph("Seat %d is GONE, or the line between both is broken. The game is over.", other)
	case errors.Is(err, commit.ErrMismatch):
		p.paragraph("Seat %d has CHEATED: %s.", other, p.protocol.mismatch)
	case errors.Is(err, errRefused) && p.protocol.restarts > 0:
		p.paragraph("Seat %d refuses to reveal again and again, and has LOST the game.", other)
	case errors.Is(err, errRefused):
		p.paragraph(`Seat %d refuses to reveal, and has LOST the game. There is no second try, since a seat that
			may try again may choose.`, other)
	default:
		p.paragraph("Seat %d has said nothing valid, and has LOST the game.", other)
	}
}

// tellEnd sums up a game that was finished.
func (p *party) tellEnd(m *missed) {
	other := 1 - p.conn.Seat
	switch {
	case p.cheat != nil:
		p.paragraph("The game was finished. Seat 0 says itself whether it saw the cheat.")
	case m == nil:
		p.paragraph("No check has failed. Both seats know the same seeds, as they know the same commitments.")
	case m.Echoes > 0:
		p.paragraph(`The protocol has MISSED that in %d of %d throws, seat %d sent seat %d's own hash and bits
			back. Twice the same byte makes N even: in %d of the %d throws it is, and with fair dice it would be
			in half of them.`, m.Echoes, m.Throws, other, p.conn.Seat, m.Even, m.Throws)
	case m.Replays > 0:
		p.paragraph(`The protocol has MISSED that in %d of %d throws, seat %d sent a hash and bits that had been
			sent before. It can't choose the dice by that as long as seat %d's bits are new, but it has drawn
			nothing itself.`, m.Replays, m.Throws, other, p.conn.Seat)
	case m.Refused > 0:
		p.paragraph(`The protocol has MISSED that seat %d chose. Knowing the throw, it refused to reveal %s. %d
			of the %d throws are doubles; with fair dice, 1 in 6 would be.`, other, cli.Count(m.Refused, "time"), m.Doubles, m.Throws)
	default:
		p.paragraph("The protocol has accepted every throw, and no hash was sent twice.")
	}
}

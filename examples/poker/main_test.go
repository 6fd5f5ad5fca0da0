package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/squaredeal/squaredeal/commit"
	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/examples/internal/clitest"
	"github.com/squaredeal/squaredeal/examples/internal/story"
	"github.com/squaredeal/squaredeal/sra"
)

// command runs the program as from a shell.
func command(args ...string) (status int, stdout, stderr string) { return patient.command(args...) }

func (p patience) command(args ...string) (status int, stdout, stderr string) {
	var out, err strings.Builder
	status = p.run(args, &out, &err)
	return status, out.String(), err.String()
}

// calls is a player who never bets nor folds, and folds one who folds whenever it can.
func calls(g *game, _, _ []int) action {
	if seat := g.turn(); g.paid[seat] < g.due {
		return call
	}
	return check
}

func folds(g *game, _, _ []int) action {
	if seat := g.turn(); g.paid[seat] < g.due {
		return fold
	}
	return check
}

func TestDefault(t *testing.T) {
	status, out, stderr := command()
	if status != cli.Passed || stderr != "" {
		t.Fatalf("status %d, %s", status, stderr)
	}
	clitest.CheckWidth(t, out)
	at := 0
	for _, want := range []string{
		"4 players", "\n1. Each", "All seats found the fingerprint", "\n2. They toss", "has the button.\n", "\n3. Each", "All others checked that seat 0 has the key",
		"\n4. Each", "All others checked seat 0's proof: 52 cards, none missing, doubled or foreign.", "All others checked seat 3's proof: 52 cards", "\n5. Each",
		"All others checked seat 3's proof: it took its layer off", "Seat 0 saw its cards", "Seat 3 saw its cards", "Bets: seat", "\n6. The flop", "All seats checked the proofs of all others, and saw",
		"Bets: seat", "gets ", " weren't dealt. No key was shown.\n", "The relay has carried ",
	} {
		i := strings.Index(out[at:], want)
		if i < 0 {
			t.Fatalf("after %d bytes, the output lacks %q:\n%s", at, want, out)
		}
		at += i
	}
	seen := make(map[string]bool)
	for _, m := range regexp.MustCompile(`saw its cards, (.*), which|All seats .* and saw (.*)\.\n`).FindAllStringSubmatch(out, -1) {
		for _, c := range strings.Fields(m[1] + m[2]) {
			if seen[c] {
				t.Errorf("%s is there twice", c)
			}
			seen[c] = true
		}
	}
	if len(seen) < 4*holeCards+3 || len(seen) > 4*holeCards+boardCards {
		t.Errorf("%d cards: %v", len(seen), seen)
	}
}

func TestSeats(t *testing.T) {
	if testing.Short() {
		t.Skip("-short")
	}
	for _, seats := range []string{"2", "5"} {
		status, out, stderr := command("-seats", seats)
		if status != cli.Passed || !strings.HasPrefix(out, seats+" players") {
			t.Errorf("%s seats: status %d, %s", seats, status, stderr)
		}
		clitest.CheckWidth(t, out)
	}
}

// few is a number of seats. Shuffling takes long on 32 bits.
func few() int {
	if testing.Short() {
		return 2
	}
	return 3
}

// Each cheat is caught by all others, and named.
func TestCheats(t *testing.T) {
	seats := fmt.Sprint(few())
	for cheat, reason := range map[string]string{
		cheatShuffle: ": sra: invalid proof: the proof of the shuffle doesn't hold",
		cheatStrip:   ": sra: invalid proof: the proof of the decryption doesn't hold",
		cheatPeek:    ": sra: against the rules: it deals position " + fmt.Sprintf("%d to everyone, position %d to everyone, ", 2*few(), 2*few()+1),
		cheatStall:   " or the relay: no message came in time",
	} {
		p := patient
		if cheat == cheatStall { // wait as long as four whole hands take, and not longer
			if testing.Short() {
				continue
			}
			begun := time.Now()
			if status, _, stderr := command("-seats", seats); status != cli.Passed {
				t.Fatalf("status %d, %s", status, stderr)
			}
			p.answer = min(max(3*time.Second, 4*time.Since(begun)), p.answer)
		}
		status, out, stderr := p.command("-seats", seats, "-cheat", cheat)
		if status != cli.Failed || !strings.HasPrefix(stderr, "poker: seat 0"+reason) {
			t.Errorf("%s: status %d, %s", cheat, status, stderr)
		}
		stopped := " the hand: seat 0" + reason
		if !strings.Contains(strings.Join(strings.Fields(out), " "), stopped) {
			t.Errorf("%s: %s", cheat, out)
		}
		if strings.Contains(out, "\n6. ") || strings.Contains(out, "the pot of") || strings.Contains(out, "\n5. ") == (cheat == cheatShuffle) {
			t.Errorf("%s isn't caught at once: %s", cheat, out)
		}
		clitest.CheckWidth(t, out)
	}
}

func TestFlags(t *testing.T) {
	for _, c := range []struct{ args, want string }{
		{"-cheat relay", `invalid value "relay" for flag -cheat: must be shuffle, strip, peek or stall`},
		{"-seats 1", `invalid value "1" for flag -seats: must be a number from 2 to 9`},
		{"-seats 10", `invalid value "10" for flag -seats: must be a number from 2 to 9`},
		{"-seats two", `invalid value "two" for flag -seats: must be a number from 2 to 9`},
		{"-relay=", `invalid value "" for flag -relay: must be an address`},
		{"-relay :0 -connect :1 -seat 1", "-connect and -relay can't be used together"},
		{"-connect :1", "-connect needs -seat"},
		{"-seat 1", "-seat needs -connect or -relay"},
		{"-relay :0 -seat 4", "-seat 4 needs -seats 5 or more"},
		{"-relay :0 -cheat peek", "-cheat needs -seat"},
		{"-relay :0 -json", "-json needs -seat"},
		{"-connect :1 -seat 1 -cheat peek", "-cheat needs -seat 0"},
		{"extra", `unexpected argument "extra"`},
	} {
		status, out, stderr := command(strings.Fields(c.args)...)
		if status != cli.Broken || out != "" || !strings.HasPrefix(stderr, "poker: "+c.want) || !strings.Contains(stderr, "-h for help") {
			t.Errorf("%q: status %d, %s, %s", c.args, status, out, stderr)
		}
	}
	if status, out, _ := command("-h"); status != cli.Passed || !strings.HasPrefix(out, usage) {
		t.Errorf("-h: status %d, %s", status, out)
	}
	clitest.CheckWidth(t, usage)
}

func TestJSON(t *testing.T) {
	status, out, stderr := command("-seats", "2", "-json")
	var r result
	if err := json.Unmarshal([]byte(out), &r); err != nil || status != cli.Passed || stderr != "" {
		t.Fatalf("status %d, %v, %s, %s", status, err, out, stderr)
	}
	if r.Result != "passed" || r.Blamed != nil || r.Button == nil || len(r.Winners) == 0 || len(r.Payout) != 2 || len(r.Bets) == 0 {
		t.Errorf("%s", out)
	}
	status, out, stderr = command("-seats", "2", "-json", "-cheat", cheatPeek)
	r = result{}
	if err := json.Unmarshal([]byte(out), &r); err != nil || status != cli.Failed || stderr != "poker: "+r.Reason+"\n" {
		t.Fatalf("status %d, %v, %s, %s", status, err, out, stderr)
	}
	if r.Result != "failed" || !slices.Equal(r.Blamed, []int{0}) || r.OrRelay || r.Winners != nil {
		t.Errorf("%s", out)
	}
}

// Three seats as three commands play them, one with the relay. Each is shown its own
// cards only, and the fingerprint before them.
func TestThreeProcesses(t *testing.T) {
	if testing.Short() {
		t.Skip("-short")
	}
	var outs [3]clitest.Output
	var statuses [3]int
	var wg sync.WaitGroup
	play := func(i int, args ...string) {
		args = append(args, "-seats", "3", "-seat", fmt.Sprint(i))
		wg.Go(func() { statuses[i] = patient.run(args, &outs[i], &outs[i]) })
	}
	play(0, "-relay", "127.0.0.1:0")
	addr := outs[0].Address(t)
	play(1, "-connect", addr)
	play(2, "-connect", addr)
	wg.Wait()
	for i := range outs {
		out := outs[i].String()
		clitest.CheckWidth(t, out)
		print, own := strings.Index(out, "found the fingerprint"), strings.Index(out, fmt.Sprintf("Seat %d saw its cards", i))
		if statuses[i] != cli.Passed || print < 0 || own < print || strings.Count(out, "saw its cards") != 1 || !strings.Contains(out, " of the pot of ") && !strings.Contains(out, " gets the pot of ") {
			t.Errorf("seat %d: status %d, %s", i, statuses[i], out)
		}
		if i == 0 && !strings.Contains(out, "waits for 2 more seats.") {
			t.Error(out)
		}
	}
}

// tableOf is a table whose seats are all in this process.
func tableOf(p patience, seats int) (*table, *strings.Builder) {
	var text strings.Builder
	return &table{patience: p, out: bufio.NewWriter(&text), all: seats, seats: upTo(seats)}, &text
}

// play plays a hand between such players, without a fault.
func play(t *testing.T, seats int, p player) (*table, []*seat) {
	t.Helper()
	hand, _ := tableOf(patient, seats)
	table, err := hand.run("127.0.0.1:0", func(s *seat) {
		s.player = p
		s.playHand()
	})
	if err == nil {
		err = judge(table)
	}
	if err != nil {
		t.Fatal(err)
	}
	return hand, table
}

// What the relay has carried is all that a seat gets, and it holds the cards that were
// opened, and no other: none before its time, no folded one, none that wasn't dealt.
// Seat 0 folds on the flop.
func TestRelaySeesNothing(t *testing.T) {
	r, table := play(t, 3, func(g *game, own, board []int) action {
		owes := g.paid[g.turn()] < g.due
		switch {
		case g.turn() == 0 && g.street > preflop && owes:
			return fold
		case owes:
			return call
		case g.turn() == 2 && g.street == flop:
			return bet
		}
		return check
	})
	s := table[1]
	if !s.game.out[0] || len(s.board) != boardCards || len(s.shown) != 2 || s.shown[0] != nil {
		t.Fatalf("%+v, board %v, shown %v", s.game, s.board, s.shown)
	}

	deck, err := publicDeck()
	if err != nil {
		t.Fatal(err)
	}
	first := make(map[int]int) // the frame in which a card is in clear first
	for i, frame := range r.carried {
		for c := range deckSize {
			if _, seen := first[c]; !seen && bytes.Contains(frame, deck.At(c).Bytes()) {
				first[c] = i
			}
		}
	}
	var order []int // of cards, as they were opened
	for _, at := range [][]int{s.board[:3], s.board[3:4], s.board[4:], s.shown[s.game.in()[0]], s.shown[s.game.in()[1]]} {
		for _, c := range at {
			if len(order) > 0 && first[c] < first[order[len(order)-1]] {
				t.Errorf("card %d is seen before its time", c)
			}
			order = append(order, c)
		}
	}
	slices.Sort(order)
	if seen := slices.Sorted(maps.Keys(first)); !slices.Equal(seen, order) {
		t.Errorf("in clear: %v, opened: %v", seen, order)
	}
	if found, err := r.cards(); err != nil || !slices.Equal(found, order) {
		t.Errorf("the relay finds %v, %v, want %v", found, err, order)
	}

	// It would find another one.
	r.carried = append(r.carried, append([]byte("something and "), deck.At(table[0].own[0]).Bytes()...))
	if err := r.sayCarried(t.Logf, s); cli.Status(err) != cli.Failed {
		t.Errorf("a card in clear goes unseen: %v", err)
	}
}

// A seat knows its own cards, the board, and what is shown.
func TestSeatsSee(t *testing.T) {
	if testing.Short() {
		t.Skip("-short")
	}
	_, table := play(t, 3, calls)
	all := make(map[int]int)
	for _, s := range table {
		if len(s.own) != holeCards || len(s.shown) != len(table) || !slices.Equal(s.shown[s.number], s.own) || !slices.Equal(s.board, table[0].board) {
			t.Fatalf("seat %d: %v, board %v, shown %v", s.number, s.own, s.board, s.shown)
		}
		for _, c := range s.own {
			all[c]++
		}
		for _, other := range table {
			if !slices.Equal(s.shown[other.number], other.own) {
				t.Errorf("seat %d has %v, and seat %d sees %v", other.number, other.own, s.number, s.shown[other.number])
			}
		}
		for p := range deckSize {
			if _, ok := s.hand.Card(p); ok != (p < holeCards*len(table)+boardCards) {
				t.Errorf("position %d is seen: %v", p, ok)
			}
		}
		// The best hands win.
		best := s.strength(s.winners[0])
		for seat := range table {
			if won := slices.Contains(s.winners, seat); s.strength(seat) > best || won != (s.strength(seat) == best) || won != (s.payout[seat] > 0) {
				t.Errorf("%v wins, and seat %d has %v", best, seat, s.strength(seat))
			}
		}
	}
	for _, c := range table[0].board {
		all[c]++
	}
	if len(all) != 3*holeCards+boardCards {
		t.Errorf("dealt: %v", all)
	}
}

// The button is anybody's alike, and everybody computes the same: a fixed seed gives a
// fixed seat, and a thousand seeds each seat its share.
func TestButton(t *testing.T) {
	const runs = 1000
	count := make([]int, 4)
	for i := range runs {
		seat, err := buttonFrom(commit.Seed{byte(i), byte(i >> 8), 1}, len(count))
		if err != nil {
			t.Fatal(err)
		}
		if i == 0 && seat != 1 {
			t.Errorf("seed 0 gives the button to seat %d", seat)
		}
		count[seat]++
	}
	for seat, n := range count {
		if n < runs/4-70 || n > runs/4+70 { // five standard deviations
			t.Errorf("seat %d has the button %d times in %d", seat, n, runs)
		}
	}
}

// Some seats have the best hand, in the order in which they show them.
func TestBest(t *testing.T) {
	const hearts, diamonds, clubs = 13, 26, 39
	s := &seat{
		board: []int{8, hearts + 8, diamonds + 3, clubs + 10, clubs + 5},
		shown: map[int][]int{0: {0, 12}, 1: {10, 1}, 2: {hearts + 10, hearts + 1}, 3: {hearts, hearts + 12}},
	}
	for _, test := range []struct{ in, best []int }{
		{[]int{3, 0}, []int{3, 0}},
		{[]int{0, 1, 3}, []int{1}},
		{[]int{2, 3, 0, 1}, []int{2, 1}},
	} {
		if best := s.best(test.in); !slices.Equal(best, test.best) {
			t.Errorf("of %v: %v, want %v", test.in, best, test.best)
		}
	}
}

// All fold, and the big blind gets the pot. Nobody sees any card but its own.
func TestNoFlop(t *testing.T) {
	r, table := play(t, few(), folds)
	_, big := table[0].game.blinds()
	for _, s := range table {
		if !slices.Equal(s.winners, []int{big}) || s.payout[big] != 3 || len(s.board) > 0 || len(s.shown) > 0 {
			t.Errorf("seat %d: %v, %v, %v, %v", s.number, s.winners, s.payout, s.board, s.shown)
		}
		for p := range deckSize {
			if _, ok := s.hand.Card(p); ok != slices.Contains(s.game.hole(s.number), p) {
				t.Errorf("seat %d sees position %d: %v", s.number, p, ok)
			}
		}
	}
	var text strings.Builder
	r.out = bufio.NewWriter(&text)
	if err := r.print(table); err != nil {
		t.Error(err)
	}
	r.out.Flush()
	for _, want := range []string{
		fmt.Sprintf("Seat %d gets the pot of 3, as all others have folded.", big),
		fmt.Sprintf("The cards of %s were seen by nobody else, and nobody has seen any of the %d cards", story.Who([]int{0, 1, 2}[:few()]), deckSize-few()*holeCards),
		"it finds none, as",
	} {
		if !strings.Contains(strings.ReplaceAll(text.String(), "\n", " "), want) {
			t.Errorf("no %q in %s", want, text.String())
		}
	}
	clitest.CheckWidth(t, text.String())

	// A seat that has seen something else.
	table[1].payout = slices.Repeat([]int{1}, few())
	if err := judge(table); cli.Status(err) != cli.Failed {
		t.Error(err)
	}
}

func checkBlame(t *testing.T, err error, want string) {
	t.Helper()
	if cli.Status(err) != cli.Failed || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("%v, want %s", err, want)
	}
}

// with plays a hand between two seats. The first takes the steps given, does something of
// its own, and ends the hand; the other is returned.
func with(t *testing.T, own func(s *seat) error, steps ...func(s *seat) error) *seat {
	t.Helper()
	hand, _ := tableOf(patient, 2)
	table, err := hand.run("127.0.0.1:0", func(s *seat) {
		s.player = calls
		if s.number == 1 {
			s.playHand()
			return
		}
		for _, step := range steps {
			if err := step(s); err != nil {
				t.Errorf("the first seat: %v", err)
				return
			}
		}
		s.err = own(s)
		s.finish()
	})
	if err != nil {
		t.Fatal(err)
	}
	return table[1]
}

// What a seat can't make by flags.
func TestBadMessages(t *testing.T) {
	send := func(message ...byte) func(*seat) error {
		return func(s *seat) error { return s.Say(message) }
	}
	for what, test := range map[string]struct {
		own  func(*seat) error
		want string
	}{
		"kind":    {send(handKind, 1), "seat 0: a message of kind 2 when 1 was due"},
		"unknown": {send(77), "seat 0: a message of kind 77 when 1 was due"},
		"toss":    {send(tossKind, 7), "seat 0: commit: malformed"},
		"stop":    {func(*seat) error { return errors.New("hi") }, `seat 0: seat 0 stops the hand: "hi"`},
		"done":    {func(*seat) error { return nil }, "seat 0 or the relay: "},
		"gone":    {func(s *seat) error { s.Quit(); return errStalled }, "seat 0 or the relay: it has left the table"},
		"another": {func(s *seat) error { s.fingerprint[0] ^= 1; return s.toss() }, "seat 0 or the relay: commit: message of another toss"},
	} {
		t.Run(what, func(t *testing.T) {
			checkBlame(t, with(t, test.own, (*seat).greet).err, test.want)
		})
	}
}

// After the cards are dealt: a betting that differs, a hand of one card, another seat's.
func TestBadEnds(t *testing.T) {
	if testing.Short() {
		t.Skip("-short")
	}
	dealt := []func(*seat) error{(*seat).greet, (*seat).toss, (*seat).shuffle, (*seat).dealHole}
	board := append(slices.Clone(dealt), (*seat).bet)
	for at := flop; at < streets; at++ {
		board = append(board, func(s *seat) error { return s.dealBoard(at)() }, (*seat).bet)
	}
	t.Run("one card", func(t *testing.T) {
		honest := with(t, func(s *seat) error {
			message, err := s.hand.Show(s.game.hole(0)[1])
			if err != nil {
				return err
			}
			if err := s.Agree(agreeKind); err != nil {
				return err
			}
			return s.answer(handKind, message)
		}, board...)
		checkBlame(t, honest.err, "seat 0: it shows 1 cards")
	})
	for what, test := range map[string]struct {
		actions []byte
		want    string
	}{
		"two actions": {[]byte{byte(check), byte(check)}, "seat 0: 2 actions at once"},
		"no action":   {nil, "seat 0: 0 actions at once"},
		"unknown":     {[]byte{byte(actions)}, "seat 0: action(4)"},
	} {
		t.Run(what, func(t *testing.T) {
			honest := with(t, func(s *seat) error {
				for s.game.turn() != 0 { // once at most: seat 1 has called, and the flop begins with seat 0
					if err := s.bet(); err != nil {
						return err
					}
					if err := s.dealBoard(flop)(); err != nil {
						return err
					}
				}
				return s.say(actionKind, test.actions)
			}, dealt...)
			checkBlame(t, honest.err, test.want)
		})
	}
	t.Run("deal", func(t *testing.T) {
		honest := with(t, func(s *seat) error {
			message, err := s.hand.Deal(sra.Deal{Position: 10, To: 1})
			if err != nil {
				return err
			}
			return s.answer(handKind, message)
		}, board[:len(dealt)+1]...)
		checkBlame(t, honest.err, "seat 0 or the relay: ") // it is kept as an early one; what is due never comes
	})
}

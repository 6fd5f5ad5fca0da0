package main

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/squaredeal/squaredeal/otpdeal"
)

// parse reads cards such as "Q♠ 10♥".
func parse(t testing.TB, text string) []otpdeal.Card {
	t.Helper()
	var hand []otpdeal.Card
	for _, word := range strings.Fields(text) {
		i := slices.IndexFunc(otpdeal.Deck(), func(c otpdeal.Card) bool { return c.String() == word })
		if i < 0 {
			t.Fatalf("no card %q", word)
		}
		hand = append(hand, otpdeal.Deck()[i])
	}
	return hand
}

func TestWinner(t *testing.T) {
	for _, c := range []struct {
		leader int
		cards  string
		want   int
	}{
		{0, "2♣ 3♣ 4♣ 5♣", 3}, {2, "2♣ 3♣ 4♣ 5♣", 1}, {1, "2♦ A♣ K♣ Q♠", 1}, {3, "9♥ A♥ K♥ 10♥", 0}, {0, "A♠ K♠ Q♠ J♠", 0}, {3, "10♠ 9♠", 3},
	} {
		if got := (trick{c.leader, parse(t, c.cards)}).winner(); got != c.want {
			t.Errorf("seat %d leads %s: seat %d takes them, want %d", c.leader, c.cards, got, c.want)
		}
	}
}

// after returns the play after these tricks, the last one perhaps incomplete.
func after(t *testing.T, leader int, played ...string) *play {
	t.Helper()
	p := newPlay(leader)
	for _, text := range played {
		for _, c := range parse(t, text) {
			if err := p.try(c); err != nil {
				t.Fatal(err)
			}
		}
	}
	return &p
}

func TestLegal(t *testing.T) {
	for _, c := range []struct {
		what   string
		played []string
		hand   string
		want   string
	}{
		{"the two of clubs leads", nil, "A♣ 2♣ 3♦", "2♣"},
		{"suit is followed", []string{"2♣"}, "A♣ 5♣ 3♦ Q♠", "A♣ 5♣"},
		{"no points in the first trick", []string{"2♣"}, "A♦ Q♠ 3♥", "A♦"},
		{"but from who has nothing else", []string{"2♣"}, "Q♠ 3♥", "Q♠ 3♥"},
		{"points later", []string{"2♣ 3♣ 4♣ 5♣", "6♣"}, "A♦ Q♠ 3♥", "A♦ Q♠ 3♥"},
		{"hearts aren't led", []string{"2♣ 3♣ 4♣ 5♣"}, "A♦ Q♠ 3♥", "A♦ Q♠"},
		{"but by who has nothing else", []string{"2♣ 3♣ 4♣ 5♣"}, "A♥ 3♥", "A♥ 3♥"},
		{"or once one was played", []string{"2♣ 3♣ 4♣ 5♣", "6♣ 7♥ 8♣ 9♣"}, "A♦ Q♠ 3♥", "A♦ Q♠ 3♥"},
		{"the queen of spades is none", []string{"2♣ 3♣ 4♣ 5♣", "6♣ Q♠ 8♣ 9♣"}, "A♦ 2♠ 3♥", "A♦ 2♠"},
	} {
		got := after(t, 0, c.played...).legal(parse(t, c.hand))
		if diff := cmp.Diff(parse(t, c.want), got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.what, diff)
		}
	}
}

func TestAdd(t *testing.T) {
	p := after(t, 0, "2♣ 3♣ 4♣")
	for text, c := range map[string]otpdeal.Card{"no card": 0x3f, "played before": parse(t, "3♣")[0]} {
		if err := p.try(c); err == nil || !strings.Contains(err.Error(), text) {
			t.Errorf("%v: %v", c, err)
		}
	}
	if err := after(t, 0).try(parse(t, "3♣")[0]); err == nil || !strings.Contains(err.Error(), "leads") {
		t.Error(err)
	}
	if len(p.tricks) != 1 || len(p.tricks[0].cards) != 3 || p.current().turn() != 3 {
		t.Errorf("the play is %v", p)
	}
}

// Simple players always play by the rules, and the points add up.
func TestSimplePlayers(t *testing.T) {
	src := rand.New(rand.NewPCG(11, 12))
	moons := 0
	for range 1000 {
		deck := otpdeal.Deck()
		src.Shuffle(len(deck), func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })
		var dealt, passes, hands [otpdeal.NumSeats][]otpdeal.Card
		for seat := range dealt {
			dealt[seat] = deck[13*seat : 13*seat+13]
			passes[seat] = honest.pass(dealt[seat])
		}
		p := play{}
		for seat := range hands {
			hands[left(seat)] = exchange(dealt[left(seat)], passes[left(seat)], passes[seat])
			if slices.Contains(hands[left(seat)], twoOfClubs) {
				p = newPlay(left(seat))
			}
		}
		for !p.done() {
			turn := p.current().turn()
			c := chooseCard(&p, hands[turn])
			hands[turn] = slices.DeleteFunc(hands[turn], func(d otpdeal.Card) bool { return d == c })
			if err := p.try(c); err != nil {
				t.Fatal(err)
			}
		}
		if err := auditPlay(dealt, passes, &p); err != nil {
			t.Fatal(err)
		}
		scores := p.scores()
		switch sum := scores[0] + scores[1] + scores[2] + scores[3]; {
		case sum == 78 && slices.Contains(scores[:], 0):
			moons++
		case sum != 26 || slices.Contains(scores[:], 26):
			t.Fatalf("scores %v", scores)
		}
	}
	if moons == 0 {
		t.Error("nobody shot the moon in 1,000 hands")
	}
}

// auditPlay is the audit of a play.
func auditPlay(dealt, passes [otpdeal.NumSeats][]otpdeal.Card, p *play) error {
	var hands [otpdeal.NumSeats][]otpdeal.Card
	for seat := range hands {
		hands[seat] = exchange(dealt[seat], passes[seat], passes[right(seat)])
	}
	seat, err := p.audit(hands)
	if err != nil {
		err = fmt.Errorf("%s: %w", name(seat), err)
	}
	return err
}

// The audit names the seat that played what it couldn't.
func TestAuditPlay(t *testing.T) {
	deal := func() (dealt, passes [otpdeal.NumSeats][]otpdeal.Card, p play) {
		for i, c := range otpdeal.Deck() {
			dealt[i%4] = append(dealt[i%4], c)
		}
		for seat := range dealt {
			passes[seat] = honest.pass(dealt[seat])
		}
		var hands [otpdeal.NumSeats][]otpdeal.Card
		for seat := range dealt {
			hands[left(seat)] = exchange(dealt[left(seat)], passes[left(seat)], passes[seat])
			if slices.Contains(hands[left(seat)], twoOfClubs) {
				p = newPlay(left(seat))
			}
		}
		for !p.done() {
			turn := p.current().turn()
			c := chooseCard(&p, hands[turn])
			hands[turn] = slices.DeleteFunc(hands[turn], func(d otpdeal.Card) bool { return d == c })
			if err := p.try(c); err != nil {
				t.Fatal(err)
			}
		}
		return dealt, passes, p
	}
	dealt, passes, p := deal()
	if err := auditPlay(dealt, passes, &p); err != nil {
		t.Fatal(err)
	}
	check := func(what string, err error, want string) {
		t.Helper()
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", what, err)
		}
	}

	dealt, passes, p = deal()
	second := &p.tricks[1]
	second.cards[1], second.cards[2] = second.cards[2], second.cards[1]
	check("two cards exchanged", auditPlay(dealt, passes, &p), name((second.leader+1)%4)+": it played")

	dealt, passes, p = deal()
	p.tricks[0].leader = left(p.tricks[0].leader)
	check("another leader", auditPlay(dealt, passes, &p), "didn't have")
}

// left returns the seat that a seat passes to.
func left(seat int) int { return (seat + 1) % otpdeal.NumSeats }

// done reports whether all cards are played.
func (p *play) done() bool {
	return len(p.tricks) == tricks && len(p.current().cards) == otpdeal.NumSeats
}

// try plays a card if anybody could.
func (p *play) try(c otpdeal.Card) error {
	err := p.check(c)
	if err == nil {
		p.add(c)
	}
	return err
}

package heartsgame

import "slices"

// MayChoose reports whether a seat has a choice to make.
func (g *Game) MayChoose(seat int) bool {
	_, due := g.Due()
	return (g.Step == Passing || g.Step == Playing) && slices.Contains(due, seat)
}

// Choose returns what a bot chooses, nil if it isn't its turn to.
func (g *Game) Choose() []byte {
	if !g.MayChoose(g.Me) {
		return nil
	}
	held := g.own()
	if g.Step == Playing {
		return []byte{byte(slices.Index(held, g.best(held, len(g.Players))))}
	}
	sorted := slices.Clone(held)
	slices.SortFunc(sorted, func(a, b int) int { return risk(b, held) - risk(a, held) })
	var choice []byte
	for _, card := range sorted[:passed] {
		choice = append(choice, byte(slices.Index(held, card)))
	}
	return choice
}

// risk is more for a card that is better passed.
func risk(card int, hand []int) int {
	inSuit, guards := 0, 0 // that can be played on spades in place of a high one
	for _, c := range hand {
		if suit(c) == suit(card) {
			inSuit++
		}
		if suit(c) == suit(queenOfSpades) && rank(c) < rank(queenOfSpades) {
			guards++
		}
	}
	switch {
	case suit(card) == suit(queenOfSpades) && rank(card) >= rank(queenOfSpades) && guards < 4:
		return 100 + points(card)
	case suit(card) == suit(queenOfSpades):
		return 0
	case isHeart(card):
		return 3*rank(card) + 3
	}
	return 3*rank(card) - 4*inSuit // a suit that is short is soon gone
}

// best returns the card that a bot plays, of a hand.
func (t *Tricks) best(hand []int, players int) int {
	var legal []int
	for _, place := range t.Legal(hand) {
		legal = append(legal, hand[place])
	}
	least := func(key func(card int) int) int {
		return slices.MinFunc(legal, func(a, b int) int { return key(a) - key(b) })
	}
	if len(t.Trick) == 0 {
		return least(t.riskOfLeading)
	}
	if suit(legal[0]) != suit(t.Trick[0].Card) { // whatever is worst to keep
		return least(func(card int) int { return -t.burden(card) })
	}
	top := 0
	for _, p := range t.Trick {
		top = max(top, t.Trick.strength(p.Card))
	}
	last := len(t.Trick) == players-1
	return least(func(card int) int {
		under := rank(card) < top
		switch {
		case card == queenOfSpades && under:
			return -200
		case card == queenOfSpades:
			return 200
		case last && t.Trick.Points() == 0 || len(t.Taken) == 0 && !isHeart(card):
			return -rank(card) // it costs nothing
		case under:
			return -100 - rank(card)
		case last: // it has to be taken
			return -rank(card)
		}
		return rank(card)
	})
}

// riskOfLeading is more for a card that rather takes points.
func (t *Tricks) riskOfLeading(card int) int {
	if t.burden(card) >= 100 {
		return 100
	}
	led := 0
	for _, trick := range t.Taken {
		if suit(trick[0].Card) == suit(card) {
			led++
		}
	}
	return rank(card) + 3*led
}

// burden is more for a card that is worse to keep.
func (t *Tricks) burden(card int) int {
	queen := slices.ContainsFunc(append(slices.Clip(t.Taken), t.Trick), func(trick Trick) bool {
		return slices.ContainsFunc(trick, func(p Play) bool { return p.Card == queenOfSpades })
	})
	switch {
	case card == queenOfSpades:
		return 200
	case suit(card) == suit(queenOfSpades) && rank(card) > rank(queenOfSpades) && !queen:
		return 100
	case isHeart(card):
		return 20 + rank(card)
	}
	return rank(card)
}

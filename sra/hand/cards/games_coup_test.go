package cards_test

// Coup's exchange: of three cards each of five characters, each seat holds two, and the others are
// the court deck. In its turn, a seat draws two cards from there, and gives two of its four back,
// which all shuffle into it. The seat shuffles its four alone before, and holds them again: so
// nobody can tell whether it gives back what it has just drawn.
type coup struct {
	*table
	secret []int // the four, while the seat shuffles them
	ready  bool  // it has
	given  []int // back
}

func newCoup(t *table, _ int) rules { return &coup{table: t} }

func (g *coup) next() {
	var missing []int
	for _, seat := range g.seats {
		missing = append(missing, g.fill(seat, 2)...)
	}
	own := g.hand(g.turn)
	switch {
	case g.secret != nil:
		g.dealAt(places(g.turn, g.secret...)...)
		g.secret, g.ready = nil, true
	case len(missing) > 0:
		g.deal(missing...)
	case g.given != nil:
		g.back(g.given...)
		g.shuffle(g.seats, g.cards.Stock()...)
		g.given, g.ready = nil, false
		g.pass()
	case g.turns >= g.limit:
		g.over = true
	case len(own) == 2:
		g.deal(g.turn, g.turn)
	case !g.ready:
		g.back(own...)
		g.shuffle([]int{g.turn}, own...)
		g.secret = own
	default:
		g.movers = []int{g.turn}
	}
}

// choose keeps the best characters.
func (g *coup) choose() []byte { return g.byRank(g.hand(g.me))[2:] }

func (g *coup) take(seat int, move []byte) (err error) {
	g.given, err = pick(g.hand(seat), 2, move)
	return err
}

// lost: a seat whose cards were being shuffled is dealt others, and exchanges them.
func (g *coup) lost() { g.secret, g.given, g.ready = nil, nil, false }

// Nobody knows any card that is shuffled into the court deck, not even who gave it.
func (g *coup) knows(seat int) []int { return g.hand(seat) }

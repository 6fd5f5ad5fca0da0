package sites

import "slices"

// Decoded keys and rejection: the key is the server seed's bytes, and words that would
// favour some results are rejected.

const (
	duelAudits = "ProvablyFair-org/duel-*: source, tests and real bets"
	liqdAudits = "ProvablyFair-org/liqd-*: source, tests and real bets"
)

func decodedSites() []Site {
	return []Site{{
		Name: "duel", Title: "Duel.com",
		flaws: []string{"Each bet has a new server seed, and most have nonce 0: a player who doesn't note the commitment before each bet can't check it afterwards."},
		Games: []Game{duelDice(), duelTiles("mines", 25), duelTiles("beef", 20), duelVideoPoker(), duelBlackjack(), duelPlinko(), duelCrash(), duelCastle()},
	}, {
		Name: "liqd", Title: "LIQD",
		flaws: []string{"The commitment is to the server seed's text, the key its decoded bytes: the same seed in capitals is another commitment to the same bets."},
		Games: []Game{liqdDice(), liqdPlinko(), liqdMines(), liqdBlackjack()},
	}}
}

func decodedFields(commitment string, more ...Field) []Field {
	return slices.Concat([]Field{hexField("server", "server seed"), textField("client", "client seed"), nonceField()},
		more, []Field{commitmentField(commitment, 32), resultField})
}

func duelGame(name, title string, m rawMapping, form form, fields ...Field) Game {
	return Game{
		Name:    name,
		Title:   title,
		Commits: "the SHA-256 of the server seed's decoded bytes, shown before the bet",
		Fields:  decodedFields("SHA-256 of the server seed's bytes", fields...),
		Sources: []string{duelAudits},
		raw: rawDefinition{
			Commitment: &hashing{Alg: algSHA256, Message: "{server:hex}"},
			Bytes:      hashing{Alg: algHMAC256, Key: "{server:hex}", Message: "{client}:{nonce}:{k}"},
			Numbers:    rawNumbering{Kind: byReject, Top: 1<<32 - 1, Retry: 1},
			Map:        m,
			Form:       form,
		},
	}
}

func duelDice() Game {
	g := duelGame("dice", "dice, 0 to 10000", rawMapping{Kind: mapSums, N: fixed(10001)}, form{})
	g.raw.Bytes.Message = "{client}:{nonce}"
	return g
}

func duelTiles(name string, n int64) Game {
	return duelGame(name, name+": the tiles, from 0, that have one", rawMapping{Kind: mapShuffle, N: fixed(n), Count: by("mines"), Sorted: true}, form{Places: "tiles"},
		numberField("mines", "mines", 1, uint64(n-1)))
}

func duelVideoPoker() Game {
	cards := names(cardNames()...)
	cards.Fewest, cards.Hands = 5, true
	return duelGame("videopoker", "video poker: five cards, then up to five that replace discards", rawMapping{Kind: mapShuffle, N: fixed(52), Count: fixed(10)}, cards)
}

func duelBlackjack() Game {
	g := duelGame("blackjack", "blackjack: cards; player, dealer, player, dealer, then in the order drawn",
		rawMapping{Kind: mapSums, Count: by("cards"), N: fixed(52)}, names(cardNames()...), countField("cards", "number of cards", 1, 100, 4))
	g.raw.Form.Fewest, g.raw.Form.Hands = 4, true
	g.Flaws = []string{"Each card is one of all 52, whatever was dealt before: the deck is unlimited, and counting cards is useless."}
	return g
}

func duelPlinko() Game {
	g := duelGame("plinko", "plinko: the slot, counted from the left", rawMapping{Kind: mapSums, Of: by("rows"), N: fixed(2)}, form{Places: "slots"}, numberField("rows", "rows", 8, 16))
	g.raw.Numbers = rawNumbering{Kind: byWordsMod, Fresh: true}
	g.Sources = append(g.Sources, "pauloprovablyfair/duel-plinko: 500 real bets")
	return g
}

// duelBeacon is a game of a server seed and a round of drand, whose signature package
// shuffle/draw/drand verifies; a test there does, for the published rounds.
func duelBeacon(name, title string, m rawMapping, form form) Game {
	g := duelGame(name, title, m, form)
	g.Fields = slices.Concat([]Field{hexField("server", "server seed"), hexField("drand", "drand signature")}, g.Fields[3:])
	g.raw.Bytes.Message = "{drand:utf8}:0"
	g.raw.Numbers = rawNumbering{Kind: byWordsMod}
	g.Flaws = []string{
		"The signature is read as UTF-8, so that bytes which aren't become U+FFFD: some of its entropy is lost, which is harmless, and programs that replace bytes one by one, as Go's conversion to runes does, get half of all rounds wrong.",
		"That the signature is drand's, of the round that was announced, must be verified apart from this.",
	}
	return g
}

func duelCrash() Game {
	g := duelBeacon("crash", "crash", rawMapping{Kind: mapInverse, Numer: 999, Scale: 10, Range: 1 << 32, Divisor: divXPlus1, Min: 100}, decimals(2))
	g.raw.Numbers.Kind, g.Pays = byWords, paysReached
	return g
}

func duelCastle() Game {
	g := duelBeacon("castle", "castle roulette, 0 to 47", rawMapping{Kind: mapSums, N: fixed(48)}, form{})
	g.Flaws = append(g.Flaws, "48 doesn't divide 2^32: 0 to 15 have one word more than the others, 2^−32 of all.")
	return g
}

func liqdGame(name, title string, m rawMapping, form form, fields ...Field) Game {
	return Game{
		Name:    name,
		Title:   title,
		Commits: commitsText,
		Fields:  decodedFields("SHA-256 of the server seed's text", fields...),
		Sources: []string{liqdAudits},
		raw: rawDefinition{
			Commitment: textCommitment(),
			Bytes:      hashing{Alg: algHMAC256, Key: "{server:hex}", Message: "{client}:{nonce}:{k}"},
			Numbers:    rawNumbering{Kind: byReject, Top: 1 << 32, Retry: 1_000_000},
			Map:        m,
			Form:       form,
		},
	}
}

func liqdDice() Game {
	return liqdGame("dice", "dice, 0.00 to 99.99", rawMapping{Kind: mapSums, N: fixed(10_000)}, decimals(2))
}

func liqdPlinko() Game {
	g := liqdGame("plinko", "plinko: left 0, right 1, row by row", rawMapping{Kind: mapSums, Count: by("rows"), N: fixed(2)}, form{Names: []string{"0", "1"}, Joined: true},
		numberField("rows", "rows", 1, 100))
	g.raw.Numbers.Start = 1
	return g
}

func liqdMines() Game {
	return liqdGame("mines", "mines: the tiles, 1 to 25, that have one",
		rawMapping{Kind: mapShuffle, N: fixed(25), First: 1, Count: by("mines"), Sorted: true, Forward: true}, form{Places: "tiles"}, numberField("mines", "mines", 1, 24))
}

func liqdBlackjack() Game {
	var cards []string
	for _, suit := range []string{"CLUB", "HEART", "SPADE", "DIAMOND"} {
		for _, rank := range []string{"1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13"} {
			cards = append(cards, suit+":"+rank)
		}
	}
	g := liqdGame("blackjack", "blackjack: cards of eight decks, in the order dealt",
		rawMapping{Kind: mapShuffle, N: fixed(8 * 52), Wrap: 52, Count: by("cards"), Place: true}, names(cards...), countField("cards", "number of cards", 1, 100, 4))
	g.raw.Form.Fewest, g.raw.Form.Hands = 4, true
	return g
}

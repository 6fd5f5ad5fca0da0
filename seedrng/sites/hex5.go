package sites

// Five hex digits at a time: the first group below 10^6 gives the roll. The old
// Primedice had it first; many clones followed.

const (
	gamblerBot = "Seuntjie900/Gambler.Bot.Core, sites and tests"
	diceBot    = "Seuntjie900/DiceBot"
)

const hex5Default = "If no group is below 10^6, the roll is the highest: with probability 4.4·10⁻³⁴ for 128 hex digits, 10⁻¹⁶ for 64."

func hex5Sites() []Site {
	return []Site{{
		Name: "betbtc", Title: "BetBTC",
		Games: []Game{hex5Dice(primediceRoll, 10_000, 2, diceBot)},
	}, {
		Name: "lngames", Title: "lngames and cyberdice",
		Games: []Game{lngamesDice()},
	}, {
		Name: "bitsler", Title: "Bitsler",
		Games: []Game{
			hex5Dice(bitslerRoll, 10_000, 2, gamblerBot),
			bitslerTwist(), bitslerLimbo(), bitslerBlast(),
		},
	}, {
		Name: "duckdice", Title: "DuckDice",
		Games: []Game{joinedDice("help.duckdice.io", gamblerBot)},
	}, {
		Name: "windice", Title: "WinDice",
		Games: []Game{joinedDice(gamblerBot)},
	}, {
		Name: "cryptogames", Title: "Crypto.Games",
		flaws: []string{
			"Nothing separates the two seeds: (\"ab\", \"c\") and (\"a\", \"bc\") give the same bet.",
			"There is no nonce: a pair of seeds is good for one bet, and whatever is dealt from it again is dealt the same.",
		},
		Games: []Game{cryptoGamesDice(), cryptoGamesPoker()},
	}, {
		Name: "wolfbet", Title: "Wolf.bet",
		Games: []Game{wolfbetDice(), wolfbetLimbo()},
	}, {
		Name: "bitvest", Title: "Bitvest",
		Games: []Game{hex5Dice(hashing{Alg: algHMAC512, Key: "{client}|{nonce}", Message: "{server}"}, 1_000_000, 4, gamblerBot)},
	}}
}

var (
	primediceRoll = hashing{Alg: algHMAC512, Key: "{server}", Message: "{client}-{nonce}"}
	bitslerRoll   = hashing{Alg: algHMAC512, Key: "{server}", Message: "{client},{nonce}"}
	joinedRoll    = hashing{Alg: algSHA512, Message: "{server}{client}{nonce}"}
)

// hex5Dice is a roll below n, in units of 10^−places.
func hex5Dice(d hashing, n int64, places int, sources ...string) Game {
	return Game{
		Name:    "dice",
		Title:   "dice",
		Commits: commitsText + " (no public bet with a commitment is known)",
		Fields:  seeded(),
		Flaws:   []string{hex5Default},
		Sources: sources,
		raw: rawDefinition{
			Commitment: textCommitment(),
			Bytes:      d,
			Numbers:    rawNumbering{Kind: byHex5},
			Map:        rawMapping{Kind: mapSums, N: fixed(n)},
			Form:       decimals(places),
		},
	}
}

func primediceOld() Game {
	g := hex5Dice(primediceRoll, 10_000, 2, "tyler-smith/provablyfair-dice", "sh4dowb/primedice-verify-py", "MerkeX/primediceverifier", gamblerBot)
	g.Name, g.Title, g.Era = "dice-2014", "dice, 0.00 to 99.99, until 2019", "dice"
	return g
}

func lngamesDice() Game {
	g := hex5Dice(primediceRoll, 10_000, 2, "lngamesnet/ProvablyFair")
	g.Commits = "the SHA-512 of the server seed's text, shown before the bet"
	g.raw.Commitment.Alg = algSHA512
	g.Fields[3] = commitmentField("SHA-512 of the server seed", 64)
	return g
}

func joinedDice(sources ...string) Game {
	g := hex5Dice(joinedRoll, 10_000, 2, sources...)
	g.Flaws = append(g.Flaws, "Nothing separates the seeds and the nonce: client seed a1 with nonce 2 is client seed a with nonce 12.")
	return g
}

func bitslerTwist() Game {
	g := hex5Dice(bitslerRoll, 100, 0, gamblerBot)
	g.Name, g.Title = "twist", "twist, 0 to 99"
	return g
}

func bitslerLimbo() Game {
	g := hex5Dice(bitslerRoll, 0, 2, gamblerBot)
	g.Name, g.Title = "limbo", "limbo"
	g.raw.Numbers.Kind, g.Pays, g.Flaws = byTop52, paysReached, nil
	g.raw.Map = rawMapping{Kind: mapInverse52, Numer: 98, Min: 100, Max: 1_000_000_00}
	return g
}

func cryptoGamesDice() Game {
	g := hex5Dice(hashing{Alg: algSHA512, Message: "{server}{client}"}, 100_000, 3, gamblerBot)
	g.Fields = noNonce(g.Fields)
	return g
}

// noNonce drops the third field.
func noNonce(fields []Field) []Field { return append(fields[:2:2], fields[3:]...) }

func cryptoGamesPoker() Game {
	g := cryptoGamesDice()
	g.Name, g.Title = "videopoker", "video poker: five cards, then five to replace"
	g.Commits = commitsText
	g.raw.Numbers.Kind = byByte100
	g.raw.Map = rawMapping{Kind: mapShuffle, N: fixed(52), Count: fixed(cryptoGamesCards)}
	g.raw.Form = form{}
	var cards []string
	for _, suit := range "SHDC" {
		for _, rank := range "A23456789TJQK" {
			cards = append(cards, string(rank)+string(suit))
		}
	}
	g.raw.Form.Names, g.raw.Form.Fewest, g.raw.Form.Hands = cards, 5, true
	g.Flaws = []string{"64 bytes needn't hold ten different cards: once in 7.8·10¹⁰ pairs of seeds they don't."}
	g.Sources = []string{"Wizard of Odds, Video Poker (Encrypted Version)"}
	return g
}

func wolfbetDice() Game {
	g := hex5Dice(hashing{Alg: algHMAC256, Key: "{client}_{nonce}", Message: "{server}"}, 10_000, 2, gamblerBot)
	g.Flaws = append(g.Flaws, "The client seed and the nonce are the key, the server seed the message; a program that has them the other way round fails here.")
	return g
}

func wolfbetLimbo() Game {
	g := wolfbetDice()
	g.Name, g.Title = "limbo", "limbo"
	g.raw.Bytes.Key = "{client}_{nonce}_0"
	g.raw.Numbers.Kind, g.Pays, g.Flaws = byWords, paysReached, g.Flaws[1:]
	g.raw.Map = rawMapping{Kind: mapInverse, Numer: 99, Range: 1 << 32, Divisor: divX, Min: 100, Max: 9_900_000_00}
	g.raw.Form = decimals(2)
	return g
}

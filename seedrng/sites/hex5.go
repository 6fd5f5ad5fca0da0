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
		Name: "primedice-old", Title: "Primedice, until 2019",
		Games: []Game{hex5Dice(primediceRoll, 10_000, 2, Examples, "tyler-smith/provablyfair-dice", "sh4dowb/primedice-verify-py", "MerkeX/primediceverifier", gamblerBot)},
	}, {
		Name: "betbtc", Title: "BetBTC",
		Games: []Game{hex5Dice(primediceRoll, 10_000, 2, Definition, diceBot)},
	}, {
		Name: "lngames", Title: "lngames and cyberdice",
		Games: []Game{lngamesDice()},
	}, {
		Name: "bitsler", Title: "Bitsler",
		Games: []Game{
			hex5Dice(bitslerRoll, 10_000, 2, Examples, gamblerBot),
			bitslerTwist(), bitslerLimbo(), bitslerBlast(),
		},
	}, {
		Name: "duckdice", Title: "DuckDice",
		Games: []Game{joinedDice(Examples, "help.duckdice.io", gamblerBot)},
	}, {
		Name: "windice", Title: "WinDice",
		Games: []Game{joinedDice(Examples, gamblerBot)},
	}, {
		Name: "cryptogames", Title: "Crypto.Games",
		Flaws: []string{
			"Nothing separates the two seeds: (\"ab\", \"c\") and (\"a\", \"bc\") give the same bet.",
			"There is no nonce: a pair of seeds is good for one bet, and whatever is dealt from it again is dealt the same.",
		},
		Games: []Game{cryptoGamesDice(), cryptoGamesPoker()},
	}, {
		Name: "wolfbet", Title: "Wolf.bet",
		Games: []Game{wolfbetDice(), wolfbetLimbo()},
	}, {
		Name: "bitvest", Title: "Bitvest",
		Games: []Game{hex5Dice(Digest{Alg: HMACSHA512, Key: "{client}|{nonce}", Message: "{server}"}, 1_000_000, 4, Examples, gamblerBot)},
	}}
}

var (
	primediceRoll = Digest{Alg: HMACSHA512, Key: "{server}", Message: "{client}-{nonce}"}
	bitslerRoll   = Digest{Alg: HMACSHA512, Key: "{server}", Message: "{client},{nonce}"}
	joinedRoll    = Digest{Alg: SHA512, Message: "{server}{client}{nonce}"}
)

// hex5Dice is a roll below n, in units of 10^−places.
func hex5Dice(d Digest, n int64, places int, status Status, sources ...string) Game {
	return Game{
		Name: "dice", Title: "dice", Status: status, Commits: commitsText + " (no public bet with a commitment is known)",
		Fields: seeded(), Commitment: textCommitment(),
		Bytes: d, Numbers: Numbers{Kind: Hex5}, Map: Map{Kind: Sums, N: fixed(n)}, Form: decimals(places),
		Flaws: []string{hex5Default}, Sources: sources,
	}
}

func lngamesDice() Game {
	g := hex5Dice(primediceRoll, 10_000, 2, Definition, "lngamesnet/ProvablyFair")
	g.Commits = "the SHA-512 of the server seed's text, shown before the bet"
	g.Commitment.Alg = SHA512
	g.Fields[3] = commitmentField("SHA-512 of the server seed", 64)
	return g
}

func joinedDice(status Status, sources ...string) Game {
	g := hex5Dice(joinedRoll, 10_000, 2, status, sources...)
	g.Flaws = append(g.Flaws, "Nothing separates the seeds and the nonce: client seed a1 with nonce 2 is client seed a with nonce 12.")
	return g
}

func bitslerTwist() Game {
	g := hex5Dice(bitslerRoll, 100, 0, Examples, gamblerBot)
	g.Name, g.Title = "twist", "twist, 0 to 99"
	return g
}

func bitslerLimbo() Game {
	g := hex5Dice(bitslerRoll, 0, 2, Examples, gamblerBot)
	g.Name, g.Title = "limbo", "limbo"
	g.Numbers.Kind, g.Pays, g.Flaws = Top52, PaysReached, nil
	g.Map = Map{Kind: Inverse52, Numer: 98, Min: 100, Max: 1_000_000_00}
	return g
}

func cryptoGamesDice() Game {
	g := hex5Dice(Digest{Alg: SHA512, Message: "{server}{client}"}, 100_000, 3, Examples, gamblerBot)
	g.Fields = noNonce(g.Fields)
	return g
}

// noNonce drops the third field.
func noNonce(fields []Field) []Field { return append(fields[:2:2], fields[3:]...) }

func cryptoGamesPoker() Game {
	g := cryptoGamesDice()
	g.Name, g.Title, g.Status = "videopoker", "video poker: five cards, then five to replace", Examples
	g.Commits = commitsText
	g.Numbers.Kind = Byte100
	g.Map = Map{Kind: Shuffle, N: fixed(52), Count: fixed(cryptoGamesCards)}
	g.Form = Form{}
	var cards []string
	for _, suit := range "SHDC" {
		for _, rank := range "A23456789TJQK" {
			cards = append(cards, string(rank)+string(suit))
		}
	}
	g.Form.Names = cards
	g.Flaws = []string{"64 bytes needn't hold ten different cards: once in 7.8·10¹⁰ pairs of seeds they don't."}
	g.Sources = []string{"Wizard of Odds, Video Poker (Encrypted Version)"}
	return g
}

func wolfbetDice() Game {
	g := hex5Dice(Digest{Alg: HMACSHA256, Key: "{client}_{nonce}", Message: "{server}"}, 10_000, 2, Examples, gamblerBot)
	g.Flaws = append(g.Flaws, "The client seed and the nonce are the key, the server seed the message; a program that has them the other way round fails here.")
	return g
}

func wolfbetLimbo() Game {
	g := wolfbetDice()
	g.Name, g.Title = "limbo", "limbo"
	g.Bytes.Key = "{client}_{nonce}_0"
	g.Numbers.Kind, g.Pays, g.Flaws = Words, PaysReached, g.Flaws[1:]
	g.Map = Map{Kind: Inverse, Numer: 99, Bits: 32, Divisor: X, Min: 100, Max: 9_900_000_00}
	g.Form = decimals(2)
	return g
}

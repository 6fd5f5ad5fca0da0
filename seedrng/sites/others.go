package sites

import "slices"

// Schemes that are each their own.

func otherSites() []Site {
	return []Site{{
		Name: "bcgame", Title: "BC.Game",
		Games: []Game{bcgameCrash(), bcgameLimbo(), bcgameCoinflip(), bcgameHashDice()},
	}, {
		Name: "freebitcoin", Title: "FreeBitco.in",
		Games: []Game{freeBitcoin()},
	}, {
		Name: "skinclub", Title: "Skin.club",
		Games: []Game{caseRoll("case", "case roll, 1 to 100000", "skinclub-tech/provably-fair-validator, vanilla-checker.php"), caseBattle()},
	}, {
		Name: "csgoskins", Title: "csgo-skins.com and kin",
		Games: []Game{caseRoll("case", "case roll, 1 to 100000", "lukasz2161/classic-provably-fair")},
	}, {
		Name: "satoshidice", Title: "SatoshiDice, web version of 2014",
		Games: []Game{satoshiDice()},
	}, {
		Name: "csgoempire", Title: "CSGOEmpire",
		Games: []Game{csgoEmpire()},
	}, {
		Name: "ggbit", Title: "GGbit",
		Games: []Game{ggbitCase()},
	}}
}

func bcgameCrash() Game {
	g := crashGame("crash", "crash", algSHA256, 32, true, bcgameSalt)
	g.raw.Bytes, g.raw.Map = saltKeyed, rawMapping{Kind: mapInverse52, Numer: 99, Min: 100, Digits: 9}
	g.Flaws = []string{
		publicSalt, missingGames,
		"The fraction is rounded to nine digits: from 0.9999999995 on it is 1, and the multiplier infinite, with probability 5·10⁻¹⁰; results near the top are coarse.",
	}
	g.Sources = []string{"BC.Game's crash history, games 5,299,168 to 5,299,178"}
	return g
}

// bcgameLimbo is as the site's help has it, whose example is a hash, without its seeds.
func bcgameLimbo() Game {
	g := stakeGame("limbo", "limbo")
	g.Commits += " (no public bet with a commitment is known)"
	g.raw.Bytes.Message = "{client}:{nonce}"
	g.raw.Numbers = rawNumbering{Kind: byTop52}
	g.raw.Map = rawMapping{Kind: mapInverse52, Numer: 99, Min: 100}
	g.raw.Form, g.Pays = decimals(2), paysReached
	g.Flaws = []string{"The site's help says that the fraction is of 2^52 − 1, and computes with 2^52. Whether it is rounded to nine digits, as that of its crash, it doesn't say."}
	g.Sources = []string{"intercom.help/bcgame-faq-center, article 9214399, Game Limbo Fairness"}
	return g
}

func bcgameCoinflip() Game {
	g := stakeList("coinflip", "coin flip, first version", by("rounds"), fixed(2), form{}, countField("rounds", "rounds", 1, 100, 1))
	g.Commits += " (no public bet with a commitment is known)"
	g.raw.Numbers = rawNumbering{Kind: byWords, Fresh: true, Start: 1}
	g.Sources = []string{"Coin Flip Reference Data, bet 1139Q7RF8FQCR7"}
	return g
}

func bcgameHashDice() Game {
	g := hex5Dice(joinedRoll, 100_000, 0, diceBot)
	g.Name, g.Title = "hashdice", "hash dice, old version, 0 to 99999"
	g.Flaws = append(g.Flaws, "Nothing separates the seeds and the nonce: client seed a1 with nonce 2 is client seed a with nonce 12.")
	return g
}

func freeBitcoin() Game {
	return Game{
		Name:    "multiply",
		Title:   "multiply: dice, 0 to 10000",
		Commits: commitsText,
		Fields:  seeded(),
		Flaws:   []string{"A fraction is rounded, not cut: 0 and 10000 have half the probability of other rolls."},
		Sources: []string{"a free roll calculator, with the site's own verify link"},
		raw: rawDefinition{
			Commitment: textCommitment(),
			Bytes:      hashing{Alg: algHMAC512, Key: "{nonce}:{client}:{nonce}", Message: "{nonce}:{server}:{nonce}"},
			Numbers:    rawNumbering{Kind: byRounded32},
			Map:        rawMapping{Kind: mapSums, N: fixed(10_001)},
		},
	}
}

func caseRoll(name, title, source string) Game {
	return Game{
		Name:    name,
		Title:   title,
		Commits: "the HMAC-SHA256 of the server seed under a salt, which is shown with the seed",
		Fields: []Field{
			textField("server", "server seed"), textField("client", "client seed"), nonceField(),
			{Name: "salt", Title: "salt of the commitment", Kind: kindText, Min: 1, Max: 1024, Optional: true},
			commitmentField("HMAC-SHA256 of the server seed under the salt", 32), resultField,
		},
		Flaws:   []string{"The first 60 bits count, and a double holds 53: a check by JavaScript's parseInt gives other rolls."},
		Sources: []string{source},
		raw: rawDefinition{
			Commitment: &hashing{Alg: algHMAC256, Key: "{salt}", Message: "{server}"},
			Bytes:      hashing{Alg: algHMAC512, Key: "{client}-{nonce}", Message: "{server}"},
			Numbers:    rawNumbering{Kind: byHex15},
			Map:        rawMapping{Kind: mapSums, N: fixed(100_000), First: 1},
		},
	}
}

func caseBattle() Game {
	g := caseRoll("battle", "case battle, 1 to 100000: the server seed is a public beacon's, the client seed all players' seeds, joined by commas", "skinclub-tech/provably-fair-validator, vanilla-checker.php")
	g.Commits = "nothing: the beacon's value isn't known to anyone before the bet"
	g.raw.Commitment = nil
	g.Flaws = append(g.Flaws, "That the server seed is the beacon's value, of the round that was announced, must be verified apart from this.")
	g.Fields = slices.Concat(g.Fields[:3], []Field{resultField})
	return g
}

func satoshiDice() Game {
	return Game{
		Name:    "web",
		Title:   "dice, in percent",
		Commits: "the SHA-256 of a salt and the server's roll",
		Fields: []Field{
			numberField("server", "server roll", 0, 1<<16-1), numberField("client", "client roll", 0, 1<<16-1),
			{Name: "salt", Title: "salt of the commitment", Kind: kindText, Min: 1, Max: 1024, Optional: true},
			commitmentField("SHA-256 of the salt and the server roll", 32), resultField,
		},
		Flaws:   []string{"65,536 sums are written as 10,001 percentages: some have six sums, some seven, and 0.00 and 100.00 four."},
		Sources: []string{"skubit/skubit-satoshidice, json/RollResponse.json"},
		raw: rawDefinition{
			Commitment: &hashing{Alg: algSHA256, Message: "{salt}_{server}"},
			Numbers:    rawNumbering{Kind: byFieldsMod},
			Map:        rawMapping{Kind: mapPercent},
			Form:       decimals(2),
		},
	}
}

func csgoEmpire() Game {
	return Game{
		Name:    "roulette",
		Title:   "roulette, 0 to 14",
		Commits: "the SHA-256 of the server seed, for a day's rounds",
		Fields:  []Field{textField("server", "server seed"), textField("public", "public seed"), numberField("round", "round", 0, maxNonce), commitmentField("SHA-256 of the server seed", 32), resultField},
		Flaws: []string{
			"Both seeds are the site's, and no player adds anything: it can search for a day that favours it before it commits.",
			"The published example shows its result only in an image, so that this definition is not verified.",
		},
		Sources: []string{"help.csgoempire.com, article 8474037"},
		raw: rawDefinition{
			Commitment: textCommitment(),
			Bytes:      hashing{Alg: algSHA256, Message: "{server}-{public}-{round}"},
			Numbers:    rawNumbering{Kind: byWordsMod},
			Map:        rawMapping{Kind: mapSums, N: fixed(15)},
		},
	}
}

func ggbitCase() Game {
	g := stakeList("case", "case roll", fixed(1), by("events"), form{}, countField("events", "number of results", 1, 1_000_000_000, 10_000))
	g.raw.Bytes.Message = "{client}:{nonce}"
	g.raw.Numbers.Kind = byWindow53
	g.Flaws = []string{
		"The published example, 110, doesn't follow from the seeds beside it: the site's own code gives 6794 of 10000.",
		"A place and the digits read there overlap in three of ten digests, and depend on each other: no exact odds are known.",
	}
	g.Sources = []string{"ggbit.app/ProvablyFair", "bcgame-project/verify, which has the same window"}
	return g
}

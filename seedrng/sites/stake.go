package sites

import (
	"math/big"
	"strconv"
)

// Stake's stream: words of HMAC-SHA256(server seed; "client:nonce:k") for k = 0, 1, …,
// each a fraction of 2^32. Primedice has it since 2019; so do, by their own documents,
// Shuffle, slm.games, playmoonbet and most newer sites.

var stakeStream = hashing{Alg: algHMAC256, Key: "{server}", Message: "{client}:{nonce}:{k}"}

const (
	stakeCalculator = "provably-fair-betting/verifierform-stake, tests: taken from Stake's own calculator"
	stakeVerifier   = "Kyran121/provably-fair-verifierform-stake, tests"
	stakePages      = "stake.com/provably-fair/implementation and /game-events"
)

const (
	wordBias   = "The bias of ⌊N·w/2^32⌋ is below N/2^32, for dice 2.3·10⁻⁶ of a result's probability: harmless."
	otherTable = "A site may keep these bytes and change the table that turns them into pays: every bet still verifies. Only the frequencies of many results show it (see Winna)."
)

func stakeSites() []Site {
	return []Site{{
		Name: "stake", Title: "Stake",
		flaws: []string{otherTable, wordBias},
		Games: []Game{
			stakeDice(), stakeLimbo(), stakeLimbo2020(), stakePlinko(), stakeWheel(),
			stakeList("roulette", "roulette", fixed(1), fixed(37), form{}),
			stakeList("diamonds", "diamonds", fixed(5), fixed(7), form{
				Names: []string{"green", "purple", "yellow", "red", "cyan", "pink", "blue"}, Also: map[string]int64{"orange": 5}, // as the site's page calls it
			}),
			stakeKeno(), stakeMines(), stakeMoles(), stakeTower(),
			stakeCards("blackjack", 10, "player two, dealer two, then cards in the order drawn", 4),
			stakeCards("hilo", 12, "in the order shown", 1),
			stakeBaccarat(), stakeVideoPoker(),
			stakeFlip(),
			stakeList("rps", "rock, paper, scissors", by("rounds"), fixed(3), form{Names: []string{"R", "P", "S"}, Joined: true},
				countField("rounds", "rounds", 1, 100, 20)),
			stakeSnakes(), stakeDrill(),
			stakeSurvive("pump", 25), stakeSurvive("chicken", 20),
			stakeCrash("crash", 99, "A round ends at 1.00 with probability 1.98 %, of which about half comes from cutting to hundredths."),
			stakeCrash("slide", 98, "A round ends at 1.00 with probability 2.97 %, of which about a third comes from cutting to hundredths."),
			stakeZoo(),
			stakeCases10(), stakeBars30(), stakeTarot3(),
		},
	}, {
		Name: "primedice", Title: "Primedice",
		flaws: []string{otherTable, wordBias},
		Games: []Game{primedice(), primediceOld()},
	}, {
		Name: "winna", Title: "Winna",
		Games: []Game{winnaPlinko()},
	}}
}

// stakeGame is a game of two seeds and a nonce; its maps are the caller's.
func stakeGame(name, title string, fields ...Field) Game {
	return Game{
		Name:    name,
		Title:   title,
		Commits: commitsText,
		Fields:  seeded(fields...),
		Sources: []string{stakePages, stakeCalculator},
		raw: rawDefinition{
			Commitment: textCommitment(),
			Bytes:      stakeStream,
			Numbers:    rawNumbering{Kind: byWords},
		},
	}
}

// stakeList is a game of count numbers below n.
func stakeList(name, title string, count, n num, form form, fields ...Field) Game {
	g := stakeGame(name, title, fields...)
	g.raw.Map, g.raw.Form = rawMapping{Kind: mapSums, Count: count, N: n}, form
	return g
}

func stakeDice() Game {
	g := stakeList("dice", "dice, 0.00 to 100.00", fixed(1), fixed(10001), decimals(2))
	g.Sources = append(g.Sources, stakeVerifier)
	return g
}

func stakeLimbo() Game {
	g := stakeGame("limbo", "limbo")
	g.raw.Map = rawMapping{Kind: mapInverse, Numer: 99, Range: 1 << 24, Divisor: divXPlus1, Min: 100}
	g.raw.Form, g.Pays = decimals(2), paysReached
	g.Flaws = []string{
		"By this formula, which verifiers have of the site's calculator, only 24 bits count, so that the return falls at large targets: 98.94 % at 10,000 and 100,000, 95.37 % at 1,000,000, instead of 99 %. By that of 2020 and 2021, 10^8 numbers did.",
		"The site's page of game events has another one, 1e8/(f·1e8)·0.99, which takes all 32 bits. No public round is above 17.41, where they hardly differ.",
	}
	g.Sources = append(g.Sources, stakeVerifier)
	return g
}

// stakeLimbo2020 is the formula of the calculator until some time after August 2021.
func stakeLimbo2020() Game {
	g := stakeLimbo()
	g.Name, g.Title, g.Era = "limbo-2020", "limbo, as the site's calculator had it in 2020 and 2021", "limbo"
	g.raw.Map.Range = 1e8
	g.Flaws = []string{"Multipliers are those of 10^8 numbers: results are coarse above 100,000, and end at 99,000,000."}
	g.Sources = []string{"fair 0.0.13 (a crate of 2020), src/games/limbo.rs", "RGBKey/stake-verifier, issue 1, August 2021"}
	return g
}

func primedice() Game {
	g := stakeDice()
	g.Title = "dice, 0.00 to 100.00, since 2019"
	return g
}

func riskField(choices ...string) Field { return choiceField("risk", "risk", choices...) }

func stakePlinko() Game {
	g := stakeGame("plinko", "plinko: the pay of the slot", numberField("rows", "rows", 8, 16), riskField("low", "medium", "high", "expert"))
	table := make(map[string][]int64)
	for key, half := range stakePlinkoHalves {
		rows, _ := strconv.Atoi(key[:2])
		if rows == 0 {
			rows = int(key[0] - '0')
		}
		pays := make([]int64, rows+1)
		for slot := range pays {
			// The middle of an odd number of slots stands once, that of an even number twice.
			pays[slot] = 10 * half[max(slot, rows-slot)-(rows+1)/2]
		}
		table[key] = pays
	}
	g.raw.Map = rawMapping{Kind: mapSums, Of: by("rows"), N: fixed(2), Table: table, By: []string{"rows", "risk"}}
	g.raw.Form, g.Pays = decimals(2), paysResult
	return g
}

func winnaPlinko() Game {
	g := stakeGame("plinko", "plinko: the slot, counted from the left", numberField("rows", "rows", 8, 16))
	g.raw.Map = rawMapping{Kind: mapSums, Of: by("rows"), N: fixed(2)}
	g.raw.Form.Places = "slots"
	g.Flaws = []string{
		"From December 2025 to March 2026 the site kept Stake's bytes, but looked one fraction up in a table of its own, whose edge slots were rarer than those of a fair board: the return was 98 % instead of 99 %.",
		"Commitments and bytes of these bets verify, and with the site's table, so do the slots. Without the table they don't follow from this definition, which is the documented, fair board; compare the frequencies of the slots shown with its odds.",
	}
	g.Sources = []string{"ProvablyFair-org/winna-plinko: an audit of 190 bets; the table isn't part of this package"}
	return g
}

func stakeWheel() Game {
	g := stakeGame("wheel", "wheel: the pay of the segment", choiceField("segments", "segments", "10", "20", "30", "40", "50"), riskField("low", "medium", "high"))
	table, n := make(map[string][]int64), make(map[string]int64)
	for key, tenths := range stakeWheels {
		for _, t := range tenths {
			table[key] = append(table[key], 10*t)
		}
		n[key[:2]] = int64(len(tenths))
	}
	g.raw.Map = rawMapping{Kind: mapSums, N: by2("segments", n), Table: table, By: []string{"segments", "risk"}}
	g.raw.Form, g.Pays = decimals(2), paysResult
	return g
}

// stakeRungs is a game of numbers below 10^8, each of which falls on a rung.
func stakeRungs(name, title string, count int64, turns []string, rungs map[string][]rung, fields ...Field) Game {
	g := stakeList(name, title, fixed(count), fixed(1e8), decimals(2), fields...)
	m := &g.raw.Map
	m.Steps, m.Table, m.Turns = make(map[string][]int64), make(map[string][]int64), turns
	for _, f := range fields {
		m.By = append(m.By, f.Name)
	}
	for key, all := range rungs {
		for _, r := range all {
			m.Steps[key], m.Table[key] = append(m.Steps[key], r.from), append(m.Table[key], r.pays)
		}
	}
	g.Sources = []string{stakePages, stakeCalculator, stakeVerifier + ": the tables"}
	return g
}

func stakeDifficulty() Field {
	return choiceField("difficulty", "difficulty", "easy", "medium", "hard", "expert")
}

func stakeCases10() Game {
	g := stakeRungs("cases", "cases: the pay of the case", 1, nil, stakeCases, stakeDifficulty())
	g.Pays = paysResult
	return g
}

// stakeBars30 has what each bar pays if so many are chosen: the pay of one, divided and cut to
// hundredths.
func stakeBars30() Game {
	rungs := make(map[string][]rung)
	for difficulty, all := range stakeBars {
		for n := int64(1); n <= 5; n++ {
			key := difficulty + " " + strconv.FormatInt(n, 10)
			for _, r := range all {
				rungs[key] = append(rungs[key], rung{r.from, r.pays / n})
			}
		}
	}
	return stakeRungs("bars", "bars: what each of the 30 pays, which add up", 30, nil, rungs, stakeDifficulty(), numberField("tiles", "bars chosen", 1, 5))
}

func stakeTarot3() Game {
	return stakeRungs("tarot", "tarot: the factors of a minor, a major and a minor arcana, which are multiplied", 3, []string{"minor", "major", "minor"}, stakeTarot, stakeDifficulty())
}

// stakeDraw is a game of draws by removal.
func stakeDraw(name, title string, m rawMapping, fields ...Field) Game {
	g := stakeGame(name, title, fields...)
	m.Kind = mapDraw
	g.raw.Map = m
	return g
}

func stakeKeno() Game {
	return stakeDraw("keno", "keno: ten of 1 to 40", rawMapping{N: fixed(40), Count: fixed(10), First: 1, Sorted: true}).counting("squares")
}

func stakeMines() Game {
	return stakeDraw("mines", "mines: the tiles, 0 to 24, that have one", rawMapping{N: fixed(25), Count: by("mines"), Sorted: true}, numberField("mines", "mines", 1, 24)).counting("tiles")
}

func stakeMoles() Game {
	g := stakeDraw("moles", "moles: the holes, 0 to 6, in each round", rawMapping{
		N: fixed(7), Count: by("moles"), Sorted: true,
		Groups: by2("moles", map[string]int64{"1": 8, "2": 9, "3": 9, "4": 9, "5": 9, "6": 9}),
	}, numberField("moles", "moles", 1, 6)).counting("holes")
	g.Sources = []string{stakePages, stakeVerifier}
	return g
}

func stakeTower() Game {
	return stakeDraw("dragontower", "dragon tower: the eggs of each level, from the bottom", rawMapping{
		N:      by2("difficulty", map[string]int64{"easy": 4, "medium": 3, "hard": 2, "expert": 3, "master": 4}),
		Count:  by2("difficulty", map[string]int64{"easy": 3, "medium": 2, "hard": 1, "expert": 1, "master": 1}),
		Groups: fixed(9), Sorted: true,
	}, choiceField("difficulty", "difficulty", "easy", "medium", "hard", "expert", "master")).counting("tiles")
}

func stakeCards(name string, cards uint64, order string, fewest int) Game {
	g := stakeList(name, name+": cards, "+order, by("cards"), fixed(52), names(cardNames()...), countField("cards", "number of cards", 1, 100, cards))
	g.raw.Form.Fewest, g.raw.Form.Hands = fewest, fewest > 1
	g.Flaws = []string{"Each card is one of all 52, whatever was dealt before: the deck is unlimited, and counting cards is useless."}
	return g
}

func stakeBaccarat() Game {
	g := stakeList("baccarat", "baccarat: player two, banker two, then the two that may be drawn", fixed(6), fixed(52), names(cardNames()...))
	g.raw.Form.Fewest, g.raw.Form.Hands = 4, true
	g.Flaws = []string{"Each card is one of all 52, whatever was dealt before: the deck is unlimited, and counting cards is useless."}
	return g
}

func stakeVideoPoker() Game {
	g := stakeDraw("videopoker", "video poker: five cards, then five to replace", rawMapping{N: fixed(52), Count: fixed(10)})
	g.raw.Form = names(cardNames()...)
	g.raw.Form.Fewest, g.raw.Form.Hands = 5, true
	return g
}

func stakeFlip() Game {
	g := stakeList("flip", "flip: heads or tails", by("flips"), fixed(2), form{Names: []string{"T", "H"}, Joined: true}, countField("flips", "flips", 1, 100, 20))
	g.raw.Numbers.Kind = byWordsCeil
	g.Flaws = []string{"A fraction of just 1/2 is tails: heads have 2^31 − 1 words, tails 2^31 + 1."}
	return g
}

func stakeSnakes() Game {
	return stakeGameOf("snakes", "snakes: sums of two dice", rawMapping{Kind: mapSums, Count: fixed(5), Of: fixed(2), N: fixed(6), First: 2}, form{})
}

func stakeDrill() Game {
	g := stakeGameOf("drill", "drill: three multipliers", rawMapping{
		Kind: mapInverse, Count: fixed(3), Numer: 98, Range: 1 << 32, Divisor: divFalling, Min: 100, Max: 2_000_000_00,
	}, decimals(2))
	g.Pays = paysReached
	return g
}

func stakeGameOf(name, title string, m rawMapping, form form) Game {
	g := stakeGame(name, title)
	g.raw.Map, g.raw.Form = m, form
	return g
}

// stakeSurvive is pump or chicken: the first of n places that is among those drawn ends
// the game, and k steps before it pay 0.98·C(n,k)/C(n−m,k), rounded to hundredths, for m
// drawn. No steps are shown as 1.
func stakeSurvive(name string, n int64) Game {
	g := stakeGame(name, name+": the pay of the last step before the end", choiceField("difficulty", "difficulty", "easy", "medium", "hard", "expert"))
	drawn := map[string]int64{"easy": 1, "medium": 3, "hard": 5, "expert": 10}
	table := make(map[string][]int64)
	for difficulty, m := range drawn {
		pays := []int64{100}
		for k := int64(1); k <= n-m; k++ {
			pays = append(pays, survivePay(n, m, k))
		}
		table[difficulty] = pays
	}
	g.raw.Map = rawMapping{Kind: mapLeast, N: fixed(n), Count: by2("difficulty", drawn), Table: table, By: []string{"difficulty"}}
	g.raw.Form, g.Pays = decimals(2), paysReached
	if name == "pump" {
		g.Flaws = []string{"Stake's calculator showed 1.7 for a pump of medium difficulty where this formula, and another project's table, have 1.69: what a step pays isn't known to the hundredth."}
	}
	return g
}

// survivePay returns 98·C(n,k)/C(n−m,k), rounded, halves up.
func survivePay(n, m, k int64) int64 {
	num := new(big.Int).Binomial(n, k)
	num.Mul(num, big.NewInt(2*98))
	den := new(big.Int).Binomial(n-m, k)
	num.Add(num, den)
	return num.Div(num, den.Lsh(den, 1)).Int64()
}

// hashGame is a game of a hash and a salt that all rounds share.
func hashGame(name, title string) Game {
	return Game{
		Name:    name,
		Title:   title,
		Commits: "a hash chain whose end was published before a block, whose hash is the salt, was mined",
		Fields:  []Field{hashField(32), textField("salt", "salt"), resultField},
		raw: rawDefinition{
			Bytes:   hashing{Alg: algHMAC256, Key: "{hash}", Message: "{salt}"},
			Numbers: rawNumbering{Kind: byWords},
		},
	}
}

const publicSalt = "One public salt serves every game of the chain, and no player adds anything: whoever holds the chain's seed knows all future rounds."

func stakeCrash(name string, numer int64, instant string) Game {
	g := hashGame(name, name)
	g.raw.Map = rawMapping{Kind: mapInverse, Numer: numer, Range: 1 << 32, Divisor: divXPlus1, Min: 100}
	g.raw.Form, g.Pays = decimals(2), paysReached
	g.Flaws = []string{publicSalt, instant}
	g.Sources = []string{stakePages, stakeCalculator, stakeVerifier}
	if name == "crash" {
		g.Sources = append(g.Sources, seedingStake)
		g.Chains = []Chain{{
			Name: "the ten million games of 2019, salted with the hash of Bitcoin's block 584,500", Alg: "sha256", Text: true, Length: 10_000_000,
			End: "78a9757d3be42b74a3f70239078ad9317125fe9ee630d5bdada46de963e56752", Salt: "0000000000000000001b34dc6a1e86083f95500b096231436e9b25cbdd0075c4",
		}}
	}
	return g
}

func stakeZoo() Game {
	g := hashGame("zoo", "zoo: three animals")
	g.raw.Numbers.Kind = byWordsMod
	animals := []string{"lion", "cheetah", "elephant", "crocodile", "rhino", "penguin"}
	g.raw.Map = rawMapping{
		Kind: mapSums, Count: fixed(3), N: fixed(20), By: []string{},
		Table: map[string][]int64{"": {0, 1, 2, 2, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5}},
	}
	g.raw.Form = names(animals...)
	g.Flaws = []string{publicSalt}
	g.Sources = []string{stakePages, stakeCalculator}
	return g
}

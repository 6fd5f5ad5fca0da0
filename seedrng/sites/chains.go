package sites

import (
	"fmt"
	"slices"
)

// Crash games: a hash chain, used from its end backwards, and a salt that was fixed by a
// block mined after the end was published.

const (
	bustabitV1Salt = "000000000000000007a9a31ff7f07463d91af6b5454241d5faf282e5e0fe1b3a"
	bustabitV2Salt = "0000000000000000004d6ec16dafe9d8370958664c1dc422f452892264c59526"
	bustabitV3Salt = "00000000000000000001e08b7fd44f95e3e950ac65650a8031a6d5e1750e34be"
	bcgameSalt     = "000000000000000000030587dd9ded1fcc5d603652da58deb670319bd2e09445"
	roobetSalt     = "0000000000000000000fa3b65e43e4240d71762a5bf397d5304b2596d116859c"
	roobetSalt2023 = "0xd2867566759e9158bda9bf93b343bbd9aa02ce1e0c5bc2b37a2d70d391b04f14"
)

const (
	missingGames = "A game that is left out of a history shows only if game numbers are tied to steps along the chain."
	v1Edge       = "The edge isn't constant: it grows from 1 % at 1.01 to 1.98 % far out."
)

func chainSites() []Site {
	return []Site{{
		Name: "bustabit", Title: "BustaBit",
		flaws: []string{publicSalt, missingGames},
		Games: []Game{bustabitV3(), bustabitV2(), bustabitV1()},
	}, {
		Name: "bustadice", Title: "Bustadice",
		Games: []Game{bustadice()},
	}, {
		Name: "roobet", Title: "Roobet",
		flaws: []string{publicSalt, missingGames},
		Games: []Game{
			roobetCrash("crash", "in November 2021", 20, "5.01 % at 1.01 to 5.95 %"),
			roobetCrash("crash-33", "by other scripts of that chain", 33, "3.04 % at 1.01 to 4.00 %"),
			roobet2023(),
		},
	}, {
		Name: "csgoroll", Title: "CSGORoll",
		flaws: []string{"There is no public salt: the operator could have searched for a chain that favours it.", missingGames},
		Games: []Game{csgorollCrash(), csgorollReader()},
	}}
}

// crashGame is a game of a chain, whose games can be computed from any later game's
// hash: back says how many games earlier.
func crashGame(name, title string, alg alg, size uint64, text bool, salt string) Game {
	d := hashing{Alg: alg, Message: "{game:hex}"}
	if text {
		d.Message = "{game}"
	}
	saltField := textField("salt", "salt")
	saltField.Default = salt
	return Game{
		Name:    name,
		Title:   title,
		Commits: "a hash chain whose end was published before a block, whose hash is the salt, was mined",
		Fields:  []Field{hashField(size), countField("back", "how many games before that of the hash", 0, 10_000, 0), saltField, resultField},
		Pays:    paysReached,
		raw: rawDefinition{
			Derive:  []derived{{Name: "game", Digest: d, From: "hash", Times: "back"}},
			Numbers: rawNumbering{Kind: byTop52},
			Form:    decimals(2),
		},
	}
}

// saltKeyed is HMAC-SHA256 of the decoded game hash under the salt.
var saltKeyed = hashing{Alg: algHMAC256, Key: "{salt}", Message: "{game:hex}"}

func bustabitV3() Game {
	g := crashGame("crash", "crash, games from 12,279,451 on", algSHA256, 32, false, bustabitV3Salt)
	g.raw.Bytes, g.raw.Map = saltKeyed, rawMapping{Kind: mapInverse52, Numer: 99, Min: 100}
	g.Chains = []Chain{{
		Name: "games from 10,000,001 on", Alg: "sha256", End: "567a98370fb7545137ddb53687723cf0b8a1f5e93b1f76f4a1da29416930fa59",
		First: 10_000_000, Length: 100_000_000, Salt: bustabitV3Salt,
	}}
	g.Sources = []string{"bustabit's seeding event and verifier", "games 12,306,894 to 12,424,169"}
	return g
}

func bustabitV2() Game {
	g := crashGame("crash-v2", "crash, games 1 to 10,000,000 of the second chain", algSHA256, 32, true, bustabitV2Salt)
	g.Era = "crash"
	g.raw.Bytes, g.raw.Map = saltKeyed, rawMapping{Kind: mapInverse52, Numer: 99, Min: 100}
	g.Chains = []Chain{{
		Name: "games 1 to 10,000,000", Alg: "sha256", Text: true, End: "86728f5fc3bd99db94d3cdaf105d67788194e9701bf95d049ad0e1ee3d004277",
		Length: 10_000_000, Salt: bustabitV2Salt,
	}}
	g.Flaws = []string{"The announcement's sample fed the hash to HMAC as text, the site decodes it: the definitions give different results."}
	g.Sources = []string{"bustabit's script documentation", "vladignatyev/bustabit-rust"}
	return g
}

func bustabitV1() Game {
	g := crashGame("crash-v1", "crash, the first version", algSHA256, 32, true, bustabitV1Salt)
	g.Era = "crash"
	g.raw.Bytes = hashing{Alg: algHMAC256, Key: "{game}", Message: "{salt}"}
	g.raw.Map = rawMapping{Kind: mapBustabit1, Mod: 101}
	g.Flaws = []string{v1Edge}
	g.Sources = []string{"bustabit/v1-gameserver, server/lib.js"}
	return g
}

// roobetCrash is one of two readings of the first chain: scripts end one game in 20 or 33 at
// 1.00, and the only public round comes out by both, as by 25, 50 and 101.
func roobetCrash(name, when string, mod int64, edge string) Game {
	g := crashGame(name, fmt.Sprintf("crash, as published %s: one game in %d ends at 1.00", when, mod), algSHA256, 32, true, roobetSalt)
	if name != "crash" {
		g.Era = "crash"
	}
	g.raw.Bytes = hashing{Alg: algHMAC256, Key: "{game}", Message: "{salt}"}
	g.raw.Map = rawMapping{Kind: mapBustabit1, Mod: mod, Min: 100}
	g.Chains = []Chain{{
		Name: "games of salt block 610546", Alg: "sha256", Text: true, End: "77b271fe12fca03c618f63dfb79d4105726ba9d4a25bb3f1964e435ccf9cb209",
		Salt: roobetSalt,
	}}
	g.Flaws = []string{
		fmt.Sprintf("By this formula, one game in %d ends at 1.00, and the edge grows from %s far out.", mod, edge),
		"Published scripts have 20, 25 or 33 here, and no public round says which of them the site used when: what holds by one of these formulas isn't established of the site.",
	}
	g.Sources = []string{"AdamSierakowski/Math-Behind-Roobet-s-Crash-Game", "IsiraUdaththa/Roobet-Crash-Analysis", "r/crashgambling, 7 November 2021: Analyzing Code in Roobet -- Is Roobet's House Edge 6%?"}
	return g
}

// roobet2023 is of the chain and the salt of the seeding event of August 2023.
func roobet2023() Game {
	g := roobetCrash("crash-2023", "for the chain of August 2023", 25, "4.01 % at 1.01 to 4.96 %")
	i := slices.IndexFunc(g.Fields, func(f Field) bool { return f.Name == "salt" })
	g.Fields[i].Default = roobetSalt2023
	g.Chains = []Chain{{
		Name: "two million games, salted with the hash of Ethereum's block 17,985,520", Alg: "sha256", Text: true, Length: 2_000_000,
		End: "76a11ece9e181cb5f0a71e71c45ca0e431b904306b9cb161fd43025a5d3ebb8d", Salt: roobetSalt2023,
	}}
	g.Sources = []string{"IsiraUdaththa/Roobet-Crash-Analysis, index-checkpoint.js, which names pastebin.com/1cGDjFyv: the seeding event"}
	return g
}

// csgorollCrash is the formula of a script that several projects have from the site's page.
func csgorollCrash() Game {
	g := crashGame("crash", "crash; the chain is verified, the formula isn't", algSHA256, 32, true, "")
	g.Commits = "a hash chain"
	g.Fields = append(g.Fields[:2:2], resultField)
	g.raw.Bytes = hashing{Alg: algHMAC256, Key: "{game}"}
	g.raw.Map = rawMapping{Kind: mapBustabit1, Numer: 9334, Scale: 100, Min: 100}
	g.Chains = []Chain{{Name: "one of its chains", Alg: "sha256", Text: true, End: "cadaaef371bc977aae209dc9be1a30665550adf89fa40fc17771051914d1f9fc"}}
	g.Flaws = []string{"By this formula, multipliers are those of a game with an edge of 1 %, times 0.9334: the return is 92.4 % far out, and what is below 1.08 counts as 1."}
	g.Sources = []string{"a script with INSTANT_CRASH_PERCENTAGE = 6.66, copied by several projects", "nejchi31/chain_reader_csgoroll, chain_reader.py: the chain"}
	return g
}

// csgorollReader cuts before it multiplies.
func csgorollReader() Game {
	g := csgorollCrash()
	g.Name, g.Era = "crash-reader", "crash"
	g.Title = "crash, as chain_reader_csgoroll computes it: cut to hundredths before the edge is taken, not after"
	g.raw.Map = rawMapping{Kind: mapBustabit1, Factor: 9334, Min: 1_000_000}
	g.raw.Form = decimals(6)
	g.Sources = []string{"nejchi31/chain_reader_csgoroll, chain_reader.py"}
	return g
}

func bitslerBlast() Game {
	g := crashGame("blast", "Blast; the chain is verified, the formula is the site's own code", algSHA512, 64, true, "")
	g.raw.Bytes = hashing{Alg: algHMAC512, Key: "{salt}", Message: "{game}"}
	g.raw.Map = rawMapping{Kind: mapInverse52, Numer: 98, Min: 100}
	g.Chains = []Chain{{
		Name: "the million games of 2021 and 2022", Alg: "sha512", Text: true, Length: 1_000_000,
		End: "fc4fb4a7ba8187369e0906b47019cd328f42cc021706bbac2529a95141629ea3ec3e994e32bc0b542b39a4b57275616370bda8370a2716b58c942fd69512a10d",
	}}
	g.Flaws = []string{publicSalt}
	g.Sources = []string{"blog.bitsler.com/post/blast-relaunch-67 and -68"}
	return g
}

func bustadice() Game {
	return Game{
		Name:    "dice",
		Title:   "dice",
		Commits: "hashes of two server seeds, by its own documents: how isn't part of this definition",
		Fields:  []Field{textField("audit", "audit seed"), textField("server", "server seed"), textField("client", "client seed"), nonceField(), resultField},
		Pays:    paysReached,
		Flaws:   []string{chosenSeed, "The seeds are joined by |, which they may contain: a|b and c are the same bet as a and b|c.", "How the site commits to its two seeds isn't part of this definition, so that nothing here binds it to them."},
		Sources: []string{"bustadice/verifier, bustadice.go"},
		raw: rawDefinition{
			Derive:  []derived{{Name: "key", Digest: hashing{Alg: algHMAC256, Key: "{audit}", Message: "{nonce}"}}},
			Bytes:   hashing{Alg: algHMAC256, Key: "{server}|{client}|{nonce}", Message: "{key}"},
			Numbers: rawNumbering{Kind: byTop52},
			Map:     rawMapping{Kind: mapInverse52, Numer: 99, Min: 100, Max: 1_000_000_00},
			Form:    decimals(2),
		},
	}
}

package main

import (
	"fmt"
	"slices"
	"strings"
)

// listed writes entries as inputs hold them.
func listed(list []entrant, weighted bool) []string {
	text := make([]string, len(list))
	for i, e := range list {
		text[i] = e.data
		if weighted {
			text[i] += "\n" + decimal(e.weight)
		}
	}
	return text
}

func drawLists(s *suite) {
	good := func(name, comment string, weighted, repeats bool, list ...entrant) {
		top, _ := over(inOrder(list), 0)
		s.ok("list/"+name, comment, fields{"list": listed(list, weighted), "repeats": repeats},
			fields{"root": hexOf(top.hash), "total": decimal(top.sum)})
	}
	bad := func(name, comment string, list ...string) {
		s.refuse("list/"+name, comment, "malformed", fields{"list": list, "repeats": false})
	}
	good("one", "a single entry", false, false, entrant{"a", 1})
	good("order", "bytes decide, a prefix comes first, and case and scripts matter", false, false,
		entrant{"é", 1}, entrant{"Zoe", 1}, entrant{"zoe", 1}, entrant{"Zo", 1}, entrant{"zoё", 1})
	good("longest", "the longest entry", false, false, entrant{strings.Repeat("x", 1024), 1}, entrant{"x", 1})
	good("weights", "the worked list", true, false, entrant{"c", 3}, entrant{"a", 1}, entrant{"b", 2})
	good("ones", "weights of 1 are weights", true, false, entrant{"a", 1}, entrant{"b", 1})
	good("most", "the largest sum of weights", true, false, entrant{"a", 1<<64 - 2}, entrant{"b", 1})
	good("repeated", "repeated entries, where they may be", false, true, entrant{"b", 1}, entrant{"a", 1}, entrant{"b", 1})
	good("repeatedweights", "repeated entries are in order of their weights", true, true, entrant{"b", 9}, entrant{"a", 1}, entrant{"b", 8})
	for n := 3; n <= 9; n++ {
		good(fmt.Sprintf("of%d", n), "a tree's shape", true, false, many(n, true)...)
	}
	bad("none", "no entry")
	bad("empty", "an empty entry", "a", "")
	bad("long", "an entry of 1025 bytes", strings.Repeat("x", 1025))
	bad("twice", "a repeated entry", "a", "b", "a")
	bad("twiceweights", "a repeated entry with another weight", "a\n1", "a\n2")
	bad("some", "weights for some entries only", "a\n1", "b")
	bad("sum", "weights that add up to 2^64", "a\n18446744073709551615", "b\n1")
}

func announcements(s *suite) {
	list := many(52, false)
	good := func(name, comment, text string) {
		s.ok("announcement/"+name, comment, fields{"text": text},
			fields{"digest": hexOf(sha(text)), "words": words(sha(text))})
	}
	bad := func(name, comment, text string) {
		s.refuse("announcement/"+name, comment, "malformed", fields{"text": text})
	}
	with := func(change func(t *terms)) string {
		t := plain()
		change(&t)
		return t.text(list, false)
	}
	base := plain().text(list, false)
	good("plain", "a raffle", base)
	good("weights", "with weights", plain().text(many(52, true), true))
	good("second", "a second announcement names the first", with(func(t *terms) { t.number, t.previous = "2", hexOf(sha(base)) }))
	good("unicode", "texts in any script", with(func(t *terms) { t.label = "Жеребьёвка 🎟" }))
	good("longest", "texts of 512 bytes, and the greatest numbers", with(func(t *terms) {
		long := strings.Repeat("x", 512)
		t.label, t.place, t.void, t.beacon = long, long, long, long
		t.number, t.previous, t.round, t.time = "18446744073709551615", hexOf(sha("")), "9007199254740991", "9999-12-31T23:59:59Z"
	}))
	good("everybody", "an order of all entries", with(func(t *terms) { t.winners, t.substitutes = 1, 51 }))

	for _, c := range []struct{ name, comment, old, new string }{
		{"version", "another version", "draw v1\n", "draw v2\n"},
		{"crlf", "lines that end otherwise", "\n", "\r\n"},
		{"order", "lines in another order", "winners 1\nsubstitutes 0\n", "substitutes 0\nwinners 1\n"},
		{"missing", "a line is missing", "repeats no\n", ""},
		{"twice", "a line too many", "repeats no\n", "repeats no\nrepeats no\n"},
		{"zeros", "a number with a leading zero", "round 1000\n", "round 01000\n"},
		{"plus", "a number with a sign", "round 1000\n", "round +1000\n"},
		{"space", "a text with a space at its end", "raffle\n", "raffle \n"},
		{"empty", "an empty text", "Summer raffle", ""},
		{"long", "a text of 513 bytes", "Summer raffle", strings.Repeat("x", 513)},
		{"tab", "a control character", "Summer raffle", "Summer\traffle"},
		{"c1", "a control character above ASCII", "Summer raffle", "Summer\u0085raffle"},
		{"separator", "a line separator", "Summer raffle", "Summer\u2028raffle"},
		{"number", "announcement 0", "number 1\n", "number 0\n"},
		{"previous", "the first announcement names one before", strings.Repeat("0", 64), strings.Repeat("0", 63) + "1"},
		{"noprevious", "the second announcement names none before", "number 1\n", "number 2\n"},
		{"uppercase", "a digest in uppercase", strings.Repeat("0", 64), strings.Repeat("A", 64)},
		{"entries", "no entries", "entries 52\n", "entries 0\n"},
		{"millions", "10,000,001 entries", "entries 52\n", "entries 10000001\n"},
		{"repeats", "neither yes nor no", "repeats no\n", "repeats maybe\n"},
		{"light", "weights below the number of entries", "weights none\n", "weights 51\n"},
		{"heavy", "weights of 2^64", "weights none\n", "weights 18446744073709551616\n"},
		{"nowinners", "no winners", "winners 1\n", "winners 0\n"},
		{"winners", "more winners than entries", "winners 1\n", "winners 53\n"},
		{"places", "more places than entries", "substitutes 0\n", "substitutes 52\n"},
		{"substitutes", "a number of substitutes beyond all", "substitutes 0\n", "substitutes 18446744073709551615\n"},
		{"round", "round 0", "round 1000\n", "round 0\n"},
		{"rounds", "round 2^53", "round 1000\n", "round 9007199254740992\n"},
		{"fraction", "a fraction of a second", "24Z\n", "24.5Z\n"},
		{"zone", "a time that isn't UTC's", "24Z\n", "24+00:00\n"},
		{"day", "February 30", "2023-08-23T", "2023-02-30T"},
		{"1969", "a time before 1970", "time 2023", "time 1969"},
		{"rest", "something follows", "names another\n", "names another\n\n"},
		{"unended", "the last line isn't ended", "names another\n", "names another"},
	} {
		text := strings.Replace(base, c.old, c.new, 1)
		if text == base {
			panic(c.name)
		}
		bad(c.name, c.comment, text)
	}
	bad("nothing", "nothing", "")
}

// draws are of lists of 1, 2, 52 and 10,000 entries, by drand's real rounds.
func draws(s *suite) {
	add := func(name, comment string, r round, list []entrant, inputs fields, weighted bool, winners, substitutes int) {
		t := plain()
		t.winners, t.substitutes = winners, substitutes
		t.beacon, t.round, t.time = "drand "+r.Chain+" "+r.network().hash, decimal(r.Round), r.time()
		text := t.text(list, weighted)
		positions := drawn(text, r.value(), list, weighted, winners+substitutes)
		outputs := fields{"positions": line(positions)}
		if len(positions) <= 10 {
			var shown []string
			for _, p := range positions {
				shown = append(shown, hexOf(proofOf(list, p)))
			}
			outputs["proofs"] = shown
		}
		inputs["text"], inputs["round"] = text, r.json()
		s.ok("draw/"+name, comment, inputs, outputs)
	}
	worked := []entrant{{"a", 1}, {"b", 2}, {"c", 3}}
	add("worked", "the worked example", find("quicknet", 1000), worked, fields{"list": listed(worked, true)}, true, 1, 1)
	for _, c := range []struct{ n, winners, substitutes int }{{1, 1, 0}, {2, 1, 1}, {52, 3, 2}, {10_000, 4, 6}} {
		for _, weighted := range []bool{false, true} {
			name, comment := decimal(c.n), "without weights"
			if weighted {
				name, comment = name+"weighted", "with weights"
			}
			add(name, comment, find("quicknet", 1000), many(c.n, weighted), fields{"many": c.n, "weighted": weighted}, weighted, c.winners, c.substitutes)
		}
	}
	for _, r := range facts() {
		add(fmt.Sprintf("%s%d", r.Chain, r.Round), "an order of 52 by a real round", r, many(52, true),
			fields{"many": 52, "weighted": true}, true, 52, 0)
	}
	heavy := []entrant{{"a", 1 << 62}, {"b", 1 << 63}, {"c", 1<<62 - 1}}
	add("heavy", "weights that add up to 2^64-1", find("default", 162810), heavy, fields{"list": listed(heavy, true)}, true, 3, 0)
	// Of a list or a round that isn't the announced one.
	t, announced := plain(), find("quicknet", 1000)
	refuse := func(result, name, comment, text string, r round, list ...string) {
		s.refuse("draw/"+name, comment, result, fields{"list": list, "text": text, "round": r.json()})
	}
	even := []entrant{{"a", 1}, {"b", 1}}
	tickets := t
	tickets.repeats = "yes"
	refuse("mismatch", "another", "another entry", t.text(even, false), announced, "a", "c")
	refuse("mismatch", "fewer", "an entry less", t.text(even, false), announced, "a")
	refuse("mismatch", "heavier", "another weight", t.text(even, true), announced, "a\n1", "b\n2")
	refuse("mismatch", "unweighted", "a list without weights, announced as one with the weights 1", t.text(even, true), announced, "a", "b")
	refuse("mismatch", "weighted", "a list with the weights 1, announced as one without", t.text(even, false), announced, "a\n1", "b\n1")
	refuse("mismatch", "repeats", "a list without repeats, announced as one with", tickets.text(even, false), announced, "a", "b")
	refuse("round", "round", "another round", t.text(even, false), find("quicknet", 123), "a", "b")
	refuse("round", "beacon", "a round of another network", t.text(even, false), find("default", 162810), "a", "b")
	border := []entrant{{"a", 1<<32 - 1}, {"b", 1}, {"c", 1}} // words of 8, then of 4 bytes
	add("border", "weights that add up to a little more than 2^32", find("quicknet", 123), border, fields{"list": listed(border, true)}, true, 3, 0)
}

func drawProofs(s *suite) {
	list := many(5, true)
	text := plain().text(list, true)
	add := func(result, name, comment, text, proof string) {
		s.refuse("proof/"+name, comment, result, fields{"text": text, "proof": hexOf(proof)})
	}
	for i, e := range list {
		s.ok(fmt.Sprintf("proof/%d", i), "a proof of each entry", fields{"text": text, "proof": hexOf(proofOf(list, i))},
			fields{"position": i, "weight": decimal(e.weight), "entry": e.data})
	}
	good := proofOf(list, 2)
	start := len(lp("squaredeal/draw/v1/proof"))
	add("mismatch", "moved", "another position", text, replaced(good, start, u32(3)))
	add("mismatch", "beyond", "a position that the list doesn't have", text, replaced(good, start, u32(5)))
	last := proofOf(list, 4)
	add("mismatch", "after", "a position after the last, with the last one's path", text, replaced(last, start, u32(5)))
	add("mismatch", "heavier", "another weight", text, replaced(good, start+4, u64(4)))
	add("mismatch", "another", "another entry", text, strings.Replace(good, "entrant-0000002", "entrant-0000007", 1))
	add("mismatch", "shorter", "a node is missing", text, good[:len(good)-40])
	add("mismatch", "longer", "a node too many", text, good+good[len(good)-40:])
	add("mismatch", "sum", "another sum beside the path", text, replaced(good, len(good)-8, u64(9)))
	other := slices.Clone(list)
	other[4].weight++
	add("mismatch", "list", "a proof of another list", text, proofOf(other, 2))
	add("malformed", "millions", "position 10,000,000", text, replaced(good, start, u32(10_000_000)))
	add("malformed", "weightless", "weight 0", text, replaced(good, start+4, u64(0)))
	add("malformed", "label", "another label", text, strings.Replace(good, "v1/proof", "v2/proof", 1))
	add("malformed", "rest", "a byte too many", text, good+"x")
	add("malformed", "cut", "a byte is missing", text, good[:len(good)-1])
	add("malformed", "empty", "an empty entry", text, good[:start+12]+lp("")+good[start+12+len(lp(list[2].data)):])
	add("malformed", "long", "an entry of 1025 bytes", text, good[:start+12]+lp(strings.Repeat("x", 1025)))
	add("malformed", "deep", "25 nodes", text, good[:start+12]+lp("x")+strings.Repeat(strings.Repeat("n", 40), 25))
	add("malformed", "length", "an entry longer than the proof", text, good[:start+12]+u64(1<<63)+"x")
	add("malformed", "nothing", "nothing", text, "")

	// A tree whose sums wrap around: an organiser can build it, as no list has it.
	huge := []entrant{{"a", 1<<64 - 1}, {"b", 3}}
	wrapped, _ := over(huge, 0)
	t := plain().text(huge, true)
	add("mismatch", "wrapped", "sums that exceed 2^64, announced as what remains", strings.Replace(t, "weights "+decimal(wrapped.sum), "weights 2", 1), proofOf(huge, 1))
}

func drawPlaces(s *suite) {
	for _, weighted := range []bool{false, true} {
		kind := map[bool]string{false: "uniform", true: "weighted"}[weighted]
		list := many(52, weighted)
		r := find("quicknet", 1000)
		t := plain()
		t.winners, t.substitutes = 3, 2
		text := t.text(list, weighted)
		positions := drawn(text, r.value(), list, weighted, 5)
		all := func(positions ...int) (proofs []string) {
			for _, p := range positions {
				proofs = append(proofs, hexOf(proofOf(list, p)))
			}
			return proofs
		}
		add := func(result, name, comment, text string, r round, proofs []string) {
			if proofs == nil {
				proofs = []string{}
			}
			s.refuse("places/"+name+kind, comment, result, fields{"text": text, "round": r.json(), "proofs": proofs})
		}
		p := positions
		add("ok", "all", "all places", text, r, all(p...))
		add("ok", "first", "the first place", text, r, all(p[0]))
		add("mismatch", "swapped", "two winners in the other order", text, r, all(p[1], p[0]))
		add("mismatch", "repeated", "a winner twice", text, r, all(p[0], p[0]))
		add("mismatch", "skipped", "a winner is left out", text, r, all(p[0], p[2]))
		add("mismatch", "friend", "an entry that didn't win", text, r, all((p[0]+1)%52))
		add("malformed", "none", "no place", text, r, nil)
		add("malformed", "six", "more than there are", text, r, append(all(p...), all(p[0])...))
		add("round", "another", "another round", text, find("quicknet", 123), all(p...))
		add("round", "network", "a round of the other network", text, find("default", 162810), all(p...))
		t.time = "2023-08-23T15:59:27Z"
		add("round", "time", "the terms say another time of the round", t.text(list, weighted), r, all(p...))
	}

	// Nor has a list an entry of weight 0, so that nothing is left for the second place.
	empty := []entrant{{"a", 6}, {"b", 0}}
	t := plain()
	t.winners = 2
	proof := hexOf(proofOf(empty, 0))
	s.refuse("places/weightless", "a tree with an entry of weight 0", "mismatch", fields{"text": t.text(empty, true), "round": find("quicknet", 1000).json(), "proofs": []string{proof, proof}})
}

func drawTimes(s *suite) {
	text := plain().text(many(3, false), false)
	for _, c := range []struct {
		name, published string
		margin          int
		result          string
	}{
		{"just", "2023-08-23T15:49:24Z", 600, "ok"},
		{"late", "2023-08-23T15:49:25Z", 600, "late"},
		{"least", "2023-08-23T15:58:24Z", 60, "ok"},
		{"after", "2023-08-23T15:59:25Z", 60, "late"},
		{"early", "1970-01-01T00:00:00Z", 600, "ok"},
		{"margin", "2023-08-23T15:00:00Z", 59, "malformed"},
		{"none", "2023-08-23T15:00:00Z", 0, "malformed"},
	} {
		s.refuse("time/"+c.name, "the round is at 15:59:24", c.result, fields{"text": text, "published": c.published, "margin": c.margin})
	}
}

func drawHidden(s *suite) {
	for _, e := range []string{"", "a", "alice@example.org", strings.Repeat("x", 1024)} {
		salt := sha("salt of " + e)
		s.ok(fmt.Sprintf("hidden/%d", len(e)), "an entry of that many bytes", fields{"salt": hexOf(salt), "entry": hexOf(e)},
			fields{"hidden": hexOf(mac(salt, lp("squaredeal/draw/v1/hidden")+lp(e)))})
	}
}

func drawAccumulated(s *suite) {
	value := find("quicknet", 1000).value()
	winners := ""
	for i := range 10_000 {
		n, weighted := 1+i%50, i%2 == 1
		t := plain()
		t.label = decimal(i)
		text := t.text(many(n, weighted), weighted)
		winners += decimal(drawn(text, value, many(n, weighted), weighted, 1)[0]) + ";"
		if i+1 == 100 || i+1 == 10_000 {
			s.ok(fmt.Sprintf("accumulated/%d", i+1), "winners of many draws", fields{"runs": i + 1},
				fields{"sha256": hexOf(sha(winners))})
		}
	}
}

package spec

import (
	"fmt"
	"slices"
	"strings"
)

func drawCases(s *suite) {
	drawLists(s)
	announcements(s)
	draws(s)
	drawFollowing(s)
	drawProofs(s)
	drawReceipts(s)
	drawPlaces(s)
	drawTimes(s)
	drawRounds(s)
	drawHidden(s)
	drawAccumulated(s)
}

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
	add := func(name, comment, repeats string, weighted bool, list ...entrant) {
		texts := listed(list, weighted)
		outputs, class := drawQuestion{List: texts, Repeats: repeats}.listAnswer()
		expect(name, class, "ok")
		s.ok("list/"+name, comment, fields{"list": texts, "repeats": repeats}, outputs)
	}
	good := func(name, comment string, weighted, repeats bool, list ...entrant) {
		add(name, comment, map[bool]string{false: "no", true: "yes"}[repeats], weighted, list...)
	}
	refuse := func(name, comment, repeats string, list ...string) {
		s.refuse("list/"+name, comment, "malformed", fields{"list": append([]string{}, list...), "repeats": repeats})
	}
	bad := func(name, comment string, list ...string) { refuse(name, comment, "no", list...) }
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
	add("joined", "tickets, of which equal ones are joined", "joined", false,
		entrant{"b", 1}, entrant{"a", 1}, entrant{"b", 1}, entrant{"c", 1}, entrant{"b", 1})
	add("joinedweights", "tickets with weights", "joined", true, entrant{"b", 9}, entrant{"a", 1}, entrant{"b", 1 << 40})
	add("joinedonce", "weights of 1 where each has one ticket", "joined", false, entrant{"b", 1}, entrant{"a", 1})
	add("joinedone", "all tickets are one person's", "joined", false, entrant{"a", 1}, entrant{"a", 1})
	add("joinedmost", "the largest sum of weights", "joined", true, entrant{"a", 1<<64 - 2}, entrant{"a", 1})
	add("joinedcase", "what differs in a byte isn't joined", "joined", false, entrant{"a", 1}, entrant{"A", 1}, entrant{"a ", 1})
	add("joinedprefix", "what is equal after sorting only", "joined", false, entrant{"aa", 1}, entrant{"a", 1}, entrant{"aa", 1},
		entrant{"a", 1})
	refuse("joinednone", "no ticket", "joined")
	refuse("joinedsome", "weights for some tickets only", "joined", "a\n1", "a")
	refuse("joinedsum", "equal tickets that add up to 2^64", "joined", "a\n18446744073709551615", "a\n1")
	refuse("joinedempty", "an empty ticket", "joined", "a", "")
	bad("none", "no entry")
	bad("empty", "an empty entry", "a", "")
	bad("long", "an entry of 1025 bytes", strings.Repeat("x", 1025))
	bad("twice", "a repeated entry", "a", "b", "a")
	bad("twiceweights", "a repeated entry with another weight", "a\n1", "a\n2")
	bad("some", "weights for some entries only", "a\n1", "b")
	bad("zero", "a weight of 0", "a\n0", "b\n1")
	bad("heavy", "a weight of 2^64", "a\n18446744073709551616", "b\n1")
	bad("sum", "weights that add up to 2^64", "a\n18446744073709551615", "b\n1")
}

func announcements(s *suite) {
	for _, cases := range []func(s *suite){announcedTerms, announcedTexts, announcedPlaces, announcedTimes, announcedRepeats,
		misannouncedTimes, announcedDigests, announcedLines} {
		cases(s)
	}
}

// announced adds an announcement that can be read.
func (s *suite) announced(name, comment, text string) {
	outputs, class := drawQuestion{Text: text}.announcementAnswer()
	expect(name, class, "ok")
	s.ok("announcement/"+name, comment, fields{"text": text}, outputs)
}

// misannounced adds one that can't.
func (s *suite) misannounced(name, comment, text string) {
	s.refuse("announcement/"+name, comment, "malformed", fields{"text": text})
}

// raffle is the announcement of a draw from 52 entries, with its terms changed.
func raffle(change func(t *terms)) string {
	t := plain()
	change(&t)
	return t.text(many(52, false), false)
}

var plainRaffle = raffle(func(*terms) {})

// secondRaffle names plainRaffle as previous.
func secondRaffle() string {
	return raffle(func(t *terms) { t.number, t.previous = "2", hexOf(sha(plainRaffle)) })
}

func announcedTerms(s *suite) {
	good := s.announced
	good("plain", "a raffle", plainRaffle)
	good("weights", "with weights", plain().text(many(52, true), true))
	good("second", "a second announcement names the first", secondRaffle())
	good("unicode", "texts in any script", raffle(func(t *terms) { t.label = "Жеребьёвка 🎟" }))
	good("longest", "texts of 512 bytes, and the greatest numbers", raffle(func(t *terms) {
		long := strings.Repeat("x", 512)
		t.label, t.place, t.void, t.beacon = long, long, long, long
		t.number, t.previous, t.round, t.time = "18446744073709551615", hexOf(sha("")), "9007199254740991", "9999-12-31T23:59:59Z"
	}))
}

func announcedTexts(s *suite) {
	good, bad := s.announced, s.misannounced
	for _, c := range []struct {
		name string
		text func(t *terms) *string
	}{
		{"label", func(t *terms) *string { return &t.label }},
		{"place", func(t *terms) *string { return &t.place }},
		{"beacon", func(t *terms) *string { return &t.beacon }},
		{"void", func(t *terms) *string { return &t.void }},
	} {
		is := func(text string) string { return raffle(func(t *terms) { *c.text(t) = text }) }
		good("long"+c.name, "512 bytes, of 256 characters", is(strings.Repeat("é", 256)))
		bad("longer"+c.name, "513 bytes", is(strings.Repeat("x", 513)))
		bad("longest"+c.name, "513 bytes, of 257 characters", is(strings.Repeat("é", 256)+"x"))
		bad("no"+c.name, "an empty text", is(""))
		good("inner"+c.name, "a space within, and others at the ends", is("\u00a0a  b\u2003"))
	}
}

func announcedPlaces(s *suite) {
	for _, c := range []struct{ name, place string }{
		{"words", "The notice board"}, {"path", "https://example.org/Raffles"}, {"colon", "Post: //a"}, {"slashes", "//A"},
		{"second", "https://example.org/?https://EXAMPLE.org"}, {"empty", "://a"}, {"other", "https://bücher.example"},
	} {
		s.announced("place"+c.name, "a place that may have uppercase letters where it has them, or has none",
			raffle(func(t *terms) { t.place = c.place }))
	}
	for _, c := range []struct{ name, place string }{
		{"slash", "https://example.org/raffles/"}, {"root", "https://example.org/"}, {"slashes", "a//"}, {"only", "/"},
		{"scheme", "Https://example.org"}, {"host", "https://Example.org/raffles"}, {"hostonly", "https://example.orG"},
		{"query", "https://example.org?A"}, {"before", "The board https://example.org"},
	} {
		s.misannounced("place"+c.name+"bad", "a place with a second spelling", raffle(func(t *terms) { t.place = c.place }))
	}
}

func announcedTimes(s *suite) {
	s.announced("firsttime", "the first time", raffle(func(t *terms) { t.time = "1970-01-01T00:00:00Z" }))
	s.announced("leapday", "February 29 of a leap year", raffle(func(t *terms) { t.time = "2024-02-29T00:00:00Z" }))
}

func announcedRepeats(s *suite) {
	joined := plain()
	joined.repeats = "joined"
	s.announced("joined", "a joined list", joined.text(many(52, false), true))
	s.announced("tickets", "repeated entries", raffle(func(t *terms) { t.repeats = "yes" }))
	s.misannounced("joinedweightless", "a joined list without weights", raffle(func(t *terms) { t.repeats = "joined" }))
}

func misannouncedTimes(s *suite) {
	for _, c := range []struct{ name, time string }{
		{"before", "1969-12-31T23:59:59Z"}, {"10000", "10000-01-01T00:00:00Z"}, {"short", "999-01-01T00:00:00Z"},
		{"leap", "2016-12-31T23:59:60Z"},
		{"hour", "2023-08-23T24:00:00Z"}, {"minute", "2023-08-23T15:60:24Z"}, {"lower", "2023-08-23t15:59:24z"},
		{"space", "2023-08-23 15:59:24Z"},
		{"century", "2100-02-29T00:00:00Z"}, {"digits", "2023-8-23T15:59:24Z"}, {"comma", "2023-08-23T15:59:24,0Z"},
	} {
		s.misannounced("time"+c.name, "no such time, or not as it is written", raffle(func(t *terms) { t.time = c.time }))
	}
}

func announcedDigests(s *suite) {
	upper := func(text, digest string) string { return strings.Replace(text, digest, strings.ToUpper(digest), 1) }
	s.misannounced("uppercase", "a previous digest in uppercase", upper(secondRaffle(), hexOf(sha(plainRaffle))))
	top, _ := over(many(52, false), 0)
	s.misannounced("uppercaseroot", "a root in uppercase", upper(plainRaffle, hexOf(top.hash)))
	s.announced("everybody", "an order of all entries", raffle(func(t *terms) { t.winners, t.substitutes = 1, 51 }))
}

func announcedLines(s *suite) {
	for _, c := range []struct{ name, comment, old, new string }{
		{"version", "another version", "draw v1\n", "draw v2\n"},
		{"crlf", "lines that end otherwise", "\n", "\r\n"},
		{"order", "lines in another order", "winners 1\nsubstitutes 0\n", "substitutes 0\nwinners 1\n"},
		{"missing", "a line is missing", "repeats no\n", ""},
		{"twice", "a line too many", "repeats no\n", "repeats no\nrepeats no\n"},
		{"zeros", "a number with a leading zero", "round 1000\n", "round 01000\n"},
		{"plus", "a number with a sign", "round 1000\n", "round +1000\n"},
		{"space", "a text with a space at its end", "raffle\n", "raffle \n"},
		{"tab", "a control character", "Summer raffle", "Summer\traffle"},
		{"c1", "a control character above ASCII", "Summer raffle", "Summer\u0085raffle"},
		{"separator", "a line separator", "Summer raffle", "Summer\u2028raffle"},
		{"number", "announcement 0", "number 1\n", "number 0\n"},
		{"previous", "the first announcement names one before", strings.Repeat("0", 64), strings.Repeat("0", 63) + "1"},
		{"noprevious", "the second announcement names none before", "number 1\n", "number 2\n"},
		{"entries", "no entries, so that there are more winners than entries", "entries 52\n", "entries 0\n"},
		{"millions", "10,000,001 entries", "entries 52\n", "entries 10000001\n"},
		{"repeats", "neither yes, no nor joined", "repeats no\n", "repeats maybe\n"},
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
		text := strings.Replace(plainRaffle, c.old, c.new, 1)
		if text == plainRaffle {
			panic(c.name)
		}
		s.misannounced(c.name, c.comment, text)
	}
	s.misannounced("nothing", "nothing", "")
}

// drawFollowing is of announcements that name another as previous.
func drawFollowing(s *suite) {
	list := many(52, false)
	first, next := plain(), plain()
	next.number, next.previous = "2", hexOf(sha(first.text(list, false)))
	add := func(result, name, comment string, change func(t *terms)) {
		changed := next
		change(&changed)
		s.refuse("following/"+name, comment, result, fields{"text": changed.text(list, false), "previous": first.text(list, false)})
	}
	add("ok", "next", "the next number", func(*terms) {})
	add("ok", "label", "another label", func(t *terms) { t.label = "Another" })
	add("mismatch", "gap", "number 3", func(t *terms) { t.number = "3" })
	add("mismatch", "digest", "another digest", func(t *terms) { t.previous = hexOf(flip(sha(first.text(list, false)), 31)) })
	add("mismatch", "place", "another place", func(t *terms) { t.place += "s" })
	add("mismatch", "path", "a place that differs in case", func(t *terms) { t.place = "https://example.org/Raffles" })
	add("mismatch", "first", "a first announcement", func(t *terms) { *t = first })
	add("malformed", "slash", "the place with a slash at its end", func(t *terms) { t.place += "/" })
}

// proofsOf are proofs as outputs have them.
func proofsOf(list []entrant, positions []int) []string {
	var proofs []string
	for _, p := range positions {
		proofs = append(proofs, hexOf(proofOf(list, p)))
	}
	return proofs
}

// draw adds the draw from a list, with or without weights, by a round.
func (s *suite) draw(name, comment string, r round, list []entrant, inputs fields, weighted bool, winners, substitutes int) {
	t := plain()
	t.winners, t.substitutes = winners, substitutes
	t.beacon, t.round, t.time = "drand "+r.Chain+" "+r.network().hash, decimal(r.Round), r.time()
	text := t.text(list, weighted)
	positions := drawn(text, r.value(), list, weighted, winners+substitutes)
	outputs := fields{"positions": line(positions)}
	if len(positions) <= 10 {
		outputs["proofs"] = proofsOf(list, positions)
	}
	s.ok("draw/"+name, comment, inputs.with("text", text, "network", r.Chain, "round", r.json()), outputs)
}

// weightedDraw adds the draw from a list that is given in full.
func (s *suite) weightedDraw(name, comment string, r round, winners, substitutes int, list ...entrant) {
	s.draw(name, comment, r, list, fields{"list": listed(list, true)}, true, winners, substitutes)
}

// misdraw adds a draw that is refused.
func (s *suite) misdraw(result, name, comment, text string, r round, list ...string) {
	s.refuse("draw/"+name, comment, result, fields{"list": list, "text": text, "network": r.Chain, "round": r.json()})
}

// draws are of lists of 1, 2, 52 and 10,000 entries, by drand's real rounds.
func draws(s *suite) {
	s.weightedDraw("worked", "the worked example", s.find("quicknet", 1000), 1, 1, entrant{"a", 1}, entrant{"b", 2}, entrant{"c", 3})
	for _, c := range []struct{ n, winners, substitutes int }{{1, 1, 0}, {2, 1, 1}, {52, 3, 2}, {10_000, 4, 6}} {
		for _, weighted := range []bool{false, true} {
			name, comment := decimal(c.n), "without weights"
			if weighted {
				name, comment = name+"weighted", "with weights"
			}
			s.draw(name, comment, s.find("quicknet", 1000), many(c.n, weighted),
				fields{"many": c.n, "weighted": weighted}, weighted, c.winners, c.substitutes)
		}
	}
	for _, r := range s.facts() {
		s.draw(fmt.Sprintf("%s%d", r.Chain, r.Round), "an order of 52 by a real round", r, many(52, true),
			fields{"many": 52, "weighted": true}, true, 52, 0)
	}
	s.weightedDraw("heavy", "weights that add up to 2^64-1", s.find("default", 162810), 3, 0,
		entrant{"a", 1 << 62}, entrant{"b", 1 << 63}, entrant{"c", 1<<62 - 1})
	misdraws(s)
	joinedDraws(s)
	s.weightedDraw("border", "weights that add up to a little more than 2^32", s.find("quicknet", 123), 3, 0,
		entrant{"a", 1<<32 - 1}, entrant{"b", 1}, entrant{"c", 1}) // words of 8, then of 4 bytes
}

// misdraws are of a list or a round that isn't the announced one.
func misdraws(s *suite) {
	announced, even := s.find("quicknet", 1000), []entrant{{"a", 1}, {"b", 1}}
	text, weighted := plain().text(even, false), plain().text(even, true)
	changed := func(change func(t *terms)) string {
		t := plain()
		change(&t)
		return t.text(even, false)
	}
	tickets := changed(func(t *terms) { t.repeats = "yes" })
	s.misdraw("mismatch", "another", "another entry", text, announced, "a", "c")
	s.misdraw("mismatch", "fewer", "an entry less", text, announced, "a")
	s.misdraw("mismatch", "heavier", "another weight", weighted, announced, "a\n1", "b\n2")
	s.misdraw("mismatch", "unweighted", "a list without weights, announced as one with the weights 1", weighted, announced, "a", "b")
	s.misdraw("mismatch", "weighted", "a list with the weights 1, announced as one without", text, announced, "a\n1", "b\n1")
	s.misdraw("mismatch", "repeats", "a list without repeats, announced as one with", tickets, announced, "a", "b")
	s.misdraw("round", "round", "another round", text, s.find("quicknet", 123), "a", "b")
	s.misdraw("round", "beacon", "a round of another network", text, s.find("default", 162810), "a", "b")
	for _, c := range []struct {
		name, comment string
		change        func(t *terms)
	}{
		{"text", "another network in the text, with the time of the round", func(t *terms) { t.beacon = "drand default " + chained.hash }},
		{"spelling", "another spelling of the beacon", func(t *terms) { t.beacon = "D" + t.beacon[1:] }},
		{"number", "another number of the round, with its time", func(t *terms) { t.round = "1001" }},
	} {
		s.misdraw("round", c.name, c.comment, changed(c.change), announced, "a", "b")
	}
	s.misdraw("round", "first", "another round and another list", text, s.find("quicknet", 123), "a", "c")
	s.misdraw("malformed", "malformed", "another round and no list", text, s.find("quicknet", 123), "a", "a")
}

func joinedDraws(s *suite) {
	five := []entrant{{"b", 1}, {"a", 1}, {"b", 1}, {"c", 1}, {"b", 1}}
	people, r := joinTickets(five), s.find("quicknet", 1000)
	t := plain()
	t.repeats, t.winners, t.substitutes = "joined", 2, 1
	text := t.text(people, true)
	positions := drawn(text, r.value(), people, true, 3)
	s.ok("draw/joined", "tickets, of which nobody wins twice",
		fields{"list": listed(five, false), "repeats": "joined", "text": text, "network": r.Chain, "round": r.json()},
		fields{"positions": line(positions), "proofs": proofsOf(people, positions)})
	s.misdraw("mismatch", "notjoined", "a list with weights, announced as a joined one", text, r, "a\n1", "b\n3", "c\n1")
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

	add("mismatch", "equal", "a proof of a tree of equal size and sum", text,
		proofOf(slices.Concat(many(4, true), []entrant{{"friend", 5}}), 2))
	add("mismatch", "ninth", "position 9,999,999", text, replaced(good, start, u32(9_999_999)))
	// A tree whose sums wrap around: an organiser can build it, as no list has it.
	huge := []entrant{{"a", 1<<64 - 1}, {"b", 3}}
	wrapped, _ := over(huge, 0)
	t := plain().text(huge, true)
	add("mismatch", "wrapped", "sums that exceed 2^64, announced as what remains", strings.Replace(t, "weights "+decimal(wrapped.sum),
		"weights 2", 1), proofOf(huge, 1))
	// Trees over other weights than 1, announced without weights.
	uneven := []entrant{{"a", 2}, {"b", 1}, {"c", 1}, {"d", 0}}
	t = plain().text(uneven, false)
	add("mismatch", "two", "weight 2 in a list without weights", t, proofOf(uneven, 0))
	add("mismatch", "share", "weight 1 in a list without weights, after an entry of weight 2", t, proofOf(uneven, 2))
}

func drawPlaces(s *suite) {
	for _, weighted := range []bool{false, true} {
		kind := map[bool]string{false: "uniform", true: "weighted"}[weighted]
		list := many(52, weighted)
		r := s.find("quicknet", 1000)
		t := plain()
		t.winners, t.substitutes = 3, 2
		text := t.text(list, weighted)
		positions := drawn(text, r.value(), list, weighted, 5)
		all := func(positions ...int) []string { return proofsOf(list, positions) }
		add := func(result, name, comment, text string, r round, proofs []string) {
			if proofs == nil {
				proofs = []string{}
			}
			s.refuse("places/"+name+kind, comment, result, fields{"text": text, "network": r.Chain, "round": r.json(), "proofs": proofs})
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
		add("round", "another", "another round", text, s.find("quicknet", 123), all(p...))
		add("round", "network", "a round of the other network", text, s.find("default", 162810), all(p...))
		add("malformed", "sixanother", "more than there are, and another round", text, s.find("quicknet", 123), append(all(p...), all(p[0])...))
		add("malformed", "cut", "another entry, and a proof that isn't one", text, r, []string{all((p[0] + 1) % 52)[0], all(p[1])[0][2:]})
		add("round", "friendanother", "an entry that didn't win, and another round", text, s.find("quicknet", 123), all((p[0]+1)%52))
		t.time = "2023-08-23T15:59:27Z"
		add("round", "time", "the terms say another time of the round", t.text(list, weighted), r, all(p...))
	}

	// Nor has a list an entry of weight 0, so that nothing is left for the second place.
	empty := []entrant{{"a", 6}, {"b", 0}}
	t := plain()
	t.winners = 2
	proof := hexOf(proofOf(empty, 0))
	s.refuse("places/weightless", "a tree with an entry of weight 0", "mismatch",
		fields{"text": t.text(empty, true), "network": "quicknet", "round": s.find("quicknet", 1000).json(), "proofs": []string{proof, proof}})
	drawShares(s)
	drawTrees(s)
}

// drawShares is of tickets at both ends of shares: labels are tried until the draw needs them.
func drawShares(s *suite) {
	r := s.find("quicknet", 1000)
	list := []entrant{{"a", 3}, {"b", 4}, {"c", 5}}
	t := plain()
	t.winners = 3
	seek := func(wanted func(first, second uint64) bool) string {
		for i := 0; ; i++ {
			t.label = "shares " + decimal(i)
			text := t.text(list, true)
			stream := drawStream(text, r.value())
			first := stream.below(integer(string(rune(12)))).Uint64()
			rest := 12 - list[byWeight(drawStream(text, r.value()), list, 1)[0]].weight
			if wanted(first, stream.below(integer(string(rune(rest)))).Uint64()) {
				return text
			}
		}
	}
	add := func(result, name, comment, text string, positions ...int) {
		s.refuse("places/"+name, comment, result, fields{"text": text, "network": "quicknet", "round": r.json(),
			"proofs": proofsOf(list, positions)})
	}
	for _, c := range []struct {
		name   string
		ticket uint64
		winner int
	}{{"0", 0, 0}, {"2", 2, 0}, {"3", 3, 1}, {"6", 6, 1}, {"7", 7, 2}, {"11", 11, 2}} {
		text := seek(func(first, _ uint64) bool { return first == c.ticket })
		for i := range list {
			result := "mismatch"
			if i == c.winner {
				result = "ok"
			}
			add(result, "ticket"+c.name+list[i].data,
				"the ticket "+c.name+" of shares of 0 to 2, 3 to 6 and 7 to 11, claimed by one of them", text, i)
		}
	}
	// The first place is b's, so that tickets of 3 and more are c's: 3 begins where b's share begins.
	for _, c := range []struct {
		name   string
		ticket uint64
		winner int
	}{{"2", 2, 0}, {"3", 3, 2}, {"7", 7, 2}} {
		text := seek(func(first, second uint64) bool { return first == 4 && second == c.ticket })
		for _, i := range []int{0, 2} {
			result := "mismatch"
			if i == c.winner {
				result = "ok"
			}
			add(result, "second"+c.name+list[i].data,
				"the ticket "+c.name+" after b's share of 3 to 6 is gone, claimed by one of the others", text, 1, i)
		}
	}
}

// drawTrees is of trees that are no lists, whose winners are claimed without the list.
func drawTrees(s *suite) {
	r := s.find("quicknet", 1000)
	add := func(result, name, comment, repeats string, list ...entrant) {
		t := plain()
		t.repeats, t.winners = repeats, len(list)
		text := t.text(list, true)
		s.refuse("places/"+name, comment, result, fields{"text": text, "network": "quicknet", "round": r.json(),
			"proofs": proofsOf(list, drawn(text, r.value(), list, true, len(list)))})
	}
	add("mismatch", "twice", "an entry at two positions", "no", entrant{"a", 1}, entrant{"a", 1}, entrant{"b", 1})
	add("mismatch", "twicejoined", "an entry at two positions of a list that is said to be joined", "joined", entrant{"a", 1},
		entrant{"a", 2}, entrant{"b", 1})
	add("mismatch", "apart", "an entry at two positions, with another between", "joined", entrant{"a", 1}, entrant{"b", 1}, entrant{"a", 1})
	add("ok", "tickets", "an entry at two positions, as it may be", "yes", entrant{"a", 1}, entrant{"a", 2}, entrant{"b", 1})
	add("mismatch", "ticketweights", "equal entries out of the order of their weights", "yes", entrant{"a", 2}, entrant{"a", 1},
		entrant{"b", 1})
	add("ok", "ticketequal", "equal entries of equal weights", "yes", entrant{"a", 2}, entrant{"a", 2}, entrant{"b", 1})
	add("mismatch", "unsorted", "entries out of order", "no", entrant{"b", 1}, entrant{"a", 1}, entrant{"c", 1})
	add("mismatch", "prefix", "a prefix after what it begins", "no", entrant{"ab", 1}, entrant{"a", 1}, entrant{"c", 1})
}

func drawReceipts(s *suite) {
	list := many(5, true)
	text := plain().text(list, true)
	outputs := func(list []entrant, position int, entry string, hidden bool) fields {
		e := list[position]
		return fields{"position": position, "weight": decimal(e.weight), "line": e.data, "entry": entry, "hidden": hidden}
	}
	good := receiptOf(text, "", "", proofOf(list, 2))
	s.ok("receipt/plain", "an entry in a list that shows it", fields{"text": text, "receipt": hexOf(good)},
		outputs(list, 2, list[2].data, false))

	var lines []entrant
	opening := map[string][2]string{}
	for i, e := range []string{"ann@example.org", "bob@example.org", strings.Repeat("x", 1024), "z"} {
		salt := sha("salt of " + e)
		lines = append(lines, entrant{hide(salt, e), uint64(1 + i)})
		opening[hide(salt, e)] = [2]string{salt, e}
	}
	lines = inOrder(lines)
	hiddenText := plain().text(lines, true)
	var salt, entry, proof string
	for i, e := range lines {
		o := opening[e.data]
		if o[1] == "bob@example.org" {
			salt, entry, proof = o[0], o[1], proofOf(lines, i)
		}
		s.ok(fmt.Sprintf("receipt/hidden%d", i), "a hidden entry",
			fields{"text": hiddenText, "receipt": hexOf(receiptOf(hiddenText, o[0], o[1], proofOf(lines, i)))},
			outputs(lines, i, o[1], true))
		s.ok(fmt.Sprintf("receipt/line%d", i), "a line that hides an entry, as if it were an entry",
			fields{"text": hiddenText, "receipt": hexOf(receiptOf(hiddenText, "", "", proofOf(lines, i)))},
			outputs(lines, i, e.data, false))
	}
	add := func(result, name, comment, text, receipt string) {
		s.refuse("receipt/"+name, comment, result, fields{"text": text, "receipt": hexOf(receipt)})
	}
	another := plain()
	another.void = "if the organiser finds an error; announcement 2 then names another"
	add("mismatch", "void", "the receipt of the same list, with another void line", another.text(list, true), good)
	add("mismatch", "digest", "another digest", text, replaced(good, len(lp("squaredeal/draw/v1/receipt")), sha("another")))
	add("mismatch", "proof", "a proof of another list", text, receiptOf(text, "", "", proofOf(lines, 2)))
	add("mismatch", "salt", "another salt", hiddenText, receiptOf(hiddenText, flip(salt, 31), entry, proof))
	add("mismatch", "entry", "another entry", hiddenText, receiptOf(hiddenText, salt, "bob@example.com", proof))
	add("mismatch", "swapped", "another person's salt and entry", hiddenText, receiptOf(hiddenText, sha("salt of z"), "z", proof))
	add("mismatch", "opened", "a salt for an entry that isn't hidden", text, receiptOf(text, salt, list[2].data, proofOf(list, 2)))
	add("malformed", "unopened", "an entry without a salt", hiddenText, receiptOf(hiddenText, "", entry, proof))
	add("malformed", "empty", "a salt without an entry", hiddenText, receiptOf(hiddenText, salt, "", proof))
	add("malformed", "long", "a hidden entry of 1025 bytes", hiddenText, receiptOf(hiddenText, salt, strings.Repeat("x", 1025), proof))
	add("malformed", "short", "a salt of 31 bytes", hiddenText, receiptOf(hiddenText, salt[1:], entry, proof))
	add("malformed", "longsalt", "a salt of 33 bytes", hiddenText, receiptOf(hiddenText, salt+"x", entry, proof))
	add("malformed", "noproof", "no proof", text, receiptOf(text, "", "", ""))
	add("malformed", "badproof", "a proof with a byte too many", text, receiptOf(text, "", "", proofOf(list, 2)+"x"))
	add("malformed", "badproofvoid", "the same, of another announcement", another.text(list, true),
		receiptOf(text, "", "", proofOf(list, 2)+"x"))
	add("malformed", "proofalone", "a proof in place of a receipt", text, proofOf(list, 2))
	add("malformed", "label", "another label", text, strings.Replace(good, "v1/receipt", "v2/receipt", 1))
	add("malformed", "rest", "a byte too many", text, good+"x")
	add("malformed", "cut", "a byte is missing", text, good[:len(good)-1])
	add("malformed", "nothing", "nothing", text, "")
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
		{"before", "1969-12-31T23:59:59Z", 600, "malformed"},
		{"zero", "0001-01-01T00:00:00Z", 600, "malformed"},
		{"at", "2023-08-23T15:59:24Z", 60, "late"},
		{"least1", "2023-08-23T15:58:25Z", 60, "late"},
		{"end", "9999-12-31T23:59:59Z", 60, "late"},
		{"year", "2022-08-23T15:59:24Z", 365 * 86400, "ok"},
		{"year1", "2022-08-23T15:59:25Z", 365 * 86400, "late"},
		{"margin", "2023-08-23T15:00:00Z", 59, "malformed"},
		{"marginlate", "2023-08-23T15:59:30Z", 59, "malformed"},
		{"negative", "2023-08-23T15:00:00Z", -600, "malformed"},
		{"none", "2023-08-23T15:00:00Z", 0, "malformed"},
	} {
		s.refuse("time/"+c.name, "the round is at 15:59:24", c.result, fields{"text": text, "published": c.published, "margin": c.margin})
	}
	for _, c := range []struct{ name, time, published, result string }{
		{"lastround", "9999-12-31T23:59:59Z", "9999-12-31T23:58:59Z", "ok"},
		{"lastlate", "9999-12-31T23:59:59Z", "9999-12-31T23:59:00Z", "late"},
		{"ages", "9999-12-31T23:59:59Z", "1970-01-01T00:00:00Z", "ok"},
		{"firstround", "1970-01-01T00:00:00Z", "1970-01-01T00:00:00Z", "late"},
		{"firstages", "1970-01-01T00:00:00Z", "9999-12-31T23:59:59Z", "late"},
	} {
		t := plain()
		t.time = c.time
		s.refuse("time/"+c.name, "the round is at the first or the last second", c.result, fields{"text": t.text(many(3, false), false),
			"published": c.published, "margin": 60})
	}
}

func drawHidden(s *suite) {
	for _, e := range []string{"a", "alice@example.org", strings.Repeat("x", 1024)} {
		salt := sha("salt of " + e)
		s.ok(fmt.Sprintf("hidden/%d", len(e)), "an entry of that many bytes", fields{"salt": hexOf(salt), "entry": hexOf(e)},
			fields{"hidden": hide(salt, e)})
	}
	for _, c := range []struct{ name, comment, salt string }{
		{"uppercase", "digits in uppercase", strings.ToUpper(hexOf(sha("salt of a")))},
		{"short", "31 bytes", hexOf(sha("salt of a")[1:])},
		{"long", "33 bytes", hexOf(sha("salt of a") + "x")},
		{"odd", "63 digits", hexOf(sha("salt of a"))[1:]},
		{"space", "a space at the end", hexOf(sha("salt of a"))[1:] + " "},
		{"prefix", "0x", "0x" + hexOf(sha("salt of a"))[2:]},
		{"none", "no salt", ""},
	} {
		s.refuse("hidden/"+c.name, c.comment, "malformed", fields{"salt": c.salt, "entry": hexOf("a")})
	}
}

func drawAccumulated(s *suite) {
	value := s.find("quicknet", 1000).value()
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

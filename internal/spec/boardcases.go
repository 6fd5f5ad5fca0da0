package spec

import (
	"fmt"
	"strings"
)

func boardCases(s *suite) {
	boardOffers(s)
	boardRequests(s)
	boardLobbies(s)
	boardEnds(s)
	boardTranscripts(s)
	s.ok("fingerprint/worked", "the fingerprint of the worked match", fields{"digest": hexOf(workedBoard().table.T)},
		fields{"text": fingerprint(workedBoard().table.T)})
}

func newOffer(n int) offer {
	return offer{game: "nothing", seats: n, longest: 40, grace: 8000, bank: 16000, board: publicOf(boardSeed)}
}

func boardOffers(s *suite) {
	bytesOf := func(id, comment, result, b string, more ...any) {
		outputs, class := offerAnswer(b)
		expect(id, class, result)
		s.add(vector{ID: "offer/" + id, Comment: comment, Inputs: fields{"offer": hexOf(b)}.with(more...), Outputs: outputs, Result: result})
	}
	add := func(id, comment, result string, change func(o *offer)) {
		bytesOf(id, comment, result, newOffer(2).with(change).bytes())
	}
	const year = 31_622_400_000
	add("worked", "the offer of the worked match", "ok", func(o *offer) {})
	add("most", "64 seats, the longest messages and times", "ok",
		func(o *offer) { o.seats, o.longest, o.grace, o.bank = 64, 262041, year, 64*year })
	add("least", "no game's bytes, messages of one byte, a grace of a second", "ok",
		func(o *offer) { o.game, o.longest, o.grace, o.bank = "", 1, 1000, 0 })
	add("one-seat", "one seat", "malformed", func(o *offer) { o.seats = 1 })
	add("65-seats", "65 seats", "malformed", func(o *offer) { o.seats = 65 })
	add("many-seats", "2³¹ seats", "malformed", func(o *offer) { o.seats = past })
	add("longest-0", "no messages", "malformed", func(o *offer) { o.longest = 0 })
	add("longest-more", "messages of 262,042 bytes", "malformed", func(o *offer) { o.longest = 262042 })
	add("longest-highest", "messages of 2³² − 1 bytes", "malformed", func(o *offer) { o.longest = highest })
	add("grace-less", "a grace of 999 ms", "malformed", func(o *offer) { o.grace = 999 })
	add("grace-more", "a grace of 366 days and a millisecond", "malformed", func(o *offer) { o.grace = year + 1 })
	add("grace-highest", "a grace of 2⁶⁴ − 1 ms", "malformed", func(o *offer) { o.grace = -1 })
	add("bank-more", "a bank of 64 times the grace and a millisecond", "malformed", func(o *offer) { o.bank = 64*o.grace + 1 })
	add("bank-highest", "a bank of 2⁶⁴ − 1 ms", "malformed", func(o *offer) { o.bank = -1 })
	add("known-key", "a board's key that anybody has, of a seed of zeros", "ok", func(o *offer) {
		o.board = publicOf(strings.Repeat("\x00", 32))
	})
	add("small-key", "a board's key of small order", "malformed", func(o *offer) { o.board = string(identityPoint.Bytes()) })
	add("short-key", "a board's key of 31 bytes", "malformed", func(o *offer) { o.board = o.board[1:] })
	good := newOffer(2).bytes()
	bytesOf("long", "a byte too many", "malformed", good+"\x00")
	bytesOf("label", "another label", "malformed", flip(good, 30))
	bytesOf("empty", "no bytes", "malformed", "")
	long := newOffer(2).with(func(o *offer) { o.game = strings.Repeat("g", 65479) }).bytes()
	head, tail, _ := strings.Cut(long, strings.Repeat("g", 65479))
	bytesOf("long-game", "a game of 65,479 bytes, the longest", "ok", long, "offer", hexOf(head)+times(65479, "g")+hexOf(tail))
	head = replaced(head, len(head)-2, "\xff\xc8")
	bytesOf("longer-game", "a game of 65,480 bytes", "malformed", head+strings.Repeat("g", 65480)+tail, "offer",
		hexOf(head)+times(65480, "g")+hexOf(tail))
}

func boardRequests(s *suite) {
	o := newOffer(3)
	add := func(id, comment, b string) {
		outputs, class := requestAnswer(o.bytes(), b)
		s.add(vector{ID: "request/" + id, Comment: comment, Inputs: fields{"offer": hexOf(o.bytes()), "request": hexOf(b)},
			Outputs: outputs, Result: class})
	}
	good := o.request(1, seedOf(0))
	add("seat", "a request for seat 1", good)
	add("any", "for any seat", o.request(-1, seedOf(0)))
	add("seat-63", "for seat 63, which this offer hasn't", o.request(63, seedOf(0)))
	add("seat-64", "for seat 64", o.request(64, seedOf(0)))
	add("seat-minus-2", "for seat −2", o.request(-2, seedOf(0)))
	add("other-offer", "a request at another board", o.with(func(o *offer) { o.game = "other" }).request(1, seedOf(0)))
	add("other-seat", "the seat was altered", xor(good, len(good)-105, 2))
	add("other-key", "the key was altered", flip(good, len(good)-73))
	named := o.requestAbout(1, seedOf(0), "a name")
	add("about", "with something about the seat", named)
	add("about-longest", "with the most about the seat", o.requestAbout(1, seedOf(0), strings.Repeat("n", 512)))
	add("about-longer", "with a byte more", o.requestAbout(1, seedOf(0), strings.Repeat("n", 513)))
	add("other-about", "what it says about the seat was altered", flip(named, len(named)-65))
	add("no-about", "the request without what it says about the seat", good[:len(good)-64]+named[len(named)-64:])
	add("other-signature", "the signature was altered", flip(good, len(good)-64))
	add("short", "a byte too few", good[:len(good)-1])
	add("long", "a byte too many", good+"\x00")
	add("label", "another label", flip(good, 20))
}

// A boardRun is a reader, and what it was given.
type boardRun struct {
	*boardReader
	posts  []string
	all    []post
	placed string
	views  []string
}

func newBoardRun(o offer) *boardRun {
	r := &boardRun{boardReader: new(boardReader)}
	return r.yes(1000, o.bytes())
}

// post gives the reader a post, which has a place or doesn't, as its author says.
func (r *boardRun) post(stamp int64, b string, places bool) *boardRun {
	expect(fmt.Sprint("post ", len(r.posts)+1), r.give(stamp, b), places)
	return r
}

func (r *boardRun) give(stamp int64, b string) (placed bool) {
	placed = r.read(stamp, b)
	r.posts, r.all = append(r.posts, decimal(stamp)+" "+hexOf(b)), append(r.all, post{bytes: b, stamp: stamp})
	r.placed += bit(placed)
	r.views = append(r.views, r.view())
	return placed
}

// yes and no give the reader a post: one that has a place, and one that has none.
func (r *boardRun) yes(stamp int64, b string) *boardRun { return r.post(stamp, b, true) }
func (r *boardRun) no(stamp int64, b string) *boardRun  { return r.post(stamp, b, false) }

// says posts a seat's statement that has a place, and cannotSay one that has none.
func (r *boardRun) says(stamp int64, seat int, message string) *boardRun {
	return r.yes(stamp, r.statement(seat, message))
}

func (r *boardRun) cannotSay(stamp int64, seat int, message string) *boardRun {
	return r.no(stamp, r.statement(seat, message))
}

func (r *boardRun) statement(seat int, message string) string {
	return r.log.withKeys(r.keys).statement(seat, r.log.k, r.log.head(), message)
}

// withKeys returns the table of the reader, with the seeds that its keys have.
func (r *reader) withKeys(keys []string) *table {
	t := *r.table
	t.seeds = nil
	for _, key := range keys {
		for i := range 64 {
			if publicOf(seedOf(i)) == key {
				t.seeds = append(t.seeds, seedOf(i))
				break
			}
		}
	}
	return &t
}

// signs posts the board's signed head where that has a place, and cannotSign where it has none.
func (r *boardRun) signs(stamp, signed int64) *boardRun { return r.yes(stamp, r.signedHead(signed)) }

func (r *boardRun) cannotSign(stamp, signed int64) *boardRun {
	return r.no(stamp, r.signedHead(signed))
}

func (r *boardRun) signedHead(signed int64) string {
	return r.table.signedHead(boardSeed, r.log.k, r.log.head(), signed)
}

func (r *boardRun) done(s *suite, id, comment string) {
	s.ok("sequence/"+id, comment, fields{"posts": r.posts}, r.outputs())
}

func (r *boardRun) outputs() fields {
	T := ""
	if r.table != nil {
		T = hexOf(r.table.T)
	}
	return fields{"placed": r.placed, "views": r.views, "digest": T, "audit": r.audit(), "all": auditAll(r.all)}
}

// full returns a run in which all seats are taken, by keys 0, 1, …
func full(n int) *boardRun {
	r := newBoardRun(newOffer(n))
	for seat := range n {
		r.yes(2000, newOffer(n).request(seat, seedOf(seat)))
	}
	return r
}

// begun returns one in which all have said their hello, with which this game is over.
func begun(n int) *boardRun {
	r := full(n)
	for seat := range n {
		r.says(3000, seat, hello)
	}
	return r
}

func workedBoard() *boardRun {
	r := begun(2).signs(3000, 3000)
	return r.says(4000, 0, closing).says(5000, 1, closing).signs(5000, 5000)
}

func boardLobbies(s *suite) {
	o := newOffer(3)
	workedBoard().done(s, "worked", "the match of SPEC.md's worked vector")
	newBoardRun(o).no(0, o.bytes()).no(0, "").no(0, "junk").done(s, "offer-alone", "an offer, again, and junk")
	(&boardRun{boardReader: new(boardReader)}).no(0, o.request(0, seedOf(0))).yes(0, o.bytes()).
		done(s, "offer-late", "a request before the offer, which has no place then or later")
	small := boardLabel("request") + u32(0) + string(identityPoint.Bytes()) + lp("")
	newBoardRun(o).
		no(1, o.request(3, seedOf(0))).
		no(1, flip(o.request(0, seedOf(0)), -1)).
		yes(1, o.request(1, seedOf(0))).
		no(1, o.request(1, seedOf(0))).
		no(1, o.request(2, seedOf(0))).
		no(1, o.request(1, seedOf(1))).
		no(1, o.request(0, boardSeed)).
		no(1, small+zeros(64)).
		no(1, small+string(identityPoint.Bytes())+zeros(32)).
		yes(1, o.request(-1, seedOf(1))).
		yes(1, o.request(-1, seedOf(2))).
		no(1, o.request(-1, seedOf(3))).
		done(s, "requests", "requests for seats: 3 is none, 1 is taken, a key has one seat, the board's key and those of small "+
			"order have none; any is the first free one")

	r := full(3).says(3000, 1, hello)
	r.no(3000, r.log.withKeys(r.keys).statement(1, 0, r.log.start(), hello))
	r.cannotSay(3000, 0, "\x01\x00").cannotSay(3000, 0, tick)
	r.no(3000, prune(r.log.withKeys(r.keys).statement(0, 1, r.log.head(), hello)))
	r.done(s, "hellos", "a hello again, one with a body, a tick, and a pruned one")

	r = full(3).says(3000, 0, hello).says(3000, 2, hello)
	r.no(99000, r.reset(seedOf(0), 1, 99000)).no(99000, r.reset(boardSeed, 2, 99000)).
		no(99000, r.reset(boardSeed, 0, 99000))
	old := r.log.withKeys(r.keys).statement(1, 2, r.log.head(), hello)
	reset := r.reset(boardSeed, 1, 99000)
	r.no(99000, reset+"\x00").no(99000, xor(reset, 36, 2)).yes(99000, reset).no(99000, reset).no(99000, old)
	r.no(99000, o.request(1, seedOf(1))).no(99000, o.request(0, seedOf(3))).yes(99000, o.request(1, seedOf(3)))
	r.no(99000, old)
	r.says(99000, 0, hello).says(99000, 1, hello)
	again := r.reset(boardSeed, 2, 199000)
	r.says(99000, 2, hello).no(199000, again)
	r.done(s, "reset", "a seat without a hello is free again after a reset by the board, of the next number, and its key is "+
		"barred; all hellos are said again, and there is no reset after the last one")

	r = full(3).says(3000, 0, hello)
	before := r.reset(boardSeed, 1, 9000)
	r.says(3000, 1, hello).no(9000, before).yes(9000, r.reset(boardSeed, 1, 9000))
	r.done(s, "reset-overtaken", "a reset that was signed before another hello has no place")

	two := newOffer(2)
	r = full(2).says(3000, 0, hello)
	for attempt := 1; attempt <= 16; attempt++ {
		r.yes(4000, r.reset(boardSeed, attempt, 4000))
		r.post(4000, two.request(1, seedOf(1+attempt)), attempt < 16)
		if attempt < 16 {
			r.says(4000, 0, hello)
		}
	}
	r.done(s, "resets-16", "the sixteenth reset closes the board")
}

func boardEnds(s *suite) {
	r := begun(3)
	r.cannotSay(4000, 0, "\x02").cannotSay(4000, 0, "\x05\x00")
	r.done(s, "unsigned", "nothing but a closing has a place at the end; the board hasn't signed")
	full(2).says(3000, 0, hello).cannotSign(3000, 3000).done(s, "head-early", "a head before the match has begun")
	r = begun(3)
	r.cannotSign(3000, 2999).no(3000, r.table.signedHead(seedOf(0), r.log.k, r.log.head(), 3000)).
		no(3000, r.table.signedHead(boardSeed, r.log.k-1, r.log.heads[r.log.k-1], 3000)).
		no(3000, r.table.signedHead(boardSeed, r.log.k, flip(r.log.head(), 0), 3000)).signs(3000, 3000)
	r.done(s, "heads", "heads with a stamp before the last post's, by another key, of an earlier place, and of another "+
		"sequence; and one that is good")

	begun(3).no(99000, "junk").cannotSign(2000, 2999).signs(2000, 3000).says(1000, 0, closing).cannotSign(500, 2999).signs(500, 26999).
		done(s, "stamps-fall", "stamps of posts that fall: a head's isn't earlier than the latest of a post with a place, and "+
			"seats had a millisecond too little")
	begun(3).signs(3000, 99000).says(3000, 0, closing).says(3000, 1, closing).signs(3000, 50000).
		done(s, "heads-fall", "the second head has an earlier stamp than the first, and seat 2 hasn't closed")
	for _, least := range []int64{-1, -1 << 63} {
		r = &boardRun{boardReader: new(boardReader)}
		r.yes(least, newOffer(2).bytes())
		for seat := range 2 {
			r.yes(least, newOffer(2).request(seat, seedOf(seat)))
		}
		r.says(least, 0, hello).says(least, 1, hello).cannotSign(least, least).cannotSign(least, -1).signs(least, 0).signs(least, 1<<63-1)
		r.done(s, map[bool]string{true: "stamps-least", false: "stamps-before-1970"}[least < -1],
			"stamps before 1970, which a head's can't be; its greatest one")
	}
	closings := func(id, comment string, closed []int, took int64) {
		r := begun(3).signs(3000, 3000)
		for _, seat := range closed {
			r.says(3000, seat, closing)
		}
		r.signs(3000+took, 3000+took)
		if len(closed) < 3 {
			r.cannotSay(99000, 2, closing)
		}
		r.cannotSign(99000, 99000)
		r.done(s, id, comment)
	}
	closings("all-closed", "all have closed: the board closes at once, and nothing has a place after its second head", ascending(3), 0)
	closings("early", "seat 2 hasn't closed a millisecond before grace and bank have passed", ascending(2), 23999)
	closings("in-time", "it hasn't when they have", ascending(2), 24000)
	closings("nobody", "nobody has closed when they have", nil, 24000)
	closings("nobody-early", "nobody has closed, and the board closes a millisecond later", nil, 1)
	r = begun(2).signs(3000, 3000).cannotSign(3000, 3000).says(4000, 0, closing)
	r.no(4000, r.table.signedHead(boardSeed, 2, r.log.heads[2], 3000)).says(5000, 1, closing).signs(5000, 5000)
	r.done(s, "head-again", "the first head again, which anybody could post, has no place")
	begun(2).signs(3000, 3000).says(3000, 0, closing).says(3000, 1, closing).done(s, "one-head", "the second head is missing")
	full(2).says(3000, 0, hello).cannotSign(3000, 3000).says(3000, 1, hello).
		done(s, "head-before-end", "a head before the match has begun, and it goes on")
	for i, id := range []string{"head-forked", "head-unread"} {
		r = begun(2).signs(3000, 3000).says(3000, 0, closing).says(3000, 1, closing).signs(3000, 3000)
		r.no(3000, r.table.signedHead(boardSeed, r.log.k+i, sha("another sequence"), 3000))
		r.done(s, id, "behind the second head, one of a sequence that others were shown")
	}
}

func boardTranscripts(s *suite) {
	posts := []post{{1, 1000, "one"}, {2, -5, ""}, {3, 1 << 62, strings.Repeat("x", 100)}}
	add := func(id, comment, b, result string, n int) {
		texts := []string{}
		for _, p := range posts[:n] {
			texts = append(texts, fmt.Sprintf("%d %s", p.stamp, hexOf(p.bytes)))
		}
		s.add(vector{ID: "transcript/" + id, Comment: comment, Inputs: fields{"transcript": hexOf(b)}, Outputs: fields{"posts": texts},
			Result: result})
	}
	whole := boardTranscript(posts...)
	add("three", "three posts", whole, "ok", 3)
	add("none", "no posts", boardTranscript(), "ok", 0)
	add("torn", "the last byte is missing", whole[:len(whole)-1], "malformed", 2)
	add("torn-head", "a part of a post's head", boardTranscript(posts[:1]...)+zeros(7)+"\x02"+zeros(5), "malformed", 1)
	add("gap", "a number is missing", boardTranscript(posts[0], posts[2]), "malformed", 1)
	add("twice", "a number is repeated", boardTranscript(posts[0], posts[0]), "malformed", 1)
	add("label", "another label", flip(whole, 12), "malformed", 0)
	add("empty", "no bytes", "", "malformed", 0)
	add("highest", "a post of 2⁶⁴ − 1 bytes", boardTranscript(posts[:2]...)+u64(3)+u64(0)+strings.Repeat("\xff", 8), "malformed", 2)
}

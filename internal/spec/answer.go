package spec

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"strconv"
	"strings"
)

// A question is the inputs of a case, of any of the classes in answers.
type question struct {
	Terms, Board, Statement, Head, Transcript string
	Game, Offer, Request                      string
	Keys, Posts                               []string
	Longest                                   int
	Grace, Bank                               int64

	Commitment, Nonce, Context, Value string
	Session                           string
	Seats, Seat                       int
	Messages                          []string

	Group, Public, From, To, Proof string
}

// answers are the classes of cases, after the name of their specification, that are answered live:
// by what was asked alone, and not by what the author of a case knows.
var answers = map[string]func(inputs []byte) (fields, string){
	"squaredeal/record v1/agreement":  asked(func(q question) (fields, string) { return q.table().answer() }),
	"squaredeal/record v1/statement":  asked(func(q question) (fields, string) { return q.agreed().statementAnswer(unhex(q.Statement)) }),
	"squaredeal/record v1/head":       asked(func(q question) (fields, string) { return q.agreed().headAnswer(unhex(q.Head)) }),
	"squaredeal/record v1/transcript": asked(func(q question) (fields, string) { return q.agreed().transcriptAnswer(unhex(q.Transcript)) }),
	"squaredeal/table v1/terms":       asked(func(q question) (fields, string) { return q.match().answer() }),
	"squaredeal/table v1/sequence":    asked(func(q question) (fields, string) { return q.match().sequenceAnswer(q.Posts), "ok" }),
	"squaredeal/board v1/offer":       asked(func(q question) (fields, string) { return offerAnswer(unhex(q.Offer)) }),
	"squaredeal/board v1/request":     asked(func(q question) (fields, string) { return requestAnswer(unhex(q.Offer), unhex(q.Request)) }),
	"squaredeal/board v1/sequence":    asked(func(q question) (fields, string) { return boardAnswer(q.Posts), "ok" }),
	"squaredeal/commit v1/commitment": asked(func(q question) (fields, string) { return nil, q.opening() }),
	"squaredeal/commit v1/toss":       asked(func(q question) (fields, string) { return q.toss().answer(q.Seat, q.said()) }),
	"squaredeal/commit v1/record":     asked(func(q question) (fields, string) { return q.toss().verdictAnswer(q.said()) }),
	"squaredeal/sra v1/key":           asked(func(q question) (fields, string) { return nil, q.claim("key").verdict() }),
	"squaredeal/sra v1/decryption":    asked(func(q question) (fields, string) { return nil, q.claim("decryption").verdict() }),
	"squaredeal/sra v1/shuffle":       asked(func(q question) (fields, string) { return nil, q.claim("shuffle").verdict() }),

	"squaredeal/shuffle v1/groups":         asked(shuffleQuestion.groups),
	"squaredeal/shuffle v1/slice":          asked(shuffleQuestion.slice),
	"squaredeal/shuffle v1/deal":           asked(shuffleQuestion.deal),
	"squaredeal/shuffle v1/permutation":    asked(shuffleQuestion.permutation),
	"squaredeal/shuffle/onchain v1/replay": asked(onchainQuestion.replay),
	"squaredeal/shuffle/onchain v1/bias":   asked(onchainQuestion.bias),
	"squaredeal/commit/jgammon v1/throw":   asked(throwQuestion.answer),
	"squaredeal/sra/textbook/textbook":     asked(textbookQuestion.answer),
	"squaredeal/hand v1/hand":              asked(handQuestion.answer),

	"squaredeal/otpdeal v1/message": asked(otpQuestion.message),
	"squaredeal/otpdeal v1/deal":    asked(otpQuestion.deal),
	"squaredeal/otpdeal v1/role":    asked(otpQuestion.role),
	"squaredeal/otpdeal v1/state":   asked(otpQuestion.state),
	"squaredeal/otpdeal v1/record":  asked(otpQuestion.record),
	"squaredeal/otpdeal v1/audit":   asked(otpQuestion.audit),

	"squaredeal/seedrng v1/verify":            asked(seedQuestion.verify),
	"squaredeal/seedrng v1/stream":            asked(seedQuestion.stream),
	"squaredeal/seedrng v1/session":           asked(seedQuestion.session),
	"squaredeal/seedrng v1/player":            asked(seedQuestion.player),
	"squaredeal/seedrng/sites v1/cryptogames": asked(seedQuestion.cryptoGames),

	"squaredeal/draw v1/list":         asked(drawQuestion.listAnswer),
	"squaredeal/draw v1/announcement": asked(drawQuestion.announcementAnswer),
	"squaredeal/draw v1/following":    asked(drawQuestion.followingAnswer),
	"squaredeal/draw v1/draw":         asked(drawQuestion.drawAnswer),
	"squaredeal/draw v1/proof":        asked(drawQuestion.proofAnswer),
	"squaredeal/draw v1/receipt":      asked(drawQuestion.receiptAnswer),
	"squaredeal/draw v1/places":       asked(drawQuestion.placesAnswer),
	"squaredeal/draw v1/time":         asked(drawQuestion.timeAnswer),
	"squaredeal/draw v1/round":        asked(drawQuestion.roundAnswer),
	"squaredeal/draw v1/hidden":       asked(drawQuestion.hiddenAnswer),
}

// Answer returns the outputs and the result, as vectors have them in JSON, of a case of the
// specification with this name. It answers whatever has the form of a case of one of these classes,
// and isn't slow to answer; to others it returns nil.
func Answer(spec, class string, inputs []byte) (outputs []byte, result string) {
	answer, ok := answers[spec+"/"+class]
	if !ok || strings.Contains(string(inputs), "*") { // bytes that are repeated
		return nil, ""
	}
	defer func() {
		if err := recover(); err == errUnasked {
			outputs = nil
		} else if err != nil {
			panic(err)
		}
	}()
	out, result := answer(inputs)
	return []byte(encoded(out)), result
}

// asked answers inputs that are decoded as a Q.
func asked[Q any](answer func(q Q) (fields, string)) func(inputs []byte) (fields, string) {
	return func(inputs []byte) (fields, string) {
		var q Q
		unasked(json.Unmarshal(inputs, &q) != nil)
		return answer(q)
	}
}

// unasked gives up a question for which this holds.
func unasked(holds bool) {
	if holds {
		panic(errUnasked)
	}
}

// errUnasked is of a question that has no answer here.
var errUnasked = errors.New("no question")

// unhex is fromHex of what may be none.
func unhex(x string) string {
	b, err := hex.DecodeString(x)
	unasked(err != nil)
	return string(b)
}

// isHex reports whether a text is n bytes in lowercase hex.
func isHex(text string, n int) bool {
	return len(text) == 2*n && strings.Trim(text, "0123456789abcdef") == ""
}

// whole returns the number of a text of digits, and gives up another.
func whole(text string) *big.Int {
	unasked(text == "" || strings.Trim(text, "0123456789") != "")
	return bigInt(text)
}

func integerOf(word string) int {
	i, err := strconv.Atoi(word)
	unasked(err != nil)
	return i
}

func integersOf(text string) (list []int) {
	for _, word := range strings.Fields(text) {
		list = append(list, integerOf(word))
	}
	return list
}

func unhexes(list []string) (out []string) {
	for _, x := range list {
		out = append(out, unhex(x))
	}
	return out
}

func (q question) table() *table {
	g := &table{terms: unhex(q.Terms), longest: q.Longest, keys: unhexes(q.Keys), board: unhex(q.Board)}
	return g.made()
}

// agreed is the table of a question about what is said there.
func (q question) agreed() *table {
	g := q.table()
	_, class := g.answer()
	unasked(class != "ok")
	return g
}

// answer is section 3 of record: what an agreement must have.
func (g *table) answer() (fields, string) {
	keys := g.keys
	if g.board != "" {
		keys = append(append([]string{}, keys...), g.board)
	}
	good := len(g.terms) >= 1 && len(g.terms) <= 65536 && g.longest >= 1 && g.longest <= 1<<22 && len(g.keys) >= 2 && len(g.keys) <= 64
	for i, key := range keys {
		for _, other := range keys[:i] {
			good = good && key != other
		}
		good = good && keyIsGood(key)
	}
	if !good {
		return nil, "malformed"
	}
	return fields{"digest": hexOf(g.T)}, "ok"
}

// statementAnswer is what a reader says of a statement that has read nothing.
func (g *table) statementAnswer(raw string) (fields, string) {
	st, class := g.reader().judge(raw)
	if class != "ok" {
		return nil, class
	}
	return fields{
		"seat": st.seat, "places": st.k, "head": hexOf(st.head), "kind": int(st.kind), "length": st.len, "message": hexOf(st.message),
		"digest": hexOf(st.digest), "pruned": hexOf(st.raw),
	}, "ok"
}

func (g *table) headAnswer(raw string) (out fields, class string) {
	if g.parseHead(raw) == "ok" {
		out = fields{"places": number(raw[1:5]), "digest": hexOf(raw[5:37]), "stamp": fromStamp(raw[37:45])}
	}
	return out, g.reader().check(raw)
}

func (g *table) transcriptAnswer(transcript string) (fields, string) {
	posts, class := g.parseTranscript(transcript)
	texts := []string{} // not null
	for _, p := range posts {
		texts = append(texts, fmt.Sprint(p.number, " ", p.stamp, " ", hexOf(p.bytes)))
	}
	return fields{"posts": texts}, class
}

func (q question) match() match {
	return match{rules: unhex(q.Game), longest: q.Longest, grace: q.Grace, bank: q.Bank, seats: unhexes(q.Keys), boardKey: unhex(q.Board)}
}

func (m match) answer() (fields, string) {
	g, ok := m.table()
	if !ok {
		return nil, "malformed"
	}
	return fields{"digest": hexOf(g.T)}, "ok"
}

// sequenceAnswer plays posts, as vectors write them, in the game of section 13.1 of table.
func (m match) sequenceAnswer(posts []string) fields {
	_, ok := m.table()
	unasked(!ok || len(m.rules) != 2 || m.seats[0] != publicOf(seedOf(0))) // who restarts
	s := &sitting{matchReader: m.reader()}
	seat := func(word string) int {
		seat := integerOf(word)
		unasked(seat < 0 || seat >= len(m.seats))
		return seat
	}
	for _, text := range posts {
		words := strings.Split(text, " ")
		s.clock = must(strconv.ParseInt(words[0], 10, 64))
		switch words[1] {
		case "raw":
			s.post(now(unhex(words[2])))
		case "pruned":
			s.post(s.pruned(seat(words[2]), integerOf(words[3]), unhex(words[4])))
		default:
			s.post(s.at(seat(words[1]), integerOf(words[2]), unhex(words[3])))
		}
	}
	return s.outputs()
}

func offerAnswer(b string) (fields, string) {
	o, ok := parseOffer(b)
	if !ok {
		return nil, "malformed"
	}
	return fields{"game": brief(o.game), "seats": o.seats, "longest": o.longest, "grace": o.grace, "bank": o.bank,
		"board": hexOf(o.board), "digest": hexOf(sha(b))}, "ok"
}

func requestAnswer(offer, request string) (fields, string) {
	o, ok := parseOffer(offer)
	if !ok {
		return nil, "malformed"
	}
	seat, key, about, sig, ok := parseRequest(request)
	switch {
	case !ok:
		return nil, "malformed"
	case !verify(key, o.requestDigest(seat, key, about), sig):
		return nil, "signature"
	}
	return fields{"seat": seat, "key": hexOf(key), "about": hexOf(about)}, "ok"
}

// boardAnswer reads posts, as vectors write them.
func boardAnswer(posts []string) fields {
	r := &boardRun{boardReader: new(boardReader)}
	for _, text := range posts {
		stamp, b, _ := strings.Cut(text, " ")
		r.give(must(strconv.ParseInt(stamp, 10, 64)), unhex(b))
	}
	return r.outputs()
}

// opening is what comes of opening a commitment.
func (q question) opening() string {
	switch {
	case !isHex(q.Commitment, 32) || len(unhex(q.Nonce)) != 32:
		return "malformed"
	case commitment(unhex(q.Nonce), unhex(q.Context), unhex(q.Value)) != unhex(q.Commitment):
		return "mismatch"
	}
	return "ok"
}

func (q question) toss() toss { return toss{unhex(q.Session), q.Seats} }

func (q question) said() (messages []said) {
	for _, text := range q.Messages {
		from, message, _ := strings.Cut(text, " ")
		messages = append(messages, said{integerOf(from), unhex(message)})
	}
	return messages
}

// answer is what a seat of a toss reads, whose nonce and value are those of vectors.
func (t toss) answer(seat int, messages []said) (fields, string) {
	if !t.good() || seat < 0 || seat >= t.seats {
		return nil, "malformed"
	}
	r := newTossReader(t)
	answers, due, pending := []string{}, []string{r.due()}, []string{hexOf(r.pending(seat))}
	for _, m := range messages {
		answers = append(answers, r.read(m.from, m.message))
		due, pending = append(due, r.due()), append(pending, hexOf(r.pending(seat)))
	}
	return fields{"answers": answers, "due": due, "pending": pending, "seed": r.result(), "state": brief(r.state(seat))}, "ok"
}

func (t toss) good() bool {
	return len(t.session) >= 1 && len(t.session) <= 1024 && t.seats >= 2 && t.seats <= 1024
}

func (t toss) verdictAnswer(messages []said) (out fields, class string) {
	if !t.good() {
		return nil, "malformed"
	}
	if class = verdict(t, messages); class == "ok" {
		r := newTossReader(t)
		for _, m := range messages {
			r.read(m.from, m.message)
		}
		out = fields{"seed": r.result()}
	}
	return out, class
}

func (q question) claim(kind string) claim {
	unasked(q.Group != ristretto255.name) // slow
	return claim{kind, ristretto255, q.Context, unhex(q.Public), elements(unhex(q.From)), elements(unhex(q.To)), unhex(q.Proof)}
}

// elements cuts a deck into elements of 32 bytes, the last of which may be shorter.
func elements(deck string) (list []string) {
	for len(deck) > 32 {
		list, deck = append(list, deck[:32]), deck[32:]
	}
	if deck != "" {
		list = append(list, deck)
	}
	return list
}

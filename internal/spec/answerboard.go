package spec

import "strings"

// A boardQuestion is the inputs of a case of board.
type boardQuestion struct {
	Offer, Request string
	Posts          []string
}

func (q boardQuestion) offer() (fields, string) { return offerAnswer(unhex(q.Offer)) }

func (q boardQuestion) request() (fields, string) {
	return requestAnswer(unhex(q.Offer), unhex(q.Request))
}

func (q boardQuestion) sequence() (fields, string) { return boardAnswer(q.Posts), "ok" }

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
		r.give(int64(integerOf(stamp)), unhex(b))
	}
	return r.outputs()
}

package spec

import "fmt"

// A recordQuestion is the inputs of a case of record.
type recordQuestion struct {
	Terms, Board, Statement, Head, Transcript string
	Keys                                      []string
	Longest                                   int
}

func (q recordQuestion) agreement() (fields, string) { return q.table().answer() }

func (q recordQuestion) statement() (fields, string) {
	return q.agreed().statementAnswer(unhex(q.Statement))
}

func (q recordQuestion) head() (fields, string) { return q.agreed().headAnswer(unhex(q.Head)) }

func (q recordQuestion) transcript() (fields, string) {
	return q.agreed().transcriptAnswer(unhex(q.Transcript))
}

func (q recordQuestion) table() *table {
	g := &table{terms: unhex(q.Terms), longest: q.Longest, keys: unhexes(q.Keys), board: unhex(q.Board)}
	return g.made()
}

// agreed is the table of a question about what is said there.
func (q recordQuestion) agreed() *table {
	g := q.table()
	_, class := g.answer()
	unasked(class != "ok")
	return g
}

// answer is section 4 of record: what an agreement must have.
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
		out = fields{"places": number(raw[1:5]), "digest": hexOf(raw[5:37]), "stamp": number64(raw[37:45])}
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

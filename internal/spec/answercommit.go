package spec

import "strings"

// An openingQuestion is the inputs of a case of a commitment.
type openingQuestion struct{ Commitment, Nonce, Context, Value string }

func (q openingQuestion) answer() (fields, string) { return nil, q.opening() }

// opening is what comes of opening a commitment.
func (q openingQuestion) opening() string {
	switch {
	case !isHex(q.Commitment, 32) || len(unhex(q.Nonce)) != 32:
		return "malformed"
	case commitment(unhex(q.Nonce), unhex(q.Context), unhex(q.Value)) != unhex(q.Commitment):
		return "mismatch"
	}
	return "ok"
}

// A tossQuestion is the inputs of a case of a toss.
type tossQuestion struct {
	Session     string
	Seats, Seat int
	Messages    []string
}

func (q tossQuestion) answer() (fields, string)  { return q.toss().answer(q.Seat, q.said()) }
func (q tossQuestion) verdict() (fields, string) { return q.toss().verdictAnswer(q.said()) }

func (q tossQuestion) toss() toss { return toss{unhex(q.Session), q.Seats} }

func (q tossQuestion) said() (messages []said) {
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
	class, seed := verdict(t, messages)
	if class == "ok" {
		out = fields{"seed": seed}
	}
	return out, class
}

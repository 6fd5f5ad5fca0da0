package holdem

import (
	"crypto/ed25519"
	"math/rand/v2"
	"slices"

	"github.com/squaredeal/squaredeal/examples/internal/oldrecord"
	"github.com/squaredeal/squaredeal/internal/secret"
)

// Game returns something that is another one when a table has been made again.
func (t *Table) Game() any { return secret.Reveal(t.hiddenTable).game }

// VoteOn returns the seats that a statement votes on.
func VoteOn(st oldrecord.Statement) []int {
	m, _ := parseMessage(st.Message())
	return m.seats
}

// GenerateLiar sits down a seat that says at random what it shouldn't.
func GenerateLiar(rng *rand.Rand, c Config, keys []ed25519.PublicKey, seat int, key oldrecord.Key, store func(old, new State) error) (*Table, [][]byte, error) {
	lies := 1 + rng.IntN(3)
	lie := func(t *table, m message, due bool) (message, bool) {
		g := t.game
		if lies == 0 || rng.IntN(30) > 0 || g.alone[seat] != nil {
			return m, due
		}
		lies--
		switch n := rng.IntN(9); {
		case n == 0:
			return message{kind: objectionMessage}, true
		case n == 1:
			return message{kind: leaveMessage}, true
		case n == 2:
			return message{kind: actMessage, action: Action{Kind(rng.IntN(int(kinds))), rng.IntN(50)}}, true
		case n == 3 && due && len(m.body) > 0:
			m.body = slices.Clone(m.body)
			m.body[rng.IntN(len(m.body))] ^= 1 << rng.IntN(8)
		case n == 4:
			all := t.log.Statements()
			if len(all) > 0 {
				if m, wrong := parseMessage(all[rng.IntN(len(all))].Message()); wrong == "" {
					return m, true
				}
			}
		default:
			m = message{kind: voteMessage}
			for m.seats == nil {
				for s := range c.Seats {
					if rng.IntN(c.Seats) == 0 {
						m.seats = append(m.seats, s)
					}
				}
			}
			return m, true
		}
		return m, due
	}
	return generateTable(c, keys, seat, key, store, &cheat{lie: lie})
}

// GenerateParrot sits down a seat that says what the seat before it has said about the
// cards, when it is due to say something about them for the time that skip says.
func GenerateParrot(skip int, c Config, keys []ed25519.PublicKey, seat int, key oldrecord.Key, store func(old, new State) error) (*Table, [][]byte, error) {
	lie := func(t *table, m message, due bool) (message, bool) {
		if !due || m.kind != cardsMessage {
			return m, due
		}
		if skip--; skip >= 0 {
			return m, due
		}
		for _, st := range slices.Backward(t.log.Statements()) {
			if before, _ := parseMessage(st.Message()); before.kind == cardsMessage && before.body[0] == m.body[0] {
				return before, true
			}
		}
		return m, due
	}
	return generateTable(c, keys, seat, key, store, &cheat{lie: lie})
}

// AuditInOrder is Audit, with the statements in a random causal order.
func AuditInOrder(rng *rand.Rand, c Config, keys []ed25519.PublicKey, transcripts ...[]byte) (*Verdict, error) {
	table, err := c.Table(keys)
	if err != nil {
		return nil, err
	}
	r, err := oldrecord.Merge(table, transcripts...)
	if err != nil {
		return nil, err
	}
	counts := make([]int, c.Seats)
	rest, order := slices.Clone(r.Statements), []oldrecord.Statement(nil)
	for len(rest) > 0 {
		i := rng.IntN(len(rest))
		ready := true
		for s := range counts {
			ready = ready && rest[i].Head(s).Count <= counts[s]
		}
		if ready {
			counts[rest[i].Seat()]++
			order = append(order, rest[i])
			rest = slices.Delete(rest, i, i+1)
		}
	}
	r.Statements = order
	return judge(c, table, r), nil
}

// SayAct makes a seat take an action, whether or not it may.
func SayAct(t *Table, a Action) ([][]byte, error) {
	return t.do(func(t *table) error { return t.say(message{kind: actMessage, action: a}) })
}

// SayVote makes a seat vote, whether or not it waits for anybody.
func SayVote(t *Table, seats ...int) ([][]byte, error) {
	return t.do(func(t *table) error { return t.say(message{kind: voteMessage, seats: seats}) })
}

// SayAhead makes a seat object in the next epoch, of which it doesn't know.
func SayAhead(t *Table) ([][]byte, error) {
	return t.do(func(t *table) error {
		raw, err := t.log.Say(t.log.Count(t.seat), message{kind: objectionMessage, epoch: t.game.epoch() + 1}.encode())
		t.send = [][]byte{raw}
		return err
	})
}

// GenerateFlood sits down a seat that votes, or objects, without end, when the hole cards
// are dealt.
func GenerateFlood(kind string, c Config, keys []ed25519.PublicKey, seat int, key oldrecord.Key, store func(old, new State) error) (*Table, [][]byte, error) {
	n := 0
	lie := func(t *table, m message, due bool) (message, bool) {
		if t.game.betting == nil || n > 50 {
			return m, due && n == 0
		}
		n++
		if kind == "votes" {
			return message{kind: voteMessage, seats: []int{0}}, true
		}
		return message{kind: objectionMessage}, true
	}
	return generateTable(c, keys, seat, key, store, &cheat{lie: lie})
}

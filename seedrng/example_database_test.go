package seedrng_test

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"log"
	"strings"

	"github.com/squaredeal/squaredeal/seedrng"
)

// A casino keeps its players' sessions in a database with these tables:
//
//	sessions  player PRIMARY KEY, state BYTEA
//	balances  player PRIMARY KEY, amount INTEGER CHECK (amount >= 0)
//	steps     hash, nonce, step, player, sent, outcome, declined
//	          PRIMARY KEY (hash, nonce, step)
//	revealed  hash PRIMARY KEY, server_seed, client_seed
type casino struct{ db *sql.DB }

// inTx does all of a request in one transaction. When it fails, nothing has happened, or
// everything has: the commit's answer was lost. Then it returns no answer, as no seed and
// no outcome may be shown that isn't stored. The player sends the request again.
func inTx[T any](ctx context.Context, c casino, request func(tx *sql.Tx, answer *T) error) (T, error) {
	var answer, none T
	tx, err := c.db.BeginTx(ctx, &sql.TxOptions{Isolation: sql.LevelSerializable})
	if err != nil {
		return none, err
	}
	defer tx.Rollback()
	if err := request(tx, &answer); err != nil {
		return none, err
	}
	if err := tx.Commit(); err != nil {
		return none, err
	}
	return answer, nil
}

// store replaces just the state that the session was loaded with, and keeps every pair
// of seeds that was revealed.
func store(ctx context.Context, tx *sql.Tx, player string) func(old, new seedrng.SessionState) error {
	return func(old, new seedrng.SessionState) error {
		query, args := "UPDATE sessions SET state = $1 WHERE player = $2 AND state = $3", []any{new.Bytes(), player, old.Bytes()}
		if old.Bytes() == nil {
			query, args = "INSERT INTO sessions (state, player) VALUES ($1, $2)", args[:2]
		}
		result, err := tx.ExecContext(ctx, query, args...)
		if err != nil {
			return err
		}
		if n, err := result.RowsAffected(); err != nil || n != 1 {
			return errors.Join(err, errors.New("another request has changed the session"))
		}
		if r := new.View().Revealed; r != nil {
			_, err = tx.ExecContext(ctx, "INSERT INTO revealed (hash, server_seed, client_seed) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
				r.ServerHash.String(), r.ServerSeed, r.ClientSeed)
		}
		return err
	}
}

// session loads the player's session, or begins one.
func session(ctx context.Context, tx *sql.Tx, player string) (*seedrng.Session, error) {
	var state []byte
	err := tx.QueryRowContext(ctx, "SELECT state FROM sessions WHERE player = $1", player).Scan(&state)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return seedrng.GenerateSession(store(ctx, tx, player))
	case err != nil:
		return nil, err
	}
	return seedrng.ParseSession(state, store(ctx, tx, player))
}

// view is what the player sees before betting.
func (c casino) view(ctx context.Context, player string) (seedrng.View, error) {
	return inTx(ctx, c, func(tx *sql.Tx, view *seedrng.View) error {
		s, err := session(ctx, tx, player)
		if err == nil {
			*view = s.View()
		}
		return err
	})
}

// rotate takes the player's client seed.
func (c casino) rotate(ctx context.Context, player string, next seedrng.Hash, client string) (seedrng.View, error) {
	return inTx(ctx, c, func(tx *sql.Tx, view *seedrng.View) error {
		s, err := session(ctx, tx, player)
		if err == nil {
			*view, err = s.Rotate(next, client)
		}
		return err
	})
}

// play are the rules of two games, from what was sent in a round and what it draws. A bet
// such as "spin 17 for 10" is settled at once: 17 is a number of a roulette wheel, and 10
// the stake. A bet such as "deal for 10" deals a card, and then the player chooses,
// "higher" or "lower", whether a second one is.
func play(stake int, sent []string, stream *seedrng.Stream) (outcomes []string, paid int) {
	if number, ok := strings.CutPrefix(sent[0], "spin "); ok {
		outcome := fmt.Sprint(stream.IntN(37))
		if number == fmt.Sprintf("%s for %d", outcome, stake) {
			paid = 36 * stake
		}
		return []string{outcome}, paid
	}
	first, second := stream.IntN(13), stream.IntN(13)
	outcomes = []string{fmt.Sprint(first), fmt.Sprint(second)}[:len(sent)]
	if len(sent) == 2 && second != first && (sent[1] == "higher") == (second > first) {
		paid = 2 * stake
	}
	return outcomes, paid
}

// check returns the stake and the number of steps of a round, if the rules allow what was
// sent in it.
func check(sent []string) (stake, steps int, err error) {
	var number int
	if _, err := fmt.Sscanf(sent[0], "spin %d for %d", &number, &stake); err == nil &&
		sent[0] == fmt.Sprintf("spin %d for %d", number, stake) {
		steps = 1
	} else if _, err := fmt.Sscanf(sent[0], "deal for %d", &stake); err == nil && sent[0] == fmt.Sprintf("deal for %d", stake) {
		steps = 2
	}
	if len(sent) > steps || stake < 1 || number < 0 || number > 36 || len(sent) == 2 && sent[1] != "higher" && sent[1] != "lower" {
		return 0, 0, fmt.Errorf("the rules don't allow %q", sent)
	}
	return stake, steps, nil
}

// replay are the same rules for a player.
func replay(sent []string, stream *seedrng.Stream) (outcomes []string, err error) {
	stake, _, err := check(sent)
	if err != nil {
		return nil, err
	}
	outcomes, _ = play(stake, sent, stream)
	return outcomes, nil
}

// errOther says that something else was sent in this step before.
var errOther = errors.New("another request was answered with this nonce")

// answer takes a step of a round: a bet or a choice. A request that was answered before
// gets the same answer, if it is the same request: its whole text is compared, with the
// stake and whatever else it says.
func (c casino) answer(ctx context.Context, player string, r seedrng.Request) (seedrng.Answer, error) {
	return inTx(ctx, c, func(tx *sql.Tx, answer *seedrng.Answer) error {
		if err := r.Check(); err != nil {
			return err
		}
		sent, stored, err := steps(ctx, tx, player, r)
		switch {
		case err != nil:
			return err
		case r.Step < len(sent):
			if sent[r.Step] != r.Text {
				return errOther
			}
			*answer = stored[r.Step]
			return nil
		case r.Step != len(sent):
			return errors.New("an earlier step is missing")
		}
		s, err := session(ctx, tx, player)
		if err != nil {
			return err
		}
		if *answer, err = settle(ctx, tx, s, player, r, append(sent, r.Text)); err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, "INSERT INTO steps (hash, nonce, step, player, sent, outcome, declined) VALUES ($1, $2, $3, $4, $5, $6, $7)",
			r.ServerHash.String(), r.Nonce, r.Step, player, r.Text, answer.Outcome, answer.Declined)
		return err
	})
}

// steps returns what was sent and answered in a round so far. The query names the player,
// so that nobody asks for another's.
func steps(ctx context.Context, tx *sql.Tx, player string, r seedrng.Request) (sent []string, answers []seedrng.Answer, err error) {
	rows, err := tx.QueryContext(ctx, "SELECT sent, outcome, declined FROM steps WHERE hash = $1 AND nonce = $2 AND player = $3 ORDER BY step",
		r.ServerHash.String(), r.Nonce, player)
	if err != nil {
		return nil, nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var text string
		a := seedrng.Answer{ServerHash: r.ServerHash, Nonce: r.Nonce, Step: len(sent)}
		if err := rows.Scan(&text, &a.Outcome, &a.Declined); err != nil {
			return nil, nil, err
		}
		sent, answers = append(sent, text), append(answers, a)
	}
	return sent, answers, rows.Err()
}

// settle draws what follows from a step, the last of those sent. A bet that the rules or
// the balance don't allow is declined before anything is drawn, as the player could
// neither go on without an answer nor rotate.
func settle(ctx context.Context, tx *sql.Tx, s *seedrng.Session, player string, r seedrng.Request, sent []string) (seedrng.Answer, error) {
	name := fmt.Sprint(r.ServerHash, " ", r.Nonce) // of the bet: its key in the table
	stake, count, err := check(sent)
	if err != nil && r.Step == 0 {
		return r.Decline("rules"), s.Decline(r.ServerHash, r.Nonce, name)
	}
	if err != nil {
		return seedrng.Answer{}, err
	}
	if r.Step == 0 {
		result, err := tx.ExecContext(ctx, "UPDATE balances SET amount = amount - $1 WHERE player = $2 AND amount >= $1", stake, player)
		if err != nil {
			return seedrng.Answer{}, err
		}
		switch n, err := result.RowsAffected(); {
		case err != nil:
			return seedrng.Answer{}, err
		case n == 0:
			return r.Decline("balance"), s.Decline(r.ServerHash, r.Nonce, name)
		}
	}
	var outcomes []string
	var paid int
	draw := func(stream *seedrng.Stream) { outcomes, paid = play(stake, sent, stream) }
	if count == 1 {
		err = s.Play(r.ServerHash, r.Nonce, name, draw)
	} else { // the round stays open from one step to the next
		var round *seedrng.Round
		if round, err = s.Reserve(r.ServerHash, r.Nonce, name); err == nil {
			draw(round.Stream())
			if len(sent) == count {
				err = round.Finish()
			}
		}
	}
	if err != nil {
		return seedrng.Answer{}, err
	}
	_, err = tx.ExecContext(ctx, "UPDATE balances SET amount = amount + $1 WHERE player = $2", paid, player)
	return r.Outcome(outcomes[r.Step]), err
}

// A server with a database: each request is one transaction that loads the session,
// draws, and writes state, answer and balance.
func Example_database() {
	ctx := context.Background()
	name := rand.Text()
	c := casino{must(sql.Open("seedrngtest", name))} // use your database's driver and name
	if _, err := c.db.Exec("INSERT INTO balances (player, amount) VALUES ($1, $2)", "alice", 100); err != nil {
		log.Fatal(err)
	}
	alice := must(seedrng.GeneratePlayer(func(old, new seedrng.PlayerState) error { return nil }))
	rotate := func() []seedrng.DeclinedBet {
		next := must(c.view(ctx, "alice")).NextServerHash
		view := must(c.rotate(ctx, "alice", next, must(alice.Rotate(next))))
		return must(alice.Rotated(view, replay))
	}
	send := func(nonce uint64, text string) seedrng.Answer {
		request := alice.View().Request(nonce, text)
		if err := alice.Send(request); err != nil {
			log.Fatal(err)
		}
		answer := must(c.answer(ctx, "alice", request))
		if err := alice.Receive(answer); err != nil {
			log.Fatal(err)
		}
		return answer
	}
	rotate()

	bet := alice.View().Request(0, "spin 17 for 10")
	first := send(0, "spin 17 for 10")
	fmt.Println("the answer was lost, and is the same again:", must(c.answer(ctx, "alice", bet)) == first)
	bet.Text = "spin 17 for 90"
	_, err := c.answer(ctx, "alice", bet)
	fmt.Println("another stake:", err)

	fmt.Println("too much:", send(1, "deal for 5000").Declined)
	send(2, "deal for 10")
	c = casino{must(sql.Open("seedrngtest", name))} // the server is killed, and started again
	fmt.Println("still open:", len(must(c.view(ctx, "alice")).OpenRounds))
	send(2, "higher")

	for _, d := range rotate() {
		fmt.Printf("all checked; declined: %q, %s\n", d.Bet, d.Reason)
	}
	// Output:
	// the answer was lost, and is the same again: true
	// another stake: another request was answered with this nonce
	// too much: balance
	// still open: 1
	// all checked; declined: "deal for 5000", balance
}

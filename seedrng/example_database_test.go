package seedrng_test

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"log"

	"github.com/squaredeal/squaredeal/seedrng"
)

// A casino keeps its players' sessions in a database with these tables:
//
//	sessions  player PRIMARY KEY, state BYTEA
//	balances  player PRIMARY KEY, amount INTEGER CHECK (amount >= 0)
//	bets      id, player, hash, nonce, stake CHECK (stake > 0), outcome
//	          PRIMARY KEY (player, id), UNIQUE (hash, nonce)
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

// pay changes the player's balance, which must cover what is taken.
func pay(ctx context.Context, tx *sql.Tx, player string, amount int) error {
	_, err := tx.ExecContext(ctx, "UPDATE balances SET amount = amount + $1 WHERE player = $2", amount, player)
	return err
}

// spin is a bet that is settled at once, on a number of a roulette wheel: one
// transaction. The player's request names the seeds, the nonce, and the bet by an ID of
// the player's: so every query names the player as well.
func (c casino) spin(ctx context.Context, player string, hash seedrng.Hash, nonce uint64, id string, stake, number int) (int, error) {
	return inTx(ctx, c, func(tx *sql.Tx, outcome *int) error {
		err := tx.QueryRowContext(ctx, "SELECT outcome FROM bets WHERE player = $1 AND id = $2 AND hash = $3 AND nonce = $4",
			player, id, hash.String(), nonce).Scan(outcome)
		if !errors.Is(err, sql.ErrNoRows) {
			return err // nil: the request came before, and this is its answer
		}
		s, err := session(ctx, tx, player)
		if err != nil {
			return err
		}
		round, err := s.Reserve(hash, nonce, id)
		if err != nil {
			return err
		}
		*outcome = round.Stream().IntN(37)
		if err := round.Finish(); err != nil {
			return err
		}
		if err := pay(ctx, tx, player, -stake); err != nil {
			return err
		}
		if *outcome == number {
			if err := pay(ctx, tx, player, 36*stake); err != nil {
				return err
			}
		}
		_, err = tx.ExecContext(ctx, "INSERT INTO bets (id, player, hash, nonce, stake, outcome) VALUES ($1, $2, $3, $4, $5, $6)",
			id, player, hash.String(), nonce, stake, *outcome)
		return err
	})
}

// deal begins a hand in which the player chooses between two draws: whether the second
// card is higher. It takes two transactions, and the round stays open between them.
func (c casino) deal(ctx context.Context, player string, hash seedrng.Hash, nonce uint64, id string, stake int) (int, error) {
	return inTx(ctx, c, func(tx *sql.Tx, card *int) error {
		s, err := session(ctx, tx, player)
		if err != nil {
			return err
		}
		round, err := s.Reserve(hash, nonce, id)
		if err != nil {
			return err
		}
		*card = round.Stream().IntN(13)
		var dealt int
		err = tx.QueryRowContext(ctx, "SELECT stake FROM bets WHERE player = $1 AND id = $2 AND hash = $3 AND nonce = $4",
			player, id, hash.String(), nonce).Scan(&dealt)
		if !errors.Is(err, sql.ErrNoRows) {
			return err // nil: the request came before, and the same round gives the same card
		}
		if err := pay(ctx, tx, player, -stake); err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, "INSERT INTO bets (id, player, hash, nonce, stake, outcome) VALUES ($1, $2, $3, $4, $5, $6)",
			id, player, hash.String(), nonce, stake, nil)
		return err
	})
}

// choose ends the hand. The same Reserve has its round again, with the stream at the
// start; after a restart, the View's OpenRounds name the hands that wait for this.
func (c casino) choose(ctx context.Context, player string, hash seedrng.Hash, nonce uint64, id string, higher bool) (int, error) {
	return inTx(ctx, c, func(tx *sql.Tx, second *int) error {
		var stake int
		var outcome *int
		err := tx.QueryRowContext(ctx, "SELECT stake, outcome FROM bets WHERE player = $1 AND id = $2 AND hash = $3 AND nonce = $4",
			player, id, hash.String(), nonce).Scan(&stake, &outcome)
		if err != nil {
			return err
		}
		if outcome != nil {
			*second = *outcome
			return nil // the request came before
		}
		s, err := session(ctx, tx, player)
		if err != nil {
			return err
		}
		round, err := s.Reserve(hash, nonce, id)
		if err != nil {
			return err
		}
		var first int
		first, *second = round.Stream().IntN(13), round.Stream().IntN(13)
		if err := round.Finish(); err != nil {
			return err
		}
		if higher == (*second > first) {
			if err := pay(ctx, tx, player, 2*stake); err != nil {
				return err
			}
		}
		_, err = tx.ExecContext(ctx, "UPDATE bets SET outcome = $1 WHERE player = $2 AND id = $3", *second, player, id)
		return err
	})
}

// A server with a database: each request is one transaction that loads the session,
// draws, and writes state, bet and balance.
func Example_database() {
	ctx := context.Background()
	name := rand.Text()
	c := casino{must(sql.Open("seedrngtest", name))} // use your database's driver and name
	if _, err := c.db.Exec("INSERT INTO balances (player, amount) VALUES ($1, $2)", "alice", 100); err != nil {
		log.Fatal(err)
	}

	shown := must(c.view(ctx, "alice")).NextServerHash
	view := must(c.rotate(ctx, "alice", shown, "the player's own words"))

	outcome := must(c.spin(ctx, "alice", shown, 0, "bet 4711", 10, 17))
	again := must(c.spin(ctx, "alice", shown, 0, "bet 4711", 10, 17)) // the answer was lost
	fmt.Println("the same bet:", again == outcome)

	card := must(c.deal(ctx, "alice", shown, 1, "bet 4712", 10))
	c = casino{must(sql.Open("seedrngtest", name))} // the server is killed, and started again
	open := must(c.view(ctx, "alice")).OpenRounds
	fmt.Println("still open:", open)
	must(c.choose(ctx, "alice", shown, open[0].Nonce, open[0].Bet, card < 6))

	view = must(c.rotate(ctx, "alice", view.NextServerHash, "other words"))
	seed := must(seedrng.ParseServerSeed(view.Revealed.ServerSeed))
	replay := must(seedrng.NewStream(seed, "the player's own words", 0))
	fmt.Println("replayed:", shown.Verify(view.Revealed.ServerSeed) == nil && replay.IntN(37) == outcome)
	// Output:
	// the same bet: true
	// still open: [{1 bet 4712}]
	// replayed: true
}

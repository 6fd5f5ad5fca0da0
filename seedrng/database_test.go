package seedrng_test

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/squaredeal/squaredeal/seedrng"
)

// A database is a serializable one in memory, as much of it as the example needs. A name
// stands for one database, however often it is opened.
type database struct {
	mu      sync.Mutex
	tables  tables
	version int

	fault func(op string) fault // asked before every operation
}

// A fault is what goes wrong with an operation.
type fault int

const (
	works      fault = iota
	fails            // with nothing done
	loses            // the answer: it is done, and fails all the same
	dies             // the process is killed before the operation
	diesLately       // after it
	faults
)

var (
	errDatabase = errors.New("connection reset")
	errKilled   = errors.New("killed") // what a process that is dead can't return
)

type tables struct {
	sessions map[string][]byte
	balances map[string]int64
	bets     map[betKey]betRow
	revealed map[string][2]string
}

type betKey struct{ player, id string }

type betRow struct {
	hash         string
	nonce, stake int64
	outcome      driver.Value // nil while the hand is open
}

// bet returns the bet of the four columns that name it.
func (t *tables) bet(args []driver.Value) (betRow, bool) {
	row, ok := t.bets[betKey{args[0].(string), args[1].(string)}]
	return row, ok && row.hash == args[2].(string) && row.nonce == args[3].(int64)
}

func (t tables) clone() tables {
	return tables{maps.Clone(t.sessions), maps.Clone(t.balances), maps.Clone(t.bets), maps.Clone(t.revealed)}
}

// databases are the sql driver seedrngtest.
type databases struct {
	mu     sync.Mutex
	byName map[string]*database
}

var theDatabases = databases{byName: make(map[string]*database)}

func init() { sql.Register("seedrngtest", &theDatabases) }

func (d *databases) get(name string) *database {
	d.mu.Lock()
	defer d.mu.Unlock()
	db := d.byName[name]
	if db == nil {
		db = &database{tables: tables{map[string][]byte{}, map[string]int64{}, map[betKey]betRow{}, map[string][2]string{}}}
		d.byName[name] = db
	}
	return db
}

var opened atomic.Int64

// newName returns one for a new database, also if the test runs again.
func newName(what string) string { return fmt.Sprint(what, " ", opened.Add(1)) }

func (d *databases) Open(name string) (driver.Conn, error) { return &conn{db: d.get(name)}, nil }

// try does an operation, or not, as its fault says. A dead process does nothing more.
func (c *conn) try(op string, do func() error) error {
	f := works
	if c.db.fault != nil && !c.dead {
		f = c.db.fault(op)
	}
	c.dead = c.dead || f == dies
	switch {
	case c.dead:
		return errKilled
	case f == fails:
		return errDatabase
	}
	err := do()
	switch f {
	case loses:
		return errDatabase
	case diesLately:
		c.dead = true
		return errKilled
	}
	return err
}

// A conn has at most one transaction, which works on a snapshot.
type conn struct {
	db       *database
	snapshot *tables
	version  int
	dead     bool // of its process
}

func (c *conn) Close() error                        { return nil }
func (c *conn) Prepare(string) (driver.Stmt, error) { return nil, errors.ErrUnsupported }
func (c *conn) Begin() (driver.Tx, error)           { return c.BeginTx(context.Background(), driver.TxOptions{}) }

func (c *conn) BeginTx(context.Context, driver.TxOptions) (driver.Tx, error) {
	err := c.try("begin", func() error {
		c.db.mu.Lock()
		defer c.db.mu.Unlock()
		t := c.db.tables.clone()
		c.snapshot, c.version = &t, c.db.version
		return nil
	})
	return c, err
}

func (c *conn) Rollback() error {
	c.snapshot = nil
	return nil
}

func (c *conn) Commit() error {
	defer func() { c.snapshot = nil }()
	return c.try("commit", func() error {
		c.db.mu.Lock()
		defer c.db.mu.Unlock()
		if c.version != c.db.version {
			return errors.New("serialization failure")
		}
		c.db.tables = *c.snapshot
		c.db.version++
		return nil
	})
}

func (c *conn) ExecContext(_ context.Context, query string, args []driver.NamedValue) (driver.Result, error) {
	_, affected, err := c.run(query, args)
	return driver.RowsAffected(affected), err
}

func (c *conn) QueryContext(_ context.Context, query string, args []driver.NamedValue) (driver.Rows, error) {
	row, _, err := c.run(query, args)
	return &rows{row}, err
}

func (c *conn) run(query string, named []driver.NamedValue) (row []driver.Value, affected int64, err error) {
	statement, ok := statements[query]
	if !ok {
		return nil, 0, fmt.Errorf("unknown statement %q", query)
	}
	var args []driver.Value
	for _, a := range named {
		args = append(args, a.Value)
	}
	if c.snapshot == nil {
		if _, err := c.Begin(); err != nil {
			return nil, 0, err
		}
		defer func() {
			if err == nil {
				err = c.Commit()
			}
		}()
	}
	err = c.try(strings.Fields(query)[0], func() error {
		row, affected, err = statement(c.snapshot, args)
		return err
	})
	return row, affected, err
}

var errConstraint = errors.New("constraint")

var statements = map[string]func(t *tables, args []driver.Value) (row []driver.Value, affected int64, err error){
	"SELECT state FROM sessions WHERE player = $1": func(t *tables, args []driver.Value) ([]driver.Value, int64, error) {
		if state, ok := t.sessions[args[0].(string)]; ok {
			return []driver.Value{state}, 0, nil
		}
		return nil, 0, nil
	},
	"INSERT INTO sessions (state, player) VALUES ($1, $2)": func(t *tables, args []driver.Value) ([]driver.Value, int64, error) {
		if _, ok := t.sessions[args[1].(string)]; ok {
			return nil, 0, errConstraint
		}
		t.sessions[args[1].(string)] = args[0].([]byte)
		return nil, 1, nil
	},
	"UPDATE sessions SET state = $1 WHERE player = $2 AND state = $3": func(t *tables, args []driver.Value) ([]driver.Value, int64, error) {
		if string(t.sessions[args[1].(string)]) != string(args[2].([]byte)) {
			return nil, 0, nil
		}
		t.sessions[args[1].(string)] = args[0].([]byte)
		return nil, 1, nil
	},
	"INSERT INTO revealed (hash, server_seed, client_seed) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING": func(t *tables, args []driver.Value) ([]driver.Value, int64, error) {
		t.revealed[args[0].(string)] = [2]string{args[1].(string), args[2].(string)}
		return nil, 1, nil
	},
	"INSERT INTO balances (player, amount) VALUES ($1, $2)": func(t *tables, args []driver.Value) ([]driver.Value, int64, error) {
		t.balances[args[0].(string)] = args[1].(int64)
		return nil, 1, nil
	},
	"UPDATE balances SET amount = amount + $1 WHERE player = $2": func(t *tables, args []driver.Value) ([]driver.Value, int64, error) {
		if t.balances[args[1].(string)] += args[0].(int64); t.balances[args[1].(string)] < 0 {
			return nil, 0, errConstraint
		}
		return nil, 1, nil
	},
	"SELECT outcome FROM bets WHERE player = $1 AND id = $2 AND hash = $3 AND nonce = $4": func(t *tables, args []driver.Value) ([]driver.Value, int64, error) {
		if bet, ok := t.bet(args); ok {
			return []driver.Value{bet.outcome}, 0, nil
		}
		return nil, 0, nil
	},
	"SELECT stake FROM bets WHERE player = $1 AND id = $2 AND hash = $3 AND nonce = $4": func(t *tables, args []driver.Value) ([]driver.Value, int64, error) {
		if bet, ok := t.bet(args); ok {
			return []driver.Value{bet.stake}, 0, nil
		}
		return nil, 0, nil
	},
	"SELECT stake, outcome FROM bets WHERE player = $1 AND id = $2 AND hash = $3 AND nonce = $4": func(t *tables, args []driver.Value) ([]driver.Value, int64, error) {
		if bet, ok := t.bet(args); ok {
			return []driver.Value{bet.stake, bet.outcome}, 0, nil
		}
		return nil, 0, nil
	},
	"INSERT INTO bets (id, player, hash, nonce, stake, outcome) VALUES ($1, $2, $3, $4, $5, $6)": func(t *tables, args []driver.Value) ([]driver.Value, int64, error) {
		key, row := betKey{args[1].(string), args[0].(string)}, betRow{args[2].(string), args[3].(int64), args[4].(int64), args[5]}
		for other, bet := range t.bets {
			if other == key || bet.hash == row.hash && bet.nonce == row.nonce {
				return nil, 0, errConstraint
			}
		}
		if row.stake < 1 {
			return nil, 0, errConstraint
		}
		t.bets[key] = row
		return nil, 1, nil
	},
	"UPDATE bets SET outcome = $1 WHERE player = $2 AND id = $3": func(t *tables, args []driver.Value) ([]driver.Value, int64, error) {
		key := betKey{args[1].(string), args[2].(string)}
		row := t.bets[key]
		row.outcome = args[0]
		t.bets[key] = row
		return nil, 1, nil
	},
}

// rows is one row at the most.
type rows struct{ row []driver.Value }

func (r *rows) Columns() []string { return make([]string, len(r.row)) }
func (r *rows) Close() error      { return nil }

func (r *rows) Next(dest []driver.Value) error {
	if r.row == nil {
		return io.EOF
	}
	copy(dest, r.row)
	r.row = nil
	return nil
}

// purse is what a gambler has at first.
const purse = 10_000

// A gambler plays at the example's casino, and sends each request until it is answered.
type gambler struct {
	t      testing.TB
	name   string // of the gambler and of the database
	casino casino // replaced when it is killed
	player *seedrng.Player
	book   notebook
	spent  int64 // net
}

func newGambler(t testing.TB, database, name string) *gambler {
	t.Helper()
	g := &gambler{t: t, name: name}
	g.player = must(seedrng.GeneratePlayer(g.book.store))
	g.casino = casino{must(sql.Open("seedrngtest", database))}
	theDatabases.get(database).tables.balances[name] = purse
	return g
}

// ask makes a request until it is answered.
func (g *gambler) ask(database string, request func(ctx context.Context) error) {
	g.t.Helper()
	var err error
	for range 50 {
		if err = request(context.Background()); errors.Is(err, errKilled) {
			g.casino = casino{must(sql.Open("seedrngtest", database))} // a new process
		}
		if err == nil {
			return
		}
	}
	g.t.Fatalf("%s: %v", g.name, err)
}

// replayCasino are the rules of the example's two games.
func replayCasino(sent []string, stream *seedrng.Stream) ([]string, error) {
	if strings.HasPrefix(sent[0], "spin") {
		return []string{fmt.Sprint(stream.IntN(37))}, nil
	}
	var out []string
	for range sent {
		out = append(out, fmt.Sprint(stream.IntN(13)))
	}
	return out, nil
}

// session plays a few bets of either kind and then rotates. The player's own checks
// accept the reveal.
func (g *gambler) session(database string, bets int) {
	g.t.Helper()
	var view seedrng.View
	g.ask(database, func(ctx context.Context) (err error) {
		view, err = g.casino.view(ctx, g.name)
		return err
	})
	next := view.NextServerHash
	client := must(g.player.Rotate(next))
	g.ask(database, func(ctx context.Context) (err error) {
		view, err = g.casino.rotate(ctx, g.name, next, client)
		return err
	})
	if err := g.player.Rotated(view, replayCasino); err != nil {
		g.t.Fatalf("%s: %v", g.name, err)
	}
	hash := g.player.View().ServerHash
	step := func(nonce uint64, step int, text string, request func(ctx context.Context) (int, error)) int {
		g.t.Helper()
		if err := g.player.Send(hash, nonce, step, text); err != nil {
			g.t.Fatal(err)
		}
		var outcome int
		g.ask(database, func(ctx context.Context) (err error) {
			outcome, err = request(ctx)
			return err
		})
		if err := g.player.Receive(hash, nonce, step, fmt.Sprint(outcome)); err != nil {
			g.t.Fatalf("%s: %v", g.name, err)
		}
		return outcome
	}
	for nonce := range uint64(bets) {
		id := fmt.Sprintf("%s %v %d", g.name, hash, nonce)
		if nonce%2 == 0 {
			outcome := step(nonce, 0, "spin 10 on 17", func(ctx context.Context) (int, error) {
				return g.casino.spin(ctx, g.name, hash, nonce, id, 10, 17)
			})
			if g.spent += 10; outcome == 17 {
				g.spent -= 360
			}
			continue
		}
		first := step(nonce, 0, "deal 10", func(ctx context.Context) (int, error) {
			return g.casino.deal(ctx, g.name, hash, nonce, id, 10)
		})
		second := step(nonce, 1, "higher", func(ctx context.Context) (int, error) {
			return g.casino.choose(ctx, g.name, hash, nonce, id, true)
		})
		if g.spent += 10; second > first {
			g.spent -= 20
		}
	}
}

// audit checks the database: every nonce that was used has its bet, every bet its
// outcome, and the balance is what the bets say.
func (g *gambler) audit(database string, sessions, bets int) {
	g.t.Helper()
	t := theDatabases.get(database).tables
	if got := t.balances[g.name]; got != purse-g.spent {
		g.t.Errorf("%s: the balance is %d, the player counts %d", g.name, got, purse-g.spent)
	}
	nonces := make(map[string][]int64)
	for key, bet := range t.bets {
		if key.player == g.name {
			nonces[bet.hash] = append(nonces[bet.hash], bet.nonce)
			if bet.outcome == nil {
				g.t.Errorf("%s: bet %s is open", g.name, key.id)
			}
		}
	}
	for hash, list := range nonces {
		slices.Sort(list)
		for i, nonce := range list {
			if nonce != int64(i) {
				g.t.Errorf("%s: nonces %d with %s", g.name, list, hash)
			}
		}
		if len(list) != bets {
			g.t.Errorf("%s: %d bets with %s, the player made %d", g.name, len(list), hash, bets)
		}
		if seeds, ok := t.revealed[hash]; ok && must(seedrng.ParseHash(hash)).Verify(seeds[0]) != nil {
			g.t.Errorf("%s: revealed %s as %s", g.name, hash, seeds[0])
		}
	}
	s := must(seedrng.ParseSession(t.sessions[g.name], discard))
	if v := s.View(); v.OpenRounds != nil || v.NextNonce != uint64(bets) {
		g.t.Errorf("%s: %+v", g.name, v)
	}
	if len(nonces) != sessions {
		g.t.Errorf("%s: bets with %d seeds, not %d", g.name, len(nonces), sessions)
	}
}

// The server fails, or is killed, at every operation of the database in turn, before it
// or after it. Whatever happens, no nonce is used without a bet, no balance is wrong,
// and what the player recorded is what the seeds give.
func TestKilledAtEveryStep(t *testing.T) {
	steps := 0
	for f := fails; f < faults; f++ {
		for at := 0; ; at++ {
			name := newName(fmt.Sprint("killed ", f, " ", at))
			db := theDatabases.get(name)
			n := 0
			db.fault = func(string) fault {
				if n++; n == at+1 {
					return f
				}
				return works
			}
			g := newGambler(t, name, "alice")
			g.session(name, 4)
			g.session(name, 4)
			g.audit(name, 2, 4)
			if n <= at || t.Failed() {
				steps += at
				break
			}
		}
	}
	t.Logf("%d faults", steps)
	if steps < 4*60 {
		t.Errorf("only %d faults", steps)
	}
}

// Several players in turn, and a database in which one operation in fifteen goes wrong.
func TestKilledAtRandom(t *testing.T) {
	const bets = 6
	name := newName("killed at random")
	db := theDatabases.get(name)
	var mu sync.Mutex
	r := rand.New(rand.NewPCG(1, 2))
	db.fault = func(string) fault {
		mu.Lock()
		defer mu.Unlock()
		if r.IntN(12) > 0 {
			return works
		}
		return fault(r.IntN(int(faults)))
	}
	var gamblers []*gambler
	for i := range 8 {
		gamblers = append(gamblers, newGambler(t, name, "player "+strconv.Itoa(i)))
	}
	for range 5 {
		for _, g := range gamblers {
			g.session(name, bets)
		}
	}
	for _, g := range gamblers {
		g.audit(name, 5, bets)
	}
}

// A request that fails answers nothing, not even if it fails in its last step, when the
// outcome is known.
func TestFailedCommitAnswersNothing(t *testing.T) {
	ctx := context.Background()
	requests := map[string]func(c casino, hash, next seedrng.Hash) (any, error){
		"view":   func(c casino, _, _ seedrng.Hash) (any, error) { return c.view(ctx, "alice") },
		"rotate": func(c casino, _, next seedrng.Hash) (any, error) { return c.rotate(ctx, "alice", next, "c") },
		"spin":   func(c casino, hash, _ seedrng.Hash) (any, error) { return c.spin(ctx, "alice", hash, 0, "bet", 10, 17) },
		"deal":   func(c casino, hash, _ seedrng.Hash) (any, error) { return c.deal(ctx, "alice", hash, 0, "bet", 10) },
		"choose": func(c casino, hash, _ seedrng.Hash) (any, error) { return c.choose(ctx, "alice", hash, 0, "bet", true) },
	}
	for what, request := range requests {
		for f := fails; f < faults; f++ {
			for range 4 { // as an outcome may be 0
				name := newName("failed commit")
				g := newGambler(t, name, "alice")
				g.session(name, 0)
				hash, next := g.player.View().ServerHash, must(g.casino.view(ctx, "alice")).NextServerHash
				if what == "choose" {
					must(g.casino.deal(ctx, "alice", hash, 0, "bet", 10))
				}
				theDatabases.get(name).fault = func(op string) fault {
					if op == "commit" {
						return f
					}
					return works
				}
				if answer, err := request(g.casino, hash, next); err == nil || !reflect.ValueOf(answer).IsZero() {
					t.Errorf("%s, fault %d: %+v, %v", what, f, answer, err)
				}
			}
		}
	}
}

// Two requests of one player at once: one of them has to come again.
func TestRequestsAtOnce(t *testing.T) {
	name := newName("at once")
	g := newGambler(t, name, "alice")
	g.session(name, 2)
	hash := g.player.View().ServerHash
	var wg sync.WaitGroup
	outcomes := slices.Repeat([]int{-1}, 8)
	for i := range outcomes {
		wg.Go(func() {
			for range 10_000 {
				outcome, err := g.casino.spin(context.Background(), g.name, hash, 2, "the same bet", 10, 17)
				if err == nil {
					outcomes[i] = outcome
					return
				}
				if _, err := g.casino.rotate(context.Background(), g.name, hash, "another"); err == nil {
					t.Error("rotated")
				}
			}
		})
	}
	wg.Wait()
	if g.spent += 10; outcomes[0] == 17 {
		g.spent -= 360
	}
	if slices.Max(outcomes) != slices.Min(outcomes) || outcomes[0] < 0 {
		t.Errorf("outcomes %d of one bet", outcomes)
	}
	g.audit(name, 1, 3)
}

// What a player who cheats tries with the names of bets.
func TestCheatingGambler(t *testing.T) {
	name := newName("cheat")
	ctx := context.Background()
	alice, mallory := newGambler(t, name, "alice"), newGambler(t, name, "mallory")
	alice.session(name, 0)
	mallory.session(name, 0)
	c, hash, hers := mallory.casino, mallory.player.View().ServerHash, alice.player.View().ServerHash
	must(c.deal(ctx, "alice", hers, 0, "bet", 100))

	refuse := func(what string, err error) {
		t.Helper()
		if err == nil {
			t.Errorf("%s is taken", what)
		}
	}
	// The name of another player's bet is no bet of hers, nor a way to have it for nothing.
	_, err := c.choose(ctx, "mallory", hers, 0, "bet", true)
	refuse("another player's hand", err)
	_, err = c.choose(ctx, "mallory", hash, 0, "bet", true)
	refuse("a hand that wasn't dealt", err)
	must(c.deal(ctx, "mallory", hash, 0, "bet", 1))
	if got := theDatabases.get(name).tables.balances["mallory"]; got != purse-1 {
		t.Errorf("a hand for 1 leaves %d of %d", got, purse)
	}
	// A name isn't used twice, an open round not given to another, no nonce skipped.
	_, err = c.deal(ctx, "mallory", hash, 1, "bet", 1)
	refuse("a second hand by the name of the first", err)
	_, err = c.deal(ctx, "mallory", hash, 0, "other", 1)
	refuse("another bet for an open round", err)
	_, err = c.spin(ctx, "mallory", hash, 2, "other", 1, 17)
	refuse("a skipped nonce", err)
	_, err = c.spin(ctx, "mallory", hers, 1, "other", 1, 17)
	refuse("another player's seeds", err)
	_, err = c.rotate(ctx, "mallory", must(c.view(ctx, "mallory")).NextServerHash, "peek")
	refuse("rotation in the middle of a hand", err)
	must(c.choose(ctx, "mallory", hash, 0, "bet", true))
	_, err = c.deal(ctx, "mallory", hash, 1, "bet", 1)
	refuse("a second hand by the name of one that is over", err)
	_, err = c.spin(ctx, "mallory", hash, 1, "other", -1000, 17)
	refuse("a negative stake", err)
	_, err = c.spin(ctx, "mallory", hash, 1, "other", 2*purse, 17)
	refuse("a stake of more than the purse", err)
	settled := theDatabases.get(name).tables.balances["mallory"]
	must(c.choose(ctx, "mallory", hash, 0, "bet", false))
	if got := theDatabases.get(name).tables.balances["mallory"]; got != settled {
		t.Errorf("a hand that is over pays again: %d, %d", settled, got)
	}
	if v := must(c.view(ctx, "mallory")); v.NextNonce != 1 || v.OpenRounds != nil {
		t.Errorf("%+v", v)
	}
}

package seedrng_test

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
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
	steps    map[stepKey]stepRow
	revealed map[string][2]string
}

type stepKey struct {
	hash        string
	nonce, step int64
}

type stepRow struct{ player, sent, outcome, declined string }

func (t tables) clone() tables {
	return tables{maps.Clone(t.sessions), maps.Clone(t.balances), maps.Clone(t.steps), maps.Clone(t.revealed)}
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
		db = &database{tables: tables{map[string][]byte{}, map[string]int64{}, map[stepKey]stepRow{}, map[string][2]string{}}}
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
	found, _, err := c.run(query, args)
	return &rows{found}, err
}

func (c *conn) run(query string, named []driver.NamedValue) (found [][]driver.Value, affected int64, err error) {
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
		found, affected, err = statement(c.snapshot, args)
		return err
	})
	return found, affected, err
}

var errConstraint = errors.New("constraint")

var statements = map[string]func(t *tables, args []driver.Value) (found [][]driver.Value, affected int64, err error){
	"SELECT state FROM sessions WHERE player = $1": func(t *tables, args []driver.Value) ([][]driver.Value, int64, error) {
		if state, ok := t.sessions[args[0].(string)]; ok {
			return [][]driver.Value{{state}}, 0, nil
		}
		return nil, 0, nil
	},
	"INSERT INTO sessions (state, player) VALUES ($1, $2)": func(t *tables, args []driver.Value) ([][]driver.Value, int64, error) {
		if _, ok := t.sessions[args[1].(string)]; ok {
			return nil, 0, errConstraint
		}
		t.sessions[args[1].(string)] = args[0].([]byte)
		return nil, 1, nil
	},
	"UPDATE sessions SET state = $1 WHERE player = $2 AND state = $3": func(t *tables, args []driver.Value) ([][]driver.Value, int64, error) {
		if string(t.sessions[args[1].(string)]) != string(args[2].([]byte)) {
			return nil, 0, nil
		}
		t.sessions[args[1].(string)] = args[0].([]byte)
		return nil, 1, nil
	},
	"INSERT INTO revealed (hash, server_seed, client_seed) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING": func(t *tables,
		args []driver.Value) ([][]driver.Value, int64, error) {
		t.revealed[args[0].(string)] = [2]string{args[1].(string), args[2].(string)}
		return nil, 1, nil
	},
	"INSERT INTO balances (player, amount) VALUES ($1, $2)": func(t *tables, args []driver.Value) ([][]driver.Value, int64, error) {
		t.balances[args[0].(string)] = args[1].(int64)
		return nil, 1, nil
	},
	"UPDATE balances SET amount = amount + $1 WHERE player = $2": func(t *tables, args []driver.Value) ([][]driver.Value, int64, error) {
		t.balances[args[1].(string)] += args[0].(int64)
		return nil, 1, nil
	},
	"UPDATE balances SET amount = amount - $1 WHERE player = $2 AND amount >= $1": func(t *tables,
		args []driver.Value) ([][]driver.Value, int64, error) {
		if t.balances[args[1].(string)] < args[0].(int64) {
			return nil, 0, nil
		}
		t.balances[args[1].(string)] -= args[0].(int64)
		return nil, 1, nil
	},
	"SELECT sent, outcome, declined FROM steps WHERE hash = $1 AND nonce = $2 AND player = $3 ORDER BY step": func(t *tables,
		args []driver.Value) (found [][]driver.Value, _ int64, _ error) {
		for step := int64(0); ; step++ {
			row, ok := t.steps[stepKey{args[0].(string), args[1].(int64), step}]
			if !ok || row.player != args[2].(string) {
				return found, 0, nil
			}
			found = append(found, []driver.Value{row.sent, row.outcome, row.declined})
		}
	},
	"INSERT INTO steps (hash, nonce, step, player, sent, outcome, declined) VALUES ($1, $2, $3, $4, $5, $6, $7)": func(t *tables,
		args []driver.Value) ([][]driver.Value, int64, error) {
		key := stepKey{args[0].(string), args[1].(int64), args[2].(int64)}
		if _, ok := t.steps[key]; ok {
			return nil, 0, errConstraint
		}
		t.steps[key] = stepRow{args[3].(string), args[4].(string), args[5].(string), args[6].(string)}
		return nil, 1, nil
	},
}

type rows struct{ left [][]driver.Value }

func (r *rows) Columns() []string {
	if len(r.left) == 0 {
		return nil
	}
	return make([]string, len(r.left[0]))
}

func (r *rows) Close() error { return nil }

func (r *rows) Next(dest []driver.Value) error {
	if len(r.left) == 0 {
		return io.EOF
	}
	copy(dest, r.left[0])
	r.left = r.left[1:]
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
	book   playerDisk
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

// session plays a few bets of either kind, one of more than the purse, and then rotates.
// The player's own checks accept the reveal.
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
	if _, err := g.player.Rotated(view, replay); err != nil {
		g.t.Fatalf("%s: %v", g.name, err)
	}
	for nonce := range uint64(bets) {
		switch nonce % 3 {
		case 0:
			outcome := g.send(database, nonce, "spin 17 for 10").Outcome
			if g.spent += 10; outcome == "17" {
				g.spent -= 360
			}
		case 1:
			first := g.send(database, nonce, "deal for 10").Outcome
			second := g.send(database, nonce, "higher").Outcome
			if g.spent += 10; must(strconv.Atoi(second)) > must(strconv.Atoi(first)) {
				g.spent -= 20
			}
		case 2:
			if a := g.send(database, nonce, fmt.Sprint("deal for ", 100*purse)); a.Declined != "balance" {
				g.t.Errorf("%s: %+v", g.name, a)
			}
		}
	}
}

// send sends a step until it is answered.
func (g *gambler) send(database string, nonce uint64, text string) (answer seedrng.Answer) {
	g.t.Helper()
	if err := g.player.Send(g.player.View().Request(nonce, text)); err != nil {
		g.t.Fatal(err)
	}
	g.ask(database, func(ctx context.Context) (err error) {
		request, _ := g.player.Pending()
		answer, err = g.casino.answer(ctx, g.name, request)
		return err
	})
	if err := g.player.Receive(answer); err != nil {
		g.t.Fatalf("%s: %v", g.name, err)
	}
	return answer
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
	for key, row := range t.steps {
		if row.player != g.name || key.step > 0 {
			continue
		}
		nonces[key.hash] = append(nonces[key.hash], key.nonce)
		if (row.outcome == "") == (row.declined == "") {
			g.t.Errorf("%s: %+v, %+v", g.name, key, row)
		}
		_, second := t.steps[stepKey{key.hash, key.nonce, 1}]
		if hand := strings.HasPrefix(row.sent, "deal") && row.declined == ""; hand != second {
			g.t.Errorf("%s: %+v, %+v has a second step: %v", g.name, key, row, second)
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
	step := func(step int, text string) func(c casino, hash, _ seedrng.Hash) (any, error) {
		return func(c casino, hash, _ seedrng.Hash) (any, error) {
			return c.answer(ctx, "alice", seedrng.Request{ServerHash: hash, Step: step, Text: text})
		}
	}
	requests := map[string]func(c casino, hash, next seedrng.Hash) (any, error){
		"view":   func(c casino, _, _ seedrng.Hash) (any, error) { return c.view(ctx, "alice") },
		"rotate": func(c casino, _, next seedrng.Hash) (any, error) { return c.rotate(ctx, "alice", next, "c") },
		"spin":   step(0, "spin 17 for 10"),
		"deal":   step(0, "deal for 10"),
		"no bet": step(0, "deal for 1000000000"),
		"choose": step(1, "higher"),
	}
	for what, request := range requests {
		for f := fails; f < faults; f++ {
			name := newName("failed commit")
			g := newGambler(t, name, "alice")
			g.session(name, 0)
			hash, next := g.player.View().ServerHash, must(g.casino.view(ctx, "alice")).NextServerHash
			if what == "choose" {
				must(step(0, "deal for 10")(g.casino, hash, next))
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

// Two requests of one player at once: one of them has to come again.
func TestConcurrentRequests(t *testing.T) {
	name := newName("at once")
	g := newGambler(t, name, "alice")
	g.session(name, 2)
	bet := g.player.View().Request(2, "spin 17 for 10")
	var wg sync.WaitGroup
	answers := make([]seedrng.Answer, 8)
	for i := range answers {
		wg.Go(func() {
			for range 10_000 {
				answer, err := g.casino.answer(context.Background(), g.name, bet)
				if err == nil {
					answers[i] = answer
					return
				}
				if _, err := g.casino.rotate(context.Background(), g.name, bet.ServerHash, "another"); err == nil {
					t.Error("rotated")
				}
			}
		})
	}
	wg.Wait()
	if g.spent += 10; answers[0].Outcome == "17" {
		g.spent -= 360
	}
	for _, a := range answers {
		if a.Outcome == "" || a != answers[0] {
			t.Errorf("answers %+v and %+v to one bet", answers[0], a)
		}
	}
	g.audit(name, 1, 3)
}

// A request that was answered gets the same answer for ever, and nothing else does: not the same
// nonce with another stake, or another number.
func TestRepeatedRequests(t *testing.T) {
	name := newName("repeated")
	ctx := context.Background()
	g := newGambler(t, name, "alice")
	g.session(name, 0)
	hash := g.player.View().ServerHash
	answers := make(map[seedrng.Request]seedrng.Answer)
	again := func() {
		t.Helper()
		before := theDatabases.get(name).tables.balances["alice"]
		for r, want := range answers {
			if got, err := g.casino.answer(ctx, "alice", r); err != nil || got != want {
				t.Errorf("%+v: %+v, %v, and it was %+v", r, got, err, want)
			}
			for _, text := range []string{"spin 17 for 90", "spin 18 for 10", "deal for 90", "spin 17 for 2000000", "lower", "x"} {
				other := r
				if other.Text = text; other == r {
					continue
				}
				if got, err := g.casino.answer(ctx, "alice", other); !errors.Is(err, errOther) {
					t.Errorf("%+v after %+v: %+v, %v", other, r, got, err)
				}
			}
		}
		if got := theDatabases.get(name).tables.balances["alice"]; got != before {
			t.Errorf("the balance was %d and is %d", before, got)
		}
	}
	for nonce, texts := range [][]string{{"spin 17 for 10"}, {"deal for 10", "higher"}, {"spin 17 for 1000000"}, {"spin 40 for 1"},
		{"deal for 10", "lower"}} {
		for step, text := range texts {
			r := seedrng.Request{ServerHash: hash, Nonce: uint64(nonce), Step: step, Text: text}
			answers[r] = must(g.casino.answer(ctx, "alice", r))
			again()
		}
	}
	view := must(g.casino.view(ctx, "alice"))
	must(g.casino.rotate(ctx, "alice", view.NextServerHash, "c"))
	again()
}

// What a player who cheats tries.
func TestCheatingGambler(t *testing.T) {
	name := newName("cheat")
	ctx := context.Background()
	alice, mallory := newGambler(t, name, "alice"), newGambler(t, name, "mallory")
	alice.session(name, 0)
	mallory.session(name, 0)
	c, hash, hers := mallory.casino, mallory.player.View().ServerHash, alice.player.View().ServerHash
	request := func(hash seedrng.Hash, nonce uint64, step int, text string) seedrng.Request {
		return seedrng.Request{ServerHash: hash, Nonce: nonce, Step: step, Text: text}
	}
	must(c.answer(ctx, "alice", request(hers, 0, 0, "deal for 100")))

	before := theDatabases.get(name).tables
	refuse := func(what string, r seedrng.Request) {
		t.Helper()
		if a, err := c.answer(ctx, "mallory", r); err == nil {
			t.Errorf("%s is taken: %+v", what, a)
		}
		if after := theDatabases.get(name).tables; !reflect.DeepEqual(before, after) {
			t.Errorf("%s changes the database", what)
		}
	}
	refuse("another player's hand", request(hers, 0, 1, "higher"))
	refuse("another player's answer", request(hers, 0, 0, "deal for 100"))
	refuse("another player's seeds", request(hers, 1, 0, "spin 17 for 1"))
	refuse("another player's seeds, for nothing", request(hers, 1, 0, "spin 17 for 2000000"))
	refuse("a hand that wasn't dealt", request(hash, 0, 1, "higher"))
	refuse("a skipped nonce", request(hash, 1, 0, "spin 17 for 1"))
	refuse("a skipped nonce, for nothing", request(hash, 1, 0, "spin 17 for 2000000"))
	refuse("a huge nonce", request(hash, math.MaxUint64, 0, "spin 17 for 1"))
	refuse("a negative step", request(hash, 0, -1, "spin 17 for 1"))
	refuse("no text", request(hash, 0, 0, ""))
	refuse("a long text", request(hash, 0, 0, strings.Repeat("x", seedrng.MaxStepLen+1)))

	must(c.answer(ctx, "mallory", request(hash, 0, 0, "deal for 1")))
	before = theDatabases.get(name).tables
	refuse("another bet for an open round", request(hash, 0, 0, "deal for 2"))
	refuse("a choice that isn't one", request(hash, 0, 1, "both"))
	refuse("a third step", request(hash, 0, 2, "higher"))
	if _, err := c.rotate(ctx, "mallory", must(c.view(ctx, "mallory")).NextServerHash, "peek"); !errors.Is(err, seedrng.ErrOpen) {
		t.Errorf("rotation in the middle of a hand: %v", err)
	}
	must(c.answer(ctx, "mallory", request(hash, 0, 1, "higher")))
	for nonce, text := range []string{"spin 17 for -1000", "spin 17 for 0", "spin 37 for 1", "spin 017 for 1",
		fmt.Sprint("spin 17 for ", 2*purse), "higher"} {
		if a := must(c.answer(ctx, "mallory", request(hash, uint64(nonce)+1, 0, text))); a.Declined == "" {
			t.Errorf("%q is taken: %+v", text, a)
		}
	}
	before = theDatabases.get(name).tables
	refuse("a hand that is over", request(hash, 0, 2, "higher"))
	refuse("the other choice", request(hash, 0, 1, "lower"))
	refuse("a choice in a declined hand", request(hash, 1, 1, "higher"))
	if v := must(c.view(ctx, "mallory")); v.NextNonce != 7 || v.OpenRounds != nil {
		t.Errorf("%+v", v)
	}
}

package casinotest

import (
	"context"
	"database/sql"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"github.com/squaredeal/squaredeal/commit"
	"github.com/squaredeal/squaredeal/examples/casino/internal/crash"
	"github.com/squaredeal/squaredeal/examples/casino/internal/house"
	"github.com/squaredeal/squaredeal/examples/casino/internal/vault"
)

// A Clock is a database's that stands still until it is moved.
type Clock struct {
	t  testing.TB
	db *sql.DB
}

// DrivenClock is the time of a clock that a test drives.
const DrivenClock = "(SELECT now FROM driven_clock)"

// Drive has houses of one database, of that name, go by a clock that the test drives.
func Drive(t testing.TB, name string, houses ...*house.House) *Clock {
	t.Helper()
	c := &Clock{t, openRaw(t, name)}
	c.exec("CREATE TABLE driven_clock (now BIGINT)")
	c.exec(fmt.Sprintf("INSERT INTO driven_clock VALUES (%d)", time.Now().UnixMilli()))
	for _, h := range houses {
		h.SetDatabaseClock(DrivenClock)
	}
	return c
}

func openRaw(t testing.TB, name string) *sql.DB {
	t.Helper()
	driver := "pgx"
	if house.IsFile(name) {
		driver, name = "sqlite", "file:"+name+"?_busy_timeout=10000"
	}
	db, err := sql.Open(driver, name)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

func (c *Clock) exec(query string) {
	c.t.Helper()
	if _, err := c.db.Exec(query); err != nil {
		c.t.Fatal(err)
	}
}

// Advance moves the clock on.
func (c *Clock) Advance(by time.Duration) {
	c.t.Helper()
	c.exec(fmt.Sprintf("UPDATE driven_clock SET now = now + %d", by.Milliseconds()))
}

// Now returns the time in milliseconds.
func (c *Clock) Now() (now int64) {
	c.t.Helper()
	if err := c.db.QueryRow("SELECT now FROM driven_clock").Scan(&now); err != nil {
		c.t.Fatal(err)
	}
	return now
}

// A CrashRig is crash in a casino whose clock the test drives.
type CrashRig struct {
	*Clock
	Croupier  *house.Croupier
	Name, Dir string // of the database, and of the keys' directory
	house     *house.House
}

// StartCrash opens a database, with keys of its own and a round of crash that takes bets.
func StartCrash(t testing.TB, name string) (*house.House, *CrashRig) {
	t.Helper()
	dir := t.TempDir()
	h := OpenWith(t, name, dir)
	return h, OpenCrash(t, h, name, dir)
}

// OpenCrash opens a round of crash in a house whose database has that name, and whose keys are in a directory.
func OpenCrash(t testing.TB, h *house.House, name, dir string) *CrashRig {
	t.Helper()
	rig := &CrashRig{Drive(t, name, h), h.Croupier(crash.Known(), house.DefaultTimes), name, dir, h}
	rig.Open()
	return rig
}

// Process opens the database again, as another process does.
func (rig *CrashRig) Process() *house.House {
	rig.t.Helper()
	h := OpenWith(rig.t, rig.Name, rig.Dir)
	h.SetDatabaseClock(DrivenClock)
	return h
}

// Steps has the croupier do all that is to be done now.
func (rig *CrashRig) Steps() {
	rig.t.Helper()
	for range 4 {
		rig.step()
	}
}

func (rig *CrashRig) step() {
	rig.t.Helper()
	if _, err := rig.Croupier.Step(context.Background()); err != nil {
		rig.t.Fatal(err)
	}
}

// Round returns the latest round.
func (rig *CrashRig) Round() *house.CrashRound {
	rig.t.Helper()
	r, _, err := rig.house.LatestCrashRound(context.Background())
	if err != nil {
		rig.t.Fatal(err)
	}
	return r
}

// Open goes on to the next round that takes bets.
func (rig *CrashRig) Open() {
	rig.t.Helper()
	if r := rig.Round(); r != nil {
		rig.End()
		rig.Advance(house.DefaultTimes.Pause)
	}
	rig.Steps()
	if r := rig.Round(); r == nil || r.Link != nil || r.Starts <= rig.Now() {
		rig.t.Fatalf("no round takes bets: %+v", r)
	}
}

// OpenFor goes on to the next round whose point is in a range.
func (rig *CrashRig) OpenFor(least, most int64) (point int64) {
	rig.t.Helper()
	for range 500 {
		if r := rig.Round(); r.Link == nil {
			if point := rig.Point(); point >= least && point <= most && r.Bets == 0 {
				return point
			}
		}
		rig.Open()
	}
	rig.t.Fatalf("no round crashes between %d and %d", least, most)
	return 0
}

// Point returns where the open round will crash, as the casino knows it.
func (rig *CrashRig) Point() int64 {
	rig.t.Helper()
	point, err := rig.point()
	if err != nil {
		rig.t.Fatal(err)
	}
	return point
}

func (rig *CrashRig) point() (int64, error) {
	keys, _, err := vault.Load(filepath.Join(rig.Dir, "casino.key"))
	if err != nil {
		return 0, err
	}
	var chain, round int64
	var key, published string
	var sealed []byte
	if err := rig.db.QueryRow("SELECT chain, beacon_round, published, key, state FROM chains ORDER BY chain DESC LIMIT 1").Scan(&chain,
		&round, &published, &key, &sealed); err != nil {
		return 0, err
	}
	state, err := keys.Open(fmt.Sprint("chain ", chain), key, sealed)
	if err != nil {
		return 0, err
	}
	secret, err := commit.ParseChain(state, func(_, _ commit.ChainState) error { return nil })
	if err != nil {
		return 0, err
	}
	beacon, err := crash.Verify(uint64(round), []byte(published))
	if err != nil {
		return 0, err
	}
	revealed, _ := secret.Revealed()
	drawn, err := secret.Draw(revealed + 1)
	return crash.Point(drawn, beacon), err
}

// Run goes on to a time after the start of the open round.
func (rig *CrashRig) Run(elapsed int64) {
	rig.t.Helper()
	for r := rig.Round(); ; { // so that the croupier isn't late
		left := r.Starts + elapsed - rig.Now()
		if left <= 0 {
			break
		}
		rig.Advance(min(time.Duration(left)*time.Millisecond, house.Grace))
		rig.step()
	}
}

// End goes on to the end of the open round, if there is one.
func (rig *CrashRig) End() {
	rig.t.Helper()
	if r := rig.Round(); r.Link == nil {
		rig.Run(crash.End(rig.Point()))
		if r = rig.Round(); r.Link == nil {
			rig.t.Fatalf("the round goes on: %+v", r)
		}
	}
}

// Another returns the name of a new database, of the same kind as another one.
func Another(t testing.TB, name string) string {
	t.Helper()
	if house.IsFile(name) {
		return filepath.Join(t.TempDir(), "casino.db")
	}
	return Database(t)
}

package house_test

import (
	"bytes"
	"context"
	"io"
	"net"
	"net/url"
	"sync"
	"testing"
	"time"

	"github.com/squaredeal/squaredeal/examples/casino/internal/casinotest"
	"github.com/squaredeal/squaredeal/examples/casino/internal/crash"
	"github.com/squaredeal/squaredeal/examples/casino/internal/house"
)

// A relay stands between a house and its database.
type relay struct {
	t      testing.TB
	target string
	mu     sync.Mutex
	lines  []*line
}

// A line is one direction of a connection.
type line struct {
	mu     sync.Mutex
	to     net.Conn
	silent bool
	until  string // with which it falls silent
}

func (l *line) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.silent = l.silent || l.until != "" && bytes.Contains(b, []byte(l.until))
	if l.silent {
		return len(b), nil
	}
	return l.to.Write(b)
}

// through returns the address of a database of PostgreSQL by way of a relay.
func through(t testing.TB, name string) (string, *relay) {
	t.Helper()
	address, err := url.Parse(name)
	noError(t, err)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	noError(t, err)
	t.Cleanup(func() { listener.Close() })
	r := &relay{t: t, target: address.Host}
	go func() {
		for {
			from, err := listener.Accept()
			if err != nil {
				return
			}
			go r.connect(from)
		}
	}()
	address.Host = listener.Addr().String()
	return address.String(), r
}

func (r *relay) connect(from net.Conn) {
	defer from.Close()
	to, err := net.Dial("tcp", r.target)
	if err != nil {
		r.t.Error(err)
		return
	}
	defer to.Close()
	there, back := &line{to: to}, &line{to: from}
	r.mu.Lock()
	r.lines = append(r.lines, there, back)
	r.mu.Unlock()
	go io.Copy(back, to)
	io.Copy(there, from)
}

// silence has the connections so far stay open, and nothing come through any more.
func (r *relay) silence() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, l := range r.lines {
		l.mu.Lock()
		l.silent = true
		l.mu.Unlock()
	}
}

// silenceAt silences those of the connections so far that ask for something, when they do.
func (r *relay) silenceAt(words string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, l := range r.lines {
		l.mu.Lock()
		l.until = words
		l.mu.Unlock()
	}
}

// end ends the connections so far.
func (r *relay) end() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, l := range r.lines {
		l.to.Close()
	}
}

// What a process does without being asked goes on by other connections, when the machine of its
// database has vanished and another one has taken the address: it runs crash, adds to the public
// log, and gives signs of life.
func TestDatabaseVanishes(t *testing.T) {
	name, dir := casinotest.Database(t), t.TempDir()
	other := casinotest.OpenWith(t, name, dir)
	vanish := func(t *testing.T, work func(h *house.House)) *house.House {
		relayed, relay := through(t, name)
		h := casinotest.OpenWith(t, relayed, dir)
		house.Hurry(h, 200*time.Millisecond)
		work(h)
		relay.silence()
		t.Cleanup(relay.end) // or the house waits for them when it is closed
		return h
	}
	value := func(t *testing.T, query string) (n int64) {
		noError(t, house.Writer(other).QueryRow(query).Scan(&n))
		return n
	}
	t.Run("croupier", func(t *testing.T) {
		var croupier *house.Croupier
		vanish(t, func(h *house.House) {
			croupier = h.Croupier(crash.Known(), house.DefaultTimes)
			house.SetLength(croupier, 10)
			_, err := croupier.Step(t.Context())
			noError(t, err)
		})
		await(t, func() bool { _, err := croupier.Step(t.Context()); return err == nil })
	})
	t.Run("log", func(t *testing.T) {
		vanish(t, func(h *house.House) { go h.KeepLog(t.Context(), func(error) {}) })
		enter(t, other, newPlayer())
		await(t, func() bool { return value(t, "SELECT count(*) FROM log_pending") == 0 })
	})
	t.Run("life", func(t *testing.T) {
		vanish(t, func(h *house.House) {
			leave, err := h.Attend(t.Context(), false)
			noError(t, err)
			t.Cleanup(leave)
		})
		const seen = "SELECT seen FROM processes"
		before := value(t, seen)
		await(t, func() bool { return value(t, seen) > before })
	})
}

// The machine of the database vanishes in the middle of what a croupier does, which ends soon.
func TestDatabaseVanishesInStep(t *testing.T) {
	for _, words := range []string{"FROM chains WHERE ended", "INSERT INTO chains", "UPDATE chains SET published"} {
		t.Run(words, func(t *testing.T) {
			relayed, relay := through(t, casinotest.Database(t))
			h := casinotest.OpenWith(t, relayed, t.TempDir())
			house.Hurry(h, time.Second)
			croupier := h.Croupier(crash.Known(), house.DefaultTimes)
			house.SetLength(croupier, 10)
			relay.silenceAt(words)
			t.Cleanup(relay.end) // or the house waits for them when it is closed
			ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
			defer cancel()
			var err error
			for steps := 0; err == nil && steps < 4; steps++ {
				_, err = croupier.Step(ctx)
			}
			if err == nil || ctx.Err() != nil {
				t.Errorf("it ends with %v, and the test with %v", err, ctx.Err())
			}
			await(t, func() bool { _, err := croupier.Step(t.Context()); return err == nil })
		})
	}
}

// A process that vanishes in the middle of a transaction holds its locks no longer than others
// wait. Behind PgBouncer, where others would inherit it, it sets nothing.
func TestProcessVanishes(t *testing.T) {
	name := casinotest.Database(t)
	address, err := url.Parse(name)
	noError(t, err)
	query := address.Query()
	query.Set("default_query_exec_mode", "exec")
	address.RawQuery = query.Encode()
	dir := t.TempDir()
	for name, want := range map[string]string{name: "10s", address.String(): "0"} {
		h := casinotest.OpenWith(t, name, dir)
		for _, setting := range []string{"lock_timeout", "idle_in_transaction_session_timeout"} {
			var value string
			if err := house.Writer(h).QueryRow("SHOW " + setting).Scan(&value); err != nil || value != want {
				t.Errorf("%s: %s is %q, %v", name, setting, value, err)
			}
		}
	}
}

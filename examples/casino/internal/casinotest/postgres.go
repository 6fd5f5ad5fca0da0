//go:build unix

package casinotest

import (
	"bytes"
	"database/sql"
	"errors"
	"fmt"
	"net/netip"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"syscall"
	"testing"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib"
)

// A Cluster is a PostgreSQL server of a test's own, on the loopback interface.
type Cluster struct {
	t          testing.TB
	dir        string // of its data
	bin        string
	addr       netip.AddrPort
	credential *syscall.Credential // nil for that of the test
	log        bytes.Buffer
	server     *exec.Cmd
	ended      chan struct{} // closed when the server has
}

// shared is the cluster of Database.
var shared struct {
	sync.Mutex
	cluster   *Cluster
	databases int
}

// Main runs a package's tests, and ends the cluster of Database after them.
func Main(m *testing.M) {
	code := m.Run()
	if shared.cluster != nil {
		shared.cluster.end()
	}
	os.Exit(code)
}

// Database returns the address of a new database, in a cluster that the tests of a package with
// Main share. Without PostgreSQL the test is skipped, but in CI it fails.
func Database(t testing.TB) (url string) {
	t.Helper()
	shared.Lock()
	defer shared.Unlock()
	if shared.cluster == nil {
		shared.cluster = start(t)
	}
	shared.databases++
	name := fmt.Sprint("casino", shared.databases)
	db, err := sql.Open("pgx", shared.cluster.URL())
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec("CREATE DATABASE " + name); err != nil {
		t.Fatal(err)
	}
	return shared.cluster.url(name)
}

// StartPostgres starts a cluster, which is removed when the test ends. Without PostgreSQL
// the test is skipped, but in CI it fails.
func StartPostgres(t testing.TB) *Cluster {
	t.Helper()
	c := start(t)
	t.Cleanup(func() {
		c.end()
		if t.Failed() {
			t.Logf("PostgreSQL's log:\n%s", c.log.Bytes()[max(0, c.log.Len()-4000):])
		}
	})
	return c
}

func start(t testing.TB) *Cluster {
	t.Helper()
	c := &Cluster{t: t, bin: postgresBin(), addr: netip.MustParseAddrPort(FreeAddr(t))}
	if c.bin == "" {
		if os.Getenv("CI") == "true" {
			t.Fatal("PostgreSQL isn't installed")
		}
		t.Skip("PostgreSQL isn't installed")
	}
	var err error
	if c.dir, err = os.MkdirTemp("", "casino-postgres-"); err != nil {
		t.Fatal(err)
	}
	if os.Geteuid() == 0 { // as whom PostgreSQL refuses to run
		c.credential = someoneElse(t)
		if err := os.Chown(c.dir, int(c.credential.Uid), int(c.credential.Gid)); err != nil {
			t.Fatal(err)
		}
	}
	if out, err := c.command("initdb", "--no-sync", "-U", "casino", "-A", "trust", "-E", "UTF8", "--locale=C", "-D",
		c.dir).CombinedOutput(); err != nil {
		t.Fatalf("initdb: %v\n%s", err, out)
	}
	c.Start()
	return c
}

// end stops the server, and removes its data.
func (c *Cluster) end() {
	c.server.Process.Signal(syscall.SIGINT) // fast shutdown
	<-c.ended
	os.RemoveAll(c.dir)
}

// postgresBin returns the directory of initdb and postgres, the newest if there are
// several, empty if there is none.
func postgresBin() string {
	dirs, _ := filepath.Glob("/usr/lib/postgresql/*/bin") // a good pattern
	version := func(dir string) int {
		n, _ := strconv.Atoi(filepath.Base(filepath.Dir(dir))) // 0 for a strange one
		return n
	}
	slices.SortFunc(dirs, func(a, b string) int { return version(b) - version(a) })
	for _, name := range []string{"initdb", "postgres"} {
		if path, err := exec.LookPath(name); err == nil {
			if path, err = filepath.EvalSymlinks(path); err == nil {
				dirs = append(dirs, filepath.Dir(path))
			}
		}
	}
	for _, dir := range dirs {
		_, err1 := os.Stat(filepath.Join(dir, "initdb"))
		_, err2 := os.Stat(filepath.Join(dir, "postgres"))
		if err1 == nil && err2 == nil {
			return dir
		}
	}
	return ""
}

// someoneElse returns a user without privileges.
func someoneElse(t testing.TB) *syscall.Credential {
	t.Helper()
	for _, name := range []string{"postgres", "nobody"} {
		u, err := user.Lookup(name)
		if err != nil {
			continue
		}
		uid, err1 := strconv.ParseUint(u.Uid, 10, 32)
		gid, err2 := strconv.ParseUint(u.Gid, 10, 32)
		if err1 == nil && err2 == nil {
			return &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
		}
	}
	t.Fatal("there is no user without privileges to run PostgreSQL as")
	return nil
}

func (c *Cluster) command(name string, args ...string) *exec.Cmd {
	cmd := exec.Command(filepath.Join(c.bin, name), args...)
	cmd.Dir = c.dir
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: c.credential, Setpgid: true}
	return cmd
}

// URL returns the address of the cluster's database.
func (c *Cluster) URL() string { return c.url("postgres") }

func (c *Cluster) url(database string) string {
	return fmt.Sprintf("postgres://casino@%s/%s?sslmode=disable", c.addr, database)
}

// Dir returns the directory of the cluster's data.
func (c *Cluster) Dir() string { return c.dir }

// Start starts the server, and waits until it answers. After Kill it has to wait until the
// processes of the old one are gone.
func (c *Cluster) Start() {
	c.t.Helper()
	deadline := time.Now().Add(5 * time.Minute)
	for {
		args := []string{"-D", c.dir, "-p", strconv.Itoa(int(c.addr.Port())),
			"-c", "listen_addresses=" + c.addr.Addr().String(), "-c", "unix_socket_directories="}
		if _, measured := c.t.(*testing.B); !measured {
			// Only the machine's own crash would tell, and a slow disk is no longer waited for.
			args = append(args, "-c", "fsync=off")
		}
		c.server = c.command("postgres", args...)
		c.server.Stdout, c.server.Stderr = &c.log, &c.log
		if err := c.server.Start(); err != nil {
			c.t.Fatal(err)
		}
		c.ended = make(chan struct{})
		go func(server *exec.Cmd, ended chan struct{}) {
			server.Wait() // the log says why
			close(ended)
		}(c.server, c.ended)
		if c.answers() {
			return
		}
		if time.Now().After(deadline) {
			c.t.Fatalf("PostgreSQL doesn't start:\n%s", c.log.Bytes())
		}
		time.Sleep(100 * time.Millisecond)
	}
}

// answers waits until the server answers or ends.
func (c *Cluster) answers() bool {
	db, err := sql.Open("pgx", c.URL())
	if err != nil {
		c.t.Fatal(err)
	}
	defer db.Close()
	for {
		if db.Ping() == nil {
			return true
		}
		select {
		case <-c.ended:
			return false
		case <-time.After(50 * time.Millisecond):
		}
	}
}

// Kill ends the server as a crash does.
func (c *Cluster) Kill() {
	c.t.Helper()
	if err := c.server.Process.Kill(); err != nil && !errors.Is(err, os.ErrProcessDone) {
		c.t.Fatal(err)
	}
	<-c.ended
}

//go:build unix

package main

import (
	"bytes"
	"context"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/squaredeal/squaredeal/examples/casino/internal/casinotest"
	"github.com/squaredeal/squaredeal/examples/casino/internal/load"
)

// asCasino makes the test's program the casino.
const asCasino = "SQUAREDEAL_TEST_AS_CASINO"

func TestMain(m *testing.M) {
	if os.Getenv(asCasino) != "" {
		main()
	}
	os.Exit(m.Run())
}

// A process is a casino that can be killed.
type process struct {
	t    testing.TB
	args []string
	url  string

	mu      sync.Mutex
	cmd     *exec.Cmd
	ended   chan struct{}
	stopped bool
	log     bytes.Buffer
}

func startProcess(t testing.TB, db, key string) *process {
	t.Helper()
	addr := casinotest.FreeAddr(t)
	p := &process{t: t, args: []string{"-addr", addr, "-db", db, "-key", key}, url: "http://" + addr}
	p.start()
	t.Cleanup(func() {
		p.kill(true)
		if t.Failed() {
			t.Logf("the log of %s:\n%s", p.url, p.log.Bytes()[max(0, p.log.Len()-3000):])
		}
	})
	return p
}

// start starts the process, unless it runs.
func (p *process) start() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.stopped {
		return
	}
	if p.ended != nil {
		select {
		case <-p.ended:
		default:
			return
		}
	}
	p.cmd = exec.Command(os.Args[0], p.args...)
	p.cmd.Env = append(os.Environ(), asCasino+"=1")
	p.cmd.Stderr = &p.log
	if err := p.cmd.Start(); err != nil {
		p.t.Error(err)
		return
	}
	p.ended = make(chan struct{})
	go func(cmd *exec.Cmd, ended chan struct{}) {
		cmd.Wait() // the log says why
		close(ended)
	}(p.cmd, p.ended)
}

// kill ends the process as a crash does, for good if it is said so.
func (p *process) kill(forGood bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.stopped = p.stopped || forGood
	p.cmd.Process.Kill() // it may have ended by itself, without its database
	<-p.ended
}

// healthy waits until the process answers.
func (p *process) healthy() {
	p.t.Helper()
	for range 6000 {
		if r, err := http.Get(p.url + "/healthz"); err == nil {
			r.Body.Close()
			if r.StatusCode == http.StatusOK {
				return
			}
		}
		time.Sleep(50 * time.Millisecond)
	}
	p.t.Fatalf("%s doesn't answer", p.url)
}

// A fleet is three casinos of one database.
type fleet struct {
	*testing.T
	key       string // the name of its file
	processes []*process
	urls      []string
	kills     int
	over      chan struct{} // closed when nothing is to be started any more
}

func startFleet(t *testing.T, db string) *fleet {
	t.Helper()
	f := &fleet{T: t, key: filepath.Join(t.TempDir(), "casino.key"), over: make(chan struct{})}
	for range 3 {
		p := startProcess(t, db, f.key)
		f.processes, f.urls = append(f.processes, p), append(f.urls, p.url)
	}
	for _, p := range f.processes {
		p.healthy()
	}
	return f
}

// killInTurn kills one process a second, and starts it again.
func (f *fleet) killInTurn(ctx context.Context) {
	for i := 0; ; i++ {
		select {
		case <-ctx.Done():
			return
		case <-time.After(time.Second):
		}
		p := f.processes[i%len(f.processes)]
		p.kill(false)
		f.kills++
		time.Sleep(time.Duration(rand.IntN(200)) * time.Millisecond)
		p.start()
	}
}

// supervise starts what has ended by itself, as a process does that finds no
// database when it starts.
func (f *fleet) supervise() {
	for {
		select {
		case <-f.over:
			return
		case <-time.After(500 * time.Millisecond):
		}
		for _, p := range f.processes {
			p.start()
		}
	}
}

// play has players bet, on crash as well, until the time is up: on crash longer than processes are killed, as a round may
// have no end before.
func (f *fleet) play() (report load.Report, crashed load.CrashReport) {
	f.Helper()
	var crashing sync.WaitGroup
	crashing.Go(func() {
		var err error
		if crashed, err = load.Crash(context.Background(), f.urls, 20, crashTime*3/2); err != nil {
			f.Error(err)
		}
	})
	report, err := load.Run(context.Background(), f.urls, crashPlayers, crashTime)
	if err != nil {
		f.Error(err)
	}
	crashing.Wait()
	return report, crashed
}

// expectEnough checks that what was to be tested has happened.
func (f *fleet) expectEnough(report load.Report, crashed load.CrashReport) {
	f.Helper()
	var text bytes.Buffer
	report.Print(&text)
	crashed.Print(&text)
	f.Logf("%d kills\n%s", f.kills, text.String())
	if sum := report.Sum(); sum.Bets < crashPlayers/2 || sum.Checked != sum.Bets || sum.Repeats == 0 || f.kills == 0 {
		f.Errorf("too little happened: %+v", sum)
	}
	if sum := crashed.Sum(); sum.Rounds == 0 || sum.Joined == 0 {
		f.Errorf("too little happened in crash: %+v", sum)
	}
}

// crashes has players bet at processes that are killed in turn, while others happens, and
// then audits the database.
func crashes(t *testing.T, db string, others func()) {
	f := startFleet(t, db)
	ctx, cancel := context.WithTimeout(context.Background(), crashTime)
	defer cancel()
	var killers, supervisor sync.WaitGroup
	killers.Go(func() { f.killInTurn(ctx) })
	killers.Go(others)
	supervisor.Go(f.supervise)
	report, crashed := f.play()
	killers.Wait()
	close(f.over)
	supervisor.Wait()
	f.expectEnough(report, crashed)
	for _, p := range f.processes {
		p.kill(true)
	}
	for _, p := range crashed.Players {
		report.Players = append(report.Players, p.Account)
	}
	audit(t, db, f.key, report)
}

// The players of a test of crashes, and for how long they play.
const (
	crashPlayers = 100
	crashTime    = 20 * time.Second
)

func TestCrashesSQLite(t *testing.T) {
	t.Parallel()
	crashes(t, filepath.Join(t.TempDir(), "casino.db"), func() {})
}

// The database is killed as well, twice.
func TestCrashesPostgres(t *testing.T) {
	t.Parallel()
	cluster := casinotest.StartPostgres(t)
	crashes(t, cluster.URL(), func() {
		for range 2 {
			time.Sleep(crashTime / 4)
			cluster.Kill()
			cluster.Start()
		}
	})
}

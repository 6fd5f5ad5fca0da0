package duel_test

import (
	"bufio"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/squaredeal/squaredeal/examples/internal/clitest"
	"github.com/squaredeal/squaredeal/examples/internal/duel"
	"github.com/squaredeal/squaredeal/examples/internal/wire"
)

var patience = duel.Patience{Answer: 10 * time.Second, Arrival: 10 * time.Second}

// Both parties say where the other one is, at once, and can talk.
func TestListenAndConnect(t *testing.T) {
	var listener, connector clitest.Output
	accepted := make(chan *wire.Conn)
	go func() {
		conn, err := patience.Listen(bufio.NewWriter(&listener), "127.0.0.1:0", "The dealer", "The player")
		if err != nil {
			t.Error(err)
		}
		accepted <- conn
	}()
	addr := listener.Address(t)
	player, err := patience.Connect(bufio.NewWriter(&connector), addr, "The player", "the dealer")
	if err != nil {
		t.Fatal(err)
	}
	defer player.Close()
	dealer := <-accepted
	defer dealer.Close()
	for _, c := range []struct{ got, want string }{
		{listener.String(), "The dealer, which is you, listens on " + addr + "\nThe player has connected from " + player.LocalAddr() + ".\n"},
		{connector.String(), "The player, which is you, has connected to the dealer at " + addr + ".\n"},
	} {
		if c.got != c.want {
			t.Errorf("%q, want %q", c.got, c.want)
		}
	}
	if err := player.Send([]byte("hello")); err != nil {
		t.Fatal(err)
	}
	if message, err := dealer.Receive(5); err != nil || string(message) != "hello" {
		t.Errorf("%q, %v", message, err)
	}
	if _, err := patience.Connect(bufio.NewWriter(io.Discard), addr, "", ""); err == nil {
		t.Error("a third party can connect")
	}
}

func TestNobody(t *testing.T) {
	hasty := duel.Patience{Answer: time.Second, Arrival: 50 * time.Millisecond}
	if _, err := hasty.Listen(bufio.NewWriter(io.Discard), "127.0.0.1:0", "", ""); !errors.Is(err, wire.ErrNobody) {
		t.Error(err)
	}
	if _, err := hasty.Listen(bufio.NewWriter(io.Discard), "127.0.0.1:no such port", "", ""); err == nil {
		t.Error("no error for a bad address")
	}
}

// fullWriter takes so many bytes, and then none.
type fullWriter struct{ left int }

func (w *fullWriter) Write(b []byte) (int, error) {
	if len(b) > w.left {
		return 0, errors.New("the disk is full")
	}
	w.left -= len(b)
	return len(b), nil
}

// A party that can't say what it does doesn't do it.
func TestUnwritable(t *testing.T) {
	if _, err := patience.Listen(bufio.NewWriter(&fullWriter{}), "127.0.0.1:0", "", ""); err == nil || !strings.Contains(err.Error(), "full") {
		t.Error(err)
	}
	l, err := wire.Listen("127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if _, err := patience.Connect(bufio.NewWriter(&fullWriter{}), l.Addr(), "", ""); err == nil || !strings.Contains(err.Error(), "full") {
		t.Error(err)
	}
	conn, err := l.Accept(patience.Arrival, patience.Answer)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := conn.Receive(1); !errors.Is(err, wire.ErrClosed) {
		t.Errorf("the connection stays open: %v", err)
	}
}

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

var names = duel.Names{"The dealer", "The player"}

var patience = duel.Patience{Answer: 5 * time.Minute, Arrival: 5 * time.Minute}

// Both parties say where the other one is, at once, and can talk.
func TestListenAndConnect(t *testing.T) {
	var listener, connector clitest.Output
	accepted := make(chan *wire.Conn)
	go func() {
		ends, err := patience.Meet(bufio.NewWriter(&listener), names, clitest.Loopback(), "")
		if err != nil || ends[1] != nil {
			t.Error(ends, err)
		}
		accepted <- ends[0]
	}()
	addr := listener.Address(t)
	ends, err := patience.Meet(bufio.NewWriter(&connector), names, "", addr)
	if err != nil || ends[0] != nil {
		t.Fatal(ends, err)
	}
	player := ends[1]
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
	if _, err := patience.Meet(bufio.NewWriter(io.Discard), names, "", addr); err == nil {
		t.Error("a third party can connect")
	}
}

func TestOneProcess(t *testing.T) {
	var out strings.Builder
	ends, err := patience.Meet(bufio.NewWriter(&out), names, "", "")
	if err != nil {
		t.Fatal(err)
	}
	defer ends[0].Close()
	defer ends[1].Close()
	if want := "The dealer listens on " + ends[0].LocalAddr() + ". The player has connected to it.\n"; out.String() != want || ends[0].LocalAddr() != ends[1].RemoteAddr() {
		t.Errorf("%q, want %q", out.String(), want)
	}
}

func TestNobody(t *testing.T) {
	hasty := duel.Patience{Answer: time.Minute, Arrival: 50 * time.Millisecond}
	if _, err := hasty.Meet(bufio.NewWriter(io.Discard), names, "127.0.0.1:0", ""); !errors.Is(err, wire.ErrNobody) {
		t.Error(err)
	}
	if _, err := hasty.Meet(bufio.NewWriter(io.Discard), names, "127.0.0.1:no such port", ""); err == nil {
		t.Error("no error for a bad address")
	}
}

// A party that can't say what it does doesn't do it.
func TestUnwritable(t *testing.T) {
	if _, err := patience.Meet(bufio.NewWriter(clitest.Full{}), names, "127.0.0.1:0", ""); err == nil || !strings.Contains(err.Error(), "no space left") {
		t.Error(err)
	}
	l, err := wire.Listen("127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if _, err := patience.Meet(bufio.NewWriter(clitest.Full{}), names, "", l.Addr()); err == nil || !strings.Contains(err.Error(), "no space left") {
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

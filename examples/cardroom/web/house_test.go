package web_test

import (
	"context"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"testing"
	"time"

	"github.com/squaredeal/squaredeal/commit/table"
	"github.com/squaredeal/squaredeal/commit/table/board"
	"github.com/squaredeal/squaredeal/examples/cardroom/client"
	"github.com/squaredeal/squaredeal/examples/cardroom/hub"
	"github.com/squaredeal/squaredeal/examples/cardroom/internal/cheats"
	"github.com/squaredeal/squaredeal/examples/cardroom/internal/games"
	"github.com/squaredeal/squaredeal/examples/cardroom/internal/player"
	"github.com/squaredeal/squaredeal/examples/cardroom/internal/room"
	"github.com/squaredeal/squaredeal/examples/cardroom/web"
)

// program is the player's program, compiled once.
var program = sync.OnceValues(func() (web.Program, error) { return web.Build(context.Background()) })

// A house is a card room in this process, which can be killed and started again.
type house struct {
	*testing.T
	dir, addr string
	hub       *hub.Hub
	server    *http.Server
	delay     time.Duration // of each request and frame, both ways
}

func newHouse(t *testing.T, delay time.Duration) *house {
	t.Helper()
	h := &house{T: t, dir: t.TempDir(), addr: "127.0.0.1:0", delay: delay}
	h.start()
	t.Cleanup(h.stop)
	return h
}

func (h *house) url() string { return "http://" + h.addr }

func (h *house) start() {
	h.Helper()
	log := slog.New(slog.DiscardHandler)
	p, err := program()
	if err != nil {
		h.Fatal(err)
	}
	pages, err := web.Handler(p)
	if err != nil {
		h.Fatal(err)
	}
	h.hub, err = hub.Start(hub.Config{
		Key: make([]byte, hub.KeySize), Dir: h.dir, Log: log,
		Game: func(terms table.Terms, seat int, secret []byte) (table.Game, error) {
			return games.New(terms, seat, secret)
		},
	})
	if err != nil {
		h.Fatal(err)
	}
	handler, err := room.New(h.hub, pages, log)
	if err != nil {
		h.Fatal(err)
	}
	listener, err := net.Listen("tcp", h.addr)
	if err != nil {
		h.Fatal(err)
	}
	h.addr = listener.Addr().String()
	h.server = room.NewServer(handler, log)
	go h.server.Serve(&slowListener{listener, h.delay})
}

func (h *house) stop() {
	h.server.Close()
	h.hub.Close()
}

// A slowListener's connections are late.
type slowListener struct {
	net.Listener
	delay time.Duration
}

func (s *slowListener) Accept() (net.Conn, error) {
	c, err := s.Listener.Accept()
	if err != nil || s.delay == 0 {
		return c, err
	}
	return delayed(c, s.delay), nil
}

// delayed delays what is written to a connection.
func delayed(c net.Conn, by time.Duration) net.Conn {
	near, far := net.Pipe()
	go pass(far, c, by)
	go pass(c, far, by)
	return near
}

func pass(from, to net.Conn, by time.Duration) {
	type chunk struct {
		at    time.Time
		bytes []byte
	}
	chunks := make(chan chunk, 1024)
	go func() {
		defer close(chunks)
		for {
			b := make([]byte, 16<<10)
			n, err := from.Read(b)
			if err != nil {
				return
			}
			chunks <- chunk{time.Now().Add(by), b[:n]}
		}
	}()
	for c := range chunks {
		time.Sleep(time.Until(c.at))
		if _, err := to.Write(c.bytes); err != nil {
			break
		}
	}
	to.Close()
	from.Close()
}

// create opens a table without the page.
func (h *house) create(offer board.Offer) (id string) {
	h.Helper()
	id, err := h.hub.Create(h.Context(), offer, false)
	if err != nil {
		h.Fatal(err)
	}
	return id
}

// A memory keeps a bot's seat.
type memory struct{ held []byte }

func (m *memory) Load(first []byte) ([]byte, error) {
	if m.held == nil {
		m.held = first
	}
	return m.held, nil
}

func (m *memory) Replace(_, new []byte) error {
	m.held = new
	return nil
}

// bot has a bot take a free seat, over the network, and returns when it has it.
func (h *house) bot(id, cheat string) {
	h.Helper()
	sits := make(chan struct{})
	ended := h.sits(id, player.Player{
		Seat: board.AnySeat, Bot: cheats.Bot(cheat),
		Show: func(player.View) { // what it sees, the tabs see
			select {
			case <-sits:
			default:
				close(sits)
			}
		},
	})
	select {
	case <-sits:
	case <-ended:
		h.Fatal("a bot has no seat")
	}
}

// sits has a bot ask for a seat, over the network. The channel is closed when it has left.
func (h *house) sits(id string, p player.Player) (ended chan struct{}) {
	h.Helper()
	keeper := &memory{}
	key, err := player.Key(keeper)
	if err != nil {
		h.Fatal(err)
	}
	b := client.Dial(id, key, "ws://"+h.addr)
	p.Board, p.Keeper = b, keeper
	ended = make(chan struct{})
	go func() {
		defer close(ended)
		p.Run(h.Context())
	}()
	h.Cleanup(func() {
		b.Close()
		<-ended
	})
	return ended
}

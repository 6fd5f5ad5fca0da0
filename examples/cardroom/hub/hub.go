// Package hub keeps the boards of tables (commit/table/board) in streams of NATS JetStream: a
// board's posts are the messages of its stream, in that order and with these times. Any game
// can be played on them.
//
//	h, err := hub.Start(hub.Config{Key: key, Game: game, Dir: "data", Log: slog.Default()})
//	id, err := h.Create(ctx, offer, false)
//	id, err = h.Again(ctx, id)      // a rematch, once the game is over
//	b, err := h.Open(ctx, id)       // to show it: Posts, Await, PostBy, Head
//	seat.Board = h.Follow(id)       // to play in this process: a board.Board
//
// The NATS server is in this process, one of several in such processes, or elsewhere. A
// stream has a subject for each seat, one for those who ask for seats, and one for the room,
// which posts the offer, resets and signed heads. Nothing is ever taken out of it, and what it
// refuses has no number, so a post's number is its place in the stream. What a seat says,
// void or not, fills its own subject, ticks that of the seat they wait for, and closings and the
// room's words have places of their own, so no seat can end a match by what it says, or use up
// another one's place by being slow.
//
// A room reads a table once, however many connections show it, and without consumers: the
// stream republishes what it stores, and what was missed is read directly, from any replica.
// What has a place, and what the board itself has to say, it asks a [board.Watcher]. Several
// rooms may do so for one table: nothing is shared but the stream, and a key from which each
// derives the table's. If two of them place what has no place together, readers skip the
// second.
//
// Signatures are checked outside of all locks, and nobody waits for anybody's reading: a
// statement that names what this room hasn't read is refused as [board.Later]. A Board is
// trusted to keep strangers out: give [Board.PostBy] keys that somebody has shown, as
// package frame does.
package hub

import (
	"context"
	"crypto/ed25519"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table/board"
)

// A Config says where streams are. It has a Dir for a server of its own, or URLs.
type Config struct {
	Key  []byte        // the rooms' secret of [KeySize] bytes: whoever has it can sign heads, and join the peers
	Game board.NewGame // begins any game that may be played here, and refuses other terms
	Log  *slog.Logger

	// PerSeat returns how many bytes a seat may say in a game before its end, with PostCost for each
	// post, and others in ticks while they wait for it; nil for 16 MB in any.
	PerSeat func(game []byte) int

	Dir      string
	Peers    []string // the addresses of all rooms of a cluster, this one included
	Name     string   // that of this one among them
	URLs     []string // of servers elsewhere
	Replicas int      // of each stream

	NoSync bool // don't wait for the disk: only to measure what that costs

	clock func(number uint64, stamp int64) int64 // of a test
}

// A Hub is a room's access to the streams. It is safe for concurrent use.
type Hub struct {
	config Config
	server *server.Server // nil if it is elsewhere
	conn   *nats.Conn
	js     jetstream.JetStream
	ctx    context.Context
	stop   context.CancelFunc
	done   chan error
	work   sync.WaitGroup
	slots  chan struct{} // for tables that are being read from the start

	mu     sync.Mutex
	tables map[string]*Board
	lobby  lobby
}

// KeySize is the size of a room's key in bytes.
const KeySize = 32

// Start connects to the streams.
func Start(c Config) (*Hub, error) {
	if len(c.Key) != KeySize {
		return nil, fmt.Errorf("the key has %d bytes, not %d", len(c.Key), KeySize)
	}
	h := &Hub{config: c, tables: make(map[string]*Board), done: make(chan error, 1), slots: make(chan struct{}, 2)}
	h.ctx, h.stop = context.WithCancel(context.Background())
	h.lobby.known = make(map[string]*listed)
	opts := []nats.Option{nats.MaxReconnects(-1), nats.ReconnectWait(100 * time.Millisecond), nats.Name("cardroom")}
	if len(c.URLs) == 0 {
		if err := h.serve(); err != nil {
			return nil, err
		}
		opts = append(opts, nats.InProcessServer(h.server), nats.UserInfo("", h.secret("nats")))
	}
	var err error
	if h.conn, err = nats.Connect(strings.Join(c.URLs, ","), opts...); err == nil {
		h.js, err = jetstream.New(h.conn)
	}
	if err != nil {
		h.Close()
		return nil, fmt.Errorf("connecting to NATS: %w", err)
	}
	if err := h.awaitLeader(); err != nil {
		h.Close()
		return nil, err
	}
	h.work.Go(h.upkeep)
	return h, nil
}

// awaitLeader waits until streams can be made: in a cluster, somebody has to lead.
func (h *Hub) awaitLeader() error {
	for end := time.Now().Add(readiness); ; pause(h.ctx, 100*time.Millisecond) {
		asking, cancel := context.WithTimeout(h.ctx, 2*time.Second)
		_, err := h.js.AccountInfo(asking)
		cancel()
		if err == nil {
			return nil
		}
		if time.Now().After(end) {
			return fmt.Errorf("JetStream doesn't answer: %w", err)
		}
	}
}

// secret derives a secret from the room's key.
func (h *Hub) secret(purpose string) string { return hex.EncodeToString(h.derive(purpose)) }

func (h *Hub) derive(purpose string) []byte {
	b, err := hkdf.Key(sha256.New, h.config.Key, nil, "squaredeal/examples/cardroom/v1 "+purpose, 32)
	if err != nil {
		panic(err) // 32 bytes are few enough
	}
	return b
}

// key is the key with which a table's heads are signed.
func (h *Hub) key(id string) record.Key {
	key, err := record.ParseKey(h.derive("board " + id))
	if err != nil {
		panic(err) // it has the right length
	}
	return key
}

// serve starts the server in this process.
func (h *Hub) serve() error {
	// JetStream makes its files readable for the group.
	if err := os.MkdirAll(h.config.Dir, 0o700); err != nil {
		return err
	}
	if err := os.Chmod(h.config.Dir, 0o700); err != nil {
		return err
	}
	o := &server.Options{
		ServerName: "cardroom", DontListen: true, NoSigs: true,
		JetStream: true, StoreDir: h.config.Dir, SyncAlways: !h.config.NoSync,
		CustomClientAuthentication: password(h.secret("nats")),
		MaxPayload:                 maxPost + 1<<10,
	}
	if len(h.config.Peers) > 0 {
		if err := h.join(o); err != nil {
			return err
		}
	}
	s, err := server.NewServer(o)
	if err != nil {
		return err
	}
	s.SetLoggerV2(logger{h.config.Log}, false, false, false)
	s.Start()
	h.server = s
	if !s.ReadyForConnections(readiness) {
		h.Close()
		return errors.New("the NATS server isn't ready: do all peers run, with the same key?")
	}
	return nil
}

const readiness = time.Minute // within which all peers have to be there

// join makes the server one of a cluster. Only who knows the key gets in.
func (h *Hub) join(o *server.Options) error {
	host, port, err := net.SplitHostPort(h.config.Name)
	if err != nil {
		return err
	}
	number, err := strconv.Atoi(port)
	if err != nil {
		return err
	}
	o.ServerName = strings.NewReplacer(":", "-", "[", "", "]", "").Replace(h.config.Name)
	// Without a listener for clients, a server's routes don't start (nats-server 2.15.2).
	// Only who knows the key gets in here, too.
	o.DontListen, o.Host, o.Port = false, "127.0.0.1", server.RANDOM_PORT
	user := url.UserPassword("cardroom", h.secret("routes"))
	secret, _ := user.Password()
	o.Cluster = server.ClusterOpts{Name: "cardroom", Host: host, Port: number, NoAdvertise: true, Username: user.Username(),
		Password: secret}
	for _, peer := range h.config.Peers {
		o.Routes = append(o.Routes, &url.URL{Scheme: "nats", User: user, Host: peer})
	}
	return nil
}

// A password lets in clients that know it.
type password string

func (p password) Check(c server.ClientAuthentication) bool { return c.GetOpts().Password == string(p) }

// A logger passes on what an operator should know.
type logger struct{ *slog.Logger }

func (l logger) Noticef(format string, args ...any) {
	if strings.Contains(format, "leader") { // of a cluster
		l.Info("nats: " + fmt.Sprintf(format, args...))
	}
}

func (l logger) Debugf(string, ...any)             {}
func (l logger) Tracef(string, ...any)             {}
func (l logger) Warnf(format string, args ...any)  { l.Warn("nats: " + fmt.Sprintf(format, args...)) }
func (l logger) Errorf(format string, args ...any) { l.Error("nats: " + fmt.Sprintf(format, args...)) }
func (l logger) Fatalf(format string, args ...any) { l.Errorf(format, args...) }

// Now names a moment: later ones are greater, as far as the rooms' clocks agree.
func Now() string { return fmt.Sprintf("%020d-%s", time.Now().UnixNano(), rand.Text()) }

const takenSubject = "cardroom.taken"

// Take tells all rooms that a key connects to a table.
func (h *Hub) Take(id string, key ed25519.PublicKey, now string) {
	h.conn.Publish(takenSubject, slices.Concat(key, []byte(now), []byte(id))) // lost at worst
}

// OnTaken calls a function for each Take, in any room.
func (h *Hub) OnTaken(f func(id, key, now string)) error {
	_, err := h.conn.Subscribe(takenSubject, func(m *nats.Msg) {
		if len(m.Data) == ed25519.PublicKeySize+len(Now())+idLen {
			key, rest := string(m.Data[:ed25519.PublicKeySize]), string(m.Data[ed25519.PublicKeySize:])
			f(rest[len(rest)-idLen:], key, rest[:len(rest)-idLen])
		}
	})
	return err
}

// Done gets an error if nothing can be stored any more, as when the disk is full: end the
// process then, and start it again.
func (h *Hub) Done() <-chan error { return h.done }

func (h *Hub) fail(err error) {
	select {
	case h.done <- err:
	default: // it isn't the first
	}
}

// Close ends all. What was posted stays.
func (h *Hub) Close() {
	h.stop()
	h.work.Wait()
	if h.conn != nil {
		h.conn.Close()
	}
	if h.server != nil {
		h.server.Shutdown()
		h.server.WaitForShutdown()
	}
}

package hub

import (
	"context"
	"errors"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/squaredeal/squaredeal/commit/table/board"
)

// How many tables there are at most, and how long they stay after their last post: those
// that nobody has filled, and all others.
const (
	maxTables     = 500
	keptUnfilled  = time.Hour
	keptOtherwise = 24 * time.Hour
)

// A Listing is what the lobby says of a table.
type Listing struct {
	ID     string      `json:"id"`
	Offer  board.Offer `json:"offer"`
	Free   int         `json:"free"`   // seats
	Begun  bool        `json:"begun"`  // all have said their hello, so no seat becomes free again
	Public bool        `json:"public"` // for everybody to see
	Last   time.Time   `json:"last"`   // when it was posted to
}

// A lobby is what the last listing has found.
type lobby struct {
	mu    sync.Mutex
	made  time.Time
	known map[string]*listed
}

// listed is how far a table's first posts were read.
type listed struct {
	Listing
	watcher *board.Watcher
	next    uint64
	end     uint64 // the stream's last post
	led     bool   // when it was listed last, the stream had a leader: else nothing is known of it
}

// know returns what is known of a table, perhaps nothing yet.
func (l *lobby) know(id string, game board.NewGame) *listed {
	if l.known[id] == nil {
		l.known[id] = &listed{Listing: Listing{ID: id}, watcher: board.NewWatcher(game), next: 1}
	}
	return l.known[id]
}

// begun reports whether all have said their hello: then no seat becomes free again.
func (l *listed) begun() bool {
	game := l.watcher.Table()
	return game != nil && game.Round() > 0
}

// kept is how long the table stays after its last post. One that wasn't read may have begun.
func (l *listed) kept() time.Duration {
	if l.next > l.end && !l.begun() {
		return keptUnfilled
	}
	return keptOtherwise
}

const listing = time.Second // for which a listing holds

// List returns the tables, those first that were posted to last.
func (h *Hub) List(ctx context.Context) ([]Listing, error) {
	h.lobby.mu.Lock()
	defer h.lobby.mu.Unlock()
	if time.Since(h.lobby.made) > listing {
		if err := h.list(ctx); err != nil {
			return nil, err
		}
		h.lobby.made = time.Now()
	}
	all := []Listing{}
	for _, l := range h.lobby.known {
		if l.watcher.Offer() != nil {
			all = append(all, l.Listing)
		}
	}
	slices.SortFunc(all, func(a, b Listing) int { return b.Last.Compare(a.Last) })
	return all, nil
}

// Find returns what the lobby says of a table, or an [ErrNoTable] if there is none: what can't be
// read at the moment is another error.
func (h *Hub) Find(ctx context.Context, id string) (Listing, error) {
	if !isID(id) {
		return Listing{}, ErrNoTable
	}
	for range 2 {
		tables, err := h.List(ctx)
		if i := slices.IndexFunc(tables, func(l Listing) bool { return l.ID == id }); i >= 0 {
			return tables[i], nil
		}
		if err == nil {
			asking, cancel := context.WithTimeout(ctx, 3*time.Second)
			_, err = h.last(asking, id)
			cancel()
		}
		if err != nil {
			return Listing{}, err
		}
		h.lobby.mu.Lock()
		h.lobby.made = time.Time{} // it may be new
		h.lobby.mu.Unlock()
	}
	return Listing{}, errUnread
}

// list reads what is new in tables that haven't begun. The caller has locked the lobby.
func (h *Hub) list(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	// NATS leaves out of a list of streams those that don't answer, and of a list of their names none.
	ours, there := jetstream.WithStreamListSubject("cardroom.>"), make(map[string]bool)
	names := h.js.StreamNames(ctx, ours)
	for name := range names.Name() {
		if id, ok := idOf(name); ok {
			there[id] = true
			h.lobby.know(id, h.config.Game).led = false
		}
	}
	if err := names.Err(); err != nil {
		return err
	}
	streams := h.js.ListStreams(ctx, ours)
	for info := range streams.Info() {
		id, ok := idOf(info.Config.Name)
		if !ok {
			continue
		}
		there[id] = true
		l := h.lobby.know(id, h.config.Game)
		l.Public = info.Config.Metadata[publicKey] != ""
		if info.Cluster != nil && info.Cluster.Leader == "" {
			continue // while its servers are down, it is listed as if it were empty
		}
		l.led, l.end = true, info.State.LastSeq
		if l.Last = info.State.LastTime; info.State.Msgs == 0 {
			l.Last = info.Created
		}
		for !l.begun() && l.next <= info.State.LastSeq {
			posts, _, err := h.read(ctx, id, l.next, maxShown)
			if err != nil {
				return err
			}
			if len(posts) == 0 {
				break // nobody answers at the moment
			}
			for _, p := range posts {
				l.watcher.Read(p.Post) // which was checked when it was made
				l.next = p.Number + 1
			}
		}
		if offer := l.watcher.Offer(); offer != nil {
			l.Offer, l.Free, l.Begun = *offer, l.watcher.Free(), l.begun()
			if l.watcher.Closed() {
				l.Free = 0
			}
		}
	}
	if err := streams.Err(); err != nil {
		return err
	}
	maps.DeleteFunc(h.lobby.known, func(id string, _ *listed) bool { return !there[id] })
	return nil
}

// count returns how many tables there are.
func (h *Hub) count(ctx context.Context) (int, error) {
	_, err := h.List(ctx)
	h.lobby.mu.Lock()
	defer h.lobby.mu.Unlock()
	return len(h.lobby.known), err
}

// upkeep removes old tables, and notices when the server has given up.
func (h *Hub) upkeep() {
	sweep := time.NewTicker(10 * time.Minute)
	defer sweep.Stop()
	look := time.NewTicker(checking)
	defer look.Stop()
	for {
		select {
		case <-sweep.C:
			if err := h.sweep(h.ctx, time.Now()); err != nil && h.ctx.Err() == nil {
				h.config.Log.Warn("old tables stay for now", "error", err)
			}
		case <-look.C:
			if h.server != nil && !h.server.JetStreamEnabled() {
				h.fail(errors.New("JetStream has stopped: is the disk full?"))
			}
		case <-h.ctx.Done():
			return
		}
	}
}

// sweep removes the tables that are too old.
func (h *Hub) sweep(ctx context.Context, now time.Time) error {
	h.mu.Lock()
	open := slices.Collect(maps.Values(h.tables))
	h.mu.Unlock()
	h.lobby.mu.Lock()
	err := h.list(ctx)
	var old []string
	for id, l := range h.lobby.known {
		if l.led && now.Sub(l.Last) > l.kept() {
			old = append(old, id)
		}
	}
	there := maps.Clone(h.lobby.known)
	h.lobby.mu.Unlock()
	if err != nil {
		return err
	}
	for _, id := range old {
		if err := h.js.DeleteStream(ctx, streamOf(id)); err != nil && !errors.Is(err, jetstream.ErrStreamNotFound) {
			return err
		}
		h.config.Log.Info("removed an old table", "table", id)
		delete(there, id)
	}
	for _, t := range open {
		if there[t.id] == nil { // another room may have removed it
			t.fail(ErrNoTable)
		}
	}
	return nil
}

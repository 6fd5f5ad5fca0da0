package api

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"maps"
	"net"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/squaredeal/squaredeal/examples/casino/internal/house"
)

const (
	look         = 40 * time.Millisecond  // between two looks at the database
	betsEvery    = 250 * time.Millisecond // between two events with bets
	tick         = time.Second            // between two events with nothing but the time
	jump         = 300                    // milliseconds that a clock may be off before the next tick
	queue        = 32                     // events that a listener may be behind
	maxListeners = 5000
	betsListed   = 500 // in the first event of a listener
	historyLen   = 30  // rounds in it
	slow         = 10 * time.Second
)

// A feed tells all listeners of this process what happens in crash. It looks at the database, whichever process runs the rounds, and only
// while somebody listens.
type feed struct {
	house *house.House
	log   *slog.Logger

	mu        sync.Mutex
	listeners map[*listener]bool
	stop      context.CancelFunc // of the looks; nil while nobody listens
	table     *crashTable
}

// A listener is a connection. What it gets is shared by all, so that it costs no more than its queue. It is dropped once
// that is full.
type listener struct{ events chan []byte }

// A crashTable is what is known of the current round.
type crashTable struct {
	Now     int64              `json:"now"` // the database's time
	Chain   *house.Chain       `json:"chain,omitempty"`
	Round   *house.CrashRound  `json:"round,omitempty"`
	Bets    []house.PublicBet  `json:"bets"`
	History []house.CrashRound `json:"history"` // rounds that have ended, the newest first

	bets   map[int64]house.PublicBet // by number
	last   int64                     // the greatest number
	cashed int64                     // the latest time of a cash-out
	fresh  []int64                   // numbers of which listeners don't know yet
	told   time.Time                 // when they were told last of bets
	ticked time.Time                 // when they were told the time
	now    int64                     // which that was
}

func newFeed(h *house.House, log *slog.Logger) *feed {
	return &feed{house: h, log: log, listeners: make(map[*listener]bool)}
}

// event is the text of an event.
func event(name string, object any) []byte {
	data, err := json.Marshal(object)
	if err != nil {
		panic(err) // these types can be encoded
	}
	return fmt.Appendf(nil, "event: %s\ndata: %s\n\n", name, data)
}

// join adds a listener, whose first event is the current state, once that is known.
func (f *feed) join() (l *listener, leave func(), err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.listeners) >= maxListeners {
		return nil, nil, house.ErrBusy
	}
	l = &listener{make(chan []byte, queue)}
	f.listeners[l] = true
	if f.stop == nil {
		ctx, cancel := context.WithCancel(context.Background())
		f.stop, f.table = cancel, nil
		go f.watch(ctx)
	} else if f.table != nil {
		l.events <- f.table.first()
	}
	return l, func() {
		f.mu.Lock()
		defer f.mu.Unlock()
		f.drop(l)
	}, nil
}

// drop removes a listener, whose channel is closed. The last one ends the looks.
func (f *feed) drop(l *listener) {
	if !f.listeners[l] {
		return
	}
	delete(f.listeners, l)
	close(l.events)
	if len(f.listeners) == 0 {
		f.stop()
		f.stop = nil
	}
}

// tell gives all listeners an event, and drops those whose queues are full.
func (f *feed) tell(text []byte) {
	for l := range f.listeners {
		select {
		case l.events <- text:
		default:
			f.drop(l)
		}
	}
}

// watch looks until the context ends.
func (f *feed) watch(ctx context.Context) {
	for ctx.Err() == nil {
		limited, cancel := context.WithTimeout(ctx, patience)
		table, events, err := f.look(limited)
		cancel()
		f.mu.Lock()
		if ctx.Err() == nil {
			if err != nil {
				f.log.LogAttrs(ctx, slog.LevelError, "crash events", slog.Any("error", err))
			}
			if table != nil {
				f.table = table
			}
			for _, e := range events {
				f.tell(e)
			}
		}
		f.mu.Unlock()
		wait := look
		if err != nil {
			wait = time.Second
		}
		select {
		case <-ctx.Done():
		case <-time.After(wait):
		}
	}
}

// look compares the database with what listeners know, and returns the table as it is now, and the events in between.
func (f *feed) look(ctx context.Context) (*crashTable, [][]byte, error) {
	f.mu.Lock()
	before := f.table
	f.mu.Unlock()
	r, now, err := f.house.LatestCrashRound(ctx)
	if err != nil {
		return nil, nil, err
	}
	if before == nil || r == nil || before.Round == nil || before.Round.Chain != r.Chain || before.Round.Round != r.Round {
		return f.begin(ctx, before, r, now)
	}
	t := *before
	t.Now, t.Round = now, r
	var events [][]byte
	if r.Bets > t.last || r.Link == nil && now >= r.Starts || r.Link != nil && before.Round.Link == nil {
		if err := t.read(ctx, f.house); err != nil {
			return nil, nil, err
		}
	}
	ended := (r.Link != nil || r.Void) && before.Round.Link == nil && !before.Round.Void
	if len(t.fresh) > 0 && (ended || time.Since(t.told) >= betsEvery) {
		events = append(events, event("bets", t.news()))
	}
	off := now - t.now - time.Since(t.ticked).Milliseconds()
	switch {
	case ended:
		t.History = append([]house.CrashRound{*r}, t.History[:min(len(t.History), historyLen-1)]...)
		events = append(events, event("end", struct {
			Now     int64             `json:"now"`
			Round   *house.CrashRound `json:"round"`
			Receipt []byte            `json:"receipt"`
		}{now, r, f.house.SignEnd(r)}))
	case time.Since(t.ticked) >= tick || max(off, -off) > jump:
		events = append(events, event("tick", struct {
			Now int64 `json:"now"`
		}{now}))
	default:
		return &t, events, nil
	}
	t.ticked, t.now = time.Now(), now
	return &t, events, nil
}

// begin begins with a round, or with a chain that has none, and tells all of it.
func (f *feed) begin(ctx context.Context, before *crashTable, r *house.CrashRound, now int64) (*crashTable, [][]byte, error) {
	t := &crashTable{Now: now, Round: r, Bets: []house.PublicBet{}, bets: make(map[int64]house.PublicBet), told: time.Now(),
		ticked: time.Now(), now: now}
	chains, err := f.house.Chains(ctx, 1)
	if err != nil {
		return nil, nil, err
	}
	if len(chains) > 0 {
		t.Chain = &chains[0]
	}
	if before != nil && r == nil && before.Round == nil && (t.Chain == nil) == (before.Chain == nil) &&
		(t.Chain == nil || t.Chain.Chain == before.Chain.Chain && t.Chain.Published == before.Chain.Published) {
		return before, nil, nil
	}
	if r != nil {
		if t.History, err = f.house.Reveals(ctx, r.Chain, r.Round+1, historyLen); err == nil {
			err = t.read(ctx, f.house)
		}
		t.fresh = nil
	}
	return t, [][]byte{t.first()}, err
}

// read reads what has happened to the bets. A cash-out may be stored later than one after it, by a moment.
func (t *crashTable) read(ctx context.Context, h *house.House) error {
	all, err := h.PublicBets(ctx, t.Round.Chain, t.Round.Round, t.last, t.cashed-2*tick.Milliseconds())
	if err != nil {
		return err
	}
	t.bets, t.fresh = maps.Clone(t.bets), slices.Clone(t.fresh)
	for _, b := range all {
		known, ok := t.bets[b.Number]
		if ok && (known.Cashed == nil) == (b.Cashed == nil) {
			continue
		}
		t.bets[b.Number] = b
		t.fresh = append(t.fresh, b.Number)
		t.last = max(t.last, b.Number)
		if b.Cashed != nil {
			t.cashed = max(t.cashed, *b.Cashed)
		}
	}
	return nil
}

// news are the bets that listeners don't know yet, who do from then on.
func (t *crashTable) news() any {
	all := make([]house.PublicBet, 0, len(t.fresh))
	for _, number := range t.fresh {
		all = append(all, t.bets[number])
	}
	t.fresh, t.told = nil, time.Now()
	return struct {
		Chain int64             `json:"chain"`
		Round int64             `json:"round"`
		Total int64             `json:"total"`
		Bets  []house.PublicBet `json:"bets"`
	}{t.Round.Chain, t.Round.Round, t.Round.Bets, all}
}

// first is the event of a listener who knows nothing.
func (t *crashTable) first() []byte {
	now := *t
	now.Bets = slices.SortedFunc(maps.Values(t.bets), func(a, b house.PublicBet) int { return cmp.Compare(b.Number, a.Number) })
	now.Bets = now.Bets[:min(len(now.Bets), betsListed)]
	if now.Bets == nil {
		now.Bets = []house.PublicBet{}
	}
	if now.History == nil {
		now.History = []house.CrashRound{}
	}
	return event("table", now)
}

// closing is the key of a channel in the context of a server's requests, which is closed when the server closes.
type closing struct{}

// closes has requests of a server know when it closes.
func closes(server *http.Server) {
	closed := make(chan struct{})
	server.BaseContext = func(net.Listener) context.Context { return context.WithValue(context.Background(), closing{}, closed) }
	server.RegisterOnShutdown(sync.OnceFunc(func() { close(closed) }))
}

// crashEvents tells a browser what happens, for as long as it listens.
func (s *server) crashEvents(w http.ResponseWriter, r *http.Request) (any, error) {
	l, leave, err := s.feed.join()
	if err != nil {
		return nil, err
	}
	defer leave()
	control := http.NewResponseController(w)
	if err := control.SetReadDeadline(time.Time{}); err != nil {
		return nil, err
	}
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("X-Accel-Buffering", "no") // of a proxy
	closed, _ := r.Context().Value(closing{}).(chan struct{})
	w.WriteHeader(http.StatusOK)
	for text := []byte("retry: 1000\n\n"); ; {
		control.SetWriteDeadline(time.Now().Add(slow))
		if _, err := w.Write(text); err != nil {
			return nil, nil // the browser begins again
		}
		if err := control.Flush(); err != nil {
			return nil, nil
		}
		var ok bool
		select {
		case text, ok = <-l.events:
			if !ok {
				return nil, nil
			}
		case <-closed:
			return nil, nil
		case <-r.Context().Done():
			return nil, nil
		}
	}
}

package api

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/squaredeal/squaredeal/examples/casino/internal/house"
)

const (
	lookEvery    = 40 * time.Millisecond  // between two looks at the database
	betsEvery    = 250 * time.Millisecond // between two events with bets
	tickEvery    = time.Second            // between two events with nothing but the time
	clockJump    = 300 * time.Millisecond // that a clock may be off before the next tick
	queueLen     = 32                     // events that a listener may be behind
	maxListeners = 5000
	betsListed   = 500 // in an event; the page takes up to 1024
	historyLen   = 30  // rounds in the first event of a listener
	writeTimeout = 10 * time.Second
)

// A feed tells all listeners of this process what happens in crash. It looks at the database,
// whichever process runs the rounds, and only while somebody listens.
type feed struct {
	house *house.House
	log   *slog.Logger

	mu        sync.Mutex
	listeners map[*listener]bool
	stop      context.CancelFunc // of the looks; nil while nobody listens
	state     *crashState
}

func newFeed(h *house.House, log *slog.Logger) *feed {
	return &feed{house: h, log: log, listeners: make(map[*listener]bool)}
}

// join adds a listener, whose first event is the current state, once that is known.
func (f *feed) join() (l *listener, leave func(), err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.listeners) >= maxListeners {
		return nil, nil, house.ErrBusy
	}
	l = &listener{make(chan []byte, queueLen)}
	f.listeners[l] = true
	if f.stop == nil {
		ctx, cancel := context.WithCancel(context.Background())
		f.stop, f.state = cancel, nil
		go f.watch(ctx)
	} else if f.state != nil {
		l.events <- f.state.first()
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
		state, events, err := f.look(limited)
		cancel()
		f.mu.Lock()
		if ctx.Err() == nil {
			if err != nil {
				f.log.LogAttrs(ctx, slog.LevelError, "crash events", slog.Any("error", err))
			}
			if state != nil {
				f.state = state
			}
			for _, e := range events {
				f.tell(e)
			}
		}
		f.mu.Unlock()
		wait := lookEvery
		if err != nil {
			wait = time.Second
		}
		select {
		case <-ctx.Done():
		case <-time.After(wait):
		}
	}
}

// look compares the database with what listeners know, and returns the state as it is now, and
// the events in between.
func (f *feed) look(ctx context.Context) (*crashState, [][]byte, error) {
	f.mu.Lock()
	before := f.state
	f.mu.Unlock()
	r, now, err := f.house.LatestCrashRound(ctx)
	if err != nil {
		return nil, nil, err
	}
	if !before.isOf(r) {
		return f.begin(ctx, before, r, now)
	}
	t := *before
	t.now, t.at, t.round = now, time.Now(), r
	wasOpen := isOpen(before.round)
	if t.isBehind(wasOpen) {
		if err := t.read(ctx, f.house); err != nil {
			return nil, nil, err
		}
	}
	ended := wasOpen && !isOpen(r)
	var events [][]byte
	if ended || time.Since(t.toldAt) >= betsEvery {
		events = t.news()
	}
	if !ended {
		return &t, append(events, t.ticks()...), nil
	}
	if !r.Void {
		t.history = append([]house.CrashRound{*r}, t.history[:min(len(t.history), historyLen-1)]...)
	}
	t.tick()
	return &t, append(events, event("end", struct {
		Now     int64             `json:"now"`
		Round   *house.CrashRound `json:"round"`
		Receipt []byte            `json:"receipt"`
	}{now, r, f.house.SignEnd(r)})), nil
}

// begin begins with a round of the newest chain, or with that chain while it has none, and tells all of it.
func (f *feed) begin(ctx context.Context, before *crashState, r *house.CrashRound, now int64) (*crashState, [][]byte, error) {
	t := &crashState{now: now, at: time.Now(), bets: make(map[int64]house.PublicBet), toldAt: time.Now()}
	chains, err := f.house.Chains(ctx, 1)
	if err != nil {
		return nil, nil, err
	}
	if len(chains) > 0 {
		t.chain = &chains[0]
	}
	if r != nil && r.Chain == t.chain.Chain {
		t.round = r
	}
	if t.round == nil && before != nil && before.round == nil && sameChain(before.chain, t.chain) {
		waiting := *before
		waiting.now, waiting.at = now, t.at
		return &waiting, waiting.ticks(), nil
	}
	t.tick()
	if t.round != nil {
		if t.history, err = f.house.Reveals(ctx, r.Chain, r.Round+1, historyLen); err != nil {
			return nil, nil, err // the next look tries again
		}
		if err := t.read(ctx, f.house); err != nil {
			return nil, nil, err
		}
		t.fresh = t.fresh[:max(0, len(t.fresh)-betsListed)] // the later ones are in the first event
	}
	return t, append([][]byte{t.first()}, t.news()...), nil
}

// sameChain reports whether nothing has happened to a chain that has no round yet.
func sameChain(before, now *house.Chain) bool {
	if before == nil || now == nil {
		return before == now
	}
	return before.Chain == now.Chain && before.Published == now.Published
}

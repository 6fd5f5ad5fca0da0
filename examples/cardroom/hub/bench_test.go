package hub_test

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table/board"
	"github.com/squaredeal/squaredeal/examples/cardroom/internal/roomtest"
)

const size = 3000 // of a message, in bytes

// Tables of four seats that say 3 kB each in turn, and are read by four readers: posts a
// second, and how long one takes from its seat to the slowest reader. With and without
// waiting for the disk. Seats sign and check what they say, and play nothing.
func BenchmarkTables(b *testing.B) {
	for _, tables := range []int{1, 100} {
		for _, name := range []string{"sync", "nosync"} {
			b.Run(fmt.Sprintf("%d/%s", tables, name), func(b *testing.B) { benchmarkTables(b, tables, name == "nosync") })
		}
	}
}

func benchmarkTables(b *testing.B, tables int, noSync bool) {
	const rounds = 10
	config := roomtest.Config(b, b.TempDir())
	config.NoSync, config.Log = noSync, slog.New(slog.DiscardHandler)
	h := roomtest.Start(b, config)
	var took []time.Duration
	posts := 0
	for b.Loop() {
		b.StopTimer()
		var all []*seats
		for range tables {
			all = append(all, sit(b, h.Follow(roomtest.Create(b, h, roomtest.Offer(4, rounds, size, time.Minute)))))
		}
		b.StartTimer()
		var work sync.WaitGroup
		for _, s := range all {
			work.Go(func() { s.play(b, rounds) })
		}
		work.Wait()
		for _, s := range all {
			took = append(took, s.took...)
			posts += len(s.took)
		}
	}
	slices.Sort(took)
	b.ReportMetric(float64(posts)/b.Elapsed().Seconds(), "posts/s")
	b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "ms/p50")
	b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "ms/p99")
}

// seats are all of a table.
type seats struct {
	board board.Board
	keys  []record.Key
	log   *record.Reader
	read  uint64
	took  []time.Duration
}

func sit(b *testing.B, at board.Board) *seats {
	s := &seats{board: at, read: 5}
	posts, err := at.Posts(b.Context(), 1, true)
	if err != nil {
		b.Fatal(err)
	}
	offer, err := board.ParseOffer(posts[0].Bytes)
	if err != nil {
		b.Fatal(err)
	}
	var public []ed25519.PublicKey
	for i := range offer.Seats {
		key := record.GenerateKey()
		s.keys, public = append(s.keys, key), append(public, key.Public())
		if err := at.Post(b.Context(), offer.Ask(i, key, nil)); err != nil {
			b.Fatal(err)
		}
	}
	agreed, err := offer.Terms(public).Agreement()
	if err == nil {
		s.log, err = record.NewReader(agreed)
	}
	if err != nil {
		b.Fatal(err)
	}
	return s
}

// play says what the game wants, hellos first.
func (s *seats) play(b *testing.B, rounds int) {
	ctx, cancel := context.WithCancel(b.Context())
	defer cancel()
	others := make(chan time.Time, 3)
	for range 3 {
		next := s.read + 1
		go func() {
			for ctx.Err() == nil {
				posts, _ := s.board.Posts(ctx, next, true)
				for range posts {
					others <- time.Now()
					next++
				}
			}
		}()
	}
	for round := range 1 + rounds {
		message := []byte{1}
		if head := s.log.Head(); round > 0 {
			message = append([]byte{2}, bytes.Repeat(head[:], size/len(head)+1)[:size]...)
		}
		for _, key := range s.keys {
			statement, err := s.log.Sign(key, message)
			if err != nil {
				b.Error(err)
				return
			}
			began := time.Now()
			if err := s.board.Post(ctx, statement); err != nil {
				b.Error(err)
				return
			}
			posts, err := s.board.Posts(ctx, s.read+1, true)
			if err == nil {
				_, err = s.log.Read(posts[0].Bytes)
			}
			if err != nil {
				b.Error(err)
				return
			}
			s.read++
			var slowest time.Duration
			for range 3 {
				slowest = max(slowest, (<-others).Sub(began))
			}
			s.took = append(s.took, slowest)
		}
	}
}

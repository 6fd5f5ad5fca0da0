package load

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/squaredeal/squaredeal/examples/casino/internal/house"
	"github.com/squaredeal/squaredeal/examples/internal/cli"
)

// An event is one of /api/crash/events.
type event struct {
	name string
	at   time.Time // when it came
	data struct {
		Now     int64
		Chain   json.RawMessage // an object in a table, a number with bets
		Round   json.RawMessage // likewise
		History []house.CrashRound
	}
}

// table returns what an event says of the chain and the round, nil if it says nothing of them.
func (e event) table() (chain *house.Chain, round *house.CrashRound, err error) {
	if e.name == "table" && e.data.Chain != nil {
		err = json.Unmarshal(e.data.Chain, &chain)
	}
	if (e.name == "table" || e.name == "end") && e.data.Round != nil {
		err = errors.Join(err, json.Unmarshal(e.data.Round, &round))
	}
	return chain, round, err
}

// errDone ends listening.
var errDone = errors.New("done")

// listen calls each for every event of crash, at any of the processes, until it returns an
// error or the context ends. A connection that is cut is made anew; the number of these is
// returned.
func (c *client) listen(ctx context.Context, each func(e event) error) (cut int, err error) {
	for ; ; cut++ {
		err := c.listenOnce(ctx, c.urls[rand.IntN(len(c.urls))]+"/api/crash/events", each)
		if ctx.Err() != nil || errors.Is(err, errDone) {
			return cut, nil
		}
		if err != nil {
			return cut, err
		}
		select {
		case <-ctx.Done():
		case <-time.After(100*time.Millisecond + rand.N(200*time.Millisecond)):
		}
	}
}

// listenOnce returns the error of each, nil if the connection is cut.
func (c *client) listenOnce(ctx context.Context, url string, each func(e event) error) error {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	response, err := (&http.Client{Transport: c.http.Transport}).Do(r) // without a limit of time
	if err != nil {
		return nil
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		io.Copy(io.Discard, response.Body)
		return nil
	}
	lines := bufio.NewScanner(response.Body)
	lines.Buffer(nil, 1<<20)
	var e event
	for lines.Scan() {
		if name, ok := bytes.CutPrefix(lines.Bytes(), []byte("event: ")); ok {
			e = event{name: string(name), at: time.Now()}
		}
		data, ok := bytes.CutPrefix(lines.Bytes(), []byte("data: "))
		if !ok {
			continue
		}
		if err := json.Unmarshal(data, &e.data); err != nil {
			return fmt.Errorf("%w: %s", err, data)
		}
		if err := each(e); err != nil {
			return err
		}
	}
	return nil
}

// A WatchReport is what listeners of crash have heard.
type WatchReport struct {
	Listeners int
	Took      time.Duration
	Events    int
	Ends      int // of rounds
	Cut       int // connections
	Delays    []time.Duration
}

// Watch has n listeners hear what happens in crash for some time. Delays are from the
// database's time in an event to its arrival, and mean something only if both clocks are the
// same.
func Watch(ctx context.Context, urls []string, n int, duration time.Duration) (WatchReport, error) {
	ctx, cancel := context.WithTimeout(ctx, duration)
	defer cancel()
	transport := &http.Transport{MaxIdleConnsPerHost: n, DisableCompression: true}
	defer transport.CloseIdleConnections()
	report := WatchReport{Listeners: n, Took: duration}
	var mu sync.Mutex
	var all sync.WaitGroup
	var errs []error
	for i := range n {
		all.Go(func() {
			time.Sleep(time.Duration(i) * time.Millisecond) // not all at once
			c := &client{urls: urls, http: &http.Client{Transport: transport}}
			var delays []time.Duration
			ends := 0
			cut, err := c.listen(ctx, func(e event) error {
				if e.name == "end" {
					ends++
				}
				if e.name == "end" || e.name == "tick" { // a table is of the last look
					delays = append(delays, e.at.Sub(time.UnixMilli(e.data.Now)))
				}
				return nil
			})
			mu.Lock()
			defer mu.Unlock()
			report.Events += len(delays)
			report.Ends += ends
			report.Cut += cut
			report.Delays = append(report.Delays, delays...)
			errs = append(errs, err)
		})
	}
	all.Wait()
	slices.Sort(report.Delays)
	return report, errors.Join(errs...)
}

// Print prints the report for people.
func (r WatchReport) Print(w io.Writer) {
	fmt.Fprintf(w, "%s, %.0f s: %s, %s of rounds; %s cut\n", cli.Count(r.Listeners, "listener"), r.Took.Seconds(),
		cli.Count(r.Events, "event"), cli.Count(r.Ends, "end"), cli.Count(r.Cut, "connection"))
	fmt.Fprintf(w, "heard %s\n", within(r.Delays, time.Millisecond, 50, 99, 100))
}

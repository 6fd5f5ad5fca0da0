package main

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"

	"github.com/squaredeal/squaredeal/shuffle/draw"
	"github.com/squaredeal/squaredeal/shuffle/draw/drand"
)

// A world is what the program can't know by itself: the time, and what drand has published.
type world struct {
	now   func() time.Time
	sleep func(time.Duration)
	relay string // the address of drand's HTTP API
}

func realWorld() world { return world{time.Now, time.Sleep, "https://api.drand.sh"} }

var errNotYet = errors.New("drand doesn't have this round yet")

// fetch asks for a round. Who answers doesn't matter, as the round is verified.
func (w world) fetch(network *drand.Network, round uint64) ([]byte, error) {
	client := http.Client{Timeout: 20 * time.Second}
	answer, err := client.Get(fmt.Sprintf("%s/%s/public/%d", w.relay, network.Hash(), round))
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	switch answer.StatusCode {
	case http.StatusOK:
		return io.ReadAll(io.LimitReader(answer.Body, drand.MaxRoundSize+1))
	case http.StatusNotFound, http.StatusTooEarly:
		return nil, errNotYet
	}
	return nil, fmt.Errorf("drand answers %d", answer.StatusCode)
}

// await waits for the round of an announcement, and returns it as drand has it.
func (w world) await(a *draw.Announcement, say func(string, ...any)) ([]byte, error) {
	t := a.Terms()
	network, err := announcedNetwork(a)
	if err != nil {
		return nil, err
	}
	if wait := t.Time.Sub(w.now()); wait > 0 {
		say("Waiting for round %d of drand, which comes at %s, in %v. Stop this as you like: run again, it goes on.", t.Round,
			t.Time.Format(time.RFC3339), wait.Round(time.Second))
		for ; wait > 0; wait = t.Time.Sub(w.now()) {
			w.sleep(min(wait, time.Minute)) // as a computer may sleep as well
		}
	}
	said := ""
	for pause := 2 * time.Second; ; pause = min(2*pause, time.Minute) {
		text, err := w.fetch(network, t.Round)
		if err == nil {
			var value draw.Value
			if value, err = network.ParseRound(text); err == nil && value.Round == t.Round {
				return text, nil
			}
			if err == nil {
				err = fmt.Errorf("drand's relay gives round %d", value.Round)
			}
		}
		if err.Error() != said {
			said = err.Error()
			say("%s: %v. Asking again.", w.now().UTC().Format(time.RFC3339), err)
		}
		w.sleep(pause)
	}
}

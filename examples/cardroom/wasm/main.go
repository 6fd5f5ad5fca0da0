//go:build js

// Command wasm is a player's program in a browser. It runs in a worker, so that proofs don't
// stop the page: worker.js, beside the page, starts it, and passes on what they say.
package main

import (
	"context"
	"crypto/ed25519"
	"encoding/json"
	"errors"
	"syscall/js"
	"time"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table/board"
	"github.com/squaredeal/squaredeal/examples/cardroom/client"
	"github.com/squaredeal/squaredeal/examples/cardroom/internal/player"
	"github.com/squaredeal/squaredeal/examples/cardroom/profile"
)

func main() {
	requests := make(chan request, 16)
	js.Global().Set("tell", js.FuncOf(func(_ js.Value, args []js.Value) any {
		var r request
		if json.Unmarshal([]byte(args[0].String()), &r) == nil {
			select {
			case requests <- r:
			default: // a page doesn't say so much so fast
			}
		}
		return nil
	}))
	js.Global().Get("ready").Invoke()
	start := <-requests
	if start.Who != nil {
		p, err := introduce(*start.Who)
		if err != nil {
			tell(reply{Failed: err.Error()})
		} else {
			tell(reply{Person: &p})
		}
		return
	}
	if start.Start == nil {
		panic("the first request starts")
	}
	switch err := play(start, requests); {
	case errors.Is(err, client.ErrTaken):
		tell(reply{Elsewhere: true})
	case errors.Is(err, board.ErrBarred):
		tell(reply{Failed: "your seat is free again, as your browser said no hello in time: sit down anew"})
	case errors.Is(err, board.ErrNoSeat):
		tell(reply{Failed: "the seat is taken, or there is none"})
	case errors.Is(err, board.ErrNeverBegan):
		tell(reply{Failed: "the game never began, as too many took a seat and were gone: open another table"})
	case err != nil:
		tell(reply{Failed: err.Error()})
	default:
		tell(reply{Done: true})
	}
	select {} // the record can still be had
}

// introduce says what a page can show of a player.
func introduce(w who) (person, error) {
	key, err := identity()
	if err != nil {
		return person{}, err
	}
	var p person
	if p.Name, err = profile.Clean(w.Name); err != nil {
		p.Wrong = err.Error()
	}
	for picture := range byte(profile.Pictures) {
		p.Patterns = append(p.Patterns, profile.Pattern(key.Public().(ed25519.PublicKey), picture))
	}
	return p, nil
}

func play(start request, requests <-chan request) error {
	s, ctx := start.Start, context.Background()
	show := func(v player.View) { tell(reply{View: &v}) }
	if s.Watch {
		room := client.Dial(s.Table, nil, s.URL)
		go passOn(start, requests, room, nil)
		return player.Watch(ctx, room, show, tellDoubt)
	}
	keeper := keeper(s.Name)
	key, err := player.Key(keeper)
	if err != nil {
		return err
	}
	var me *player.Identity
	if s.Who != nil {
		lasting, err := identity()
		if err != nil {
			return err
		}
		me = &player.Identity{Key: lasting, Name: s.Who.Name, Picture: s.Who.Picture}
	}
	room := client.Dial(s.Table, key, s.URL)
	defer room.Close()
	commands := make(chan player.Command)
	go passOn(start, requests, room, commands)
	p := player.Player{
		Board: room, Keeper: keeper, Seat: board.AnySeat, Identity: me, Show: show, Commands: commands, Doubt: tellDoubt,
		Refused: func(err error) { tell(reply{Refused: err.Error()}) },
	}
	return p.Run(ctx)
}

// passOn passes on what the page says, and tells it whether there is a connection.
func passOn(start request, requests <-chan request, room *client.Client, commands chan<- player.Command) {
	connected, doubted := false, false
	for {
		if doubt := room.Doubt(); doubt != nil && !doubted {
			doubted = true
			tellDoubt(doubt)
		}
		if now := room.Connected(); now != connected {
			connected = now
			tell(reply{Connected: &now})
		}
		select {
		case r := <-requests:
			if r.Record {
				go save(start)
			} else if r.Shown {
				saveShown(room)
			} else if commands != nil {
				select {
				case commands <- r.Command:
				case <-time.After(time.Second): // the seat isn't playing
				}
			}
		case <-time.After(300 * time.Millisecond):
		}
	}
}

// saveShown tells the page what the room has shown it.
func saveShown(room *client.Client) {
	now, before := room.Shown()
	for _, posts := range [][]record.Post{before, now} {
		if len(posts) > 0 {
			tell(reply{Record: board.Encode(posts)})
		}
	}
}

// save reads the whole table again, by a connection of its own.
func save(start request) {
	room := client.Dial(start.Start.Table, nil, start.Start.URL)
	defer room.Close()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	if b, err := player.Record(ctx, room); err != nil {
		tell(reply{Refused: "the record can't be read: " + err.Error()})
	} else {
		tell(reply{Record: b})
	}
}

package relay

import (
	"cmp"
	"sync"
)

// A Place is where a seat of this process joins a table.
type Place struct {
	Addr  string // of the relay
	Seat  int
	Token Token
}

// Places are those at a relay elsewhere.
func Places(addr string, seats []int) []Place {
	places := make([]Place, len(seats))
	for i, seat := range seats {
		places[i] = Place{Addr: addr, Seat: seat}
	}
	return places
}

// Host relays a game, with some seats of this process, which nobody else can take. They
// play while the relay runs. If curious isn't nil, it sees what is carried.
func Host(addr string, game Game, seats []int, curious func(frame []byte), play func(addr string, places []Place) error) error {
	r, err := Listen(addr, game)
	if err != nil {
		return err
	}
	r.Curious = curious
	places := Places(r.Addr(), seats)
	for i := range places {
		places[i].Token = r.Reserve(places[i].Seat)
	}
	var errRelay error
	var work sync.WaitGroup
	work.Go(func() { errRelay = r.Run() })
	err = play(r.Addr(), places)
	work.Wait()
	return cmp.Or(errRelay, err)
}

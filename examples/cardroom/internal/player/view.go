package player

import (
	"crypto/ed25519"
	"encoding/hex"
	"time"

	"github.com/squaredeal/squaredeal/commit/table"
	"github.com/squaredeal/squaredeal/commit/table/board"
	"github.com/squaredeal/squaredeal/examples/cardroom/internal/games"
	"github.com/squaredeal/squaredeal/examples/cardroom/profile"
)

// A View is what a player sees. Times are in milliseconds.
type View struct {
	Seat        int           `json:"seat"`   // the player's, or Nobody
	Free        int           `json:"free"`   // seats: there is no more to see but people before that is 0
	People      []*Person     `json:"people"` // by seat, null for those without a name
	Fingerprint string        `json:"fingerprint"`
	Grace       int64         `json:"grace"`
	Game        any           `json:"game"`
	Due         []Due         `json:"due"`
	Outs        []Out         `json:"outs"`
	News        []games.Event `json:"news"`
	Hellos      []int         `json:"hellos"` // the seats that have yet to say theirs, before it begins
	Leaving     bool          `json:"leaving"`
	Over        bool          `json:"over"`
	Final       bool          `json:"final"`
	Returned    []bool        `json:"returned"` // the deposits, by seat
}

// A Person is who has a seat, by a [profile.Profile].
type Person struct {
	Name    string `json:"name"`
	Key     string `json:"key"`     // in hex: what the person is known by
	Like    string `json:"like"`    // the same for names that look alike
	Pattern string `json:"pattern"` // of the picture, in hex
}

// People returns a table's players.
func People(offer *board.Offer, keys []ed25519.PublicKey, abouts [][]byte) []*Person {
	people := make([]*Person, len(keys))
	if offer == nil {
		return people
	}
	for seat, p := range profile.All(*offer, keys, abouts) {
		if p != nil {
			people[seat] = &Person{p.Name, hex.EncodeToString(p.Key), profile.Like(p.Name), profile.Pattern(p.Key, p.Picture)}
		}
	}
	return people
}

// A Due is a seat that is waited for.
type Due struct {
	Seat   int   `json:"seat"`
	Left   int64 `json:"left"`
	Choice bool  `json:"choice"` // of its player: else its program is to prove something
}

// An Out is a seat that is out, and why: fault, silent or left.
type Out struct {
	Seat int    `json:"seat"`
	Why  string `json:"why"`
	Text string `json:"text"` // of a fault
}

// shown is what was shown last.
type shown struct {
	last   games.Event
	table  *table.Table
	people []*Person // at that table
}

// knows reads who sits at a table, once.
func (s *shown) knows(t *table.Table, lobby func() (*board.Offer, []ed25519.PublicKey, [][]byte)) {
	if s.table != t {
		s.table, s.people = t, People(lobby())
	}
}

func (s *shown) view(t *table.Table, seat int, terms table.Terms, game games.Game, leaving bool) View {
	v := View{
		Seat: seat, People: s.people, Fingerprint: board.Fingerprint(t.Digest()), Grace: terms.Grace.Milliseconds(),
		Game: game.View(), Leaving: leaving, Over: t.Over(), Final: t.Final(), Hellos: []int{}, Due: []Due{}, Outs: []Out{},
		News: []games.Event{},
	}
	if t.Round() == 0 {
		v.Hellos = t.Awaited()
	}
	for _, item := range t.Due(time.Now()) {
		v.Due = append(v.Due, Due{item.Seat, item.Left.Milliseconds(), game.MustChoose(item.Seat)})
	}
	for _, o := range t.Outs() {
		v.Outs = append(v.Outs, Out{o.Seat, o.Why.String(), o.Text})
	}
	for seat := range terms.Seats {
		v.Returned = append(v.Returned, t.Returned(seat))
	}
	for _, e := range game.News() {
		if e.Round > s.last.Round || e.Round == s.last.Round && e.Number > s.last.Number {
			s.last = e
			v.News = append(v.News, e)
		}
	}
	return v
}

package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table"
	"github.com/squaredeal/squaredeal/commit/table/board"
	"github.com/squaredeal/squaredeal/examples/cardroom/internal/games"
	"github.com/squaredeal/squaredeal/examples/cardroom/internal/player"
	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/examples/internal/narrator"
	"github.com/squaredeal/squaredeal/examples/internal/story"
)

// audit tells what a saved record proves, of any game of the room: seats are counted from 1,
// as on the page, and their players named as they have signed. It returns a failed check if
// the record doesn't hold, or somebody cheated.
func audit(name string, to io.Writer) error {
	text, err := os.ReadFile(name)
	if err != nil {
		return fmt.Errorf("reading the record: %w", err)
	}
	posts, damage := board.Decode(text)
	var game games.Game
	a := story.Judge(posts, damage, func(terms table.Terms, seat int, secret []byte) (g table.Game, err error) {
		game, err = games.New(terms, seat, secret)
		return game, err
	})
	if a.Table == nil {
		return cli.CheckFailed(fmt.Errorf("the record has no game: %w", a.Err))
	}
	r := story.Reporter{Out: bufio.NewWriter(to), Title: "Round"}
	r.Say("The record of the table %s.", board.Fingerprint(a.Table.Digest()))
	r.Name = introduce(&r, posts)
	for _, e := range game.News() {
		r.Tell(e)
	}
	r.Flush()
	fmt.Fprintln(r.Out)
	for _, o := range a.Guilty {
		r.Say("%s cheated: %s. Its own signature proves it.", story.Capital(r.Name(o.Seat)), narrator.Fault(o.Text))
	}
	r.Proof(a)
	return a.Blame(r.Seats)
}

// introduce says who has which seat, and returns what to call the seats.
func introduce(r *story.Reporter, posts []record.Post) func(seat int) string {
	people := player.People(board.Lobby(posts))
	name := func(seat int) string {
		if p := people[seat]; p != nil {
			return fmt.Sprintf("\u2068%s\u2069 (seat %d)", p.Name, seat+1) // whatever the direction of its script
		}
		return fmt.Sprintf("seat %d", seat+1)
	}
	for seat, p := range people {
		if p != nil {
			r.Say("Seat %d is \u2068%s\u2069, by the key %s….", seat+1, p.Name, p.Key[:16])
		}
	}
	if slices.ContainsFunc(people, func(p *player.Person) bool { return p != nil }) {
		r.Say("A name is its seat's own word. The board's signature doesn't cover it, so another copy of the record may have " +
			"another one by the same seat.")
	}
	return name
}

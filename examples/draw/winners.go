package main

import (
	"bufio"
	"errors"
	"flag"
	"io"
	"os"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/shuffle/draw"
	"github.com/squaredeal/squaredeal/shuffle/draw/drand"
)

// A resultMode draws, and writes the page if there is to be one.
type resultMode struct {
	announcement, list, round, page, salts *string
	fetch, json                            *bool
}

func (m *resultMode) define(flags *flag.FlagSet) {
	*m = resultMode{
		announcement: cli.File(flags, "result"), list: cli.File(flags, "list"), round: cli.File(flags, "round"),
		page: cli.File(flags, "page"), salts: cli.File(flags, "salts"), fetch: on(flags, "fetch"), json: on(flags, "json"),
	}
}

func (m *resultMode) run(w world, out *bufio.Writer, stderr io.Writer) error {
	if *m.round != "" && *m.fetch {
		return cli.Misuse(errors.New("-round and -fetch can't be used together"))
	}
	r, err := m.draw(w, stderr)
	return r.print(out, *m.json, err)
}

func (m *resultMode) draw(w world, stderr io.Writer) (result, error) {
	a, err := readAnnouncement(*m.announcement)
	if err != nil {
		return result{}, err
	}
	r := resultOf(a)
	network, err := announcedNetwork(a)
	if err != nil {
		return r, err
	}
	list, openings, err := readOpened(*m.list, *m.salts, a)
	if err != nil {
		return r, err
	}
	warn(stderr, list)
	var text []byte
	if *m.fetch {
		text, err = w.fetch(network, a.Terms().Round)
	} else {
		text, err = os.ReadFile(*m.round)
	}
	if err != nil {
		return r, err
	}
	page, err := drawPage(a, list, openings, text, &r)
	if err == nil && *m.page != "" {
		err = replaceFile(*m.page, 0o644, whole(page))
	}
	return r, err
}

// drawPage draws by a round, and returns the page of it.
func drawPage(a *draw.Announcement, list *draw.List, openings map[string]opening, round []byte, r *result) (string, error) {
	network, err := announcedNetwork(a)
	if err != nil {
		return "", err
	}
	value, err := network.ParseRound(round)
	switch {
	case errors.Is(err, drand.ErrMalformed):
		return "", err
	case err != nil:
		return "", cli.CheckFailed(err)
	}
	positions, err := a.Draw(list, value)
	if err != nil {
		return "", cli.CheckFailed(err)
	}
	receipts, err := receiptsOf(a, list, openings, positions)
	if err != nil {
		return "", err
	}
	r.fill(a, value, receipts)
	return newPage(a, round, receipts), nil
}

package main

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/shuffle/draw"
	"github.com/squaredeal/squaredeal/shuffle/draw/drand"
)

// A form is how the lines of a list are read.
type form struct {
	weights bool // after a tab
	tickets bool // lines may be repeated
	joined  bool // and those that are make one entry
}

// parse reads a list, with an entry in each line.
func (f form) parse(text []byte) (*draw.List, error) {
	var entries []draw.Entry
	number := 0
	for line := range bytes.Lines(bytes.TrimPrefix(text, []byte(byteOrderMark))) {
		number++
		line = bytes.TrimRight(line, "\r\n")
		if len(line) == 0 {
			continue
		}
		e := draw.Entry{Data: line}
		if f.weights {
			i := bytes.LastIndexByte(line, '\t')
			weight, err := strconv.ParseUint(string(line[i+1:]), 10, 64)
			if i < 1 || err != nil || weight == 0 {
				return nil, fmt.Errorf("line %d isn't an entry, a tab and a weight", number)
			}
			e = draw.Entry{Data: line[:i], Weight: weight}
		}
		entries = append(entries, e)
	}
	switch {
	case f.joined:
		return draw.NewJoinedList(entries)
	case f.tickets:
		return draw.NewTicketList(entries)
	}
	return draw.NewList(entries)
}

func (f form) read(file string) (*draw.List, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	list, err := f.parse(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return list, nil
}

func (o options) form() form { return form{*o.weights, *o.tickets, *o.once} }

// readAnnounced reads the list of an announcement, which may be any. A joined list has weights
// whether its lines have or not.
func readAnnounced(file string, a *draw.Announcement) (*draw.List, error) {
	if !a.Joined() {
		return form{a.Weighted(), a.Repeats(), false}.read(file)
	}
	if list, err := (form{weights: true, joined: true}).read(file); err == nil && a.CheckList(list) == nil {
		return list, nil
	}
	return form{joined: true}.read(file)
}

func readAnnouncement(file string) (*draw.Announcement, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	return draw.ParseAnnouncement(announcementText(text))
}

// networkOf returns the network of a name.
func networkOf(name string) *drand.Network {
	if name == drand.Default().Name() {
		return drand.Default()
	}
	return drand.Quicknet()
}

// announceList prints an announcement, and on stderr what to do with it.
func (o options) announceList(out *bufio.Writer, stderr io.Writer) error {
	a, _, err := o.announcement(*o.announce, stderr)
	if err != nil {
		return err
	}
	fmt.Fprint(out, a.Text())
	fmt.Fprintf(stderr, "\n%s\n", cli.Wrap("", "", o.publish(a, "these lines")))
	return nil
}

// publish says what to do with an announcement.
func (o options) publish(a *draw.Announcement, what string) string {
	return fmt.Sprintf("%s. Publish %s at %s before %s, and the list, or each entrant's receipt (-receipts). Say these words, "+
		"so that entrants can compare them: %s.",
		entries(a.Entries()), what, a.Terms().Place, a.Terms().Time.Add(-*o.margin).Format(time.RFC3339), a.Digest().Words())
}

// announcement makes an announcement of a list, and hides the list if that is asked for.
func (o options) announcement(file string, stderr io.Writer) (*draw.Announcement, *draw.List, error) {
	for _, text := range []string{*o.label, *o.place, *o.void} {
		if shown := visible(strings.ReplaceAll(text, `\`, "")); shown != strings.ReplaceAll(text, `\`, "") {
			return nil, nil, cli.Misuse(fmt.Errorf("people can't see all characters of %q", text))
		}
	}
	now := clock.now()
	at, err := time.Parse(time.RFC3339, *o.at)
	if wait, errWait := time.ParseDuration(*o.at); errWait == nil {
		at, err = now.Add(wait), nil
	}
	if err != nil {
		return nil, nil, cli.Misuse(fmt.Errorf("-at: %w", err))
	}
	list, err := o.form().read(file)
	if err != nil {
		return nil, nil, err
	}
	warn(stderr, list)
	store := func() error { return nil }
	if *o.hide != "" {
		if list, store, err = o.hideList(list); err != nil {
			return nil, nil, err
		}
		if *o.weights || *o.once {
			fmt.Fprint(stderr, cli.Wrap("", "", besideWeights))
		}
	}
	network := networkOf(*o.network)
	round := network.RoundAt(at)
	begins, err := network.TimeOf(round)
	if err != nil {
		return nil, nil, err
	}
	terms := draw.Terms{
		Label: *o.label, Place: *o.place, Number: 1, Winners: *o.winners, Substitutes: *o.substitutes,
		Beacon: network.Beacon(), Round: round, Time: begins,
	}
	if *o.previous != "" {
		previous, err := readAnnouncement(*o.previous)
		if err != nil {
			return nil, nil, err
		}
		terms.Number, terms.Previous = previous.Terms().Number+1, previous.Digest()
	}
	terms.Void = cmp.Or(*o.void, fmt.Sprintf("if drand hasn't given this round within a week; announcement %d then names another",
		terms.Number+1))
	a, err := draw.Announce(terms, list)
	if err != nil {
		return nil, nil, err
	}
	if err := a.CheckTime(now, *o.margin); err != nil {
		return nil, nil, err
	}
	return a, list, store()
}

// warn names the entries that people could take for others.
func warn(stderr io.Writer, list *draw.List) {
	for _, warning := range warnings(entriesOf(list), 20) {
		fmt.Fprint(stderr, cli.Wrap("", "  ", "Warning: "+warning+"."))
	}
}

// hideList replaces entries by what hides them. store writes the new list and the salts to files, but
// never over others: without its salts, a draw that is announced can't show its winners.
func (o options) hideList(list *draw.List) (hiding *draw.List, store func() error, err error) {
	var salts strings.Builder
	lines := make([]string, list.Len())
	for i := range lines {
		salt, e := draw.GenerateSalt(), list.At(i)
		fmt.Fprintf(&salts, "%x\t%s\n", salt[:], e.Data)
		lines[i] = string(salt.Hide(e.Data))
		if *o.weights || *o.once {
			lines[i] += fmt.Sprintf("\t%d", e.Weight)
		}
	}
	slices.Sort(lines) // or the order would show who is who
	hidden := []byte(strings.Join(lines, "\n") + "\n")
	f := o.form()
	f.weights = f.weights || f.joined
	hiding, err = f.parse(hidden)
	return hiding, func() error {
		err := writeWhole(*o.hide+".salts", 0o600, os.Link, text(salts.String()))
		if errors.Is(err, os.ErrExist) {
			return fmt.Errorf("%s.salts is there already, and may be of a draw that was announced: take another -hide", *o.hide)
		}
		return errors.Join(err, os.WriteFile(*o.hide+".txt", hidden, 0o666))
	}, err
}

// An opening shows whose a hidden entry is.
type opening struct {
	salt  draw.Salt
	entry []byte
}

// openings reads the file of salts, if there is one, by the lines that hide the entries.
func openings(file string) (map[string]opening, error) {
	if file == "" {
		return nil, nil
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	byLine := make(map[string]opening)
	for line := range bytes.Lines(text) {
		digits, entry, _ := bytes.Cut(bytes.TrimRight(line, "\r\n"), []byte("\t"))
		salt, err := draw.ParseSalt(string(digits))
		if err != nil {
			return nil, fmt.Errorf("%s: the salt of %q isn't one", file, entry)
		}
		byLine[string(salt.Hide(entry))] = opening{salt, entry}
	}
	return byLine, nil
}

// receiptsOf returns the receipts of positions, hidden entries' with their salts.
func receiptsOf(a *draw.Announcement, list *draw.List, openings map[string]opening, positions []int) ([]draw.Receipt, error) {
	receipts := make([]draw.Receipt, len(positions))
	for i, p := range list.Prove(positions...) {
		var err error
		if open, ok := openings[string(p.Entry().Data)]; ok {
			receipts[i], err = a.HiddenReceipt(p, open.salt, open.entry)
		} else {
			receipts[i], err = a.Receipt(p)
		}
		if err != nil {
			return nil, err
		}
	}
	return receipts, nil
}

// printReceipts prints the receipts of all entries, or of one.
func (o options) printReceipts(out *bufio.Writer, stderr io.Writer) error {
	a, err := readAnnouncement(*o.receipts)
	if err != nil {
		return err
	}
	list, openings, err := readOpened(*o.list, *o.salts, a)
	if err != nil {
		return err
	}
	warn(stderr, list)
	var positions []int
	for i := range list.Len() {
		if *o.entry != "" {
			if entry := string(list.At(i).Data); entry != *o.entry && string(openings[entry].entry) != *o.entry {
				continue
			}
		}
		positions = append(positions, i)
	}
	if positions == nil {
		return cli.CheckFailed(fmt.Errorf(`"%s" isn't in the list`, visible(*o.entry)))
	}
	return writeReceipts(out, a, list, openings, positions)
}

// readOpened reads the list of an announcement, which is the announced one, and its salts.
func readOpened(file, salts string, a *draw.Announcement) (*draw.List, map[string]opening, error) {
	list, err := readAnnounced(file, a)
	if err != nil {
		return nil, nil, err
	}
	if err := a.CheckList(list); err != nil {
		return nil, nil, cli.CheckFailed(err)
	}
	openings, err := openings(salts)
	return list, openings, err
}

// writeReceipts writes each entry, a tab and its receipt.
func writeReceipts(out io.Writer, a *draw.Announcement, list *draw.List, openings map[string]opening, positions []int) error {
	for some := range slices.Chunk(positions, 1<<12) { // as a list can have millions
		receipts, err := receiptsOf(a, list, openings, some)
		if err != nil {
			return err
		}
		for _, r := range receipts {
			if _, err := fmt.Fprintf(out, "%s\t%s\n", visible(string(r.Entry())), receiptText(r)); err != nil {
				return err
			}
		}
	}
	return nil
}

// drawWinners draws, and writes the page if there is to be one.
func (o options) drawWinners(stderr io.Writer) (result, error) {
	a, err := readAnnouncement(*o.result)
	if err != nil {
		return result{}, err
	}
	r := resultOf(a)
	network, err := drand.NetworkOf(a.Terms())
	if err != nil {
		return r, err
	}
	list, openings, err := readOpened(*o.list, *o.salts, a)
	if err != nil {
		return r, err
	}
	warn(stderr, list)
	var text []byte
	if *o.fetch {
		text, err = fetch(network, a.Terms().Round)
	} else {
		text, err = os.ReadFile(*o.round)
	}
	if err != nil {
		return r, err
	}
	page, err := drawPage(a, list, openings, text, &r)
	if err == nil && *o.page != "" {
		err = os.WriteFile(*o.page, []byte(page), 0o666)
	}
	return r, err
}

// drawPage draws by a round, and returns the page of it.
func drawPage(a *draw.Announcement, list *draw.List, openings map[string]opening, round []byte, r *result) (string, error) {
	network, err := drand.NetworkOf(a.Terms())
	if err != nil {
		return "", err
	}
	value, err := network.ParseRound(round)
	if err != nil {
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

// relay is where drand publishes its rounds; a test has its own.
var relay = "https://api.drand.sh"

var errNotYet = errors.New("drand doesn't have this round yet")

// fetch asks for a round. Who answers doesn't matter, as the round is verified.
func fetch(network *drand.Network, round uint64) ([]byte, error) {
	client := http.Client{Timeout: 20 * time.Second}
	answer, err := client.Get(fmt.Sprintf("%s/%s/public/%d", relay, network.Hash(), round))
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

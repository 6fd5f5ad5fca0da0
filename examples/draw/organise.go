package main

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/hex"
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

// parseList reads a list, with an entry in each line.
func parseList(text []byte, weights, tickets bool) (*draw.List, error) {
	var entries []draw.Entry
	for line := range bytes.Lines(text) {
		line = bytes.TrimRight(line, "\r\n")
		if len(line) == 0 {
			continue
		}
		e := draw.Entry{Data: line}
		if weights {
			i := bytes.LastIndexByte(line, '\t')
			weight, err := strconv.ParseUint(string(line[i+1:]), 10, 64)
			if i < 1 || err != nil || weight == 0 {
				return nil, fmt.Errorf("line %d isn't an entry, a tab and a weight", len(entries)+1)
			}
			e = draw.Entry{Data: line[:i], Weight: weight}
		}
		entries = append(entries, e)
	}
	if tickets {
		return draw.NewTicketList(entries)
	}
	return draw.NewList(entries)
}

func readList(file string, weights, tickets bool) (*draw.List, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	list, err := parseList(text, weights, tickets)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return list, nil
}

// readAnnounced reads the list of an announcement, which may be any.
func readAnnounced(file string, a *draw.Announcement) (*draw.List, error) {
	return readList(file, a.Weighted(), a.Repeats())
}

func readAnnouncement(file string) (*draw.Announcement, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	return draw.ParseAnnouncement(text)
}

// networkOf returns the network of a name.
func networkOf(name string) *drand.Network {
	if name == drand.Default().Name() {
		return drand.Default()
	}
	return drand.Quicknet()
}

// announceList prints an announcement, and on stderr what to do with it.
func (o options) announceList(out *bufio.Writer, stderr io.Writer, now time.Time) error {
	list, err := readList(*o.announce, *o.weights, *o.tickets)
	if err != nil {
		return err
	}
	for _, warning := range warnings(list, 20) {
		fmt.Fprintf(stderr, "Warning: %s.\n", warning)
	}
	if *o.hide != "" {
		if list, err = o.hideList(list); err != nil {
			return err
		}
	}
	at, err := time.Parse(time.RFC3339, *o.at)
	if wait, errWait := time.ParseDuration(*o.at); errWait == nil {
		at, err = now.Add(wait), nil
	}
	if err != nil {
		return cli.Misuse(fmt.Errorf("-at: %w", err))
	}
	network := networkOf(*o.network)
	round := network.RoundAt(at)
	begins, err := network.TimeOf(round)
	if err != nil {
		return err
	}
	terms := draw.Terms{
		Label: *o.label, Place: *o.place, Number: 1, Winners: *o.winners, Substitutes: *o.substitutes,
		Beacon: network.Beacon(), Round: round, Time: begins,
	}
	if *o.previous != "" {
		previous, err := readAnnouncement(*o.previous)
		if err != nil {
			return err
		}
		terms.Number, terms.Previous = previous.Terms().Number+1, previous.Digest()
	}
	terms.Void = cmp.Or(*o.void, fmt.Sprintf("if drand hasn't given this round within a week; announcement %d then names another", terms.Number+1))
	a, err := draw.Announce(terms, list)
	if err != nil {
		return err
	}
	if err := a.CheckTime(now, *o.margin); err != nil {
		return err
	}
	fmt.Fprint(out, a.Text())
	fmt.Fprintf(stderr, "\n%s\n", cli.Wrap("", "", fmt.Sprintf(
		"%s. Publish these lines at %s before %s, and the list, or each entrant's receipt (-receipts). Say these words, so that entrants can compare them: %s.",
		entries(a.Entries()), terms.Place, begins.Add(-*o.margin).Format(time.RFC3339), a.Digest().Words())))
	return nil
}

// hideList replaces entries by what hides them, and writes the new list and the salts to files.
func (o options) hideList(list *draw.List) (*draw.List, error) {
	var salts strings.Builder
	lines := make([]string, list.Len())
	for i := range lines {
		salt, e := draw.GenerateSalt(), list.At(i)
		fmt.Fprintf(&salts, "%x\t%s\n", salt[:], e.Data)
		lines[i] = string(salt.Hide(e.Data))
		if *o.weights {
			lines[i] += fmt.Sprintf("\t%d", e.Weight)
		}
	}
	slices.Sort(lines) // or the order would show who is who
	hidden := []byte(strings.Join(lines, "\n") + "\n")
	if err := os.WriteFile(*o.hide+".salts", []byte(salts.String()), 0o600); err != nil {
		return nil, err
	}
	if err := os.WriteFile(*o.hide+".txt", hidden, 0o666); err != nil {
		return nil, err
	}
	return parseList(hidden, *o.weights, *o.tickets)
}

// An opening shows whose a hidden entry is.
type opening struct {
	Entry string `json:"entry"`
	Salt  string `json:"salt"`
}

// opened returns openings by the entries that they open.
func opened(openings []opening) (map[string]opening, error) {
	byEntry := make(map[string]opening)
	for _, open := range openings {
		salt, err := hex.DecodeString(open.Salt)
		if err != nil || len(salt) != len(draw.Salt{}) {
			return nil, fmt.Errorf("the salt of %q isn't one", open.Entry)
		}
		byEntry[string(draw.Salt(salt).Hide([]byte(open.Entry)))] = open
	}
	return byEntry, nil
}

// openings reads the file of salts, if there is one.
func (o options) openings() (map[string]opening, error) {
	if *o.salts == "" {
		return nil, nil
	}
	text, err := os.ReadFile(*o.salts)
	if err != nil {
		return nil, err
	}
	var openings []opening
	for line := range strings.Lines(string(text)) {
		salt, entry, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		openings = append(openings, opening{entry, salt})
	}
	return opened(openings)
}

// printReceipts prints the receipts of all entries, or of one.
func (o options) printReceipts(out *bufio.Writer) error {
	a, err := readAnnouncement(*o.receipts)
	if err != nil {
		return err
	}
	list, err := readAnnounced(*o.list, a)
	if err != nil {
		return err
	}
	if err := a.CheckList(list); err != nil {
		return cli.CheckFailed(err)
	}
	openings, err := o.openings()
	if err != nil {
		return err
	}
	var positions []int
	for i := range list.Len() {
		entry := string(list.At(i).Data)
		if *o.entry == "" || entry == *o.entry || openings[entry].Entry == *o.entry {
			positions = append(positions, i)
		}
	}
	if positions == nil {
		return cli.CheckFailed(fmt.Errorf("%q isn't in the list", *o.entry))
	}
	for _, p := range list.Prove(positions...) {
		entry := string(p.Entry().Data)
		if open, ok := openings[entry]; ok {
			fmt.Fprintf(out, "%s\t%s\t%s\n", open.Entry, receiptOf(p), open.Salt)
		} else {
			fmt.Fprintf(out, "%s\t%s\n", entry, receiptOf(p))
		}
	}
	return nil
}

// drawWinners draws, and writes the page if there is to be one.
func (o options) drawWinners() (result, error) {
	a, err := readAnnouncement(*o.result)
	if err != nil {
		return result{}, err
	}
	list, err := readAnnounced(*o.list, a)
	if err != nil {
		return result{}, err
	}
	r := resultOf(a)
	network, err := drand.NetworkOf(a.Terms())
	if err != nil {
		return r, err
	}
	var text []byte
	if *o.fetch {
		text, err = fetch(network, a.Terms().Round)
	} else {
		text, err = os.ReadFile(*o.round)
	}
	if err != nil {
		return r, err
	}
	openings, err := o.openings()
	if err != nil {
		return r, err
	}
	value, err := network.ParseRound(text)
	if err != nil {
		return r, cli.CheckFailed(err)
	}
	positions, err := a.Draw(list, value)
	if err != nil {
		return r, cli.CheckFailed(err)
	}
	proofs := list.Prove(positions...)
	r.fill(a, value, proofs, openings)
	if *o.page != "" {
		err = os.WriteFile(*o.page, []byte(newPage(a, text, proofs, r)), 0o666)
	}
	return r, err
}

// relay is where drand publishes its rounds; a test has its own.
var relay = "https://api.drand.sh"

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
		return nil, errors.New("drand doesn't have this round yet")
	}
	return nil, fmt.Errorf("drand answers %s", answer.Status)
}

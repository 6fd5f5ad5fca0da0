package main

import (
	"bufio"
	"cmp"
	"flag"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/shuffle/draw"
	"github.com/squaredeal/squaredeal/shuffle/draw/drand"
)

// An announceMode prints an announcement, and on stderr what to do with it.
type announceMode struct {
	list *string
	offer
}

func (m *announceMode) define(flags *flag.FlagSet) {
	m.list = cli.File(flags, "announce")
	m.offer.define(flags)
}

func (m *announceMode) run(w world, out *bufio.Writer, stderr io.Writer) error {
	a, err := m.announcement(w.now(), *m.list, stderr)
	if err != nil {
		return err
	}
	if err := m.writeHidden(*m.list); err != nil {
		return err
	}
	fmt.Fprint(out, a.Text())
	fmt.Fprintf(stderr, "\n%s\n", cli.Wrap("", "", m.publish(a, "these lines")))
	return nil
}

// An offer is what an organiser decides beside the list, as flags say it.
type offer struct {
	at, label, place, void, previous, network, hide *string
	winners, substitutes                            *int
	margin                                          *time.Duration
	weights, tickets, once                          *bool
}

func (o *offer) define(flags *flag.FlagSet) {
	*o = offer{
		at: anyText(flags, "at"), label: anyText(flags, "label"), place: anyText(flags, "place"), void: anyText(flags, "void"),
		previous: cli.File(flags, "previous"), network: cli.Choice(flags, "network", "quicknet", "default"), hide: cli.File(flags, "hide"),
		winners: cli.Int(flags, "winners", 1, 1, draw.MaxEntries), substitutes: cli.Int(flags, "substitutes", 0, 0, draw.MaxEntries),
		margin:  marginFlag(flags),
		weights: on(flags, "weights"), tickets: on(flags, "tickets"), once: on(flags, "once"),
	}
}

func (o offer) form() form { return form{*o.weights, *o.tickets, *o.once} }

// publish says what to do with an announcement.
func (o offer) publish(a *draw.Announcement, what string) string {
	list := "the list"
	if *o.hide != "" {
		list = o.hiddenFile()
	}
	margin := ""
	if *o.margin < draw.Margin {
		margin = fmt.Sprintf(" Whoever checks this needs -margin %v.", *o.margin)
	}
	return fmt.Sprintf("%s. Publish %s at %s before %s, and %s, or give each entrant their receipt (-receipts). Say these words, "+
		"so that entrants can compare them: %s.%s",
		entries(a.Entries()), what, a.Terms().Place, a.Terms().Time.Add(-*o.margin).Format(time.RFC3339), list, a.Digest().Words(), margin)
}

// announcement makes an announcement of a list, whose entries it hides if that is asked for: then it
// stores the salts, and writeHidden the list.
func (o offer) announcement(now time.Time, file string, stderr io.Writer) (*draw.Announcement, error) {
	if err := o.checkVisible(); err != nil {
		return nil, err
	}
	at, err := o.time(now)
	if err != nil {
		return nil, err
	}
	list, err := o.form().read(file)
	if err != nil {
		return nil, err
	}
	warn(stderr, list)
	store := func() error { return nil }
	if *o.hide != "" {
		if list, store, err = o.hideList(list); err != nil {
			return nil, err
		}
		if *o.weights || *o.once {
			fmt.Fprint(stderr, cli.Wrap("", "", besideWeights))
		}
	}
	terms, err := o.terms(at)
	if err != nil {
		return nil, err
	}
	a, err := draw.Announce(terms, list)
	if err != nil {
		return nil, err
	}
	if err := a.CheckTime(now, *o.margin); err != nil {
		return nil, err
	}
	return a, store()
}

// checkVisible refuses texts with characters that people can't see.
func (o offer) checkVisible() error {
	for _, text := range []string{*o.label, *o.place, *o.void} {
		if rest := strings.NewReplacer(`\`, "", " ", "").Replace(text); visible(rest) != rest { // people see these
			return cli.Misuse(fmt.Errorf("people can't see all characters of %q", text))
		}
	}
	return nil
}

// time reads -at, a time or how long from now.
func (o offer) time(now time.Time) (time.Time, error) {
	at, err := time.Parse(time.RFC3339, *o.at)
	if wait, errWait := time.ParseDuration(*o.at); errWait == nil {
		return now.Add(wait), nil
	}
	if err != nil {
		err = cli.Misuse(fmt.Errorf("-at: %w", err))
	}
	return at, err
}

// networkOf returns the network of a name.
func networkOf(name string) *drand.Network {
	if name == drand.Default().Name() {
		return drand.Default()
	}
	return drand.Quicknet()
}

// announcedNetwork returns the network that an announcement names, whose round must come at the time that it
// names: else the draw could come to nothing.
func announcedNetwork(a *draw.Announcement) (*drand.Network, error) {
	network, err := drand.NetworkOf(a.Terms())
	if err != nil {
		return nil, cli.CheckFailed(err)
	}
	return network, nil
}

// terms returns the terms of a draw by the first round at a time or after it.
func (o offer) terms(at time.Time) (draw.Terms, error) {
	network := networkOf(*o.network)
	round := network.RoundAt(at)
	begins, err := network.TimeOf(round)
	if err != nil {
		return draw.Terms{}, err
	}
	terms := draw.Terms{
		Label: *o.label, Place: *o.place, Number: 1, Winners: *o.winners, Substitutes: *o.substitutes,
		Beacon: network.Beacon(), Round: round, Time: begins,
	}
	if *o.previous != "" {
		previous, err := readAnnouncement(*o.previous)
		if err != nil {
			return draw.Terms{}, err
		}
		terms.Number, terms.Previous = previous.Terms().Number+1, previous.Digest()
	}
	terms.Void = cmp.Or(*o.void, fmt.Sprintf("if drand hasn't given this round within a week; announcement %d then names another",
		terms.Number+1))
	return terms, nil
}

// differing returns the flags that say other things than an announcement that was made with them.
func (o offer) differing(a *draw.Announcement) (flags []string, err error) {
	stored := a.Terms()
	at := stored.Time
	if _, err := time.ParseDuration(*o.at); err != nil { // how long from now isn't when it was said first
		if at, err = o.time(at); err != nil {
			return nil, err
		}
	}
	terms, err := o.terms(at)
	if err != nil {
		return nil, err
	}
	f := o.form()
	for _, c := range []struct {
		flag string
		same bool
	}{
		{"-network", terms.Beacon == stored.Beacon}, {"-at", terms.Beacon != stored.Beacon || terms.Time.Equal(stored.Time)},
		{"-label", terms.Label == stored.Label}, {"-place", terms.Place == stored.Place},
		{"-void", terms.Void == stored.Void || *o.void == "" && terms.Number != stored.Number}, // which it names if nothing else is said
		{"-winners", terms.Winners == stored.Winners}, {"-substitutes", terms.Substitutes == stored.Substitutes},
		{"-previous", terms.Number == stored.Number && terms.Previous == stored.Previous},
		{"-weights", f.weights == a.Weighted() || a.Joined()}, {"-tickets", f.tickets == (a.Repeats() || a.Joined())},
		{"-once", f.joined == a.Joined()},
	} {
		if !c.same {
			flags = append(flags, c.flag)
		}
	}
	return flags, nil
}

// warn names the entries that people could take for others.
func warn(stderr io.Writer, list *draw.List) {
	for _, warning := range warnings(entriesOf(list), 20) {
		fmt.Fprint(stderr, cli.Wrap("", "  ", "Warning: "+warning+"."))
	}
}

package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/squaredeal/squaredeal/commit"
	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/examples/internal/relay"
	"github.com/squaredeal/squaredeal/otpdeal"
)

// greet joins the table, and exchanges the keys that sign and seal all that follows.
func (s *seat) greet() (text string, err error) {
	if s.Channel, err = relay.Join(s.place, s.game, s.waits); err != nil {
		return "", err
	}
	if s.session, err = s.Greet(); err != nil {
		return "", err
	}
	return "found the fingerprint " + relay.Fingerprint(s.session) + ".", nil
}

// waits notes that some seats are still free.
func (s *seat) waits(free int) {
	s.note(waiting, fmt.Sprintf("waits for %s.", cli.Count(free, "more seat")))
}

// promise is the Host's commitment to its table, before any card moves: to each card on
// its own. All make sure that they were told the same.
func (s *seat) promise() (string, error) {
	const size = len(commit.Commitment{})
	var all []byte
	var err error
	text := "got the Host's 52 commitments, the same as the others."
	if s.number == otpdeal.HostSeat {
		text = "committed to the order of its cards and to their keys."
		if s.host, err = otpdeal.GenerateHost(s.session[:], keepNothing); err != nil {
			return "", err
		}
		for i, value := range s.host.Entries() {
			c, nonce := commit.Commit(s.context("table", otpdeal.HostSeat, i), value)
			all = append(all, c[:]...)
			s.openings = append(s.openings, opening{nonce.Bytes(), value})
		}
		err = s.say(tableKind, all)
	} else {
		all, err = s.hear(otpdeal.HostSeat, tableKind, otpdeal.DeckSize*size)
	}
	if err != nil {
		return "", err
	}
	for c := range slices.Chunk(all, size) {
		s.promised = append(s.promised, commit.Commitment(c))
	}
	return text, s.Agree(agreeKind)
}

// deal is the deal by package otpdeal. Its messages go from seat to seat; the relay sees
// who sends to whom, and how much.
func (s *seat) deal() (string, error) {
	inFlight, err := s.takeRole()
	if err != nil {
		return "", err
	}
	for {
		for _, m := range inFlight {
			if err := s.Tell(m.To(), append([]byte{dealKind, byte(m.Kind())}, s.player.send(m)...)); err != nil {
				return "", err
			}
		}
		waiting := s.role.Missing()
		if len(waiting) == 0 {
			break
		}
		from, payload, err := s.Hear(dealKind, waiting...)
		if err != nil {
			return "", err
		}
		m, err := s.parseDeal(payload, from, s.number)
		if err == nil {
			inFlight, err = s.role.Receive(m)
		}
		if err != nil {
			return "", s.blameAs(err)
		}
	}
	if s.hand, err = s.role.Hand(); err != nil {
		return "", err
	}
	return "saw its hand: " + show(s.hand), nil
}

// parseDeal reads a message of the deal.
func (s *seat) parseDeal(payload []byte, from, to int) (otpdeal.Message, error) {
	if len(payload) == 0 {
		return otpdeal.ParseMessage(s.session[:], 0, from, to, nil)
	}
	return otpdeal.ParseMessage(s.session[:], otpdeal.Kind(payload[0]), from, to, payload[1:])
}

// keepNothing is the store of roles that end with their process.
func keepNothing(_, _ otpdeal.State) error { return nil }

// takeRole begins the seat's part of the deal, and returns its first messages.
func (s *seat) takeRole() (first []otpdeal.Message, err error) {
	id := s.session[:]
	switch s.number {
	case otpdeal.HostSeat:
		var host *otpdeal.Host
		if host, err = s.player.deal(id, s.host); err == nil {
			first, err = host.Start()
		}
		s.role = host
	case otpdeal.KeyMasterSeat:
		s.role, err = otpdeal.NewKeyMaster(id, keepNothing)
	case otpdeal.DealerSeat:
		s.role, err = otpdeal.GenerateDealer(id, keepNothing)
	default:
		s.role, err = otpdeal.NewDummy(id, keepNothing)
	}
	return first, err
}

// promiseRecord commits to what this seat sent and got in the deal, before anything of
// it is known to all.
func (s *seat) promiseRecord() (text string, err error) {
	s.ownRecord, err = s.commitTo(recordKind, "record", s.role.Record().Value(), &s.records)
	return "committed to everything sent and received in the deal.", err
}

// show lists cards by suit, for people.
func show(hand []otpdeal.Card) string {
	sorted := slices.SortedFunc(slices.Values(hand), func(a, b otpdeal.Card) int {
		if d := int(a.Suit()) - int(b.Suit()); d != 0 {
			return d
		}
		return strength(a) - strength(b)
	})
	return strings.Join(textsOf(sorted), " ")
}

func textsOf(cards []otpdeal.Card) []string {
	texts := make([]string, len(cards))
	for i, c := range cards {
		texts[i] = c.String()
	}
	return texts
}

package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/squaredeal/squaredeal/commit"
	"github.com/squaredeal/squaredeal/otpdeal"
)

// exchange makes keys with the other seats.
func (s *seat) exchange() (string, error) {
	c, err := join(s.conn, s.number, s.arrival)
	if err != nil {
		return "", err
	}
	s.channel = c
	if s.session, err = c.exchangeKeys(); err != nil {
		return "", err
	}
	return fmt.Sprintf("finds the fingerprint %x", s.session[:10]), nil
}

// promise is the Host's commitment to its table, before any card moves: to each card on
// its own. Everybody makes sure that all got the same.
func (s *seat) promise() (string, error) {
	if s.number == otpdeal.HostSeat {
		var err error
		if s.host, err = otpdeal.GenerateHost(s.session[:], keepNothing); err != nil {
			return "", err
		}
		for i, value := range s.host.Entries() {
			c, nonce := commit.Commit(s.context("table", otpdeal.HostSeat, i), value)
			s.promised = append(s.promised, c)
			s.openings = append(s.openings, opening{nonce, value})
		}
	}
	var all []byte
	for _, c := range s.promised {
		all = append(all, c[:]...)
	}
	text := "commits to the order of its cards and to their keys."
	if s.number == otpdeal.HostSeat {
		if err := s.tell(tableKind, all); err != nil {
			return "", err
		}
	} else {
		const size = len(commit.Commitment{})
		var err error
		if all, err = s.hear(otpdeal.HostSeat, tableKind, otpdeal.DeckSize*size); err != nil {
			return "", err
		}
		for c := range slices.Chunk(all, size) {
			s.promised = append(s.promised, commit.Commitment(c))
		}
		text = "has the Host's 52 commitments, the same as the others."
	}
	return text, s.agree(all, "commitments of the Host")
}

// deal is the deal by package otpdeal. Its messages go from seat to seat; the hub sees
// who sends to whom, and how much.
func (s *seat) deal() (string, error) {
	inFlight, err := s.takeRole()
	if err != nil {
		return "", err
	}
	for {
		for _, m := range inFlight {
			if err := s.send(m.To(), append([]byte{byte(m.Kind())}, s.falsified(m)...)); err != nil {
				return "", err
			}
		}
		waiting := s.role.Missing()
		if len(waiting) == 0 {
			break
		}
		from, message, err := s.receive(waiting...)
		if err != nil {
			return "", err
		}
		if len(message) == 0 || message[0] >= tableKind {
			_, err := unwrap(from, message, 0)
			return "", err
		}
		m, err := otpdeal.ParseMessage(s.session[:], otpdeal.Kind(message[0]), from, s.number, message[1:])
		if err != nil {
			return "", blameAs(err)
		}
		if inFlight, err = s.role.Receive(m); err != nil {
			return "", blameAs(err)
		}
	}
	if s.hand, err = s.role.Hand(); err != nil {
		return "", err
	}
	return "sees its hand: " + show(s.hand), nil
}

// takeRole begins the seat's part of the deal, and returns its first messages.
func (s *seat) takeRole() ([]otpdeal.Message, error) {
	switch s.number {
	case otpdeal.HostSeat:
		host := s.host
		if s.cheats { // with other cards than it has committed to
			var err error
			if host, err = otpdeal.GenerateHost(s.session[:], keepNothing); err != nil {
				return nil, err
			}
		}
		s.role = host
		return host.Start()
	case otpdeal.KeyMasterSeat:
		role, err := otpdeal.NewKeyMaster(s.session[:], keepNothing)
		s.role = role
		return nil, err
	case otpdeal.DealerSeat:
		role, err := otpdeal.GenerateDealer(s.session[:], keepNothing)
		s.role = role
		return nil, err
	default:
		role, err := otpdeal.NewDummy(s.session[:], keepNothing)
		s.role = role
		return nil, err
	}
}

// keepNothing is the store of roles that end with their process.
func keepNothing(_, _ otpdeal.State) error { return nil }

// falsified is the payload to send: what the role says, unless a cheat changes it. For
// a Host, a message that comes back changed differs from its table.
func (s *seat) falsified(m otpdeal.Message) []byte {
	payload := m.Payload()
	cards := s.number == otpdeal.DealerSeat && m.Kind() == otpdeal.SendCards
	keys := s.number == otpdeal.KeyMasterSeat && m.Kind() == otpdeal.SendKeys
	if s.cheats && m.To() == otpdeal.HostSeat && (cards || keys) {
		payload[0] ^= 0x40 // the card becomes one of another suit
	}
	return payload
}

// promiseRecord commits to what this seat sent and got in the deal, before anything of
// it is known to all.
func (s *seat) promiseRecord() (string, error) {
	c, o, err := s.commitTo("record", s.role.Record().Value())
	if err != nil {
		return "", err
	}
	s.records[s.number], s.ownRecord = c, o
	return "commits to what it sent and got in the deal.", s.hearCommitments(&s.records)
}

// show lists cards by suit, for people.
func show(hand []otpdeal.Card) string {
	sorted := slices.SortedFunc(slices.Values(hand), func(a, b otpdeal.Card) int {
		if d := int(a.Suit()) - int(b.Suit()); d != 0 {
			return d
		}
		return strength(a) - strength(b)
	})
	text := make([]string, len(sorted))
	for i, c := range sorted {
		text[i] = c.String()
	}
	return strings.Join(text, " ")
}

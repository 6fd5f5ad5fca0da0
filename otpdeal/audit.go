package otpdeal

import (
	"bytes"
	"fmt"
	"slices"
)

// A Report is the result of an [Audit].
type Report struct {
	// Findings are the contradictions. At least one of the seats that each names has
	// deviated from the protocol: it sent what it shouldn't have, or its record lies.
	Findings []*BlameError
	// Missing are messages that a record lacks, though it has what precedes them. If
	// the seats agree that the deal was finished, those named withhold them; if it was
	// broken off, they show where.
	Missing []*BlameError

	hands [NumSeats][]Card
}

// OK reports whether the deal was finished and nothing contradicts it. Then every
// seat that follows the protocol holds the cards of the Host's table at the numbers
// that it was dealt, the hands are 13 cards each, and the four are the full deck.
func (r Report) OK() bool { return r.hands[0] != nil }

// Hand returns the cards that a seat was dealt, in that order. It returns an
// [ErrState] if the report isn't OK, and an [ErrMalformed] for a seat that doesn't
// exist.
func (r Report) Hand(seat int) ([]Card, error) {
	if seat < 0 || seat >= NumSeats {
		return nil, malformed("there is no seat %d", seat)
	}
	if !r.OK() {
		return nil, fmt.Errorf("%w: the audit didn't confirm the hands", ErrState)
	}
	return slices.Clone(r.hands[seat]), nil
}

// Suspects returns the seats that all findings name, in ascending order. If there
// are findings, and one seat alone has deviated, it is among them.
func (r Report) Suspects() (seats []int) {
	for seat := range NumSeats {
		named := func(b *BlameError) bool { return slices.Contains(b.Seats, seat) }
		if len(r.Findings) > 0 && !slices.ContainsFunc(r.Findings, func(b *BlameError) bool { return !named(b) }) {
			seats = append(seats, seat)
		}
	}
	return seats
}

// Audit checks a deal after the hand, from the Values of the Host's table, as its
// commitments were opened, and from the record of each seat; the zero Record stands
// for one that a seat doesn't give. It returns an [ErrMalformed] if a record is at
// another seat's place.
//
// Each record must follow from the seat's inputs (a contradiction names that seat
// alone), each message must be the same at both of its ends (a difference names the
// two), and the table must be a full deck and what the Host sent (otherwise it names
// the Host). SPEC.md, section 7, lists the checks.
func Audit(values [][]byte, records [NumSeats]Record) (Report, error) {
	a := audit{}
	for seat, r := range records {
		if r.isZero() {
			a.miss(fmt.Errorf("%w: the record of seat %d", ErrMissing, seat), seat)
			continue
		}
		if r.seat != seat {
			return Report{}, malformed("the record of seat %d is at the place of seat %d", r.seat, seat)
		}
		a.logs[seat] = r.secret()
	}
	cards, table := a.table(values)
	for seat := range records {
		if a.logs[seat] != nil {
			a.order(seat)
			a.requested(seat)
		}
	}
	if a.logs[HostSeat] != nil && table != nil {
		a.host(table)
	}
	if a.logs[DealerSeat] != nil {
		a.dealer()
	}
	if a.logs[KeyMasterSeat] != nil {
		a.keyMaster()
	}
	for i := range routes {
		a.ends(i)
	}
	if len(a.report.Findings) == 0 && len(a.report.Missing) == 0 {
		for seat := range a.report.hands {
			for _, n := range a.numbers(DealerSeat, seat) {
				a.report.hands[seat] = append(a.report.hands[seat], cards[n])
			}
		}
	}
	return a.report, nil
}

// An audit is one in progress.
type audit struct {
	logs   [NumSeats]*transcript // nil where there is no record
	report Report
}

func (a *audit) find(err error, seats ...int) {
	a.report.Findings = append(a.report.Findings, blame(err, seats...))
}

func (a *audit) miss(err error, seat int) {
	a.report.Missing = append(a.report.Missing, blame(err, seat))
}

// table checks the opened table, and returns it if it can be read.
func (a *audit) table(values [][]byte) ([]Card, *[2][DeckSize]byte) {
	encrypted, keys, err := parseValues(values)
	if err != nil {
		a.find(err, HostSeat)
		return nil, nil
	}
	cards := make([]Card, DeckSize)
	for i := range cards {
		cards[i] = Card(encrypted[i] ^ keys[i])
	}
	if err := checkCards("the table", cards); err != nil {
		a.find(err, HostSeat)
	}
	return cards, &[2][DeckSize]byte{encrypted, keys}
}

// order checks that a seat has recorded no message without those it needs.
func (a *audit) order(seat int) {
	for i, r := range routes {
		if a.logs[seat][i] == nil {
			continue
		}
		if need, lacks := a.logs[seat].lacks(r, seat); lacks {
			a.find(fmt.Errorf("%w: seat %d recorded %v without %v", ErrState, seat, r, need), seat)
		}
	}
}

// requested checks that a seat asked for the keys of the cards that it was dealt.
func (a *audit) requested(seat int) {
	if seat == DealerSeat || seat == KeyMasterSeat {
		return
	}
	dealt, request := a.numbers(seat, seat), a.logs[seat].get(RequestKeys, seat, KeyMasterSeat)
	if dealt == nil || request == nil {
		return
	}
	for _, n := range request {
		if !slices.Contains(dealt, n) {
			a.find(fmt.Errorf("%w: seat %d asked for key %d, which isn't that of a card it was dealt", ErrMismatch, seat, n), seat)
			return
		}
	}
}

// numbers returns those of the cards that a seat was dealt, by the record of another,
// nil if that doesn't tell. What the Card Dealer kept is what it asked for.
func (a *audit) numbers(by, seat int) []byte {
	r := route{SendCards, DealerSeat, seat}
	if seat == DealerSeat {
		r = route{RequestKeys, DealerSeat, KeyMasterSeat}
	}
	payload := a.logs[by][r.index()]
	if payload == nil {
		return nil
	}
	return r.numbers(payload)
}

// host checks that the Host sent what is on its table.
func (a *audit) host(table *[2][DeckSize]byte) {
	for i, r := range []route{{SendAllCards, HostSeat, DealerSeat}, {SendAllKeys, HostSeat, KeyMasterSeat}} {
		sent := a.logs[HostSeat][r.index()]
		if sent != nil && !bytes.Equal(sent, table[i][:]) {
			a.find(fmt.Errorf("%w: %v isn't what was committed to", ErrMismatch, r), HostSeat)
		}
	}
}

// dealer checks that the Card Dealer dealt what it was sent, each number once.
func (a *audit) dealer() {
	log := a.logs[DealerSeat]
	all := log.get(SendAllCards, HostSeat, DealerSeat)
	for seat := range NumSeats {
		numbers := a.numbers(DealerSeat, seat)
		for other := range seat {
			if n, ok := clash(a.numbers(DealerSeat, other), numbers); ok {
				a.find(fmt.Errorf("%w: seat %d dealt number %d to seat %d and to seat %d", ErrTaken, DealerSeat, n, other, seat), DealerSeat)
			}
		}
		if seat == DealerSeat || numbers == nil || all == nil {
			continue
		}
		r := route{SendCards, DealerSeat, seat}
		if !bytes.Equal(log[r.index()][:HandSize], pick(all, numbers)) {
			a.find(fmt.Errorf("%w: %v holds another encrypted card than seat %d was sent", ErrMismatch, r, DealerSeat), DealerSeat)
		}
	}
}

// keyMaster checks that the Key Master gave the keys it was sent, each once.
func (a *audit) keyMaster() {
	log := a.logs[KeyMasterSeat]
	for i, r := range routes {
		if r.to != KeyMasterSeat || log[i] == nil {
			continue
		}
		for j, other := range routes[:i] {
			if other.to != KeyMasterSeat || log[j] == nil {
				continue
			}
			if n, ok := clash(other.numbers(log[j]), r.numbers(log[i])); ok {
				a.find(fmt.Errorf("%w: seat %d accepted number %d by %v and by %v", ErrTaken, KeyMasterSeat, n, other, r), KeyMasterSeat)
			}
		}
	}
	all := log.get(SendAllKeys, HostSeat, KeyMasterSeat)
	for i, r := range routes {
		if r.kind != SendKeys || log[i] == nil || all == nil {
			continue
		}
		if request := log.get(RequestKeys, r.to, KeyMasterSeat); request != nil && !bytes.Equal(log[i], pick(all, request)) {
			a.find(fmt.Errorf("%w: %v holds another key than seat %d was sent", ErrMismatch, r, KeyMasterSeat), KeyMasterSeat)
		}
	}
}

// ends compares what the two ends of a message have recorded.
func (a *audit) ends(i int) {
	r := routes[i]
	from, to := a.logs[r.from], a.logs[r.to]
	if from == nil {
		return
	}
	_, lacks := from.lacks(r, r.from)
	switch {
	case to != nil && to[i] != nil && !bytes.Equal(from[i], to[i]):
		a.find(fmt.Errorf("%w: %v", ErrDisputed, r), r.from, r.to)
	case from[i] == nil && !lacks:
		a.miss(fmt.Errorf("%w: %v wasn't sent", ErrMissing, r), r.from)
	case from[i] != nil && to != nil && to[i] == nil:
		a.miss(fmt.Errorf("%w: %v wasn't accepted", ErrMissing, r), r.to)
	}
}

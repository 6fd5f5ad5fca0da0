package otpdeal

import (
	"bytes"
	"slices"

	"github.com/squaredeal/squaredeal/internal/secret"
	"github.com/squaredeal/squaredeal/internal/wrap"
)

// Audit checks a deal after the hand, and returns the cards that each seat was dealt,
// in that order. Its inputs are the deal's id, the [Host.Entries] as the Host's
// commitments to them were opened, and the [Record.Bytes] of each seat as its
// commitment to it was opened; nil stands for what wasn't given.
//
// The error is nil only if the deal was finished and nothing contradicts it. Then every
// seat that follows the protocol holds the cards of the entries at the numbers that it
// was dealt, the hands are 13 cards each, and together they are the full deck.
// Otherwise the error is an [AuditError], or an [ErrMalformed] if the deal id can't be
// one.
//
// Each record must follow from what the seat received (a contradiction names that seat
// alone), each message must be the same at both ends (a difference names both), and the
// entries must be a full deck and what the Host sent (otherwise the Host is named). A
// record that isn't one of that seat and deal names the seat that opened it: make sure
// before the deal that all seats use the same id. SPEC.md, section 7, lists the checks.
func Audit(deal []byte, entries [][]byte, records [NumSeats][]byte) (hands [NumSeats][]Card, err error) {
	if err := checkDeal(deal); err != nil {
		return hands, err
	}
	a := audit{}
	deck := a.deck(deal, entries)
	for seat, value := range records {
		a.record(deal, seat, value)
	}
	for seat := range records {
		if a.logs[seat] != nil {
			a.order(seat)
			a.requested(seat)
		}
	}
	if a.logs[HostSeat] != nil && deck != nil {
		a.host(deck)
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
	if len(a.Findings) != 0 || len(a.Missing) != 0 {
		return hands, &a.AuditError
	}
	cards := deck.decrypted()
	for seat := range hands {
		for _, n := range a.numbers(DealerSeat, seat) {
			hands[seat] = append(hands[seat], cards[n])
		}
	}
	return hands, nil
}

// An audit is one in progress.
type audit struct {
	logs [NumSeats]*transcript // nil where there is no record that can be read
	AuditError
}

func (a *audit) find(err error, at ...int) {
	a.Findings = append(a.Findings, blame(err, at...))
}

func (a *audit) miss(err error, seat int) {
	a.Missing = append(a.Missing, &MissingError{seat, err})
}

// deck checks the opened entries, and returns them if they can be read.
func (a *audit) deck(deal []byte, entries [][]byte) *encryptedDeck {
	if len(entries) == 0 {
		a.miss(wrap.Errorf(ErrMissing, "the entries"), HostSeat)
		return nil
	}
	d, err := parseEntries(deal, entries)
	if err != nil {
		a.find(err, HostSeat)
		return nil
	}
	if err := checkCards("the deck", d.decrypted()); err != nil {
		a.find(err, HostSeat)
	}
	return &d
}

// record checks what a seat opened as its record, and keeps what it can read.
func (a *audit) record(deal []byte, seat int, value []byte) {
	if len(value) == 0 {
		a.miss(wrap.Errorf(ErrMissing, "the record"), seat)
		return
	}
	r, err := ParseRecord(value)
	switch {
	case err != nil:
		a.find(err, seat)
	case r.seat != seat:
		a.find(wrap.Errorf(ErrMalformed, "record: it is of seat %d", r.seat), seat)
	case r.deal != string(deal):
		a.find(wrap.Errorf(ErrMalformed, "record: it is of another deal, or its deal id differs from yours"), seat)
	default:
		a.logs[seat] = secret.Reveal(r.hiddenLog)
	}
}

// order checks that a seat has recorded no message without those it needs.
func (a *audit) order(seat int) {
	for i, r := range routes {
		if a.logs[seat][i] == nil {
			continue
		}
		if need, lacks := a.logs[seat].lacks(r, seat); lacks {
			a.find(wrap.Errorf(ErrState, "seat %d recorded %v without %v", seat, r, need), seat)
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
			a.find(wrap.Errorf(ErrMismatch, "seat %d asked for key %d, but wasn't dealt that number", seat, n), seat)
			return
		}
	}
}

// numbers returns those that a seat was dealt, according to the record of seat by, nil
// if that doesn't tell. What the Card Dealer kept is what it asked for.
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

// host checks that the Host sent what it committed to.
func (a *audit) host(deck *encryptedDeck) {
	for _, c := range []struct {
		route
		committed []byte
	}{
		{route{SendAllKeys, HostSeat, KeyMasterSeat}, deck.keys[:]},
		{route{SendAllCards, HostSeat, DealerSeat}, deck.cards[:]},
	} {
		if sent := a.logs[HostSeat][c.index()]; sent != nil && !bytes.Equal(sent, c.committed) {
			a.find(wrap.Errorf(ErrMismatch, "%v isn't what was committed to", c.route), HostSeat)
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
				a.find(wrap.Errorf(ErrTaken, "seat %d dealt number %d to seat %d and to seat %d", DealerSeat, n, other, seat), DealerSeat)
			}
		}
		if seat == DealerSeat || numbers == nil || all == nil {
			continue
		}
		r := route{SendCards, DealerSeat, seat}
		if !bytes.Equal(log[r.index()][:HandSize], pick(all, numbers)) {
			a.find(wrap.Errorf(ErrMismatch, "%v holds an encrypted card that isn't the one seat %d was sent", r, DealerSeat), DealerSeat)
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
				a.find(wrap.Errorf(ErrTaken, "seat %d accepted number %d by %v and by %v", KeyMasterSeat, n, other, r), KeyMasterSeat)
			}
		}
	}
	all := log.get(SendAllKeys, HostSeat, KeyMasterSeat)
	for i, r := range routes {
		if r.kind != SendKeys || log[i] == nil || all == nil {
			continue
		}
		if request := log.get(RequestKeys, r.to, KeyMasterSeat); request != nil && !bytes.Equal(log[i], pick(all, request)) {
			a.find(wrap.Errorf(ErrMismatch, "%v holds a key that isn't the one seat %d was sent", r, KeyMasterSeat), KeyMasterSeat)
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
		a.find(wrap.Errorf(ErrDisputed, "%v", r), r.from, r.to)
	case from[i] == nil && !lacks:
		a.miss(wrap.Errorf(ErrMissing, "%v wasn't sent", r), r.from)
	case from[i] != nil && to != nil && to[i] == nil:
		a.miss(wrap.Errorf(ErrMissing, "%v wasn't accepted", r), r.to)
	}
}

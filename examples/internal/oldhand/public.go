package oldhand

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"

	"github.com/squaredeal/squaredeal/sra"
)

// public is what everyone can see of a hand: the state of an Observer, and of a Hand
// except its key and cards. It checks all messages. A value of it is changed only
// while it is nobody else's, after clone.
type public struct {
	id       []byte
	seats    int
	cards    sra.Deck // in clear
	numbers  []int    // of these cards, in the first public deck
	keys     []sra.PublicKey
	shuffled int      // by seats 0 … shuffled−1, as far as they are here
	deck     sra.Deck // as the last of them left it, without the layers of those that left since
	deals    []deal
	leaves   []leave         // in order
	heard    [][]digest      // SHA-256 of the messages that were accepted, by seat
	early    [][kinds][]byte // a message of each seat and kind that came too early, nil for none

	// All positions: those of the final deck from first on, those of earlier decks before.
	positions []position
	first     int

	redealing

	// Digests of what all seats have to have seen alike: the hand as agreed; that with all
	// public keys; that with the final deck.
	tableDigest, keysDigest, deckDigest digest
}

// A deal is the cards of one call of Deal, whose layers the seats take off in turn.
type deal struct {
	cards  []Deal
	next   int // the seat whose turn it is; the number of seats when the deal is done
	leaves int // how many seats had left when it began, or began again
	began  int // for an observer, the seat whose message began it
}

// A position is a card of a final deck.
type position struct {
	deal    int    // its number, −1 if the position isn't dealt from the present deck
	to      int    // as in Deal
	value   []byte // the card, without the layers that were taken off; nil if nobody will open it
	card    int    // its number, −1 if it isn't open to all
	shown   bool   // to all, by the seat that it was dealt to
	retired bool   // it is a kept card, and isn't dealt
}

var undealt = position{deal: -1, to: Everyone, card: -1}

func newPublic(id []byte, deck sra.Deck, seats int) (public, error) {
	switch {
	case len(id) < 1 || len(id) > MaxIDLen:
		return public{}, malformed("the hand's id has %d bytes, not 1 to %d", len(id), MaxIDLen)
	case seats < MinSeats || seats > MaxSeats:
		return public{}, malformed("a hand of %d seats, not %d to %d", seats, MinSeats, MaxSeats)
	case deck.Len() == 0:
		return public{}, malformed("zero Deck")
	}
	table := hashFields("hand/table", []byte(deck.Group().Name()), id, u32(seats), deck.Bytes())
	return public{
		id: slices.Clone(id), seats: seats, cards: deck, numbers: upTo(deck.Len()), deck: deck, keys: make([]sra.PublicKey, seats),
		positions: slices.Repeat([]position{undealt}, deck.Len()),
		heard:     make([][]digest, seats), early: make([][kinds][]byte, seats),
		redealing:   redealing{root: table, out: make([]bool, seats), vetoed: make([]bool, seats)},
		tableDigest: table,
	}, nil
}

// upTo returns the numbers 0 … n−1.
func upTo(n int) (numbers []int) {
	for i := range n {
		numbers = append(numbers, i)
	}
	return numbers
}

// clone returns a copy that may be changed. What byte slices hold never changes.
func (s public) clone() public {
	s.keys, s.deals, s.positions = slices.Clone(s.keys), slices.Clone(s.deals), slices.Clone(s.positions)
	s.heard, s.early, s.vetoed = slices.Clone(s.heard), slices.Clone(s.early), slices.Clone(s.vetoed)
	return s
}

// ready reports whether cards can be dealt.
func (s *public) ready() bool { return s.haveShuffled() && len(s.vetoers()) == 0 }

func (s *public) haveShuffled() bool { return s.shuffled == s.seats }

func (s *public) haveKeys() bool { return len(s.keyless()) == 0 }

// keyless returns the seats whose keys aren't here.
func (s *public) keyless() (seats []int) {
	for seat, k := range s.keys {
		if !s.out[seat] && isZero(k) {
			seats = append(seats, seat)
		}
	}
	return seats
}

// missing returns the seats that the others wait for. Nobody waits for a deal whose cards
// are all to seats that have left.
func (s *public) missing() (seats []int) {
	switch seats = s.keyless(); {
	case len(seats) > 0:
	case !s.haveShuffled():
		seats = append(seats, s.shuffled)
	default:
		seats = s.vetoers()
	}
	for _, d := range s.deals {
		if d.next < s.seats && slices.ContainsFunc(d.cards, func(c Deal) bool { return !s.hasLeft(c.To, len(s.leaves)) }) {
			seats = append(seats, d.next)
		}
	}
	slices.Sort(seats)
	return slices.Compact(seats)
}

// receive takes a message, or keeps it if it is early. An error leaves s as it was; only
// of several messages together, those before one that is early are taken. A message that
// was accepted before, or is kept, changes nothing: errDone. Follow is set for an
// observer, which learns deals from messages; tried, for a message that was kept.
func (s *public) receive(from int, message []byte, follow, tried bool) (err error) {
	if len(message) == 0 {
		return blame(malformed("the message is empty"), from)
	}
	kind, hash := message[0], digest(sha256.Sum256(message))
	if slices.Contains(s.heard[from], hash) {
		return errDone
	}
	switch {
	case kind < keyMessage || kind >= kinds:
		return blame(malformed("a message of kind %d", kind), from)
	case len(message) < headSize:
		return blame(malformed("a message of %d bytes, fewer than %d", len(message), headSize), from)
	case digest(message[1:headSize]) != s.tableDigest:
		return diverged("a message of seat %d is of a hand with another id, group, deck or number of seats", from)
	case s.out[from]:
		return diverged("a message of seat %d, which the cards were dealt again without", from)
	case len(message) > s.longest(): // it could be kept otherwise
		return blame(malformed("a message of %d bytes, more than %d", len(message), s.longest()), from)
	case !tried && slices.Equal(s.early[from][kind], message):
		return errDone // it is early still, or retry would have taken it
	}
	switch kind {
	case keyMessage:
		err = s.receiveKey(from, message[headSize:])
	case shuffleMessage:
		err = s.receiveShuffle(from, message[headSize:])
	case decryptionMessage:
		err = s.receiveDecryption(from, message, follow)
	case showMessage:
		err = s.receiveShow(from, message, follow)
	case leaveMessage:
		err = s.receiveLeave(from, message[headSize:])
	case vetoMessage:
		err = s.receiveVeto(from, message[headSize:])
	case togetherMessage:
		err = s.receiveTogether(from, message[headSize:], follow)
	}
	switch {
	case err == nil:
		s.heard[from] = append(slices.Clip(s.heard[from]), hash)
		return nil
	case tried || !errors.Is(err, ErrEarly):
		return err
	case s.early[from][kind] == nil:
		s.early[from][kind] = slices.Clone(message)
		return nil
	}
	return fmt.Errorf("%w, and another one of seat %d is kept already", err, from)
}

// longest is the length of the longest message.
func (s *public) longest() int {
	return HandMessageSize(s.cards.Group(), s.cards.Len(), s.seats)
}

// retry takes one of the messages that were kept, if one isn't early any more, and
// reports whether it did. It drops one that is at fault, and returns its error.
func (s *public) retry(follow bool) (took bool, err error) {
	for from := range s.early {
		for kind, message := range s.early[from] {
			if message == nil {
				continue
			}
			before := len(s.heard[from])
			switch err := s.receive(from, message, follow, true); {
			case err == nil || err == errDone:
				s.early[from][kind] = nil
				return true, nil
			case !errors.Is(err, ErrEarly):
				s.early[from][kind] = nil
				return false, &KeptError{from, err}
			case len(s.heard[from]) > before:
				return true, nil // a part of it
			}
		}
	}
	return false, nil
}

func blame(err error, seats ...int) error { return &BlameError{seats, err} }

func (s *public) keyContext(seat int) []byte {
	d := hashFields("hand/key", s.tableDigest[:], u32(seat))
	return d[:]
}

func (s *public) receiveKey(from int, body []byte) error {
	if !isZero(s.keys[from]) {
		return blame(stateError("it has announced its key in another message"), from)
	}
	g := s.cards.Group()
	size := g.ElementSize()
	if want := size + sra.KeyProofSize(g); len(body) != want {
		return blame(malformed("the message of the key has %d bytes of key and proof, not %d", len(body), want), from)
	}
	k, err := sra.ParsePublicKey(g, body[:size])
	if err != nil {
		return blame(err, from)
	}
	if err := k.VerifyKey(s.keyContext(from), body[size:]); err != nil {
		return blame(err, from)
	}
	if other := slices.IndexFunc(s.keys, k.Equal); other >= 0 {
		return blame(invalid("it has the key of seat %d", other), from)
	}
	s.addKey(from, k)
	return nil
}

func (s *public) addKey(seat int, k sra.PublicKey) {
	s.keys[seat] = k
	s.fixDigests()
}

// fixDigests computes the digests of what is final.
func (s *public) fixDigests() {
	if s.haveKeys() {
		var keys []byte
		for _, k := range s.keys {
			keys = append(keys, k.Bytes()...) // none of a seat that is out
		}
		s.keysDigest = hashFields("hand/keys", s.tableDigest[:], keys)
	}
	if s.haveShuffled() && len(s.leaves) == 0 {
		s.deckDigest = hashFields("hand/deck", s.keysDigest[:], s.deck.Bytes())
	}
}

// shuffleView is what a seat that shuffles has to have seen.
func (s *public) shuffleView(seat int) digest {
	fields := [][]byte{s.keysDigest[:], u32(seat), s.deck.Bytes()}
	if s.raised.Len() > 0 {
		fields = append(fields, s.raised.Bytes())
	}
	return hashFields("hand/shuffle", fields...)
}

// addShuffle takes what a seat has made of the deck and of the kept cards.
func (s *public) addShuffle(to, raised sra.Deck) {
	s.deck, s.raised = to, raised
	s.shuffled = s.seatFrom(s.shuffled + 1)
	s.fixDigests()
}

// seatFrom returns the first seat from this one on that is here.
func (s *public) seatFrom(seat int) int {
	for seat < s.seats && s.out[seat] {
		seat++
	}
	return seat
}

func (s *public) receiveShuffle(from int, body []byte) error {
	if from < s.shuffled {
		return blame(stateError("it has shuffled in another message"), from)
	}
	g, n := s.cards.Group(), s.cards.Len()
	own := len(digest{}) + n*g.ElementSize() + sra.ShuffleProofSize(g, n)
	want := own
	if kept := s.raised.Len(); kept > 0 {
		want += kept*g.ElementSize() + sra.DecryptionProofSize(g)
	}
	if len(body) != want {
		return blame(malformed("the message of the shuffle has %d bytes, not %d", headSize+len(body), headSize+want), from)
	}
	switch {
	case !s.haveKeys():
		return early("the shuffle of seat %d before the last public key", from)
	case from > s.shuffled:
		return early("the shuffle of seat %d before that of seat %d", from, s.shuffled)
	}
	view := s.shuffleView(from)
	if err := checkView(from, view, body[:len(view)]); err != nil {
		return err
	}
	raise := body[own:]
	body = body[len(view):own]
	size := n * g.ElementSize()
	to, err := sra.ParseDeck(g, n, body[:size])
	if err != nil {
		return blame(err, from)
	}
	if err := s.keys[from].VerifyShuffle(view[:], s.deck, to, body[size:]); err != nil {
		return blame(err, from)
	}
	var raised sra.Deck
	if len(raise) > 0 {
		if raised, err = s.verifyRaise(from, view, raise); err != nil {
			return blame(err, from)
		}
	}
	s.addShuffle(to, raised)
	return nil
}

// checkView compares the view of a message with the receiver's.
func checkView(from int, own digest, view []byte) error {
	if digest(view) != own {
		return diverged("the message of seat %d follows from others than those that came here: it, or a seat that it heard, has told seats different things", from)
	}
	return nil
}

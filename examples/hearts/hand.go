package main

import (
	"bytes"
	"crypto/hpke"
	"errors"
	"fmt"
	"slices"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table"
	"github.com/squaredeal/squaredeal/otpdeal"
)

// The phases of a hand: who says what.
const (
	promising  = iota // all: the key to seal letters for the seat, and what commits to its secret
	hosting           // the Host: keys to the Key Master, encrypted cards to the Card Dealer
	assigning         // the Card Dealer: cards to each other seat, and its request for keys
	requesting        // the Host and the Dummy: their requests
	unlocking         // the Key Master: keys to each other seat
	choosing          // all: what commits to three cards
	passing           // all: those, to the left
	leading           // all: whether they have the two of clubs
	playing           // the seat whose turn it is: a card; a phase for each

	showing = playing + otpdeal.DeckSize // all: their secrets
)

// routes are the letters of each phase, in the order of their senders' statements.
var routes = map[int][]route{
	hosting:    {{0, 1, otpdeal.SendAllKeys}, {0, 2, otpdeal.SendAllCards}},
	assigning:  {{2, 0, otpdeal.SendCards}, {2, 1, otpdeal.SendCards}, {2, 3, otpdeal.SendCards}, {2, 1, otpdeal.RequestKeys}},
	requesting: {{0, 1, otpdeal.RequestKeys}, {3, 1, otpdeal.RequestKeys}},
	unlocking:  {{1, 0, otpdeal.SendKeys}, {1, 2, otpdeal.SendKeys}, {1, 3, otpdeal.SendKeys}},
	passing:    {{0, 1, passes}, {1, 2, passes}, {2, 3, passes}, {3, 0, passes}},
}

// sizes are what letters say, in bytes.
var sizes = map[otpdeal.Kind]int{
	otpdeal.SendAllKeys: 52, otpdeal.SendAllCards: 52, otpdeal.SendCards: 26, otpdeal.RequestKeys: 13, otpdeal.SendKeys: 13, passes: passed,
}

// complaint is what a seat says, in place of what is due, that knows of something wrong:
// then all show their secrets, and the audit tells whose fault that is, or that there is
// nothing wrong, which is the complainer's.
var complaint = []byte{0xff}

// A hand is the game as one seat plays it, or somebody without one.
type hand struct {
	seat   int // nobody without one
	seed   []byte
	player player
	note   func(step int, text string)
	over   bool

	// What all know.
	head       record.Digest // names the hand
	phase      int
	said       [otpdeal.NumSeats]bool // in this phase
	complainer int
	keys       [otpdeal.NumSeats]hpke.PublicKey
	promises   [otpdeal.NumSeats][]byte // to secrets
	sent       []letter
	choices    [otpdeal.NumSeats][]byte // what commits to passes
	claims     [otpdeal.NumSeats][]byte // whether they lead
	play       play
	secrets    [otpdeal.NumSeats][]byte

	// What this seat knows.
	secret  []byte
	private hpke.PrivateKey
	role    role
	cards   []otpdeal.Card
	given   []otpdeal.Card
	taken   []otpdeal.Card
	wrong   error  // what there is to complain of
	own     []byte // what it says in this phase, once it has been asked
}

// Start begins the only hand of a table.
func (h *hand) Start(head record.Digest) {
	if h.over {
		return
	}
	*h = hand{seat: h.seat, seed: h.seed, player: h.player, note: h.note, head: head, complainer: nobody}
	if h.seat == nobody {
		return
	}
	h.secret = derive(h.seed, fmt.Sprintf("secret %x", head), secretLen)
	h.private, h.role = keyOf(h.secret), h.roleOf(h.seat, h.player.deals(h.secret))
}

// Due returns who has to speak.
func (h *hand) Due() (phase int, seats []int) {
	if h.over {
		return h.phase, nil
	}
	for seat, said := range h.said {
		writes := slices.ContainsFunc(routes[h.phase], func(r route) bool { return r.from == seat })
		plays := h.phase < playing || h.phase == showing || h.play.current().turn() == seat
		if !said && plays && (routes[h.phase] == nil || writes) {
			seats = append(seats, seat)
		}
	}
	return h.phase, seats
}

// Own returns what this seat says, by the protocol or as its player chooses.
func (h *hand) Own() []byte {
	if h.own == nil {
		h.own = h.speak()
	}
	return h.own
}

// speak makes what is due. A letter that is sealed again has other bytes, and says the same.
func (h *hand) speak() (m []byte) {
	switch {
	case h.phase == showing:
		return h.secret
	case h.wrong != nil:
		return complaint
	case h.phase == promising:
		return append(h.private.PublicKey().Bytes(), h.promiseTo(h.seat, h.secret)...)
	case h.phase == choosing:
		return choiceOf(h.secret, h.given)
	case h.phase == leading && slices.Contains(h.cards, twoOfClubs):
		return []byte{1}
	case h.phase == leading:
		return []byte{0}
	case h.phase >= playing:
		return []byte{byte(h.player.play(&h.play, h.cards))}
	}
	for _, r := range h.letters(h.seat) {
		text := bytesOf(h.given)
		if r.kind != passes {
			text = h.player.tell(r, told(h.role, r))
		}
		m = append(m, h.seal(r, text)...)
	}
	return m
}

// letters are those that a seat writes in this phase.
func (h *hand) letters(from int) []route {
	return slices.DeleteFunc(slices.Clone(routes[h.phase]), func(r route) bool { return r.from != from })
}

// Check returns what anybody can see to be wrong with a message.
func (h *hand) Check(seat int, m []byte) error {
	if bytes.Equal(m, complaint) && h.phase > promising && h.phase < showing {
		return nil
	}
	size := 1
	switch {
	case h.phase == promising:
		size = keyLen + secretLen
	case h.phase == choosing || h.phase == showing:
		size = secretLen
	case h.phase < leading:
		size = 0
		for _, r := range h.letters(seat) {
			size += sizes[r.kind] + sealing
		}
	}
	switch {
	case len(m) != size:
		return fmt.Errorf("a message of %d bytes, not %d", len(m), size)
	case h.phase == promising:
		_, err := h.toKey(m[:keyLen])
		return err
	case h.phase == leading && m[0] > 1:
		return errors.New("it neither leads nor doesn't")
	case h.phase == showing && !h.promised(seat, m):
		return errors.New("what it shows isn't the secret that it has committed to")
	case h.phase >= playing && h.phase < showing:
		if err := h.play.check(otpdeal.Card(m[0])); err != nil {
			return fmt.Errorf("it plays %w", err)
		}
	}
	return nil
}

// Apply takes a message.
func (h *hand) Apply(seat int, m []byte) error {
	if err := h.Check(seat, m); err != nil {
		return err
	}
	switch {
	case bytes.Equal(m, complaint):
		h.complainer = seat
		h.enter(showing)
		return nil
	case h.phase == promising:
		h.keys[seat], _ = h.toKey(m[:keyLen])
		h.promises[seat] = m[keyLen:]
	case h.phase == choosing:
		h.choices[seat] = m
	case h.phase == leading:
		h.claims[seat] = m
	case h.phase == showing:
		secrets := h.secrets
		if secrets[seat] = m; !slices.ContainsFunc(secrets[:], func(s []byte) bool { return s == nil }) {
			if cheat, err := h.judge(&secrets); err != nil {
				return &table.BlameError{Seat: cheat, Err: err}
			}
		}
		h.secrets = secrets
	case h.phase >= playing:
		h.see(seat, otpdeal.Card(m[0]))
		h.play.add(otpdeal.Card(m[0]))
	}
	for _, r := range h.letters(seat) {
		l := letter{r, m[:sizes[r.kind]+sealing]}
		m = m[len(l.sealed):]
		h.sent = append(h.sent, l)
		if r.to == h.seat {
			h.read(l)
		}
	}
	h.said[seat] = true
	if _, due := h.Due(); due == nil || h.phase >= playing && h.phase < showing {
		h.next()
	}
	return nil
}

// Out ends the hand: it can't be played by three.
func (h *hand) Out(int, table.Reason) { h.over = true }

// Checkpoint and Restore keep no more of a hand than that it was played.
func (h *hand) Checkpoint() []byte {
	if h.over {
		return []byte{1}
	}
	return nil
}

func (h *hand) Restore(checkpoint []byte) error {
	h.over = len(checkpoint) > 0
	return nil
}

func (h *hand) enter(phase int) { h.phase, h.said, h.own = phase, [otpdeal.NumSeats]bool{}, nil }

// next goes on when all have spoken.
func (h *hand) next() {
	h.enter(h.phase + 1)
	switch {
	case h.phase == choosing && h.plays():
		h.cards = must(h.role.Hand()) // as it has heard nothing wrong
		h.note(dealingStep, "saw its hand: "+show(h.cards))
		h.given = h.player.pass(h.cards)
	case h.phase == leading && h.plays():
		h.note(passingStep, fmt.Sprintf("passed %s, and got %s.", show(h.given), show(h.taken)))
		h.cards = exchange(h.cards, h.given, h.taken)
	case h.phase == playing:
		var leaders []int
		for seat, claim := range h.claims {
			if claim[0] == 1 {
				leaders = append(leaders, seat)
			}
		}
		if len(leaders) != 1 {
			h.enter(showing)
			return
		}
		h.play = newPlay(leaders[0])
		h.see(leaders[0], twoOfClubs)
		h.play.add(twoOfClubs)
		h.phase++
	case h.phase == showing:
		h.note(playingStep, tableOf(&h.play))
	case h.phase > showing:
		h.note(auditStep, "audited the deal and the play, and found nothing wrong.")
		h.over = true
	}
}

// plays reports whether this is a seat that has seen nothing wrong yet.
func (h *hand) plays() bool { return h.seat != nobody && h.wrong == nil }

// doubt makes this seat complain, for the first reason that there is.
func (h *hand) doubt(err error) {
	if h.wrong == nil {
		h.wrong = err
		h.note(auditStep, fmt.Sprintf("stops the hand: %v.", err))
	}
}

// read reads a letter to this seat.
func (h *hand) read(l letter) {
	text, err := h.open(h.private, l)
	switch {
	case err != nil:
	case l.kind == passes:
		if h.taken, err = parsePass(text); err == nil && slices.ContainsFunc(h.taken, func(c otpdeal.Card) bool { return slices.Contains(h.cards, c) }) {
			err = errors.New("it passes a card that this seat has")
		}
	default:
		err = h.hear(h.role, l.route, text)
	}
	if err != nil {
		h.doubt(err)
	}
}

// see notes a card that is played. If this seat has it, too, any seat may have changed cards
// in the deal: the audit will tell which.
func (h *hand) see(seat int, c otpdeal.Card) {
	if i := slices.Index(h.cards, c); i >= 0 && seat == h.seat {
		h.cards = slices.Delete(h.cards, i, i+1)
	} else if i >= 0 {
		h.doubt(fmt.Errorf("there is more than one %v", c))
	}
}

// judge audits the hand by the secrets of all, from which all follows that an honest seat
// says. It names the first seat that said something else, or who has complained for no
// reason.
func (h *hand) judge(secrets *[otpdeal.NumSeats][]byte) (cheat int, err error) {
	var keys [otpdeal.NumSeats]hpke.PrivateKey
	var roles [otpdeal.NumSeats]role
	for seat, secret := range secrets {
		keys[seat], roles[seat] = keyOf(secret), h.roleOf(seat, secret)
	}
	var dealt, given [otpdeal.NumSeats][]otpdeal.Card
	for _, l := range h.sent {
		text, err := h.open(keys[l.to], l)
		switch {
		case err != nil:
			return l.from, fmt.Errorf("its letter to %s can't be opened", name(l.to))
		case l.kind != passes && !bytes.Equal(text, told(roles[l.from], l.route)):
			return l.from, fmt.Errorf("%v to %s isn't what it had committed to", l.kind, name(l.to))
		case l.kind != passes:
			if err := h.hear(roles[l.to], l.route, text); err != nil {
				return l.from, err
			}
			continue
		}
		if dealt[l.from], err = roles[l.from].Hand(); err == nil {
			given[l.from], err = parsePass(text)
		}
		if err != nil {
			return l.from, err
		}
		if !bytes.Equal(h.choices[l.from], choiceOf(secrets[l.from], given[l.from])) {
			return l.from, errors.New("it passed other cards than it had committed to")
		}
		for _, c := range given[l.from] {
			if !slices.Contains(dealt[l.from], c) {
				return l.from, fmt.Errorf("it passed %v, which it wasn't dealt", c)
			}
		}
	}
	var hands [otpdeal.NumSeats][]otpdeal.Card
	for seat, claim := range h.claims {
		if claim != nil {
			hands[seat] = exchange(dealt[seat], given[seat], given[right(seat)])
			if (claim[0] == 1) != slices.Contains(hands[seat], twoOfClubs) {
				return seat, fmt.Errorf("it said whether it had %v, and that was false", twoOfClubs)
			}
		}
	}
	if h.play.tricks != nil {
		if cheat, err = h.play.audit(hands); err != nil {
			return cheat, err
		}
	}
	if h.complainer != nobody {
		return h.complainer, errors.New("it stopped the hand, and nothing was wrong")
	}
	return nobody, nil
}

package holdem

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"slices"
	"sync"

	"github.com/squaredeal/squaredeal/examples/internal/oldhand"
	"github.com/squaredeal/squaredeal/examples/internal/oldrecord"
	"github.com/squaredeal/squaredeal/internal/field"
	"github.com/squaredeal/squaredeal/sra"
)

const deckSize = 52

// group is the one that all tables play in.
var group = sra.Ristretto255()

// publicDeck is the deck in clear, in the order of package cards.
var publicDeck = sync.OnceValue(func() sra.Deck {
	deck, err := sra.PublicDeck(group, label, deckSize)
	if err != nil {
		panic(err) // all of it is constant
	}
	return deck.Precompute()
})

// PublicDeck returns the deck in clear, whose cards are numbered as in package cards.
func PublicDeck() sra.Deck { return publicDeck() }

// A dealer is what a game knows of the cards of one deck: the state of package oldhand of a
// seat, or of somebody who has none. Players are numbered as that numbers its seats.
type dealer interface {
	// deal begins a deal.
	deal(cards []oldhand.Deal)
	// redeal goes on without some players, with a new deck.
	redeal(left []int)
	// stock returns the first positions that can be dealt.
	stock(n int) []int
	// receive takes a message of a player, whose turn it is, in the statement with this
	// digest, and returns what is wrong with it.
	receive(player int, message []byte, statement oldrecord.Digest) error
	// card returns the card at a position, if it is known here.
	card(position int) (card int, ok bool)
}

// A watcher is the dealer of somebody who has no seat.
type watcher struct{ observer *oldhand.Observer }

func newWatcher(id []byte, players int) watcher {
	o, err := oldhand.NewObserver(id, publicDeck(), players)
	if err != nil {
		panic(err) // all of it was checked
	}
	return watcher{o}
}

func (w watcher) deal([]oldhand.Deal) {} // it learns deals from messages

func (w watcher) redeal(left []int) {
	if err := w.observer.Redeal(left...); err != nil {
		panic(err) // all of it was checked
	}
}

func (w watcher) stock(n int) []int { return w.observer.Stock()[:n] }

func (w watcher) receive(player int, message []byte, _ oldrecord.Digest) error {
	return w.observer.Receive(player, message)
}

func (w watcher) card(position int) (card int, ok bool) { return w.observer.Card(position) }

// A deck is the dealer of a seat: its hand, or what is left of that when the next one
// has begun. While the game is made again after a restart, it gives the answers that it
// gave before.
type deck struct {
	id      []byte
	me      int           // the player that the seat is
	hand    *oldhand.Hand // nil of an earlier deck
	state   []byte        // its newest state
	unsaid  []byte        // the state before it took its turn in a deal, until this seat says so
	known   []int         // of an earlier deck: the card at each position, −1 if the seat doesn't know it
	refused []refusal
	drawn   []int // what stock has returned
	asked   int   // how much of that, since the game began or was made again
	live    *bool // whether what happens is new
	broken  error // an error that nobody else is to blame for
}

// A refusal is a statement whose message a hand refused, and why. The same message may
// well be right in another one: of the seat that it is copied from, or at its time.
type refusal struct {
	statement oldrecord.Digest
	text      string
}

type refusalError string

func (e refusalError) Error() string { return string(e) }

func (d *deck) deal(cards []oldhand.Deal) {
	if *d.live {
		_, err := d.hand.Deal(cards...)
		d.fail(err)
	}
}

func (d *deck) redeal(left []int) {
	if !*d.live || slices.Contains(left, d.me) { // it would watch from now on
		return
	}
	if d.unsaid != nil { // nobody else knows the cards that only its own turn has opened
		hand, err := oldhand.ParseHand(d.unsaid, d.keep)
		if err != nil {
			d.fail(err)
			return
		}
		d.hand, d.state, d.unsaid = hand, d.unsaid, nil
	}
	_, err := d.hand.Redeal(left...)
	d.fail(err)
}

func (d *deck) fail(err error) {
	if d.broken == nil {
		d.broken = err
	}
}

func (d *deck) stock(n int) []int {
	if *d.live {
		d.drawn = append(slices.Clip(d.drawn), d.hand.Stock()[:n]...)
	}
	if d.asked += n; d.asked > len(d.drawn) {
		return make([]int, n) // the game will be made again with a watcher: see replay
	}
	return d.drawn[d.asked-n : d.asked]
}

func (d *deck) receive(player int, message []byte, statement oldrecord.Digest) error {
	if player == d.me {
		return nil
	}
	if i := slices.IndexFunc(d.refused, func(r refusal) bool { return r.statement == statement }); i >= 0 {
		return refusalError(d.refused[i].text)
	}
	if !*d.live {
		return nil
	}
	before := d.state
	reply, err := d.hand.Receive(player, message)
	if err != nil {
		d.refused = append(d.refused, refusal{statement, faultText(err)})
		return err
	}
	if reply != nil && reply[0] == layerKind {
		d.unsaid = before
	}
	return nil
}

func (d *deck) card(position int) (card int, ok bool) {
	if d.hand != nil {
		return d.hand.Card(position)
	}
	if position >= len(d.known) || d.known[position] < 0 {
		return 0, false
	}
	return d.known[position], true
}

// find returns the newest message that this seat has made of one of some kinds, if there
// is one. Of a deal, it is the one of these cards.
func (d *deck) find(cards []oldhand.Deal, kinds ...byte) (message []byte, ok bool) {
	for _, b := range slices.Backward(d.hand.Sent()) {
		if slices.Contains(kinds, b[0]) && (b[0] != layerKind || deals(b, cards)) {
			return b, true
		}
	}
	return nil, false
}

// show opens the seat's own cards to all.
func (d *deck) show(positions []int) {
	_, err := d.hand.Show(positions...)
	d.fail(err)
}

// close keeps only what the seat knows.
func (d *deck) close() {
	if d.hand == nil {
		return
	}
	d.known = slices.Repeat([]int{-1}, deckSize*(1+len(d.hand.Left())))
	for p := range d.known {
		if c, ok := d.hand.Card(p); ok {
			d.known[p] = c
		}
	}
	d.hand, d.state, d.unsaid = nil, nil, nil
}

// deals reports whether a message of package oldhand takes layers off for just this deal.
func deals(b []byte, cards []oldhand.Deal) bool {
	want := binary.BigEndian.AppendUint16(nil, uint16(len(cards)))
	for _, c := range cards {
		want = binary.BigEndian.AppendUint16(want, uint16(c.Position))
		want = binary.BigEndian.AppendUint16(want, uint16(c.To)) // Everyone is the highest number
	}
	return len(b) > headSize && bytes.HasPrefix(b[headSize:], want)
}

// shows reports whether a message of package oldhand shows just these positions.
func shows(b []byte, positions []int) bool {
	want := binary.BigEndian.AppendUint16(nil, uint16(len(positions)))
	for _, p := range positions {
		want = binary.BigEndian.AppendUint16(want, uint16(p))
	}
	return len(b) > headSize && bytes.HasPrefix(b[headSize:], want)
}

// headSize is the length of what those messages begin with: the kind, and the digests of
// the table and of the sender's view.
const (
	viewAt   = 1 + sha256.Size
	headSize = viewAt + sha256.Size
)

// together reports whether a message of package oldhand is a shuffle and a veto at once.
func together(b []byte) bool {
	r := field.NewReader(b[min(viewAt, len(b)):])
	shuffle := r.Fixed("shuffle", min(int(r.Uint32("shuffle")), len(b)))
	veto := r.Fixed("veto", min(int(r.Uint32("veto")), len(b)))
	return r.End() == "" && len(shuffle) > 0 && shuffle[0] == shuffleKind && len(veto) > 0 && veto[0] == vetoKind
}

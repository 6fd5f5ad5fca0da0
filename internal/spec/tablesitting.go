package spec

import "fmt"

// The cases are plays at a table of the test game (SPEC.md, section 13.1), in a small language. One begins
//
//	add(threeSeats, "too-soon", "what names a place before the item became due is void, by one place too, though right", func(s *sitting) {
//		s.hellos()
//		s.yes(s.says(0, four), s.says(1, four), s.says(2, four), s.at(0, 5, atTurn(2)))
//		s.shows("1 0:6:24000")
//
// which reads: all three seats say their hello. Each posts the message four, after all that was read by then; seat 0 posts a
// move at its turn that names place 5. All four have a place: yes, where no is for posts that have none. The view is then that
// of section 13.3: in round 1, seat 0 is due since place 6, with 24,000 ms left. Besides, held makes a statement that is
// posted later, pruned and briefly make pruned ones; clock is the time of the next post, and waits lets time pass by ticks.

// A sitting is a reader, with what was posted and what it showed.
type sitting struct {
	*matchReader
	id          string
	clock       int64
	posts, seen []string
	raws        []string // bytes of posts
	placed      string
}

// A later makes a post when its turn comes: its bytes, and what a vector says of it.
type later func() (raw, text string)

// post posts at the clock's time.
func (s *sitting) post(next later) bool {
	raw, text := next()
	s.raws, s.posts = append(s.raws, raw), append(s.posts, fmt.Sprint(s.clock, " ", text))
	placed := s.read(raw, s.clock)
	s.placed += bit(placed)
	s.seen = append(s.seen, s.view())
	return placed
}

func (s *sitting) outputs() fields {
	return fields{
		"placed": s.placed, "head": hexOf(s.head()), "views": s.seen, "outs": append([]string{}, s.outs...), "end": s.e,
		"final": s.final(), "returned": s.returned(), "scores": s.game.scores,
	}
}

// yes posts what must have places, one after another, and no what mustn't.
func (s *sitting) yes(posts ...later) { s.expect(true, posts) }
func (s *sitting) no(posts ...later)  { s.expect(false, posts) }

func (s *sitting) expect(placed bool, posts []later) {
	for _, post := range posts {
		expect(fmt.Sprint(s.id, ": post ", len(s.posts)), s.post(post), placed)
	}
}

// now is bytes that were made before.
func now(raw string) later { return func() (string, string) { return raw, "raw " + hexOf(raw) } }

// at is a seat's statement that names place k; its head is zeros if it was cut off.
func (s *sitting) at(seat, k int, message string) later {
	return func() (raw, text string) {
		head, ok := s.heads[k]
		if !ok || k < s.b {
			head = zeros(32)
		}
		return s.statement(seat, k, head, message), fmt.Sprintf("%d %d %x", seat, k, message)
	}
}

// pruned is the pruned form of a statement as at's.
func (s *sitting) pruned(seat, k int, message string) later {
	return func() (raw, text string) {
		raw, text = s.at(seat, k, message)()
		return prune(raw), "pruned " + text
	}
}

// briefly is a pruned statement after all that was read by then.
func (s *sitting) briefly(seat int, message string) later {
	return func() (raw, text string) { return s.pruned(seat, s.k, message)() }
}

// says is a seat's statement after all that was read by then.
func (s *sitting) says(seat int, message string) later {
	return func() (raw, text string) { return s.at(seat, s.k, message)() }
}

// held is a statement that is made now, and posted later.
func (s *sitting) held(seat int, message string) later {
	raw, _ := s.says(seat, message)()
	return now(raw)
}

// shows says what the view must be now, and who are out.
func (s *sitting) shows(view string, outs ...string) {
	expect(s.id+": view", s.view(), view)
	expect(s.id+": outs", s.outs, outs)
}

// ends says what the end must be.
func (s *sitting) ends(e int, final bool, returned ...int) {
	expect("end", []any{s.e, s.final(), s.returned()}, []any{e, final, returned})
}

func (s *sitting) hellos() {
	for seat := range s.keys {
		s.yes(s.says(seat, hello))
	}
}

// dues returns the seats that are due.
func (s *sitting) dues() (seats []int) {
	for seat, c := range s.due {
		if c > 0 {
			seats = append(seats, seat)
		}
	}
	return seats
}

// speak lets all seats that are due in phase 0 say four bytes.
func (s *sitting) speak() {
	for _, seat := range s.dues() {
		for range s.due[seat] {
			s.yes(s.says(seat, four))
		}
	}
}

// finish plays a round of those who are in to its end.
func (s *sitting) finish() {
	if s.game.speaking {
		s.speak()
	}
	for r := s.r; s.r == r; {
		s.yes(s.says(s.dues()[0], atTurn(1)))
	}
}

// many posts statements of a seat that say the same.
func (s *sitting) many(n, seat int, message string) {
	for range n {
		s.yes(s.says(seat, message))
	}
}

// waits lets the table's time pass, by a tick at each quarter of the grace.
func (s *sitting) waits(seat int, ms int64) {
	for ms > 0 {
		d := min(ms, s.terms.grace/4)
		s.clock += d
		ms -= d
		s.yes(s.says(seat, tick))
	}
}

const (
	hello   = "\x01"
	tick    = "\x03"
	closing = "\x05"
	four    = "\x02abcd"
	marked  = "\x02\xffbcd" // may be blamed
	void    = "\xaa"
)

func atTurn(b int) string { return "\x02" + octet(b) }

func leave(r int) string { return "\x04" + u32(r) }

// play adds the case of a sitting.
func (s *suite) play(m match, id, comment string, play func(s *sitting)) {
	at := &sitting{matchReader: m.reader(), id: id}
	play(at)
	outputs := at.outputs()
	if id == "worked" {
		outputs["posts"] = hexes(at.raws...)
	}
	s.ok("sequence/"+id, comment, m.inputs("posts", at.posts), outputs)
}

var twoSeats, threeSeats, fourSeats = newMatch(1, 2), newMatch(2, 3), newMatch(2, 4)

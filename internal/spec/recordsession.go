package spec

import (
	"fmt"
	"slices"
	"strings"
)

// A session is a reader, and what it was told.
type session struct {
	*reader
	steps, answers []string
	finals         []int
	judged, fresh  *statement // the last that may have a place by a step judge; and if nothing was judged, cut or ended since
}

func (g *table) session() *session { return &session{reader: g.reader()} }

func (s *session) step(step, answer string) string {
	if verb := strings.Split(step, " ")[0]; verb != "end" && verb != "cut" || answer != "state" {
		s.fresh = nil
	}
	s.steps, s.answers, s.finals = append(s.steps, step), append(s.answers, answer), append(s.finals, s.final())
	return answer
}

// outputs are what a sequence's case shows, and the state at a last cut.
func (s *session) outputs() fields {
	return fields{"answers": s.answers, "finals": s.finals, "state": brief(s.cut())}
}

func (s *session) take(posts ...string) {
	for _, post := range posts {
		s.takeOut(post, 0)
	}
}

// said is how a step names what was an answer before, or other bytes.
func (s *session) said(x string) string {
	if i := slices.Index(s.answers, hexOf(x)); i >= 0 {
		return fmt.Sprint("@", i)
	}
	return hexOf(x)
}

func (s *session) takeOut(post string, out uint64) {
	text := fmt.Sprintf("read %d %s", out, s.said(post))
	s.step(text, s.read(post, out))
}

func (s *session) judges(post string) {
	st, class := s.judge(post)
	s.step("judge "+s.said(post), class)
	if class == "ok" {
		s.judged, s.fresh = &st, &st
	}
}

// places gives a place to the statement that step judge took last.
func (s *session) places(out uint64) {
	class := "state"
	if s.fresh != nil && s.fresh == s.judged {
		s.place(*s.fresh, out)
		class = "placed"
	}
	s.step(fmt.Sprint("place ", out), class)
}

// says lets a seat sign something, and returns the statement.
func (s *session) says(seat int, message string) string {
	return fromHex(s.signs(decimal(seat), message))
}

// keySeed is the seed of a key by its name.
func keySeed(key string) string {
	if key == "board" {
		return boardSeed
	}
	return sha("key " + key)
}

func (s *session) signs(key, message string) string {
	return s.step("sign "+key+" "+hexOf(message), s.sign(keySeed(key), message))
}

func (s *session) signsHead(key string, stamp int64) string {
	return s.step(fmt.Sprint("sign-head ", key, " ", stamp), s.signHead(keySeed(key), stamp))
}

func (s *session) checks(head string) { s.step("check "+s.said(head), s.check(head)) }

func (s *session) alones(posts ...string) {
	for _, post := range posts {
		s.step("alone "+s.said(post), s.alone(post))
	}
}

func (s *session) ends() { s.step("end", s.end()) }

func (s *session) cuts() { s.step("cut", brief(s.cut())) }

func (s *session) restarts() {
	s.cut()
	s.step("restart", "ok")
}

// hellos lets all seats say theirs, knowing of those before.
func (s *session) hellos() {
	for seat := range s.keys {
		s.take(s.says(seat, fmt.Sprint("hello ", seat)))
	}
}

// sequences are steps of readers of one table.
type sequences struct {
	*suite
	g *table
}

func (q sequences) add(id, comment string, play func(s *session)) { q.addOf(q.g, id, comment, play) }

func (q sequences) addOf(g *table, id, comment string, play func(s *session)) {
	s := g.session()
	play(s)
	q.ok("sequence/"+id, comment, g.inputs("steps", s.steps), s.outputs())
}

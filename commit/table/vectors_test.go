package table_test

import (
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table"
	"github.com/squaredeal/squaredeal/internal/field"
	"github.com/squaredeal/squaredeal/internal/long"
	"github.com/squaredeal/squaredeal/internal/vectors"
)

type vectorCase struct {
	Inputs struct {
		Game, Board string
		Longest     int
		Grace, Bank int64
		Keys, Posts []string
		Runs        int
	}
	Outputs struct {
		Digest, Sha256     string
		Placed, Head       string
		Posts, Views, Outs []string
		End                int
		Final              bool
		Returned, Scores   []int
	}
}

func errorClass(err error) string {
	if errors.Is(err, table.ErrMalformed) || errors.Is(err, record.ErrMalformed) {
		return "malformed"
	}
	return err.Error()
}

func TestVectors(t *testing.T) {
	vectors.Run(t, "squaredeal/table v1", errorClass, map[string]func(*testing.T, vectorCase) error{
		"terms":       termsVector,
		"sequence":    sequenceVector,
		"accumulated": accumulatedVector,
	})
}

func (c vectorCase) terms(t *testing.T) table.Terms {
	t.Helper()
	in := c.Inputs
	terms := table.Terms{Game: vectors.Hex(t, in.Game), Longest: in.Longest, Grace: time.Duration(in.Grace) * time.Millisecond,
		Bank: time.Duration(in.Bank) * time.Millisecond}
	for _, key := range in.Keys {
		terms.Seats = append(terms.Seats, vectors.Hex(t, key))
	}
	if in.Board != "" {
		terms.Board = vectors.Hex(t, in.Board)
	}
	return terms
}

func termsVector(t *testing.T, c vectorCase) error {
	at, err := c.terms(t).Agreement()
	if err != nil {
		vectors.Same(t, "table", at.Digest(), record.Digest{})
		return err
	}
	digest := at.Digest()
	vectors.Same(t, "digest", hex.EncodeToString(digest[:]), c.Outputs.Digest)
	return nil
}

// A scoring is the game of SPEC.md, section 13.1.
type scoring struct {
	rounds     int // that are left
	twice      byte
	in, marked []bool
	scores     []int
	left       []int // messages in phase 0
	phase      int
	turn       int // the seat, -1 if it is nobody's
	borrower   int // or -1
	speaking   bool
}

func newScoring(terms table.Terms) *scoring {
	n := len(terms.Seats)
	return &scoring{
		rounds: int(terms.Game[0]), twice: terms.Game[1], in: slices.Repeat([]bool{true}, n), marked: make([]bool, n),
		scores: make([]int, n), left: make([]int, n), turn: -1, borrower: -1,
	}
}

func (g *scoring) Start(record.Digest) {
	g.phase, g.turn, g.borrower, g.speaking = 0, -1, -1, false
	if g.rounds > 0 && len(slices.DeleteFunc(slices.Clone(g.in), func(in bool) bool { return !in })) >= 2 {
		g.rounds, g.speaking = g.rounds-1, true
		for s := range g.left {
			g.left[s] = 1 + int(g.twice>>s&1)
		}
	}
}

func (g *scoring) Due() (phase int, seats []int) {
	switch {
	case g.speaking:
		for s, left := range g.left { // in or not: the table knows
			seats = append(seats, slices.Repeat([]int{s}, left)...)
		}
	case g.borrower >= 0:
		seats = []int{g.borrower}
	case g.turn >= 0:
		seats = []int{g.turn}
	}
	return g.phase, seats
}

func (g *scoring) Pending() []byte { return nil }

func (g *scoring) Check(seat int, m []byte) error {
	fault := errors.New("fault")
	switch {
	case g.speaking && len(m) == 4, !g.speaking && len(m) == 1 && m[0] < 4:
		return nil
	case !g.speaking && len(m) == 1 && m[0] == 4 && g.borrower < 0 && g.lowest(seat) >= 0:
		return nil
	case g.speaking || len(m) != 1 || m[0] < 128:
		return fault
	}
	if i := int(m[0] - 128); i != seat && i < len(g.marked) && g.marked[i] {
		return fmt.Errorf("blame: %w", &table.BlameError{Seats: []int{i}, Err: fault})
	}
	return fault
}

// lowest returns the lowest other seat that is in, or -1.
func (g *scoring) lowest(but int) int {
	for s, in := range g.in {
		if in && s != but {
			return s
		}
	}
	return -1
}

func (g *scoring) Apply(seat int, m []byte) error {
	if err := g.Check(seat, m); err != nil {
		return err
	}
	switch {
	case g.speaking:
		g.left[seat]--
		g.marked[seat] = g.marked[seat] || m[0] == 255
		g.turns()
		return nil
	case m[0] == 4:
		g.borrower = g.lowest(seat)
		return nil
	}
	g.scores[seat] += int(m[0])
	if m[0] == 3 { // or else its turn is over
		return nil
	}
	if g.borrower >= 0 {
		g.borrower = -1
	} else {
		g.next()
	}
	return nil
}

// turns begins the turns when all that are in have spoken.
func (g *scoring) turns() {
	for s, in := range g.in {
		if in && g.left[s] > 0 {
			return
		}
	}
	g.speaking = false
	g.next()
}

func (g *scoring) next() {
	g.borrower = -1
	after := slices.Index(g.in[g.turn+1:], true)
	if after < 0 {
		g.turn = -1
		return
	}
	g.phase, g.turn = g.phase+1, g.turn+1+after
}

func (g *scoring) Out(seat int, why table.Reason) {
	g.in[seat] = false
	if why != table.Left {
		g.scores[seat] = 0
	}
	switch {
	case g.speaking:
		g.turns()
	case g.turn == seat:
		g.next()
	case g.turn >= 0 && seat > g.turn:
		g.phase++
	}
	if g.borrower == seat {
		g.borrower = -1
	}
}

func (g *scoring) Checkpoint() []byte {
	b := []byte{byte(g.rounds)}
	for s, in := range g.in {
		bit := map[bool]byte{true: 1}
		b = append(b, byte(g.scores[s]), bit[in], bit[g.marked[s]])
	}
	return b
}

func (g *scoring) Restore(b []byte) error {
	g.rounds, g.speaking, g.turn, g.borrower = int(b[0]), false, -1, -1
	for s := range g.in {
		g.scores[s], g.in[s], g.marked[s] = int(b[1+3*s]), b[2+3*s] == 1, b[3+3*s] == 1
	}
	return nil
}

// seeded returns a seat's key.
func seeded(seat int) []byte {
	seed := sha256.Sum256(fmt.Appendf(nil, "key %d", seat))
	return seed[:]
}

// A reader reads posts without a seat, and perhaps, beside that, as seat 0, which says
// nothing and goes on from what it has stored at the beginning of each round.
type reader struct {
	*table.Table
	game      *scoring
	terms     table.Terms
	restarted *table.Player
	stored    table.State
	round     int
}

func newReader(t *testing.T, terms table.Terms, restarts bool) *reader {
	t.Helper()
	r := &reader{terms: terms, game: newScoring(terms)}
	var err error
	r.Table, err = table.Watch(terms, r.game)
	if err == nil && restarts {
		r.restarted, err = table.New(terms, newScoring(terms), r.key(t), r.store)
	}
	if err != nil {
		t.Fatal(err)
	}
	if _, err := r.Read(time.Time{}, record.Post{}); !errors.Is(err, table.ErrState) {
		t.Fatal("a post with the number 0:", err)
	}
	return r
}

func (r *reader) key(t *testing.T) record.Key {
	t.Helper()
	key, err := record.ParseKey(seeded(0))
	if err != nil {
		t.Fatal(err)
	}
	return key
}

func (r *reader) store(_, state table.State) error {
	r.stored = state
	return nil
}

func (r *reader) read(t *testing.T, p record.Post) (placed bool) {
	t.Helper()
	now := time.Time{}
	placed, err := r.Read(now, p)
	if err != nil {
		t.Fatal(err)
	}
	if again, err := r.Read(now, p); again || !errors.Is(err, table.ErrState) {
		t.Fatal("a second post of this number:", again, err)
	}
	if r.restarted == nil {
		return placed
	}
	again, err := r.restarted.Read(now, p)
	if said, _, pendingErr := r.restarted.Pending(now); again != placed || err != nil || said != nil || pendingErr != nil {
		t.Fatal(again, err, said, pendingErr)
	}
	if r.Round() > r.round {
		r.round = r.Round()
		if r.restarted, err = table.Parse(r.terms, newScoring(r.terms), r.key(t), r.stored.Bytes(), r.store); err != nil {
			t.Fatal(err)
		}
	}
	vectors.Same(t, "restarted", fmt.Sprint(view(&r.restarted.Table), r.restarted.Head(), r.restarted.Outs(), r.restarted.Final()),
		fmt.Sprint(view(r.Table), r.Head(), r.Outs(), r.Final()))
	return placed
}

func view(of *table.Table) string {
	text := strconv.Itoa(of.Round())
	for _, item := range of.Due(time.Time{}) {
		text += fmt.Sprintf(" %d:%d:%d", item.Seat, item.Since, item.Left.Milliseconds())
	}
	return text
}

// A sender makes the statements of posts, and remembers the heads that they name.
type sender struct {
	*reader
	heads []record.Digest
	cut   int // the place that the last round began after
}

func newSender(t *testing.T, terms table.Terms, restarts bool) *sender {
	r := newReader(t, terms, restarts)
	return &sender{reader: r, heads: []record.Digest{r.Head()}}
}

// statement is that of a seat which names place k, with a head of zeros if it was cut off or isn't read yet.
func (s *sender) statement(seat, k int, message []byte) []byte {
	var head record.Digest
	if k >= s.cut && k < len(s.heads) {
		head = s.heads[k]
	}
	digest, body := s.Digest(), sha256.Sum256(message[1:])
	begin := append(binary.BigEndian.AppendUint32([]byte{1, byte(seat)}, uint32(k)), head[:]...)
	signed := append(append(field.Append(nil, "squaredeal/record/v1/statement"), digest[:]...), begin...)
	signed = append(binary.BigEndian.AppendUint32(signed, uint32(len(message)-1)), message[0])
	sum := sha256.Sum256(append(signed, body[:]...))
	return append(append(begin, message...), ed25519.Sign(ed25519.NewKeyFromSeed(seeded(seat)), sum[:])...)
}

func (s *sender) post(t *testing.T, p record.Post) (placed bool) {
	t.Helper()
	round := s.Round()
	placed = s.read(t, p)
	if placed {
		s.heads = append(s.heads, s.Head())
	}
	if s.Round() > round {
		s.cut = s.Places()
	}
	return placed
}

func sequenceVector(t *testing.T, c vectorCase) error {
	r := newSender(t, c.terms(t), true)
	placed, end := "", 0
	var posts, views []string
	for i, text := range c.Inputs.Posts {
		words := strings.Split(text, " ")
		p := record.Post{Number: uint64(i + 1), Stamp: mustNumber(t, words[0])}
		switch words[1] {
		case "raw":
			p.Bytes = vectors.Hex(t, words[2])
		case "pruned":
			p.Bytes = record.Prune(r.said(t, words[2:]))
		default:
			p.Bytes = r.said(t, words[1:])
		}
		posts = append(posts, hex.EncodeToString(p.Bytes))
		if r.post(t, p) {
			placed += "1"
		} else {
			placed += "0"
		}
		views = append(views, view(r.Table))
		if end == 0 && r.Over() {
			end = r.Places()
		}
	}
	outs, returned := []string{}, []int{}
	for _, o := range r.Outs() {
		outs = append(outs, fmt.Sprint(o.Seat, " ", o.Why, " ", o.Round, " ", o.Place))
	}
	for seat := range c.Inputs.Keys {
		if r.Returned(seat) {
			returned = append(returned, seat)
		}
	}
	head := r.Head()
	vectors.Same(t, "placed", placed, c.Outputs.Placed)
	vectors.Same(t, "head", hex.EncodeToString(head[:]), c.Outputs.Head)
	vectors.Same(t, "views", views, c.Outputs.Views)
	vectors.Same(t, "outs", outs, c.Outputs.Outs)
	vectors.Same(t, "end", end, c.Outputs.End)
	vectors.Same(t, "final", r.Final(), c.Outputs.Final)
	vectors.Same(t, "returned", returned, c.Outputs.Returned)
	vectors.Same(t, "scores", r.game.scores, c.Outputs.Scores)
	if c.Outputs.Posts != nil {
		vectors.Same(t, "posts", posts, c.Outputs.Posts)
	}
	return nil
}

// said returns the statement of a vector: its seat, the place that it names, and the message.
func (s *sender) said(t *testing.T, words []string) []byte {
	return s.statement(int(mustNumber(t, words[0])), int(mustNumber(t, words[1])), vectors.Hex(t, words[2]))
}

func mustNumber(t *testing.T, text string) int64 {
	t.Helper()
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func accumulatedVector(t *testing.T, c vectorCase) error {
	if c.Inputs.Runs > 100 {
		long.Only(t)
	}
	seen := map[string]int{}
	vectors.Accumulate(t, c.Inputs.Runs, c.Outputs.Sha256, func(i int) []byte {
		r, out := accumulatedRun(t, i)
		seen["places"] += r.Places()
		for _, o := range r.Outs() {
			seen[o.Why.String()]++
		}
		for what, is := range map[string]bool{"over": r.Over(), "final": r.Final(), "all rounds": r.game.rounds == 0 && r.Over()} {
			if is {
				seen[what]++
			}
		}
		head := r.Head()
		out = append(out, head[:]...)
		for _, score := range r.game.scores {
			out = binary.BigEndian.AppendUint32(out, uint32(score))
		}
		return out
	})
	if seen["fault"] == 0 || seen["left"]*seen["silent"] == 0 && c.Inputs.Runs > 10 || seen["final"] == 0 || seen["all rounds"] == 0 {
		t.Errorf("these are too tame: %v", seen)
	}
	return nil
}

// accumulatedRun follows SPEC.md, section 13.4.
func accumulatedRun(t *testing.T, i int) (r *sender, out []byte) {
	t.Helper()
	n := 2 + i%3
	terms := table.Terms{Game: []byte{3, byte(i % 16)}, Longest: 40, Grace: 8 * time.Second, Bank: time.Duration(i%4) * 4 * time.Second}
	for seat := range n {
		terms.Seats = append(terms.Seats, ed25519.NewKeyFromSeed(seeded(seat)).Public().(ed25519.PublicKey))
	}
	r = newSender(t, terms, i < 100 && long.Tests())
	var stamp int64
	for j := range 80 {
		b := sha256.Sum256(fmt.Appendf(nil, "run %d step %d", i, j))
		stamp += 20 * int64(b[0])
		if b[1] < 8 {
			stamp += 100_000
		}
		s, k := int(b[2])%n, r.Places()
		if b[3] >= 224 {
			k -= min(k, int(b[3]%8))
		}
		var message []byte
		switch due := r.Due(time.Time{}); {
		case r.Round() == 0:
			s, message = j%n, []byte{hello}
		case r.Over():
			message = []byte{closing}
		case b[4] < 72:
			message = []byte{tick}
		case b[4] < 80:
			message = binary.BigEndian.AppendUint32([]byte{leave}, uint32(r.Round()+int(b[5]%3)-1))
		case b[4] < 88:
			filling := sha256.Sum256([]byte("body"))
			message = append([]byte{b[5] % 8}, filling[:b[7]%33]...)
		default:
			if b[6] >= 32 {
				s = due[0].Seat
			}
			switch {
			case b[12] < 4:
				message = []byte{say, b[7]}
			case r.game.phase == 0 && b[11] < 96:
				message = []byte{say, 255, b[8], b[9], b[10]}
			case r.game.phase == 0:
				message = []byte{say, b[7], b[8], b[9], b[10]}
			case b[11] < 48:
				message = []byte{say, 128 + b[8]%byte(n)}
			default:
				message = []byte{say, b[7] % 5}
			}
		}
		post := r.statement(s, k, message)
		if b[13] < 32 {
			post = record.Prune(post)
		}
		placed := r.post(t, record.Post{Number: uint64(j + 1), Stamp: stamp, Bytes: post})
		out = fmt.Appendln(out, placed, view(r.Table))
	}
	return r, out
}

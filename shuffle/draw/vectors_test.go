package draw_test

import (
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/squaredeal/squaredeal/internal/vectors"
	"github.com/squaredeal/squaredeal/shuffle/draw"
	"github.com/squaredeal/squaredeal/shuffle/draw/drand"
)

type vector struct {
	Inputs struct {
		List          []string
		Many          int
		Weighted      bool
		Repeats       string
		Text          string
		Previous      string
		Round         string
		Proof         string
		Proofs        []string
		Receipt       string
		Published     time.Time
		Margin        int
		Network, JSON string
		Salt, Entry   string
		Runs          int
	}
	Outputs struct {
		Entries       int
		Root, Total   string
		Digest, Words string
		Positions     string
		Proofs        []string
		Position      int
		Weight, Entry string
		Line          string
		Hidden        any
		Value         string
		Time          string
		SHA256        string
	}
}

func TestVectors(t *testing.T) {
	checks := readingChecks()
	checks["accumulated"] = checkAccumulated
	vectors.Run(t, "squaredeal/draw v1", class, checks)
}

// readingChecks are those of what an organiser publishes and entrants hold, which can be altered case by case.
func readingChecks() map[string]func(*testing.T, vector) error {
	return map[string]func(*testing.T, vector) error{
		"list":         checkList,
		"announcement": checkAnnouncement,
		"following":    checkFollowing,
		"draw":         checkDraw,
		"proof":        checkProof,
		"receipt":      checkReceipt,
		"places":       checkPlaces,
		"time":         checkTime,
		"round":        checkRound,
		"hidden":       checkHidden,
	}
}

// class is the word for an error in the vectors.
func class(err error) string {
	for name, sentinel := range map[string]error{
		"malformed": draw.ErrMalformed, "mismatch": draw.ErrMismatch, "round": draw.ErrRound, "late": draw.ErrLate,
		"signature": drand.ErrSignature,
	} {
		if errors.Is(err, sentinel) {
			return name
		}
	}
	if errors.Is(err, drand.ErrMalformed) {
		return "malformed"
	}
	return err.Error()
}

// The worked example of SPEC.md, section 10.1, is the case draw/worked.
func TestWorked(t *testing.T) {
	text, err := os.ReadFile("SPEC.md")
	if err != nil {
		t.Fatal(err)
	}
	_, worked, _ := strings.Cut(string(text), "### 10.1")
	list := listOf(t, []draw.Entry{{Data: []byte("a"), Weight: 1}, {Data: []byte("b"), Weight: 2}, {Data: []byte("c"), Weight: 3}})
	terms := raffle()
	terms.Substitutes = 1
	a := announce(t, terms, list)
	for line := range strings.Lines(a.Text()) {
		if !strings.Contains(worked, "\n    "+line) {
			t.Errorf("no line %q", line)
		}
	}
	value := value1000(t)
	places := drawn(t, a, list, value)
	for _, want := range []string{
		a.Digest().String(), fmt.Sprintf("%x", value.Randomness), fmt.Sprintf("  %s\n    2", list.At(places[0]).Data),
		fmt.Sprintf("  %s\n\n", list.At(places[1]).Data),
		fmt.Sprintf("of %d bytes is", len(receiptsOf(t, a, list)[2].Bytes())), fmt.Sprintf("length of %d bytes", len(list.Prove(2)[0].Bytes())),
	} {
		if !strings.Contains(strings.ReplaceAll(worked, ",", ""), want) {
			t.Errorf("no %q", want)
		}
	}
	for i := range 3 {
		for _, n := range regexp.MustCompile("[0-9a-f]{64}").FindAllString(hex.EncodeToString(list.Prove(i)[0].Bytes()[8+24+4+8+8+1:]), 1) {
			if !strings.Contains(worked, n) {
				t.Errorf("no node %s", n)
			}
		}
	}
}

// many is the list that the vectors make by rule.
func many(n int, weighted bool) []draw.Entry {
	entries := make([]draw.Entry, n)
	for i := range entries {
		entries[i].Data = fmt.Appendf(nil, "entrant-%07d@example.org", i)
		if weighted {
			entries[i].Weight = uint64(1 + i%7)
		}
	}
	return entries
}

// list returns the list of a vector.
func (v vector) list(t testing.TB) (*draw.List, error) {
	t.Helper()
	build := map[string]func([]draw.Entry) (*draw.List, error){
		"": draw.NewList, "no": draw.NewList, "yes": draw.NewTicketList, "joined": draw.NewJoinedList,
	}[v.Inputs.Repeats]
	if v.Inputs.Many > 0 {
		return build(many(v.Inputs.Many, v.Inputs.Weighted))
	}
	entries := make([]draw.Entry, len(v.Inputs.List))
	for i, text := range v.Inputs.List {
		data, weight, weighted := strings.Cut(text, "\n")
		entries[i].Data = []byte(data)
		if weighted {
			w, err := strconv.ParseUint(weight, 10, 64)
			if err != nil {
				return nil, draw.ErrMalformed // 2⁶⁴
			}
			entries[i].Weight = w
		}
	}
	return build(entries)
}

// minimal are terms that fit every list.
func minimal() draw.Terms {
	return draw.Terms{Label: "l", Place: "p", Number: 1, Void: "v", Winners: 1, Beacon: "b", Round: 1, Time: time.Unix(0, 0)}
}

// line returns what follows the name of a line in an announcement.
func line(t testing.TB, a *draw.Announcement, name string) string {
	t.Helper()
	_, rest, ok := strings.Cut(a.Text(), "\n"+name+" ")
	if !ok {
		t.Fatalf("no line %s in %s", name, a.Text())
	}
	text, _, _ := strings.Cut(rest, "\n")
	return text
}

func checkList(t *testing.T, v vector) error {
	list, err := v.list(t)
	if err != nil {
		return err
	}
	a, err := draw.Announce(minimal(), list)
	if err != nil {
		return err
	}
	vectors.Same(t, "entries", list.Len(), v.Outputs.Entries)
	vectors.Same(t, "root", line(t, a, "root"), v.Outputs.Root)
	vectors.Same(t, "total", fmt.Sprint(a.Total()), v.Outputs.Total)
	return nil
}

func checkAnnouncement(t *testing.T, v vector) error {
	a, err := draw.ParseAnnouncement([]byte(v.Inputs.Text))
	if err != nil {
		return err
	}
	vectors.Same(t, "text", a.Text(), v.Inputs.Text)
	vectors.Same(t, "digest", a.Digest().String(), v.Outputs.Digest)
	vectors.Same(t, "words", a.Digest().Words(), v.Outputs.Words)
	return nil
}

func checkFollowing(t *testing.T, v vector) error {
	a, err := draw.ParseAnnouncement([]byte(v.Inputs.Text))
	if err != nil {
		return err
	}
	previous, err := draw.ParseAnnouncement([]byte(v.Inputs.Previous))
	if err != nil {
		return err
	}
	return a.CheckPrevious(previous)
}

// value is the value of the round of a vector.
func (v vector) value() (draw.Value, error) {
	n := drand.Quicknet()
	if v.Inputs.Network != n.Name() {
		n = drand.Default()
	}
	return n.ParseRound([]byte(v.Inputs.Round))
}

// valueOf is the value of a round of the network of the round itself.
func valueOf(t testing.TB, round string) draw.Value {
	t.Helper()
	n := drand.Quicknet()
	if strings.Contains(round, "previous_signature") {
		n = drand.Default()
	}
	value, err := n.ParseRound([]byte(round))
	if err != nil {
		t.Fatal(err)
	}
	return value
}

func checkDraw(t *testing.T, v vector) error {
	list, err := v.list(t)
	if err != nil {
		return err
	}
	a, err := draw.ParseAnnouncement([]byte(v.Inputs.Text))
	if err != nil {
		return err
	}
	value, err := v.value()
	if err != nil {
		return err
	}
	positions, err := a.Draw(list, value)
	if err != nil {
		return err
	}
	again, err := draw.Announce(a.Terms(), list)
	if err != nil {
		return err
	}
	vectors.Same(t, "text", again.Text(), v.Inputs.Text)
	vectors.Same(t, "positions", strings.Trim(fmt.Sprint(positions), "[]"), v.Outputs.Positions)
	proofs := list.Prove(positions...)
	if v.Outputs.Proofs != nil {
		var texts []string
		for _, p := range proofs {
			texts = append(texts, hex.EncodeToString(p.Bytes()))
		}
		vectors.Same(t, "proofs", texts, v.Outputs.Proofs)
	}
	return a.CheckPlaces(value, proofs)
}

func checkProof(t *testing.T, v vector) error {
	a, err := draw.ParseAnnouncement([]byte(v.Inputs.Text))
	if err != nil {
		return err
	}
	p, err := draw.ParseProof(vectors.Hex(t, v.Inputs.Proof))
	if err != nil {
		return err
	}
	if err := a.CheckProof(p); err != nil {
		return err
	}
	vectors.Same(t, "proof", hex.EncodeToString(p.Bytes()), v.Inputs.Proof)
	vectors.Same(t, "position", p.Position(), v.Outputs.Position)
	vectors.Same(t, "weight", fmt.Sprint(p.Entry().Weight), v.Outputs.Weight)
	vectors.Same(t, "entry", string(p.Entry().Data), v.Outputs.Entry)
	return nil
}

func checkReceipt(t *testing.T, v vector) error {
	a, err := draw.ParseAnnouncement([]byte(v.Inputs.Text))
	if err != nil {
		return err
	}
	r, err := draw.ParseReceipt(vectors.Hex(t, v.Inputs.Receipt))
	if err != nil {
		return err
	}
	vectors.Same(t, "encoding", hex.EncodeToString(r.Bytes()), v.Inputs.Receipt)
	if err := a.CheckReceipt(r); err != nil {
		return err
	}
	p := r.Proof()
	vectors.Same(t, "digest", r.Digest(), a.Digest())
	vectors.Same(t, "position", p.Position(), v.Outputs.Position)
	vectors.Same(t, "weight", fmt.Sprint(p.Entry().Weight), v.Outputs.Weight)
	vectors.Same(t, "line", string(p.Entry().Data), v.Outputs.Line)
	vectors.Same(t, "entry", string(r.Entry()), v.Outputs.Entry)
	vectors.Same(t, "hidden", any(r.Hidden()), v.Outputs.Hidden)
	made, err := a.Receipt(p)
	if r.Hidden() {
		made, err = a.HiddenReceipt(p, r.Salt(), r.Entry())
	}
	vectors.Same(t, "receipt", hex.EncodeToString(made.Bytes()), v.Inputs.Receipt)
	return err
}

func checkPlaces(t *testing.T, v vector) error {
	a, err := draw.ParseAnnouncement([]byte(v.Inputs.Text))
	if err != nil {
		return err
	}
	var proofs []draw.Proof
	for _, text := range v.Inputs.Proofs {
		p, err := draw.ParseProof(vectors.Hex(t, text))
		if err != nil {
			return err
		}
		proofs = append(proofs, p)
	}
	value, err := v.value()
	if err != nil {
		return err
	}
	return a.CheckPlaces(value, proofs)
}

func checkTime(t *testing.T, v vector) error {
	a, err := draw.ParseAnnouncement([]byte(v.Inputs.Text))
	if err != nil {
		return err
	}
	return a.CheckTime(v.Inputs.Published, time.Duration(v.Inputs.Margin)*time.Second)
}

func checkRound(t *testing.T, v vector) error {
	n := drand.Quicknet()
	if v.Inputs.Network != n.Name() {
		n = drand.Default()
	}
	value, err := n.ParseRound([]byte(v.Inputs.JSON))
	if err != nil {
		if value != (draw.Value{}) {
			t.Error("a value beside the error")
		}
		return err
	}
	vectors.Same(t, "value", hex.EncodeToString(value.Randomness[:]), v.Outputs.Value)
	vectors.Same(t, "time", value.Time.Format(time.RFC3339), v.Outputs.Time)
	if n.RoundAt(value.Time) != value.Round || n.RoundAt(value.Time.Add(1)) != value.Round+1 {
		t.Errorf("round %d isn't the first at its time", value.Round)
	}
	return nil
}

func checkHidden(t *testing.T, v vector) error {
	salt, err := draw.ParseSalt(v.Inputs.Salt)
	if err != nil {
		if len(v.Inputs.Salt) >= 8 && strings.Contains(err.Error(), v.Inputs.Salt[:8]) {
			t.Error("the error shows the salt")
		}
		return err
	}
	vectors.Same(t, "hidden", any(string(salt.Hide(vectors.Hex(t, v.Inputs.Entry)))), v.Outputs.Hidden)
	return nil
}

func checkAccumulated(t *testing.T, v vector) error {
	value := value1000(t)
	vectors.Accumulate(t, v.Inputs.Runs, v.Outputs.SHA256, func(i int) []byte {
		list, err := draw.NewList(many(1+i%50, i%2 == 1))
		if err != nil {
			t.Fatal(err)
		}
		terms := raffle()
		terms.Label = fmt.Sprint(i)
		a, err := draw.Announce(terms, list)
		if err != nil {
			t.Fatal(err)
		}
		positions, err := a.Draw(list, value)
		if err != nil {
			t.Fatal(err)
		}
		return fmt.Appendf(nil, "%d;", positions[0])
	})
	return nil
}

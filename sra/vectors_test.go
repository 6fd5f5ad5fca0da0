package sra_test

import (
	"bytes"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/hex"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/squaredeal/squaredeal/internal/vectors/vectorstest"
	"github.com/squaredeal/squaredeal/sra"
	"github.com/squaredeal/squaredeal/sra/internal/arith"
)

//go:generate go run ./internal/genvectors testdata/vectors.json

type vector struct {
	Inputs struct {
		Group, P, Label string
		Element         string
		I, N            int
		Deck            string
		E               any // a string or two
		Order           []string
		Of              string
		Runs            int
		Context, Random string
		Public, Proof   string
		From, To        string
		ID              string
		Seats           int
		Calls           []string
		At              string
		Messages        []string
	}
	Intermediates struct {
		Message, DST, Uniform   string
		D                       string
		Public, First, Stripped string
		From, To                string
		Statement, Sigma        string
		Weight0, Challenge      string
		Parts                   []string
		Comments                []string
	}
	Outputs struct {
		Name          string
		ElementSize   int
		Generator     string
		Element       string
		Public        string
		Second, Card0 string
		Opened        string
		SHA256        string
		Proof         string
		From          string
		Messages      []string
		Results       []string
		Blamed        []string
		Cards         string
		Missing       string
		Kept, Stock   string
		Left          string
		Size          int
	}
}

// class returns the word for an error.
func class(err error) string {
	for word, sentinel := range map[string]error{
		"malformed": sra.ErrMalformed, "invalid": sra.ErrProof, "rules": sra.ErrRules, "diverged": sra.ErrDiverged, "early": sra.ErrEarly, "state": sra.ErrState,
	} {
		if errors.Is(err, sentinel) {
			return word
		}
	}
	return err.Error()
}

func TestVectors(t *testing.T) {
	vectorstest.Run(t, "squaredeal/sra v1", class, map[string]func(*testing.T, vector) error{
		"group":       checkGroup,
		"card":        checkCard,
		"element":     checkElement,
		"key":         checkKey,
		"deck":        checkDeck,
		"hand":        checkHand,
		"accumulated": checkAccumulated,

		"keyproof":        checkKeyProof,
		"decryptionproof": checkDecryptionProof,
		"shuffleproof":    checkShuffleProof,
		"transcript":      checkTranscript,
		"observer":        checkObserver,
	})
}

func same[T any](t *testing.T, what string, got, want T) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", what, diff)
	}
}

func unhex(t *testing.T, text string) []byte {
	t.Helper()
	b, err := hex.DecodeString(text)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func sum(b []byte) string {
	digest := sha256.Sum256(b)
	return hex.EncodeToString(digest[:])
}

// Groups that aren't named are proved once for all cases.
var unnamed sync.Map

func (v vector) group(t *testing.T) sra.Group {
	for _, g := range append(namedGroups(), sra.Ristretto255()) {
		if g.Name() == v.Inputs.Group {
			return g
		}
	}
	if g, ok := unnamed.Load(v.Inputs.P); ok {
		return g.(sra.Group)
	}
	g, err := sra.NewGroup(digits(t, "0x"+v.Inputs.P))
	if err != nil {
		t.Fatal(err)
	}
	unnamed.Store(v.Inputs.P, g)
	return g
}

func checkGroup(t *testing.T, v vector) error {
	if v.Inputs.Group != "" {
		g := v.group(t)
		same(t, "name", g.Name(), v.Outputs.Name)
		same(t, "element size", g.ElementSize(), v.Outputs.ElementSize)
		same(t, "generator", hex.EncodeToString(sra.Generator(g)), v.Outputs.Generator)
		return nil
	}
	p, ok := new(big.Int).SetString(v.Inputs.P, 16)
	if !ok {
		t.Fatal("no number")
	}
	g, err := sra.NewGroup(p)
	if err != nil {
		return err
	}
	same(t, "name", g.Name(), v.Outputs.Name)
	same(t, "element size", g.ElementSize(), v.Outputs.ElementSize)
	same(t, "generator", hex.EncodeToString(sra.Generator(g)), v.Outputs.Generator)
	checkExpansion(t, v, make([]byte, 4))
	return nil
}

func checkExpansion(t *testing.T, v vector, message []byte) {
	t.Helper()
	want := v.Intermediates.Uniform
	h := sha256.New()
	if strings.HasSuffix(v.Intermediates.DST, "/ristretto255") {
		h = sha512.New()
	}
	same(t, "uniform", hex.EncodeToString(arith.ExpandMessage(h, message, v.Intermediates.DST, len(want)/2)), want)
}

func checkCard(t *testing.T, v vector) error {
	d, err := sra.PublicDeck(v.group(t), v.Inputs.Label, v.Inputs.I+1)
	if err != nil {
		return err
	}
	same(t, "element", d.At(v.Inputs.I).String(), v.Outputs.Element)
	checkExpansion(t, v, unhex(t, v.Intermediates.Message))
	return nil
}

func checkElement(t *testing.T, v vector) error {
	x, err := sra.ParseElement(v.group(t), unhex(t, v.Inputs.Element))
	if err == nil {
		same(t, "text", x.String(), v.Inputs.Element)
	}
	return err
}

func checkKey(t *testing.T, v vector) error {
	g := v.group(t)
	k, err := sra.ParseKey(g, unhex(t, v.Inputs.E.(string)))
	if err != nil {
		return err
	}
	same(t, "public key", k.Public().String(), v.Outputs.Public)
	// The inverse doesn't show, but as a key it has to undo this one.
	x := mustPublic(t, g, "inverse", 1)
	undone := mustEncrypt(t, mustKey(t, g, unhex(t, v.Intermediates.D)), mustEncrypt(t, k, x))
	if !undone.Equal(x) || !mustDecrypt(t, k, mustEncrypt(t, k, x)).Equal(x) {
		t.Error("the inverse doesn't undo the key")
	}
	return nil
}

func checkDeck(t *testing.T, v vector) error {
	d, err := sra.ParseDeck(v.group(t), v.Inputs.N, unhex(t, v.Inputs.Deck))
	if err == nil {
		same(t, "encoding", hex.EncodeToString(d.Bytes()), v.Inputs.Deck)
	}
	return err
}

func checkHand(t *testing.T, v vector) error {
	g := v.group(t)
	if testing.Short() && g.ElementSize() > 256 {
		t.Skip("-short")
	}
	var keys []sra.Key
	var orders [][]int
	for i, e := range v.Inputs.E.([]any) {
		keys = append(keys, mustKey(t, g, unhex(t, e.(string))).Parallel(2))
		orders = append(orders, v.order(t, i))
	}
	public := mustPublic(t, g, v.Inputs.Label, v.Inputs.N)
	first := mustSelect(t, mustEncrypt(t, keys[0], public), orders[0]...)
	second := mustSelect(t, mustEncrypt(t, keys[1], first), orders[1]...)
	stripped := mustDecrypt(t, keys[0], second)
	open := mustDecrypt(t, keys[1], stripped)
	opened := make([]string, open.Len())
	for i := range opened {
		opened[i] = fmt.Sprint(public.Index(open.At(i)))
	}
	same(t, "public deck", sum(public.Bytes()), v.Intermediates.Public)
	same(t, "first deck", sum(first.Bytes()), v.Intermediates.First)
	same(t, "stripped deck", sum(stripped.Bytes()), v.Intermediates.Stripped)
	same(t, "second deck", sum(second.Bytes()), v.Outputs.Second)
	same(t, "card 0", second.At(0).String(), v.Outputs.Card0)
	same(t, "opened", strings.Join(opened, " "), v.Outputs.Opened)
	return nil
}

func (v vector) order(t *testing.T, i int) (order []int) {
	for _, field := range strings.Fields(v.Inputs.Order[i]) {
		n, err := strconv.Atoi(field)
		if err != nil {
			t.Fatal(err)
		}
		order = append(order, n)
	}
	return order
}

func (v vector) random(t *testing.T) [32]byte { return [32]byte(unhex(t, v.Inputs.Random)) }

// proof checks a proof that the package makes of the case's random bytes. The statement and
// the challenge are in it, as another of either would lead to another proof.
func (v vector) proof(t *testing.T, got []byte) {
	t.Helper()
	if v.Outputs.Proof != "" {
		same(t, "proof", hex.EncodeToString(got), v.Outputs.Proof)
	} else {
		same(t, "proof", sum(got), v.Outputs.SHA256)
	}
}

func checkKeyProof(t *testing.T, v vector) error {
	g, context := v.group(t), []byte(v.Inputs.Context)
	if v.Inputs.Proof == "" && v.Inputs.E != nil {
		k := mustKey(t, g, unhex(t, v.Inputs.E.(string)))
		v.Inputs.Public, v.Inputs.Proof = k.Public().String(), v.Outputs.Proof
		same(t, "public key", k.Public().String(), v.Intermediates.Public)
		v.proof(t, sra.ProveKey(k, context, v.random(t)))
	}
	public, err := sra.ParsePublicKey(g, unhex(t, v.Inputs.Public))
	if err != nil {
		return err
	}
	return public.VerifyKey(context, unhex(t, v.Inputs.Proof))
}

// decks returns the decks of a case that is refused.
func (v vector) decks(t *testing.T) (public sra.PublicKey, from, to sra.Deck, err error) {
	t.Helper()
	g := v.group(t)
	deck := func(text string) (d sra.Deck) {
		if b := unhex(t, text); err == nil {
			d, err = sra.ParseDeck(g, len(b)/g.ElementSize(), b)
		}
		return d
	}
	from, to = deck(v.Inputs.From), deck(v.Inputs.To)
	if err == nil {
		public, err = sra.ParsePublicKey(g, unhex(t, v.Inputs.Public))
	}
	return public, from, to, err
}

func checkDecryptionProof(t *testing.T, v vector) error {
	context := []byte(v.Inputs.Context)
	if v.Inputs.E == nil {
		public, from, to, err := v.decks(t)
		if err != nil {
			return err
		}
		return public.VerifyDecryption(context, from, to, unhex(t, v.Inputs.Proof))
	}
	g := v.group(t)
	k := mustKey(t, g, unhex(t, v.Inputs.E.(string)))
	to := mustPublic(t, g, v.Inputs.Label, v.Inputs.N)
	from := mustEncrypt(t, k, to)
	same(t, "from", sum(from.Bytes()), v.Intermediates.From)
	v.proof(t, sra.ProveDecryption(k, context, from, to, v.random(t)))
	return k.Public().VerifyDecryption(context, from, to, unhex(t, v.Outputs.Proof))
}

func checkShuffleProof(t *testing.T, v vector) error {
	context := []byte(v.Inputs.Context)
	if v.Inputs.E == nil {
		public, from, to, err := v.decks(t)
		if err != nil {
			return err
		}
		return public.VerifyShuffle(context, from, to, unhex(t, v.Inputs.Proof))
	}
	g := v.group(t)
	k := mustKey(t, g, unhex(t, v.Inputs.E.(string)))
	order := v.order(t, 0)
	from := mustPublic(t, g, v.Inputs.Label, v.Inputs.N)
	to := mustSelect(t, mustEncrypt(t, k, from), order...)
	same(t, "to", sum(to.Bytes()), v.Intermediates.To)
	proof := sra.ProveShuffle(k, context, from, to, order, v.random(t))
	v.proof(t, proof)
	same(t, "size", sra.ShuffleProofSize(g, v.Inputs.N), v.Outputs.Size)
	return k.Public().VerifyShuffle(context, from, to, proof)
}

// dealOf parses a list of cards.
func dealOf(t *testing.T, text string) (deal []sra.Deal) {
	for _, card := range strings.Fields(text) {
		var d sra.Deal
		if _, err := fmt.Sscanf(card, "%d:%d", &d.Position, &d.To); err != nil {
			t.Fatal(err)
		}
		deal = append(deal, d)
	}
	return deal
}

// numbersOf parses numbers separated by spaces.
func numbersOf(t *testing.T, text string) (numbers []int) {
	for _, field := range strings.Fields(text) {
		n, err := strconv.Atoi(field)
		if err != nil {
			t.Fatal(err)
		}
		numbers = append(numbers, n)
	}
	return numbers
}

// Each seat in turn plays with the messages of the others. Its own shuffles, which are random,
// are replaced by those of the transcript; of its other messages, only proofs are random.
func checkTranscript(t *testing.T, v vector) error {
	g := v.group(t)
	cards := mustPublic(t, g, v.Inputs.Label, v.Inputs.N)
	from := numbersOf(t, v.Outputs.From)
	var messages [][]byte
	for _, m := range v.Outputs.Messages {
		messages = append(messages, unhex(t, m))
	}
	// calls does what all are told before message i, and returns the seats that are gone.
	at := numbersOf(t, v.Inputs.At)
	calls := func(i int, deal func(cards []sra.Deal), redeal func(gone []int)) {
		for j, text := range v.Inputs.Calls {
			if at[j] != i {
				continue
			}
			if gone, ok := strings.CutPrefix(text, "redeal "); ok {
				redeal(numbersOf(t, gone))
			} else {
				deal(dealOf(t, text))
			}
		}
	}
	o, err := sra.NewObserver([]byte(v.Inputs.ID), cards, v.Inputs.Seats)
	if err != nil {
		return err
	}
	for i, m := range messages {
		calls(i, func([]sra.Deal) {}, func(gone []int) {
			if err := o.Redeal(gone...); err != nil {
				t.Error(err)
			}
		})
		if err := o.Receive(from[i], m); err != nil {
			t.Errorf("an observer on message %d: %v", i, err)
		}
	}
	opened := numbersOf(t, v.Outputs.Opened)
	for position, want := range opened {
		if card, ok := o.Card(position); ok != (want >= 0) || ok && card != want {
			t.Errorf("the observer sees %d at position %d, want %d", card, position, want)
		}
	}
	same(t, "stock", fmt.Sprint(o.Stock()), "["+v.Outputs.Stock+"]")
	same(t, "kept", fmt.Sprint(o.Kept()), fmt.Sprint(dealOf(t, v.Outputs.Kept)))
	same(t, "left", fmt.Sprint(o.Left()), "["+v.Outputs.Left+"]")
	for seat := range v.Inputs.Seats {
		v.playSeat(t, seat, cards, from, messages, calls)
	}
	return nil
}

// playSeat plays one seat of a transcript, to the end or until the others deal again without it.
func (v vector) playSeat(t *testing.T, seat int, cards sra.Deck, from []int, messages [][]byte, calls func(i int, deal func([]sra.Deal), redeal func([]int))) {
	g := v.group(t)
	hand := 0
	key := func() sra.Key {
		hand++
		return mustKey(t, g, unhex(t, v.Inputs.E.([]any)[(hand-1)*v.Inputs.Seats+seat].(string)))
	}
	h, own, err := sra.NewHand([]byte(v.Inputs.ID), cards, v.Inputs.Seats, seat, key(), unstored)
	if err != nil {
		t.Fatal(err)
	}
	said := map[string]bool{} // the seat's messages in the transcript, without proofs
	var say func(m []byte)
	say = func(m []byte) {
		t.Helper()
		if m == nil {
			return
		}
		for _, part := range sra.Split(m) {
			if part[0] == 2 {
				table := part[1:viewAt]
				for i := range messages {
					if theirs := sra.Split(messages[i])[0]; from[i] == seat && theirs[0] == 2 && bytes.Equal(theirs[1:viewAt], table) {
						said[string(theirs[:viewAt])] = true
						_, deck, _ := sra.Secret(h)
						say(sra.SetDeck(h, mustDeck(t, g, theirs[headSize:headSize+deck.Len()*g.ElementSize()])))
					}
				}
				return // a veto with it is of another deck
			}
			said[string(v.withoutProofs(t, h, part))] = true
		}
	}
	call := func(m []byte, err error) {
		t.Helper()
		if err != nil {
			t.Errorf("seat %d: %v", seat, err)
		}
		say(m)
	}
	say(own)
	out := false
	last := 0
	for i, m := range messages {
		calls(i, func(cards []sra.Deal) {
			if !out {
				call(h.Deal(cards...)) // also if it has left in good order, and goes on watching
			}
		}, func(gone []int) {
			if out = out || slices.Contains(gone, seat) || slices.Contains(h.Left(), seat); !out {
				call(sra.RedealWith(h, key(), gone...))
			}
		})
		if out {
			break
		}
		last = i
		switch {
		case from[i] != seat:
			call(h.Receive(from[i], m))
		case m[0] == 4:
			var positions []int
			for p := range int(m[headSize+1]) {
				positions = append(positions, int(m[headSize+3+2*p]))
			}
			call(h.Show(positions...))
		case m[0] == 5:
			call(h.Leave())
		}
	}
	for i, m := range messages[:last+1] {
		for _, part := range sra.Split(m) {
			text := string(v.withoutProofs(t, h, part))
			if part[0] == 2 {
				text = string(part[:viewAt])
			}
			if from[i] == seat && !said[text] {
				t.Errorf("seat %d hasn't said message %d, of kind %d", seat, i, part[0])
			}
			if from[i] == seat {
				delete(said, text)
			}
		}
	}
	if out {
		return
	}
	for text := range said {
		t.Errorf("seat %d says %x…, which isn't in the transcript", seat, text[:min(60, len(text))])
	}
	for position, want := range numbersOf(t, v.Outputs.Opened) {
		if card, ok := h.Card(position); want >= 0 && (!ok || card != want) {
			t.Errorf("seat %d knows %d at position %d, want %d", seat, card, position, want)
		}
	}
	if h.Missing() != nil {
		t.Errorf("seat %d waits for %v", seat, h.Missing())
	}
	same(t, "stock", fmt.Sprint(h.Stock()), "["+v.Outputs.Stock+"]")
	same(t, "kept", fmt.Sprint(h.Kept()), fmt.Sprint(dealOf(t, v.Outputs.Kept)))
	same(t, "left", fmt.Sprint(h.Left()), "["+v.Outputs.Left+"]")
}

// withoutProofs returns what isn't random of a message, other than a shuffle.
func (v vector) withoutProofs(t *testing.T, h *sra.Hand, m []byte) []byte {
	size := v.group(t).ElementSize()
	proof := 2*size + len(sra.Order(v.group(t)).Bytes())
	switch m[0] {
	case 1:
		return m[:len(m)-proof+size]
	case 4, 6: // a proof for each deck: the others have verified that the cards are right
		return m[:headSize+size]
	default:
		return m[:len(m)-proof]
	}
}

// resultOf returns the word for an error of an observer, which may be several, and the
// seats that it blames.
func resultOf(err error) (result, blamed string) {
	var words []string
	var seats []int
	var visit func(err error, prefix string)
	visit = func(err error, prefix string) {
		if joined, ok := err.(interface{ Unwrap() []error }); ok {
			for _, err := range joined.Unwrap() {
				visit(err, prefix)
			}
			return
		}
		if kept, ok := err.(*sra.KeptError); ok {
			visit(kept.Err, "kept-")
			return
		}
		words = append(words, prefix+class(err))
		var blame *sra.BlameError
		if errors.As(err, &blame) {
			seats = append(seats, blame.Seats...)
		}
	}
	if err == nil {
		return "ok", ""
	}
	visit(err, "")
	slices.Sort(seats)
	return strings.Join(words, " "), strings.Trim(fmt.Sprint(slices.Compact(seats)), "[]")
}

// A message is kept if nothing changes but what is stored; the vectors tell that from one
// that is taken, and a hand can.
func checkObserver(t *testing.T, v vector) error {
	g := v.group(t)
	o, err := sra.NewObserver([]byte(v.Inputs.ID), mustPublic(t, g, v.Inputs.Label, v.Inputs.N), v.Inputs.Seats)
	if err != nil {
		return err
	}
	from := numbersOf(t, v.Inputs.From)
	for i, text := range v.Inputs.Messages {
		before, left := sra.Heard(o), o.Left()
		err := error(nil)
		if gone, ok := strings.CutPrefix(text, "redeal "); ok {
			err = o.Redeal(numbersOf(t, gone)...)
		} else {
			err = o.Receive(from[i], unhex(t, text))
		}
		after := sra.Heard(o)
		result, blamed := resultOf(err)
		switch {
		case err != nil, !slices.Equal(left, o.Left()):
		case before == after:
			result = "ignored"
		case before[0] == after[0]:
			result = "kept"
		}
		if result != v.Outputs.Results[i] || blamed != v.Outputs.Blamed[i] {
			t.Errorf("message %d (%s): %s, which blames %q, want %s, which blames %q (%v)",
				i, v.Intermediates.Comments[i], result, blamed, v.Outputs.Results[i], v.Outputs.Blamed[i], err)
		}
	}
	for position, want := range numbersOf(t, v.Outputs.Cards) {
		if card, ok := o.Card(position); ok != (want >= 0) || ok && card != want {
			t.Errorf("position %d: card %d, want %d", position, card, want)
		}
	}
	same(t, "missing", strings.Trim(fmt.Sprint(o.Missing()), "[]"), v.Outputs.Missing)
	return nil
}

func checkAccumulated(t *testing.T, v vector) error {
	if testing.Short() && v.Inputs.Runs > 100 || v.Inputs.Of == "powers" && testing.Short() && v.Inputs.Runs > 10 {
		t.Skip("-short")
	}
	g := v.group(t)
	h := sha256.New()
	switch v.Inputs.Of {
	case "cards":
		for i := range v.Inputs.Runs {
			d, err := sra.PublicDeck(g, fmt.Sprint("run ", i), 1)
			if err != nil {
				return err
			}
			h.Write(d.Bytes())
		}
	case "powers":
		x, err := sra.NewDeck(mustElement(t, g, sra.Generator(g)))
		if err != nil {
			return err
		}
		for range v.Inputs.Runs {
			e := x.Bytes()
			if g.P() == nil {
				slices.Reverse(e)
				e = scalar(g, new(big.Int).Mod(new(big.Int).SetBytes(e), sra.Order(g)))
			}
			k, err := sra.ParseKey(g, e)
			if err != nil {
				return err
			}
			encrypted := mustEncrypt(t, k, x)
			h.Write(k.Public().Bytes())
			h.Write(encrypted.Bytes())
			h.Write(mustDecrypt(t, k, x).Bytes())
			x = encrypted
		}
	default:
		t.Fatalf("accumulated %q", v.Inputs.Of)
	}
	same(t, "sha256", hex.EncodeToString(h.Sum(nil)), v.Outputs.SHA256)
	return nil
}

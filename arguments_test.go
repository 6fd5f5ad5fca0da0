package squaredeal_test

import (
	"context"
	"crypto/ed25519"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"math"
	"math/big"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/squaredeal/squaredeal/commit"
	"github.com/squaredeal/squaredeal/commit/hexchain"
	"github.com/squaredeal/squaredeal/commit/jgammon"
	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table"
	"github.com/squaredeal/squaredeal/commit/table/board"
	"github.com/squaredeal/squaredeal/commit/table/board/boardtest"
	"github.com/squaredeal/squaredeal/commit/table/board/httpboard"
	"github.com/squaredeal/squaredeal/commit/table/tabletest"
	"github.com/squaredeal/squaredeal/otpdeal"
	"github.com/squaredeal/squaredeal/seedrng"
	"github.com/squaredeal/squaredeal/seedrng/sites"
	"github.com/squaredeal/squaredeal/shuffle"
	"github.com/squaredeal/squaredeal/shuffle/draw"
	"github.com/squaredeal/squaredeal/shuffle/draw/drand"
	"github.com/squaredeal/squaredeal/shuffle/onchain"
	"github.com/squaredeal/squaredeal/sra"
	"github.com/squaredeal/squaredeal/sra/hand"
	"github.com/squaredeal/squaredeal/sra/hand/cards"
	"github.com/squaredeal/squaredeal/sra/textbook"
)

// A call is an exported function with arguments that it takes.
type call struct {
	name string
	f    any
	args []any
	note string // parameters whose zero value is taken, and "parameter:word" for what an error calls one
}

func kept[S any](_, _ S) error { return nil }

// state returns what a store function was given last.
func state[T any, S interface{ Bytes() []byte }](t *testing.T, begin func(store func(old, new S) error) (T, error)) (b []byte) {
	t.Helper()
	if _, err := begin(func(_, s S) error { b = s.Bytes(); return nil }); err != nil {
		t.Fatal(err)
	}
	return b
}

func good[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// agreed returns what a match of two seats is about, and the keys of the second one and of the board.
func agreed() (offer board.Offer, terms table.Terms, seat, host record.Key) {
	seat, host = record.GenerateKey(), record.GenerateKey()
	offer = board.Offer{Game: []byte("sums"), Seats: 2, Longest: 40, Grace: time.Second, Board: host.Public()}
	return offer, offer.Terms([]ed25519.PublicKey{record.GenerateKey().Public(), seat.Public()}), seat, host
}

// calls are of all exported functions with parameters that can be nil, or zero values of the
// library's types, and can fail.
func calls(t *testing.T) []call {
	id, game := []byte("id"), boardtest.Sums(1)
	offer, terms, seat, host := agreed()
	play := good(game(terms, board.Nobody, nil))
	agreement := good(terms.Agreement())
	key := good(sra.GenerateKey(sra.Ristretto255()))
	deck := good(sra.PublicDeck(key.Group(), "deck", 4))
	prime := textbook.GeneratePrime()
	order, pads := make([]byte, otpdeal.DeckSize), make([]byte, otpdeal.DeckSize)
	for i := range order {
		order[i] = byte(i)
	}
	list := good(draw.NewList([]draw.Entry{{Data: []byte("a")}, {Data: []byte("b")}}))
	raffle := draw.Terms{Label: "prize", Place: "https://example.org", Number: 1, Void: "never", Winners: 1,
		Beacon: drand.Quicknet().Beacon(), Round: 1000, Time: good(drand.Quicknet().TimeOf(1000))}
	announced := good(draw.Announce(raffle, list))
	receipt := good(announced.Receipt(list.Prove(0)[0]))
	bet := sites.Bet{"server": "f2ac89b608eeb01312d115bce6741b32", "client": "86ff027f15c48241af7f54a726690ee7", "nonce": "2"}
	secret := jgammon.GenerateSecret()
	hashed := good(secret.Hash())
	_, nonce := commit.Commit(nil, nil)
	generateChain := func(store func(old, new commit.ChainState) error) (*commit.Chain, error) {
		return commit.GenerateChain(context.Background(), 1, store, nil)
	}
	generateToss := func(store func(old, new commit.TossState) error) (*commit.Toss, error) {
		return commit.GenerateToss(id, 2, 0, store)
	}
	verifier := func(store func(old, new commit.ChainVerifierState) error) (*commit.ChainVerifier, error) {
		return commit.NewChainVerifier(0, commit.Link{}, store)
	}
	hoster := func(store func(old, new otpdeal.State) error) (*otpdeal.Host, error) {
		return otpdeal.GenerateHost(id, store)
	}
	dealer := func(store func(old, new otpdeal.State) error) (*otpdeal.Dealer, error) {
		return otpdeal.GenerateDealer(id, store)
	}
	keyMaster := func(store func(old, new otpdeal.State) error) (*otpdeal.KeyMaster, error) {
		return otpdeal.NewKeyMaster(id, store)
	}
	dummy := func(store func(old, new otpdeal.State) error) (*otpdeal.Dummy, error) {
		return otpdeal.NewDummy(id, store)
	}
	log := good(record.NewReader(agreement))
	statement := good(log.Sign(seat, []byte("m")))
	return []call{
		{"commit.GenerateChain", commit.GenerateChain,
			[]any{context.Background(), uint64(1), kept[commit.ChainState], nil}, "ctx:context n:rounds progress"},
		{"commit.GenerateToss", commit.GenerateToss, []any{id, 2, 1, kept[commit.TossState]}, "seat"},
		{"commit.NewChainVerifier", commit.NewChainVerifier, []any{uint64(0), commit.Link{}, kept[commit.ChainVerifierState]}, "round known"},
		{"commit.NewToss", commit.NewToss, []any{id, 2, 1, nonce, make([]byte, commit.ValueSize), kept[commit.TossState]}, "seat"},
		{"commit.ParseChain", commit.ParseChain, []any{state(t, generateChain), kept[commit.ChainState]}, ""},
		{"commit.ParseChainVerifier", commit.ParseChainVerifier, []any{state(t, verifier), kept[commit.ChainVerifierState]}, ""},
		{"commit.ParseNonce", commit.ParseNonce, []any{make([]byte, commit.NonceSize)}, "b:nonce"},
		{"commit.ParseToss", commit.ParseToss, []any{state(t, generateToss), kept[commit.TossState]}, ""},
		{"commit.VerifyToss", commit.VerifyToss, nil, ""},
		{"commit.WatchToss", commit.WatchToss, []any{id, 2}, ""},
		{"jgammon.ParseHash", jgammon.ParseHash, []any{hashed[:]}, "b:hash"},
		{"jgammon.ParseSecret", jgammon.ParseSecret, []any{secret.Bytes()}, "b:secret"},
		{"jgammon.Replay", jgammon.Replay,
			[]any{[2]jgammon.Hash{hashed, hashed}, [2]jgammon.Secret{secret, secret}}, "hashes:hash secrets:secret"},
		{"record.Fork", record.Fork, []any{log, log}, ""},
		{"record.NewAgreement", record.NewAgreement, []any{id, 10, terms.Seats, host.Public()}, "terms board"},
		{"record.NewReader", record.NewReader, []any{agreement}, "a:agreement"},
		{"record.ParseKey", record.ParseKey, []any{seat.Bytes()}, "seed:key"},
		{"record.ParseReader", record.ParseReader, []any{agreement, good(record.NewReader(agreement)).Cut()}, "a:agreement"},
		{"record.ParseStatement", record.ParseStatement, []any{statement}, "post:statement"},
		{"record.ParseTranscript", record.ParseTranscript, []any{agreement, agreement.Transcript()}, "a:agreement"},
		{"table.Audit", table.Audit, []any{terms, play, nil, nil}, "terms:grace posts signed"},
		{"table.New", table.New, []any{terms, play, seat, kept[table.State]}, "terms:grace"},
		{"table.Watch", table.Watch, []any{terms, play}, "terms:grace"},
		{"board.All", board.All, []any{context.Background(), good(board.Open(offer, host, game, nil))}, "ctx b:board"},
		{"board.Decode", board.Decode, []any{board.Encode(nil)}, ""},
		{"board.Open", board.Open, []any{offer, host, game, nil}, "storage"},
		{"board.ParseOffer", board.ParseOffer, []any{offer.Bytes()}, "post:offer"},
		{"board.ParseRequest", board.ParseRequest, []any{offer.Ask(0, seat, nil)}, "post:request"},
		{"sra.GenerateKey", sra.GenerateKey, []any{key.Group()}, "g:group"},
		{"sra.NewDeck", sra.NewDeck, []any{[]sra.Element{deck.At(0)}}, "elements:deck"},
		{"sra.NewGroup", sra.NewGroup, []any{sra.Group14().P()}, ""},
		{"sra.NewKey", sra.NewKey, []any{key.Group(), make([]byte, sra.SeedSize)}, "g:group"},
		{"sra.ParseDeck", sra.ParseDeck, []any{key.Group(), 4, deck.Bytes()}, "g:group n:cards b:deck"},
		{"sra.ParseElement", sra.ParseElement, []any{key.Group(), deck.At(0).Bytes()}, "g:group b:element"},
		{"sra.ParseKey", sra.ParseKey, []any{key.Group(), key.Bytes()}, "g:group b:key"},
		{"sra.ParsePublicKey", sra.ParsePublicKey, []any{key.Group(), key.Public().Bytes()}, "g:group b:element"},
		{"sra.PublicDeck", sra.PublicDeck, []any{key.Group(), "deck", 4}, "g:group n:cards"},
		{"hand.New", hand.New, []any{id, deck, 2, 1, hand.GenerateState(), kept[hand.State]}, "cards:deck seat s:state store:stores"},
		{"hand.ParseState", hand.ParseState, []any{hand.GenerateState().Bytes()}, "b:state"},
		{"hand.Replay", hand.Replay, []any{id, deck, 2, new(sra.Batch)}, "cards:deck b:batch"},
		{"hand.Watch", hand.Watch, []any{id, deck, 2}, "cards:deck"},
		{"cards.New", cards.New, []any{[32]byte{1}, deck, []int{1, 2}, 1, make([]byte, cards.MinSeedLen)}, "head me"},
		{"textbook.GenerateKey", textbook.GenerateKey, []any{prime}, ""},
		{"textbook.NewKey", textbook.NewKey, []any{prime, big.NewInt(65537)}, ""},
		{"otpdeal.Audit", otpdeal.Audit, nil, ""},
		{"otpdeal.GenerateDealer", otpdeal.GenerateDealer, []any{id, kept[otpdeal.State]}, ""},
		{"otpdeal.GenerateHost", otpdeal.GenerateHost, []any{id, kept[otpdeal.State]}, ""},
		{"otpdeal.NewDealer", otpdeal.NewDealer, []any{id, order, kept[otpdeal.State]}, "order:assignment"},
		{"otpdeal.NewDummy", otpdeal.NewDummy, []any{id, kept[otpdeal.State]}, ""},
		{"otpdeal.NewHost", otpdeal.NewHost, []any{id, otpdeal.Deck(), pads, kept[otpdeal.State]}, ""},
		{"otpdeal.NewKeyMaster", otpdeal.NewKeyMaster, []any{id, kept[otpdeal.State]}, ""},
		{"otpdeal.ParseDealer", otpdeal.ParseDealer, []any{state(t, dealer), kept[otpdeal.State]}, ""},
		{"otpdeal.ParseDummy", otpdeal.ParseDummy, []any{state(t, dummy), kept[otpdeal.State]}, ""},
		{"otpdeal.ParseHost", otpdeal.ParseHost, []any{state(t, hoster), kept[otpdeal.State]}, ""},
		{"otpdeal.ParseKeyMaster", otpdeal.ParseKeyMaster, []any{state(t, keyMaster), kept[otpdeal.State]}, ""},
		{"otpdeal.ParseMessage", otpdeal.ParseMessage,
			[]any{id, otpdeal.SendKeys, otpdeal.KeyMasterSeat, otpdeal.DummySeat, make([]byte, otpdeal.HandSize)}, "from to payload:bytes"},
		{"otpdeal.ParseRecord", otpdeal.ParseRecord, []any{good(hoster(kept[otpdeal.State])).Record().Bytes()}, "b:record"},
		{"seedrng.GeneratePlayer", seedrng.GeneratePlayer, []any{kept[seedrng.PlayerState]}, ""},
		{"seedrng.GenerateSession", seedrng.GenerateSession, []any{kept[seedrng.SessionState]}, ""},
		{"seedrng.NewStream", seedrng.NewStream, []any{seedrng.GenerateServerSeed(), "client", uint64(0)}, "server:serverseed nonce"},
		{"seedrng.ParsePlayer", seedrng.ParsePlayer, []any{state(t, seedrng.GeneratePlayer), kept[seedrng.PlayerState]}, ""},
		{"seedrng.ParseSession", seedrng.ParseSession, []any{state(t, seedrng.GenerateSession), kept[seedrng.SessionState]}, ""},
		{"sites.NewWalk", sites.NewWalk, []any{sites.Chain{Alg: "sha256", End: strings.Repeat("0", 64)}, strings.Repeat("0", 64)}, "chain:alg"},
		{"sites.Odds", sites.Odds, []any{"stake", "dice", nil}, "bet"},
		{"sites.Replay", sites.Replay, []any{"stake", "dice", bet}, "bet:server"},
		{"shuffle.Perm", shuffle.Perm[shuffle.Source], []any{new(words), 0}, "src:source n"},
		{"draw.Announce", draw.Announce, []any{raffle, list}, "terms:label"},
		{"draw.NewJoinedList", draw.NewJoinedList, []any{[]draw.Entry{{Data: id}}}, ""},
		{"draw.NewList", draw.NewList, []any{[]draw.Entry{{Data: id}}}, ""},
		{"draw.NewTicketList", draw.NewTicketList, []any{[]draw.Entry{{Data: id}}}, ""},
		{"draw.ParseAnnouncement", draw.ParseAnnouncement, []any{[]byte(announced.Text())}, "text:announcement"},
		{"draw.ParseProof", draw.ParseProof, []any{list.Prove(0)[0].Bytes()}, "b:proof"},
		{"draw.ParseReceipt", draw.ParseReceipt, []any{receipt.Bytes()}, "b:receipt"},
		{"drand.NetworkOf", drand.NetworkOf, []any{raffle}, "terms:network"},

		// What these are called with is made elsewhere, or a zero value of it is always taken.
		{"board.Audit", board.Audit, nil, ""},
		{"table.Parse", table.Parse, nil, ""},
		{"hexchain.Verify", hexchain.Verify, nil, ""},
		{"commit.VerifyChain", commit.VerifyChain, nil, ""},
		{"httpboard.Serve", httpboard.Serve, nil, ""},
		{"tabletest.TestGame", tabletest.TestGame, nil, ""},
	}
}

// values are of all exported types whose methods can fail or panic, as their zero values.
var values = []any{
	new(commit.Chain), new(commit.ChainState), new(commit.ChainVerifier), new(commit.ChainVerifierState),
	new(commit.Commitment), new(commit.Link),
	new(commit.Nonce), new(commit.Round), new(commit.Seed), new(commit.Stream), new(commit.Toss),
	new(commit.TossPhase), new(commit.TossState),
	new(jgammon.Hash), new(jgammon.Secret),
	new(record.Agreement), new(record.Digest), new(record.Key), new(record.Reader), new(record.Statement),
	new(table.Player), new(table.Reason), new(table.State), new(table.Table), new(table.Terms),
	new(board.Local), new(board.Offer), new(board.Reason), new(board.Refusal), new(board.Seat), new(board.Verifier), new(board.Watcher),
	new(httpboard.Client), new(httpboard.KeeperFile), new(httpboard.BoardFile),
	new(sra.Batch), new(sra.Deck), new(sra.Element), new(sra.Group), new(sra.Key), new(sra.PublicKey), new(sra.SecretPermutation),
	new(hand.Digest), new(hand.Hand), new(hand.Kind), new(hand.State), new(hand.Status), new(cards.Hand), new(textbook.Key),
	new(otpdeal.AuditError), new(otpdeal.Card), new(otpdeal.Dealer), new(otpdeal.Dummy), new(otpdeal.Host),
	new(otpdeal.KeyMaster), new(otpdeal.Kind),
	new(otpdeal.Message), new(otpdeal.Record), new(otpdeal.State), new(otpdeal.Suit),
	new(seedrng.Hash), new(seedrng.Player), new(seedrng.PlayerState), new(seedrng.PlayerView), new(seedrng.Request),
	new(seedrng.Round), new(seedrng.ServerSeed), new(seedrng.Session),
	new(seedrng.SessionState), new(seedrng.Stream),
	new(sites.CryptoGamesDigest), new(sites.Distribution), new(sites.FieldError), new(sites.Game), new(sites.Marginal), new(sites.Replayer),
	new(sites.Report), new(sites.Result), new(sites.Walk),
	new(shuffle.Permutation), new(draw.Announcement), new(draw.Digest), new(draw.List), new(draw.Proof), new(draw.Receipt), new(draw.Salt),
	new(drand.Network), new(onchain.Bias),
}

// run calls a function, and returns its results, or what it panics with. It may wait for nobody.
func run(f reflect.Value, args []reflect.Value) (out []reflect.Value, panicked any) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		defer func() { panicked = recover() }()
		if f.Type().IsVariadic() {
			out = f.CallSlice(args)
		} else {
			out = f.Call(args)
		}
	}()
	select {
	case <-done:
		return out, panicked
	case <-time.After(20 * time.Second):
		return nil, "it waits"
	}
}

// zeros are the arguments of a function, all zero.
func zeros(f reflect.Type) (args []reflect.Value) {
	for i := range f.NumIn() {
		args = append(args, reflect.Zero(f.In(i)))
	}
	return args
}

// failure is the error that a function returned last.
func failure(out []reflect.Value) error {
	if len(out) == 0 {
		return nil
	}
	err, _ := out[len(out)-1].Interface().(error)
	return err
}

// beside returns a result that isn't zero, or a number, beside an error.
func beside(out []reflect.Value) (any, bool) {
	if failure(out) == nil {
		return nil, false
	}
	for _, v := range out[:len(out)-1] {
		if !v.IsZero() && !v.CanInt() {
			return v.Interface(), true
		}
	}
	return nil, false
}

// An argument that is nil or zero is an error that names it, and comes alone.
func TestArguments(t *testing.T) {
	names := parameters(t)
	called := map[string]bool{}
	for _, c := range calls(t) {
		called[c.name] = true
		f := reflect.ValueOf(c.f)
		args := zeros(f.Type())
		if out, panicked := run(f, args); panicked != nil || failure(out) == nil {
			t.Errorf("%s of zero values: %v, panic %v", c.name, failure(out), panicked)
		}
		if c.args == nil {
			continue
		}
		for i, a := range c.args {
			if a != nil {
				args[i] = reflect.ValueOf(a)
			}
		}
		if out, panicked := run(f, args); panicked != nil || failure(out) != nil {
			t.Errorf("%s: %v, panic %v", c.name, failure(out), panicked)
		}
		for i, name := range names[c.name] {
			word := name
			for note := range strings.FieldsSeq(c.note) {
				if parameter, its, named := strings.Cut(note, ":"); parameter == name && named {
					word = its
				} else if parameter == name {
					word = ""
				}
			}
			if word == "" {
				continue
			}
			one := slices.Clone(args)
			one[i] = reflect.Zero(f.Type().In(i))
			out, panicked := run(f, one)
			if err := failure(out); panicked != nil || err == nil || !says(err, word) {
				t.Errorf("%s with a zero %s: %v, panic %v", c.name, name, err, panicked)
			} else if v, ok := beside(out); ok {
				t.Errorf("%s with a zero %s: %v beside %v", c.name, name, v, err)
			}
		}
	}
	for name := range names {
		if !called[name] && !others[name] {
			t.Errorf("nobody calls %s", name)
		}
	}
}

// says reports whether an error has a word. A single letter is what something "is".
func says(err error, word string) bool {
	if len(word) == 1 {
		word += " is"
	}
	return regexp.MustCompile(`\b` + word + `\b`).MatchString(strings.ToLower(err.Error()))
}

// others are functions to which a zero value is as good as any.
var others = map[string]bool{"board.DecodePosts": true, "shuffle.Apply": true, "shuffle.NewPermutation": true, "otpdeal.NewCard": true}

// wild are methods that panic with something else than a malformed error, or return a value beside an
// error, and why.
var wild = map[string]string{
	"shuffle.Permutation.At":              "an index",
	"onchain.Bias.Extremes":               "as its comment says",
	"onchain.Bias.Probability":            "as its comment says",
	"onchain.Bias.TotalVariation":         "as its comment says",
	"sites.CryptoGamesDigest.AppendCards": "it appends the cards that there are",
	"sites.Game.MarshalJSON":              "a Game comes from Find",
}

// The methods of zero values return errors, or nothing, and panic with an error that says what is
// malformed.
func TestZeroValues(t *testing.T) {
	tame, types := maps.Clone(wild), methods(t)
	for _, x := range values {
		delete(types, strings.TrimPrefix(fmt.Sprintf("%T", x), "*"))
		for i := range reflect.TypeOf(x).NumMethod() {
			m := reflect.TypeOf(x).Method(i)
			f := reflect.ValueOf(x).Method(i)
			name := strings.TrimPrefix(fmt.Sprintf("%T.%s", x, m.Name), "*")
			if m.Name == "Format" { // needs a printer
				continue
			}
			out, panicked := run(f, zeros(f.Type()))
			v, ok := beside(out)
			switch err, _ := panicked.(error); {
			case wild[name] != "" && (panicked != nil || ok):
				delete(tame, name)
			case panicked != nil && (err == nil || !strings.Contains(err.Error(), ": malformed: ")) || ok:
				t.Errorf("%s: %v beside %v, panic %v", name, v, failure(out), panicked)
			}
		}
	}
	for name := range types {
		if !strings.HasSuffix(name, "Error") { // one has no use without what it wraps
			t.Errorf("nobody tries a zero %s", name)
		}
	}
	for name, why := range tame {
		t.Errorf("%s is no exception: %s", name, why)
	}
}

// Numbers out of range are refused, or stand for nothing: what has no zero says −1.
func TestNumbers(t *testing.T) {
	offer, terms, seat, host := agreed()
	game := boardtest.Sums(1)
	play := good(game(terms, board.Nobody, nil))
	deck := good(sra.PublicDeck(sra.Ristretto255(), "deck", 4))
	list := good(draw.NewList([]draw.Entry{{Data: []byte("a")}, {Data: []byte("b")}}))
	for _, x := range []any{
		good(record.NewReader(good(terms.Agreement()))), good(table.Watch(terms, play)),
		good(table.New(terms, play, seat, kept[table.State])),
		good(board.Open(offer, host, game, nil)),
		good(hand.Watch([]byte("id"), deck, 2)),
		good(hand.New([]byte("id"), deck, 2, 1, hand.GenerateState(), kept[hand.State])),
		good(cards.New([32]byte{}, deck, []int{3, 5}, 3, make([]byte, 32))), list, drand.Quicknet(), deck,
		good(commit.GenerateChain(context.Background(), 4, kept[commit.ChainState], nil)),
		good(commit.GenerateToss([]byte("id"), 2, 0, kept[commit.TossState])),
		good(seedrng.GenerateSession(kept[seedrng.SessionState])), good(seedrng.GeneratePlayer(kept[seedrng.PlayerState])),
		otpdeal.Card(255), otpdeal.Suit(9), otpdeal.Kind(99), hand.Kind(99), hand.Status(99),
		table.Reason(99), board.Reason(99), commit.TossPhase(99),
	} {
		for i := range reflect.TypeOf(x).NumMethod() {
			m := reflect.TypeOf(x).Method(i)
			f := reflect.ValueOf(x).Method(i)
			name := strings.TrimPrefix(fmt.Sprintf("%T.%s", x, m.Name), "*")
			if slices.Contains([]string{"Format", "Wait", "Post", "Connect"}, m.Name) { // need more than numbers
				continue
			}
			for _, n := range []int64{-1, 1 << 20, 1 << 59, math.MaxInt64} { // 32·2⁵⁹ is 0
				args, numbered := zeros(f.Type()), false
				for j, a := range args {
					v := reflect.New(a.Type()).Elem()
					switch {
					case a.CanInt():
						v.SetInt(n)
					case a.CanUint():
						v.SetUint(uint64(n))
					case a.Kind() == reflect.Slice && a.Type().Elem().Kind() == reflect.Int:
						v = reflect.ValueOf([]int{int(n)})
					default:
						continue
					}
					args[j], numbered = v, true
				}
				out, panicked := run(f, args)
				if err, _ := panicked.(error); panicked != nil && (err == nil || !strings.Contains(err.Error(), ": malformed: ")) {
					t.Errorf("%s(%d): %v", name, n, panicked)
				}
				if v, ok := beside(out); ok {
					t.Errorf("%s(%d): %v beside an error", name, n, v)
				}
				if numbered && panicked == nil && failure(out) == nil && name != "drand.Network.TimeOf" { // which has such rounds
					for _, v := range out {
						if !v.IsZero() && !(v.CanInt() && v.Int() == -1) && !(v.Kind() == reflect.Slice && v.Len() == 0) {
							t.Errorf("%s(%d): %v", name, n, v)
						}
					}
				}
			}
		}
	}
	for _, n := range []int{-2, record.MaxSeats, math.MaxInt} { // its last four bytes are those of AnySeat
		player := board.Seat{Board: good(board.Open(offer, host, game, nil)), Game: game, Number: n}
		if err := player.Play(t.Context()); !errors.Is(err, board.ErrMalformed) || !strings.Contains(err.Error(), fmt.Sprint("seat ", n)) {
			t.Errorf("a Seat of number %d: %v", n, err)
		}
	}
	if post := offer.Ask(math.MaxInt, seat, nil); post != nil && math.MaxInt > math.MaxInt32 {
		t.Errorf("a request for seat %d: %x", math.MaxInt, post)
	}
}

// parameters are the names of those of all exported functions of the library that can fail and take
// more than texts and numbers.
func parameters(t *testing.T) map[string][]string {
	names := map[string][]string{}
	walkLibrary(t, func(f *ast.File) {
		for _, d := range f.Decls {
			d, ok := d.(*ast.FuncDecl)
			if !ok || d.Recv != nil || !d.Name.IsExported() || d.Type.Results == nil {
				continue
			}
			if last := d.Type.Results.List[len(d.Type.Results.List)-1].Type; fmt.Sprint(last) != "error" {
				continue
			}
			name, plain := f.Name.Name+"."+d.Name.Name, true
			for _, p := range d.Type.Params.List {
				plain = plain && slices.Contains([]string{"string", "int", "uint64"}, fmt.Sprint(p.Type))
				for _, n := range p.Names {
					names[name] = append(names[name], n.Name)
				}
			}
			if plain {
				delete(names, name)
			}
		}
	})
	return names
}

// methods are the exported types of the library that have exported methods.
func methods(t *testing.T) map[string]bool {
	types := map[string]bool{}
	walkLibrary(t, func(f *ast.File) {
		for _, d := range f.Decls {
			d, ok := d.(*ast.FuncDecl)
			if !ok || d.Recv == nil || !d.Name.IsExported() {
				continue
			}
			of := d.Recv.List[0].Type
			if star, ok := of.(*ast.StarExpr); ok {
				of = star.X
			}
			if name, ok := of.(*ast.Ident); ok && name.IsExported() {
				types[f.Name.Name+"."+name.Name] = true
			}
		}
	})
	return types
}

// walkLibrary parses the files of all packages that users import.
func walkLibrary(t *testing.T, visit func(f *ast.File)) {
	t.Helper()
	for _, root := range packages(t) {
		err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case d.IsDir() && (d.Name() == "internal" || d.Name() == "testdata" || d.Name() == "boardtest"):
				return fs.SkipDir
			case d.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go"):
				return nil
			}
			f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments|parser.SkipObjectResolution)
			if err == nil {
				visit(f)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

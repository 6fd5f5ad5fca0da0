package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/big"
	"math/rand/v2"
	"net"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/examples/internal/clitest"
	"github.com/squaredeal/squaredeal/examples/internal/duel"
	"github.com/squaredeal/squaredeal/examples/internal/wire"
	"github.com/squaredeal/squaredeal/sra"
)

// calm is patient enough for any machine.
var calm = duel.Patience{Answer: 5 * time.Minute, Arrival: 5 * time.Minute}

// pair returns a dealer and a player who are joined by TCP.
func pair(t *testing.T) (d, pl *party) {
	t.Helper()
	a, b, err := wire.Pair(calm.Answer)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		a.Close()
		b.Close()
	})
	return &party{seat: seat{role: dealer, conn: a}}, &party{seat: seat{role: player, conn: b}}
}

// Each cheat in either role is caught by the other one.
func TestCheatsInBothRoles(t *testing.T) {
	if testing.Short() {
		t.Skip("-short")
	}
	for cheat, want := range map[string]string{
		"score": "worth ",
		"swap":  "dealt a card that isn't the one at position",
		"key":   "sent a key that isn't the one",
		"deck":  "sent a false deck",
	} {
		for cheater := range 2 {
			d, pl := pair(t)
			parties := []*party{d, pl}
			parties[cheater].cheat = cheat
			err := round(bufio.NewWriter(io.Discard), &bySRA, parties[0], parties[1])
			if err == nil || cli.Status(err) != cli.Failed || !strings.HasPrefix(err.Error(), "the "+role(cheater).String()+" ") || !strings.Contains(err.Error(), want) {
				t.Errorf("the %v cheats by %s: %v", role(cheater), cheat, err)
			}
			if pl.cheat != "" && pl.theirs.key != nil {
				t.Errorf("the player cheats by %s, and gets the dealer's key", cheat)
			}
		}
	}
}

// sendDisguised sends a deck that holds one card twice under a disguise: the second
// card is the square of the first one, so it isn't equal to any.
func (p *party) sendDisguised(from sra.Deck, to *sra.Deck) error {
	deck, _, err := p.key.Shuffle(from)
	if err != nil {
		return err
	}
	encoded := deck.Bytes()
	size := group.ElementSize()
	x := new(big.Int).SetBytes(encoded[:size])
	x.Mul(x, x).Mod(x, group.P())
	if other := new(big.Int).Sub(group.P(), x); other.Cmp(x) < 0 {
		x = other
	}
	x.FillBytes(encoded[size : 2*size])
	if *to, err = sra.ParseDeck(group, deckSize, encoded); err != nil {
		return err
	}
	return p.send(encoded)
}

// sendTwelve claims a score without knowing it: its sender may have no hand.
func (p *party) sendTwelve() (string, error) {
	return "", p.send(append([]byte{12}, p.key.Bytes()...))
}

// A player who claims less than it has is caught like one who claims more.
func TestLowClaim(t *testing.T) {
	if testing.Short() {
		t.Skip("-short")
	}
	d, pl := pair(t)
	var wg sync.WaitGroup
	wg.Go(d.deal)
	pl.step(1, pl.exchangeHellos)
	pl.step(1, pl.exchangeKeys)
	pl.step(2, pl.sendPlayersDeck)
	pl.step(3, pl.receiveFinalDeck)
	pl.step(4, pl.sendHand)
	pl.step(5, pl.receiveHand)
	pl.step(6, func() (string, error) {
		return "", pl.send(append([]byte{byte(score(pl.hand) - 1)}, pl.key.Bytes()...))
	})
	wg.Wait()
	if want := fmt.Sprintf("worth %d, and says %d", score(pl.hand), score(pl.hand)-1); cli.Status(d.err) != cli.Failed || !strings.HasSuffix(d.err.Error(), want) {
		t.Errorf("the dealer finds %v, %v", d.err, pl.err)
	}
}

// Such a deck passes as one, until the key is shown.
func TestDisguisedDeck(t *testing.T) {
	if testing.Short() {
		t.Skip("-short")
	}
	ignoreHand := func(p *party) func() (string, error) {
		return func() (string, error) { _, err := p.receive(2 * group.ElementSize()); return "", err }
	}

	d, pl := pair(t)
	var wg sync.WaitGroup
	wg.Go(d.deal)
	pl.step(1, pl.exchangeHellos)
	pl.step(1, pl.exchangeKeys)
	pl.step(2, func() (string, error) { return "", pl.sendDisguised(pl.publicDeck, &pl.playersDeck) })
	pl.step(3, pl.receiveFinalDeck)
	pl.step(4, pl.sendHand)
	pl.step(5, ignoreHand(pl))
	pl.step(6, pl.sendTwelve)
	wg.Wait()
	if d.err == nil || cli.Status(d.err) != cli.Failed {
		t.Fatalf("the dealer finds %v, %v", d.err, pl.err)
	}
	// It may already have been dealt the false card.
	if text := d.err.Error(); !strings.Contains(text, "false card into the deck, at position 1") && !strings.Contains(text, "isn't a card") {
		t.Error(d.err)
	}

	d, pl = pair(t)
	wg.Go(pl.play)
	d.step(1, d.exchangeHellos)
	d.step(1, d.exchangeKeys)
	d.step(2, d.receivePlayersDeck)
	d.step(3, func() (string, error) { return "", d.sendDisguised(d.playersDeck, &d.finalDeck) })
	d.step(4, ignoreHand(d))
	d.step(5, d.sendHand)
	d.step(6, d.receiveClaim)
	d.step(7, d.sendTwelve)
	wg.Wait()
	if pl.err == nil || cli.Status(pl.err) != cli.Failed || pl.err.Error() != "the dealer shuffled a false card into the deck, at position 1" {
		t.Errorf("the player finds %v, %v", pl.err, d.err)
	}
}

// A meddler sits between two parties, and flips a bit of one message.
type meddler struct {
	net.Conn
	message, bit int // which message that this end sends, which bit of it
	sent         int
}

func (m *meddler) Write(frame []byte) (int, error) {
	if m.sent == m.message {
		frame = bytes.Clone(frame)
		bit := m.bit % (8 * (len(frame) - 4))
		frame[4+bit/8] ^= 1 << (bit % 8)
	}
	m.sent++
	return m.Conn.Write(frame)
}

// dial returns both ends of a TCP connection.
func dial(t testing.TB) (a, b net.Conn) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if b, err = net.Dial("tcp", l.Addr().String()); err != nil {
		t.Fatal(err)
	}
	if a, err = l.Accept(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		a.Close()
		b.Close()
	})
	return a, b
}

// A bit flipped in any message is noticed by whoever receives it.
func TestTampering(t *testing.T) {
	if testing.Short() {
		t.Skip("-short")
	}
	src := rand.New(rand.NewPCG(9, 10))
	names := []string{"hello", "public key", "deck", "hand", "claim"}
	for sender := range 2 {
		for message, name := range names {
			a, b := dial(t)
			ends := [2]net.Conn{a, b}
			ends[sender] = &meddler{Conn: ends[sender], message: message, bit: src.IntN(1 << 20)}
			limit := calm.Answer
			parties := []*party{{seat: seat{role: dealer, conn: wire.New(ends[0], limit)}}, {seat: seat{role: player, conn: wire.New(ends[1], limit)}}}
			if err := round(bufio.NewWriter(io.Discard), &bySRA, parties[0], parties[1]); err == nil || parties[1-sender].err == nil {
				t.Errorf("the %v's %s: errors %v, %v", role(sender), name, parties[0].err, parties[1].err)
			}
		}
	}
}

// A player who sends something else than what is due ends in an error that says so, and
// in time.
func TestStrangers(t *testing.T) {
	hello := append(append([]byte(helloLabel), byte(player)), make([]byte, 32)...)
	frame := func(b []byte) []byte { return append([]byte{0, 0, byte(len(b) >> 8), byte(len(b))}, b...) }
	for _, c := range []struct {
		what   string
		sends  []byte
		close  bool
		status int
		want   string
	}{
		{"nothing", nil, false, cli.Broken, "the hello of the player: no message came in time"},
		{"nothing, and leaves", nil, true, cli.Broken, "the connection has ended"},
		{"garbage", []byte("GET / HTTP/1.1\r\n\r\n"), false, cli.Broken, "too long"},
		{"half a frame", frame(hello)[:20], false, cli.Broken, "only a part"},
		{"half a frame, and leaves", frame(hello)[:20], true, cli.Broken, "only a part"},
		{"a short hello", frame(hello[:len(hello)-1]), false, cli.Broken, "it is another program, version"},
		{"a hello without random bytes", frame(hello[:len(hello)-32]), false, cli.Broken, "it is another program, version"},
		{"an empty hello", frame(nil), false, cli.Broken, "it is another program, version"},
		{"another program's hello", frame(bytes.Repeat([]byte{1}, len(hello))), false, cli.Broken, "it is another program, version"},
		{"the dealer's hello", frame(append(append([]byte(helloLabel), byte(dealer)), make([]byte, 32)...)), false, cli.Broken, "another program, version, protocol or role"},
		{"a hello, and nothing", frame(hello), false, cli.Failed, "the player left the round: no message came in time"},
		{"a hello, and leaves", frame(hello), true, cli.Failed, "the player left the round"},
		{"a key of 0", append(frame(hello), frame(make([]byte, 256))...), false, cli.Failed, "the player announced no public key: sra: malformed: the element is 0 or 1"},
		{"a short key", append(frame(hello), frame(make([]byte, 255))...), false, cli.Failed, "the player announced no public key"},
		{"a long key", append(frame(hello), frame(make([]byte, 257))...), false, cli.Failed, "the player sent too much"},
	} {
		clitest.Patiently(t, 200*time.Millisecond, func(t testing.TB, answer time.Duration) {
			a, b := dial(t)
			d := &party{seat: seat{role: dealer, conn: wire.New(a, answer)}}
			if _, err := b.Write(c.sends); err != nil {
				t.Fatal(err)
			}
			if c.close {
				b.Close()
			}
			begun := time.Now()
			d.deal()
			if d.err == nil || cli.Status(d.err) != c.status || !strings.Contains(d.err.Error(), c.want) {
				t.Errorf("%s: %v", c.what, d.err)
			}
			if took := time.Since(begun); took > 20*answer {
				t.Errorf("%s: took %v", c.what, took)
			}
		})
	}
}

// Both commands end in an error, in time, if whoever is there is no party to the game.
func TestNobodyToPlayWith(t *testing.T) {
	clitest.Patiently(t, 200*time.Millisecond, func(t testing.TB, answer time.Duration) {
		hasty := duel.Patience{Answer: answer, Arrival: calm.Arrival}
		for what, sends := range map[string]string{"nothing": "", "garbage": "HTTP/1.1 200 OK\r\n\r\n"} {
			l, err := net.Listen("tcp", "127.0.0.1:0")
			if err != nil {
				t.Fatal(err)
			}
			defer l.Close()
			var wg sync.WaitGroup
			wg.Go(func() {
				if c, err := l.Accept(); err == nil {
					c.Write([]byte(sends))
					io.Copy(io.Discard, c) // until the player leaves
					c.Close()
				}
			})
			var out, stderr clitest.Output
			if status := run(hasty, []string{"-connect", l.Addr().String()}, &out, &stderr); status != cli.Broken || !strings.Contains(stderr.String(), "the hello of the dealer: ") || !strings.Contains(out.String(), "The player has met nobody") {
				t.Errorf("%s: status %d, %s, %s", what, status, stderr.String(), out.String())
			}
			wg.Wait()

			out, stderr = clitest.Output{}, clitest.Output{}
			var status int
			wg.Go(func() { status = run(hasty, []string{"-listen", "127.0.0.1:0"}, &out, &stderr) })
			c, err := net.Dial("tcp", out.Address(t))
			if err != nil {
				t.Fatal(err)
			}
			if _, err := wire.New(c, calm.Answer).Receive(1000); err != nil {
				t.Errorf("no hello: %v", err)
			}
			if late, err := net.Dial("tcp", out.Address(t)); err == nil {
				t.Error("a third party can connect")
				late.Close()
			}
			c.Write([]byte(sends))
			wg.Wait()
			c.Close()
			if status != cli.Broken || !strings.Contains(stderr.String(), "the hello of the player: ") || !strings.Contains(out.String(), "The dealer has met nobody") {
				t.Errorf("%s: status %d, %s, %s", what, status, stderr.String(), out.String())
			}
		}
	})
}

// Each message that comes after the hellos and keys is refused if it isn't what is due,
// in either role.
func TestFalseMessages(t *testing.T) {
	key, err := sra.GenerateKey(group)
	if err != nil {
		t.Fatal(err)
	}
	public, err := sra.PublicDeck(group, "false messages", deckSize)
	if err != nil {
		t.Fatal(err)
	}
	size := group.ElementSize()
	deck, p := public.Bytes(), group.P()
	with := func(cards []byte, i int, x *big.Int) []byte {
		cards = bytes.Clone(cards)
		x.FillBytes(cards[i*size : (i+1)*size])
		return cards
	}
	card := func(i int) *big.Int { return new(big.Int).SetBytes(deck[i*size : (i+1)*size]) }
	q := new(big.Int).Rsh(p, 1)
	half := append([]byte{0, 0, 1, 0}, make([]byte, 255)...)
	claim := append([]byte{20}, key.Bytes()...)
	receiveDeck := func(p *party) (string, error) { return p.receiveDeck(&p.finalDeck) }

	for _, c := range []struct {
		what string
		part func(*party) (string, error)
		send []byte
		raw  bool // as it is, without a length
		want string
	}{
		{"no deck", receiveDeck, nil, true, "left the round: no message came in time"},
		{"half a frame", receiveDeck, half, true, "left the round: only a part of a message came: 255 of 256 bytes"},
		{"an empty deck", receiveDeck, nil, false, "sent a false deck: sra: malformed"},
		{"a deck of 51", receiveDeck, deck[size:], false, "sent a false deck: sra: malformed"},
		{"a deck less a byte", receiveDeck, deck[1:], false, "sent a false deck: sra: malformed"},
		{"a deck and a byte", receiveDeck, append(bytes.Clone(deck), 0), false, "sent too much: "},
		{"a 0", receiveDeck, with(deck, 51, new(big.Int)), false, "sent a false deck: sra: malformed: card 51"},
		{"a 1", receiveDeck, with(deck, 9, big.NewInt(1)), false, "sent a false deck: sra: malformed: card 9"},
		{"p-1", receiveDeck, with(deck, 9, new(big.Int).Sub(p, big.NewInt(1))), false, "sent a false deck: sra: malformed: card 9"},
		{"q+1", receiveDeck, with(deck, 9, new(big.Int).Add(q, big.NewInt(1))), false, "sent a false deck: sra: malformed: card 9"},
		{"a negated card", receiveDeck, with(deck, 9, new(big.Int).Sub(p, card(9))), false, "sent a false deck: sra: malformed: card 9"},
		{"a card twice", receiveDeck, with(deck, 51, card(3)), false, "sent a false deck: sra: malformed: card 51 is the same as card 3"},

		{"no hand", (*party).receiveHand, nil, true, "left the round: no message came in time"},
		{"a hand of one", (*party).receiveHand, deck[:size], false, "dealt false cards: sra: malformed"},
		{"a hand of three", (*party).receiveHand, deck[:3*size], false, "sent too much: "},
		{"a hand of one card twice", (*party).receiveHand, with(deck[:2*size], 1, card(0)), false, "dealt false cards: sra: malformed: card 1 is the same as card 0"},
		{"a hand of no cards", (*party).receiveHand, deck[:2*size], false, "dealt what isn't a card: number 0"}, // a layer that isn't on them comes off

		{"no claim", (*party).receiveClaim, nil, true, "left the round: no message came in time"},
		{"half a claim", (*party).receiveClaim, half, true, "left the round: only a part of a message came: 255 of 256 bytes"},
		{"a claim without a key", (*party).receiveClaim, claim[:1], false, "sent 1 bytes for a score and a key, not 257"},
		{"a claim less a byte", (*party).receiveClaim, claim[1:], false, "sent 256 bytes for a score and a key, not 257"},
		{"a claim and a byte", (*party).receiveClaim, append(claim, 0), false, "sent too much: "},
		{"a key of 0", claimAndAudit, make([]byte, len(claim)), false, "sent no key: sra: malformed"},
		{"a key of 1", claimAndAudit, append(make([]byte, len(claim)-1), 1), false, "sent no key: sra: malformed"},
		{"a key above q", claimAndAudit, bytes.Repeat([]byte{255}, len(claim)), false, "sent no key: sra: malformed"},
		{"a key of q", claimAndAudit, append([]byte{20}, q.Bytes()...), false, "sent no key: sra: malformed"},
		{"the receiver's own key", claimAndAudit, claim, false, "sent a key that isn't the one"},
	} {
		for r := range role(2) {
			patience := calm.Answer
			if c.raw { // it waits for more
				patience = 100 * time.Millisecond
			}
			clitest.Patiently(t, patience, func(t testing.TB, answer time.Duration) {
				a, b := dial(t)
				other, err := sra.ParsePublicKey(group, public.At(0).Bytes()) // nobody has its key
				if err != nil {
					t.Fatal(err)
				}
				receiver := &party{seat: seat{role: r, conn: wire.New(a, answer), told: []note{{1, "hello"}}}, key: key, public: other, publicDeck: public}
				sender := wire.New(b, calm.Answer)
				if c.raw {
					b.Write(c.send)
				} else if err := sender.Send(c.send); err != nil {
					t.Fatal(err)
				}
				receiver.step(2, func() (string, error) { return c.part(receiver) })
				if want := "the " + r.other().String() + " " + c.want; receiver.err == nil || cli.Status(receiver.err) != cli.Failed || !strings.HasPrefix(receiver.err.Error(), want) {
					t.Errorf("the %v gets %s: %v", r, c.what, receiver.err)
				}
				var out strings.Builder
				w := bufio.NewWriter(&out)
				tell(w, &bySRA, []participant{receiver})
				w.Flush()
				verdict := " has CHEATED.\n"
				if strings.Contains(c.want, "left the round") {
					verdict = " is GONE.\n"
				}
				if !strings.Contains(out.String(), "the "+r.other().String()+verdict) {
					t.Errorf("the %v gets %s, and says %s", r, c.what, out.String())
				}
				if _, err := sender.Receive(0); err == nil {
					t.Errorf("the %v gets %s, and goes on", r, c.what)
				}
			})
		}
	}
}

func claimAndAudit(p *party) (string, error) {
	if _, err := p.receiveClaim(); err != nil {
		return "", err
	}
	return p.audit()
}

// A player who sends back the dealer's own messages is refused when it copies the key.
func TestReflection(t *testing.T) {
	a, b := dial(t)
	d := &party{seat: seat{role: dealer, conn: wire.New(a, calm.Answer)}}
	var wg sync.WaitGroup
	wg.Go(d.deal)
	peer := wire.New(b, calm.Answer)
	hello, err := peer.Receive(1000)
	if err != nil {
		t.Fatal(err)
	}
	hello[len(helloLabel)] = byte(player)
	peer.Send(hello)
	key, err := peer.Receive(1000)
	if err != nil {
		t.Fatal(err)
	}
	peer.Send(key)
	wg.Wait()
	if d.err == nil || !strings.Contains(d.err.Error(), "a copy of the dealer's public key") {
		t.Error(d.err)
	}
}

// The two commands play with each other.
func TestListenAndConnect(t *testing.T) {
	for _, c := range []struct {
		dealerCheats, playerCheats string
		dealers, players           int
	}{
		{"", "", cli.Passed, cli.Passed},
		{"score", "", cli.Passed, cli.Failed},
		{"", "swap", cli.Failed, cli.Failed}, // the dealer ends the round before its end
	} {
		args := func(how, addr, cheat string) []string {
			if cheat == "" {
				return []string{how, addr}
			}
			return []string{how, addr, "-cheat", cheat}
		}
		var out clitest.Output
		var dealers int
		var wg sync.WaitGroup
		wg.Go(func() { dealers = run(calm, args("-listen", "127.0.0.1:0", c.dealerCheats), &out, io.Discard) })
		players, players2, stderr := command(args("-connect", out.Address(t), c.playerCheats)...)
		wg.Wait()
		if dealers != c.dealers || players != c.players {
			t.Errorf("%+v: statuses %d, %d; %s", c, dealers, players, stderr)
		}
		if c.dealerCheats == "" && c.playerCheats == "" {
			checkResult(t, out.String(), players2)
			if strings.Contains(players2, "The dealer takes its own layer off") {
				t.Error("the player is told what the dealer saw")
			}
		}
		clitest.CheckWidth(t, out.String())
		clitest.CheckWidth(t, players2)
	}
}

// With -json, the lines about the connection go to standard error, and both parties print
// the same result.
func TestListenAndConnectAsJSON(t *testing.T) {
	for _, protocol := range []string{"sra", "textbook"} {
		var out, stderr clitest.Output
		status := make(chan int)
		go func() {
			status <- run(calm, []string{"-listen", "127.0.0.1:0", "-json", "-protocol", protocol}, &out, &stderr)
		}()
		players, text, _ := command("-connect", stderr.Address(t), "-json", "-protocol", protocol)
		if dealers := <-status; dealers != cli.Passed || players != cli.Passed || !strings.Contains(text, `"winner": `) || out.String() != text {
			t.Errorf("%s: statuses %d and %d\n%s\n%s", protocol, dealers, players, out.String(), text)
		}
	}
}

// Two processes of the built program.
func TestTwoProcesses(t *testing.T) {
	if testing.Short() {
		t.Skip("-short")
	}
	program := filepath.Join(t.TempDir(), "blackjack.exe")
	if text, err := exec.Command("go", "build", "-o", program, ".").CombinedOutput(); err != nil {
		t.Skipf("no go command to build with: %v, %s", err, text)
	}
	var out clitest.Output
	listener := exec.Command(program, "-listen", "127.0.0.1:0")
	listener.Stdout = &out
	if err := listener.Start(); err != nil {
		t.Fatal(err)
	}
	text, err := exec.Command(program, "-connect", out.Address(t), "-cheat", "key").CombinedOutput()
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.ExitCode() != cli.Failed || !strings.Contains(string(text), "The dealer has ended the round") {
		t.Errorf("the player: %v, %s", err, text)
	}
	if err := listener.Wait(); !errors.As(err, &exit) || exit.ExitCode() != cli.Failed {
		t.Errorf("the dealer: %v", err)
	}
	if !strings.Contains(out.String(), "the player has CHEATED.") {
		t.Error(out.String())
	}
}

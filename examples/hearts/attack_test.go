package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/examples/internal/clitest"
	"github.com/squaredeal/squaredeal/examples/internal/relay"
	"github.com/squaredeal/squaredeal/examples/internal/relay/relaytest"
	"github.com/squaredeal/squaredeal/otpdeal"
)

// A played is a game over TCP, with all its seats in this process.
type played struct {
	relay  *relay.Relay
	seats  []*seat
	honest func(*seat)
	parts  map[int]func(*seat) // what cheats do
	over   chan struct{}       // closed when the others have ended
}

// start prepares a game. Some seats reach the relay at another address.
func start(t testing.TB, p patience, addr func(relay string) map[int]string) *played {
	t.Helper()
	r, err := relay.Listen("127.0.0.1:0", p.game())
	if err != nil {
		t.Fatal(err)
	}
	g := &played{relay: r, honest: (*seat).playHand, parts: make(map[int]func(*seat))}
	others := map[int]string{}
	if addr != nil {
		others = addr(r.Addr())
	}
	for i := range otpdeal.NumSeats {
		s := &seat{number: i, game: p.game(), place: relay.Place{Addr: r.Addr(), Seat: i}, player: honest}
		if other := others[i]; other != "" {
			s.place.Addr = other
		}
		g.seats = append(g.seats, s)
	}
	return g
}

// run plays it, until all seats but the cheats have ended.
func (g *played) run(t testing.TB) {
	t.Helper()
	g.over = make(chan struct{})
	var relay, honest, cheats sync.WaitGroup
	relay.Go(func() { g.relay.Run() })
	begun := time.Now()
	for _, s := range g.seats {
		if part := g.parts[s.number]; part != nil {
			cheats.Go(func() { part(s) })
		} else {
			honest.Go(func() { g.honest(s) })
		}
	}
	honest.Wait()
	if took, most := time.Since(begun), 8*g.seats[0].game.Answer; took > most {
		t.Errorf("the hand took %v, more than %v", took, most)
	}
	close(g.over)
	g.relay.Close()
	cheats.Wait()
	relay.Wait()
}

// silent is the rest of the game for a seat that says nothing any more, and stays
// connected.
func (g *played) silent(s *seat) {
	<-g.over
	if s.Channel != nil {
		s.Quit()
	}
}

// check checks that all seats but one, which cheats, name it, and say in time that the
// hand has ended. Alone says that it is all that they name.
func (g *played) check(t testing.TB, cheat int, alone bool) {
	t.Helper()
	for _, s := range g.seats {
		if s.number == cheat {
			continue
		}
		var b *relay.Blame
		if !errors.As(s.err, &b) || cli.Status(s.err) != cli.Failed || !slices.Contains(b.Seats, cheat) || alone && len(b.Seats) > 1 {
			t.Errorf("seat %d cheats, seat %d says %v", cheat, s.number, s.err)
		}
	}
}

// brisk waits long enough for many games at once on this machine, as a rule. It is for seats
// that say nothing, and calm for those that do.
var brisk, calm = patience{arrival: 5 * time.Minute}, patience{answer: 5 * time.Minute, arrival: 5 * time.Minute}

// briskly is clitest.Patiently with brisk, or more patience.
func briskly(t *testing.T, run func(t testing.TB, p patience)) {
	t.Helper()
	clitest.Patiently(t, brisk.answer, func(t testing.TB, answer time.Duration) { run(t, patience{answer, brisk.arrival}) })
}

// asProgram is set in the environment of a process of this test that is the program, with
// more patience.
const asProgram = "SQUAREDEAL_HEARTS"

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		os.Exit(calm.run(os.Args[1:], os.Stdout, os.Stderr))
	}
	flag.Parse()
	flag.Set("test.parallel", "8") // the tests wait more than they work
	begun := time.Now()
	calm.run(nil, io.Discard, io.Discard)
	brisk.answer = min(max(2*time.Second, 5*time.Since(begun)), patient.answer)
	os.Exit(m.Run())
}

// playWith plays a hand in which a seat does something else than the rules say.
func playWith(t testing.TB, p patience, cheat int, part func(*seat)) *played {
	t.Helper()
	g := start(t, p, nil)
	g.parts[cheat] = part
	g.run(t)
	return g
}

// steps are those of playHand.
func (s *seat) steps() []func() {
	parts := []func() (string, error){s.greet, s.promise, s.deal, s.promiseRecord, s.pass, s.playTricks}
	steps := make([]func(), len(parts))
	for i, part := range parts {
		steps[i] = func() { s.step(i+1, part) }
	}
	return steps
}

// upTo takes the steps before one.
func (s *seat) upTo(step int) {
	for _, step := range s.steps()[:step-1] {
		step()
	}
}

// A seat that says nothing any more, from any step on, and stays connected, is named by
// all others, alone: those who wait for somebody who waits for it know better.
func TestSilentSeat(t *testing.T) {
	t.Parallel()
	cases := make(map[string]func(*testing.T))
	for cheat := range otpdeal.NumSeats {
		for step := greeting; step <= auditing; step++ {
			cases[fmt.Sprintf("seat %d, step %d", cheat, step)] = func(t *testing.T) {
				briskly(t, func(t testing.TB, p patience) {
					g := start(t, p, nil)
					g.parts[cheat] = func(s *seat) {
						if step == greeting { // it joins, and sends no key
							s.Channel, s.err = relay.Join(s.place, s.game, s.waits)
						}
						s.upTo(step)
						g.silent(s)
					}
					g.run(t)
					g.check(t, cheat, true)
				})
			}
		}
	}
	clitest.Together(t, 100, cases)
}

// A seat whose connection stalls, is cut, or that sends junk, at any frame. Frame 0
// joins, frame 1 is the keys.
func TestBrokenConnection(t *testing.T) {
	t.Parallel()
	cases := make(map[string]func(*testing.T))
	for what, c := range map[string]struct {
		meddle relaytest.Meddler
		alone  bool // else it is the word of whoever notices against the cheat's
	}{
		"stalls":  {relaytest.Stall, true},
		"is cut":  {relaytest.Cut, true},
		"drops":   {relaytest.Drop, false},
		"flips":   {relaytest.Flip, false},
		"repeats": {relaytest.Repeat, false},
		"junk":    {relaytest.Junk, false},
	} {
		for i, at := range positions() {
			cheat := i % otpdeal.NumSeats
			cases[fmt.Sprintf("%s, seat %d, frame %d", what, cheat, at)] = func(t *testing.T) {
				briskly(t, func(t testing.TB, p patience) {
					g := start(t, p, func(addr string) map[int]string {
						return map[int]string{cheat: relaytest.Between(t, addr, at, c.meddle)}
					})
					g.parts[cheat] = (*seat).playHand
					g.run(t)
					g.check(t, cheat, c.alone)
				})
			}
		}
	}
	clitest.Together(t, 100, cases)
}

// positions are some of the frames of a seat: a hand has about 80.
func positions() []int {
	if testing.Short() {
		return []int{1, 30}
	}
	return []int{1, 2, 3, 4, 7, 9, 12, 18, 26, 33, 44, 51}
}

// What a seat can do against the rules in messages that are well formed: it alone is
// named, though others notice it later, in somebody else's cards.
func TestFalsePlayers(t *testing.T) {
	t.Parallel()
	cases := make(map[string]func(*testing.T))
	for what, c := range map[string]struct {
		cheat int
		part  func(*seat)
	}{
		"passes a card that it doesn't hold": {otpdeal.DummySeat, func(s *seat) {
			s.player.pass = func(hand []otpdeal.Card) []otpdeal.Card {
				foreign := slices.DeleteFunc(otpdeal.Deck(), func(c otpdeal.Card) bool { return slices.Contains(hand, c) })
				return append(choosePass(hand)[:2:2], foreign[0])
			}
			s.playHand()
		}},
		"passes a card that it doesn't hold, and leaves": {otpdeal.DummySeat, func(s *seat) {
			s.player.pass = func(hand []otpdeal.Card) []otpdeal.Card {
				foreign := slices.DeleteFunc(otpdeal.Deck(), func(c otpdeal.Card) bool { return slices.Contains(hand, c) })
				return foreign[:3]
			}
			s.upTo(auditing)
			s.Quit()
		}},
		"alters the Dummy's card as Dealer": {otpdeal.DealerSeat, func(s *seat) {
			s.player = changes(otpdeal.SendCards, otpdeal.DummySeat)
			s.playHand()
		}},
		"alters the Dummy's card as Key Master": {otpdeal.KeyMasterSeat, func(s *seat) {
			s.player = changes(otpdeal.SendKeys, otpdeal.DummySeat)
			s.playHand()
		}},
		"alters its cards as Host": {otpdeal.HostSeat, func(s *seat) {
			s.player = changes(otpdeal.SendAllCards, otpdeal.DealerSeat)
			s.playHand()
		}},
		"alters its keys as Host": {otpdeal.HostSeat, func(s *seat) {
			s.player = changes(otpdeal.SendAllKeys, otpdeal.KeyMasterSeat)
			s.playHand()
		}},
		"deals other cards than it has committed to": {otpdeal.HostSeat, func(s *seat) {
			s.player = dealsAnotherTable
			s.playHand()
		}},
		"shows nothing": {otpdeal.HostSeat, func(s *seat) {
			s.upTo(auditing)
			s.Finish(s.err, nil)
		}},
		"shows another record": {otpdeal.KeyMasterSeat, func(s *seat) {
			s.upTo(auditing)
			other, err := otpdeal.NewKeyMaster(s.session[:], keepNothing)
			if err != nil {
				t.Error(err)
			}
			s.ownRecord.value = other.Record().Value()
			s.finish()
		}},
		"shows another pass": {otpdeal.DummySeat, func(s *seat) {
			s.upTo(auditing)
			s.ownPass.value = bytesOf(otpdeal.Deck()[:passed])
			s.finish()
		}},
		"plays a card that it doesn't hold": {otpdeal.DummySeat, func(s *seat) {
			s.player.play = func(p *play, hand []otpdeal.Card) otpdeal.Card {
				foreign := slices.DeleteFunc(otpdeal.Deck(), func(c otpdeal.Card) bool {
					return slices.Contains(hand, c) || p.has(func(d otpdeal.Card) bool { return c == d })
				})
				if len(p.tricks) == 3 && len(foreign) > 0 {
					return foreign[0]
				}
				return chooseCard(p, hand)
			}
			s.playHand()
		}},
		"plays a card again": {otpdeal.DummySeat, func(s *seat) {
			s.player.play = func(p *play, hand []otpdeal.Card) otpdeal.Card {
				if len(p.tricks) == 3 {
					return p.tricks[0].cards[0]
				}
				return chooseCard(p, hand)
			}
			s.playHand()
		}},
		"plays no card": {otpdeal.DummySeat, func(s *seat) {
			s.upTo(playing)
			s.say(cardKind, []byte{0})
			s.finish()
		}},
		"passes what isn't three cards": {otpdeal.DummySeat, func(s *seat) {
			s.player.pass = func(hand []otpdeal.Card) []otpdeal.Card { return hand[:2] }
			s.playHand()
		}},
		"sends another message of the deal": {otpdeal.DummySeat, func(s *seat) {
			s.upTo(dealing)
			s.Tell(otpdeal.KeyMasterSeat, []byte{dealKind, byte(otpdeal.SendKeys), 1, 2, 3})
			s.deal()
			s.finish()
		}},
	} {
		for i := range 3 { // as chance has it
			cases[fmt.Sprint(what, i)] = func(t *testing.T) {
				briskly(t, func(t testing.TB, p patience) { playWith(t, p, c.cheat, c.part).check(t, c.cheat, true) })
			}
		}
	}
	clitest.Together(t, 100, cases)
}

// Who has the two of clubs leads another card, and goes silent or says that it waits for
// others. All name it.
func TestFalseLead(t *testing.T) {
	t.Parallel()
	for _, silent := range []bool{false, true} {
		t.Run(fmt.Sprint(silent), func(t *testing.T) {
			briskly(t, func(t testing.TB, p patience) {
				g := start(t, p, nil)
				cheat := nobody
				var others sync.WaitGroup
				others.Add(otpdeal.NumSeats)
				g.honest = func(s *seat) {
					s.upTo(playing)
					if s.err != nil || !slices.Contains(s.hand, twoOfClubs) {
						s.step(playing, s.playTricks)
						s.finish()
						others.Done()
						return
					}
					cheat = s.number
					others.Done()
					other := s.hand[slices.IndexFunc(s.hand, func(c otpdeal.Card) bool { return c != twoOfClubs })]
					s.say(cardKind, []byte{byte(other)})
					if silent {
						others.Wait()
						s.Quit()
						return
					}
					s.err = s.game.Blame(relay.ErrSilent, s.Others()...)
					s.finish()
				}
				g.run(t)
				g.check(t, cheat, true)
				for _, s := range g.seats {
					if s.number != cheat && !silent && !strings.Contains(s.err.Error(), "though it had 2♣") {
						t.Errorf("seat %d: %v", s.number, s.err)
					}
				}
			})
		})
	}
}

// Any seat leads the two of clubs, whoever has it.
func TestTwoLeads(t *testing.T) {
	for cheat := range otpdeal.NumSeats {
		t.Run(fmt.Sprint(cheat), func(t *testing.T) {
			briskly(t, func(t testing.TB, p patience) {
				held := false
				g := playWith(t, p, cheat, func(s *seat) {
					s.upTo(playing)
					held = slices.Contains(s.hand, twoOfClubs)
					s.say(cardKind, []byte{byte(twoOfClubs)})
					s.finish()
				})
				if !held { // else it was in time
					g.check(t, cheat, true)
				}
			})
		})
	}
}

// A seat that accuses another falsely is named with it: one's word stands against
// another's.
func TestFalseAccusation(t *testing.T) {
	t.Parallel()
	cases := make(map[string]func(*testing.T))
	for step := promising; step <= auditing; step++ {
		for what, reason := range map[string]error{"finding": errors.New("it cheats"), "silence": relay.ErrSilent} {
			cases[fmt.Sprintf("%s, step %d", what, step)] = func(t *testing.T) {
				const cheat = otpdeal.KeyMasterSeat
				briskly(t, func(t testing.TB, p patience) {
					playWith(t, p, cheat, func(s *seat) {
						s.upTo(step)
						s.err = s.game.Blame(reason, otpdeal.HostSeat)
						s.finish()
					}).check(t, cheat, false)
				})
			}
		}
	}
	clitest.Together(t, 100, cases)
}

// A seat that alters, passes, plays, shows and says anything: no honest one names honest
// seats only.
func TestRandomCheats(t *testing.T) {
	t.Parallel()
	runs := 40
	if testing.Short() {
		runs = 10
	}
	cases := make(map[string]func(*testing.T))
	for run := range runs {
		cases[fmt.Sprint("run ", run)] = func(t *testing.T) {
			briskly(t, func(t testing.TB, p patience) {
				src := rand.New(rand.NewPCG(2, uint64(run)))
				cheat := src.IntN(otpdeal.NumSeats)
				g := playWith(t, p, cheat, func(s *seat) { s.misbehave(src) })
				for _, s := range g.seats {
					var b *relay.Blame
					if s.number != cheat && s.err != nil && (!errors.As(s.err, &b) || !slices.Contains(b.Seats, cheat)) {
						t.Errorf("seat %d cheats, seat %d says %v", cheat, s.number, s.err)
					}
				}
			})
		}
	}
	clitest.Together(t, 100, cases)
}

// misbehave plays a hand, and does something else now and then.
func (s *seat) misbehave(src *rand.Rand) {
	dare := func(n int) bool { return src.IntN(n) == 0 }
	deck := otpdeal.Deck()
	some := func() otpdeal.Card { return deck[src.IntN(len(deck))] }
	alters, passes, plays := dare(2), dare(2), dare(2)
	s.player.send = func(m otpdeal.Message) []byte {
		payload := m.Payload()
		if alters && dare(3) {
			payload[src.IntN(len(payload))] ^= byte(1 + src.IntN(255))
		}
		return payload
	}
	s.player.pass = func(hand []otpdeal.Card) []otpdeal.Card {
		given := choosePass(hand)
		if passes {
			given[src.IntN(len(given))] = some()
		}
		return given
	}
	s.player.play = func(p *play, hand []otpdeal.Card) otpdeal.Card {
		if plays && dare(8) {
			return some()
		}
		if plays && dare(8) {
			return hand[src.IntN(len(hand))]
		}
		return chooseCard(p, hand)
	}
	steps := s.steps()
	steps[0]()
	for _, step := range steps[1:] {
		if s.err == nil && dare(20) {
			s.say(byte(1+src.IntN(8)), []byte{byte(some())})
		}
		if s.err == nil && dare(20) {
			s.Tell(s.Others()[src.IntN(3)], []byte{byte(1 + src.IntN(8)), byte(src.IntN(6)), 1})
		}
		if s.err == nil && dare(30) {
			s.err = s.game.Blame(errors.New("it cheats"), s.Others()[src.IntN(3)])
		}
		step()
	}
	if dare(4) && s.ownRecord.value != nil {
		s.ownRecord.value[src.IntN(len(s.ownRecord.value))] ^= 1
	}
	if dare(6) && s.ownPass.value != nil {
		s.ownPass.value[0] = byte(some())
	}
	if dare(6) && s.openings != nil {
		s.openings[src.IntN(len(s.openings))].value[0] ^= 1
	}
	if s.Channel == nil || dare(10) {
		return
	}
	s.finish()
}

// Command poker plays no-limit Texas hold'em between players none of whom is trusted to
// deal, without a server that sees the cards.
//
// Without flags, a few seats live in this process, with a board between them. They toss for
// the button (package commit); for each hand they encrypt and shuffle a deck together, and
// open each card to those whom the rules let see it (package sra/hand), every step being
// proved when it is made and checked by all others; and they bet, by a simple strategy.
// Flags let a person play, run the seats in processes of their own, or let one cheat; -h
// lists them.
//
// The board puts all messages in one order, and stamps them with its time. They are signed,
// and each names all that its sender had read (packages commit/record and commit/table), so
// the board can't change, exchange or invent any unnoticed. It can hold them back, which
// makes a seat look silent, and it sees who says how much when. Players who compare the
// table's fingerprint know that they sit at one table, with those whose keys they mean.
// Nothing can stop players from telling one another their cards in secret.
//
// A seat that cheats is out at once, and one that is silent when its time is up; the others
// go on without it. What it has put into the pot stays there, and its deposit is lost. Who
// folds and closes the program owes nothing in that hand. Anybody can judge a match by its
// record: see -audit.
//
// The exit status is 0 if every check succeeds, also if somebody left or was silent; 1 if
// one fails, because a seat cheated, a record is damaged, or the others went on without this
// seat; and 2 if the command line is wrong or the program can't do its work.
package main

import (
	"bufio"
	"cmp"
	"context"
	"crypto/ed25519"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"slices"
	"sync"
	"time"

	"github.com/squaredeal/squaredeal/commit/table"
	"github.com/squaredeal/squaredeal/examples/internal/board"
	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/examples/internal/holdem"
)

func main() {
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// A party is the part of a match that this process plays.
type party struct {
	terms
	out     *bufio.Writer
	stdin   io.Reader
	stderr  io.Writer
	asJSON  bool
	looks   looks
	numbers []int // of the seats of this process
	cheat   string
	plays   bool   // a person, in the last seat of this process
	state   string // names of files, or empty
	record  string
	tell    *teller
}

// terms are what the board offers.
type terms struct {
	Config          holdem.Config
	Patience, Think time.Duration // the grace and the bank of package table
}

func (t terms) offer() board.Offer {
	return board.Offer{Game: t.Config.Bytes(), Seats: t.Config.Seats, Longest: holdem.Longest(), Grace: t.Patience, Bank: t.Think}
}

func termsOf(o board.Offer) (terms, error) {
	c, err := holdem.ParseConfig(o.Game)
	if err == nil && (o.Seats != c.Seats || o.Longest != holdem.Longest()) {
		err = errors.New("the board's offer is of another game")
	}
	return terms{c, o.Grace, o.Bank}, err
}

// host keeps the board of a match, and plays the seats of this process. Without an address,
// nobody else can play.
func (p *party) host(ctx context.Context, addr string) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	file := ""
	if p.state != "" {
		file = p.state + ".board"
	}
	full := make(chan table.Terms, 1)
	local, err := board.Open(file, p.offer(), func(t table.Terms) (table.Game, error) {
		full <- t
		return holdem.New(p.Config, nobody, nil)
	})
	if err != nil {
		return err
	}
	if addr == "" {
		p.printTable()
		return p.play(ctx, func() board.Board { return local })
	}
	listener, err := net.Listen("tcp", addr)
	if err != nil {
		return err
	}
	p.printBoard(listener.Addr())
	var served error
	var serving sync.WaitGroup
	serving.Go(func() { served = local.Serve(ctx, listener) })
	if len(p.numbers) > 0 {
		err = p.play(ctx, func() board.Board { return local })
	} else {
		err = p.watch(ctx, local, <-full)
	}
	if err == nil || cli.Status(err) == cli.Failed {
		time.Sleep(min(p.Patience, linger)) // for those who haven't read the end yet
	}
	cancel()
	serving.Wait()
	return cmp.Or(served, err)
}

// linger is how long a board stays when the match is over.
var linger = 3 * time.Second

// join plays a seat on a board elsewhere.
func (p *party) join(ctx context.Context, addr string) error {
	client := board.Dial(addr, 5*time.Minute)
	defer client.Close()
	return p.play(ctx, func() board.Board { return client })
}

// watch waits until a match is over.
func (p *party) watch(ctx context.Context, b board.Board, terms table.Terms) error {
	game, err := holdem.New(p.Config, nobody, nil)
	if err != nil {
		return err
	}
	t, err := table.Watch(terms, game)
	if err != nil {
		return err
	}
	player := board.Player{Board: b, Terms: terms, Table: t, Changed: func() {}}
	return player.Play(ctx)
}

// play plays the seats of this process, the last of which tells the match, and prints how
// it ended.
func (p *party) play(ctx context.Context, dial func() board.Board) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	p.tell = newTeller(p)
	for i, number := range p.numbers {
		s := &seat{party: p, number: number, line: &line{Board: dial()}, stop: stop, narrates: i == len(p.numbers)-1}
		if len(p.numbers) == 1 || number == cheater {
			s.way = p.cheat
		}
		if p.plays && s.narrates {
			s.person = newPerson(s)
		}
		p.tell.seats = append(p.tell.seats, s)
	}
	var work sync.WaitGroup
	for _, s := range p.tell.seats {
		work.Go(func() {
			s.err = s.play(ctx)
			p.tell.ends(s)
		})
	}
	work.Wait()
	return p.judge(context.WithoutCancel(ctx))
}

// cheater is the seat that cheats if this process plays all.
const cheater = 0

// errLeft is that a person has left a match in which nobody else's program plays.
var errLeft = errors.New("you left")

// A seat is one player of a match.
type seat struct {
	party    *party
	number   int
	line     *line
	stop     func(error)
	narrates bool    // what it sees is told
	way      string  // how it cheats, empty if it is honest
	person   *person // nil of a bot

	game  *holdem.Game
	cheat *holdem.Cheat
	table *table.Table
	terms table.Terms
	acted int // the turn in which it has bet
	err   error
}

// play is a seat's part in a match.
func (s *seat) play(ctx context.Context) error {
	kept, err := board.OpenSeat(s.party.state) // new keys, or those of a process that was killed
	if err != nil {
		return err
	}
	s.terms, err = board.Join(ctx, s.line, kept.Key, s.number, s.agree, s.party.tell.waits) // the board's terms, and the keys of all seats
	if err != nil {
		return fmt.Errorf("joining the table: %w", err)
	}
	public := kept.Key.Public()
	s.number = slices.IndexFunc(s.terms.Seats, func(k ed25519.PublicKey) bool { return k.Equal(public) })
	if err := s.sitDown(kept); err != nil {
		return err
	}
	s.party.tell.sits(s)

	// What the protocol wants of the seat, its table says by itself: the toss, keys, shuffles,
	// proofs, and that somebody's time is up. What is left to say is how to bet.
	moves := make(chan func())
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go s.person.types(ctx, moves)
	go s.ticks(ctx, moves)
	player := board.Player{Board: s.line, Terms: s.terms, Table: s.table, Moves: moves, Changed: s.look, Astray: s.astray}
	err = player.Play(ctx)
	if errors.Is(context.Cause(ctx), errLeft) {
		return nil
	}
	return err
}

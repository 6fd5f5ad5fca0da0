package seedrng

import (
	"crypto/rand"
	"crypto/sha256"
	"fmt"
	"slices"

	"github.com/squaredeal/squaredeal/internal/secret"
	"github.com/squaredeal/squaredeal/internal/stored"
	"github.com/squaredeal/squaredeal/internal/stream"
	"github.com/squaredeal/squaredeal/seedrng/internal/text"
)

const (
	// MaxPlayedRounds is the number of rounds that a [Player] records with one pair of
	// seeds.
	MaxPlayedRounds = 1024
	// MaxSteps is the number of steps that a [Player] records in one round. The rules of a
	// game must end every round within them.
	MaxSteps = 1024
	// MaxStepLen is the length of the longest text that a step sends or receives, in
	// bytes.
	MaxStepLen = 1024
)

type hiddenPlayer = secret.Value[*player]

// A Player is the player's side of a [Session]: it does what SPEC.md, section 5.4,
// asks of a player, and its state holds the records that a reveal is checked against.
//
//	player                                       server
//	                              ◀────────────  View
//	Rotate(NextServerHash)        ────────────▶  that hash, the client seed: Rotate
//	Rotated(its View)             ◀────────────  View
//	Send(hash, nonce, 0, bet)     ────────────▶  Reserve, draw
//	Receive(…, outcome)           ◀────────────  outcome
//	Send(hash, nonce, 1, choice)  ────────────▶  draw, Finish
//	Receive(…, outcome)           ◀────────────  outcome
//	Rotate(NextServerHash)        ────────────▶  Rotate
//	Rotated: every bet is checked ◀────────────  View with the revealed seed
//
// A round has one step or more: the player sends something, the bet first, and the
// server answers with an outcome. Both are texts that the game defines, 1 to
// [MaxStepLen] bytes of UTF-8. An outcome must follow from the draws and from what was
// sent: the same one is always the same text. Requests and answers name the server hash,
// the nonce and the step that they are for, so that a late copy isn't taken for another.
// Rotate after [MaxPlayedRounds] bets at the latest, or whenever the player likes.
//
// Each step is answered before anything else is sent, and a request that is refused or
// not answered is sent again as it was. Anything else would let the server choose, who
// knows what it refuses. A server that refuses for good has stopped playing; to go on
// with a new Player would let it draw again.
//
// Every call may be repeated: it changes nothing that it has changed before, and has
// the same result. The store function is that of a [Session], and is called before the
// player may send. If it fails, repeat the call.
//
// Only an [ErrCheat] accuses the server, and only of what no honest server sends, if
// its messages come unaltered. A Player is safe for concurrent use, and copies of it
// share its state.
type Player struct{ hiddenPlayer }

type player struct {
	cell *stored.Cell[playerState]
	// tried is the pair that Rotate stores, so that trying again stores the same state. The
	// cell's lock guards it.
	tried pair
}

// A PlayerView is what a [Player] remembers.
type PlayerView struct {
	// ServerHash and ClientSeed are the confirmed pair of seeds; zero before the first.
	ServerHash Hash
	ClientSeed string
	// NextNonce is that of the next bet, the number of Rounds.
	NextNonce uint64
	// Rounds are those played with the pair; the one at index n has nonce n.
	Rounds []PlayedRound
	// NextServerHash and NextClientSeed were asked for and aren't confirmed; zero if none.
	NextServerHash Hash
	NextClientSeed string
}

// A PlayedRound is a round as a [Player] knows it.
type PlayedRound struct {
	Steps []Step
}

// A Step is something that the player sent, and the server's answer.
type Step struct {
	Sent     string
	Received string // empty until it is answered
}

// A Replay computes the outcomes of a round from what the player sent in it, one for
// each step, by the rules that were known before the bet. It is called with what was sent
// up to each step in turn; an outcome doesn't depend on what is sent later. It must not
// call the Player.
type Replay func(sent []string, stream *Stream) (outcomes []string, err error)

// GeneratePlayer returns a player who has seen nothing yet. It fails if store does, or
// is nil.
func GeneratePlayer(store func(old, new PlayerState) error) (*Player, error) {
	if store == nil {
		return nil, fail(ErrMalformed, "nil store function")
	}
	cell, err := stored.New(playerState{}, playerState.encode, storePlayer(store))
	if err != nil {
		return nil, err
	}
	return &Player{secret.Hide(&player{cell: cell})}, nil
}

// ParsePlayer returns the player of a stored state, given as its Bytes. It returns an
// [ErrMalformed] for a nil store function and for a state that was damaged.
func ParsePlayer(state []byte, store func(old, new PlayerState) error) (*Player, error) {
	if store == nil {
		return nil, fail(ErrMalformed, "nil store function")
	}
	st, err := parsePlayerState(state)
	if err != nil {
		return nil, err
	}
	cell := stored.Open(st, state, playerState.encode, storePlayer(store))
	return &Player{secret.Hide(&player{cell: cell})}, nil
}

func storePlayer(store func(old, new PlayerState) error) func(old, new stored.State) error {
	return func(old, new stored.State) error {
		if err := store(PlayerState{old}, PlayerState{new}); err != nil {
			return fmt.Errorf("seedrng: storing the player: %w", err)
		}
		return nil
	}
}

// change is Cell.Change of what p hides.
func (p *Player) change(next func(open *player, st playerState) (*playerState, error)) error {
	if secret.IsZero(p.hiddenPlayer) {
		return fail(ErrMalformed, "zero Player")
	}
	open := secret.Reveal(p.hiddenPlayer)
	return open.cell.Change(func(st playerState) (*playerState, error) { return next(open, st) })
}

// View returns what the player remembers, a zero View for the zero Player.
func (p *Player) View() PlayerView {
	if secret.IsZero(p.hiddenPlayer) {
		return PlayerView{}
	}
	st := secret.Reveal(p.hiddenPlayer).cell.Get()
	v := PlayerView{
		ServerHash: st.active.hash, ClientSeed: st.active.client,
		NextNonce:      uint64(len(st.rounds)),
		NextServerHash: st.asked.hash, NextClientSeed: st.asked.client,
	}
	for _, steps := range st.rounds {
		v.Rounds = append(v.Rounds, PlayedRound{slices.Clone(steps)})
	}
	return v
}

// Rotate returns the client seed to send to the server together with a hash that it has
// shown, its View's NextServerHash. The client seed is drawn from crypto/rand, and for
// the same hash it is always the same.
//
// Rotate returns an [ErrMismatch] for the hash of the active pair, and, while a rotation
// that was asked for isn't confirmed, for any hash but that one's. The server must confirm
// what it has shown.
// It returns an [ErrState] while a step isn't answered, and an [ErrMalformed] for the
// zero Hash.
func (p *Player) Rotate(nextServerHash Hash) (client string, err error) {
	err = p.change(func(open *player, st playerState) (*playerState, error) {
		switch {
		case nextServerHash == Hash{}:
			return nil, fail(ErrMalformed, "zero Hash")
		case nextServerHash == st.asked.hash:
			client = st.asked.client
			return nil, nil
		case st.asked.exists():
			return nil, fail(ErrMismatch, "a client seed was sent for the hash %v, which isn't confirmed", st.asked.hash)
		case nextServerHash == st.active.hash:
			return nil, fail(ErrMismatch, "%v is the hash of the active server seed", nextServerHash)
		}
		if err := st.answered(); err != nil {
			return nil, err
		}
		if open.tried.hash != nextServerHash {
			open.tried = pair{nextServerHash, rand.Text()}
		}
		st.asked, client = open.tried, open.tried.client
		return &st, nil
	})
	if err != nil {
		return "", err
	}
	return client, nil
}

// Rotated takes the server's answer to Rotate, the View after it. If the View confirms
// what was asked for, the rounds of the pair that it ends are checked with the server
// seed that it reveals, and the new pair is the active one.
//
// Rotated returns an [ErrCheat] if the revealed server seed doesn't have the hash that
// was shown, isn't 1 to [MaxServerSeedLen] bytes of UTF-8, or gives other outcomes than
// those received; then the records stay, as evidence. It returns an [ErrMismatch] if the
// View doesn't confirm or reveal what was asked for: send the request again. It returns
// an [ErrState] if nothing was asked for, or while a step isn't answered; an
// [ErrMalformed] for a nil Replay and for one that returns too few or too many outcomes;
// and the errors of replay.
func (p *Player) Rotated(view View, replay Replay) error {
	return p.change(func(_ *player, st playerState) (*playerState, error) {
		switch {
		case !st.asked.exists() && st.active.exists() && st.active == pair{view.ServerHash, view.ClientSeed}:
			return nil, nil
		case !st.asked.exists():
			return nil, fail(ErrState, "no client seed was sent that isn't confirmed")
		case st.asked != pair{view.ServerHash, view.ClientSeed}:
			return nil, fail(ErrMismatch, "the pair of seeds that was asked for isn't active")
		case view.NextNonce != 0:
			return nil, fail(ErrMismatch, "the next nonce is %d, before the first bet", view.NextNonce)
		}
		if err := st.answered(); err != nil {
			return nil, err
		}
		if st.active.exists() {
			if err := st.check(view.Revealed, replay); err != nil {
				return nil, err
			}
		}
		return &playerState{active: st.asked}, nil
	})
}

// check checks what is revealed for the active pair.
func (st *playerState) check(revealed *Revealed, replay Replay) error {
	switch {
	case revealed == nil || revealed.ServerHash != st.active.hash:
		return fail(ErrMismatch, "the server seed with the hash %v isn't revealed", st.active.hash)
	case replay == nil:
		return fail(ErrMalformed, "nil Replay")
	}
	if err := text.Check("the revealed server seed", revealed.ServerSeed, MaxServerSeedLen); err != nil {
		return fail(ErrCheat, "%v", err)
	}
	if got := Hash(sha256.Sum256([]byte(revealed.ServerSeed))); got != st.active.hash {
		return fail(ErrCheat, "the revealed server seed has the hash %v, not %v", got, st.active.hash)
	}
	key := stream.NewKey(revealed.ServerSeed)
	for nonce, steps := range st.rounds {
		if err := st.checkRound(key, uint64(nonce), steps, replay); err != nil {
			return err
		}
	}
	return nil
}

// checkRound replays a round step by step, each time from its start: a choice that was
// made after a false outcome needn't be possible after the true one, so the outcome is
// compared before the choice is replayed.
func (st *playerState) checkRound(key stream.Key, nonce uint64, steps []Step, replay Replay) error {
	var sent []string
	for i, step := range steps {
		sent = append(sent, step.Sent)
		drawn := newStream(key, st.active.client, nonce, nil)
		outcomes, err := replay(slices.Clone(sent), &drawn)
		switch {
		case err != nil:
			return fmt.Errorf("seedrng: replaying round %d: %w", nonce, err)
		case len(outcomes) != len(sent):
			return fail(ErrMalformed, "replaying round %d: %d outcomes of %d steps", nonce, len(outcomes), len(sent))
		case outcomes[i] != step.Received:
			return fail(ErrCheat, "round %d, step %d: the seeds give %q, the server reported %q", nonce, i, outcomes[i], step.Received)
		}
	}
	return nil
}

// Send records what the player is about to send: in step 0 of the next nonce a new bet,
// in a later step of an earlier one a choice.
//
// Send returns an [ErrMismatch] for a hash that isn't the active one, for a text that
// differs from the one recorded, and for a nonce or step that comes after the next one. It
// returns an [ErrState] without an active pair of seeds, while another step isn't
// answered, and for a new bet after Rotate. It returns an [ErrExhausted] for a new bet
// after [MaxPlayedRounds] rounds, which never stops a choice: play the open rounds to
// their end, and rotate. It also does after [MaxSteps] steps of a round, which the rules
// of a game must not reach.
func (p *Player) Send(serverHash Hash, nonce uint64, step int, text string) error {
	if err := checkText("text of a step", text, MaxStepLen); err != nil {
		return err
	}
	if step < 0 {
		return fail(ErrMalformed, "step %d", step)
	}
	return p.change(func(_ *player, st playerState) (*playerState, error) {
		next := uint64(len(st.rounds))
		switch recorded := st.step(nonce, step); {
		case !st.active.exists():
			return nil, fail(ErrState, "no pair of seeds is active")
		case serverHash != st.active.hash:
			return nil, fail(ErrMismatch, "%v isn't the hash of the active server seed", serverHash)
		case recorded != nil && recorded.Sent == text:
			return nil, nil
		case recorded != nil:
			return nil, fail(ErrMismatch, "another text was sent in round %d, step %d", nonce, step)
		case nonce > next || nonce == next && step > 0 || nonce < next && step > len(st.rounds[nonce]):
			return nil, fail(ErrMismatch, "round %d, step %d isn't the next", nonce, step)
		}
		if err := st.answered(); err != nil {
			return nil, err
		}
		switch {
		case step == 0 && st.asked.exists():
			return nil, fail(ErrState, "a rotation was asked for")
		case step == 0 && next == MaxPlayedRounds:
			return nil, fail(ErrExhausted, "%d rounds are recorded, so no new bet is possible: rotate", MaxPlayedRounds)
		case step == MaxSteps:
			return nil, fail(ErrExhausted, "round %d has %d steps, as many as a round may have", nonce, MaxSteps)
		}
		st = st.withSteps(nonce, append(st.stepsOf(nonce), Step{Sent: text}))
		return &st, nil
	})
}

// Receive records the server's answer to a step.
//
// Receive returns an [ErrCheat] if the step was answered before with another outcome: at
// least one of the two isn't what the seeds determine. It returns an [ErrMismatch] for a
// hash that isn't the active one, as in a late answer, and an [ErrState] if nothing was
// sent in this step.
func (p *Player) Receive(serverHash Hash, nonce uint64, step int, outcome string) error {
	if err := checkText("outcome", outcome, MaxStepLen); err != nil {
		return err
	}
	return p.change(func(_ *player, st playerState) (*playerState, error) {
		recorded := st.step(nonce, step)
		switch {
		case st.active.exists() && serverHash != st.active.hash:
			return nil, fail(ErrMismatch, "%v isn't the hash of the active server seed", serverHash)
		case recorded == nil:
			return nil, fail(ErrState, "nothing was sent in round %d, step %d", nonce, step)
		case recorded.Received == outcome:
			return nil, nil
		case recorded.Received != "":
			return nil, fail(ErrCheat, "round %d, step %d: the server reported %q, and then %q", nonce, step, recorded.Received, outcome)
		}
		steps := st.stepsOf(nonce)
		steps[step].Received = outcome
		st = st.withSteps(nonce, steps)
		return &st, nil
	})
}

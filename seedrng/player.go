package seedrng

import (
	"crypto/rand"

	"github.com/squaredeal/squaredeal/internal/secret"
	"github.com/squaredeal/squaredeal/internal/stored"
	"github.com/squaredeal/squaredeal/internal/wrap"
)

const (
	// MaxPlayedRounds is the number of rounds that a [Player] records with one pair of
	// seeds.
	MaxPlayedRounds = 1024
	// MaxSteps is the number of steps of a round. The answer to the last of them, step
	// MaxSteps−1, ends the round, whatever the rules of the game: the server finishes it.
	MaxSteps = 1024
	// MaxStepLen is the length of the longest text of a [Request], and of the longest
	// outcome and reason in an [Answer], in bytes.
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
//	Send: a Request, the bet      ────────────▶  Reserve, draw
//	Receive                       ◀────────────  Answer: an outcome
//	Send: a Request, a choice     ────────────▶  draw, Finish
//	Receive                       ◀────────────  Answer: an outcome
//	Send: a Request, another bet  ────────────▶  Decline
//	Receive                       ◀────────────  Answer: declined, and why
//	Rotate(NextServerHash)        ────────────▶  Rotate
//	Rotated: every bet is checked ◀────────────  View with the revealed seed
//
// A round has one step or more, up to [MaxSteps]: the player sends something, the bet
// first, and the server answers with an outcome. Both are texts that the game defines, 1
// to [MaxStepLen] bytes of UTF-8. An outcome must follow from the draws and from what was
// sent: the same one is always the same text. Requests and answers name the server hash,
// the nonce and the step that they are for, so that a late copy isn't taken for another.
// Rotate after [MaxPlayedRounds] bets at the latest, or whenever the player likes.
//
// Each step is answered before anything else is sent, and a request that is refused or
// not answered is sent again as it was; [Player.Pending] says which, after a restart.
// Anything else would let the server choose, since it knows what it refuses. A server that
// refuses for good has stopped playing; to go on with a new Player would let it draw
// again.
//
// A bet that the server doesn't take, because of a balance or a limit, it declines, and
// the player goes on with the next. A server that declines what would have won is found
// out: [Player.Rotated] returns what the seeds would have given.
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

// GeneratePlayer returns a player who has seen nothing yet. It fails if store does, or
// is nil.
func GeneratePlayer(store func(old, new PlayerState) error) (*Player, error) {
	if store == nil {
		return nil, wrap.Errorf(ErrMalformed, "nil store function")
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
		return nil, wrap.Errorf(ErrMalformed, "nil store function")
	}
	st, err := parsePlayerState(state)
	if err != nil {
		return nil, err
	}
	cell := stored.Open(st, state, playerState.encode, storePlayer(store))
	return &Player{secret.Hide(&player{cell: cell})}, nil
}

func storePlayer(store func(old, new PlayerState) error) func(old, new stored.State) error {
	return stored.Store(store, func(s stored.State) PlayerState { return PlayerState{s} }, "seedrng: storing the player")
}

// change is Cell.Change of what p hides.
func (p *Player) change(next func(inner *player, st playerState) (*playerState, error)) error {
	if secret.IsZero(p.hiddenPlayer) {
		return wrap.Errorf(ErrMalformed, "zero Player")
	}
	inner := secret.Reveal(p.hiddenPlayer)
	return inner.cell.Change(func(st playerState) (*playerState, error) { return next(inner, st) })
}

// Pending returns the request that isn't answered, if there is one. Send it again, after
// a restart as well. (A rotation that isn't confirmed is the View's NextServerHash and
// NextClientSeed.)
func (p *Player) Pending() (r Request, ok bool) {
	if secret.IsZero(p.hiddenPlayer) {
		return Request{}, false
	}
	st := secret.Reveal(p.hiddenPlayer).cell.Get()
	return st.pending()
}

// Rotate returns the client seed to send to the server together with a hash that it has
// shown, its View's NextServerHash. The client seed is drawn from crypto/rand, and for
// the same hash it is always the same.
//
// Rotate returns an [ErrMismatch] for the hash of the active pair, and, while a rotation
// that was asked for isn't confirmed, for any hash but that one's. The server must confirm
// what it has shown. Rotate returns an [ErrPending] while a step isn't answered, and an
// [ErrMalformed] for the zero Hash.
func (p *Player) Rotate(nextServerHash Hash) (client string, err error) {
	err = p.change(func(inner *player, st playerState) (*playerState, error) {
		switch {
		case nextServerHash == Hash{}:
			return nil, wrap.Errorf(ErrMalformed, "zero Hash")
		case nextServerHash == st.asked.hash:
			client = st.asked.client
			return nil, nil
		case st.asked.exists():
			return nil, wrap.Errorf(ErrMismatch, "a client seed was sent for the hash %v, which isn't confirmed", st.asked.hash)
		case nextServerHash == st.active.hash:
			return nil, wrap.Errorf(ErrMismatch, "%v is the hash of the active server seed", nextServerHash)
		}
		if err := st.answered(); err != nil {
			return nil, err
		}
		if inner.tried.hash != nextServerHash {
			inner.tried = pair{nextServerHash, rand.Text()}
		}
		st.asked, client = inner.tried, inner.tried.client
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
// It returns what would have come of the bets that the server declined with the pair that
// ends, the first time that the call succeeds: afterwards the records are gone. If a crash
// comes after the new state was stored, no call reports them. To keep them, let the store
// function archive the old state when the active hash changes ([ParsePlayer] reads it). An
// honest server declines winners as often as others (SPEC.md, section 8).
//
// Rotated returns an [ErrCheat] if the revealed server seed doesn't have the hash that
// was shown, isn't 1 to [MaxServerSeedLen] bytes of UTF-8, or gives other outcomes than
// those received; then the records stay, as evidence. It returns an [ErrMismatch] if the
// View doesn't confirm or reveal what was asked for: send the request again. It returns
// an [ErrPending] while a step isn't answered; an [ErrMalformed] for a nil Replay and for
// one that returns too few or too many outcomes; and the errors of replay, except for
// bets that were declined.
func (p *Player) Rotated(view View, replay Replay) (declined []DeclinedBet, err error) {
	if replay == nil {
		return nil, wrap.Errorf(ErrMalformed, "nil Replay")
	}
	err = p.change(func(_ *player, st playerState) (*playerState, error) {
		switch is := (pair{view.ServerHash, view.ClientSeed}); {
		case !st.asked.exists() && st.active.exists() && st.active == is:
			return nil, nil
		case !st.asked.exists():
			return nil, wrap.Errorf(ErrMismatch, "no client seed was sent that isn't confirmed")
		case st.asked != is:
			return nil, wrap.Errorf(ErrMismatch, "the pair of seeds that was asked for isn't active")
		case view.NextNonce != 0:
			return nil, wrap.Errorf(ErrMismatch, "the next nonce is %d, before the first bet", view.NextNonce)
		}
		if err := st.answered(); err != nil {
			return nil, err
		}
		if st.active.exists() {
			if declined, err = st.check(view.Revealed, replay); err != nil {
				return nil, err
			}
		}
		return &playerState{active: st.asked}, nil
	})
	if err != nil {
		return nil, err
	}
	return declined, nil
}

// Send records what the player is about to send, as [PlayerView.Request] makes it: in step
// 0 of the next nonce a new bet, in a later step of an earlier one a choice.
//
// Send returns an [ErrMismatch] for a hash that isn't the active one, for a text that
// differs from the one recorded, and for a nonce or step that comes after the next one; an
// [ErrNoSeeds] without an active pair of seeds; an [ErrFinished] for a choice in a round
// whose bet was declined, or that has [MaxSteps] steps; an [ErrPending] while another step
// isn't answered, and for a new bet after Rotate. It returns an [ErrExhausted] for a new
// bet after [MaxPlayedRounds] rounds, which never stops a choice: play the open rounds to
// their end, and rotate.
func (p *Player) Send(r Request) error {
	if err := r.Check(); err != nil {
		return err
	}
	return p.change(func(_ *player, st playerState) (*playerState, error) {
		next := uint64(len(st.rounds))
		switch recorded := st.step(r.Nonce, r.Step); {
		case !st.active.exists():
			return nil, wrap.Errorf(ErrNoSeeds, "none are confirmed")
		case r.ServerHash != st.active.hash:
			return nil, wrap.Errorf(ErrMismatch, "%v isn't the hash of the active server seed", r.ServerHash)
		case recorded != nil && recorded.Sent == r.Text:
			return nil, nil
		case recorded != nil:
			return nil, wrap.Errorf(ErrMismatch, "another text was sent in round %d, step %d", r.Nonce, r.Step)
		case r.Nonce < next && st.rounds[r.Nonce].over():
			return nil, wrap.Errorf(ErrFinished, "round %d", r.Nonce)
		case r.Nonce > next || r.Step != len(st.round(r.Nonce).Steps):
			return nil, wrap.Errorf(ErrMismatch, "round %d, step %d isn't the next", r.Nonce, r.Step)
		}
		if err := st.answered(); err != nil {
			return nil, err
		}
		switch {
		case r.Step == 0 && st.asked.exists():
			return nil, wrap.Errorf(ErrPending, "a rotation was asked for")
		case r.Step == 0 && next == MaxPlayedRounds:
			return nil, wrap.Errorf(ErrExhausted, "%d rounds are recorded, so no new bet is possible: rotate", MaxPlayedRounds)
		}
		round := st.round(r.Nonce)
		round.Steps = append(round.Steps, Step{Sent: r.Text})
		st = st.withRound(r.Nonce, round)
		return &st, nil
	})
}

// Receive records the server's answer to a step, as [Request.Outcome] or
// [Request.Decline] makes it.
//
// Receive returns an [ErrCheat] if the step was answered before by another outcome or
// reason: an honest server gives the same answer for ever. It returns an [ErrMismatch]
// for an answer to a step that isn't recorded, as a late one, and an [ErrMalformed] for
// one that no server may give.
func (p *Player) Receive(a Answer) error {
	if err := a.check(); err != nil {
		return err
	}
	return p.change(func(_ *player, st playerState) (*playerState, error) {
		if !st.active.exists() || a.ServerHash != st.active.hash {
			return nil, wrap.Errorf(ErrMismatch, "%v isn't the hash of the active server seed", a.ServerHash)
		}
		recorded := st.step(a.Nonce, a.Step)
		if recorded == nil {
			return nil, wrap.Errorf(ErrMismatch, "nothing was sent in round %d, step %d", a.Nonce, a.Step)
		}
		round := st.round(a.Nonce)
		switch {
		case recorded.Received == a.Outcome && round.Declined == a.Declined:
			return nil, nil
		case recorded.Received != "":
			return nil, wrap.Errorf(ErrCheat, "round %d, step %d: the server reported %q, and then %s", a.Nonce, a.Step, recorded.Received, a.text())
		case round.Declined != "":
			return nil, wrap.Errorf(ErrCheat, "round %d: the server declined the bet, %q, and then reported %s", a.Nonce, round.Declined, a.text())
		}
		round.Steps[a.Step].Received, round.Declined = a.Outcome, a.Declined
		st = st.withRound(a.Nonce, round)
		return &st, nil
	})
}

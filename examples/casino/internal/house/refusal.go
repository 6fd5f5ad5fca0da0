package house

// The codes of refusals.
const (
	NoSeeds      = "no-seeds"
	OtherSeeds   = "seeds"
	NonceAhead   = "nonce"
	OtherRequest = "other-request"
	OtherKey     = "other-key"
	RoundOpen    = "round-open"
	NotOpen      = "not-found"
)

// The reasons for declining a bet, all of which the player can check: the stake exceeds the
// balance; or the bet could pay more than was shown with the seeds, which follows the word
// as a number. While a round is open, it is RoundOpen.
const (
	LowBalance = "balance"
	OverLimit  = "limit"
)

// The codes of refusals in crash. None of them changes anything.
const (
	CrashBetOpen = "bet-open"  // another bet isn't settled yet
	CrashClosed  = "closed"    // the round isn't there, or takes no bets any more, or hasn't started
	CrashOver    = "over"      // the round has ended
	CrashRunning = "running"   // the round hasn't ended
	CrashFull    = "full"      // the bets of the round could win too much
	OwnForbids   = "own-limit" // a limit that the player has set
)

// A Refusal is the answer to a request that can't be carried out now. Nothing was changed.
type Refusal struct {
	Code   string
	Detail string
	View   View
	Round  *Round // what was played instead, for OtherRequest
}

func (r *Refusal) Error() string { return "house: refused: " + r.Detail }

// refuse makes a Refusal.
func (a *account) refuse(code, detail string, round *Round) error {
	return &Refusal{code, detail, a.view(), round}
}

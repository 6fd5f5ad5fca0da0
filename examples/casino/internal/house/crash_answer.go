package house

// A CrashAnswer is that to a request about a bet on crash.
type CrashAnswer struct {
	Bet      CrashBet      `json:"bet"`
	Round    *CrashRound   `json:"round,omitempty"` // once the bet is settled
	Balance  int64         `json:"balance"`
	Repeated bool          `json:"repeated"`
	Receipts CrashReceipts `json:"receipts"`
}

// CrashReceipts are the signatures of what an answer says, as statements of package receipt.
// Each is there once the database has what it says.
type CrashReceipts struct {
	Bet  []byte `json:"bet"`
	Out  []byte `json:"out,omitempty"`
	Paid []byte `json:"paid,omitempty"`
	End  []byte `json:"end,omitempty"` // of the round
}

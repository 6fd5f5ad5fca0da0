package seedrng

// A View is the public side of a [Session]. In JSON, nonces are strings.
type View struct {
	// ServerHash commits to the active server seed; zero before the first rotation.
	ServerHash Hash   `json:"serverHash,omitzero"`
	ClientSeed string `json:"clientSeed,omitempty"`
	// NextNonce is the one to reserve next; the first is 0.
	NextNonce uint64 `json:"nextNonce,string"`
	// OpenRounds are those not yet finished, in the order of their nonces.
	OpenRounds []OpenRound `json:"openRounds,omitempty"`
	// NextServerHash commits to the server seed that the next rotation activates.
	// The player sends it back with a client seed.
	NextServerHash Hash `json:"nextServerHash"`
	// Revealed is the pair of seeds that the latest rotation ended; nil before the second.
	Revealed *Revealed `json:"revealed,omitempty"`
}

// An OpenRound is a round that was reserved for a bet and isn't finished.
type OpenRound struct {
	Nonce uint64 `json:"nonce,string"`
	Bet   string `json:"bet"` // the server's name of the bet
}

// Revealed is a pair of seeds that will not be used again. A player checks it against
// their own records, not against this, as [Player] does.
type Revealed struct {
	ServerHash Hash   `json:"serverHash"` // of ServerSeed, as it was shown
	ServerSeed string `json:"serverSeed"`
	ClientSeed string `json:"clientSeed"`
	Rounds     uint64 `json:"rounds,string"` // reserved with these seeds; their nonces are the integers below
}

// View returns what anybody may see, now.
func (s *Session) View() View {
	inner, err := s.inner()
	if err != nil {
		return View{}
	}
	return inner.cell.Get().view()
}

// View returns what anybody may see of the state, a zero View for the zero value. A
// state holds only the pair of seeds revealed last. To keep all, let the store
// function write the View's Revealed, if there is one, to a table with the ServerHash
// as its key, in the transaction that stores the state.
func (s SessionState) View() View {
	st, err := parseSessionState(s.Bytes())
	if err != nil {
		return View{} // the zero state: others hold what a Session encoded
	}
	return st.view()
}

func (st sessionState) view() View {
	v := View{ServerHash: st.hash, ClientSeed: st.client, NextNonce: st.nonce, NextServerHash: st.nextHash}
	for _, o := range st.open {
		v.OpenRounds = append(v.OpenRounds, OpenRound{o.nonce, o.bet})
	}
	if !st.revealed.isZero() {
		v.Revealed = &Revealed{
			ServerHash: st.revealed.Hash(),
			ServerSeed: st.revealed.Reveal(),
			ClientSeed: st.revealedClient,
			Rounds:     st.revealedRounds,
		}
	}
	return v
}

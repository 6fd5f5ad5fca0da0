package seedrng

import (
	"slices"

	"github.com/squaredeal/squaredeal/internal/secret"
)

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

// Request returns the next step of a round, a choice in an open one or, with NextNonce, a
// bet. Give it to [Player.Send] before it is sent.
func (v PlayerView) Request(nonce uint64, text string) Request {
	r := Request{ServerHash: v.ServerHash, Nonce: nonce, Text: text}
	if nonce < uint64(len(v.Rounds)) {
		r.Step = len(v.Rounds[nonce].Steps)
	}
	return r
}

// A PlayedRound is a round as a [Player] knows it.
type PlayedRound struct {
	Steps []Step
	// Declined is the server's reason for declining the bet, the only step; empty if it
	// wasn't declined.
	Declined string
}

func (r PlayedRound) clone() PlayedRound { return PlayedRound{slices.Clone(r.Steps), r.Declined} }

// over reports whether the round has no next step, whatever the rules of the game.
func (r PlayedRound) over() bool { return r.Declined != "" || len(r.Steps) == MaxSteps }

// A Step is something that the player sent, and the server's answer.
type Step struct {
	Sent     string
	Received string // the outcome; empty until it is answered, and if the bet was declined
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
	for _, round := range st.rounds {
		v.Rounds = append(v.Rounds, round.clone())
	}
	return v
}

package seedrng

import "github.com/squaredeal/squaredeal/internal/secret"

// SkipTo makes block the next one that s computes.
func SkipTo(s *Stream, block uint64) { secret.Reveal(s.hiddenDraws).Seek(block) }

// Encode returns the state that s would store.
func Encode(s *Session) []byte { return secret.Reveal(s.hiddenSession).cell.Get().encode() }

// EncodePlayer returns the state that p would store.
func EncodePlayer(p *Player) []byte { return secret.Reveal(p.hiddenPlayer).cell.Get().encode() }

// Spare returns the hash of the server seed that s would fix in a rotation which it has
// tried before, the zero Hash if it hasn't.
func Spare(s *Session) Hash {
	session := secret.Reveal(s.hiddenSession)
	if session.spare.Equal(session.cell.Get().next) {
		return Hash{}
	}
	return session.spare.Hash()
}

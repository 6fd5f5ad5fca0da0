package main

import (
	"bufio"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/squaredeal/squaredeal/examples/internal/cards"
	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/seedrng"
	"github.com/squaredeal/squaredeal/seedrng/sites"
)

// The derivations of ten cards from seeds.
const (
	gameCryptoGames = "cryptogames" // of Crypto.Games
	gameV1          = "v1"          // seedrng v1: Distinct(52, 10)
)

// A bet is one hand to audit.
type bet struct {
	server seedrng.ServerSeed
	client string
	hash   seedrng.Hash
	game   string
	nonce  uint64
}

// newBet checks the texts of a bet, of which game may be empty. An error names the field
// at fault.
func newBet(server, client, hash, game, nonce string) (bet, error) {
	if game == "" {
		game = gameCryptoGames
	}
	b := bet{client: client, game: game}
	var err error
	if b.server, err = seedrng.ParseAuditSeed(server); err != nil {
		return bet{}, err
	}
	if b.hash, err = seedrng.ParseHash(hash); err != nil {
		return bet{}, err
	}
	switch game {
	case gameCryptoGames:
		if nonce != "" {
			return bet{}, fmt.Errorf("nonce %q: the game %s has no nonces", nonce, gameCryptoGames)
		}
	case gameV1:
		if b.nonce, err = parseNonce(nonce); err != nil {
			return bet{}, fmt.Errorf("nonce %q: %w", nonce, err)
		}
	default:
		return bet{}, fmt.Errorf("game %q: must be %s or %s", game, gameCryptoGames, gameV1)
	}
	// Both derivations accept the same client seeds.
	if _, err := seedrng.NewStream(b.server, client, 0); err != nil {
		return bet{}, err
	}
	return b, nil
}

func parseNonce(text string) (uint64, error) {
	nonce, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		return 0, errors.New("must be a number from 0 to 2^64-1")
	}
	return nonce, nil
}

// matches reports whether the server seed is the one that the hash commits to.
func (b bet) matches() bool { return b.hash.Verify(b.server.Reveal()) == nil }

// cards appends the ten cards of the hand to dst.
func (b bet) cards(dst []int) ([]int, error) {
	if b.game == gameCryptoGames {
		digest, err := sites.CryptoGames(b.server.Reveal(), b.client)
		if err != nil {
			return dst, err
		}
		return digest.AppendCards(dst)
	}
	stream, err := seedrng.NewStream(b.server, b.client, b.nonce)
	if err != nil {
		return dst, err
	}
	return append(dst, stream.Distinct(deckSize, handSize)...), nil
}

// An account is a derivation shown step by step.
type account struct {
	cli.Outcome
	Digest  string   `json:"digest"` // hex: the SHA-512, or the blocks of the stream that were used
	Deal    []string `json:"deal"`
	Draw    []string `json:"draw"`
	Steps   []step   `json:"steps"`
	Match   bool     `json:"match"` // of the server seed and its hash
	Warning string   `json:"warning,omitempty"`
}

// A step reads a byte of a digest, or a word of a stream.
type step struct {
	Bytes   string `json:"bytes"` // hex
	Value   int    `json:"value"` // mod 100, or mod 52
	Card    string `json:"card,omitempty"`
	Skipped string `json:"skipped,omitempty"` // why it gives no card
}

// verify prints the account of a hand, and fails if the hand isn't as it should be.
func verify(out *bufio.Writer, b bet, asJSON bool) error {
	a, err := b.account()
	if err != nil {
		return err
	}
	err = a.verdict()
	if asJSON {
		a.Outcome = cli.OutcomeOf(err)
		return cli.PrintResult(out, a, err)
	}
	out.WriteString(a.text(b))
	return err
}

func (b bet) account() (account, error) {
	a := account{Match: b.matches()}
	if b.game == gameCryptoGames {
		digest, err := sites.CryptoGames(b.server.Reveal(), b.client)
		a.walk(digest)
		return a, err
	}
	if b.server.Predictable() {
		a.Warning = "The server seed has more than 64 bytes, so that anyone could compute these cards from its hash before the bet."
	}
	return a, a.read(b)
}

func (a *account) addCard(c int) {
	if len(a.Deal) < 5 {
		a.Deal = append(a.Deal, cards.Numbered(c).String())
	} else {
		a.Draw = append(a.Draw, cards.Numbered(c).String())
	}
}

// walk accounts for the digest of a Crypto.Games hand.
func (a *account) walk(digest sites.CryptoGamesDigest) {
	a.Digest = hex.EncodeToString(digest[:])
	for s := range digest.Steps() {
		st := step{Bytes: fmt.Sprintf("%02x", s.Byte), Value: s.Value}
		if s.Outcome == "card" {
			st.Card = cards.Numbered(s.Value).String()
			a.addCard(s.Value)
		} else {
			st.Skipped = s.Outcome
		}
		a.Steps = append(a.Steps, st)
	}
}

// read accounts for a stream: it spells out what Distinct(52, 10) does
// (seedrng/SPEC.md, section 4).
func (a *account) read(b bet) error {
	stream, err := seedrng.NewStream(b.server, b.client, b.nonce)
	if err != nil {
		return err
	}
	const accepted = 1<<32 - (1<<32)%deckSize
	var drawn [deckSize]bool
	for len(a.Draw) < 5 {
		block := make([]byte, 32)
		if _, err := stream.Read(block); err != nil {
			return err
		}
		a.Digest += hex.EncodeToString(block)
		for ; len(block) > 0 && len(a.Draw) < 5; block = block[4:] {
			w := binary.BigEndian.Uint32(block)
			s := step{Bytes: hex.EncodeToString(block[:4]), Value: int(w % deckSize)}
			switch {
			case w >= accepted:
				s.Skipped = "rejected, to keep all cards equally likely"
			case drawn[s.Value]:
				s.Skipped = "repeat"
			default:
				s.Card = cards.Numbered(s.Value).String()
				drawn[s.Value] = true
				a.addCard(s.Value)
			}
			a.Steps = append(a.Steps, s)
		}
	}
	return nil
}

func (a account) verdict() error {
	if !a.Match {
		return fmt.Errorf("%w: the server seed isn't the one that the casino was bound to", errUnfair)
	}
	if n := len(a.Deal) + len(a.Draw); n < handSize {
		return fmt.Errorf("%w: the digest holds %d different cards, not %d", errUnfair, n, handSize)
	}
	return nil
}

// text is the account for people.
func (a account) text(b bet) string {
	var t strings.Builder
	fmt.Fprintf(&t, "%s | %s\n\n", strings.Join(a.Deal, " "), strings.Join(a.Draw, " "))

	unit, modulus := "byte", "mod 100"
	if b.game == gameCryptoGames {
		fmt.Fprintln(&t, "SHA-512(server seed ‖ client seed):")
	} else {
		unit, modulus = "word    ", "mod 52"
		fmt.Fprintf(&t, "HMAC-SHA256(key = server seed, message = client seed ‖ \":%d:\" ‖ r),\nfor r = 0, 1, ...:\n", b.nonce)
	}
	for line := a.Digest; line != ""; line = line[64:] {
		fmt.Fprintf(&t, "  %s\n", line[:64])
	}
	fmt.Fprintf(&t, "\n  %s  %s  card\n", unit, modulus)
	for _, s := range a.Steps {
		result := s.Card
		if result == "" {
			result = "- " + s.Skipped
		}
		fmt.Fprintf(&t, "  %-*s  %*d  %s\n", len(unit), s.Bytes, len(modulus), s.Value, result)
	}

	fmt.Fprintf(&t, "\nSHA-256(server seed):\n  %v\n", b.server.Hash())
	if a.Match {
		fmt.Fprintln(&t, "It matches the hash: the casino was bound to this server seed.")
	} else {
		fmt.Fprintf(&t, "It does NOT match the hash:\n  %s\n", b.hash)
	}
	if a.Warning != "" {
		fmt.Fprintf(&t, "WARNING: %s\n", a.Warning)
	}
	fmt.Fprintln(&t, compare)
	return t.String()
}

// compare is what an audit leaves to the player.
const compare = "Compare the cards, and any nonce, with your own records of what was played."

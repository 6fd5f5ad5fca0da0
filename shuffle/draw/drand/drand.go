package drand

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"regexp"
	"strconv"
	"sync"
	"time"

	"github.com/cloudflare/circl/ecc/bls12381"

	"github.com/squaredeal/squaredeal/internal/field"
	"github.com/squaredeal/squaredeal/internal/wrap"
	"github.com/squaredeal/squaredeal/shuffle/draw"
)

// A Network is a chain of rounds under one key.
type Network struct {
	name, hash string
	genesis    int64 // the time of round 1
	period     int64 // seconds
	key        string
	seed       string // what round 1 of a chained network names as the signature before; "" if unchained
}

// The networks of the League of Entropy, by the constants of drand's own clients. A chain's
// hash covers all of them but the scheme: that is why nothing here is read from a server.
var (
	quicknet = &Network{
		name: "quicknet", hash: "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971",
		genesis: 1692803367, period: 3,
		key: "83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d106451" +
			"0d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a",
	}
	chained = &Network{
		name: "default", hash: "8990e7a9aaed2ffed73dbd7092123d6f289930540d7651336225dc172e51b2ce",
		genesis: 1595431050, period: 30,
		key:  "868f005eb8e6e4ca0a47c8a77ceaa5309a47978a7c71bc5cce96366b5d7a569937c529eeda66c7293784a9402801af31",
		seed: "176f93498eac9ca337150b46d21dd58673ea4e3581185f869672e59fa4cb390a",
	}
)

// Quicknet is the network to choose: a round every 3 seconds, each of which is verified by
// itself.
func Quicknet() *Network { return quicknet }

// Default is the oldest network: a round every 30 seconds, which signs the signature before.
func Default() *Network { return chained }

// NetworkOf returns the network that terms name by its [Network.Beacon]. It returns an
// [ErrNetwork] for any other, and an [ErrMalformed] if their time isn't that of their round:
// such a draw would come to nothing, so entrants check this before the round.
func NetworkOf(terms draw.Terms) (*Network, error) {
	for _, n := range []*Network{quicknet, chained} {
		if terms.Beacon != n.Beacon() {
			continue
		}
		at, err := n.TimeOf(terms.Round)
		switch {
		case err != nil:
			return nil, err
		case !at.Equal(terms.Time):
			return nil, wrap.Errorf(ErrMalformed, "round %d comes at %v, not at %v", terms.Round, at, terms.Time)
		}
		return n, nil
	}
	return nil, wrap.Errorf(ErrNetwork, "%q, neither %q nor %q", terms.Beacon, quicknet.Beacon(), chained.Beacon())
}

func (n *Network) zero() bool { return n == nil || n.period == 0 }

// Name returns "quicknet" or "default".
func (n *Network) Name() string { return n.name }

// Hash returns the hash of the chain, which the addresses of drand's HTTP API hold.
func (n *Network) Hash() string { return n.hash }

// Beacon returns the network's name for the terms of a draw.
func (n *Network) Beacon() string { return "drand " + n.name + " " + n.hash }

// RoundAt returns the first round at or after a time; round 1 if that is before all. Nothing can be
// drawn by rounds above 2³². A nil or zero Network has no rounds: it returns 0.
func (n *Network) RoundAt(t time.Time) uint64 {
	if n.zero() {
		return 0
	}
	seconds := t.Unix() - n.genesis
	if t.Nanosecond() > 0 {
		seconds++
	}
	if seconds <= 0 {
		return 1
	}
	return uint64((seconds+n.period-1)/n.period) + 1
}

// maxRound keeps times below the year 10000.
const maxRound = 1 << 32

// TimeOf returns the time of a round. It returns an [ErrMalformed] for a round that isn't in
// 1 to 2³², and for a nil or zero Network.
func (n *Network) TimeOf(round uint64) (time.Time, error) {
	if n.zero() {
		return time.Time{}, wrap.Errorf(ErrMalformed, "no Network")
	}
	if round < 1 || round > maxRound {
		return time.Time{}, wrap.Errorf(ErrMalformed, "round %d, not 1 to 2^32", round)
	}
	return time.Unix(n.genesis+int64(round-1)*n.period, 0).UTC(), nil
}

// Verify checks the signature of a round, and returns the value of it. On [Default], previous
// is the signature of the round before, of 96 bytes, or for round 1 the seed of the chain, of
// 32; on [Quicknet], it is empty. It returns an [ErrMalformed] for other lengths and rounds,
// and an [ErrSignature] for all signatures but one.
func (n *Network) Verify(round uint64, previous, signature []byte) (draw.Value, error) {
	at, err := n.TimeOf(round)
	if err != nil {
		return draw.Value{}, err
	}
	wantSignature, wantPrevious := bls12381.G1SizeCompressed, 0
	if n.seed != "" {
		wantSignature, wantPrevious = bls12381.G2SizeCompressed, bls12381.G2SizeCompressed
		if round == 1 {
			wantPrevious = len(n.seed) / 2
		}
	}
	switch {
	case len(signature) != wantSignature: // the library reads uncompressed points as well, whose hash is another
		return draw.Value{}, wrap.Errorf(ErrMalformed, "signature of %d bytes, not %d", len(signature), wantSignature)
	case len(previous) != wantPrevious:
		return draw.Value{}, wrap.Errorf(ErrMalformed, "previous signature of %d bytes, not %d", len(previous), wantPrevious)
	case round == 1 && hex.EncodeToString(previous) != n.seed:
		return draw.Value{}, wrap.Errorf(ErrMalformed, "round 1 with another seed of the chain")
	}
	message := sha256.Sum256(binary.BigEndian.AppendUint64(append([]byte(nil), previous...), round))
	verify := verifyG1
	if n.seed != "" {
		verify = verifyG2
	}
	if !verify(signature, message[:]) {
		return draw.Value{}, wrap.Errorf(ErrSignature, "round %d of %s", round, n.name)
	}
	return draw.Value{Beacon: n.Beacon(), Round: round, Time: at, Randomness: sha256.Sum256(signature)}, nil
}

// verifyG1 checks e(H(message), key) = e(signature, g₂), which the identity doesn't satisfy: the
// scheme bls-unchained-g1-rfc9380.
func verifyG1(signature, message []byte) bool {
	var point, hashed bls12381.G1
	if point.SetBytes(signature) != nil {
		return false
	}
	hashed.Hash(message, []byte("BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_"))
	return bls12381.ProdPairFrac([]*bls12381.G1{&hashed, &point}, []*bls12381.G2{quicknetKey(), bls12381.G2Generator()},
		[]int{1, -1}).IsIdentity()
}

// verifyG2 checks e(key, H(message)) = e(g₁, signature): the scheme pedersen-bls-chained.
func verifyG2(signature, message []byte) bool {
	var point, hashed bls12381.G2
	if point.SetBytes(signature) != nil {
		return false
	}
	hashed.Hash(message, []byte("BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_NUL_"))
	return bls12381.ProdPairFrac([]*bls12381.G1{defaultKey(), bls12381.G1Generator()}, []*bls12381.G2{&hashed, &point},
		[]int{1, -1}).IsIdentity()
}

var (
	quicknetKey = sync.OnceValue(func() *bls12381.G2 { return key(new(bls12381.G2), quicknet) })
	defaultKey  = sync.OnceValue(func() *bls12381.G1 { return key(new(bls12381.G1), chained) })
)

func key[P interface{ SetBytes([]byte) error }](point P, n *Network) P {
	b, err := hex.DecodeString(n.key)
	if err == nil {
		err = point.SetBytes(b)
	}
	if err != nil {
		panic(err) // a constant
	}
	return point
}

// MaxRoundSize is the greatest length of a round's JSON.
const MaxRoundSize = 4096

// The JSON of rounds is a part of JSON that leaves readers nothing to differ about: one object,
// of texts without escapes, whole numbers, true, false and null.
const (
	jsonSpace  = `[ \t\n\r]*`
	jsonText   = `"([ !#-\[\]-~]*)"`
	jsonNumber = `(0|[1-9][0-9]*)`
	jsonMember = jsonText + jsonSpace + `:` + jsonSpace + `(?:` + jsonText + `|` + jsonNumber + `|true|false|null)`
	jsonMore   = `(?:` + jsonSpace + `,` + jsonSpace + jsonMember + `)*`
	jsonObject = `^` + jsonSpace + `\{` + jsonSpace + `(?:` + jsonMember + jsonMore + `)?` + jsonSpace + `\}` + jsonSpace + `$`
)

var (
	object = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(jsonObject) })
	member = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(jsonMember) })
)

// ParseRound reads a round as drand's HTTP API publishes it, version 1 or 2, and verifies it:
// a JSON object with round, signature, previous_signature on [Default] and, in version 1,
// randomness. It returns an [ErrMalformed] for another format, for some of JSON that no
// round needs, such as a repeated member or an escape, or for a randomness that isn't the
// signature's hash, and else the errors of [Network.Verify].
func (n *Network) ParseRound(text []byte) (draw.Value, error) {
	if len(text) > MaxRoundSize {
		return draw.Value{}, wrap.Errorf(ErrMalformed, "round of %d bytes", len(text))
	}
	if !object().Match(text) {
		return draw.Value{}, wrap.Errorf(ErrMalformed, "round: not an object of texts without escapes and whole numbers")
	}
	type value struct{ text, number []byte } // nil if it isn't one
	values := make(map[string]value)
	for _, m := range member().FindAllSubmatch(text, -1) {
		name := string(m[1])
		if _, ok := values[name]; ok {
			return draw.Value{}, wrap.Errorf(ErrMalformed, "round: %s is repeated", name)
		}
		values[name] = value{m[2], m[3]}
	}
	round, err := strconv.ParseUint(string(values["round"].number), 10, 64)
	if err != nil {
		return draw.Value{}, wrap.Errorf(ErrMalformed, "round's number: %v", err)
	}
	var parts [3][]byte
	for i, name := range []string{"signature", "previous_signature", "randomness"} {
		v, ok := values[name]
		if !ok {
			continue
		}
		if v.text == nil {
			return draw.Value{}, wrap.Errorf(ErrMalformed, "%s isn't a text", name)
		}
		parts[i] = make([]byte, len(v.text)/2)
		if err := field.ParseHex(parts[i], string(v.text)); err != nil {
			return draw.Value{}, wrap.Errorf(ErrMalformed, "%s: %v", name, err)
		}
	}
	if sum := sha256.Sum256(parts[0]); parts[2] != nil && !bytes.Equal(parts[2], sum[:]) {
		return draw.Value{}, wrap.Errorf(ErrMalformed, "randomness isn't the hash of the signature")
	}
	return n.Verify(round, parts[1], parts[0])
}

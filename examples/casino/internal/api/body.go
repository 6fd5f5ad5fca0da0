package api

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"slices"
	"strconv"
	"unicode"
	"unicode/utf8"

	"github.com/squaredeal/squaredeal/seedrng"
)

const (
	// maxBody is the length of the longest body of a request, maxClientSeed that of the
	// longest client seed, in bytes.
	maxBody       = 4096
	maxClientSeed = 128
)

// read reads the body of a request: a JSON object with exactly these members, which are
// strings. Decoding into a struct would also take a name in capitals, the last of several
// members of one name, and a zero for one that is missing.
func read(w http.ResponseWriter, r *http.Request, names ...string) (map[string]string, error) {
	if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || kind != "application/json" {
		return nil, problemOf(http.StatusUnsupportedMediaType, "media-type", "the body isn't application/json")
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return nil, problemOf(http.StatusRequestEntityTooLarge, "too-large", fmt.Sprintf("the body has more than %d bytes", maxBody))
	}
	if err != nil {
		return nil, malformed("the body ends early")
	}
	if !json.Valid(body) {
		return nil, malformed("the body isn't JSON")
	}
	dec := json.NewDecoder(bytes.NewReader(body))
	if first, _ := dec.Token(); first != json.Delim('{') {
		return nil, malformed("the body isn't an object")
	}
	members := make(map[string]string)
	for dec.More() {
		token, _ := dec.Token() // it is valid
		name := token.(string)
		if !slices.Contains(names, name) {
			return nil, malformed("there is no member %q", name)
		}
		if _, ok := members[name]; ok {
			return nil, malformed("%s is repeated", name)
		}
		value, _ := dec.Token()
		text, ok := value.(string)
		if !ok {
			return nil, malformed("%s isn't a string", name)
		}
		members[name] = text
	}
	for _, name := range names {
		if _, ok := members[name]; !ok {
			return nil, malformed("%s is missing", name)
		}
	}
	return members, nil
}

// parseRound reads which round a request is about.
func parseRound(members map[string]string) (hash seedrng.Hash, nonce uint64, err error) {
	if hash, err = seedrng.ParseHash(members["serverHash"]); err != nil {
		return seedrng.Hash{}, 0, malformed("serverHash: %v", err)
	}
	nonce, err = parseNumber(members, "nonce")
	return hash, nonce, err
}

// parseNumber reads a member that is a number.
func parseNumber(members map[string]string, name string) (uint64, error) {
	n, err := strconv.ParseUint(members[name], 10, 64)
	if err != nil || strconv.FormatUint(n, 10) != members[name] {
		return 0, malformed("%s isn't a number in decimal digits, without leading zeros", name)
	}
	return n, nil
}

// checkClientSeed refuses what no line of a file could hold, what a spreadsheet would take
// for a formula in the export, and U+FFFD, which the JSON decoder makes of bytes that are no
// UTF-8: the player has chosen another seed.
func checkClientSeed(seed string) error {
	if len(seed) < 1 || len(seed) > maxClientSeed {
		return malformed("a client seed has 1 to %d bytes", maxClientSeed)
	}
	if slices.Contains([]byte("=+-@"), seed[0]) {
		return malformed("a client seed doesn't begin with =, +, - or @")
	}
	for _, c := range seed {
		if unicode.IsControl(c) || c == utf8.RuneError || c == '\u2028' || c == '\u2029' {
			return malformed("a client seed has no control characters, line breaks or U+FFFD")
		}
	}
	return nil
}

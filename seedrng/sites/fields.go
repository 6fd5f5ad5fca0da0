package sites

import (
	"slices"
	"strconv"
)

// The fields that games share.

// maxNonce is the largest integer that the sites' programs, which count in doubles, hold.
const maxNonce = 1<<53 - 1

func textField(name, title string) Field {
	return Field{Name: name, Title: title, Kind: kindText, Min: 1, Max: 1024}
}

// hexField is a seed that the scheme decodes.
func hexField(name, title string) Field {
	return Field{Name: name, Title: title, Kind: kindHex, Min: 1, Max: 512}
}

func hashField(bytes uint64) Field {
	return Field{Name: "hash", Title: "game hash", Kind: kindHex, Min: bytes, Max: bytes}
}

func numberField(name, title string, low, high uint64) Field {
	return Field{Name: name, Title: title, Kind: kindNumber, Min: low, Max: high}
}

func countField(name, title string, low, high, preset uint64) Field {
	f := numberField(name, title, low, high)
	f.Default = strconv.FormatUint(preset, 10)
	return f
}

func choiceField(name, title string, choices ...string) Field {
	return Field{Name: name, Title: title, Kind: kindChoice, Choices: choices}
}

func nonceField() Field { return numberField("nonce", "nonce", 0, maxNonce) }

func commitmentField(title string, bytes uint64) Field {
	return Field{Name: "commitment", Title: title, Kind: kindHex, Min: bytes, Max: bytes, Optional: true}
}

var resultField = Field{Name: "result", Title: "result that the site showed", Kind: kindResult, Optional: true}

// seeded are the fields of a bet with two seeds, a nonce and a SHA-256 commitment.
func seeded(more ...Field) []Field {
	return slices.Concat([]Field{textField("server", "server seed"), textField("client", "client seed"), nonceField()},
		more, []Field{commitmentField("SHA-256 of the server seed", 32), resultField})
}

// textCommitment is the SHA-256 of the server seed as text.
func textCommitment() *hashing { return &hashing{Alg: algSHA256, Message: "{server}"} }

const commitsText = "the SHA-256 of the server seed's text, shown before the bet"

func fixed(n int64) num      { return num{Value: n} }
func by(field string) num    { return num{Field: field} }
func names(n ...string) form { return form{Names: n} }
func decimals(n int) form    { return form{Decimals: n} }

// by2 is a number for each choice of a field.
func by2(field string, numbers map[string]int64) num { return num{Field: field, By: numbers} }

// cardNames are ranks times suits, rank by rank.
func cardNames() []string {
	var all []string
	for _, rank := range "23456789TJQKA" {
		for _, suit := range "DHSC" {
			all = append(all, string(rank)+string(suit))
		}
	}
	return all
}

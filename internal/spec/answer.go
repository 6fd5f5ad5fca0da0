package spec

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"strconv"
	"strings"
)

// answers are the classes of cases, after the name of their specification, that are answered live:
// by what was asked alone, and not by what the author of a case knows.
var answers = map[string]func(inputs []byte) (fields, string){
	"squaredeal/record v1/agreement":  asked(recordQuestion.agreement),
	"squaredeal/record v1/statement":  asked(recordQuestion.statement),
	"squaredeal/record v1/head":       asked(recordQuestion.head),
	"squaredeal/record v1/transcript": asked(recordQuestion.transcript),
	"squaredeal/table v1/terms":       asked(tableQuestion.terms),
	"squaredeal/table v1/sequence":    asked(tableQuestion.sequence),
	"squaredeal/board v1/offer":       asked(boardQuestion.offer),
	"squaredeal/board v1/request":     asked(boardQuestion.request),
	"squaredeal/board v1/sequence":    asked(boardQuestion.sequence),
	"squaredeal/commit v1/commitment": asked(openingQuestion.answer),
	"squaredeal/commit v1/toss":       asked(tossQuestion.answer),
	"squaredeal/commit v1/record":     asked(tossQuestion.verdict),
	"squaredeal/sra v1/key":           asked(claimQuestion.key),
	"squaredeal/sra v1/decryption":    asked(claimQuestion.decryption),
	"squaredeal/sra v1/shuffle":       asked(claimQuestion.shuffle),

	"squaredeal/shuffle v1/groups":         asked(shuffleQuestion.groups),
	"squaredeal/shuffle v1/slice":          asked(shuffleQuestion.slice),
	"squaredeal/shuffle v1/deal":           asked(shuffleQuestion.deal),
	"squaredeal/shuffle v1/permutation":    asked(shuffleQuestion.permutation),
	"squaredeal/shuffle/onchain v1/replay": asked(onchainQuestion.replay),
	"squaredeal/shuffle/onchain v1/bias":   asked(onchainQuestion.bias),
	"squaredeal/commit/jgammon v1/throw":   asked(throwQuestion.answer),
	"squaredeal/commit/hexchain v1/chain":  asked(hexchainQuestion.answer),
	"squaredeal/sra/textbook/textbook":     asked(textbookQuestion.answer),
	"squaredeal/hand v1/hand":              asked(handQuestion.answer),

	"squaredeal/otpdeal v1/message": asked(otpQuestion.message),
	"squaredeal/otpdeal v1/deal":    asked(otpQuestion.deal),
	"squaredeal/otpdeal v1/role":    asked(otpQuestion.role),
	"squaredeal/otpdeal v1/state":   asked(otpQuestion.state),
	"squaredeal/otpdeal v1/record":  asked(otpQuestion.record),
	"squaredeal/otpdeal v1/audit":   asked(otpQuestion.audit),

	"squaredeal/seedrng v1/verify":            asked(seedQuestion.verify),
	"squaredeal/seedrng v1/stream":            asked(seedQuestion.stream),
	"squaredeal/seedrng v1/session":           asked(seedQuestion.session),
	"squaredeal/seedrng v1/player":            asked(seedQuestion.player),
	"squaredeal/seedrng/sites v1/cryptogames": asked(seedQuestion.cryptoGames),

	"squaredeal/draw v1/list":         asked(drawQuestion.listAnswer),
	"squaredeal/draw v1/announcement": asked(drawQuestion.announcementAnswer),
	"squaredeal/draw v1/following":    asked(drawQuestion.followingAnswer),
	"squaredeal/draw v1/draw":         asked(drawQuestion.drawAnswer),
	"squaredeal/draw v1/proof":        asked(drawQuestion.proofAnswer),
	"squaredeal/draw v1/receipt":      asked(drawQuestion.receiptAnswer),
	"squaredeal/draw v1/places":       asked(drawQuestion.placesAnswer),
	"squaredeal/draw v1/time":         asked(drawQuestion.timeAnswer),
	"squaredeal/draw v1/round":        asked(drawQuestion.roundAnswer),
	"squaredeal/draw v1/hidden":       asked(drawQuestion.hiddenAnswer),
}

// Answer returns the outputs and the result, as vectors have them in JSON, of a case of the
// specification with this name. It answers whatever has the form of a case of one of these classes,
// and isn't slow to answer; to others it returns nil. A slip of this package is a panic that names the
// question. It isn't for concurrent use.
func Answer(spec, class string, inputs []byte) (outputs []byte, result string) {
	answer, ok := answers[spec+"/"+class]
	if !ok || strings.Contains(string(inputs), "*") { // bytes that are repeated
		return nil, ""
	}
	if len(spoken) > 1000 || len(decoded) > 100_000 { // after hours of questions
		clear(spoken)
		clear(decoded)
	}
	defer func() {
		if err := recover(); err == errUnasked {
			outputs = nil
		} else if err != nil {
			panic(fmt.Sprintf("spec: %s/%s, asked %s: %v", spec, class, inputs, err))
		}
	}()
	out, result := answer(inputs)
	return []byte(encoded(out)), result
}

// asked answers inputs that are decoded as a Q.
func asked[Q any](answer func(q Q) (fields, string)) func(inputs []byte) (fields, string) {
	return func(inputs []byte) (fields, string) {
		var q Q
		unasked(json.Unmarshal(inputs, &q) != nil)
		return answer(q)
	}
}

// unasked gives up a question for which this holds.
func unasked(holds bool) {
	if holds {
		panic(errUnasked)
	}
}

// errUnasked is of a question that has no answer here.
var errUnasked = errors.New("no question")

// unhex is fromHex of what may be none.
func unhex(x string) string {
	b, err := hex.DecodeString(x)
	unasked(err != nil)
	return string(b)
}

// isHex reports whether a text is n bytes in lowercase hex.
func isHex(text string, n int) bool {
	return len(text) == 2*n && strings.Trim(text, "0123456789abcdef") == ""
}

// whole returns the number of a text of digits, and gives up another.
func whole(text string) *big.Int {
	unasked(text == "" || strings.Trim(text, "0123456789") != "")
	return bigInt(text)
}

func integerOf(word string) int {
	i, err := strconv.Atoi(word)
	unasked(err != nil)
	return i
}

func integersOf(text string) (list []int) {
	for _, word := range strings.Fields(text) {
		list = append(list, integerOf(word))
	}
	return list
}

func unhexes(list []string) (out []string) {
	for _, x := range list {
		out = append(out, unhex(x))
	}
	return out
}

package web_test

import (
	"fmt"
	"maps"
	"strings"
)

// An object is one of JSON.
type object = map[string]any

// The paths of the answers.
const (
	enterPath, viewPath, rotatePath = "/api/enter", "/api/view", "/api/rotate"
	betPath, stepPath, refillPath   = "/api/bet", "/api/step", "/api/refill"
)

// at alters the answers of a path.
func at(path string, f func(answer object)) func(path string, answer object) {
	return func(p string, answer object) {
		if p == path {
			f(answer)
		}
	}
}

// The parts of answers.

func seedsOf(answer object) object { return answer["seeds"].(object) }

func revealedOf(answer object) object {
	r, _ := seedsOf(answer)["revealed"].(object)
	if r == nil {
		return object{} // of the first rotation
	}
	return r
}

func roundOf(answer object) object { return answer["round"].(object) }

func stepOf(answer object, i int) object { return roundOf(answer)["steps"].([]any)[i].(object) }

func pokerOf(answer object) object { return answer["games"].(object)["poker"].([]any)[0].(object) }

// How a liar alters an account.

func skim(answer object) { answer["balance"] = answer["balance"].(float64) - 100 }

func lower(answer object) { answer["maxWin"] = 60_000 }

func lowerNext(answer object) { answer["nextMaxWin"] = 60_000 }

func stranger(answer object) { answer["player"] = "ffffffffffffffff" }

func showsAnother(answer object) { seedsOf(answer)["nextServerHash"] = strings.Repeat("a", 64) }

func showsAnotherAs(name, value string) func(answer object) {
	return func(answer object) {
		showsAnother(answer)
		answer["receipts"].(object)[name] = value
	}
}

func otherSeeds(answer object) { seedsOf(answer)["clientSeed"] = "another" }

func counts(n string) func(answer object) {
	return func(answer object) { seedsOf(answer)["nextNonce"] = n }
}

func aHand(answer object) {
	answer["open"] = object{"serverHash": seedsOf(answer)["serverHash"], "nonce": "0",
		"steps": []any{object{"sent": "poker jacks for 100", "received": "A♠ A♥ 2♦ 3♣ 5♦"}}}
}

func forgetsLimits(answer object) { delete(answer, "own") }

// loosensLimits announces other limits without saying from when on.
func loosensLimits(answer object) {
	answer["own"].(object)["next"] = maps.Clone(answer["own"].(object))
}

func raisesLimit(answer object) { answer["own"].(object)["stake"] = 30000 }

func inventsLimit(answer object) {
	answer["own"] = object{"stake": 0, "day": 100, "week": 0, "session": 0, "pause": 0, "counted": 0, "lostDay": 0, "lostWeek": 0,
		"began": 0, "bet": 0}
}

// How it alters a round.

func receives(i int, text string) func(answer object) {
	return func(answer object) { stepOf(answer, i)["received"] = text }
}

// cardsOf alters the cards and what they pay of a hand that is over.
func cardsOf(f func(cards []string, deal []string) []string) func(answer object) {
	return func(answer object) {
		cards, pays, _ := strings.Cut(stepOf(answer, 1)["received"].(string), " pays ")
		stepOf(answer, 1)["received"] = strings.Join(f(strings.Split(cards, " "), strings.Split(stepOf(answer, 0)["received"].(string),
			" ")), " ") + " pays " + pays
	}
}

// loses makes a loser of a roll.
func loses(answer object) {
	roll := 9999
	if stepOf(answer, 0)["received"] == "9999 pays 0" {
		roll--
	}
	answer["balance"] = answer["balance"].(float64) - roundOf(answer)["paid"].(float64)
	roundOf(answer)["paid"], stepOf(answer, 0)["received"] = 0, fmt.Sprintf("%d pays 0", roll)
}

// keepsStake goes on with that lie: it tells the balance that follows.
func keepsStake(_ string, answer object) {
	if _, ok := answer["balance"]; ok {
		answer["balance"] = 99_500
	}
}

// declines has a bet declined, and gives its stake back.
func declines(reason string) func(answer object) {
	return func(answer object) {
		round := roundOf(answer)
		steps := round["steps"].([]any)
		steps[len(steps)-1].(object)["received"] = ""
		round["declined"], round["open"], round["paid"] = reason, false, round["stake"]
		answer["balance"] = 100_000
	}
}

// How it alters anything.

// deep returns a list in a list in a list.
func deep(n int) any {
	var list any
	for range n {
		list = []any{list}
	}
	return list
}

// unsigned is in the place of a signature that the casino doesn't make.
const unsigned = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=="

// unsigns takes a signature of an answer away.
func unsigns(answer object) {
	if _, ok := answer["receipt"]; ok {
		answer["receipt"] = unsigned
		return
	}
	receipts := answer["receipts"].(object)
	for _, name := range []string{"shown", "paid", "out", "bet"} {
		if _, ok := receipts[name]; ok {
			receipts[name] = unsigned
			return
		}
	}
}

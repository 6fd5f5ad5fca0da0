package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/examples/internal/lines"
	"github.com/squaredeal/squaredeal/seedrng/sites"
)

// A vector is a published round: a bet, or a walk along a chain.
type vector struct {
	Site       string                     `json:"site"`
	Game       string                     `json:"game"`
	Scheme     string                     `json:"scheme"`
	Inputs     map[string]json.RawMessage `json:"inputs"`
	Expected   json.RawMessage            `json:"expected"`
	Source     string                     `json:"source"`
	Reproduced *bool                      `json:"reproduced"` // false if it is known not to come out
}

// What comes of a vector.
const (
	agrees     = "agrees"
	differs    = "differs"
	known      = "known to differ"
	surprising = "agrees, though known not to"
	unreadable = "unreadable"
)

// An outcome is what came of a vector.
type outcome struct {
	Number  int    `json:"number"` // in the file, from 1
	Site    string `json:"site"`
	Game    string `json:"game"`
	Verdict string `json:"verdict"`
	Reason  string `json:"reason,omitempty"` // unless it agrees
}

// maxVectors bounds a file of vectors, in bytes.
const maxVectors = 64 << 20

// compare replays the vectors of a file.
func compare(name string, stdin io.Reader, out *bufio.Writer, progress *cli.Progress, asJSON bool) error {
	in, name, err := lines.Open(name, stdin)
	if err != nil {
		return err
	}
	defer in.Close()
	limited := &io.LimitedReader{R: in, N: maxVectors + 1}
	dec := json.NewDecoder(limited)
	fault := func(what string, err error) error {
		if limited.N == 0 {
			err = fmt.Errorf("the file is longer than %s", cli.Count(maxVectors, "byte"))
		}
		return cli.Misuse(fmt.Errorf("%s: %s: %w", name, what, err))
	}
	if t, err := dec.Token(); err != nil || t != json.Delim('[') {
		return cli.Misuse(fmt.Errorf("%s: not a JSON array", name))
	}
	var all []outcome
	for dec.More() {
		var v vector
		what := fmt.Sprintf("round %d", len(all)+1)
		if err := dec.Decode(&v); err != nil {
			return fault(what, err)
		}
		progress.Show(limited.N, 0, what)
		o := outcome{Number: len(all) + 1, Site: v.Site, Game: v.Game}
		o.Verdict, o.Reason = v.check(progress)
		all = append(all, o)
	}
	progress.Hide()
	if _, err := dec.Token(); err != nil {
		return fault("its end", err)
	}
	if len(all) == 0 {
		return cli.Misuse(fmt.Errorf("%s: no round", name))
	}
	return printOutcomes(out, all, asJSON)
}

// printOutcomes prints those that don't agree, and counts.
func printOutcomes(out *bufio.Writer, all []outcome, asJSON bool) error {
	counts := make(map[string]int)
	for _, o := range all {
		counts[o.Verdict]++
	}
	var err error
	if bad := counts[differs] + counts[unreadable]; bad > 0 {
		err = cli.CheckFailed(fmt.Errorf("%d of %s don't agree", bad, cli.Count(len(all), "round")))
	}
	if asJSON {
		return cli.PrintResult(out, struct {
			cli.Outcome
			Counts map[string]int `json:"counts"`
			Rounds []outcome      `json:"rounds"`
		}{cli.OutcomeOf(err), counts, all}, err)
	}
	type score struct{ agree, of int }
	scores := make(map[string]*score)
	var order []string
	for _, o := range all {
		if scores[o.Site] == nil {
			scores[o.Site] = new(score)
			order = append(order, o.Site)
		}
		scores[o.Site].of++
		if o.Verdict == agrees {
			scores[o.Site].agree++
		}
	}
	for _, site := range order {
		fmt.Fprintf(out, "%4d of %4d agree  %s\n", scores[site].agree, scores[site].of, printable(site))
	}
	fmt.Fprintln(out)
	for _, o := range all {
		if o.Verdict != agrees {
			fmt.Fprint(out, cli.Wrap("", "  ", fmt.Sprintf("Round %d, %s, %s: %s. %s", o.Number, printable(o.Site), printable(o.Game), o.Verdict, o.Reason)))
		}
	}
	text := fmt.Sprintf("%s: %s agree", cli.Count(len(all), "round"), cli.Thousands(counts[agrees]))
	for _, verdict := range []string{surprising, known, differs, unreadable} {
		if n := counts[verdict]; n > 0 {
			text += fmt.Sprintf("; %s: %s", verdict, cli.Thousands(n))
		}
	}
	fold(out, 0, "", text+".")
	return err
}

// check replays a vector, and says why if it doesn't agree.
func (v *vector) check(progress *cli.Progress) (verdict, reason string) {
	published := v.Reproduced == nil || *v.Reproduced
	reason, err := v.replay(progress)
	switch {
	case err != nil:
		return unreadable, err.Error()
	case reason == "" && published:
		return agrees, ""
	case reason == "":
		return surprising, ""
	case published:
		return differs, reason
	}
	return known, reason
}

// replay returns an empty text if the vector agrees, and else what differs.
func (v *vector) replay(progress *cli.Progress) (string, error) {
	inputs := make(map[string]string)
	for name, raw := range v.Inputs {
		text, err := plain(raw)
		if err != nil {
			return "", fmt.Errorf("%s: %w", printable(name), err)
		}
		if to, ok := renamed[name]; ok {
			name = to
		}
		inputs[name] = text
	}
	if alg, ok := strings.CutPrefix(v.Scheme, "chain."); ok {
		return v.follow(alg, inputs, progress)
	}
	expected, err := v.values()
	if err != nil {
		return "", err
	}
	s := v.lookup()
	g, err := sites.Find(s.to, s.of)
	if err != nil {
		return "", fmt.Errorf("the scheme %s isn't known", printable(v.Scheme))
	}
	bet := sites.Bet(inputs)
	delete(bet, "game")     // the number of a game along its chain
	delete(bet, "edge_mod") // a constant of the scheme
	between, expected := expected[:min(s.between, len(expected))], expected[min(s.between, len(expected)):]
	bet["result"] = strings.Join(expected, " ")
	if n := g.Map.Count.Field; n != "" && bet[n] == "" { // it is how many were published
		bet[n] = strconv.Itoa(len(expected))
		if g.Form.Joined {
			bet[n] = strconv.Itoa(len(bet["result"]))
		}
	}
	report, err := sites.Replay(s.to, s.of, bet)
	if err != nil {
		return "", err
	}
	for _, value := range between {
		found := strings.HasPrefix(bet["hash"], value)
		for _, step := range report.Steps {
			found = found || strings.HasPrefix(step.Value, value)
		}
		if !found {
			return fmt.Sprintf("No step gives %s.", printable(value)), nil
		}
	}
	switch {
	case report.Claim == sites.Absent:
		return fmt.Sprintf("The replay gives %v; no result was published.", report.Result), nil
	case report.Claim == sites.Differs:
		return fmt.Sprintf("The replay gives %v, published was %s.", report.Result, printable(bet["result"])), nil
	case report.Commitment == sites.Differs:
		return "The commitment isn't to this seed.", nil
	}
	return "", nil
}

// follow walks along a chain, which is to have the expected number of steps.
func (v *vector) follow(alg string, inputs map[string]string, progress *cli.Progress) (string, error) {
	length, err := strconv.ParseUint(inputs["limit"], 10, 64)
	if err != nil || length == 0 {
		return "", errors.New("limit isn't a number of steps")
	}
	hash, text := strings.CutSuffix(alg, "hex")
	w, err := follow(sites.Chain{Alg: sites.Alg(strings.TrimSuffix(hash, "raw")), Text: text, End: inputs["end"], Length: length}, inputs["hash"], progress)
	switch {
	case err != nil:
		return "", err
	case !w.Ended():
		return fmt.Sprintf("After %s the hash hasn't come to the end.", cli.Count(int64(w.Steps()), "step")), nil
	case strconv.FormatUint(w.Steps(), 10) != string(v.Expected):
		return fmt.Sprintf("The hash comes to the end after %s.", cli.Count(int64(w.Steps()), "step")), nil
	}
	return "", nil
}

// A game is the one that a vector is of.
type played struct {
	scheme, site, game string // the beginnings of the vector's
	to, of             string // the site and its game
	between            int    // so many expected values are intermediate ones
}

// games are those that the name of the scheme doesn't give as site.game.
var games = []played{
	{"stake.dice", "Primedice", "", "primedice", "dice", 0},
	{"hex5.primedice", "", "", "primedice-old", "dice", 0},
	{"hex5.sha512cat", "WinDice", "", "windice", "dice", 0},
	{"hex5.sha512cat", "DuckDice", "", "duckdice", "dice", 0},
	{"hmac60.mod", "Skin.club", "case roll", "skinclub", "case", 0},
	{"hmac60.mod", "Skin.club", "case battle", "skinclub", "battle", 0},
	{"hmac60.mod", "csgo-skins.com", "", "csgoskins", "case", 0},
	{"bustabit.v2", "", "", "bustabit", "crash-v2", 0}, // and v2chain
	{"bustabit.v3", "", "", "bustabit", "crash", 1},    // its hash
	{"bcgame.coinflip1", "", "", "bcgame", "coinflip", 0},
	{"bcgame.slide", "GGbit", "", "ggbit", "case", 0},
	{"freebitcoin", "", "", "freebitcoin", "multiply", 0},
	{"bustadice", "", "", "bustadice", "dice", 0},
	{"satoshidice.web", "", "", "satoshidice", "web", 1}, // the sum of the rolls
}

// lookup returns the game that a vector is of.
func (v *vector) lookup() played {
	for _, g := range games {
		if strings.HasPrefix(v.Scheme, g.scheme) && strings.HasPrefix(v.Site, g.site) && strings.HasPrefix(v.Game, g.game) {
			return g
		}
	}
	site, game, _ := strings.Cut(v.Scheme, ".")
	if site == "hex5" {
		site, game = game, "dice"
	}
	return played{to: site, of: game}
}

// renamed are the inputs that have another name among the fields of a bet.
var renamed = map[string]string{
	"seed":            "salt",
	"drand_signature": "drand",
	"server_roll":     "server",
	"client_roll":     "client",
	"count":           "mines",
}

// values returns what was expected, value by value.
func (v *vector) values() ([]string, error) {
	var list []json.RawMessage
	if json.Unmarshal(v.Expected, &list) != nil {
		list = []json.RawMessage{v.Expected}
	}
	var all []string
	for i, raw := range list {
		var inner []json.RawMessage
		if json.Unmarshal(raw, &inner) != nil || inner == nil {
			inner = []json.RawMessage{raw}
		} else if i > 0 {
			all = append(all, "|")
		}
		for _, raw := range inner {
			text, err := plain(raw)
			if err != nil {
				return nil, fmt.Errorf("expected: %w", err)
			}
			all = append(all, text)
		}
	}
	return all, nil
}

// plain returns a JSON string, number or null as text.
func plain(raw json.RawMessage) (string, error) {
	var text string
	if json.Unmarshal(raw, &text) == nil { // null too
		return text, nil
	}
	var number json.Number
	if err := json.Unmarshal(raw, &number); err != nil {
		return "", errors.New("is neither a string nor a number")
	}
	return number.String(), nil
}

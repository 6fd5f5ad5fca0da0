package sites

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// A played round is one of rounds.json with what its replay gives.
type played struct {
	publicRound
	plan   *scheme
	run    *run // after the replay
	result Result
}

func (p *played) form() *form { return p.run.form() }

func playedRounds(t *testing.T) (all []*played) {
	for _, r := range readPublic(t).Rounds {
		p := &played{publicRound: r}
		var err error
		if p.plan, err = find(r.Site, r.Game); err != nil {
			t.Fatal(err)
		}
		delete(r.Bet, "result")
		p.run = newRun(p.plan)
		if err := p.run.load(r.Bet, false); err != nil {
			t.Fatal(err)
		}
		var report Report
		if err := p.run.replay(&report); err != nil {
			t.Fatal(err)
		}
		p.result = Result{slices.Clone(report.Result.Values), report.Result.Group, p.form()}
		all = append(all, p)
	}
	return all
}

// claiming is a report of the round with a result, by Replay and a Replayer, which are the same.
func (p *played) claiming(t *testing.T, text string) (*Report, error) {
	t.Helper()
	p.Bet["result"] = text
	report, err := Replay(p.Site, p.Game, p.Bet)
	r := &Replayer{newRun(p.plan)}
	var fields []string
	for _, f := range p.plan.game.Fields {
		fields = append(fields, p.Bet[f.Name])
	}
	quick, quickErr := r.Replay(fields)
	if fmt.Sprint(err) != fmt.Sprint(quickErr) || err == nil && (report.Claim != quick.Claim || report.Off != quick.Off ||
		report.Doubt != quick.Doubt || fmt.Sprint(report.Err()) != fmt.Sprint(quick.Err())) {
		t.Errorf("%s %q: %+v, %v; by a Replayer %+v, %v", p.ID, text, report, err, quick, quickErr)
	}
	return report, err
}

// write writes values as the round's result is written, each in a way of its own.
func (p *played) write(values []int64, value func(v int64) string) string {
	var all []string
	for _, v := range values {
		all = append(all, value(v))
	}
	return strings.Join(all, " ")
}

func (p *played) value(v int64) string { return string(p.form().append(nil, v)) }

// A showing is a way to show a round's result that isn't a lie.
type showing struct {
	how, text string
	want      []Verdict
	unproven  bool // it may differ, but nobody is accused
}

// Nobody is accused for showing a round's own result as some verifier shows it: counted from
// another number, with fewer digits or cards, with all digits, in another order, or in other
// words.
func TestShowings(t *testing.T) {
	counts := make(map[string]int)
	for _, p := range playedRounds(t) {
		for _, s := range slices.Concat(p.shifts(), p.cuts(), p.lengthened(), p.reordered(), p.respelled()) {
			counts[s.how]++
			report, err := p.claiming(t, s.text)
			if err != nil {
				t.Errorf("%s, %s, %q: %v", p.ID, s.how, s.text, err)
				continue
			}
			if s.unproven {
				if report.Claim == Differs && (!errors.Is(report.Err(), ErrUnproven) || report.Doubt == "") {
					t.Errorf("%s, %s, %q: %v", p.ID, s.how, s.text, report.Err())
				}
			} else if report.Err() != nil || !slices.Contains(s.want, report.Claim) {
				t.Errorf("%s (%v), %s, %q: %s, %v", p.ID, p.result, s.how, s.text, report.Claim, report.Err())
			}
			if counted := report.Claim == AgreesCounted; counted != (report.Counts != "") ||
				counted != (report.Claim != Differs && report.Off != 0) {
				t.Errorf("%s, %s: %+v", p.ID, s.how, report)
			}
		}
	}
	for how, least := range map[string]int{
		"counted from one more": 35, "counted from one less": 7, "fewer digits, cut": 150, "fewer digits, rounded": 150,
		"first cards": 35, "all digits": 40, "more digits, cut": 200,
		"more digits, rounded": 200, "zeros": 80, "pays with more digits": 50, "sets reversed": 25, "cards in another order": 10,
		"JSON": 200, "quoted": 200, "with x": 80,
		"cards with 10": 18, "cards with signs": 18, "cards with the suit before": 18, "cards with emoji": 18, "cards in lower case": 18,
		"numbers of names": 18, "names in upper case": 20,
		"places in the table": 50,
	} {
		if counts[how] < least {
			t.Errorf("%s: %d showings, not %d", how, counts[how], least)
		}
	}
	t.Log(counts)
}

func (p *played) shifts() (all []showing) {
	if p.form().Places == "" {
		return nil
	}
	for off, how := range map[int64]string{1: "counted from one more", -1: "counted from one less"} {
		if from := p.plan.mapping.possible(p.run).low + off; from == 0 || from == 1 {
			values := slices.Clone(p.result.Values)
			if possible := p.plan.mapping.possible(p.run); possible.set {
				for list := range slices.Chunk(values, possible.size(len(values))) {
					slices.Reverse(list)
				}
			}
			all = append(all, showing{how, p.write(values, func(v int64) string { return fmt.Sprint(v + off) }), []Verdict{AgreesCounted}, false})
		}
	}
	return all
}

func (p *played) cuts() (all []showing) {
	f := p.form()
	for digits := range f.Decimals {
		unit := f.unit() / int64(math.Pow10(digits))
		for how, half := range map[string]int64{"fewer digits, cut": 0, "fewer digits, rounded": unit / 2} {
			values := slices.Clone(p.result.Values)
			if possible := p.plan.mapping.possible(p.run); possible.set {
				for list := range slices.Chunk(values, possible.size(len(values))) {
					slices.Reverse(list)
				}
			}
			all = append(all, showing{how, p.write(values, func(v int64) string {
				return strconv.FormatFloat(float64((v+half)/unit)*float64(unit)/float64(f.unit()), 'f', digits, 64)
			}), []Verdict{Agrees, AgreesAsShown}, p.plan.mapping.possible(p.run).pays != nil})
		}
	}
	for n := f.Fewest; n > 0 && n <= len(p.result.Values); n++ {
		all = append(all, showing{"first cards", p.write(p.result.Values[:n], p.value), []Verdict{Agrees}, false})
	}
	return all
}

func (p *played) lengthened() (all []showing) {
	f, values := p.form(), p.result.Values
	if f.Decimals == 0 {
		return nil
	}
	all = append(all, showing{"zeros", p.write(values, func(v int64) string { return p.value(v) + "000" }), []Verdict{Agrees}, false})
	if p.plan.mapping.possible(p.run).pays != nil {
		return append(all, showing{"pays with more digits", p.write(values, func(v int64) string { return p.value(v) + "3" }),
			[]Verdict{AgreesAsShown}, false})
	}
	if len(p.run.uncut) < len(values) {
		return all
	}
	digits := func(how string, prec int, cut bool) {
		var texts []string
		for _, q := range p.run.uncut {
			text := strconv.FormatFloat(max(q/float64(f.unit()), 1), 'f', prec, 64)
			if cut {
				whole := strconv.FormatFloat(max(q/float64(f.unit()), 1), 'f', prec+6, 64)
				text = whole[:len(whole)-6]
			}
			texts = append(texts, text)
		}
		all = append(all, showing{how, strings.Join(texts, " "), []Verdict{Agrees}, how == "more digits, rounded"})
	}
	digits("all digits", -1, false)
	for prec := f.Decimals + 1; prec < 9; prec++ {
		digits("more digits, rounded", prec, false)
		digits("more digits, cut", prec, true)
	}
	return all
}

func (p *played) reordered() (all []showing) {
	values := slices.Clone(p.result.Values)
	possible := p.plan.mapping.possible(p.run)
	if possible.set {
		for list := range slices.Chunk(values, possible.size(len(values))) {
			slices.Reverse(list)
		}
		all = append(all, showing{"sets reversed", p.write(values, p.value), []Verdict{Agrees}, false})
	}
	if p.form().Hands {
		slices.Reverse(values)
		all = append(all, showing{"cards in another order", p.write(values, p.value), nil, true})
	}
	return all
}

func (p *played) respelled() (all []showing) {
	f, values := p.form(), p.result.Values
	text, agrees := p.write(values, p.value), []Verdict{Agrees}
	add := func(how, text string) { all = append(all, showing{how, text, agrees, false}) }
	add("JSON", "["+strings.ReplaceAll(text, " ", ", ")+"]")
	add("quoted", `["`+strings.ReplaceAll(text, " ", `","`)+`"]`)
	if f.Decimals > 0 {
		add("with x", strings.ReplaceAll(text, " ", "x ")+"x")
	}
	if p.plan.mapping.possible(p.run).pays != nil && f.Names == nil {
		for first := range int64(2) {
			text := ""
			for _, place := range p.run.places {
				text += fmt.Sprint(place+first, " ")
			}
			all = append(all, showing{"places in the table", text, nil, true})
		}
	}
	if f.Names == nil {
		return all
	}
	if !f.Joined {
		add("numbers of names", p.write(values, func(v int64) string { return fmt.Sprint(v) }))
	}
	add("names in upper case", strings.ToUpper(text))
	if cardOf(f.Names[0]) == "" {
		return all
	}
	card := func(write func(rank, suit string) string) string {
		return p.write(values, func(v int64) string {
			c := strings.ToUpper(cardOf(f.Names[v]))
			return write(strings.Replace(c[:1], "T", "10", 1), c[1:])
		})
	}
	signs := strings.NewReplacer("S", "♠", "H", "♥", "D", "♦", "C", "♣")
	add("cards with 10", card(func(rank, suit string) string { return rank + suit }))
	add("cards with signs", card(func(rank, suit string) string { return rank + signs.Replace(suit) }))
	add("cards with the suit before", card(func(rank, suit string) string { return suit + rank }))
	add("cards with emoji", card(func(rank, suit string) string { return signs.Replace(suit) + "\ufe0f" + rank }))
	add("cards in lower case", card(func(rank, suit string) string { return strings.ToLower(rank + suit) }))
	return all
}

// A lie contradicts the site wherever its scheme is evidenced, and the scheme elsewhere.
func TestLies(t *testing.T) {
	counts := make(map[string]int)
	for _, p := range playedRounds(t) {
		for how, text := range p.lies() {
			report, err := p.claiming(t, text)
			if err != nil {
				t.Errorf("%s, %s, %q: %v", p.ID, how, text, err)
				continue
			}
			counts[how]++
			if report.Claim != Differs || !p.found(report, &report.plan.game.Evidenced) {
				t.Errorf("%s (%v), %s, %q: %s, %v", p.ID, p.result, how, text, report.Claim, report.Err())
			}
			if how == "one unit higher" && report.Off != 1 || how != "one unit higher" && how != "counted from nowhere" &&
				len(p.result.Values) > 1 && report.Off != 0 {
				t.Errorf("%s, %s: off %d", p.ID, how, report.Off)
			}
		}
		p.otherSeed(t, counts)
		p.otherCommitment(t, counts)
	}
	for how, least := range map[string]int{"one value": 220, "one unit higher": 80, "another seed": 1500, "another commitment": 190,
		"proven": 900} {
		if counts[how] < least {
			t.Errorf("%s: %d lies, not %d", how, counts[how], least)
		}
	}
	t.Log(counts)
}

// found reports whether an error is a mismatch if the scheme is evidenced, and unproven if not.
func (p *played) found(report *Report, evidenced *bool) bool {
	err := report.Err()
	if *evidenced && report.Doubt == "" {
		return errors.Is(err, ErrMismatch)
	}
	return errors.Is(err, ErrUnproven) && !errors.Is(err, ErrMismatch)
}

// lies are other results.
func (p *played) lies() map[string]string {
	f, values := p.form(), p.result.Values
	possible := p.plan.mapping.possible(p.run)
	one := slices.Clone(values)
	i := len(values) / 2
	switch {
	case possible.pays != nil:
		_, table := possible.pays.row(p.run, i)
		at := slices.IndexFunc(table, func(v int64) bool {
			return v != one[i] && v != (p.run.places[i])*f.unit() && v != (p.run.places[i]+1)*f.unit()
		})
		one[i] = table[at]
	case f.Names != nil:
		for slices.Contains(values, one[i]) {
			one[i] = (one[i] + 1) % int64(len(f.Names))
			if len(f.Names) < 8 {
				break
			}
		}
	default:
		list := values[i : i+1]
		if size := possible.size(len(values)); possible.distinct {
			list = values[i/size*size:][:size]
		}
		for far := true; slices.Contains(list, one[i]) || far && (one[i] == values[i]+1 || one[i] == values[i]-1); {
			if one[i]++; one[i] > possible.high { // all but one are there
				one[i], far = possible.low, false
			}
		}
	}
	all := map[string]string{"one value": p.write(one, p.value)}
	if low := possible.low; f.Places != "" && slices.Min(values)+2*low > 0 { // nobody counts from −1, or from 2
		if len(values) > 1 || low == 1 {
			all["counted from nowhere"] = p.write(values, func(v int64) string { return fmt.Sprint(v - 1 + 2*low) })
		}
	}
	if f.Places == "" && f.Names == nil && possible.pays == nil && !slices.Contains(values, infinite) {
		all["one unit higher"] = p.write(values, func(v int64) string { return p.value(v + 1) })
	}
	if len(p.run.uncut) == len(values) && p.run.uncut[0] > 200 {
		all["all digits of another"] = p.write(values, func(v int64) string { return p.value(v) + "0001" })
	}
	if f.Decimals > 0 && possible.pays != nil {
		all["a pay that isn't in the table"] = p.write(values, func(v int64) string { return p.value(v + 98765_43) })
	}
	return all
}

// with is the round with another text of a field.
func (p *played) with(name, text string) *played {
	other := *p
	other.Bet = maps.Clone(p.Bet)
	other.Bet[name] = text
	return &other
}

// otherSeed has the round's result under other seeds, which give another.
func (p *played) otherSeed(t *testing.T, counts map[string]int) {
	name := "server"
	if p.Bet["hash"] != "" {
		name = "hash"
	}
	seed := p.Bet[name]
	for i := range min(10, len(seed)) {
		other := p.with(name, seed[:i]+"1"+seed[i+1:])
		if p.Game == "web" {
			other.Bet[name] = fmt.Sprint(31 * i)
		}
		delete(other.Bet, "commitment")
		report, err := other.claiming(t, p.result.String())
		if err != nil {
			t.Errorf("%s: %v", p.ID, err)
			continue
		}
		if report.Claim != Differs {
			if report.Claim == Agrees && report.Result.String() == p.result.String() || report.Claim == AgreesCounted {
				continue // by chance
			}
			t.Errorf("%s, another seed: %s, %v and %v", p.ID, report.Claim, report.Result, p.result)
		}
		counts["another seed"]++
		if report.Doubt != "" {
			counts["doubt"]++
		}
		if !p.found(report, &report.plan.game.Evidenced) {
			t.Errorf("%s, another seed: %v", p.ID, report.Err())
		}
		if errors.Is(report.Err(), ErrMismatch) {
			counts["proven"]++
		}
	}
}

// otherCommitment has the round with a commitment to no known seed.
func (p *played) otherCommitment(t *testing.T, counts map[string]int) {
	if p.plan.commitment < 0 {
		return
	}
	other := p.with("commitment", strings.Repeat("ab", int(p.plan.game.Fields[p.plan.commitment].Min)))
	if _, ok := p.plan.names["salt"]; ok && other.Bet["salt"] == "" {
		other.Bet["salt"] = "s"
	}
	report, err := other.claiming(t, p.result.String())
	fixed := p.plan.game.commitmentFixed()
	if err != nil || report.Claim != Agrees || report.Commitment != Differs || !p.found(report, &fixed) {
		t.Errorf("%s, another commitment: %+v, %v", p.ID, report, err)
	}
	counts["another commitment"]++
}

// Of bets of Stake, a wrong commitment is an accusation: pairs of seeds and hashes are public.
func TestStakeCommitment(t *testing.T) {
	bet := Bet{"server": "s", "client": "c", "nonce": "1", "commitment": strings.Repeat("ab", 32)}
	for _, result := range []string{"", "1.00"} {
		bet["result"] = result
		report, err := Replay("stake", "limbo", bet) // whose formula isn't evidenced
		if err != nil || !errors.Is(report.Err(), ErrMismatch) {
			t.Errorf("%v, %v", report, err)
		}
	}
}

package sites

import (
	"errors"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/squaredeal/squaredeal/internal/wrap"
)

// A Bet is the fields of a bet by their names, as text, as the site shows them:
//
//	Bet{"server": "…", "client": "…", "nonce": "5", "commitment": "…", "result": "28.07"}
//
// Every game takes the optional field result, what the site says came out; most take
// commitment, what it showed before the bet. [Game.Fields] lists the others. Empty text is the
// same as no field.
type Bet map[string]string

// A Verdict is the outcome of a check.
type Verdict string

// The verdicts.
const (
	Absent Verdict = "absent" // there was nothing to check
	Agrees Verdict = "agrees" // what was given agrees
	// it agrees at the digits that were shown, which are fewer than the game's: a result with all of them may differ
	AgreesAsShown Verdict = "agrees as shown"
	// it agrees if places, such as tiles, are counted from one more, or one less, than the scheme does: Report.Counts has it in words
	AgreesCounted Verdict = "agrees counted otherwise"
	Differs       Verdict = "differs" // it differs
)

func verdict(ok bool) Verdict {
	if ok {
		return Agrees
	}
	return Differs
}

// A Report is a bet replayed. If the site's result follows by another era of the game
// only, it is that era's.
type Report struct {
	Site       string   `json:"site"`
	Game       string   `json:"game"`
	Result     Result   `json:"result"`
	Commitment Verdict  `json:"commitment"`       // whether the field commitment is to the seed
	Claim      Verdict  `json:"claim"`            // whether the field result is Result
	Off        int      `json:"off,omitempty"`    // 1 or −1 if the field result is one unit higher or lower in all values
	Counts     string   `json:"counts,omitempty"` // from where places are counted, if the claim AgreesCounted
	Doubt      string   `json:"doubt,omitempty"`  // how the result or the fields could be meant, if they agree only that way
	Fits       []string `json:"fits,omitempty"`   // of a game with several eras: those by which the field result follows
	Steps      []Step   `json:"steps,omitempty"`

	plan   *scheme
	fields bool // the doubt is about the fields, and so about the commitment, too
}

// A Step is one line of a report.
type Step struct {
	Part  string `json:"part"`            // "commitment", "derived", "bytes", "number", "rejected" or "result"
	Text  string `json:"text"`            // what was computed, for people
	Value string `json:"value,omitempty"` // hex, or a number, or the result
}

// Err returns an [ErrMismatch] if the commitment or the result differs, by a scheme that is
// evidenced to be the site's. If it may not be, that is an [ErrUnproven], which names the
// source of the scheme.
func (r *Report) Err() error {
	if r.plan == nil {
		return nil
	}
	g := r.plan.game
	wrongClaim, wrongCommitment := r.Claim == Differs, r.Commitment == Differs
	switch {
	case wrongCommitment && g.commitmentFixed() && !r.fields:
		return wrap.Errorf(ErrMismatch, "the commitment isn't to this seed")
	case wrongClaim && g.Evidenced && r.Doubt == "":
		return wrap.Errorf(ErrMismatch, "the seeds give another result%s", r.offText())
	case !wrongClaim && !wrongCommitment:
		return nil
	}
	if r.fields {
		return wrap.Errorf(ErrUnproven, "the bet doesn't agree, but %s", r.Doubt)
	}
	if wrongClaim && r.Doubt != "" {
		return wrap.Errorf(ErrUnproven, "the result differs, but %s", r.Doubt)
	}
	what := "result"
	if wrongCommitment {
		what = "commitment"
	}
	return wrap.Errorf(ErrUnproven, "the %s doesn't agree with the formula as published at %s, which may not be the site's", what, g.Published)
}

// Replay recomputes a bet, step by step. The error is a [FieldError] for fields that
// can't be, or an [ErrExhausted]. A commitment or a result that differs is no error
// here: [Report.Err] returns it.
func Replay(site, game string, bet Bet) (*Report, error) {
	s, err := find(site, game)
	if err != nil {
		return nil, err
	}
	r := newRun(s)
	r.tracing = true
	if err := r.load(bet, false); err != nil {
		return nil, err
	}
	out, err := r.replayEras()
	if err != nil {
		return nil, err
	}
	return &out, nil
}

// A Replayer replays many bets of a game, without steps, and most games' without an
// allocation. It isn't for concurrent use.
type Replayer struct{ run *run }

// NewReplayer returns a replayer of a game.
func NewReplayer(site, game string) (*Replayer, error) {
	s, err := find(site, game)
	if err != nil {
		return nil, err
	}
	return &Replayer{newRun(s)}, nil
}

// Replay recomputes a bet from its fields in the order of [Game.Fields], empty for those
// that are left out. The report has no steps, and is valid until the next call. Errors are
// those of the function [Replay].
func (r *Replayer) Replay(fields []string) (Report, error) {
	if err := r.load(fields, false); err != nil {
		return Report{}, err
	}
	return r.run.replayEras()
}

// load takes the fields of a bet.
func (r *Replayer) load(fields []string, shape bool) error {
	if r == nil || r.run == nil {
		return wrap.Errorf(ErrMalformed, "zero Replayer")
	}
	if n := len(r.run.plan.game.Fields); len(fields) != n {
		return wrap.Errorf(ErrMalformed, "%d fields, not %d", len(fields), n)
	}
	r.run.reset()
	for i, text := range fields {
		if err := r.run.set(i, text, shape); err != nil {
			return err
		}
	}
	return nil
}

// replayEras replays the bet whose fields are set. If the site's result doesn't follow, it
// tries the other eras of the game.
func (r *run) replayEras() (Report, error) {
	best, err := r.replayAll()
	if err == nil && best.Commitment != Agrees && (best.Claim == Differs && best.Doubt == "" || best.Commitment == Differs) {
		if doubt := r.misplaced(); doubt != "" {
			best.Doubt, best.fields = doubt, true
		}
	}
	return best, err
}

func (r *run) replayAll() (best Report, err error) {
	err = r.replay(&best)
	if err != nil {
		best = Report{}
	}
	impossible := err != nil && isResult(err) // by this era; another may show other digits
	if len(r.plan.eras) == 0 || err != nil && !impossible || best.Claim == Absent && err == nil {
		return best, err
	}
	if best.Claim == Agrees && !r.tracing { // a Replayer needs no others
		return best, nil
	}
	var fits []string
	if best.Claim == Agrees {
		fits = append(fits, best.Game)
	}
	for _, era := range r.otherEras() {
		out, eraErr := era.again(r)
		if eraErr != nil {
			continue
		}
		if out.Claim == Agrees {
			fits = append(fits, out.Game)
		}
		if out.Claim == AgreesAsShown && best.Claim == Differs { // few digits fit some era too often
			best.Doubt = "with so few digits it fits " + out.Game
			continue
		}
		if best.plan == nil || out.Claim.rank() > best.Claim.rank() { // it is a result of this era, if not of the first
			best, err = out, nil
		}
	}
	best.Fits = fits
	return best, err
}

// misplaced says how the fields of a bet that doesn't agree could be meant, if the commitment or,
// without one, the result follows that way.
func (r *run) misplaced() string {
	if r.retold(exchanged) {
		return "with the server seed and the client seed exchanged it does"
	}
	if r.retold(trimmed) {
		return "without the white space around the seeds it does"
	}
	if r.retold(lowered) {
		return "with the seeds' hex digits in lower case it does"
	}
	return ""
}

// retold reports whether a bet agrees with its fields changed, which does change them.
func (r *run) retold(change func(s *scheme, raw []string)) bool {
	r.spare = append(r.spare[:0], r.raw...)
	if change(r.plan, r.spare); slices.Equal(r.spare, r.raw) {
		return false
	}
	if r.other == nil {
		r.other = newRun(r.plan)
	}
	if c := r.plan.commitment; c >= 0 && r.spare[c] != "" { // which says more than the result
		r.spare[r.plan.claim] = ""
	}
	r.other.reset()
	for i := range r.plan.game.Fields {
		if r.other.set(i, r.spare[i], false) != nil {
			return false
		}
	}
	var out Report
	return r.other.replay(&out) == nil && (out.Commitment == Agrees || out.Commitment == Absent && out.Claim == Agrees)
}

// exchanged exchanges the seeds, unless the client's is shorter, as it mostly is.
func exchanged(s *scheme, raw []string) {
	server, ok := s.names["server"]
	client, two := s.names["client"]
	if ok && two && len(raw[client]) >= len(raw[server]) {
		raw[server], raw[client] = raw[client], raw[server]
	}
}

func trimmed(s *scheme, raw []string) {
	for i, f := range s.game.Fields {
		if f.Kind == kindText {
			raw[i] = strings.TrimSpace(raw[i])
		}
	}
}

func lowered(s *scheme, raw []string) {
	for i, f := range s.game.Fields {
		if f.Kind == kindText && len(raw[i]) >= 32 && !strings.ContainsFunc(raw[i],
			func(c rune) bool { return !strings.ContainsRune("0123456789ABCDEFabcdef", c) }) {
			raw[i] = strings.ToLower(raw[i])
		}
	}
}

// rank orders what comes of comparing results by the eras of a game.
func (v Verdict) rank() int {
	return slices.Index([]Verdict{Differs, AgreesCounted, AgreesAsShown, Agrees}, v)
}

// otherEras are runs of the game's other eras.
func (r *run) otherEras() []*run {
	if r.eras == nil {
		for _, plan := range r.plan.eras {
			r.eras = append(r.eras, newRun(plan))
		}
	}
	return r.eras
}

// again replays the bet of another era's run.
func (r *run) again(from *run) (Report, error) {
	r.reset()
	r.tracing, r.steps = from.tracing, nil
	for i := range r.plan.game.Fields {
		if err := r.set(i, from.raw[i], false); err != nil {
			return Report{}, err
		}
	}
	var out Report
	err := r.replay(&out)
	return out, err
}

// isResult reports whether an error is that the site's result can't be.
func isResult(err error) bool {
	var field *FieldError
	return errors.As(err, &field) && field.Field == "result"
}

// ParseResult reads a result of a bet as sites write it: commas, brackets, bars and
// quotes separate values like spaces, and a number may end with x or %. Of the fields, as
// [Replayer.Replay] takes them, it needs those whose Shapes is set. A result that the game
// can't have is a [FieldError] of "result".
func (r *Replayer) ParseResult(fields []string, text string) (Result, error) {
	if err := r.load(fields, true); err != nil {
		return Result{}, err
	}
	return r.run.parseResult(text)
}

// A scheme is a Game made ready: templates parsed, fields by index.
type scheme struct {
	site       *Site
	game       *Game
	names      map[string]int // of the fields, then the derived values
	commitment int            // index of the fields commitment and result; −1 if there is none
	claim      int
	commit     digestPlan
	derive     []digestPlan
	bytes      digestPlan
	numbers    numberKind
	mapping    mapKind
	start      uint64 // of cursors
	fresh      bool
	spelled    map[string]int64 // values by their names in lower case
	eras       []*scheme        // other eras of the game, which have the same fields
}

func (s *scheme) index(name string) int {
	i, ok := s.names[name]
	if !ok {
		panic("sites: no field " + name)
	}
	return i
}

func compile(site *Site, g *Game) *scheme {
	s := &scheme{site: site, game: g, names: make(map[string]int), commitment: -1, claim: -1}
	for i, f := range g.Fields {
		s.names[f.Name] = i
	}
	for i, d := range g.def.Derive {
		s.names[d.Name] = len(g.Fields) + i
		s.derive = append(s.derive, planDigest(d.Digest, s.index))
	}
	s.bytes = planDigest(g.def.Bytes, s.index)
	if g.def.Commitment != nil {
		s.commit = planDigest(*g.def.Commitment, s.index)
		s.commitment = s.index("commitment")
	}
	s.claim = s.index("result")
	s.numbers, s.mapping = g.def.Numbers.numberKind, g.def.Map.mapKind
	s.start, s.fresh = s.numbers.cursors()
	s.spelled = g.def.Form.spellings()
	return s
}

// A run replays bets of one scheme.
type run struct {
	plan    *scheme
	raw     []string // the fields' texts, as they were given
	values  []string // the same with defaults, then the derived ones
	numbers []uint64 // the fields' numbers

	digest         []byte
	message, outer []byte // buffers
	key            []byte
	pos            int    // in the digest
	cursor         uint64 // of the next digest

	list   []int64 // a buffer
	out    []int64
	uncut  []float64 // of multipliers: the quotients that the values of out were cut from, in their units
	group  int
	shown  claim   // the site's result
	places []int64 // where the values of out stand in the table of pays

	eras []*run

	other *run     // of the same scheme, for other fields
	spare []string // a buffer for these

	none *big.Rat // for odds: the probability of a digest that gives no number

	tracing bool
	stage   string // what digests are for
	steps   []Step
}

func newRun(s *scheme) *run {
	r := &run{plan: s}
	r.reset()
	return r
}

func (r *run) reset() {
	n := len(r.plan.names)
	if r.values == nil {
		r.raw, r.values, r.numbers = make([]string, n), make([]string, n), make([]uint64, n)
	}
	r.cursor, r.pos, r.out, r.uncut = r.plan.start, 0, r.out[:0], r.uncut[:0]
	r.places = r.places[:0]
}

func (r *run) step(part, text, value string) { r.steps = append(r.steps, Step{part, text, value}) }

func (r *run) form(v int64) string { return string(r.plan.game.def.Form.append(nil, v)) }

// load takes the fields of a bet. With shape, only those that choose the game's form are
// needed: numbers and choices.
func (r *run) load(bet Bet, shape bool) error {
	for _, name := range slices.Sorted(maps.Keys(bet)) {
		if i, ok := r.plan.names[name]; !ok || i >= len(r.plan.game.Fields) {
			return &FieldError{name, "isn't a field of this game, which has " + strings.Join(r.plan.game.fieldNames(), ", ")}
		}
	}
	for i, f := range r.plan.game.Fields {
		if err := r.set(i, bet[f.Name], shape); err != nil {
			return err
		}
	}
	return nil
}

// set takes a field.
func (r *run) set(i int, text string, shape bool) error {
	f := &r.plan.game.Fields[i]
	r.raw[i] = text
	if text == "" {
		text = f.Default
	}
	r.values[i] = text
	if text == "" {
		if f.Optional || shape && !f.Shapes {
			return nil
		}
		return &FieldError{f.Name, "is missing"}
	}
	switch f.Kind {
	case kindText:
		return f.checkText(text)
	case kindHex:
		return f.checkHex(text)
	case kindChoice:
		if !slices.Contains(f.Choices, text) {
			return &FieldError{f.Name, fmt.Sprintf("isn't one of %q", f.Choices)}
		}
	case kindNumber:
		n, err := strconv.ParseUint(text, 10, 64)
		switch {
		case err != nil || text[0] == '+' || len(text) > 1 && text[0] == '0':
			return &FieldError{f.Name, "isn't a decimal number"}
		case n < f.Min || n > f.Max:
			return &FieldError{f.Name, fmt.Sprintf("isn't in %d to %d", f.Min, f.Max)}
		}
		r.numbers[i] = n
	case kindResult: // parsed when the result is known
		if len(text) > maxResult {
			return badResult(fmt.Sprintf("has %d bytes, the limit is %d", len(text), maxResult))
		}
	}
	return nil
}

func (g *Game) fieldNames() []string {
	var all []string
	for _, f := range g.Fields {
		all = append(all, f.Name)
	}
	return all
}

func (f *Field) checkText(text string) error {
	switch {
	case uint64(len(text)) < f.Min || uint64(len(text)) > f.Max:
		return &FieldError{f.Name, fmt.Sprintf("has %d bytes, not %d to %d", len(text), f.Min, f.Max)}
	case !utf8.ValidString(text):
		return &FieldError{f.Name, "isn't UTF-8"}
	}
	return nil
}

func (f *Field) checkHex(text string) error {
	for i := range len(text) {
		if c := text[i]; (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return &FieldError{f.Name, "isn't lowercase hex"}
		}
	}
	switch n := uint64(len(text)); {
	case n%2 == 1:
		return &FieldError{f.Name, "has an odd number of hex digits"}
	case n/2 < f.Min || n/2 > f.Max:
		if f.Min == f.Max {
			return &FieldError{f.Name, fmt.Sprintf("has %d hex digits, not %d", n, 2*f.Min)}
		}
		return &FieldError{f.Name, fmt.Sprintf("has %d hex digits, not %d to %d", n, 2*f.Min, 2*f.Max)}
	}
	return nil
}

// replay computes the bet whose fields are set.
func (r *run) replay(out *Report) error {
	*out = Report{Site: r.plan.site.Name, Game: r.plan.game.Name, Commitment: Absent, Claim: Absent, plan: r.plan}
	if err := r.deriveValues(); err != nil {
		return err
	}
	var err error
	if out.Commitment, err = r.checkCommitment(); err != nil {
		return err
	}
	r.stage = "bytes"
	if err := r.plan.mapping.evaluate(r); err != nil {
		return err
	}
	out.Result = Result{r.out, r.group, &r.plan.game.def.Form}
	if r.tracing {
		r.step("result", r.plan.game.Title, out.Result.String())
	}
	if err := r.checkClaim(out); err != nil {
		return err
	}
	out.Steps = r.steps
	return nil
}

// checkCommitment compares the field commitment with the digest of the others.
func (r *run) checkCommitment() (Verdict, error) {
	c := r.plan.commitment
	if c < 0 || r.values[c] == "" {
		return Absent, nil
	}
	for _, parts := range [2][]part{r.plan.commit.key, r.plan.commit.message} {
		for _, p := range parts {
			if p.mode == textPart && r.values[p.field] == "" {
				return Absent, &FieldError{r.plan.game.Fields[p.field].Name, "is missing"}
			}
		}
	}
	r.stage = "commitment"
	r.sum(&r.plan.commit, 0)
	r.outer = appendUnhex(r.outer[:0], r.values[c])
	v := verdict(slices.Equal(r.outer, r.digest))
	if r.tracing {
		r.step("commitment", "the site's: it "+string(v), r.values[c])
	}
	r.digest = r.digest[:0]
	return v, nil
}

// checkClaim compares the result that the site showed with the report's.
func (r *run) checkClaim(out *Report) error {
	text := r.values[r.plan.claim]
	if text == "" {
		return nil
	}
	r.key = out.Result.append(r.key[:0])
	if string(r.key) == text {
		out.Claim = Agrees
	} else {
		p := r.plan.mapping.possible(r)
		err := r.read(text, &p)
		if err == nil {
			out.Claim, out.Off, err = r.judge(&p)
		}
		if err == nil && out.Claim == Differs {
			out.Doubt = r.doubt(&p)
		}
		if err != nil {
			return err
		}
	}
	if out.Claim == AgreesCounted {
		out.Counts = r.plan.game.counted(r.plan.mapping.possible(r).low, out.Off)
	}
	if r.tracing {
		r.step("result", "the site's: it "+string(out.Claim), text)
	}
	return nil
}

func (r *run) deriveValues() error {
	r.stage = "derived"
	for i := range r.plan.derive {
		d := &r.plan.game.def.Derive[i]
		at := r.plan.index(d.Name)
		times := uint64(1)
		if d.From != "" {
			r.values[at] = r.values[r.plan.index(d.From)]
			times = r.numbers[r.plan.index(d.Times)]
		}
		tracing := r.tracing
		for t := range times {
			r.tracing = tracing && (t < 3 || t+3 >= times) // a chain's middle isn't shown
			r.values[at] = r.digestHex(&r.plan.derive[i])
		}
		r.tracing = tracing
	}
	r.digest = r.digest[:0]
	return nil
}

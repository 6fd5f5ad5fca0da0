package spec

import (
	"fmt"
	"slices"
	"strings"
)

// otpdeal/SPEC.md.

// otpID is the id of the deals here.
const otpID = "deal 1"

// A link is a message without its payload: kind, from, to.
type link struct{ kind, from, to int }

const (
	allKeys = 1 + iota
	allCards
	sendCards
	request
	sendKeys
)

// KM is the Key Master, seat 1. The Host is seat 0, the Card Dealer 2, the Dummy 3.
var (
	keysToKM      = link{allKeys, 0, 1}
	cardsToDealer = link{allCards, 0, 2}
	cardsToHost   = link{sendCards, 2, 0}
	cardsToKM     = link{sendCards, 2, 1}
	cardsToDummy  = link{sendCards, 2, 3}
	hostAsks      = link{request, 0, 1}
	dealerAsks    = link{request, 2, 1}
	dummyAsks     = link{request, 3, 1}
	keysToHost    = link{sendKeys, 1, 0}
	keysToDealer  = link{sendKeys, 1, 2}
	keysToDummy   = link{sendKeys, 1, 3}
)

// The links are in the order of section 3.3.
var links = []link{
	keysToKM, cardsToDealer, cardsToHost, cardsToKM, cardsToDummy,
	hostAsks, dealerAsks, dummyAsks, keysToHost, keysToDealer, keysToDummy,
}

func (k link) text(payload string) string {
	return fmt.Sprintf("%d %d %d %x", k.kind, k.from, k.to, payload)
}

func (k link) size() int { return []int{0, 52, 52, 26, 13, 13}[k.kind] }

// numbers are the key numbers of a message.
func (k link) numbers(payload string) string {
	switch {
	case k.kind == sendCards && len(payload) > 13:
		return payload[13:]
	case k.kind == request:
		return payload
	}
	return ""
}

// class is the refusal of a payload by section 3.3.
func (k link) class(payload string) string {
	numbers := k.numbers(payload)
	switch {
	case k.kind < allKeys || k.kind > sendKeys:
		return "malformed"
	case !slices.Contains(links, k):
		return "sender"
	case len(payload) != k.size():
		return "malformed"
	}
	for i, n := range []byte(numbers) {
		if n > 51 || strings.IndexByte(numbers, n) < i {
			return "malformed"
		}
	}
	return "ok"
}

// needs is the table of section 4.3.
func needs(seat int, k link) []link {
	switch {
	case k.kind == allCards && seat == 0:
		return []link{{allKeys, 0, 1}}
	case k.kind == sendCards && (seat == 2 || seat == 0):
		return []link{{allCards, 0, 2}}
	case k.kind == request && seat == 2:
		return []link{{allCards, 0, 2}}
	case k.kind == request && seat == k.from:
		return []link{{sendCards, 2, seat}}
	case k.kind == sendKeys && seat == 1:
		return []link{{allKeys, 0, 1}, {request, k.to, 1}}
	case k.kind == sendKeys:
		return []link{{request, k.to, 1}}
	}
	return nil
}

// linksOf are those of a seat.
func linksOf(seat int) []link {
	return slices.DeleteFunc(slices.Clone(links), func(k link) bool { return k.from != seat && k.to != seat })
}

// A transcript holds payloads.
type transcript map[link]string

// of returns what a seat has of it.
func (l transcript) of(seat int) transcript {
	own := transcript{}
	for _, k := range linksOf(seat) {
		if l[k] != "" {
			own[k] = l[k]
		}
	}
	return own
}

func (l transcript) record(seat int) string { return l.recordOf(otpID, seat) }

func (l transcript) recordOf(deal string, seat int) string {
	b := lp("squaredeal/otpdeal/v1/record") + lp(deal) + octet(seat)
	for _, k := range linksOf(seat) {
		b += lp(l[k])
	}
	return b
}

func (l transcript) texts(ks []link) []string {
	list := []string{} // not null
	for _, k := range ks {
		if l[k] != "" {
			list = append(list, k.text(l[k]))
		}
	}
	return list
}

func (l transcript) has(ks []link) bool {
	return !slices.ContainsFunc(ks, func(k link) bool { return l[k] == "" })
}

func entry(deal string, i int, encrypted, key byte) string {
	return lp("squaredeal/otpdeal/v1/entry") + lp(deal) + string([]byte{byte(i), encrypted, key})
}

func fullDeck() (list string) {
	for suit := range 4 {
		for rank := range 13 {
			list += octet(suit*64 + rank + 1)
		}
	}
	return list
}

func messageValue(deal string, k link, payload string) string {
	return lp("squaredeal/otpdeal/v1/message") + lp(deal) + octet(k.kind) + octet(k.from) + octet(k.to) + lp(payload)
}

// A game is what is random in a deal, and what follows.
type game struct {
	cards, pads, order, encrypted string
	log                           transcript
}

// seededGame is that of SplitMix64, section 10.2.
func seededGame(seed int) game {
	s := &splitMix{uint64(seed)}
	shuffle := func(list []byte) string {
		for i := 51; i > 0; i-- {
			j := s.next() % uint64(i+1)
			list[i], list[j] = list[j], list[i]
		}
		return string(list)
	}
	cards := shuffle([]byte(fullDeck()))
	var pads string
	for range 52 {
		pads += octet(int(s.next() % 256))
	}
	return play(cards, pads, shuffle([]byte(counting(0, 52))))
}

func play(cards, pads, order string) game {
	g := game{cards: cards, pads: pads, order: order, encrypted: xored(cards, pads), log: transcript{}}
	g.log[link{allKeys, 0, 1}] = pads
	g.log[link{allCards, 0, 2}] = g.encrypted
	for seat := range 4 {
		numbers := g.numbers(seat)
		if seat != 2 {
			g.log[link{sendCards, 2, seat}] = picked(g.encrypted, numbers) + numbers
		}
		if seat != 1 {
			g.log[link{request, seat, 1}] = numbers
			g.log[link{sendKeys, 1, seat}] = picked(pads, numbers)
		}
	}
	return g
}

func (g game) numbers(seat int) string { return g.order[13*seat : 13*seat+13] }
func (g game) hand(seat int) string    { return picked(g.cards, g.numbers(seat)) }

func (g game) hands() (list []string) {
	for seat := range 4 {
		list = append(list, hexOf(g.hand(seat)))
	}
	return list
}

// outputs are those of a deal.
func (g game) outputs() fields {
	var records, entries []string
	for seat := range 4 {
		records = append(records, g.log.record(seat))
	}
	for i := range 52 {
		entries = append(entries, entry(otpID, i, g.encrypted[i], g.pads[i]))
	}
	return fields{"messages": g.log.texts(links), "hands": g.hands(), "records": hexes(records...), "entries": hexes(entries...)}
}

func xored(a, b string) string {
	out := []byte(a)
	for i := range out {
		out[i] ^= b[i]
	}
	return string(out)
}

func picked(from, numbers string) (list string) {
	for _, n := range []byte(numbers) {
		list += from[n : n+1]
	}
	return list
}

func shared(a, b string) bool { return b != "" && strings.ContainsAny(a, b) }

func isHand(hand string) bool {
	for i := range len(hand) {
		if strings.IndexByte(fullDeck(), hand[i]) < 0 || strings.IndexByte(hand, hand[i]) < i {
			return false
		}
	}
	return true
}

// blamed is a class and seats, as "disputed 0 1".
func blamed(class string, seats ...int) string {
	slices.Sort(seats)
	return class + " " + line(slices.Compact(seats))
}

// A role is section 4, for one seat.
type role struct {
	seat    int
	game    game // what the Host or the Card Dealer drew
	have    transcript
	over    string // the refusal that ended its deal
	refused string // its message
}

func newRole(seat int, g game) *role { return &role{seat: seat, game: g, have: transcript{}} }

func (r *role) end(k link, payload, class string, seats ...int) string {
	refusal := blamed(class, seats...)
	if !r.have.has(linksOf(r.seat)) {
		r.over, r.refused = refusal, k.text(payload)
	}
	return refusal
}

// hand returns what the seat has decrypted, "" if it can't yet.
func (r *role) hand() string {
	dealt, keys := r.have[link{sendCards, 2, r.seat}], r.have[link{sendKeys, 1, r.seat}]
	switch all := r.have[link{allCards, 0, 2}]; {
	case r.seat == 1 && dealt != "" && r.have[keysToKM] != "":
		keys = picked(r.have[keysToKM], dealt[13:])
	case r.seat == 2 && all != "":
		dealt = picked(all, r.game.numbers(2))
	}
	if dealt == "" || keys == "" {
		return ""
	}
	return xored(dealt[:13], keys)
}

// hears is section 4 from a message that may be any.
func (r *role) hears(k link, payload string) string {
	switch class := k.class(payload); {
	case !isSeat(k.from) || !isSeat(k.to):
		return "malformed"
	case class != "ok":
		return blamed(class, k.from)
	case k.to != r.seat:
		return "malformed"
	}
	return r.receive(k, payload)
}

func (r *role) receive(k link, payload string) string {
	if r.over != "" {
		return r.over
	}
	if before := r.have[k]; before == payload {
		return r.answers(k)
	} else if before != "" || !r.have.has(needs(r.seat, k)) {
		return r.end(k, payload, "state", k.from)
	}
	if r.seat == 0 && k.kind == sendCards && payload[:13] != picked(r.game.encrypted, payload[13:]) {
		return r.end(k, payload, "mismatch", 2)
	}
	if r.seat == 0 && k.kind == sendKeys && payload != picked(r.game.pads, r.have[link{sendCards, 2, 0}][13:]) {
		return r.end(k, payload, "mismatch", 1)
	}
	if r.seat == 1 {
		for _, other := range links {
			if other.to == 1 && shared(other.numbers(r.have[other]), k.numbers(payload)) {
				return r.end(k, payload, "taken", 2, k.from, other.from)
			}
		}
	}
	r.have[k] = payload
	if !isHand(r.hand()) {
		delete(r.have, k)
		return r.end(k, payload, "cards", [][]int{{0}, {0, 2}, {0, 1}, {0, 1, 2}}[r.seat]...)
	}
	for _, sent := range links {
		could := sent.from == r.seat && r.seat != 0 || sent.kind == request && sent.from == r.seat
		if !could || !r.have.has(needs(r.seat, sent)) || r.have[sent] != "" {
			continue
		}
		switch {
		case sent.kind == sendCards:
			numbers := r.game.numbers(sent.to)
			r.have[sent] = picked(r.have[link{allCards, 0, 2}], numbers) + numbers
		case sent.kind == request && r.seat == 2:
			r.have[sent] = r.game.numbers(2)
		case sent.kind == request:
			r.have[sent] = r.have[link{sendCards, 2, r.seat}][13:]
		default:
			r.have[sent] = picked(r.have[keysToKM], r.have[link{request, sent.to, 1}])
		}
	}
	return r.answers(k)
}

// start is the Host's.
func (r *role) start() string {
	if r.over != "" {
		return r.over
	}
	r.have[keysToKM], r.have[links[1]] = r.game.pads, r.game.encrypted
	return strings.Join(r.have.texts(links[:2]), "; ")
}

// answers are the messages sent that need k.
func (r *role) answers(k link) string {
	sent := slices.DeleteFunc(linksOf(r.seat), func(sent link) bool {
		return sent.from != r.seat || !slices.Contains(needs(r.seat, sent), k)
	})
	return strings.Join(r.have.texts(sent), "; ")
}

// state is section 5.4, without the checksum.
func (r *role) state() string {
	b := lp("squaredeal/otpdeal/v1/state") + octet(r.seat) + lp(otpID)
	b += lp([]string{r.game.encrypted + r.game.pads, "", r.game.order, ""}[r.seat])
	if r.seat == 0 && r.have[keysToKM] != "" {
		b += "\x01"
	} else {
		b += "\x00"
	}
	for _, k := range links {
		if k.to == r.seat {
			b += lp(r.have[k])
		}
	}
	for i, k := range links {
		if payload, ok := strings.CutPrefix(r.refused, k.text("")); ok {
			return b + octet(i) + lp(fromHex(payload))
		}
	}
	return b + "\xff" + lp("")
}

// An evidence is what an audit is made of. A nil log is a record that isn't given or can't be
// read.
type evidence struct {
	encrypted, keys string // what the entries open to; none if they aren't given
	badEntries      bool
	logs            [4]transcript
	badRecord       [4]bool

	findings, missing []string
}

// audit is section 7, with a method for each of its subjects.
func (a *evidence) audit() {
	a.entries()
	for seat := range a.logs {
		a.record(seat)
	}
	a.host()
	a.dealer()
	a.keyMaster()
	for _, k := range links {
		a.ends(k)
	}
	slices.Sort(a.findings)
	slices.Sort(a.missing)
}

func (a *evidence) find(class string, seats ...int) {
	a.findings = append(a.findings, blamed(class, seats...))
}

func (a *evidence) miss(seat int) { a.missing = append(a.missing, blamed("missing", seat)) }

// readable reports whether the entries open to something.
func (a *evidence) readable() bool { return len(a.encrypted) == 52 && !a.badEntries }

func (a *evidence) entries() {
	switch {
	case a.encrypted == "":
		a.miss(0)
	case !a.readable():
		a.find("malformed", 0)
	case !isHand(xored(a.encrypted, a.keys)):
		a.find("cards", 0)
	}
}

func (a *evidence) record(seat int) {
	l := a.logs[seat]
	if a.badRecord[seat] {
		a.find("malformed", seat)
		return
	}
	if l == nil {
		a.miss(seat)
		return
	}
	for k := range l {
		if !l.has(needs(seat, k)) {
			a.find("state", seat)
		}
	}
	dealt, asked := l[link{sendCards, 2, seat}], l[link{request, seat, 1}]
	if seat%3 == 0 && dealt != "" && asked != "" && sorted(dealt[13:]) != sorted(asked) {
		a.find("mismatch", seat)
	}
}

func sorted(x string) string {
	b := []byte(x)
	slices.Sort(b)
	return string(b)
}

func (a *evidence) host() {
	if !a.readable() {
		return
	}
	for i, opened := range []string{a.keys, a.encrypted} {
		if sent := a.logs[0][links[i]]; sent != "" && sent != opened {
			a.find("mismatch", 0)
		}
	}
}

func (a *evidence) dealer() {
	l := a.logs[2]
	a.claims(2, []link{{sendCards, 2, 0}, {sendCards, 2, 1}, {request, 2, 1}, {sendCards, 2, 3}})
	for k := range l {
		if all := l[link{allCards, 0, 2}]; k.kind == sendCards && all != "" && l[k][:13] != picked(all, l[k][13:]) {
			a.find("mismatch", 2)
		}
	}
}

func (a *evidence) keyMaster() {
	l := a.logs[1]
	a.claims(1, slices.DeleteFunc(slices.Clone(links), func(k link) bool { return k.to != 1 }))
	for k := range l {
		all, asked := l[links[0]], l[link{request, k.to, 1}]
		if k.kind == sendKeys && all != "" && asked != "" && l[k] != picked(all, asked) {
			a.find("mismatch", 1)
		}
	}
}

// claims finds each two of a seat's messages that share a number.
func (a *evidence) claims(seat int, ks []link) {
	l := a.logs[seat]
	for i, k := range ks {
		for _, before := range ks[:i] {
			if shared(before.numbers(l[before]), k.numbers(l[k])) {
				a.find("taken", seat)
			}
		}
	}
}

// ends compares the two ends of a message.
func (a *evidence) ends(k link) {
	from, to := a.logs[k.from], a.logs[k.to]
	switch {
	case from == nil:
	case to[k] != "" && from[k] != to[k]:
		a.find("disputed", min(k.from, k.to), max(k.from, k.to))
	case from[k] == "" && from.has(needs(k.from, k)):
		a.miss(k.from)
	case from[k] != "" && to != nil && to[k] == "":
		a.miss(k.to)
	}
}

// suspects are the seats that all findings name.
func (a *evidence) suspects() string {
	var list []int
	for seat := range 4 {
		other := func(finding string) bool { return !slices.Contains(strings.Fields(finding)[1:], decimal(seat)) }
		if len(a.findings) > 0 && !slices.ContainsFunc(a.findings, other) {
			list = append(list, seat)
		}
	}
	return line(list)
}

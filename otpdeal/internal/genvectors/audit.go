package main

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
)

func shared(a, b []byte) bool {
	return slices.ContainsFunc(a, func(n byte) bool { return slices.Contains(b, n) })
}

func sameSet(a, b []byte) bool {
	a, b = bytes.Clone(a), bytes.Clone(b)
	slices.Sort(a)
	slices.Sort(b)
	return bytes.Equal(a, b)
}

// An evidence is what an audit is made of. A nil log is a record that isn't given or
// can't be read.
type evidence struct {
	encrypted, keys []byte // what the entries open to; none if they aren't given
	badEntries      bool
	logs            [4]transcript
	badRecord       [4]bool
}

// audit is SPEC.md, section 7, with a method for each of its subjects.
func (e evidence) audit() (findings, missing []string) {
	a := auditing{evidence: e}
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
	return a.findings, a.missing
}

// An auditing is an audit in progress.
type auditing struct {
	evidence
	findings, missing []string
}

func (a *auditing) find(class string, seats ...int) {
	a.findings = append(a.findings, blamed(class, seats...))
}

func (a *auditing) miss(seat int) { a.missing = append(a.missing, blamed("missing", seat)) }

// blamed is a class and seats, as "disputed 0 1".
func blamed(class string, seats ...int) string {
	return class + " " + strings.Trim(fmt.Sprint(seats), "[]")
}

// readable reports whether the entries open to something.
func (e evidence) readable() bool { return len(e.encrypted) == 52 && !e.badEntries }

func (a *auditing) entries() {
	switch {
	case len(a.encrypted) == 0:
		a.miss(0)
		return
	case !a.readable():
		a.find("malformed", 0)
		return
	}
	seen := map[byte]bool{}
	for i := range 52 {
		seen[a.encrypted[i]^a.keys[i]] = true
	}
	if slices.ContainsFunc(deck(), func(c byte) bool { return !seen[c] }) {
		a.find("cards", 0)
	}
}

func (a *auditing) record(seat int) {
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
	if seat == 0 || seat == 3 {
		dealt, asked := l[link{sendCards, 2, seat}], l[link{request, seat, 1}]
		if dealt != nil && asked != nil && !sameSet(dealt[13:], asked) {
			a.find("mismatch", seat)
		}
	}
}

func (l transcript) has(ks []link) bool {
	return !slices.ContainsFunc(ks, func(k link) bool { return l[k] == nil })
}

func (a *auditing) host() {
	l := a.logs[0]
	if l == nil || !a.readable() {
		return
	}
	if sent := l[link{allKeys, 0, 1}]; sent != nil && !bytes.Equal(sent, a.keys) {
		a.find("mismatch", 0)
	}
	if sent := l[link{allCards, 0, 2}]; sent != nil && !bytes.Equal(sent, a.encrypted) {
		a.find("mismatch", 0)
	}
}

func (a *auditing) dealer() {
	l := a.logs[2]
	if l == nil {
		return
	}
	a.claims(2, []link{{sendCards, 2, 0}, {sendCards, 2, 1}, {request, 2, 1}, {sendCards, 2, 3}})
	for k := range l {
		if all := l[link{allCards, 0, 2}]; k.kind == sendCards && all != nil && !bytes.Equal(l[k][:13], picked(all, l[k][13:])) {
			a.find("mismatch", 2)
		}
	}
}

func (a *auditing) keyMaster() {
	l := a.logs[1]
	if l == nil {
		return
	}
	a.claims(1, slices.DeleteFunc(slices.Clone(links), func(k link) bool { return k.to != 1 }))
	for k := range l {
		all, asked := l[link{allKeys, 0, 1}], l[link{request, k.to, 1}]
		if k.kind == sendKeys && all != nil && asked != nil && !bytes.Equal(l[k], picked(all, asked)) {
			a.find("mismatch", 1)
		}
	}
}

// claims finds each two of a seat's messages that share a number.
func (a *auditing) claims(seat int, ks []link) {
	l := a.logs[seat]
	for i, k := range ks {
		for _, before := range ks[:i] {
			if l[k] != nil && l[before] != nil && shared(before.numbers(l[before]), k.numbers(l[k])) {
				a.find("taken", seat)
			}
		}
	}
}

// ends compares the two ends of a message.
func (a *auditing) ends(k link) {
	from, to := a.logs[k.from], a.logs[k.to]
	if from == nil {
		return
	}
	switch {
	case to != nil && to[k] != nil && !bytes.Equal(from[k], to[k]):
		a.find("disputed", min(k.from, k.to), max(k.from, k.to))
	case from[k] == nil && from.has(needs(k.from, k)):
		a.miss(k.from)
	case from[k] != nil && to != nil && to[k] == nil:
		a.miss(k.to)
	}
}

func suspects(findings []string) string {
	var list []string
	for seat := range 4 {
		in := len(findings) > 0
		for _, f := range findings {
			in = in && slices.Contains(strings.Fields(f)[1:], fmt.Sprint(seat))
		}
		if in {
			list = append(list, fmt.Sprint(seat))
		}
	}
	return strings.Join(list, " ")
}

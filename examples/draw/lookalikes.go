package main

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/squaredeal/squaredeal/shuffle/draw"
)

// alike are letters of other scripts that look like Latin ones: the commonest.
var alike = strings.NewReplacer(
	"а", "a", "е", "e", "о", "o", "р", "p", "с", "c", "у", "y", "х", "x", "і", "i", "ј", "j", "ѕ", "s", "ԁ", "d", "һ", "h", "к", "k", "м", "m", "т", "t", "в", "b", "н", "h",
	"α", "a", "ο", "o", "ρ", "p", "ν", "v", "ι", "i", "κ", "k", "ı", "i", "ё", "e",
	"0", "o", "1", "l",
)

// seen is what a person sees of an entry, more or less: entries of the same are taken for
// one.
func seen(entry string) string {
	visible := strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case unicode.In(r, unicode.Cf, unicode.Cc, unicode.Mn):
			return -1
		}
		return unicode.ToLower(r)
	}, entry)
	return alike.Replace(strings.Join(strings.Fields(visible), " "))
}

// odd says what of an entry people don't see.
func odd(entry string) string {
	scripts := 0
	for _, script := range []*unicode.RangeTable{unicode.Latin, unicode.Cyrillic, unicode.Greek} {
		if strings.ContainsFunc(entry, func(r rune) bool { return unicode.Is(script, r) }) {
			scripts++
		}
	}
	switch {
	case strings.ContainsFunc(entry, func(r rune) bool { return unicode.In(r, unicode.Cf, unicode.Cc) || r == unicode.ReplacementChar }):
		return "has an invisible character"
	case strings.TrimFunc(entry, unicode.IsSpace) != entry:
		return "begins or ends with a space"
	case strings.ContainsFunc(entry, func(r rune) bool { return r != ' ' && unicode.IsSpace(r) }):
		return "has a space that isn't one"
	case scripts > 1:
		return "mixes scripts"
	}
	return ""
}

// warnings names the entries that people could take for others, up to a number of them.
func warnings(list *draw.List, most int) (all []string) {
	first := make(map[string]string)
	for i := range list.Len() {
		entry := string(list.At(i).Data)
		if what := odd(entry); what != "" {
			all = append(all, fmt.Sprintf("%+q %s", entry, what))
		}
		looks := seen(entry)
		if other, ok := first[looks]; ok && other != entry {
			all = append(all, fmt.Sprintf("%+q looks like %+q", entry, other))
		} else {
			first[looks] = entry
		}
		if len(all) >= most {
			break
		}
	}
	return all
}

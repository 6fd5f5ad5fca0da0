package sites

import (
	"strconv"
	"strings"
)

const cardRanks = "a23456789tjqk"

var cardSigns = strings.NewReplacer(
	"\ufe0e", "", "\ufe0f", "", "♠", "s", "♤", "s", "♥", "h", "♡", "h", "♦", "d", "♢", "d", "♣", "c", "♧", "c", "10", "t",
)

// cardOf returns a card, as people paste it, as its rank and its suit, "th"; or nothing. It
// takes 10 and T, letters of suits and their signs, before the rank or after it, in either
// case; and CLUB:1 to DIAMOND:13.
func cardOf(text string) string {
	if suit, rank, ok := strings.Cut(text, ":"); ok && suit != "" {
		if n, err := strconv.ParseUint(rank, 10, 64); err == nil && n >= 1 && n <= uint64(len(cardRanks)) {
			text = cardRanks[n-1:n] + suit[:1]
		}
	}
	text = cardSigns.Replace(strings.ToLower(text))
	if len(text) != 2 {
		return ""
	}
	if strings.Contains("cdhs", text[:1]) {
		text = text[1:] + text[:1]
	}
	if !strings.Contains(cardRanks, text[:1]) || !strings.Contains("cdhs", text[1:]) {
		return ""
	}
	return text
}

// spellings are the values by what sites and people call them, in lower case.
func (f *form) spellings() map[string]int64 {
	all := make(map[string]int64)
	for v, name := range f.Names {
		if card := cardOf(name); card != "" {
			all[card] = int64(v)
		}
		all[strings.ToLower(name)] = int64(v)
	}
	for name, v := range f.Also {
		all[strings.ToLower(name)] = v
	}
	return all
}

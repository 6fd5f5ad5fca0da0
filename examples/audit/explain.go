package main

import "github.com/squaredeal/squaredeal/seedrng/sites"

// explain says in plain words how a game's bets become results.
func explain(g *sites.Game) string {
	switch {
	case g.Numbers.Kind == sites.FieldsMod:
		return numberTexts[g.Numbers.Kind] + mapTexts[g.Map.Kind]
	case g.Numbers.Kind == sites.Byte100:
		return hashed + numberTexts[g.Numbers.Kind]
	case g.Map.Kind == sites.Inverse:
		return hashed + mapTexts[g.Map.Kind]
	}
	return hashed + numberTexts[g.Numbers.Kind] + mapTexts[g.Map.Kind]
}

const hashed = "the bet's fields are hashed. "

var numberTexts = map[sites.NumberKind]string{
	sites.Words:     "Every four bytes of the hash are a word w, which is scaled down to a number below N: ⌊N·w/2^32⌋. ",
	sites.WordsCeil: "Every four bytes of the hash are a word w, which is scaled down to a number below N: ⌈N·w/2^32⌉ − 1. ",
	sites.WordsMod:  "Every four bytes of the hash are a word w, and its remainder mod N is the number. ",
	sites.Reject:    "Every four bytes of the hash are a word w, and its remainder mod N is the number. Words above the last multiple of N are rejected, as they would favour low numbers. ",
	sites.Hex5:      "The first five hex digits of the hash that make a number below 1,000,000 count: their remainder mod N is the number. ",
	sites.Hex15:     "The first 15 hex digits of the hash are a number, whose remainder mod N counts. ",
	sites.Window53:  "The first 15 hex digits of the hash say where in it the 53 bits begin that are scaled down to a number below N. ",
	sites.Rounded32: "The first four bytes of the hash are a word, which is scaled down to 0 … N − 1 and rounded. ",
	sites.Top52:     "The first 13 hex digits of the hash, h, are a fraction of 2^52. ",
	sites.Byte100:   "Each byte of the hash is taken mod 100. If that is a card which hasn't been drawn, it is the next card. ",
	sites.FieldsMod: "the rolls of the site and of the player are added mod 65,536. ",
}

var mapTexts = map[sites.MapKind]string{
	sites.Draw:      "Each number says which of the values that are left is drawn.",
	sites.Least:     "Each number says which of the places that are left is drawn, and the lowest of all decides.",
	sites.Shuffle:   "The numbers say which places of a list are swapped, one swap after another; the result is the beginning of the shuffled list.",
	sites.Inverse:   "Every four bytes of the hash are a word, whose first bits are a number x. A constant is divided by x, or by what is given below: half as many bets reach twice the multiplier.",
	sites.Inverse52: "A constant is divided by 1 less that fraction: half as many bets reach twice the multiplier.",
	sites.Bustabit1: "A constant is divided by 1 less that fraction: half as many bets reach twice the multiplier.",
	sites.Percent:   "The sum is the result, as a share of 65,535.",
}

package main

import "github.com/squaredeal/squaredeal/seedrng/sites"

// explain says in plain words how a game's bets become results.
func explain(g *sites.Game) string {
	switch g.Numbers.Kind {
	case sites.FieldsMod:
		return numberTexts[g.Numbers.Kind] + mapTexts[g.Map.Kind]
	case sites.Byte100:
		return hashed + numberTexts[g.Numbers.Kind]
	}
	return hashed + numberTexts[g.Numbers.Kind] + mapTexts[g.Map.Kind]
}

const hashed = "the bet's fields are hashed. "

var numberTexts = map[sites.NumberKind]string{
	sites.Words:     "Four bytes of the hash at a time are a word w, which is scaled down to a number below N: ⌊N·w/2^32⌋. ",
	sites.WordsCeil: "Four bytes of the hash at a time are a word w, which is scaled down to a number below N: ⌈N·w/2^32⌉ − 1. ",
	sites.WordsMod:  "Four bytes of the hash at a time are a word w, and its remainder mod N is the number. ",
	sites.Reject:    "Four bytes of the hash at a time are a word w, and its remainder mod N is the number. Words above the last multiple of N are rejected, as they would favour low numbers. ",
	sites.Hex5:      "The first five hex digits of the hash that make a number below 1,000,000 count: their remainder mod N is the number. ",
	sites.Hex15:     "The first 15 hex digits of the hash are a number, whose remainder mod N counts. ",
	sites.Window53:  "The first 15 hex digits of the hash say where in it the 53 bits begin that are scaled down to a number below N. ",
	sites.Rounded32: "The first four bytes of the hash are a word, which is scaled down to 0 … N − 1 and rounded. ",
	sites.Top52:     "The first 13 hex digits of the hash, 52 bits, are the number. ",
	sites.Byte100:   "Each byte of the hash is taken mod 100. If that is a card which hasn't been drawn, it is the next card. ",
	sites.FieldsMod: "the rolls of the site and of the player are added mod 65,536. ",
}

var mapTexts = map[sites.MapKind]string{
	sites.Draw:      "Each number says which of the values that are left is drawn.",
	sites.Least:     "Each number says which of the places that are left is drawn, and the lowest of all decides.",
	sites.Shuffle:   "The numbers say which places of a list are swapped, one swap after another; the result is the beginning of the shuffled list.",
	sites.Inverse:   "The result is inversely proportional to it: half as many bets reach twice the multiplier.",
	sites.Inverse52: "The result is inversely proportional to what is left of 1: half as many bets reach twice the multiplier.",
	sites.Bustabit1: "The result is inversely proportional to what is left of 1: half as many bets reach twice the multiplier.",
	sites.Percent:   "The sum is the result, as a share of 65,535.",
}

package sites

// explain says in plain words how bets become results.
func explain(d *definition) string {
	switch {
	case d.Numbers.Kind == byFieldsMod:
		return numberTexts[d.Numbers.Kind] + mapTexts[d.Map.Kind]
	case d.Numbers.Kind == byByte100:
		return hashed + numberTexts[d.Numbers.Kind]
	case d.Map.Kind == mapInverse:
		return hashed + mapTexts[d.Map.Kind]
	}
	return hashed + numberTexts[d.Numbers.Kind] + mapTexts[d.Map.Kind]
}

const hashed = "the bet's fields are hashed. "

var numberTexts = map[numberKind]string{
	byWords:     "Every four bytes of the hash are a word w, which is scaled down to a number below N: ⌊N·w/2^32⌋. ",
	byWordsCeil: "Every four bytes of the hash are a word w, which is scaled down to a number below N: ⌈N·w/2^32⌉ − 1. ",
	byWordsMod:  "Every four bytes of the hash are a word w, and its remainder mod N is the number. ",
	byReject:    "Every four bytes of the hash are a word w, and its remainder mod N is the number. Words above the last multiple of N are rejected, as they would favour low numbers. ",
	byHex5:      "The first five hex digits of the hash that make a number below 1,000,000 count: their remainder mod N is the number. ",
	byHex15:     "The first 15 hex digits of the hash are a number, whose remainder mod N counts. ",
	byWindow53:  "The first 15 hex digits of the hash say where in it the 53 bits begin that are scaled down to a number below N. ",
	byRounded32: "The first four bytes of the hash are a word, which is scaled down to 0 … N − 1 and rounded. ",
	byTop52:     "The first 13 hex digits of the hash, h, are a fraction of 2^52. ",
	byByte100:   "Each byte of the hash is taken mod 100. If that is a card which hasn't been drawn, it is the next card. ",
	byFieldsMod: "the rolls of the site and of the player are added mod 65,536. ",
}

var mapTexts = map[mapKind]string{
	mapDraw:      "Each number says which of the values that are left is drawn.",
	mapLeast:     "Each number says which of the places that are left is drawn, and the lowest of all decides.",
	mapShuffle:   "The numbers say which places of a list are swapped, one swap after another; the result is the beginning of the shuffled list.",
	mapInverse:   "Every four bytes of the hash are a word, whose first bits are a number x. A constant is divided by x, or by what is given below: half as many bets reach twice the multiplier.",
	mapInverse52: "A constant is divided by 1 less that fraction: half as many bets reach twice the multiplier.",
	mapBustabit1: "A constant is divided by 1 less that fraction: half as many bets reach twice the multiplier.",
	mapPercent:   "The sum is the result, as a share of 65,535.",
}

package spec

var handVoids = []handPlay{
	{"void",
		"messages again, at once and later; of another seat; of another turn; that a step has overtaken; of another " +
			"hand", ristretto255, 3, 2,
		"prepare 0; forge 0 elsewhere; as 1 0; as 2 0; say 0; again 0 3; again 1 3; as 0 1; as 2 1; say 1; again 0 3; " +
			"again 1 9; late 0; all; deal 0:0 1:1; prepare 0; drop 1; late 0; all; again 0 13; again 0 0; again 0 14; " +
			"deal $0:2; all"},
	{"void-raise", "a raise that a drop has overtaken, of another seat, and again", ristretto255, 4, 2,
		"all; shuffle 2 / 0; say 2; as 1 0; prepare 0; say 0; late 0; as 2 1; prepare 1; drop 3; late 1; all"},
}

var handFaults = []handPlay{
	{"faults-key", "what breaks the first shuffle, of E, and its proof; the turn is still due", ristretto255, 2, 1,
		"faults 0; faults 1"},
	{"faults-shuffle", "what breaks a shuffle by one that has no key yet", ristretto255, 2, 2,
		"say 0; faults 1; all"},
	{"faults-shuffle-kept", "what breaks a shuffle of new cards with all lists", ristretto255, 3, 6,
		"all; deal 0:0 1:1 2:-1 3:0 4:-1; all; drop 2; faults 0; all"},
	{"faults-shuffle-step", "what breaks a shuffle by a step", ristretto255, 2, 4,
		"all; deal 0:0 1:1; all; shuffle 0 / 2 3; faults 0; all"},
	{"faults-raise", "what breaks a raise", ristretto255, 2, 4,
		"all; deal 0:0 1:1; all; shuffle 1 / 2 3; say 1; faults 0"},
	{"faults-raise-new", "what breaks a raise when all cards are open", ristretto255, 3, 2,
		"all; deal 0:-1 1:-1; all; drop 1; faults 0; all"},
	{"faults-layer", "what breaks a layer", ristretto255, 2, 3,
		"all; deal 1:1 0:-1; faults 0; faults 1"},
	{"faults-show", "what breaks a show", ristretto255, 2, 3,
		"all; deal 1:0 2:0; all; show 0 2 1; faults 0"},
	{"faults-leave", "what breaks a leave", ristretto255, 3, 2,
		"all; leave 1; faults 1; all"},
	{"faults-order", "of two faults, the first one counts: of an element before a proof, and of proofs in their order",
		ristretto255, 2, 3,
		"all; deal 0:0; all; shuffle 1 / 1 2; forge 1 invalid-malformed; forge 1 malformed-invalid; " +
			"forge 1 invalid-repeated; say 1; forge 0 invalid-malformed; forge 0 malformed-invalid; " +
			"forge 0 invalid-repeated; all"},
	{"faults-modp2048", "an element above q, a scalar above q, an s′ of 2³³⁷ and more, and values that are changed",
		modp2048, 2, 1,
		"alter 0 32 80; alter 0 287 01; alter 0 288 80; alter 0 543 01; alter 0 544 80; alter 0 799 01; " +
			"alter 0 800 80; alter 0 1055 01; alter 0 1056 80; alter 0 4384 02; alter 0 4384 01; alter 0 4426 01; " +
			"say 0; alter 1 544 80; alter 1 799 01; say 1; shuffle 0 / 0; say 0; alter 1 288 80; alter 1 543 01; " +
			"alter 1 544 80; alter 1 799 01; say 1; deal 0:0; alter 1 32 80; alter 1 287 01; alter 1 288 80; " +
			"alter 1 1055 01; say 1"},
}

var handForged = []handPlay{
	{"forged-key",
		"a key of another exponent than the proof, in another context, G, and one that makes the seat's key G",
		ristretto255, 3, 2,
		"forge 0 context; forge 0 unproved; forge 0 one; say 0; forge 1 unproved; all; shuffle 0 / 0 1; forge 0 one; " +
			"forge 0 inverse; forge 0 unproved; say 0; forge 1 inverse; forge 1 context; forge 1 unproved; all"},
	{"forged-key-own",
		"keys that aren't the ones of the seats' secrets: they are observers from then on, and know no cards",
		ristretto255, 3, 2,
		"forge 0 other; say 1; forge 2 other; say 0; deal 0:1 1:0; forge 0 other; say 1; say 2; forge 2 other; " +
			"farewell 0; shuffle 1 / 0 1; shuffle 1 / 0; drop 2; say 0; forge 0 other; all; say 0"},
	{"forged-key-later", "a key that isn't the one of the seat's secret, in a raise: it is an observer from then on",
		ristretto255, 2, 4,
		"all; deal 0:0 1:1 3:0; all; return 3; shuffle 1 / 2; say 1; forge 0 other; say 0; deal 2:0; say 0; say 1; " +
			"show 0 0; say 0; forge 0 other; say 1; deal 3:1; say 0; forge 0 other"},
	{"forged-key-shuffle", "the same in a shuffle by this seat alone: it doesn't know where its cards are",
		ristretto255, 2, 3,
		"all; deal 0:0 1:0; all; return 0 1; shuffle 0 / 0 1; forge 0 other; say 1"},
	{"forged-key-equal", "two seats with one key: they are known by others to conspire, and may", ristretto255, 3, 2,
		"say 0; forge 1 equal; forge 2 equal; deal 0:0 1:-1; say 0; forge 1 other; forge 2 other; say 0"},
	{"forged-key-cancels", "a seat's key cancels another's; what the third one holds is equal to what is sealed then",
		ristretto255, 3, 3,
		"say 0; say 1; forge 2 cancel; deal 0:0; say 1; forge 2 other; shuffle 0 1 / 1 2; say 0; say 1; " +
			"forge 2 other; leave 1; say 1; drop 1; say 0; forge 2 other; show 0 0; say 0"},
	{"forged-copy", "another seat's key and raised cards with the digest of the seat's own turn", ristretto255, 3, 2,
		"prepare 0; say 0; copy 1 0; all; shuffle 0 / 0 1; say 0; prepare 1; say 1; copy 2 1; say 2"},
	{"forged-shuffle",
		"in another context, with a foreign card, with two exponents, and without a layer, with proofs made for that",
		ristretto255, 2, 2,
		"forge 0 context; forge 0 foreign; forge 0 exponents; forge 0 bare; say 0; forge 1 foreign; forge 1 bare; " +
			"all; shuffle 0 / 0 1; forge 0 foreign; forge 0 bare; all"},
	{"forged-order", "a shuffle into another order than the seat's secret gives is as good", ristretto255, 2, 4,
		"forge 0 order; forge 1 order; deal 0:0 1:1 2:-1; all"},
	{"forged-own",
		"own cards to another exponent, exchanged, exchanged for another, or not raised, with proofs made for that",
		ristretto255, 2, 4,
		"all; deal 0:0 1:1 2:0; all; shuffle 1 / 3; say 1; forge 0 own-other; forge 0 own-exchanged; " +
			"forge 0 own-foreign; forge 0 own-still; forge 0 rest-other; forge 0 rest-exchanged; " +
			"forge 0 rest-foreign; forge 0 rest-still; forge 0 full; all"},
	{"forged-kept",
		"the same of kept cards, when cards are dealt again; the rest and the cards raised by E alone, with proofs " +
			"made for that", ristretto255, 3, 5,
		"all; deal 0:0 1:1 2:-1 3:0; all; drop 2; forge 0 kept-other; forge 0 kept-exchanged; forge 0 kept-foreign; " +
			"forge 0 kept-still; forge 0 own-other; forge 0 rest-exchanged; forge 0 full; forge 0 proofs; say 0; " +
			"forge 1 rest-other; forge 1 full; all"},
	{"forged-layer", "the layer of another key; of other positions; exchanged; in another context; another seat's",
		ristretto255, 3, 4,
		"all; deal 1:1 0:-1; forge 0 other; forge 0 stock; forge 0 exchanged; forge 0 context; forge 0 neighbour; " +
			"say 0; all"},
	{"forged-show", "another card; exchanged; another key; in another context", ristretto255, 2, 4,
		"all; deal 1:0 2:1 0:0; all; show 0 1 0; forge 0 stock; forge 0 exchanged; forge 0 other; forge 0 context; " +
			"forge 0 neighbour; say 0"},
	{"forged-show-newest",
		"after the seat's own raise, a show with the key that it has then: of the same card, but not of this turn",
		ristretto255, 2, 2,
		"all; deal 1:0; all; show 0 1; shuffle 1 / 0; say 1; later 0; forge 0 newest; say 0"},
	{"forged-leave", "the layer of another key; exchanged; of another seat; in another context", ristretto255, 3, 3,
		"all; deal 1:0; all; leave 1; forge 1 other; forge 1 exchanged; forge 1 neighbour; forge 1 context; say 1"},
	{"remade", "proofs with other nonces are as good, and the head is that of hand/plain", ristretto255, 2, 3,
		"forge 0 remade; forge 1 remade; deal 0:0 1:1; forge 0 remade; forge 1 remade; deal 2:-1; forge 1 remade; " +
			"forge 0 remade; show 1 1; forge 1 remade; return 1 2; shuffle 1 / 1 2; forge 1 remade; forge 0 remade; " +
			"deal 2:0; forge 1 remade"},
}

var handStates = []handPlay{
	{"state-not-ready", "steps before the hand is ready, and while others raise", ristretto255, 3, 3,
		"deal 0:0; leave 0; show 0 0; return 0; shuffle 0 / 0; all; deal 0:0; all; shuffle 1 / 1; deal 2:0; leave 0; " +
			"show 0 0; return 0; shuffle 1 / 1; some 1; deal 2:0; leave 0; show 0 0; return 0; shuffle 1 / 1; all; " +
			"drop 2; show 0 0; deal $0:0; return 0; say 0; deal $0:1; say 1; deal $0:1; all; show 0 0; all"},
	{"state-leaving", "steps while a leave is due", ristretto255, 4, 3,
		"all; deal 0:0 1:1; all; show 0 0; leave 2; deal 2:1; show 1 1; return 1; shuffle 1 / 2; leave 3; say 0; " +
			"return 0; all; return 0; show 1 1; all"},
	{"state-deal", "no card, one that isn't there or is repeated, in the stock no more, or for nobody who is in",
		ristretto255, 5, 4,
		"all; deal 0:1; all; deal 1:-1; all; leave 2; all; deal; deal 0:0; deal 1:0; deal 2:2; deal 2:5; deal 2:-2; " +
			"deal 4:0; deal -1:0; deal 2:0 2:0; deal 2:0 0:0; deal 2:0; deal 2:0; all; drop 4; all; deal 3:0; " +
			"deal 0:1; deal $0:4; deal $0:2; deal $0:3; all"},
	{"state-show", "no card, and cards that aren't held by the seat, are repeated, or in a show that is due",
		ristretto255, 3, 4,
		"all; deal 0:0 1:1 2:0; all; show 0; show 0 1; show 0 3; show 0 4; show 0 -1; show 3 0; show -1 0; " +
			"show 0 0 0; show 0 0; show 0 2 0; all; show 0 0; deal 3:1; show 1 3; all"},
	{"state-return",
		"no card, and cards that aren't held or open, are repeated, in a show that is due, or held by who has left",
		ristretto255, 4, 6,
		"all; deal 0:0 1:1 2:-1 3:2 4:0; all; return; return 5; return 6; return -1; return 0 0; return 0 5; leave 1; " +
			"return 0; all; return 1; return 0 1; show 1 1; show 0 0; return 0; return 4 0; return 1; say 1; " +
			"return 1; deal 5:0; return 5; all; return 0 4 5; return 0; drop 3; all; return 0; return 4; return 1; " +
			"return 1"},
	{"state-shuffle",
		"no seat, no card, seats that aren't in or are repeated, and cards that aren't in the stock or are repeated",
		ristretto255, 5, 6,
		"all; deal 0:0 1:-1; all; leave 3; all; shuffle / 2 3; shuffle 0 /; shuffle /; shuffle 3 / 2 3; " +
			"shuffle 0 3 / 2; shuffle 5 / 2; shuffle -1 / 2; shuffle 0 0 / 2; shuffle 0 / 2 2; shuffle 0 / 0; " +
			"shuffle 0 / 2 1; shuffle 0 / 6; shuffle 0 / -1; deal 4:1; shuffle 0 / 2; shuffle 0 / 4; all; " +
			"shuffle 0 / 4; show 0 0; shuffle 0 / 2; shuffle 0 / 2; say 0; drop 4; all; shuffle 4 / $0; " +
			"shuffle 0 / 2; shuffle 1 0 / $1 $0"},
	{"state-leave", "by a seat that is leaving, has left, is out or isn't there, and of two seats", ristretto255, 4, 2,
		"all; leave 4; leave -1; leave 1; leave 1; all; leave 1; drop 2; all; leave 1; leave 2; leave 0; all"},
	{"state-drop", "of nothing, of seats that are out, aren't there, are repeated, or leave fewer than two",
		ristretto255, 5, 4,
		"all; drop; drop 3; drop 3; all; deal $0:0 $1:-1; all; drop 5; drop -1; drop 2 2; drop 1 2 4; drop 0 3; " +
			"leave 4; all; drop 4 2 0; drop 4 0; drop 4; say 1; all"},
}

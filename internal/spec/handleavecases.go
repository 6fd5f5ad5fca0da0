package spec

var handLeaves = []handPlay{
	{"leave-show", "a show that is due before a leave, of the same seat", ristretto255, 3, 2,
		"all; deal 0:1; all; show 1 0; leave 1; all"},
	{"leave-show-later", "a show that is due before a leave, and is made after it; that of another, across both",
		ristretto255, 3, 4,
		"all; deal 0:1 1:2; all; show 2 1; show 1 0; leave 1; later 1; return 1; say 1; return 0; say 2; return 0; " +
			"return 1; deal 1:0; all"},
	{"leave-waits", "no leave while a deal is under way, and no deal while a leave is due", ristretto255, 3, 4,
		"all; deal 0:2; deal 1:0; leave 2; deal 2:-1; say 1; all; leave 2; deal 3:1; all; deal 3:1; all"},
	{"leave-between", "no leave while another is due", ristretto255, 4, 3,
		"all; leave 3; deal 0:1; leave 0; say 3; leave 0; all; deal 2:-1; all"},
	{"leave-empty-stock", "with nothing in the stock, a leave is of the sealed values of what others hold",
		ristretto255, 4, 2,
		"all; deal 0:0 1:1; all; leave 1; leave 0; all; leave 0; show 0 0; all; show 1 1; all"},
	{"leave-empty-stock-waits",
		"with nothing in the stock, no leave while a deal is under way; then of the sealed value of an open card",
		ristretto255, 4, 1,
		"all; deal 0:-1; leave 1; all; leave 1; all; leave 2; all; leave 3; return 0; deal 0:3; all"},
	{"leave-nothing-sealed", "who holds all cards leaves without a message", ristretto255, 3, 2,
		"all; deal 0:1 1:1; all; leave 1; leave 0; show 1 1; all; return 1; drop 1; all; return 1"},
	{"leave-void", "a leave spares what is void", ristretto255, 4, 5,
		"all; deal 0:0 1:1; all; drop 3; all; leave 1; all; deal $0:0 $1:-1; all"},
	{"leave-sealed",
		"a leave with cards in the stock, open, held by others and by the leaver: the first three return and are " +
			"dealt; the leaver's can only be shown", ristretto255, 3, 6,
		"all; deal 0:1 1:0 2:-1 3:2 4:1; all; leave 1; all; return 0; return 1 2 3; deal 1:2 2:0 3:-1; all; show 1 4; " +
			"all; return 4; show 2 1; all; show 1 0; shuffle 0 / 5; all"},
	{"leave-returned", "what a leaver knew of returned cards, it still knows", ristretto255, 3, 3,
		"all; deal 0:1 1:1; all; return 0; leave 1; all; deal 0:0; all"},
}

var handFarewells = []handPlay{
	{"farewell", "a leave in advance, said before the step, and read again after it", ristretto255, 3, 3,
		"all; deal 0:1 1:0; all; farewell 1; leave 1; left 1; say 1; deal 2:-1; all"},
	{"farewell-void", "overtaken by a deal, a show, a leave and a message of another", ristretto255, 5, 3,
		"all; farewell 1; deal 0:1; all; leave 1; left 1; say 1; farewell 0; show 1 0; leave 0; left 0; say 1; " +
			"left 0; say 0; farewell 3; leave 4; left 3; say 4; leave 3; left 3"},
	{"farewell-late", "after the leave's own message, and after a drop", ristretto255, 4, 2,
		"all; farewell 1; leave 1; say 1; left 1; farewell 0; drop 3; left 0; all; left 0"},
	{"farewell-show", "while a show of the seat is due, which is made after it", ristretto255, 3, 3,
		"all; deal 0:1; all; show 1 0; farewell 1; leave 1; left 1; say 1"},
	{"farewell-none", "none while the hand isn't quiet, of two seats, who has left, is out, or holds all cards",
		ristretto255, 4, 2,
		"farewell 1; all; deal 0:1; farewell 1; all; farewell 2; leave 2; farewell 1; say 2; farewell 2; drop 3; " +
			"farewell 0; all; farewell 3; farewell 2; farewell 0"},
	{"farewell-nothing-sealed", "none of who holds all cards", ristretto255, 3, 1,
		"all; deal 0:1; all; farewell 1; farewell 0; leave 1; left 0; left 1; all"},
}

var handDrops = []handPlay{
	{"drop-several", "two seats are gone, one with cards, during a deal", ristretto255, 4, 3,
		"all; deal 0:3 1:0; all; deal 2:-1; say 1; drop 3 1; all"},
	{"drop-first", "a seat is gone before it has a key, and while others have theirs", ristretto255, 4, 2,
		"drop 0; say 1; say 2; drop 3; all; deal $0:1; all"},
	{"drop-during-drop", "seats are gone while cards are dealt again", ristretto255, 5, 4,
		"all; deal 0:0 1:1; all; drop 4; say 0; drop 3; say 0; say 1; prepare 2; drop 2; late 2; say 0; say 1; " +
			"deal $0:0 $1:1; all"},
	{"drop-during-shuffle", "a seat is gone during a shuffle by a step: what its turn would have been is void",
		ristretto255, 3, 4,
		"all; deal 0:0 3:2; all; shuffle 1 2 / 1 2; say 1; prepare 2; drop 2; late 2; all; show 0 0; all"},
	{"drop-during-raise", "a seat is gone while others raise: some have a new key, and others don't",
		ristretto255, 4, 4,
		"all; deal 0:0 3:2 2:-1; all; shuffle 1 / 1; say 1; say 0; prepare 2; drop 3; late 2; all; show 2 3; all; " +
			"return 3 2 0; deal 0:2 2:0; all"},
	{"drop-during-deal", "a seat is gone during a deal, when others have said theirs: its cards are void",
		ristretto255, 3, 4,
		"all; deal 0:0; all; deal 1:1 2:-1 3:0; some 2; drop 2; all; deal $0:1; all"},
	{"drop-during-leave", "a seat is gone during the leave of another, which is out then", ristretto255, 4, 4,
		"all; deal 0:1 1:0 2:-1; all; leave 1; prepare 1; drop 3; late 1; all; show 1 0; deal $0:2; all"},
	{"drop-leaver", "the leaver is gone before its leave", ristretto255, 4, 2,
		"all; deal 0:1; all; leave 1; drop 1; all"},
	{"drop-while-due", "while a deal and a show are due, and another seat has left: it is out", ristretto255, 5, 5,
		"all; deal 0:0 1:1; all; leave 3; all; deal 2:2; show 0 0; prepare 0; drop 4; late 0; all; deal $0:3; " +
			"deal $0:1; all"},
	{"drop-kept-several", "two seats keep cards, one of them two", ristretto255, 3, 5,
		"all; deal 0:1 1:0 2:1 3:2; all; drop 2; all; deal $0:0; all; show 1 2 0; all"},
	{"drop-lists", "own, kept, rest and cards of several elements each, for all seats", ristretto255, 4, 10,
		"all; deal 0:0 1:0 2:1 3:1 4:2 5:2 6:-1 7:-1 8:3; all; drop 3; all; return %0 @0; deal 0:1 6:2 $2:0; all; " +
			"show 0 %0; show 1 2 3; all"},
	{"drop-twice", "seats keep cards across two drops", ristretto255, 4, 5,
		"all; deal 0:0 1:1; all; drop 3; all; deal $0:1; all; drop 2; all; show 1 1; show 0 0; all; return 0 1; " +
			"shuffle 0 / 0 1; all"},
	{"drop-open", "cards that are open stay open, and are not among the new ones", ristretto255, 3, 4,
		"all; deal 0:-1 1:0 2:-1; all; drop 2; all; deal $0:1; all; show 0 1; all"},
	{"drop-returned", "an open card that returned before is among the new ones; what was known of it isn't",
		ristretto255, 3, 3,
		"all; deal 0:-1 1:0; all; return 0 1; deal 2:1; all; drop 2; all; deal $0:0; all"},
	{"drop-known",
		"a card whose number all know, held: that is known after a drop as before; of two that know a held card, also " +
			"who is out", ristretto255, 4, 4,
		"all; deal 0:-1 1:3 2:1; all; return 0 1 2; deal 0:0 1:1; all; drop 3; all; show 0 0; all"},
	{"drop-all-open", "all cards are open: there are no new ones, and seats only raise", ristretto255, 3, 2,
		"all; deal 1:-1 0:-1; all; drop 0; all; return 1; deal 1:2; all; return 1 0; shuffle 1 / 0 1; all"},
	{"drop-all-open-again", "the same, and another seat is gone meanwhile", ristretto255, 4, 1,
		"all; deal 0:-1; all; drop 0; say 1; prepare 2; drop 3; late 2; all; return 0; deal 0:1; all"},
	{"drop-after-leave", "the cards of a seat that has left, and is out, are dealt again; it may be named as gone",
		ristretto255, 4, 3,
		"all; deal 0:1 1:0; all; leave 1; all; leave 0; all; drop 0; drop 1; say 1; all; deal $0:2; all"},
	{"drop-after-show-across",
		"a card that was shown while the seat's raise was due is open, without a layer, when cards are dealt again",
		ristretto255, 3, 4,
		"all; deal 0:2 1:0 2:2; all; show 2 2; shuffle 0 / 3; say 0; say 1; say 2; say 2; drop 1; all; return 2; " +
			"deal 2:0; all; show 2 0; all"},
	{"drop-ends-show-of-left",
		"a show of a seat that has left, and isn't named, is due when cards are dealt again: it is out, and its card " +
			"void", ristretto255, 4, 3,
		"all; deal 0:1 1:2; all; leave 1; all; show 1 0; show 2 1; prepare 1; drop 3; late 1; all; show 1 0; late 1; " +
			"show 2 1; all"},
	{"drop-left-shown", "a card that a seat showed after it had left has a sealed value again after a drop",
		ristretto255, 4, 3,
		"all; deal 0:1; all; leave 1; all; show 1 0; all; return 0; drop 1 3; return 0; all; return 0; deal 0:2; all"},
	{"drop-all-held", "all cards are held; no new one can be dealt", ristretto255, 3, 2,
		"all; deal 1:0 0:1; all; drop 2; all; deal 2:0; leave 0; return 1; deal 1:1; all"},
	{"drop-only-closed", "all cards but one are open: one new card", ristretto255, 3, 3,
		"all; deal 0:-1 2:-1; all; drop 1; all; deal $0:0; all"},
}

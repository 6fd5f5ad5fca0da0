/* A hand of three seats and three cards (package sra/hand): the first shuffle, deals, shows,
 * returns, a shuffle by one seat, a leave, and going on without seat 2.
 *
 * An element is a card and the layers on it, each of some version of its seat's key. A shuffle
 * puts its cards into another order, the same in all runs. Seats and the game's steps
 * interleave in every way: a message is made at one moment and read at a later one, a seat has
 * messages of all its turns made at once, and they are read in any order. Seat 2 may stop at
 * any moment. It may leave, and the others may go on without it at any moment, also when they
 * shuffle.
 *
 * It is checked that what a turn says of its key and elements is right when its message is
 * read, so that nobody honest is blamed; that a sealed value has the layers of all seats that
 * are in, by the present versions of their keys, or those that its shuffle has put there; that
 * a held position has its holder's layer and no other, that its sealed value has that layer,
 * too, and that an open one has none; that no card is at two positions, and none is lost; that
 * after a shuffle, no layer is of a version of before, so that no card looks as it did,
 * whichever of them come off; and that no turn waits for ever while its seat speaks.
 *
 * Each of these macros plants a fault, which is found:
 *   RETURN_IN_SHOW   a card that is about to be shown returns
 *   OLD_VALUE        a card that returns keeps its value, and so does its next deal
 *   LIVE_TURN        a message is of the key that its seat has when it is made or read
 *   OWN_ALL          a raise gives a layer to cards that were shown since it became due
 *   NO_RAISE         only those who shuffle have new keys
 *   SEALED_OWN       what a leaver holds keeps its sealed value
 *   SHUFFLE_AT_ONCE  a shuffle doesn't wait for deals
 *   LEAVE_AT_ONCE    a leave doesn't wait for deals
 *   DEAL_AT_ONCE     a deal doesn't wait for shuffles and leaves
 *   WHOLE_KEY        the whole new key raises what a seat keeps, as it does new cards
 *   SHOWS_STAY       going on doesn't end shows that are due
 *   NO_TWIN          a kept card's twin among the new cards isn't void
 */

#define SEATS     3
#define CARDS     3
#define POSITIONS (2 * CARDS) /* the new cards follow */
#ifndef DEALS
#define DEALS     3
#endif
#ifndef SHOWS
#define SHOWS     1
#endif
#ifndef RETURNS
#define RETURNS   1
#endif
#ifndef SHUFFLES
#define SHUFFLES  1 /* besides the first and that of new cards; versions have three bits */
#endif
#define EVERYBODY 3

#define bit(s) (1 << (s))

/* Of layers, version v of seat s has three bits; 0 is none. */
#define none           (-1) /* in place of a value */
#define layer(x, s)    (((x) >> (3 * (s))) & 7)
#define without(x, s)  ((x) & ~(7 << (3 * (s))))
#define under(x, s, v) (without(x, s) | ((v) << (3 * (s))))

mtype = { void, stock, dealing, held, open };
mtype = { in, left, out };
mtype = { shuffle, raise, leave };

mtype presence[SEATS] = in;
byte key[SEATS]; /* versions */

mtype status[POSITIONS] = void;
byte card[POSITIONS];
short value[POSITIONS] = none, sealed[POSITIONS] = none;
byte holder[POSITIONS] = EVERYBODY; /* whom it is dealt to */

/* A position has one layer or show turn at most. */
byte layersDue, showsDue; /* sets of positions */
byte turn[POSITIONS];     /* the seat of a layer turn */
byte missing[POSITIONS];  /* the seats that are due, now or later */
short fixedValue[POSITIONS];
byte fixedKey[POSITIONS];
byte made[POSITIONS];     /* the version of a message that is made, or 0 */

/* There is one other turn at most. */
mtype kind;
byte seat, fixed, own; /* its seat, that seat's key, the positions that it holds */
short elements[POSITIONS];
bool said;             /* its message is made */

bool shuffling, new;
byte mixers, others;   /* seats that are to shuffle, and then to raise */
byte positions;        /* those that are shuffled */
short before;          /* the keys before it */

byte deals, shows, returns, shuffles;
bool stopped, dropped;

hidden short p, q, s, x;

#define ready (kind == 0)
#define quiet (ready && layersDue == 0)

#ifdef SHUFFLE_AT_ONCE
#define canShuffle ready
#else
#define canShuffle quiet
#endif
#ifdef LEAVE_AT_ONCE
#define canLeave ready
#else
#define canLeave quiet
#endif
#ifdef DEAL_AT_ONCE
#define canDeal true
#else
#define canDeal ready
#endif
#ifdef RETURN_IN_SHOW
#define canReturn(p) true
#else
#define canReturn(p) (!(showsDue & bit(p)))
#endif

#define isIn(s)   (presence[s] == in)
#define allIn     (isIn(0) + 2 * isIn(1) + 4 * isIn(2))
#define had(s)    (!((mixers | others) & bit(s)) && seat != s) /* in the shuffle of new cards */
#define isHeld(p) (status[p] == held)

/* x becomes what the sealed value of p has to be. */
inline expect(p) {
	x = 0;
	for (s : 0 .. SEATS - 1) {
		if
		:: shuffling && new && isIn(s) && (had(s) || (isHeld(p) && holder[p] == s)) -> x = under(x, s, key[s])
		:: !(shuffling && new) && (isIn(s) || (kind == leave && seat == s)) -> x = under(x, s, key[s])
		:: else
		fi
	}
}

/* Everything that must hold wherever the sequence ends. */
inline check() {
	for (p : 0 .. POSITIONS - 1) {
		if
		:: status[p] == void -> assert(sealed[p] == none)
		:: status[p] != void && sealed[p] == none ->
			assert(presence[2] == left && ((isHeld(p) && holder[p] == 2) || status[p] == open))
		:: else ->
			expect(p);
			assert(sealed[p] == x);
			assert(!isHeld(p) || layer(sealed[p], holder[p]) > 0)
		fi;
		if
		:: isHeld(p) -> assert(value[p] == under(0, holder[p], key[holder[p]]))
		:: status[p] == open -> assert(value[p] == 0)
		:: else
		fi
	}
	for (q : 0 .. CARDS - 1) { /* now a card */
		x = 0; s = 0;
		for (p : 0 .. POSITIONS - 1) {
			if
			:: card[p] == q && status[p] != void && p >= CARDS && shuffling && new && dropped -> s++
			:: card[p] == q && status[p] != void && !(p >= CARDS && shuffling && new && dropped) -> x++; assert(x == 1)
			:: else
			fi
		}
		assert(x + s == 1 || (x == 1 && s == 1))
	}
	x = 0
}

/* A turn of shuffling, raising or leaving becomes due. */
inline become(k, who) {
	kind = k; seat = who; fixed = key[who]; own = 0;
	for (p : 0 .. POSITIONS - 1) {
		elements[p] = sealed[p];
		if
		:: isHeld(p) && holder[p] == who -> own = own | bit(p)
		:: else
		fi
	}
}

#define first(set) ((set) & 1 -> 0 : ((set) & 2 -> 1 : 2))

inline goOnShuffling() {
	if
	:: mixers -> q = first(mixers); mixers = mixers & ~bit(q); become((positions -> shuffle : raise), q)
	:: !mixers && others -> q = first(others); others = others & ~bit(q); become(raise, q)
	:: else ->
		for (p : 0 .. POSITIONS - 1) {
			for (s : 0 .. SEATS - 1) {
				assert(!isIn(s) || !(positions & bit(p)) || layer(sealed[p], s) != layer(before, s))
			}
#ifndef NO_TWIN
			for (q : 0 .. POSITIONS - 1) {
				if
				:: new && (positions & bit(p)) && isHeld(q) && card[p] == card[q] && sealed[p] == sealed[q] ->
					status[p] = void; sealed[p] = none
				:: else
				fi
			}
#endif
		}
		shuffling = false; new = false; positions = 0; before = 0
	fi
}

inline beginShuffling(who, all) {
	shuffling = true;
	mixers = who;
#ifdef NO_RAISE
	others = 0;
#else
	others = all & ~who;
#endif
	before = key[0] | (key[1] << 3) | (key[2] << 6);
	goOnShuffling()
}

inline noTurn() {
	kind = 0; seat = 0; fixed = 0; own = 0; said = false;
	for (p : 0 .. POSITIONS - 1) { elements[p] = 0 }
}

/* Its cards move: each to the position before, and the first one to the last. */
inline move() {
	q = POSITIONS;
	for (p : 0 .. POSITIONS - 1) {
		if
		:: (positions & bit(p)) && q == POSITIONS -> q = p; x = card[p]
		:: (positions & bit(p)) && q != POSITIONS -> card[q] = card[p]; q = p
		:: else
		fi
	}
	card[q] = x
}

/* The message of the one turn. */
inline readTurn() {
	assert(key[seat] == fixed);
	for (p : 0 .. POSITIONS - 1) {
		assert(elements[p] == sealed[p]);
		if
		:: kind == leave && sealed[p] != none ->
			assert(layer(sealed[p], seat) == fixed);
			sealed[p] = without(sealed[p], seat)
		:: kind != leave && sealed[p] != none ->
#ifndef WHOLE_KEY
			if
			:: new && !(own & bit(p)) -> assert(layer(sealed[p], seat) == 0)
			:: else -> assert(fixed > 0 && layer(sealed[p], seat) == fixed)
			fi;
#else
			assert(layer(sealed[p], seat) == (new -> 0 : fixed));
#endif
			sealed[p] = under(sealed[p], seat, fixed + 1)
		:: else
		fi;
		if
#ifdef OWN_ALL
		:: kind != leave && (own & bit(p)) ->
#else
		:: kind != leave && (own & bit(p)) && isHeld(p) ->
#endif
			value[p] = under(0, seat, fixed + 1)
		:: else
		fi
	}
	if
	:: kind == leave -> noTurn()
	:: else ->
		key[seat] = fixed + 1;
		if
		:: kind == shuffle -> move()
		:: else
		fi;
		noTurn();
		goOnShuffling()
	fi
}

/* The seat that is due next in a deal. */
inline goOnDealing(d) {
	made[d] = 0; fixedValue[d] = 0; fixedKey[d] = 0;
	layersDue = layersDue & ~bit(d);
	if
	:: missing[d] == 0 -> status[d] = (holder[d] == EVERYBODY -> open : held); turn[d] = 0
	:: else ->
		do
		:: missing[d] & bit(turn[d]) -> break
		:: else -> turn[d] = (turn[d] + 1) % SEATS
		od;
		layersDue = layersDue | bit(d);
		fixedValue[d] = value[d];
		fixedKey[d] = key[turn[d]]
	fi
}

#ifdef LIVE_TURN
#define keyOf(d, s) key[s]
#else
#define keyOf(d, s) fixedKey[d]
#endif

inline readLayer(d) {
	q = turn[d];
	assert(made[d] == keyOf(d, q) && value[d] == fixedValue[d] && layer(value[d], q) == made[d]);
	value[d] = without(value[d], q);
	missing[d] = missing[d] & ~bit(q);
	goOnDealing(d)
}

inline readShow(d) {
	assert(isHeld(d) && made[d] == keyOf(d, holder[d]) && fixedValue[d] == under(0, holder[d], made[d]));
	value[d] = 0; status[d] = open; holder[d] = EVERYBODY;
	made[d] = 0; fixedValue[d] = 0; fixedKey[d] = 0;
	showsDue = showsDue & ~bit(d)
}

#define speaks(s) (!(s == 2 && stopped))
#define isDue(d, s) (((layersDue & bit(d)) && turn[d] == s) || ((showsDue & bit(d)) && holder[d] == s))

#define make(d) atomic { isDue(d, me) && !made[d] && speaks(me) -> made[d] = keyOf(d, me) }
#define read(d) atomic { isDue(d, me) && made[d] -> \
	d_step { \
		if \
		:: layersDue & bit(d) -> readLayer(d) \
		:: else -> readShow(d) \
		fi; \
		check() \
	} }

/* A seat makes messages of its turns, and what it has made is read at any time. */
proctype Seat(byte me) {
end:
	do
	:: atomic { kind != 0 && seat == me && !said && speaks(me) -> said = true }
	:: atomic { kind != 0 && seat == me && said -> d_step { readTurn(); check() } }
	:: make(0) :: make(1) :: make(2) :: make(3) :: make(4) :: make(5)
	:: read(0) :: read(1) :: read(2) :: read(3) :: read(4) :: read(5)
	od
}

inline shuffleNewCards() {
	for (p : 0 .. POSITIONS - 1) {
		if
		:: status[p] == open -> x = x | bit(card[p])
		:: else
		fi
	}
	p = (dropped -> CARDS : 0);
	positions = 0;
	for (q : 0 .. CARDS - 1) {
		if
		:: x & bit(q) -> skip
		:: else -> status[p] = stock; card[p] = q; sealed[p] = 0; positions = positions | bit(p); p++
		fi
	}
	new = true;
	beginShuffling(allIn, allIn)
}

inline goOnWithout2() {
	dropped = true;
	presence[2] = out;
	noTurn();
	mixers = 0; others = 0;
	for (p : 0 .. POSITIONS - 1) {
		made[p] = 0; fixedValue[p] = 0; fixedKey[p] = 0; missing[p] = 0; turn[p] = 0;
		if
		:: status[p] == open || (isHeld(p) && holder[p] != 2) -> sealed[p] = value[p]
		:: else -> status[p] = void; sealed[p] = none; value[p] = none; holder[p] = EVERYBODY; card[p] = 0
		fi
	}
	layersDue = 0;
#ifdef SHOWS_STAY
	for (p : 0 .. POSITIONS - 1) {
		if
		:: (showsDue & bit(p)) && isHeld(p) -> fixedValue[p] = value[p]; fixedKey[p] = key[holder[p]]
		:: else -> showsDue = showsDue & ~bit(p)
		fi
	}
#else
	showsDue = 0;
#endif
	x = 0;
	shuffleNewCards()
}

/* A deal of a position begins. */
inline beginDealing(d, to) {
	status[d] = dealing;
	holder[d] = to;
#ifdef OLD_VALUE
	value[d] = (value[d] == none -> sealed[d] : value[d]);
#else
	value[d] = sealed[d];
#endif
	missing[d] = allIn;
	q = deals % (isIn(0) + isIn(1) + isIn(2)); /* the rotation: seats before the first */
	turn[d] = 0;
	do
	:: isIn(turn[d]) && q == 0 -> break
	:: isIn(turn[d]) && q > 0 -> q--; turn[d]++
	:: else -> turn[d]++
	od;
	if
	:: to != EVERYBODY -> missing[d] = missing[d] & ~bit(to)
	:: else
	fi;
	deals++;
	goOnDealing(d)
}

proctype Game() {
	byte d, to;
	do
	:: atomic { canDeal && deals < DEALS ->
			select(d : 0 .. POSITIONS - 1);
			select(to : 0 .. EVERYBODY);
			if
			:: status[d] == stock && (to == EVERYBODY || isIn(to)) -> d_step { beginDealing(d, to); check() }
			:: else
			fi;
			d = 0; to = 0
		}
	:: atomic { ready && shows < SHOWS ->
			select(d : 0 .. POSITIONS - 1);
			if
			:: isHeld(d) && !(showsDue & bit(d)) ->
				shows++;
				showsDue = showsDue | bit(d);
				fixedValue[d] = value[d];
				fixedKey[d] = key[holder[d]]
			:: else
			fi;
			d = 0
		}
	:: atomic { ready && returns < RETURNS ->
			select(d : 0 .. POSITIONS - 1);
			if
			:: (isHeld(d) || status[d] == open) && sealed[d] != none && canReturn(d) -> d_step {
					returns++;
					status[d] = stock;
					holder[d] = EVERYBODY;
#ifndef OLD_VALUE
					value[d] = none;
#endif
					check()
				}
			:: else
			fi;
			d = 0
		}
	:: atomic { canShuffle && !shuffling && shuffles < SHUFFLES && !dropped ->
			select(to : 0 .. EVERYBODY);
			positions = 0;
			d_step {
				for (p : 0 .. POSITIONS - 1) {
					if
					:: status[p] == stock -> positions = positions | bit(p)
					:: else
					fi
				}
				x = 0
			}
			if
			:: positions && (to == EVERYBODY || isIn(to)) -> d_step {
					shuffles++;
					s = (to == EVERYBODY -> allIn : bit(to));
					beginShuffling(s, allIn);
					check()
				}
			:: else -> positions = 0
			fi;
			to = 0
		}
	:: atomic { canLeave && allIn == 7 -> d_step {
				presence[2] = left;
				q = 0;
				for (p : 0 .. POSITIONS - 1) {
#ifndef SEALED_OWN
					if
					:: isHeld(p) && holder[p] == 2 -> sealed[p] = none
					:: else
					fi;
#endif
					q = q + (sealed[p] != none)
				}
				if
				:: q > 0 -> become(leave, 2)
				:: else
				fi;
				check()
			}
		}
	:: atomic { !dropped -> d_step { goOnWithout2(); check() } }
	:: atomic { !stopped -> stopped = true }
	:: break
	od;
#ifdef REACHED
	assert(!(dropped && ready && shuffles && shows == SHOWS && returns == RETURNS && deals == DEALS && layersDue && (isHeld(0) || isHeld(1))))
#endif
	/* Nobody says anything any more. */
	atomic { timeout -> d_step {
			assert(kind == 0 || (seat == 2 && stopped));
			assert(!shuffling || kind != 0);
			for (p : 0 .. POSITIONS - 1) {
				assert(!(layersDue & bit(p)) || (turn[p] == 2 && stopped));
				assert(!(showsDue & bit(p)) || (holder[p] == 2 && stopped));
				assert(status[p] != dealing || (layersDue & bit(p)))
			}
			x = 0
		}
	}
}

init {
	atomic {
		d_step { x = 0; shuffleNewCards(); check() }
		run Seat(0);
		run Seat(1);
		run Seat(2);
		run Game()
	}
}

/* A toss (package commit): seats 0 and 1 are honest, seat 2 does what it likes.
 *
 * A board shows everybody one sequence of messages, and closes each phase after its time.
 * The process of an honest seat may die at any point, and goes on from what it stored.
 *
 * Values are bits and the seed is their sum, in two worlds at once, which differ in what
 * seat 0 hides. Nobody can act differently in the two before it is revealed, so a choice of
 * the cheat is one for both. If their seeds differ, the cheat has no influence on the seed.
 *
 * It is checked that an honest seat is never at fault, and never late if the board shows its
 * messages in time; that the two worlds get different seeds; and that every toss ends.
 *
 * Each of these macros plants a fault, which is found:
 *   COPIED        commitments don't name their seats, so a copy of another's is as good
 *   ONE_DEADLINE  both phases have one deadline together
 *   UNSTORED      a value isn't stored before it is committed to
 */

#define CHEAT   2
#define GRACE   2
#define EVERYBODY 7
#define SAYINGS 3 /* of the cheat, besides what it owes */

#define bit(s) (1 << (s))
#define missing ((phase == 0 -> EVERYBODY & ~committed : EVERYBODY & ~revealed))
#define due(s)  (!over && (missing & bit(s)))

/* A value has two bits, one for each world. */
byte secret[3];

/* What all know who have read the sequence. */
byte committed, revealed; /* sets of seats */
byte value[3];            /* the bits in their commitments, which nobody sees */
byte phase;
bool over;

/* The board's clock. Age is how long a seat has been due. */
byte waited, age[3];

inline next() {
	if
	:: phase == 0 && committed == EVERYBODY ->
		phase = 1;
		age[0] = 0; age[1] = 0; age[2] = 0;
#ifndef ONE_DEADLINE
		waited = 0
#endif
	:: phase == 1 && revealed == EVERYBODY ->
		over = true;
		seed = value[0] ^ value[1] ^ value[2];
		assert(seed == 1 || seed == 2);
#ifdef REACHED
		assert(false);
#endif
	:: else
	fi
}

inline commit(s, v) {
	if
	:: over
	:: !over && !(committed & bit(s)) -> committed = committed | bit(s); value[s] = v; next()
	:: !over && (committed & bit(s)) -> assert(s == CHEAT || value[s] == v) /* two of them convict */
	fi
}

inline reveal(s, v) {
	if
	:: over || phase == 0 || (revealed & bit(s)) /* void */
	:: else ->
		assert(s == CHEAT || value[s] == v);
		if
		:: value[s] == v -> revealed = revealed | bit(s); next()
		:: else
		fi
	fi
}

proctype Honest(byte s) {
	bool said, crashed;
	byte seed;
	do
	:: atomic { !over && phase == 0 && !said -> commit(s, secret[s]); said = true }
	:: atomic { due(s) && phase == 1 -> reveal(s, secret[s]) }
	:: atomic { !over && said && !crashed ->
			/* It dies, and posts again what it may have posted. */
			crashed = true;
			said = false;
#ifdef UNSTORED
			secret[s] = 3 - secret[s]
#endif
		}
	:: over -> break
	od
}

proctype Cheat() {
	byte left = SAYINGS, v, seed;
	do
	:: atomic { !over && left > 0 ->
			left--;
			if /* in both worlds the same, as it can't tell them apart */
			:: v = 0
			:: v = 3
			:: committed & bit(CHEAT) -> v = value[CHEAT]
#ifdef COPIED
			:: committed & bit(0) -> v = value[0]
			:: committed & bit(1) -> v = value[1]
#endif
			fi;
			if
			:: true -> commit(CHEAT, v)
			:: true -> reveal(CHEAT, v)
			fi
		}
	:: over -> break
	:: left == 0 -> break /* and is silent, if it owes anything */
	od
}

/* Time passes, but not so fast that an honest seat that is due couldn't speak in time. */
#define mayWait(s) (!due(s) || age[s] < GRACE - 1)
#ifdef ONE_DEADLINE
#define TIME (2 * GRACE)
#else
#define TIME GRACE
#endif

proctype Clock() {
	do
	:: atomic { !over && mayWait(0) && mayWait(1) ->
			waited++;
			age[0]++; age[1]++; age[2]++;
			if
			:: waited == TIME ->
				assert(!due(0) && !due(1)); /* who is due now is late */
				over = true
			:: else
			fi
		}
	:: over -> break
	od
}

init {
	atomic {
		secret[0] = 2; /* 0 in one world, 1 in the other */
		if
		:: secret[1] = 0
		:: secret[1] = 3
		fi;
		run Honest(0);
		run Honest(1);
		run Cheat();
		run Clock()
	}
}

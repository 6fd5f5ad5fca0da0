/* Statements with heads (packages commit/record and commit/table), on a board that forks.
 *
 * Seats 0 and 1 are honest; seat 2 and the board cheat together. Each seat says something, and
 * when all have, that is the end, which each closes. After some place the board has two
 * sequences; it shows each seat the one it likes, and copies statements from one to the other.
 * The process of an honest seat may die at any point, and the next one may be shown either.
 *
 * It is checked that no honest seat signs heads of both sequences, as what it says in one may
 * open in the other what is closed there; and that if the ends of both are final, only seat 2
 * has signed both.
 *
 * Each of these macros plants a fault, which is found:
 *   NO_HEADS    a statement has a place in either sequence, whatever its signer had read
 *   NO_AWAIT    a process speaks before it has read what it had read when it last spoke
 *   POST_FIRST  a statement is posted before it is stored
 */

#define SEATS 3
#define CHEAT 2

#define bit(s)   (1 << (s))
#define ALL      (bit(SEATS) - 1)

typedef Sequence {
	byte length, said, closed; /* the latter are sets of seats */
	byte after[SEATS];         /* the place after each seat's last statement */
	byte parted                /* who signed heads that are not the other sequence's */
};

Sequence board[2];
bool forked;
byte common; /* how many places the two share */

#define shared(k) (!forked || k <= common)
#define over(b)   (board[b].said == ALL)
#define two(x)    ((x & 3) == 3 || (x & 5) == 5 || (x & 6) == 6)
#define final(b)  (over(b) && two(board[b].closed)) /* more than half of the seats */

inline append(b, s) {
	if
	:: over(b) -> board[b].closed = board[b].closed | bit(s)
	:: else -> board[b].said = board[b].said | bit(s)
	fi;
	board[b].length++;
	board[b].after[s] = board[b].length
}

#define silent(b, s) ((!over(b) && !(board[b].said & bit(s))) || (over(b) && !(board[b].closed & bit(s))))
#ifdef NO_HEADS
#define sameHead(b, k, to) true
#else
#define sameHead(b, k, to) (b == to || shared(k))
#endif

/* The board puts into sequence to what seat s has signed after k places of a sequence. */
inline post(s, from, k, to) {
	if
	:: sameHead(from, k, to) && silent(to, s) && k >= board[to].after[s] && k <= board[to].length ->
		if
		:: shared(k)
		:: else -> board[to].parted = board[to].parted | bit(s)
		fi;
		if
		:: forked -> append(to, s)
		:: else -> append(0, s); append(1, s)
		fi
	:: else /* it has no place */
	fi
}

/* What the process of an honest seat has stored: its last statement. */
typedef Statement {
	bool any;
	byte sequence, read
};

#ifdef NO_AWAIT
#define found true
#else
#define found (!last.any || (sameHead(last.sequence, last.read, shown) && last.read <= board[shown].length))
#endif

proctype Honest(byte s) {
	Statement last;
	byte shown, parted; /* the sequences whose own heads it has signed */
end:
	do
	:: atomic { silent(shown, s) && found ->
			if
			:: shared(board[shown].length)
			:: else -> parted = parted | bit(shown); assert(parted != 3)
			fi;
#ifdef POST_FIRST
			if
			:: true -> post(s, shown, board[shown].length, shown); goto end
			:: true
			fi;
#endif
			last.any = true;
			last.sequence = shown;
			last.read = board[shown].length
		}
	:: atomic { last.any -> post(s, last.sequence, last.read, 0) }
	:: atomic { forked && last.any -> post(s, last.sequence, last.read, 1) }
	:: atomic { forked -> shown = 1 - shown } /* or its process dies */
	od
}

proctype Cheat() {
end:
	do
	:: atomic { true -> post(CHEAT, 0, board[0].length, 0) }
	:: atomic { forked -> post(CHEAT, 1, board[1].length, 1) }
	:: atomic { !forked -> forked = true; common = board[0].length }
	:: atomic { final(0) && final(1) && forked && common < SEATS ->
			assert((board[0].parted & board[1].parted) == bit(CHEAT));
#ifdef REACHED
			assert(false)
#endif
		}
	od
}

init { atomic { run Honest(0); run Honest(1); run Cheat() } }

/* A table of three seats on one board (package commit/table): turns, time, silence, the end.
 *
 * Seats 0 and 1 are honest, seat 2 does what it likes. First seat 0 has two messages to say.
 * Then it's the turn of 1 and 2, twice, which ends with what either says, then that of seat 2.
 * Then 0 and 1 each complain of seat 2, if they haven't read that it is out, and say something.
 * Then it is over, and who has read that closes, until the board does. Readers read the board's
 * posts one by one, at their own pace, and a statement is made at one moment and posted at a
 * later one. The board may once be away, for longer than anybody may take. A seat may make one
 * void statement, not 16, and another for each effect; what the game takes and changes nothing
 * counts as one. There is no bank, nobody leaves, and the record is left out: see fork.pml.
 *
 * It is checked that no honest seat is out, if it speaks within half of the grace, and that no
 * statement of one is refused a place; that readers of the same posts have the same state; that
 * nothing that seat 2 says lets a turn last longer; that the game ends, whatever it says or
 * doesn't; and that the honest have closed it then.
 *
 * Each of these macros plants a fault, which is found:
 *   OWN_CLOCKS  each reader judges silence by its own clock: what comes at the right moment is
 *               in time for one and too late for another, as objections to votes once were
 *   NO_CAP      the time between two posts counts in full, not up to a quarter of the grace
 *   NO_SINCE    a turn takes a statement whose seat hadn't read that the turn had begun
 *   NO_TICKS    who waits says so only when the time is up
 *   RESTARTS    what the game takes and changes nothing starts the clock again
 *   ONE_GRACE   two messages of a seat in one phase have one grace
 *   KEPT_VOIDS  an effect takes no void statement back
 *   MUST_BE_IN  a complaint that comes second is a fault
 *   CLOSES_EARLY  the board closes a quarter of the grace after the end
 */

#define GRACE 4
#define CAP   1 /* a quarter of it */
#ifdef NO_CAP
#define AT_MOST GRACE
#else
#define AT_MOST CAP
#endif
#define CHEAT 2
#define TURNS 5
#ifndef SAYINGS
#define SAYINGS 2 /* of the cheat */
#endif

#define bit(s) (1 << (s))
#define SECOND bit(3) /* of seat 0's two messages */
#define least(a, b) (a < b -> a : b)

/* The seats whose turn it is. */
#define inTurn(turn) (turn == 0 -> bit(0) + SECOND : (turn < 3 -> bit(1) + bit(CHEAT) : \
	(turn == 3 -> bit(CHEAT) : (turn == 4 -> bit(0) + bit(1) : 0))))

mtype = { nothing, say, junk, complaint, tick };

/* A post names what its seat had read, of which only the turn matters here. */
typedef Post {
	mtype kind;
	byte seat, turn;
	byte passed /* since the last post, as it counts */
};

/* The last posts, which not all have read, and the time since. Nobody is further behind. */
#define LAG 3
Post board[LAG];
byte posts, idle;

/* What a reader thinks. The third one reads every post when it comes. */
typedef Reader {
	byte unread; /* posts */
	byte turn;
	byte due;    /* a set of seats */
	byte spent;  /* time on what is due */
	byte out, voids, told /* sets of seats, the last ones those that complained too late */
};
#define REFEREE 2
Reader readers[3];
#define isOver(r) (readers[r].turn >= TURNS)
#define noTime(r) (readers[r].spent >= GRACE)

#ifdef NO_SINCE
#define hadRead(t, r) true
#else
#define hadRead(t, r) (t == readers[r].turn)
#endif

byte owed;  /* how long the board has shown what is due, or the end */
byte whole; /* the table's time since then, for who waits */
byte closed; /* a set of seats */
bool isClosed;
byte i, was; /* of atomic steps */

inline effect(r) {
#ifdef KEPT_VOIDS
	skip
#else
	readers[r].voids = 0
#endif
}

inline next(r) {
	readers[r].turn++;
	readers[r].due = inTurn(readers[r].turn) & ~readers[r].out;
	if
	:: readers[r].due == 0 && !isOver(r) ->
		readers[r].turn++;
		readers[r].due = inTurn(readers[r].turn) & ~readers[r].out
	:: else
	fi;
	readers[r].spent = 0;
	if
	:: isOver(r) -> readers[r].voids = 0; readers[r].told = 0
	:: else
	fi
}

/* Nobody but the cheat is out. */
inline goes(r, seats) {
	readers[r].out = readers[r].out | (seats);
	assert(readers[r].out == bit(CHEAT));
	readers[r].due = readers[r].due & ~bit(CHEAT);
	effect(r);
	if
	:: readers[r].due == 0 -> next(r)
	:: else
	fi
}

#define counts(s, t, r) ((readers[r].due & bit(s)) && hadRead(t, r))

inline taken(r) {
	/* It is judged by what its seat had read. */
	assert(board[i].seat == CHEAT || board[i].turn == readers[r].turn);
	effect(r);
	if
	:: readers[r].turn == 0 && (readers[r].due & SECOND) ->
		readers[r].due = bit(0);
#ifndef ONE_GRACE
		readers[r].spent = 0
#endif
	:: readers[r].turn == 4 && readers[r].due == bit(0) + bit(1) -> readers[r].due = readers[r].due & ~bit(board[i].seat)
	:: else -> next(r)
	fi
}

inline readPost(r) {
	i = posts - readers[r].unread;
	readers[r].unread--;
#ifdef OWN_CLOCKS
	if
	:: !isOver(r) && noTime(r) -> goes(r, readers[r].due & ~SECOND)
	:: else
	fi;
#else
	readers[r].spent = least(GRACE, readers[r].spent + board[i].passed);
#endif
	if
	:: isOver(r) -> readers[r].spent = 0
	:: !isOver(r) && board[i].kind == tick && !noTime(r)
	:: !isOver(r) && board[i].kind == tick && noTime(r) -> goes(r, readers[r].due & ~SECOND)
	:: !isOver(r) && board[i].kind != tick && !counts(board[i].seat, board[i].turn, r) ->
		assert(board[i].seat == CHEAT || !(readers[r].voids & bit(board[i].seat)));
		readers[r].voids = readers[r].voids | bit(board[i].seat)
	:: !isOver(r) && board[i].kind == say && counts(board[i].seat, board[i].turn, r) -> taken(r)
	:: !isOver(r) && board[i].kind == junk && counts(board[i].seat, board[i].turn, r) ->
		if
		:: readers[r].voids & bit(CHEAT) -> goes(r, bit(CHEAT))
		:: else ->
			readers[r].voids = readers[r].voids | bit(CHEAT);
#ifdef RESTARTS
			readers[r].spent = 0
#endif
		fi
	:: !isOver(r) && board[i].kind == complaint && counts(board[i].seat, board[i].turn, r) ->
		if
		:: !(readers[r].out & bit(CHEAT)) -> goes(r, bit(CHEAT))
#ifndef MUST_BE_IN
		:: (readers[r].out & bit(CHEAT)) && !(readers[r].told & bit(board[i].seat)) ->
			readers[r].told = readers[r].told | bit(board[i].seat)
#endif
		:: else -> goes(r, bit(board[i].seat))
		fi
	fi;
	if
	:: readers[0].unread < posts && readers[1].unread < posts ->
		for (i : 0 .. LAG - 2) {
			board[i].kind = board[i + 1].kind;
			board[i].seat = board[i + 1].seat;
			board[i].turn = board[i + 1].turn;
			board[i].passed = board[i + 1].passed
		}
		board[LAG - 1].kind = nothing;
		board[LAG - 1].seat = 0;
		board[LAG - 1].turn = 0;
		board[LAG - 1].passed = 0;
		posts--
	:: else
	fi;
	i = 0
}

#define stage (readers[REFEREE].turn + (readers[REFEREE].due & SECOND))

inline post(what, s, read) {
	board[posts].kind = what;
	board[posts].seat = s;
	board[posts].turn = read;
	board[posts].passed = least(AT_MOST, idle);
	whole = least(GRACE, whole + least(CAP, idle));
	posts++;
	idle = 0;
	readers[0].unread++;
	readers[1].unread++;
	readers[REFEREE].unread++;
	was = stage;
	readPost(REFEREE);
	if
	:: was != stage -> owed = 0; whole = 0
	:: else -> assert(what != tick || whole < GRACE)
	fi;
	was = 0
}

/* When somebody who waits says that time has passed: seat 1 if seat 0 doesn't. */
#ifdef NO_TICKS
#define mayTick(s) noTime(s)
#else
#define mayTick(s) ((noTime(s) || idle > 0) && (s == 0 || (readers[s].due & bit(0))))
#endif
#define mayPost (posts < LAG && !isOver(REFEREE))

proctype Honest(byte s) {
	mtype made = nothing;
	byte read;
	bool complained;
end:
	do
	:: atomic { readers[s].unread > 0 ->
			if /* what it said is back */
			:: made == tick && board[posts - readers[s].unread].seat == s -> made = nothing; read = 0
			:: else
			fi;
			readPost(s);
			if
			:: isOver(s) -> made = nothing; read = 0; complained = false
			:: else
			fi
		}
	:: atomic { !isOver(s) && (readers[s].due & bit(s)) && made == nothing ->
			read = readers[s].turn;
			if
			:: read == 4 && !complained && !(readers[s].out & bit(CHEAT)) -> made = complaint; complained = true
			:: else -> made = say
			fi
		}
	:: atomic { (made == say || made == complaint) && mayPost ->
			if
			:: made == say -> post(say, s, read)
			:: else -> post(complaint, s, read)
			fi;
			made = tick /* it waits for it */
		}
	:: atomic { made == nothing && mayPost && readers[s].unread == 0 && !(readers[s].due & bit(s)) && mayTick(s) ->
			post(tick, s, 0)
		}
	:: atomic { isOver(s) && !isClosed && !(closed & bit(s)) -> closed = closed | bit(s) }
	od
}

/* What the cheat says has a place, so that it is on the board. */
#define mayVoid(t) (counts(CHEAT, t, REFEREE) || !(readers[REFEREE].voids & bit(CHEAT)))

proctype Cheat() {
	byte left = SAYINGS;
end:
	do
	:: atomic { left > 0 && mayPost ->
			left--;
			if
			:: mayVoid(readers[REFEREE].turn) -> post(say, CHEAT, readers[REFEREE].turn)
			:: counts(CHEAT, readers[REFEREE].turn, REFEREE) -> post(junk, CHEAT, readers[REFEREE].turn)
			:: mayVoid(0) -> post(say, CHEAT, 0)
			:: true -> post(tick, CHEAT, 0)
			fi
		}
	:: atomic { mayPost && noTime(REFEREE) -> post(tick, CHEAT, 0) }
	od
}

/* Time goes on, but leaves the honest the time that they need to speak: half of the grace. */
#define HONEST (bit(0) + bit(1))
#define spoken (owed < GRACE / 2 || \
	(isOver(REFEREE) -> (closed & HONEST) == HONEST : readers[REFEREE].due == bit(CHEAT)))
#ifdef NO_TICKS
#define ticked (idle < 2 * GRACE || isOver(REFEREE))
#else
#define ticked (idle < GRACE / 2 || isOver(REFEREE))
#endif
#ifdef CLOSES_EARLY
#define WAIT (GRACE / 4)
#else
#define WAIT GRACE
#endif

proctype Clock() {
	bool wasAway;
	do
	:: atomic { !isClosed && spoken && ticked && (!isOver(REFEREE) || owed < GRACE) ->
			if
			:: !isOver(REFEREE) -> idle = least(2 * GRACE, idle + 1)
			:: else
			fi;
			owed = least(GRACE, owed + 1);
#ifdef OWN_CLOCKS
			readers[0].spent = least(GRACE, readers[0].spent + 1);
			readers[1].spent = least(GRACE, readers[1].spent + 1);
			readers[2].spent = least(GRACE, readers[2].spent + 1)
#endif
		}
#ifndef OWN_CLOCKS
	:: atomic { !isOver(REFEREE) && !wasAway -> wasAway = true; idle = 2 * GRACE }
#endif
	:: atomic { isOver(REFEREE) && !isClosed && owed >= WAIT -> isClosed = true; idle = 0 }
	:: timeout ->
		assert(isOver(REFEREE) && isOver(0) && isOver(1));
		assert(readers[0].out == readers[REFEREE].out && readers[1].out == readers[REFEREE].out);
		assert(isClosed && (closed & HONEST) == HONEST);
#ifdef REACHED
		assert(!(readers[REFEREE].out && wasAway));
#endif
		break
	od
}

init { atomic { readers[0].due = inTurn(0); readers[1].due = inTurn(0); readers[2].due = inTurn(0);
	run Honest(0); run Honest(1); run Cheat(); run Clock() } }

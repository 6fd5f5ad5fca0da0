/* A table of three seats on one board (package commit/table): turns, time, silence.
 *
 * Seats 0 and 1 are honest, seat 2 does what it likes. It's the turn of seat 0, then of 2, then
 * of 1 and 2, which ends with what either says, then of 1. Readers read the board's posts one
 * by one, at their own pace, and a statement is made at one moment and posted at a later one.
 * The board may once be away, for longer than anybody may take.
 *
 * It is checked that no honest seat is out, if it speaks within half of the grace; that readers
 * of the same posts have the same state; and that the game ends, whatever seat 2 says or
 * doesn't.
 *
 * Each of these macros plants a fault, which is found:
 *   OWN_CLOCKS  each reader judges silence by its own clock: what comes at the right moment is
 *               in time for one and too late for another, as objections to votes once were
 *   NO_CAP      the time between two posts counts in full, not up to a quarter of the grace
 *   NO_SINCE    a turn takes a statement whose seat hadn't read that the turn had begun
 *   NO_TICKS    who waits says so only when the time is up
 */

#define GRACE 4
#define CAP   1 /* a quarter of it */
#define CHEAT 2
#define TURNS 4
#ifndef SAYINGS
#define SAYINGS 2 /* of the cheat */
#endif

#define bit(s) (1 << (s))
#define least(a, b) (a < b -> a : b)

/* The seats whose turn it is. */
#define inTurn(turn) (turn == 0 -> bit(0) : (turn == 1 -> bit(CHEAT) : (turn == 2 -> bit(1) + bit(CHEAT) : bit(1))))

mtype = { nothing, say, tick };

/* A post names what its seat had read, of which only the turn matters here. */
typedef Post {
	mtype kind;
	byte seat, turn;
	byte passed /* since the last post */
};

/* The last posts, which not all have read, and the time since. Nobody is further behind. */
#define LAG 3
Post board[LAG];
byte posts, idle;

/* What a reader thinks. The third one reads every post when it comes. */
typedef Reader {
	byte unread; /* posts */
	byte turn;
	byte spent;  /* time in this turn */
	byte out     /* a set of seats */
};
#define REFEREE 2
Reader readers[3];
#define isOver(r) (readers[r].turn >= TURNS)
#define due(r)    (inTurn(readers[r].turn) & ~readers[r].out)
#define noTime(r) (readers[r].spent >= GRACE)

#ifdef NO_SINCE
#define hadRead(t, r) true
#else
#define hadRead(t, r) (t == readers[r].turn)
#endif

byte owed; /* how long the board has shown what is due */
byte i, was; /* of atomic steps */

inline next(r) {
	readers[r].turn++;
	if
	:: due(r) == 0 -> readers[r].turn++
	:: else
	fi;
	readers[r].spent = 0
}

inline silent(r) {
	readers[r].out = readers[r].out | due(r);
	assert(readers[r].out == bit(CHEAT));
	if
	:: due(r) == 0 -> next(r)
	:: else
	fi
}

inline readPost(r) {
	i = posts - readers[r].unread;
	readers[r].unread--;
#if defined(OWN_CLOCKS)
	if
	:: !isOver(r) && noTime(r) -> silent(r)
	:: else
	fi;
#elif defined(NO_CAP)
	readers[r].spent = least(GRACE, readers[r].spent + board[i].passed);
#else
	readers[r].spent = least(GRACE, readers[r].spent + least(CAP, board[i].passed));
#endif
	if
	:: isOver(r)
	:: !isOver(r) && board[i].kind == say && (due(r) & bit(board[i].seat)) && hadRead(board[i].turn, r) ->
		/* It is judged by what its seat had read. */
		assert(board[i].seat == CHEAT || board[i].turn == readers[r].turn);
		next(r)
	:: !isOver(r) && board[i].kind == tick && noTime(r) -> silent(r)
	:: else
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

inline post(what, s, read) {
	board[posts].kind = what;
	board[posts].seat = s;
	board[posts].turn = read;
	board[posts].passed = idle;
	posts++;
	idle = 0;
	readers[0].unread++;
	readers[1].unread++;
	readers[REFEREE].unread++;
	was = readers[REFEREE].turn;
	readPost(REFEREE);
	if
	:: was != readers[REFEREE].turn -> owed = 0
	:: else
	fi;
	was = 0
}

/* When somebody who waits says that time has passed: seat 1 if seat 0 doesn't. */
#ifdef NO_TICKS
#define mayTick(s) noTime(s)
#else
#define mayTick(s) ((noTime(s) || idle > 0) && (s == 0 || (due(s) & bit(0))))
#endif
#define mayPost (posts < LAG && !isOver(REFEREE))

proctype Honest(byte s) {
	mtype made = nothing;
	byte read;
end:
	do
	:: atomic { readers[s].unread > 0 ->
			if /* what it said is back */
			:: made == tick && board[posts - readers[s].unread].seat == s -> made = nothing; read = 0
			:: else
			fi;
			readPost(s)
		}
	:: atomic { !isOver(s) && (due(s) & bit(s)) && made == nothing -> made = say; read = readers[s].turn }
	:: atomic { made == say && mayPost -> post(say, s, read); made = tick /* it waits for it */ }
	:: atomic { made == nothing && mayPost && readers[s].unread == 0 && !(due(s) & bit(s)) && mayTick(s) ->
			post(tick, s, readers[s].turn)
		}
	od
}

proctype Cheat() {
	byte left = SAYINGS;
end:
	do
	:: atomic { left > 0 && mayPost ->
			left--;
			if
			:: true -> post(say, CHEAT, readers[REFEREE].turn)
			:: true -> post(say, CHEAT, 0)
			:: true -> post(tick, CHEAT, 0)
			fi
		}
	:: atomic { mayPost && noTime(REFEREE) -> post(tick, CHEAT, 0) }
	od
}

/* Time goes on, but leaves the honest the time that they need to speak: half of the grace. */
#define spoken (due(REFEREE) == bit(CHEAT) || owed < GRACE / 2)
#ifdef NO_TICKS
#define ticked (idle < 2 * GRACE)
#else
#define ticked (idle < GRACE / 2)
#endif

proctype Clock() {
	bool wasAway;
	do
	:: atomic { !isOver(REFEREE) && spoken && ticked ->
			idle++;
			owed = least(GRACE, owed + 1);
#ifdef OWN_CLOCKS
			readers[0].spent = least(GRACE, readers[0].spent + 1);
			readers[1].spent = least(GRACE, readers[1].spent + 1);
			readers[2].spent = least(GRACE, readers[2].spent + 1)
#endif
		}
#ifndef OWN_CLOCKS
	:: atomic { !isOver(REFEREE) && !wasAway -> wasAway = true; idle = idle + 2 * GRACE }
#endif
	:: timeout ->
		assert(isOver(REFEREE) && isOver(0) && isOver(1));
		assert(readers[0].out == readers[REFEREE].out && readers[1].out == readers[REFEREE].out);
#ifdef REACHED
		assert(!(readers[REFEREE].out && wasAway));
#endif
		break
	od
}

init { atomic { run Honest(0); run Honest(1); run Cheat(); run Clock() } }

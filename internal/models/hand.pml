/* A hand of three seats and three cards (package sra/hand): deals, a leave, a redeal.
 *
 * A position's value is the set of seats whose layers are on it, and the card below, which is
 * the same for all orders of the deck. Seats and the game's steps interleave in every way, and
 * a message is made at one moment and read at a later one. Seat 2 may stop at any moment. The
 * game deals positions to whom it likes, lets seat 2 leave, and may deal again without it.
 *
 * It is checked that the values of a turn don't change while it is due; that a position in the
 * stock has the layers of all seats that haven't left, so that nobody sees it; that a held one
 * has its holder's layer and no other, so that its holder alone does, and an open one none;
 * that nobody holds a card that another one holds, or everybody sees; and that no task waits
 * for ever while the seats speak.
 *
 * Each of these macros plants a fault, which is found:
 *   LEAVE_AT_ONCE  a leave doesn't wait for the deals that have begun
 *   DEAL_AT_ONCE   a deal doesn't wait for the leaves before it
 *   STOCK_ONLY     a leave takes no layer off the cards of deals that wait for it
 *   NO_VETO        seats don't say which cards of the new deck they keep
 */

#define SEATS     3
#define CARDS     3
#define POSITIONS (2 * CARDS) /* those of the second deck follow */
#ifndef DEALS
#define DEALS     2
#endif
#define TASKS     (DEALS + 1)
#define EVERYBODY 3

#define bit(s) (1 << (s))

mtype = { none, stock, dealing, held, open, gone };
mtype = { deal, leave };

mtype status[POSITIONS] = none;
byte layers[POSITIONS];
byte holder[POSITIONS]; /* whom it is dealt to */
bool isIn[SEATS] = true;
bool ready = true;
byte redeals;

mtype kind[TASKS];
byte card[TASKS];  /* the position of a deal */
byte turn[TASKS];  /* the seat that is due */
byte missing[TASKS]; /* the seats that are due, now or later */
bool begun[TASKS], done[TASKS];
byte tasks, deals, begunDeals;
byte vetoes; /* the seats that are due to say which cards they keep */
bool leaving, stopped;
byte p, q, t; /* of atomic steps */

#define before(t, i, k) (i < t && !done[i] && kind[i] == k)
#define waits(t, k) ((before(t, 0, k) || before(t, 1, k) || before(t, 2, k)) && !atOnce(k))
#define atOnce(k) false
#ifdef LEAVE_AT_ONCE
#undef atOnce
#define atOnce(k) (k == deal)
#endif
#ifdef DEAL_AT_ONCE
#undef atOnce
#define atOnce(k) (k == leave)
#endif

#ifdef STOCK_ONLY
#define left(p) (status[p] == stock)
#else
#define left(p) (status[p] == stock || status[p] == dealing)
#endif

#define isDue(s, t) (t < tasks && begun[t] && !done[t] && turn[t] == s)

/* Everything that must hold wherever the sequence ends. */
inline check() {
	for (p : 0 .. POSITIONS - 1) {
		if
		:: status[p] == stock ->
			for (q : 0 .. SEATS - 1) {
				assert(!isIn[q] || (layers[p] & bit(q)))
			}
		:: status[p] == held -> assert(layers[p] == bit(holder[p]))
		:: status[p] == open -> assert(layers[p] == 0)
		:: else
		fi;
		for (q : 0 .. POSITIONS - 1) {
			assert(p == q || p % CARDS != q % CARDS || (status[p] != held && status[p] != open) || (status[q] != held && status[q] != open))
		}
	}
}

/* The seat that is due next in a deal. */
inline advance(t) {
	if
	:: (missing[t] & bit((turn[t] + 1) % SEATS)) -> turn[t] = (turn[t] + 1) % SEATS
	:: !(missing[t] & bit((turn[t] + 1) % SEATS)) && (missing[t] & bit((turn[t] + 2) % SEATS)) -> turn[t] = (turn[t] + 2) % SEATS
	:: !(missing[t] & bit((turn[t] + 1) % SEATS)) && !(missing[t] & bit((turn[t] + 2) % SEATS)) && (missing[t] & bit(turn[t])) -> skip
	:: missing[t] == 0 ->
		done[t] = true;
		status[card[t]] = (holder[card[t]] == EVERYBODY -> open : held)
	fi
}

/* Tasks begin as soon as those before allow it. */
inline goOn() {
	for (t : 0 .. TASKS - 1) {
		if
		:: t < tasks && !begun[t] && kind[t] == deal && !waits(t, leave) ->
			begun[t] = true;
			missing[t] = isIn[0] + 2 * isIn[1] + 4 * (isIn[2] || leaving);
			if
			:: holder[card[t]] != EVERYBODY -> missing[t] = missing[t] & ~bit(holder[card[t]])
			:: else
			fi;
			turn[t] = (begunDeals + SEATS - 1) % SEATS; /* the rotation */
			begunDeals++;
			advance(t)
		:: t < tasks && !begun[t] && kind[t] == leave && !waits(t, deal) ->
			begun[t] = true;
			missing[t] = bit(2);
			turn[t] = 2
		:: else
		fi
	}
	check()
}

proctype Seat(byte s) {
	byte x, epoch, values[POSITIONS];
end:
	do
	:: atomic { vetoes & bit(s) && !(s == 2 && stopped) ->
			for (p : 0 .. CARDS - 1) {
				if
				:: status[p] == held && holder[p] == s -> status[p + CARDS] = gone
				:: else
				fi
			}
			vetoes = vetoes & ~bit(s);
			ready = (vetoes == 0)
		}
	:: atomic { /* it makes the message of a turn */
			(isDue(s, 0) || isDue(s, 1) || isDue(s, 2) || isDue(s, 3)) && !(s == 2 && stopped) ->
			if
			:: isDue(s, 0) -> x = 0
			:: isDue(s, 1) -> x = 1
			:: isDue(s, 2) -> x = 2
			:: isDue(s, 3) -> x = 3
			fi;
			epoch = redeals;
			for (p : 0 .. POSITIONS - 1) { values[p] = layers[p] }
		}
		atomic { /* and it is read */
			if
			:: epoch != redeals || !isDue(s, x) /* void */
			:: else ->
				missing[x] = missing[x] & ~bit(s);
				if
				:: kind[x] == deal ->
					assert(values[card[x]] == layers[card[x]]);
					assert(layers[card[x]] & bit(s)); /* or nothing is taken off */
					layers[card[x]] = values[card[x]] & ~bit(s);
					advance(x)
				:: else ->
					for (p : 0 .. POSITIONS - 1) {
						if
						:: left(p) ->
							assert(values[p] == layers[p]);
							layers[p] = values[p] & ~bit(s)
						:: else
						fi
					}
					leaving = false;
					done[x] = true
				fi
			fi;
			for (p : 0 .. POSITIONS - 1) { values[p] = 0 }
			x = 0; epoch = 0;
			goOn()
		}
	od
}

inline clear() {
	for (t : 0 .. TASKS - 1) {
		kind[t] = 0; card[t] = 0; turn[t] = 0; missing[t] = 0; begun[t] = false; done[t] = false
	}
	tasks = 0
}

proctype Game() {
	byte x, to;
	do
	:: atomic { ready && deals < DEALS && tasks < TASKS ->
			select(x : 0 .. POSITIONS - 1);
			select(to : 0 .. EVERYBODY);
			if
			:: status[x] == stock && (to == EVERYBODY || isIn[to]) ->
				status[x] = dealing;
				holder[x] = to;
				kind[tasks] = deal;
				card[tasks] = x;
				tasks++;
				deals++;
				goOn()
			:: else
			fi;
			x = 0; to = 0
		}
	:: atomic { ready && isIn[2] && tasks < TASKS && !redeals ->
			isIn[2] = false;
			leaving = true;
			kind[tasks] = leave;
			tasks++;
			goOn()
		}
	:: stopped = true
	:: atomic { ready && !redeals && (isIn[2] || leaving) ->
			/* It deals again, as seat 2 is gone. Seats 0 and 1 keep what they hold. */
			redeals = 1;
			isIn[2] = false;
			leaving = false;
			clear();
			for (p : 0 .. CARDS - 1) {
				if
				:: status[p] == open -> status[p + CARDS] = gone
				:: status[p] == held && holder[p] < 2 ->
					status[p + CARDS] = stock;
#ifndef NO_VETO
					vetoes = vetoes | bit(holder[p])
#endif
				:: else -> status[p] = gone; status[p + CARDS] = stock
				fi;
				layers[p + CARDS] = 3
			}
			ready = (vetoes == 0);
			check()
		}
	:: break
	od;
#ifdef REACHED
	assert(!(redeals && status[0] == held && status[5] == open))
#endif
	/* Nobody says anything any more. */
	timeout ->
	for (p : 0 .. TASKS - 1) {
		assert(p >= tasks || done[p] || stopped)
	}
}

init {
	atomic {
		for (p : 0 .. CARDS - 1) {
			status[p] = stock;
			layers[p] = 7
		}
		run Seat(0);
		run Seat(1);
		run Seat(2);
		run Game()
	}
}

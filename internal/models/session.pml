/* Two servers play one session, or one chain (packages seedrng and commit), from one stored
 * state. A player, who may be in league with the network, sends every bet on every nonce, to
 * either server, as often and as late as it likes. A server may die at any point.
 *
 * It is checked that a nonce is drawn for one bet only, and that no bet which was sent after
 * the seed was shown gets a draw, not even one that repeats an earlier one: a chain's
 * context, or what is drawn, may differ in it.
 *
 * Each of these macros plants a fault, which is found:
 *   NO_COMPARISON  the store takes any state, not only the successor of the one it holds
 *   STALE_DRAW     a repeated draw is answered from memory, without storing the state again
 *   ANSWER_FIRST   an answer goes out before the state is stored
 */

#define NONCES 2

typedef Session {
	byte next;        /* nonce */
	byte bet[NONCES]; /* 1 or 2, when it is drawn */
	bool revealed
};

Session db;
bool shown;            /* the seed, to everybody */
byte answered[NONCES]; /* the bets that got a draw */

#define same(a, b) (a.next == b.next && a.bet[0] == b.bet[0] && a.bet[1] == b.bet[1] && a.revealed == b.revealed)

inline copy(a, b) {
	a.next = b.next;
	a.bet[0] = b.bet[0];
	a.bet[1] = b.bet[1];
	a.revealed = b.revealed
}

/* Stores a state if the database holds the one before it, and says whether it did. */
inline store(old, new) {
#ifdef NO_COMPARISON
	stored = true;
#else
	stored = same(old, db);
#endif
	if
	:: stored -> copy(db, new); copy(old, new)
	:: else
	fi
}

inline answer() {
	assert(!late && (answered[nonce] == 0 || answered[nonce] == bet));
	answered[nonce] = bet
}

proctype Server() {
	Session old, new;
	byte nonce, bet;
	bool late, stored;
load:
	atomic { copy(old, db) } /* at the start, and whenever a store was refused */
	do
	:: atomic { /* a bet comes */
			select(nonce : 0 .. NONCES - 1);
			select(bet : 1 .. 2);
			late = shown
		}
		if
		:: atomic { !old.revealed && nonce == old.next ->
				copy(new, old);
				new.bet[nonce] = bet;
				new.next++
			}
#ifdef ANSWER_FIRST
			atomic { answer() }
#endif
			atomic { store(old, new) }
			if
			:: atomic { stored -> answer() }
			:: !stored -> goto load
			fi
		:: atomic { !old.revealed && nonce < old.next && old.bet[nonce] == bet ->
				stored = true; /* a repeated bet */
#ifndef STALE_DRAW
				copy(new, old);
				store(old, new)
#endif
			}
			if
			:: atomic { stored -> answer() }
			:: !stored -> goto load
			fi
		:: old.revealed || nonce > old.next || (nonce < old.next && old.bet[nonce] != bet) -> skip
		fi
	:: atomic { !old.revealed -> /* it is asked for the seed */
			copy(new, old);
			new.revealed = true
		}
		atomic { store(old, new) }
		if
		:: atomic { stored -> shown = true }
		:: !stored -> goto load
		fi
	:: goto load /* it dies here, or after a store without an answer */
	:: old.revealed -> break
	od;
#ifdef REACHED
	assert(answered[0] == 0 || answered[1] == 0)
#endif
}

init { atomic { run Server(); run Server() } }

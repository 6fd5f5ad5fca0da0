/* A seat of a hand (package sra/hand), on a board that forks.
 *
 * The seat reads a sequence item by item, and at any place says what it owes there, or its
 * leave in advance. Before a message can be seen, the head of what it has read is stored, or
 * nothing is said. Its process may die at any point. The next one reads from the beginning,
 * and says nothing before it has read what was stored. Once, at any place, the board begins a
 * second sequence; a process that has read no further is shown either, and so is a new one.
 * The first sequence may be shown without its end from then on.
 *
 * It is checked that of the two sequences, the seat has spoken after the place where they part
 * in one alone: whoever can have it speak in both sees its closed cards.
 *
 * Each of these macros plants a fault, which is found:
 *   SAY_FIRST          a message can be seen before the head is stored
 *   LEAVE_NOT_STORED   nothing is stored before a leave in advance
 *   STORE_FAILS        a message is said although its head couldn't be stored
 *   NO_AWAIT           a new process speaks before it has read what was stored
 *   ONLY_LENGTH        it waits for as many items as it had read, and not for their head
 *   OLD_STORE          the store returns what was stored before
 */

#define LENGTH 4

byte length[2], common = LENGTH; /* the places that the two sequences share */
bool forked;
byte said[2];                    /* the furthest place of each where the seat has spoken */

byte shown, at;                  /* the sequence that its process reads, and how much it has read */
byte made;                       /* 1 + the place of a message that is not said yet, or 0 */
byte sequence, read, oldSequence, oldRead; /* what is stored */

#ifdef ONLY_LENGTH
#define found (at >= read)
#else
#define found (at >= read && (sequence == shown || read <= common))
#endif
#ifdef NO_AWAIT
#undef found
#define found true
#endif

inline store() {
	oldSequence = sequence; oldRead = read;
	sequence = shown; read = at
}

inline say(place) {
	said[shown] = (place > said[shown] -> place : said[shown]);
	assert(!forked || said[0] <= common || said[1] <= common);
#ifdef REACHED
	assert(!(forked && said[1] > common && length[0] > common));
#endif
}

active proctype Seat() {
end:
	do
	:: at < length[shown] -> at++
#ifdef SAY_FIRST
	:: atomic { !made && found -> say(at); made = 1 }
	:: atomic { made -> store(); made = 0 }
#else
	:: atomic { !made && found ->
			if
			:: store(); made = 1 + at
#ifdef STORE_FAILS
			:: made = 1 + at
#endif
			:: skip /* it could not be stored */
			fi
		}
	:: atomic { made -> say(made - 1); made = 0 } /* it may have read on */
#endif
#ifdef LEAVE_NOT_STORED
	:: atomic { !made && found -> say(at) }
#endif
	:: atomic { true -> /* it dies */
			made = 0;
			at = 0;
#ifdef OLD_STORE
			sequence = oldSequence; read = oldRead;
#endif
			if
			:: shown = 0
			:: forked -> shown = 1
			fi
		}
	od
}

active proctype Board() {
	byte b;
end:
	do
	:: atomic { length[0] < LENGTH -> length[0]++ }
	:: atomic { forked && length[1] < LENGTH -> length[1]++ }
	:: atomic { !forked ->
			select(b : 0 .. LENGTH - 1);
			if
			:: b <= length[0] -> forked = true; common = b; length[1] = b
			:: else
			fi;
			b = 0
		}
	:: atomic { forked && at <= common && !made -> shown = 1 - shown }
	od
}

package record_test

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/squaredeal/squaredeal/commit/record"
)

// predict returns the head of a seat's statement before the seat has signed it: the
// digest leaves out the signature.
func predict(t *testing.T, table record.Table, seat int, heads []record.Head, message string) record.Head {
	t.Helper()
	st, err := record.DecodeUnsigned(table, record.SignUnsigned(table, seat, heads, []byte(message)))
	if err != nil {
		t.Fatal(err)
	}
	return record.Head{Count: st.Number() + 1, Digest: st.Digest()}
}

// readAgain fails unless the stored state holds what the log does. It returns the log
// that goes on from there.
func readAgain(t *testing.T, log record.Log, d *disk) record.Log {
	t.Helper()
	read, err := record.ParseLog(d.held, d.store)
	if err != nil {
		t.Fatalf("an honest seat's newest state can't be read: %v", err)
	}
	if !bytes.Equal(read.Transcript(), log.Transcript()) || len(read.Statements()) != len(log.Statements()) {
		t.Fatal("an honest seat's newest state reads differently")
	}
	return read
}

// A cheat names what an honest seat is about to say, and contradicts that afterwards,
// with digests in either order. The honest seat's state remains readable, and the
// cheat's first statement can be heard when it comes again.
func TestPredictedDigest(t *testing.T) {
	table := tableOf(t, 3, "predicted")
	none := nothingHeard(table)
	x := predict(t, table, 0, none, "check")
	first := record.Sign(table, 1, keyOf(t, 1), []record.Head{x, none[1], none[2]}, []byte("y"))
	made := record.Head{Count: 1, Digest: record.Digest{1}}
	for i := range byte(10) {
		second := record.Sign(table, 1, keyOf(t, 1), []record.Head{x, none[1], made}, []byte{i})
		logs, disks := logsOf(t, table)
		if _, err := logs[0].Hear(first); !errors.Is(err, record.ErrEarly) {
			t.Fatal(err)
		}
		say(t, logs[0], 0, "check")
		if n := logs[0].Early(); n != 0 {
			t.Errorf("%d statements are kept as early, although they can be heard", n)
		}
		if _, err := logs[0].Hear(second); !errors.Is(err, record.ErrEarly) {
			t.Error(err)
		}
		readAgain(t, logs[0], disks[0])
		heard, err := logs[0].Hear(first)
		var proof *record.Equivocation
		if len(heard) != 1 || !errors.As(err, &proof) || proof.Seat() != 1 {
			t.Error(heard, err)
		}
		readAgain(t, logs[0], disks[0])
	}
}

// A failed store drops nothing.
func TestPredictedDigestStoreFailure(t *testing.T) {
	table := tableOf(t, 2, "predicted")
	none := nothingHeard(table)
	x := predict(t, table, 0, none, "check")
	logs, disks := logsOf(t, table)
	logs[0].Hear(record.Sign(table, 1, keyOf(t, 1), []record.Head{x, none[1]}, nil))
	disks[0].fail = errors.New("disk full")
	if _, err := logs[0].Say(0, []byte("check")); !errors.Is(err, disks[0].fail) || logs[0].Early() != 1 {
		t.Error(err, logs[0].Early())
	}
}

// A seat that goes on from an old state hears what answers its lost statement, and
// says the same again: the answer must come again, and is heard then.
func TestOldStateSaysTheSame(t *testing.T) {
	table := tableOf(t, 2, "old")
	logs, disks := logsOf(t, table)
	old := disks[0].held
	lost := say(t, logs[0], 0, "hello")
	hear(t, logs[1], lost)
	answer := say(t, logs[1], 0, "answer")

	d := &disk{held: old}
	again, err := record.ParseLog(old, d.store)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := again.Hear(answer); !errors.Is(err, record.ErrEarly) {
		t.Fatal(err)
	}
	if !bytes.Equal(say(t, again, 0, "hello"), lost) {
		t.Fatal("the same message makes another statement")
	}
	if n := again.Early(); n != 0 {
		t.Errorf("%d statements are kept as early, although they can be heard", n)
	}
	if heard := hear(t, again, answer); len(heard) != 1 {
		t.Errorf("%d statements heard", len(heard))
	}
	readAgain(t, again, d)
}

// Two honest seats restart at random, and a cheat names what they have said, what
// they may say next, and what nobody said: every state reads as the log that wrote
// it, and nobody but the cheat is guilty.
func TestRandomPredictions(t *testing.T) {
	table := tableOf(t, 3, "random")
	texts := []string{"", "a"}
	for seed := range runsOf(400) {
		rng := rand.New(rand.NewPCG(uint64(seed), 11))
		text := func() string { return texts[rng.IntN(len(texts))] }
		logs, disks := logsOf(t, table)
		var sent [][]byte
		known := make([]map[int][]record.Digest, 3) // of each seat, by number
		for seat := range known {
			known[seat] = make(map[int][]record.Digest)
		}
		note := func(seat int, h record.Head) {
			known[seat][h.Count-1] = append(known[seat][h.Count-1], h.Digest)
		}
		publish := func(statement []byte) {
			st, err := record.DecodeUnsigned(table, statement)
			if err != nil {
				t.Fatal(err)
			}
			sent = append(sent, statement)
			note(st.Seat(), record.Head{Count: st.Number() + 1, Digest: st.Digest()})
		}
		headsOf := func(log record.Log) []record.Head {
			heads := nothingHeard(table)
			for seat := range heads {
				if n := log.Count(seat); n > 0 {
					last, _ := log.Statement(seat, n-1)
					heads[seat] = record.Head{Count: n, Digest: last.Digest()}
				}
			}
			return heads
		}
		cheat := func(log record.Log) {
			heads := headsOf(log)
			for seat := range heads {
				if rng.IntN(3) == 0 {
					continue
				}
				n := rng.IntN(4)
				if digests := known[seat][n-1]; len(digests) > 0 {
					heads[seat] = record.Head{Count: n, Digest: digests[rng.IntN(len(digests))]}
				} else if n > 0 && rng.IntN(4) == 0 {
					heads[seat] = record.Head{Count: n, Digest: record.Digest{byte(rng.IntN(3))}}
				}
			}
			publish(record.Sign(table, 2, keyOf(t, 2), heads, []byte(text())))
		}
		for range 45 {
			honest := rng.IntN(2)
			log := logs[honest]
			switch step := rng.IntN(10); {
			case step < 2:
				message := text()
				if rng.IntN(2) == 0 {
					note(honest, predict(t, table, honest, headsOf(log), message))
					cheat(log)
					log.Hear(sent[len(sent)-1])
				}
				publish(say(t, log, log.Count(honest), message))
			case step < 5:
				cheat(log)
			case step < 8 && len(sent) > 0:
				log.Hear(sent[rng.IntN(len(sent))])
			default:
				if read := readAgain(t, log, disks[honest]); rng.IntN(2) == 0 {
					logs[honest] = read
				}
			}
		}
		for honest, log := range logs[:2] {
			readAgain(t, log, disks[honest])
		}
		merged, err := record.Merge(table, logs[0].Transcript(), logs[1].Transcript())
		if err != nil {
			t.Fatal(err)
		}
		for _, log := range logs[:2] {
			merged.Equivocations = append(merged.Equivocations, log.Equivocations()...)
		}
		for _, proof := range merged.Equivocations {
			if proof.Seat() != 2 {
				t.Fatalf("run %d: honest seat %d is shown guilty", seed, proof.Seat())
			}
		}
		for _, st := range append(merged.Statements, merged.Loose...) {
			if _, err := merged.Past(st); st.Seat() != 2 && err != nil {
				t.Fatalf("run %d: the past of a statement of honest seat %d: %v", seed, st.Seat(), err)
			}
		}
	}
}

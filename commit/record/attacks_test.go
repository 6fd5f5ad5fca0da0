package record_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/squaredeal/squaredeal/commit/record"
)

// ask lets a log ask for all that it lacks, as its claims say, until it lacks nothing
// that others can show.
func ask(t *testing.T, logs []record.Log, seat int) {
	t.Helper()
	for again := true; again; {
		again = false
		for _, claim := range logs[seat].Claims() {
			for number := logs[seat].Count(claim.Seat); number < claim.Head.Count; number++ {
				st, ok := logs[claim.By].Statement(claim.Seat, number)
				if !ok {
					break
				}
				heard, _ := logs[seat].Hear(st.Bytes())
				again = again || len(heard) > 0
			}
		}
	}
}

// A statement that its seat sent to one other only reaches all who hear that one.
func TestToSomeOnly(t *testing.T) {
	table := tableOf(t, 4, "some")
	logs, _ := logsOf(t, table)
	secretly := say(t, logs[3], 0, "to seat 0 alone")
	hear(t, logs[0], secretly)
	answer := say(t, logs[0], 0, "heard")
	for _, seat := range []int{1, 2} {
		if _, err := logs[seat].Hear(answer); !errors.Is(err, record.ErrEarly) {
			t.Fatal(err)
		}
		claims := logs[seat].Claims()
		if len(claims) != 1 || claims[0].By != 0 || claims[0].Seat != 3 || claims[0].Conflict {
			t.Fatalf("%+v", claims)
		}
		ask(t, logs, seat)
		if len(logs[seat].Statements()) != 2 || len(logs[seat].Claims()) != 0 {
			t.Errorf("seat %d holds %d statements", seat, len(logs[seat].Statements()))
		}
	}
	merged, err := record.Merge(table, logs[1].Transcript())
	if err != nil || len(merged.Equivocations) > 0 || len(merged.Statements) != 2 {
		t.Error(describe(merged), err)
	}
}

// Two statements told to different halves: as soon as the halves talk, each sees that
// something is wrong, shows what it heard, and has the proof.
func TestTwoHalves(t *testing.T) {
	table := tableOf(t, 4, "halves")
	logs, _ := logsOf(t, table)
	one, _ := logsOf(t, table)
	two, _ := logsOf(t, table)
	a, b := say(t, one[3], 0, "I call"), say(t, two[3], 0, "I fold")
	hear(t, logs[0], a)
	hear(t, logs[1], b)
	hear(t, logs[2], b)
	answer := say(t, logs[0], 0, "so you call")
	if _, err := logs[1].Hear(answer); !errors.Is(err, record.ErrEarly) {
		t.Fatal(err)
	}
	claims := logs[1].Claims()
	if len(claims) != 1 || !claims[0].Conflict || claims[0].By != 0 || claims[0].Seat != 3 {
		t.Fatalf("%+v", claims)
	}
	held, ok := logs[1].Statement(claims[0].Seat, claims[0].Head.Count-1)
	if !ok {
		t.Fatal("nothing to show")
	}
	var proof *record.Equivocation
	if _, err := logs[0].Hear(held.Bytes()); !errors.As(err, &proof) || proof.Seat() != 3 {
		t.Fatal(err)
	}
	entries, err := record.Split(proof.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	for seat, log := range logs[:3] {
		for _, entry := range entries {
			log.Hear(entry)
		}
		if proofs := log.Equivocations(); len(proofs) != 1 || proofs[0].Seat() != 3 {
			t.Errorf("seat %d holds %v", seat, proofs)
		}
	}
	for _, some := range [][]record.Log{logs[:1], logs[1:2], logs[:3]} {
		var transcripts [][]byte
		for _, log := range some {
			transcripts = append(transcripts, log.Transcript())
		}
		merged, err := record.Merge(table, transcripts...)
		if err != nil || len(merged.Equivocations) != 1 || merged.Equivocations[0].Seat() != 3 {
			t.Error(describe(merged), err)
		}
	}
}

// Silence proves nothing; that somebody was heard is proved by the others.
func TestSilence(t *testing.T) {
	table := tableOf(t, 3, "silence")
	logs, _ := logsOf(t, table)
	hello := say(t, logs[0], 0, "hello?")
	hear(t, logs[1], hello)
	say(t, logs[1], 0, "")
	merged, err := record.Merge(table, logs[0].Transcript(), logs[1].Transcript(), logs[2].Transcript())
	if err != nil || len(merged.Equivocations)+len(merged.Claims)+len(merged.Loose) > 0 {
		t.Fatal(describe(merged), err)
	}
	last := merged.Statements[1]
	if last.Seat() != 1 || last.Head(0).Count != 1 || last.Head(2).Count != 0 {
		t.Errorf("seat %d had heard %v and %v", last.Seat(), last.Head(0), last.Head(2))
	}
}

// A made-up claim keeps only its author from being heard. It is in conflict once the
// seat that it names has said something else.
func TestMadeUpClaims(t *testing.T) {
	table := tableOf(t, 3, "claims")
	for _, test := range []struct {
		count    int
		conflict bool
	}{{1, true}, {3, true}, {4, false}, {record.MaxStatements, false}} {
		logs, _ := logsOf(t, table)
		heads := nothingHeard(table)
		heads[0] = record.Head{Count: test.count, Digest: record.Digest{1}}
		lie := record.Sign(table, 2, keyOf(t, 2), heads, []byte("seat 0 has told me its cards"))
		for _, log := range logs[:2] {
			if heard, err := log.Hear(lie); heard != nil || !errors.Is(err, record.ErrEarly) {
				t.Error(heard, err)
			}
		}
		for number := range 3 {
			for seat, log := range logs[:2] {
				hear(t, logs[1-seat], say(t, log, number, "go on"))
			}
		}
		for seat, log := range logs[:2] {
			claims := log.Claims()
			if len(claims) != 1 || claims[0] != (record.Claim{By: 2, Number: 0, Seat: 0, Head: heads[0], Conflict: test.conflict}) {
				t.Errorf("seat %d: %+v", seat, claims)
			}
		}
		merged, err := record.Merge(table, appendEntry(logs[0].Transcript(), lie))
		if err != nil || len(merged.Statements) != 6 || len(merged.Loose) != 1 || len(merged.Equivocations) > 0 {
			t.Error(describe(merged), err)
		}
	}
}

// A relay that loses, repeats and reorders statements can't keep honest seats that
// ask each other from ending alike.
func TestLyingRelay(t *testing.T) {
	runs := runsOf(200)
	table := tableOf(t, 4, "relay")
	for seed := range runs {
		rng := rand.New(rand.NewPCG(uint64(seed), 7))
		logs, disks := logsOf(t, table)
		var sent [][]byte
		for i := range 20 {
			seat := rng.IntN(len(logs))
			sent = append(sent, say(t, logs[seat], logs[seat].Count(seat), fmt.Sprint("message ", i)))
			for range rng.IntN(8) {
				to := rng.IntN(len(logs))
				if _, err := logs[to].Hear(sent[rng.IntN(len(sent))]); err != nil && !errors.Is(err, record.ErrEarly) {
					t.Fatal(err)
				}
			}
			if rng.IntN(10) == 0 {
				var err error
				if logs[seat], err = record.ParseLog(disks[seat].held, disks[seat].store); err != nil {
					t.Fatal(err)
				}
			}
		}
		// Now each hears the last statement of each other seat, and asks for the rest.
		for to := range logs {
			for from, log := range logs {
				if last, ok := log.Statement(from, log.Count(from)-1); ok && from != to {
					logs[to].Hear(last.Bytes())
				}
			}
			ask(t, logs, to)
		}
		first, _ := record.Merge(table, logs[0].Transcript())
		for seat, log := range logs {
			merged, err := record.Merge(table, log.Transcript())
			if err != nil || len(merged.Statements) != 20 || describe(merged) != describe(first) {
				t.Fatalf("run %d: seat %d holds %d statements: %v", seed, seat, len(merged.Statements), err)
			}
		}
	}
}

// follow is SPEC.md's rule, written again: whether b can follow a.
func follow(a, b record.Statement) bool {
	own := a.Seat()
	ok := b.Number() > a.Number() && (b.Number() > a.Number()+1 || b.Head(own).Digest == a.Digest())
	for seat := range record.MaxSeats {
		was, is := a.Head(seat), b.Head(seat)
		if seat != own && (is.Count < was.Count || is.Count == was.Count && is.Digest != was.Digest) {
			ok = false
		}
	}
	return ok
}

// Merging looks at neighbours only, a log at one statement that it holds; that finds
// all that comparing every pair does.
func TestEveryPair(t *testing.T) {
	table := tableOf(t, 3, "pairs")
	found := 0
	for seed := range runsOf(20_000) {
		rng := rand.New(rand.NewPCG(uint64(seed), 11))
		var all []record.Statement
		var transcript []byte
		heads := nothingHeard(table)
		for range 2 + rng.IntN(5) {
			switch rng.IntN(12) {
			case 0:
				heads[0].Count = rng.IntN(6)
			case 1:
				heads[1+rng.IntN(2)].Count += rng.IntN(5) - 2
			case 2:
				heads[1+rng.IntN(2)].Digest = record.Digest{byte(rng.IntN(3))}
			default:
				heads[1].Count += rng.IntN(2)
			}
			for seat := range heads {
				if heads[seat].Count = max(0, heads[seat].Count); heads[seat].Count == 0 {
					heads[seat].Digest = table.Digest()
				}
			}
			raw := record.SignUnsigned(table, 0, heads, nil)
			st, err := record.DecodeUnsigned(table, raw)
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, st)
			if heads[0] = (record.Head{Count: st.Number() + 1, Digest: st.Digest()}); rng.IntN(4) > 0 { // not all are shown
				transcript = appendEntry(transcript, raw)
			} else {
				all = all[:len(all)-1]
			}
		}
		guilty := false
		for _, a := range all {
			for _, b := range all {
				guilty = guilty || a.Digest() != b.Digest() && !follow(a, b) && !follow(b, a)
			}
		}
		merged := record.MergeUnsigned(table, transcript)
		if guilty != (len(merged.Equivocations) == 1) {
			t.Fatalf("run %d: guilty is %v, and merging finds %v", seed, guilty, merged.Equivocations)
		}
		log, err := record.GenerateLog(table, 1, keyOf(t, 1), keep)
		if err != nil {
			t.Fatal(err)
		}
		rng.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		for _, st := range all {
			log.HearUnsigned(st.Bytes())
		}
		if guilty != (len(log.Equivocations()) == 1) {
			t.Fatalf("run %d: guilty is %v, and the log finds %v", seed, guilty, log.Equivocations())
		}
		if guilty {
			found++
		}
	}
	t.Logf("guilty in %d runs", found)
}

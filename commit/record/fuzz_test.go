package record_test

import (
	"bytes"
	"errors"
	"testing"

	"github.com/squaredeal/squaredeal/commit/record"
)

// A parser that accepts bytes encodes them again as they were.
func FuzzParseStatement(f *testing.F) {
	table := tableOf(f, 3, "fuzz")
	logs, _ := logsOf(f, table)
	a := say(f, logs[0], 0, "hello")
	hear(f, logs[1], a)
	f.Add(a)
	f.Add(say(f, logs[1], 0, ""))
	f.Add(a[:len(a)-1])
	f.Fuzz(func(t *testing.T, b []byte) {
		for _, parse := range []func(record.Table, []byte) (record.Statement, error){record.ParseStatement, record.DecodeUnsigned} {
			st, err := parse(table, b)
			if err == nil && !bytes.Equal(st.Bytes(), b) {
				t.Error("another encoding")
			}
			if err == nil && !bytes.Equal(record.Encode(st), b[:len(b)-64]) {
				t.Error("another body")
			}
			if err != nil && !errors.Is(err, record.ErrMalformed) && !errors.Is(err, record.ErrSignature) {
				t.Error(err)
			}
		}
	})
}

func FuzzParseTable(f *testing.F) {
	f.Add(tableOf(f, 2, "fuzz").Bytes())
	f.Add(tableOf(f, 5, "another").Bytes())
	f.Fuzz(func(t *testing.T, b []byte) {
		table, err := record.ParseTable(b)
		if err == nil && !bytes.Equal(table.Bytes(), b) {
			t.Error("another encoding")
		}
		if err == nil {
			if again, err := record.NewTable(table.ID(), table.Keys()); err != nil || again.Digest() != table.Digest() {
				t.Error("another table")
			}
		}
	})
}

func FuzzParseEquivocation(f *testing.F) {
	table := tableOf(f, 2, "fuzz")
	one, _ := logsOf(f, table)
	two, _ := logsOf(f, table)
	say(f, one[0], 0, "a")
	say(f, two[0], 0, "b")
	merged, err := record.Merge(table, one[0].Transcript(), two[0].Transcript())
	if err != nil {
		f.Fatal(err)
	}
	f.Add(merged.Equivocations[0].Bytes())
	f.Fuzz(func(t *testing.T, b []byte) {
		proof, err := record.ParseEquivocation(table, b)
		if err == nil && !bytes.Equal(proof.Bytes(), b) {
			t.Error("another encoding")
		}
		if err == nil && proof.Seat() != 0 {
			t.Error("a forgery")
		}
	})
}

func FuzzParseLog(f *testing.F) {
	table := tableOf(f, 3, "fuzz")
	logs, disks := logsOf(f, table)
	f.Add(bytes.Clone(disks[0].held))
	hear(f, logs[0], say(f, logs[1], 0, "hello"))
	say(f, logs[0], 0, "hello")
	f.Add(bytes.Clone(disks[0].held))
	f.Fuzz(func(t *testing.T, b []byte) {
		log, err := record.ParseLog(record.Seal(b), new(disk).store)
		if err == nil && !bytes.Equal(log.State(), record.Seal(b)) {
			t.Error("another encoding")
		}
		record.ParseLog(b, new(disk).store)
	})
}

// A log that is told anything in any order stays whole: each byte picks one of the
// statements that follow, or a call. The statements needn't be signed.
func FuzzLog(f *testing.F) {
	table := tableOf(f, 3, "fuzz")
	logs, _ := logsOf(f, table)
	var seeds []byte
	for i := range 6 {
		statement := say(f, logs[i%3], i/3, "message")
		for _, log := range logs {
			hear(f, log, statement)
		}
		seeds = appendEntry(seeds, statement)
	}
	f.Add([]byte{0, 5, 4, 3, 255, 2, 1, 0, 254, 5, 253}, seeds)
	f.Add([]byte{255, 254, 253, 255}, seeds[:len(seeds)/2])
	f.Fuzz(func(t *testing.T, steps, transcript []byte) {
		entries, _ := record.Split(transcript)
		if len(steps) > 100 {
			return
		}
		var d disk
		log, err := record.GenerateLog(table, 0, keyOf(t, 0), d.store)
		if err != nil {
			t.Fatal(err)
		}
		for _, step := range steps {
			before, calls := bytes.Clone(d.held), d.calls
			var err error
			switch {
			case step == 255:
				_, err = log.Say(log.Count(0), []byte("mine"))
			case step == 254:
				log.Claims()
			case step == 253:
				_, err = log.Say(int(step)-250, []byte("another"))
			case len(entries) > 0:
				_, err = log.HearUnsigned(entries[int(step)%len(entries)])
			}
			changed := !bytes.Equal(before, d.held)
			if changed != (d.calls > calls) || changed && err != nil && !errors.Is(err, record.ErrEquivocation) {
				t.Fatalf("a change with %v", err)
			}
			if !bytes.Equal(d.held, log.State()) {
				t.Fatal("what is stored isn't what the log holds")
			}
			inOrder(t, log.Statements())
		}
		merged := record.MergeUnsigned(table, log.Transcript())
		if len(merged.Equivocations) != len(log.Equivocations()) {
			t.Fatal("merging finds other proofs")
		}
		if len(merged.Equivocations) == 0 && (len(merged.Loose) > 0 || len(merged.Statements) != len(log.Statements())) {
			t.Fatal("merging finds other statements")
		}
	})
}

// Merging takes anything, and doesn't depend on order.
func FuzzMerge(f *testing.F) {
	table := tableOf(f, 3, "fuzz")
	logs, _ := logsOf(f, table)
	for i := range 6 {
		statement := say(f, logs[i%3], i/3, "message")
		for _, log := range logs {
			hear(f, log, statement)
		}
	}
	f.Add(logs[0].Transcript(), logs[1].Transcript())
	f.Add(logs[0].Transcript()[:500], logs[1].Transcript()[:300])
	f.Fuzz(func(t *testing.T, a, b []byte) {
		signed, err := record.Merge(table, a, b)
		if err != nil || len(signed.Equivocations) > 0 || len(signed.Damage) != 2 {
			t.Fatal("a forgery: ", err)
		}
		one, two := record.MergeUnsigned(table, a, b), record.MergeUnsigned(table, b, a, b)
		if describe(one) != describe(two) {
			t.Fatal("the order matters")
		}
		inOrder(t, one.Statements)
		for _, st := range one.Loose {
			if past, err := one.Past(st); err == nil {
				inOrder(t, past)
			}
		}
	})
}

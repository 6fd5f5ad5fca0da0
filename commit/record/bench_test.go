package record_test

import (
	"crypto/ed25519"
	"fmt"
	"testing"

	"github.com/squaredeal/squaredeal/commit/record"
)

// messages are those of a hand of poker among four seats, by their lengths: keys,
// shuffles with proofs in the curve group, decryptions, and what is said.
func messages() [][]byte {
	var all [][]byte
	for range 4 {
		all = append(all, make([]byte, 200))
	}
	for range 4 {
		all = append(all, make([]byte, 52*32+8608))
	}
	for i := range 52 {
		all = append(all, make([]byte, 40+120*(i%3)))
	}
	return all
}

// played returns the logs of a hand of 60 statements, and the statements.
func played(b *testing.B) (record.Table, []record.Log, [][]byte) {
	table := tableOf(b, 4, "benchmark")
	logs, _ := logsOf(b, table)
	var statements [][]byte
	for i, message := range messages() {
		statement, err := logs[i%4].Say(i/4, message)
		if err != nil {
			b.Fatal(err)
		}
		for _, log := range logs {
			hear(b, log, statement)
		}
		statements = append(statements, statement)
	}
	return table, logs, statements
}

func keep(old, new record.LogState) error { return nil }

// A statement at the end of a hand, beside its signature alone.
func BenchmarkSay(b *testing.B) {
	_, logs, _ := played(b)
	state := logs[0].State()
	message := make([]byte, 200)
	b.Run("200/squaredeal", func(b *testing.B) {
		b.ReportAllocs()
		number := 0
		var log record.Log
		for b.Loop() {
			if number%256 == 0 {
				b.StopTimer()
				var err error
				if log, err = record.ParseLog(state, keep); err != nil {
					b.Fatal(err)
				}
				b.StartTimer()
			}
			number++
			if _, err := log.Say(log.Count(0), message); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("200/ed25519.Sign", func(b *testing.B) {
		b.ReportAllocs()
		key := ed25519.NewKeyFromSeed(keyOf(b, 0).Bytes())
		body := make([]byte, 200+280)
		for b.Loop() {
			ed25519.Sign(key, body)
		}
	})
}

func BenchmarkHear(b *testing.B) {
	table, _, statements := played(b)
	b.Run("hand/squaredeal", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			log, err := record.GenerateLog(table, 0, keyOf(b, 0), keep)
			if err != nil {
				b.Fatal(err)
			}
			for _, statement := range statements {
				if _, err := log.Hear(statement); err != nil {
					b.Fatal(err)
				}
			}
		}
	})
	b.Run("hand/ed25519.Verify", func(b *testing.B) { verifyAll(b, table, statements) })
}

func verifyAll(b *testing.B, table record.Table, statements [][]byte) {
	b.ReportAllocs()
	keys := table.Keys()
	for b.Loop() {
		for i, statement := range statements {
			body := len(statement) - ed25519.SignatureSize
			if !ed25519.Verify(keys[i%4], statement[:body], statement[body:]) {
				b.Fatal("invalid")
			}
		}
	}
}

// The record of a hand, from the logs of all four.
func BenchmarkMerge(b *testing.B) {
	table, logs, statements := played(b)
	var transcripts [][]byte
	for _, log := range logs {
		transcripts = append(transcripts, log.Transcript())
	}
	b.Run("hand/squaredeal", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			merged, err := record.Merge(table, transcripts...)
			if err != nil || len(merged.Statements) != len(statements) {
				b.Fatal(err)
			}
		}
	})
	b.Run("hand/ed25519.Verify", func(b *testing.B) { verifyAll(b, table, statements) })
}

func BenchmarkParseLog(b *testing.B) {
	table, logs, statements := played(b)
	state := logs[0].State()
	b.Run(fmt.Sprint(len(state)/1024, "KiB/squaredeal"), func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := record.ParseLog(state, keep); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run(fmt.Sprint(len(state)/1024, "KiB/ed25519.Verify"), func(b *testing.B) { verifyAll(b, table, statements) })
}

// A new table checks every key.
func BenchmarkNewTable(b *testing.B) {
	table := tableOf(b, 4, "benchmark")
	id, keys := table.ID(), table.Keys()
	b.Run("4/squaredeal", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := record.NewTable(id, keys); err != nil {
				b.Fatal(err)
			}
		}
	})
}

package record_test

import (
	"bytes"
	"crypto/ed25519"
	"encoding/gob"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"

	"github.com/squaredeal/squaredeal/commit/record"
)

// logsOf returns the logs of all seats of a table, and their disks.
func logsOf(t testing.TB, table record.Table) ([]record.Log, []*disk) {
	t.Helper()
	n := len(table.Keys())
	logs, disks := make([]record.Log, n), make([]*disk, n)
	for seat := range n {
		disks[seat] = new(disk)
		var err error
		if logs[seat], err = record.GenerateLog(table, seat, keyOf(t, seat), disks[seat].store); err != nil {
			t.Fatal(err)
		}
	}
	return logs, disks
}

func say(t testing.TB, log record.Log, number int, message string) []byte {
	t.Helper()
	statement, err := log.Say(number, []byte(message))
	if err != nil {
		t.Fatal(err)
	}
	return statement
}

func hear(t testing.TB, log record.Log, statement []byte) []record.Statement {
	t.Helper()
	heard, err := log.Hear(statement)
	if err != nil {
		t.Fatal(err)
	}
	return heard
}

func wantError(t *testing.T, err, want error, text string) {
	t.Helper()
	if !errors.Is(err, want) || !strings.Contains(fmt.Sprint(err), text) {
		t.Errorf("%v, want %v: …%s…", err, want, text)
	}
}

func TestArguments(t *testing.T) {
	table, key := tableOf(t, 2, "arguments"), keyOf(t, 0)
	store := new(disk).store
	generate := func(table record.Table, seat int, key record.Key, store func(old, new record.LogState) error) error {
		_, err := record.GenerateLog(table, seat, key, store)
		return err
	}
	wantError(t, generate(record.Table{}, 0, key, store), record.ErrMalformed, "zero Table")
	wantError(t, generate(table, 0, record.Key{}, store), record.ErrMalformed, "zero Key")
	wantError(t, generate(table, 1, key, store), record.ErrMalformed, "the key isn't that of seat 1")
	wantError(t, generate(table, 2, key, store), record.ErrMalformed, "seat 2 isn't in 0 to 1")
	wantError(t, generate(table, -1, key, store), record.ErrMalformed, "seat -1 isn't in 0 to 1")
	wantError(t, generate(table, 0, key, nil), record.ErrMalformed, "nil store function")
	for key, name := range map[string]string{
		"00": "isn't 32 bytes long",
		"0000000000000000000000000000000000000000000000000000000000000080": "has small order",
		"0100000000000000000000000000000000000000000000000000000000000000": "has small order",
		"ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f": "has small order",
		"eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f": "isn't canonical",
		"0200000000000000000000000000000000000000000000000000000000000000": "is no point of the curve",
	} {
		_, err := record.NewTable([]byte("keys"), []ed25519.PublicKey{fromHex(t, key), keyOf(t, 1).Public()})
		wantError(t, err, record.ErrMalformed, "key of seat 0 "+name)
	}
	var many []ed25519.PublicKey
	for seat := range record.MaxSeats + 1 {
		many = append(many, keyOf(t, seat).Public())
	}
	_, err := record.NewTable([]byte("many"), many)
	wantError(t, err, record.ErrMalformed, "65 seats, not 2 to 64")
	if _, err := record.NewTable([]byte("many"), many[:record.MaxSeats]); err != nil {
		t.Error(err)
	}
	if log, err := record.GenerateLog(table, 1, keyOf(t, 1), new(disk).store); err != nil || log.Seat() != 1 || log.Table() != table {
		t.Error(err)
	}
	_, err = record.ParseLog(nil, nil)
	wantError(t, err, record.ErrMalformed, "nil store function")
	for _, n := range []int{0, 31, 33, 64} {
		_, err = record.ParseKey(make([]byte, n))
		wantError(t, err, record.ErrMalformed, fmt.Sprint(n, " bytes"))
	}
	_, err = record.Merge(record.Table{})
	wantError(t, err, record.ErrMalformed, "zero Table")
	_, err = record.ParseStatement(record.Table{}, nil)
	wantError(t, err, record.ErrMalformed, "zero Table")
	_, err = record.ParseEquivocation(record.Table{}, append(make([]byte, 8), make([]byte, 8)...))
	wantError(t, err, record.ErrMalformed, "zero Table")

	log, err := record.GenerateLog(table, 0, key, store)
	if err != nil {
		t.Fatal(err)
	}
	_, err = log.Say(-1, nil)
	wantError(t, err, record.ErrState, "statement -1, when 0 have been made")
	_, err = log.Say(0, make([]byte, record.MaxMessageLen+1))
	wantError(t, err, record.ErrMalformed, "4194305 bytes")
	if log.Count(-1)+log.Count(2) != 0 {
		t.Error("no seat has statements")
	}
	for _, place := range [][2]int{{-1, 0}, {2, 0}, {0, -1}, {0, 0}} {
		if _, ok := log.Statement(place[0], place[1]); ok {
			t.Errorf("there is a statement %d", place)
		}
	}
	merged, err := record.Merge(table)
	if err != nil {
		t.Fatal(err)
	}
	_, err = merged.Past(record.Statement{})
	wantError(t, err, record.ErrMalformed, "zero Statement")
	_, err = new(record.Record).Past(record.Statement{})
	wantError(t, err, record.ErrMalformed, "zero Record")
	foreign, err := record.ParseStatement(tableOf(t, 2, "another"), record.Sign(tableOf(t, 2, "another"), 0, key, nothingHeard(tableOf(t, 2, "another")), nil))
	if err != nil {
		t.Fatal(err)
	}
	_, err = merged.Past(foreign)
	wantError(t, err, record.ErrMalformed, "another table")
}

// nothingHeard returns the heads of whoever has heard nothing.
func nothingHeard(table record.Table) []record.Head {
	heads := make([]record.Head, len(table.Keys()))
	for seat := range heads {
		heads[seat].Digest = table.Digest()
	}
	return heads
}

func TestZeroValues(t *testing.T) {
	var log record.Log
	_, err := log.Say(0, nil)
	wantError(t, err, record.ErrMalformed, "zero Log")
	_, err = log.Hear(nil)
	wantError(t, err, record.ErrMalformed, "zero Log")
	if log.Claims() != nil || log.Count(0) != 0 || log.Statements() != nil || log.Equivocations() != nil || log.Transcript() != nil {
		t.Error("a zero Log holds something")
	}
	var table record.Table
	if table.Bytes() != nil || table.ID() != nil || table.Keys() != nil || table.Digest() != (record.Digest{}) {
		t.Error("a zero Table holds something")
	}
	if log.Seat() != 0 || log.Table() != (record.Table{}) {
		t.Error("a zero Log has a place")
	}
	var proof record.Equivocation
	if first, second := proof.Statements(); proof.Bytes() != nil || first != (record.Statement{}) || second != first || proof.Error() != "record: malformed: zero Equivocation" {
		t.Error("a zero Equivocation holds something")
	}
	func() {
		defer func() {
			if recover() == nil {
				t.Error("a zero Equivocation blames a seat")
			}
		}()
		proof.Seat()
	}()
	var st record.Statement
	if st.Bytes() != nil || st.Message() != nil || st.Seat() != 0 || st.Number() != 0 || st.Head(0) != (record.Head{}) || st.Digest() != (record.Digest{}) {
		t.Error("a zero Statement holds something")
	}
	var key record.Key
	if key.Bytes() != nil || key.Public() != nil {
		t.Error("a zero Key holds something")
	}
	if (record.LogState{}).Bytes() != nil {
		t.Error("a zero LogState holds something")
	}
}

// Nothing prints or encodes a key, or a state with one.
func TestSecrets(t *testing.T) {
	table, key := tableOf(t, 2, "secrets"), keyOf(t, 0)
	var states []record.LogState
	log, err := record.GenerateLog(table, 0, key, func(old, new record.LogState) error {
		states = append(states, new)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	say(t, log, 0, "hello")
	seed := key.Bytes()
	for _, v := range []any{key, log, states[1], &key, &log, &states[1], struct{ L record.Log }{log}, struct{ K record.Key }{key}, states} {
		for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%x", "%d"} {
			text := fmt.Sprintf(verb, v)
			if strings.Contains(text, hex.EncodeToString(seed[:8])) || strings.Contains(text, fmt.Sprint(seed[:4])[1:]) {
				t.Errorf("%T prints its key under %s", v, verb)
			}
		}
		if text, err := json.Marshal(v); err == nil {
			t.Errorf("%T is encoded: %s", v, text)
		}
		if err := gob.NewEncoder(new(bytes.Buffer)).Encode(v); err == nil {
			t.Errorf("%T is encoded by gob", v)
		}
	}
	if !bytes.Contains(states[1].Bytes(), seed) {
		t.Error("this test looks for the wrong thing")
	}
	if bytes.Contains(log.Transcript(), seed) {
		t.Error("a transcript has the key")
	}
}

// What callers do to bytes that they gave or got changes nothing.
func TestAliasing(t *testing.T) {
	id, key := []byte("aliasing"), keyOf(t, 0).Public()
	table, err := record.NewTable(id, []ed25519.PublicKey{key, keyOf(t, 1).Public()})
	if err != nil {
		t.Fatal(err)
	}
	logs, disks := logsOf(t, table)
	message := []byte("hello")
	statement, err := logs[0].Say(0, message)
	if err != nil {
		t.Fatal(err)
	}
	want := bytes.Clone(statement)
	hear(t, logs[1], statement)
	state, err := record.ParseLog(disks[0].held, disks[0].store)
	if err != nil {
		t.Fatal(err)
	}
	held := bytes.Clone(disks[0].held)
	clear(message)
	clear(statement)
	clear(logs[0].Transcript())
	clear(logs[0].Statements()[0].Bytes())
	clear(logs[0].Statements()[0].Message())
	clear(table.Keys()[0])
	clear(id)
	clear(key)
	clear(table.ID())
	clear(table.Bytes())
	clear(keyOf(t, 0).Bytes())
	for i, log := range []record.Log{logs[0], logs[1], state} {
		if st, _ := log.Statement(0, 0); !bytes.Equal(st.Bytes(), want) || string(st.Message()) != "hello" {
			t.Errorf("log %d has changed", i)
		}
	}
	clear(disks[0].held)
	disks[0].held = held
	if again, err := record.NewTable(table.ID(), table.Keys()); err != nil || again.Digest() != table.Digest() {
		t.Error("the table has changed: ", err)
	}
	if again, err := state.Say(0, []byte("hello")); err != nil || !bytes.Equal(again, want) {
		t.Error("what was said has changed: ", err)
	}
}

// If storing fails, nothing has changed, whether or not the state was written; and
// nothing is seen that isn't stored.
func TestStoreFailures(t *testing.T) {
	table := tableOf(t, 2, "failures")
	fail := errors.New("disk full")
	if _, err := record.GenerateLog(table, 0, keyOf(t, 0), (&disk{fail: fail}).store); !errors.Is(err, fail) {
		t.Error(err)
	}
	logs, disks := logsOf(t, table)
	statement := say(t, logs[1], 0, "hello")
	disks[0].fail = fail
	for range 2 {
		if raw, err := logs[0].Say(0, []byte("a")); raw != nil || !errors.Is(err, fail) || logs[0].Count(0) != 0 {
			t.Error(raw, err)
		}
		if heard, err := logs[0].Hear(statement); heard != nil || !errors.Is(err, fail) || logs[0].Count(1) != 0 {
			t.Error(heard, err)
		}
	}
	disks[0].fail = nil
	if len(hear(t, logs[0], statement)) != 1 {
		t.Error("not heard after all")
	}
	first := say(t, logs[0], 0, "a")

	// The state was written, but the answer got lost.
	disks[0].lost = fail
	if _, err := logs[0].Say(1, []byte("b")); !errors.Is(err, fail) {
		t.Error(err)
	}
	disks[0].lost = nil
	if _, err := logs[0].Say(1, []byte("other")); !errors.Is(err, errConflict) {
		t.Errorf("said something else: %v", err)
	}
	restored, err := record.ParseLog(disks[0].held, disks[0].store)
	if err != nil {
		t.Fatal(err)
	}
	second := say(t, restored, 1, "b")
	if st, err := record.ParseStatement(table, second); err != nil || st.Head(0).Digest != mustParse(t, table, first).Digest() {
		t.Error("the second statement doesn't follow the first", err)
	}
	if _, err := restored.Say(1, []byte("other")); !errors.Is(err, record.ErrState) {
		t.Error(err)
	}
}

func mustParse(t testing.TB, table record.Table, statement []byte) record.Statement {
	t.Helper()
	st, err := record.ParseStatement(table, statement)
	if err != nil {
		t.Fatal(err)
	}
	return st
}

// A failure while early statements are released loses none of them.
func TestStoreFailureKeepsEarly(t *testing.T) {
	table := tableOf(t, 3, "early")
	logs, disks := logsOf(t, table)
	a := say(t, logs[1], 0, "a")
	hear(t, logs[2], a)
	b := say(t, logs[2], 0, "b")
	if _, err := logs[0].Hear(b); !errors.Is(err, record.ErrEarly) {
		t.Fatal(err)
	}
	disks[0].fail = errors.New("disk full")
	if _, err := logs[0].Hear(a); err == nil || len(logs[0].Claims()) != 1 {
		t.Fatal(err, logs[0].Claims())
	}
	disks[0].fail = nil
	if heard := hear(t, logs[0], a); len(heard) != 2 {
		t.Errorf("%d heard, not 2", len(heard))
	}
}

// However a seat crashes, and wherever, it goes on from what is stored, says every
// message once, and nobody is shown guilty.
func TestCrashes(t *testing.T) {
	table := tableOf(t, 3, "crashes")
	crash := errors.New("crash")
	// play lets all seats say three things each; after a number of calls of store, the
	// process of the seat concerned ends: before or after writing.
	play := func(calls int, written bool) (crashed bool) {
		logs, disks := logsOf(t, table)
		var sent [][]byte
		restart := func(seat int) {
			crashed = true
			disks[seat].fail, disks[seat].lost = nil, nil
			var err error
			if logs[seat], err = record.ParseLog(disks[seat].held, disks[seat].store); err != nil {
				t.Fatal(err)
			}
			for _, statement := range sent { // the network still has them
				logs[seat].Hear(statement)
			}
		}
		arm := func(seat int) {
			if calls--; calls == 0 && written {
				disks[seat].lost = crash
			} else if calls == 0 {
				disks[seat].fail = crash
			}
		}
		for number := range 3 {
			for seat := range logs {
				arm(seat)
				message := fmt.Sprintf("message %d", number)
				statement, err := logs[seat].Say(number, []byte(message))
				if err != nil {
					restart(seat)
					statement = say(t, logs[seat], number, message)
				}
				sent = append(sent, statement)
				for to := range logs {
					if to != seat {
						arm(to)
						if _, err := logs[to].Hear(statement); err != nil {
							restart(to)
							hear(t, logs[to], statement)
						}
					}
				}
			}
		}
		var transcripts [][]byte
		for seat, log := range logs {
			transcripts = append(transcripts, log.Transcript())
			if len(log.Statements()) != 9 || log.Count(seat) != 3 {
				t.Fatalf("seat %d holds %d statements after a crash at change %d", seat, len(log.Statements()), calls)
			}
		}
		merged, err := record.Merge(table, transcripts...)
		if err != nil || len(merged.Equivocations)+len(merged.Loose)+len(merged.Claims) > 0 || len(merged.Statements) != 9 {
			t.Fatalf("a crash: %s, %v", describe(merged), err)
		}
		return crashed
	}
	for calls := 1; ; calls++ {
		before, after := play(calls, false), play(calls, true)
		if !before && !after {
			if calls < 27 {
				t.Errorf("only %d crashes", calls)
			}
			return
		}
	}
}

// A second process can't go on from the same state, nor a second log be started.
func TestTwoProcesses(t *testing.T) {
	table := tableOf(t, 2, "processes")
	var d disk
	first, err := record.GenerateLog(table, 0, keyOf(t, 0), d.store)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := record.GenerateLog(table, 0, keyOf(t, 0), d.store); !errors.Is(err, errConflict) {
		t.Error(err)
	}
	second, err := record.ParseLog(d.held, d.store)
	if err != nil {
		t.Fatal(err)
	}
	say(t, first, 0, "a")
	if _, err := second.Say(0, []byte("b")); !errors.Is(err, errConflict) {
		t.Error(err)
	}
}

// The limits of a seat: the longest message, all its bytes, and early ones in
// between.
func TestLimits(t *testing.T) {
	table := tableOf(t, 2, "limits")
	logs, _ := logsOf(t, table)
	long := make([]byte, record.MaxMessageLen)
	var sent [][]byte
	for number := range 3 {
		sent = append(sent, say(t, logs[1], number, string(long)))
	}
	if _, err := logs[1].Say(3, long); !errors.Is(err, record.ErrFull) {
		t.Fatal(err)
	}
	rest := record.MaxSeatBytes - 4*len(sent[0]) + len(long)
	if _, err := logs[1].Say(3, long[:rest+1]); !errors.Is(err, record.ErrFull) {
		t.Fatal(err)
	}
	sent = append(sent, say(t, logs[1], 3, string(long[:rest])))
	if _, err := logs[1].Say(4, nil); !errors.Is(err, record.ErrFull) {
		t.Fatal(err)
	}
	if _, err := logs[0].Hear(append(bytes.Clone(sent[0]), 0)); !errors.Is(err, record.ErrMalformed) {
		t.Error(err)
	}
	heads := mustParse(t, table, sent[3])
	next := []record.Head{{Digest: table.Digest()}, {Count: 4, Digest: heads.Digest()}}
	tooMuch := record.Sign(table, 1, keyOf(t, 1), next, nil)

	// In reverse: what exceeds the limit, were it heard, gives way to what comes before.
	for _, statement := range [][]byte{tooMuch, sent[3], sent[2], sent[1]} {
		if _, err := logs[0].Hear(statement); !errors.Is(err, record.ErrEarly) {
			t.Fatal(err)
		}
	}
	if heard := hear(t, logs[0], sent[0]); len(heard) != 4 {
		t.Errorf("%d heard, not 4", len(heard))
	}
	if _, err := logs[0].Hear(tooMuch); !errors.Is(err, record.ErrFull) {
		t.Error(err)
	}
	if bytes := len(logs[0].Transcript()) - 4*8; bytes != record.MaxSeatBytes {
		t.Errorf("%d bytes of a seat, not %d", bytes, record.MaxSeatBytes)
	}
	// Nor does a state hold more.
	for entry, want := range map[string]error{"": nil, string(tooMuch): record.ErrMalformed} {
		transcript := logs[0].Transcript()
		if entry != "" {
			transcript = appendEntry(transcript, []byte(entry))
		}
		if _, err := record.ParseLog(logs[0].StateWith(transcript), new(disk).store); !errors.Is(err, want) {
			t.Errorf("%v, want %v", err, want)
		}
	}
	// What is kept early has a limit, and gives way to what is heard as far as need be.
	liar, _ := logsOf(t, table)
	junk := func(number int) {
		made := []record.Head{{Digest: table.Digest()}, {Count: number, Digest: record.Digest{1}}}
		if _, err := liar[0].Hear(record.Sign(table, 1, keyOf(t, 1), made, long)); !errors.Is(err, record.ErrEarly) {
			t.Fatal(err)
		}
	}
	for _, number := range []int{11, 11, 13, 9, 7, 5} {
		junk(number)
	}
	for heard, kept := range []int{3, 2, 1, 0} {
		if heard > 0 {
			hear(t, liar[0], sent[heard-1])
		}
		if n := liar[0].Early(); n != kept {
			t.Errorf("%d early statements are kept beside %d heard, not %d", n, heard, kept)
		}
	}
	junk(11)
	// The same statement is kept once.
	small, _ := logsOf(t, table)
	for range 3 {
		small[0].Hear(tooMuch)
	}
	if n := small[0].Early(); n != 1 {
		t.Errorf("%d early statements are kept, not 1", n)
	}
	// A proof is taken even from a seat that has no room left.
	other := record.Sign(table, 1, keyOf(t, 1), []record.Head{{Digest: table.Digest()}, {Count: 4, Digest: table.Digest()}}, nil)
	if _, err := logs[0].Hear(other); !errors.Is(err, record.ErrEquivocation) {
		t.Error(err)
	}
	// A statement longer than any is refused before anything is read.
	if _, err := record.ParseStatement(table, make([]byte, len(sent[0])+1)); !errors.Is(err, record.ErrMalformed) || !strings.Contains(err.Error(), "more than") {
		t.Error(err)
	}
	if _, err := record.ParseStatement(table, record.Sign(table, 1, keyOf(t, 1), nothingHeard(table), make([]byte, record.MaxMessageLen+1))); !errors.Is(err, record.ErrMalformed) {
		t.Error(err)
	}
}

// A seat has MaxStatements statements at most.
func TestMostStatements(t *testing.T) {
	log, err := record.GenerateLog(tableOf(t, 2, "most"), 0, keyOf(t, 0), new(disk).store)
	if err != nil {
		t.Fatal(err)
	}
	log.Fill(record.MaxStatements - 1)
	say(t, log, record.MaxStatements-1, "the last")
	if _, err := log.Say(record.MaxStatements, nil); !errors.Is(err, record.ErrFull) {
		t.Error(err)
	}
}

func TestConcurrency(t *testing.T) {
	table := tableOf(t, 4, "concurrency")
	logs, _ := logsOf(t, table)
	var wg sync.WaitGroup
	for seat := range logs {
		wg.Go(func() {
			for number := range 5 {
				statement, err := logs[seat].Say(number, []byte{byte(number)})
				if err != nil {
					t.Error(err)
				}
				for to := range logs {
					wg.Go(func() {
						logs[to].Hear(statement)
						logs[to].Claims()
						logs[to].Transcript()
						logs[to].Statements()
					})
				}
			}
		})
	}
	wg.Wait()
	for again := true; again; {
		again = false
		for _, from := range logs {
			for _, st := range from.Statements() {
				for _, to := range logs {
					if heard, err := to.Hear(st.Bytes()); err == nil && len(heard) > 0 {
						again = true
					}
				}
			}
		}
	}
	for seat, log := range logs {
		if len(log.Statements()) != 20 || len(log.Claims()) > 0 {
			t.Errorf("seat %d holds %d statements", seat, len(log.Statements()))
		}
	}
}

// Every bit of a statement matters: altered, it is refused and changes nothing.
func TestEveryBit(t *testing.T) {
	table := tableOf(t, 2, "bits")
	logs, disks := logsOf(t, table)
	statement := say(t, logs[1], 0, "hello")
	held := bytes.Clone(disks[0].held)
	for i := range 8 * len(statement) {
		altered := bytes.Clone(statement)
		altered[i/8] ^= 1 << (i % 8)
		if _, err := logs[0].Hear(altered); !errors.Is(err, record.ErrMalformed) && !errors.Is(err, record.ErrSignature) {
			t.Fatalf("bit %d: %v", i, err)
		}
	}
	if !bytes.Equal(held, disks[0].held) || len(logs[0].Claims()) > 0 {
		t.Error("the log has changed")
	}
	// The same for a state.
	say(t, logs[0], 0, "hello")
	for i := range 8 * len(disks[0].held) {
		altered := bytes.Clone(disks[0].held)
		altered[i/8] ^= 1 << (i % 8)
		if _, err := record.ParseLog(altered, disks[0].store); !errors.Is(err, record.ErrMalformed) {
			t.Fatalf("bit %d: %v", i, err)
		}
	}
}

// A damaged transcript never makes the record hold more, or anybody guilty.
func TestDamage(t *testing.T) {
	table := tableOf(t, 3, "damage")
	logs, _ := logsOf(t, table)
	for i := range 12 {
		statement := say(t, logs[i%3], i/3, "message")
		for _, log := range logs {
			hear(t, log, statement)
		}
	}
	transcript := logs[0].Transcript()
	whole, err := record.Merge(table, transcript)
	if err != nil || len(whole.Statements) != 12 {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for range runsOf(2000) {
		damaged := bytes.Clone(transcript)
		switch from, to := rng.IntN(len(damaged)), rng.IntN(len(damaged)); rng.IntN(4) {
		case 0:
			damaged = damaged[:from]
		case 1:
			damaged = append(damaged[:min(from, to):min(from, to)], damaged[max(from, to):]...)
		case 2:
			damaged[from] ^= byte(1 + rng.IntN(255))
		case 3:
			damaged = append(damaged[:max(from, to):max(from, to)], damaged[min(from, to):]...)
		}
		merged, err := record.Merge(table, damaged)
		if err != nil || len(merged.Equivocations) > 0 || len(merged.Statements)+len(merged.Loose) > 12 {
			t.Fatalf("%v: %s", err, describe(merged))
		}
		inOrder(t, merged.Statements)
		again, err := record.Merge(table, damaged, transcript, damaged)
		if err != nil {
			t.Fatal(err)
		}
		if describe(again) != describe(whole) {
			t.Fatalf("damage matters beside a whole transcript: %s", describe(again))
		}
	}
}

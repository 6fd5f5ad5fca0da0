package record_test

import (
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/squaredeal/squaredeal/commit/record"
)

// keyOf returns the key of a seat, the same in every run.
func keyOf(t testing.TB, seat int) record.Key {
	t.Helper()
	seed := sha256.Sum256(fmt.Appendf(nil, "key %d", seat))
	key, err := record.ParseKey(seed[:])
	if err != nil {
		t.Fatal(err)
	}
	return key
}

// tableOf returns a table of n seats.
func tableOf(t testing.TB, n int, id string) record.Table {
	t.Helper()
	var keys []ed25519.PublicKey
	for seat := range n {
		keys = append(keys, keyOf(t, seat).Public())
	}
	table, err := record.NewTable([]byte(id), keys)
	if err != nil {
		t.Fatal(err)
	}
	return table
}

var errConflict = errors.New("the stored state is another one")

// A disk replaces just the state that it holds, as a database should.
type disk struct {
	held  []byte
	fail  error // returned, and nothing is written
	lost  error // returned, although the state was written
	calls int
}

func (d *disk) store(old, new record.LogState) error {
	d.calls++
	if d.fail != nil {
		return d.fail
	}
	if !bytes.Equal(old.Bytes(), d.held) {
		return errConflict
	}
	d.held = new.Bytes()
	return d.lost
}

// A run is a game with honest seats, lying ones, and a network that loses, delays,
// repeats, alters and reorders.
type run struct {
	t      testing.TB
	rng    *rand.Rand
	table  record.Table
	signed bool
	honest []bool
	disks  []*disk
	logs   []record.Log    // of honest seats
	sent   [][]byte        // all that anybody ever sent
	bySeat [][][]byte      // the same by signer
	heads  [][]record.Head // of seats: heads that could be claimed of them
	lies   [][][]record.Head
}

var runTables = func() func(t testing.TB) []record.Table {
	var once sync.Once
	tables := make([]record.Table, 5)
	return func(t testing.TB) []record.Table {
		once.Do(func() {
			for n := 2; n < len(tables); n++ {
				tables[n] = tableOf(t, n, "run")
			}
		})
		return tables
	}
}()

func newRun(t testing.TB, seed uint64, signed bool) *run {
	rng := rand.New(rand.NewPCG(seed, 0))
	n := 2 + rng.IntN(3)
	r := &run{t: t, rng: rng, table: runTables(t)[n], signed: signed}
	r.honest = make([]bool, n)
	for seat := range r.honest {
		r.honest[seat] = rng.IntN(3) > 0
	}
	r.honest[rng.IntN(n)] = true
	r.disks, r.logs = make([]*disk, n), make([]record.Log, n)
	r.bySeat, r.heads, r.lies = make([][][]byte, n), make([][]record.Head, n), make([][][]record.Head, n)
	for seat := range n {
		r.heads[seat] = []record.Head{{Count: 0, Digest: r.table.Digest()}}
		if r.honest[seat] {
			var err error
			r.disks[seat] = new(disk)
			if r.logs[seat], err = record.GenerateLog(r.table, seat, keyOf(t, seat), r.disks[seat].store); err != nil {
				t.Fatal(err)
			}
		} else {
			r.lies[seat] = [][]record.Head{nothingHeard(r.table)}
		}
	}
	return r
}

func digestOf(statement []byte) record.Digest {
	return sha256.Sum256(statement[:len(statement)-ed25519.SignatureSize])
}

func (r *run) publish(seat, number int, statement []byte) {
	r.sent = append(r.sent, statement)
	r.bySeat[seat] = append(r.bySeat[seat], statement)
	r.heads[seat] = append(r.heads[seat], record.Head{Count: number + 1, Digest: digestOf(statement)})
}

func (r *run) say(seat int) {
	number := r.logs[seat].Count(seat)
	if r.rng.IntN(8) == 0 { // the store fails, or says so
		failing := errors.New("failing")
		if r.rng.IntN(2) == 0 {
			r.disks[seat].fail = failing
		} else {
			r.disks[seat].lost = failing
		}
	}
	statement, err := r.logs[seat].Say(number, []byte{byte(r.rng.IntN(3))})
	lost := r.disks[seat].lost != nil
	r.disks[seat].fail, r.disks[seat].lost = nil, nil
	switch {
	case err == nil:
		r.publish(seat, number, statement)
	case lost:
		r.restart(seat)
	}
}

// restart goes on from the stored state.
func (r *run) restart(seat int) {
	if !r.signed {
		r.disks[seat].held = r.logs[seat].State() // what was written isn't known, and was never sent
		return
	}
	log, err := record.ParseLog(r.disks[seat].held, r.disks[seat].store)
	if err != nil {
		r.t.Fatal(err)
	}
	r.logs[seat] = log
}

// lie makes a statement of a dishonest seat, which often is what an honest one could
// have made.
func (r *run) lie(seat int) {
	base := r.lies[seat][len(r.lies[seat])-1]
	if r.rng.IntN(4) == 0 {
		base = r.lies[seat][r.rng.IntN(len(r.lies[seat]))]
	}
	heads := slices.Clone(base)
	for other := range heads {
		if other != seat && r.rng.IntN(2) == 0 {
			known := r.heads[other]
			heads[other] = known[len(known)-1]
			switch r.rng.IntN(12) {
			case 0:
				heads[other] = known[r.rng.IntN(len(known))]
			case 1:
				heads[other].Count++
			case 2:
				heads[other] = record.Head{Count: 1 + r.rng.IntN(4), Digest: sha256.Sum256([]byte{byte(r.rng.IntN(3))})}
			}
		}
	}
	switch r.rng.IntN(16) {
	case 0:
		heads[seat].Count++
	case 1:
		heads[seat] = record.Head{Count: 1 + r.rng.IntN(4), Digest: sha256.Sum256(nil)}
	}
	var statement []byte
	message := []byte{byte(r.rng.IntN(3))}
	if r.signed {
		statement = record.Sign(r.table, seat, keyOf(r.t, seat), heads, message)
	} else {
		statement = record.SignUnsigned(r.table, seat, heads, message)
	}
	number := heads[seat].Count
	r.publish(seat, number, statement)
	heads[seat] = record.Head{Count: number + 1, Digest: digestOf(statement)}
	r.lies[seat] = append(r.lies[seat], heads)
}

// deliver gives a log a statement, and checks what the log says of it.
func (r *run) deliver(to int, statement []byte) {
	hear := r.logs[to].Hear
	if !r.signed {
		hear = r.logs[to].HearUnsigned
	}
	_, err := hear(statement)
	var proof *record.Equivocation
	if errors.As(err, &proof) && r.honest[proof.Seat()] {
		r.t.Fatalf("seat %d is honest: %v", proof.Seat(), err)
	}
	if errors.Is(err, record.ErrState) || errors.Is(err, record.ErrFull) {
		r.t.Fatal(err)
	}
	for _, claim := range r.logs[to].Claims() {
		if claim.Conflict && r.honest[claim.By] && r.honest[claim.Seat] {
			r.t.Fatalf("two honest seats in a conflict: %+v", claim)
		}
	}
}

func (r *run) step() {
	seat := r.rng.IntN(len(r.honest))
	switch r.rng.IntN(8) {
	case 0, 1, 2:
		if r.honest[seat] {
			r.say(seat)
		} else {
			r.lie(seat)
		}
	case 3:
		if r.honest[seat] {
			r.restart(seat)
		}
	default:
		if !r.honest[seat] || len(r.sent) == 0 {
			return
		}
		for range 1 + r.rng.IntN(3) {
			statement := r.sent[r.rng.IntN(len(r.sent))]
			if r.rng.IntN(2) == 0 {
				statement = r.sent[max(0, len(r.sent)-1-r.rng.IntN(3))]
			}
			if r.signed && r.rng.IntN(16) == 0 {
				statement = slices.Clone(statement)
				statement[r.rng.IntN(len(statement))] ^= 1 << r.rng.IntN(8)
			}
			r.deliver(seat, statement)
		}
	}
}

func (r *run) merge(transcripts ...[]byte) *record.Record {
	if !r.signed {
		return record.MergeUnsigned(r.table, transcripts...)
	}
	merged, err := record.Merge(r.table, transcripts...)
	if err != nil {
		r.t.Fatal(err)
	}
	return merged
}

// transcripts returns those of the honest seats.
func (r *run) transcripts() [][]byte {
	var all [][]byte
	for seat, honest := range r.honest {
		if honest {
			all = append(all, r.logs[seat].Transcript())
		}
	}
	return all
}

func guilty(m *record.Record) map[int]bool {
	seats := make(map[int]bool)
	for _, proof := range m.Equivocations {
		seats[proof.Seat()] = true
	}
	return seats
}

// check looks for all that the package promises, in what the honest logs hold.
func (r *run) check() (equivocations int) {
	t := r.t
	logs := r.transcripts()
	merged := r.merge(logs...)
	named := guilty(merged)
	for seat := range named {
		if r.honest[seat] {
			t.Fatalf("seat %d is honest, and shown guilty", seat)
		}
	}

	// Every equivocation that honest logs hold is found.
	said := make(map[[2]int]record.Digest)
	for _, log := range r.logs {
		for _, st := range log.Statements() {
			place := [2]int{st.Seat(), st.Number()}
			if other, ok := said[place]; ok && other != st.Digest() && !named[st.Seat()] {
				t.Fatalf("seat %d said two things, and isn't named", st.Seat())
			}
			said[place] = st.Digest()
		}
		for _, proof := range log.Equivocations() {
			if !named[proof.Seat()] {
				t.Fatalf("a proof against seat %d is lost", proof.Seat())
			}
		}
	}

	// Honest seats have heard nothing that honest logs don't hold, and no contradiction.
	for seat, log := range r.logs {
		for _, st := range log.Statements() {
			if st.Seat() != seat {
				continue
			}
			past, err := merged.Past(st)
			if err != nil {
				t.Fatalf("the past of statement %d of seat %d: %v", st.Number(), seat, err)
			}
			inOrder(t, past)
		}
	}
	inOrder(t, merged.Statements)
	if len(named) == 0 && len(merged.Loose)+len(merged.Claims) > 0 {
		t.Fatalf("%d statements are loose, %d claims", len(merged.Loose), len(merged.Claims))
	}

	// Order and repetition don't matter; no other set of statements names an honest seat.
	r.rng.Shuffle(len(logs), func(i, j int) { logs[i], logs[j] = logs[j], logs[i] })
	again := r.merge(append(logs, logs[0])...)
	if again.Damage = merged.Damage; describe(again) != describe(merged) {
		t.Fatal(cmp.Diff(describe(merged), describe(again)))
	}
	var some []byte
	for _, st := range r.sent {
		if r.rng.IntN(3) > 0 {
			some = appendEntry(some, st)
		}
	}
	for seat := range guilty(r.merge(some, logs[0])) {
		if r.honest[seat] {
			t.Fatalf("seat %d is honest, and shown guilty by a part of all statements", seat)
		}
	}
	return len(named)
}

// settle lets the honest seats exchange their transcripts until nothing changes.
func (r *run) settle() {
	for again := true; again; {
		again = false
		for from, log := range r.logs {
			for to := range r.logs {
				if !r.honest[from] || !r.honest[to] || from == to {
					continue
				}
				before := len(r.logs[to].Transcript())
				entries, err := record.Split(log.Transcript())
				if err != nil {
					r.t.Fatal(err)
				}
				for _, entry := range entries {
					r.deliver(to, entry)
				}
				again = again || len(r.logs[to].Transcript()) > before
			}
		}
	}
}

// checkSettled checks that honest seats who have exchanged everything agree.
func (r *run) checkSettled() {
	var proven []int
	first := true
	var held string
	for seat, log := range r.logs {
		if !r.honest[seat] {
			continue
		}
		var seats []int
		for _, proof := range log.Equivocations() {
			seats = append(seats, proof.Seat())
		}
		m := r.merge(log.Transcript())
		m.Damage = nil
		if first {
			first, proven, held = false, seats, describe(m)
		}
		if !slices.Equal(seats, proven) {
			r.t.Fatalf("honest seats hold proofs against %d and %d", proven, seats)
		}
		if len(proven) == 0 && describe(m) != held {
			r.t.Fatalf("honest seats that have heard the same differ:\n%s", cmp.Diff(held, describe(m)))
		}
	}
}

// inOrder checks that nothing comes before what its signer had heard.
func inOrder(t testing.TB, all []record.Statement) {
	t.Helper()
	counts := make(map[int]record.Head)
	seen := make(map[record.Digest]bool)
	for _, st := range all {
		for seat := range record.MaxSeats {
			if head := st.Head(seat); head.Count > 0 && !seen[head.Digest] {
				t.Fatalf("statement %d of seat %d comes before statement %d of seat %d", st.Number(), st.Seat(), head.Count-1, seat)
			}
		}
		if st.Number() != counts[st.Seat()].Count {
			t.Fatalf("statement %d of seat %d comes as its number %d", st.Number(), st.Seat(), counts[st.Seat()].Count)
		}
		seen[st.Digest()] = true
		counts[st.Seat()] = record.Head{Count: st.Number() + 1}
	}
}

// describe prints all of a record but its damage.
func describe(m *record.Record) string {
	var b bytes.Buffer
	for _, st := range m.Statements {
		fmt.Fprintf(&b, "%d %d %v\n", st.Seat(), st.Number(), st.Digest())
	}
	for _, st := range m.Loose {
		fmt.Fprintf(&b, "loose: %d %d %v\n", st.Seat(), st.Number(), st.Digest())
	}
	for _, proof := range m.Equivocations {
		fmt.Fprintf(&b, "%v: %x\n", proof, proof.Bytes())
	}
	for _, claim := range m.Claims {
		fmt.Fprintf(&b, "%+v\n", claim)
	}
	return b.String()
}

func appendEntry(b, statement []byte) []byte {
	b = append(b, 0, 0, 0, 0, byte(len(statement)>>24), byte(len(statement)>>16), byte(len(statement)>>8), byte(len(statement)))
	return append(b, statement...)
}

// runsOf returns a number of runs, lower if time is short.
func runsOf(n int) int {
	if testing.Short() || raceDetector {
		return max(10, n/50)
	}
	return n
}

// Whatever lying seats and the network do, no honest seat is ever shown guilty, and
// every equivocation that honest logs hold is found.
func TestRandomRuns(t *testing.T) {
	for _, mode := range []struct {
		name   string
		signed bool
		runs   int
	}{{"unsigned", false, 100_000}, {"signed", true, 2_000}} {
		t.Run(mode.name, func(t *testing.T) {
			runs := runsOf(mode.runs)
			workers := runtime.GOMAXPROCS(0)
			var mu sync.Mutex
			found, settled := 0, 0
			t.Run("", func(t *testing.T) {
				for worker := range workers {
					t.Run(fmt.Sprint(worker), func(t *testing.T) {
						t.Parallel()
						for seed := worker; seed < runs; seed += workers {
							r := newRun(t, uint64(seed), mode.signed)
							for range 10 + r.rng.IntN(20) {
								r.step()
							}
							before := r.check()
							after := before
							if seed%5 == 0 {
								r.settle()
								r.checkSettled()
								after = r.check()
							}
							mu.Lock()
							found += before
							settled += after
							mu.Unlock()
						}
					})
				}
			})
			t.Logf("%d runs: %d seats shown guilty, %d after the honest ones exchanged all they had", runs, found, settled)
			if found == 0 || settled < found {
				t.Error("the runs test nothing")
			}
		})
	}
}

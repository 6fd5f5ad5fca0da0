// Package consttime checks, for tests, that code takes the same steps for all secrets, in two
// ways. [Record] runs a program one instruction at a time and records which instructions it
// executes and what memory they access, and [Differences] compares two such traces.
// [CheckAssembly] follows secrets through a file of assembly, without running it.
//
// A trace shows only the path that was taken, so trace secrets that differ in what could matter.
// Neither shows how long an instruction takes. CheckAssembly knows no instruction whose time
// depends on its operands; a compiler might use one.
package consttime

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
)

// A Trace is what a processor did.
type Trace struct {
	steps []step
	// Excluded counts the calls of each function that wasn't traced because it may differ.
	Excluded map[string]int
}

// A step is an instruction and where the memory is that it accessed. Addresses in objects that
// were allocated meanwhile, and on the stack, are relative to these.
type step struct{ pc, address uint64 }

// Len returns the number of the instructions.
func (t *Trace) Len() int { return len(t.steps) }

// Options say how to record a trace.
type Options struct {
	// Debug is what GODEBUG holds, such as cpu.avx2=off.
	Debug string
	// Excluded are the full names of functions that may take other steps for other secrets, or
	// that see only what is public. They run untraced.
	Excluded []string
	// Sampled, unless it is 0, makes traces shorter: of the calls of a function from one place, only
	// the first so many of those numbered 0, 1, 2, 4, 8 and so on are traced, and only the beginning
	// of what is in assembly, which CheckAssembly follows.
	Sampled int
}

// assemblySteps are those of a function in assembly that are traced if it is sampled. There it
// uses the pointers that it gets.
const assemblySteps = 64

// Record runs this program again, which is a test that calls [Main], with some inputs, and returns
// what its function run does with each of them. A step takes about 10 µs, and several times as long
// on a machine that is busy.
//
// It skips the test elsewhere than on Linux on amd64 processors, and with the race detector, whose
// own steps differ. It also does where one process may not trace another, or if this program isn't
// linked to fixed addresses, unless the environment has CI=true.
func Record(t testing.TB, inputs []string, o Options) []*Trace {
	t.Helper()
	if info, ok := debug.ReadBuildInfo(); ok && strings.Contains(info.String(), "-race=true") {
		t.Skip("with the race detector, a trace isn't this program's")
	}
	traces, err := record(inputs, o)
	required := os.Getenv("CI") == "true" && runtime.GOOS == "linux" && runtime.GOARCH == "amd64"
	if !required && (errors.Is(err, errors.ErrUnsupported) || errors.Is(err, os.ErrPermission)) {
		t.Skip("can't trace a process: ", err)
	}
	if err != nil {
		t.Fatal("can't trace a process: ", err)
	}
	return traces
}

// tracedName is the environment variable by which Record tells that arguments are inputs.
const tracedName = "SQUAREDEAL_TRACED"

// Main is to be called by TestMain, with a function that prepares what is to be traced, and returns
// it. In a process that Record has started, Main does with the first input what is then traced with
// each of them, so that nothing is left to be done once, and doesn't return.
func Main(prepare func(input string) (run func())) {
	if os.Getenv(tracedName) == "" {
		return
	}
	runtime.LockOSThread()
	growStack()
	prepare(os.Args[1])()
	for _, input := range os.Args[1:] {
		if fork() {
			run := prepare(input)
			begin()
			run()
			end()
			os.Exit(0)
		}
	}
	os.Exit(0)
}

// begin and end are where Record sets breakpoints.
//
//go:noinline
func begin() { passed++ }

//go:noinline
func end() { passed++ }

var passed int

// growStack makes room, so that the stack doesn't grow later.
//
//go:noinline
func growStack() {
	var room [1 << 16]byte
	for i := range room {
		room[i] = byte(passed)
	}
}

// maxReported is how many addresses Differences names.
const maxReported = 10

// Differences says where two traces of this program differ. It returns nothing if they are the
// same. After an instruction from which the traces go to different places, it stops.
func Differences(a, b *Trace) (found []string) {
	reported := map[uint64]bool{}
	for i := range min(len(a.steps), len(b.steps)) {
		x, y := a.steps[i], b.steps[i]
		if x.pc != y.pc {
			branch := "the beginning"
			if i > 0 {
				branch = where(a.steps[i-1].pc)
			}
			to, orTo := where(x.pc), where(y.pc)
			return append(found, fmt.Sprintf("step %d: %s goes to %s, or to %s", i, branch, to, orTo))
		}
		if x.address != y.address && !reported[x.pc] && len(found) < maxReported {
			reported[x.pc] = true
			further := int64(y.address - x.address)
			found = append(found, fmt.Sprintf("step %d: %s accesses one address, or another (%+d)", i, where(x.pc), further))
		}
	}
	if len(a.steps) != len(b.steps) {
		found = append(found, fmt.Sprintf("there are %d steps, or %d", len(a.steps), len(b.steps)))
	}
	return found
}

// where names a place in the text of this program.
func where(pc uint64) string {
	f := runtime.FuncForPC(uintptr(pc))
	if f == nil {
		return fmt.Sprintf("%#x", pc)
	}
	_, line := f.FileLine(uintptr(pc))
	return fmt.Sprintf("%s+%#x (line %d)", f.Name(), pc-uint64(f.Entry()), line)
}

package consttime

import (
	"debug/gosym"
	"errors"
	"reflect"
	"slices"
	"strings"
	"syscall"
	"time"
)

// A tracer runs a process, and records what it does.
type tracer struct {
	Options
	process
	memory
	sample
	functions    *gosym.Table
	instructions map[uint64]*instruction
	mallocs      map[uint64]bool   // where runtime.mallocgc and its variants begin
	excluded     map[uint64]string // where excluded functions begin
	recording    bool
	trace        Trace
}

func newTracer(pid int, o Options, functions *gosym.Table) *tracer {
	t := &tracer{
		Options: o, functions: functions,
		process: process{pid: pid, breakpoints: map[uint64]byte{}},
		memory:  memory{allocations: map[allocation]int{}},
		sample:  sample{calls: map[call]int{}},

		instructions: map[uint64]*instruction{}, mallocs: map[uint64]bool{}, excluded: map[uint64]string{},
		trace: Trace{Excluded: map[string]int{}},
	}
	t.progress = time.AfterFunc(patience, t.kill)
	return t
}

// begin has runtime.main start what runs beside it. After that, it is to initialise packages.
func (t *tracer) begin() error {
	if err := t.wait(0); err != nil {
		return err
	}
	if err := syscall.PtraceSetOptions(t.pid, syscall.PTRACE_O_TRACEFORK); err != nil {
		return err
	}
	enable := t.functions.LookupFunc("runtime.gcenable")
	if enable == nil {
		return errors.New("there is no runtime.gcenable")
	}
	r, err := t.runTo(enable.Entry)
	if err != nil {
		return err
	}
	if r, err = t.toReturn(r); err != nil {
		return err
	}
	if err := t.stopOthers(); err != nil {
		return err
	}
	return t.readStack(r.R14)
}

// recordCopy runs the process to the next call of fork, and records what the copy does.
func (t *tracer) recordCopy() (*Trace, error) {
	if err := syscall.PtraceCont(t.pid, 0); err != nil {
		return nil, err
	}
	if err := t.wait(syscall.PTRACE_EVENT_FORK); err != nil {
		return nil, err
	}
	pid, err := syscall.PtraceGetEventMsg(t.pid)
	if err != nil {
		return nil, err
	}
	c := newTracer(int(pid), t.Options, t.functions)
	defer func() {
		c.progress.Stop()
		c.kill()
		syscall.Wait4(c.pid, nil, 0, nil)
	}()
	if _, err := syscall.Wait4(c.pid, nil, 0, nil); err != nil { // SIGSTOP, which begins it
		return nil, err
	}
	return &c.trace, c.run()
}

// run runs a copy, whose objects are known from here on.
func (t *tracer) run() error {
	if err := t.setUntraced(); err != nil {
		return err
	}
	r, err := t.runTo(address(begin))
	if err != nil {
		return err
	}
	if err := t.readStack(r.R14); err != nil {
		return err
	}
	t.recording = true
	for r.Rip != address(end) {
		if r, err = t.step(r); err != nil {
			return err
		}
	}
	return nil
}

func address(f func()) uint64 { return uint64(reflect.ValueOf(f).Pointer()) }

// aliasing is a function of the standard library that compares addresses of objects, which the
// allocator chooses.
const aliasing = "crypto/internal/fips140/subtle.XORBytes"

// setUntraced sets breakpoints at the functions that aren't traced.
func (t *tracer) setUntraced() error {
	for _, f := range t.functions.Funcs {
		switch {
		case strings.HasPrefix(f.Name, "runtime.mallocgc"):
			t.mallocs[f.Entry] = true
		case f.Name == aliasing || slices.Contains(t.Excluded, f.Name):
			t.excluded[f.Entry] = f.Name
		default:
			continue
		}
		if err := t.set(f.Entry); err != nil {
			return err
		}
	}
	return nil
}

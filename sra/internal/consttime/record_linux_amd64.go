package consttime

import (
	"cmp"
	"debug/elf"
	"debug/gosym"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/maphash"
	"math/bits"
	"os/exec"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// record is Record. So that the same input leaves the same trace, all traces are of copies of one
// process, which doesn't collect garbage and has all of its threads but one stopped. What the
// allocator does isn't traced, as it depends on what was allocated before, but only what it is
// asked for.
func record(inputs []string, o Options) ([]*Trace, error) {
	runtime.LockOSThread() // as a process is traced by a thread
	defer runtime.UnlockOSThread()
	functions, err := readFunctions()
	if err != nil {
		return nil, err
	}
	for {
		if traces, err := recordOnce(inputs, o, functions); !errors.Is(err, errPreempted) {
			return traces, err
		}
	}
}

var errPreempted = errors.New("the goroutine was to give way to others")

func recordOnce(inputs []string, o Options, functions *gosym.Table) (traces []*Trace, err error) {
	command := exec.Command("/proc/self/exe", inputs...)
	command.Env = []string{tracedName + "=true", "GOMAXPROCS=1", "GOGC=off", "GODEBUG=asyncpreemptoff=1," + o.Debug}
	command.SysProcAttr = &syscall.SysProcAttr{Ptrace: true}
	if err := command.Start(); err != nil {
		return nil, err
	}
	t := newTracer(command.Process.Pid, o, functions)
	defer func() {
		t.progress.Stop()
		t.kill()
		command.Wait()
	}()
	if err := t.begin(); err != nil {
		return nil, err
	}
	for range inputs {
		trace, err := t.recordCopy()
		if err != nil {
			return nil, err
		}
		traces = append(traces, trace)
	}
	return traces, nil
}

// fork makes a copy of this process, in which it returns true.
func fork() bool {
	pid, _, err := syscall.RawSyscall(syscall.SYS_FORK, 0, 0, 0)
	if err != 0 {
		panic(err)
	}
	return pid == 0
}

// readFunctions returns the functions of this program.
func readFunctions() (*gosym.Table, error) {
	file, err := elf.Open("/proc/self/exe")
	if err != nil {
		return nil, err
	}
	defer file.Close()
	text, lines := file.Section(".text"), file.Section(".gopclntab")
	if file.Type != elf.ET_EXEC || text == nil || lines == nil {
		return nil, fmt.Errorf("%w: this program isn't at fixed addresses", errors.ErrUnsupported)
	}
	data, err := lines.Data()
	if err != nil {
		return nil, err
	}
	return gosym.NewTable(nil, gosym.NewLineTable(data, text.Addr))
}

// A tracer runs a process.
type tracer struct {
	Options
	pid          int
	progress     *time.Timer // kills the process if there is none for a minute
	functions    *gosym.Table
	stopped      []int             // threads
	breakpoints  map[uint64]byte   // what they stand in place of
	mallocs      map[uint64]bool   // where runtime.mallocgc and its variants begin
	excluded     map[uint64]string // where excluded functions begin
	objects      []object          // in the order of their addresses
	allocations  map[allocation]int
	lo, hi       uint64 // the bounds of the stack
	recording    bool
	instructions map[uint64]*instruction
	calls        map[call]int
	inAssembly   int    // the steps that are left in a function of which only the first are traced
	back         uint64 // where that returns to
	trace        Trace
}

func newTracer(pid int, o Options, functions *gosym.Table) *tracer {
	t := &tracer{
		Options: o, pid: pid, functions: functions,
		breakpoints: map[uint64]byte{}, mallocs: map[uint64]bool{}, excluded: map[uint64]string{},
		instructions: map[uint64]*instruction{}, calls: map[call]int{}, allocations: map[allocation]int{},
		trace: Trace{Excluded: map[string]int{}},
	}
	t.progress = time.AfterFunc(patience, t.kill)
	return t
}

// kill ends the process, of which nothing is told before its other threads have been waited for.
func (t *tracer) kill() {
	syscall.Kill(t.pid, syscall.SIGKILL)
	for _, thread := range t.stopped {
		syscall.Wait4(thread, nil, wAll, nil)
	}
}

// An object is a result of runtime.mallocgc.
type object struct {
	start uint64
	allocation
}

// An allocation is what was asked for, and how often it had been before. Objects of two traces
// for which that is the same correspond to each other. A count of all objects wouldn't do, as the
// standard library's hash tries differ.
type allocation struct {
	by, size  uint64 // the place that asked
	recording bool
	earlier   int
}

// An instruction is what is known of one since it was first executed.
type instruction struct {
	operand
	first    bool // of a function
	assembly bool // the function is in assembly, and not the runtime's
}

// A call is the first instruction of a function, and the one to return to.
type call struct{ to, back uint64 }

const (
	patience = time.Minute
	int3     = 0xcc       // the instruction of a breakpoint
	wAll     = 0x40000000 // __WALL, to wait for threads, too
)

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

// wait waits for the process to be stopped as the tracer meant it to be: by an event, or by a
// breakpoint or a step, which is 0. That a copy has ended isn't told to it.
func (t *tracer) wait(event int) error {
	t.progress.Reset(patience)
	var status syscall.WaitStatus
	_, err := syscall.Wait4(t.pid, &status, 0, nil)
	for err == nil && status.Stopped() && status.StopSignal() == syscall.SIGCHLD {
		if err = syscall.PtraceCont(t.pid, 0); err == nil {
			_, err = syscall.Wait4(t.pid, &status, 0, nil)
		}
	}
	if err != nil {
		return err
	}
	if !status.Stopped() || status.TrapCause() != event {
		return fmt.Errorf("the program ended, got a signal or was stuck: status %#x", status)
	}
	return nil
}

// stopOthers stops the other threads for good.
func (t *tracer) stopOthers() error {
	for {
		threads, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*", t.pid))
		if err != nil {
			return err
		}
		if len(threads) == 1+len(t.stopped) {
			return nil
		}
		for _, thread := range threads {
			id, err := strconv.Atoi(filepath.Base(thread))
			if err != nil {
				return err
			}
			if id != t.pid && !slices.Contains(t.stopped, id) {
				if err := t.stopIdle(id); err != nil {
					return err
				}
			}
		}
		time.Sleep(time.Millisecond)
	}
}

// stopIdle stops a thread if it sleeps or waits. One that runs may have locked what others need.
func (t *tracer) stopIdle(thread int) error {
	if err := syscall.PtraceAttach(thread); err != nil {
		return err
	}
	if _, err := syscall.Wait4(thread, nil, wAll, nil); err != nil {
		return err
	}
	var r syscall.PtraceRegs
	if err := syscall.PtraceGetRegs(thread, &r); err != nil {
		return err
	}
	switch r.Orig_rax {
	case syscall.SYS_FUTEX, syscall.SYS_NANOSLEEP, syscall.SYS_EPOLL_PWAIT:
		t.stopped = append(t.stopped, thread)
		return nil
	}
	return syscall.PtraceDetach(thread)
}

// readStack reads the bounds of the stack of a runtime.g, which begins with them. A guard follows.
// If it isn't in between, a thread that is stopped now has just told the goroutine to give way to
// others, for which it would wait forever.
func (t *tracer) readStack(g uint64) error {
	var words [3]uint64
	for i := range words {
		var err error
		if words[i], err = t.peek(g + 8*uint64(i)); err != nil {
			return err
		}
	}
	t.lo, t.hi = words[0], words[1]
	if guard := words[2]; guard < t.lo || guard > t.hi {
		return errPreempted
	}
	return nil
}

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

// step executes and records an instruction, or all of a function that isn't traced.
func (t *tracer) step(r syscall.PtraceRegs) (syscall.PtraceRegs, error) {
	in, err := t.instruction(r.Rip)
	if err != nil {
		return r, err
	}
	if in.first {
		if after, untraced, err := t.enter(r); untraced || err != nil {
			return after, err
		}
		if skip, err := t.skip(r); err != nil {
			return r, err
		} else if skip {
			t.record(r.Rip, 0)
			return t.toReturn(r)
		}
		if err := t.enterAssembly(r, in); err != nil {
			return r, err
		}
	}
	if t.inAssembly > 0 {
		switch t.inAssembly--; {
		case r.Rip == t.back:
			t.inAssembly = 0
		case t.inAssembly == 0:
			return t.runTo(t.back)
		}
	}
	var address uint64
	if in.base != none {
		address = t.place(*register(&r, in.base))
	}
	if in.index != none {
		address += t.place(*register(&r, in.index) * in.scale)
	}
	t.record(r.Rip, address)
	return t.singleStep()
}

func (t *tracer) record(pc, address uint64) {
	if t.recording {
		t.trace.steps = append(t.trace.steps, step{pc, address})
	}
}

// skip reports whether a call, at its first instruction, is none of the sample.
func (t *tracer) skip(r syscall.PtraceRegs) (bool, error) {
	if t.Sampled == 0 {
		return false, nil
	}
	back, err := t.peek(r.Rsp)
	if err != nil {
		return false, err
	}
	c := call{r.Rip, back}
	n := t.calls[c]
	t.calls[c]++
	return n&(n-1) != 0 || bits.Len(uint(n)) >= t.Sampled, nil
}

// enterAssembly begins to count the steps of a function in assembly, at its first instruction.
func (t *tracer) enterAssembly(r syscall.PtraceRegs, in *instruction) (err error) {
	if t.Sampled > 0 && in.assembly && t.inAssembly == 0 {
		t.inAssembly = assemblySteps + 1
		t.back, err = t.peek(r.Rsp)
	}
	return err
}

// enter runs a function that isn't traced, if the process is at the first instruction of one.
func (t *tracer) enter(r syscall.PtraceRegs) (after syscall.PtraceRegs, untraced bool, err error) {
	name, excluded := t.excluded[r.Rip]
	if !excluded && !t.mallocs[r.Rip] {
		return r, false, nil
	}
	if back, err := t.peek(r.Rsp); err != nil {
		return r, true, err
	} else if _, ok := t.breakpoints[back]; ok { // it begins again, after its stack has grown
		after, err = t.pass(r)
		return after, true, err
	}
	if !excluded {
		after, err = t.malloc(r)
		return after, true, err
	}
	t.record(r.Rip, 0)
	if t.recording {
		t.trace.Excluded[name]++
	}
	was := t.recording
	t.recording = false
	after, err = t.toReturn(r)
	t.recording = was
	return after, true, err
}

// malloc runs runtime.mallocgc, whose first argument is a size, and which returns a pointer.
func (t *tracer) malloc(r syscall.PtraceRegs) (after syscall.PtraceRegs, err error) {
	t.record(r.Rip, r.Rax)
	a := allocation{size: r.Rax, recording: t.recording}
	if a.by, err = t.caller(r); err != nil {
		return r, err
	}
	if after, err = t.toReturn(r); err != nil {
		return r, err
	}
	at, found := t.find(after.Rax)
	if !found { // which it is if the function called a variant of itself
		t.objects = slices.Insert(t.objects, at, object{})
	}
	a.earlier = t.allocations[a]
	t.allocations[a]++
	t.objects[at] = object{after.Rax, a}
	return after, nil
}

// caller returns the place that a function of the runtime was called from by one that isn't, at the
// first instruction of the former. It follows the frame pointers.
func (t *tracer) caller(r syscall.PtraceRegs) (back uint64, err error) {
	frame := r.Rbp
	back, err = t.peek(r.Rsp)
	for err == nil {
		f := t.functions.PCToFunc(back)
		if f == nil || !strings.HasPrefix(f.Name, "runtime.") || f.Name == "runtime.main" {
			break
		}
		if back, err = t.peek(frame + 8); err == nil {
			frame, err = t.peek(frame)
		}
	}
	return back, err
}

// toReturn runs a function from its first instruction to its return, or to that of a call of itself
// from the same place.
func (t *tracer) toReturn(r syscall.PtraceRegs) (syscall.PtraceRegs, error) {
	back, err := t.peek(r.Rsp)
	if err != nil {
		return r, err
	}
	if _, ok := t.breakpoints[r.Rip]; ok {
		if _, err := t.pass(r); err != nil {
			return r, err
		}
	}
	return t.runTo(back)
}

// runTo runs the process to an instruction, through functions that aren't traced.
func (t *tracer) runTo(pc uint64) (r syscall.PtraceRegs, err error) {
	if err := t.set(pc); err != nil {
		return r, err
	}
	for {
		if r, err = t.resume(); err != nil {
			return r, err
		}
		if r.Rip == pc {
			return r, t.clear(pc)
		}
		if _, _, err := t.enter(r); err != nil {
			return r, err
		}
	}
}

// resume runs the process to a breakpoint.
func (t *tracer) resume() (r syscall.PtraceRegs, err error) {
	if err := syscall.PtraceCont(t.pid, 0); err != nil {
		return r, err
	}
	if err := t.wait(0); err != nil {
		return r, err
	}
	if err := syscall.PtraceGetRegs(t.pid, &r); err != nil {
		return r, err
	}
	r.Rip--
	return r, syscall.PtraceSetRegs(t.pid, &r)
}

func (t *tracer) singleStep() (r syscall.PtraceRegs, err error) {
	if err := syscall.PtraceSingleStep(t.pid); err != nil {
		return r, err
	}
	if err := t.wait(0); err != nil {
		return r, err
	}
	return r, syscall.PtraceGetRegs(t.pid, &r)
}

// pass executes an instruction in whose place there is a breakpoint.
func (t *tracer) pass(r syscall.PtraceRegs) (syscall.PtraceRegs, error) {
	if err := t.clear(r.Rip); err != nil {
		return r, err
	}
	after, err := t.singleStep()
	return after, errors.Join(err, t.set(r.Rip))
}

// set sets a breakpoint.
func (t *tracer) set(pc uint64) error {
	var code [1]byte
	if _, err := syscall.PtracePeekText(t.pid, uintptr(pc), code[:]); err != nil {
		return err
	}
	t.breakpoints[pc] = code[0]
	_, err := syscall.PtracePokeText(t.pid, uintptr(pc), []byte{int3})
	return err
}

// clear removes a breakpoint.
func (t *tracer) clear(pc uint64) error {
	_, err := syscall.PtracePokeText(t.pid, uintptr(pc), []byte{t.breakpoints[pc]})
	delete(t.breakpoints, pc)
	return err
}

// peek returns a word of the process's memory.
func (t *tracer) peek(address uint64) (uint64, error) {
	var word [8]byte
	_, err := syscall.PtracePeekData(t.pid, uintptr(address), word[:])
	return binary.NativeEndian.Uint64(word[:]), err
}

// find returns the place in objects of the one that starts at an address.
func (t *tracer) find(start uint64) (at int, found bool) {
	byStart := func(o object, start uint64) int { return cmp.Compare(o.start, start) }
	return slices.BinarySearchFunc(t.objects, start, byStart)
}

// place returns an address in a form that depends neither on where the stack is, nor on where the
// allocator had room: a random number that stands for the object, plus the distance from its start.
func (t *tracer) place(address uint64) uint64 {
	if t.lo <= address && address < t.hi {
		return address - t.hi
	}
	at, found := t.find(address)
	if !found {
		at--
	}
	if at < 0 || address-t.objects[at].start > t.objects[at].size {
		return address
	}
	return maphash.Comparable(seed, t.objects[at].allocation) + address - t.objects[at].start
}

var seed = maphash.MakeSeed()

func (t *tracer) instruction(pc uint64) (*instruction, error) {
	if in := t.instructions[pc]; in != nil {
		return in, nil
	}
	const longest = 15
	code := make([]byte, longest)
	if _, err := syscall.PtracePeekText(t.pid, uintptr(pc), code); err != nil {
		return nil, err
	}
	if original, ok := t.breakpoints[pc]; ok {
		code[0] = original
	}
	o, err := decodeOperand(code)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", where(pc), err)
	}
	in := &instruction{operand: o}
	if f := t.functions.PCToFunc(pc); f != nil && f.Entry == pc {
		file, _, _ := t.functions.PCToLine(pc)
		in.first, in.assembly = true, strings.HasSuffix(file, ".s") && !strings.HasPrefix(f.Name, "runtime.")
	}
	t.instructions[pc] = in
	return in, nil
}

// register returns a register by its number.
func register(r *syscall.PtraceRegs, number int) *uint64 {
	return [...]*uint64{
		&r.Rax, &r.Rcx, &r.Rdx, &r.Rbx, &r.Rsp, &r.Rbp, &r.Rsi, &r.Rdi,
		&r.R8, &r.R9, &r.R10, &r.R11, &r.R12, &r.R13, &r.R14, &r.R15,
	}[number]
}

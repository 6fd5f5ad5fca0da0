package consttime

import (
	"debug/elf"
	"debug/gosym"
	"errors"
	"fmt"
	"os/exec"
	"runtime"
	"syscall"
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

package main

import (
	"debug/elf"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/squaredeal/squaredeal/examples/casino/internal/casinotest"
	"github.com/squaredeal/squaredeal/examples/internal/clitest"
)

// instructions returns what follows a word in the Dockerfile, for each line that begins with it.
func instructions(dockerfile, word string) (all []string) {
	for _, m := range regexp.MustCompile(`(?m)^`+word+` (.*)$`).FindAllStringSubmatch(dockerfile, -1) {
		all = append(all, m[1])
	}
	return all
}

// words reads a list of words in JSON at the end of an instruction.
func words(t *testing.T, instruction string) (list []string) {
	t.Helper()
	if err := json.Unmarshal([]byte(instruction[strings.Index(instruction, "["):]), &list); err != nil {
		t.Fatal(err)
	}
	return list
}

// The commands of the Dockerfile do what it promises, without an engine: what it builds needs no
// library, and opens with the arguments that it has, in folders of its own; the command that
// asks for its health says when it is well and when it isn't.
func TestDockerfile(t *testing.T) {
	clitest.OnlyLong(t)
	if runtime.GOOS != "linux" {
		t.Skip("it builds a program for Linux")
	}
	content, err := os.ReadFile("Dockerfile")
	if err != nil {
		t.Fatal(err)
	}
	dockerfile := string(content)
	out := t.TempDir()
	addr := casinotest.FreeAddr(t)
	in := strings.NewReplacer("\"/", "\""+out+"/", "0.0.0.0:8080", addr, "127.0.0.1:8080", addr, "0.0.0.0:9100", "127.0.0.1:0")
	for _, command := range instructions(dockerfile, "RUN") {
		run := exec.Command("sh", "-c", strings.ReplaceAll(command, "/out/", out+"/"))
		run.Dir = filepath.Join("..", "..")
		if output, err := run.CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s", command, err, output)
		}
	}
	program := filepath.Join(out, "casino")
	binary, err := elf.Open(program)
	if err != nil {
		t.Fatal(err)
	}
	defer binary.Close()
	if libraries, err := binary.ImportedLibraries(); len(libraries) > 0 ||
		slices.ContainsFunc(binary.Progs, func(p *elf.Prog) bool { return p.Type == elf.PT_INTERP }) {
		t.Errorf("it needs %q, %v", libraries, err)
	}
	for _, line := range instructions(dockerfile, "COPY") {
		names := strings.Fields(line)
		if from := names[len(names)-2]; strings.HasPrefix(from, "/out/") {
			if _, err := os.Stat(strings.Replace(from, "/out", out, 1)); err != nil {
				t.Errorf("%s: %v", line, err)
			}
		}
	}
	if user := instructions(dockerfile, "USER"); !slices.Equal(user, []string{"65532:65532"}) ||
		len(instructions(dockerfile, "FROM")) != 2 || !slices.Contains(instructions(dockerfile, "FROM"), "scratch") {
		t.Errorf("it runs as %q", user)
	}

	arguments := words(t, in.Replace(instructions(dockerfile, "CMD")[0]))
	check := words(t, in.Replace(instructions(dockerfile, "HEALTHCHECK")[0]))
	health := func() (string, error) {
		said, err := exec.Command(check[0], check[1:]...).CombinedOutput()
		return string(said), err
	}
	if said, err := health(); err == nil || !strings.Contains(said, "connection refused") {
		t.Errorf("before it is open: %q", said)
	}
	casino := exec.Command(program, arguments...)
	casino.Dir, casino.Env = "/", []string{} // there is nothing in the image
	var log strings.Builder
	casino.Stderr = &log
	if err := casino.Start(); err != nil {
		t.Fatal(err)
	}
	defer casino.Wait()
	defer casino.Process.Signal(os.Interrupt)
	said, err := health()
	for start := time.Now(); err != nil && time.Since(start) < time.Minute; time.Sleep(100 * time.Millisecond) {
		said, err = health()
	}
	if err != nil {
		t.Errorf("%v: %s\n%s", err, said, &log)
	}
	for _, volume := range words(t, instructions(dockerfile, "VOLUME")[0]) {
		if files, err := os.ReadDir(out + volume); err != nil || len(files) == 0 {
			t.Errorf("nothing is in %s, %v", volume, err)
		}
	}
}

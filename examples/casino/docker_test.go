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

// An image is what an engine would make of the Dockerfile, in a folder.
type image struct {
	*testing.T
	dockerfile string
	out        string            // the folder
	local      *strings.Replacer // of paths and addresses, by those of the test
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
	out, addr := t.TempDir(), casinotest.FreeAddr(t)
	i := &image{t, string(content), out, strings.NewReplacer("\"/", "\""+out+"/", "0.0.0.0:8080", addr, "127.0.0.1:8080", addr,
		"0.0.0.0:9100", "127.0.0.1:0")}
	i.build()
	i.needsNothing()
	i.copiesWhatIsThere()
	i.isNobodys()
	i.runs()
}

func (i *image) program() string { return filepath.Join(i.out, "casino") }

func (i *image) build() {
	i.Helper()
	for _, command := range instructions(i.dockerfile, "RUN") {
		run := exec.Command("sh", "-c", strings.ReplaceAll(command, "/out/", i.out+"/"))
		run.Dir = filepath.Join("..", "..")
		if output, err := run.CombinedOutput(); err != nil {
			i.Fatalf("%s: %v\n%s", command, err, output)
		}
	}
}

// needsNothing checks that the program needs no library and no loader.
func (i *image) needsNothing() {
	i.Helper()
	binary, err := elf.Open(i.program())
	if err != nil {
		i.Fatal(err)
	}
	defer binary.Close()
	if libraries, err := binary.ImportedLibraries(); len(libraries) > 0 ||
		slices.ContainsFunc(binary.Progs, func(p *elf.Prog) bool { return p.Type == elf.PT_INTERP }) {
		i.Errorf("it needs %q, %v", libraries, err)
	}
}

func (i *image) copiesWhatIsThere() {
	i.Helper()
	for _, line := range instructions(i.dockerfile, "COPY") {
		names := strings.Fields(line)
		if from := names[len(names)-2]; strings.HasPrefix(from, "/out/") {
			if _, err := os.Stat(strings.Replace(from, "/out", i.out, 1)); err != nil {
				i.Errorf("%s: %v", line, err)
			}
		}
	}
}

// isNobodys checks that the image holds nothing else, and that its user has no privileges.
func (i *image) isNobodys() {
	i.Helper()
	from := instructions(i.dockerfile, "FROM")
	if user := instructions(i.dockerfile, "USER"); !slices.Equal(user, []string{"65532:65532"}) || len(from) != 2 ||
		!slices.Contains(from, "scratch") {
		i.Errorf("from %q, it runs as %q", from, user)
	}
}

// runs opens the casino, asks for its health before and after, and looks into its volumes.
func (i *image) runs() {
	i.Helper()
	arguments := words(i.T, i.local.Replace(instructions(i.dockerfile, "CMD")[0]))
	check := words(i.T, i.local.Replace(instructions(i.dockerfile, "HEALTHCHECK")[0]))
	health := func() (string, error) {
		said, err := exec.Command(check[0], check[1:]...).CombinedOutput()
		return string(said), err
	}
	if said, err := health(); err == nil || !strings.Contains(said, "connection refused") {
		i.Errorf("before it is open: %q", said)
	}
	casino := exec.Command(i.program(), arguments...)
	casino.Dir, casino.Env = "/", []string{} // there is nothing in the image
	var log strings.Builder
	casino.Stderr = &log
	if err := casino.Start(); err != nil {
		i.Fatal(err)
	}
	defer casino.Wait()
	defer casino.Process.Signal(os.Interrupt)
	said, err := health()
	for start := time.Now(); err != nil && time.Since(start) < time.Minute; time.Sleep(100 * time.Millisecond) {
		said, err = health()
	}
	if err != nil {
		i.Errorf("%v: %s\n%s", err, said, &log)
	}
	for _, volume := range words(i.T, instructions(i.dockerfile, "VOLUME")[0]) {
		if files, err := os.ReadDir(i.out + volume); err != nil || len(files) == 0 {
			i.Errorf("nothing is in %s, %v", volume, err)
		}
	}
}

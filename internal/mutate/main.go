// Command mutate breaks a package in one place after another, and runs its tests each time:
// those that pass all the same have missed something, or the change makes no difference.
//
//	go run ./internal/mutate -every 10 ./commit/table
//
// It runs the tests of further packages, too, if they are named after the first.
//
// It leaves out a statement, a condition or what a condition guards, exchanges an operator, or
// adds one to a number. Files stay as they are: the compiler reads the broken one by -overlay.
// Ctrl-C ends it with the count so far. The exit status is 1 if a mutant survives.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"log"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// A mutant is a file with other text in one place.
type mutant struct {
	file, text string
	place      string // file:line, and the line as it is in the mutant
}

var operators = map[token.Token]token.Token{
	token.EQL: token.NEQ, token.NEQ: token.EQL, token.LSS: token.LEQ, token.LEQ: token.LSS, token.GTR: token.GEQ, token.GEQ: token.GTR,
	token.LAND: token.LOR, token.LOR: token.LAND, token.ADD: token.SUB, token.SUB: token.ADD, token.MUL: token.ADD, token.QUO: token.MUL,
	token.REM: token.ADD, token.AND: token.OR, token.OR: token.AND, token.XOR: token.OR, token.SHL: token.SHR, token.SHR: token.SHL,
}

func main() {
	log.SetFlags(0)
	every := flag.Int("every", 1, "test one mutant of so many")
	from := flag.Int("from", 0, "begin with this one")
	timeout := flag.Duration("timeout", 5*time.Minute, "a mutant whose tests take longer is found")
	flag.Parse()
	if flag.NArg() == 0 || *every < 1 {
		log.Fatalf("no package, or -every %d", *every)
	}
	dir, tests := flag.Arg(0), []string{"test", "-vet=off", "-failfast", "-count=1", "-timeout", timeout.String()}
	for _, dir := range flag.Args() {
		tests = append(tests, "./"+filepath.Clean(dir))
	}
	pkg, err := build.ImportDir(dir, 0)
	if err != nil {
		log.Fatal(err)
	}
	var all []mutant
	for _, name := range pkg.GoFiles {
		all = append(all, mutants(filepath.Join(dir, name))...)
	}
	if output, err := exec.Command("go", tests...).CombinedOutput(); err != nil {
		log.Fatalf("the tests fail as it is: %v\n%s", err, output)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	tested, survived, i := 0, 0, *from
	for ; i < len(all); i += *every {
		m := all[i]
		output, err := m.run(tests)
		if ctx.Err() != nil { // its tests were interrupted as well
			break
		}
		if bytes.Contains(output, []byte("[build failed]")) {
			continue
		}
		if tested++; err == nil {
			survived++
			fmt.Println(m.place)
		}
	}
	fmt.Printf("%s: %d of %d mutants tested, up to %d, %d survive\n", dir, tested, len(all), min(i, len(all)), survived)
	if survived > 0 {
		os.Exit(1)
	}
}

// mutants returns those of a file.
func mutants(name string) []mutant {
	set := token.NewFileSet()
	text, err := os.ReadFile(name)
	if err != nil {
		log.Fatal(err)
	}
	file, err := parser.ParseFile(set, name, text, parser.ParseComments)
	if err != nil {
		log.Fatal(err)
	}
	var all []mutant
	replace := func(from, to token.Pos, with string) {
		at := set.Position(from)
		broken := string(text[:at.Offset]) + with + string(text[set.Position(to).Offset:])
		line := strings.TrimSpace(strings.Split(broken, "\n")[at.Line-1])
		all = append(all, mutant{name, broken, fmt.Sprintf("%s:%d: %s", name, at.Line, line)})
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ImportSpec:
			return false
		case *ast.IfStmt:
			cond := string(text[set.Position(n.Cond.Pos()).Offset:set.Position(n.Cond.End()).Offset])
			replace(n.Cond.Pos(), n.Cond.End(), "false && ("+cond+")")
			replace(n.Cond.Pos(), n.Cond.End(), "true || ("+cond+")")
		case *ast.BinaryExpr:
			if op, ok := operators[n.Op]; ok {
				replace(n.OpPos, n.OpPos+token.Pos(len(n.Op.String())), op.String())
			}
		case *ast.BasicLit:
			if n.Kind == token.INT {
				replace(n.End(), n.End(), "+1")
			}
		case *ast.ExprStmt, *ast.IncDecStmt:
			replace(n.Pos(), n.End(), "")
		case *ast.AssignStmt:
			if n.Tok != token.DEFINE {
				replace(n.Pos(), n.End(), "")
			}
		}
		return true
	})
	return all
}

// run runs tests with a mutant.
func (m mutant) run(tests []string) ([]byte, error) {
	temp, err := os.MkdirTemp("", "mutate")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(temp)
	name, err := filepath.Abs(m.file)
	if err != nil {
		log.Fatal(err)
	}
	broken, overlay := filepath.Join(temp, "broken.go"), filepath.Join(temp, "overlay.json")
	list, err := json.Marshal(map[string]any{"Replace": map[string]string{name: broken}})
	if err == nil {
		err = os.WriteFile(overlay, list, 0o600)
	}
	if err == nil {
		err = os.WriteFile(broken, []byte(m.text), 0o600)
	}
	if err != nil {
		log.Fatal(err)
	}
	return exec.Command("go", slices.Insert(slices.Clone(tests), 1, "-overlay", overlay)...).CombinedOutput()
}

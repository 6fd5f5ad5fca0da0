package web

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// Build compiles the player's program with the installed Go, whose cache makes that quick
// except for the first time. It works in the module's folder.
func Build(ctx context.Context) (p Program, err error) {
	dir, err := os.MkdirTemp("", "cardroom")
	if err != nil {
		return p, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	wasm := filepath.Join(dir, "player.wasm")
	build := exec.CommandContext(ctx, "go", "build", "-trimpath", "-ldflags=-s -w", "-o", wasm,
		"github.com/squaredeal/squaredeal/examples/cardroom/wasm")
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "GOFLAGS=")
	if out, err := build.CombinedOutput(); err != nil {
		return p, fmt.Errorf("compiling the player's program: %w\n%s", err, out)
	}
	b, err := os.ReadFile(wasm)
	if err != nil {
		return p, err
	}
	if p.Wasm, err = compress(b); err != nil {
		return p, err
	}
	root, err := exec.CommandContext(ctx, "go", "env", "GOROOT").Output()
	if err == nil {
		p.Exec, err = os.ReadFile(filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec.js"))
	}
	return p, err
}

func compress(b []byte) ([]byte, error) {
	var to bytes.Buffer
	w, err := gzip.NewWriterLevel(&to, gzip.BestCompression)
	if err == nil {
		_, err = w.Write(b)
	}
	if err == nil {
		err = w.Close()
	}
	return to.Bytes(), err
}

//go:build embedded

package main

import (
	_ "embed"

	"github.com/squaredeal/squaredeal/examples/cardroom/web"
)

// What go generate has made.
var (
	//go:embed player.wasm.gz
	wasm []byte
	//go:embed wasm_exec.js
	exec []byte
)

func init() { embedded = web.Program{Wasm: wasm, Exec: exec} }

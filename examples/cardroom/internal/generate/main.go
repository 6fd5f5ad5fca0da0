// Command generate compiles the player's program into files that a binary with the build tag
// "embedded" holds. It works in the module's folder.
package main

import (
	"context"
	"errors"
	"log"
	"os"

	"github.com/squaredeal/squaredeal/examples/cardroom/web"
)

func main() {
	program, err := web.Build(context.Background())
	if err == nil {
		err = errors.Join(
			os.WriteFile("player.wasm.gz", program.Wasm, 0o644),
			os.WriteFile("wasm_exec.js", program.Exec, 0o644),
		)
	}
	if err != nil {
		log.Fatal(err)
	}
}

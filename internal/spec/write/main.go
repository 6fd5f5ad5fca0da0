// Command write writes the test vectors of all packages, and the corpus of attacks.
package main

import (
	"log"
	"os"

	"github.com/squaredeal/squaredeal/internal/spec"
)

func main() {
	log.SetFlags(0)
	if len(os.Args) != 2 {
		log.Fatal("usage: write DIRECTORY, which is that of the module")
	}
	if err := spec.Write(os.Args[1]); err != nil {
		log.Fatal(err)
	}
}

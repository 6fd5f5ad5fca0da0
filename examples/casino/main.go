// Command casino is a game server whose players check every round, for play money: six games
// by package seedrng, and crash by chains of package commit, with a database.
//
// Without flags it keeps an SQLite file and a key file in the current directory, and prints
// the address of the page to play. README.md says how to run it for more than that.
package main

import (
	"bufio"
	"context"
	"io"
	"os"

	"github.com/squaredeal/squaredeal/examples/casino/internal/house"
	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/examples/internal/serve"
)

func main() {
	os.Exit(run(serve.Context(), os.Args[1:], os.Stdout, os.Stderr))
}

func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	return cli.Run("casino", usage, stdout, stderr, func(*bufio.Writer) error {
		o, err := parse(args)
		if err != nil {
			return err
		}
		return o.do(ctx, stdout, stderr) // past the buffer, as most modes print while they work
	})
}

// do does what the mode is for.
func (o options) do(ctx context.Context, stdout, stderr io.Writer) error {
	switch o.mode {
	case "reseal":
		return o.each(ctx, stdout, "sealed with the newest key", (*house.House).Reseal)
	case "restored":
		return o.each(ctx, stdout, "ended, and as many begun", (*house.House).Renew)
	case "audit":
		return o.audit(ctx, stdout)
	case "receipts":
		return o.judge(ctx, stdout)
	case "monitor":
		return o.follow(ctx, stdout)
	case "healthy":
		return o.probe(ctx)
	case "load":
		return o.play(ctx, stdout)
	case "watch":
		return o.listenIn(ctx, stdout)
	}
	return o.serve(ctx, stdout, o.logger(stderr))
}

package main

import (
	"bufio"
	"fmt"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/examples/internal/faces"
	"github.com/squaredeal/squaredeal/seedrng"
)

// verify computes a hand again from its seeds.
func verify(out *bufio.Writer, server, client, hash string, nonce uint64, asJSON bool) error {
	seed, err := seedrng.ParseServerSeed(server)
	if err != nil {
		return cli.Misuse(err)
	}
	shown, err := seedrng.ParseHash(hash)
	if err != nil {
		return cli.Misuse(err)
	}
	stream, err := seedrng.NewStream(seed, client, nonce)
	if err != nil {
		return cli.Misuse(err)
	}
	ten := tenCards(stream)
	if err = shown.Verify(server); err != nil {
		err = fmt.Errorf("%w: %w", errUnfair, err)
	}
	if asJSON {
		return cli.PrintResult(out, struct {
			cli.Outcome
			Deal []string `json:"deal"`
			Draw []string `json:"draw"`
		}{cli.OutcomeOf(err), faces.Names(ten[:5]), faces.Names(ten[5:])}, err)
	}
	fmt.Fprintf(out, "%s | %s\n", faces.Join(ten[:5]), faces.Join(ten[5:]))
	if err == nil {
		fmt.Fprintln(out, "The server seed has the hash: the casino was bound to these cards.")
		fmt.Fprintln(out, "Compare them, the hash and the nonce with your own records of what was played.")
	}
	return err
}

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/squaredeal/squaredeal/examples/casino/internal/house"
	"github.com/squaredeal/squaredeal/examples/casino/internal/vault"
	"github.com/squaredeal/squaredeal/examples/internal/cli"
)

// upkeep does something with the database, which it neither makes nor upgrades: one that isn't
// there has another name, and to do nothing with an empty one would look like success.
func (o options) upkeep(ctx context.Context, work func(h *house.House) error) error {
	files := []string{o.key}
	if house.IsFile(o.db) {
		files = append(files, o.db)
	}
	for _, name := range files {
		if _, err := os.Stat(name); err != nil {
			return err
		}
	}
	keys, _, err := vault.Load(o.key)
	if err != nil {
		return err
	}
	h, err := house.OpenExisting(ctx, o.db, keys)
	if err != nil {
		return err
	}
	return errors.Join(work(h), h.Close())
}

// each does something with every session, and says with how many.
func (o options) each(ctx context.Context, stdout io.Writer, done string,
	work func(h *house.House, ctx context.Context) (int, error)) error {
	return o.upkeep(ctx, func(h *house.House) error {
		n, err := work(h, ctx)
		if err == nil || n > 0 {
			fmt.Fprintf(stdout, "%s %s\n", cli.Count(n, "session"), done)
		}
		return err
	})
}

// audit checks all accounts, and prints what isn't right.
func (o options) audit(ctx context.Context, stdout io.Writer) error {
	return o.upkeep(ctx, func(h *house.House) error {
		report, err := h.Audit(ctx)
		if err != nil {
			return err
		}
		report.Print(stdout)
		if report.Faults > 0 {
			return cli.CheckFailed(errors.New("the database isn't right"))
		}
		return nil
	})
}

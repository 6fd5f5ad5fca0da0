package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/squaredeal/squaredeal/examples/casino/receipt"
	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/examples/internal/publiclog"
)

// judge judges the receipts in files of players' records, all together, and compares them with
// the casino's public log if -url says where it is.
func (o options) judge(ctx context.Context, stdout io.Writer) error {
	var first receipt.File
	var all []receipt.Statement
	var checkpoints []receipt.Checkpoint
	unsigned := 0
	for i, name := range o.receipts {
		content, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		file, err := receipt.ParseFile(content)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		if i == 0 {
			first = file
		} else if !file.Same(first) {
			return fmt.Errorf("%s has receipts of another casino than %s: its key is %s", name, o.receipts[0], file.Name())
		}
		statements, left := file.Open()
		all, unsigned = append(all, statements...), unsigned+left
		checkpoints = append(checkpoints, file.OpenCheckpoints()...)
	}
	verdict := receipt.Judge(all)
	fmt.Fprintf(stdout, "%s signed with the key %s: compare it with the one in the casino's log\n", cli.Count(len(all), "receipt"),
		first.Name())
	if unsigned > 0 {
		fmt.Fprintf(stdout, "%s with another signature, which shows nothing\n", cli.Count(unsigned, "receipt"))
	}
	fmt.Fprintf(stdout, "%s computed again, %s to be revealed\n", cli.Count(verdict.Checked, "round"), cli.Thousands(verdict.Waiting))
	faults := receipt.Forks(checkpoints)
	for _, fault := range verdict.Faults {
		faults = append(faults, fault.Text)
	}
	var unread error // of the log, whatever the receipts show by themselves
	if len(o.urls) > 0 {
		var logged []string
		logged, unread = o.compareLog(ctx, first, all)
		faults = append(faults, logged...)
	}
	for _, fault := range faults {
		fmt.Fprintln(stdout, fault)
	}
	if len(faults) > 0 {
		return cli.CheckFailed(errors.Join(errors.New("the casino has signed what convicts it"), unread))
	}
	return unread
}

// compareLog says which receipts the public log at the first of the addresses contradicts or lacks.
func (o options) compareLog(ctx context.Context, file receipt.File, statements []receipt.Statement) (faults []string, err error) {
	key, address, err := publiclog.Find(ctx, o.urls[0])
	if err != nil {
		return nil, err
	}
	if !bytes.Equal(key.Public, file.Key) {
		return []string{"the public log is signed with another key than the receipts"}, nil
	}
	source := publiclog.Open(address)
	checkpoint, _, err := source.Latest(ctx, key)
	if err != nil {
		return nil, err
	}
	var log receipt.Log
	err = new(publiclog.Tree).Grow(ctx, source, checkpoint, func(_ int64, entry []byte) error {
		log.Add(string(entry))
		return nil
	})
	if err != nil {
		return nil, err
	}
	return log.Faults(statements, time.Now()), nil
}

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

// records are what files of players' records have of one casino.
type records struct {
	casino      receipt.File // the first of them
	statements  []receipt.Statement
	checkpoints []receipt.Checkpoint
	unsigned    int // receipts that the casino's key hasn't signed
	unread      int // those that it has, of another version of this program
}

func readRecords(names []string) (r records, err error) {
	for i, name := range names {
		content, err := os.ReadFile(name)
		if err != nil {
			return records{}, err
		}
		file, err := receipt.ParseFile(content)
		if err != nil {
			return records{}, fmt.Errorf("%s: %w", name, err)
		}
		if i == 0 {
			r.casino = file
		} else if !file.Same(r.casino) {
			return records{}, fmt.Errorf("%s and %s are of two casinos, with the keys %s and %s", names[0], name, r.casino.Name(), file.Name())
		}
		statements, unsigned, unread := file.Open()
		r.statements, r.unsigned, r.unread = append(r.statements, statements...), r.unsigned+unsigned, r.unread+unread
		r.checkpoints = append(r.checkpoints, file.OpenCheckpoints()...)
	}
	return r, nil
}

// judge judges the receipts in files of players' records, all together, and compares them with
// the casino's public log if -url says where it is.
func (o options) judge(ctx context.Context, stdout io.Writer) error {
	r, err := readRecords(o.receipts)
	if err != nil {
		return err
	}
	verdict := receipt.Judge(r.statements)
	fmt.Fprintf(stdout, "%s signed with the key %s: compare it with the one in the casino's log\n",
		cli.Count(len(r.statements), "receipt"), r.casino.Name())
	if r.unsigned > 0 {
		fmt.Fprintf(stdout, "%s with another signature, which shows nothing\n", cli.Count(r.unsigned, "receipt"))
	}
	if r.unread > 0 {
		fmt.Fprintf(stdout, "%s that this program can't read\n", cli.Count(r.unread, "signed receipt"))
	}
	fmt.Fprintf(stdout, "%s computed again, %s to be revealed\n", cli.Count(verdict.Checked, "round"), cli.Thousands(verdict.Waiting))
	if verdict.Apart > 0 {
		fmt.Fprintf(stdout, "%s of crash not compared with the one before, more than %s rounds away\n", cli.Count(verdict.Apart, "link"),
			cli.Thousands(receipt.MaxLinks))
	}
	faults := receipt.Forks(r.checkpoints)
	for _, fault := range verdict.Faults {
		faults = append(faults, fault.Text)
	}
	var unread error // of the log, whatever the receipts show by themselves
	if len(o.urls) > 0 {
		var logged []string
		logged, unread = r.compareLog(ctx, o.urls[0]) // any of them: they share a database, and so the log
		faults = append(faults, logged...)
	}
	for _, fault := range faults {
		fmt.Fprintln(stdout, cli.Printable(fault))
	}
	if len(faults) > 0 {
		return cli.CheckFailed(errors.Join(errors.New("the casino has signed what convicts it"), unread))
	}
	return unread
}

// compareLog says which receipts the public log of the casino at an address contradicts or
// lacks.
func (r records) compareLog(ctx context.Context, url string) (faults []string, err error) {
	key, address, err := publiclog.Find(ctx, url)
	if err != nil {
		return nil, err
	}
	if !bytes.Equal(key.Public, r.casino.Key) {
		return nil, fmt.Errorf("the key of the public log of %s didn't sign the receipts: they are of another casino", url)
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
	return log.Faults(r.statements, time.Now()), nil
}

package main

import (
	"bytes"
	"fmt"
	"os"
	"strconv"

	"github.com/squaredeal/squaredeal/shuffle/draw"
)

// A form is how the lines of a list are read.
type form struct {
	weights bool // after a tab
	tickets bool // lines may be repeated
	joined  bool // and those that are make one entry
}

// parse reads a list, with an entry in each line.
func (f form) parse(text []byte) (*draw.List, error) {
	var entries []draw.Entry
	number := 0
	for line := range bytes.Lines(bytes.TrimPrefix(text, []byte(byteOrderMark))) {
		number++
		line = bytes.TrimRight(line, "\r\n")
		if len(line) == 0 {
			continue
		}
		e := draw.Entry{Data: line}
		if f.weights {
			i := bytes.LastIndexByte(line, '\t')
			weight, err := strconv.ParseUint(string(line[i+1:]), 10, 64)
			if i < 1 || line[i-1] == '\r' || err != nil || weight == 0 {
				return nil, fmt.Errorf("line %d isn't an entry, a tab and a weight", number)
			}
			e = draw.Entry{Data: line[:i], Weight: weight}
		}
		entries = append(entries, e)
	}
	switch {
	case f.joined:
		return draw.NewJoinedList(entries)
	case f.tickets:
		return draw.NewTicketList(entries)
	}
	return draw.NewList(entries)
}

func (f form) read(file string) (*draw.List, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	list, err := f.parse(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return list, nil
}

package main

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"strconv"
)

// export writes draws in a format.
func export(out *bufio.Writer, d draws, count int, format string) error {
	if format == "dieharder" {
		fmt.Fprintf(out, "type: d\ncount: %d\nnumbit: 32\n", count)
	}
	var buffer []byte
	for range count {
		row, err := d.next()
		if err != nil {
			return err
		}
		buffer = buffer[:0]
		for i, number := range row {
			if format == "binary" {
				whole := binary.BigEndian.AppendUint64(nil, number)
				buffer = append(buffer, whole[8-d.size:]...)
				continue
			}
			if i > 0 {
				buffer = append(buffer, ' ')
			}
			buffer = strconv.AppendUint(buffer, number, 10)
		}
		if format != "binary" {
			buffer = append(buffer, '\n')
		}
		if _, err := out.Write(buffer); err != nil {
			return err
		}
	}
	return nil
}

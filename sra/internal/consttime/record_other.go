//go:build !linux || !amd64

package consttime

import "errors"

func record(inputs []string, o Options) ([]*Trace, error) { return nil, errors.ErrUnsupported }

func fork() bool { panic(errors.ErrUnsupported) }

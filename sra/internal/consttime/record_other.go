//go:build !linux || !amd64

package consttime

import "errors"

func record(input string, o Options) (*Trace, error) { return nil, errors.ErrUnsupported }

package wrap_test

import (
	"errors"
	"io"
	"testing"

	"github.com/squaredeal/squaredeal/internal/wrap"
)

func TestErrorf(t *testing.T) {
	class := errors.New("package: class")
	err := wrap.Errorf(class, "seat %d: %w", 3, io.EOF)
	if !errors.Is(err, class) || !errors.Is(err, io.EOF) || err.Error() != "package: class: seat 3: EOF" {
		t.Error(err)
	}
	other, third := wrap.Class("other: class", class), wrap.Class("third: class", class)
	for _, err := range []error{err, wrap.As(err, third)} {
		err = wrap.As(err, wrap.Class("none: class", io.EOF), io.EOF, other)
		if !errors.Is(err, class) || !errors.Is(err, other) || errors.Is(err, third) || err.Error() != "other: class: seat 3: EOF" {
			t.Error(err)
		}
	}
	if err := wrap.As(io.EOF, other); err != io.EOF {
		t.Error(err)
	}
}

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
	other := wrap.Class("other: class", class)
	if err := wrap.As(err, io.EOF, other); !errors.Is(err, class) || !errors.Is(err, other) || err.Error() != "other: class: seat 3: EOF" {
		t.Error(err)
	}
	if err := wrap.As(io.EOF, other); err != io.EOF {
		t.Error(err)
	}
}

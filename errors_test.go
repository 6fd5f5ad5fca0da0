package squaredeal_test

import (
	"errors"
	"go/ast"
	"go/token"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/squaredeal/squaredeal/commit"
	"github.com/squaredeal/squaredeal/commit/table"
	"github.com/squaredeal/squaredeal/otpdeal"
	"github.com/squaredeal/squaredeal/sra/hand"
)

// specs visits the names that a file declares at its top, with their comments.
func specs(f *ast.File, visit func(name string, s ast.Spec, doc string)) {
	for _, d := range f.Decls {
		d, ok := d.(*ast.GenDecl)
		if !ok {
			continue
		}
		for _, s := range d.Specs {
			doc := d.Doc
			switch s := s.(type) {
			case *ast.TypeSpec:
				visit(s.Name.Name, s, doc.Text())
			case *ast.ValueSpec:
				if d.Lparen.IsValid() {
					doc = s.Doc
				}
				visit(s.Names[0].Name, s, doc.Text())
			}
		}
	}
}

// A class of errors has a comment of one form, and where packages share a name, they share its text
// and the beginning of its meaning.
func TestClasses(t *testing.T) {
	texts := map[string]string{}
	walkLibrary(t, func(f *ast.File) {
		specs(f, func(name string, s ast.Spec, doc string) {
			v, ok := s.(*ast.ValueSpec)
			if !ok || !strings.HasPrefix(name, "Err") {
				return
			}
			what := f.Name.Name + "." + name
			if !strings.HasPrefix(doc, name+": ") || v.Comment != nil {
				t.Errorf("%s: its comment doesn't begin with %q, or isn't above it", what, name+": ")
			}
			for class, meaning := range map[string]string{"ErrMalformed": "an argument", "ErrState": "the "} {
				if name == class && !strings.HasPrefix(doc, class+": "+meaning) {
					t.Errorf("%s means something else: %s", what, doc)
				}
			}
			made, ok := v.Values[0].(*ast.CallExpr)
			if !ok || len(made.Args) != 1 {
				t.Errorf("%s isn't made by errors.New", what)
				return
			}
			literal, _ := made.Args[0].(*ast.BasicLit)
			if literal == nil || literal.Kind != token.STRING {
				t.Errorf("%s has no text", what)
				return
			}
			text, _ := strconv.Unquote(literal.Value)
			text, ok = strings.CutPrefix(text, f.Name.Name+": ")
			if other := texts[name]; !ok || other != "" && other != text {
				t.Errorf("%s is %q, and %q elsewhere, or doesn't begin with its package", what, text, other)
			}
			texts[name] = text
		})
	})
	if len(texts) < 10 {
		t.Errorf("there are only %d classes", len(texts))
	}
}

// An error that blames seats has one form, whatever the package.
func TestBlame(t *testing.T) {
	cause := errors.New("a cause")
	errs := map[string]error{
		"commit":  &commit.BlameError{Seats: []int{0, 2}, Err: cause},
		"table":   &table.BlameError{Seats: []int{0, 2}, Err: cause},
		"hand":    &hand.BlameError{Seats: []int{0, 2}, Err: cause},
		"otpdeal": &otpdeal.BlameError{Seats: []int{0, 2}, Err: cause},
	}
	walkLibrary(t, func(f *ast.File) {
		specs(f, func(name string, s ast.Spec, doc string) {
			if name != "BlameError" {
				return
			}
			err := errs[f.Name.Name]
			delete(errs, f.Name.Name)
			if err == nil || !errors.Is(err, cause) || err.Error() != "a cause: seats 0 and 2" || reflect.TypeOf(err).Elem().NumField() != 2 {
				t.Errorf("%s.BlameError: %v", f.Name.Name, err)
			}
			if !strings.HasPrefix(doc, "A BlameError names ") {
				t.Errorf("%s.BlameError: %s", f.Name.Name, doc)
			}
			for _, field := range s.(*ast.TypeSpec).Type.(*ast.StructType).Fields.List {
				if field.Comment.Text() == "" {
					t.Errorf("%s.BlameError: its %s has no comment", f.Name.Name, field.Names[0])
				}
			}
		})
	})
	if len(errs) > 0 {
		t.Errorf("no such BlameError: %v", errs)
	}
}

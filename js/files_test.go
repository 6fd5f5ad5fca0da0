package js_test

import (
	"io/fs"
	"path"
	"regexp"
	"strings"
	"testing"

	"github.com/squaredeal/squaredeal/js"
)

var imported = regexp.MustCompile(`from '(\.\.?/[^']+)'`)

// Whatever a module of Files imports from its neighbours is in Files.
func TestFilesAreComplete(t *testing.T) {
	modules, imports := 0, 0
	err := fs.WalkDir(js.Files, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		modules++
		text, err := fs.ReadFile(js.Files, name)
		if err != nil {
			return err
		}
		for _, m := range imported.FindAllStringSubmatch(string(text), -1) {
			imports++
			if other := path.Join(path.Dir(name), m[1]); !strings.HasSuffix(other, ".js") {
				t.Errorf("%s imports %s, not a file", name, m[1])
			} else if _, err := fs.Stat(js.Files, other); err != nil {
				t.Errorf("%s imports %s: %v", name, m[1], err)
			}
		}
		return nil
	})
	if err != nil || modules < 50 || imports < modules {
		t.Errorf("%d modules with %d imports, %v", modules, imports, err)
	}
}

// Command bundle joins a module of a page, or a style sheet, with all that it imports, and makes the result small: what a page
// of one file has in it. It needs no network and no node, and the result depends on the sources alone.
//
//	go run ./internal/bundle -o ../examples/draw/page/program.js ../examples/draw/page/page.js
package main

import (
	"embed"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"sync/atomic"

	"github.com/evanw/esbuild/pkg/api"
)

// noble has what is imported of @noble/curves and @noble/hashes, as they are in the npm packages.
//
//go:embed all:noble
var noble embed.FS

func main() {
	out := flag.String("o", "", "the `file` to write")
	aliases := make(map[string]string)
	flag.Func("alias", "a `name=file`: what imports of the name get", func(text string) error {
		name, file, ok := strings.Cut(text, "=")
		if !ok {
			return errors.New("no = in it")
		}
		aliases[name] = file
		return nil
	})
	flag.Parse()
	if flag.NArg() != 1 || *out == "" {
		flag.Usage()
		os.Exit(2)
	}
	text, err := bundle(flag.Arg(0), aliases)
	if err == nil {
		err = os.WriteFile(*out, text, 0o644)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "bundle:", err)
		os.Exit(1)
	}
}

// bundle returns a file and all that it imports. A script runs in a function of its own, so it has no exports.
func bundle(entry string, aliases map[string]string) ([]byte, error) {
	root, err := filepath.Abs(".")
	if err != nil {
		return nil, err
	}
	var usesNoble atomic.Bool
	result := api.Build(api.BuildOptions{
		EntryPoints: []string{entry}, Bundle: true, Format: api.FormatIIFE, Charset: api.CharsetUTF8, Target: api.ES2022,
		MinifyWhitespace: true, MinifyIdentifiers: true, MinifySyntax: true, LegalComments: api.LegalCommentsEndOfFile,
		Outdir:  root, // which comments and maps would name; nothing is written
		Plugins: []api.Plugin{{Name: "imports", Setup: func(build api.PluginBuild) { resolve(build, root, aliases, &usesNoble) }}},
	})
	if len(result.Errors)+len(result.Warnings) > 0 {
		messages := api.FormatMessages(append(result.Errors, result.Warnings...), api.FormatMessagesOptions{})
		return nil, errors.New(strings.Join(messages, "\n"))
	}
	banner := ""
	if usesNoble.Load() {
		licence, err := fs.ReadFile(noble, "noble/LICENSE")
		if err != nil {
			return nil, err
		}
		banner = "/*! noble-curves and noble-hashes 2.4.0, in part.\n\n" + string(licence) + "*/\n"
	}
	text := banner + strings.TrimSpace(string(result.OutputFiles[0].Contents)) + "\n"
	for _, tag := range []string{"<script", "<!--"} { // behind which a page's script wouldn't end where it does; esbuild escapes "</script"
		if strings.Contains(strings.ToLower(text), tag) {
			return nil, fmt.Errorf("%s is in the bundle of %s", tag, entry)
		}
	}
	return []byte(text), nil
}

// resolve makes imports of squaredeal/… those of this directory, and @noble/… those of noble, and says if there are any.
func resolve(build api.PluginBuild, root string, aliases map[string]string, usesNoble *atomic.Bool) {
	build.OnResolve(api.OnResolveOptions{Filter: `^[^./]`}, func(args api.OnResolveArgs) (api.OnResolveResult, error) {
		if file, ok := aliases[args.Path]; ok {
			file, err := filepath.Abs(file)
			return api.OnResolveResult{Path: file}, err
		}
		if name, ok := strings.CutPrefix(args.Path, "squaredeal/"); ok {
			return api.OnResolveResult{Path: filepath.Join(root, filepath.FromSlash(name), "index.js"), SideEffects: api.SideEffectsFalse}, nil
		}
		if name, ok := strings.CutPrefix(args.Path, "@noble/"); ok {
			return api.OnResolveResult{Path: path.Join("noble", name), Namespace: "noble", SideEffects: api.SideEffectsFalse}, nil
		}
		return api.OnResolveResult{}, nil
	})
	build.OnResolve(api.OnResolveOptions{Filter: `^\.`, Namespace: "noble"}, func(args api.OnResolveArgs) (api.OnResolveResult, error) {
		return api.OnResolveResult{Path: path.Join(path.Dir(args.Importer), args.Path), Namespace: "noble",
			SideEffects: api.SideEffectsFalse}, nil
	})
	build.OnLoad(api.OnLoadOptions{Filter: `.*`, Namespace: "noble"}, func(args api.OnLoadArgs) (api.OnLoadResult, error) {
		text, err := fs.ReadFile(noble, args.Path)
		usesNoble.Store(true)
		contents := string(text)
		return api.OnLoadResult{Contents: &contents, Loader: api.LoaderJS}, err
	})
}

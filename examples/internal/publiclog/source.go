package publiclog

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// patience is what a file may take to arrive.
const patience = 30 * time.Second

// Open returns the source of a log, by its address, http(s)://…, or the name of a directory.
func Open(name string) Source {
	if strings.HasPrefix(name, "http://") || strings.HasPrefix(name, "https://") {
		return fetch(strings.TrimSuffix(name, "/") + "/")
	}
	return func(_ context.Context, path string) ([]byte, error) {
		return os.ReadFile(filepath.Join(name, filepath.FromSlash(path)))
	}
}

func fetch(base string) Source {
	client := &http.Client{Timeout: patience}
	return func(ctx context.Context, path string) ([]byte, error) {
		r, err := http.NewRequestWithContext(ctx, http.MethodGet, base+path, nil)
		if err != nil {
			return nil, err
		}
		response, err := client.Do(r)
		if err != nil {
			return nil, err
		}
		defer response.Body.Close()
		if response.StatusCode != http.StatusOK {
			return nil, fmt.Errorf("the log answers %s", response.Status)
		}
		return io.ReadAll(io.LimitReader(response.Body, maxLogFile))
	}
}

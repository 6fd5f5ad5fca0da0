package publiclog

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"
)

const (
	patience = 30 * time.Second // what a file may take to arrive
	pause    = time.Second      // before a file is asked for again
)

// Open returns the source of a log, by its address, http(s)://…, or the name of a directory.
func Open(name string) Source {
	if strings.HasPrefix(name, "http://") || strings.HasPrefix(name, "https://") {
		return fetch(strings.TrimSuffix(name, "/")+"/", maxLogFile)
	}
	return func(_ context.Context, path string) ([]byte, error) {
		return os.ReadFile(filepath.Join(name, filepath.FromSlash(path)))
	}
}

// fetch returns what is served below an address, up to a number of bytes. It waits while there are too
// many requests, or nobody who can answer.
func fetch(base string, limit int64) Source {
	return func(ctx context.Context, path string) ([]byte, error) {
		ctx, cancel := context.WithTimeout(ctx, patience)
		defer cancel()
		for {
			content, again, err := get(ctx, base+path, limit)
			if !again {
				return content, err
			}
			select {
			case <-ctx.Done():
				return nil, err
			case <-time.After(pause):
			}
		}
	}
}

// get asks once, and says whether to ask again.
func get(ctx context.Context, address string, limit int64) (content []byte, again bool, err error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, false, err
	}
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		return nil, false, err
	}
	defer response.Body.Close()
	switch response.StatusCode {
	case http.StatusOK:
		content, err = io.ReadAll(io.LimitReader(response.Body, limit))
		return content, false, err
	case http.StatusTooManyRequests, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		again = true
	}
	return nil, again, fmt.Errorf("the log answers with status %d", response.StatusCode)
}

// served is where a casino serves its log.
var served = regexp.MustCompile(`^/log/[0-9]+/$`)

// Find asks a casino, by its address without a slash at the end, for the key of its log and
// the address that Open takes.
func Find(ctx context.Context, casino string) (key Key, address string, err error) {
	text, err := fetch(casino+"/", 1<<16)(ctx, "api/log")
	if err != nil {
		return Key{}, "", fmt.Errorf("%s has no public log: %w", casino, err)
	}
	var log struct{ Key, Path string }
	if err := json.Unmarshal(text, &log); err != nil {
		return Key{}, "", fmt.Errorf("%s has no public log: %w", casino, err)
	}
	if key, err = ParseKey(log.Key); err == nil && !served.MatchString(log.Path) {
		err = fmt.Errorf("%w: a log isn't served there", ErrMalformed)
	}
	return key, casino + log.Path, err
}

// A Source returns the content of a file of a log by its path, such as checkpoint.
type Source func(ctx context.Context, path string) ([]byte, error)

// Latest returns the log's checkpoint, and its signed text, which is nil if it can't be read.
func (s Source) Latest(ctx context.Context, key Key) (c Checkpoint, note []byte, err error) {
	if note, err = s(ctx, "checkpoint"); err != nil {
		return Checkpoint{}, nil, err // not the part that has arrived
	}
	c, err = key.Open(note)
	return c, note, err
}

// Read calls yield with the entries from one number up to a size, in their order. Whether
// they are what the log has signed, [Tree.Grow] checks.
func (s Source) Read(ctx context.Context, from, size int64, yield func(index int64, entry []byte) error) error {
	for n := from / bundleSize; n*bundleSize < size; n++ {
		width := min(bundleSize, size-n*bundleSize)
		path := BundlePath(n, int(width))
		content, err := s(ctx, path)
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		entries, err := ParseBundle(content, int(width))
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		for i, entry := range entries {
			if index := n*bundleSize + int64(i); index >= from {
				if err := yield(index, entry); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

package httpboard_test

import (
	"bufio"
	"bytes"
	"context"
	"crypto/ed25519"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table/board"
	"github.com/squaredeal/squaredeal/commit/table/board/boardtest"
	"github.com/squaredeal/squaredeal/commit/table/board/httpboard"
	"github.com/squaredeal/squaredeal/commit/table/internal/kind"
)

func offerOf(seats int) board.Offer {
	return board.Offer{Game: []byte("sums"), Seats: seats, Longest: 2000, Grace: 4 * time.Second}
}

func open(t testing.TB, seats, rounds int) *board.Local {
	t.Helper()
	l, err := board.Open(offerOf(seats), record.GenerateKey(), boardtest.Sums(rounds), nil)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// serve serves a board on a socket, until the test ends, and returns its address.
func serve(t testing.TB, l *board.Local, o httpboard.Options) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error)
	go func() { done <- httpboard.Serve(ctx, listener, l, o) }()
	t.Cleanup(func() {
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
	return listener.Addr().String()
}

func dial(t testing.TB, addr string) net.Conn {
	t.Helper()
	c, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	c.SetDeadline(time.Now().Add(10 * time.Second))
	return c
}

func heap() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// A body costs nothing that isn't a POST's, whatever its type: no memory, and no file.
func TestBodies(t *testing.T) {
	temp := t.TempDir()
	t.Setenv("TMPDIR", temp)
	addr := serve(t, open(t, 2, 1), httpboard.Options{})
	before := heap()
	var most uint64
	var wg sync.WaitGroup
	for i := range 40 {
		wg.Go(func() {
			c, err := net.Dial("tcp", addr)
			if err != nil {
				t.Error(err)
				return
			}
			defer c.Close()
			c.SetDeadline(time.Now().Add(time.Second))
			head := "--x\r\nContent-Disposition: form-data; name=\"a\"; filename=\"f\"\r\nContent-Type: application/octet-stream\r\n\r\n"
			method := []string{"PUT", "GET", "PATCH", "DELETE", "POST"}[i%5]
			fmt.Fprintf(c, "%s /?from=1 HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: "+
				"%d\r\n\r\n%s", method, 8<<20, head)
			for range 8 << 4 {
				if _, err := c.Write(make([]byte, 1<<16)); err != nil {
					break
				}
			}
			io.Copy(io.Discard, c)
		})
	}
	for range 10 {
		time.Sleep(50 * time.Millisecond)
		most = max(most, heap())
	}
	wg.Wait()
	if files, _ := os.ReadDir(temp); len(files) > 0 {
		t.Errorf("%d temporary files", len(files))
	}
	if most > before+64<<20 {
		t.Errorf("%d MB are taken", (most-before)>>20)
	}
}

// Only GET and POST are known, and the query is that of the URL.
func TestRequests(t *testing.T) {
	h := httpboard.Handler(open(t, 2, 1), httpboard.Options{Polling: 10 * time.Millisecond})
	for _, c := range []struct {
		method, query, body string
		status              int
	}{
		{"GET", "?from=1", "", 200}, {"GET", "?from=0", "", 200}, {"GET", "?from=9&wait=1", "", 200},
		{"GET", "", "", 400}, {"GET", "?from=-1", "", 400}, {"GET", "?from=x", "", 400}, {"GET", "?from=%zz", "", 400},
		{"GET", "", "from=1", 400},
		{"POST", "", "junk", 400}, {"POST", "", strings.Repeat("x", board.MaxPostLen+1), 400},
		{"HEAD", "?from=1", "", 405}, {"PUT", "", "", 405}, {"DELETE", "", "", 405}, {"OPTIONS", "", "", 405}, {"CONNECT", "", "", 405},
		{"X", "", "", 405},
	} {
		r := httptest.NewRequest(c.method, "http://board/"+c.query, strings.NewReader(c.body))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		w := httptest.NewRecorder()
		if h.ServeHTTP(w, r); w.Code != c.status {
			t.Errorf("%s %s: %d, not %d", c.method, c.query, w.Code, c.status)
		}
	}
}

// Of too many connections, those are closed that have asked for nothing; there are never more.
func TestConnections(t *testing.T) {
	const most = 20
	addr := serve(t, open(t, 2, 1), httpboard.Options{Conns: most})
	good := dial(t, addr)
	answers := bufio.NewReader(good)
	ask := func() {
		t.Helper()
		fmt.Fprintf(good, "GET /?from=1 HTTP/1.1\r\nHost: x\r\n\r\n")
		resp, err := http.ReadResponse(answers, nil)
		if err != nil {
			t.Fatal(err)
		}
		io.Copy(io.Discard, resp.Body)
	}
	ask()
	var silent []net.Conn
	for range 10 * most {
		silent = append(silent, dial(t, addr))
	}
	ask()
	alive := 1
	for _, c := range silent {
		c.SetDeadline(time.Now().Add(20 * time.Millisecond))
		_, err := c.Read(make([]byte, 1))
		if timeout, ok := errors.AsType[net.Error](err); ok && timeout.Timeout() {
			alive++
		}
	}
	if alive > most {
		t.Errorf("%d connections are open", alive)
	}
	ask()
}

// A server answers nothing by itself, either.
func TestOptions(t *testing.T) {
	c := dial(t, serve(t, open(t, 2, 1), httpboard.Options{}))
	fmt.Fprint(c, "OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n")
	resp, err := http.ReadResponse(bufio.NewReader(c), nil)
	if err != nil {
		t.Fatal(err)
	}
	if resp.StatusCode != http.StatusMethodNotAllowed {
		t.Error(resp.Status)
	}
}

// A host is an address, or a network of IPv6 as one customer has it.
func TestHosts(t *testing.T) {
	for addr, want := range map[string]string{
		"192.0.2.1:80": "192.0.2.1/32", "[::ffff:192.0.2.1]:80": "192.0.2.1/32", "[2001:db8::1:2:3:4]:80": "2001:db8::/64",
		"[2001:db8:0:0:9::%eth0]:80": "2001:db8::/64", "pipe": "pipe",
	} {
		if got := httpboard.HostOf(addr); got != want {
			t.Errorf("%s is of %s, not %s", addr, got, want)
		}
	}
}

// A server whose listener is closed leaves no connection behind.
func TestListenerClosed(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan error)
	go func() { done <- httpboard.Serve(t.Context(), listener, open(t, 2, 1), httpboard.Options{}) }()
	c := dial(t, listener.Addr().String())
	fmt.Fprint(c, "GET /?from=1 HTTP/1.1\r\nHost: x\r\n\r\nGET /?from=2&wait=1 HTTP/1.1\r\nHost: x\r\n\r\n")
	answers := bufio.NewReader(c)
	resp, err := http.ReadResponse(answers, nil)
	if err != nil {
		t.Fatal(err)
	}
	io.Copy(io.Discard, resp.Body)
	listener.Close()
	if err := <-done; !errors.Is(err, net.ErrClosed) {
		t.Error(err)
	}
	_, err = answers.ReadByte()
	if timeout, ok := errors.AsType[net.Error](err); err == nil || ok && timeout.Timeout() {
		t.Errorf("the connection is still there: %v", err)
	}
}

// Whoever sends a request byte by byte, or nothing, is gone after a while.
func TestSlow(t *testing.T) {
	addr := serve(t, open(t, 2, 1), httpboard.Options{Moving: 300 * time.Millisecond, Polling: 100 * time.Millisecond})
	begun := time.Now()
	var wg sync.WaitGroup
	for _, head := range []string{"", "GET /?from=1 HT", "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n"} {
		c := dial(t, addr)
		wg.Go(func() {
			io.WriteString(c, head)
			for {
				c.SetReadDeadline(time.Now().Add(20 * time.Millisecond))
				_, err := io.Copy(io.Discard, c)
				if timeout, ok := errors.AsType[net.Error](err); !ok || !timeout.Timeout() {
					return
				}
				if head != "" {
					c.Write([]byte("x"))
				}
				if time.Since(begun) > 5*time.Second {
					t.Errorf("%q is still there", head)
					return
				}
			}
		})
	}
	wg.Wait()
}

// Readers that ask for everything, and take nothing, hold one post each, not all that they asked for.
func TestSlowReaders(t *testing.T) {
	const readers, size = 100, 100_000
	offer := offerOf(2)
	offer.Longest = size
	l, err := board.Open(offer, record.GenerateKey(), boardtest.Sums(9), nil)
	if err != nil {
		t.Fatal(err)
	}
	w, next := board.NewWatcher(boardtest.Sums(9)), uint64(1)
	post := func(b func() []byte) {
		t.Helper()
		posts, err := l.Posts(t.Context(), next, false)
		for _, p := range posts {
			w.Read(p)
			next++
		}
		if err = errors.Join(err, l.Post(t.Context(), b())); err != nil {
			t.Fatal(err)
		}
	}
	keys := []record.Key{record.GenerateKey(), record.GenerateKey()}
	for seat, key := range keys {
		post(func() []byte { return w.Offer().Ask(seat, key, nil) })
	}
	for i := range 14 { // hellos, and twelve numbers
		message := append([]byte{kind.Say}, make([]byte, size)...)
		if i < 2 {
			message = []byte{kind.Hello}
		}
		post(func() []byte { return boardtest.Sign(w.Table(), keys[i%2], i%2, message) })
	}
	var asked atomic.Int32
	h := httpboard.Handler(l, httpboard.Options{})
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked.Add(1)
		h.ServeHTTP(w, r)
	}))
	t.Cleanup(srv.Close)
	before := heap()
	for range readers {
		c := dial(t, srv.Listener.Addr().String())
		c.(*net.TCPConn).SetReadBuffer(1)
		fmt.Fprint(c, strings.Repeat("GET /?from=1 HTTP/1.1\r\nHost: x\r\n\r\n", 20))
	}
	for asked.Load() < readers {
		time.Sleep(10 * time.Millisecond)
	}
	least := heap() // what they go on holding
	for range 5 {
		time.Sleep(100 * time.Millisecond)
		least = min(least, heap())
	}
	if each := (int64(least) - int64(before)) / readers; each > 3*size {
		t.Errorf("%d kB for each of them", each>>10)
	}
}

// An invitation is needed for everything, and a list of keys says who may sit.
func TestInvited(t *testing.T) {
	l := open(t, 2, 1)
	key, other := record.GenerateKey(), record.GenerateKey()
	addr := serve(t, l, httpboard.Options{Invitation: "secret", Keys: []ed25519.PublicKey{key.Public()}})
	c := httpboard.Dial("http://" + addr)
	defer c.Close()
	if _, err := c.Posts(t.Context(), 1, false); !errors.Is(err, httpboard.ErrInvitation) {
		t.Error(err)
	}
	c.Invitation = "secret"
	posts, err := c.Posts(t.Context(), 1, false)
	if err != nil || len(posts) != 1 {
		t.Fatal(err)
	}
	offer, err := board.ParseOffer(posts[0].Bytes)
	if err != nil {
		t.Fatal(err)
	}
	err = c.Post(t.Context(), offer.Ask(0, other, nil))
	if refusal, ok := errors.AsType[*board.Refusal](err); !ok || refusal.Reason != board.NoPlace {
		t.Error(err)
	}
	if err := c.Post(t.Context(), offer.Ask(0, key, nil)); err != nil {
		t.Error(err)
	}
}

// A fullStorage has no room after the offer.
type fullStorage struct{ boardtest.Storage }

func (s *fullStorage) Append(p record.Post) error {
	if p.Number > 1 {
		return &os.PathError{Op: "write", Path: "/secret", Err: errors.New("no space left")}
	}
	return s.Storage.Append(p)
}

// Strangers don't learn where a board that has no room keeps its posts.
func TestFullAnswer(t *testing.T) {
	l, err := board.Open(offerOf(2), record.GenerateKey(), boardtest.Sums(1), new(fullStorage))
	if err != nil {
		t.Fatal(err)
	}
	posts, _ := l.Posts(t.Context(), 1, false)
	offer, _ := board.ParseOffer(posts[0].Bytes)
	w := httptest.NewRecorder()
	ask := bytes.NewReader(offer.Ask(0, record.GenerateKey(), nil))
	httpboard.Handler(l, httpboard.Options{}).ServeHTTP(w, httptest.NewRequest("POST", "http://board/", ask))
	if w.Code != http.StatusInsufficientStorage || strings.Contains(w.Body.String(), "secret") {
		t.Errorf("%d: %s", w.Code, w.Body)
	}
}

// A board that isn't there, or isn't one.
func TestNoBoard(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	gone := httpboard.Dial("http://" + l.Addr().String())
	l.Close()
	if _, err := gone.Posts(t.Context(), 1, false); err == nil {
		t.Error("there is a board")
	}
	for what, answer := range map[string]func(http.ResponseWriter){
		"something else": func(w http.ResponseWriter) { io.WriteString(w, "[]") },
		"malformed": func(w http.ResponseWriter) {
			w.Header().Set("Board", "liar")
			w.Write(record.AppendPost(nil, record.Post{Number: 5}))
		},
		"malformed: transcript: post": func(w http.ResponseWriter) {
			w.Header().Set("Board", "liar")
			w.Write(record.AppendPost(nil, record.Post{Number: 4, Bytes: []byte("x")})[:24])
		},
	} {
		liar := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { answer(w) }))
		c := httpboard.Dial(liar.URL)
		if posts, err := c.Posts(t.Context(), 4, false); err == nil || !strings.Contains(err.Error(), what) {
			t.Errorf("%s: %v, %v", what, posts, err)
		}
		c.Close()
		liar.Close()
	}
	for _, address := range []string{"::", "", "localhost:7000", "ftp://localhost", "http://"} {
		if _, err := stopped(t, httpboard.Dial(address)); !errors.Is(err, httpboard.ErrNoBoard) {
			t.Errorf("there is a board at %q: %v", address, err)
		}
	}
}

// stopped is what a client says of a board that was never there. It doesn't ask again.
func stopped(t *testing.T, c *httpboard.Client) ([]record.Post, error) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	asked := 0
	c.HTTP.Transport = asking{c.HTTP.Transport, func() {
		if asked++; asked > 1 {
			t.Error("it asks again")
			cancel()
		}
	}}
	return c.Posts(ctx, 1, false)
}

// asking calls a function before each request.
type asking struct {
	http.RoundTripper
	asked func()
}

// RoundTrip implements [http.RoundTripper].
func (a asking) RoundTrip(r *http.Request) (*http.Response, error) {
	a.asked()
	return a.RoundTripper.RoundTrip(r)
}

// Who isn't trusted, or speaks no TLS, isn't asked again, either.
func TestNoTLS(t *testing.T) {
	nothing := http.HandlerFunc(func(http.ResponseWriter, *http.Request) {})
	untrusted, plain := httptest.NewUnstartedServer(nothing), httptest.NewServer(nothing)
	untrusted.Config.ErrorLog = log.New(io.Discard, "", 0)
	untrusted.StartTLS()
	defer untrusted.Close()
	defer plain.Close()
	_, err := stopped(t, httpboard.Dial(untrusted.URL))
	if _, ok := errors.AsType[*tls.CertificateVerificationError](err); !ok {
		t.Error(err)
	}
	if _, err := stopped(t, httpboard.Dial("https"+strings.TrimPrefix(plain.URL, "http"))); !errors.Is(err, http.ErrSchemeMismatch) {
		t.Error(err)
	}
}

func openFile(t *testing.T, name string) *httpboard.BoardFile {
	t.Helper()
	file, err := httpboard.OpenBoardFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// filed returns so many posts for a file, and postSize is what each takes there, in bytes.
func filed(n int) (posts []record.Post) {
	for i := range n {
		posts = append(posts, record.Post{Number: uint64(i + 1), Stamp: 9, Bytes: make([]byte, 300)})
	}
	return posts
}

const postSize = 24 + 300

// A board file is open once, and cuts off what a full disk has left of a post.
func TestBoardFile(t *testing.T) {
	name, posts := filepath.Join(t.TempDir(), "board"), filed(2)
	file := openFile(t, name)
	if _, err := httpboard.OpenBoardFile(name); locks && !errors.Is(err, httpboard.ErrState) {
		t.Error("opened twice:", err)
	}
	if err := file.Append(posts[0]); err != nil {
		t.Fatal(err)
	}
	httpboard.Break(file) // after a part of a post
	if err := file.Append(posts[1]); err == nil {
		t.Error("a file that can't be written to keeps a post")
	}
	httpboard.Mend(file)
	if held, err := file.Posts(); err != nil || len(held) != 1 {
		t.Errorf("%d posts, %v", len(held), err)
	}
	if err := file.Append(posts[1]); err != nil {
		t.Error(err)
	}
	file.Close()
	if whole, err := os.ReadFile(name); err != nil || !bytes.Equal(whole, board.Encode(posts)) {
		t.Errorf("%d bytes, %v", len(whole), err)
	}
	if _, err := httpboard.OpenBoardFile(filepath.Join(name, "none")); err == nil {
		t.Error("no directory, and no error")
	}
}

// What a process has left that was killed before it made that durable is durable once it was read.
func TestDurable(t *testing.T) {
	dir := t.TempDir()
	name, seat := filepath.Join(dir, "board"), httpboard.KeeperFile(filepath.Join(dir, "seat"))
	os.WriteFile(name, board.Encode(filed(2)), 0o600)
	os.WriteFile(string(seat), []byte("state"), 0o600)
	want := []string{name, dir, dir}
	if runtime.GOOS == "windows" { // where directories are no files
		want = want[:1]
	}
	synced := httpboard.Synced(func() {
		openFile(t, name).Close()
		if _, err := seat.Load(nil); err != nil {
			t.Error(err)
		}
	}, func() {})
	if !slices.Equal(synced, want) {
		t.Errorf("%q are durable", synced)
	}
	if !locks {
		return
	}
	raced := httpboard.KeeperFile(filepath.Join(dir, "raced"))
	synced = httpboard.Synced(func() {
		if held, err := raced.Load([]byte("mine")); err != nil || string(held) != "other" {
			t.Errorf("%q, %v", held, err)
		}
	}, func() { os.WriteFile(string(raced), []byte("other"), 0o600) })
	if len(synced) != 2 || synced[1] != dir {
		t.Errorf("%q are durable, of what another process has made meanwhile", synced)
	}
}

// A board file cuts off what a crash has left of a post, wherever that was, and goes on.
func TestBoardFileTorn(t *testing.T) {
	name := filepath.Join(t.TempDir(), "board")
	begin, whole := len(board.Encode(nil)), board.Encode(filed(2))
	for n := 0; n < len(whole); n += 11 {
		os.WriteFile(name, whole[:n], 0o600)
		file := openFile(t, name)
		want := max(0, n-begin) / postSize
		if posts, err := file.Posts(); err != nil || len(posts) != want {
			t.Fatalf("%d bytes: %d posts, %v", n, len(posts), err)
		}
		if err := file.Append(filed(want + 1)[want]); err != nil {
			t.Fatal(err)
		}
		if posts, err := file.Posts(); err != nil || len(posts) != want+1 {
			t.Fatalf("%d bytes: %d posts after one more, %v", n, len(posts), err)
		}
		file.Close()
	}
}

// What no crash leaves is refused, and stays as it is.
func TestBoardFileDamaged(t *testing.T) {
	name := filepath.Join(t.TempDir(), "board")
	flip := func(whole []byte, at int) []byte {
		whole[at] ^= 1
		return whole
	}
	begin := len(board.Encode(nil))
	for what, damaged := range map[string][]byte{
		"junk":           []byte("junk"),
		"another length": flip(board.Encode(filed(2000)), begin+2*postSize+21),
		"a great length": flip(board.Encode(filed(100)), begin+2*postSize+16),
		"another number": flip(board.Encode(filed(2)), begin+postSize+7),
		"a byte too few": board.Encode(filed(1))[1:],
	} {
		os.WriteFile(name, damaged, 0o600)
		if _, err := httpboard.OpenBoardFile(name); !errors.Is(err, board.ErrMalformed) {
			t.Errorf("%s: %v", what, err)
		}
		if after, _ := os.ReadFile(name); !bytes.Equal(after, damaged) {
			t.Errorf("%s: the file that is refused was changed", what)
		}
	}
}

// A board file that is closed amid posts can be opened at once.
func TestConcurrentBoardFile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "board")
	for range 50 {
		file := openFile(t, name)
		posts, err := file.Posts()
		if err != nil {
			t.Fatal(err)
		}
		begun := make(chan bool)
		go func() {
			for n := uint64(len(posts) + 1); file.Append(record.Post{Number: n, Bytes: make([]byte, 300)}) == nil; n++ {
				if n == uint64(len(posts)+1) {
					close(begun)
				}
			}
		}()
		<-begun
		if err := file.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// A file keeps a seat, and notices another process.
func TestKeeperFile(t *testing.T) {
	f := httpboard.KeeperFile(filepath.Join(t.TempDir(), "seat"))
	for range 2 {
		if held, err := f.Load([]byte("first")); err != nil || string(held) != "first" {
			t.Error(held, err)
		}
	}
	if err := f.Replace([]byte("first"), []byte("second")); err != nil {
		t.Error(err)
	}
	if err := f.Replace([]byte("first"), []byte("third")); !errors.Is(err, httpboard.ErrState) {
		t.Error(err)
	}
	if held, err := f.Load(nil); err != nil || string(held) != "second" {
		t.Error(held, err)
	}
	if _, err := httpboard.LoadKey(string(f)); !errors.Is(err, record.ErrMalformed) {
		t.Error(err)
	}
	os.Remove(string(f))
	if err := f.Replace([]byte("second"), []byte("third")); !errors.Is(err, os.ErrNotExist) {
		t.Error(err)
	}
	if held, err := httpboard.KeeperFile(filepath.Join(t.TempDir(), "none", "seat")).Load([]byte("first")); held != nil || err == nil {
		t.Errorf("%q is kept where there is no directory: %v", held, err)
	}
	key, err := httpboard.LoadKey(string(f))
	again, err2 := httpboard.LoadKey(string(f))
	if err != nil || err2 != nil || !bytes.Equal(key.Bytes(), again.Bytes()) {
		t.Error("another key:", err, err2)
	}
	if left, _ := filepath.Glob(string(f) + "*"); len(left) != 1 {
		t.Errorf("files %v", left)
	}
}

// locks says whether files can be locked.
const locks = runtime.GOOS != "windows"

// Of processes that keep something at once, one does, and all know which.
func TestConcurrentKeeperFile(t *testing.T) {
	if !locks {
		t.Skip("files can't be locked")
	}
	f := httpboard.KeeperFile(filepath.Join(t.TempDir(), "seat"))
	each := func(do func(own []byte)) {
		var all sync.WaitGroup
		for i := range byte(8) {
			all.Go(func() { do([]byte{i}) })
		}
		all.Wait()
	}
	first := make(chan string, 8)
	each(func(own []byte) {
		held, err := f.Load(own)
		if err != nil {
			t.Error(err)
		}
		first <- string(held)
	})
	held := <-first
	for range 7 {
		if other := <-first; other != held {
			t.Fatalf("one has %q, and another %q", held, other)
		}
	}
	for round := range 40 {
		kept := make(chan string, 8)
		each(func(own []byte) {
			if f.Replace([]byte(held), append(own, byte(round))) == nil {
				kept <- string(append(own, byte(round)))
			}
		})
		if len(kept) != 1 {
			t.Fatalf("%d have kept something in the place of %q", len(kept), held)
		}
		held = <-kept
		if now, err := f.Load(nil); err != nil || string(now) != held {
			t.Fatalf("%q is kept, and not %q: %v", now, held, err)
		}
	}
}

// A proxy before a board answers in its place while it is gone. At first that is no board; later it may come back.
func TestProxy(t *testing.T) {
	h := httpboard.Handler(open(t, 2, 1), httpboard.Options{})
	var gone atomic.Bool
	var asked atomic.Int64
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if gone.Load() && asked.Add(1)%3 > 0 { // it is back at the third try
			http.Error(w, "no answer", http.StatusBadGateway)
			return
		}
		h.ServeHTTP(w, r)
	}))
	defer proxy.Close()
	known := httpboard.Dial(proxy.URL)
	defer known.Close()
	if _, err := known.Posts(t.Context(), 1, false); err != nil {
		t.Fatal(err)
	}
	gone.Store(true)
	if posts, err := known.Posts(t.Context(), 1, false); err != nil || len(posts) != 1 || asked.Load() != 3 {
		t.Errorf("%d posts, %v, after %d tries", len(posts), err, asked.Load())
	}
	stranger := httpboard.Dial(proxy.URL)
	defer stranger.Close()
	if _, err := stranger.Posts(t.Context(), 1, false); !errors.Is(err, httpboard.ErrNoBoard) || asked.Load() != 4 {
		t.Errorf("%v, after %d tries", err, asked.Load()-3)
	}
}

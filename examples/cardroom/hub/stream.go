package hub

import (
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base32"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table/board"
)

// Limits of one table.
const (
	MaxSeats   = 10
	maxMessage = 32 << 10 // in bytes
	maxPost    = maxMessage + record.Overhead
	maxGrace   = time.Hour
	MaxBanks   = 8 // the most that a bank is, in graces
)

// PostCost is what the stream needs for each post besides its bytes, at most.
const PostCost = 300

// perSeat returns how much a seat may say before the end. What is void counts, too, for the seat
// that says it and no other, and a tick for one that it waits for.
func (h *Hub) perSeat(offer board.Offer) int {
	if h.config.PerSeat == nil {
		return 16 << 20
	}
	return h.config.PerSeat(offer.Game)
}

// TicksPerGrace is how many ticks have a place at most, through one room, while a seat takes a grace: see
// [board.Watcher.Would].
const TicksPerGrace = 8

// waiting is how much the ticks take at most that wait for a seat which may say no more, until it is out: it has its
// grace and bank, and again when others go meanwhile.
const waiting = MaxSeats * (1 + MaxBanks) * TicksPerGrace * (record.Overhead + 1 + PostCost)

// size returns how much the stream of an offer takes at most: besides what the seats say, and the ticks that wait
// for them, their closings, requests for the seats after each reset, the offer, and the board's own words.
func (h *Hub) size(offer board.Offer, first []byte) int64 {
	const small = 1 << 9 // more than any of these has, but the first
	seat := h.perSeat(offer) + waiting + small + PostCost
	asks := (board.MaxResets + 1) * (small + PostCost)
	own := len(first) + PostCost + (board.MaxResets+2)*(small+PostCost)
	return int64(offer.Seats*(seat+asks) + own)
}

// Reserves returns how many bytes of the disk a table of an offer reserves, or an [ErrTerms].
func (h *Hub) Reserves(offer board.Offer) (int64, error) {
	offer.Board = h.key("").Public() // any
	first, err := h.check(offer)
	if err != nil {
		return 0, err
	}
	return h.size(offer, first), nil
}

const (
	prefix    = "cardroom-"
	publicKey = "squaredeal.public" // of a stream's metadata
)

func streamOf(id string) string { return prefix + id }

// idOf returns the table of a stream.
func idOf(stream string) (id string, ok bool) {
	id, ok = strings.CutPrefix(stream, prefix)
	return id, ok && isID(id)
}

func subjectOf(id, part string) string { return "cardroom." + id + "." + part }

// Subjects besides those of the seats, 0, 1, …
const (
	roomPart = "room"
	asksPart = "asks"
)

func isID(id string) bool {
	return len(id) == idLen && strings.Trim(id, "abcdefghijklmnopqrstuvwxyz234567") == ""
}

const idLen = 12

// Create makes a table, by an offer without a board's key, and returns its name, which nobody can
// guess, also with an error after which there may be one. A public one says so in its [Listing].
func (h *Hub) Create(ctx context.Context, offer board.Offer, public bool) (id string, err error) {
	id = strings.ToLower(rand.Text()[:idLen])
	return id, h.create(ctx, id, offer, public)
}

// Again makes a table with the terms of one whose game is over, and returns its name, which
// is the same whoever asks, also with an error after which there may be one.
func (h *Hub) Again(ctx context.Context, id string) (next string, err error) {
	t, err := h.Open(ctx, id)
	if err != nil {
		return "", err
	}
	defer t.Release()
	t.mu.Lock()
	offer, game := *t.watcher.Offer(), t.watcher.Table()
	over := game != nil && game.Over()
	t.mu.Unlock()
	if !over {
		return "", ErrNotOver
	}
	stream, err := h.js.Stream(ctx, streamOf(id))
	if err != nil {
		return "", err
	}
	next = h.Rematch(id)
	if there, err := h.js.Stream(ctx, streamOf(next)); err == nil && there.CachedInfo().State.Msgs > 0 {
		return next, nil
	}
	return next, h.create(ctx, next, offer, stream.CachedInfo().Config.Metadata[publicKey] != "")
}

// Rematch returns the name of a table's rematch, which [Hub.Again] makes.
func (h *Hub) Rematch(id string) string {
	return strings.ToLower(base32.StdEncoding.EncodeToString(h.derive("again " + id))[:idLen])
}

// create makes a table of some name. If it is there already, with these terms, nothing changes.
func (h *Hub) create(ctx context.Context, id string, offer board.Offer, public bool) error {
	offer.Board = h.key(id).Public()
	first, err := h.check(offer)
	if err != nil {
		return err
	}
	if n, err := h.count(ctx); err != nil || n >= maxTables {
		return errors.Join(ErrFull, err)
	}
	metadata := map[string]string{}
	if public {
		metadata[publicKey] = "yes"
	}
	_, err = h.js.CreateStream(ctx, jetstream.StreamConfig{
		Metadata: metadata,
		Name:     streamOf(id), Subjects: []string{subjectOf(id, ">")},
		Storage: jetstream.FileStorage, Replicas: max(1, h.config.Replicas),
		Discard: jetstream.DiscardNew, DiscardNewPerSubject: true, MaxMsgsPerSubject: int64((h.perSeat(offer) + waiting) / PostCost),
		MaxBytes:   h.size(offer, first),
		MaxMsgSize: maxPost + 1<<10,
		Duplicates: 2 * time.Minute,
		DenyDelete: true, DenyPurge: true, AllowDirect: true,
		RePublish: &jetstream.RePublish{Source: subjectOf(id, ">"), Destination: subjectOf("posted."+id, ">")},
	})
	if _, refused := errors.AsType[*jetstream.APIError](err); refused {
		return fmt.Errorf("%w: %w", ErrFull, err)
	}
	if err == nil {
		_, err = h.append(ctx, id, roomPart, first, jetstream.WithExpectLastSequence(0))
	}
	if refused, ok := errors.AsType[*jetstream.APIError](err); ok && refused.ErrorCode == wrongLast { // somebody was faster
		return nil
	}
	return err
}

// check returns an offer as a post, or an error if it can't be played.
func (h *Hub) check(offer board.Offer) (first []byte, err error) {
	if offer.Seats > MaxSeats || offer.Longest > maxMessage || offer.Grace > maxGrace || offer.Bank > MaxBanks*offer.Grace {
		return nil, fmt.Errorf("%w: %d seats, messages of %d bytes, a grace of %v, a bank of %v", ErrTerms, offer.Seats, offer.Longest,
			offer.Grace, offer.Bank)
	}
	first = offer.Bytes()
	if _, err := board.ParseOffer(first); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrTerms, err)
	}
	var seats []ed25519.PublicKey
	for range offer.Seats {
		seats = append(seats, record.GenerateKey().Public())
	}
	if _, err := h.config.Game(offer.Terms(seats), board.Nobody, nil); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrTerms, err)
	}
	return first, nil
}

// append appends a post, and returns its number. It tries again while nobody answers, as
// when a leader is elected: by its name, a digest unless an option says otherwise, the same
// post within two minutes is stored once.
func (h *Hub) append(ctx context.Context, id, part string, post []byte, opts ...jetstream.PublishOpt) (uint64, error) {
	digest := sha256.Sum256(post)
	opts = append([]jetstream.PublishOpt{jetstream.WithMsgID(base64.RawStdEncoding.EncodeToString(digest[:])),
		jetstream.WithExpectStream(streamOf(id)), jetstream.WithRetryAttempts(0)}, opts...)
	for began := time.Now(); ; pause(ctx, 100*time.Millisecond) {
		trying, cancel := context.WithTimeout(ctx, 2*time.Second)
		ack, err := h.js.Publish(trying, subjectOf(id, part), post, opts...)
		cancel()
		refused, ok := errors.AsType[*jetstream.APIError](err)
		switch {
		case err == nil:
			return ack.Sequence, nil
		case ok && refused.ErrorCode == wrongLast:
			return 0, err
		case ok && strings.HasPrefix(refused.Description, "maximum "):
			return 0, fmt.Errorf("%w: %w", ErrFull, err)
		case ctx.Err() != nil:
			return 0, err
		case h.server != nil && h.config.Peers == nil && time.Since(began) > stuck:
			h.fail(fmt.Errorf("nothing can be stored: is the disk full? %w", err))
			return 0, err
		}
	}
}

// wrongLast is NATS' code for a last post that isn't the expected one.
const wrongLast = 10071

// stuck is how long a server of this process alone may say nothing to an append. A stream that
// couldn't write says nothing from then on, until its server is started again. Tests set it.
var stuck = 15 * time.Second

func pause(ctx context.Context, d time.Duration) {
	select {
	case <-time.After(d):
	case <-ctx.Done():
	}
}

// A posted is a post and the last part of its subject.
type posted struct {
	record.Post
	part string
}

const maxBatch = 1 << 20 // bytes that a table reads at once to catch up

// read returns the posts from a number on that a replica has: as many bytes of them, and the
// post that makes it more. Nobody answering is no error: then answered is false.
func (h *Hub) read(ctx context.Context, id string, from uint64, size int) (posts []posted, answered bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	inbox := h.conn.NewInbox()
	sub, err := h.conn.SubscribeSync(inbox)
	if err != nil {
		return nil, false, err
	}
	defer sub.Unsubscribe()
	request, _ := json.Marshal(map[string]uint64{"seq": from, "batch": 1 << 10, "max_bytes": uint64(size)})
	if err := h.conn.PublishRequest("$JS.API.DIRECT.GET."+streamOf(id), inbox, request); err != nil {
		return nil, false, err
	}
	for {
		m, err := sub.NextMsgWithContext(ctx)
		switch {
		case errors.Is(err, nats.ErrNoResponders), errors.Is(err, context.DeadlineExceeded), errors.Is(err, nats.ErrTimeout):
			return posts, false, nil
		case err != nil:
			return posts, false, err
		case m.Header.Get("Status") != "": // the end of the batch, or there is no such post yet
			return posts, true, nil
		}
		p, err := h.parse(m)
		if err != nil {
			return posts, true, err
		}
		posts = append(posts, p)
	}
}

// parse reads a message that was read directly or republished.
func (h *Hub) parse(m *nats.Msg) (posted, error) {
	number, err := strconv.ParseUint(m.Header.Get(jetstream.SequenceHeader), 10, 64)
	if err != nil {
		return posted{}, err
	}
	stamp, err := time.Parse(time.RFC3339Nano, m.Header.Get(jetstream.TimeStampHeaer))
	if err != nil {
		return posted{}, err
	}
	subject := m.Header.Get(jetstream.SubjectHeader)
	p := posted{record.Post{Number: number, Stamp: stamp.UnixMilli(), Bytes: m.Data}, subject[strings.LastIndexByte(subject, '.')+1:]}
	if h.config.clock != nil {
		p.Stamp = h.config.clock(number, p.Stamp)
	}
	return p, nil
}

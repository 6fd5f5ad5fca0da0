package otpdeal_test

import (
	"bytes"
	"encoding/gob"
	"encoding/hex"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"html/template"
	"log/slog"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/squaredeal/squaredeal/otpdeal"
)

// wrapped hides secrets the way a caller's struct might: by value, in fields whose
// methods fmt can't call.
type wrapped struct {
	state     otpdeal.State
	message   otpdeal.Message
	record    otpdeal.Record
	host      otpdeal.Host
	keyMaster *otpdeal.KeyMaster
	dealer    otpdeal.Dealer
	dummy     *otpdeal.Dummy
}

// The pads, the encrypted cards and the assignment are runs of bytes that nothing else
// prints: in hex of eight bytes, as fewer may be a part of an address. So are the cards of
// a hand.
func TestNoSecretPrints(t *testing.T) {
	_, pads, order := inputs(40)
	d := newDeal(t, 40)
	message := d.inFlight[0]
	d.finish(t)
	host, keyMaster := d.host, d.roles[1].role.(*otpdeal.KeyMaster)
	dealer, dummy := d.roles[2].role.(*otpdeal.Dealer), d.roles[3].role.(*otpdeal.Dummy)
	var state otpdeal.State
	if _, err := otpdeal.NewDealer(id, order, func(_, new otpdeal.State) error {
		state = new
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	record := keyMaster.Record()

	var secrets []string
	hide := func(eight []byte) {
		b := eight[:4]
		secrets = append(secrets, string(eight), hex.EncodeToString(eight), strings.Trim(fmt.Sprint(b), "[]"),
			strings.ReplaceAll(strings.Trim(fmt.Sprint(b), "[]"), " ", ","))
		secrets = append(secrets, strings.Trim(strings.ToLower(fmt.Sprintf("%#v", b)), "[]byte{}"), fmt.Sprintf("%q", b)[1:8])
	}
	encrypted := d.find(t, otpdeal.SendAllCards, 0, 2).Payload()
	for at := 0; at+8 <= 52; at += 4 {
		hide(pads[at:][:8])
		hide(encrypted[at:][:8])
		hide(order[at:][:8])
	}
	hand, err := dummy.Hand()
	if err != nil {
		t.Fatal(err)
	}
	secrets = append(secrets, fmt.Sprint(hand[0], hand[1]))
	leaks := func(t *testing.T, how, text string) {
		t.Helper()
		for _, secret := range secrets {
			if strings.Contains(text, secret) || strings.Contains(strings.ToLower(text), secret) {
				t.Errorf("%s prints %s: %s", how, secret, text)
			}
		}
	}
	all := wrapped{state, message, record, *host, keyMaster, *dealer, dummy}
	verbs := strings.Split("v +v #v s q x X T p d o b c U e E f F g G t w 20v -20v", " ")
	values := []any{
		state, &state, message, &message, record, &record, host, *host, keyMaster, *keyMaster, dealer, *dealer, dummy, *dummy,
		all, &all, []any{state, host}, map[string]otpdeal.State{"a": state}, d.inFlight, []otpdeal.Message{message},
		struct{ Record otpdeal.Record }{record},
	}
	for _, value := range values {
		for _, verb := range verbs {
			leaks(t, fmt.Sprintf("%%%s of %T", verb, value), fmt.Sprintf("%"+verb, value))
		}
		leaks(t, "Sprint", fmt.Sprint(value))

		var log bytes.Buffer
		slog.New(slog.NewTextHandler(&log, nil)).Info("x", "v", value)
		slog.New(slog.NewJSONHandler(&log, nil)).Info("x", "v", value)
		leaks(t, "slog", log.String())

		var page bytes.Buffer
		template.Must(template.New("").Parse("{{.}} <script>x = {{.}}</script>")).Execute(&page, value)
		leaks(t, "html/template", page.String())
		func() {
			defer func() { leaks(t, "panic", fmt.Sprint(recover())) }()
			panic(value)
		}()

		var b bytes.Buffer
		gob.NewEncoder(&b).Encode(value)
		leaks(t, "gob", b.String())
		x, _ := xml.Marshal(value)
		leaks(t, "xml", string(x))
		j, _ := json.Marshal(value)
		leaks(t, "json", string(j))
	}
	leaks(t, "cmp.Diff", cmp.Diff(all, wrapped{}, cmp.Exporter(func(reflect.Type) bool { return true })))
	for _, value := range []any{state, message, record, host, *keyMaster, dealer, dummy, otpdeal.Host{}} {
		if text := fmt.Sprintf("%v", value); text != "redacted" {
			t.Errorf("%T prints %s", value, text)
		}
	}
}

// A live secret in a message for somebody is an error, not a leak and not a hole.
func TestSecretsDoNotMarshal(t *testing.T) {
	d := finished(t, 41)
	for _, value := range []any{
		struct{ V otpdeal.State }{},
		struct{ V otpdeal.Message }{d.find(t, otpdeal.SendAllKeys, 0, 1)},
		struct{ V otpdeal.Record }{d.roles[1].Record()},
		struct{ V *otpdeal.Host }{d.host},
		struct{ V any }{d.roles[1].role},
		struct{ V any }{d.roles[2].role},
		struct{ V any }{d.roles[3].role},
	} {
		if out, err := json.Marshal(value); err == nil {
			t.Errorf("Marshal = %s, %v", out, err)
		}
	}
}

// Refusals name numbers, places and seats, but no card and no key: the texts are the
// same for other pads and another order of the cards.
func TestErrorsHoldNoSecret(t *testing.T) {
	texts := func(seed uint64) (list []string) {
		d := start(t, newHost(t, seed), newDealer(t, 42))
		for len(d.inFlight) > 0 {
			m := d.inFlight[0]
			for _, i := range []int{0, 5} {
				if m.Kind() == otpdeal.SendKeys || m.Kind() == otpdeal.SendCards && m.To() < 2 {
					_, err := d.roles[m.To()].restart(t).Receive(parse(t, m.Kind(), m.From(), m.To(), replaced(m.Payload(), i, m.Payload()[i]^0x20)))
					list = append(list, fmt.Sprint(err))
				}
			}
			if err := d.deliver(0); err != nil {
				t.Fatal(err)
			}
			other := parse(t, m.Kind(), m.From(), m.To(), payloadOf(m.Kind()))
			_, err := d.roles[m.To()].restart(t).Receive(other)
			list = append(list, fmt.Sprint(err))
		}
		return list
	}
	if diff := cmp.Diff(texts(43), texts(44)); diff != "" {
		t.Errorf("errors depend on secrets:\n%s", diff)
	}
}

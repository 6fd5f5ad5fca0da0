package sra_test

import (
	"bytes"
	"encoding/gob"
	"encoding/hex"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"log/slog"
	"math/big"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/squaredeal/squaredeal/shuffle"
	"github.com/squaredeal/squaredeal/sra"
)

// hidden hides secrets the way a caller's struct might: by value, in fields whose methods fmt
// can't call.
type hidden struct {
	key  sra.Key
	perm sra.SecretPermutation
}

func TestNoSecretPrints(t *testing.T) {
	g := sra.Group14()
	k := fixedKey(t, g, "secret")
	_, perm, err := fixedKey(t, tiny(), "k").Shuffle(tinyDeck(t, slices.Collect(func(yield func(int) bool) {
		for i := 100; i < 400 && yield(i); i++ {
		}
	})...))
	if err != nil {
		t.Fatal(err)
	}
	e := new(big.Int).SetBytes(k.Bytes())
	d := new(big.Int).ModInverse(e, new(big.Int).Rsh(g.P(), 1))
	order := strings.Trim(fmt.Sprint(perm.Reveal().Ints()[:4]), "[]")
	secrets := []string{order, strings.ReplaceAll(order, " ", ",")}
	seed := seedOf("secret")
	seeded := seededKey(t, g, "secret")
	product := mustTimes(t, seeded, seededKey(t, g, "another secret"))
	nonces, orders := sra.Drawn(seeded)
	productNonces, productOrders := sra.Drawn(product)
	for _, b := range [][]byte{seed, nonces, orders, seeded.Bytes(), productNonces, productOrders, product.Bytes()} {
		secrets = append(secrets, hex.EncodeToString(b[:6]), hex.EncodeToString(b[20:26]), strings.Trim(fmt.Sprint(b[:4]), "[]"))
	}
	for _, x := range []*big.Int{e, d} {
		b := x.Bytes()
		secrets = append(secrets, x.String()[:12], hex.EncodeToString(b[:6]), hex.EncodeToString(b[100:106]),
			strings.Trim(fmt.Sprint(b[:4]), "[]"))
	}

	leaks := func(how, text string) {
		t.Helper()
		for _, secret := range secrets {
			if strings.Contains(strings.ToLower(text), secret) {
				t.Errorf("%s prints %s", how, text)
			}
		}
	}
	verbs := strings.Split("v +v #v s q x X T p d o b c U e E f F g G t w 20v -20v", " ")
	for _, value := range []any{
		k, &k, perm, &perm, hidden{k, perm}, &hidden{k, perm}, []any{k, perm}, map[string]sra.Key{"a": k},
		seeded, &seeded, hidden{seeded, perm}, &hidden{seeded, perm}, []any{seeded}, struct{ Key sra.Key }{seeded},
		product, &product, hidden{product, perm}, []any{product},
		struct{ Key sra.Key }{k}, struct{ P sra.SecretPermutation }{perm}, []sra.SecretPermutation{perm},
	} {
		for _, verb := range verbs {
			leaks(fmt.Sprintf("%%%s of %T", verb, value), fmt.Sprintf("%"+verb, value))
		}
		leaks("Sprint", fmt.Sprint(value))
		var b bytes.Buffer
		slog.New(slog.NewTextHandler(&b, nil)).Info("x", "v", value)
		slog.New(slog.NewJSONHandler(&b, nil)).Info("x", "v", value)
		gob.NewEncoder(&b).Encode(value)
		leaks("slog or gob", b.String())
		x, _ := xml.Marshal(value)
		leaks("xml", string(x))
		j, _ := json.Marshal(value)
		leaks("json", string(j))
	}
	leaks("cmp.Diff", cmp.Diff(hidden{key: k}, hidden{seeded, perm}, cmp.Exporter(func(reflect.Type) bool { return true })))
	for _, value := range []any{k, &k, seeded, product, perm, &perm} {
		if text := fmt.Sprintf("%v", value); !strings.Contains(text, "redacted") {
			t.Errorf("%T prints %s", value, text)
		}
	}
	for _, value := range []any{struct{ Key sra.Key }{k}, struct{ Key sra.Key }{seeded}, struct{ P *sra.SecretPermutation }{&perm},
		struct{ Key sra.Key }{}} {
		if out, err := json.Marshal(value); err == nil {
			t.Errorf("Marshal = %s, %v", out, err)
		}
	}
}

func TestZeroSecretPermutation(t *testing.T) {
	var zero sra.SecretPermutation
	if !zero.Reveal().Equal(shuffle.Permutation{}) {
		t.Error("the zero permutation is of some cards")
	}
}

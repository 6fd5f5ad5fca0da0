package record_test

import (
	"crypto/ed25519"
	"testing"

	"github.com/squaredeal/squaredeal/commit/record"
)

func TestKeySigns(t *testing.T) {
	key, message := record.GenerateKey(), []byte("example.com/invitation/v1")
	if !ed25519.Verify(key.Public(), message, key.Sign(message)) {
		t.Error("the signature isn't the key's")
	}
	if signature := (record.Key{}).Sign(message); signature != nil {
		t.Errorf("a zero Key has signed: %x", signature)
	}
}

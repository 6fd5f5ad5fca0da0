//go:build js

package main

import (
	"crypto/ed25519"
	"errors"
	"syscall/js"

	"github.com/squaredeal/squaredeal/commit/record"
)

// A keeper is the name of a seat that is kept in the browser's database: see store.js.
type keeper string

// Load implements [board.Keeper].
func (k keeper) Load(first []byte) ([]byte, error) { return k.call("load", first) }

// Replace implements [board.Keeper].
func (k keeper) Replace(old, new []byte) error {
	_, err := k.call("replace", old, new)
	return err
}

func (k keeper) call(name string, values ...[]byte) ([]byte, error) {
	return call(name, []any{string(k)}, values...)
}

// identity returns the key of this browser's player, which it makes when there is none.
func identity() (ed25519.PrivateKey, error) {
	seed, err := call("identity", nil, record.GenerateKey().Bytes())
	if err == nil && len(seed) != ed25519.SeedSize {
		err = errors.New("what is kept of the player is damaged")
	}
	if err != nil {
		return nil, err
	}
	return ed25519.NewKeyFromSeed(seed), nil
}

// call calls a function of store.js.
func call(name string, args []any, values ...[]byte) ([]byte, error) {
	for _, b := range values {
		a := js.Global().Get("Uint8Array").New(len(b))
		js.CopyBytesToJS(a, b)
		args = append(args, a)
	}
	v, err := await(js.Global().Get("store").Call(name, args...))
	if err != nil || v.IsUndefined() {
		return nil, err
	}
	b := make([]byte, v.Length())
	js.CopyBytesToGo(b, v)
	return b, nil
}

// await returns the value of a promise.
func await(promise js.Value) (v js.Value, err error) {
	done := make(chan struct{})
	kept := js.FuncOf(func(_ js.Value, args []js.Value) any {
		v = args[0]
		close(done)
		return nil
	})
	broken := js.FuncOf(func(_ js.Value, args []js.Value) any {
		err = errors.New(args[0].Get("message").String())
		close(done)
		return nil
	})
	defer kept.Release()
	defer broken.Release()
	promise.Call("then", kept, broken)
	<-done
	return v, err
}

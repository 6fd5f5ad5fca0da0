//go:build js

package main

import (
	"errors"
	"syscall/js"
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
	args := []any{string(k)}
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

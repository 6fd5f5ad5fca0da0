package httpboard

import "os"

// HostOf is what counts as one host.
var HostOf = hostOf

// Synced returns the names of the files that are made durable during a call, before each of which others do something.
func Synced(call, others func()) (names []string) {
	fsync = func(f *os.File) error {
		others()
		names = append(names, f.Name())
		return f.Sync()
	}
	defer func() { fsync = (*os.File).Sync }()
	call()
	return names
}

// Break has the next write fail after a part of it.
func Break(b *BoardFile) {
	b.file.WriteAt(make([]byte, 1000), b.size)
	name := b.file.Name()
	b.file.Close()
	b.file, _ = os.Open(name)
}

// Mend lets it succeed again.
func Mend(b *BoardFile) {
	name := b.file.Name()
	b.file.Close()
	b.file, _ = os.OpenFile(name, os.O_RDWR, 0)
}

package httpboard

import "os"

// HostOf is what counts as one host.
var HostOf = hostOf

// Break has the next write fail after a part of it.
func Break(l *BoardFile) {
	l.file.WriteAt(make([]byte, 1000), l.size)
	name := l.file.Name()
	l.file.Close()
	l.file, _ = os.Open(name)
}

// Mend lets it succeed again.
func Mend(l *BoardFile) {
	name := l.file.Name()
	l.file.Close()
	l.file, _ = os.OpenFile(name, os.O_RDWR, 0)
}

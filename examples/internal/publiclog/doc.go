// Package publiclog reads public logs: lists of entries that only grow, as everybody can check
// who keeps the last checkpoint that they saw. A log is a directory of files, served by HTTP or
// copied to a disk, as C2SP's tlog-tiles has them (https://c2sp.org/tlog-tiles).
//
// It reads every entry, and so needs no proofs: a [Tree] that has grown by all of them has the
// root that the checkpoint says, or the log is false.
package publiclog

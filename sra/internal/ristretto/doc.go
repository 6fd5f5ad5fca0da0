// Package ristretto is the arithmetic of the group ristretto255 (RFC 9496).
package ristretto

module github.com/squaredeal/squaredeal

go 1.26.0

require github.com/google/go-cmp v0.7.0

require (
	filippo.io/bigmod v0.1.0
	filippo.io/edwards25519 v1.2.0
	github.com/cloudflare/circl v1.6.5
	golang.org/x/crypto v0.58.0
	golang.org/x/sys v0.49.0
	golang.org/x/text v0.43.0
)

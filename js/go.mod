module github.com/squaredeal/squaredeal/js

go 1.26.0

require github.com/squaredeal/squaredeal v0.1.0

require (
	filippo.io/bigmod v0.1.0 // indirect
	github.com/cloudflare/circl v1.6.5 // indirect
	golang.org/x/crypto v0.58.0 // indirect
)

require (
	github.com/evanw/esbuild v0.28.2
	golang.org/x/sys v0.49.0 // indirect
)

replace github.com/squaredeal/squaredeal => ..

ignore ./node_modules

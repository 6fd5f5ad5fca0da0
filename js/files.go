// Package js holds the modules of the npm package squaredeal, for programs in Go that serve them to browsers. It is a
// module of its own, so that go get of the library doesn't bring it.
package js

import "embed"

//go:generate go run ./internal/genschemes sites/schemes.js

// Files has each module below its name in the npm package, such as seedrng/index.js.
//
//go:embed */index.js board/*.js commit/*.js drand/*.js draw/*.js hand/*.js internal/*.js otpdeal/*.js record/*.js seedrng/*.js sites/*.js
//go:embed sra/*.js table/*.js
var Files embed.FS

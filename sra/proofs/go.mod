// Coq, and no Go: a module of its own, so that the library's zip doesn't have it.
module github.com/squaredeal/squaredeal/sra/proofs

go 1.26

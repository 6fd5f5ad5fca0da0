package commit_test

import "github.com/squaredeal/squaredeal/internal/long"

func quick() bool { return !long.Tests() }

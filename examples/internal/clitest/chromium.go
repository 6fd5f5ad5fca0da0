package clitest

import (
	"os"
	"os/exec"
	"testing"
)

// Chromium returns the program of Chromium, by one of the names that systems give it: the
// one without windows if there is any, which takes half of the time. Without it the test is
// skipped, but in CI it fails.
func Chromium(t testing.TB) (program string) {
	t.Helper()
	for _, name := range []string{"chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"} {
		if program, err := exec.LookPath(name); err == nil {
			return program
		}
	}
	if os.Getenv("CI") == "true" {
		t.Fatal("Chromium isn't installed")
	}
	t.Skip("Chromium isn't installed")
	return ""
}

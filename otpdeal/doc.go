// Package otpdeal deals.
package otpdeal

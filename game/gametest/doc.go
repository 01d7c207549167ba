// Package gametest holds the laws that every game of the kernel obeys, as tests that a game's own package calls with its
// rules. It is imported by tests only.
package gametest

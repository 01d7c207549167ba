// Package spirit is Spirit Duel: nine cells in a row, two spirits, and two actions a turn that both sides choose in
// secret and that resolve at once. RULES.md beside it is the law; comments cite its numbers.
package spirit

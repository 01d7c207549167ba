// Package shuriken is Shuriken Duel: two small armies on a board with a diamond between them, blades that fly along
// straight lines and glance off stones, and on either side a flag and two shields that look like anybody. RULES.md beside
// it is the law; comments cite its numbers.
//
// A match begins with what Chance draws, a ply each: who strikes first, the stones, south's army and north's. Then comes
// the setup, which is a single ply however many steps it takes: it completes when both are ready, so that nobody can count
// the other's steps. While a shuffled army is dealt anew Chance owes beside the players. Every turn of the duel is a ply.
package shuriken

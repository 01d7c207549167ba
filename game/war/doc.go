// Package war is the Game of War: two armies on a board of twenty rows and twenty-five columns, a deployment in secret,
// and then turns of up to five moves and one attack, in which only units in communication with an arsenal can fight.
// RULES.md beside it is the law; comments cite its numbers.
package war

// Package notify carries finished messages out of the house: by mail, by web push and by webhook. Nothing else of the
// program dials out.
//
// It is handed a [Notice] whose words are already in the language of the person who gets it, and a target, and says how
// it went. Who is told what and when, what is sent again and what is forgotten is decided elsewhere; nothing is kept,
// logged or repeated here.
//
// A target of a webhook or a push is an address that a stranger wrote down, so those calls go through a [Guard]: it
// judges the address that is really dialled, follows no redirect, uses no proxy and gives up after seconds. The mail
// server is the operator's own choice and may stand anywhere.
//
// What fails is an [Error]: a stable key and perhaps a number, which a page can put in words. It tells nothing of the
// target, whose URL is often a secret.
package notify

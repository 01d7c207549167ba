package views

//go:generate go tool templ generate

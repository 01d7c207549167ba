package handlers

import (
	"fmt"

	"github.com/a-h/templ"

	"salle/game/shuriken"
	"salle/game/spirit"
	"salle/game/war"
	"salle/views"
)

// board chooses the component that draws a game's observation; this is the only switch over games.
func board(t views.Table, observation any) (templ.Component, error) {
	switch o := observation.(type) {
	case spirit.Observation:
		if t.Reviews() {
			return views.SpiritRecord(t, o), nil
		}
		return views.SpiritTable(t, o), nil
	case war.Observation:
		if t.Reviews() {
			return views.WarRecord(t, o), nil
		}
		return views.WarTable(t, o), nil
	case shuriken.Observation:
		if t.Reviews() {
			return views.ShurikenRecord(t, o), nil
		}
		return views.ShurikenTable(t, o), nil
	}
	return nil, fmt.Errorf("no board for a %T", observation)
}

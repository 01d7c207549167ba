package handlers

import (
	"cmp"
	"fmt"

	"github.com/labstack/echo/v4"
)

// nextWaiting is the address of the match that waits for a visitor first, beside the one that he has just seen; "" where none
// does.
func (s *server) nextWaiting(c echo.Context, v visitor, from string) (path string, err error) {
	list, err := s.Matches.List(c.Request().Context(), v.person)
	if err != nil {
		return "", fmt.Errorf("look for the next match: %w", err)
	}
	for _, m := range list {
		if m.Waits() && m.ID != from {
			return matchPath(m.ID), nil
		}
	}
	return "", nil
}

// showNext leads to the match that waits for a visitor first, beside the one that he comes from; home where none does.
func (s *server) showNext(c echo.Context) error {
	v, err := s.visitor(c)
	if err != nil {
		return err
	}
	path, err := s.nextWaiting(c, v, c.QueryParam("after"))
	if err != nil {
		return err
	}
	return seeOther(c, cmp.Or(path, "/"))
}

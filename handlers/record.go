package handlers

import (
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"
)

// showRecord shows one frame of a match: ?step=12; without it the last one.
func (s *server) showRecord(c echo.Context) error {
	v, err := s.visitor(c)
	if err != nil {
		return err
	}
	step, err := strconv.Atoi(c.QueryParam("step"))
	if err != nil {
		step = lastStep
	}
	seen, err := s.Matches.Review(c.Request().Context(), c.Param("id"), acting(c, v), step)
	if err != nil {
		return err
	}
	t := table(v, seen)
	t.Look = lookOf(c.QueryParam)
	return s.respondTable(c, http.StatusOK, v, seen, t)
}

// lastStep lies behind the last frame of every match; Review shows the last one for it.
const lastStep = 1 << 30

// downloadRecord sends the record as a file.
func (s *server) downloadRecord(c echo.Context) error {
	v, err := s.visitor(c)
	if err != nil {
		return err
	}
	record, err := s.Matches.Export(c.Request().Context(), c.Param("id"), acting(c, v))
	if err != nil {
		return err
	}
	c.Response().Header().Set(echo.HeaderContentDisposition, `attachment; filename="`+c.Param("id")+`.txt"`)
	return c.Blob(http.StatusOK, "text/plain; charset=utf-8", []byte(record.String()))
}

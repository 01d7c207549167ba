package views

import (
	"strconv"

	"salle/views/lang"
)

// dan is the name of a grade.
func dan(l *lang.Lang, n int) string { return l.T("dan." + strconv.Itoa(n)) }

// danFull is the name of a grade with the Korean term beside it, where the language is not read by the same signs.
func danFull(l *lang.Lang, n int) string { return l.T("dan.full." + strconv.Itoa(n)) }

// levelName is what a machine's level is called where it may be chosen.
func levelName(l *lang.Lang, grade bool, n int) string {
	if grade {
		return danFull(l, n)
	}
	return l.T("level.name", "n", n, "name", l.T("level."+strconv.Itoa(n)))
}

// nextRung says what a win and a loss do next.
func nextRung(l *lang.Lang, s Standing) string {
	if s.Dan == TopDan {
		return l.T("ladder.top")
	}
	return l.N("ladder.next", FullMeter-s.Points, "dan", dan(l, s.Dan+1))
}

// climbSentence says what a graded match brought.
func climbSentence(l *lang.Lang, before, after Standing) string {
	switch {
	case after.Dan > before.Dan:
		return l.T("ladder.up", "dan", dan(l, after.Dan))
	case after.Dan < before.Dan:
		return l.T("ladder.down", "dan", dan(l, after.Dan))
	case after.Points > before.Points:
		return l.T("ladder.gained")
	case after.Points < before.Points:
		return l.T("ladder.lost")
	}
	return l.T("ladder.same", "dan", dan(l, after.Dan))
}

package shuriken

import (
	"fmt"
	"slices"
	"strings"

	"salle/game"
)

// letters are the seats' in records, draws and positions (shuriken 11).
var letters = [2]string{"S", "N"}

// sides are the seats' names in records.
var sides = [2]string{"south", "north"}

// The words of notation (shuriken 11, 8.5).
const (
	passWord    = "pass"
	swapWord    = "swap"
	bannerWord  = "flag"
	shuffleWord = "shuffle"
	readyWord   = "ready"
	firstWord   = "first"
	stonesWord  = "stones"
	dealWord    = "deal"
)

// String is the move in notation (shuriken 11); "-" for none.
func (m Move) String() string {
	switch m.Verb {
	case Throw:
		return m.From.String() + "*"
	case Glide:
		return m.From.String() + "-" + m.To.String()
	case Place:
		return "@" + m.To.String()
	case Pass:
		return passWord
	case Swap:
		return swapWord + " " + m.From.String() + " " + m.To.String()
	case Banner:
		return bannerWord + " " + m.To.String()
	case Shuffle:
		return shuffleWord
	case Ready:
		return readyWord
	}
	return "-"
}

// String is the action in notation (shuriken 11, 8.5).
func (a Action) String() string {
	switch a.Verb {
	case DrawFirst:
		return firstWord + " " + letters[a.Seat&1]
	case DrawStones:
		return stonesWord + " " + a.Stones.String()
	case DealArmy:
		return dealWord + " " + letters[a.Seat&1] + a.Army.text(a.Seat)
	}
	return a.Move.String()
}

// text is the army as a deal writes it, each piece led by a space. Training has shields and a bearer that show their
// blades; an army tells its ground by whether it has such pieces.
func (a Army) text(owner game.Seat) string {
	g := a.ground()
	var text strings.Builder
	for i, man := range a {
		if man.Kind != NoKind {
			text.WriteString(" " + groundField(owner, i).String() + "=" + man.Text(g))
		}
	}
	return text.String()
}

// ground is the ground whose way of writing can write the army: the master's, unless a flag or shield shows something else
// than one forward blade or the army lacks the pieces that only a master's has.
func (a Army) ground() Ground {
	for _, man := range a {
		if man.Kind >= Captain && man.Kind <= XShuriken {
			return Master
		}
	}
	return Training
}

// Text is the piece in notation (shuriken 8.5), such as "FLR", "captain", "X", and on the training ground "FL+flag" and
// "shield/FB".
func (m Man) Text(g Ground) string {
	switch {
	case m.Kind == Shuriken:
		return m.Blades.String()
	case m.Kind == XShuriken:
		return "X"
	case m.Kind == Flag && g == Training:
		return m.Blades.String() + bearerSuffix
	case m.Kind == Shield && g == Training:
		return shieldPrefix + m.Blades.String()
	}
	return m.Kind.String()
}

// How the training ground writes its bearer and its shields.
const (
	bearerSuffix = "+flag"
	shieldPrefix = "shield/"
)

// ParseMan reads what Man.Text wrote, in lower or upper case; blades may stand in any order.
func ParseMan(text string, g Ground) (m Man, ok bool) {
	text = strings.ToLower(text)
	switch {
	case text == "x":
		return Man{XShuriken, Diagonal}, true
	case text == Captain.String():
		return Man{Captain, Forward}, true
	case text == Volley.String():
		return Man{Volley, Forward}, true
	case text == Bow.String():
		return Man{Bow, Forward}, true
	case g == Master && text == Flag.String():
		return Man{Flag, Forward}, true
	case g == Master && text == Shield.String():
		return Man{Shield, Forward}, true
	}
	m.Kind = Shuriken
	if g == Training {
		if blades, is := strings.CutSuffix(text, bearerSuffix); is {
			m.Kind, text = Flag, blades
		} else if blades, is := strings.CutPrefix(text, shieldPrefix); is {
			m.Kind, text = Shield, blades
		}
	}
	m.Blades, ok = parseBlades(text)
	return m, ok
}

// parseBlades reads straight blades in lower case.
func parseBlades(text string) (b Blades, ok bool) {
	for _, letter := range text {
		i := strings.IndexRune("fblr", letter)
		if i < 0 || b&(1<<i) != 0 {
			return 0, false
		}
		b |= 1 << i
	}
	return b, b != 0
}

// Parse reads an action, in lower or upper case. What is written like an action but names no place of the board is refused
// with CodeField as well.
func (Rules) Parse(notation string) (Action, error) {
	words := strings.Fields(strings.ToLower(notation))
	if len(words) > 0 {
		if a, ok := parseWords(words); ok {
			return a, nil
		}
		if namesNoField(words) {
			return Action{}, fmt.Errorf("%w: %w", game.ErrNotation,
				&game.IllegalError{Action: notation, Key: CodeField, Rule: ruleOf[CodeField]})
		}
	}
	return Action{}, fmt.Errorf("%.80q: %w", notation, game.ErrNotation)
}

func parseWords(words []string) (a Action, ok bool) {
	switch word := words[0]; {
	case word == dealWord:
		return parseDeal(words[1:])
	case word == stonesWord && len(words) > 1:
		s, ok := parseStones(words[1:])
		return StonesAction(s), ok
	case word == firstWord && len(words) == 2:
		seat, ok := parseSeat(words[1])
		return FirstAction(seat), ok
	case word == swapWord && len(words) == 3:
		from, okFrom := ParseField(words[1])
		to, okTo := ParseField(words[2])
		return MoveAction(Move{Swap, min(from, to), max(from, to)}), okFrom && okTo
	case word == bannerWord && len(words) == 2:
		to, ok := ParseField(words[1])
		return MoveAction(Move{Verb: Banner, To: to}), ok
	case len(words) == 1:
		m, ok := parseTurn(word)
		return MoveAction(m), ok
	}
	return a, false
}

// parseSeat reads a seat's letter or name in lower case.
func parseSeat(text string) (game.Seat, bool) {
	for _, seat := range players {
		if text == strings.ToLower(letters[seat]) || text == sides[seat] {
			return seat, true
		}
	}
	return game.Spectator, false
}

// parseTurn reads what is one word.
func parseTurn(word string) (m Move, ok bool) {
	switch word {
	case passWord:
		return Move{Verb: Pass}, true
	case shuffleWord:
		return Move{Verb: Shuffle}, true
	case readyWord:
		return Move{Verb: Ready}, true
	}
	if name, is := strings.CutSuffix(word, "*"); is {
		from, ok := ParseField(name)
		return Move{Verb: Throw, From: from}, ok
	}
	if name, is := strings.CutPrefix(word, "@"); is {
		to, ok := ParseField(name)
		return Move{Verb: Place, To: to}, ok
	}
	one, other, _ := strings.Cut(word, "-")
	from, okFrom := ParseField(one)
	to, okTo := ParseField(other)
	return Move{Glide, from, to}, okFrom && okTo
}

// parseDeal reads a seat's letter and its army, fields in any order.
func parseDeal(words []string) (a Action, ok bool) {
	if len(words) < 2 {
		return a, false
	}
	seat, ok := parseSeat(words[0])
	if !ok {
		return a, false
	}
	ground := Training
	if slices.ContainsFunc(words, func(word string) bool {
		_, piece, _ := strings.Cut(word, "=")
		m, ok := ParseMan(piece, Master)
		return ok && m.Kind >= Captain && m.Kind <= XShuriken
	}) {
		ground = Master
	}
	var army Army
	for _, word := range words[1:] {
		name, piece, _ := strings.Cut(word, "=")
		f, _ := ParseField(name)
		man, ok := ParseMan(piece, ground)
		if !ok || !f.OwnGround(seat) || army[f.groundIndex(seat)].Kind != NoKind {
			return a, false
		}
		army[f.groundIndex(seat)] = man
	}
	return DealAction(seat, army), true
}

// namesNoField tells whether words would be an action if one of their places were on the board.
func namesNoField(words []string) bool {
	known := slices.Clone(words)
	found := false
	for i, word := range known {
		known[i] = strings.Join(placed(word, &found), "")
	}
	_, ok := parseWords(known)
	return found && ok
}

// placed is a word in parts, each that looks like a place beyond the board replaced by one on it.
func placed(word string, found *bool) (parts []string) {
	for len(word) > 0 {
		n := 0
		if word[0] >= 'a' && word[0] <= 'z' {
			for n = 1; n < len(word) && word[n] >= '0' && word[n] <= '9'; n++ {
			}
		}
		if n < 2 {
			parts, word = append(parts, word[:1]), word[1:]
			continue
		}
		name := word[:n]
		if _, ok := ParseField(name); !ok {
			*found, name = true, "a1"
		}
		parts, word = append(parts, name), word[n:]
	}
	return parts
}

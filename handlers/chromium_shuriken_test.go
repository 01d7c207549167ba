package handlers_test

import (
	"context"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"

	"salle/game"
	"salle/game/shuriken"
)

// court is what a person sees of a match page of Shuriken Duel.
type court struct {
	Path    string // with the query
	Mark    string // what the forms were made for
	Pick    string // the field whose piece is picked
	Places  bool   // a star is about to be placed
	Broken  string // the condition that the setup breaks, in words
	Sets    bool   // the setup may be changed
	Ready   bool   // the setup may be declared ready
	Waits   bool   // nothing is asked of the person
	Over    bool   // the match has ended
	Verdict string // how, in words
	Notice  string // the line that says what changed
	Refused bool   // the line tells of a refusal
	Focus   string // the field in focus, or the id of another element
	Stayed  bool   // no page was loaded since stay was called
	Hints   []string
	Offers  invitation
	Counts  tally
}

// invitation is all that the court offers, each list sorted.
type invitation struct {
	Grips  []string // fields whose piece, the person's own, can be picked
	Foes   []string // fields whose piece, the enemy's, can be looked at
	Does   []string // what the buttons of other fields send
	Throws []string // fields on which the picked piece would throw on arrival
	Takes  []string // fields on which it would take the flag
	Bares  []string // fields on which it would give itself away
	Throw  []string // what a second press on it sends, and what the throw button does
	Rays   int      // how many lines of fire are drawn
	Hits   []string // fields on which they end in an enemy
	Ways   []string // what the others could do, as a script knows it: "d3: d4 d5* d6+"
}

// tally are the numbers above the court, the person's own side first.
type tally struct {
	Shuriken, Shields, Stars []int
	Calm                     int
}

const lookAtCourt = `(() => {
  const one = (q) => document.querySelector(q), all = (q) => [...document.querySelectorAll(q)];
  if (document.readyState !== "complete" || !performance.getEntriesByType("paint").length || !one("#court")) return "";
  const field = (n) => n.closest(".court td")?.id;
  const fields = (q) => all(".court " + q).map(field).sort();
  const under = (circle) => one(".court table").rows[(circle.cy.baseVal.value - 5) / 10].cells[(circle.cx.baseVal.value + 5) / 10].id;
  const count = (q) => all(".score " + q).map((n) => Number(n.textContent));
  const signs = (q, sign) => all(".score " + q).map((n) => n.querySelectorAll("use[href$='#" + sign + "']").length);
  return JSON.stringify({
    Path: location.pathname + location.search,
    Mark: one("#look [name=ply]")?.value ?? "",
    Pick: fields(".on")[0] ?? "",
    Places: !!one(".court [value^='@']"),
    Broken: one("#broken")?.textContent ?? "",
    Sets: !!one("#ready"),
    Ready: !!one("#ready:not([aria-disabled])"),
    Waits: !!one(".waiting"),
    Over: !!one("#verdict-title"),
    Verdict: one("#verdict-title")?.textContent ?? "",
    Notice: one("#notice span")?.textContent ?? "",
    Refused: !!one("#notice.refused"),
    Focus: (document.activeElement && field(document.activeElement)) ?? document.activeElement?.id ?? "",
    Stayed: window.stayed === true,
    Hints: all("#hint circle").map((n) => under(n) + (n.matches(".hot") ? "*" : "")).sort(),
    Offers: {
      Grips: fields(".grip"), Foes: fields(".can:not(.grip)"), Does: all(".court .to").map((n) => n.value).sort(),
      Throws: fields(".throws"), Takes: fields(".takes"), Bares: fields(".bares"),
      Throw: [...all(".court .on[form=act]"), ...all("#throw")].map((n) => n.value),
      Rays: (one(".rays .ray:not(.under)")?.getAttribute("d").match(/M/g) ?? []).length,
      Hits: all(".rays .end:not(.dead)").map(under).sort(),
      Ways: all(".court .grip").filter((n) => n.form.id === "look" && !n.dataset.drop)
        .map((n) => field(n) + ": " + (n.dataset.glides ?? "").split(" ").sort().join(" ")).sort(),
    },
    Counts: {
      Shuriken: count(".left-of > b"), Shields: signs(".dots", "sign-shield"), Stars: signs(".left-of", "sign-star"),
      Calm: count(".calm b")[0],
    },
  });
})()`

// court waits until the page shows what is wanted of Shuriken Duel.
func (tb *tab) court(what string, ok func(court) bool) court {
	tb.Helper()
	return seeing(tb, what, lookAtCourt, ok)
}

// skirmish is a match of Shuriken Duel of which one side is played at the tab.
type skirmish struct {
	tb     *tab
	id     string
	person string // who is at the tab
	throws int    // that were thrown where the piece stood
	glides int
}

// challenged is the match whose setup has come up.
func (tb *tab) challenged() *skirmish {
	tb.Helper()
	now := tb.court("the setup", func(c court) bool { return c.Sets })
	id := page{path: now.Path}.matchID()
	return &skirmish{tb: tb, id: id, person: tb.site.person(tb, id)}
}

// seen is what the site says that the person at the tab may know.
func (k *skirmish) seen() (shuriken.Observation, game.Mark) {
	k.tb.Helper()
	seen, err := k.tb.site.matches.Look(context.Background(), k.id, k.person)
	if err != nil {
		k.tb.Fatal(err)
	}
	return seen.Board.(shuriken.Observation), seen.Mark
}

// invited is what the rules let the person do while a piece is picked, or a star is about to be placed.
func invited(o shuriken.Observation, pick shuriken.Field, places bool) (v invitation) {
	used := map[shuriken.Field]bool{pick: true} // fields whose button does something else than pick
	picked, _ := o.At(pick)
	for _, a := range (shuriken.Rules{}).Legal(o) {
		to, does := aims(o, picked, a)
		switch {
		case a.Verb == shuriken.Throw && a.From == pick:
			v.Throw = []string{a.String(), a.String()}
		case does || a.Verb == shuriken.Place && places:
			used[to] = true
			v.Does = append(v.Does, a.String())
		}
	}
	for _, s := range o.Pieces {
		switch at := s.At.String(); {
		case used[s.At]:
		case s.Owner != o.Seat:
			v.Foes = append(v.Foes, at)
		default:
			v.Grips = append(v.Grips, at)
			if o.Phase == shuriken.InDuel {
				v.Ways = append(v.Ways, at+": "+strings.Join(ways(o, s), " "))
			}
		}
	}
	if o.Phase == shuriken.InDuel {
		v.look(o, picked)
	}
	for _, list := range []*[]string{&v.Grips, &v.Foes, &v.Does, &v.Throws, &v.Takes, &v.Bares, &v.Throw, &v.Hits, &v.Ways} {
		*list = append([]string{}, *list...)
		slices.Sort(*list)
	}
	return v
}

// aims tells whether an action is what a press on another field does with the picked piece.
func aims(o shuriken.Observation, picked shuriken.Sight, a shuriken.Action) (to shuriken.Field, does bool) {
	switch {
	case a.Verb == shuriken.Swap && a.To == picked.At:
		return a.From, true
	case a.Verb == shuriken.Swap || a.Verb == shuriken.Glide:
		return a.To, a.From == picked.At && picked.At != shuriken.NoField
	case a.Verb != shuriken.Banner:
		return a.To, false
	case picked.Kind == shuriken.Flag:
		return a.To, true
	case a.To != picked.At:
		return a.To, false
	}
	for _, s := range o.Pieces {
		if s.Kind == shuriken.Flag {
			return s.At, true
		}
	}
	return shuriken.NoField, false
}

// look adds what the page shows of a picked piece.
func (v *invitation) look(o shuriken.Observation, picked shuriken.Sight) {
	for _, ray := range o.Fire(picked.At) {
		if len(ray.Path) > 0 { // else it points over the edge
			v.Rays++
		}
		for _, f := range ray.Hits {
			v.Hits = append(v.Hits, f.String())
		}
	}
	if picked.Owner != o.Seat {
		return
	}
	for _, way := range ways(o, picked) {
		switch to := strings.TrimRight(way, "*+!"); way[len(to):] {
		case "*":
			v.Throws = append(v.Throws, to)
		case "+":
			v.Takes = append(v.Takes, to)
		}
	}
	for _, a := range (shuriken.Rules{}).Legal(o) {
		hidden := picked.Kind >= shuriken.Flag && !picked.Revealed
		if a.Verb == shuriken.Glide && a.From == picked.At && hidden && strikes(o, a.From, a.To) {
			v.Bares = append(v.Bares, a.To.String())
		}
	}
}

// ways are the fields to which a piece can glide, sorted: "*" follows where it would throw, "+" where it takes the flag.
func ways(o shuriken.Observation, s shuriken.Sight) []string {
	var list []string
	for _, a := range (shuriken.Rules{}).Legal(o) {
		if a.Verb != shuriken.Glide || a.From != s.At {
			continue
		}
		word := a.To.String()
		if _, stands := o.At(a.To); stands {
			word += "+"
		} else if s.Kind.Throws() && s.Empty == 0 && strikes(o, a.From, a.To) {
			word += "*"
		}
		list = append(list, word)
	}
	slices.Sort(list)
	return list
}

// strikes tells whether a line of fire of a piece that has gone to a field ends in an enemy.
func strikes(o shuriken.Observation, from, to shuriken.Field) bool {
	return slices.ContainsFunc(o.FireFrom(from, to), func(r shuriken.Ray) bool { return len(r.Hits) > 0 })
}

// offered sees that the page offers what is legal and nothing else, and that its numbers are right.
func (k *skirmish) offered(now court) {
	k.tb.Helper()
	o, mark := k.seen()
	pick, _ := shuriken.ParseField(now.Pick)
	rules := shuriken.Rules{}
	for i, text := range now.Offers.Does { // a swap may be written either way round
		if a, err := rules.Parse(text); err == nil {
			now.Offers.Does[i] = a.String()
		}
	}
	slices.Sort(now.Offers.Does)
	if want := invited(o, pick, now.Places); !reflect.DeepEqual(now.Offers, want) {
		k.tb.Errorf("with %q picked the page offers\n%+v, want\n%+v in\n%v", now.Pick, now.Offers, want, o.Pieces)
	}
	mine, theirs := o.Seat, o.Seat.Other()
	want := tally{
		Shuriken: []int{o.Shuriken[mine], o.Shuriken[theirs]}, Shields: []int{o.Shields[mine], o.Shields[theirs]},
		Stars: []int{o.Stars[mine], o.Stars[theirs]}, Calm: o.Calm,
	}
	if !reflect.DeepEqual(now.Counts, want) {
		k.tb.Errorf("the page counts %+v, want %+v", now.Counts, want)
	}
	if now.Mark != mark.String() {
		k.tb.Errorf("the page is for %s, the match at %s", now.Mark, mark)
	}
}

// plan thinks of a turn: of one who throws whenever he can, so that duels are short and every way to throw is tried.
func (k *skirmish) plan() shuriken.Action {
	k.tb.Helper()
	o, mark := k.seen()
	return hastily(o, rand.New(rand.NewPCG(9, uint64(mark.Ply))))
}

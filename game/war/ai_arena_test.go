package war

import (
	"context"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
	"time"

	"salle/game"
)

// The measuring tool: go test ./game/war -run TestArena -arena 5:4 -arena.games 20, or -arena 1:random.
var (
	arenaPair  = flag.String("arena", "", "the two machines that play, such as 5:4 or 1:random")
	arenaGames = flag.Int("arena.games", 20, "how many matches they play")
	arenaSeed  = flag.Uint64("arena.seed", 1, "what they draw with")
	arenaShow  = flag.Bool("arena.show", false, "print each match")
)

// arenaTurns is when a match is called a draw: 150 turns a side.
const arenaTurns = 300

// contestant chooses for a seat.
type contestant func(o Observation, seed uint64) []Action

func machineAt(level int) contestant {
	return func(o Observation, seed uint64) []Action {
		list, err := AI{}.Choose(context.Background(), o, game.Budget{Level: level, Seed: seed})
		if err != nil {
			panic(err)
		}
		return list
	}
}

// randomPlayer plays one legal action after the other, each as likely as the others.
func randomPlayer(o Observation, seed uint64) []Action {
	rng := rand.New(rand.NewPCG(seed, 9))
	if o.ToDeploy() {
		return []Action{DeployAction(Scatter(o.Seat, rng))}
	}
	legal := Rules{}.Legal(o)
	return []Action{legal[rng.IntN(len(legal))]}
}

// contestantNamed is a level, random, or a skill on trial as its width, noise, replies, finals, answer and nodes: 16/0/64/8/4/150000.
func contestantNamed(name string) contestant {
	if name == "random" {
		return randomPlayer
	}
	if level, err := strconv.Atoi(name); err == nil {
		return machineAt(level)
	}
	k := skill{drafts: 16}
	if _, err := fmt.Sscanf(name, "%d/%d/%d/%d/%d/%d", &k.width, &k.noise, &k.replies, &k.finals, &k.answer, &k.nodes); err != nil {
		panic(err)
	}
	return func(o Observation, seed uint64) []Action {
		list, err := k.choose(context.Background(), &o, rand.New(rand.NewPCG(seed, 0)))
		if err != nil {
			panic(err)
		}
		return list
	}
}

// bout is how a match went.
type bout struct {
	state State
	spent [2]time.Duration // by contestant
	asked [2]int           // turns, by contestant
}

// fight plays a match with the first contestant in a seat.
func fight(t testing.TB, pair [2]contestant, seat game.Seat, variant string, rng *rand.Rand, turns int) bout {
	t.Helper()
	s, err := Rules{}.Start(game.Setup{Variant: variant, Rules: RulesVersion})
	if err != nil {
		t.Fatal(err)
	}
	var b bout
	for s.Turn <= turns {
		status := Rules{}.Status(s)
		if status.ToAct == game.Nobody {
			break
		}
		if status.ToAct.Has(game.Chance) {
			s, _, _ = Rules{}.Apply(s, game.Chance, Rules{}.Draw(s, rng))
			continue
		}
		for _, side := range players {
			if !status.ToAct.Has(side) {
				continue
			}
			who := 0
			if side != seat {
				who = 1
			}
			began := time.Now()
			list := pair[who](Rules{}.Observe(s, side), rng.Uint64())
			b.spent[who] += time.Since(began)
			b.asked[who]++
			for _, a := range list {
				next, _, err := Rules{}.Apply(s, side, a)
				if err != nil {
					t.Fatalf("%s: %v of %v: %v", s, a, list, err)
				}
				s = next
			}
		}
	}
	b.state = s
	return b
}

func TestArena(t *testing.T) {
	if *arenaPair == "" {
		t.Skip("no machines named")
	}
	first, second, _ := strings.Cut(*arenaPair, ":")
	pair := [2]contestant{contestantNamed(first), contestantNamed(second)}
	var won, drawn, turns int
	var spent [2]time.Duration
	var asked [2]int
	for n := range *arenaGames {
		rng := rand.New(rand.NewPCG(*arenaSeed, uint64(n)))
		seat := game.Seat(n % 2)
		b := fight(t, pair, seat, "", rng, arenaTurns)
		r := b.state.Position.Result
		switch {
		case !r.Over:
			drawn++
		case r.Winner == seat:
			won++
		}
		turns += b.state.Turn
		for i := range spent {
			spent[i] += b.spent[i]
			asked[i] += b.asked[i]
		}
		if *arenaShow {
			fmt.Printf("%d: %s %+v turn %d\n  %s\n", n, seat, r, b.state.Turn, b.state.Position)
		}
	}
	n := float64(*arenaGames)
	share := (float64(won) + float64(drawn)/2) / n
	const z = 1.96
	middle := (share + z*z/(2*n)) / (1 + z*z/n)
	half := z / (1 + z*z/n) * math.Sqrt(share*(1-share)/n+z*z/(4*n*n))
	fmt.Printf("%s: %d won, %d unfinished, %d lost: %.0f %% (95 %%: %.0f to %.0f); %.0f turns a match; %s and %s a choice\n",
		*arenaPair, won, drawn, *arenaGames-won-drawn, 100*share, 100*(middle-half), 100*(middle+half), float64(turns)/n,
		spent[0]/time.Duration(asked[0]), spent[1]/time.Duration(max(asked[1], 1)))
}

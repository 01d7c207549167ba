package shuriken

import (
	"context"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"sort"
	"strconv"
	"strings"
	"testing"
	"time"

	"salle/game"
)

// The measuring tool: go test ./game/shuriken -run TestArena -arena 5:4 -arena.variant master, or -arena 1:random.
var (
	arenaPair    = flag.String("arena", "", "the two machines that play, such as 5:4 or 1:random")
	arenaVariant = flag.String("arena.variant", "training", "the ground")
	arenaGames   = flag.Int("arena.games", 100, "how many duels they play")
	arenaSeed    = flag.Uint64("arena.seed", 1, "what they draw with")
)

// contestant chooses for a seat.
type contestant func(o Observation, seed uint64) Action

// contestantNamed is a level, random, or a skill on trial as its depth, worlds, nodes, noise, kept and army: 3/16/90000/0/20/8.
func contestantNamed(name string) contestant {
	if name == "random" {
		return func(o Observation, seed uint64) Action {
			if o.ToSetUp() && o.CanReady() {
				return MoveAction(Move{Verb: Ready})
			}
			legal := Rules{}.Legal(o)
			return legal[rand.New(rand.NewPCG(seed, 9)).IntN(len(legal))]
		}
	}
	if level, err := strconv.Atoi(name); err == nil {
		return func(o Observation, seed uint64) Action {
			list, err := AI{}.Choose(context.Background(), o, game.Budget{Level: level, Seed: seed})
			if err != nil {
				panic(err)
			}
			return list[0]
		}
	}
	var k skill
	if _, err := fmt.Sscanf(name, "%d/%d/%d/%d/%d/%d", &k.depth, &k.worlds, &k.nodes, &k.noise, &k.kept, &k.army); err != nil {
		panic(err)
	}
	return func(o Observation, seed uint64) Action {
		if o.ToSetUp() {
			return k.arrange(&o, seed)
		}
		return MoveAction(k.choose(context.Background(), &o, rand.New(rand.NewPCG(seed, 0))))
	}
}

// bout is how a duel went.
type bout struct {
	state State
	spent [2]time.Duration // by contestant
	asked [2]int
	worst [2]time.Duration
}

// fight plays a duel with the first contestant in a seat.
func fight(t testing.TB, pair [2]contestant, seat game.Seat, variant string, rng *rand.Rand) bout {
	t.Helper()
	s, err := Rules{}.Start(game.Setup{Variant: variant, Rules: RulesVersion})
	if err != nil {
		t.Fatal(err)
	}
	var b bout
	settingUp := [2]uint64{rng.Uint64(), rng.Uint64()}
	for {
		status := Rules{}.Status(s)
		if status.ToAct == game.Nobody {
			break
		}
		by, a := firstOf(status.ToAct), Action{}
		if by == game.Chance {
			a = Rules{}.Draw(s, rng)
		} else {
			who := 0
			if by != seat {
				who = 1
			}
			o := Rules{}.Observe(s, by)
			seed := settingUp[by]
			if !o.ToSetUp() {
				seed = rng.Uint64()
			}
			began := time.Now()
			a = pair[who](o, seed)
			took := time.Since(began)
			b.spent[who] += took
			b.worst[who] = max(b.worst[who], took)
			b.asked[who]++
		}
		next, _, err := Rules{}.Apply(s, by, a)
		if err != nil {
			t.Fatalf("%s: %s of %v: %v", s, a, by, err)
		}
		s = next
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
	var won, drawn, struck int
	var spent, worst [2]time.Duration
	var asked [2]int
	var lengths []int
	ends := map[string]int{}
	for n := range *arenaGames {
		seat := game.Seat(n % 2)
		b := fight(t, pair, seat, *arenaVariant, rand.New(rand.NewPCG(*arenaSeed, uint64(n))))
		r := Rules{}.Status(b.state).Result
		o := Rules{}.Observe(b.state, game.Spectator)
		ends[r.Reason]++
		lengths = append(lengths, o.Ply)
		switch r.Winner {
		case game.Spectator:
			drawn++
		case seat:
			won++
		}
		if r.Winner == o.First {
			struck++
		}
		for i := range spent {
			spent[i] += b.spent[i]
			asked[i] += b.asked[i]
			worst[i] = max(worst[i], b.worst[i])
		}
	}
	n := float64(*arenaGames)
	share := (float64(won) + float64(drawn)/2) / n
	const z = 1.96
	middle := (share + z*z/(2*n)) / (1 + z*z/n)
	half := z / (1 + z*z/n) * math.Sqrt(share*(1-share)/n+z*z/(4*n*n))
	sort.Ints(lengths)
	fmt.Printf("%s %s: %d won, %d drawn, %d lost: %.1f %% (95 %%: %.1f to %.1f); first striker %.1f %%; median %d turns; %v; %s (%s) and %s (%s) a choice\n",
		*arenaVariant, *arenaPair, won, drawn, *arenaGames-won-drawn, 100*share, 100*(middle-half), 100*(middle+half),
		100*(float64(struck)+float64(drawn)/2)/n, lengths[len(lengths)/2], ends,
		spent[0]/time.Duration(asked[0]), worst[0], spent[1]/time.Duration(asked[1]), worst[1])
}

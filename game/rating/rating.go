// Package rating tells how strong players are, by Glicko-2: Mark E. Glickman, "Example of the Glicko-2 system".
//
// Every rated match is a rating period of its own, for both of its players. Each of them is rated against the other as
// he was before the match.
package rating

import "math"

// Rating is what results say of a player, on the scale of Glicko, on which 1500 is where everybody begins.
type Rating struct {
	Value      float64 // the strength
	Deviation  float64 // how uncertain Value is, as a standard deviation: above 0, at most 350
	Volatility float64 // how much the strength is expected to vary from period to period: above 0, at most 0.1
}

// Game is a result within a rating period.
type Game struct {
	Opponent Rating  // as it was before the period
	Score    float64 // 1 for a win, 0.5 for a draw, 0 for a loss
}

const (
	mean           = 1500.0
	scale          = 173.7178 // points of Glicko to one of Glicko-2
	maxDeviation   = 350.0    // of somebody of whom nothing is known
	maxVolatility  = 0.1      // beyond it one result that nobody expected would say too much for too long
	provisional    = 110.0
	tolerance      = 1e-6 // of the logarithm of the squared volatility, as in the paper
	maxIterations  = 200  // the paper's search needs about ten
	maxExpectation = 50.0 // in logits: keeps the improbable apart from the impossible
)

// New is the rating of a player without games.
func New() Rating { return Rating{Value: mean, Deviation: maxDeviation, Volatility: 0.06} }

// Provisional tells whether too little is known of the player to rank him.
func (r Rating) Provisional() bool { return r.Deviation > provisional }

// Settled is after how many periods without games the rating is provisional; 0 where it is.
func (r Rating) Settled() float64 {
	if r.Provisional() {
		return 0
	}
	return (provisional*provisional - r.Deviation*r.Deviation) / (scale * scale * r.Volatility * r.Volatility)
}

// Idle is the rating after periods without games, which may be a fraction of one: less is known of the player, but no
// less than of a new one. Where periods is not positive the rating stays as it is.
func (r Rating) Idle(periods float64) Rating {
	if periods > 0 {
		r.Deviation = math.Min(maxDeviation, scale*math.Hypot(r.Deviation/scale, r.Volatility*math.Sqrt(periods)))
	}
	return r
}

// After is the rating after one rating period with these games; without any it is Idle(1). Tau says how readily the
// volatility changes: 0.3 to 1.2 are usual, and where it is not positive the volatility stays as it is.
func (r Rating) After(games []Game, tau float64) Rating {
	if len(games) == 0 {
		return r.Idle(1)
	}
	information, surprise := r.evidence(games)
	if tau > 0 {
		phi := r.Deviation / scale
		r.Volatility = volatility(r.Volatility, phi*phi, 1/information, surprise/information, tau)
	}
	phi := r.Idle(1).Deviation / scale
	variance := 1 / (1/(phi*phi) + information)
	r.Deviation = scale * math.Sqrt(variance)
	r.Value += scale * variance * surprise
	return r
}

// evidence sums up games (the paper's step 3 and the sum of its step 4): how much they tell of the player, which is
// 1/v, and by how much he did better than expected, each game weighed by what is known of the opponent.
func (r Rating) evidence(games []Game) (information, surprise float64) {
	for _, game := range games {
		phi := game.Opponent.Deviation / scale
		weight := 1 / math.Sqrt(1+3*phi*phi/(math.Pi*math.Pi))
		ahead := weight * (r.Value - game.Opponent.Value) / scale
		ahead = math.Max(-maxExpectation, math.Min(ahead, maxExpectation))
		win, loss := 1/(1+math.Exp(-ahead)), 1/(1+math.Exp(ahead))
		information += weight * weight * win * loss
		surprise += weight * (game.Score - win)
	}
	return information, surprise
}

// volatility is the paper's step 5: sigma as it is after a period with estimated variance v and improvement delta, for
// a player with squared deviation phi2. The root is sought by the Illinois algorithm, never for long.
func volatility(sigma, phi2, v, delta, tau float64) float64 {
	start := math.Log(sigma * sigma)
	slope := func(x float64) float64 {
		e := math.Exp(x)
		sum := phi2 + v + e
		return e*(delta*delta-sum)/(2*sum*sum) - (x-start)/(tau*tau)
	}
	a, b := start, bracket(start, delta*delta-phi2-v, tau)
	fa, fb := slope(a), slope(b)
	for i := 0; i < maxIterations && math.Abs(b-a) > tolerance; i++ {
		c := a + (a-b)*fa/(fb-fa)
		fc := slope(c)
		if fc*fb <= 0 {
			a, fa = b, fb
		} else {
			fa /= 2
		}
		b, fb = c, fc
	}
	return math.Min(maxVolatility, math.Exp(a/2))
}

// bracket is the other end of where the root is sought; excess is by how much the results differ from what chance
// explains. Where they do not, the paper goes down in steps of tau until the slope is no longer negative. What chance
// adds to the slope is never below -1/2, which tells at once how far down is enough.
func bracket(start, excess, tau float64) float64 {
	if excess > 0 {
		return math.Log(excess)
	}
	return start - math.Max(tau, tau*tau/2)
}

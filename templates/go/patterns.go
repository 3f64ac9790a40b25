// Patterns that Go's regexp doesn't support; templates/rust/patterns.rs runs the same
// programs.

package contract

//= program: base

// A pattern that Go's regexp doesn't support, as a program. Each pair of instruction and position is
// tried at most once, so matching takes linear time; only lookarounds visit a position again.
type program []step

// One instruction: its operation, where it continues, and for `set` the character ranges as pairs of
// first and last.
type step struct {
	what          action
	first, second int
	set           string
}

type action int

const (
	// One character of the set.
	oneOf action = iota

	// Continues at `first` or at `second`.
	split

	// Continues at `first`.
	jump

	// The start of the text.
	start

	// The end of the text.
	end

	// A word boundary if `first` is 1, else none.
	boundary

	// A lookahead: the instructions at `first` must match from here if `second` is 1;
	// otherwise they must not.
	ahead

	// A lookbehind: the same up to here, with reversed instructions.
	behind

	// The pattern has matched.
	done
)

// MatchString reports whether the pattern matches anywhere in a text.
func (p program) MatchString(text string) bool {
	runes := []rune(text)
	tried := make([]bool, len(p)*(len(runes)+1))
	for place := 0; place <= len(runes); place++ {
		if p.matchesAt(0, runes, place, true, tried) {
			return true
		}
	}
	return false
}

func (p program) matchesAt(entry int, text []rune, from int, forward bool, tried []bool) bool {
	type task struct{ step, place int }
	todo := []task{{entry, from}}
	for len(todo) > 0 {
		at, place := todo[len(todo)-1].step, todo[len(todo)-1].place
		todo = todo[:len(todo)-1]
		if tried[at*(len(text)+1)+place] {
			continue
		}
		tried[at*(len(text)+1)+place] = true
		now, holds := p[at], false
		switch now.what {
		case done:
			return true
		case oneOf:
			next, after := place, place+1
			if !forward {
				next, after = place-1, place-1
			}
			if next >= 0 && next < len(text) && within(now.set, text[next]) {
				todo = append(todo, task{at + 1, after})
			}
		case split:
			todo = append(todo, task{now.second, place}, task{now.first, place})
		case jump:
			todo = append(todo, task{now.first, place})
		case start:
			holds = place == 0
		case end:
			holds = place == len(text)
		case boundary:
			before := place > 0 && isWord(text[place-1])
			behind := place < len(text) && isWord(text[place])
			holds = (before != behind) == (now.first == 1)
		case ahead, behind:
			fresh := make([]bool, len(tried))
			holds = p.matchesAt(now.first, text, place, now.what == ahead, fresh) == (now.second == 1)
		}
		if holds {
			todo = append(todo, task{at + 1, place})
		}
	}
	return false
}

func isWord(c rune) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z'
}

// Whether ranges contain a character.
func within(set string, c rune) bool {
	first, inside := rune(0), false
	for _, limit := range set {
		if inside && c >= first && c <= limit {
			return true
		}
		first, inside = limit, !inside
	}
	return false
}

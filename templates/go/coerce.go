// Coercion and defaults by the shapes of a schema, followed from a list of what is to be done. The rules
// are those of `skillgen validate --coerce`.

package contract

//= coerce: integer

// Level is how far coercion goes.
type Level string

// LevelOff adds defaults only.
const LevelOff Level = "off"

// LevelSafe mends what can only have been meant one way.
const LevelSafe Level = "safe"

// LevelLenient mends more: "yes" is true, and 1 is "1" where a string is wanted.
const LevelLenient Level = "lenient"

// Change is one thing that coercion changed; a default comes from nil and has the rule "default".
type Change struct {
	// JSON Pointer to the place.
	Path string `json:"path"`

	// What stood there.
	From any `json:"from"`

	// What stands there now.
	To any `json:"to"`

	// The rule that changed it.
	Rule string `json:"rule"`
}

// What one schema says of a value; numbers name other shapes, and of `then`, `other` and `items` they
// are greater by one, so that 0 is none.
type shape struct {
	types        []string
	all          []int
	references   []int
	dependent    []named
	test         func(v any) bool
	then, other  int
	properties   []named
	patterns     []patterned
	rest, prefix []int
	items        int
	alternatives [][]alternative
	fallback     any
	hasFallback  bool
}

type named struct {
	name string
	id   int
}

type patterned struct {
	pattern interface{ MatchString(string) bool }
	id      int
}

type alternative struct {
	id   int
	test func(v any) bool
}

const (
	// Deeper levels are left as they are, and so is all that more steps would reach.
	deepestCoerced = 2000
	mostSteps      = 5000000

	// Alternatives within alternatives.
	deepestChoice = 100
)

// The steps of a default inside of none, one, two, and more other defaults.
var stepsOfDefault = [...]int{1, 10, 100, 1000}

// A default that is being added: its shapes, and the one that it is inside of.
type inside struct {
	ids   []int
	above *inside
	level int
}

func (in *inside) has(ids []int) bool {
	for one := in; one != nil; one = one.above {
		same := len(one.ids) == len(ids)
		for i := 0; same && i < len(ids); i++ {
			same = one.ids[i] == ids[i]
		}
		if same {
			return true
		}
	}
	return false
}

// How many defaults it is inside of, itself counted.
func (in *inside) depth() int {
	if in == nil {
		return 0
	}
	return in.level
}

// A place that is coerced, with the shapes that apply there.
type slot struct {
	list   []any
	object *Object
	index  int
	name   string
	path   *place
	level  int
	ids    []int

	// The default that the place is inside of; none is added inside of itself.
	inside *inside

	// The missing properties that are still to be added, and the shapes that name them.
	fill  bool
	here  []*shape
	names []string

	// The alternatives of which one is to be chosen.
	choose []alternative
}

func (s *slot) get() any {
	if s.object != nil {
		return s.object.members[s.name]
	}
	return s.list[s.index]
}

func (s *slot) put(v any) {
	if s.object != nil {
		s.object.Set(s.name, v)
	} else {
		s.list[s.index] = v
	}
}

type coercion struct {
	shapes  []*shape
	level   Level
	changes []Change
	left    int
}

// Follows the shapes of a schema through a value; what is no value of JSON is left as it is.
func follow(shapes []*shape, v any, level Level) (any, []Change) {
	value, err := adopt(v)
	if err != nil {
		return v, nil
	}
	top := []any{value}
	work := &coercion{shapes: shapes, level: level, left: mostSteps}
	work.walk(slot{list: top, ids: []int{0}}, true, 0)
	return top[0], work.changes
}

func (c *coercion) walk(root slot, defaults bool, choices int) {
	todo := []slot{root}
	for len(todo) > 0 && c.left > 0 {
		now := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		switch {
		case now.choose != nil:
			if choices < deepestChoice {
				c.pick(now, choices)
			}
		case now.fill:
			todo = c.addDefault(now, todo)
		case now.level < deepestCoerced && c.any(now.ids):
			c.left--
			todo = c.enter(now, defaults, todo)
		}
	}
}

func (c *coercion) any(ids []int) bool {
	for _, id := range ids {
		if c.shapes[id] != nil {
			return true
		}
	}
	return false
}

// Converts a value, and puts what is below it on the list.
func (c *coercion) enter(now slot, defaults bool, todo []slot) []slot {
	value := now.get()
	here := c.gather(now.ids, value)
	if c.level != LevelOff {
		if to, rule := convert(value, typesOf(here), c.level == LevelLenient); rule != "" {
			c.changes = append(c.changes, Change{now.path.pointer(), copied(value), copied(to), rule})
			value = to
			now.put(to)
			// Conditions may see another value now.
			here = c.gather(now.ids, value)
		}
		for i := len(here) - 1; i >= 0; i-- {
			for j := len(here[i].alternatives) - 1; j >= 0; j-- {
				choice := now
				choice.choose = here[i].alternatives[j]
				todo = append(todo, choice)
			}
		}
	}
	switch value := value.(type) {
	case []any:
		for i := len(value) - 1; i >= 0; i-- {
			below := slot{list: value, index: i, path: &place{now.path, i}, level: now.level + 1}
			below.ids, below.inside = ofItem(here, i), now.inside
			todo = append(todo, below)
		}
	case *Object:
		if defaults {
			rest := now
			rest.fill, rest.here = true, here
			for _, one := range here {
				for _, property := range one.properties {
					rest.names = append(rest.names, property.name)
				}
			}
			todo = append(todo, rest)
		}
		for i := len(value.names) - 1; i >= 0; i-- {
			name := value.names[i]
			below := slot{object: value, name: name, path: &place{now.path, name}, level: now.level + 1}
			below.ids, below.inside = ofProperty(here, name), now.inside
			todo = append(todo, below)
		}
	}
	return todo
}

// Adds the default of the first missing property that has one; the rest comes behind its inside.
func (c *coercion) addDefault(now slot, todo []slot) []slot {
	object, is := now.get().(*Object)
	if !is {
		return todo
	}
	for index, name := range now.names {
		if _, is := object.members[name]; is {
			continue
		}
		ids := ofProperty(now.here, name)
		if now.inside.has(ids) {
			continue
		}
		for _, one := range c.gather(ids, nil) {
			if !one.hasFallback {
				continue
			}
			depth := now.inside.depth()
			if depth < len(stepsOfDefault) {
				c.left -= stepsOfDefault[depth]
			} else {
				c.left -= stepsOfDefault[len(stepsOfDefault)-1]
			}
			if c.left < 0 {
				return todo
			}
			path := &place{now.path, name}
			object.Set(name, copied(one.fallback))
			c.changes = append(c.changes, Change{path.pointer(), nil, copied(one.fallback), "default"})
			now.names = now.names[index+1:]
			below := slot{object: object, name: name, path: path, level: now.level + 1, ids: ids}
			below.inside = &inside{ids, now.inside, depth + 1}
			return append(todo, now, below)
		}
	}
	return todo
}

// Takes the first alternative that the value can be made to fit, if it fits none as it stands.
func (c *coercion) pick(now slot, choices int) {
	value := now.get()
	for _, one := range now.choose {
		if one.test(value) {
			return
		}
	}
	before := len(c.changes)
	for _, one := range now.choose {
		candidate := []any{copied(value)}
		// Which alternative is meant is a guess: no default is added.
		root := slot{list: candidate, path: now.path, level: now.level + 1, ids: []int{one.id}}
		c.walk(root, false, choices+1)
		if len(c.changes) > before && one.test(candidate[0]) {
			now.put(candidate[0])
			return
		}
		c.changes = c.changes[:before]
	}
}

// All shapes that apply to a value, through references, `allOf` and what conditions pick.
func (c *coercion) gather(ids []int, v any) []*shape {
	var found []*shape
	known := map[int]bool{}
	todo := reversed(ids)
	for len(todo) > 0 {
		id := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		one := c.shapes[id]
		if one == nil || known[id] {
			continue
		}
		known[id] = true
		found = append(found, one)
		todo = append(append(todo, reversed(one.all)...), one.references...)
		if object, is := v.(*Object); is {
			for _, dependent := range one.dependent {
				if _, is := object.members[dependent.name]; is {
					todo = append(todo, dependent.id)
				}
			}
		}
		if one.test != nil {
			picked := one.other
			if one.test(v) {
				picked = one.then
			}
			if picked > 0 {
				todo = append(todo, picked-1)
			}
		}
	}
	return found
}

func reversed(ids []int) []int {
	var back []int
	for i := len(ids) - 1; i >= 0; i-- {
		back = append(back, ids[i])
	}
	return back
}

func contains(list []string, word string) bool {
	for _, one := range list {
		if one == word {
			return true
		}
	}
	return false
}

// The types that all of some shapes take; none where none of them names types.
func typesOf(shapes []*shape) []string {
	var common []string
	some := false
	for _, word := range []string{"null", "boolean", "integer", "number", "string", "array", "object"} {
		all := true
		for _, one := range shapes {
			if one.types == nil {
				continue
			}
			some = true
			all = all && (contains(one.types, word) || word == "integer" && contains(one.types, "number"))
		}
		if all && some {
			common = append(common, word)
		}
	}
	return common
}

func ofProperty(shapes []*shape, name string) []int {
	var ids []int
	for _, one := range shapes {
		before := len(ids)
		for _, property := range one.properties {
			if property.name == name {
				ids = append(ids, property.id)
			}
		}
		for _, pattern := range one.patterns {
			if pattern.pattern.MatchString(name) {
				ids = append(ids, pattern.id)
			}
		}
		if len(ids) == before {
			ids = append(ids, one.rest...)
		}
	}
	return ids
}

func ofItem(shapes []*shape, index int) []int {
	var ids []int
	for _, one := range shapes {
		if index < len(one.prefix) {
			ids = append(ids, one.prefix[index])
		} else if one.items > 0 {
			ids = append(ids, one.items-1)
		}
	}
	return ids
}

var fractions = regexp.MustCompile(`\A-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?\z`)

// The value as one of `types` takes it, and the rule that makes it so; no rule if it is fine or can't be.
func convert(v any, types []string, lenient bool) (any, string) {
	word := kind(v)
	if len(types) == 0 || v == nil || contains(types, word) || contains(types, "integer") && isInteger(v) {
		return nil, ""
	}
	if text, is := v.(string); is {
		if fractions.MatchString(text) {
			if contains(types, "number") {
				return json.Number(text), "string-to-number"
			}
			if contains(types, "integer") && !strings.Contains(text, ".") {
				return json.Number(text), "string-to-integer"
			}
		}
		if contains(types, "boolean") {
			switch lower := strings.ToLower(text); {
			case lower == "true" || lenient && (lower == "yes" || lower == "1"):
				return true, "string-to-boolean"
			case lower == "false" || lenient && (lower == "no" || lower == "0"):
				return false, "string-to-boolean"
			}
		}
		if contains(types, "object") && strings.HasPrefix(strings.TrimLeft(text, " \t\r\n"), "{") {
			if value, err := readJSON(text); err == nil {
				return value, "json-to-object"
			}
		}
	}
	if contains(types, "array") && word != "array" {
		return []any{v}, "wrap-in-array"
	}
	if lenient && contains(types, "string") && (word == "number" || word == "boolean") {
		return scalarText(v), word + "-to-string"
	}
	return nil, ""
}

// A copy that shares nothing with the value.
func copied(v any) any {
	switch v := v.(type) {
	case []any:
		list := make([]any, len(v))
		for index, item := range v {
			list[index] = copied(item)
		}
		return list
	case *Object:
		object := NewObject()
		for _, name := range v.names {
			object.Set(name, copied(v.members[name]))
		}
		return object
	}
	return v
}

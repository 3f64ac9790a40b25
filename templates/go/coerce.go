// Coercion and defaults, with a work list instead of recursion. The rules are those of `skillgen
// validate --coerce`.

package contract

//= coerce: integer schema

// Level is the level of coercion.
type Level string

// LevelOff adds defaults only.
const LevelOff Level = "off"

// LevelSafe makes unambiguous corrections.
const LevelSafe Level = "safe"

// LevelLenient also converts "yes" to true, and 1 to "1" for a string.
const LevelLenient Level = "lenient"

// Change is one change that coercion made. An added default has the rule "default", and From is
// nil.
type Change struct {
	// JSON Pointer to the changed value.
	Path string `json:"path"`

	// The former value.
	From any `json:"from"`

	// The new value.
	To any `json:"to"`

	// The rule that made the change.
	Rule string `json:"rule"`
}

const (
	// The maximum depth; deeper values are not changed.
	deepestCoerced = 2000

	// What may be added as defaults, as weight of values: this much, and that much more for each weight
	// of the document. Beyond it, coercion fails.
	baseDefaults      = 5000000
	defaultsPerWeight = 64

	// The maximum depth of nested alternatives.
	deepestChoice = 40

	// The maximum number of lists that are made around one value: a recursive schema would make them
	// without end.
	mostWraps = 2

	// What may be tried to find the intended alternatives, as weight of values: this much, and that
	// much more for each weight of the document. Beyond it, a value that no alternative accepts is
	// not changed.
	baseAttempts      = 50000
	attemptsPerWeight = 64
)

// The cost of a default beside its weight, by the number of defaults around it.
var costOfDefault = [...]int{1, 10, 100, 1000}

// A default that is being added: its name, the names that its schemas declare, and the default around
// it.
type inside struct {
	name     string
	declared []string
	above    *inside
	level    int
}

// Whether a default of the same name whose schemas declare the same properties is being added.
func (in *inside) has(name string, declared []string) bool {
	for one := in; one != nil; one = one.above {
		same := one.name == name && len(one.declared) == len(declared)
		for i := 0; same && i < len(declared); i++ {
			same = one.declared[i] == declared[i]
		}
		if same {
			return true
		}
	}
	return false
}

// The number of defaults around it, with itself.
func (in *inside) depth() int {
	if in == nil {
		return 0
	}
	return in.level
}

// A value that is being coerced, with the schemas that apply to it.
type slot struct {
	list    []any
	object  *Object
	index   int
	name    string
	path    *place
	level   int
	schemas []*schema

	// The default around the value; a default is not added inside of itself.
	inside *inside

	// The number of lists that were made around the value.
	wraps int

	// The missing properties to add, and their schemas.
	fill  bool
	here  []*schema
	names []string

	// The alternatives to choose from.
	choose []*schema
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
	level   Level
	changes []Change

	// What may still be added as defaults.
	left int

	// Defaults within defaults are too many.
	issues []Issue

	// Below 0 it did not suffice; then no attempt succeeds, also none of those that are under way.
	attempts int
}

// The size of a value as it counts for attempts: one for each value, and one for 16 characters of
// texts and names.
func weight(v any) int {
	sum, todo := 0, []any{v}
	for len(todo) > 0 {
		next := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		sum++
		switch next := next.(type) {
		case string:
			sum += utf8.RuneCountInString(next) / 16
		case []any:
			todo = append(todo, next...)
		case *Object:
			for _, name := range next.names {
				sum += utf8.RuneCountInString(name) / 16
				todo = append(todo, next.members[name])
			}
		}
	}
	return sum
}

// Applies a schema to a value; values that are not JSON are not changed. Fails if defaults within
// defaults are too many.
func follow(root *schema, v any, level Level) (any, []Change, error) {
	value, err := adopt(v)
	if err != nil {
		return v, nil, nil
	}
	top := []any{value}
	work := &coercion{level: level, left: baseDefaults + defaultsPerWeight*weight(value)}
	if level != LevelOff {
		work.attempts = baseAttempts + attemptsPerWeight*weight(value)
	}
	work.walk(slot{list: top, schemas: []*schema{root}}, true, 0)
	if len(work.issues) > 0 {
		return v, nil, &ContractError{work.issues}
	}
	return top[0], work.changes, nil
}

func (c *coercion) walk(root slot, defaults bool, choices int) {
	todo := []slot{root}
	for len(todo) > 0 && len(c.issues) == 0 {
		now := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		switch {
		case now.choose != nil:
			if choices < deepestChoice {
				c.pick(now, choices)
			}
		case now.fill:
			todo = c.addDefault(now, todo)
		case now.level < deepestCoerced && speaks(now.schemas):
			todo = c.enter(now, defaults, todo)
		}
	}
}

// Whether one of these schemas is an object, not true or false.
func speaks(schemas []*schema) bool {
	for _, one := range schemas {
		if one.words != nil {
			return true
		}
	}
	return false
}

// Converts a value and queues its parts.
func (c *coercion) enter(now slot, defaults bool, todo []slot) []slot {
	value := now.get()
	here := gather(now.schemas, value)
	if c.level != LevelOff {
		to, rule := convert(value, typesOf(here), c.level == LevelLenient)
		if rule == "wrap-in-array" {
			if now.wraps == mostWraps {
				rule = ""
			} else {
				now.wraps++
			}
		}
		if rule != "" {
			c.changes = append(c.changes, Change{now.path.pointer(), copied(value), copied(to), rule})
			value = to
			now.put(to)
			// The value changed, so conditions are evaluated again.
			here = gather(now.schemas, value)
		}
		for i := len(here) - 1; i >= 0; i-- {
			for _, branches := range [][]*schema{here[i].oneOf, here[i].anyOf} {
				if branches != nil {
					choice := now
					choice.choose = branches
					todo = append(todo, choice)
				}
			}
		}
	}
	switch value := value.(type) {
	case []any:
		for i := len(value) - 1; i >= 0; i-- {
			below := slot{list: value, index: i, path: &place{now.path, i}, level: now.level + 1}
			below.schemas, below.inside, below.wraps = ofItem(here, i), now.inside, now.wraps
			todo = append(todo, below)
		}
	case *Object:
		if defaults {
			rest := now
			rest.fill, rest.here = true, here
			rest.names = declaredBy(here)
			todo = append(todo, rest)
		}
		for i := len(value.names) - 1; i >= 0; i-- {
			name := value.names[i]
			below := slot{object: value, name: name, path: &place{now.path, name}, level: now.level + 1}
			below.schemas, below.inside = ofProperty(here, name), now.inside
			todo = append(todo, below)
		}
	}
	return todo
}

// Adds the default of the first missing property that has one; the others follow after its
// content.
func (c *coercion) addDefault(now slot, todo []slot) []slot {
	object, is := now.get().(*Object)
	if !is {
		return todo
	}
	for index, name := range now.names {
		if _, is := object.members[name]; is {
			continue
		}
		schemas := ofProperty(now.here, name)
		here := gather(schemas, nil)
		for _, one := range here {
			if !one.words.has("default") {
				continue
			}
			declared := declaredBy(here)
			if now.inside.has(name, declared) {
				break
			}
			fallback := one.words.members["default"]
			path := &place{now.path, name}
			depth := now.inside.depth()
			c.left -= weight(fallback)
			if depth < len(costOfDefault) {
				c.left -= costOfDefault[depth]
			} else {
				c.left -= costOfDefault[len(costOfDefault)-1]
			}
			if c.left < 0 {
				message := "default: defaults within defaults are too many; remove `default` from schemas that contain each other"
				c.issues = []Issue{{path.pointer(), "default", fallback, nil, message}}
				return todo
			}
			object.Set(name, copied(fallback))
			c.changes = append(c.changes, Change{path.pointer(), nil, copied(fallback), "default"})
			now.names = now.names[index+1:]
			below := slot{object: object, name: name, path: path, level: now.level + 1, schemas: schemas}
			below.inside = &inside{name, declared, now.inside, depth + 1}
			return append(todo, now, below)
		}
	}
	return todo
}

// Coerces to the first alternative that then accepts the value, if none accepts it unchanged.
func (c *coercion) pick(now slot, choices int) {
	value := now.get()
	if c.attempts < 0 {
		return
	}
	for _, one := range now.choose {
		if one.branch(value, nil) {
			return
		}
	}
	c.attempts -= weight(value) * len(now.choose)
	before := len(c.changes)
	for _, one := range now.choose {
		if c.attempts < 0 {
			return
		}
		candidate := []any{copied(value)}
		// The intended alternative is not known, so no default is added.
		root := slot{list: candidate, path: now.path, level: now.level + 1, schemas: []*schema{one}, wraps: now.wraps}
		c.walk(root, false, choices+1)
		if len(c.changes) > before && c.attempts >= 0 && one.branch(candidate[0], nil) {
			now.put(candidate[0])
			return
		}
		c.changes = c.changes[:before]
	}
}

// The names of the properties that these schemas declare.
func declaredBy(schemas []*schema) []string {
	var names []string
	known := map[string]bool{}
	for _, one := range schemas {
		for _, property := range one.properties {
			if !known[property.name] {
				known[property.name] = true
				names = append(names, property.name)
			}
		}
	}
	return names
}

// All schemas that apply to a value, through references, `allOf` and conditions.
func gather(schemas []*schema, v any) []*schema {
	var found []*schema
	known := map[*schema]bool{}
	todo := reversed(schemas)
	for len(todo) > 0 {
		one := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if one.words == nil || known[one] {
			continue
		}
		known[one] = true
		found = append(found, one)
		todo = append(append(todo, reversed(one.all)...), one.references...)
		if object, is := v.(*Object); is {
			for _, dependent := range one.dependent {
				if object.has(dependent.name) {
					todo = append(todo, dependent.schema)
				}
			}
		}
		if one.test != nil {
			picked := one.other
			if one.test.branch(v, nil) {
				picked = one.then
			}
			if picked != nil {
				todo = append(todo, picked)
			}
		}
	}
	return found
}

func reversed(schemas []*schema) []*schema {
	var back []*schema
	for i := len(schemas) - 1; i >= 0; i-- {
		back = append(back, schemas[i])
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

// The types that all of these schemas accept; `None` if none of them has a `type`.
func typesOf(schemas []*schema) []string {
	var sets [][]string
	for _, one := range schemas {
		switch value := one.words.members["type"].(type) {
		case string:
			sets = append(sets, []string{value})
		case []any:
			var set []string
			for _, word := range value {
				set = append(set, fmt.Sprint(word))
			}
			sets = append(sets, set)
		}
	}
	var common []string
	for _, word := range []string{"null", "boolean", "integer", "number", "string", "array", "object"} {
		all := len(sets) > 0
		for _, set := range sets {
			all = all && (contains(set, word) || word == "integer" && contains(set, "number"))
		}
		if all {
			common = append(common, word)
		}
	}
	return common
}

func ofProperty(schemas []*schema, name string) []*schema {
	var found []*schema
	for _, one := range schemas {
		before := len(found)
		for _, property := range one.properties {
			if property.name == name {
				found = append(found, property.schema)
			}
		}
		for _, pattern := range one.patterns {
			if pattern.pattern.MatchString(name) {
				found = append(found, pattern.schema)
			}
		}
		for _, word := range []string{"additionalProperties", "unevaluatedProperties"} {
			if rest := one.parts[word]; rest != nil && len(found) == before {
				found = append(found, rest)
				break
			}
		}
	}
	return found
}

func ofItem(schemas []*schema, index int) []*schema {
	var found []*schema
	for _, one := range schemas {
		if index < len(one.prefix) {
			found = append(found, one.prefix[index])
		} else if items := one.parts["items"]; items != nil {
			found = append(found, items)
		}
	}
	return found
}

// JSON numerals with an exponent of at most two digits: integers, integers with an exponent, and all others.
var numerals = regexp.MustCompile(`\A(-?(?:0|[1-9][0-9]*))(?:[eE]\+?([0-9]{1,2}))?\z`)
var fractions = regexp.MustCompile(`\A-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]{1,2})?\z`)

// The value converted to one of `types`, and the rule that converts it; no rule if it fits or can't be
// converted.
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
			if parts := numerals.FindStringSubmatch(text); contains(types, "integer") && parts != nil {
				zeros, _ := strconv.Atoi("0" + parts[2])
				if strings.TrimPrefix(parts[1], "-") == "0" {
					zeros = 0
				}
				return json.Number(parts[1] + strings.Repeat("0", zeros)), "string-to-integer"
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
		if contains(types, "array") && strings.HasPrefix(strings.TrimLeft(text, " \t\r\n"), "[") {
			if value, err := readJSON(text); err == nil {
				return value, "json-to-array"
			}
		}
	}
	if contains(types, "array") && word != "array" {
		return []any{v}, "wrap-in-array"
	}
	if lenient && contains(types, "string") && (word == "number" || word == "boolean") {
		return textOf(v), word + "-to-string"
	}
	return nil, ""
}

// A number or boolean as text. Of equal numbers, the text is the same: `1.5` for 1.50, `1000` for
// 1e3; what a double can't hold keeps all its digits.
func textOf(v any) string {
	number, is := v.(json.Number)
	if !is {
		return scalarText(v)
	}
	value, written := newDecimal(string(number)), string(number)
	if value.sign() == 0 {
		return "0"
	}
	if double, err := number.Float64(); err == nil {
		if short, err := json.Marshal(double); err == nil && newDecimal(string(short)) == value {
			return string(short)
		}
	}
	if strings.Contains(written, ".") && !strings.ContainsAny(written, "eE") {
		return strings.TrimRight(strings.TrimRight(written, "0"), ".")
	}
	return written
}

// A deep copy.
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

// Checks of a schema that is stored as data. Its keywords become functions on first use.

package contract

//= schema: base listener seen check_end

// A schema: its keywords as functions in the order of checking, and the parts that coercion uses.
type schema struct {
	// The schema is `false`.
	never bool
	// It has an `unevaluated…` keyword.
	asks   bool
	checks []check
	words  *Object

	all, anyOf, oneOf, prefix []*schema
	references                []*schema
	properties, dependent     []member
	patterns                  []patterned
	test, then, other         *schema
	parts                     map[string]*schema
}

// The check of one keyword: returns whether it passes. Issues go to the listener, evaluated names and
// items to the notes.
type check func(v any, p *place, out *listener, notes *seen) bool

type member struct {
	name string
	*schema
}

type patterned struct {
	pattern matcher
	*schema
}

// A pattern of Go's regexp, or a program.
type matcher interface{ MatchString(string) bool }

// Checks all keywords; stops at the first failure if no issues are collected.
func (s *schema) holds(v any, p *place, out *listener, outer *seen) bool {
	notes := outer
	if s.asks {
		notes = newSeen()
	}
	ok := true
	for _, check := range s.checks {
		if !check(v, p, out, notes) {
			ok = false
			if out == nil {
				break
			}
		}
	}
	if s.asks && outer != nil {
		outer.learn(notes)
	}
	return ok
}

// Applies a schema to the value itself; a false schema is an issue of the keyword.
func (s *schema) apply(v any, p *place, out *listener, notes *seen, keyword string) bool {
	if s.never {
		return out.no(p, keyword, false, v)
	}
	return s.holds(v, p, out, notes)
}

// Applies a schema to a part of the value; a false schema is an issue of the whole, with
// the part's key.
func (s *schema) below(v any, p *place, step any, out *listener, keyword string) bool {
	if s.never {
		return out.no(p, keyword, false, step)
	}
	if len(s.checks) == 0 {
		return true
	}
	return s.holds(v, out.below(p, step), out, nil)
}

// Whether a branch accepts the value; its evaluated names and items count only then.
func (s *schema) branch(v any, notes *seen) bool {
	if s.never {
		return false
	}
	if notes == nil {
		return s.holds(v, nil, nil, nil)
	}
	own := newSeen()
	if !s.holds(v, nil, nil, own) {
		return false
	}
	notes.learn(own)
	return true
}

// All issues of a value.
func (s *schema) issues(v any) []Issue {
	if s.branch(v, nil) {
		return nil
	}
	out := &listener{}
	s.apply(v, nil, out, nil, "false")
	return out.issues
}

// Reads a schema; a name in place of a schema refers to `$defs`.
type compiler struct {
	definitions *Object
	known       map[string]*schema
	programs    map[string]matcher
}

// A schema from JSON text that skillgen wrote.
func compile(text string, programs map[string]matcher) *schema {
	value := constant(text)
	c := &compiler{NewObject(), map[string]*schema{}, programs}
	if object, is := value.(*Object); is {
		if definitions, is := object.members["$defs"].(*Object); is {
			c.definitions = definitions
		}
	}
	return c.schema(value)
}

func (c *compiler) schema(v any) *schema {
	s := &schema{}
	switch v := v.(type) {
	case bool:
		s.never = !v
	case string:
		return c.named(strings.TrimPrefix(v, "#/$defs/"))
	case *Object:
		alone := len(v.names) == 1 && !c.leadsToDefault(v) || len(v.names) == 2 && v.has("$defs")
		if target, is := v.members["$ref"].(string); is && alone {
			return c.schema(target)
		}
		c.fill(s, v)
	}
	return s
}

// Whether a reference leads to a default. Such a reference stays a schema of its own: no default is added inside of
// itself, which coercion knows by the places of schemas.
func (c *compiler) leadsToDefault(words *Object) bool {
	for range c.definitions.names {
		target, _ := words.members["$ref"].(string)
		next, is := c.definitions.members[strings.TrimPrefix(target, "#/$defs/")].(*Object)
		if !is {
			return false
		}
		if words = next; words.has("default") {
			return true
		}
	}
	return false
}

func (c *compiler) named(name string) *schema {
	if known, is := c.known[name]; is {
		return known
	}
	s := &schema{}
	c.known[name] = s
	if words, is := c.definitions.members[name].(*Object); is {
		c.fill(s, words)
	}
	return s
}

func (c *compiler) list(v any) []*schema {
	var list []*schema
	items, _ := v.([]any)
	for _, item := range items {
		list = append(list, c.schema(item))
	}
	return list
}

func (c *compiler) members(v any) []member {
	var list []member
	object, _ := v.(*Object)
	for _, name := range object.Keys() {
		list = append(list, member{name, c.schema(object.members[name])})
	}
	return list
}

// The matcher of a pattern in a schema.
func (c *compiler) matcher(words *Object, source string) matcher {
	if program, is := c.programs[source]; is {
		return program
	}
	if written, is := words.members["patterns"].(*Object); is && written.has(source) {
		return regexp.MustCompile(fmt.Sprint(written.members[source]))
	}
	return regexp.MustCompile(plainPattern(source))
}

// An ECMA-262 pattern that differs in Go only in the anchors.
func plainPattern(source string) string {
	var out strings.Builder
	class, escape := false, false
	for _, c := range source {
		switch {
		case c == '^' && !class && !escape:
			out.WriteString(`\A`)
		case c == '$' && !class && !escape:
			out.WriteString(`\z`)
		default:
			out.WriteRune(c)
		}
		if !escape && c == '[' {
			class = true
		} else if !escape && c == ']' {
			class = false
		}
		escape = c == '\\' && !escape
	}
	return out.String()
}

func (c *compiler) fill(s *schema, words *Object) {
	s.words, s.parts = words, map[string]*schema{}
	spelled, _ := words.members["spelled"].(*Object)
	for _, word := range words.names {
		value := words.members[word]
		switch word {
		case "$ref", "$dynamicRef":
			s.parts[word] = c.schema(value)
			s.references = append(s.references, s.parts[word])
		case "allOf":
			s.all = c.list(value)
		case "anyOf":
			s.anyOf = c.list(value)
		case "oneOf":
			s.oneOf = c.list(value)
		case "prefixItems":
			s.prefix = c.list(value)
		case "properties":
			s.properties = c.members(value)
		case "dependentSchemas":
			s.dependent = c.members(value)
		case "patternProperties":
			for _, one := range c.members(value) {
				s.patterns = append(s.patterns, patterned{c.matcher(words, one.name), one.schema})
			}
		case "if", "then", "else", "items", "contains", "not", "propertyNames",
			"additionalProperties", "unevaluatedItems", "unevaluatedProperties":
			s.parts[word] = c.schema(value)
		}
	}
	s.asks = words.has("unevaluatedItems") || words.has("unevaluatedProperties")
	s.test, s.then, s.other = s.parts["if"], s.parts["then"], s.parts["else"]
	for _, word := range words.names {
		told := word
		if own, is := spelled.Get(word); is {
			told = fmt.Sprint(own)
		}
		if check := c.check(s, word, told, words.members[word]); check != nil {
			s.checks = append(s.checks, check)
		}
	}
}

// The function that checks a keyword, and the keyword's name in issues; nil for unknown keywords.
func (c *compiler) check(s *schema, word, told string, value any) check {
	switch word {
	//+ check_type: schema make_type
	case "type":
		return ofType(value, told)
	//+ check_enum: schema make_enum
	case "enum":
		list, _ := value.([]any)
		return oneOfValues(list, firstValues(list), told)
	//+ check_const: schema make_enum
	case "const":
		return oneOfValues([]any{value}, value, told)
	//+ check_multipleOf: schema multiple
	case "multipleOf":
		divisor := newDivisor(fmt.Sprint(value))
		return func(v any, p *place, out *listener, notes *seen) bool {
			number, is := exact(v)
			return !is || number.multipleOf(divisor) || out.no(p, told, value, v)
		}
	//+ check_minimum: schema make_bound
	case "minimum":
		return bound(value, told, func(order int) bool { return order >= 0 })
	//+ check_maximum: schema make_bound
	case "maximum":
		return bound(value, told, func(order int) bool { return order <= 0 })
	//+ check_exclusiveMinimum: schema make_bound
	case "exclusiveMinimum":
		return bound(value, told, func(order int) bool { return order > 0 })
	//+ check_exclusiveMaximum: schema make_bound
	case "exclusiveMaximum":
		return bound(value, told, func(order int) bool { return order < 0 })
	//+ check_minLength: schema make_size
	case "minLength":
		return atLeast(value, told, textLength)
	//+ check_maxLength: schema make_size
	case "maxLength":
		return atMost(value, told, textLength)
	//+ check_minItems: schema make_size
	case "minItems":
		return atLeast(value, told, listLength)
	//+ check_maxItems: schema make_size
	case "maxItems":
		return atMost(value, told, listLength)
	//+ check_minProperties: schema make_size
	case "minProperties":
		return atLeast(value, told, objectLength)
	//+ check_maxProperties: schema make_size
	case "maxProperties":
		return atMost(value, told, objectLength)
	//+ check_pattern: schema count
	case "pattern":
		pattern, longest := c.matcher(s.words, fmt.Sprint(value)), math.MaxInt
		if number, is := s.words.members["maxLength"]; is {
			longest = count(number)
		}
		return func(v any, p *place, out *listener, notes *seen) bool {
			text, is := v.(string)
			// Patterns may take long, so they are not tried on texts that exceed `maxLength`.
			tried := is && (len(text) <= longest || utf8.RuneCountInString(text) <= longest)
			return !tried || pattern.MatchString(text) || out.no(p, told, value, v)
		}
	//+ check_format: schema formats
	case "format":
		test := formatNamed(fmt.Sprint(value))
		return func(v any, p *place, out *listener, notes *seen) bool {
			text, is := v.(string)
			return !is || test(text) || out.no(p, told, value, v)
		}
	//+ check_uniqueItems: schema unique
	case "uniqueItems":
		return func(v any, p *place, out *listener, notes *seen) bool {
			items, is := v.([]any)
			return !is || unique(items) || out.no(p, told, true, v)
		}
	//+ check_prefixItems: schema make_prefix
	case "prefixItems":
		return prefixItems(s, told)
	//+ check_items: schema make_items
	case "items":
		return restItems(s, told)
	//+ check_contains: schema make_contains
	case "contains":
		return containing(s)
	//+ check_unevaluatedItems: schema make_unevaluated_items
	case "unevaluatedItems":
		return unevaluatedItems(s.parts[word], told)
	//+ check_required: schema
	case "required":
		names, _ := value.([]any)
		return func(v any, p *place, out *listener, notes *seen) bool {
			object, is := v.(*Object)
			return !is || allThere(object, names, p, out, told)
		}
	//+ check_dependentRequired: schema
	case "dependentRequired":
		lists, _ := value.(*Object)
		return func(v any, p *place, out *listener, notes *seen) bool {
			object, is := v.(*Object)
			ok := true
			for _, name := range lists.names {
				names, _ := lists.members[name].([]any)
				if is && object.has(name) && !allThere(object, names, p, out, told) {
					ok = false
				}
			}
			return ok
		}
	//+ check_properties: schema make_properties
	case "properties":
		return ofProperties(s, told)
	//+ check_patternProperties: schema make_pattern_properties
	case "patternProperties":
		return ofPatternProperties(s, told)
	//+ check_additionalProperties: schema make_additional
	case "additionalProperties":
		return additionalProperties(s, told)
	//+ check_propertyNames: schema
	case "propertyNames":
		names := s.parts[word]
		return func(v any, p *place, out *listener, notes *seen) bool {
			object, _ := v.(*Object)
			ok := true
			for _, name := range object.Keys() {
				ok = names.apply(name, p, out, nil, told) && ok
			}
			return ok
		}
	//+ check_unevaluatedProperties: schema make_unevaluated
	case "unevaluatedProperties":
		return unevaluatedProperties(s.parts[word], told)
	//+ check_dependentSchemas: schema
	case "dependentSchemas":
		return func(v any, p *place, out *listener, notes *seen) bool {
			object, is := v.(*Object)
			ok := true
			for _, one := range s.dependent {
				if is && object.has(one.name) {
					ok = one.apply(v, p, out, notes, told) && ok
				}
			}
			return ok
		}
	//+ check_$ref: schema
	case "$ref":
		target := s.parts[word]
		return func(v any, p *place, out *listener, notes *seen) bool {
			return target.apply(v, p, out, notes, told)
		}
	//+ check_$dynamicRef: schema
	case "$dynamicRef":
		target := s.parts[word]
		return func(v any, p *place, out *listener, notes *seen) bool {
			return target.apply(v, p, out, notes, told)
		}
	//+ check_allOf: schema make_all
	case "allOf":
		return allOf(s.all, told)
	//+ check_anyOf: schema no_branch
	case "anyOf":
		signs, _ := s.words.members["anyOfSigns"].([]any)
		return func(v any, p *place, out *listener, notes *seen) bool {
			ok := false
			for _, one := range s.anyOf {
				ok = one.branch(v, notes) || ok
				if ok && notes == nil {
					return true
				}
			}
			return ok || noBranch(s.anyOf, signs, v, p, out, told, len(s.anyOf), kind(v))
		}
	//+ check_oneOf: schema no_branch
	case "oneOf":
		signs, _ := s.words.members["oneOfSigns"].([]any)
		return func(v any, p *place, out *listener, notes *seen) bool {
			count := 0
			for _, one := range s.oneOf {
				if one.branch(v, notes) {
					count++
				}
			}
			if count == 0 {
				return noBranch(s.oneOf, signs, v, p, out, told, 1, count)
			}
			return count == 1 || out.no(p, told, 1, count)
		}
	//+ check_not: schema
	case "not":
		return func(v any, p *place, out *listener, notes *seen) bool {
			return !s.parts["not"].branch(v, nil) || out.no(p, told, nil, kind(v))
		}
	//+ check_if: schema
	case "if":
		return func(v any, p *place, out *listener, notes *seen) bool {
			picked, word := s.other, "else"
			if s.test.branch(v, notes) {
				picked, word = s.then, "then"
			}
			return picked == nil || picked.apply(v, p, out, notes, word)
		}
		//+ check_end: schema
	}
	return nil
}

// Whether an object has all of these properties.
func allThere(object *Object, names []any, p *place, out *listener, keyword string) bool {
	ok := true
	for _, name := range names {
		if !object.has(fmt.Sprint(name)) {
			ok = out.no(p, keyword, name, nil)
		}
	}
	return ok
}

//= no_branch: schema

// The only branch that the value's constants and types don't rule out; no branch has accepted
// it.
func nearest(branches []*schema, signs []any, v any) *schema {
	var left *schema
	for index, sign := range signs {
		if !allows(sign, v) {
			continue
		}
		if left != nil {
			return nil
		}
		left = branches[index]
	}
	return left
}

// Explains why no branch of a union accepts the value: by the issues of the nearest branch,
// else by one issue of each.
func noBranch(branches []*schema, signs []any, v any, p *place, out *listener, keyword string, expected, got any) bool {
	const most = 5
	if out == nil || out.plainUnions {
		return out.no(p, keyword, expected, got)
	}
	if near := nearest(branches, signs, v); near != nil {
		return near.apply(v, p, out, nil, keyword)
	}
	var reasons []string
	for index, branch := range branches {
		if index == most {
			break
		}
		own := &listener{plainUnions: true}
		branch.apply(v, p, own, nil, keyword)
		if len(own.issues) == 0 {
			continue
		}
		// A wrong constant is the strongest evidence.
		first := own.issues[0]
		for at := len(own.issues) - 1; at >= 0; at-- {
			if own.issues[at].Keyword == "const" {
				first = own.issues[at]
			}
		}
		where := ""
		if first.Path != p.pointer() {
			where = first.Path + ": "
		}
		reasons = append(reasons, fmt.Sprintf("%d: %s%s", index+1, where, first.Message))
	}
	why := strings.Join(reasons, "; ")
	if len(branches) > most {
		why += fmt.Sprintf("; and %d more", len(branches)-most)
	}
	return out.because(p, keyword, expected, got, " ("+why+")")
}

func allows(sign, v any) bool {
	asked, _ := sign.(*Object)
	if types, is := asked.Get("type"); is {
		found := false
		for _, one := range types.([]any) {
			found = found || one == kind(v)
		}
		if !found {
			return false
		}
	}
	object, is := v.(*Object)
	constants, _ := asked.Get("const")
	all, has := constants.(*Object)
	if !is || !has {
		return true
	}
	for _, name := range all.names {
		if member, there := object.members[name]; there && member != all.members[name] {
			return false
		}
	}
	return true
}

//= make_type: schema integer

func ofType(value any, keyword string) check {
	var types []string
	expected := value
	if list, is := value.([]any); is {
		for _, one := range list {
			types = append(types, fmt.Sprint(one))
		}
		expected = types
	} else {
		types = []string{fmt.Sprint(value)}
	}
	return func(v any, p *place, out *listener, notes *seen) bool {
		word := kind(v)
		for _, one := range types {
			if one == word || one == "integer" && word == "number" && isInteger(v) {
				return true
			}
		}
		return out.no(p, keyword, expected, word)
	}
}

//= make_enum: schema canonical

// The values of an enum that an issue lists.
func firstValues(list []any) any {
	if len(list) > 100 {
		return list[:100:100]
	}
	return list
}

func oneOfValues(values []any, expected any, keyword string) check {
	texts, others, deep := map[string]bool{}, map[string]bool{}, false
	for _, value := range values {
		text, is := value.(string)
		if is {
			texts[text] = true
			continue
		}
		others[canonical(value)] = true
		word := kind(value)
		deep = deep || word == "array" || word == "object"
	}
	return func(v any, p *place, out *listener, notes *seen) bool {
		fits := false
		switch text, is := v.(string); {
		case is:
			fits = texts[text]
		case len(others) > 0 && (deep || kind(v) != "array" && kind(v) != "object"):
			fits = others[canonical(v)]
		}
		return fits || out.no(p, keyword, expected, v)
	}
}

//= make_bound: schema decimal

func bound(value any, keyword string, holds func(order int) bool) check {
	limit := newDecimal(fmt.Sprint(value))
	return func(v any, p *place, out *listener, notes *seen) bool {
		number, is := exact(v)
		return !is || holds(number.compare(limit)) || out.no(p, keyword, value, v)
	}
}

//= make_size: schema count

// The size of a value; -1 if the keyword does not apply to it.
type length func(v any) int

func textLength(v any) int {
	if text, is := v.(string); is {
		return utf8.RuneCountInString(text)
	}
	return -1
}

func listLength(v any) int {
	if items, is := v.([]any); is {
		return len(items)
	}
	return -1
}

func objectLength(v any) int {
	if object, is := v.(*Object); is {
		return len(object.names)
	}
	return -1
}

func atLeast(value any, keyword string, of length) check {
	least := count(value)
	return func(v any, p *place, out *listener, notes *seen) bool {
		size := of(v)
		return size < 0 || size >= least || out.no(p, keyword, value, size)
	}
}

func atMost(value any, keyword string, of length) check {
	most := count(value)
	return func(v any, p *place, out *listener, notes *seen) bool {
		size := of(v)
		return size < 0 || size <= most || out.no(p, keyword, value, size)
	}
}

//= count: base

// A count in a schema; a number too large for Go is larger than any size.
func count(v any) int {
	number, err := strconv.ParseInt(fmt.Sprint(v), 10, 0)
	if err != nil {
		return math.MaxInt
	}
	return int(number)
}

//= make_prefix: schema

func prefixItems(s *schema, keyword string) check {
	return func(v any, p *place, out *listener, notes *seen) bool {
		items, _ := v.([]any)
		ok := true
		for index, item := range items {
			if index >= len(s.prefix) {
				break
			}
			if notes != nil {
				notes.items[index] = true
			}
			ok = s.prefix[index].below(item, p, index, out, keyword) && ok
		}
		return ok
	}
}

//= make_items: schema

func restItems(s *schema, keyword string) check {
	from, rest := len(s.prefix), s.parts["items"]
	return func(v any, p *place, out *listener, notes *seen) bool {
		items, _ := v.([]any)
		ok := true
		for index := from; index < len(items); index++ {
			if notes != nil {
				notes.items[index] = true
			}
			if !rest.never && !rest.below(items[index], p, index, out, keyword) {
				ok = false
				if out == nil {
					return false
				}
			}
		}
		if rest.never && len(items) > from {
			return out.no(p, keyword, from, len(items))
		}
		return ok
	}
}

//= make_contains: schema count

func containing(s *schema) check {
	inner, least, most := s.parts["contains"], 1, math.MaxInt
	if number, is := s.words.members["minContains"]; is {
		least = count(number)
	}
	if number, is := s.words.members["maxContains"]; is {
		most = count(number)
	}
	unnoted := s.words.has("containsUnnoted")
	return func(v any, p *place, out *listener, notes *seen) bool {
		items, is := v.([]any)
		if !is {
			return true
		}
		found := 0
		for index, item := range items {
			if inner.branch(item, nil) {
				found++
				if notes != nil && !unnoted {
					notes.items[index] = true
				}
			}
		}
		switch {
		case found == 0 && least > 0:
			return out.no(p, "contains", least, found)
		// If no count can be right, the maximum is reported, as in Python's jsonschema.
		case found < least && found <= most:
			return out.no(p, "minContains", least, found)
		case found > most:
			return out.no(p, "maxContains", most, found)
		}
		return true
	}
}

//= make_unevaluated_items: schema

func unevaluatedItems(rest *schema, keyword string) check {
	return func(v any, p *place, out *listener, notes *seen) bool {
		items, _ := v.([]any)
		ok := true
		for index, item := range items {
			if notes == nil || notes.items[index] {
				continue
			}
			if !rest.never {
				notes.items[index] = true
			}
			ok = rest.below(item, p, index, out, keyword) && ok
		}
		return ok
	}
}

//= make_properties: schema

func ofProperties(s *schema, keyword string) check {
	return func(v any, p *place, out *listener, notes *seen) bool {
		object, is := v.(*Object)
		if !is {
			return true
		}
		ok := true
		for _, one := range s.properties {
			value, is := object.members[one.name]
			if !is {
				continue
			}
			if notes != nil {
				notes.names[one.name] = true
			}
			if !one.below(value, p, one.name, out, keyword) {
				ok = false
				if out == nil {
					return false
				}
			}
		}
		return ok
	}
}

//= make_pattern_properties: schema

func ofPatternProperties(s *schema, keyword string) check {
	return func(v any, p *place, out *listener, notes *seen) bool {
		object, _ := v.(*Object)
		ok := true
		for _, one := range s.patterns {
			for _, name := range object.Keys() {
				if !one.pattern.MatchString(name) {
					continue
				}
				if notes != nil {
					notes.names[name] = true
				}
				ok = one.below(object.members[name], p, name, out, keyword) && ok
			}
		}
		return ok
	}
}

//= make_additional: schema

func additionalProperties(s *schema, keyword string) check {
	rest, named := s.parts["additionalProperties"], map[string]bool{}
	for _, one := range s.properties {
		named[one.name] = true
	}
	return func(v any, p *place, out *listener, notes *seen) bool {
		object, is := v.(*Object)
		if !is {
			return true
		}
		ok := true
	names:
		for _, name := range object.names {
			if named[name] {
				continue
			}
			for _, one := range s.patterns {
				if one.pattern.MatchString(name) {
					continue names
				}
			}
			switch {
			case !rest.below(object.members[name], p, name, out, keyword):
				ok = false
				if out == nil {
					return false
				}
			case notes != nil:
				notes.names[name] = true
			}
		}
		return ok
	}
}

//= make_unevaluated: schema

func unevaluatedProperties(rest *schema, keyword string) check {
	return func(v any, p *place, out *listener, notes *seen) bool {
		object, _ := v.(*Object)
		ok := true
		for _, name := range object.Keys() {
			if notes == nil || notes.names[name] {
				continue
			}
			if rest.below(object.members[name], p, name, out, keyword) {
				notes.names[name] = true
			} else {
				ok = false
			}
		}
		return ok
	}
}

//= make_all: schema

func allOf(branches []*schema, keyword string) check {
	return func(v any, p *place, out *listener, notes *seen) bool {
		ok := true
		for _, one := range branches {
			own := notes
			if notes != nil {
				own = newSeen()
			}
			if one.apply(v, p, out, own, keyword) {
				if notes != nil {
					notes.learn(own)
				}
				continue
			}
			ok = false
			if out == nil {
				return false
			}
		}
		return ok
	}
}

//= formats: base formats_end

// The function that checks a format.
func formatNamed(name string) func(string) bool {
	switch name {
	//+ format_table_date: formats format_date
	case "date":
		return formatDate
	//+ format_table_time: formats format_time
	case "time":
		return formatTime
	//+ format_table_date_time: formats format_date_time
	case "date-time":
		return formatDateTime
	//+ format_table_duration: formats format_duration
	case "duration":
		return formatDuration
	//+ format_table_ipv4: formats format_ipv4
	case "ipv4":
		return formatIpv4
	//+ format_table_ipv6: formats format_ipv6
	case "ipv6":
		return formatIpv6
	//+ format_table_hostname: formats format_hostname
	case "hostname":
		return formatHostname
	//+ format_table_email: formats format_email
	case "email":
		return formatEmail
	//+ format_table_uri: formats format_uri
	case "uri":
		return formatURI
	//+ format_table_uri_reference: formats format_uri_reference
	case "uri-reference":
		return formatURIReference
	//+ format_table_uuid: formats format_uuid
	case "uuid":
		return formatUUID
	//+ format_table_json_pointer: formats format_json_pointer
	case "json-pointer":
		return formatJSONPointer
	//+ format_table_regex: formats format_regex
	case "regex":
		return formatRegex
		//+ formats_end: formats
	}
	return func(string) bool { return true }
}

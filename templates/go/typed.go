// Conversion between JSON values and the types of a schema.

package contract

//= typed: base

// Ptr returns a pointer to a value, for optional properties.
func Ptr[T any](value T) *T {
	return &value
}

// A value that did not have the schema's type.
type taking struct {
	issues []Issue
}

func (t *taking) miss(p *place, wanted string, got any) {
	message := fmt.Sprintf("expected %s, got %s", wanted, kind(got))
	t.issues = append(t.issues, Issue{p.pointer(), "type", wanted, kind(got), message})
}

// A number that the type can't hold.
func (t *taking) beyond(p *place, wanted string, got any) {
	message := fmt.Sprintf("expected a %s, got %v", wanted, got)
	t.issues = append(t.issues, Issue{p.pointer(), "format", wanted, got, message})
}

func (t *taking) err() error {
	if len(t.issues) == 0 {
		return nil
	}
	return &ContractError{t.issues}
}

// A value as a typed value.
type taker[T any] func(v any, p *place, t *taking) T

// Reads a text as a type, without the other checks of its schema.
func unmarshal[T any](text []byte, value *T, take taker[T]) error {
	v, err := readJSON(string(text))
	if err != nil {
		return err
	}
	t := &taking{}
	read := take(v, nil, t)
	if err := t.err(); err != nil {
		return err
	}
	*value = read
	return nil
}

func asAny(v any, p *place, t *taking) any {
	return v
}

func asBool(v any, p *place, t *taking) bool {
	value, is := v.(bool)
	if !is {
		t.miss(p, "boolean", v)
	}
	return value
}

func asString(v any, p *place, t *taking) string {
	return asText[string](v, p, t)
}

func asText[T ~string](v any, p *place, t *taking) T {
	value, is := v.(string)
	if !is {
		t.miss(p, "string", v)
	}
	return T(value)
}

func asNumber(v any, p *place, t *taking) json.Number {
	value, is := v.(json.Number)
	if !is {
		t.miss(p, "number", v)
	}
	return value
}

func asList[T any](item taker[T]) taker[[]T] {
	return func(v any, p *place, t *taking) []T {
		items, is := v.([]any)
		if !is {
			t.miss(p, "array", v)
		}
		list := make([]T, len(items))
		for index, one := range items {
			list[index] = item(one, &place{p, index}, t)
		}
		return list
	}
}

func asMap[T any](value taker[T]) taker[map[string]T] {
	return func(v any, p *place, t *taking) map[string]T {
		object := asObject(v, p, t)
		members := make(map[string]T, len(object.names))
		for _, name := range object.names {
			members[name] = value(object.members[name], &place{p, name}, t)
		}
		return members
	}
}

// Null is nil.
func asNullable[T any](inner taker[T]) taker[*T] {
	return func(v any, p *place, t *taking) *T {
		if v == nil {
			return nil
		}
		value := inner(v, p, t)
		return &value
	}
}

func asObject(v any, p *place, t *taking) *Object {
	object, is := v.(*Object)
	if !is {
		t.miss(p, "object", v)
		return NewObject()
	}
	return object
}

func asPtr[T any](inner taker[T]) taker[*T] {
	return func(v any, p *place, t *taking) *T {
		value := inner(v, p, t)
		return &value
	}
}

// Distinguishes null from a missing value.
func asPresent(v any, p *place, t *taking) any {
	if v == nil {
		return Null
	}
	return v
}

// A property that may be missing.
func asField[T any](object *Object, name string, p *place, t *taking, field *T, take taker[T]) {
	if member, is := object.members[name]; is {
		*field = take(member, &place{p, name}, t)
	}
}

// The properties that have no field.
func others(object *Object, fields ...string) *Object {
	rest := NewObject()
	for _, name := range object.names {
		if !contains(fields, name) {
			rest.Set(name, object.members[name])
		}
	}
	return rest
}

func addOthers(object, rest *Object) {
	for _, name := range rest.Keys() {
		if _, is := object.members[name]; !is {
			object.Set(name, rest.members[name])
		}
	}
}

//= constant: typed

// The text of a property that is always the same: no text stands for it.
func orConstant(text, constant string) string {
	if text == "" {
		return constant
	}
	return text
}

//= nullable: typed

// Nullable is a property that may be missing or null. The zero value is a missing one.
type Nullable[T any] struct {
	value   *T
	isThere bool
}

// NewNullable returns a property with a value.
func NewNullable[T any](value T) Nullable[T] {
	return Nullable[T]{&value, true}
}

// NewNull returns a property that is null.
func NewNull[T any]() Nullable[T] {
	return Nullable[T]{nil, true}
}

// Get returns the value; false if there is none, because the property is missing or null.
func (n Nullable[T]) Get() (value T, is bool) {
	if n.value != nil {
		return *n.value, true
	}
	return value, false
}

// IsNull reports whether the property is null.
func (n Nullable[T]) IsNull() bool {
	return n.isThere && n.value == nil
}

// IsMissing reports whether the property is missing.
func (n Nullable[T]) IsMissing() bool {
	return !n.isThere
}

// MarshalJSON writes the value, or null.
func (n Nullable[T]) MarshalJSON() ([]byte, error) {
	return marshal(n.value)
}

func asMissingOrNull[T any](inner taker[T]) taker[Nullable[T]] {
	return func(v any, p *place, t *taking) Nullable[T] {
		return Nullable[T]{asNullable(inner)(v, p, t), true}
	}
}

//= whole: decimal typed

// A whole number, in plain digits unless it has too many.
func asInteger(v any, p *place, t *taking) json.Number {
	number := asNumber(v, p, t)
	if number == "" {
		return "0"
	}
	d := newDecimal(string(number))
	if !d.whole() || d.exponent > 400 {
		return number
	}
	text := d.digits + strings.Repeat("0", int(d.exponent)-len(d.digits))
	switch {
	case text == "":
		return "0"
	case d.negative:
		return json.Number("-" + text)
	}
	return json.Number(text)
}

func asInt64(v any, p *place, t *taking) int64 {
	value, err := strconv.ParseInt(string(asInteger(v, p, t)), 10, 64)
	if err != nil {
		t.beyond(p, "64-bit integer", v)
	}
	return value
}

//= double: typed

func asFloat64(v any, p *place, t *taking) float64 {
	number := asNumber(v, p, t)
	if number == "" {
		return 0
	}
	value, err := strconv.ParseFloat(string(number), 64)
	if err != nil {
		t.beyond(p, "double", v)
	}
	return value
}

//= mapped: typed

// A string as a type of the program that can be read from text.
func asMapped[T any, P interface {
	*T
	UnmarshalText(text []byte) error
}](v any, p *place, t *taking) T {
	var value T
	text := asString(v, p, t)
	if err := P(&value).UnmarshalText([]byte(text)); err != nil {
		expected := fmt.Sprintf("%T", value)
		message := fmt.Sprintf("the program's type does not take the value: %v", err)
		t.issues = append(t.issues, Issue{p.pointer(), "format", expected, text, message})
	}
	return value
}

//= union: typed

// The value of a property of an object; nil if there is none.
func tagOf(v any, name string) any {
	object, is := v.(*Object)
	if !is {
		return nil
	}
	return object.members[name]
}

// Null is the nil of an interface.
func asNilable[T any](inner taker[T]) taker[T] {
	return func(v any, p *place, t *taking) T {
		if v == nil {
			var none T
			return none
		}
		return inner(v, p, t)
	}
}

//= tried: union

// A property of a variant, and the constants that it may have.
type property struct {
	name    string
	scalars []string
}

// A value as a variant, if it has the variant's constants and types, and no keys beyond those allowed.
func tried[T any](take taker[T], v any, p *place, only []string, has ...property) (T, bool) {
	var none T
	if object, is := v.(*Object); is {
		for _, one := range has {
			member, there := object.members[one.name]
			if !there || len(one.scalars) > 0 && !contains(one.scalars, printed(member, true)) {
				return none, false
			}
		}
		for _, name := range object.names {
			if only != nil && !contains(only, name) {
				return none, false
			}
		}
	}
	t := &taking{}
	value := take(v, p, t)
	return value, len(t.issues) == 0
}

//= tuple: typed

func asItems(v any, p *place, t *taking) []any {
	items, is := v.([]any)
	if !is {
		t.miss(p, "array", v)
	}
	return items
}

// An item that is always present.
func asItem[T any](items []any, index int, p *place, t *taking, field *T, take taker[T]) {
	if index >= len(items) {
		t.miss(&place{p, index}, "an item", nil)
		return
	}
	*field = take(items[index], &place{p, index}, t)
}

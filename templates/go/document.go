// JSON values: reading and writing texts, and converting Go values.

package contract

//= base: issue error place kind read

// Object is a JSON object that keeps the order of its keys. Values are nil, bool, string, json.Number,
// []any and *Object.
type Object struct {
	names   []string
	members map[string]any
}

// NewObject returns an empty object.
func NewObject() *Object {
	return &Object{members: map[string]any{}}
}

// Get returns the value of a property, and whether it exists.
func (o *Object) Get(name string) (any, bool) {
	if o == nil {
		return nil, false
	}
	value, is := o.members[name]
	return value, is
}

// Set sets a property; a new one is appended.
func (o *Object) Set(name string, value any) {
	if o.members == nil {
		o.members = map[string]any{}
	}
	if _, is := o.members[name]; !is {
		o.names = append(o.names, name)
	}
	o.members[name] = value
}

// Sets a property if it is there.
func (o *Object) setIf(is bool, name string, value any) {
	if is {
		o.Set(name, value)
	}
}

func (o *Object) has(name string) bool {
	_, is := o.members[name]
	return is
}

// Keys returns the names of the properties, in order.
func (o *Object) Keys() []string {
	if o == nil {
		return nil
	}
	return append([]string(nil), o.names...)
}

// Len returns the number of properties.
func (o *Object) Len() int {
	if o == nil {
		return 0
	}
	return len(o.names)
}

// MarshalJSON writes the properties in order.
func (o *Object) MarshalJSON() ([]byte, error) {
	return marshal(o)
}

// UnmarshalJSON reads any JSON object.
func (o *Object) UnmarshalJSON(text []byte) error {
	value, err := readJSON(string(text))
	if err != nil {
		return err
	}
	object, is := value.(*Object)
	if !is {
		return &ContractError{[]Issue{{"", "type", "object", kind(value), "expected object, got " + kind(value)}}}
	}
	*o = *object
	return nil
}

// NullValue is a JSON null; nil means that the value is missing.
type NullValue struct{}

// Null is a null in a property that may also be missing.
var Null = NullValue{}

// MarshalJSON writes null.
func (NullValue) MarshalJSON() ([]byte, error) {
	return []byte("null"), nil
}

// Anything but an array or object as JSON text.
func scalarText(v any) string {
	switch v := v.(type) {
	case nil:
		return "null"
	case bool:
		return strconv.FormatBool(v)
	case json.Number:
		return string(v)
	case string:
		var out strings.Builder
		writeString(v, &out)
		return out.String()
	}
	return fmt.Sprint(v)
}

func writeString(text string, out *strings.Builder) {
	out.WriteByte('"')
	for _, c := range text {
		switch {
		case c == '"' || c == '\\':
			out.WriteByte('\\')
			out.WriteRune(c)
		case c == '\n':
			out.WriteString(`\n`)
		case c == '\r':
			out.WriteString(`\r`)
		case c == '\t':
			out.WriteString(`\t`)
		case c == '\b':
			out.WriteString(`\b`)
		case c == '\f':
			out.WriteString(`\f`)
		case c < 0x20:
			fmt.Fprintf(out, `\u%04x`, c)
		default:
			out.WriteRune(c)
		}
	}
	out.WriteByte('"')
}

// A value as JSON text: two spaces of indent, or one line.
func printed(v any, compact bool) string {
	var out strings.Builder
	writeJSON(v, compact, 0, &out)
	return out.String()
}

func writeJSON(v any, compact bool, depth int, out *strings.Builder) {
	line := func(depth int) {
		if !compact {
			out.WriteByte('\n')
			out.WriteString(strings.Repeat("  ", depth))
		}
	}
	switch v := v.(type) {
	case []any:
		if len(v) == 0 {
			out.WriteString("[]")
			return
		}
		for index, item := range v {
			out.WriteByte("[,"[min(index, 1)])
			line(depth + 1)
			writeJSON(item, compact, depth+1, out)
		}
		line(depth)
		out.WriteByte(']')
	case *Object:
		if len(v.names) == 0 {
			out.WriteString("{}")
			return
		}
		for index, name := range v.names {
			out.WriteByte("{,"[min(index, 1)])
			line(depth + 1)
			writeString(name, out)
			out.WriteByte(':')
			if !compact {
				out.WriteByte(' ')
			}
			writeJSON(v.members[name], compact, depth+1, out)
		}
		line(depth)
		out.WriteByte('}')
	default:
		out.WriteString(scalarText(v))
	}
}

// A Go value as one line of JSON.
func marshal(v any) ([]byte, error) {
	value, err := adopt(v)
	if err != nil {
		return nil, err
	}
	return []byte(printed(value, true)), nil
}

// A value that writes itself.
type giver interface {
	give() *Object
}

// A value that is written as an array.
type lister interface {
	list() []any
}

// Deeper values are rejected, because a cyclic value has no end.
const deepest = 1000

// Copies a Go value as JSON values. NaN, functions and cyclic values are errors.
func adopt(v any) (any, error) {
	value, err := adoptValue(reflect.ValueOf(v), nil, 0)
	if err != nil {
		return nil, err
	}
	return value, nil
}

func adoptValue(v reflect.Value, p *place, depth int) (any, *ContractError) {
	for v.Kind() == reflect.Interface {
		v = v.Elem()
	}
	if !v.IsValid() {
		return nil, nil
	}
	if depth > deepest {
		return nil, notJSON(p, v.Interface(), fmt.Sprintf("nested deeper than %d levels", deepest))
	}
	if v.Kind() == reflect.Ptr && v.IsNil() {
		return nil, nil
	}
	switch plain := v.Interface().(type) {
	case NullValue:
		return nil, nil
	case *Object:
		return adoptObject(plain, p, depth)
	case Object:
		return adoptObject(&plain, p, depth)
	case json.Number:
		value, err := readJSON(string(plain))
		if err != nil || kind(value) != "number" {
			return nil, notJSON(p, plain, fmt.Sprintf("%q is no number of JSON", string(plain)))
		}
		return value, nil
	case giver:
		return adoptObject(plain.give(), p, depth)
	case lister:
		return adoptList(reflect.ValueOf(plain.list()), p, depth)
	case json.Marshaler:
		return adoptMarshaled(plain, p)
	case interface{ MarshalText() ([]byte, error) }:
		text, err := plain.MarshalText()
		if err != nil {
			return nil, notJSON(p, v.Interface(), err.Error())
		}
		return strings.ToValidUTF8(string(text), "\uFFFD"), nil
	}
	switch v.Kind() {
	case reflect.Bool:
		return v.Bool(), nil
	case reflect.String:
		return strings.ToValidUTF8(v.String(), "\uFFFD"), nil
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return json.Number(strconv.FormatInt(v.Int(), 10)), nil
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		return json.Number(strconv.FormatUint(v.Uint(), 10)), nil
	case reflect.Float32, reflect.Float64:
		if math.IsNaN(v.Float()) || math.IsInf(v.Float(), 0) {
			return nil, notJSON(p, v.Interface(), fmt.Sprintf("%v is no number of JSON", v.Float()))
		}
		return json.Number(strconv.FormatFloat(v.Float(), 'g', -1, v.Type().Bits())), nil
	case reflect.Ptr:
		return adoptValue(v.Elem(), p, depth+1)
	case reflect.Slice, reflect.Array:
		if v.Type().Elem().Kind() != reflect.Uint8 {
			return adoptList(v, p, depth)
		}
	case reflect.Map:
		if v.Type().Key().Kind() == reflect.String {
			return adoptMap(v, p, depth)
		}
	}
	return adoptMarshaled(v.Interface(), p)
}

func adoptList(v reflect.Value, p *place, depth int) (any, *ContractError) {
	list := make([]any, v.Len())
	for index := range list {
		item, err := adoptValue(v.Index(index), &place{p, index}, depth+1)
		if err != nil {
			return nil, err
		}
		list[index] = item
	}
	return list, nil
}

func adoptMap(v reflect.Value, p *place, depth int) (any, *ContractError) {
	object := NewObject()
	keys := v.MapKeys()
	sort.Slice(keys, func(i, j int) bool { return keys[i].String() < keys[j].String() })
	for _, key := range keys {
		name := strings.ToValidUTF8(key.String(), "\uFFFD")
		value, err := adoptValue(v.MapIndex(key), &place{p, name}, depth+1)
		if err != nil {
			return nil, err
		}
		object.Set(name, value)
	}
	return object, nil
}

func adoptObject(from *Object, p *place, depth int) (any, *ContractError) {
	object := NewObject()
	for _, key := range from.names {
		name := strings.ToValidUTF8(key, "\uFFFD")
		value, err := adoptValue(reflect.ValueOf(from.members[key]), &place{p, name}, depth+1)
		if err != nil {
			return nil, err
		}
		object.Set(name, value)
	}
	return object, nil
}

// Values with their own JSON encoding, and values that only encoding/json can encode.
func adoptMarshaled(v any, p *place) (any, *ContractError) {
	text, err := json.Marshal(v)
	if err != nil {
		return nil, notJSON(p, v, err.Error())
	}
	value, err := readJSON(string(text))
	if err != nil {
		return nil, notJSON(p, v, err.Error())
	}
	return value, nil
}

func notJSON(p *place, got any, message string) *ContractError {
	return &ContractError{[]Issue{{p.pointer(), "json", "JSON", fmt.Sprintf("%T", got), message}}}
}

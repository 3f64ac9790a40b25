// Steps that bring inputs of an older version to a newer one: the standard library only, from Go 1.18 on.
// They never change what they are given.

package contract

//= at:

// A change of what stands at a place.
type change func(value any) any

// Each stands in a path for every item of a list.
type each struct{}

// Changes what stands at a path of names. Where nothing stands, nothing is done.
func at(value any, path []any, do change) any {
	if len(path) == 0 {
		return do(value)
	}
	switch step := path[0].(type) {
	case each:
		items, is := value.([]any)
		if !is {
			return value
		}
		list := make([]any, len(items))
		for index, item := range items {
			list[index] = at(item, path[1:], do)
		}
		return list
	case string:
		object, is := value.(map[string]any)
		if !is {
			return value
		}
		inner, is := object[step]
		if !is {
			return value
		}
		whole := without(object, step)
		whole[step] = at(inner, path[1:], do)
		return whole
	}
	return value
}

// A copy of an object that has no such property.
func without(object map[string]any, name string) map[string]any {
	rest := make(map[string]any, len(object))
	for key, value := range object {
		if key != name {
			rest[key] = value
		}
	}
	return rest
}

//= wrap:

// A value becomes a list of itself, unless it is a list.
func wrap(value any) any {
	if _, is := value.([]any); is {
		return value
	}
	return []any{value}
}

//= rename: at

// A property gets another name, unless that is taken.
func rename(old, name string) change {
	return func(value any) any {
		object, is := value.(map[string]any)
		inner, has := object[old]
		_, taken := object[name]
		if !is || !has || taken {
			return value
		}
		whole := without(object, old)
		whole[name] = inner
		return whole
	}
}

//= fill: at

// A property is set, to what a JSON text says, where it is missing.
func fill(name, otherwise string) change {
	return func(value any) any {
		object, is := value.(map[string]any)
		if _, has := object[name]; !is || has {
			return value
		}
		reader := json.NewDecoder(strings.NewReader(otherwise))
		reader.UseNumber()
		var read any
		if reader.Decode(&read) != nil {
			return value
		}
		whole := without(object, name)
		whole[name] = read
		return whole
	}
}

//= leave_out: at

// A property is left out.
func leaveOut(name string) change {
	return func(value any) any {
		object, is := value.(map[string]any)
		if !is {
			return value
		}
		return without(object, name)
	}
}

//= numeral:

var (
	numerals  = regexp.MustCompile(`\A-?(?:0|[1-9][0-9]*)\z`)
	fractions = regexp.MustCompile(`\A-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?\z`)
)

// A text that is a plain decimal which no language rounds, as a number: `12`, `-0.5`; not `1e3`, `05` or ` 1`.
func numeral(value any, form *regexp.Regexp) any {
	text, is := value.(string)
	if !is || !form.MatchString(text) || len(strings.NewReplacer("-", "", ".", "").Replace(text)) > 15 {
		return value
	}
	return json.Number(text)
}

//= to_integer: numeral

// A text that is a whole number is read as one.
func toInteger(value any) any {
	return numeral(value, numerals)
}

//= to_number: numeral

// A text that is a number is read as one.
func toNumber(value any) any {
	return numeral(value, fractions)
}

//= to_boolean:

// A text that is a truth value is read as one.
func toBoolean(value any) any {
	text, is := value.(string)
	if !is {
		return value
	}
	switch strings.ToLower(text) {
	case "true":
		return true
	case "false":
		return false
	}
	return value
}

//= to_string:

// A truth value, or a number of common size, is written as a text.
func toString(value any) any {
	var number float64
	switch value := value.(type) {
	case bool:
		return strconv.FormatBool(value)
	case float64:
		number = value
	case int:
		number = float64(value)
	case int64:
		number = float64(value)
	case json.Number:
		read, err := value.Float64()
		if err != nil {
			return value
		}
		number = read
	default:
		return value
	}
	size := math.Abs(number)
	switch {
	case size == 0:
		return "0"
	case size < 1e-4 || size >= 1e15:
		return value
	}
	return strconv.FormatFloat(number, 'f', -1, 64)
}

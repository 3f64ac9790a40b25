// Steps that convert inputs of an older version to a newer one. They use only the standard library, need
// Go 1.18 or newer, and never change their argument.

package contract

//= at:

// A change of a value.
type change func(value any) any

// Each stands for every item of a list in a path.
type each struct{}

// Changes the value at a path of names, if there is one.
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

// A copy of an object without a property.
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

// Wraps a value in a list, unless it is a list.
func wrap(value any) any {
	if _, is := value.([]any); is {
		return value
	}
	return []any{value}
}

//= rename: at

// Renames a property, unless the new name exists.
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

// Sets a missing property to a value in JSON.
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

// Removes a property.
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

// A plain decimal that no language rounds, as a number: `12`, `-0.5`, but not `1e3`, `05` or ` 1`.
func numeral(value any, form *regexp.Regexp) any {
	text, is := value.(string)
	if !is || !form.MatchString(text) || len(strings.NewReplacer("-", "", ".", "").Replace(text)) > 15 {
		return value
	}
	return json.Number(text)
}

//= to_integer: numeral

// Converts a text to the whole number that it holds.
func toInteger(value any) any {
	return numeral(value, numerals)
}

//= to_number: numeral

// Converts a text to the number that it holds.
func toNumber(value any) any {
	return numeral(value, fractions)
}

//= to_boolean:

// Converts a text to the boolean that it holds.
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

// Converts a boolean, or a number of common size, to text.
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

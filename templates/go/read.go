// Reads JSON texts and keeps the order of keys and the digits of numbers.

package contract

//= read: base

// Reads a JSON text and keeps the order of keys and the digits of numbers.
func readJSON(text string) (any, error) {
	reader := &jsonReader{text: text}
	if !utf8.ValidString(text) {
		return nil, unreadable("not UTF-8")
	}
	value, what := reader.value(0)
	if what == "" && reader.peek() != 0 {
		what = "expected the end of the text"
	}
	if what != "" {
		before := text[:min(reader.at, len(text))]
		line := strings.Count(before, "\n") + 1
		column := utf8.RuneCountInString(before[strings.LastIndexByte(before, '\n')+1:]) + 1
		return nil, unreadable(fmt.Sprintf("line %d, column %d: %s", line, column, what))
	}
	return value, nil
}

// The value of a text that is known to be JSON.
func constant(text string) any {
	value, err := readJSON(text)
	if err != nil {
		panic(err)
	}
	return value
}

// The issues of an error.
func issuesIn(err error) []Issue {
	var refused *ContractError
	errors.As(err, &refused)
	return refused.Issues
}

func unreadable(why string) error {
	return &ContractError{[]Issue{{"", "json", "JSON", nil, "no JSON text: " + why}}}
}

func min(a, b int) int {
	if a < b {
		return a
	}
	return b
}

type jsonReader struct {
	text string
	at   int
}

// The next byte after white space; it is not consumed. 0 at the end; a NUL in the text is read as \x01,
// which is also invalid there.
func (r *jsonReader) peek() byte {
	for r.at < len(r.text) {
		switch c := r.text[r.at]; c {
		case ' ', '\t', '\n', '\r':
			r.at++
		case 0:
			return 1
		default:
			return c
		}
	}
	return 0
}

// A value or its issues.
func (r *jsonReader) value(depth int) (any, string) {
	switch c := r.peek(); {
	case (c == '[' || c == '{') && depth >= deepest:
		return nil, fmt.Sprintf("nested deeper than %d levels", deepest)
	case c == '[':
		return r.array(depth)
	case c == '{':
		return r.object(depth)
	case c == '"':
		return wrapped(r.str())
	case c == '-' || c >= '0' && c <= '9':
		return r.number()
	case c == 0:
		return nil, "the text ends where a value is expected"
	}
	for word, value := range map[string]any{"true": true, "false": false, "null": nil} {
		if strings.HasPrefix(r.text[r.at:], word) {
			r.at += len(word)
			return value, ""
		}
	}
	return nil, "expected a value"
}

func wrapped(text, what string) (any, string) {
	return text, what
}

func (r *jsonReader) array(depth int) (any, string) {
	r.at++
	list := []any{}
	if r.peek() == ']' {
		r.at++
		return list, ""
	}
	for {
		item, what := r.value(depth + 1)
		if what != "" {
			return nil, what
		}
		list = append(list, item)
		switch r.peek() {
		case ',':
			r.at++
		case ']':
			r.at++
			return list, ""
		case 0:
			return nil, "the text ends inside an array or object"
		default:
			return nil, "expected `,` or `]`"
		}
	}
}

// If a key occurs twice, the last value counts.
func (r *jsonReader) object(depth int) (any, string) {
	r.at++
	object := NewObject()
	if r.peek() == '}' {
		r.at++
		return object, ""
	}
	for {
		if r.peek() != '"' {
			return nil, "expected a key in double quotes"
		}
		key, what := r.str()
		if what != "" {
			return nil, what
		}
		if r.peek() != ':' {
			return nil, "expected `:`"
		}
		r.at++
		value, what := r.value(depth + 1)
		if what != "" {
			return nil, what
		}
		object.Set(key, value)
		switch r.peek() {
		case ',':
			r.at++
		case '}':
			r.at++
			return object, ""
		case 0:
			return nil, "the text ends inside an array or object"
		default:
			return nil, "expected `,` or `}`"
		}
	}
}

func (r *jsonReader) number() (any, string) {
	from := r.at
	digits := func() int {
		first := r.at
		for r.at < len(r.text) && r.text[r.at] >= '0' && r.text[r.at] <= '9' {
			r.at++
		}
		return r.at - first
	}
	next := func(any string) bool {
		if r.at < len(r.text) && strings.IndexByte(any, r.text[r.at]) >= 0 {
			r.at++
			return true
		}
		return false
	}
	next("-")
	first := r.at
	switch count := digits(); {
	case count == 0:
		return nil, "expected a digit"
	case count > 1 && r.text[first] == '0':
		return nil, "a number can't begin with 0"
	}
	if next(".") && digits() == 0 {
		return nil, "expected a digit"
	}
	if next("eE") {
		next("+-")
		if digits() == 0 {
			return nil, "expected a digit"
		}
	}
	return json.Number(r.text[from:r.at]), ""
}

func (r *jsonReader) str() (string, string) {
	r.at++
	from := r.at
	var out []byte
	for r.at < len(r.text) {
		switch c := r.text[r.at]; {
		case c == '"':
			r.at++
			if out == nil {
				return r.text[from : r.at-1], ""
			}
			return string(append(out, r.text[from:r.at-1]...)), ""
		case c == '\\':
			out = append(out, r.text[from:r.at]...)
			char, what := r.escape()
			if what != "" {
				return "", what
			}
			out = utf8.AppendRune(out, char)
			from = r.at
		case c < 0x20:
			return "", "a control character must be escaped"
		default:
			r.at++
		}
	}
	return "", "the text ends inside a string"
}

func (r *jsonReader) escape() (rune, string) {
	r.at += 2
	if r.at > len(r.text) {
		return 0, "unknown escape"
	}
	c := r.text[r.at-1]
	if at := strings.IndexByte(`"\/bfnrt`, c); at >= 0 {
		return rune("\"\\/\b\f\n\r\t"[at]), ""
	}
	if c != 'u' {
		return 0, "unknown escape"
	}
	unit, is := r.hex()
	if !is {
		return 0, "expected four hex digits"
	}
	if unit >= 0xD800 && unit < 0xDC00 && strings.HasPrefix(r.text[r.at:], `\u`) {
		back := r.at
		r.at += 2
		low, is := r.hex()
		if !is {
			return 0, "expected four hex digits"
		}
		if low >= 0xDC00 && low < 0xE000 {
			return (unit-0xD800)<<10 + (low - 0xDC00) + 0x10000, ""
		}
		r.at = back
	}
	// A lone surrogate is not a character, so a string can't hold it.
	if unit >= 0xD800 && unit < 0xE000 {
		return utf8.RuneError, ""
	}
	return unit, ""
}

func (r *jsonReader) hex() (rune, bool) {
	if r.at+4 > len(r.text) {
		return 0, false
	}
	unit, err := strconv.ParseUint(r.text[r.at:r.at+4], 16, 16)
	r.at += 4
	return rune(unit), err == nil
}

// The runtime of emitted Go files. A line `//= NAME: NEEDED …` begins a piece; an emitted file holds the
// pieces that its schema needs. It uses only the standard library and needs Go 1.18 or newer.

package contract

//= issue:

// Issue is one violation of the contract.
type Issue struct {
	// JSON Pointer (RFC 6901) to the invalid value.
	Path string `json:"path"`

	// The keyword of the schema that failed.
	Keyword string `json:"keyword"`

	// What the schema expects.
	Expected any `json:"expected"`

	// The value found; nil if it is missing.
	Got any `json:"got"`

	// A message for people.
	Message string `json:"message"`
}

//= error: issue

// ContractError is the error of an invalid text or value. Issues holds all issues, as Check returns them.
type ContractError struct {
	Issues []Issue
}

// Error returns the first issues in one line.
func (e *ContractError) Error() string {
	var lines []string
	for index, issue := range e.Issues {
		if index == 5 {
			lines = append(lines, fmt.Sprintf("and %d more", len(e.Issues)-5))
			break
		}
		path := issue.Path
		if path == "" {
			path = "the document"
		}
		lines = append(lines, path+": "+issue.Message)
	}
	return strings.Join(lines, "; ")
}

//= place:

// The path to a value: the path of its parent and the last step, a string or an int; nil is the root.
type place struct {
	above *place
	step  any
}

func (p *place) pointer() string {
	var steps []string
	for ; p != nil; p = p.above {
		if name, is := p.step.(string); is {
			steps = append(steps, "/"+strings.ReplaceAll(strings.ReplaceAll(name, "~", "~0"), "/", "~1"))
		} else {
			steps = append(steps, fmt.Sprint("/", p.step))
		}
	}
	for i, j := 0, len(steps)-1; i < j; i, j = i+1, j-1 {
		steps[i], steps[j] = steps[j], steps[i]
	}
	return strings.Join(steps, "")
}

//= listener: issue place explain

// A listener collects issues; nil stops at the first failure.
type listener struct {
	issues []Issue

	// An issue without details of its branches, for use in another message.
	plainUnions bool
}

// Reports an issue if there is a listener; returns false.
func (out *listener) no(p *place, keyword string, expected, got any) bool {
	return out.because(p, keyword, expected, got, "")
}

// The same, with additional text for the message.
func (out *listener) because(p *place, keyword string, expected, got any, why string) bool {
	if out != nil {
		message := explain(keyword, expected, got) + why
		out.issues = append(out.issues, Issue{p.pointer(), keyword, expected, got, message})
	}
	return false
}

// The path of a part, if there is a listener.
func (out *listener) below(p *place, step any) *place {
	if out == nil {
		return nil
	}
	return &place{p, step}
}

//= explain: kind

func explain(keyword string, expected, got any) string {
	switch keyword {
	case "type":
		words := brief(expected)
		if list, is := expected.([]string); is {
			words = strings.Join(list, " or ")
		} else if word, is := expected.(string); is {
			words = word
		}
		return fmt.Sprintf("expected %s, got %v", words, got)
	case "required", "dependentRequired", "dependencies":
		if _, is := expected.(string); is {
			return fmt.Sprintf("required property %s is missing", brief(expected))
		}
	case "additionalProperties", "unevaluatedProperties", "properties", "patternProperties":
		if name, is := got.(string); is && expected == false {
			return fmt.Sprintf("property %s is not allowed", brief(name))
		}
	case "enum":
		return fmt.Sprintf("expected one of %s, got %s", brief(expected), brief(got))
	case "const":
		return fmt.Sprintf("expected %s, got %s", brief(expected), brief(got))
	}
	if expected == false {
		return keyword + ": nothing is allowed here"
	}
	switch keyword {
	case "anyOf":
		return fmt.Sprintf("anyOf: none of the %v alternatives fits", expected)
	case "oneOf":
		return fmt.Sprintf("oneOf: expected 1 alternative to fit, got %v", got)
	case "not":
		return "not: what must not fit, fits"
	case "uniqueItems":
		return "uniqueItems: two items are equal"
	case "pattern":
		return fmt.Sprintf("pattern: expected a match of %v, got %s", expected, brief(got))
	case "format":
		return fmt.Sprintf("expected format %v, got %s", expected, brief(got))
	case "exclusiveMinimum":
		return fmt.Sprintf("%s: expected more than %s, got %s", keyword, brief(expected), brief(got))
	case "exclusiveMaximum":
		return fmt.Sprintf("%s: expected less than %s, got %s", keyword, brief(expected), brief(got))
	}
	return fmt.Sprintf("%s: expected %s, got %s", keyword, brief(expected), brief(got))
}

// A value in a message: scalars and short lists as JSON, others by type.
func brief(v any) string {
	switch v := v.(type) {
	case string:
		if runes := []rune(v); len(runes) > 60 {
			return scalarText(string(runes[:57]) + "…")
		}
		return scalarText(v)
	case []any:
		if len(v) > 12 {
			return "an array"
		}
		var all []string
		for _, item := range v {
			switch item.(type) {
			case []any, *Object:
				return "an array"
			}
			all = append(all, brief(item))
		}
		return "[" + strings.Join(all, ", ") + "]"
	case *Object:
		return "an object"
	}
	return scalarText(v)
}

//= kind:

// The JSON type of a value.
func kind(v any) string {
	switch v.(type) {
	case nil:
		return "null"
	case bool:
		return "boolean"
	case string:
		return "string"
	case json.Number:
		return "number"
	case []any:
		return "array"
	}
	return "object"
}

//= decimal: base

// The exact value of a JSON number: ±0.DIGITS × 10^exponent, without leading and trailing
// zeros.
type decimal struct {
	negative bool
	digits   string
	exponent int64
}

// Reads the text of a JSON number.
func newDecimal(text string) decimal {
	mantissa, exponent := text, int64(0)
	if at := strings.IndexAny(text, "eE"); at >= 0 {
		mantissa = text[:at]
		power, err := strconv.ParseInt(strings.TrimPrefix(text[at+1:], "+"), 10, 32)
		if err != nil && text[at+1] == '-' {
			power = math.MinInt32
		} else if err != nil {
			power = math.MaxInt32
		}
		exponent = power
	}
	whole, fraction, _ := strings.Cut(strings.TrimPrefix(mantissa, "-"), ".")
	digits := strings.TrimLeft(whole+fraction, "0")
	exponent += int64(len(digits) - len(fraction))
	digits = strings.TrimRight(digits, "0")
	if digits == "" {
		return decimal{}
	}
	return decimal{mantissa[0] == '-', digits, exponent}
}

// The exact value of a number.
func exact(v any) (decimal, bool) {
	number, is := v.(json.Number)
	if !is {
		return decimal{}, false
	}
	return newDecimal(string(number)), true
}

func (d decimal) sign() int {
	switch {
	case d.digits == "":
		return 0
	case d.negative:
		return -1
	}
	return 1
}

// Negative, zero or positive as d is less than, equal to or greater than e.
func (d decimal) compare(e decimal) int {
	if d.sign() != e.sign() {
		return d.sign() - e.sign()
	}
	size := 0
	switch {
	case d.exponent < e.exponent:
		size = -1
	case d.exponent > e.exponent:
		size = 1
	default:
		size = strings.Compare(d.digits, e.digits)
	}
	return size * d.sign()
}

func (d decimal) whole() bool {
	return d.digits == "" || int64(len(d.digits)) <= d.exponent
}

//= integer: decimal

// Whether a value is a whole number, such as 1.0 or 1e3.
func isInteger(v any) bool {
	number, is := exact(v)
	return is && number.whole()
}

//= multiple: decimal

// A divisor: a whole number × 10^exponent.
type divisor struct {
	number   *big.Int
	exponent int64
}

func newDivisor(text string) divisor {
	d := newDecimal(text)
	number, _ := new(big.Int).SetString(d.digits, 10)
	return divisor{number, d.exponent - int64(len(d.digits))}
}

// Whether a number is an exact multiple.
func (d decimal) multipleOf(of divisor) bool {
	if d.digits == "" {
		return true
	}
	// Without trailing zeros, the number has no factor of ten that could cancel the
	// divisor's.
	shift := d.exponent - int64(len(d.digits)) - of.exponent
	if shift < 0 {
		return false
	}
	number, _ := new(big.Int).SetString(d.digits, 10)
	power := new(big.Int).Exp(big.NewInt(10), big.NewInt(shift), of.number)
	rest := new(big.Int).Mul(number, power)
	return rest.Rem(rest, of.number).Sign() == 0
}

//= canonical: decimal

// A key that is the same for two values exactly if they are equal: 1 equals 1.0, and the order of
// keys does not matter.
func canonical(v any) string {
	var out strings.Builder
	writeCanonical(v, &out)
	return out.String()
}

func writeCanonical(v any, out *strings.Builder) {
	switch v := v.(type) {
	case json.Number:
		number := newDecimal(string(v))
		if number.negative {
			out.WriteByte('-')
		}
		out.WriteString(number.digits)
		out.WriteByte('e')
		out.WriteString(strconv.FormatInt(number.exponent, 10))
	case []any:
		out.WriteByte('[')
		for _, item := range v {
			writeCanonical(item, out)
			out.WriteByte(',')
		}
		out.WriteByte(']')
	case *Object:
		names := append([]string(nil), v.names...)
		sort.Strings(names)
		out.WriteByte('{')
		for _, name := range names {
			out.WriteString(scalarText(name))
			out.WriteByte(':')
			writeCanonical(v.members[name], out)
			out.WriteByte(',')
		}
		out.WriteByte('}')
	default:
		out.WriteString(scalarText(v))
	}
}

//= unique: canonical

// Whether no two items are equal.
func unique(items []any) bool {
	known := make(map[string]bool, len(items))
	for _, item := range items {
		text := canonical(item)
		if known[text] {
			return false
		}
		known[text] = true
	}
	return true
}

//= seen: base

// Evaluated names and items of one value, for unevaluatedProperties and
// unevaluatedItems.
type seen struct {
	names map[string]bool
	items map[int]bool
}

func newSeen() *seen {
	return &seen{map[string]bool{}, map[int]bool{}}
}

func (s *seen) learn(more *seen) {
	for name := range more.names {
		s.names[name] = true
	}
	for index := range more.items {
		s.items[index] = true
	}
}

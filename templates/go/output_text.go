package contract

//= output_text:

// The position of the closing quote, or of the first invalid character.
func endOfText(text string, from int) int {
	for at := from; at < len(text); at++ {
		switch c := text[at]; {
		case c == '"' || c < 0x20:
			return at
		case c != '\\':
			continue
		}
		at++
		if at >= len(text) {
			break
		}
		if text[at] == 'u' {
			for left := 4; left > 0; left-- {
				if at+1 >= len(text) || !isHex(text[at+1]) {
					return at + 1
				}
				at++
			}
		} else if strings.IndexByte(`"\/bfnrt`, text[at]) < 0 {
			return at
		}
	}
	return len(text)
}

func isHex(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F'
}

var (
	outputNumeral = regexp.MustCompile(`\A-?(?:(?:0|[1-9][0-9]*)(?:\.[0-9]*)?)?`)
	outputPower   = regexp.MustCompile(`\A[eE][+-]?([0-9]*)`)
)

// The position after a number or a literal, or of the first invalid character; and which of
// the two.
func endOfWord(text string, from int) (int, bool) {
	for _, literal := range []string{"true", "false", "null"} {
		if text[from] == literal[0] {
			count := 0
			for count < len(literal) && from+count < len(text) && text[from+count] == literal[count] {
				count++
			}
			return from + count, count == len(literal)
		}
	}
	plain := outputNumeral.FindString(text[from:])
	end := from + len(plain)
	if plain == "" || plain == "-" || strings.HasSuffix(plain, ".") {
		return end, false
	}
	power := outputPower.FindStringSubmatch(text[end:])
	if power == nil {
		return end, end < len(text)
	}
	end += len(power[0])
	return end, power[1] != "" && end < len(text)
}

// The JSON type of a text.
func kindOfJSON(text string) string {
	if text == "" {
		return ""
	}
	switch text[0] {
	case '{':
		return "object"
	case '[':
		return "array"
	case '"':
		return "string"
	case 't', 'f':
		return "boolean"
	case 'n':
		return "null"
	}
	return "number"
}

func endOfJSON(text string, from int) int {
	depth := 0
	for at := from; at < len(text); at++ {
		sign := text[at]
		switch {
		case sign == '"':
			at = endOfText(text, at+1)
		case sign == '{' || sign == '[':
			depth++
		case depth == 0 && strings.IndexByte(",}] \t\r\n", sign) >= 0:
			return at
		case sign == '}' || sign == ']':
			depth--
		}
		if depth == 0 && (sign == '"' || sign == '}' || sign == ']') {
			return at + 1
		}
	}
	return len(text)
}

func past(text string, from int, signs string) int {
	for from < len(text) && strings.IndexByte(signs, text[from]) >= 0 {
		from++
	}
	return from
}

// A member of an object, with the exact text of its value.
type memberText struct {
	name, value string
}

func membersOf(text string) []memberText {
	var members []memberText
	for at := past(text, 1, ", \t\r\n"); at < len(text) && text[at] == '"'; at = past(text, at, ", \t\r\n") {
		end := endOfText(text, at+1) + 1
		from := past(text, end, ": \t\r\n")
		name, _ := constant(text[at:end]).(string)
		at = endOfJSON(text, from)
		members = append(members, memberText{name, text[from:at]})
	}
	return members
}

// The exact texts of an array's items.
func itemsOf(text string) []string {
	var items []string
	for at := past(text, 1, ", \t\r\n"); at < len(text) && text[at] != ']'; at = past(text, at, ", \t\r\n") {
		from := at
		at = endOfJSON(text, from)
		items = append(items, text[from:at])
	}
	return items
}

// The start of a value, for messages.
func shownJSON(text string) string {
	if runes := []rune(text[:min(len(text), 400)]); len(runes) > 60 {
		return string(runes[:60]) + "…"
	}
	return text
}

// The error details of an envelope.
type problemList struct {
	told   []ParseProblem
	more   int
	strict bool
}

// More problems than this are only counted.
const mostProblems = 200

func (l *problemList) tell(path, format string, parts ...any) {
	if len(l.told) == mostProblems {
		l.more++
		return
	}
	l.told = append(l.told, ParseProblem{path, fmt.Sprintf(format, parts...)})
}

// The value of a required field of the envelope.
func (l *problemList) scalar(fields map[string]string, name, wanted string) (string, bool) {
	text, is := fields[name]
	if is && kindOfJSON(text) == wanted {
		return text, true
	}
	if is {
		l.tell("/"+name, "%s must be %s, got %s", strings.ToUpper(name[:1])+name[1:], wanted, kindOfJSON(text))
	} else {
		l.tell("/"+name, "Missing required field: %s (must be %s)", name, wanted)
	}
	return "", false
}

func (l *problemList) holder(fields map[string]string, name, wanted, rule string) string {
	text, is := fields[name]
	switch {
	case !is:
		l.tell("/"+name, "Missing required field: %s (%s)", name, rule)
	case kindOfJSON(text) == wanted:
		return text
	default:
		l.tell("/"+name, "%s, got %s", rule, kindOfJSON(text))
	}
	return ""
}

// Unknown fields, if the parser is strict.
func (l *problemList) surplus(members []memberText, known []string, path, what string) {
	if !l.strict {
		return
	}
	var names []string
	told := map[string]bool{}
	for _, member := range members {
		if !told[member.name] && !contains(known, member.name) && len(names) < mostProblems {
			names = append(names, member.name)
		}
		told[member.name] = true
	}
	if len(names) > 0 {
		l.tell(path, "Unexpected fields in %s: %s", what, strings.Join(names, ", "))
	}
}

func byName(members []memberText) map[string]string {
	fields := map[string]string{}
	for _, member := range members {
		fields[member.name] = member.value
	}
	return fields
}

// All errors of an object's text as an envelope, in the words of the output format.
func envelopeProblems(text string, strict bool) []ParseProblem {
	l := &problemList{strict: strict}
	members := membersOf(text)
	fields := byName(members)
	l.scalar(fields, "success", "boolean")
	if confidence, is := l.scalar(fields, "confidence", "number"); is {
		number := newDecimal(confidence)
		if number.negative || number.exponent > 1 || number.exponent == 1 && number.digits > "1" {
			l.tell("/confidence", "Confidence must be between 0.0 and 1.0, got %s", shownJSON(confidence))
		}
	}
	for index, item := range itemsOf(l.holder(fields, "deliverables", "array", "Deliverables must be an array")) {
		if item[0] == '"' && item != `""` {
			continue
		}
		got := kindOfJSON(item)
		if item == `""` {
			got = "an empty string"
		}
		path := fmt.Sprintf("/deliverables/%d", index)
		l.tell(path, "Deliverables must be an array of file paths: item %d is %s", index, got)
	}
	for _, member := range membersOf(l.holder(fields, "metrics", "object", "Metrics must be an object")) {
		l.metric(member.name, member.value)
	}
	for index, item := range itemsOf(l.holder(fields, "errors", "array", "Errors must be an array")) {
		l.failure(index, item)
	}
	l.surplus(members, envelopeFields, "", "output")
	if l.more > 0 {
		l.told = append(l.told, ParseProblem{"", fmt.Sprintf("and %d more of the same kind", l.more)})
	}
	return l.told
}

func (l *problemList) metric(name, item string) {
	path := (&place{&place{nil, "metrics"}, name}).pointer()
	if kindOfJSON(item) != "number" {
		l.tell(path, "Metrics must be an object of numbers: %s is %s", shownJSON(name), kindOfJSON(item))
		return
	}
	if contains([]string{"execution_time_ms", "files_modified", "files_created", "files_deleted"}, name) {
		if number := newDecimal(item); number.negative || !number.whole() {
			l.tell(path, "Metrics: %s must be a whole number, 0 or more, got %s", name, shownJSON(item))
		}
	}
}

func (l *problemList) failure(index int, item string) {
	path := fmt.Sprintf("/errors/%d", index)
	if kindOfJSON(item) != "object" {
		l.tell(path, "Errors must be an array of objects: item %d is %s", index, kindOfJSON(item))
		return
	}
	members := membersOf(item)
	fields := byName(members)
	for _, name := range []string{"code", "message"} {
		text, is := fields[name]
		wrong := kindOfJSON(text)
		switch {
		case !is:
			wrong = "missing"
		case text == `""`:
			wrong = "empty"
		case text[0] == '"':
			continue
		}
		const rule = "Errors must have code and message (strings): %s of error %d is %s"
		l.tell(path+"/"+name, rule, name, index, wrong)
	}
	for _, pair := range [][2]string{{"stack", "string"}, {"context", "object"}} {
		name, wanted := pair[0], pair[1]
		if text, is := fields[name]; is && kindOfJSON(text) != wanted {
			const rule = "Errors: %s of error %d must be %s, got %s"
			l.tell(path+"/"+name, rule, name, index, wanted, kindOfJSON(text))
		}
	}
	// The specification's text requires it; only its schema checks it.
	if text, is := fields["code"]; l.strict && is && text[0] == '"' && text != `""` {
		name, _ := constant(text).(string)
		rest := strings.Trim(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_")
		if rest != "" || !strings.ContainsAny(name[:1], "ABCDEFGHIJKLMNOPQRSTUVWXYZ") {
			const rule = "Errors: code of error %d must be in UPPER_SNAKE_CASE, got %s"
			l.tell(path+"/code", rule, index, shownJSON(text))
		}
	}
	l.surplus(members, []string{"code", "message", "stack", "context"}, path, fmt.Sprintf("error %d", index))
}

package contract

//= skill_output:

// ParserOptions are the options of a parser.
type ParserOptions struct {
	// Whether text without an envelope is read as legacy text; true by default.
	EnableLegacyParsing *bool

	// The confidence of legacy text that states none; 0.5 by default.
	DefaultConfidence *float64

	// Whether unknown fields are errors.
	StrictValidation bool

	// The script's exit code, which decides whether legacy text is a success; without it, the text must
	// state success.
	ExitCode *int
}

// ParseMethod is how an output was read.
type ParseMethod string

// ParseMethodJSON is an envelope in JSON.
const ParseMethodJSON ParseMethod = "json"

// ParseMethodLegacy is legacy text.
const ParseMethodLegacy ParseMethod = "legacy"

// ParseMethodFailed is an invalid output.
const ParseMethodFailed ParseMethod = "validation_failed"

// ParseProblem is one error in an output.
type ParseProblem struct {
	// JSON Pointer into the envelope; empty for the whole envelope.
	Path string `json:"path"`

	// The message.
	Message string `json:"message"`
}

// ParseResult is the result of parsing one output.
type ParseResult struct {
	// Whether the output was parsed and is valid. Output.Success is the skill's own
	// verdict.
	Success bool `json:"success"`

	// How the output was read.
	ParseMethod ParseMethod `json:"parse_method"`

	// The envelope; if there is none, an envelope with `success: false`.
	Output TYPE `json:"-"`

	// The envelope as written, with unknown fields.
	Document *Object `json:"output"`

	// Why the output is invalid.
	Errors []ParseProblem `json:"errors"`
}

// SkillOutputParser parses a skill's output: the last envelope in it or, without one, legacy text. The
// results equal those of `skillgen parse`; one parser serves many outputs.
type SkillOutputParser struct {
	legacy     bool
	confidence float64
	strict     bool
	exitCode   *int
}

// NewSkillOutputParser returns a parser. A confidence outside of 0 to 1 is an error.
func NewSkillOutputParser(options ParserOptions) (*SkillOutputParser, error) {
	parser := &SkillOutputParser{true, 0.5, options.StrictValidation, options.ExitCode}
	if options.EnableLegacyParsing != nil {
		parser.legacy = *options.EnableLegacyParsing
	}
	if options.DefaultConfidence != nil {
		parser.confidence = *options.DefaultConfidence
	}
	if !(parser.confidence >= 0 && parser.confidence <= 1) {
		return nil, fmt.Errorf("DefaultConfidence: expected a number from 0 to 1, got %v", parser.confidence)
	}
	return parser, nil
}

// Parse parses one output.
func (p *SkillOutputParser) Parse(output string) ParseResult {
	text := withoutEscapes(strings.ToValidUTF8(output, "\uFFFD"))
	found := findEnvelope(text)
	if found.envelope != "" {
		problems := envelopeProblems(found.envelope, p.strict)
		value, err := readJSON(found.envelope)
		if err != nil {
			problems = append(problems, ParseProblem{"", err.Error()})
		}
		if len(problems) > 0 {
			return failedParse(problems)
		}
		return parsed(true, ParseMethodJSON, value, nil)
	}
	var problems []ParseProblem
	if found.rest != "" {
		problems = envelopeProblems(found.rest, p.strict)
	}
	if found.line > 0 {
		problems = append(problems, unfinishedObject(found.line, found.how))
	}
	if !p.legacy {
		none := len(problems) == 0
		for _, problem := range problems {
			none = none || strings.HasPrefix(problem.Message, "JSON parsing")
		}
		if none {
			first := ParseProblem{"", "JSON parsing failed and legacy parsing disabled"}
			problems = append([]ParseProblem{first}, problems...)
		}
	}
	if line := cutOffObject(text); line > 0 && len(problems) == 0 {
		problems = append(problems, unfinishedObject(line, "is cut off"))
	}
	if len(problems) > 0 {
		return failedParse(problems)
	}
	if legacy := readLegacy(text, p.confidence, p.exitCode); legacy != nil {
		return parsed(true, ParseMethodLegacy, legacy, nil)
	}
	return failedParse([]ParseProblem{{"", "The output is empty: no JSON and no text to read"}})
}

func unfinishedObject(line int, how string) ParseProblem {
	return ParseProblem{"", fmt.Sprintf("JSON parsing failed: the object that begins in line %d %s", line, how)}
}

// ParseBatch parses many outputs, in order.
func (p *SkillOutputParser) ParseBatch(outputs []string) []ParseResult {
	results := make([]ParseResult, len(outputs))
	for index, output := range outputs {
		results[index] = p.Parse(output)
	}
	return results
}

func parsed(success bool, method ParseMethod, value any, problems []ParseProblem) ParseResult {
	if problems == nil {
		problems = []ParseProblem{}
	}
	document, _ := value.(*Object)
	return ParseResult{success, method, TAKE(value, nil, &taking{}), document, problems}
}

func failedParse(problems []ParseProblem) ParseResult {
	output := outputObject(false, json.Number("0"), []any{}, NewObject(), []any{})
	return parsed(false, ParseMethodFailed, output, problems)
}

func outputObject(success bool, confidence json.Number, deliverables []any, metrics *Object, failures []any) *Object {
	output := NewObject()
	output.Set("success", success)
	output.Set("confidence", confidence)
	output.Set("deliverables", deliverables)
	output.Set("metrics", metrics)
	output.Set("errors", failures)
	return output
}

// The text without terminal escape sequences; line ends are kept.
func withoutEscapes(text string) string {
	if !strings.Contains(text, "\x1b") {
		return text
	}
	const (
		plain = iota + 1
		escape
		control
		title
		titleEscape
	)
	var kept strings.Builder
	state := plain
	for at := 0; at < len(text); {
		if state == plain {
			end := strings.IndexByte(text[at:], '\x1b')
			if end < 0 {
				kept.WriteString(text[at:])
				break
			}
			kept.WriteString(text[at : at+end])
			at += end + 1
			state = escape
			continue
		}
		c := text[at]
		after := 0
		switch {
		case state == escape && c == '[':
			after = control
		case state == escape && strings.IndexByte("]PX^_", c) >= 0:
			after = title
		case state == escape && c >= ' ' && c <= '/':
			after = escape
		case state == escape && c >= '0' && c <= '~':
			after = plain
		case state == control && c >= ' ' && c <= '?':
			after = control
		case state == control && c >= '@' && c <= '~':
			after = plain
		case state == title && c == '\x07':
			after = plain
		case state == title && c == '\x1b':
			after = titleEscape
		case state == title && c != '\n' && c != '\r':
			after = title
		case state == titleEscape && c == '\\':
			after = plain
		}
		switch {
		case after > 0:
			state = after
			at++
		case state == titleEscape:
			state = escape
		default:
			state = plain
		}
	}
	return kept.String()
}

var envelopeFields = []string{"success", "confidence", "deliverables", "metrics", "errors"}

// The objects in a text.
type foundOutput struct {
	// The last complete object with all five fields.
	envelope string

	// Else the last with some of them, or the only thing in the text.
	rest string

	// Else the line where an object began as an envelope, or reached the end of the text.
	line int
	how  string
}

// A larger object is not a skill's output: neither it nor the text after it is read.
const largestObject = 64 << 20

// The last complete top-level object with all five fields. After an invalid byte the search continues
// there, so nothing is read twice.
func findEnvelope(text string) foundOutput {
	var envelope, partial, lone string
	unfinished, how := -1, ""
	others, noise, at := 0, false, 0
	// An object that may begin inside of what looked like a string: its start and end.
	again, told := -1, 0
	for {
		next, place := again, told
		if again < 0 {
			next = strings.IndexByte(text[at:], '{')
			if next < 0 {
				noise = noise || isNoise(text[at:])
				break
			}
			noise = noise || isNoise(text[at:at+next])
			next += at
			place = next
		}
		again = -1
		scan := &objectScan{text: text, at: next + 1, open: []byte{'{'}, seen: map[string]bool{}}
		state := scan.run()
		at = scan.at
		if at-next > largestObject {
			return foundOutput{line: strings.Count(text[:place], "\n") + 1, how: "is larger than 64 MiB"}
		}
		if state == scanCutOff {
			noise, unfinished, how = true, place, "is cut off"
			break
		}
		if state == scanComplete {
			switch {
			case len(scan.seen) == len(envelopeFields):
				envelope, partial, lone, unfinished = text[next:at], "", "", -1
			case len(scan.seen) > 0:
				partial = text[next:at]
			default:
				others++
				if others == 1 && !noise {
					lone = text[next:at]
				}
			}
			continue
		}
		noise = true
		if scan.begins() {
			unfinished, how = place, "is broken"
		}
		if (scan.want == wantColon || scan.want == wantMore) && text[at-1] == '"' {
			back := at - 2
			for back > next && isBlank(text[back]) {
				back--
			}
			if back > next && text[back] == '{' {
				again, told = back, at
			}
		}
	}
	found := foundOutput{envelope: envelope}
	if envelope != "" {
		return found
	}
	found.rest = partial
	if partial == "" && !noise && others == 1 {
		found.rest = lone
	}
	if unfinished >= 0 {
		found.line, found.how = strings.Count(text[:unfinished], "\n")+1, how
	}
	return found
}

func isBlank(c byte) bool {
	return c == ' ' || c == '\t' || c == '\r' || c == '\n'
}

// Whether text outside of objects is more than blanks and code fences.
func isNoise(text string) bool {
	for _, line := range strings.Split(text, "\n") {
		bare := strings.TrimLeft(strings.TrimPrefix(line[:min(len(line), 64)], "\ufeff"), " \t\f\r\x00")
		if bare != "" && !strings.HasPrefix(bare, "```") && !strings.HasPrefix(bare, "~~~") {
			return true
		}
	}
	return false
}

// The next token that an object allows.
type wanted int

const (
	wantKeyOrEnd wanted = iota
	wantKey
	wantColon
	wantValue
	wantValueOrEnd
	wantMore
)

type scanState int

const (
	scanComplete scanState = iota
	scanBroken
	scanCutOff
)

// Scans the JSON object at a position of a text.
type objectScan struct {
	text string

	// The position after the object, or of the invalid character.
	at   int
	want wanted
	open []byte

	// The fields that are keys of its root, and the incomplete key.
	seen map[string]bool
	key  string
}

// Whether it began as an envelope.
func (s *objectScan) begins() bool {
	for _, field := range envelopeFields {
		if s.key != "" && strings.HasPrefix(field, s.key) {
			return true
		}
	}
	return len(s.seen) > 0
}

func (s *objectScan) run() scanState {
	for {
		for s.at < len(s.text) && isBlank(s.text[s.at]) {
			s.at++
		}
		if s.at >= len(s.text) {
			return scanCutOff
		}
		if !s.step() {
			if s.at >= len(s.text) {
				return scanCutOff
			}
			return scanBroken
		}
		if len(s.open) == 0 {
			return scanComplete
		}
	}
}

// Consumes the next part; returns whether it matched.
func (s *objectScan) step() bool {
	sign := s.text[s.at]
	inObject := s.open[len(s.open)-1] == '{'
	closes := sign == ']' && !inObject || sign == '}' && inObject
	switch {
	case closes && (s.want == wantKeyOrEnd || s.want == wantValueOrEnd || s.want == wantMore):
		s.at++
		s.open = s.open[:len(s.open)-1]
		s.want = wantMore
		return true
	case s.want == wantKey || s.want == wantKeyOrEnd:
		return sign == '"' && s.takeKey()
	case s.want == wantColon:
		if sign != ':' {
			return false
		}
		s.at++
		s.want = wantValue
		return true
	case s.want == wantMore:
		if sign != ',' {
			return false
		}
		s.at++
		s.want = wantValue
		if inObject {
			s.want = wantKey
		}
		return true
	case sign == '{' || sign == '[':
		s.at++
		s.open = append(s.open, sign)
		s.want = wantValueOrEnd
		if sign == '{' {
			s.want = wantKeyOrEnd
		}
		return true
	}
	s.want = wantValue
	complete := false
	if sign == '"' {
		s.at = endOfText(s.text, s.at+1)
		complete = s.at < len(s.text) && s.text[s.at] == '"'
		if complete {
			s.at++
		}
	} else {
		s.at, complete = endOfWord(s.text, s.at)
	}
	if complete {
		s.want = wantMore
	}
	return complete
}

func (s *objectScan) takeKey() bool {
	from := s.at
	s.at = endOfText(s.text, from+1)
	root := len(s.open) == 1
	if s.at >= len(s.text) || s.text[s.at] != '"' {
		s.want = wantKey
		// One character of a key is not enough to recognize an envelope.
		if root && s.at-from > 2 {
			s.key = s.text[from+1 : s.at]
		}
		return false
	}
	s.at++
	if root {
		if key, is := constant(s.text[from:s.at]).(string); is && contains(envelopeFields, key) {
			s.seen[key] = true
		}
	}
	s.want = wantColon
	return true
}

// The format `regex`: the syntax of ECMA-262 patterns with the `u` flag;
// templates/rust/regex_syntax.rs accepts the same texts.

package contract

//= format_regex: base

// Whether a text is a pattern of ECMA-262 (with the `u` flag).
func formatRegex(text string) bool {
	p := &ecmaPattern{text: text, names: map[string]bool{}}
	if !p.disjunction() || p.at != len(text) || p.back > p.groups {
		return false
	}
	for _, name := range p.used {
		if !p.names[name] {
			return false
		}
	}
	return true
}

// A cursor over a pattern, with the backreferences to verify at its end.
type ecmaPattern struct {
	text   string
	at     int
	depth  int
	groups int
	back   int
	names  map[string]bool
	used   []string
}

// Deeper nesting is rejected.
const deepestPattern = 200

var (
	ecmaAssertion  = regexp.MustCompile(`\A(?:\^|\$|\\b|\\B)`)
	ecmaLook       = regexp.MustCompile(`\A\(\?<?[=!]`)
	ecmaPlain      = regexp.MustCompile(`(?s)\A[^*+?{}\])|]`)
	ecmaStar       = regexp.MustCompile(`\A[*+?]`)
	ecmaDigits     = regexp.MustCompile(`\A[0-9]+`)
	ecmaBack       = regexp.MustCompile(`\A[1-9][0-9]*`)
	ecmaSet        = regexp.MustCompile(`\A[dDsSwW]`)
	ecmaProperty   = regexp.MustCompile(`\A[pP]`)
	ecmaControl    = regexp.MustCompile(`\A[tnvfr]`)
	ecmaLetter     = regexp.MustCompile(`\Ac[a-zA-Z]`)
	ecmaHex        = regexp.MustCompile(`\Ax[0-9a-fA-F]{2}`)
	ecmaPair       = regexp.MustCompile(`\Au[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}`)
	ecmaUnit       = regexp.MustCompile(`\Au[0-9a-fA-F]{4}`)
	ecmaPoint      = regexp.MustCompile(`\Au\{0*[0-9a-fA-F]{1,6}\}`)
	ecmaSame       = regexp.MustCompile(`\A[\^$\\.*+?()\[\]{}|/]`)
	ecmaBraces     = regexp.MustCompile(`\A\{[A-Za-z0-9_=]*\}`)
	ecmaCharacters = regexp.MustCompile(`(?s)\A.`)
)

func (p *ecmaPattern) eat(wanted string) bool {
	found := strings.HasPrefix(p.text[p.at:], wanted)
	if found {
		p.at += len(wanted)
	}
	return found
}

// The match of a Go pattern here, and whether there is one.
func (p *ecmaPattern) take(pattern *regexp.Regexp) (string, bool) {
	found := pattern.FindString(p.text[p.at:])
	p.at += len(found)
	return found, found != ""
}

func (p *ecmaPattern) disjunction() bool {
	p.depth++
	if p.depth > deepestPattern {
		return false
	}
	for p.at < len(p.text) && p.text[p.at] != ')' {
		if !p.eat("|") && !p.term() {
			return false
		}
	}
	p.depth--
	return true
}

func (p *ecmaPattern) term() bool {
	if _, is := p.take(ecmaAssertion); is {
		return true
	}
	if _, is := p.take(ecmaLook); is {
		return p.disjunction() && p.eat(")")
	}
	return p.atom() && p.quantifier()
}

func (p *ecmaPattern) atom() bool {
	switch {
	case p.eat("("):
		if p.eat("?<") {
			name, is := p.name()
			if !is || p.names[name] {
				return false
			}
			p.names[name] = true
			p.groups++
		} else if !p.eat("?:") {
			if strings.HasPrefix(p.text[p.at:], "?") {
				return false
			}
			p.groups++
		}
		return p.disjunction() && p.eat(")")
	case p.eat("["):
		return p.class()
	case p.eat(`\`):
		return p.atomEscape()
	}
	_, is := p.take(ecmaPlain)
	return is
}

func (p *ecmaPattern) name() (string, bool) {
	for index, c := range p.text[p.at:] {
		if c == '>' {
			name := p.text[p.at : p.at+index]
			p.at += index + 1
			return name, name != ""
		}
		if c != '$' && c != '_' && !unicode.IsLetter(c) && (index == 0 || !unicode.IsNumber(c)) {
			return "", false
		}
	}
	return "", false
}

func (p *ecmaPattern) quantifier() bool {
	if _, is := p.take(ecmaStar); !is {
		if !p.eat("{") {
			return true
		}
		least, is := p.take(ecmaDigits)
		if !is {
			return false
		}
		most, bounded := least, true
		if p.eat(",") {
			most, bounded = p.take(ecmaDigits)
		}
		if !p.eat("}") {
			return false
		}
		least, most = strings.TrimLeft(least, "0"), strings.TrimLeft(most, "0")
		if bounded && (len(least) > len(most) || len(least) == len(most) && least > most) {
			return false
		}
	}
	p.eat("?")
	return true
}

func (p *ecmaPattern) atomEscape() bool {
	if digits, is := p.take(ecmaBack); is {
		number, err := strconv.Atoi(digits[:min(len(digits), 9)])
		if err == nil && number > p.back {
			p.back = number
		}
		return true
	}
	if p.eat("k") {
		if !p.eat("<") {
			return false
		}
		name, is := p.name()
		p.used = append(p.used, name)
		return is
	}
	_, is := p.escape(false)
	return is
}

// The character after a backslash, -1 for a set; and whether the escape is known.
func (p *ecmaPattern) escape(inClass bool) (rune, bool) {
	if inClass && p.eat("b") {
		return '\b', true
	}
	if inClass && p.eat("-") {
		return '-', true
	}
	if _, is := p.take(ecmaSet); is {
		return -1, true
	}
	if _, is := p.take(ecmaProperty); is {
		return -1, p.property()
	}
	if control, is := p.take(ecmaControl); is {
		return rune("\t\n\v\f\r"[strings.Index("tnvfr", control)]), true
	}
	rest := p.text[p.at:]
	if strings.HasPrefix(rest, "0") && (len(rest) == 1 || rest[1] < '0' || rest[1] > '9') {
		p.at++
		return 0, true
	}
	if letter, is := p.take(ecmaLetter); is {
		return rune(letter[1] % 32), true
	}
	hex := func(digits string) rune {
		number, _ := strconv.ParseInt(digits, 16, 32)
		return rune(number)
	}
	if code, is := p.take(ecmaPair); is {
		return 0x10000 + (hex(code[1:5])-0xD800)<<10 + hex(code[7:]) - 0xDC00, true
	}
	if code, is := p.take(ecmaHex); is {
		return hex(code[1:]), true
	}
	if code, is := p.take(ecmaUnit); is {
		return hex(code[1:]), true
	}
	if code, is := p.take(ecmaPoint); is {
		point := hex(code[2 : len(code)-1])
		return point, point <= unicode.MaxRune
	}
	if same, is := p.take(ecmaSame); is {
		return rune(same[0]), true
	}
	return 0, false
}

// `{Name}` or `{Name=Value}` after `\p`.
func (p *ecmaPattern) property() bool {
	text, is := p.take(ecmaBraces)
	if !is {
		return false
	}
	name, value, both := strings.Cut(text[1:len(text)-1], "=")
	if !both {
		return ecmaWords(ecmaCategories)[name] || ecmaWords(ecmaProperties)[name]
	}
	switch name {
	case "General_Category", "gc":
		return ecmaWords(ecmaCategories)[value]
	case "Script", "sc", "Script_Extensions", "scx":
		return value != "" && value[0] >= 'A' && value[0] <= 'Z' && !strings.Contains(value, "=")
	}
	return false
}

func (p *ecmaPattern) class() bool {
	p.eat("^")
	for !p.eat("]") {
		first, is := p.classAtom()
		if !is {
			return false
		}
		rest := p.text[p.at:]
		if len(rest) > 1 && rest[0] == '-' && rest[1] != ']' {
			p.at++
			last, is := p.classAtom()
			if first < 0 || !is || last < first {
				return false
			}
		}
	}
	return true
}

func (p *ecmaPattern) classAtom() (rune, bool) {
	if p.eat(`\`) {
		return p.escape(true)
	}
	text, is := p.take(ecmaCharacters)
	c, _ := utf8.DecodeRuneInString(text)
	return c, is
}

func ecmaWords(list string) map[string]bool {
	words := map[string]bool{}
	for _, word := range strings.Fields(list) {
		words[word] = true
	}
	return words
}

// General categories, short and long (ECMA-262, table "Value aliases for General_Category").
const ecmaCategories = `
C Other Cc Control cntrl Cf Format Cn Unassigned Co Private_Use Cs Surrogate L Letter LC
Cased_Letter Ll Lowercase_Letter Lm Modifier_Letter Lo Other_Letter Lt Titlecase_Letter Lu
Uppercase_Letter M Mark Combining_Mark Mc Spacing_Mark Me Enclosing_Mark Mn Nonspacing_Mark N
Number Nd Decimal_Number digit Nl Letter_Number No Other_Number P Punctuation punct Pc
Connector_Punctuation Pd Dash_Punctuation Pe Close_Punctuation Pf Final_Punctuation Pi
Initial_Punctuation Po Other_Punctuation Ps Open_Punctuation S Symbol Sc Currency_Symbol Sk
Modifier_Symbol Sm Math_Symbol So Other_Symbol Z Separator Zl Line_Separator Zp
Paragraph_Separator Zs Space_Separator
`

// Binary properties, short and long (ECMA-262, table "Binary Unicode property aliases").
const ecmaProperties = `
ASCII ASCII_Hex_Digit AHex Alphabetic Alpha Any Assigned Bidi_Control Bidi_C Bidi_Mirrored
Bidi_M Case_Ignorable CI Cased Changes_When_Casefolded CWCF Changes_When_Casemapped CWCM
Changes_When_Lowercased CWL Changes_When_NFKC_Casefolded CWKCF Changes_When_Titlecased CWT
Changes_When_Uppercased CWU Dash Default_Ignorable_Code_Point DI Deprecated Dep Diacritic Dia
Emoji Emoji_Component EComp Emoji_Modifier EMod Emoji_Modifier_Base EBase Emoji_Presentation
EPres Extended_Pictographic ExtPict Extender Ext Grapheme_Base Gr_Base Grapheme_Extend Gr_Ext
Hex_Digit Hex IDS_Binary_Operator IDSB IDS_Trinary_Operator IDST ID_Continue IDC ID_Start IDS
Ideographic Ideo Join_Control Join_C Logical_Order_Exception LOE Lowercase Lower Math
Noncharacter_Code_Point NChar Pattern_Syntax Pat_Syn Pattern_White_Space Pat_WS Quotation_Mark
QMark Radical Regional_Indicator RI Sentence_Terminal STerm Soft_Dotted SD Terminal_Punctuation
Term Unified_Ideograph UIdeo Uppercase Upper Variation_Selector VS White_Space space
XID_Continue XIDC XID_Start XIDS
`

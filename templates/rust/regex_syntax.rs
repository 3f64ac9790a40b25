// The format `regex`: the syntax of ECMA-262 patterns with the `u` flag, by recursive descent with
// a limit on nesting. templates/ts/formats.ts uses the engine's own parser.

//= regex:
/// Whether `text` is a pattern of ECMA-262 (with the `u` flag).
pub(crate) fn regex(text: &str) -> bool {
    let mut names = Vec::new();
    let mut pattern = Pattern { text: text.chars().collect(), at: 0, depth: 0, groups: 0, back: 0 };
    let mut used = Vec::new();
    pattern.disjunction(&mut names, &mut used)
        && pattern.at == pattern.text.len()
        && pattern.back <= pattern.groups
        && used.iter().all(|name| names.contains(name))
        && names.iter().enumerate().all(|(index, name)| !names[..index].contains(name))
}

/// A cursor over a pattern, with the backreferences to verify at its end.
struct Pattern {
    text: Vec<char>,
    at: usize,
    depth: usize,
    groups: u32,
    back: u32,
}

impl Pattern {
    /// Deeper nesting is rejected to protect the stack.
    const DEEPEST: usize = 200;

    fn peek(&self) -> Option<char> {
        self.text.get(self.at).copied()
    }

    fn next(&mut self) -> Option<char> {
        let next = self.peek();
        self.at += usize::from(next.is_some());
        next
    }

    fn eat(&mut self, wanted: &str) -> bool {
        let found = wanted
            .chars()
            .enumerate()
            .all(|(offset, character)| self.text.get(self.at + offset) == Some(&character));
        if found {
            self.at += wanted.chars().count();
        }
        found
    }

    fn disjunction(&mut self, names: &mut Vec<String>, used: &mut Vec<String>) -> bool {
        self.depth += 1;
        if self.depth > Self::DEEPEST {
            return false;
        }
        while let Some(next) = self.peek() {
            let fine = match next {
                ')' => break,
                '|' => self.next().is_some(),
                _ => self.term(names, used),
            };
            if !fine {
                return false;
            }
        }
        self.depth -= 1;
        true
    }

    fn term(&mut self, names: &mut Vec<String>, used: &mut Vec<String>) -> bool {
        if self.eat("^") || self.eat("$") || self.eat("\\b") || self.eat("\\B") {
            return true;
        }
        for assertion in ["(?=", "(?!", "(?<=", "(?<!"] {
            if self.eat(assertion) {
                return self.disjunction(names, used) && self.eat(")");
            }
        }
        self.atom(names, used) && self.quantifier()
    }

    fn atom(&mut self, names: &mut Vec<String>, used: &mut Vec<String>) -> bool {
        match self.next() {
            Some('(') => {
                if self.eat("?<") {
                    let Some(name) = self.name() else { return false };
                    names.push(name);
                    self.groups += 1;
                } else if !self.eat("?:") {
                    if self.peek() == Some('?') {
                        return false;
                    }
                    self.groups += 1;
                }
                self.disjunction(names, used) && self.eat(")")
            }
            Some('[') => self.class(),
            Some('\\') => self.atom_escape(used),
            Some('*' | '+' | '?' | '{' | '}' | ']' | ')' | '|') | None => false,
            Some(_) => true,
        }
    }

    fn name(&mut self) -> Option<String> {
        let mut name = String::new();
        loop {
            match self.next()? {
                '>' => return (!name.is_empty()).then_some(name),
                other if other == '$' || other == '_' || other.is_alphabetic() => name.push(other),
                other if other.is_numeric() && !name.is_empty() => name.push(other),
                _ => return None,
            }
        }
    }

    fn quantifier(&mut self) -> bool {
        let quantified = match self.peek() {
            Some('*' | '+' | '?') => self.next().is_some(),
            Some('{') => {
                self.at += 1;
                let Some(least) = self.decimal() else { return false };
                let most = if self.eat(",") { self.decimal() } else { Some(least.clone()) };
                let ordered = most.is_none_or(|most| (least.len(), least) <= (most.len(), most));
                if !ordered || !self.eat("}") {
                    return false;
                }
                true
            }
            _ => false,
        };
        if quantified {
            self.eat("?");
        }
        true
    }

    /// A run of digits without leading zeros; `None` if there is no digit.
    fn decimal(&mut self) -> Option<String> {
        let start = self.at;
        while self.peek().is_some_and(|next| next.is_ascii_digit()) {
            self.at += 1;
        }
        let digits: String = self.text[start..self.at].iter().collect();
        (!digits.is_empty()).then(|| digits.trim_start_matches('0').to_owned())
    }

    fn atom_escape(&mut self, used: &mut Vec<String>) -> bool {
        match self.peek() {
            Some('1'..='9') => {
                let number = self.decimal().and_then(|digits| digits.parse().ok());
                self.back = self.back.max(number.unwrap_or(u32::MAX));
                true
            }
            Some('k') => {
                self.at += 1;
                let name = if self.eat("<") { self.name() } else { None };
                let known = name.is_some();
                used.extend(name);
                known
            }
            _ => self.escape(false).is_some(),
        }
    }

    /// Reads an escape: `Some(Some(char))` for a character, `Some(None)` for a set, `None` if it is
    /// unknown.
    fn escape(&mut self, in_class: bool) -> Option<Option<char>> {
        match self.next()? {
            'd' | 'D' | 's' | 'S' | 'w' | 'W' => Some(None),
            'p' | 'P' => self.property().then_some(None),
            'b' if in_class => Some(Some('\u{8}')),
            '-' if in_class => Some(Some('-')),
            't' => Some(Some('\t')),
            'n' => Some(Some('\n')),
            'v' => Some(Some('\u{b}')),
            'f' => Some(Some('\u{c}')),
            'r' => Some(Some('\r')),
            '0' => (!self.peek().is_some_and(|next| next.is_ascii_digit())).then_some(Some('\0')),
            'c' => {
                let letter = self.next().filter(char::is_ascii_alphabetic)?;
                char::from_u32(u32::from(letter) % 32).map(Some)
            }
            'x' => self.hex(2).and_then(char::from_u32).map(Some),
            'u' if self.eat("{") => {
                let mut value = 0_u32;
                let start = self.at;
                while let Some(digit) = self.peek().and_then(|next| next.to_digit(16)) {
                    value = value.saturating_mul(16).saturating_add(digit);
                    self.at += 1;
                }
                let closed = self.at > start && value <= 0x10_FFFF && self.eat("}");
                closed.then(|| Some(char::from_u32(value).unwrap_or('\u{FFFD}')))
            }
            'u' => {
                let unit = self.hex(4)?;
                if (0xD800..0xDC00).contains(&unit) {
                    let back = self.at;
                    let low = if self.eat("\\u") { self.hex(4) } else { None };
                    if let Some(low) = low.filter(|low| (0xDC00..0xE000).contains(low)) {
                        let value = 0x1_0000 + ((unit - 0xD800) << 10) + (low - 0xDC00);
                        return char::from_u32(value).map(Some);
                    }
                    self.at = back;
                }
                Some(Some(char::from_u32(unit).unwrap_or('\u{FFFD}')))
            }
            same if "^$\\.*+?()[]{}|/".contains(same) => Some(Some(same)),
            _ => None,
        }
    }

    fn hex(&mut self, count: usize) -> Option<u32> {
        (0..count).try_fold(0, |sum, _| Some(sum * 16 + self.next()?.to_digit(16)?))
    }

    /// `{Name}` or `{Name=Value}` after `\p`.
    fn property(&mut self) -> bool {
        if !self.eat("{") {
            return false;
        }
        let start = self.at;
        while self.peek().is_some_and(|next| next.is_ascii_alphanumeric() || "_=".contains(next)) {
            self.at += 1;
        }
        let text: String = self.text[start..self.at].iter().collect();
        let known = match text.split_once('=') {
            Some(("General_Category" | "gc", value)) => CATEGORIES.contains(&value),
            Some(("Script" | "sc" | "Script_Extensions" | "scx", value)) => {
                value.starts_with(|first: char| first.is_ascii_uppercase()) && !value.contains('=')
            }
            Some(_) => false,
            None => CATEGORIES.contains(&text.as_str()) || PROPERTIES.contains(&text.as_str()),
        };
        known && self.eat("}")
    }

    fn class(&mut self) -> bool {
        self.eat("^");
        loop {
            if self.eat("]") {
                return true;
            }
            let Some(first) = self.class_atom() else { return false };
            let range = self.peek() == Some('-')
                && self.text.get(self.at + 1).is_some_and(|&after| after != ']');
            if range {
                self.at += 1;
                match (first, self.class_atom()) {
                    (Some(low), Some(Some(high))) if low <= high => {}
                    _ => return false,
                }
            }
        }
    }

    fn class_atom(&mut self) -> Option<Option<char>> {
        match self.next()? {
            '\\' => self.escape(true),
            other => Some(Some(other)),
        }
    }
}

/// General categories, short and long (ECMA-262, table "Value aliases for General_Category").
const CATEGORIES: &[&str] = &[
    "C",
    "Other",
    "Cc",
    "Control",
    "cntrl",
    "Cf",
    "Format",
    "Cn",
    "Unassigned",
    "Co",
    "Private_Use",
    "Cs",
    "Surrogate",
    "L",
    "Letter",
    "LC",
    "Cased_Letter",
    "Ll",
    "Lowercase_Letter",
    "Lm",
    "Modifier_Letter",
    "Lo",
    "Other_Letter",
    "Lt",
    "Titlecase_Letter",
    "Lu",
    "Uppercase_Letter",
    "M",
    "Mark",
    "Combining_Mark",
    "Mc",
    "Spacing_Mark",
    "Me",
    "Enclosing_Mark",
    "Mn",
    "Nonspacing_Mark",
    "N",
    "Number",
    "Nd",
    "Decimal_Number",
    "digit",
    "Nl",
    "Letter_Number",
    "No",
    "Other_Number",
    "P",
    "Punctuation",
    "punct",
    "Pc",
    "Connector_Punctuation",
    "Pd",
    "Dash_Punctuation",
    "Pe",
    "Close_Punctuation",
    "Pf",
    "Final_Punctuation",
    "Pi",
    "Initial_Punctuation",
    "Po",
    "Other_Punctuation",
    "Ps",
    "Open_Punctuation",
    "S",
    "Symbol",
    "Sc",
    "Currency_Symbol",
    "Sk",
    "Modifier_Symbol",
    "Sm",
    "Math_Symbol",
    "So",
    "Other_Symbol",
    "Z",
    "Separator",
    "Zl",
    "Line_Separator",
    "Zp",
    "Paragraph_Separator",
    "Zs",
    "Space_Separator",
];

/// Binary properties, short and long (ECMA-262, table "Binary Unicode property aliases").
const PROPERTIES: &[&str] = &[
    "ASCII",
    "ASCII_Hex_Digit",
    "AHex",
    "Alphabetic",
    "Alpha",
    "Any",
    "Assigned",
    "Bidi_Control",
    "Bidi_C",
    "Bidi_Mirrored",
    "Bidi_M",
    "Case_Ignorable",
    "CI",
    "Cased",
    "Changes_When_Casefolded",
    "CWCF",
    "Changes_When_Casemapped",
    "CWCM",
    "Changes_When_Lowercased",
    "CWL",
    "Changes_When_NFKC_Casefolded",
    "CWKCF",
    "Changes_When_Titlecased",
    "CWT",
    "Changes_When_Uppercased",
    "CWU",
    "Dash",
    "Default_Ignorable_Code_Point",
    "DI",
    "Deprecated",
    "Dep",
    "Diacritic",
    "Dia",
    "Emoji",
    "Emoji_Component",
    "EComp",
    "Emoji_Modifier",
    "EMod",
    "Emoji_Modifier_Base",
    "EBase",
    "Emoji_Presentation",
    "EPres",
    "Extended_Pictographic",
    "ExtPict",
    "Extender",
    "Ext",
    "Grapheme_Base",
    "Gr_Base",
    "Grapheme_Extend",
    "Gr_Ext",
    "Hex_Digit",
    "Hex",
    "IDS_Binary_Operator",
    "IDSB",
    "IDS_Trinary_Operator",
    "IDST",
    "ID_Continue",
    "IDC",
    "ID_Start",
    "IDS",
    "Ideographic",
    "Ideo",
    "Join_Control",
    "Join_C",
    "Logical_Order_Exception",
    "LOE",
    "Lowercase",
    "Lower",
    "Math",
    "Noncharacter_Code_Point",
    "NChar",
    "Pattern_Syntax",
    "Pat_Syn",
    "Pattern_White_Space",
    "Pat_WS",
    "Quotation_Mark",
    "QMark",
    "Radical",
    "Regional_Indicator",
    "RI",
    "Sentence_Terminal",
    "STerm",
    "Soft_Dotted",
    "SD",
    "Terminal_Punctuation",
    "Term",
    "Unified_Ideograph",
    "UIdeo",
    "Uppercase",
    "Upper",
    "Variation_Selector",
    "VS",
    "White_Space",
    "space",
    "XID_Continue",
    "XIDC",
    "XID_Start",
    "XIDS",
];

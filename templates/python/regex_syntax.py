# The format `regex`: the syntax of ECMA-262 patterns with the `u` flag;
# templates/rust/regex_syntax.rs accepts the same texts.

#= format_regex: import_re
def _format_regex(text: str) -> bool:
    """Whether a text is a pattern of ECMA-262 (with the `u` flag)."""
    pattern = _EcmaPattern(text)
    return (
        pattern.disjunction()
        and pattern.at == len(text)
        and pattern.back <= pattern.groups
        and all(name in pattern.names for name in pattern.used)
        and len(set(pattern.names)) == len(pattern.names)
    )


class _EcmaPattern:
    """A cursor over a pattern, with the backreferences to verify at its end."""

    #: Deeper nesting than this is refused rather than risking the stack.
    DEEPEST = 200

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.depth = 0
        self.groups = 0
        self.back = 0
        self.names: List[str] = []
        self.used: List[str] = []

    def eat(self, wanted: str) -> bool:
        found = self.text.startswith(wanted, self.at)
        if found:
            self.at += len(wanted)
        return found

    def take(self, pattern: str) -> Optional[str]:
        """The match of a Python pattern here; None if there is none."""
        found = re.compile(pattern).match(self.text, self.at)
        if found is None:
            return None
        self.at = found.end()
        return found.group()

    def disjunction(self) -> bool:
        self.depth += 1
        if self.depth > self.DEEPEST:
            return False
        while self.at < len(self.text) and self.text[self.at] != ")":
            if not self.eat("|") and not self.term():
                return False
        self.depth -= 1
        return True

    def term(self) -> bool:
        if self.take(r"\^|\$|\\b|\\B") is not None:
            return True
        if self.take(r"\(\?<?[=!]") is not None:
            return self.disjunction() and self.eat(")")
        return self.atom() and self.quantifier()

    def atom(self) -> bool:
        if self.eat("("):
            if self.eat("?<"):
                name = self.name()
                if name is None:
                    return False
                self.names.append(name)
                self.groups += 1
            elif not self.eat("?:"):
                if self.text.startswith("?", self.at):
                    return False
                self.groups += 1
            return self.disjunction() and self.eat(")")
        if self.eat("["):
            return self.char_class()
        if self.eat("\\"):
            return self.atom_escape()
        return self.take(r"(?s)[^*+?{}\])|]") is not None

    def name(self) -> Optional[str]:
        start = self.at
        while self.at < len(self.text):
            c = self.text[self.at]
            self.at += 1
            if c == ">":
                return self.text[start : self.at - 1] or None
            if not (
                c in "$_" or c.isalpha() or (c.isnumeric() and self.at - 1 > start)
            ):
                return None
        return None

    def quantifier(self) -> bool:
        if self.take("[*+?]") is None:
            if not self.eat("{"):
                return True
            least = self.take("[0-9]+")
            if least is None:
                return False
            most = self.take("[0-9]+") if self.eat(",") else least
            if not self.eat("}"):
                return False
            if most is not None:
                low, high = least.lstrip("0"), most.lstrip("0")
                if (len(low), low) > (len(high), high):
                    return False
        self.eat("?")
        return True

    def atom_escape(self) -> bool:
        digits = self.take("[1-9][0-9]*")
        if digits is not None:
            self.back = max(self.back, int(digits[:9]))
            return True
        if self.eat("k"):
            name = self.name() if self.eat("<") else None
            if name is None:
                return False
            self.used.append(name)
            return True
        return self.escape(False) is not None

    def escape(self, in_class: bool) -> Optional[int]:
        """The character after a backslash, -1 for a set; None if the escape is unknown."""
        if in_class and self.eat("b"):
            return 8
        if in_class and self.eat("-"):
            return ord("-")
        if self.take("[dDsSwW]") is not None:
            return -1
        if self.take("[pP]") is not None:
            return -1 if self.property() else None
        control = self.take("[tnvfr]")
        if control is not None:
            return {"t": 9, "n": 10, "v": 11, "f": 12, "r": 13}[control]
        if self.take("0(?![0-9])") is not None:
            return 0
        letter = self.take("c[a-zA-Z]")
        if letter is not None:
            return ord(letter[1]) % 32
        code = self.take(
            r"x[0-9a-fA-F]{2}|u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|u[0-9a-fA-F]{4}"
        )
        if code is not None:
            if len(code) > 5:
                return (
                    0x10000
                    + ((int(code[1:5], 16) - 0xD800) << 10)
                    + int(code[7:], 16)
                    - 0xDC00
                )
            return int(code[1:], 16)
        code = self.take(r"u\{0*[0-9a-fA-F]{1,6}\}")
        if code is not None:
            value = int(code[2:-1], 16)
            return value if value <= 0x10FFFF else None
        same = self.take(r"[\^$\\.*+?()\[\]{}|/]")
        return None if same is None else ord(same)

    def property(self) -> bool:
        """`{Name}` or `{Name=Value}` after `\\p`."""
        text = self.take(r"\{[A-Za-z0-9_=]*\}")
        if text is None:
            return False
        name, equals, value = text[1:-1].partition("=")
        if not equals:
            return name in _CATEGORIES or name in _PROPERTIES
        if name in ("General_Category", "gc"):
            return value in _CATEGORIES
        if name in ("Script", "sc", "Script_Extensions", "scx"):
            return value[:1].isupper() and "=" not in value
        return False

    def char_class(self) -> bool:
        self.eat("^")
        while not self.eat("]"):
            first = self.class_atom()
            if first is None:
                return False
            if self.take(r"-(?=[^\]])") is not None:
                last = self.class_atom()
                if first < 0 or last is None or last < first:
                    return False
        return True

    def class_atom(self) -> Optional[int]:
        if self.eat("\\"):
            return self.escape(True)
        c = self.take("(?s).")
        return None if c is None else ord(c)


#: General categories, short and long (ECMA-262, table "Value aliases for General_Category").
_CATEGORIES = frozenset(
    """
    C Other Cc Control cntrl Cf Format Cn Unassigned Co Private_Use Cs Surrogate L Letter LC
    Cased_Letter Ll Lowercase_Letter Lm Modifier_Letter Lo Other_Letter Lt Titlecase_Letter Lu
    Uppercase_Letter M Mark Combining_Mark Mc Spacing_Mark Me Enclosing_Mark Mn Nonspacing_Mark N
    Number Nd Decimal_Number digit Nl Letter_Number No Other_Number P Punctuation punct Pc
    Connector_Punctuation Pd Dash_Punctuation Pe Close_Punctuation Pf Final_Punctuation Pi
    Initial_Punctuation Po Other_Punctuation Ps Open_Punctuation S Symbol Sc Currency_Symbol Sk
    Modifier_Symbol Sm Math_Symbol So Other_Symbol Z Separator Zl Line_Separator Zp
    Paragraph_Separator Zs Space_Separator
    """.split()
)


#: Binary properties, short and long (ECMA-262, table "Binary Unicode property aliases").
_PROPERTIES = frozenset(
    """
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
    """.split()
)

#= format_table_regex: check_format format_regex
_FORMATS["regex"] = _format_regex

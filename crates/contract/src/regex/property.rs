//! Unicode properties by the exact spelling of ECMA-262. The `regex` crate is less strict.

use regex_syntax::hir::{Class as HirClass, HirKind};

/// A construct that an engine doesn't support.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{what} can't be expressed")]
pub struct Unsupported {
    /// The name of the construct.
    pub what: String,
}

impl Unsupported {
    pub(super) fn new(what: impl Into<String>) -> Self {
        Unsupported { what: what.into() }
    }
}

const CATEGORIES: &str = "Cased_Letter LC Close_Punctuation Pe Connector_Punctuation Pc Control Cc cntrl \
Currency_Symbol Sc Dash_Punctuation Pd Decimal_Number Nd digit Enclosing_Mark Me Final_Punctuation Pf \
Format Cf Initial_Punctuation Pi Letter L Letter_Number Nl Line_Separator Zl Lowercase_Letter Ll Mark M \
Combining_Mark Math_Symbol Sm Modifier_Letter Lm Modifier_Symbol Sk Nonspacing_Mark Mn Number N \
Open_Punctuation Ps Other C Other_Letter Lo Other_Number No Other_Punctuation Po Other_Symbol So \
Paragraph_Separator Zp Private_Use Co Punctuation P punct Separator Z Space_Separator Zs Spacing_Mark Mc \
Surrogate Cs Symbol S Titlecase_Letter Lt Unassigned Cn Uppercase_Letter Lu";

const BINARY: &str = "ASCII ASCII_Hex_Digit AHex Alphabetic Alpha Any Assigned Bidi_Control Bidi_C \
Bidi_Mirrored Bidi_M Case_Ignorable CI Cased Changes_When_Casefolded CWCF Changes_When_Casemapped CWCM \
Changes_When_Lowercased CWL Changes_When_NFKC_Casefolded CWKCF Changes_When_Titlecased CWT \
Changes_When_Uppercased CWU Dash Default_Ignorable_Code_Point DI Deprecated Dep Diacritic Dia Emoji \
Emoji_Component EComp Emoji_Modifier EMod Emoji_Modifier_Base EBase Emoji_Presentation EPres \
Extended_Pictographic ExtPict Extender Ext Grapheme_Base Gr_Base Grapheme_Extend Gr_Ext Hex_Digit Hex \
IDS_Binary_Operator IDSB IDS_Trinary_Operator IDST ID_Continue IDC ID_Start IDS Ideographic Ideo \
Join_Control Join_C Logical_Order_Exception LOE Lowercase Lower Math Noncharacter_Code_Point NChar \
Pattern_Syntax Pat_Syn Pattern_White_Space Pat_WS Quotation_Mark QMark Radical Regional_Indicator RI \
Sentence_Terminal STerm Soft_Dotted SD Terminal_Punctuation Term Unified_Ideograph UIdeo Uppercase Upper \
Variation_Selector VS White_Space space XID_Continue XIDC XID_Start XIDS";

/// The names of ECMA-262's general categories and binary properties, short and long.
#[must_use]
pub fn property_names() -> [Vec<&'static str>; 2] {
    [CATEGORIES, BINARY].map(|list| list.split_whitespace().collect())
}

/// Whether ECMA-262 has a property with exactly this spelling.
pub(super) fn known(name: &str, value: Option<&str>) -> bool {
    let listed = |list: &str, wanted: &str| list.split_whitespace().any(|word| word == wanted);
    match (name, value) {
        (_, None) => listed(CATEGORIES, name) || listed(BINARY, name),
        ("General_Category" | "gc", Some(value)) => listed(CATEGORIES, value),
        ("Script" | "sc" | "Script_Extensions" | "scx", Some(value)) => {
            value.starts_with(|c: char| c.is_ascii_uppercase())
                && value.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
                && ranges(name, Some(value)).is_ok()
        }
        _ => false,
    }
}

/// The characters that have the property.
pub(super) fn ranges(name: &str, value: Option<&str>) -> Result<Vec<(char, char)>, Unsupported> {
    let spelled = match (name, value) {
        ("Surrogate" | "Cs", None) | ("General_Category" | "gc", Some("Surrogate" | "Cs")) => {
            return Ok(Vec::new());
        }
        // Aliases that have other names in the tables.
        ("cntrl", None) | ("General_Category" | "gc", Some("cntrl")) => r"\p{Cc}".to_owned(),
        ("digit", None) | ("General_Category" | "gc", Some("digit")) => r"\p{Nd}".to_owned(),
        ("punct", None) | ("General_Category" | "gc", Some("punct")) => r"\p{P}".to_owned(),
        ("Combining_Mark", None) | ("General_Category" | "gc", Some("Combining_Mark")) => {
            r"\p{M}".to_owned()
        }
        (_, None) => format!(r"\p{{{name}}}"),
        (_, Some(value)) => format!(r"\p{{{name}={value}}}"),
    };
    let missing = || match value {
        None => Unsupported::new(format!("the Unicode property {name}")),
        Some(value) => Unsupported::new(format!("the Unicode property {name}={value}")),
    };
    let hir = regex_syntax::parse(&spelled).map_err(|_| missing())?;
    match hir.into_kind() {
        HirKind::Class(HirClass::Unicode(class)) => {
            Ok(class.ranges().iter().map(|range| (range.start(), range.end())).collect())
        }
        HirKind::Class(HirClass::Bytes(class)) => Ok(class
            .ranges()
            .iter()
            .map(|range| (char::from(range.start()), char::from(range.end())))
            .collect()),
        HirKind::Literal(literal) => std::str::from_utf8(&literal.0)
            .ok()
            .and_then(|text| text.chars().next())
            .map(|c| vec![(c, c)])
            .ok_or_else(missing),
        _ => Err(missing()),
    }
}

//! The reader of a skill's output for Rust: the modules of `skillgen parse` itself, nested as their
//! files are, and the typed interface of templates/rust/skill_output.rs.

use crate::prelude::parser_beside;
use crate::writer::Writer;

const FRONT: &str = include_str!("../../../../../templates/rust/skill_output.rs");

/// A source file and the files of its modules.
struct Module {
    name: &'static str,
    text: &'static str,
    inner: &'static [Module],
}

macro_rules! module {
    ($name:literal, $path:literal $(, $inner:expr)*) => {
        Module {
            name: $name,
            text: include_str!(concat!("../../../../../templates/rust/", $path)),
            inner: &[$($inner),*],
        }
    };
}

const JSON: Module = module!(
    "json",
    "json/mod.rs",
    module!("decimal", "json/decimal.rs"),
    module!("scan", "json/scan.rs"),
    module!("string", "json/string.rs"),
    module!("walk", "json/walk.rs")
);

const PARSE: Module = module!(
    "parse",
    "parse/mod.rs",
    module!("clean", "parse/clean.rs"),
    module!("envelope", "parse/envelope.rs"),
    module!("finder", "parse/finder.rs"),
    module!(
        "legacy",
        "parse/legacy/mod.rs",
        module!("claims", "parse/legacy/claims.rs"),
        module!("deliverables", "parse/legacy/deliverables.rs"),
        module!("faults", "parse/legacy/faults.rs"),
        module!("forms", "parse/legacy/forms.rs"),
        module!("harmless", "parse/legacy/harmless.rs"),
        module!("hedge", "parse/legacy/hedge.rs"),
        module!("settled", "parse/legacy/settled.rs"),
        module!("tools", "parse/legacy/tools.rs"),
        module!("kept", "parse/legacy/kept.rs"),
        module!("line", "parse/legacy/line.rs"),
        module!("loose", "parse/legacy/loose.rs"),
        module!("matcher", "parse/legacy/matcher.rs"),
        module!("numbers", "parse/legacy/numbers.rs"),
        module!("verdict", "parse/legacy/verdict.rs"),
        module!("words", "parse/legacy/words.rs")
    )
);

/// Names that must be used once so that compilers don't report them as unused.
const PUBLIC: [&str; 9] = [
    "let _ = SkillOutputParser::enable_legacy_parsing;",
    "let _ = SkillOutputParser::default_confidence;",
    "let _ = SkillOutputParser::strict_validation;",
    "let _ = SkillOutputParser::exit_code;",
    "let _ = SkillOutputParser::new;",
    "let _ = |parser: SkillOutputParser| parser.parse_batch(&[parser.parse(\"\").json]);",
    "let _ = |it: ParseResult| (it.success, it.parse_method, it.output, it.errors);",
    "let _ = (parse::parse_line, parse::last_object);",
    "let _ = json::decimal::Decimal::key;",
];

/// The lines that use them, beside the contract's types.
pub(super) fn used(own: &[String]) -> Vec<String> {
    let line = |line: &&str| parser_beside(line, own.iter().map(String::as_str));
    PUBLIC.iter().map(line).collect()
}

/// Writes the parser for the envelope type `name`, beside the contract's types.
pub(super) fn write(name: &str, own: &[String], out: &mut Writer) {
    let front = parser_beside(FRONT, own.iter().map(String::as_str));
    out.line(front.replace("TYPE", name));
    out.gap();
    for module in [&JSON, &PARSE] {
        out.line("#[allow(clippy::pedantic)]");
        out.line("#[rustfmt::skip]");
        out.line(format!("pub mod {} {{", module.name));
        body(module, out);
        out.line("}");
        out.gap();
    }
}

fn body(module: &Module, out: &mut Writer) {
    for line in module.text.lines() {
        let declared = line.strip_suffix(';').and_then(|line| line.rsplit_once("mod "));
        let inner = declared
            .filter(|(before, _)| before.is_empty() || *before == "pub ")
            .and_then(|(_, name)| module.inner.iter().find(|inner| inner.name == name));
        match inner {
            Some(inner) => {
                out.line(line.trim_end_matches(';').to_owned() + " {");
                body(inner, out);
                out.line("}");
            }
            None => out.line(if line.is_empty() { "\n" } else { line }),
        }
    }
}

//! `skillgen infer SCRIPT`: drafts a contract from a script's inputs and output.

use std::path::Path;

use anyhow::bail;
use clap::ValueEnum;
use migrate::infer::{self, Draft, Evidence, Field};

use super::Outcome;
use super::migrate::Envelope;
use crate::args::Format;
use crate::context::Ctx;
use crate::input;
use crate::render::json::Status;
use crate::wire::infer::{FieldRole, InferReport, InferredField, ScriptExit, SeenLine, SeenName};

/// The stack of the thread that reads the script, because the parser recurses.
const STACK: usize = 128 << 20;
/// The maximum size of a script.
pub(super) const LARGEST: u64 = 4 << 20;

/// Arguments of `infer`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The bash or sh script; `-` for standard input.
    #[arg(value_name = "SCRIPT")]
    script: String,
    /// Write one document, or keys for the frontmatter of a SKILL.md.
    #[arg(long = "as", value_enum, default_value_t, value_name = "FORM")]
    form: Form,
    /// The envelope that the script will print after its migration; a migrated script names it itself.
    #[arg(long, value_enum, default_value_t, value_name = "NAME")]
    envelope: Envelope,
    /// The contract's name [default: the script's].
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
}

/// `--as`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Form {
    /// An API contract: version, input, parameter, output as JSON Schema.
    #[default]
    Api,
    /// `version`, `input_schema`, `output_schema`, `pre_checks` … in YAML, as text below `metadata.contract` of a SKILL.md.
    Frontmatter,
}

/// Prints the draft.
pub(crate) fn run(args: Args, ctx: &Ctx) -> anyhow::Result<Outcome> {
    ctx.known_formats(&[Format::Text, Format::Json])?;
    let (label, bytes) = if args.script == "-" {
        input::data("-")?
    } else {
        (args.script.clone(), input::file(Path::new(&args.script), LARGEST)?)
    };
    let draft = draft_for(&label, &bytes, args.envelope)?;
    let name = args.name.unwrap_or_else(|| name_of(&label));
    if ctx.global.format == Format::Json {
        ctx.print_json(Status::Ok, &report(&label, &name, &draft))?;
        return Ok(Outcome::Clean);
    }
    let text = match args.form {
        Form::Api => crate::render::json::text(&infer::api_contract(&draft, &name)),
        Form::Frontmatter => super::frontmatter::below_metadata(&infer::frontmatter(&draft)),
    };
    for note in &draft.notes {
        let safe = contract::text::safe;
        ctx.note(&format!("{}:{}: {}", safe(&label), note.line, safe(&note.text)));
    }
    let left = text.matches("TODO").count();
    if left > 0 {
        ctx.note(&format!(
            "a draft with {left} TODO; each property names the lines that it was read from"
        ));
    }
    ctx.print_raw(text.as_bytes())?;
    Ok(Outcome::Clean)
}

/// The default name of the contract: the script's without its extension.
pub(super) fn name_of(label: &str) -> String {
    let stem = Path::new(label).file_stem().map(|s| s.to_string_lossy().into_owned());
    stem.filter(|s| s != "-").unwrap_or_else(|| "script".to_owned())
}

/// Reads a script; a rejection is an error with its line.
pub(super) fn draft(label: &str, bytes: &[u8]) -> anyhow::Result<Draft> {
    draft_for(label, bytes, Envelope::default())
}

fn draft_for(label: &str, bytes: &[u8], envelope: Envelope) -> anyhow::Result<Draft> {
    let shebang = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes).starts_with(b"#!");
    let extension = Path::new(label).extension().map(|e| e.to_string_lossy().into_owned());
    let other = match extension.as_deref().unwrap_or("") {
        "py" => Some("Python"),
        "js" | "mjs" | "cjs" | "ts" | "mts" => Some("JavaScript or TypeScript"),
        "rb" => Some("Ruby"),
        "pl" => Some("Perl"),
        "go" => Some("Go"),
        "rs" => Some("Rust"),
        "ps1" => Some("PowerShell"),
        "md" | "json" | "yaml" | "yml" | "toml" => Some("text"),
        _ => None,
    };
    if let Some(language) = other.filter(|_| !shebang) {
        bail!(
            "{label}: {language}, not bash or sh; infer reads shell scripts, write the contract by hand or start with `skillgen init`"
        );
    }
    let bytes = bytes.to_vec();
    // The helper file of a migrated script decides what it prints.
    let kind = migrate::sources_helper(&bytes).and_then(|shell| {
        let path = Path::new(label).with_file_name(migrate::helper_name(shell));
        migrate::kind_of(&crate::regular::text(&path).ok()?)
    });
    let asked = infer::DraftOptions { envelope: kind.unwrap_or(envelope.kind()), migrated: false };
    let read = move || infer::infer(&bytes, asked);
    let result = std::thread::Builder::new()
        .stack_size(STACK)
        .spawn(read)?
        .join()
        .map_err(|_| anyhow::anyhow!("{label}: can't be read"))?;
    match result {
        Ok(draft) => Ok(draft),
        Err(refusal) => bail!("{label}:{}: {}", refusal.line, refusal.reason),
    }
}

fn report(label: &str, name: &str, draft: &Draft) -> InferReport {
    let inputs = draft.fields.iter().map(|f| field(f, FieldRole::Input));
    let parameters = draft.parameters.iter().map(|f| field(f, FieldRole::Parameter));
    let exits = draft.exits.iter().map(|e| ScriptExit {
        code: e.code.into(),
        line: e.evidence.line,
        text: e.evidence.text.clone(),
    });
    InferReport {
        path: label.to_owned(),
        name: name.to_owned(),
        contract: infer::api_contract(draft, name),
        frontmatter: super::frontmatter::below_metadata(&infer::frontmatter(draft)),
        fields: inputs.chain(parameters).collect(),
        exits: exits.collect(),
        tools: names(&draft.tools),
        secrets: names(&draft.secrets),
        notes: lines(&draft.notes),
    }
}

fn field(field: &Field, role: FieldRole) -> InferredField {
    InferredField {
        role,
        name: field.name.clone(),
        from: infer::from(field),
        required: field.required,
        seen: lines(&field.evidence),
    }
}

fn names(list: &[(String, Evidence)]) -> Vec<SeenName> {
    let name = |(name, at): &(String, Evidence)| SeenName {
        name: name.clone(),
        line: at.line,
        text: at.text.clone(),
    };
    list.iter().map(name).collect()
}

fn lines(list: &[Evidence]) -> Vec<SeenLine> {
    list.iter().map(|e| SeenLine { line: e.line, text: e.text.clone() }).collect()
}

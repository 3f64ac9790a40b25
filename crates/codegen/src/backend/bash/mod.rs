//! bash, from 3.2 on: one file to source. Envelopes are printed with builtins alone ([`contract::bash_helper`]);
//! `skill_check` is a jq filter made from the schema.

mod check;
mod migration;
mod number;
mod pattern;
mod runtime;
mod shapes;
mod table;

use contract::bash_helper::{self, Envelope, Shell, Start, Style};

use serde_json::json;

use super::{GeneratedFile, Options, Part, RenderError, Runtime, Target};
use crate::{Builtin, Contract, Migration};

/// `--lang bash`
pub struct Bash;

impl Target for Bash {
    fn id(&self) -> &'static str {
        "bash"
    }

    fn comment(&self) -> &'static str {
        "#"
    }

    fn extension(&self) -> &'static str {
        "sh"
    }

    fn migration(&self, plan: &Migration) -> Vec<GeneratedFile> {
        vec![migration::render(plan)]
    }

    fn parts(&self) -> &'static [Part] {
        &[Part::Check, Part::Parse, Part::Coerce, Part::Builder, Part::Errors]
    }

    fn parses(&self) -> bool {
        false
    }

    fn shared_runtime(&self, version: &str, _folder: &str) -> Vec<GeneratedFile> {
        vec![GeneratedFile { name: runtime::FILE.to_owned(), text: runtime::file(version) }]
    }

    fn calls_runtime(&self, builtin: Option<Builtin>, options: &Options) -> bool {
        has_programs(builtin, options)
    }

    /// A built-in envelope is printed by its helper alone; checks and parsers are in a separate file.
    fn render(
        &self,
        contract: &Contract,
        options: &Options,
    ) -> Result<Vec<GeneratedFile>, RenderError> {
        let asked = |part| options.parts.contains(&part);
        let has_programs = has_programs(contract.builtin, options);
        let inline = options.runtime == Runtime::Inline;
        // One directive for the whole file, about what shellcheck can't know: jq programs are not shell text, and
        // patterns are expanded where they are built.
        let mut data = super::head(contract);
        data["programs"] = json!(has_programs);
        let mut pieces = vec![options.frames.render("bash/header.hbs", &data)?];
        if has_programs && !inline {
            pieces.push(runtime::SOURCED.to_owned());
        }
        if let Some(builtin) = contract.builtin
            && (options.parts.is_empty() || asked(Part::Builder) || asked(Part::Errors))
        {
            pieces.push(helper(builtin, options));
        }
        if has_programs {
            let (own, formats) = check::pieces(contract, asked(Part::Parse), options)?;
            pieces.extend(own);
            if inline {
                pieces.push(runtime::functions(formats));
            }
        }
        let text = pieces.join("\n");
        Ok(vec![GeneratedFile { name: format!("{}.sh", contract.file_stem()), text }])
    }
}

/// Whether a file contains jq programs.
fn has_programs(builtin: Option<Builtin>, options: &Options) -> bool {
    let asked = |part| options.parts.contains(&part);
    let is_whole = builtin.is_none() && options.parts.is_empty();
    is_whole || asked(Part::Check) || asked(Part::Coerce) || asked(Part::Parse)
}

/// The functions that build and print an envelope, the same that `migrate` writes beside scripts.
fn helper(builtin: Builtin, options: &Options) -> String {
    let style = if options.compact { Style::OneLine } else { Style::Indented };
    let envelope = match builtin {
        Builtin::SkillOutput => Envelope::SkillOutput,
        Builtin::HelperEnvelope => Envelope::Helper,
    };
    let start = Start::Called(style);
    // Functions for migrated scripts only are omitted.
    let migrated = [
        bash_helper::Part::Argument,
        bash_helper::Part::Heredoc,
        bash_helper::Part::Text,
        bash_helper::Part::TextFiles,
        bash_helper::Part::TextMetric,
        bash_helper::Part::TextError,
        bash_helper::Part::TextStatus,
        bash_helper::Part::OwnText,
        bash_helper::Part::Exec,
        bash_helper::Part::SkillRun,
        bash_helper::Part::Missing,
    ];
    let parts =
        bash_helper::Part::ALL.into_iter().filter(|part| !migrated.contains(part)).collect();
    let guide = bash_helper::guide(Shell::Bash, envelope, start, &parts);
    let functions = bash_helper::functions(Shell::Bash, envelope, start, "0.5", &parts);
    format!("{guide}\n{functions}")
}

//! bash, from 3.2 on: one file that is sourced. Envelopes are emitted by builtins alone; `skill_check`
//! is a jq filter made from the schema.

mod check;
mod migration;
mod number;
mod pattern;
mod shapes;
mod table;

use super::{GeneratedFile, Options, Target};
use crate::ir::Refusal;
use crate::{Builtin, Contract, Migration};

const TEXT: &str = include_str!("../../../../../templates/bash/text.bash");
const VALUE: &str = include_str!("../../../../../templates/bash/value.bash");
const TABLE: &str = include_str!("../../../../../templates/bash/table.bash");
const GUARD: &str = include_str!("../../../../../templates/bash/guard.bash");
const STATE: &str = include_str!("../../../../../templates/bash/state.bash");
const SKILL_OUTPUT: &str = include_str!("../../../../../templates/bash/skill-output.bash");
const HELPER_ENVELOPE: &str = include_str!("../../../../../templates/bash/helper-envelope.bash");

/// The version of the payload's shape that a helper envelope states until its author sets another.
const SCHEMA_VERSION: &str = "1.0.0";

/// `--lang bash`
pub struct Bash;

impl Target for Bash {
    fn id(&self) -> &'static str {
        "bash"
    }

    fn extension(&self) -> &'static str {
        "sh"
    }

    fn migration(&self, plan: &Migration) -> Option<GeneratedFile> {
        Some(migration::render(plan))
    }

    fn render(&self, contract: &Contract, options: &Options) -> Result<GeneratedFile, Refusal> {
        let mut pieces = vec![head(contract)];
        if let Some(builtin) = contract.builtin {
            pieces.extend(envelope(builtin, options));
        }
        pieces.extend(check::pieces(contract)?);
        let text = pieces.join("\n");
        Ok(GeneratedFile { name: format!("{}.sh", contract.name), text })
    }
}

/// What stands first. One directive says for the whole file what shellcheck can't know: patterns and
/// actions of traps are expanded where they are built.
fn head(contract: &Contract) -> String {
    format!(
        "#!/usr/bin/env bash\n# {}\n# To be sourced. Prints nothing, and sets no option.\n\
         # shellcheck disable=SC2016,SC2064,SC2295\n",
        contract.header()
    )
}

/// The functions that build and print an envelope.
fn envelope(builtin: Builtin, options: &Options) -> Vec<String> {
    let style = if options.compact { "--compact" } else { "" };
    let (constants, functions) = match builtin {
        Builtin::SkillOutput => (String::new(), SKILL_OUTPUT),
        Builtin::HelperEnvelope => {
            let constant =
                "# The version of what this helper prints: raise it with the payload's shape.";
            (format!("{constant}\n__skill_schema_version={SCHEMA_VERSION}\n"), HELPER_ENVELOPE)
        }
    };
    let mut pieces = vec![format!("__skill_style='{style}'\n{constants}")];
    pieces.extend([TEXT, VALUE, TABLE, GUARD, functions, STATE].map(str::to_owned));
    pieces
}

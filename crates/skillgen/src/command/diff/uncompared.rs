//! What could not be read, resolved or compared: a finding with its file, its place and the reason. With any
//! of them the exit code is 2, unless an `[[ignore]]` names the file, and the old version has the same fault.

use contract::source::SourceError;
use contract::{Pointer, Position, ReadError, SchemaErrors};
use schema_diff::{Change, ChangeRole, FaultAge, IgnoreUse, Policy, RuleId};

/// The rule of these findings.
pub(super) const RULE: RuleId = RuleId::ContractUnreadable;

/// One reason why a contract was not compared.
#[derive(Clone, Debug)]
pub(super) struct Uncompared {
    /// The file as the user named it; `None` if the reason is not about a file.
    pub(super) file: Option<String>,
    /// Line and column, if the reason has a place.
    pub(super) position: Option<Position>,
    pub(super) pointer: Pointer,
    /// The finding; its message is the reason.
    pub(super) change: Change,
    /// The reason alone, without the place.
    cause: String,
    /// The other places of the same fault.
    pub(super) also: Vec<FaultPlace>,
}

/// A place of a fault.
#[derive(Clone, Debug)]
pub(super) struct FaultPlace {
    pub(super) file: String,
    pub(super) position: Option<Position>,
    pub(super) pointer: Pointer,
}

impl FaultPlace {
    /// Line and column for formats that need one.
    pub(super) fn line_and_column(&self) -> (u32, u32) {
        line_and_column(self.position)
    }
}

fn line_and_column(position: Option<Position>) -> (u32, u32) {
    position.map_or((1, 1), |position| (position.line, position.column))
}

impl std::fmt::Display for FaultPlace {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.position {
            Some(position) => write!(f, "{}:{position}", self.file),
            None => write!(f, "{}{}", self.file, self.pointer),
        }
    }
}

/// The place of a reason, as far as the error has one.
struct Reason {
    label: Option<String>,
    position: Option<Position>,
    pointer: Pointer,
    message: String,
}

impl Uncompared {
    /// The findings of an error, one for each of its places. `label` is the source that was read, such as
    /// `HEAD:a.json`; `file` is the contract's present path.
    pub(super) fn of_error(
        error: &anyhow::Error,
        file: Option<&str>,
        label: &str,
        policy: &Policy,
    ) -> Vec<Uncompared> {
        // The old version is at a revision: its lines are not those of the file.
        let at_revision = file.is_some_and(|file| file != label);
        let one = |reason: Reason| {
            let named = reason.label.unwrap_or_else(|| label.to_owned());
            if at_revision {
                let position = reason.position.map(|at| format!(":{at}")).unwrap_or_default();
                let message = format!("at {named}{position}: {}", reason.message);
                return Uncompared {
                    file: file.map(str::to_owned),
                    position: None,
                    pointer: reason.pointer,
                    change: change(policy, &message),
                    cause: reason.message,
                    also: Vec::new(),
                };
            }
            Uncompared {
                file: (!named.is_empty()).then_some(named),
                position: reason.position,
                pointer: reason.pointer,
                change: change(policy, &reason.message),
                cause: reason.message,
                also: Vec::new(),
            }
        };
        reasons(error).into_iter().map(one).collect()
    }

    /// A finding about a whole file.
    pub(super) fn of_file(file: &str, message: &str, policy: &Policy) -> Uncompared {
        Uncompared {
            file: Some(file.to_owned()),
            position: None,
            pointer: Pointer::root(),
            change: change(policy, message),
            cause: message.to_owned(),
            also: Vec::new(),
        }
    }

    /// Applies the ignores that name the rule and the contract, or the file of the fault. Returns the use of each.
    pub(super) fn apply_ignores(
        &mut self,
        contract: &str,
        age: FaultAge,
        policy: &Policy,
    ) -> Vec<IgnoreUse> {
        let files: Vec<&str> =
            [Some(contract), self.file.as_deref()].into_iter().flatten().collect();
        let uses = policy.accept_unreadable(&mut self.change, &files, age);
        if self.is_open() && uses.contains(&IgnoreUse::TooNarrow) {
            self.change.message.push_str(
                "; the ignore does not accept it, because the old version has no such fault",
            );
        }
        uses
    }

    /// Whether two versions have the same fault at the same place.
    pub(super) fn is_same_fault(&self, other: &Uncompared) -> bool {
        self.pointer == other.pointer
            && without_folders(&self.cause) == without_folders(&other.cause)
    }

    /// The URL that is not opened, if that is the reason.
    pub(super) fn unopened_url(&self) -> Option<&str> {
        contract::unopened_url(&self.cause)
    }

    /// Its own place.
    pub(super) fn fault_place(&self) -> FaultPlace {
        let file = self.file.clone().unwrap_or_default();
        FaultPlace { file, position: self.position, pointer: self.pointer.clone() }
    }

    /// Whether no ignore accepts it.
    pub(super) fn is_open(&self) -> bool {
        self.change.ignored.is_none()
    }

    /// The reason, and why an ignore accepts it.
    pub(super) fn reason(&self) -> String {
        let accepted = self.change.ignored.as_ref();
        let accepted = accepted.map(|why| format!(" (accepted: {why})")).unwrap_or_default();
        format!("{}{accepted}", self.change.message)
    }

    /// The same, behind its place.
    pub(super) fn in_one_line(&self) -> String {
        format!("{}: {}", self.place(), self.reason())
    }

    /// `file:line:column`, as far as known.
    pub(super) fn place(&self) -> String {
        let file = self.file.clone().unwrap_or_default();
        match self.position {
            Some(position) => format!("{file}:{position}"),
            None => file,
        }
    }

    /// Line and column for formats that need one.
    pub(super) fn line_and_column(&self) -> (u32, u32) {
        line_and_column(self.position)
    }
}

/// A reason without the folders and revisions of the files that it names: the two versions are at different places.
/// References are quoted as written.
fn without_folders(reason: &str) -> String {
    let bare = |word: &str| match word.starts_with('`') {
        true => word.to_owned(),
        false => word.rsplit(['/', ':']).next().unwrap_or_default().to_owned(),
    };
    reason.split_whitespace().map(bare).collect::<Vec<_>>().join(" ")
}

fn change(policy: &Policy, message: &str) -> Change {
    let message = format!("not compared: {}", crate::error::one_line(message));
    schema_diff::change_for_rule(
        policy,
        RULE,
        ChangeRole::Contract,
        None,
        (None, None),
        (None, None),
        message,
    )
}

fn reasons(error: &anyhow::Error) -> Vec<Reason> {
    let source = error.downcast_ref::<SourceError>();
    let schema = match source {
        Some(SourceError::Schema(errors)) => Some(errors),
        _ => error.downcast_ref::<SchemaErrors>(),
    };
    if let Some(SchemaErrors(errors)) = schema {
        let reason = |one: &contract::SchemaError| Reason {
            label: Some(one.label.clone()),
            position: one.position,
            pointer: one.pointer.clone(),
            message: one.message.clone(),
        };
        return errors.iter().map(reason).collect();
    }
    let read = match source {
        Some(SourceError::Read(error)) => Some(error),
        _ => error.downcast_ref::<ReadError>(),
    };
    let (label, position, message) = match (read, source) {
        (Some(read), _) => (Some(read.label.clone()), read.position, read.message.clone()),
        (None, Some(SourceError::NoContract { label, position, message })) => {
            (Some(label.clone()), *position, message.clone())
        }
        _ => (None, None, format!("{error:#}")),
    };
    vec![Reason { label, position, pointer: Pointer::root(), message }]
}

//! The role of a schema, which decides in which direction a change can break users.

use std::fmt;

/// The role of a schema in a contract.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Role {
    /// What callers send.
    Input,
    /// What callers send as configuration; treated like an input.
    Parameter,
    /// What callers receive.
    Output,
}

impl Role {
    /// All roles in the order in which they are reported.
    pub const ALL: [Role; 3] = [Role::Input, Role::Parameter, Role::Output];

    /// The printed name: `input`, `parameter`, `output`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Role::Input => "input",
            Role::Parameter => "parameter",
            Role::Output => "output",
        }
    }

    /// Parses the printed name.
    #[must_use]
    pub fn parse(word: &str) -> Option<Role> {
        Role::ALL.into_iter().find(|r| r.as_str() == word)
    }

    /// The role in the name of a file or the title of a schema, as in `input.schema.json` and
    /// `DailyNewsDigestInput`.
    #[must_use]
    pub fn in_name(name: &str) -> Option<Role> {
        let name = name.rsplit('/').next().unwrap_or_default().to_ascii_lowercase();
        Role::ALL.into_iter().find(|role| name.contains(role.as_str()))
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

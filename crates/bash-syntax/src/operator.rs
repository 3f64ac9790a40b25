//! The operators of redirections.

/// The kind of a redirection, stored as the flag of its node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum Op {
    /// `<`
    Read = 1,
    /// `>`
    Write,
    /// `>>`
    Append,
    /// `>|`
    Clobber,
    /// `<>`
    ReadWrite,
    /// `<&`
    DuplicateInput,
    /// `>&`
    DuplicateOutput,
    /// `&>` and `&>>`
    Both,
    /// `<<` and `<<-`
    Here,
    /// `<<<`
    String,
}

impl Op {
    /// All of them, in the order of their numbers.
    const ALL: [Self; 10] = [
        Self::Read,
        Self::Write,
        Self::Append,
        Self::Clobber,
        Self::ReadWrite,
        Self::DuplicateInput,
        Self::DuplicateOutput,
        Self::Both,
        Self::Here,
        Self::String,
    ];

    /// Whether it provides input to the command.
    pub fn feeds(self) -> bool {
        matches!(
            self,
            Self::Read | Self::ReadWrite | Self::DuplicateInput | Self::Here | Self::String
        )
    }

    /// The kind of a node's flag.
    pub fn of(flag: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|op| *op as u8 == flag)
    }
}

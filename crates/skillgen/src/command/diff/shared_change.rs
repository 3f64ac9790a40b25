//! A change in a file that several contracts refer to.

/// The facts about a change that other contracts share.
#[derive(Clone, Debug)]
pub(in crate::command) struct SharedChange {
    /// Its file.
    pub(in crate::command) file: String,
    /// The contracts that refer to it, in order.
    pub(in crate::command) users: Vec<String>,
    /// The contract that reports it.
    pub(in crate::command) told_under: String,
    /// Whether the gate refuses one of the contracts because of it.
    pub(in crate::command) is_refused: bool,
}

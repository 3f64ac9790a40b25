//! Explains why no branch of a union accepts the value: by the issues of the only branch that is not ruled out; else by
//! one issue whose message has an issue of each branch. Emitted helpers report the same (templates/rust/keywords.rs and
//! others).

use contract::schema::NodeId;
use serde_json::Value;

use super::ValidateError;
use super::run::{At, Run};

/// The maximum number of branches in a message.
const MOST: usize = 5;

impl<'v, 'i> Run<'v, 'i> {
    /// Reports the reason; all branches have failed.
    pub(super) fn no_branch(
        &mut self,
        branches: &[NodeId],
        at: &At<'v, 'i>,
        expected: Value,
        got: Value,
    ) -> Result<(), ValidateError> {
        if self.silent || self.plain_unions {
            self.fail(at.keyword, expected, got);
            return Ok(());
        }
        if let Some(id) = contract::nearest(&self.validator.schema, branches, at.value) {
            return self.node(id, at.value, at.keyword, None).map(|_| ());
        }
        let here = self.pointer();
        let mut reasons = Vec::new();
        for (index, id) in branches.iter().enumerate().take(MOST) {
            let outer = std::mem::take(&mut self.issues);
            self.plain_unions = true;
            let verdict = self.node(*id, at.value, at.keyword, None);
            self.plain_unions = false;
            let issues = std::mem::replace(&mut self.issues, outer);
            verdict?;
            // A wrong constant is the strongest evidence.
            let constant = issues.iter().find(|issue| issue.keyword == "const");
            if let Some(first) = constant.or(issues.first()) {
                let place =
                    if first.path == here { String::new() } else { format!("{}: ", first.path) };
                reasons.push(format!("{}: {place}{}", index + 1, first.message));
            }
        }
        let more = match branches.len().saturating_sub(MOST) {
            0 => String::new(),
            more => format!("; and {more} more"),
        };
        self.fail_because(at.keyword, expected, got, &format!(" ({}{more})", reasons.join("; ")));
        Ok(())
    }
}

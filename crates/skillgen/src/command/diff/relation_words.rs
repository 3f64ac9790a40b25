//! What a relation of two schemas means for a role, and what is undecided about it, in the same words in every format.

use contract::text::line;
use schema_diff::{ChangeRole, RoleRow, Verdict};

/// `1 change`, `2 changes`.
pub(crate) fn plural(count: usize, noun: &str) -> String {
    let ending = if count == 1 { "" } else { "s" };
    format!("{count} {noun}{ending}")
}

/// What the relation of a schema means for its users.
pub(in crate::command) fn relation(row: &RoleRow) -> String {
    let sentence = match (row.role, row.word()) {
        (_, "unknown") => return format!("unknown: {}", undecided(row).join("; ")),
        (_, "equivalent") => "accepts the same documents as before",
        (ChangeRole::Output, "widened") => "allows outputs that readers of the old version reject",
        (ChangeRole::Output, "narrowed") => {
            "allows fewer outputs; readers of the old version accept them all"
        }
        (ChangeRole::Output, _) => {
            "allows outputs that readers of the old version reject, and no longer all of the old ones"
        }
        (ChangeRole::Both, "widened") => {
            "read as an input, it accepts every old document and more; read as an output, it allows \
             documents that old readers reject"
        }
        (ChangeRole::Both, "narrowed") => {
            "read as an input, it rejects some old documents; read as an output, old readers accept all \
             that is left"
        }
        (ChangeRole::Both, _) => {
            "read as an input, it rejects some old documents; read as an output, it allows documents that \
             old readers reject"
        }
        (_, "widened") => "accepts every old input, and more",
        (_, "narrowed") => "rejects some old inputs, and accepts no new ones",
        (_, _) => "rejects some old inputs, and accepts some new ones",
    };
    format!("{}: {sentence}", row.word())
}

/// The relations of many schemas of a role, as counts.
pub(in crate::command) fn relations(rows: &[&RoleRow]) -> String {
    if let [row] = rows {
        return relation(row);
    }
    let words = ["equivalent", "widened", "narrowed", "incomparable", "unknown"];
    let counts = words.iter().filter_map(|word| {
        let count = rows.iter().filter(|row| row.word() == *word).count();
        (count > 0).then(|| format!("{count} {word}"))
    });
    format!("{}: {}", plural(rows.len(), "schema"), counts.collect::<Vec<_>>().join(", "))
}

/// What is undecided in a relation, and why.
pub(in crate::command) fn undecided(row: &RoleRow) -> Vec<String> {
    let directions = [
        (&row.relation.backward, "whether every old document is still valid"),
        (&row.relation.forward, "whether every new document was valid before"),
    ];
    let open = directions.into_iter().filter_map(|(verdict, what)| match verdict {
        Verdict::Unknown { reason, keyword, path } => {
            let at = match (keyword.is_empty(), path.is_root()) {
                (true, _) => String::new(),
                (false, true) => format!(" (`{keyword}`)"),
                (false, false) => format!(" (`{keyword}` at `{path}`)"),
            };
            Some(line(&format!("not decided {what}: {reason}{at}")))
        }
        _ => None,
    });
    open.collect()
}

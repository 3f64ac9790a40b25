//! An envelope in bash, beside an empty bash: whole processes, in turns.

use std::process::Command;

use super::{Bench, Goal, quiet, said, times};

/// What a bash that prints an envelope may take longer than an empty one, in milliseconds.
const GOAL: f64 = 4.0;

impl Bench {
    pub(super) fn bash(&mut self) -> anyhow::Result<()> {
        let folder = self.folder.clone();
        std::fs::write(
            folder.join("helper.sh"),
            said(Command::new(&self.skillgen).args(["emit", "--lang", "bash"]))?,
        )?;
        let values = "skill_success true; skill_confidence 0.9; \
                      for n in 1 2 3 4 5 6 7 8 9 10; do skill_deliverable src/file$n.ts; done; skill_emit";
        let guarded = format!(". ./helper.sh; skill_begin; {values}");
        let jq = "list=$(for n in 1 2 3 4 5 6 7 8 9 10; do echo src/file$n.ts; done | jq -R . | jq -s .); \
                  metrics=$(jq -n '{}'); errors=$(jq -n '[]'); jq -n --argjson list \"$list\" \
                  --argjson metrics \"$metrics\" --argjson errors \"$errors\" '{success: true, \
                  confidence: 0.9, deliverables: $list, metrics: $metrics, errors: $errors}'";
        let scripts = [
            ("empty", ":"),
            ("skillgen, loaded", ". ./helper.sh"),
            ("skillgen, ten deliverables", guarded.as_str()),
            ("pipes of jq, ten deliverables", jq),
        ];
        let mut all = vec![Vec::new(); scripts.len()];
        for _ in 0..80 {
            for (slot, (_, script)) in scripts.iter().enumerate() {
                let run = || quiet(Command::new("bash").args(["-c", script]).current_dir(&folder));
                all[slot].extend(times(1, run)?);
            }
        }
        all.iter_mut().for_each(|list| list.sort_by(f64::total_cmp));
        for (slot, (label, _)) in scripts.iter().enumerate() {
            let empty = if slot == 0 { 0.0 } else { all[0][0] };
            let beyond: Vec<f64> = all[slot].iter().map(|time| time - empty).collect();
            let what =
                if slot == 0 { (*label).to_owned() } else { format!("{label}: beyond empty") };
            let row = self.row("bash", what, &beyond, "ms");
            row.goal = (slot == 2).then_some(Goal::Below(GOAL));
        }
        Ok(())
    }
}

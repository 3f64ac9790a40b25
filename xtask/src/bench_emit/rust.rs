//! Reading and checking in Rust, beside `serde_json::Value` alone: skillgen, and typify, which checks
//! only a part of what the schema asks.

use std::process::Command;

use super::{Bench, said, texts};
use crate::sh;

const GOAL: f64 = 1.5;

impl Bench {
    pub(super) fn rust(&mut self) -> anyhow::Result<()> {
        let home = self.folder.join("rust");
        std::fs::create_dir_all(home.join("src"))?;
        let emitted = said(Command::new(&self.skillgen).args(["emit", "--lang", "rust"]))?;
        std::fs::write(home.join("src/output.rs"), emitted)?;
        texts(&home)?;
        // The peer follows references into `definitions` only.
        let schema = std::fs::read_to_string(&self.small)?.replace("$defs", "definitions");
        std::fs::write(home.join("schema.json"), schema)?;
        std::fs::write(home.join("Cargo.toml"), MANIFEST)?;
        std::fs::write(home.join("src/main.rs"), MAIN)?;
        let target = sh::target().join("bench-emit");
        let run = Command::new("cargo")
            .args(["run", "--release", "--quiet"])
            .env("CARGO_TARGET_DIR", target)
            .current_dir(&home)
            .output()?;
        anyhow::ensure!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
        self.ratios("Rust, parse + check", &String::from_utf8(run.stdout)?, Some(GOAL))
    }
}

const MANIFEST: &str = r#"[package]
name = "bench-emit"
version = "0.0.0"
edition = "2021"
[dependencies]
serde = { version = "1", features = ["derive"] }
serde_json = "1"
typify = "=0.8.0"
regress = "*"
[workspace]
"#;

const MAIN: &str = r#"mod output;
mod peer {
    typify::import_types!(schema = "schema.json");
}
use std::{hint::black_box, time::Instant};
fn main() {
    let texts: Vec<String> = serde_json::from_str(include_str!("../texts.json")).unwrap();
    for text in texts {
        let readers: [(&str, &dyn Fn(&str) -> bool); 3] = [
            ("Value", &|t| serde_json::from_str::<serde_json::Value>(black_box(t)).is_ok()),
            ("skillgen", &|t| output::parse(black_box(t)).is_ok()),
            ("typify", &|t| serde_json::from_str::<peer::SkillOutput>(black_box(t)).is_ok()),
        ];
        let mut times = vec![Vec::new(); readers.len()];
        for _ in 0..400 {
            for (slot, (_, read)) in readers.iter().enumerate() {
                let begin = Instant::now();
                for _ in 0..300 {
                    assert!(read(&text));
                }
                times[slot].push(begin.elapsed().as_secs_f64() * 1e9 / 300.0);
            }
        }
        for (slot, (name, _)) in readers.iter().enumerate() {
            times[slot].sort_by(f64::total_cmp);
            println!("{name}\t{}\t{}\t{}", text.len(), times[slot][0], times[slot][200]);
        }
    }
}
"#;

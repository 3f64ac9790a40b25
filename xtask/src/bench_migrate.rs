//! `bench migrate`: a dry run over a tree of scripts beside `shfmt -l` on the same files, in the same run;
//! time and peak memory. The processor's time is reported beside it, since on a busy machine the clock says little.
//!
//! The tree is made here, the same each time: scripts of the length and the habits of real ones (options,
//! guards, functions, here-documents, pipelines, legacy lines).

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail};

use crate::sh;

/// Scripts of the tree, unless the first argument says another number.
const SCRIPTS: usize = 5_000;
/// Rounds; the best of each counts.
const ROUNDS: usize = 3;
/// What a dry run over the tree may take.
const MOST_MEMORY: u64 = 200 << 20;

/// Runs the benchmark; fails where the dry run is slower than shfmt or takes more memory than allowed.
pub(crate) fn run(args: &[String]) -> anyhow::Result<()> {
    let count: usize = match args.first() {
        Some(text) => {
            text.parse().with_context(|| format!("{text}: expected a number of scripts"))?
        }
        None => SCRIPTS,
    };
    if !sh::has("shfmt") {
        bail!("shfmt is not installed; `cargo xtask tools` says how to get it");
    }
    let skillgen = sh::skillgen_release()?;
    // Not below the project: its .gitignore would leave the tree out.
    let folder = std::env::temp_dir().join(format!("skillgen-bench-{}", std::process::id()));
    let result = beside(&folder, count, &skillgen);
    fs::remove_dir_all(&folder)?;
    result
}

fn beside(folder: &Path, count: usize, skillgen: &str) -> anyhow::Result<()> {
    let (lines, bytes) = tree(folder, count)?;
    println!("{count} scripts, {lines} lines, {:.1} MB", bytes as f64 / 1e6);
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        theirs.push(measured("shfmt", &["-l", "."], folder)?);
        ours.push(measured(skillgen, &["migrate", "--dry-run", "--all", "-q", "."], folder)?);
    }
    let best = |runs: &[Run]| runs.iter().map(|run| run.time).min().unwrap_or_default();
    let processor = |runs: &[Run]| runs.iter().map(|run| run.processor).min().unwrap_or_default();
    let memory = |runs: &[Run]| runs.iter().map(|run| run.memory).max().unwrap_or(0);
    for (label, runs) in [("shfmt -l", &theirs), ("skillgen migrate --dry-run", &ours)] {
        let times: Vec<String> =
            runs.iter().map(|run| format!("{:.2}", run.time.as_secs_f64())).collect();
        println!(
            "{label:28} best {:6.2} s ({}), processor {:5.2} s, peak {:4} MiB",
            best(runs).as_secs_f64(),
            times.join(", "),
            processor(runs).as_secs_f64(),
            memory(runs) >> 20
        );
    }
    let ratio = best(&ours).as_secs_f64() / best(&theirs).as_secs_f64();
    println!(
        "ratio {ratio:.2} (asked: below 1), memory {} MiB (asked: below 200)",
        memory(&ours) >> 20
    );
    if ratio >= 1.0 || memory(&ours) >= MOST_MEMORY {
        bail!("bench migrate: more time or memory than asked for");
    }
    Ok(())
}

/// What a run took.
struct Run {
    time: Duration,
    /// Of the program and of all that it started.
    processor: Duration,
    /// The most bytes that the program had.
    memory: u64,
}

/// The processor's time of all programs that were started and have ended.
fn spent() -> anyhow::Result<Duration> {
    let text = fs::read_to_string("/proc/self/stat")?;
    let fields = text.rsplit_once(')').map_or("", |(_, rest)| rest);
    // cutime and cstime, in hundredths of a second (proc(5)).
    let ticks = fields.split_whitespace().skip(13).take(2).filter_map(|t| t.parse::<u64>().ok());
    Ok(Duration::from_millis(ticks.sum::<u64>() * 10))
}

fn measured(program: &str, args: &[&str], folder: &Path) -> anyhow::Result<Run> {
    let before = spent()?;
    let start = Instant::now();
    let mut child = Command::new(program)
        .args(args)
        .current_dir(folder)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .with_context(|| format!("{program}: can't be started"))?;
    let status = format!("/proc/{}/status", child.id());
    let mut peak = 0;
    loop {
        if let Ok(text) = fs::read_to_string(&status) {
            let line = text.lines().find_map(|l| l.strip_prefix("VmHWM:"));
            let kib = line.and_then(|l| l.trim().trim_end_matches("kB").trim().parse::<u64>().ok());
            peak = peak.max(kib.unwrap_or(0) << 10);
        }
        if let Some(status) = child.try_wait()? {
            let time = start.elapsed();
            // shfmt exits 1 where it would write a file another way.
            if status.code().is_none_or(|code| code > 1) {
                bail!("{program}: {status}");
            }
            return Ok(Run { time, processor: spent()?.saturating_sub(before), memory: peak });
        }
        std::thread::sleep(Duration::from_millis(3));
    }
}

/// Writes the tree: skills of five scripts each, with a SKILL.md that names them.
fn tree(root: &Path, count: usize) -> anyhow::Result<(usize, usize)> {
    let (mut lines, mut bytes) = (0, 0);
    for number in 0..count {
        let skill = root.join(format!("group-{:02}/skill-{:04}", number / 250, number / 5));
        let scripts = skill.join("scripts");
        fs::create_dir_all(&scripts)?;
        let text = script(number);
        lines += text.lines().count();
        bytes += text.len();
        fs::write(scripts.join(format!("step-{number}.sh")), text)?;
        let page = skill.join("SKILL.md");
        let mut words = fs::read_to_string(&page).unwrap_or_else(|_| {
            format!("---\nname: skill-{:04}\ndescription: Does a step. Use when asked.\n---\n\n# Steps\n", number / 5)
        });
        let _ = writeln!(words, "\n```bash\n./scripts/step-{number}.sh --input data.txt\n```");
        fs::write(page, words)?;
    }
    Ok((lines, bytes))
}

/// A script of about 160 lines; `number` chooses its parts.
fn script(number: usize) -> String {
    let mut out = format!(
        "#!/usr/bin/env bash\n# Step {number}: reads what the step before left and writes a report.\nset -euo pipefail\n\n\
         SCRIPT_DIR=\"$(cd \"$(dirname \"${{BASH_SOURCE[0]}}\")\" && pwd)\"\nRED='\\033[0;31m'\nNC='\\033[0m'\n\
         INPUT=\"\"\nOUTPUT=\"report-{number}.md\"\nLIMIT={}\nVERBOSE=false\n\n",
        number % 90 + 10
    );
    out.push_str(OPTIONS);
    for part in 0..6 {
        let name = format!("part_{part}_{number}");
        out.push_str(&PARTS[(number + part) % PARTS.len()].replace("NAME", &name));
    }
    for part in 0..6 {
        let _ = writeln!(out, "part_{part}_{number} \"$INPUT\"");
    }
    let end = ENDS[number % ENDS.len()];
    out.push_str(end);
    out
}

const OPTIONS: &str = r#"usage() {
  cat <<USAGE
Usage: $0 --input FILE [--output FILE] [--limit N] [--verbose]

  --input FILE    What to read
  --output FILE   Where the report goes
  --limit N       How many entries at most
USAGE
  exit 1
}

while [[ $# -gt 0 ]]; do
  case "$1" in
    --input) INPUT="$2"; shift 2 ;;
    --output) OUTPUT="$2"; shift 2 ;;
    --limit) LIMIT="$2"; shift 2 ;;
    --verbose) VERBOSE=true; shift ;;
    -h|--help) usage ;;
    *) echo "ERROR: unknown option $1" >&2; exit 2 ;;
  esac
done

if [[ -z "$INPUT" || ! -f "$INPUT" ]]; then
  echo -e "${RED}ERROR: no input${NC}" >&2
  exit 2
fi

"#;

const PARTS: [&str; 7] = [
    r##"# Counts what each line begins with.
NAME() {
  local file="$1" total=0
  while IFS= read -r line; do
    case "$line" in
      '#'*) continue ;;
      '') : ;;
      *) total=$((total + 1)) ;;
    esac
  done < "$file"
  if [[ "$VERBOSE" == true ]]; then
    echo "Lines read: $total" >&2
  fi
  echo "Lines counted: $total"
}

"##,
    r#"NAME() {
  local tmp
  tmp="$(mktemp)"
  sort -u "$1" | head -n "$LIMIT" | awk '{ print NR ": " $0 }' > "$tmp"
  local count
  count=$(wc -l < "$tmp")
  cat "$tmp" >> "$OUTPUT"
  rm -f "$tmp"
  echo -e "${RED}Entries: ${count}${NC}"
  printf 'Unique: %d\n' "$count"
}

"#,
    r#"NAME() {
  local name value
  for name in alpha beta gamma delta; do
    value="$(grep -c "$name" "$1" || true)"
    if [ "${value:-0}" -gt 3 ]; then
      echo "✅ $name is there $value times"
    elif [ "${value:-0}" -gt 0 ]; then
      echo "⚠️  $name is rare"
    else
      echo "❌ $name is missing"
    fi
  done
}

"#,
    r##"NAME() {
  local heading="${2:-Report}"
  {
    echo "# $heading"
    echo
    echo "| name | value |"
    echo "|---|---|"
    tr ' ' '\n' < "$1" | sort | uniq -c | sort -rn | head -5 | while read -r n w; do
      echo "| $w | $n |"
    done
  } >> "$OUTPUT"
  echo "Updated: $OUTPUT"
}

"##,
    r#"NAME() {
  local -a found=()
  local item
  while IFS= read -r item; do
    found+=("$item")
  done < <(grep -o '[A-Za-z]*' "$1" | sort -u | head -20)
  local i
  for ((i = 0; i < ${#found[@]}; i++)); do
    if [[ "${found[i]}" =~ ^[A-Z] ]]; then
      printf '  %-20s %s\n' "${found[i]}" "name"
    fi
  done
  echo "Words found: ${#found[@]}"
}

"#,
    r#"NAME() {
  local start end
  start=$(date +%s)
  if ! diff -q "$1" "$OUTPUT" > /dev/null 2>&1; then
    cp -- "$1" "${OUTPUT%.md}.txt" || { echo "ERROR: copy failed" >&2; return 1; }
  fi
  end=$(date +%s)
  echo "Execution time: $(( (end - start) * 1000 )) ms"
}

"#,
    r#"NAME() {
  local mode="${MODE:-fast}"
  case "$mode" in
    fast) set -- "$1" 10 ;;
    slow) set -- "$1" 1000 ;;
    *) echo "unknown mode: $mode" >&2; return 3 ;;
  esac
  local size
  size="$(stat -c %s "$1" 2>/dev/null || echo 0)"
  (( size > $2 )) && echo "Size: $size" || true
  [ -w "$OUTPUT" ] && touch "$OUTPUT"
}

"#,
];

const ENDS: [&str; 5] = [
    "\necho \"Created: $OUTPUT\"\necho \"Confidence: 0.9\"\necho \"SUCCESS\"\n",
    "\nif [[ -s \"$OUTPUT\" ]]; then\n  echo \"✅ Done\"\nelse\n  echo \"FAILED\"\n  exit 1\nfi\n",
    "\ntrap 'rm -f \"$OUTPUT.tmp\"' EXIT\necho \"Generated $OUTPUT\"\n",
    "\ncat <<EOF\nSummary\n-------\nReport: $OUTPUT\nEOF\necho \"Confidence: ${CONFIDENCE:-0.8}\"\n",
    "\necho \"Wrote $OUTPUT\"\n[ -f \"$OUTPUT\" ] || exit 4\n",
];

//! A chain as a graph: Graphviz' dot, or Mermaid.

use std::fmt::Write as _;

use super::{ChainReport, Edge, Verdict};

/// The graph in the dot language.
#[must_use]
pub fn dot(chain: &ChainReport) -> String {
    let mut out = String::from("digraph chain {\n  rankdir=LR;\n  node [shape=box];\n");
    for (at, _) in chain.steps.iter().enumerate() {
        let _ = writeln!(out, "  s{at} [label={}];", dot_text(&label(chain, at)));
    }
    for edge in &chain.edges {
        let Some((from, to)) = ends(edge) else { continue };
        let style = match edge.verdict {
            Verdict::Proved => "color=darkgreen",
            Verdict::Coercible(_) => "color=darkorange",
            Verdict::Refuted(_) => "color=red, style=bold",
            Verdict::Unknown => "color=gray, style=dashed",
        };
        let _ = writeln!(out, "  s{from} -> s{to} [label={}, {style}];", dot_text(&words(edge)));
    }
    out.push_str("}\n");
    out
}

/// The graph in Mermaid.
#[must_use]
pub fn mermaid(chain: &ChainReport) -> String {
    let mut out = String::from("flowchart LR\n");
    for (at, _) in chain.steps.iter().enumerate() {
        let _ = writeln!(out, "  s{at}[\"{}\"]", mermaid_text(&label(chain, at)));
    }
    for edge in &chain.edges {
        let Some((from, to)) = ends(edge) else { continue };
        let arrow = match edge.verdict {
            Verdict::Proved | Verdict::Coercible(_) => "-->",
            Verdict::Refuted(_) => "--x",
            Verdict::Unknown => "-.->",
        };
        let _ = writeln!(out, "  s{from} {arrow}|\"{}\"| s{to}", mermaid_text(&words(edge)));
    }
    out
}

fn ends(edge: &Edge) -> Option<(usize, usize)> {
    Some((edge.source.index?, edge.target.index?))
}

fn label(chain: &ChainReport, at: usize) -> String {
    let (skill, name) = &chain.steps[at];
    match name {
        Some(name) => format!("{skill} as {name}"),
        None => skill.clone(),
    }
}

fn words(edge: &Edge) -> String {
    let verdict = match &edge.verdict {
        Verdict::Coercible(row) => row.clone(),
        other => other.as_str().to_owned(),
    };
    format!("{} to {}: {verdict}", edge.source.field, edge.target.field)
}

fn dot_text(text: &str) -> String {
    let text = contract::text::safe(text).replace('\\', "\\\\").replace('"', "\\\"");
    format!("\"{}\"", text.replace('\n', " "))
}

fn mermaid_text(text: &str) -> String {
    let text = contract::text::safe(text).replace('#', "#35;").replace('"', "#quot;");
    text.replace('<', "#lt;").replace('>', "#gt;").replace('\n', " ")
}

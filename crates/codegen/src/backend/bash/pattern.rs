//! ECMA-262 patterns for Oniguruma, the matcher of jq: sets as ranges, anchors independent of
//! lines, and an error for what Oniguruma reads differently or doesn't support.

use std::fmt::Write as _;

use contract::regex::{Class, GroupKind, Node, Pattern, line_terminators, quantifier, word_ranges};

/// Oniguruma's limit on a repetition's count.
const MOST_REPEATS: u32 = 100_000;

/// Writes a pattern so that jq's `test` returns the result of `RegExp(pattern, "u").test`.
///
/// # Errors
/// Returns the unsupported construct, as text.
pub(super) fn oniguruma(pattern: &Pattern) -> Result<String, String> {
    let mut writer =
        Writer { out: String::new(), captures: back_references(&pattern.root), set: Vec::new() };
    writer.node(&pattern.root)?;
    Ok(writer.out)
}

struct Writer {
    out: String,
    /// Groups with a reference; the others need no capture.
    captures: Vec<u32>,
    /// Groups that have certainly matched before the current position.
    set: Vec<u32>,
}

impl Writer {
    fn node(&mut self, node: &Node) -> Result<(), String> {
        match node {
            Node::Empty => {}
            Node::Literal(c) => self.character(*c),
            Node::Any => self.ranges(true, line_terminators()),
            Node::Class(class) => self.class(class)?,
            Node::Start => self.out.push_str(r"\A"),
            Node::End => self.out.push_str(r"\z"),
            Node::WordBoundary { negated } => self.boundary(*negated),
            Node::Group(kind, body) => self.group(kind, body)?,
            Node::Look { ahead, negated, body } => self.look(*ahead, *negated, body)?,
            Node::BackReference(index) => self.back_reference(*index)?,
            Node::Concat(parts) => {
                for part in parts {
                    self.grouped(part, matches!(part, Node::Alternate(_)))?;
                }
            }
            Node::Alternate(branches) => {
                for (index, branch) in branches.iter().enumerate() {
                    if index > 0 {
                        self.out.push('|');
                    }
                    self.optional(|this| this.node(branch))?;
                }
            }
            Node::Repeat { body, min, max, greedy } => self.repeat(body, *min, *max, *greedy)?,
        }
        Ok(())
    }

    fn grouped(&mut self, node: &Node, group: bool) -> Result<(), String> {
        if group {
            self.out.push_str("(?:");
        }
        self.node(node)?;
        if group {
            self.out.push(')');
        }
        Ok(())
    }

    /// Writes an optional part: its groups may not have matched.
    fn optional(
        &mut self,
        write: impl FnOnce(&mut Self) -> Result<(), String>,
    ) -> Result<(), String> {
        let set = self.set.clone();
        write(self)?;
        self.set = set;
        Ok(())
    }

    fn group(&mut self, kind: &GroupKind, body: &Node) -> Result<(), String> {
        match kind {
            GroupKind::Capture { index, .. } if self.captures.contains(index) => {
                self.out.push('(');
                self.node(body)?;
                self.set.push(*index);
            }
            _ => {
                self.out.push_str("(?:");
                self.node(body)?;
            }
        }
        self.out.push(')');
        Ok(())
    }

    /// In ECMA-262, a reference to a group without a match is empty, and each iteration of a loop
    /// resets groups; in Oniguruma such a reference fails, and groups are kept. The reference is only
    /// written if both agree.
    fn back_reference(&mut self, index: u32) -> Result<(), String> {
        if !self.set.contains(&index) {
            return Err(format!(
                "a backreference (\\{index}) to a group that may not match, which jq reads differently"
            ));
        }
        let place = self.captures.iter().position(|known| *known == index).unwrap_or_default() + 1;
        let _ = write!(self.out, "(?:\\{place})");
        Ok(())
    }

    fn look(&mut self, ahead: bool, negated: bool, body: &Node) -> Result<(), String> {
        if !ahead && !has_fixed_alternatives(body) {
            return Err("a lookbehind of variable length, which jq can't match".to_owned());
        }
        if !back_references_into(body, &self.captures).is_empty() {
            return Err(
                "a backreference to a group inside a lookaround, which jq reads differently"
                    .to_owned(),
            );
        }
        self.out.push_str(match (ahead, negated) {
            (true, false) => "(?=",
            (true, true) => "(?!",
            (false, false) => "(?<=",
            (false, true) => "(?<!",
        });
        self.node(body)?;
        self.out.push(')');
        Ok(())
    }

    fn repeat(
        &mut self,
        body: &Node,
        min: u32,
        max: Option<u32>,
        greedy: bool,
    ) -> Result<(), String> {
        if min.max(max.unwrap_or_default()) > MOST_REPEATS {
            return Err(format!(
                "a repetition of more than {MOST_REPEATS} times, which jq refuses"
            ));
        }
        if !back_references_into(body, &self.captures).is_empty() {
            return Err(
                "a backreference to a group inside a repetition, which jq reads differently"
                    .to_owned(),
            );
        }
        if max == Some(0) {
            return Ok(());
        }
        let single = matches!(body, Node::Literal(_) | Node::Any | Node::Class(_));
        self.optional(|this| this.grouped(body, !single))?;
        let greedy = greedy || (min, max) == (1, Some(1));
        self.out.push_str(&quantifier(min, max, greedy));
        Ok(())
    }

    fn boundary(&mut self, negated: bool) {
        let mut word = Writer { out: String::new(), captures: Vec::new(), set: Vec::new() };
        word.ranges(false, word_ranges());
        let word = word.out;
        let (both, neither) = if negated { ("(?=", "(?!") } else { ("(?!", "(?=") };
        let _ = write!(self.out, "(?:(?<={word}){both}{word})|(?<!{word}){neither}{word}))");
    }

    fn class(&mut self, class: &Class) -> Result<(), String> {
        let ranges = class.ranges().map_err(|error| error.to_string())?;
        self.ranges(false, &ranges);
        Ok(())
    }

    fn ranges(&mut self, negated: bool, ranges: &[(char, char)]) {
        match (ranges, negated) {
            ([], false) => return self.out.push_str("(?!)"),
            ([], true) => return self.out.push_str(r"[\x{0}-\x{10FFFF}]"),
            ([(first, last)], false) if first == last => return self.character(*first),
            _ => {}
        }
        self.out.push_str(if negated { "[^" } else { "[" });
        for (first, last) in ranges {
            self.character(*first);
            if first != last {
                self.out.push('-');
                self.character(*last);
            }
        }
        self.out.push(']');
    }

    fn character(&mut self, c: char) {
        if c.is_ascii_alphanumeric() || (c as u32 > 0xff && c.is_alphanumeric()) {
            self.out.push(c);
        } else {
            let _ = write!(self.out, "\\x{{{:X}}}", c as u32);
        }
    }
}

/// The referenced groups, in order.
fn back_references(node: &Node) -> Vec<u32> {
    let mut found = Vec::new();
    visit(node, &mut |node| {
        if let Node::BackReference(index) = node {
            found.push(*index);
        }
    });
    found.sort_unstable();
    found.dedup();
    found
}

/// The groups of `wanted` in `node`.
fn back_references_into(node: &Node, wanted: &[u32]) -> Vec<u32> {
    let mut found = Vec::new();
    visit(node, &mut |node| {
        if let Node::Group(GroupKind::Capture { index, .. }, _) = node
            && wanted.contains(index)
        {
            found.push(*index);
        }
    });
    found
}

fn visit<'n>(node: &'n Node, see: &mut dyn FnMut(&'n Node)) {
    see(node);
    match node {
        Node::Group(_, body) | Node::Look { body, .. } | Node::Repeat { body, .. } => {
            visit(body, see)
        }
        Node::Concat(parts) | Node::Alternate(parts) => {
            parts.iter().for_each(|part| visit(part, see))
        }
        _ => {}
    }
}

/// Oniguruma's form of a lookbehind: alternatives of fixed length at the top.
fn has_fixed_alternatives(node: &Node) -> bool {
    match node {
        Node::Alternate(branches) => branches.iter().all(|branch| length(branch).is_some()),
        other => length(other).is_some(),
    }
}

/// The number of characters that a node consumes, if it is fixed.
fn length(node: &Node) -> Option<u32> {
    match node {
        Node::Empty | Node::Start | Node::End => Some(0),
        Node::Literal(_) | Node::Any => Some(1),
        Node::Class(class) => class.ranges().is_ok_and(|all| !all.is_empty()).then_some(1),
        Node::Group(GroupKind::Plain | GroupKind::Capture { .. }, body) => length(body),
        Node::Concat(parts) => {
            parts.iter().map(length).try_fold(0_u32, |sum, part| sum.checked_add(part?))
        }
        Node::Alternate(parts) => {
            let mut lengths = parts.iter().map(length);
            let first = lengths.next()??;
            lengths.all(|other| other == Some(first)).then_some(first)
        }
        Node::Repeat { body, min, max, .. } if *max == Some(*min) => {
            length(body)?.checked_mul(*min)
        }
        Node::WordBoundary { .. }
        | Node::Look { .. }
        | Node::BackReference(_)
        | Node::Repeat { .. } => None,
    }
}

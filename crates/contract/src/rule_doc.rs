//! Rule files: TOML between two lines `+++`, then Markdown with a title, prose, named code blocks and
//! sections. One file is the rule's data, its documentation and its test.

use std::collections::BTreeMap;

/// A rule file, read.
#[derive(Clone, Debug, PartialEq)]
pub struct RuleDoc {
    /// The id; equal to the file's stem.
    pub id: String,
    /// The front matter, whole.
    pub data: toml::Table,
    /// The text of the first heading.
    pub title: String,
    /// The prose between the title and the first section: the reason for the rule.
    pub why: String,
    /// Code blocks by the words after the fence: `json old` → its text. Blocks of one name are in
    /// order.
    pub blocks: Vec<(String, String)>,
    /// Sections by heading (`Instead`, `Example`), without their code blocks.
    pub sections: BTreeMap<String, String>,
    /// The Markdown after the front matter, unchanged.
    pub markdown: String,
}

/// An error in a rule file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{stem}.md: {message}")]
pub struct RuleDocError {
    /// The file's stem.
    pub stem: String,
    /// The message.
    pub message: String,
}

impl RuleDoc {
    /// Reads a rule file whose name without `.md` is `stem`.
    ///
    /// # Errors
    /// Fails without front matter or title, for an unclosed code block, or for an `id` that is not
    /// the stem.
    pub fn parse(stem: &str, text: &str) -> Result<RuleDoc, RuleDocError> {
        let fail =
            |message: &str| RuleDocError { stem: stem.to_owned(), message: message.to_owned() };
        let rest = text.strip_prefix("+++\n").ok_or_else(|| fail("no line `+++` at the top"))?;
        let (front, markdown) =
            rest.split_once("\n+++\n").ok_or_else(|| fail("no closing line `+++`"))?;
        let data: toml::Table = front.parse().map_err(|e: toml::de::Error| fail(e.message()))?;
        let id = data.get("id").and_then(toml::Value::as_str).unwrap_or_default().to_owned();
        if id != stem {
            return Err(fail(&format!("id is `{id}`; it must be the file's name")));
        }
        let mut doc = RuleDoc {
            id,
            data,
            title: String::new(),
            why: String::new(),
            blocks: Vec::new(),
            sections: BTreeMap::new(),
            markdown: markdown.to_owned(),
        };
        doc.read_markdown(markdown).map_err(|m| fail(&m))?;
        if doc.title.is_empty() {
            return Err(fail("no heading `# …`"));
        }
        Ok(doc)
    }

    fn read_markdown(&mut self, markdown: &str) -> Result<(), String> {
        let mut section: Option<String> = None;
        let mut lines = markdown.lines();
        while let Some(line) = lines.next() {
            if line.starts_with("```") {
                // A block that shows a fence has a longer one around it.
                let name = line.trim_start_matches('`');
                let fence = &line[..line.len() - name.len()];
                let mut block = String::new();
                loop {
                    match lines.next() {
                        Some(end) if end == fence => break,
                        Some(l) => {
                            block.push_str(l);
                            block.push('\n');
                        }
                        None => return Err(format!("the code block `{name}` is not closed")),
                    }
                }
                self.blocks.push((name.trim().to_owned(), block));
            } else if let Some(title) = line.strip_prefix("# ") {
                self.title = title.trim().to_owned();
            } else if let Some(name) = line.strip_prefix("## ") {
                section = Some(name.trim().to_owned());
                self.sections.entry(name.trim().to_owned()).or_default();
            } else {
                let text = match &section {
                    Some(name) => self.sections.entry(name.clone()).or_default(),
                    None => &mut self.why,
                };
                text.push_str(line);
                text.push('\n');
            }
        }
        self.why = self.why.trim().to_owned();
        self.sections.values_mut().for_each(|s| *s = s.trim().to_owned());
        Ok(())
    }

    /// The first code block of that name.
    #[must_use]
    pub fn block(&self, name: &str) -> Option<&str> {
        self.blocks.iter().find(|(n, _)| n == name).map(|(_, text)| text.as_str())
    }

    /// A string of the front matter.
    #[must_use]
    pub fn text(&self, key: &str) -> Option<&str> {
        self.data.get(key).and_then(toml::Value::as_str)
    }
}

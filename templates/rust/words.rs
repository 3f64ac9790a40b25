// The text of a schema, read into parts.

//= words: read
/// A part of a schema's text: its members keep their order, its numbers their digits.
enum Words {
    Null,
    Bool(bool),
    Number(String),
    Text(String),
    List(Vec<Words>),
    Dict(Vec<(String, Words)>),
}

impl Words {
    /// Reads a schema, which is skillgen's own.
    fn read(text: &str) -> Words {
        let mut reader = Reader { text, at: 0, most: MOST_LEVELS };
        reader.words().unwrap_or(Words::Null)
    }

    /// As a value; `None` for numbers beyond those of serde_json.
    fn value(&self) -> Option<Value> {
        Some(match self {
            Words::Null => Value::Null,
            Words::Bool(flag) => Value::Bool(*flag),
            Words::Number(text) => Value::Number(text.parse().ok()?),
            Words::Text(text) => Value::String(text.clone()),
            Words::List(items) => items.iter().map(Words::value).collect::<Option<Value>>()?,
            Words::Dict(members) => {
                let member = |(name, one): &(String, Words)| Some((name.clone(), one.value()?));
                Value::Object(members.iter().map(member).collect::<Option<_>>()?)
            }
        })
    }

    fn list(&self) -> &[Words] {
        if let Words::List(items) = self { items } else { &[] }
    }

    fn members(&self) -> &[(String, Words)] {
        if let Words::Dict(members) = self { members } else { &[] }
    }

    fn text(&self) -> &str {
        match self {
            Words::Text(text) | Words::Number(text) => text,
            _ => "",
        }
    }

    /// The texts of a list, or the one that stands for itself.
    fn texts(&self) -> Vec<String> {
        match self {
            Words::List(items) => items.iter().map(|item| item.text().to_owned()).collect(),
            one => vec![one.text().to_owned()],
        }
    }

    /// A count; what is beyond 64 bits is beyond all sizes, too.
    fn count(&self) -> u64 {
        self.text().parse().unwrap_or(u64::MAX)
    }
}

impl Reader<'_> {
    fn words(&mut self) -> Result<Words, &'static str> {
        match self.peek() {
            Some(b'{') => {
                let mut members = Vec::new();
                self.at += 1;
                while self.peek() != Some(b'}') {
                    self.at += usize::from(self.byte() == Some(b','));
                    members.push((self.key()?, self.words()?));
                }
                self.at += 1;
                Ok(Words::Dict(members))
            }
            Some(b'[') => {
                let mut items = Vec::new();
                self.at += 1;
                while self.peek() != Some(b']') {
                    self.at += usize::from(self.byte() == Some(b','));
                    items.push(self.words()?);
                }
                self.at += 1;
                Ok(Words::List(items))
            }
            Some(b'"') => Ok(Words::Text(self.string()?)),
            Some(b't') => self.word("true", Value::Null).map(|_| Words::Bool(true)),
            Some(b'f') => self.word("false", Value::Null).map(|_| Words::Bool(false)),
            Some(b'n') => self.word("null", Value::Null).map(|_| Words::Null),
            _ => {
                let start = self.at;
                // What is no number of serde_json's is one of the schema.
                let _ = self.number();
                let text = self.text.get(start..self.at).unwrap_or_default();
                if text.is_empty() { Err("expected a value") } else { Ok(Words::Number(text.to_owned())) }
            }
        }
    }
}

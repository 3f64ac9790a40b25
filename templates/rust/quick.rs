// The fast path: reads a text straight into its types and checks it on the way. It only accepts. If it
// gives up (`None`), the full checks decide and report issues.

//= quick: read
/// The maximum depth of the fast path.
const QUICK_LEVELS: usize = 64;

impl<'t> Reader<'t> {
    fn quick(text: &'t str) -> Reader<'t> {
        Reader { text, at: 0, most: QUICK_LEVELS }
    }

    /// Whether the text ends here.
    fn ended(&mut self) -> bool {
        self.peek().is_none()
    }
}

//= quick_group: quick
impl Reader<'_> {
    /// Enters an array or object; returns whether it is not empty.
    fn enters(&mut self, open: u8, close: u8) -> Option<bool> {
        if self.peek()? != open {
            return None;
        }
        self.at += 1;
        if self.peek()? == close {
            self.at += 1;
            return Some(false);
        }
        self.most = self.most.checked_sub(1)?;
        Some(true)
    }

    /// Returns whether another element follows; if not, leaves the array or object.
    fn another(&mut self, close: u8) -> Option<bool> {
        let mark = self.peek()?;
        self.at += 1;
        if mark == close {
            self.most += 1;
            return Some(false);
        }
        if mark == b',' { Some(true) } else { None }
    }
}

//= quick_tuple: quick_group
impl Reader<'_> {
    /// Enters an array that is not empty.
    fn opens(&mut self) -> Option<()> {
        self.enters(b'[', b']')?.then_some(())
    }

    /// Goes on to another item of an array.
    fn next_item(&mut self) -> Option<()> {
        self.another(b']')?.then_some(())
    }

    /// Leaves an array behind its last item.
    fn closes(&mut self) -> Option<()> {
        (!self.another(b']')?).then_some(())
    }
}

//= quick_plain: quick
impl<'t> Reader<'t> {
    /// A string without escapes.
    fn plain(&mut self) -> Option<&'t str> {
        if self.peek()? != b'"' {
            return None;
        }
        let start = self.at + 1;
        let end = plain_end(self.text.as_bytes(), start);
        self.at = end;
        if self.byte()? != b'"' {
            return None;
        }
        self.at += 1;
        self.text.get(start..end)
    }
}

//= quick_name: quick_group quick_plain
impl<'t> Reader<'t> {
    /// The name of a member, up to its value.
    fn name(&mut self) -> Option<&'t str> {
        let name = self.plain()?;
        if self.peek()? != b':' {
            return None;
        }
        self.at += 1;
        Some(name)
    }
}

//= quick_text: quick
impl Reader<'_> {
    fn text(&mut self) -> Option<String> {
        if self.peek()? == b'"' { self.string().ok() } else { None }
    }
}

//= quick_word: quick
impl Reader<'_> {
    fn takes(&mut self, word: &str) -> bool {
        self.peek();
        let found = self.text.as_bytes()[self.at..].starts_with(word.as_bytes());
        self.at += if found { word.len() } else { 0 };
        found
    }
}

//= quick_boolean: quick_word
impl Reader<'_> {
    fn boolean(&mut self) -> Option<bool> {
        if self.takes("true") {
            return Some(true);
        }
        if self.takes("false") { Some(false) } else { None }
    }
}

//= quick_figure: quick
/// A number in the text.
struct Figure<'t> {
    text: &'t str,
    /// Its value, if it is written as a whole number of at most 18 digits.
    whole: Option<i64>,
    /// Its value, if it has at most 15 digits and no exponent. No other such number has the same
    /// double, so comparing doubles is exact.
    float: Option<f64>,
}

const TENS: [f64; 16] =
    [1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15];

impl<'t> Reader<'t> {
    fn figure(&mut self) -> Option<Figure<'t>> {
        let first = self.peek()?;
        let start = self.at;
        let negative = first == b'-';
        self.at += usize::from(negative);
        let (mut sum, begin) = (0_u64, self.at);
        self.digits(&mut sum);
        let mut count = self.at - begin;
        if count == 0 || (count > 1 && self.text.as_bytes()[begin] == b'0') {
            return None;
        }
        let mut after = 0;
        if self.byte() == Some(b'.') {
            self.at += 1;
            let point = self.at;
            self.digits(&mut sum);
            after = self.at - point;
            count += after;
            if after == 0 {
                return None;
            }
        }
        let mut exponent = false;
        if let Some(b'e' | b'E') = self.byte() {
            exponent = true;
            self.at += 1;
            self.at += usize::from(matches!(self.byte(), Some(b'+' | b'-')));
            let point = self.at;
            self.digits(&mut 0);
            if self.at == point {
                return None;
            }
        }
        if negative && sum == 0 {
            // The full checks handle -0.
            return None;
        }
        let text = self.text.get(start..self.at)?;
        let (mut whole, mut float) = (None, None);
        if !exponent && count <= 18 {
            let exact = i64::try_from(sum).ok()?;
            if after == 0 {
                whole = Some(if negative { -exact } else { exact });
            }
            if count <= 15 {
                let size = exact as f64 / TENS[after];
                float = Some(if negative { -size } else { size });
            }
        }
        Some(Figure { text, whole, float })
    }

    fn digits(&mut self, sum: &mut u64) {
        while let Some(digit @ b'0'..=b'9') = self.byte() {
            *sum = sum.wrapping_mul(10).wrapping_add(u64::from(digit - b'0'));
            self.at += 1;
        }
    }
}

//= quick_float: quick_figure
impl Figure<'_> {
    /// The double that the full checks would produce.
    fn float(&self) -> Option<f64> {
        match self.float {
            Some(float) => Some(float),
            None => self.text.parse::<Number>().ok()?.as_f64().filter(|float| *float != 0.0),
        }
    }
}

//= quick_compare: quick_figure compare
impl Figure<'_> {
    /// Compares it with a bound, given as a double and as text.
    fn to(&self, bound: f64, text: &str) -> Option<std::cmp::Ordering> {
        match self.float {
            Some(float) => float.partial_cmp(&bound),
            None => Some(compare(&self.text.parse().ok()?, text)),
        }
    }
}

//= quick_any: quick
impl Reader<'_> {
    /// Reads any value.
    fn any(&mut self) -> Option<Value> {
        self.value().ok()
    }
}

//= quick_typed: quick_any typed
/// The typed form of a value that is checked on its own.
fn quick_typed<T: serde::de::DeserializeOwned>(value: &Value) -> Option<T> {
    typed(value).ok()
}

//= quick_once: quick
/// Stores a property; gives up if its name occurs twice.
fn once<T>(slot: &mut Option<T>, value: T) -> Option<()> {
    if slot.is_some() {
        return None;
    }
    *slot = Some(value);
    Some(())
}

//= quick_put: quick
/// Stores a member; gives up if its name occurs twice.
fn put<T>(members: &mut BTreeMap<String, T>, name: impl Into<String>, value: T) -> Option<()> {
    members.insert(name.into(), value).is_none().then_some(())
}

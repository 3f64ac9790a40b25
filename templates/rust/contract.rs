// A schema with its operations, which the public functions call.

//= contract: schema coerce typed print quick whole_numbers deep
/// The data of a contract that the emitted file holds.
pub struct Source<T: 'static> {
    /// The schema, as JSON.
    pub schema: &'static str,
    /// The compiled patterns.
    pub patterns: &'static [(&'static str, &'static Program)],
    /// The fast path: reads a valid text in its usual form.
    pub quick: Option<fn(&mut Reader<'_>) -> Option<T>>,
    /// Whether integer fields accept numbers such as 5.0.
    pub whole_numbers: bool,
    /// Whether defaults are added before the checks.
    pub fills: bool,
    /// Whether types of the program replace strings.
    pub mapped: bool,
    /// Whether values are printed on one line.
    pub compact: bool,
    /// The exit code for a process that prints a value.
    pub exit: fn(&T) -> u8,
}

impl<T> Source<T> {
    /// A schema without patterns.
    pub const fn of(schema: &'static str) -> Source<T> {
        let exit = |_: &T| 0;
        Source {
            schema,
            patterns: &[],
            quick: None,
            whole_numbers: false,
            fills: false,
            mapped: false,
            compact: false,
            exit,
        }
    }
}

/// A schema that is read on first use.
struct Compiled(std::sync::OnceLock<Schema>);

impl Compiled {
    fn schema(
        &self,
        text: &'static str,
        patterns: &'static [(&'static str, &'static Program)],
    ) -> &Schema {
        self.0.get_or_init(|| Schema::read(text, patterns))
    }
}

/// A schema with the type of its values. What doesn't depend on the type is in `Checker`, which is compiled once for all
/// contracts.
pub struct Contract<T: 'static> {
    source: Source<T>,
    compiled: Compiled,
}

impl<T: serde::de::DeserializeOwned + Serialize + Send> Contract<T> {
    /// A contract. Its schema is read on first use.
    pub const fn new(source: Source<T>) -> Contract<T> {
        Contract { source, compiled: Compiled(std::sync::OnceLock::new()) }
    }

    fn checker(&self) -> Checker<'_> {
        let Source { schema, patterns, whole_numbers, fills, mapped, .. } = self.source;
        let schema = self.compiled.schema(schema, patterns);
        Checker { schema, whole_numbers, fills, mapped }
    }

    /// Whether a definition of the schema accepts a value.
    fn part(&self, name: &str, value: &Value) -> bool {
        self.checker().part(name, value)
    }

    fn is(&self, value: &Value) -> bool {
        self.checker().is(value)
    }

    fn check(&self, value: &Value) -> Vec<Issue> {
        self.checker().check(value)
    }

    /// The fast path: reads a valid text in its usual form.
    fn quick(&self, text: &str) -> Option<T> {
        let mut reader = Reader::quick(text);
        match (self.source.quick?)(&mut reader) {
            Some(value) if reader.ended() => Some(value),
            _ => None,
        }
    }

    fn parse(&self, text: &str) -> Result<T, Error> {
        match self.quick(text) {
            Some(value) => Ok(value),
            None => self.read_value(read(text)?),
        }
    }

    fn read_value(&self, value: Value) -> Result<T, Error> {
        let mut read = None;
        self.checker().take(value, &mut |value| typed(value).map(|value| read = Some(value)))?;
        match read {
            Some(value) => Ok(value),
            None => unreachable!("the value was read"),
        }
    }

    fn coerce(&self, value: &Value, level: Level) -> Result<Coerced, Error> {
        self.checker().coerce(value, level)
    }

    fn with_defaults(&self, value: &Value) -> Result<Value, Error> {
        self.checker().with_defaults(value)
    }

    fn emit(&self, value: &T) -> Result<std::process::ExitCode, Error> {
        self.checker().print(&compact(value)?, self.source.compact)?;
        Ok(std::process::ExitCode::from((self.source.exit)(value)))
    }
}

/// A schema with the options of its contract.
#[derive(Clone, Copy)]
struct Checker<'c> {
    schema: &'c Schema,
    whole_numbers: bool,
    fills: bool,
    mapped: bool,
}

/// A valid value.
struct ValidValue {
    value: Value,
    levels: usize,
    /// Whether it has a whole number that an integer of 64 bits may not hold.
    is_wide: bool,
}

/// A deep value is dropped by recursion, too.
impl Drop for ValidValue {
    fn drop(&mut self) {
        let mut value = std::mem::take(&mut self.value);
        deep(self.levels, &mut || drop(std::mem::take(&mut value)));
    }
}

impl Checker<'_> {
    /// Runs on a stack that is large enough for a recursive schema.
    fn run<R: Send>(self, value: &Value, work: impl FnOnce(&Schema) -> R + Send) -> R {
        let schema = self.schema;
        if !schema.recursive {
            return work(schema);
        }
        on_deep_stack(levels(value), move || work(schema))
    }

    fn part(self, name: &str, value: &Value) -> bool {
        self.run(value, |schema| {
            schema.names.get(name).is_some_and(|id| schema.holds(*id, value))
        })
    }

    fn is(self, value: &Value) -> bool {
        self.run(value, |schema| schema.holds(schema.root, value))
    }

    fn check(self, value: &Value) -> Vec<Issue> {
        self.run(value, |schema| {
            if schema.holds(schema.root, value) {
                return Vec::new();
            }
            let mut out = Report::new(true);
            let at = At::new(schema, schema.root, value, &Path::Root);
            at.apply(schema.root, &mut out, None, "false");
            out.issues
        })
    }

    /// A value in the form that types are read from, if it is valid.
    fn valid(self, value: Value) -> Result<ValidValue, Error> {
        let levels = levels(&value);
        on_deep_stack(levels, move || {
            let mut value = if self.fills { self.with_defaults(&value)? } else { value };
            let issues = self.check(&value);
            if !issues.is_empty() {
                return Err(Error { issues });
            }
            let is_wide = self.whole_numbers && whole_numbers(&mut value);
            Ok(ValidValue { value, levels, is_wide })
        })
    }

    /// Gives a valid value to `take`, which reads its type.
    fn take(
        self,
        value: Value,
        take: &mut (dyn FnMut(&Value) -> Result<(), Rejected> + Send),
    ) -> Result<(), Error> {
        let valid = self.valid(value)?;
        let mut taken = Ok(());
        deep(valid.levels, &mut || taken = take(&valid.value));
        taken.map_err(|rejected| self.rejected(rejected, &valid))
    }

    /// The error for a valid value that its type rejects.
    fn rejected(self, rejected: Rejected, valid: &ValidValue) -> Error {
        let wide = if valid.is_wide { rejected.wide(&valid.value) } else { None };
        match wide {
            Some(error) => error,
            None if self.mapped => rejected.mapped(&valid.value),
            None => rejected.into(),
        }
    }

    fn coerce(self, value: &Value, level: Level) -> Result<Coerced, Error> {
        let level = if self.is(value) { Level::Off } else { level };
        follow(self.schema, value.clone(), level)
    }

    fn with_defaults(self, value: &Value) -> Result<Value, Error> {
        Ok(follow(self.schema, value.clone(), Level::Off)?.value)
    }

    /// Writes a value to stdout, if it is valid.
    fn print(self, text: &str, is_compact: bool) -> Result<(), Error> {
        let issues = self.check(&read_levels(text, usize::MAX)?);
        if !issues.is_empty() {
            return Err(Error { issues });
        }
        if is_compact { print(text) } else { print(&indented(text)) }
    }
}

//= builder: contract
/// Implements the contract, the conversions and the builder's setters for a type.
macro_rules! builder {
    ($name:ident, $contract:ident; $($key:literal => $field:ident: $type:ty,)*) => {
        impl runtime::Checked for $name {
            fn contract() -> &'static runtime::Contract<$name> {
                &$contract
            }
        }

        impl std::convert::TryFrom<serde_json::Value> for $name {
            type Error = runtime::Error;

            fn try_from(value: serde_json::Value) -> std::result::Result<Self, runtime::Error> {
                $contract.read_value(value)
            }
        }

        impl std::str::FromStr for $name {
            type Err = runtime::Error;

            fn from_str(text: &str) -> std::result::Result<Self, runtime::Error> {
                $contract.parse(text)
            }
        }

        #[allow(dead_code, reason = "a program sets some properties")]
        impl runtime::BuilderOf<$name> {
            $(
                #[doc = concat!("Sets `", $key, "`; what does not become its type is an issue of `build`.")]
                #[must_use]
                pub fn $field<V: std::convert::TryInto<$type>>(self, value: V) -> Self
                where
                    V::Error: std::fmt::Display,
                {
                    self.set_typed::<V, $type>($key, value)
                }
            )*
        }
    };
}

pub(crate) use builder;

/// A type with a contract.
pub trait Checked: serde::de::DeserializeOwned + Serialize + Send + 'static {
    /// Its contract.
    fn contract() -> &'static Contract<Self>;
}

/// A builder; `build` and `emit` check the value.
#[derive(Clone, Debug)]
pub struct BuilderOf<T> {
    draft: serde_json::Map<String, Value>,
    issues: Vec<Issue>,
    made: std::marker::PhantomData<T>,
}

impl<T: Checked> Default for BuilderOf<T> {
    fn default() -> Self {
        BuilderOf {
            draft: serde_json::Map::new(),
            issues: Vec::new(),
            made: std::marker::PhantomData,
        }
    }
}

impl<T: Checked> BuilderOf<T> {
    /// An empty builder.
    #[must_use]
    pub fn new() -> Self {
        BuilderOf::default()
    }

    /// Sets a property; a later value replaces an earlier one.
    #[must_use]
    pub fn set(mut self, key: &str, value: impl Into<Value>) -> Self {
        self.draft.insert(key.to_owned(), value.into());
        self
    }

    /// Sets a property to a value that converts to its type.
    #[must_use]
    pub fn set_typed<V, U>(mut self, key: &str, value: V) -> Self
    where
        V: std::convert::TryInto<U>,
        V::Error: std::fmt::Display,
        U: Serialize,
    {
        let value = value.try_into().map_err(|error| error.to_string());
        let value = value
            .and_then(|value| serde_json::to_value(value).map_err(|error| error.to_string()));
        match value {
            Ok(value) => {
                self.draft.insert(key.to_owned(), value);
            }
            Err(message) => self.issues.push(Issue {
                path: Path::Key(&Path::Root, key).pointer(),
                keyword: "type".to_owned(),
                expected: Value::from(std::any::type_name::<U>()),
                got: Value::Null,
                message,
            }),
        }
        self
    }

    /// The value, with defaults.
    ///
    /// # Errors
    /// Returns all issues if it is invalid.
    pub fn build(self) -> Result<T, Error> {
        if !self.issues.is_empty() {
            return Err(Error { issues: self.issues });
        }
        let contract = T::contract();
        contract.read_value(contract.with_defaults(&Value::Object(self.draft))?)
    }

    /// Writes the value to stdout as one JSON document; returns the exit code for the process.
    ///
    /// # Errors
    /// Returns all issues if it is invalid.
    pub fn emit(self) -> Result<std::process::ExitCode, Error> {
        T::contract().emit(&self.build()?)
    }
}

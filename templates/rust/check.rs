// Checks of a schema that is stored as data. Its keywords become functions on first use.

//= schema: report kind is_integer words seen pattern check_end
/// The check of one keyword. Issues go to the report, evaluated names and items to the notes.
type Test = Box<dyn Fn(At<'_>, &mut Report, Option<&mut Seen>) -> bool + Send + Sync>;

/// The schemas of a contract; they refer to each other by index.
struct Schema {
    nodes: Vec<Node>,
    root: usize,
    names: BTreeMap<String, usize>,
    /// Whether a schema refers to itself, so that values have no maximum depth.
    recursive: bool,
}

/// A schema: its keywords as functions in the order of checking, and the parts that coercion uses.
#[derive(Default)]
struct Node {
    /// The schema is `false`.
    never: bool,
    /// The schema is an object, not `true` or `false`.
    speaks: bool,
    /// It has an `unevaluated…` keyword.
    asks: bool,
    /// The checks; a mark says that a check is only needed to collect issues.
    tests: Vec<(bool, Test)>,
    types: Vec<String>,
    /// The accepted JSON types; empty if there is no `type`.
    kinds: Vec<bool>,
    all: Vec<usize>,
    any_of: Vec<usize>,
    one_of: Vec<usize>,
    any_of_signs: Vec<Value>,
    one_of_signs: Vec<Value>,
    prefix: Vec<usize>,
    references: Vec<usize>,
    properties: Vec<(String, usize)>,
    /// Which of these properties are required, if all required ones are listed here.
    needed: Vec<bool>,
    dependent: Vec<(String, usize)>,
    /// The schemas of `properties` by name. All maps of the runtime have one type, so that the compiler makes their code once.
    named: BTreeMap<String, usize>,
    patterns: Vec<(&'static Program, usize)>,
    parts: BTreeMap<String, usize>,
    default: Option<Value>,
}

impl Node {
    /// Whether a value is of one of its types.
    fn takes(&self, value: &Value) -> bool {
        let kind = match value {
            Value::Null => 0,
            Value::Bool(_) => 1,
            Value::Number(_) => 2,
            Value::String(_) => 3,
            Value::Array(_) => 4,
            Value::Object(_) => 5,
        };
        self.kinds.get(kind).map_or(true, |takes| {
            *takes || (kind == 2 && self.kinds[6] && is_integer(value))
        })
    }

    fn part(&self, word: &str) -> Option<usize> {
        self.parts.get(word).copied()
    }

    /// Whether a property has a name in `properties` or `patternProperties`.
    fn names(&self, name: &str) -> bool {
        const FEW: usize = 16;
        let named = match self.properties.len() {
            0..=FEW => self.properties.iter().any(|(own, _)| own == name),
            _ => self.named.contains_key(name),
        };
        named
            || self.patterns.iter().any(|(program, _)| program.found(name))
    }
}

/// Applies a schema to a value.
#[derive(Clone, Copy)]
struct At<'a> {
    schema: &'a Schema,
    node: &'a Node,
    value: &'a Value,
    path: &'a Path<'a>,
}

impl<'a> At<'a> {
    fn new(schema: &'a Schema, id: usize, value: &'a Value, path: &'a Path<'a>) -> At<'a> {
        At { schema, node: &schema.nodes[id], value, path }
    }

    fn of(self, id: usize) -> At<'a> {
        At { node: &self.schema.nodes[id], ..self }
    }

    /// Checks all keywords; stops at the first failure if no issues are collected.
    fn holds(self, out: &mut Report, outer: Option<&mut Seen>) -> bool {
        if !self.node.asks {
            return self.tests(out, outer);
        }
        let mut own = Seen::default();
        let ok = self.tests(out, Some(&mut own));
        if let Some(outer) = outer {
            outer.learn(own);
        }
        ok
    }

    fn tests(self, out: &mut Report, mut notes: Option<&mut Seen>) -> bool {
        if !out.listens {
            // The type is cheap to check, and required names are checked with the properties.
            let mut others = self.node.tests.iter().filter(|(seen, _)| !seen);
            return self.node.takes(self.value)
                && others.all(|(_, test)| test(self, out, notes.as_deref_mut()));
        }
        let mut ok = true;
        for (_, test) in &self.node.tests {
            ok = test(self, out, notes.as_deref_mut()) && ok;
        }
        ok
    }

    /// Applies a schema to the value itself; a `false` schema is reported by the keyword that holds
    /// it.
    fn apply(self, id: usize, out: &mut Report, notes: Option<&mut Seen>, keyword: &str) -> bool {
        let at = self.of(id);
        if at.node.never {
            return out.fail(self.path, keyword, &|| (Value::from(false), self.value.clone()));
        }
        at.holds(out, notes)
    }

    /// Applies a schema to an item; a `false` schema is an issue of the array, with the item's
    /// index.
    fn item(self, id: usize, index: usize, out: &mut Report, keyword: &str) -> bool {
        let node = &self.schema.nodes[id];
        if node.never {
            return out.fail(self.path, keyword, &|| (Value::from(false), Value::from(index)));
        }
        let path = &Path::Index(self.path, index);
        match self.value.get(index) {
            Some(value) if !node.tests.is_empty() => {
                At { node, value, path, ..self }.holds(out, None)
            }
            _ => true,
        }
    }

    /// Applies a schema to a member; a `false` schema is an issue of the object, with the member's
    /// name.
    fn member(self, id: usize, name: &str, value: &Value, out: &mut Report, keyword: &str) -> bool {
        let node = &self.schema.nodes[id];
        if node.never {
            return out.fail(self.path, keyword, &|| (Value::from(false), Value::from(name)));
        }
        let path = &Path::Key(self.path, name);
        node.tests.is_empty() || At { schema: self.schema, node, value, path }.holds(out, None)
    }

    /// Whether a branch accepts the value; its evaluated names and items count only then.
    fn branch(self, id: usize, notes: Option<&mut Seen>) -> bool {
        let at = self.of(id);
        let mut deaf = Report::new(false);
        if at.node.never {
            return false;
        }
        let Some(notes) = notes else { return at.holds(&mut deaf, None) };
        let mut own = Seen::default();
        let ok = at.holds(&mut deaf, Some(&mut own));
        if ok {
            notes.learn(own);
        }
        ok
    }

    fn items(self) -> &'a [Value] {
        if let Value::Array(items) = self.value { items } else { &[] }
    }
}

/// State while the schemas of a text are read.
struct Compiler<'w> {
    schema: Schema,
    definitions: &'w [(String, Words)],
    /// The definitions that are being read.
    open: Vec<usize>,
    programs: &'static [(&'static str, &'static Program)],
}

impl Schema {
    fn read(text: &str, programs: &'static [(&'static str, &'static Program)]) -> Schema {
        let words = Words::read(text);
        let definitions = words.members().iter().find(|(word, _)| word == "$defs");
        let schema =
            Schema { nodes: Vec::new(), root: 0, names: BTreeMap::new(), recursive: false };
        let mut compiler = Compiler {
            schema,
            definitions: definitions.map_or(&[], |(_, words)| words.members()),
            open: Vec::new(),
            programs,
        };
        compiler.schema.root = compiler.node(&words);
        for (name, _) in compiler.definitions {
            compiler.named(name);
        }
        compiler.schema
    }

    fn holds(&self, id: usize, value: &Value) -> bool {
        At::new(self, id, value, &Path::Root).branch(id, None)
    }
}

impl<'w> Compiler<'w> {
    fn empty(&mut self) -> usize {
        self.schema.nodes.push(Node::default());
        self.schema.nodes.len() - 1
    }

    fn node(&mut self, words: &'w Words) -> usize {
        match words {
            Words::Text(reference) => self.named(reference.trim_start_matches("#/$defs/")),
            Words::Dict(members) => match members.as_slice() {
                [(word, target @ Words::Text(_)), rest @ ..]
                    if word == "$ref" && rest.iter().all(|(word, _)| word == "$defs") =>
                {
                    self.node(target)
                }
                _ => {
                    let id = self.empty();
                    self.fill(id, members);
                    id
                }
            },
            other => {
                let id = self.empty();
                self.schema.nodes[id].never = matches!(other, Words::Bool(false));
                id
            }
        }
    }

    fn named(&mut self, name: &str) -> usize {
        if let Some(id) = self.schema.names.get(name).copied() {
            self.schema.recursive |= self.open.contains(&id);
            return id;
        }
        let id = self.empty();
        self.schema.names.insert(name.to_owned(), id);
        self.open.push(id);
        match self.definitions.iter().find(|(known, _)| known == name) {
            Some((_, Words::Dict(members))) => self.fill(id, members),
            Some((_, Words::Bool(false))) => self.schema.nodes[id].never = true,
            _ => {}
        }
        self.open.pop();
        id
    }

    fn nodes(&mut self, words: &'w Words) -> Vec<usize> {
        words.list().iter().map(|one| self.node(one)).collect()
    }

    fn members(&mut self, words: &'w Words) -> Vec<(String, usize)> {
        words.members().iter().map(|(name, one)| (name.clone(), self.node(one))).collect()
    }

    fn program(&self, source: &str) -> &'static Program {
        static NOTHING: Program = Program::new(";");
        let known = self.programs.iter().find(|(known, _)| *known == source);
        known.map_or(&NOTHING, |(_, program)| program)
    }

    fn fill(&mut self, id: usize, words: &'w [(String, Words)]) {
        let mut node = Node { speaks: true, ..Node::default() };
        for (word, value) in words {
            match word.as_str() {
                "type" => {
                    let words =
                        ["null", "boolean", "number", "string", "array", "object", "integer"];
                    node.types = value.texts();
                    let has = |word: &&str| node.types.iter().any(|one| one == word);
                    node.kinds = words.iter().map(has).collect();
                }
                "default" => node.default = value.value(),
                "$ref" | "$dynamicRef" => {
                    let target = self.node(value);
                    node.references.push(target);
                    node.parts.insert(word.clone(), target);
                }
                "allOf" => node.all = self.nodes(value),
                "anyOf" => node.any_of = self.nodes(value),
                "oneOf" => node.one_of = self.nodes(value),
                "anyOfSigns" => node.any_of_signs = value.list().iter().filter_map(Words::value).collect(),
                "oneOfSigns" => node.one_of_signs = value.list().iter().filter_map(Words::value).collect(),
                "prefixItems" => node.prefix = self.nodes(value),
                "properties" => {
                    node.properties = self.members(value);
                    for (name, id) in &node.properties {
                        node.named.insert(name.clone(), *id);
                    }
                }
                "dependentSchemas" => node.dependent = self.members(value),
                "patternProperties" => {
                    let members = self.members(value).into_iter();
                    node.patterns = members.map(|(one, id)| (self.program(&one), id)).collect();
                }
                "if" | "then" | "else" | "items" | "contains" | "not" | "propertyNames"
                | "additionalProperties" | "unevaluatedItems" | "unevaluatedProperties" => {
                    let part = self.node(value);
                    node.parts.insert(word.clone(), part);
                }
                _ => {}
            }
        }
        let word = |wanted: &str| words.iter().find(|(word, _)| word == wanted).map(|(_, it)| it);
        let required = word("required").map_or(Vec::new(), Words::texts);
        if required.iter().all(|name| node.named.contains_key(name)) {
            let needs = |(name, _): &(String, usize)| required.contains(name);
            node.needed = node.properties.iter().map(needs).collect();
        }
        node.asks = word("unevaluatedItems").or(word("unevaluatedProperties")).is_some();
        let spelled = word("spelled").map_or(&[][..], Words::members);
        for (name, value) in words {
            let own = spelled.iter().find(|(known, _)| known == name);
            let told = own.map_or(name.as_str(), |(_, own)| own.text()).to_owned();
            let test = self.test(&node, name, told, value, &word);
            let seen = name == "type" || (name == "required" && !node.needed.is_empty());
            node.tests.extend(test.map(|test| (seen, test)));
        }
        self.schema.nodes[id] = node;
    }

    /// The function that checks a keyword, and the keyword's name in issues; `None` for unknown keywords.
    fn test(
        &self,
        node: &Node,
        name: &str,
        told: String,
        words: &Words,
        beside: &dyn Fn(&str) -> Option<&'w Words>,
    ) -> Option<Test> {
        let expected = words.value().unwrap_or_default();
        let part = node.part(name).unwrap_or_default();
        Some(match name {
            //+ check_type: schema make_type
            "type" => of_type(expected, told),
            //+ check_enum: schema make_enum
            "enum" => one_of_values(words.list(), first_values(expected), told),
            //+ check_const: schema make_enum
            "const" => one_of_values(std::slice::from_ref(words), expected, told),
            //+ check_multipleOf: schema make_multiple
            "multipleOf" => multiple_of(words.text(), expected, told),
            //+ check_minimum: schema make_bound
            "minimum" => bound(words.text(), expected, told, std::cmp::Ordering::is_ge),
            //+ check_maximum: schema make_bound
            "maximum" => bound(words.text(), expected, told, std::cmp::Ordering::is_le),
            //+ check_exclusiveMinimum: schema make_bound
            "exclusiveMinimum" => bound(words.text(), expected, told, std::cmp::Ordering::is_gt),
            //+ check_exclusiveMaximum: schema make_bound
            "exclusiveMaximum" => bound(words.text(), expected, told, std::cmp::Ordering::is_lt),
            //+ check_minLength: schema make_size
            "minLength" => text_size(words.count(), Bound::Least, expected, told),
            //+ check_maxLength: schema make_size
            "maxLength" => text_size(words.count(), Bound::Most, expected, told),
            //+ check_minItems: schema make_size
            "minItems" => size(words.count(), Bound::Least, expected, told, list_length),
            //+ check_maxItems: schema make_size
            "maxItems" => size(words.count(), Bound::Most, expected, told, list_length),
            //+ check_minProperties: schema make_size
            "minProperties" => size(words.count(), Bound::Least, expected, told, object_length),
            //+ check_maxProperties: schema make_size
            "maxProperties" => size(words.count(), Bound::Most, expected, told, object_length),
            //+ check_pattern: schema make_pattern
            "pattern" => {
                let longest = beside("maxLength").map_or(u64::MAX, Words::count);
                matching(self.program(words.text()), longest, expected, told)
            }
            //+ check_format: schema formats
            "format" => {
                let test = format_named(words.text());
                Box::new(move |at, out, _| match at.value {
                    Value::String(text) if !test(text) => {
                        out.fail(at.path, &told, &|| (expected.clone(), at.value.clone()))
                    }
                    _ => true,
                })
            }
            //+ check_uniqueItems: schema unique
            "uniqueItems" => Box::new(move |at, out, _| {
                let got = || (Value::from(true), at.value.clone());
                unique(at.items()) || out.fail(at.path, &told, &got)
            }),
            //+ check_prefixItems: schema make_prefix
            "prefixItems" => prefix_items(told),
            //+ check_items: schema make_items
            "items" => rest_items(part, told),
            //+ check_contains: schema make_contains
            "contains" => {
                let least = beside("minContains").map_or(1, Words::count);
                let most = beside("maxContains").map_or(u64::MAX, Words::count);
                containing(part, least, most, beside("containsUnnoted").is_none())
            }
            //+ check_unevaluatedItems: schema make_unevaluated_items
            "unevaluatedItems" => unevaluated_items(part, told),
            //+ check_required: schema make_required
            "required" => {
                let names = words.texts();
                Box::new(move |at, out, _| all_there(at, &names, out, &told))
            }
            //+ check_dependentRequired: schema make_required
            "dependentRequired" => {
                let lists = words.members().iter();
                let lists: Vec<_> = lists.map(|(name, all)| (name.clone(), all.texts())).collect();
                Box::new(move |at, out, _| {
                    let asked = lists.iter().filter(|(name, _)| at.value.get(name).is_some());
                    asked.fold(true, |ok, (_, names)| all_there(at, names, out, &told) && ok)
                })
            }
            //+ check_properties: schema make_properties
            "properties" => of_properties(told),
            //+ check_patternProperties: schema make_pattern_properties
            "patternProperties" => of_pattern_properties(told),
            //+ check_additionalProperties: schema make_additional
            "additionalProperties" => additional_properties(part, told),
            //+ check_propertyNames: schema
            "propertyNames" => Box::new(move |at, out, _| {
                let names = at.value.as_object().into_iter().flatten();
                names.fold(true, |ok, (name, _)| {
                    let value = &Value::from(name.as_str());
                    let named = At { schema: at.schema, node: at.node, value, path: at.path };
                    named.apply(part, out, None, &told) && ok
                })
            }),
            //+ check_unevaluatedProperties: schema make_unevaluated
            "unevaluatedProperties" => unevaluated_properties(part, told),
            //+ check_dependentSchemas: schema
            "dependentSchemas" => Box::new(move |at, out, mut notes| {
                let asked = at.node.dependent.iter().filter(|(name, _)| at.value.get(name).is_some());
                asked.fold(true, |ok, (_, id)| at.apply(*id, out, notes.as_deref_mut(), &told) && ok)
            }),
            //+ check_$ref: schema
            "$ref" => Box::new(move |at, out, notes| at.apply(part, out, notes, &told)),
            //+ check_$dynamicRef: schema
            "$dynamicRef" => Box::new(move |at, out, notes| at.apply(part, out, notes, &told)),
            //+ check_allOf: schema make_all
            "allOf" => all_of(told),
            //+ check_anyOf: schema no_branch
            "anyOf" => Box::new(move |at, out, mut notes| {
                let mut ok = false;
                for id in &at.node.any_of {
                    ok = at.branch(*id, notes.as_deref_mut()) || ok;
                    if ok && notes.is_none() {
                        break;
                    }
                }
                let branches = (&at.node.any_of[..], &at.node.any_of_signs[..]);
                let got = || (Value::from(branches.0.len()), kind(at.value));
                ok || no_branch(at, branches, out, &told, &got)
            }),
            //+ check_oneOf: schema no_branch
            "oneOf" => Box::new(move |at, out, mut notes| {
                let fits = |id: &&usize| at.branch(**id, notes.as_deref_mut());
                let count = at.node.one_of.iter().filter(fits).count();
                let branches = (&at.node.one_of[..], &at.node.one_of_signs[..]);
                let got = || (Value::from(1), Value::from(count));
                match count {
                    0 => no_branch(at, branches, out, &told, &got),
                    1 => true,
                    _ => out.fail(at.path, &told, &got),
                }
            }),
            //+ check_not: schema
            "not" => Box::new(move |at, out, _| {
                let got = || (Value::Null, kind(at.value));
                !at.branch(part, None) || out.fail(at.path, &told, &got)
            }),
            //+ check_if: schema
            "if" => {
                let (then, other) = (node.part("then"), node.part("else"));
                Box::new(move |at, out, mut notes| {
                    let (picked, word) = match at.branch(part, notes.as_deref_mut()) {
                        true => (then, "then"),
                        false => (other, "else"),
                    };
                    picked.map_or(true, |id| at.apply(id, out, notes, word))
                })
            }
            //+ check_end: schema
            _ => return None,
        })
    }
}

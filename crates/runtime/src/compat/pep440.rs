//! PEP 440 specifiers as Python's packaging evaluates them. Its `in` accepts pre-releases wherever
//! the bounds do: the rule that excludes them is about choosing among versions.

use std::str::FromStr;

use pep440_rs::Version;

/// Parses a version.
pub(super) fn parse_version(text: &str) -> Option<Version> {
    Version::from_str(text.trim()).ok()
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Operator {
    Arbitrary,
    Equal,
    NotEqual,
    Compatible,
    LessOrEqual,
    GreaterOrEqual,
    Less,
    Greater,
}

/// Longer operators come first: `==` begins `===`.
const OPERATORS: [(&str, Operator); 8] = [
    ("===", Operator::Arbitrary),
    ("==", Operator::Equal),
    ("!=", Operator::NotEqual),
    ("~=", Operator::Compatible),
    ("<=", Operator::LessOrEqual),
    (">=", Operator::GreaterOrEqual),
    ("<", Operator::Less),
    (">", Operator::Greater),
];

#[derive(Debug)]
enum Specifier {
    Arbitrary(String),
    /// `==1.2.*`, or its negation.
    Prefix {
        version: Version,
        negated: bool,
    },
    Bound {
        operator: Operator,
        version: Version,
    },
}

/// A comma-separated list of specifiers; all must match. An empty list accepts every version.
#[derive(Debug)]
pub(super) struct Specifiers(Vec<Specifier>);

impl Specifiers {
    pub(super) fn parse(text: &str) -> Option<Specifiers> {
        let parts = text.split(',').map(str::trim).filter(|part| !part.is_empty());
        parts.map(parse_one).collect::<Option<Vec<_>>>().map(Specifiers)
    }

    pub(super) fn contain(&self, version: &Version) -> bool {
        self.0.iter().all(|specifier| holds(specifier, version))
    }
}

fn parse_one(text: &str) -> Option<Specifier> {
    let (mark, operator) = OPERATORS.iter().find(|(mark, _)| text.starts_with(mark))?;
    let rest = text[mark.len()..].trim();
    if *operator == Operator::Arbitrary {
        let sound = !rest.contains(|c: char| c.is_whitespace() || matches!(c, ';' | ')'));
        return sound.then(|| Specifier::Arbitrary(rest.to_lowercase()));
    }
    let equality = matches!(operator, Operator::Equal | Operator::NotEqual);
    if let Some(prefix) = rest.strip_suffix(".*") {
        let version = parse_version(prefix)?;
        let plain = !version.any_prerelease() && !version.is_post() && !version.is_local();
        let negated = *operator == Operator::NotEqual;
        return (equality && plain).then_some(Specifier::Prefix { version, negated });
    }
    let version = parse_version(rest)?;
    let sound = (equality || !version.is_local())
        && (*operator != Operator::Compatible || version.release().len() > 1);
    sound.then_some(Specifier::Bound { operator: *operator, version })
}

fn holds(specifier: &Specifier, version: &Version) -> bool {
    match specifier {
        Specifier::Arbitrary(text) => version.to_string().to_lowercase() == *text,
        Specifier::Prefix { version: prefix, negated } => starts_with(version, prefix) != *negated,
        Specifier::Bound { operator, version: bound } => bounded(version, *operator, bound),
    }
}

fn bounded(version: &Version, operator: Operator, bound: &Version) -> bool {
    let public = version.clone().without_local();
    let same = || if bound.is_local() { version == bound } else { public == *bound };
    match operator {
        Operator::Arbitrary => false,
        Operator::Equal => same(),
        Operator::NotEqual => !same(),
        Operator::LessOrEqual => public <= *bound,
        Operator::GreaterOrEqual => public >= *bound,
        Operator::Compatible => {
            let release = bound.release();
            let prefix = Version::new(release[..release.len() - 1].iter().copied())
                .with_epoch(bound.epoch());
            public >= *bound && starts_with(version, &prefix)
        }
        // Excludes the pre-releases of a bound that is not one itself; its first one is V.dev0.
        Operator::Less if bound.any_prerelease() => version < bound,
        Operator::Less => *version < bound.clone().with_dev(Some(0)),
        Operator::Greater => above(version, bound),
    }
}

/// Above a bound, and not a post-release or local version of it.
fn above(version: &Version, bound: &Version) -> bool {
    if let Some(dev) = bound.dev() {
        return *version >= bound.clone().with_dev(dev.checked_add(1));
    }
    if let Some(post) = bound.post() {
        return *version >= bound.clone().with_post(post.checked_add(1)).with_dev(Some(0));
    }
    let bare = |v: &Version| v.clone().without_local().with_post(None).with_dev(None);
    version > bound && bare(version) != bare(bound)
}

fn starts_with(version: &Version, prefix: &Version) -> bool {
    let (all, start) = (version.release(), prefix.release());
    let digit = |index: usize| all.get(index).copied().unwrap_or(0);
    version.epoch() == prefix.epoch()
        && start.iter().enumerate().all(|(index, part)| digit(index) == *part)
}

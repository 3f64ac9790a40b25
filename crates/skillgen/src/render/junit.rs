//! JUnit reports of all commands: suites and cases, written by quick-junit.

use contract::text::safe;
use quick_junit::{NonSuccessKind, Property, Report, TestCase, TestCaseStatus, TestSuite};

/// The result of a case. CI systems show its texts.
pub(crate) enum Outcome {
    /// Passed.
    Passed,
    /// It passed, with a text for its standard output.
    Noted(String),
    /// It is suppressed, with the reason.
    Skipped(String),
    /// It failed: the type of the failure, its message, and details.
    Failed(String, String, String),
    /// It could not be decided; fields as for a failure.
    NotJudged(String, String, String),
}

/// A suite without cases.
pub(crate) fn suite(name: &str) -> TestSuite {
    TestSuite::new(attribute(name))
}

/// Adds a property, which CI systems show beside the name of the suite.
pub(crate) fn property(suite: &mut TestSuite, name: &str, value: &str) {
    suite.add_property(Property::new(name, attribute(value)));
}

/// Adds a case. Its class is usually the file.
pub(crate) fn case(suite: &mut TestSuite, class: &str, name: &str, outcome: Outcome) {
    let (status, output) = match outcome {
        Outcome::Passed => (TestCaseStatus::success(), None),
        Outcome::Noted(output) => (TestCaseStatus::success(), Some(output)),
        Outcome::Skipped(reason) => {
            let mut status = TestCaseStatus::skipped();
            status.set_message(attribute(&reason));
            (status, None)
        }
        Outcome::Failed(kind, message, details) => {
            (non_success(NonSuccessKind::Failure, &kind, &message, &details), None)
        }
        Outcome::NotJudged(kind, message, details) => {
            (non_success(NonSuccessKind::Error, &kind, &message, &details), None)
        }
    };
    let mut case = TestCase::new(attribute(name), status);
    case.set_classname(attribute(class));
    if let Some(output) = output {
        case.set_system_out(text(&output));
    }
    suite.add_test_case(case);
}

fn non_success(kind: NonSuccessKind, word: &str, message: &str, details: &str) -> TestCaseStatus {
    let mut status = TestCaseStatus::non_success(kind);
    status.set_type(attribute(word)).set_message(attribute(message));
    if !details.is_empty() {
        status.set_description(text(details));
    }
    status
}

/// The report as XML.
pub(crate) fn render(name: &str, suites: Vec<TestSuite>) -> String {
    let mut report = Report::new(name);
    report.add_test_suites(suites);
    report.to_string().expect("a string takes all that is written to it")
}

/// Text of an element. Characters that XML 1.0 can't contain become U+FFFD; control characters are written as `\u{…}`.
fn text(text: &str) -> String {
    safe(text).replace(['\u{fffe}', '\u{ffff}'], "\u{fffd}")
}

/// Text of an attribute, in which parsers read a line break as a space.
fn attribute(value: &str) -> String {
    text(value).replace('\n', " ")
}

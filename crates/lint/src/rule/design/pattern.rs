//! `design-pattern-*`: a pattern that may take long where a matcher backtracks.

use contract::regex::Growth;
use contract::{Schema, slow_patterns};

use crate::report::Report;
use crate::source::Source;

pub(super) fn check(source: &Source, schema: &Schema, report: &mut Report) {
    for found in slow_patterns(schema) {
        // What stands in another file is told there.
        if schema.node(found.node).document != 0 {
            continue;
        }
        let rule = match found.slow.growth {
            Growth::Exponential => "design-pattern-exponential",
            Growth::Polynomial => "design-pattern-polynomial",
        };
        report
            .value(rule, source, &found.pointer, found.finding())
            .advise(found.advice().to_owned());
    }
}

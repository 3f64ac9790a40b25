//! `design-pattern-*`, `design-recursion-doubles`, `design-references-multiply`: schemas that may take long to check.

use contract::regex::Growth;
use contract::{CostKind, Schema, costly_parts, examine_patterns};

use crate::report::Report;
use crate::source::Source;

pub(super) fn check(source: &Source, schema: &Schema, report: &mut Report) {
    let patterns = examine_patterns(schema);
    for found in patterns.unexamined {
        if schema.node(found.node).document == 0 {
            let rule = "design-pattern-unexamined";
            report
                .value(rule, source, &found.pointer, found.finding())
                .advise(found.advice().to_owned());
        }
    }
    for found in patterns.slow {
        // A pattern in another file is reported in that file.
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
    for found in costly_parts(schema) {
        let rule = match found.kind {
            CostKind::RecursionDoubles => "design-recursion-doubles",
            CostKind::ReferencesMultiply => "design-references-multiply",
        };
        if schema.node(found.node).document == 0 {
            report
                .value(rule, source, &found.pointer, found.finding)
                .advise(found.advice.to_owned());
        }
    }
}

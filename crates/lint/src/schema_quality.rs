//! What rules say of any schema that is one, wherever it stands.

use contract::{Role, Schema};

use crate::profile::Profiles;
use crate::report::Report;
use crate::rule::{design, provider};
use crate::source::Source;

/// What can be said of a schema that is one.
pub(crate) fn quality(
    source: &Source,
    schema: &Schema,
    role: Option<Role>,
    profiles: &Profiles,
    report: &mut Report,
) {
    // Where a provider that was asked for refuses the keyword, objects can't be closed.
    let closing = profiles.providers.iter().all(|p| p.takes("additionalProperties"));
    design::check(source, schema, role, closing, report);
    for provider in &profiles.providers {
        provider::check(source, schema, provider, report);
    }
}

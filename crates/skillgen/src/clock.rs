//! The time, from SOURCE_DATE_EPOCH if it is set, so that the same input gives the same bytes.

use std::time::{SystemTime, UNIX_EPOCH};

/// Seconds since 1970, from SOURCE_DATE_EPOCH or the clock.
pub(crate) fn now() -> i64 {
    let fixed = std::env::var("SOURCE_DATE_EPOCH").ok().and_then(|s| s.trim().parse().ok());
    fixed.unwrap_or_else(|| {
        let since = SystemTime::now().duration_since(UNIX_EPOCH);
        since.map_or(0, |d| i64::try_from(d.as_secs()).unwrap_or(i64::MAX))
    })
}

/// The current day.
pub(crate) fn today() -> Option<schema_diff::version::Date> {
    schema_diff::version::Date::parse(runtime::cache::rfc3339(now()).get(..10)?)
}

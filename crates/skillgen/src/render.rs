//! The formats of results: one file for each format that several commands share.

pub(crate) mod enums;
pub(crate) mod indented;
pub(crate) mod issues;
pub(crate) mod json;
pub(crate) mod junit;
pub(crate) mod markdown;
pub(crate) mod page;
pub(crate) mod sarif;
pub(crate) mod side_by_side;
pub(crate) mod style;

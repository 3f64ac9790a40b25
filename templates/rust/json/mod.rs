//! JSON as text, without a tree, because a skill's output may be 50 MB or 10,000 levels deep. One
//! module finds the end of a document, one iterates over the members of valid JSON, one decodes
//! strings.

pub mod decimal;
pub mod scan;
pub mod string;
pub mod walk;

//! JSON as text, without a tree: a skill's output may be 50 MB or 10,000 levels deep, and neither is a
//! reason to build values for it. One module finds where a document ends, one walks the members of a
//! text that is known to be JSON, one decodes strings.

pub mod decimal;
pub mod scan;
pub mod string;
pub mod walk;

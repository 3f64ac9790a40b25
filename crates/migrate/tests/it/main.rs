//! The crate's integration tests: one binary, because each binary is linked with all dependencies.

mod docs;
mod draft;
mod reader_forms;
mod run;
mod syntax;

//! The nouns of skillgen: contracts and their sources, schemas of every draft, pointers, findings and rule files.

pub mod regex;

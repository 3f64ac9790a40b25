//! Bash text in, a plan of edits and refusals out.

//! A contract in, self-contained helpers out, a language a folder.

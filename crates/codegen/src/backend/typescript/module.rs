//! The module systems of JavaScript, and the files of each.

use crate::backend::GeneratedFile;

/// A module system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Module {
    Esm,
    CommonJs,
}

impl Module {
    pub(super) const ALL: [Module; 2] = [Module::Esm, Module::CommonJs];

    /// The extension of a code file.
    pub(super) fn code(self) -> &'static str {
        match self {
            Module::Esm => "mjs",
            Module::CommonJs => "cjs",
        }
    }

    /// The extension of its declarations.
    pub(super) fn declarations(self) -> &'static str {
        match self {
            Module::Esm => "d.mts",
            Module::CommonJs => "d.cts",
        }
    }

    /// The text after the head of a file without imports.
    pub(super) fn prologue(self) -> &'static str {
        match self {
            Module::Esm => "",
            Module::CommonJs => "\"use strict\";\n\n",
        }
    }

    /// The module of the shared runtime.
    pub(super) fn runtime(self) -> String {
        format!("./skillgen_runtime.{}", self.code())
    }
}

/// A file for each module system, and its declarations.
pub(super) fn pairs(stem: &str, texts: impl Fn(Module) -> (String, String)) -> Vec<GeneratedFile> {
    let named = Module::ALL.map(|module| (module, texts(module)));
    let mut files = Vec::new();
    for (module, (code, _)) in &named {
        let name = format!("{stem}.{}", module.code());
        files.push(GeneratedFile { name, text: code.clone() });
    }
    for (module, (_, types)) in named {
        files
            .push(GeneratedFile { name: format!("{stem}.{}", module.declarations()), text: types });
    }
    files
}

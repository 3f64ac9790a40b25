//! The one integration test binary: features tested at the boundary, with data. Each area gives its
//! cases; a fixture folder is a test.
#![allow(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    reason = "tests read fixtures and start the built command"
)]

mod bad_input;
mod bash;
mod bash_random;
mod bash_suite;
mod build_scripts;
mod cache;
mod chain;
mod check;
mod check_contract;
mod check_options;
mod cli;
mod configuration;
mod conformance;
mod containment;
mod diff;
mod diff_policy;
mod diff_report;
mod diff_steps;
mod edit_pairs;
mod emitted;
mod emitted_helper;
mod emitted_parser;
mod emitted_random;
mod emitted_roads;
mod example_tree;
mod golang;
mod help;
mod hostile;
mod infer;
mod init;
mod made_up;
mod migrate;
mod migrate_beside;
mod migrate_document;
mod migrate_guard;
mod migrate_harm;
mod migrate_other;
mod migrate_readers;
mod migrate_safety;
mod migrate_sandbox;
mod migrate_state;
mod migrate_undo;
mod migrate_verify;
mod migration;
mod parse;
mod payloads;
mod python;
mod random_pairs;
mod random_schema;
mod release;
mod run;
mod security_git;
mod security_run;
mod security_undo;
mod security_writes;
mod seed_coverage;
mod sources;
mod suite;
mod support;
mod validate;
mod zip_writer;

use libtest_mimic::{Arguments, Trial};

fn main() {
    let args = Arguments::from_args();
    // Console blocks name paths from the project's root.
    std::env::set_current_dir(support::root()).unwrap();
    let mut trials: Vec<Trial> = Vec::new();
    trials.extend(bad_input::cases());
    trials.extend(bash::cases());
    trials.extend(bash_random::cases());
    trials.extend(bash_suite::cases());
    trials.extend(build_scripts::cases());
    trials.extend(cache::cases());
    trials.extend(chain::cases());
    trials.extend(check::cases());
    trials.extend(check_contract::cases());
    trials.extend(check_options::cases());
    trials.extend(cli::cases());
    trials.extend(golang::cases());
    trials.extend(configuration::cases());
    trials.extend(help::cases());
    trials.extend(sources::cases());
    trials.extend(hostile::cases());
    trials.extend(infer::cases());
    trials.extend(init::cases());
    trials.extend(conformance::cases());
    trials.extend(emitted::cases());
    trials.extend(emitted_helper::cases());
    trials.extend(emitted_parser::cases());
    trials.extend(emitted_random::cases());
    trials.extend(emitted_roads::cases());
    trials.extend(containment::cases());
    trials.extend(diff::cases());
    trials.extend(diff_policy::cases());
    trials.extend(diff_report::cases());
    trials.extend(edit_pairs::cases());
    trials.extend(diff_steps::cases());
    trials.extend(parse::cases());
    trials.extend(payloads::cases());
    trials.extend(python::cases());
    trials.extend(random_pairs::cases());
    trials.extend(release::cases());
    trials.extend(run::cases());
    trials.extend(example_tree::cases());
    trials.extend(suite::cases());
    trials.extend(validate::cases());
    trials.extend(made_up::cases());
    trials.extend(migrate::cases());
    trials.extend(migrate_beside::cases());
    trials.extend(migrate_document::cases());
    trials.extend(migrate_guard::cases());
    trials.extend(migrate_harm::cases());
    trials.extend(migrate_state::cases());
    trials.extend(migrate_other::cases());
    trials.extend(migrate_readers::cases());
    trials.extend(migrate_safety::cases());
    trials.extend(migrate_undo::cases());
    trials.extend(migrate_sandbox::cases());
    trials.extend(migrate_verify::cases());
    trials.extend(migration::cases());
    trials.extend(security_git::cases());
    trials.extend(security_run::cases());
    trials.extend(security_undo::cases());
    trials.extend(security_writes::cases());
    trials.extend(seed_coverage::cases(&trials));
    let conclusion = libtest_mimic::run(&args, trials);
    let _ = std::fs::remove_dir_all(support::state_home());
    conclusion.exit();
}

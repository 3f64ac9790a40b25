//! Examples that end the help of each command. tests/it/help.rs runs every line of them.

pub(crate) const DIFF: &str = "\
Examples:
  skillgen diff v1.json v2.json
  skillgen diff HEAD:contract.json contract.json --fail-on major
  skillgen diff --against HEAD --format markdown
  skillgen diff --against lock --server 'python3 server.py'";

pub(crate) const CHANGELOG: &str = "\
Examples:
  skillgen changelog v1.json v2.json
  skillgen changelog --since HEAD";

pub(crate) const BUMP: &str = "\
Examples:
  skillgen bump v1.json v2.json --dry-run
  skillgen bump --since HEAD contract.json";

pub(crate) const LOCK: &str = "\
Examples:
  skillgen lock --server 'python3 server.py'
  skillgen lock --server 'python3 server.py' --check
  skillgen lock tools.json --out tools.lock.json";

pub(crate) const EMIT: &str = "\
Examples:
  skillgen emit --lang ts > skill-output.ts
  skillgen emit --lang rust --contract contract.json --out generated
  skillgen emit --lang python --contract my-skill --out generated --check
  skillgen emit --migration v1.json v2.json --lang go";

pub(crate) const MIGRATE: &str = "\
Examples:
  skillgen migrate --dry-run scripts
  skillgen migrate --stat scripts
  skillgen migrate --dry-run --format json scripts/report.sh
  skillgen migrate --check scripts
  skillgen migrate scripts
  skillgen migrate --undo scripts/report.sh";

pub(crate) const CHECK: &str = "\
Examples:
  skillgen check
  skillgen check my-skill --all
  skillgen check --fix --diff my-skill
  skillgen check my-skill --profile openai-strict --format sarif
  skillgen check --server 'python3 server.py'";

pub(crate) const VALIDATE: &str = "\
Examples:
  echo 'topic: tides' | skillgen validate --contract my-skill
  skillgen validate --contract contract.json input.json --format json
  skillgen validate --contract my-skill --coerce=lenient input.json
  skillgen validate --contract builtin:skill-output-v1 output.json";

pub(crate) const PARSE: &str = "\
Examples:
  ./scripts/report.sh | skillgen parse
  skillgen parse output.txt --exit-code 0 --repair
  skillgen parse --no-legacy --strict output.json
  jq -R . output.txt | skillgen parse --batch";

pub(crate) const RUN: &str = "\
Examples:
  echo '{\"topic\": \"tides\"}' | skillgen run my-skill --input -
  skillgen run my-skill --input input.json --no-cache --timeout 30 --format json";

pub(crate) const CHAIN: &str = "\
Examples:
  skillgen chain chain.yaml
  skillgen chain chain.yaml --skills . --format json
  skillgen chain chain.yaml --graph mermaid
  skillgen chain run chain.yaml --skills .";

pub(crate) const COMPAT: &str = "\
Examples:
  skillgen compat --requires '>=1.2,<2' --version 1.4.0
  skillgen compat --requires '^1.2.3' --version 2.0.0";

pub(crate) const CACHE: &str = "\
Examples:
  skillgen cache key my-skill --input input.json
  skillgen cache put my-skill --input input.json --output output.json
  skillgen cache get my-skill --input input.json
  skillgen cache purge --expired";

pub(crate) const INIT: &str = "\
Examples:
  skillgen init digest --description 'Digests news. Use when a topic is given.'
  skillgen init digest-package --package
  skillgen init reporter --from scripts/report.sh";

pub(crate) const INFER: &str = "\
Examples:
  skillgen infer scripts/report.sh > contract.json
  skillgen infer --as frontmatter scripts/report.sh";

pub(crate) const EXPLAIN: &str = "\
Examples:
  skillgen explain enum-value-removed
  skillgen explain name-invalid --format markdown";

pub(crate) const RULES: &str = "\
Examples:
  skillgen rules
  skillgen rules --format json | jq -r '.rules[].id'";

pub(crate) const SCHEMA: &str = "\
Examples:
  skillgen schema
  skillgen schema skill-output-v1";

pub(crate) const COMPLETIONS: &str = "\
Examples:
  skillgen completions bash > skillgen.bash
  skillgen completions zsh > _skillgen";

pub(crate) const MAN: &str = "\
Examples:
  skillgen man > skillgen.1";

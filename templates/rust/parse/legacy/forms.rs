//! Lines whose form says what they mean: `Process completed with exit code 1.`, `✓ returns error when missing`. The patterns are the
//! same text in all languages (matcher.rs says what they may contain); those without `CASED` are in lower case, for lines in any case.

use std::cell::RefCell;

use super::faults::{is_sign, words};
use super::hedge::is_in;
use super::matcher::Matcher;

/// `✕ deletes a file`, as jest and vitest print it
const MARKED: &str = "^[✕×] ";
/// Levels of a log: `ERR: x`, `[E] x`, `level=error`
const LEVELS: &str = "^(?:err|crit|critical|emerg)(?::|]) [^0-9 ]|^[^a-z0-9_ ](?:err|e|crit|critical|fatal|emerg)] |(?:^|[ ,{])[^a-z0-9_ ]?level(?:=[^a-z0-9_ ]?|[^a-z0-9_ ]{2} ?[^a-z0-9_ ])(?:error|fatal|critical|panic)(?:$|[^a-z0-9_])";
/// git: `! [remote rejected] main -> main`
const REJECTED: &str = "^! [^a-z0-9_](?:remote )?rejected]";
/// cmake, the Test Anything Protocol, ansible, node, HTTP, Kubernetes
const TOOL_FAILURES: &str = "^-- configuring incomplete, errors occurred|^bail out!|(?:^|[^a-z0-9_])(?:unreachable|failed)=[1-9]|^# fail [1-9]|^[1-9][0-9]* fail$|^http/[0-9.]+ [45][0-9][0-9](?:$|[^0-9])|(?:^|[^a-z0-9_])oomkilled(?:$|[ .,)])";
/// dash and busybox: `./x.sh: 3: foo: not found`
const SHELLS: &str = "^[a-z0-9_./-]+: [0-9]+: (?:[^:]+: (?:not found|permission denied|bad substitution)|(?:cannot (?:open|create)|syntax error)[^a-z0-9_])|^[a-z0-9_./-]*sh: [^:]+: not found$";
/// The result of a step: `Step 2 ... NOT OK`
const RESULTS: &str =
    "(?:[.][.]|[:=|>-]|–|—) *(?:not ok|not passed|timed out)[.!)| ]*$|^(?:not ok|timed out)[.!]*$";
/// `AssertionError: 1 != 2`, `java.lang.NullPointerException`
const EXCEPTIONS: &str = "^(?:Uncaught |Caused by: |[(]node:[0-9]+[)] |E +)?(?:[a-z_][A-Za-z0-9_]*[.])*(?:[A-Z][A-Za-z0-9_]*(?:Error|Exception|RejectionWarning)(?:: |$)|Exception: )|[(](?:[A-Z][A-Za-z0-9]*::)*[A-Z][A-Za-z0-9]*Error[)]$|^KeyboardInterrupt$";
/// `10:00:01 CRITICAL x`, klog: `E0101 12:00:00.000000`
const LEVEL_WORDS: &str = "(?:^[^A-Za-z0-9_]?|[0-9]:[0-9]{2}(?:[.,][0-9]+)?(?:Z|[+-][0-9:]+)?]?[ |-]+(?:[a-z0-9_.]+ - |[^A-Za-z0-9_ ][a-z0-9_.-]+[^A-Za-z0-9_ ] )?[^A-Za-z0-9_ ]?)(?:CRITICAL|FATAL|SEVERE|EMERG)(?:[:| ]|]| -)+[A-Za-z]|^[EF][0-9]{4} [0-9]{2}:[0-9]{2}:";
/// `tests: NG`
const RESULT_WORDS: &str = "(?:^|(?:[.][.]|[:=|>-]|–|—) *)(?:NG|KO)[.!)| ]*$";
/// `Process completed with exit code 1.`, `rc=1`
const EXIT_CODES: &str = "(?:^|[^a-z0-9_])(?:exit ?code|exit_code|exit status|exit value|return code|(?:exit|exited|exits|completed|finished|failed|ended|terminated|returned|died|quit) with (?:exit |error |status )?(?:code|status)|exited with|returned non-zero exit status|rc)(?:[:=]| is| was|: exit status)? ?-?[1-9][0-9]{0,2}[.!)]*$|^[^a-z0-9_]*(?:exit ?code|exit status|rc) ?[:=] ?[1-9][0-9]{0,2}(?:[ ,.;)]|$)";
/// `did NOT complete successfully`, `2 tests did not pass`
const NOT_DONE: &str = "(?:^|[^a-z0-9_])(?:did not|didn't) (?:complete|finish|succeed|pass|build|compile|deploy|converge)(?:$|[^a-z0-9_])|(?:^|[^a-z0-9_.])[1-9][0-9]* (?:[a-z]+ )?(?:not passed|timed out)(?:$|[^a-z0-9_])";
/// `coverage threshold for lines (80%) not met: 75%`
const NOT_MET: &str = "(?:thresholds?|coverage|quality gate|requirements?)(?: [^ ]+){0,6} not (?:met|reached)(?:$|[^a-z0-9_])";
/// `denied: requested access`, `Permission denied, please try again.`
const DENIED: &str = "^(?:unauthorized|denied|forbidden|access denied|permission denied)(?:: [^0-9]|[,.] |[.]?$| [(][^0-9])|: (?:unauthorized|access denied|permission denied|authentication required)[.]?$";
/// `Could not create b.ts`, at the head of a clause
const CANNOT: &str = "(?:^[^a-z0-9_]*|[.:;,] |] | - |(?:^|[.:;,] )(?:i|we|it) (?:was |were )?)(?:could not|couldn't|cannot|can not|can't|unable to) (?:access|acquire|allocate|apply|authenticate|bind|build|checkout|clone|compile|complete|connect|contact|continue|convert|copy|create|decode|delete|deploy|determine|download|encode|execute|export|extract|fetch|find|finish|generate|get|import|initialize|install|load|locate|lock|merge|move|open|parse|process|proceed|publish|pull|push|query|reach|read|remove|render|resolve|restore|retrieve|run|save|send|set|start|stat|stop|update|upload|validate|verify|write|be created|be found|be opened|be read|be resolved|be written)(?:$|[^a-z0-9_])";
/// `Request timed out`
const TIMED_OUT: &str = "(?:^|[^a-z0-9_])timed out(?:$|[.!,;)]|: [^0-9]| (?:after|while|waiting))";
/// `Cancelled by user`, `Aborting.`, `Out of memory`
const STOPPED: &str = "^[^a-z0-9_]*(?:(?:the )?(?:operation|build|job|run|script|process|command|task|request|deployment|deploy|installation|workflow|pipeline|execution) (?:was |has been )?)?(?:interrupted|cancelled|canceled|aborted)(?: by (?:the )?[a-z]+)?[.!]*$|(?:^|[.,;:] | - )aborting(?:$|[.!,;])|(?:^|[:;(] ?)out of memory(?:$|[^a-z0-9_])|unexpected (?:end of (?:file|input|stream|data)|eof)|could not connect to server|unable to resolve host";
/// `✓ returns error when missing (2 ms)`, `ok 1 - error is reported`
const PASSED_TESTS: &str = "^[✓✔✅√] |^ok (?:[0-9]|- )|^# subtest: |^--- pass: |^[^a-z0-9_ ] *(?:run|ok) *] |[.]{3} ?(?:ok|ignored)(?: [(][^()]*[)])?$|^[a-z0-9_./-]+::[^ ]+ passed(?: |$)|^[^ :]+ > [^:]+ passed$|[.]{3} *passed +[0-9.]+ sec$";
/// `Compiling quick-error v2.0.1`
const PACKAGES: &str = "^[^a-z0-9_]*(?:compiling|checking|downloading|downloaded|installing|installed|successfully installed|adding|added|updating|updated|fetching|fetched|unpacking|building|collecting|requirement already satisfied:|using cached|locking|removing|setting up|preparing|upgrading) +[a-z0-9_@/.-]+[ @=v-]{1,3}[0-9]+[.][0-9]";
/// `| Failed | Passed |`
const HEADINGS: &str = "^[|│](?:[ *]*(?:suite|suites|test|tests|file|files|package|module|name|total|skipped|pending|executed|passed|pass|succeeded|ok|failed|failing|failure|failures|errors|warnings|time|duration)[ *]*[|│])*[ *]*(?:passed|pass|succeeded|skipped|total)[ *]*[|│](?:[ *]*(?:suite|suites|test|tests|file|files|package|module|name|total|skipped|pending|executed|passed|pass|succeeded|ok|failed|failing|failure|failures|errors|warnings|time|duration)[ *]*[|│])*$";
/// `mean absolute error: 0.12`
const MEASURES: &str = "(?:^|[^a-z0-9_])(?:mean|absolute|squared|square|standard|relative|percentage|rms|quantization|rounding|approximation|reconstruction|prediction) error(?:[:=,.)]| is | was | of | [(]|$)|(?:^|[^a-z0-9_])(?:training|validation|test|total|max|maximum|final|average|median) error *[:=] *[0-9]+[.][0-9]+(?:e-?[0-9]+)?%?$";
/// `Failed: -`, `Error: N/A`, `failed: []`
const NO_VALUES: &str = "(?:^|[^a-z0-9_])(?:failed|failing|failures?|fails?|errors?)(?: [a-z]+)? *[:=|] *(?:-+|–|—|n/a|not applicable|[^a-z0-9_ ]]|[{][}]|✓|✔|✅) *$";
/// `set log level to ERROR`, `--log-level=error`
const LOG_SETTINGS: &str = "log(?:ging)?[ _-]?level ?[=:]? ?(?:(?:is|was|set|to|now|changed|at) ){0,3}[^a-z0-9_ ]?(?:error|failure)(?:$|[^a-z0-9_:])|(?:^| )--?[a-z-]+=(?:error|errors|failure)(?:$|[ ,])";
/// `warning: failed to load cache`, `npm warn cleanup Failed to remove`
const WARNINGS: &str = "^(?:[^a-z]|[0-9]t[0-9]|[0-9]z)*(?:npm |[a-z][a-z0-9_.]* - |[a-z][a-z0-9_./-]*:[0-9]+(?::[0-9]+)?: )?(?:warning|warn)(?:[:)]|]| )|(?:^| )level=[^a-z0-9_]?warn";
/// `Implemented retry for failed uploads`, `Wrote error report to a.log`
const WORK_DONE: &str = "^[^a-z0-9_]*(?:implemented|added|wrote|written|created|updated|documented|introduced|improved|refactored|renamed|generated|saved|logged|configured|enabled|tested|covered|extended|moved|exported)(?: [a-z0-9_'./-]+){0,6} (?:failed|failing|failure|failures|error|errors) (?:attempts|builds|cases|conditions|deliveries|downloads|events|files|jobs|logins|messages|notifications|output|pages|payments|report|reports|requests|responses|runs|states|summary|tasks|tests|uploads)(?:$|[^a-z0-9_])";
/// `[main 1a2b3c] Fix crash: error when empty`
const COMMITS: &str = "^[^a-z0-9_ ][a-z0-9_/.#-]+(?: [(]root-commit[)])? [0-9a-f]{6,40}] |^head is now at [0-9a-f]{6,40} |^[*|/ ]*[0-9a-f]{7,40} (?:[(][^)]*[)] )?(?:fix|add|allow|avoid|bump|check|clean|do not|don't|drop|ensure|handle|implement|improve|introduce|log|make|merge|move|name|print|prevent|raise|read|refactor|reject|remove|rename|replace|report|return|revert|say|show|simplify|skip|support|update|use|write|feat|chore|docs|test|perf|style|build|ci)";
/// `Switched to branch 'fix-error'`, `* fix/error`
const BRANCHES: &str = "^switched to (?:a new )?branch |^already on [^a-z0-9_ ]|^on branch [^ ]+$|^your branch is |^deleted (?:remote-tracking )?branch |^branch [^a-z0-9_ ]|^merge (?:branch|pull request|tag|remote-tracking branch) |^[*+] [^ :]+$|^(?:[*+=-] )?[^a-z0-9_ ]new (?:branch|tag)] |^[+*]? ?[0-9a-f]{7,40}[.]{2,3}[0-9a-f]{7,40} ";
/// `-- Could NOT find Doxygen (missing: DOXYGEN_EXECUTABLE)` of cmake
const PROBES: &str = "^-- (?:could not find|looking for|check for|checking for) ";
/// `time="10:00:00" level=info msg="no error"`, `[INFO] no error`. Words in capitals (`[INFO] BUILD FAILURE`, `[INFO] Error: x`) still count.
const CALM_LEVELS: &str = "^(?:[^A-Za-z]|[0-9]T[0-9]|[0-9]Z)*(?:[a-z][A-Za-z0-9_.]* - |[^A-Za-z0-9_ ][a-z][A-Za-z0-9_.-]*[^A-Za-z0-9_ ] )?(?:(?:INFO|DEBUG|TRACE|NOTICE|VERBOSE)(?:[:| ]|]| -)|(?:info|debug|trace|notice|verbose)(?::|]) |npm (?:info|verb|notice) )(?:[^AEF]|A[^Bb]|E[^Rr]|F[^Aa])*[AEF]?$|(?:^|[ ,{])[^A-Za-z0-9_]?(?:level|severity)(?:=[^A-Za-z0-9_]?|[^A-Za-z0-9_]{2} ?[^A-Za-z0-9_])(?:info|INFO|debug|DEBUG|trace|TRACE|notice|NOTICE)(?:$|[^A-Za-z0-9_](?:[^AEF]|A[^B]|E[^R]|F[^A])*[AEF]?$)";
/// `Found 3 errors (3 fixed, 0 remaining).`, `1 chart(s) linted, 0 chart(s) failed`
const ALL_SETTLED: &str = "^found [0-9]+ errors? [(][0-9]+ fixed, 0 remaining[)][.]?$|^[1-9][0-9]* [a-z]+(?:[(]s[)])? [a-z]+, 0 [a-z]+(?:[(]s[)])? failed[.]?$";
/// `SUCCESS (after 2 failed attempts)`
const AFTER_FAILURES: &str = "(?:succeeded|success|passed|ok|completed|connected|done|finished|recovered)(?: [^ .;:]+){0,4} [(]?after (?:[0-9]+|a|one|two|three|several|some) (?:failed|unsuccessful) (?:attempts?|tries|try|retries|retry)(?:$|[^a-z0-9_])";
/// `SUCCESS: reproduced the error`
const SUCCESS_LINES: &str =
    "^[^a-z0-9_]*success: (?:[a-z0-9_./-]+ )*(?:errors?|failures?)(?: [a-z0-9_./-]+)*[.!]?$";
/// node's `# pass 5`, bun's `12 pass`, ansible, eslint
const TOOL_SUCCESSES: &str = "^# pass [1-9]|^[1-9][0-9]* pass$|(?:^| )ok=[1-9][0-9]* +changed=[0-9]+ +unreachable=0 +failed=0(?:$| )|^[^a-z0-9_]*no (?:problems|issues|errors|vulnerabilities|offenses|violations)(?: were)? (?:found|detected|identified|reported)[.!]*$|(?:^|] |[ap]m - )found 0 (?:vulnerabilities|errors|issues|problems|warnings)(?:$|[^a-z0-9_])|^0 (?:issues?|problems?|offenses?|violations?|vulnerabilities)(?:[(]s[)])?(?: found| detected| reported)?[.!]*$|^status: deployed$|^passed: 0 failure[(]s[)]|(?:^|] )tests run: [1-9][0-9]*, failures: 0, errors: 0(?:,|$)|^executed [0-9]+ out of [0-9]+ tests?: [1-9][0-9]* tests? pass(?:es)?[.]$";
/// What cmake, docker, bazel, yarn, tox and cargo print at the end
const DONE_LINES: &str = "^-- build files have been written to: |^#[0-9]+ done [0-9.]+s$|^[^a-z0-9_ ][+]] building [0-9.]+s [(][0-9]+/[0-9]+[)] finished(?: |$)|^//[^ ]+ +(?:[(]cached[)] +)?passed(?: in [0-9.]+s)?$|^(?:lerna )?success (?:saved|installed|uninstalled|published|built|created|added|removed|uploaded|deployed|no vulnerable )|^congratulations :[)]|^published [^ ]+ v[0-9]";
/// `Verification passed: 12/12`, `Process finished with exit code 0`
const PASSED_ALL: &str = "[a-z] passed: [1-9][0-9]*/[0-9]+[.)]*$|(?:^|[^a-z0-9_])(?:exited|exit|finished|completed|ended|terminated|returned)(?: with)?(?: exit)? (?:code|status)[ :=]*0[.!]*$";
/// `if the build did not complete`, `could not open cache, using defaults`
const CONDITIONS: &str = "(?:^|[^a-z0-9_])(?:if|unless|when|whenever|until|should|would|may|might|handle|handles|handled|returns?|prints?|fixed|fixes|resolved|avoids?|prevents?|example|e[.]g[.]|how to|previously|earlier|allowed|ignored|expected (?:exit|status|return)|expects?)(?:$|[^a-z0-9_])|^[^a-z0-9_]*(?:note|hint|tip|fix|expected)(?:$|[^a-z0-9_])|[,;(-] ?(?:but |so )?(?:skipping|using|retrying|rebuilding|continuing|falling back|ignoring|creating|downloading|building|trying|will retry)(?:$|[^a-z0-9_])|^[^.!:;]*[?]$|(?:^|[^a-z0-9_])(?:0|no|zero|none|nothing)(?: of)?(?: the)?(?: [a-z]+)? (?:did not|didn't|was not|were not|not passed|timed out)(?:$|[^a-z0-9_])";
/// `missing SUCCESS`, `SUCCESS flag is unset`, `far from SUCCESS`, `SUCCESS (skipped)`
const ABSENT: &str = "(?:^|[^a-z0-9_])(?:missing|lacks|lacking|hardly|far from|short of|instead of|rather than|nowhere near|no longer|anything but)(?: (?:a|an|any|the|real|complete))* success(?:$|[^a-z0-9_])|(?:^|[^a-z0-9_])success(?: (?:flag|marker|value|state|status|message))* (?:(?:is|was|remains|still) )?(?:unset|absent|empty|missing|undefined|not set)(?:$|[^a-z0-9_])|(?:^|[^a-z0-9_])success *[^a-z0-9_ ](?:skip|skipped|not run|no-op|noop|disabled|ignored)[^a-z0-9_]*$";
/// `const SUCCESS = 1`
const DECLARED: &str = "(?:^|[^a-z0-9_])(?:const|let|var|final|static|define|export|readonly|declare)(?: [a-z0-9_<>]+){0,3} success(?: *=|[ ;]*$| [0-9])";
/// `Are you done`
const ASKED: &str = "^[^a-z0-9_]*(?:are|is|was|were|do|did|does|have|has|can|could|will|would|should) (?:you|it|we|they|this|that|the|there|all)(?: [^ .!:]+)*$";

/// `3 examples, 0 failures`: the examples above it, `  raises an error`, have passed.
const EXAMPLES_PASSED: &str = "^[1-9][0-9]* examples?, 0 failures(?:, [0-9]+ pending)?$";
/// `CMake Warning at CMakeLists.txt:12 (message):`: the indented lines below are its text.
const WARNING_HEADINGS: &str = "^(?:cmake )?(?:deprecation )?warning(?: [(][a-z]+[)])?(?: (?:at|in) [^ ]+(?: [(][^)]*[)])?)?:$";

/// A failure, in any case.
const FAILURE_FORMS: [&str; 6] = [MARKED, LEVELS, REJECTED, TOOL_FAILURES, SHELLS, RESULTS];
/// The same with its case.
const FAILURE_FORMS_CASED: [&str; 3] = [EXCEPTIONS, LEVEL_WORDS, RESULT_WORDS];
/// A failure in the words of a sentence, in any case.
const FAILURE_PHRASES: [&str; 7] =
    [EXIT_CODES, NOT_DONE, NOT_MET, DENIED, CANNOT, TIMED_OUT, STOPPED];
/// No word of failure in such a line reports one, unless a number counts it.
const HEALTHY: [&str; 13] = [
    PASSED_TESTS,
    PACKAGES,
    HEADINGS,
    MEASURES,
    NO_VALUES,
    LOG_SETTINGS,
    WARNINGS,
    WORK_DONE,
    COMMITS,
    BRANCHES,
    PROBES,
    AFTER_FAILURES,
    SUCCESS_LINES,
];
/// The same with its case.
const HEALTHY_CASED: [&str; 1] = [CALM_LEVELS];
/// No word of failure in such a line reports one, whatever counts it. In any case.
const SETTLED_LINES: [&str; 1] = [ALL_SETTLED];
/// A success, in any case.
const SUCCESS_FORMS: [&str; 3] = [TOOL_SUCCESSES, DONE_LINES, ALL_SETTLED];
/// A success in the words of a sentence, in any case.
const SUCCESS_PHRASES: [&str; 1] = [PASSED_ALL];
/// They leave a success or a failure of [`FAILURE_PHRASES`] and [`SUCCESS_PHRASES`] open.
const OPEN_PHRASES: [&str; 1] = [CONDITIONS];
/// A word of success in such a line states none.
const NO_SUCCESS: [&str; 3] = [ABSENT, DECLARED, ASKED];

const FAILS: u32 = 1;
const FAILS_IN_WORDS: u32 = 2;
const SUCCEEDS: u32 = 4;
const SUCCEEDS_IN_WORDS: u32 = 8;
const STATES_NONE: u32 = 16;
const OPEN: u32 = 32;
const PASSES_EXAMPLES: u32 = 64;
const HEADS_WARNING: u32 = 128;
/// Of the patterns of [`healthy`].
const REPORTS_NONE: u32 = 1;
const SETTLED: u32 = 2;

/// What the form of a line says.
#[derive(Debug, Clone, Copy)]
pub(super) struct Form(u32);

impl Form {
    fn is(self, kind: u32) -> bool {
        self.0 & kind != 0
    }

    /// `KeyError: 'a'`, `Could not create b.ts`
    pub(super) fn fails(self) -> bool {
        self.is(FAILS) || self.is(FAILS_IN_WORDS) && !self.is(OPEN)
    }

    /// `Process finished with exit code 0`
    pub(super) fn succeeds(self) -> bool {
        self.is(SUCCEEDS) || self.is(SUCCEEDS_IN_WORDS) && !self.is(OPEN)
    }

    /// Whether the examples above have passed: `3 examples, 0 failures`.
    pub(super) fn passes_examples(self) -> bool {
        self.is(PASSES_EXAMPLES)
    }

    /// Whether the indented lines below are the text of a warning.
    pub(super) fn heads_warning(self) -> bool {
        self.is(HEADS_WARNING)
    }

    /// Whether words of success state none: `missing SUCCESS`.
    pub(super) fn states_none(self) -> bool {
        self.is(STATES_NONE)
    }
}

// Patterns that go on for long, such as those of conditions, would multiply the states of the others.
thread_local! {
    static STATEMENTS: RefCell<Matcher> = RefCell::new(statements());
    static CONDITION: RefCell<Matcher> = RefCell::new(any_case(&OPEN_PHRASES, OPEN));
    static HEALTHY_LINE: RefCell<Matcher> = RefCell::new(healthy());
}

fn statements() -> Matcher {
    let all: [(&[&str], u32); 7] = [
        (&[EXAMPLES_PASSED], PASSES_EXAMPLES),
        (&[WARNING_HEADINGS], HEADS_WARNING),
        (&FAILURE_FORMS, FAILS),
        (&FAILURE_PHRASES, FAILS_IN_WORDS),
        (&SUCCESS_FORMS, SUCCEEDS),
        (&SUCCESS_PHRASES, SUCCEEDS_IN_WORDS),
        (&NO_SUCCESS, STATES_NONE),
    ];
    let any_case =
        all.iter().flat_map(|(list, kind)| list.iter().map(|pattern| (*pattern, true, *kind)));
    let cased = FAILURE_FORMS_CASED.iter().map(|pattern| (*pattern, false, FAILS));
    Matcher::new(any_case.chain(cased))
}

fn healthy() -> Matcher {
    let any_case = HEALTHY.iter().map(|pattern| (*pattern, true, REPORTS_NONE));
    let cased = HEALTHY_CASED.iter().map(|pattern| (*pattern, false, REPORTS_NONE));
    let settled = SETTLED_LINES.iter().map(|pattern| (*pattern, true, SETTLED));
    Matcher::new(any_case.chain(cased).chain(settled))
}

fn any_case(list: &[&str], kind: u32) -> Matcher {
    Matcher::new(list.iter().map(|pattern| (*pattern, true, kind)))
}

/// Reads a line.
pub(super) fn of(line: &str) -> Form {
    let form = Form(STATEMENTS.with_borrow_mut(|matcher| matcher.kinds(line)));
    if !form.is(FAILS_IN_WORDS | SUCCEEDS_IN_WORDS) {
        return form;
    }
    Form(form.0 | CONDITION.with_borrow_mut(|matcher| matcher.kinds(line)))
}

/// What the form of a line says about its words of failure.
#[derive(Debug, Clone, Copy)]
pub(super) struct Health(u32);

impl Health {
    /// Whether they report none: `✓ returns error when missing`.
    pub(super) fn reports_none(self) -> bool {
        self.0 & REPORTS_NONE != 0
    }

    /// Whether they report none, whatever counts them: `Found 3 errors (3 fixed, 0 remaining).`
    pub(super) fn is_settled(self) -> bool {
        self.0 & SETTLED != 0
    }
}

pub(super) fn health(line: &str) -> Health {
    Health(HEALTHY_LINE.with_borrow_mut(|matcher| matcher.kinds(line)))
}

/// Words of success before a count: `Successfully processed 0 of 12 records`.
const SHARED: &str = "success|successful|successfully|succeeded|passed";
/// Before a number, they make it a place in a row: `Successfully uploaded part 3 of 12`.
const PARTS: &str =
    "part|step|page|chunk|batch|phase|stage|attempt|item|file|volume|try|retry|test|shard|round";

/// `Successfully processed 0 of 12 records`, `Verification passed: 3/12`
pub(super) fn is_share(line: &str) -> bool {
    words(line).any(|(start, claim)| {
        let mut rest = &line[start + claim.len()..];
        let mut last = "";
        let found = is_in(SHARED, claim).then(|| {
            (0..=2).find_map(|_| {
                let next = rest.strip_prefix(':').unwrap_or(rest);
                let bare = next.trim_start_matches(' ');
                if bare.len() == next.len() {
                    return Some(false);
                }
                if bare.starts_with(|c: char| c.is_ascii_digit()) {
                    return Some(!is_in(PARTS, last) && begins_with_share(bare));
                }
                let end = bare.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(bare.len());
                (last, rest) = bare.split_at(end);
                last.is_empty().then_some(false)
            })
        });
        found.flatten() == Some(true)
    })
}

/// `0 of 12`, `3/12`
fn begins_with_share(text: &str) -> bool {
    let number = |text: &'_ str| text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (count, rest) = text.split_at(number(text));
    let signs = [" out of ", " of ", "/"];
    let Some(rest) = signs.iter().find_map(|sign| rest.strip_prefix(sign)) else { return false };
    let (whole, rest) = rest.split_at(number(rest));
    let goes_on = rest.starts_with(|c| is_sign(c) || c == '/')
        || rest
            .strip_prefix('.')
            .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    !whole.is_empty() && !goes_on && (count == "0" || count != whole)
}

//! Lines whose form says what they mean: `Process completed with exit code 1.`, `✓ returns error when missing`. The patterns are the
//! same text in all languages (matcher.rs says what they may contain); those without `CASED` are in lower case, for lines in any case.

use std::cell::RefCell;

use super::faults::{is_sign, words};
use super::hedge::is_in;
use super::matcher::Matcher;

/// `✕ deletes a file`, as jest and vitest print it
const MARKED: &str = "^[✕×] ";
/// Levels of a log: `ERR: x`, `[E] x`, `level=error`, `"severity":"CRITICAL"`, `[emerg]` of nginx; pino: `{"level":50,"time":1}`
const LEVELS: &str = "^(?:err|crit|critical|emerg|emergency)(?::|]) [^0-9 ]|(?:^|[0-9z] |] )[^a-z0-9_ ](?:[a-z0-9_]*:)?(?:err|e|crit|critical|fatal|emerg|emergency|alert|panic|severe)] |(?:^|[ ,{])[^a-z0-9_ ]?(?:(?:log[.])?level|levelname|lvl|severity|severitytext)(?:=[^a-z0-9_ ]?|[^a-z0-9_ ]{2} ?[^a-z0-9_ ])(?:error|eror|err|fatal|critical|crit|panic|dpanic|emerg|emergency|alert|severe)(?:$|[^a-z0-9_])|[^a-z0-9_]level[^a-z0-9_ ]{2} ?[56]0,[^a-z0-9_ ]time";
/// syslog: `<2>Jan  5 10:00:00 web1 kernel: x`. The number modulo 8 is the level; 0 to 3 are errors.
const SYSLOG: &str = "^<[0-3]>[a-z]|^<(?:[0-389]|(?:1|5|9|13|17)[016789]|(?:2|6|10|14|18)[4567]|(?:3|7|11|15)[2345]|(?:4|8|12|16)[012389])>(?:1 [0-9]{4}-|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec) )";
/// git: `! [remote rejected] main -> main`, `CONFLICT (content): Merge conflict in a.c`, `remote: Repository not found.`
const REJECTED: &str = "^! [^a-z0-9_](?:remote )?(?:rejected|failure)]|^conflict [(][^)]+[)]: |^you have unmerged paths|^both (?:modified|added): |^patch failed at |^remote: (?:gitlab: )?(?:invalid username or (?:password|token)|(?:repository |project )?not found|permission to [^ ]+ denied|write access to |(?:http basic: )?access denied|you are not allowed |pre-receive hook declined|support for password authentication was removed)";
/// GitHub and other services: `{"message":"Bad credentials"}`
const API_ERRORS: &str = "[^a-z0-9_](?:message|error|detail)[^a-z0-9_ ]{2} ?[^a-z0-9_ ](?:bad credentials|requires authentication|not found|unauthorized|forbidden|access denied|validation failed|problems parsing json|internal server error|bad gateway|service unavailable|gateway timeout|method not allowed|too many requests|rate limit exceeded|resource not accessible by [a-z ]+)[.]?[^a-z0-9_ ]|[^a-z0-9_]documentation_url[^a-z0-9_ ]{2} ?[^a-z0-9_ ]https://docs[.]github[.]com/";
/// cmake, composer, sudo, docker, gpg, xcodebuild, the Test Anything Protocol, ansible, bun, kubectl, HTTP
const TOOL_FAILURES: &str = "^-- configuring incomplete, errors occurred|: stale (?:nfs )?file handle$|^terminate called after throwing |^undefined symbols for architecture |^the following packages have unmet dependencies|^job for [^ ]+ (?:failed|cancell?ed)|^[a-z0-9_./-]+: fatal: |^unhandled (?:exception|rejection|promise rejection)|^sudo: (?:a (?:terminal|password) is required|no tty present|[0-9]+ incorrect password)|is not in the sudoers file|^no matching (?:manifest|distribution) |^service [^ ]+ is not running$|^gpg: bad signature |^[*]{2} [a-z]+ (?:failed|interrupted|cancelled) [*]{2}|^your requirements could not be resolved|^bail out!|(?:^|[^a-z0-9_])(?:unreachable|failed)=[1-9]|^[1-9][0-9]* fail$|^the connection to the server [^ ]+ was refused|^the [a-z][a-z0-9.]* [^a-z0-9_ ][^ ]+ is invalid: |^http/[0-9.]+ [45][0-9][0-9](?:$|[^0-9])|^http (?:error )?[45][0-9][0-9]: [^0-9]|@ error/[a-z0-9]+[.]c/|: not in [a-z0-9]+ format$|^your [a-z0-9 ._-]+ version is [^ ]+, but |^no pages of output[.]$|^! (?:emergency stop|undefined control sequence|latex error: |package [a-z0-9]+ error: |i can't find file|missing [^ ]+ inserted)|^detected (?:[1-9][0-9]* )?(?:errors?|problems?) in [1-9]|^can't locate [^ ]+ in @inc |^stack traceback:$|: attempt to (?:index|call|compare|concatenate|perform arithmetic on) |^no version is set for |^[45][0-9][0-9] (?:bad request|unauthorized|forbidden|not found|conflict|unprocessable entity|too many requests|internal server error|bad gateway|service unavailable|gateway time-?out)(?:: |[.!]?$)";
/// pytest: `!!!! Interrupted: 1 error during collection !!!!`
const STOPPED_RUNS: &str = "^!+ (?:[a-z0-9_]+[.])*(?:keyboardinterrupt|interrupted: [^!]*|exit: [^!]*|stopping after [1-9][0-9]* failures?|session-timeout: [^!]*) !+$";
/// Counts of tests: `# cancelled 1` of node, `2 passed, 1 errored`, `Timed out: 1`, `1 did not run` of Playwright
const BAD_COUNTS: &str = "^(?:#|[^ -~]) (?:fail|failed|failures|cancelled|canceled|errored|errors|timedout|timed out|aborted|broken) [1-9]|(?:^|[|,;(:] *)[1-9][0-9]* (?:(?:tests?|suites?|test suites?|test files?|specs?|scenarios?|steps?|jobs?|tasks?|checks?|cases?) )?(?:was |were )?(?:errored|cancelled|canceled|crashed|interrupted|timedout|timed out|aborted|broken|undefined|ambiguous)(?: (?:tests?|suites?|test suites?|test files?|specs?|scenarios?|steps?|jobs?|tasks?|checks?|cases?))?(?: in [0-9.]+ ?m?s)?(?:$|[.,;|)]| [(|])|(?:^|[,;|(] *)(?:tests? )?(?:errored|cancelled|canceled|crashed|timed ?out|aborted|broken|interrupted)(?: tests?)? *[:=|] *[1-9][0-9]*(?:$|[ ,.;|)])|^[1-9][0-9]* did not run$|(?:^|[,(] *)[1-9][0-9]* (?:uncaught exceptions?|unhandled (?:rejections?|errors?))(?:$|[ ,)])";
/// Results of tests: `***Timeout` and `2 - b (Not Run)` of ctest, `TIMEOUT` of bazel and cargo-nextest, `[PANICKED]` of Ginkgo
const BAD_RESULTS: &str = "[*]{3}(?:timeout|exception(?:: [a-z]+)?|bad_command|not run) +[0-9.]+ sec|^[0-9]+ - [^ ]+ [(](?:timeout|not run|segfault|illegal|interrupt|numerical|other_fault|exception)[)]|^//[^ ]+ +(?:timeout|no status)(?: in |$)|^(?:timeout|sig[a-z]+|abort) +[^a-z0-9_ ] *[0-9.]+s] |^[^a-z0-9_]*[^a-z0-9_ ](?:timedout|interrupted|panicked|crashed)](?: |$)|^[+]+ timeout [+]+$";
/// Findings of go vet, flake8, actionlint, shellcheck, ld and black: `./a.go:6:2: undefined: foo`
const FINDINGS: &str = "^(?:vet: )?[a-z0-9_./-]+[.]go:[0-9]+:[0-9]+: [^ ]|^[a-z0-9_./-]+[.]pyi?:[0-9]+:[0-9]+: [a-z]{1,4}[0-9]{2,4} |^[a-z0-9_./-]+:[0-9]+:[0-9]+: [a-z][^:]* [^a-z0-9_ ][a-z][a-z0-9-]*]$|^[~^]-+ sc[0-9]{4} [(]|: (?:undefined reference to|multiple definition of) |^would reformat:? [^ ]|^[1-9][0-9]* files? would be reformatted|^[a-z0-9_./-]+[.][a-z]{1,6}:[0-9]+:[0-9]+: [^ ]|[.]proto:[0-9]+:[0-9]+:[a-z]|^[^ :]+:[0-9]+: [^ ]+ ==> [^ ]";
/// dash and busybox: `./x.sh: 3: foo: not found`; zsh: `zsh: killed  ./a`; make: `Makefile:3: *** missing separator.  Stop.`
const SHELLS: &str = "^[a-z0-9_./-]+: [0-9]+: (?:[^:]+: (?:not found|permission denied|bad substitution)|(?:cannot (?:open|create)|syntax error)[^a-z0-9_])|^[a-z0-9_./-]*sh: [^:]+: not found$|^[a-z]*sh: (?:killed|terminated|bus error|segmentation fault|abort|illegal hardware instruction|trace trap)(?: |$)|^[^ :]+:[0-9]+: [*]{3} ";
/// The result of a step: `Step 2 ... NOT OK`
const RESULTS: &str =
    "(?:[.][.]|[:=|>-]|–|—) *(?:not ok|not passed|timed out)[.!)| ]*$|^(?:not ok|timed out)[.!]*$";
/// `AssertionError: 1 != 2`, `java.lang.NullPointerException`, `** (ArgumentError) x` of Elixir
const EXCEPTIONS: &str = "^(?:Uncaught |Unhandled [Ee]xception[.:] |Caused by: |[(]node:[0-9]+[)] |E +)?(?:[a-z_][A-Za-z0-9_]*[.])*(?:[A-Z][A-Za-z0-9_]*(?:Error|Exception|RejectionWarning)(?:: |$)|Exception: )|[(](?:[A-Z][A-Za-z0-9]*::)*[A-Z][A-Za-z0-9]*Error[)]$|(?:^|: )KeyboardInterrupt$|^[*]{2} [(](?:[A-Z][A-Za-z0-9_.]*|exit|throw)[)] |^[(](?:[A-Z][A-Za-z]*)?(?:Failed|Failure|NotFound|Denied|Exceeded|Unauthorized|Forbidden|Conflict|NotAllowed|NotSupported|Unavailable|Expired|Timeout)[)] |^[(]Invalid[A-Z][A-Za-z]*[)] ";
/// hadolint, markdownlint: `README.md:3 MD009/no-trailing-spaces x`
const CODED_FINDINGS: &str =
    "^[A-Za-z0-9_./-]*[A-Za-z][A-Za-z0-9_./-]*:[0-9]+(?::[0-9]+)?:? [A-Z]{1,5}[0-9]{2,5}[/: ]";
/// `10:00:01 CRITICAL x`, supervisord: `web  FATAL  Exited too quickly`, klog: `E0101 12:00:00.000000`
const LEVEL_WORDS: &str = "(?:^[^A-Za-z0-9_]?|[0-9]:[0-9]{2}(?:[.,][0-9]+)?(?:Z|[+-][0-9:]+)?]?(?:[ |-]|[^!-~ ])+(?:[a-z0-9_.]+ - |[^A-Za-z0-9_ ][a-z0-9_.-]+[^A-Za-z0-9_ ] )?[^A-Za-z0-9_ ]?)(?:CRITICAL|FATAL|SEVERE|EMERG|EMERGENCY|PANIC|DPANIC)(?:[:| ]|]| -|[^!-~ ])+[A-Za-z]|^[a-z0-9_:.-]+ {2,}(?:FATAL|BACKOFF) {2,}|^[a-z0-9_./-]+: (?:FATAL|PANIC|CRITICAL): |^[EF][0-9]{4} [0-9]{2}:[0-9]{2}:";
/// `tests: NG`
const RESULT_WORDS: &str = "(?:^|(?:[.][.]|[:=|>-]|–|—) *)(?:NG|KO)[.!)| ]*$";
/// `Process completed with exit code 1.`, `rc=1`, `Exited (1) 2 minutes ago`, `exited on signal 11`
const EXIT_CODES: &str = "(?:^|[^a-z0-9_])(?:exit ?code|exit_code|exit status|exit value|return code|(?:exit|exited|exits|completed|finished|failed|ended|terminated|returned|died|quit) with (?:exit |error |status )?(?:code|status)|exited with|returned (?:a )?non-?zero (?:exit )?(?:code|status)|rc)(?:[:=]| is| was|: exit status)? ?-?[1-9][0-9]{0,2}[.!)]*$|^[^a-z0-9_]*(?:exit ?code|exit status|rc) ?[:=] ?[1-9][0-9]{0,2}(?:[ ,.;)]|$)|(?:^|[^a-z0-9_])exited [(][1-9][0-9]*[)]|(?:exited on|killed by|terminated by|died (?:from|by|with)) signal|(?:^|[^a-z0-9_])sig(?:segv|abrt|bus|ill|fpe)(?:$|[^a-z0-9_])";
/// `did NOT complete successfully`, `2 tests did not pass`
const NOT_DONE: &str = "(?:^|[^a-z0-9_])(?:did not|didn't) (?:complete|finish|succeed|pass|build|compile|deploy|converge)(?:$|[^a-z0-9_])|(?:^|[^a-z0-9_.])[1-9][0-9]* (?:[a-z]+ )?(?:not passed|timed out)(?:$|[^a-z0-9_])|(?:^|[^a-z0-9_])(?:was|were) not possible(?:$|[^a-z0-9_])|(?:^|[^a-z0-9_])something went wrong(?:$|[^a-z0-9_])|is not recognized as an internal or external command|^missing (?:required |mandatory )?(?:license header|environment variable|argument|parameter|option|input|field|flag|module|package|script|key|property)(?:: [^0-9]| [^a-z0-9_ ]| in: )|^[a-z0-9_.-]+: (?:[^:]+: )?[^:]+ (?:does not exist|is busy)[.]?$|(?:^|[^a-z0-9_])version [^ ]+ is not (?:yet )?installed(?:$|[^a-z0-9_])";
/// `coverage threshold for lines (80%) not met: 75%`
const NOT_MET: &str = "(?:thresholds?|coverage|quality gate|requirements?)(?: [^ ]+){0,6} not (?:met|reached)(?:$|[^a-z0-9_])";
/// `denied: requested access`, `Permission denied, please try again.`, `Upload rejected: quota exceeded`
const DENIED: &str = "^(?:unauthorized|denied|forbidden|access denied|permission denied)(?:: [^0-9]|[,.] |[.]?$| [(][^0-9])|: (?:unauthorized|forbidden|access denied|permission denied|authentication required|bad gateway|service unavailable|internal server error|too many requests)[.]?$|^(?:access|authentication|connection|deployment|login|push|release|request|submission|update|upload) (?:rejected|refused|denied): [^0-9]|(?:^|[^a-z0-9_])(?:access|authentication|connection|deployment|login|push|release|request|submission|update|upload) (?:was|has been) (?:rejected|refused|denied)(?:$|[^a-z0-9_])";
/// `Could not create b.ts`, at the head of a clause
const CANNOT: &str = "(?:^[^a-z0-9_]*|[.:;,] +|] | - |(?:^|[.:;,] )(?:i|we|it) (?:was |were )?)(?:could not|couldn't|cannot|can not|can't|unable to) (?:access|acquire|allocate|apply|authenticate|bind|build|checkout|clone|compile|complete|connect|contact|continue|convert|copy|create|decode|delete|deploy|determine|download|encode|execute|export|extract|fetch|find|finish|generate|get|import|initialize|install|load|locate|lock|merge|move|open|parse|process|proceed|publish|pull|push|query|reach|read|remove|render|resolve|restore|retrieve|run|save|send|set|start|stat|stop|update|upload|validate|verify|write|be created|be found|be opened|be read|be resolved|be written)(?:$|[^a-z0-9_])|[a-z0-9_'/.-] (?:could not|couldn't) be (?:applied|authenticated|completed|created|deleted|downloaded|executed|fetched|found|generated|installed|loaded|located|opened|parsed|processed|pulled|pushed|reached|read|removed|resolved|saved|sent|started|stopped|updated|uploaded|verified|written)(?:$|[^a-z0-9_])|^(?:[^a-z0-9_ ]!] )?[a-z0-9_.-]+ (?:could not|couldn't) find (?:a|an|any|compatible) ";
/// `Request timed out`, `context deadline exceeded`
const TIMED_OUT: &str = "(?:^|[^a-z0-9_])timed out(?:$|[.!,;)]|: [^0-9]| (?:after|while|waiting))|(?:^|[^a-z0-9_])deadline exceeded(?:$|[^a-z0-9_ ])";
/// What the system or Go's libraries say at the end of a line, as strerror has it: `open a.yml: permission denied`, `connect ECONNREFUSED 10.0.0.5:80`
const REASON_ENDS: &str = "[^ ]: (?:argument list too long|operation not permitted|operation not supported|operation timed out|operation canceled|operation was canceled|no such file or directory|no such process|no such device|no such device or address|no such host|unknown host|interrupted system call|input/output error|i/o error|remote i/o error|exec format error|bad file descriptor|bad address|bad message|no child processes|resource temporarily unavailable|resource deadlock avoided|cannot allocate memory|permission denied|block device required|device or resource busy|resource busy|file does not exist|invalid cross-device link|cross-device link|not a directory|is a directory|directory not empty|invalid argument|too many open files(?: in system)?|inappropriate ioctl for device|text file busy|file too large|file name too long|no space left on device|no space left|illegal seek|read-only file system|too many links|too many levels of symbolic links|broken pipe|numerical result out of range|no locks available|function not implemented|protocol error|protocol not available|protocol not supported|value too large for defined data type|message too long|socket operation on non-socket|address family not supported by protocol|address already in use|(?:cannot|can't) assign requested address|network is down|network is unreachable|network dropped connection on reset|software caused connection abort|connection reset by peer|connection reset|connection refused|connection timed out|connection closed|no buffer space available|transport endpoint is (?:not|already) connected|cannot send after transport endpoint shutdown|host is down|no route to host|disk quota exceeded|no medium found|structure needs cleaning|key was rejected by service|name or service not known|temporary failure in name resolution|nodename nor servname provided, or not known|no address associated with hostname|executable file not found in [$%]path%?|context deadline exceeded|context canceled|i/o timeout|tls handshake timeout|gateway time-?out|server misbehaving|use of closed network connection|certificate signed by unknown authority|certificate has expired|unbound variable)(?: [(][^()]*[)])?[^a-z0-9_ ]{0,2}$|(?:mkdir|ln|open|symlink|link|rename|create|directory|file) [^ ]+: file (?:already )?exists$|: eof$|[:.] [45][0-9]{2} (?:bad request|unauthorized|forbidden|not found|method not allowed|request time-?out|conflict|gone|too many requests|internal server error|bad gateway|service unavailable|gateway time-?out)[.]?$|(?:^|: )(?:checksum|hash sum|digest|hash) mismatch(?:$|[: ])|(?:(?:get|post|put|patch|delete|head) [^ ]+ [-=]>|(?:^|[^a-z0-9_])(?:status|status code|http)[:=]?) ?50[0-9](?: (?:internal server error|not implemented|bad gateway|service unavailable|gateway time-?out))?[.]?$|(?:^|: )unknown (?:command|subcommand|option|flag|shorthand flag)(?:$|[: ])|(?:^|: )no such (?:command|container|image|network|option|package|service|table|target|task|volume)(?:$|[^a-z0-9_])|(?:^|[ :(])(?:enoent|eacces|eperm|eexist|econnrefused|econnreset|econnaborted|etimedout|enotfound|enospc|epipe|eaddrinuse|emfile|eisdir|enotdir|enotempty|erofs|ebusy|einval|ehostunreach|enetunreach|eai_again)(?:: |$)|(?:connect|getaddrinfo|listen|bind|spawn) (?:[^ ]+ )?(?:enoent|eacces|eperm|eexist|econnrefused|econnreset|econnaborted|etimedout|enotfound|enospc|epipe|eaddrinuse|emfile|eisdir|enotdir|enotempty|erofs|ebusy|einval|ehostunreach|enetunreach|eai_again)(?:$|[ :])|(?:^|[: (])[^a-z0-9_ ]errno -?[1-9][0-9]*]|(?:^|[: ])x509: (?:certificate|cannot|failed|invalid|malformed|unhandled) |: tls: [a-z]";
/// Kubernetes, docker, CloudFormation: `CrashLoopBackOff`, `a-1  0/1  Evicted  0  1m`, `(unhealthy)`, `ROLLBACK_COMPLETE`
const CLOUD_STATES: &str = "(?:^|[^a-z0-9_])(?:imagepullbackoff|crashloopbackoff|errimagepull|errimageneverpull|invalidimagename|createcontainerconfigerror|createcontainererror|runcontainererror|containercannotrun|containerstatusunknown|backofflimitexceeded|oomkilled)(?:$|[^a-z0-9_])| [0-9]+/[0-9]+ +(?:init:)?(?:error|evicted|unknown|deadlineexceeded) +[0-9]|(?:reason|status|state) ?[:=] ?[^a-z0-9_ ]?evicted|^0/[1-9][0-9]* nodes are available|[(]unhealthy[)]|is unhealthy(?:$|[^a-z0-9_])|[:=|] ?unhealthy[^a-z0-9_]*$|(?:^|[^a-z0-9_])(?:[a-z]+_)*(?:rollback_(?:complete|in_progress|failed)|(?:create|update|delete|import)_failed)(?:$|[^a-z0-9_])";
/// `Cancelled by user`, `Aborting.`, `Out of memory`, `Apply cancelled.`
const STOPPED: &str = "^[^a-z0-9_]*(?:(?:the )?(?:operation|build|job|run|script|process|command|task|request|deployment|deploy|installation|workflow|pipeline|execution|apply|destroy|plan|upload|download|push|release|merge|rebase|update|upgrade|install|transaction|checkout|import|export|backup|restore|sync|query|tests?|test run) (?:was |has been )?)?(?:interrupted|cancelled|canceled|aborted)(?: by (?:the )?[a-z]+)?[.!]*$|(?:^|[.,;:] | - )aborting(?:$|[.!,;])|(?:^|[:;(] ?|] ?)out of memory(?:$|[^a-z0-9_])|unexpected (?:end of (?:file|input|stream|data)|eof)|could not connect to server|unable to resolve host|(?:closed|ended|exited|quit|terminated|crashed|disconnected|stopped)(?: the connection)? (?:abnormally|unexpectedly)(?:$|[^a-z0-9_])|^connection (?:closed|reset|lost|dropped|timed out) by (?:[0-9]|peer|remote host|foreign host|server|invalid user)|(?:^|: )(?:build|run|job|pipeline|deployment) stopped: |(?:^|[^a-z0-9_])interrupted by (?:the )?(?:user|signal)(?:$|[^a-z0-9_])";
/// `✓ returns error when missing (2 ms)`, `ok 1 - error is reported`
const PASSED_TESTS: &str = "^[✓✔✅√] |^ok (?:[0-9]|- )|^# subtest: |^--- pass: |^[^a-z0-9_ ] *(?:run|ok) *] |[.]{3} ?(?:ok|ignored)(?: [(][^()]*[)])?$|^[a-z0-9_./-]+::[^ ]+ passed(?: |$)|^[^ :]+ > [^:]+ passed$|[.]{3} *passed +[0-9.]+ sec$|^[0-9]+/[0-9]+ [^|]* (?:ok|skip|expectedfail) +[0-9.]+ ?s$";
/// `Compiling quick-error v2.0.1`, `+ failures==0.1`
const PACKAGES: &str = "^[^a-z_]*(?:compiling|checking|downloading|downloaded|installing|installed|successfully installed|adding|added|updating|updated|fetching|fetched|unpacking|building|collecting|requirement already satisfied:|using cached|locking|removing|setting up|preparing|upgrading) +[a-z0-9_@/.-]+[ @=v(-]{1,3}[0-9]+[.][0-9]|^[+~-] [a-z0-9_.-]+==[0-9]";
/// `| Failed | Passed |`
const HEADINGS: &str = "^[|│](?:[ *]*(?:suite|suites|test|tests|file|files|package|module|name|total|skipped|pending|executed|passed|pass|succeeded|ok|failed|failing|failure|failures|errors|warnings|time|duration)[ *]*[|│])*[ *]*(?:passed|pass|succeeded|skipped|total)[ *]*[|│](?:[ *]*(?:suite|suites|test|tests|file|files|package|module|name|total|skipped|pending|executed|passed|pass|succeeded|ok|failed|failing|failure|failures|errors|warnings|time|duration)[ *]*[|│])*$";
/// `mean absolute error: 0.12`
const MEASURES: &str = "(?:^|[^a-z0-9_])(?:mean|absolute|squared|square|standard|relative|percentage|rms|quantization|rounding|approximation|reconstruction|prediction) error(?:[:=,.)]| is | was | of | [(]|$)|(?:^|[^a-z0-9_])(?:training|validation|test|total|max|maximum|final|average|median) error *[:=] *[0-9]+[.][0-9]+(?:e-?[0-9]+)?%?$";
/// `Failed: -`, `Error: N/A`, `failed: []`
const NO_VALUES: &str = "(?:^|[^a-z0-9_])(?:failed|failing|failures?|fails?|errors?)(?: [a-z]+)? *[:=|] *(?:0 [(]0[.0]*%[)]|-+|–|—|n/a|not applicable|[^a-z0-9_ ]]|[{][}]|✓|✔|✅) *$";
/// `set log level to ERROR`, `--log-level=error`
const LOG_SETTINGS: &str = "log(?:ging)?[ _-]?level ?[=:]? ?(?:(?:is|was|set|to|now|changed|at) ){0,3}[^a-z0-9_ ]?(?:error|failure|critical|fatal|alert|emerg|panic)(?:$|[^a-z0-9_:])|(?:^| )--?[a-z-]+=(?:error|errors|failure)(?:$|[ ,])";
/// `warning: failed to load cache`, `npm warn cleanup Failed to remove`
const WARNINGS: &str = "^(?:[^a-z]|[0-9]t[0-9]|[0-9]z)*(?:npm |[a-z][a-z0-9_.]* - |[a-z][a-z0-9_./-]*:[0-9]+(?::[0-9]+)?: )?(?:warning|warn)(?:[:)]|]| )|(?:^| )level=[^a-z0-9_]?warn|^(?:[a-z]*tex|(?:package|class) [^ ]+|(?:[a-z]+ )?deprecation|runtime|security|compiler|linker|php|ruby) warning: ";
/// `Implemented retry for failed uploads`, `Wrote error report to a.log`, `The error report was written to a.log`
const WORK_DONE: &str = "^[^a-z0-9_]*(?:implemented|added|wrote|written|created|updated|documented|introduced|improved|refactored|renamed|generated|saved|logged|configured|enabled|tested|covered|extended|moved|exported)(?: [a-z0-9_'./-]+){0,6} (?:failed|failing|failure|failures|error|errors) (?:attempts|builds|cases|conditions|deliveries|downloads|events|files|jobs|logins|messages|notifications|output|pages|payments|report|reports|requests|responses|runs|states|summary|tasks|tests|uploads)(?:$|[^a-z0-9_])|(?:^|[^a-z0-9_])(?:error|failure) (?:report|log|summary|file|page|list)s? (?:was |were |is |has been |have been )?(?:written|saved|generated|created|exported|uploaded|stored|sent)(?:$|[^a-z0-9_])";
/// `[main 1a2b3c] Fix crash: error when empty`
const COMMITS: &str = "^[^a-z0-9_ ][a-z0-9_/.#-]+(?: [(]root-commit[)])? [0-9a-f]{6,40}] |^head is now at [0-9a-f]{6,40} |^[*|/ ]*[0-9a-f]{7,40} (?:[(][^)]*[)] )?(?:fix|add|allow|avoid|bump|check|clean|do not|don't|drop|ensure|handle|implement|improve|introduce|log|make|merge|move|name|print|prevent|raise|read|refactor|reject|remove|rename|replace|report|return|revert|say|show|simplify|skip|support|update|use|write|feat|chore|docs|test|perf|style|build|ci)";
/// `Switched to branch 'fix-error'`, `* fix/error`
const BRANCHES: &str = "^switched to (?:a new )?branch |^already on [^a-z0-9_ ]|^on branch [^ ]+$|^your branch is |^deleted (?:remote-tracking )?branch |^branch [^a-z0-9_ ]|^merge (?:branch|pull request|tag|remote-tracking branch) |^[*+] [^ :]+$|^(?:[*+=-] )?[^a-z0-9_ ]new (?:branch|tag)] |^[*] (?:branch|tag) +[^ ]+ +-> |^[+*]? ?[0-9a-f]{7,40}[.]{2,3}[0-9a-f]{7,40} ";
/// `-- Could NOT find Doxygen (missing: DOXYGEN_EXECUTABLE)` of cmake
const PROBES: &str =
    "^-- (?:could not find|looking for|check for|checking for) |^-- [a-z_]+[(][^()]*[)]$";
/// `time="10:00:00" level=info msg="no error"`, `[INFO] no error`. Words in capitals (`[INFO] BUILD FAILURE`, `[INFO] Error: x`) still count.
const CALM_LEVELS: &str = "^(?:[^A-Za-z]|[0-9]T[0-9]|[0-9]Z)*(?:[a-z][A-Za-z0-9_.]* - |[^A-Za-z0-9_ ][a-z][A-Za-z0-9_.-]*[^A-Za-z0-9_ ] )?(?:(?:INFO|DEBUG|TRACE|NOTICE|VERBOSE)(?:[:| ]|]| -)|(?:info|debug|trace|notice|verbose)(?::|]) |npm (?:info|verb|notice) )(?:[^AEF]|A[^Bb]|E[^Rr]|F[^Aa])*[AEF]?$|(?:^|[ ,{])[^A-Za-z0-9_]?(?:level|severity)(?:=[^A-Za-z0-9_]?|[^A-Za-z0-9_]{2} ?[^A-Za-z0-9_])(?:info|INFO|debug|DEBUG|trace|TRACE|notice|NOTICE)(?:$|[^A-Za-z0-9_](?:[^AEF]|A[^B]|E[^R]|F[^A])*[AEF]?$)";
/// `Found 3 errors (3 fixed, 0 remaining).`, `1 chart(s) linted, 0 chart(s) failed`
const ALL_SETTLED: &str = "^found [0-9]+ errors? [(][0-9]+ fixed, 0 remaining[)][.]?$|^[1-9][0-9]* [a-z]+(?:[(]s[)])? [a-z]+, 0 [a-z]+(?:[(]s[)])? failed[.]?$|^==[0-9]+== error summary: 0 errors ";
/// Lines of code below a warning of rustc: `2 |     let error = 1;`; what the Go compiler says of its optimizations
const SNIPPETS: &str = "^[0-9]+ +[|] {3,}[^|]*$|^[0-9]+ +[|] [^|]*[;{(,]$|[.]go:[0-9]+:[0-9]+: (?:can inline|inlining call|moved to heap|leaking param|[^:]* does not escape|[^:]* escapes to heap)|^[a-z0-9_./-]+:[0-9]+:[0-9]+: (?:note|info|remark|hint|help|style|debug): ";
/// `No results with a severity of 'error' found!`
const EMPTY_RESULTS: &str = "^[^a-z0-9_]*no (?:results|findings|problems|issues|messages|entries|lines|diagnostics|matches|occurrences|records|violations)(?: [a-z'-]+){1,6} (?:found|detected|reported)[.!]*$";
/// `SUCCESS (after 2 failed attempts)`
const AFTER_FAILURES: &str = "(?:succeeded|success|passed|ok|completed|connected|done|finished|recovered)(?: [^ .;:]+){0,4} [(]?after (?:[0-9]+|a|one|two|three|several|some) (?:failed|unsuccessful) (?:attempts?|tries|try|retries|retry)(?:$|[^a-z0-9_])";
/// `SUCCESS: reproduced the error`
const SUCCESS_LINES: &str =
    "^[^a-z0-9_]*success: (?:[a-z0-9_./-]+ )*(?:errors?|failures?)(?: [a-z0-9_./-]+)*[.!]?$";
/// node's `# pass 5`, bun's `12 pass`, ansible, eslint
const TOOL_SUCCESSES: &str = "^(?:#|[^ -~]) pass [1-9]|^[1-9][0-9]* pass$|(?:^| )ok=[1-9][0-9]* +changed=[0-9]+ +unreachable=0 +failed=0(?:$| )|^[^a-z0-9_]*no (?:problems|issues|errors|vulnerabilities|offenses|violations)(?: were)? (?:found|detected|identified|reported)[.!]*(?: [(][^()]*[)])?$|(?:^|[,;] )found no (?:problems|issues|errors|vulnerabilities|offenses|violations)[.!]*$|^passed checks: [1-9][0-9]*, failed checks: 0(?:,|$)|^0 failures, 0 errors[.]?$|(?:^|] |[ap]m - )found 0 (?:vulnerabilities|errors|issues|problems|warnings)(?:$|[^a-z0-9_])|^0 (?:issues?|problems?|offenses?|violations?|vulnerabilities)(?:[(]s[)])?(?: found| detected| reported)?[.!]*$|^status: deployed$|^passed: 0 failure[(]s[)]|(?:^|] )tests run: [1-9][0-9]*, failures: 0, errors: 0(?:,|$)|^no syntax errors detected in |^no errors detected in |^no security vulnerability advisories found|^executed [0-9]+ out of [0-9]+ tests?: [1-9][0-9]* tests? pass(?:es)?[.]$";
/// What cmake, docker, bazel, yarn, tox, cargo, npm, uv and systemctl print at the end
const DONE_LINES: &str = "^-- build files have been written to: |^#[0-9]+ done [0-9.]+s$|^[^a-z0-9_ ][+]] building [0-9.]+s [(][0-9]+/[0-9]+[)] finished(?: |$)|^//[^ ]+ +(?:[(]cached[)] +)?passed(?: in [0-9.]+s)?$|^(?:lerna )?success (?:saved|installed|uninstalled|published|built|created|added|removed|uploaded|deployed|no vulnerable )|^congratulations :[)]|^published [^ ]+ v[0-9]|^(?:installed|uninstalled|audited|added|removed|changed) [1-9][0-9]* packages?(?:,(?: and)? [a-z]+ [0-9]+ packages?)* in [0-9.]+m?s$|^up to date(?:, audited [0-9]+ packages?)? in [0-9.]+m?s$|^active: active [(]|: success: no issues found|^(?:[^a-z]*info[^a-z]*)?(?:documentation|docs|site|book|image|project|bundle|app|package|pages) built in [0-9.]+ ?(?:ms|s|seconds)[.]?$";
/// `Verification passed: 12/12`, `Process finished with exit code 0`
const PASSED_ALL: &str = "[a-z] passed: [1-9][0-9]*/[0-9]+[.)]*$|(?:^|[^a-z0-9_])(?:exited|exit|finished|completed|ended|terminated|returned)(?: with)?(?: exit)? (?:code|status)[ :=]*0[.!]*$";
/// `if the build did not complete`, `could not open cache, using defaults`
const CONDITIONS: &str = "(?:^|[^a-z0-9_])(?:if|unless|when|whenever|until|should|would|may|might|handle|handles|handled|returns?|prints?|says|means|fixed|fixes|resolved|avoids?|prevents?|e[.]g[.]|how to|previously|earlier|allowed|ignored|expected (?:exit|status|return)|expects?|as expected|as intended)(?:$|[^a-z0-9_])|^[^a-z0-9_]*(?:note|hint|tip|fix|expected)(?:$|[^a-z0-9_])|[,;(-] ?(?:but |so )?(?:skipping|using|retrying|rebuilding|continuing|falling back|ignoring|creating|downloading|building|trying|will retry)(?:$|[^a-z0-9_])|(?:^|[^a-z0-9_./-])example(?:$|[ :,;])|(?:^|[^a-z0-9_])no (?:pods?|containers?|jobs?|replicas?|nodes?|services?) |^[^.!:;]*[?]$|(?:^|[^a-z0-9_])(?:0|no|zero|none|nothing)(?: of)?(?: the)?(?: [a-z]+)? (?:did not|didn't|was not|were not|not passed|timed out)(?:$|[^a-z0-9_])";
/// `missing SUCCESS`, `SUCCESS flag is unset`, `far from SUCCESS`, `SUCCESS (skipped)`
const ABSENT: &str = "(?:^|[^a-z0-9_])(?:missing|lacks|lacking|hardly|far from|short of|instead of|rather than|nowhere near|no longer|anything but)(?: (?:a|an|any|the|real|complete))* success(?:$|[^a-z0-9_])|(?:^|[^a-z0-9_])success(?: (?:flag|marker|value|state|status|message))* (?:(?:is|was|remains|still) )?(?:unset|absent|empty|missing|undefined|not set)(?:$|[^a-z0-9_])|(?:^|[^a-z0-9_])success *[^a-z0-9_ ](?:skip|skipped|not run|no-op|noop|disabled|ignored)[^a-z0-9_]*$";
/// `const SUCCESS = 1`
const DECLARED: &str = "(?:^|[^a-z0-9_])(?:const|let|var|final|static|define|export|readonly|declare)(?: [a-z0-9_<>]+){0,3} success(?: *=|[ ;]*$| [0-9])";
/// `Are you done`
const ASKED: &str = "^[^a-z0-9_]*(?:are|is|was|were|do|did|does|have|has|can|could|will|would|should) (?:you|it|we|they|this|that|the|there|all)(?: [^ .!:]+)*$";

/// A failure, also in a warning: `[warn] Code style issues found in the above file.`
const STYLE_ISSUES: &str = "code style issues (?:were )?found in |(?:^|[^a-z0-9_])(?:leaks|vulnerabilities|violations|offenses|misspellings|typos) (?:found|detected): [1-9]|(?:^|[^a-z0-9_])found [1-9][0-9]* (?:known |security |lint )?(?:vulnerability|vulnerabilities|violations?|offenses?|leaks?|misspellings?|typos?)(?: in |[.,!]|$)";
/// The branch that git is on, in its list: `* main`. Indented names in that list, such as `  error`, are branches.
const CURRENT_BRANCH: &str = "^[*] (?:[^ :]+|[(][^()]+[)])$";
/// `3 examples, 0 failures`: the examples above it, `  raises an error`, have passed.
const EXAMPLES_PASSED: &str = "^[1-9][0-9]* examples?, 0 failures(?:, [0-9]+ pending)?$";
/// `  reports a failure`: an indented line of this form may be the name of an example that passed.
const EXAMPLE_NAMES: &str = "^[a-z][a-z _,'()-]* failures?$";
/// `CMake Warning at CMakeLists.txt:12 (message):`: the indented lines below are its text.
const WARNING_HEADINGS: &str = "^(?:cmake )?(?:deprecation )?warning(?: [(][a-z]+[)])?(?: (?:at|in) [^ ]+(?: [(][^)]*[)])?)?:$";

/// A failure, in any case.
const FAILURE_FORMS: [&str; 12] = [
    MARKED,
    LEVELS,
    SYSLOG,
    REJECTED,
    API_ERRORS,
    TOOL_FAILURES,
    STOPPED_RUNS,
    BAD_COUNTS,
    BAD_RESULTS,
    FINDINGS,
    SHELLS,
    RESULTS,
];
/// The same with its case.
const FAILURE_FORMS_CASED: [&str; 4] = [EXCEPTIONS, CODED_FINDINGS, LEVEL_WORDS, RESULT_WORDS];
/// The same in any case, also in a warning.
const FAILURES_IN_WARNINGS: [&str; 1] = [STYLE_ISSUES];
/// A failure in the words of a sentence, in any case.
const FAILURE_PHRASES: [&str; 9] =
    [EXIT_CODES, NOT_DONE, NOT_MET, DENIED, CANNOT, TIMED_OUT, REASON_ENDS, CLOUD_STATES, STOPPED];
/// No word of failure in such a line reports one, unless a number counts it.
const HEALTHY: [&str; 15] = [
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
    SNIPPETS,
    EMPTY_RESULTS,
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
const NAMES_EXAMPLE: u32 = 256;
const FAILS_IN_WARNING: u32 = 512;
const LISTS_BRANCHES: u32 = 1_024;
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

    /// `[warn] Code style issues found in the above file.`
    pub(super) fn fails_in_warning(self) -> bool {
        self.is(FAILS_IN_WARNING)
    }

    /// Whether the line is the current branch in a list of branches: `* main`.
    pub(super) fn lists_branches(self) -> bool {
        self.is(LISTS_BRANCHES)
    }

    /// `Process finished with exit code 0`
    pub(super) fn succeeds(self) -> bool {
        self.is(SUCCEEDS) || self.is(SUCCEEDS_IN_WORDS) && !self.is(OPEN)
    }

    /// Whether the examples above have passed: `3 examples, 0 failures`.
    pub(super) fn passes_examples(self) -> bool {
        self.is(PASSES_EXAMPLES)
    }

    /// Whether the line may be the name of an example, where it is indented: `  reports a failure`.
    pub(super) fn names_example(self) -> bool {
        self.is(NAMES_EXAMPLE)
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

// Patterns that go on for long, such as those of conditions, would multiply the states of the others; sentences and forms
// would multiply each other's.
thread_local! {
    static STATEMENTS: RefCell<Matcher> = RefCell::new(statements());
    static PHRASES: RefCell<Matcher> = RefCell::new(phrases());
    static CONDITION: RefCell<Matcher> = RefCell::new(any_case(&OPEN_PHRASES, OPEN));
    static HEALTHY_LINE: RefCell<Matcher> = RefCell::new(healthy());
}

fn statements() -> Matcher {
    let all: [(&[&str], u32); 7] = [
        (&[CURRENT_BRANCH], LISTS_BRANCHES),
        (&FAILURES_IN_WARNINGS, FAILS_IN_WARNING),
        (&[EXAMPLES_PASSED], PASSES_EXAMPLES),
        (&[WARNING_HEADINGS], HEADS_WARNING),
        (&FAILURE_FORMS, FAILS),
        (&SUCCESS_FORMS, SUCCEEDS),
        (&NO_SUCCESS, STATES_NONE),
    ];
    let any_case =
        all.iter().flat_map(|(list, kind)| list.iter().map(|pattern| (*pattern, true, *kind)));
    let cased = FAILURE_FORMS_CASED.iter().map(|pattern| (*pattern, false, FAILS));
    let names = [(EXAMPLE_NAMES, false, NAMES_EXAMPLE)];
    Matcher::new(any_case.chain(cased).chain(names))
}

fn phrases() -> Matcher {
    let failures = FAILURE_PHRASES.iter().map(|pattern| (*pattern, true, FAILS_IN_WORDS));
    let successes = SUCCESS_PHRASES.iter().map(|pattern| (*pattern, true, SUCCEEDS_IN_WORDS));
    Matcher::new(failures.chain(successes))
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
    let statements = STATEMENTS.with_borrow_mut(|matcher| matcher.kinds(line));
    let form = Form(statements | PHRASES.with_borrow_mut(|matcher| matcher.kinds(line)));
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

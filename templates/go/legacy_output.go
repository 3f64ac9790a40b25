package contract

//= legacy_output:

// The meaning of a known word of legacy text.
var legacyWords = map[string]string{
	"error":      "error",
	"failed":     "failure",
	"abort":      "failure",
	"aborted":    "failure",
	"confidence": "confidence",
	"created":    "verb",
	"modified":   "verb",
	"updated":    "verb",
	"generated":  "made",
	"saved":      "made",
	"wrote":      "made",
	"written":    "made",
	"file":       "place",
	"path":       "place",
	"files":      "place",
	"paths":      "place",
	"duration":   "time",
	"took":       "time",
	"elapsed":    "time",
	"execution":  "execution",
	"total":      "execution",
}

// Words between a verb and its object.
var legacyFillers = strings.Fields("the a an new file files path paths directory dir folder at in to under symlink link -> => \u2192")

// Words with a `/` or a dot that are not paths.
var legacyNoPaths = []string{"and/or", "n/a", "i/o", "w/o", "e.g", "i.e"}

// Quotes, opening and closing.
var legacyQuotes = [][2]string{{`"`, `"`}, {"'", "'"}, {"`", "`"}, {"“", "”"}, {"‘", "’"}, {"«", "»"}}

const legacyAround = "\"'`*“”‘’«»()[]<>"

var (
	legacyNumber    = regexp.MustCompile(`\A[0-9]*(?:\.[0-9]+)?`)
	legacyGoesOn    = regexp.MustCompile(`\A[.,/:'-][0-9]`)
	legacyBullet    = regexp.MustCompile(`\A(?:[-*+•‣◦–]|[0-9]+[.)])[ \t]`)
	legacyBox       = regexp.MustCompile(`\A\[[ xX]\] `)
	legacyDigits    = regexp.MustCompile(`\A[0-9]+\z`)
	legacyFraction  = regexp.MustCompile(`\A[0-9/.:%-]*\z`)
	legacyExtension = regexp.MustCompile(`\A(?:[A-Za-z][A-Za-z0-9_]{0,15}|7z)\z`)
	legacyVersion   = regexp.MustCompile(`\A[0-9.]+\z`)
)

// `./` at the start of a path.
var legacyDots = regexp.MustCompile(`\A(?:\./)+`)

// Texts that programs print when they crash.
var legacyCrash = regexp.MustCompile(`\A(?:[Ff]atal|FATAL|panic):|Traceback \(most recent call last\)|Segmentation fault|` +
	`[Cc]ommand not found|npm ERR!|core dumped|panicked at `)

// Patterns that say whether a line states success; those for all cases match the line in
// lower case.
const (
	legacyEdge  = `(?:\A|[^A-Za-z0-9_])`
	legacyEnd   = `(?:\z|[^A-Za-z0-9_])`
	legacyLabel = "[\"'*` \t]*[:=][\"'*` \t]*"
	legacyLast  = `(?:success(?:ful)?|done|completed?|ok|passed)(?:[^A-Za-z0-9_?]*\z|[.!][ \t])`
)

var (
	legacyFailedFirst = regexp.MustCompile(`\A[^A-Za-z0-9_]*(?:FAILED|FAILURE|FAIL)(?:\z|[^A-Za-z0-9_-])`)
	legacyNoneFailed  = regexp.MustCompile(`\A[^A-Za-z0-9_]*(?:FAILED|FAILURE|FAIL)` + legacyLabel + `0(?:\z|[^A-Za-z0-9_.%])`)
	legacyZero        = regexp.MustCompile(`\A` + legacyLabel + `0(?:\z|[^A-Za-z0-9_.%])`)
	legacyZeroBefore  = regexp.MustCompile(`(?:\A|[^a-z0-9_.=:])(?:0|no|zero|without|fixed)[ \t]\z`)
	legacyCapitals    = regexp.MustCompile(legacyEdge + `(?:SUCCESS|SUCCESSFUL|SUCCESSFULLY|SUCCEEDED)` + legacyEnd)
	legacyAffirmed    = regexp.MustCompile(legacyEdge + `(?:(?:succeeded|successfully)` + legacyEnd +
		`|success` + legacyLabel + `1(?:\z|[^A-Za-z0-9_.]))`)
	legacyFirstWord = regexp.MustCompile(`\A[^A-Za-z0-9_?]*(?:(?:success(?:ful)?|done|completed?|ok)(?:\z|[:.!,*]|[ \t]*[)\]]|[ \t]-)|passed[ \t]*\])`)
	// `Done in 4.2s`, `ok 1 - name`
	legacyFirstCount = regexp.MustCompile(`\A[^A-Za-z0-9_?]*(?:(?:done|completed|ok)[ \t]+(?:in[ \t]|[1-9][0-9]*(?:\z|[ \t]+[A-Za-z#_-]))|ok(?: *\t|[ \t]\()|passed!)`)
	// `success in 23ms`
	legacyInTime   = regexp.MustCompile(legacyEdge + `(?:success|completed?|done)[ \t]+in[ \t]+[0-9]`)
	legacyLastWord = regexp.MustCompile(legacyEdge + legacyLast)
)

// Words of success, and words that make it uncertain in the same clause. In lower case.
const (
	legacyClaims = `success|successful|successfully|succeeded|done|complete|completed|ok|passed`
	// What is counted: `2 of 3 tests passed`.
	legacyThings = `test|tests|step|steps|check|checks|job|jobs|task|tasks|item|items|case|cases|suite|suites|build|builds|request|requests|file|files|assertion|assertions|example|examples|spec|specs|scenario|scenarios|package|packages|module|modules|rule|rules|run|runs|operation|operations`
)

var (
	legacyClauseEnds = regexp.MustCompile(`[ \t](?:and|but|so|then|[-\x{2013}\x{2014}])[ \t]|\.[ \t]`)
	legacyClause     = regexp.MustCompile(`[^,;:!?()\[\]{}|\x01]+\??`)
	legacyClaim      = regexp.MustCompile(legacyEdge + `(` + legacyClaims + `)` + legacyEnd)
	// Anywhere before the word: `did not finish successfully`, `waiting for the SUCCESS`.
	legacyOpenBefore = regexp.MustCompile(legacyEdge + `(?:not|never|no|none|nothing|nobody|neither|nor|cannot|t|isnt|wasnt|hasnt|didnt|doesnt|without|if|unless|until|whether|when|once|wait|waits|waiting|await|awaits|awaiting|should|would|could|might|must|will|can|unable|perhaps|maybe|probably|possibly|presumably|supposedly|allegedly|hopefully|hope|case|previously|formerly|fails|trying|tries|tried|need|needs)` + legacyEnd)
	// Directly before the word: `for SUCCESS`; after it: `SUCCESS was not reached`,
	// `SUCCESS rate`, `SUCCESS is required`, `SUCCESS in log not found`, `SUCCESS with errors`.
	legacyOpenBeside = regexp.MustCompile(legacyEdge + `(?:(?:for|expect|expects|expected|expecting|want|wants|wanted|be|almost|nearly|hardly|partial|partially|partly|mostly|barely|half|non|semi|on|of|upon|after|before|than|any|each|every|print|prints|echo|printf|grep|match|matches|matching|contain|contains|containing|find|finds|return|returns|word|string|text|phrase|keyword|token|means|mean|denotes|indicates|called|say|type|enter|press|click|simulate|simulated|ignore|ignored)(?:[ \t]+-[a-z]+)*[ \t]+["'*` + "`" + `]*(?:` + legacyClaims + `)|` +
		`(?:` + legacyClaims + `)(?:[ \t]+[a-z]+)?[ \t'\x{2019}]+(?:not|never|cannot|t)|` +
		`success[ \t]+(?:rate|rates|ratio|criteria|criterion|condition|conditions|count|probability|threshold|percentage)|` +
		`success(?:[ \t]+(?:is|was|are|were|has|still|remains|seems|appears|looks|currently|set|to))?[ \t]+(?:pending|expected|required|needed|wanted|missing|unknown|unlikely|impossible|or|possible|possibly|questionable|doubtful|awaited|denied|will|would|should|could|might|may|must|can|depends|if|unless|when|once|yet|requires|needs|means)|` +
		`success(?:[ \t]+[a-z]+){0,4}[ \t]+(?:not|never)[ \t]+(?:found|seen|reached|present|printed|reported|logged|confirmed|detected|achieved)` + `)` + legacyEnd)
	// A share of a whole: `2/3 succeeded`, `0 of 3 tests passed`, `0 tests passed`.
	legacyShare = regexp.MustCompile(`(?:\A|[^A-Za-z0-9_./=])([0-9]+)(?:(?:[ \t]*/[ \t]*|[ \t]+(?:out[ \t]+)?of[ \t]+)([0-9]+))?` +
		`(?:[ \t]+(?:` + legacyThings + `))?[ \t]+(?:` + legacyClaims + `)` + legacyEnd)
	// The same behind the word: `SUCCESS: 0/3`.
	legacyShareBehind = regexp.MustCompile(legacyEdge + `(` + legacyClaims + ")[\"'*` \t]*(?:[:=(-][\"'*` \t]*)?" +
		`([0-9]+)(?:[ \t]*/[ \t]*|[ \t]+(?:out[ \t]+)?of[ \t]+)([0-9]+)`)
	// A percentage that is not the whole: `50% done`.
	legacyPercentage = regexp.MustCompile(`(?:\A|[^a-z0-9_.])[0-9]{1,2}(?:\.[0-9]+)?[ \t]?%[ \t]+(?:` + legacyClaims + `)` + legacyEnd)
)

// Words of failure, and words that make it uncertain: `no failure`, `on FAILURE`, `failure rate`. In lower case.
const (
	legacyFailures = `failure|fail`
	legacySoft     = "[\"'*` \t]*"
	legacyOr       = `(?:` + legacySoft + `[/|]` + legacySoft + "|[\"'*` \t]+or[\"'*` \t]+)"
	legacyContrary = `failure|fail|failed|error`
	legacyValueEnd = `[.!]?` + legacySoft + `(?:\z|[,;|})\]])`
)

var (
	legacyOpenFailure = regexp.MustCompile(`\?\z|` + legacyEdge +
		`(?:(?:for|expect|expects|expected|expecting|want|wants|wanted|be|almost|nearly|hardly|partial|partially|partly|mostly|barely|half|non|semi|on|of|upon|after|before|than|any|each|every|print|prints|echo|printf|grep|match|matches|matching|contain|contains|containing|find|finds|return|returns|word|string|text|phrase|keyword|token|means|mean|denotes|indicates|called|say|type|enter|press|click|simulate|simulated|ignore|ignored)(?:[ \t]+-[a-z]+)*[ \t]+["'*` + "`" + `]*(?:` + legacyFailures + `)` + legacyEnd +
		`|(?:` + legacyFailures + `)[ \t]+(?:rate|rates|ratio|criteria|criterion|condition|conditions|count|probability|threshold|percentage)` + legacyEnd + `)` +
		`|(?:\A|[^a-z0-9_./=])0[ \t]+(?:` + legacyFailures + `)` + legacyEnd)
	legacyFailureWord = regexp.MustCompile(legacyEdge + `(` + legacyFailures + `)` + legacyEnd)
	// Lines that are not about this run: `Expected: SUCCESS`, `[ ] done`, `prints SUCCESS or FAILURE`.
	legacyOfOther = regexp.MustCompile(`\A(?:[-*+][ \t]*)?\[ \]|\A[^a-z0-9_]*` +
		`(?:expect|expects|expected|want|wants|wanted|previous|previously|prior|earlier|usage|todo|fixme|example|sample|default|possible|valid|allowed|legend|hint|tip|last[ \t]+(?:run|status|result|build|attempt|exit))(?:[ \t]+[a-z]+){0,2}` + legacySoft + `[:=]|` +
		`\A[^a-z0-9_]*(?:pending|target|goal|required|desired|needed|awaited)(?:[ \t]+(?:status|result|state|outcome|conclusion|verdict))?` + legacyLabel +
		`(?:` + legacyClaims + `|pass)` + legacyEnd + `|` + legacyEdge +
		`(?:(?:` + legacyClaims + `|pass)` + legacyOr + `(?:` + legacyContrary + `)|(?:` + legacyContrary + `)` + legacyOr + `(?:` + legacyClaims + `|pass))` + legacyEnd)
	// The label at the head of a line: `failure: disk full`, `Build status: FAILED`, `Result: ok`.
	legacyFailureLabel = regexp.MustCompile(`\A(failure|fail)` + legacySoft + `[:=]`)
	legacyNoFailure    = regexp.MustCompile(`\A` + legacyLabel + `(?:(?:false|no|none|null|nil|undefined|nope|n|never|not|[0-9]+)` + legacyValueEnd + `|0(?:\z|[^a-z0-9_.%]))`)
	legacyOutcome      = `\A(?:[a-z]+[ \t]+){0,2}(?:status|result|conclusion|outcome|verdict|state)` + legacyLabel
	legacyFailedEnd    = regexp.MustCompile(legacyOutcome + `(?:failed|failure|fail)(?:\z|[^a-z0-9_=-])`)
	legacyGoodEnd      = regexp.MustCompile(legacyOutcome + `(?:ok|success(?:ful)?|succeeded|pass(?:ed)?|completed?|done)` + legacySoft + `(?:\z|[.,;!|()\]}])`)
	// Words of failure at the end, in capitals, or with a count: `BUILD FAILURE`, `2 failures`.
	legacyFailing      = regexp.MustCompile(`(?:` + legacyEdge + `failure|[:=]` + legacySoft + `fail)[^a-z0-9_?]*\z|(?:\A|[^a-z0-9_./=:])[1-9][0-9]*[ \t]+(?:failures?|failing)` + legacyEnd)
	legacyFailCapital  = regexp.MustCompile(legacyEdge + `(?:FAIL[^A-Za-z0-9_?]*\z|FAILURES[ \t]*!)`)
	legacyFailureAt    = regexp.MustCompile(legacyEdge + `(FAILURE)(?:\z|[^A-Za-z0-9_-])`)
	legacyLabelDigit   = regexp.MustCompile(`\A` + legacyLabel + `[0-9]`)
	legacyFailureCount = regexp.MustCompile(legacyEdge + `(?:(max|maximum|min|allowed|expected|previous|last|target)[ \t]+)?(?:failures?|errors)` + legacyLabel + `[1-9]`)
	// Words of success with a count or at the start of a line: `12 passed`, `PASS
	// a.test.js`.
	legacyPassFirst  = regexp.MustCompile(`\A[^A-Za-z0-9_?]*(?:PASS|PASSED)(?:\z|[^A-Za-z0-9_-])`)
	legacyPassCount  = regexp.MustCompile(`\A[^A-Za-z0-9_?]*(?:PASS|PASSED)[ \t:=]*[0-9]`)
	legacyPassed     = regexp.MustCompile(`(?:\A|[^a-z0-9_./=:])[1-9][0-9]*[ \t]+(pass(?:ed|ing))(?:\z|[^a-z0-9_])`)
	legacyPassedOf   = regexp.MustCompile(`\A[ \t]+(?:of|out)` + legacyEnd)
	legacyBeforeWord = regexp.MustCompile(`\A[^A-Za-z0-9_]*`)
	legacyZeroCount  = regexp.MustCompile(`\A[ \t]+(?:[cC][oO][uU][nN][tT]|[rR][aA][tT][eE]|[tT][oO][tT][aA][lL])` + legacyLabel + `0+(?:\.0+)?%?(?:\z|\.\z|\.?[^A-Za-z0-9_.%])`)
)

// Words of failure, and what says that they report none: `0 tests failed`, `Failed: none`, `src/FAILED.md`. In lower
// case, but for names.
const (
	legacyFaults = `failed|failure|failures|fail|fails|failing|error|errors|abort|aborted|unsuccessful|unsuccessfully`
	// Directly behind a word of failure, they say that the run went on.
	legacyWentOn = `retrying|ignored|ignoring|continuing`
	// Behind `error`, at the end of a clause, they name a subject.
	legacySubjects = `handling|handler|handlers|reporting|recovery|messages|logging|logs|log|tracking|correction|detection|boundary|boundaries|page|pages|policy|checking|monitoring|codes|paths|rate|rates|ratio|margin|budget|tolerance|percentage`
	// Behind such a subject, they say something of it.
	legacyAbout = `enabled|disabled|configured|added|updated|improved|installed|initialized|implemented|active|on|off|ok|is|was|are|were|in|for|of|below|above|under|within|at|over|written|saved|works|tests|and|with|to|has|have|deployed|created|generated|fixed|ready|shown|cleared|loaded`
	// Before a word of failure, perhaps with words between: they say that it is past.
	legacySettling     = `fixed|resolved|repaired|corrected|handled|ignored|suppressed|retried|reran|removed|cleaned|cleared|skipped|recovered|prevented|avoided|deleted|expected|known|earlier|prior|intentional`
	legacyToSettle     = `fixes|fixing|resolves|resolving|ignores|ignoring|retries|retrying|reruns|rerunning|removes|removing|skips|skipping|prevents|avoids|catches|handles`
	legacySettledInner = `up|from|the|a|an|all|any|of|this|that|every|each|old|single|last|first|previous|previously|one|two|three`
	// What an option does on an error: `--fail-on error`, `retry on error`.
	legacyReactions   = `continue|continues|stop|stops|fail|fails|abort|aborts|exit|exits|retry|retries|retrying|halt|break|bail|quit|notify|alert|warn|rollback|back|skip|raise|throw|die|resume|ignore|act|run|runs|trigger|called`
	legacyCases       = `if|when|whenever|unless|until|upon`
	legacyCrossBefore = `(?:[✗❌✘✖][ \t]*[0-9]+[ \t]+problems?[ \t]*\(|[✗❌✘✖][^a-z0-9_✗❌✘✖]{0,8})`
	legacyValueEnds   = "(?:\\.[ \t]|\\.?[\"'*` \t]*(?:\\z|[^a-z0-9_\"'*` \t(.:%/=+-]))"
	legacyCountLabel  = "[\"'*` \t]*[:=|│(\\]][\"'*` \t]*"
	legacyZeros       = `0+(?:\.0+)?%?`
	legacyZeroEnds    = `(?:[ \t]*/[ \t]*[0-9]+|[ \t]+(?:out[ \t]+)?of[ \t]+[0-9]+)?(?:` + legacyValueEnds + `|[ \t]+(?:` + legacyThings + `)` + legacyCountEnds +
		`|` + legacyCountEnds + `)`
	legacyCountEnds = `(?:` + legacyValueEnds + "|\\.?[\"'*` \t]*(?:\\([0-9]|[a-z_]+[ \t]*[:=]|(?:skipped|ignored|pending|total|todo|warnings|errors|cancelled|flaky)" + legacyEnd + `))`
)

var (
	legacyHarmless = []*regexp.Regexp{
		regexp.MustCompile(`(\A|[^a-z0-9_]|` + legacyCrossBefore + `)((?:` + legacyFaults + `)(?:[ \t]+(?:` + legacyThings + `)){0,2}(?:` + legacyCountLabel + `|[ \t]+)` +
			legacyZeros + `)` + legacyZeroEnds),
		regexp.MustCompile(`(\A|[^a-z0-9_]|` + legacyCrossBefore + `)((?:` + legacyFaults + `)(?:[ \t]+(?:` + legacyThings + `)){0,2}` + legacyCountLabel +
			`(?:none|nothing|no|null|nil|false|zero))` + legacyValueEnds),
		regexp.MustCompile(`(\A|[^a-z0-9_./=:]|` + legacyCrossBefore + `)((?:0|no|zero|none|nothing|not|never)(?:[ \t]*/[ \t]*[0-9]+)?(?:[ \t]+(?:of[ \t]+(?:the[ \t]+)?[0-9]+|` +
			`out|of|the|these|any|a|an|single|been|has|have|had|was|were|is|are|did|yet|` + legacyThings + `)){0,5}[ \t]+(?:` + legacyFaults + `))(?:\z|[^a-z0-9_-])`),
		regexp.MustCompile(`()([✗❌✘✖][ \t:]{0,8}` + legacyZeros + `)` + legacyZeroEnds),
		// `Attempt 1 failed, retrying in 2s`, `Fix error handling`, `-- Performing Test HAVE_X - Failed`
		regexp.MustCompile(`(\A|[^a-z0-9_✗❌✘✖])((?:` + legacyFaults + `)(?:[ \t]+[0-9]+)?[,;(. \t-]+(?:` + legacyWentOn + `))` + legacyEnd),
		regexp.MustCompile(`(\A|[^a-z0-9_✗❌✘✖])(errors?|failures?)(?:[ \t]+(?:` + legacySubjects + `)(?:[ \t]*(?:\z|[.,;)|:=])|[ \t]+(?:` + legacyAbout + `)(?:\z|[^a-z0-9_])))`),
		regexp.MustCompile(`((?:\A|[^a-z0-9_✗❌✘✖])(?:(?:` + legacySettling + `)(?:[ \t]+(?:` + legacySettledInner + `|[0-9]+|` + legacyThings + `)){0,4}|(?:` + legacyToSettle + `)(?:[ \t]+(?:` + legacySettledInner + `|[0-9]+|` + legacyThings + `)){1,4})[ \t]+)(` + legacyFaults + `)(?:\z|[^a-z0-9_-])`),
		regexp.MustCompile(`((?:\A|[^a-z0-9_✗❌✘✖])(?:` + legacyToSettle + `)[ \t]+)(errors?|failures?)(?:\z|[^a-z0-9_-])`),
		regexp.MustCompile(`((?:\A|[^a-z0-9_✗❌✘✖])(?:(?:` + legacyReactions + `)[ -]on[ -]|(?:` + legacyCases + `|case of)[ \t]+)(?:(?:any|first|every|each|an|the|a|some|it|there is)[ \t-]){0,2})(` + legacyFaults + `)(?:\z|[^a-z0-9_-])`),
		regexp.MustCompile(`\A([^a-z0-9_✗❌✘✖]*on[ \t]+(?:(?:any|first|every|each|an|the|a|some|it|there is)[ \t]){0,2})(` + legacyFaults + `)(?:\z|[^a-z0-9_-])`),
		regexp.MustCompile(`(\A|[^a-z0-9_✗❌✘✖])(fails?|aborts?)[ -]on[ -](?:(?:any|first|every|each|an|the|a|some|it|there is)[ \t-]){0,2}_`),
		regexp.MustCompile(`(\A|[^a-z0-9_✗❌✘✖])(` + legacyFaults + `)(?:-(?:[a-z]|[0-9]+\.[0-9]))`),
		regexp.MustCompile(`(?s)\A()-- performing test (?:.* )?- (` + legacyFaults + `)\z`),
	}
	legacyNamed = regexp.MustCompile(`(?:\A|[^A-Za-z0-9_])()(FAILED|FAILURE|FAIL|ERROR|ABORT|ABORTED|SUCCESS|SUCCESSFUL|SUCCESSFULLY|SUCCEEDED|Failed|Failure|Failures|Error|Errors)` +
		`(?:[./-][A-Za-z0-9_]+){0,4}\.[a-z][a-z0-9]{0,4}(?:\z|[^A-Za-z0-9_/.]|\.(?:\z|[^A-Za-z0-9_]))`)
	legacyQualified = regexp.MustCompile(`(?:\A|[^a-z0-9_:])()([a-z0-9_]+(?:::[a-z0-9_]+)+)`)
	legacyFaultWord = regexp.MustCompile(legacyEdge + `()(` + legacyFaults + `)` + legacyEnd)
	legacyHeaded    = regexp.MustCompile(legacyEdge + `(?:passed|pass|executed|skipped|total|succeeded|ok)[ \t]*[|│][ \t]*()(` + legacyFaults + `)[ \t]*(?:\z|[|│])`)
	// `All 12 tests passed`
	legacyAllPassed = regexp.MustCompile(legacyEdge + `(?:all|100%)(?:[ \t]+(?:[0-9]+|the|of|our|have|has|were|are|` + legacyThings + `)){0,4}[ \t]+(?:passed|succeeded|completed)` + legacyEnd)
	// A failed test of the Test Anything Protocol.
	legacyNotOK        = regexp.MustCompile(`\Anot ok(?:\z|[^A-Za-z0-9_])`)
	legacyNotOKExcused = regexp.MustCompile(`#[ \t]*(?:todo|skip)`)
)

// Lines that programs print in a form of their own: `cp: x: No such file or directory`,
// `12 files inspected, no offenses detected`, `Built in 1.2s`.
const (
	legacyReasons = `No such file or directory|Permission denied|Operation not permitted|Operation timed out|Connection refused|Connection timed out|Connection reset by peer|No route to host|Network is unreachable|Name or service not known|No space left on device|Disk quota exceeded|Read-only file system|Is a directory|Not a directory|Directory not empty|Text file busy|Device or resource busy|Address already in use|Cannot allocate memory|Broken pipe|Bad file descriptor|Input/output error|Exec format error|Argument list too long|unbound variable`
	legacySignals = `Killed|Terminated|Aborted|Hangup|Bus error|Illegal instruction|Floating point exception`
)

var (
	legacyToolCrash = []*regexp.Regexp{
		regexp.MustCompile(`\A(?:[a-z0-9_-]*make(?:\[[0-9]+\])?: \*\*\* |E: [A-Z][a-z]|ERR_|Exception in thread "|curl: \(|Killed\z)`),
		regexp.MustCompile(`(?s)\A[A-Za-z0-9_./-]+(?:\[[0-9]+\])?: (?:.*: )?(?:` + legacyReasons + `)\.?(?: \([0-9]+\))?\z`),
		regexp.MustCompile(`: line [0-9]+: +[0-9]+ +(?:` + legacySignals + `)` + legacyEnd),
	}
	// A number of errors, with the words beside it: `1 errors`, but not `Fixed 3 errors`.
	legacyErrorCount    = regexp.MustCompile(`(?:([a-z0-9_]+)[ \t]+|\A|[^a-z0-9_./=:])[1-9][0-9]*[ \t]+(errors)`)
	legacySettled       = regexp.MustCompile(`\A(?:fixed|ignored|resolved|suppressed|corrected|skipped|max|maximum|allowed|expected|of)\z`)
	legacySettledBehind = regexp.MustCompile(`\A[ \t]+(?:fixed|ignored|resolved|suppressed|corrected|skipped|handled|fixable)` + legacyEnd)
	// `3 examples`, and `0 failures` behind it.
	legacyRan         = regexp.MustCompile(`(?:\A|[^a-z0-9_./=:-])[1-9][0-9]*[ \t]+(` + legacyThings + `)` + legacyEnd)
	legacyFaultless   = regexp.MustCompile(`[^a-z0-9_./=:-](?:0|no|zero)[ \t]+(?:failure|failures|failed|error|errors|offense|offenses|issue|issues|problem|problems)(?:\z|[^a-z0-9_-])`)
	legacyBuilt       = regexp.MustCompile(`\A[^a-z0-9_?]*(?:built|finished)[ \t](?:[^0-9]*[ \t])?in[ \t]+[0-9]`)
	legacyToolSuccess = []*regexp.Regexp{
		regexp.MustCompile(`[|\x{2502}:.=-][ \t]*(?:PASS|PASSED)[^A-Za-z0-9_?]*\z`),
		regexp.MustCompile(`\A(?:\[[^\]]{0,200}\][ \t]*)+[ \t›»>:|-]{0,4}[✓✔✅]`),
	}
)

// Whether a line in lower case counts errors.
func countsErrors(lower string) bool {
	if !strings.Contains(lower, "errors") {
		return false
	}
	for _, at := range legacyErrorCount.FindAllStringSubmatchIndex(lower, -1) {
		rest := lower[at[5]:]
		goes := rest != "" && (rest[0] == '-' || isWordRune(rune(rest[0])) && rest[0] < 0x80)
		settled := at[2] >= 0 && legacySettled.MatchString(lower[at[2]:at[3]])
		if !goes && !settled && !legacySettledBehind.MatchString(rest) {
			return true
		}
	}
	return false
}

// Whether a line says that a program succeeded.
func toolSucceeded(line string) bool {
	for _, words := range legacyToolSuccess {
		if words.MatchString(line) {
			return true
		}
	}
	lower := smallLetters(line)
	ran := legacyRan.FindStringSubmatchIndex(lower)
	return legacyBuilt.MatchString(lower) || endsClean(lower) || ran != nil && legacyFaultless.MatchString(lower[ran[3]:])
}

// Whether a program says that it could not do its work.
func toolCrashed(line string) bool {
	for _, words := range legacyToolCrash {
		if words.MatchString(line) {
			return true
		}
	}
	return false
}

var (
	// `3 examples, 0 failures`: the examples above it, `  raises an error`, have passed.
	legacyExamplesPassed = legacyForms(
		`^[1-9][0-9]* examples?, 0 failures(?:, [0-9]+ pending)?$`,
	)
	// `  reports a failure`: an indented line of this form may be the name of an example that passed.
	legacyExampleNames = legacyForms(
		`^[a-z][a-z _,'()-]* failures?$`,
	)
	// `CMake Warning at CMakeLists.txt:12 (message):`: the indented lines below are its text.
	legacyWarningHeadings = legacyForms(
		`^(?:cmake )?(?:deprecation )?warning(?: [(][a-z]+[)])?(?: (?:at|in) [^ ]+(?: [(][^)]*[)])?)?:$`,
	)
	// A failure, in any case.
	legacyFailureForms = legacyForms(
		// `✕ deletes a file`, as jest and vitest print it
		`^[✕×] `,
		// Levels of a log: `ERR: x`, `[E] x`, `level=error`, `"severity":"CRITICAL"`, `[emerg]` of nginx; pino: `{"level":50,"time":1}`
		`^(?:err|crit|critical|emerg|emergency)(?::|]) [^0-9 ]|(?:^|[0-9z] |] )[^a-z0-9_ ](?:[a-z0-9_]*:)?(?:err|e|crit|critical|fatal|emerg|emergency|alert|panic|severe)] |(?:^|[ ,{])[^a-z0-9_ ]?(?:(?:log[.])?level|levelname|lvl|severity|severitytext)(?:=[^a-z0-9_ ]?|[^a-z0-9_ ]{2} ?[^a-z0-9_ ])(?:error|eror|err|fatal|critical|crit|panic|dpanic|emerg|emergency|alert|severe)(?:$|[^a-z0-9_])|[^a-z0-9_]level[^a-z0-9_ ]{2} ?[56]0,[^a-z0-9_ ]time`,
		// syslog: `<2>Jan  5 10:00:00 web1 kernel: x`. The number modulo 8 is the level; 0 to 3 are errors.
		`^<[0-3]>[a-z]|^<(?:[0-389]|(?:1|5|9|13|17)[016789]|(?:2|6|10|14|18)[4567]|(?:3|7|11|15)[2345]|(?:4|8|12|16)[012389])>(?:1 [0-9]{4}-|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec) )`,
		// git: `! [remote rejected] main -> main`, `CONFLICT (content): Merge conflict in a.c`, `remote: Repository not found.`
		`^! [^a-z0-9_](?:remote )?(?:rejected|failure)]|^conflict [(][^)]+[)]: |^you have unmerged paths|^both (?:modified|added): |^patch failed at |^remote: (?:gitlab: )?(?:invalid username or (?:password|token)|(?:repository |project )?not found|permission to [^ ]+ denied|write access to |(?:http basic: )?access denied|you are not allowed |pre-receive hook declined|support for password authentication was removed)`,
		// GitHub and other services: `{"message":"Bad credentials"}`
		`[^a-z0-9_](?:message|error|detail)[^a-z0-9_ ]{2} ?[^a-z0-9_ ](?:bad credentials|requires authentication|not found|unauthorized|forbidden|access denied|validation failed|problems parsing json|internal server error|bad gateway|service unavailable|gateway timeout|method not allowed|too many requests|rate limit exceeded|resource not accessible by [a-z ]+)[.]?[^a-z0-9_ ]|[^a-z0-9_]documentation_url[^a-z0-9_ ]{2} ?[^a-z0-9_ ]https://docs[.]github[.]com/`,
		// cmake, composer, sudo, docker, gpg, xcodebuild, the Test Anything Protocol, ansible, bun, kubectl, HTTP
		`^-- configuring incomplete, errors occurred|: stale (?:nfs )?file handle$|^terminate called after throwing |^undefined symbols for architecture |^the following packages have unmet dependencies|^job for [^ ]+ (?:failed|cancell?ed)|^[a-z0-9_./-]+: fatal: |^unhandled (?:exception|rejection|promise rejection)|^sudo: (?:a (?:terminal|password) is required|no tty present|[0-9]+ incorrect password)|is not in the sudoers file|^no matching (?:manifest|distribution) |^service [^ ]+ is not running$|^gpg: bad signature |^[*]{2} [a-z]+ (?:failed|interrupted|cancelled) [*]{2}|^your requirements could not be resolved|^bail out!|(?:^|[^a-z0-9_])(?:unreachable|failed)=[1-9]|^[1-9][0-9]* fail$|^the connection to the server [^ ]+ was refused|^the [a-z][a-z0-9.]* [^a-z0-9_ ][^ ]+ is invalid: |^http/[0-9.]+ [45][0-9][0-9](?:$|[^0-9])|^http (?:error )?[45][0-9][0-9]: [^0-9]|@ error/[a-z0-9]+[.]c/|: not in [a-z0-9]+ format$|^your [a-z0-9 ._-]+ version is [^ ]+, but |^no pages of output[.]$|^! (?:emergency stop|undefined control sequence|latex error: |package [a-z0-9]+ error: |i can't find file|missing [^ ]+ inserted)|^detected (?:[1-9][0-9]* )?(?:errors?|problems?) in [1-9]|^can't locate [^ ]+ in @inc |^stack traceback:$|: attempt to (?:index|call|compare|concatenate|perform arithmetic on) |^no version is set for |^[45][0-9][0-9] (?:bad request|unauthorized|forbidden|not found|conflict|unprocessable entity|too many requests|internal server error|bad gateway|service unavailable|gateway time-?out)(?:: |[.!]?$)`,
		// pytest: `!!!! Interrupted: 1 error during collection !!!!`
		`^!+ (?:[a-z0-9_]+[.])*(?:keyboardinterrupt|interrupted: [^!]*|exit: [^!]*|stopping after [1-9][0-9]* failures?|session-timeout: [^!]*) !+$`,
		// Counts of tests: `# cancelled 1` of node, `2 passed, 1 errored`, `Timed out: 1`, `1 did not run` of Playwright
		`^(?:#|[^ -~]) (?:fail|failed|failures|cancelled|canceled|errored|errors|timedout|timed out|aborted|broken) [1-9]|(?:^|[|,;(:] *)[1-9][0-9]* (?:(?:tests?|suites?|test suites?|test files?|specs?|scenarios?|steps?|jobs?|tasks?|checks?|cases?) )?(?:was |were )?(?:errored|cancelled|canceled|crashed|interrupted|timedout|timed out|aborted|broken|undefined|ambiguous)(?: (?:tests?|suites?|test suites?|test files?|specs?|scenarios?|steps?|jobs?|tasks?|checks?|cases?))?(?: in [0-9.]+ ?m?s)?(?:$|[.,;|)]| [(|])|(?:^|[,;|(] *)(?:tests? )?(?:errored|cancelled|canceled|crashed|timed ?out|aborted|broken|interrupted)(?: tests?)? *[:=|] *[1-9][0-9]*(?:$|[ ,.;|)])|^[1-9][0-9]* did not run$|(?:^|[,(] *)[1-9][0-9]* (?:uncaught exceptions?|unhandled (?:rejections?|errors?))(?:$|[ ,)])`,
		// Results of tests: `***Timeout` and `2 - b (Not Run)` of ctest, `TIMEOUT` of bazel and cargo-nextest, `[PANICKED]` of Ginkgo
		`[*]{3}(?:timeout|exception(?:: [a-z]+)?|bad_command|not run) +[0-9.]+ sec|^[0-9]+ - [^ ]+ [(](?:timeout|not run|segfault|illegal|interrupt|numerical|other_fault|exception)[)]|^//[^ ]+ +(?:timeout|no status)(?: in |$)|^(?:timeout|sig[a-z]+|abort) +[^a-z0-9_ ] *[0-9.]+s] |^[^a-z0-9_]*[^a-z0-9_ ](?:timedout|interrupted|panicked|crashed)](?: |$)|^[+]+ timeout [+]+$`,
		// Findings of go vet, flake8, actionlint, shellcheck, ld and black: `./a.go:6:2: undefined: foo`
		`^(?:vet: )?[a-z0-9_./-]+[.]go:[0-9]+:[0-9]+: [^ ]|^[a-z0-9_./-]+[.]pyi?:[0-9]+:[0-9]+: [a-z]{1,4}[0-9]{2,4} |^[a-z0-9_./-]+:[0-9]+:[0-9]+: [a-z][^:]* [^a-z0-9_ ][a-z][a-z0-9-]*]$|^[~^]-+ sc[0-9]{4} [(]|: (?:undefined reference to|multiple definition of) |^would reformat:? [^ ]|^[1-9][0-9]* files? would be reformatted|^[a-z0-9_./-]+[.][a-z]{1,6}:[0-9]+:[0-9]+: [^ ]|[.]proto:[0-9]+:[0-9]+:[a-z]|^[^ :]+:[0-9]+: [^ ]+ ==> [^ ]`,
		// dash and busybox: `./x.sh: 3: foo: not found`; zsh: `zsh: killed  ./a`; make: `Makefile:3: *** missing separator.  Stop.`
		`^[a-z0-9_./-]+: [0-9]+: (?:[^:]+: (?:not found|permission denied|bad substitution)|(?:cannot (?:open|create)|syntax error)[^a-z0-9_])|^[a-z0-9_./-]*sh: [^:]+: not found$|^[a-z]*sh: (?:killed|terminated|bus error|segmentation fault|abort|illegal hardware instruction|trace trap)(?: |$)|^[^ :]+:[0-9]+: [*]{3} `,
		// The result of a step: `Step 2 ... NOT OK`
		`(?:[.][.]|[:=|>-]|–|—) *(?:not ok|not passed|timed out)[.!)| ]*$|^(?:not ok|timed out)[.!]*$`,
	)
	// The same with its case.
	legacyFailureFormsCased = legacyForms(
		// `AssertionError: 1 != 2`, `java.lang.NullPointerException`, `** (ArgumentError) x` of Elixir
		`^(?:Uncaught |Unhandled [Ee]xception[.:] |Caused by: |[(]node:[0-9]+[)] |E +)?(?:[a-z_][A-Za-z0-9_]*[.])*(?:[A-Z][A-Za-z0-9_]*(?:Error|Exception|RejectionWarning)(?:: |$)|Exception: )|[(](?:[A-Z][A-Za-z0-9]*::)*[A-Z][A-Za-z0-9]*Error[)]$|(?:^|: )KeyboardInterrupt$|^[*]{2} [(](?:[A-Z][A-Za-z0-9_.]*|exit|throw)[)] |^[(](?:[A-Z][A-Za-z]*)?(?:Failed|Failure|NotFound|Denied|Exceeded|Unauthorized|Forbidden|Conflict|NotAllowed|NotSupported|Unavailable|Expired|Timeout)[)] |^[(]Invalid[A-Z][A-Za-z]*[)] `,
		// hadolint, markdownlint: `README.md:3 MD009/no-trailing-spaces x`
		`^[A-Za-z0-9_./-]*[A-Za-z][A-Za-z0-9_./-]*:[0-9]+(?::[0-9]+)?:? [A-Z]{1,5}[0-9]{2,5}[/: ]`,
		// `10:00:01 CRITICAL x`, supervisord: `web  FATAL  Exited too quickly`, klog: `E0101 12:00:00.000000`
		`(?:^[^A-Za-z0-9_]?|[0-9]:[0-9]{2}(?:[.,][0-9]+)?(?:Z|[+-][0-9:]+)?]?(?:[ |-]|[^!-~ ])+(?:[a-z0-9_.]+ - |[^A-Za-z0-9_ ][a-z0-9_.-]+[^A-Za-z0-9_ ] )?[^A-Za-z0-9_ ]?)(?:CRITICAL|FATAL|SEVERE|EMERG|EMERGENCY|PANIC|DPANIC)(?:[:| ]|]| -|[^!-~ ])+[A-Za-z]|^[a-z0-9_:.-]+ {2,}(?:FATAL|BACKOFF) {2,}|^[a-z0-9_./-]+: (?:FATAL|PANIC|CRITICAL): |^[EF][0-9]{4} [0-9]{2}:[0-9]{2}:`,
		// `tests: NG`
		`(?:^|(?:[.][.]|[:=|>-]|–|—) *)(?:NG|KO)[.!)| ]*$`,
	)
	// A failure in the words of a sentence, in any case.
	legacyFailurePhrases = legacyForms(
		// `Process completed with exit code 1.`, `rc=1`, `Exited (1) 2 minutes ago`, `exited on signal 11`
		`(?:^|[^a-z0-9_])(?:exit ?code|exit_code|exit status|exit value|return code|(?:exit|exited|exits|completed|finished|failed|ended|terminated|returned|died|quit) with (?:exit |error |status )?(?:code|status)|exited with|returned (?:a )?non-?zero (?:exit )?(?:code|status)|rc)(?:[:=]| is| was|: exit status)? ?-?[1-9][0-9]{0,2}[.!)]*$|^[^a-z0-9_]*(?:exit ?code|exit status|rc) ?[:=] ?[1-9][0-9]{0,2}(?:[ ,.;)]|$)|(?:^|[^a-z0-9_])exited [(][1-9][0-9]*[)]|(?:exited on|killed by|terminated by|died (?:from|by|with)) signal|(?:^|[^a-z0-9_])sig(?:segv|abrt|bus|ill|fpe)(?:$|[^a-z0-9_])`,
		// `did NOT complete successfully`, `2 tests did not pass`
		`(?:^|[^a-z0-9_])(?:did not|didn't) (?:complete|finish|succeed|pass|build|compile|deploy|converge)(?:$|[^a-z0-9_])|(?:^|[^a-z0-9_.])[1-9][0-9]* (?:[a-z]+ )?(?:not passed|timed out)(?:$|[^a-z0-9_])|(?:^|[^a-z0-9_])(?:was|were) not possible(?:$|[^a-z0-9_])|(?:^|[^a-z0-9_])something went wrong(?:$|[^a-z0-9_])|is not recognized as an internal or external command|^missing (?:required |mandatory )?(?:license header|environment variable|argument|parameter|option|input|field|flag|module|package|script|key|property)(?:: [^0-9]| [^a-z0-9_ ]| in: )|^[a-z0-9_.-]+: (?:[^:]+: )?[^:]+ (?:does not exist|is busy)[.]?$|(?:^|[^a-z0-9_])version [^ ]+ is not (?:yet )?installed(?:$|[^a-z0-9_])`,
		// `coverage threshold for lines (80%) not met: 75%`
		`(?:thresholds?|coverage|quality gate|requirements?)(?: [^ ]+){0,6} not (?:met|reached)(?:$|[^a-z0-9_])`,
		// `denied: requested access`, `Permission denied, please try again.`, `Upload rejected: quota exceeded`
		`^(?:unauthorized|denied|forbidden|access denied|permission denied)(?:: [^0-9]|[,.] |[.]?$| [(][^0-9])|: (?:unauthorized|forbidden|access denied|permission denied|authentication required|bad gateway|service unavailable|internal server error|too many requests)[.]?$|^(?:access|authentication|connection|deployment|login|push|release|request|submission|update|upload) (?:rejected|refused|denied): [^0-9]|(?:^|[^a-z0-9_])(?:access|authentication|connection|deployment|login|push|release|request|submission|update|upload) (?:was|has been) (?:rejected|refused|denied)(?:$|[^a-z0-9_])`,
		// `Could not create b.ts`, at the head of a clause
		`(?:^[^a-z0-9_]*|[.:;,] +|] | - |(?:^|[.:;,] )(?:i|we|it) (?:was |were )?)(?:could not|couldn't|cannot|can not|can't|unable to) (?:access|acquire|allocate|apply|authenticate|bind|build|checkout|clone|compile|complete|connect|contact|continue|convert|copy|create|decode|delete|deploy|determine|download|encode|execute|export|extract|fetch|find|finish|generate|get|import|initialize|install|load|locate|lock|merge|move|open|parse|process|proceed|publish|pull|push|query|reach|read|remove|render|resolve|restore|retrieve|run|save|send|set|start|stat|stop|update|upload|validate|verify|write|be created|be found|be opened|be read|be resolved|be written)(?:$|[^a-z0-9_])|[a-z0-9_'/.-] (?:could not|couldn't) be (?:applied|authenticated|completed|created|deleted|downloaded|executed|fetched|found|generated|installed|loaded|located|opened|parsed|processed|pulled|pushed|reached|read|removed|resolved|saved|sent|started|stopped|updated|uploaded|verified|written)(?:$|[^a-z0-9_])|^(?:[^a-z0-9_ ]!] )?[a-z0-9_.-]+ (?:could not|couldn't) find (?:a|an|any|compatible) `,
		// `Request timed out`, `context deadline exceeded`
		`(?:^|[^a-z0-9_])timed out(?:$|[.!,;)]|: [^0-9]| (?:after|while|waiting))|(?:^|[^a-z0-9_])deadline exceeded(?:$|[^a-z0-9_ ])`,
		// What the system or Go's libraries say at the end of a line, as strerror has it: `open a.yml: permission denied`, `connect ECONNREFUSED 10.0.0.5:80`
		`[^ ]: (?:argument list too long|operation not permitted|operation not supported|operation timed out|operation canceled|operation was canceled|no such file or directory|no such process|no such device|no such device or address|no such host|unknown host|interrupted system call|input/output error|i/o error|remote i/o error|exec format error|bad file descriptor|bad address|bad message|no child processes|resource temporarily unavailable|resource deadlock avoided|cannot allocate memory|permission denied|block device required|device or resource busy|resource busy|file does not exist|invalid cross-device link|cross-device link|not a directory|is a directory|directory not empty|invalid argument|too many open files(?: in system)?|inappropriate ioctl for device|text file busy|file too large|file name too long|no space left on device|no space left|illegal seek|read-only file system|too many links|too many levels of symbolic links|broken pipe|numerical result out of range|no locks available|function not implemented|protocol error|protocol not available|protocol not supported|value too large for defined data type|message too long|socket operation on non-socket|address family not supported by protocol|address already in use|(?:cannot|can't) assign requested address|network is down|network is unreachable|network dropped connection on reset|software caused connection abort|connection reset by peer|connection reset|connection refused|connection timed out|connection closed|no buffer space available|transport endpoint is (?:not|already) connected|cannot send after transport endpoint shutdown|host is down|no route to host|disk quota exceeded|no medium found|structure needs cleaning|key was rejected by service|name or service not known|temporary failure in name resolution|nodename nor servname provided, or not known|no address associated with hostname|executable file not found in [$%]path%?|context deadline exceeded|context canceled|i/o timeout|tls handshake timeout|gateway time-?out|server misbehaving|use of closed network connection|certificate signed by unknown authority|certificate has expired|unbound variable)(?: [(][^()]*[)])?[^a-z0-9_ ]{0,2}$|(?:mkdir|ln|open|symlink|link|rename|create|directory|file) [^ ]+: file (?:already )?exists$|: eof$|[:.] [45][0-9]{2} (?:bad request|unauthorized|forbidden|not found|method not allowed|request time-?out|conflict|gone|too many requests|internal server error|bad gateway|service unavailable|gateway time-?out)[.]?$|(?:^|: )(?:checksum|hash sum|digest|hash) mismatch(?:$|[: ])|(?:(?:get|post|put|patch|delete|head) [^ ]+ [-=]>|(?:^|[^a-z0-9_])(?:status|status code|http)[:=]?) ?50[0-9](?: (?:internal server error|not implemented|bad gateway|service unavailable|gateway time-?out))?[.]?$|(?:^|: )unknown (?:command|subcommand|option|flag|shorthand flag)(?:$|[: ])|(?:^|: )no such (?:command|container|image|network|option|package|service|table|target|task|volume)(?:$|[^a-z0-9_])|(?:^|[ :(])(?:enoent|eacces|eperm|eexist|econnrefused|econnreset|econnaborted|etimedout|enotfound|enospc|epipe|eaddrinuse|emfile|eisdir|enotdir|enotempty|erofs|ebusy|einval|ehostunreach|enetunreach|eai_again)(?:: |$)|(?:connect|getaddrinfo|listen|bind|spawn) (?:[^ ]+ )?(?:enoent|eacces|eperm|eexist|econnrefused|econnreset|econnaborted|etimedout|enotfound|enospc|epipe|eaddrinuse|emfile|eisdir|enotdir|enotempty|erofs|ebusy|einval|ehostunreach|enetunreach|eai_again)(?:$|[ :])|(?:^|[: (])[^a-z0-9_ ]errno -?[1-9][0-9]*]|(?:^|[: ])x509: (?:certificate|cannot|failed|invalid|malformed|unhandled) |: tls: [a-z]`,
		// Kubernetes, docker, CloudFormation: `CrashLoopBackOff`, `a-1  0/1  Evicted  0  1m`, `(unhealthy)`, `ROLLBACK_COMPLETE`
		`(?:^|[^a-z0-9_])(?:imagepullbackoff|crashloopbackoff|errimagepull|errimageneverpull|invalidimagename|createcontainerconfigerror|createcontainererror|runcontainererror|containercannotrun|containerstatusunknown|backofflimitexceeded|oomkilled)(?:$|[^a-z0-9_])| [0-9]+/[0-9]+ +(?:init:)?(?:error|evicted|unknown|deadlineexceeded) +[0-9]|(?:reason|status|state) ?[:=] ?[^a-z0-9_ ]?evicted|^0/[1-9][0-9]* nodes are available|[(]unhealthy[)]|is unhealthy(?:$|[^a-z0-9_])|[:=|] ?unhealthy[^a-z0-9_]*$|(?:^|[^a-z0-9_])(?:[a-z]+_)*(?:rollback_(?:complete|in_progress|failed)|(?:create|update|delete|import)_failed)(?:$|[^a-z0-9_])`,
		// `Cancelled by user`, `Aborting.`, `Out of memory`, `Apply cancelled.`
		`^[^a-z0-9_]*(?:(?:the )?(?:operation|build|job|run|script|process|command|task|request|deployment|deploy|installation|workflow|pipeline|execution|apply|destroy|plan|upload|download|push|release|merge|rebase|update|upgrade|install|transaction|checkout|import|export|backup|restore|sync|query|tests?|test run) (?:was |has been )?)?(?:interrupted|cancelled|canceled|aborted)(?: by (?:the )?[a-z]+)?[.!]*$|(?:^|[.,;:] | - )aborting(?:$|[.!,;])|(?:^|[:;(] ?|] ?)out of memory(?:$|[^a-z0-9_])|unexpected (?:end of (?:file|input|stream|data)|eof)|could not connect to server|unable to resolve host|(?:closed|ended|exited|quit|terminated|crashed|disconnected|stopped)(?: the connection)? (?:abnormally|unexpectedly)(?:$|[^a-z0-9_])|^connection (?:closed|reset|lost|dropped|timed out) by (?:[0-9]|peer|remote host|foreign host|server|invalid user)|(?:^|: )(?:build|run|job|pipeline|deployment) stopped: |(?:^|[^a-z0-9_])interrupted by (?:the )?(?:user|signal)(?:$|[^a-z0-9_])`,
	)
	// No word of failure in such a line reports one, unless a number counts it.
	legacyHealthy = legacyForms(
		// `✓ returns error when missing (2 ms)`, `ok 1 - error is reported`
		`^[✓✔✅√] |^ok (?:[0-9]|- )|^# subtest: |^--- pass: |^[^a-z0-9_ ] *(?:run|ok) *] |[.]{3} ?(?:ok|ignored)(?: [(][^()]*[)])?$|^[a-z0-9_./-]+::[^ ]+ passed(?: |$)|^[^ :]+ > [^:]+ passed$|[.]{3} *passed +[0-9.]+ sec$|^[0-9]+/[0-9]+ [^|]* (?:ok|skip|expectedfail) +[0-9.]+ ?s$`,
		// `Compiling quick-error v2.0.1`, `+ failures==0.1`
		`^[^a-z_]*(?:compiling|checking|downloading|downloaded|installing|installed|successfully installed|adding|added|updating|updated|fetching|fetched|unpacking|building|collecting|requirement already satisfied:|using cached|locking|removing|setting up|preparing|upgrading) +[a-z0-9_@/.-]+[ @=v(-]{1,3}[0-9]+[.][0-9]|^[+~-] [a-z0-9_.-]+==[0-9]`,
		// `| Failed | Passed |`
		`^[|│](?:[ *]*(?:suite|suites|test|tests|file|files|package|module|name|total|skipped|pending|executed|passed|pass|succeeded|ok|failed|failing|failure|failures|errors|warnings|time|duration)[ *]*[|│])*[ *]*(?:passed|pass|succeeded|skipped|total)[ *]*[|│](?:[ *]*(?:suite|suites|test|tests|file|files|package|module|name|total|skipped|pending|executed|passed|pass|succeeded|ok|failed|failing|failure|failures|errors|warnings|time|duration)[ *]*[|│])*$`,
		// `mean absolute error: 0.12`
		`(?:^|[^a-z0-9_])(?:mean|absolute|squared|square|standard|relative|percentage|rms|quantization|rounding|approximation|reconstruction|prediction) error(?:[:=,.)]| is | was | of | [(]|$)|(?:^|[^a-z0-9_])(?:training|validation|test|total|max|maximum|final|average|median) error *[:=] *[0-9]+[.][0-9]+(?:e-?[0-9]+)?%?$`,
		// `Failed: -`, `Error: N/A`, `failed: []`
		`(?:^|[^a-z0-9_])(?:failed|failing|failures?|fails?|errors?)(?: [a-z]+)? *[:=|] *(?:0 [(]0[.0]*%[)]|-+|–|—|n/a|not applicable|[^a-z0-9_ ]]|[{][}]|✓|✔|✅) *$`,
		// `set log level to ERROR`, `--log-level=error`
		`log(?:ging)?[ _-]?level ?[=:]? ?(?:(?:is|was|set|to|now|changed|at) ){0,3}[^a-z0-9_ ]?(?:error|failure|critical|fatal|alert|emerg|panic)(?:$|[^a-z0-9_:])|(?:^| )--?[a-z-]+=(?:error|errors|failure)(?:$|[ ,])`,
		// `warning: failed to load cache`, `npm warn cleanup Failed to remove`
		`^(?:[^a-z]|[0-9]t[0-9]|[0-9]z)*(?:npm |[a-z][a-z0-9_.]* - |[a-z][a-z0-9_./-]*:[0-9]+(?::[0-9]+)?: )?(?:warning|warn)(?:[:)]|]| )|(?:^| )level=[^a-z0-9_]?warn|^(?:[a-z]*tex|(?:package|class) [^ ]+|(?:[a-z]+ )?deprecation|runtime|security|compiler|linker|php|ruby) warning: `,
		// `Implemented retry for failed uploads`, `Wrote error report to a.log`, `The error report was written to a.log`
		`^[^a-z0-9_]*(?:implemented|added|wrote|written|created|updated|documented|introduced|improved|refactored|renamed|generated|saved|logged|configured|enabled|tested|covered|extended|moved|exported)(?: [a-z0-9_'./-]+){0,6} (?:failed|failing|failure|failures|error|errors) (?:attempts|builds|cases|conditions|deliveries|downloads|events|files|jobs|logins|messages|notifications|output|pages|payments|report|reports|requests|responses|runs|states|summary|tasks|tests|uploads)(?:$|[^a-z0-9_])|(?:^|[^a-z0-9_])(?:error|failure) (?:report|log|summary|file|page|list)s? (?:was |were |is |has been |have been )?(?:written|saved|generated|created|exported|uploaded|stored|sent)(?:$|[^a-z0-9_])`,
		// `[main 1a2b3c] Fix crash: error when empty`
		`^[^a-z0-9_ ][a-z0-9_/.#-]+(?: [(]root-commit[)])? [0-9a-f]{6,40}] |^head is now at [0-9a-f]{6,40} |^[*|/ ]*[0-9a-f]{7,40} (?:[(][^)]*[)] )?(?:fix|add|allow|avoid|bump|check|clean|do not|don't|drop|ensure|handle|implement|improve|introduce|log|make|merge|move|name|print|prevent|raise|read|refactor|reject|remove|rename|replace|report|return|revert|say|show|simplify|skip|support|update|use|write|feat|chore|docs|test|perf|style|build|ci)`,
		// `Switched to branch 'fix-error'`, `* fix/error`
		`^switched to (?:a new )?branch |^already on [^a-z0-9_ ]|^on branch [^ ]+$|^your branch is |^deleted (?:remote-tracking )?branch |^branch [^a-z0-9_ ]|^merge (?:branch|pull request|tag|remote-tracking branch) |^[*+] [^ :]+$|^(?:[*+=-] )?[^a-z0-9_ ]new (?:branch|tag)] |^[*] (?:branch|tag) +[^ ]+ +-> |^[+*]? ?[0-9a-f]{7,40}[.]{2,3}[0-9a-f]{7,40} `,
		// `-- Could NOT find Doxygen (missing: DOXYGEN_EXECUTABLE)` of cmake
		`^-- (?:could not find|looking for|check for|checking for) |^-- [a-z_]+[(][^()]*[)]$`,
		// Lines of code below a warning of rustc: `2 |     let error = 1;`; what the Go compiler says of its optimizations
		`^[0-9]+ +[|] {3,}[^|]*$|^[0-9]+ +[|] [^|]*[;{(,]$|[.]go:[0-9]+:[0-9]+: (?:can inline|inlining call|moved to heap|leaking param|[^:]* does not escape|[^:]* escapes to heap)|^[a-z0-9_./-]+:[0-9]+:[0-9]+: (?:note|info|remark|hint|help|style|debug): `,
		// `No results with a severity of 'error' found!`
		`^[^a-z0-9_]*no (?:results|findings|problems|issues|messages|entries|lines|diagnostics|matches|occurrences|records|violations)(?: [a-z'-]+){1,6} (?:found|detected|reported)[.!]*$`,
		// `SUCCESS (after 2 failed attempts)`
		`(?:succeeded|success|passed|ok|completed|connected|done|finished|recovered)(?: [^ .;:]+){0,4} [(]?after (?:[0-9]+|a|one|two|three|several|some) (?:failed|unsuccessful) (?:attempts?|tries|try|retries|retry)(?:$|[^a-z0-9_])`,
		// `SUCCESS: reproduced the error`
		`^[^a-z0-9_]*success: (?:[a-z0-9_./-]+ )*(?:errors?|failures?)(?: [a-z0-9_./-]+)*[.!]?$`,
	)
	// The same with its case: `time="10:00:00" level=info msg="no error"`, `[INFO] no error`. Words in capitals (`[INFO] BUILD FAILURE`, `[INFO] Error: x`) still count.
	legacyHealthyCased = legacyForms(
		`^(?:[^A-Za-z]|[0-9]T[0-9]|[0-9]Z)*(?:[a-z][A-Za-z0-9_.]* - |[^A-Za-z0-9_ ][a-z][A-Za-z0-9_.-]*[^A-Za-z0-9_ ] )?(?:(?:INFO|DEBUG|TRACE|NOTICE|VERBOSE)(?:[:| ]|]| -)|(?:info|debug|trace|notice|verbose)(?::|]) |npm (?:info|verb|notice) )(?:[^AEF]|A[^Bb]|E[^Rr]|F[^Aa])*[AEF]?$|(?:^|[ ,{])[^A-Za-z0-9_]?(?:level|severity)(?:=[^A-Za-z0-9_]?|[^A-Za-z0-9_]{2} ?[^A-Za-z0-9_])(?:info|INFO|debug|DEBUG|trace|TRACE|notice|NOTICE)(?:$|[^A-Za-z0-9_](?:[^AEF]|A[^B]|E[^R]|F[^A])*[AEF]?$)`,
	)
	// A failure, also in a warning: `[warn] Code style issues found in the above file.`
	legacyFailuresInWarnings = legacyForms(
		`code style issues (?:were )?found in |(?:^|[^a-z0-9_])(?:leaks|vulnerabilities|violations|offenses|misspellings|typos) (?:found|detected): [1-9]|(?:^|[^a-z0-9_])found [1-9][0-9]* (?:known |security |lint )?(?:vulnerability|vulnerabilities|violations?|offenses?|leaks?|misspellings?|typos?)(?: in |[.,!]|$)`,
	)
	// The branch that git is on, in its list: `* main`. Indented names in that list, such as `  error`, are branches.
	legacyCurrentBranch = legacyForms(
		`^[*] (?:[^ :]+|[(][^()]+[)])$`,
	)
	// No word of failure in such a line reports one, whatever counts it. `Found 3 errors (3 fixed, 0 remaining).`, `1 chart(s) linted, 0 chart(s) failed`
	legacySettledLines = legacyForms(
		`^found [0-9]+ errors? [(][0-9]+ fixed, 0 remaining[)][.]?$|^[1-9][0-9]* [a-z]+(?:[(]s[)])? [a-z]+, 0 [a-z]+(?:[(]s[)])? failed[.]?$|^==[0-9]+== error summary: 0 errors `,
	)
	// A success, in any case.
	legacySuccessForms = legacyForms(
		// node's `# pass 5`, bun's `12 pass`, ansible, eslint
		`^(?:#|[^ -~]) pass [1-9]|^[1-9][0-9]* pass$|(?:^| )ok=[1-9][0-9]* +changed=[0-9]+ +unreachable=0 +failed=0(?:$| )|^[^a-z0-9_]*no (?:problems|issues|errors|vulnerabilities|offenses|violations)(?: were)? (?:found|detected|identified|reported)[.!]*(?: [(][^()]*[)])?$|(?:^|[,;] )found no (?:problems|issues|errors|vulnerabilities|offenses|violations)[.!]*$|^passed checks: [1-9][0-9]*, failed checks: 0(?:,|$)|^0 failures, 0 errors[.]?$|(?:^|] |[ap]m - )found 0 (?:vulnerabilities|errors|issues|problems|warnings)(?:$|[^a-z0-9_])|^0 (?:issues?|problems?|offenses?|violations?|vulnerabilities)(?:[(]s[)])?(?: found| detected| reported)?[.!]*$|^status: deployed$|^passed: 0 failure[(]s[)]|(?:^|] )tests run: [1-9][0-9]*, failures: 0, errors: 0(?:,|$)|^no syntax errors detected in |^no errors detected in |^no security vulnerability advisories found|^executed [0-9]+ out of [0-9]+ tests?: [1-9][0-9]* tests? pass(?:es)?[.]$`,
		// What cmake, docker, bazel, yarn, tox, cargo, npm, uv and systemctl print at the end
		`^-- build files have been written to: |^#[0-9]+ done [0-9.]+s$|^[^a-z0-9_ ][+]] building [0-9.]+s [(][0-9]+/[0-9]+[)] finished(?: |$)|^//[^ ]+ +(?:[(]cached[)] +)?passed(?: in [0-9.]+s)?$|^(?:lerna )?success (?:saved|installed|uninstalled|published|built|created|added|removed|uploaded|deployed|no vulnerable )|^congratulations :[)]|^published [^ ]+ v[0-9]|^(?:installed|uninstalled|audited|added|removed|changed) [1-9][0-9]* packages?(?:,(?: and)? [a-z]+ [0-9]+ packages?)* in [0-9.]+m?s$|^up to date(?:, audited [0-9]+ packages?)? in [0-9.]+m?s$|^active: active [(]|: success: no issues found|^(?:[^a-z]*info[^a-z]*)?(?:documentation|docs|site|book|image|project|bundle|app|package|pages) built in [0-9.]+ ?(?:ms|s|seconds)[.]?$`,
		// `Found 3 errors (3 fixed, 0 remaining).`, `1 chart(s) linted, 0 chart(s) failed`
		`^found [0-9]+ errors? [(][0-9]+ fixed, 0 remaining[)][.]?$|^[1-9][0-9]* [a-z]+(?:[(]s[)])? [a-z]+, 0 [a-z]+(?:[(]s[)])? failed[.]?$|^==[0-9]+== error summary: 0 errors `,
	)
	// A success in the words of a sentence, in any case.
	legacySuccessPhrases = legacyForms(
		// `Verification passed: 12/12`, `Process finished with exit code 0`
		`[a-z] passed: [1-9][0-9]*/[0-9]+[.)]*$|(?:^|[^a-z0-9_])(?:exited|exit|finished|completed|ended|terminated|returned)(?: with)?(?: exit)? (?:code|status)[ :=]*0[.!]*$`,
	)
	// They leave a success or a failure of FAILURE_PHRASES and SUCCESS_PHRASES open.
	legacyOpenPhrases = legacyForms(
		// `if the build did not complete`, `could not open cache, using defaults`
		`(?:^|[^a-z0-9_])(?:if|unless|when|whenever|until|should|would|may|might|handle|handles|handled|returns?|prints?|says|means|fixed|fixes|resolved|avoids?|prevents?|e[.]g[.]|how to|previously|earlier|allowed|ignored|expected (?:exit|status|return)|expects?|as expected|as intended)(?:$|[^a-z0-9_])|^[^a-z0-9_]*(?:note|hint|tip|fix|expected)(?:$|[^a-z0-9_])|[,;(-] ?(?:but |so )?(?:skipping|using|retrying|rebuilding|continuing|falling back|ignoring|creating|downloading|building|trying|will retry)(?:$|[^a-z0-9_])|(?:^|[^a-z0-9_./-])example(?:$|[ :,;])|(?:^|[^a-z0-9_])no (?:pods?|containers?|jobs?|replicas?|nodes?|services?) |^[^.!:;]*[?]$|(?:^|[^a-z0-9_])(?:0|no|zero|none|nothing)(?: of)?(?: the)?(?: [a-z]+)? (?:did not|didn't|was not|were not|not passed|timed out)(?:$|[^a-z0-9_])`,
	)
	// A word of success in such a line states none.
	legacyNoSuccess = legacyForms(
		// `missing SUCCESS`, `SUCCESS flag is unset`, `far from SUCCESS`, `SUCCESS (skipped)`
		`(?:^|[^a-z0-9_])(?:missing|lacks|lacking|hardly|far from|short of|instead of|rather than|nowhere near|no longer|anything but)(?: (?:a|an|any|the|real|complete))* success(?:$|[^a-z0-9_])|(?:^|[^a-z0-9_])success(?: (?:flag|marker|value|state|status|message))* (?:(?:is|was|remains|still) )?(?:unset|absent|empty|missing|undefined|not set)(?:$|[^a-z0-9_])|(?:^|[^a-z0-9_])success *[^a-z0-9_ ](?:skip|skipped|not run|no-op|noop|disabled|ignored)[^a-z0-9_]*$`,
		// `const SUCCESS = 1`
		`(?:^|[^a-z0-9_])(?:const|let|var|final|static|define|export|readonly|declare)(?: [a-z0-9_<>]+){0,3} success(?: *=|[ ;]*$| [0-9])`,
		// `Are you done`
		`^[^a-z0-9_]*(?:are|is|was|were|do|did|does|have|has|can|could|will|would|should) (?:you|it|we|they|this|that|the|there|all)(?: [^ .!:]+)*$`,
	)
)

func legacyForms(patterns ...string) *regexp.Regexp {
	return regexp.MustCompile(strings.Join(patterns, "|"))
}

// A share of a whole: `Successfully processed 0 of 12 records`, `Verification passed: 3/12`. In lower case.
var (
	legacyProcessed  = regexp.MustCompile(legacyEdge + `(?:success|successful|successfully|succeeded|passed)((?::? +[a-z]+){0,2}):? +([0-9]+)(?: out of | of |/)([0-9]+)`)
	legacyGoesBeyond = regexp.MustCompile(`\A(?:[a-z0-9_/]|\.[0-9])`)
	legacyPartOf     = regexp.MustCompile(` (?:part|step|page|chunk|batch|phase|stage|attempt|item|file|volume|try|retry|test|shard|round)\z`)
)

func isShare(lower string) bool {
	for _, at := range legacyProcessed.FindAllStringSubmatchIndex(lower, -1) {
		count, whole := lower[at[4]:at[5]], lower[at[6]:at[7]]
		if !legacyGoesBeyond.MatchString(lower[at[7]:]) && !legacyPartOf.MatchString(lower[at[2]:at[3]]) && isPart(count, whole) {
			return true
		}
	}
	return false
}

// Whether words of failure in a line report none, unless a number counts them.
func isHealthy(line string) bool {
	return legacyHealthy.MatchString(smallLetters(line)) || legacyHealthyCased.MatchString(line)
}

// Whether the form of a line says that it failed: `KeyError: 'a'`, `Could not create b.ts`. `spoken` is the line without the
// words of failure that report none, and `lower` is that in lower case.
func failsByForm(line, spoken, lower string) bool {
	fails := legacyFailureForms.MatchString(lower) || legacyFailureFormsCased.MatchString(spoken) ||
		legacyFailurePhrases.MatchString(lower) && !legacyOpenPhrases.MatchString(lower)
	return legacyFailuresInWarnings.MatchString(lower) || fails && !isHealthy(line)
}

// `2 failed`, but not `2 failed attempts`.
var (
	legacyCountBefore = regexp.MustCompile(`(?:\A|[^A-Za-z0-9_.:/=])[1-9][0-9]{0,9}[ \t]{1,4}\z`)
	legacyTriesBehind = regexp.MustCompile(`\A[ \t]+(?:attempt|attempts|tries|try|retries|retry)(?:\z|[^a-z0-9_])`)
)

// The positions of all words of failure but `2 failed`, for a line whose form says that it reports none.
func uncountedFaults(lower string) [][2]int {
	var places [][2]int
	for _, at := range harmlessPlaces(legacyFaultWord, lower) {
		counted := legacyCountBefore.MatchString(lower[max0(at[0]-16):at[0]])
		if !counted || legacyTriesBehind.MatchString(lower[at[1]:]) {
			places = append(places, at)
		}
	}
	return places
}

// The positions of the second group, with a cross in the first one.
func harmlessPlaces(rule *regexp.Regexp, text string) [][2]int {
	var places [][2]int
	for from := 0; ; {
		at := rule.FindStringSubmatchIndex(text[from:])
		if at == nil {
			return places
		}
		start := from + at[4]
		for _, cross := range legacyCrosses {
			if at[2] < at[3] && strings.HasPrefix(text[from+at[2]:], cross) {
				start = from + at[2]
			}
		}
		places = append(places, [2]int{start, from + at[5]})
		// The last character, because nothing begins with it.
		from += at[5] - 1
	}
}

// The length of the start of a line that is read for what it says about success: 2,000 characters.
func judgedStart(line string) int {
	characters := 0
	for at := range line {
		if characters == 2000 {
			return at
		}
		characters++
	}
	return len(line)
}

// A line with `_` for words of failure that report none, and for a cross before them.
func withoutHarmless(line string) string {
	// Most lines contain none of these words.
	mentions := func(text string) bool {
		for _, word := range append([]string{"fail", "error", "abort", "succ"}, legacyCrosses...) {
			if strings.Contains(text, word) {
				return true
			}
		}
		return false
	}
	if !mentions(smallLetters(line)) {
		return line
	}
	settled, healthy := legacySettledLines.MatchString(smallLetters(line)), isHealthy(line)
	for _, rule := range legacyHarmless {
		line = masked(line, harmlessPlaces(rule, smallLetters(line)))
	}
	line = masked(line, harmlessPlaces(legacyNamed, line))
	lower := smallLetters(line)
	for _, path := range harmlessPlaces(legacyQualified, lower) {
		part := masked(line[path[0]:path[1]], harmlessPlaces(legacyFaultWord, lower[path[0]:path[1]]))
		line = line[:path[0]] + part + line[path[1]:]
	}
	line = masked(line, harmlessPlaces(legacyHeaded, smallLetters(line)))
	if settled {
		line = masked(line, harmlessPlaces(legacyFaultWord, smallLetters(line)))
	} else if healthy {
		line = masked(line, uncountedFaults(smallLetters(line)))
	}
	return line
}

var legacyBeginsObject = regexp.MustCompile(`\{[ \t\r\n]*(?:'(?:success|confidence|deliverables|metrics|errors)'|success|confidence|deliverables|metrics|errors)[ \t\r\n]*:`)

// The first line of an object that is no JSON and was cut off, `{success: true, errors: [`; 0 without any.
func cutOffObject(text string) int {
	for from := 0; ; {
		found := legacyBeginsObject.FindStringIndex(text[from:])
		if found == nil {
			return 0
		}
		depth, quote, at := 1, byte(0), from+found[1]
		for ; depth > 0 && at < len(text); at++ {
			sign := text[at]
			switch {
			case quote != 0 && sign == '\\':
				at++
			case quote != 0:
				closes := at+1 >= len(text) || strings.IndexByte(",}]: \t\r\n", text[at+1]) >= 0
				if sign == '\n' || sign == quote && closes {
					quote = 0
				}
			case sign == '{' || sign == '[':
				depth++
			case sign == '}' || sign == ']':
				depth--
			case (sign == '\'' || sign == '"') && strings.IndexByte("{[(,:= \t\r\n", text[at-1]) >= 0:
				quote = sign
			}
		}
		if depth > 0 {
			return strings.Count(text[:from+found[0]], "\n") + 1
		}
		from = at
	}
}

// Whether a line in lower case says that its success is denied.
func isDenied(lower string) bool {
	return (strings.Contains(lower, "success") || strings.Contains(lower, "succeeded")) &&
		!legacyOfOther.MatchString(lower) && states(legacyDenied, lower, legacyHypothetical)
}

// Whether a line begins with `FAILED`, unless it counts.
func saysFailed(line string) bool {
	return legacyFailedFirst.MatchString(line) && !legacyNoneFailed.MatchString(line) &&
		!countsFailures(line[len(legacyFailedWord.FindString(line)):])
}

// A line in lower case without the tags before its first word.
func labelledBody(line string) string {
	line = line[len(legacyBeforeBody.FindString(line)):]
	return smallLetters(line[len(legacyBeforeWord.FindString(line)):])
}

// Whether a line says `failure: text` or `Result: FAIL`.
func reportsFailure(line, lower string) bool {
	if !strings.Contains(lower, "fail") || legacyOfOther.MatchString(lower) {
		return false
	}
	body := labelledBody(line)
	if at := legacyFailureLabel.FindStringSubmatchIndex(body); at != nil {
		rest := body[at[3]:]
		if !legacyNoFailure.MatchString(rest) && !countsFailures(rest) {
			return true
		}
	}
	return legacyFailedEnd.MatchString(body)
}

// Whether a line reports a failure that may be another program's: `[INFO] BUILD FAILURE`.
func isFailing(line, lower string) bool {
	if !strings.Contains(lower, "fail") && !strings.Contains(lower, "errors") {
		return false
	}
	if legacyFailing.MatchString(lower) || legacyFailCapital.MatchString(line) {
		return true
	}
	for _, at := range legacyFailureAt.FindAllStringSubmatchIndex(line, -1) {
		if !legacyLabelDigit.MatchString(line[at[3]:]) {
			return true
		}
	}
	for _, at := range legacyFailureCount.FindAllStringSubmatchIndex(lower, -1) {
		if at[2] < 0 {
			return true
		}
	}
	return false
}

// Whether the line says that tests passed: `12 passed`, `PASS a.test.js`.
func saysPassed(line, lower string) bool {
	if legacyPassFirst.MatchString(line) && !legacyPassCount.MatchString(line) {
		return true
	}
	for _, at := range legacyPassed.FindAllStringSubmatchIndex(lower, -1) {
		if !legacyPassedOf.MatchString(lower[at[3]:]) {
			return true
		}
	}
	return false
}

// What leaves a word of success open, in lower case.
const (
	// Values: `success: pending`, `SUCCESS (maybe)`, `done - not yet`.
	legacyUnsure = `false|no|none|nope|null|nil|undefined|nan|n|na|never|not|unknown|pending|maybe|perhaps|possibly|probably|unlikely|partial|partially|partly|tbd|tba|tbc|undetermined|undecided|unclear|uncertain|unconfirmed|unverified|untested|inconclusive|indeterminate|tentative|provisional|preliminary|incomplete|dryrun|simulated|simulation|mock|mocked|fake|dummy|hypothetical`
	// Values behind `success:` only: `success: off`, `success: running`.
	legacyStates = `off|running|ongoing|queued|waiting|awaiting|processing|scheduled|planned|skipped|disabled|inactive|unset|missing|unavailable|blocked|cancelled|canceled|deferred|delayed|paused|started|todo|expected|required|needed|wanted|denied|failed|failure|fail|error`
	// Behind such a value, they show that it is the whole one: `success: pending review`.
	legacyFollowers = `because|until|till|since|for|on|as|at|due|while|if|review|approval|confirmation|verification|yet|now|only|really|quite|reached|achieved|confirmed|available|applicable|determined|known|verified|set|sure|guaranteed|seen|found|longer|more`
	legacyVerbs     = `is|was|are|were|has|still|remains|seems|appears|looks|currently|set|to`
	// Between a word of success and its value: a sign, a bracket, a tag, a verb or spaces.
	legacyNoun          = `(?:[ \t]+(?:flag|value|state|status|result))?`
	legacySigns         = `(?:` + legacySoft + `(?:[:=]{1,2}>?|--?>?|\x{2192}|\.{2,}|[\])>(\[<,/\x{2013}\x{2014}])){1,3}` + legacySoft
	legacyLink          = legacyNoun + `(?:` + legacySigns + `|[ \t]+(?:(?:` + legacyVerbs + `)[ \t]+){0,3})`
	legacyClaimValueEnd = `(?:[.!]?` + legacySoft + `(?:\z|[,;|})\]<(#]|[-\x{2013}\x{2014}]{1,2}[ \t>])|[.!][ \t])`
	legacyOpenEnd       = `(?:` + legacyClaimValueEnd + `|[ \t]+(?:` + legacyFollowers + `)(?:\z|[^a-z0-9_]))`
	legacyEdgeBefore    = `(\A|[^a-z0-9_])`
	legacyAspect        = `(?:(?:is|was|has|did|are|all|overall)_?)?`
	legacyStems         = `success|successful|successfully|succeeded`
)

var (
	// The second group of each is a word of success that states none: `SUCCESS (with errors)`, `non-SUCCESS`, `/tmp/success`,
	// `print("SUCCESS")`, `done.txt`.
	legacyOpenClaims = []*regexp.Regexp{
		regexp.MustCompile(legacyEdgeBefore + `(` + legacyAspect + `(?:` + legacyClaims + `))(?:` + legacyLink + `(?:` + legacyUnsure + `|dry[ _-]run|in[ \t-]progress|to be|n/a|\?)` + legacyOpenEnd + `)`),
		regexp.MustCompile(legacyEdgeBefore + `(` + legacyAspect + `(?:` + legacyStems + `))(?:` + legacyNoun + legacySoft + `[:=]{1,2}>?` + legacySoft + `(?:` + legacyStates + `)` + legacyOpenEnd + `)`),
		regexp.MustCompile(legacyEdgeBefore + `(` + legacyAspect + `success)(?:` + legacyLink + `(?:0+(?:\.0+)?|zero)` + legacyClaimValueEnd + `)`),
		regexp.MustCompile(legacyEdgeBefore + `(` + legacyClaims + `)(?:` + legacySoft + `(?:[:=(\[-]` + legacySoft + `)?[0-9]{1,2}(?:\.[0-9]+)?[ \t]?%)`),
		regexp.MustCompile(legacyEdgeBefore + `(` + legacyClaims + `)(?:(?:` + legacySoft + `[(\[,;\x{2013}\x{2014}-]+[ \t]*|[ \t]+)(?:(?:but|though)[ \t]+)?with(?:[ \t]+(?:[1-9][0-9]*|some|many|several|a|few|minor|major|the)){0,2}[ \t]+(?:errors|error|failures|failure|problems|issues)(?:\z|[^a-z0-9_]))`),
		regexp.MustCompile(`((?:\A|[^a-z0-9_])(?:(?:non|un|not|no|pre|post|on|if|semi|quasi|pseudo|half|near|almost|in|anti|partial|partially|fake|mock|would)-))(` + legacyClaims + `)(?:\z|[^a-z0-9_])`),
		regexp.MustCompile(`((?:\A|[^a-z0-9_])to[ \t]+)(complete)(?:\z|[^a-z0-9_])`),
		regexp.MustCompile("([/\\\\]|\\$\\{?|(?:\\b|!)\\([\"'`]|(?:\\b|[\"'})\\]])[ \t]*={2,3}[ \t]*[\"'`]?|(?:!=+|<>|\\x{2260}|=~)" + legacySoft + `)(` + legacyClaims + `)(?:\z|[^a-z0-9_])`),
		regexp.MustCompile(legacyEdgeBefore + `(` + legacyClaims + `)(?:\.[a-z][a-z0-9]{0,4}(?:\z|[^a-z0-9_]))`),
	}
	// A line says that its success is denied: `not successful`, `un-successful`, `success is false`.
	legacyDenied = []*regexp.Regexp{
		regexp.MustCompile(`(?:\A|[^a-z0-9_])((?:un-?success(?:ful(?:ly)?)?|(?:not|no|never|without|t|isnt|wasnt|hasnt)(?:[ \t]+(?:a|an|any|been|was|were)){0,2}(?:[ \t]+|-)(?:` + legacyStems + `)))(?:\z|[^a-z0-9_])`),
		regexp.MustCompile(`(?:\A|[^a-z0-9_])(` + legacyAspect + `(?:` + legacyStems + `)` + legacyLink + `(?:false|no|none))(?:` + legacyOpenEnd + `)`),
		regexp.MustCompile(`(?:\A|[^a-z0-9_])(` + legacyAspect + `(?:` + legacyStems + `)` + legacySoft + `[|\x{2502}]` + legacySoft + `false)(?:\z|[^a-z0-9_])`),
		regexp.MustCompile(`(?:\A|[^a-z0-9_])(success` + legacySoft + `[:=]` + legacySoft + `0)(?:` + legacySoft + `(?:\z|[,;|})\]]))`),
	}
	// The same for `success: true`.
	legacyAffirmedTrue = []*regexp.Regexp{
		regexp.MustCompile(`(?:\A|[^a-z0-9_])(` + legacyAspect + `success(?:ful)?` + legacyLink + `(?:true|yes))(?:\z|[^a-z0-9_.])`),
	}
	// Before a statement, in its clause, they make it a condition; behind it, they make it a part of something else.
	legacyHypothetical = regexp.MustCompile(`(?:\A|[^a-z0-9_])(?:if|unless|when|whenever|whether|until|would|could|might|should|shall|case|why|how)(?:\z|[^a-z0-9_])`)
	legacyCondition    = regexp.MustCompile(`\A[ \t-]+(?:rate|rates|ratio|criteria|criterion|condition|conditions|count|probability|threshold|percentage|message|messages|marker|flag|callback|handler|hook|if|unless|when|only|or)(?:\z|[^a-z0-9_])|\A[^,;:!.(){}\[\]|?]*\?`)
	legacyClauseStart  = regexp.MustCompile(`(?:[,;:!?()\[\]{}|]|\.[ \t]|[ \t](?:and|but|so|then|[-\x{2013}\x{2014}])[ \t])`)
	// A line that is about no real run: `[DRY RUN] SUCCESS`, `SUCCESS (simulated)`.
	legacySimulated = regexp.MustCompile(`[\[({<](?:[^\])}>]{0,40}[^a-z0-9_\])}>])?(?:dry[ _-]?run|simulated|simulation|mock|mocked|fake|dummy|hypothetical)(?:[^a-z0-9_\])}>][^\])}>]{0,40})?[\])}>]|\A[^a-z0-9_]*(?:dry[ _-]?run|simulated|simulation|mock|mocked|fake|dummy|hypothetical)(?:[ \t]+mode)?[ \t]*(?:[:|]|[-\x{2013}\x{2014}]+[ \t])`)
	// `Completed with 0 errors`, `Finished without any problems`
	legacyClean         = regexp.MustCompile(`(?:\A|[^a-z0-9_])(?:complete|completed|done|finished|ended|exited|terminated|ran|built|compiled|deployed|installed|executed|processed|imported|exported|validated|migrated|uploaded|synced|tested|passed|succeeded|success|successful|concluded)(?:[ \t]+[a-z]+){0,2}[ \t]+(?:with[ \t]+(?:0|no|zero)|without(?:[ \t]+any)?)[ \t]+(?:errors|error|failures|failure|problems|issues)(?:\z|([^a-z0-9_-]))`)
	legacyAsks          = regexp.MustCompile(`\A[^,;:!.()]*\?`)
	legacyErrorsHeading = regexp.MustCompile(legacyEdge + `ERRORS[ \t]*!`)
)

// The part of a clause in lower case before a position.
func clauseBefore(lower string, at int) string {
	start := 0
	for _, end := range legacyClauseStart.FindAllStringIndex(lower[:at], -1) {
		start = end[1]
	}
	return lower[start:at]
}

// Whether a line in lower case makes one of these statements about its run; words before it may make it uncertain.
func states(rules []*regexp.Regexp, lower string, uncertain *regexp.Regexp) bool {
	for _, rule := range rules {
		for from := 0; ; {
			at := rule.FindStringSubmatchIndex(lower[from:])
			if at == nil {
				break
			}
			start, end := from+at[0]+1, from+at[3]
			if !uncertain.MatchString(clauseBefore(lower, start)) && !legacyCondition.MatchString(lower[end:]) {
				return true
			}
			from = end - 1
		}
	}
	return false
}

// Whether a line in lower case says that it ended without errors.
func endsClean(lower string) bool {
	if !strings.Contains(lower, "with") {
		return false
	}
	at := legacyClean.FindStringSubmatchIndex(lower)
	if at == nil {
		return false
	}
	end := at[1]
	if at[2] >= 0 {
		end = at[2]
	}
	return !legacyOpenBefore.MatchString(clauseBefore(lower, at[0]+1)) && !legacyAsks.MatchString(lower[end:])
}

// Whether a count is zero or less than the total.
func isPart(count, whole string) bool {
	return count == "0" || whole != "" && whole != count
}

// Whether a clause in lower case leaves success uncertain.
func leavesOpen(clause string) bool {
	if strings.HasSuffix(clause, "?") || legacyOpenBeside.MatchString(clause) || legacyPercentage.MatchString(clause) {
		return true
	}
	// The character after the word may precede the next word.
	if at := legacyOpenBefore.FindStringIndex(clause); at != nil && legacyClaim.MatchString(clause[at[1]-1:]) {
		return true
	}
	for _, found := range legacyShare.FindAllStringSubmatch(clause, -1) {
		if isPart(found[1], found[2]) {
			return true
		}
	}
	return false
}

// The positions of uncertain words of success in a line in lower case.
func openClaims(lower string) [][2]int {
	var opened [][2]int
	if !legacyClaim.MatchString(lower) && !strings.Contains(lower, "fail") {
		return opened
	}
	for _, rule := range legacyOpenClaims {
		found := harmlessPlaces(rule, lower)
		opened, lower = append(opened, found...), masked(lower, found)
	}
	for _, at := range legacyShareBehind.FindAllStringSubmatchIndex(lower, -1) {
		if isPart(lower[at[4]:at[5]], lower[at[6]:at[7]]) {
			opened = append(opened, [2]int{at[2], at[3]})
		}
	}
	lower = legacyClauseEnds.ReplaceAllStringFunc(masked(lower, opened), func(end string) string {
		return strings.NewReplacer(" ", "\x01", "\t", "\x01").Replace(end)
	})
	for _, clause := range legacyClause.FindAllStringIndex(lower, -1) {
		if leavesOpen(lower[clause[0]:clause[1]]) {
			opened = appendWords(opened, legacyClaim, lower, clause)
		}
		text := lower[clause[0]:clause[1]]
		if !strings.Contains(text, "fail") {
			continue
		}
		open := legacyOpenBefore.FindStringIndex(text)
		if open != nil && legacyFailureWord.MatchString(text[open[1]-1:]) || legacyOpenFailure.MatchString(text) {
			opened = appendWords(opened, legacyFailureWord, lower, clause)
		}
	}
	return opened
}

// Adds the positions of words in a clause. A match includes the next character, which may precede the next
// word.
func appendWords(places [][2]int, words *regexp.Regexp, lower string, clause []int) [][2]int {
	for from := clause[0]; from < clause[1]; {
		at := words.FindStringSubmatchIndex(lower[from:clause[1]])
		if at == nil {
			break
		}
		places = append(places, [2]int{from + at[2], from + at[3]})
		from += at[3]
	}
	return places
}

// A line with some characters replaced.
func masked(line string, places [][2]int) string {
	if len(places) == 0 {
		return line
	}
	out := []byte(line)
	for _, at := range places {
		for i := at[0]; i < at[1]; i++ {
			out[i] = '_'
		}
	}
	return string(out)
}

// A count of zero: `SUCCESSFUL: 0`. Both cases are listed, because `(?i)` also matches letters beyond ASCII.
const (
	legacySuccessful = `[sS][uU][cC][cC][eE][sS][sS][fF][uU][lL](?:[lL][yY])?`
	legacySucceeded  = `[sS][uU][cC][cC][eE][eE][dD][eE][dD]`
)

var (
	legacySucceededZero = regexp.MustCompile(`(` + legacyEdge + `)(?:` + legacySuccessful + `|` + legacySucceeded + `)(` + legacyLabel + `0(?:\z|[^A-Za-z0-9_.%]))`)
)

// What the whole line says: that nothing was made, or what went wrong.
var (
	legacyCrosses   = []string{"✗", "❌", "✘", "✖"}
	legacyFails     = regexp.MustCompile(`\A(?:[✗❌✘✖]|\[?fail|\[error|error)`)
	legacyReport    = regexp.MustCompile(`\Aerror report`)
	legacyNotDone   = regexp.MustCompile(`dry[ _-]run|already exist|\(simulated\)`)
	legacyFirstVerb = regexp.MustCompile(legacyEdge + `(?:created|modified|updated|saved|generated|wrote|written)` + legacyEnd)
	legacyDenial    = regexp.MustCompile(`(?:\A|[^A-Za-z0-9'])(?:not|never|no|nothing|would|will|should|could|cannot|can't|failed|unable|wasn't|if)(?:\z|[^A-Za-z0-9'])`)
	legacyOfAnother = regexp.MustCompile(`-\z|min|max|required|threshold|target|` + legacyEdge +
		`(?:checkpoint|previous|before|baseline|example|expected|earlier|last)` + legacyEnd)
	legacyBeforeBody   = regexp.MustCompile("\\A(?:\\[[^\\]]{0,200}\\]|[^A-Za-z0-9/._`'\"~$<{])*")
	legacyErrorByWords = regexp.MustCompile(`\A(?:[a-z]+ ){0,2}error:`)
	legacyCount        = regexp.MustCompile(`\A(?:[ :]*|(?: [A-Za-z]+){1,2} ?: ?)[0-9]+ *\z`)
	legacyFailedWord   = regexp.MustCompile(`\A[^A-Za-z0-9_]*(?:FAILED|FAILURE|FAIL)`)
)

// A text with ASCII letters in lower case.
func smallLetters(text string) string {
	return strings.Map(func(c rune) rune {
		if c >= 'A' && c <= 'Z' {
			return c + 'a' - 'A'
		}
		return c
	}, text)
}

// Whether a line says that nothing was made: `Not created: a.ts`, `[DRY RUN] Created: a.ts`.
func makesNothing(text string) bool {
	line := smallLetters(text)
	if legacyFails.MatchString(line) && !legacyReport.MatchString(line) || legacyNotDone.MatchString(line) {
		return true
	}
	verb := legacyFirstVerb.FindStringIndex(line)
	return verb != nil && legacyDenial.MatchString(line[:verb[0]])
}

var (
	legacyNumberEnd = regexp.MustCompile(`:[0-9 ]*[0-9]\z`)
	legacySummary   = regexp.MustCompile(`\A(?:[a-z_-]+ ){0,2}(?:broken|count|error|fail|failed|failing|found|invalid|missing|skipped|total|[a-z_-]+[a-hj-rtv-z]s) *:[0-9 ]*[0-9]\z|\A[a-z _-]+: *[0-9]+(?:(?:[,;]| [|/]) [a-z _-]+: *[0-9]+)+\z`)
	legacyNoSummary = regexp.MustCompile(`\A(?:cannot|could|no|not|too|unable) `)
)

// Whether a text counts what failed: `failed: 3`, `Missing files: 2`. `Port already in use: 8080` names one failure.
func isSummary(text string) bool {
	lower := smallLetters(text)
	return legacySummary.MatchString(lower) && !legacyNoSummary.MatchString(lower)
}

// Whether the number at the end of a line belongs to what failed: `✗ Port already in use: 8080`.
func failsWithNumber(line string) bool {
	return legacyNumberEnd.MatchString(line) && statedFailure(line) != ""
}

// Whether what follows `FAILED` is a count: `: 3`, ` tests: 3`. `: upload of x: 3` names what failed.
func countsFailures(rest string) bool {
	return legacyCount.MatchString(rest)
}

var (
	legacyCapitalError = regexp.MustCompile(`\A(?:ERROR|FATAL) +[^ ]+ +[^ ]`)
	legacySmallLetter  = regexp.MustCompile(`[a-z]`)
)

// Whether a line begins with `ERROR text` in capitals, and is no heading.
func saysError(head, body string) bool {
	if !legacyCapitalError.MatchString(body) || !legacySmallLetter.MatchString(body[6:]) {
		return false
	}
	for _, rule := range []string{"==", "--", "##"} {
		if strings.HasPrefix(head, rule) && strings.HasSuffix(head, rule) {
			return false
		}
	}
	return true
}

// The message of a line that begins with a failure sign or the tag `[ERROR]`, perhaps after other tags.
func statedFailure(line string) string {
	head := line
	for strings.HasPrefix(head, "[") {
		tag, rest, is := strings.Cut(head[1:], "] ")
		if !is || smallLetters(tag) == "error" {
			break
		}
		head = rest
	}
	crossed := len(head) >= 7 && smallLetters(head[:7]) == "[error]"
	for _, cross := range legacyCrosses {
		crossed = crossed || strings.HasPrefix(head, cross)
	}
	body := line[len(legacyBeforeBody.FindString(line)):]
	if !crossed && !saysError(head, body) {
		return ""
	}
	// `error: x` and `Build error: x` are handled with their words, and `✗ failed: 3` is a
	// summary.
	if legacyErrorByWords.MatchString(smallLetters(body)) || isSummary(body) {
		return ""
	}
	return strings.TrimSpace(body)
}

// A line without its bullet, marks and tags, unless nothing else is in it.
func withoutMarks(line string) string {
	if rest := line[len(legacyBeforeBody.FindString(line)):]; rest != "" {
		return rest
	}
	return line
}

// A line that states a metric: `Lines of code: 450`.
var legacyMetric = regexp.MustCompile(`\A[^A-Za-z0-9_]*([A-Za-z][A-Za-z0-9 _./()#&+-]{0,59})\**:[* \t]*` +
	`(-?(?:0|[1-9][0-9]{0,10})(?:\.[0-9]{1,4})?)\.?\**\z`)

// Labels, and words in them, whose number is not a measurement.
var (
	legacyIdentity  = regexp.MustCompile(`(?:\A|_)(?:id|ids|pid|uid|gid|version|ver|date|year|port|timestamp|commit|build|sha|hash|phone|zip|confidence|exit|index|timeout|threshold|limit|interval|delay)(?:_|\z)|\Anot(?:_|\z)`)
	legacyNoMeasure = regexp.MustCompile(`\A(?:(?:error|actual|expected|got|value|want|wanted|line|column|status|rc|errno|step|phase|stage|attempt|iteration|retry|` +
		`try|pr|issue|ticket|file|project|image|container|host|hostname|release|node|node_js|npm|python|ruby|java|go|rust|max_iterations|max_retries|max_attempts|max_tokens|from|since|until)\z|` +
		`.*(?:[a-z0-9]error|[a-z0-9_]exception)\z|exception\z|` +
		`(?:attempt|iteration|phase|stage|step|try)_[0-9]+\z|` +
		`(?:checking|creating|deleting|downloading|installing|removing|searching|skipping|starting|using)_)`)
	legacyFilesChanged = regexp.MustCompile(`\A[^A-Za-z0-9_]*(?:(deleted|removed|changed):?[ \t](0|[1-9][0-9]{0,10})[ \t]files?(?:\z|[^A-Za-z0-9_])|` +
		`(0|[1-9][0-9]{0,10})[ \t]files?[ \t](created|modified|updated|deleted|removed|changed)[.!]?\z)`)
	// Words in front of a time that this run did not take: `Max duration`.
	legacyOfSeveral = regexp.MustCompile(`(?:files|avg|average|mean|median|max|maximum|min|minimum|expected|estimated)[ \t.]?\z`)
	// The outcome of a check, which names the check: `PASS file is there: b`.
	legacyCheck    = regexp.MustCompile(`\A(?:fail|pass|ok|skip|warn|info|debug)_`)
	legacyQuantity = regexp.MustCompile(`(?:\A|_)(?:rate|count|total|percent|percentage|ratio)(?:_|\z)`)
	legacyHTTP     = regexp.MustCompile(`(?:\A|_)http(?:_|\z)`)
	legacyPlural   = regexp.MustCompile(`[^_][^_][^_s]s\z`)
	legacyPlace    = regexp.MustCompile(`:[0-9]`)
	legacyClock    = regexp.MustCompile(`[0-9]:[0-9]`)
	legacyNotWord  = regexp.MustCompile(`[^a-z0-9]+`)
	legacyCounts   = regexp.MustCompile(`\A(?:execution_time_ms|files_(?:modified|created|deleted))\z`)
)

var legacyMetricNames = map[string]string{
	"modified_files": "files_modified",
	"updated_files":  "files_modified",
	"files_updated":  "files_modified",
	"files_changed":  "files_modified",
	"created_files":  "files_created",
	"deleted_files":  "files_deleted",
	"removed_files":  "files_deleted",
	"files_removed":  "files_deleted",
	"duration_ms":    "execution_time_ms",
}

// The metric that a line states: its name in snake_case, and the number; empty if there is none.
func labelledMetric(line string) (name, number string) {
	if files := legacyFilesChanged.FindStringSubmatch(smallLetters(line)); files != nil {
		name = "files_" + files[1] + files[4]
		if other, is := legacyMetricNames[name]; is {
			name = other
		}
		return name, files[2] + files[3]
	}
	found := legacyMetric.FindStringSubmatch(line)
	// `Updated at 12:30`
	if found == nil || legacyClock.MatchString(line) {
		return "", ""
	}
	// `src/a.js:3` is a place, and `Listening on localhost:8080` an address.
	if legacyPlace.MatchString(line) && (strings.Contains(found[1], " ") || hasExtension(found[1])) {
		return "", ""
	}
	name = strings.Trim(legacyNotWord.ReplaceAllString(strings.ToLower(found[1]), "_"), "_")
	number = plainNumber(found[2])
	// `Error code: 5`, but not `Lines of code: 5`.
	isCode := strings.HasSuffix(name, "_code") && !strings.HasSuffix(name, "of_code")
	isCheck := legacyCheck.MatchString(name) && !legacyQuantity.MatchString(name)
	// `HTTP requests: 5` counts something.
	isHTTP := legacyHTTP.MatchString(name) && (!legacyPlural.MatchString(name) || strings.HasSuffix(name, "status"))
	if isCode || isCheck || isHTTP || legacyIdentity.MatchString(name) || legacyNoMeasure.MatchString(name) {
		return "", ""
	}
	if other, is := legacyMetricNames[name]; is {
		name = other
	}
	if legacyCounts.MatchString(name) && strings.ContainsAny(number, "-.") {
		return "", ""
	}
	return name, number
}

// Words that follow their number, `3 passed`, and words that introduce such numbers.
var (
	legacyCounted = regexp.MustCompile(`\A(-?(?:0|[1-9][0-9]{0,10})(?:\.[0-9]{1,4})?) ` +
		`(checks|errors|failed|ok|passed|run|skipped|succeeded|tests|total|warned|warnings)\z`)
	legacyHeading    = regexp.MustCompile(`(?:\A|[^a-z])(?:results?|summary|tests|totals?)\z`)
	legacySeparators = []string{", ", "; ", " | ", " / ", " \u00b7 "}
)

// `Results: 3 passed` as passed, 3.
func countedMetric(part string) (name, number string) {
	if heading, rest, is := strings.Cut(part, ": "); is &&
		strings.Contains(strings.Trim(rest, " \t"), " ") && legacyHeading.MatchString(smallLetters(heading)) {
		part = rest
	}
	found := legacyCounted.FindStringSubmatch(strings.Trim(part, " \t"))
	if found == nil {
		return "", ""
	}
	return found[2], plainNumber(found[1])
}

// The metrics of a line: `Lines of code: 450`, or `Results: 3 passed, 1 failed`.
func statedMetrics(line string) [][2]string {
	parts := []string{strings.TrimRight(line, " =-*#")}
	for _, separator := range legacySeparators {
		var split []string
		for _, part := range parts {
			split = append(split, strings.Split(part, separator)...)
		}
		parts = split
	}
	several, known := [][2]string{}, map[string]bool{}
	for _, part := range parts {
		if len(parts) < 2 || len(parts) > 16 {
			break
		}
		name, number := countedMetric(part)
		if name == "" {
			name, number = labelledMetric(part)
		}
		if name != "" && !known[name] {
			known[name] = true
			several = append(several, [2]string{name, number})
		}
	}
	if len(several) == len(parts) {
		return several
	}
	name, number := labelledMetric(line)
	return [][2]string{{name, number}}
}

// A decimal as JSON has it, without zeros at its end.
func plainNumber(number string) string {
	if strings.Contains(number, ".") {
		number = strings.TrimRight(strings.TrimRight(number, "0"), ".")
	}
	if number == "-0" {
		return "0"
	}
	return number
}

// The state while lines are read.
type legacyText struct {
	confidence float64
	stated     bool
	failed     bool
	// The first line that reports failure, for a text without an error message.
	failing string
	// The first indented lines with a word of failure and no message: one that may be the name of an example that passed, and one
	// without a space, which may also be the name of a branch.
	open          []string
	listsBranches bool
	// Whether the line is indented, and whether such lines are the text of a warning.
	isIndented, inWarning bool
	// Whether the script reports its own failure, which counts even with exit code 0, or its success.
	reported      bool
	succeeded     bool
	inList        bool
	deliverables  []any
	known         map[string]bool
	time, files   string
	others        *Object
	failures      []any
	paths         *linePaths
	named         bool
	tokenFrom     int
	tokenEnd      int
	tokenWhole    string
	tokenPath     bool
	toldOfOneLine bool
	// What the whole line says; computed on first use.
	makesNothing, ofAnother *bool
}

// The envelope of a legacy text; nil for an empty text.
func readLegacy(text string, confidence float64, exitCode *int) *Object {
	l := &legacyText{confidence: confidence, deliverables: []any{}, failures: []any{}, known: map[string]bool{}, others: NewObject()}
	any := false
	lines := strings.FieldsFunc(text, func(c rune) bool { return c == '\n' || c == '\r' })
	// The last line with text, which is read unless the next one is `...ignoring` of ansible.
	held, heldIsIndented := "", false
	for _, raw := range lines {
		text := strings.Map(func(c rune) rune {
			if c < 0x20 && c != '\t' || c == 0x7f {
				return -1
			}
			return c
		}, strings.TrimLeft(raw, "\ufeff"))
		line := strings.TrimSpace(text)
		if line == "" {
			continue
		}
		if held != "" && line != "...ignoring" {
			l.isIndented = heldIsIndented
			l.line(held)
		}
		held, heldIsIndented = line, strings.HasPrefix(text, " ") || strings.HasPrefix(text, "\t")
		any = true
	}
	if held != "" {
		l.isIndented = heldIsIndented
		l.line(held)
	}
	if !any {
		return nil
	}
	for _, line := range l.open {
		if !l.listsBranches || !isBare(line) {
			// It came before the first line that reports failure.
			l.failed, l.failing = true, line
			break
		}
	}
	success := l.verdict(exitCode)
	// A failure needs a message; the line that reports it is the best one.
	if !success && len(l.failures) == 0 {
		l.tell("LEGACY_ERROR", l.failing)
	}
	metrics := NewObject()
	if l.time != "" {
		metrics.Set("execution_time_ms", json.Number(l.time))
	}
	if l.files != "" {
		metrics.Set("files_modified", json.Number(l.files))
	}
	for _, name := range l.others.Keys() {
		metrics.Set(name, l.others.members[name])
	}
	number := json.Number(strconv.FormatFloat(l.confidence, 'g', -1, 64))
	return outputObject(success, number, l.deliverables, metrics, l.failures)
}

// Whether the text is a success.
func (l *legacyText) verdict(exitCode *int) bool {
	failed := l.failed || l.reported
	if exitCode != nil {
		if *exitCode != 0 {
			l.tell("EXIT_STATUS", fmt.Sprintf("exit code %d", *exitCode))
		}
		return *exitCode == 0 && !l.reported
	}
	if !failed && !l.succeeded {
		l.tell("SUCCESS_NOT_STATED", "nothing says that it succeeded")
		if !l.stated {
			l.confidence /= 2
		}
	}
	return l.succeeded && !failed
}

// Records a metric; a later value replaces an earlier one.
func (l *legacyText) measure(name, number string) {
	_, known := l.others.members[name]
	switch {
	case name == "":
	case name == "execution_time_ms":
		l.time = number
	case name == "files_modified":
		l.files = number
	case known || len(l.others.members) < 200:
		l.others.Set(name, json.Number(number))
	}
}

// Records what a line says about failure, and returns whether it claims success. A line that reports failure adds an error,
// unless it already did.
func (l *legacyText) judge(stated, line string) bool {
	crashed := legacyCrash.MatchString(line)
	if start := judgedStart(stated); start < len(line) {
		// The last word of a start is not the last one of the line.
		line = line[:start] + " _"
	}
	lower := smallLetters(line)
	code := ""
	isTagged := strings.Contains(lower, "[fail]")
	switch {
	case !isTagged && (crashed || toolCrashed(line)):
		code = "LEGACY_ERROR"
	// `[INFO] FAILED: y`
	case isTagged, saysFailed(line), saysFailed(line[len(legacyBeforeBody.FindString(line)):]), isDenied(lower), reportsFailure(line, lower):
		code = "REPORTED_FAILURE"
		l.reported = true
	}
	told := stated
	if code == "REPORTED_FAILURE" {
		told = withoutMarks(stated)
	}
	if code == "" {
		return l.claims(stated, line, lower)
	}
	l.failed = true
	if !l.toldOfOneLine {
		l.tell(code, told)
	}
	return false
}

// Whether a line that reports no failure of the script claims success; it may report a failure of another program.
func (l *legacyText) claims(stated, line, lower string) bool {
	// Most lines contain none of these words.
	isSpoken := strings.Contains(lower, "success") || strings.Contains(lower, "fail") || strings.Contains(lower, "pass") || strings.Contains(lower, "errors") || legacyClaim.MatchString(lower)
	isChecked := strings.HasPrefix(line, "✓") || strings.HasPrefix(line, "✔") || strings.HasPrefix(line, "✅")
	if !isSpoken || legacyOfOther.MatchString(lower) {
		return isChecked
	}
	if legacyNotOK.MatchString(line) && !legacyNotOKExcused.MatchString(lower) {
		l.failed = true
		return false
	}
	affirmed := states(legacyAffirmedTrue, lower, legacyOpenBefore)
	open := openClaims(lower)
	line, lower = masked(line, open), masked(lower, open)
	if isFailing(line, lower) {
		l.failUnlessName(stated, l.namesExample(stated))
		return false
	}
	// Twice, because a match includes the next character, which may precede the next word.
	for i := 0; i < 2 && strings.Contains(line, "0"); i++ {
		line = legacySucceededZero.ReplaceAllString(line, "${1}none${2}")
		lower = legacySucceededZero.ReplaceAllString(lower, "${1}none${2}")
	}
	return affirmed || isChecked ||
		legacyCapitals.MatchString(line) || legacyAffirmed.MatchString(lower) || legacyFirstWord.MatchString(lower) ||
		legacyFirstCount.MatchString(lower) || legacyInTime.MatchString(lower) || legacyAllPassed.MatchString(lower) ||
		legacyLastWord.MatchString(lower) || legacyGoodEnd.MatchString(labelledBody(line)) || saysPassed(line, lower)
}

func (l *legacyText) tell(code, message string) {
	failure := NewObject()
	failure.Set("code", code)
	failure.Set("message", message)
	l.failures = append(l.failures, failure)
}

func (l *legacyText) deliver(path string) {
	// `./a.ts` is the file `a.ts`.
	if rest := strings.TrimPrefix(path, legacyDots.FindString(path)); rest != "" {
		path = rest
	}
	if !l.known[path] {
		l.known[path] = true
		l.deliverables = append(l.deliverables, path)
	}
}

func isWordRune(c rune) bool {
	return c == '_' || unicode.IsLetter(c) || unicode.IsNumber(c) || unicode.Is(unicode.Other_Alphabetic, c)
}

// The length of the word at the start of a text.
func wordLength(text string) int {
	end := strings.IndexFunc(text, func(c rune) bool { return !isWordRune(c) })
	if end < 0 {
		return len(text)
	}
	return end
}

func (l *legacyText) line(line string) {
	if l.inWarning && l.isIndented {
		return
	}
	l.inWarning = legacyWarningHeadings.MatchString(smallLetters(line))
	if l.inList {
		path, is := listedPath(line)
		_, l.inList = listItem(line)
		if is && !makesNothing(line) {
			l.deliver(path)
			l.succeeded = true
		}
	}
	l.paths, l.named = newLinePaths(line), false
	l.tokenFrom, l.tokenEnd, l.toldOfOneLine = 0, 0, false
	l.makesNothing, l.ofAnother = nil, nil
	// The line without the words of failure that report none.
	start := judgedStart(line)
	spoken := withoutHarmless(line[:start]) + line[start:]
	for _, cross := range legacyCrosses {
		l.failed = l.failed || strings.Contains(spoken, cross)
	}
	// The same text where nothing was overwritten.
	if message := line[len(line)-len(statedFailure(spoken)):]; message != "" {
		l.failed, l.toldOfOneLine = true, true
		l.tell("LEGACY_ERROR", message)
	}
	for at := 0; at < len(line); {
		from := strings.IndexFunc(line[at:], isWordRune)
		if from < 0 {
			break
		}
		from += at
		at = from + wordLength(line[from:])
		text := line[from:at]
		lower := strings.ToLower(text)
		isFault := legacyWords[lower] == "error" || legacyWords[lower] == "failure"
		if len(lower) == len(text) && !(isFault && spoken[from] != line[from]) {
			l.word(legacyWords[lower], line, from, at)
		}
	}
	if !failsWithNumber(line) {
		for _, one := range statedMetrics(line[len(legacyBeforeBody.FindString(line)):]) {
			l.measure(one[0], one[1])
		}
	}
	claims := l.judge(line, spoken)
	judged, said := line, spoken
	if start < len(line) {
		judged, said = line[:start]+" _", spoken[:start]+" _"
	}
	lower := smallLetters(said)
	// `[DRY RUN] SUCCESS` and other words that state no success.
	whole := smallLetters(judged)
	isOpen := legacyNoSuccess.MatchString(whole) || isShare(whole) || legacySimulated.MatchString(whole)
	isOfOther := legacyOfOther.MatchString(lower)
	fails := !isOfOther && (countsErrors(lower) || legacyErrorsHeading.MatchString(said) || failsByForm(judged, said, lower))
	if fails {
		l.failUnlessName(line, l.namesExample(line))
	}
	succeeds := claims || !isOfOther && (toolSucceeded(judged) || legacySuccessForms.MatchString(whole) ||
		legacySuccessPhrases.MatchString(whole) && !legacyOpenPhrases.MatchString(whole))
	l.succeeded = l.succeeded || succeeds && !fails && !isOpen
	if len(l.open) > 0 && legacyExamplesPassed.MatchString(smallLetters(line)) {
		l.open = nil
	}
	l.listsBranches = l.listsBranches || legacyCurrentBranch.MatchString(line)
	if l.failing == "" && (l.failed || l.reported) {
		l.failing = line
	}
	// A line without a path that ends in `:` announces a list.
	announces := strings.HasSuffix(strings.TrimRight(line, "*_ \t"), ":") || strings.HasPrefix(line, "#")
	if l.named && len(l.paths.found) == 0 && announces {
		l.inList = true
	}
	for _, path := range l.paths.found {
		l.deliver(path)
	}
}

// Whether a line is one name: `error`.
func isBare(line string) bool {
	return !strings.ContainsAny(line, " \t")
}

// Whether the line may be the name of an example that passed, or of a branch.
func (l *legacyText) namesExample(line string) bool {
	isBareAndSmall := isBare(line) && !strings.ContainsAny(line, "ABCDEFGHIJKLMNOPQRSTUVWXYZ")
	return l.isIndented && (isBareAndSmall || legacyExampleNames.MatchString(line))
}

// Records a failure, unless the line may be such a name.
func (l *legacyText) failUnlessName(line string, mayBeName bool) {
	if !mayBeName {
		l.failed = true
	} else if !l.failed && !l.reported {
		for _, known := range l.open {
			if isBare(known) == isBare(line) {
				return
			}
		}
		l.open = append(l.open, line)
	}
}

func (l *legacyText) word(what, line string, from, end int) {
	text, rest := line[from:end], line[end:]
	switch what {
	case "error", "failure":
		is, isZero := smallLetters(text), legacyZero.MatchString(rest)
		if (is == "failed" || is == "error" && !isZero) &&
			(isZero || legacyZeroCount.MatchString(rest) || legacyZeroBefore.MatchString(smallLetters(line[max0(from-9):from]))) {
			return
		}
		// The first word of a token decides what the token is.
		if l.tokenEnd == 0 || from < l.tokenFrom || end > l.tokenEnd {
			l.tokenAround(line, from, end)
		}
		isSmall, hasMessage := text == strings.ToLower(text), l.toldOfOneLine
		if what == "error" && !l.toldOfOneLine {
			l.failure(rest)
		}
		givesMessage := l.toldOfOneLine && !hasMessage
		if isSmall && l.tokenPath && l.tokenWhole != text {
			return
		}
		l.failUnlessName(line, l.isIndented && isSmall && !givesMessage)
	case "confidence":
		if l.ofAnother == nil {
			is := legacyOfAnother.MatchString(smallLetters(line[:from]))
			l.ofAnother = &is
		}
		if *l.ofAnother {
			return
		}
		word := strings.TrimLeft(rest, " \t")
		end := wordLength(word)
		name := strings.ToLower(word[:end])
		if len(word) < len(rest) && end == 5 && (name == "score" || name == "level") {
			rest = word[end:]
		}
		if stated, is := statedConfidence(rest); is {
			l.confidence, l.stated = stated, true
		}
	case "time", "execution":
		if legacyOfSeveral.MatchString(smallLetters(line[max0(from-10):from])) {
			return
		}
		label := strings.TrimLeftFunc(rest, unicode.IsSpace)
		if wordLength(label) == 4 && smallLetters(label[:4]) == "time" {
			rest = label[4:]
		} else if what == "execution" {
			return
		}
		if time := statedMilliseconds(rest); time != "" {
			l.time = time
		}
	case "verb", "made", "place":
		if l.makesNothing == nil {
			is := makesNothing(line)
			l.makesNothing = &is
		}
		if *l.makesNothing {
			return
		}
		l.named = true
		if what == "verb" {
			if files := statedFiles(rest); files != "" {
				name := "files_modified"
				if strings.EqualFold(text, "created") {
					name = "files_created"
				}
				l.measure(name, files)
				l.succeeded = l.succeeded || files != "0"
			}
		}
		known := len(l.paths.found)
		if from == 0 || strings.IndexByte(`/\.$@-`, line[from-1]) < 0 {
			l.paths.readBehind(what, rest)
		}
		if (what == "verb" || what == "made") && len(l.paths.found) > known {
			l.succeeded = true
		}
	}
}

// The code and the message of a compiler behind `error`: ` TS2322: text`, `[E0425]: text`.
var legacyCoded = regexp.MustCompile(`(?s)\A(?:\[([A-Z]{1,8}[0-9]{1,6})\]|[ \t]+([A-Z]{1,8}[0-9]{1,6})): (.+)\z`)

func (l *legacyText) failure(rest string) {
	if coded := legacyCoded.FindStringSubmatch(rest); coded != nil {
		l.toldOfOneLine = true
		l.tell("LEGACY_ERROR", coded[1]+coded[2]+": "+strings.TrimSpace(coded[3]))
		return
	}
	colon := strings.TrimLeft(rest, "* \t")
	if !strings.HasPrefix(colon, ":") {
		return
	}
	message := strings.TrimSpace(strings.TrimLeft(colon[1:], "* \t"))
	if message != "" {
		l.toldOfOneLine = true
		l.tell("LEGACY_ERROR", message)
	}
}

func max0(n int) int {
	if n < 0 {
		return 0
	}
	return n
}

// The complete decimal after a label and what follows it, across spaces, emphasis or quotes, and one
// `:` or `=`.
func labelled(rest string) (number, after string) {
	const soft = "\"'*` \t"
	value := strings.TrimLeft(rest, soft)
	if strings.HasPrefix(value, ":") || strings.HasPrefix(value, "=") {
		value = strings.TrimLeft(value[1:], soft)
	}
	number = legacyNumber.FindString(value)
	after = value[len(number):]
	if len(value) == len(rest) || legacyGoesOn.MatchString(after) {
		return "", ""
	}
	return number, after
}

func statedConfidence(text string) (float64, bool) {
	number, rest := labelled(text)
	if number == "" {
		return 0, false
	}
	if strings.HasPrefix(strings.TrimLeftFunc(rest, unicode.IsSpace), "%") {
		number += "e-2"
	} else if wordLength(rest) > 0 {
		return 0, false
	}
	value, err := strconv.ParseFloat(number, 64)
	return value, err == nil && value >= 0 && value <= 1
}

var (
	legacyMilliseconds = strings.Fields("ms millisecond milliseconds")
	legacySeconds      = strings.Fields("s sec secs second seconds")
)

// The rounded milliseconds after the name of a time in ms or s.
func statedMilliseconds(text string) string {
	number, rest := labelled(text)
	unit := strings.TrimLeftFunc(rest, unicode.IsSpace)
	unit = strings.ToLower(unit[:wordLength(unit)])
	if number == "" {
		return ""
	}
	if contains(legacyMilliseconds, unit) {
		return wholeNumber(number)
	}
	if !contains(legacySeconds, unit) {
		return ""
	}
	seconds, fraction, _ := strings.Cut(number, ".")
	if len(fraction) < 3 {
		fraction += "000"[len(fraction):]
	}
	return wholeNumber(seconds + fraction[:3] + "." + fraction[3:])
}

func statedFiles(text string) string {
	number, rest := labelled(text)
	if number == "" || strings.Contains(number, ".") || rest == "" || rest[0] != ' ' && rest[0] != '\t' {
		return ""
	}
	unit := strings.TrimLeftFunc(rest, unicode.IsSpace)
	unit = strings.ToLower(unit[:wordLength(unit)])
	if unit != "file" && unit != "files" {
		return ""
	}
	return wholeNumber(number)
}

// A decimal as a whole number, rounded half up.
func wholeNumber(number string) string {
	whole, fraction, _ := strings.Cut(number, ".")
	whole = strings.TrimLeft(whole, "0")
	// Longer numbers are ignored, because not every language can hold them.
	if len(whole) > 20 {
		return ""
	}
	if whole == "" {
		whole = "0"
	}
	if fraction == "" || fraction[0] < '5' {
		return whole
	}
	value, err := strconv.ParseUint(whole, 10, 64)
	if err != nil || value == math.MaxUint64 {
		return ""
	}
	return strconv.FormatUint(value+1, 10)
}

// The text after the bullet of a list item.
func listItem(line string) (string, bool) {
	line = strings.TrimLeftFunc(line, unicode.IsSpace)
	bullet := legacyBullet.FindString(line)
	item := strings.TrimSpace(line[len(bullet):])
	return strings.TrimSpace(item[len(legacyBox.FindString(item)):]), bullet != ""
}

// The path that a list item names.
func listedPath(line string) (string, bool) {
	item, is := listItem(line)
	first, _, found := newLinePaths(item).token(item)
	if !is || !found {
		return "", false
	}
	quoted := false
	for _, pair := range legacyQuotes {
		quoted = quoted || strings.HasPrefix(item, pair[0])
	}
	if !quoted && !hasExtension(first) && strings.ContainsAny(item, " \t") {
		// A name with spaces: the whole item, if it ends like a file name.
		if whole := unmarked(item); hasExtension(whole) && !strings.ContainsAny(whole, ",;:(") {
			return whole, true
		}
	}
	return first, isPath(first)
}

func behindColon(text string) string {
	return strings.TrimLeft(strings.TrimPrefix(strings.TrimLeftFunc(text, unicode.IsSpace), ":"), "*_ \t")
}

// The paths that the words of a line name. Each token is read once, so the time is linear in the length
// of the line.
type linePaths struct {
	line  string
	found []string
	// All tokens before this position have been read.
	readTo int
	// For each kind of quotes, the last closing one that was found; -1 if there are no more.
	closed []int
}

func newLinePaths(line string) *linePaths {
	return &linePaths{line: line, closed: make([]int, len(legacyQuotes))}
}

// Appends the paths after a word.
func (p *linePaths) readBehind(what, rest string) {
	rest = strings.TrimLeft(rest, "*_`\"'")
	if rest == "" || strings.IndexByte(" \t:", rest[0]) < 0 || strings.HasPrefix(rest, "://") {
		return
	}
	// Without a colon they name no result: `file a.ts not found`.
	colon := strings.HasPrefix(strings.TrimLeftFunc(rest, unicode.IsSpace), ":")
	if what == "place" && !colon {
		return
	}
	rest = behindColon(rest)
	if colon && what != "place" {
		if names := spacedList(rest); len(names) > 0 {
			p.found = append(p.found, names...)
			p.readTo = len(p.line)
			return
		}
	}
	for what == "verb" || what == "made" {
		end := strings.IndexAny(rest, " \t:")
		if end < 0 || !contains(legacyFillers, strings.ToLower(rest[:end])) && !legacyDigits.MatchString(rest[:end]) {
			break
		}
		rest = behindColon(rest[end:])
	}
	first, known := rest, len(p.found)
	for {
		path, after, is := p.token(rest)
		if !is || !isPath(path) {
			break
		}
		p.found = append(p.found, path)
		p.readTo = len(p.line) - len(after)
		rest = strings.TrimLeft(after, " \t,;&)")
		if strings.HasPrefix(rest, "and ") || strings.HasPrefix(rest, "and\t") {
			rest = strings.TrimLeftFunc(rest[3:], unicode.IsSpace)
		}
	}
	switch {
	case len(p.found) > known:
	case colon && (what == "verb" || what == "made"):
		if name := spacedName(first); name != "" {
			p.found = append(p.found, name)
			p.readTo = len(p.line)
		}
	case what == "made":
		p.readDestination(first)
	}
}

// Appends the path after the `to` of `Saved the report to out/a.md`.
func (p *linePaths) readDestination(rest string) {
	for i := 0; i < 8; i++ {
		end := strings.IndexAny(rest, " \t")
		if end < 0 {
			return
		}
		word := strings.ToLower(rest[:end])
		rest = rest[end+1:]
		if word != "to" && word != "into" && word != "as" {
			continue
		}
		if path, after, is := p.token(rest); is && isPath(path) {
			p.found = append(p.found, path)
			p.readTo = len(p.line) - len(after)
		}
		return
	}
}

var legacyNoName = regexp.MustCompile(`[,;:(]| (?:and|in|with|from) `)

var (
	legacyListEnds = regexp.MustCompile(`[,;]`)
	legacyBlank    = regexp.MustCompile(`[ \t]`)
	legacyArticle  = regexp.MustCompile(`\A[aA][nN]?\z`)
	legacyProse    = regexp.MustCompile("[:(\"'`“«→]|->|=>| (?:and|in|with|from) ")
)

// The names of a list, if each ends like a file name and one has a space: `a b.ts, c.ts`. Prose has words such as `the` at the
// start of a name.
func spacedList(rest string) []string {
	if len(rest) > 800 || utf8.RuneCountInString(rest) > 200 || !strings.ContainsAny(rest, ",;") {
		return nil
	}
	var names []string
	spaced, articles := false, true
	for _, name := range legacyListEnds.Split(rest, -1) {
		name = unmarked(strings.Trim(name, " \t"))
		first := legacyBlank.Split(name, 2)[0]
		isSpaced, isArticle := first != name, legacyArticle.MatchString(first)
		isFiller := contains(legacyFillers, strings.ToLower(first)) && !isArticle
		if !hasExtension(name) || legacyProse.MatchString(name) ||
			isSpaced && (isFiller || first == "" || legacyDigits.MatchString(first)) {
			return nil
		}
		spaced, articles = spaced || isSpaced, articles && isArticle
		names = append(names, name)
	}
	if !spaced || articles {
		return nil
	}
	return names
}

// The rest of a line as one name with spaces, if it ends like a file name and is not a list: `my
// notes.md`.
func spacedName(rest string) string {
	if len(rest) > 800 || utf8.RuneCountInString(rest) > 200 {
		return ""
	}
	whole := unmarked(rest)
	if !strings.ContainsAny(whole, " \t") || !hasExtension(whole) || legacyNoName.MatchString(whole) {
		return ""
	}
	return whole
}

// The next token without surrounding punctuation, and the rest of the line; nothing if it has been read
// before.
func (p *linePaths) token(rest string) (token, after string, is bool) {
	bare := strings.TrimLeft(rest, "([<* \t")
	start := len(p.line) - len(bare)
	if start < p.readTo {
		return "", "", false
	}
	for index, pair := range legacyQuotes {
		if !strings.HasPrefix(bare, pair[0]) || p.closed[index] < 0 {
			continue
		}
		if start < p.closed[index] {
			return "", "", false
		}
		inside := bare[len(pair[0]):]
		end := strings.Index(inside, pair[1])
		if end >= 0 {
			p.closed[index] = start + len(pair[0]) + end
			return unmarked(inside[:end]), inside[end+len(pair[1]):], true
		}
		p.closed[index] = -1
	}
	end := strings.IndexAny(bare, " \t,;")
	if end < 0 {
		end = len(bare)
	}
	p.readTo = start + end
	return unmarked(bare[:end]), bare[end:], end > 0
}

func unmarked(text string) string {
	return strings.TrimRight(strings.TrimLeft(text, legacyAround), legacyAround+",.;:!?")
}

// Names of files that have no extension.
var legacyFileNames = strings.Split("Makefile|Dockerfile|LICENSE|README|CHANGELOG|Gemfile|Rakefile|Procfile|Jenkinsfile|Justfile|CODEOWNERS", "|")

// Whether it has a `/` or an extension, or is a known name, and is not a fraction, abbreviation or URL.
func isPath(text string) bool {
	if contains(legacyNoPaths, strings.ToLower(text)) || strings.Contains(text, "://") {
		return false
	}
	named := strings.IndexFunc(text, func(c rune) bool { return c != '_' && isWordRune(c) }) >= 0
	return strings.Contains(text, "/") && named && !legacyFraction.MatchString(text) || hasExtension(text) || contains(legacyFileNames, text)
}

// Whether the last part ends in a dot and letters: `a.ts`, `.env`, but not `2.5s`, `1.2.3`,
// `v1.2`.
func hasExtension(text string) bool {
	name := text[strings.LastIndexAny(text, `/\`)+1:]
	dot := strings.LastIndexByte(name, '.')
	if dot < 0 || !legacyExtension.MatchString(name[dot+1:]) {
		return false
	}
	return len(name)-dot > 2 || !legacyVersion.MatchString(name[:dot])
}

// The token around a word, and whether it is a path: `src/error.ts` around `error`.
func (l *legacyText) tokenAround(line string, from, end int) {
	edge := func(c rune) bool { return unicode.IsSpace(c) || strings.ContainsRune(":,;(){}\"'`<>=|*[]", c) }
	if before := strings.LastIndexFunc(line[:from], edge); before >= 0 {
		_, size := utf8.DecodeRuneInString(line[before:])
		from = before + size
	} else {
		from = 0
	}
	if after := strings.IndexFunc(line[end:], edge); after >= 0 {
		end += after
	} else {
		end = len(line)
	}
	l.tokenFrom, l.tokenEnd = from, end
	l.tokenWhole = unmarked(line[from:end])
	l.tokenPath = isPath(l.tokenWhole)
}

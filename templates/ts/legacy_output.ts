/** The meaning of a known word of legacy text. */
const WORDS = new Map<string, string>(
  Object.entries({
    error: "error",
    failed: "failure",
    abort: "failure",
    aborted: "failure",
    confidence: "confidence",
    created: "verb",
    modified: "verb",
    updated: "verb",
    generated: "made",
    saved: "made",
    wrote: "made",
    written: "made",
    file: "place",
    path: "place",
    files: "place",
    paths: "place",
    duration: "time",
    took: "time",
    elapsed: "time",
    execution: "execution",
    total: "execution",
  }),
);

/** Words between a verb and its object. */
const FILLERS =
  "the a an new file files path paths directory dir folder at in to under symlink link -> => \u2192".split(
    " ",
  );

/** Words with a `/` or a dot that are not paths. */
const NOT_PATHS = ["and/or", "n/a", "i/o", "w/o", "e.g", "i.e"];

const QUOTES = ['""', "''", "``", "“”", "‘’", "«»"] as const;

/** Texts that programs print when they crash. */
const CRASH =
  /^(?:[Ff]atal|FATAL|panic):|Traceback \(most recent call last\)|Segmentation fault|[Cc]ommand not found|npm ERR!|core dumped|panicked at /;

const FAILED_FIRST = /^[^A-Za-z0-9_]*(?:FAILED|FAILURE|FAIL)(?![A-Za-z0-9_-])/;
const ZERO = /^["'*` \t]*[:=]["'*` \t]*0(?![A-Za-z0-9_.%])/;
/** Each of these states success. */
const SUCCESS = [
  /^[✓✔✅]/,
  /(?:^|[^A-Za-z0-9_])(?:SUCCESS|SUCCESSFUL|SUCCESSFULLY|SUCCEEDED)(?![A-Za-z0-9_])/,
  /(?:^|[^A-Za-z0-9_])(?:(?:succeeded|successfully)(?![A-Za-z0-9_])|success["'*` \t]*[:=]["'*` \t]*1(?![A-Za-z0-9_.]))/i,
  /^[^A-Za-z0-9_?]*(?:(?:success(?:ful)?|done|completed?|ok)(?:$|[:.!,*]|[ \t]*[)\]]|[ \t]-)|passed[ \t]*\])/i,
  // `Done in 4.2s`, `ok 1 - name`
  /^[^A-Za-z0-9_?]*(?:(?:done|completed|ok)[ \t]+(?:in[ \t]|[1-9][0-9]*(?:$|[ \t]+[A-Za-z#_-]))|ok(?: *\t|[ \t]\()|passed!)/i,
  // `success in 23ms`
  /(?:^|[^A-Za-z0-9_])(?:success|completed?|done)[ \t]+in[ \t]+[0-9]/i,
];
const LAST_WORD =
  /(?:^|[^A-Za-z0-9_])(?:success(?:ful)?|done|completed?|ok|passed)(?:[^A-Za-z0-9_?]*$|[.!][ \t])/i;

/** What is counted: `2 of 3 tests passed`. */
const THINGS =
  "test|tests|step|steps|check|checks|job|jobs|task|tasks|item|items|case|cases|suite|suites|build|builds|request|requests|file|files|assertion|assertions|example|examples|spec|specs|scenario|scenarios|package|packages|module|modules|rule|rules|run|runs|operation|operations";
/** Words of success, and words that make it uncertain in the same clause. */
const CLAIMS =
  "success|successful|successfully|succeeded|done|complete|completed|ok|passed";
const CLAUSE_ENDS = /([ \t])(and|but|so|then|[-\u2013\u2014])([ \t])|\.[ \t]/gi;
const CLAUSE = /[^,;:!?()[\]{}|\u0001]+\??/g;
const CLAIM = new RegExp(
  `(^|[^A-Za-z0-9_])(?:${CLAIMS})(?![A-Za-z0-9_])`,
  "gi",
);
const A_CLAIM = new RegExp(CLAIM.source, "i");
/**
 * Anywhere before the word: `did not finish successfully`, `waiting for the SUCCESS`.
 */
const OPEN_BEFORE =
  /(?:^|[^A-Za-z0-9_])(?:not|never|no|none|nothing|nobody|neither|nor|cannot|t|isnt|wasnt|hasnt|didnt|doesnt|without|if|unless|until|whether|when|once|wait|waits|waiting|await|awaits|awaiting|should|would|could|might|must|will|can|unable|perhaps|maybe|probably|possibly|presumably|supposedly|allegedly|hopefully|hope|case|previously|formerly|fails|trying|tries|tried|need|needs)(?![A-Za-z0-9_])/i;
/**
 * Directly before the word: `for SUCCESS`; after it: `SUCCESS was not reached`,
 * `SUCCESS rate`, `SUCCESS is required`, `SUCCESS in log not found`, `SUCCESS with errors`.
 */
const OPEN_BESIDE = new RegExp(
  `(?:^|[^A-Za-z0-9_])(?:(?:for|expect|expects|expected|expecting|want|wants|wanted|be|almost|nearly|hardly|partial|partially|partly|mostly|barely|half|non|semi|on|of|upon|after|before|than|any|each|every|print|prints|echo|printf|grep|match|matches|matching|contain|contains|containing|find|finds|return|returns|word|string|text|phrase|keyword|token|means|mean|denotes|indicates|called|say|type|enter|press|click|simulate|simulated|ignore|ignored)(?:[ \\t]+-[a-z]+)*[ \\t]+["'*\`]*(?:${CLAIMS})|(?:${CLAIMS})(?:[ \\t]+[A-Za-z]+)?[ \\t'\u2019]+(?:not|never|cannot|t)|success[ \\t]+(?:rate|rates|ratio|criteria|criterion|condition|conditions|count|probability|threshold|percentage)|success(?:[ \\t]+(?:is|was|are|were|has|still|remains|seems|appears|looks|currently|set|to))?[ \\t]+(?:pending|expected|required|needed|wanted|missing|unknown|unlikely|impossible|or|possible|possibly|questionable|doubtful|awaited|denied|will|would|should|could|might|may|must|can|depends|if|unless|when|once|yet|requires|needs|means)|success(?:[ \\t]+[A-Za-z]+){0,4}[ \\t]+(?:not|never)[ \\t]+(?:found|seen|reached|present|printed|reported|logged|confirmed|detected|achieved))(?![A-Za-z0-9_])`,
  "i",
);
/** A share of a whole: `2/3 succeeded`, `0 of 3 tests passed`, `0 tests passed`. */
const SHARE = new RegExp(
  `(?:^|[^A-Za-z0-9_./=])([0-9]+)(?:(?:[ \\t]*/[ \\t]*|[ \\t]+(?:out[ \\t]+)?of[ \\t]+)([0-9]+))?(?:[ \\t]+(?:${THINGS}))?[ \\t]+(?:${CLAIMS})(?![A-Za-z0-9_])`,
  "gi",
);
/** The same behind the word: `SUCCESS: 0/3`. */
const SHARE_BEHIND = new RegExp(
  `(^|[^A-Za-z0-9_])(?:${CLAIMS})(?=["'*\` \\t]*(?:[:=(-]["'*\` \\t]*)?([0-9]+)(?:[ \\t]*/[ \\t]*|[ \\t]+(?:out[ \\t]+)?of[ \\t]+)([0-9]+))`,
  "gi",
);

/** A percentage that is not the whole: `50% done`. */
const PERCENTAGE = new RegExp(
  `(?:^|[^A-Za-z0-9_.])[0-9]{1,2}(?:\\.[0-9]+)?[ \\t]?%[ \\t]+(?:${CLAIMS})(?![A-Za-z0-9_])`,
  "i",
);
/** Words of failure, and words that make it uncertain: `no failure`, `on FAILURE`, `failure rate`. */
const FAILURES = "failure|fail";
const OPEN_FAILURE = new RegExp(
  `\\?$|(?:^|[^A-Za-z0-9_])(?:(?:for|expect|expects|expected|expecting|want|wants|wanted|be|almost|nearly|hardly|partial|partially|partly|mostly|barely|half|non|semi|on|of|upon|after|before|than|any|each|every|print|prints|echo|printf|grep|match|matches|matching|contain|contains|containing|find|finds|return|returns|word|string|text|phrase|keyword|token|means|mean|denotes|indicates|called|say|type|enter|press|click|simulate|simulated|ignore|ignored)(?:[ \\t]+-[a-z]+)*[ \\t]+["'*\`]*(?:${FAILURES})(?![A-Za-z0-9_])|(?:${FAILURES})[ \\t]+(?:rate|rates|ratio|criteria|criterion|condition|conditions|count|probability|threshold|percentage)(?![A-Za-z0-9_]))|(?:^|[^A-Za-z0-9_./=])0[ \\t]+(?:${FAILURES})(?![A-Za-z0-9_])`,
  "i",
);
const FAILURE = new RegExp(
  `(^|[^A-Za-z0-9_])(?:${FAILURES})(?![A-Za-z0-9_])`,
  "gi",
);
/** Lines that are not about this run: `Expected: SUCCESS`, `[ ] done`, `prints SUCCESS or FAILURE`. */
const CONTRARY = "failure|fail|failed|error";
const OF_OTHER = new RegExp(
  `^(?:[-*+][ \\t]*)?\\[ \\]|^[^A-Za-z0-9_]*(?:expect|expects|expected|want|wants|wanted|previous|previously|prior|earlier|usage|todo|fixme|example|sample|default|possible|valid|allowed|legend|hint|tip|last[ \\t]+(?:run|status|result|build|attempt|exit))(?:[ \\t]+[A-Za-z]+){0,2}["'*\` \\t]*[:=]|^[^A-Za-z0-9_]*(?:pending|target|goal|required|desired|needed|awaited)(?:[ \\t]+(?:status|result|state|outcome|conclusion|verdict))?["'*\` \\t]*[:=]["'*\` \\t]*(?:${CLAIMS}|pass)(?![A-Za-z0-9_])|(?:^|[^A-Za-z0-9_])(?:(?:${CLAIMS}|pass)(?:["'*\` \\t]*[/|]["'*\` \\t]*|["'*\` \\t]+or["'*\` \\t]+)(?:${CONTRARY})|(?:${CONTRARY})(?:["'*\` \\t]*[/|]["'*\` \\t]*|["'*\` \\t]+or["'*\` \\t]+)(?:${CLAIMS}|pass))(?![A-Za-z0-9_])`,
  "i",
);

/** Values that leave a word of success open: `success: pending`, `SUCCESS (maybe)`, `done - not yet`. */
const UNSURE =
  "false|no|none|nope|null|nil|undefined|nan|n|na|never|not|unknown|pending|maybe|perhaps|possibly|probably|unlikely|partial|partially|partly|tbd|tba|tbc|undetermined|undecided|unclear|uncertain|unconfirmed|unverified|untested|inconclusive|indeterminate|tentative|provisional|preliminary|incomplete|dryrun|simulated|simulation|mock|mocked|fake|dummy|hypothetical";
/** Values that do so behind `success:` only: `success: off`, `success: running`. */
const STATES =
  "off|running|ongoing|queued|waiting|awaiting|processing|scheduled|planned|skipped|disabled|inactive|unset|missing|unavailable|blocked|cancelled|canceled|deferred|delayed|paused|started|todo|expected|required|needed|wanted|denied|failed|failure|fail|error";
/** Behind such a value, they show that it is the whole one: `success: pending review`. */
const FOLLOWERS =
  "because|until|till|since|for|on|as|at|due|while|if|review|approval|confirmation|verification|yet|now|only|really|quite|reached|achieved|confirmed|available|applicable|determined|known|verified|set|sure|guaranteed|seen|found|longer|more";
const VERBS =
  "is|was|are|were|has|still|remains|seems|appears|looks|currently|set|to";
const SOFT = "[\"'*` \\t]*";
/** Between a word of success and its value: a sign, a bracket, a tag, a verb or spaces. */
const NOUN = "(?:[ \\t]+(?:flag|value|state|status|result))?";
const SIGNS = `(?:${SOFT}(?:[:=]{1,2}>?|--?>?|\u2192|\\.{2,}|[\\])>(\\[<,/\u2013\u2014])){1,3}${SOFT}`;
const LINK = `${NOUN}(?:${SIGNS}|[ \\t]+(?:(?:${VERBS})[ \\t]+){0,3})`;
const CLAIM_VALUE_END = `(?:[.!]?${SOFT}(?:$|[,;|})\\]<(#]|[-\u2013\u2014]{1,2}[ \\t>])|[.!][ \\t])`;
const OPEN_END = `(?:${CLAIM_VALUE_END}|[ \\t]+(?:${FOLLOWERS})(?![A-Za-z0-9_]))`;
const EDGE_BEFORE = "(^|[^A-Za-z0-9_])";
const ASPECT = "(?:(?:is|was|has|did|are|all|overall)_?)?";
const STEMS = "success|successful|successfully|succeeded";

/** The second group of each is a word of success that states none. */
const OPEN_CLAIMS = [
  `${EDGE_BEFORE}(${ASPECT}(?:${CLAIMS}))(?=${LINK}(?:${UNSURE}|dry[ _-]run|in[ \\t-]progress|to be|n/a|\\?)${OPEN_END})`,
  `${EDGE_BEFORE}(${ASPECT}(?:${STEMS}))(?=${NOUN}${SOFT}[:=]{1,2}>?${SOFT}(?:${STATES})${OPEN_END})`,
  `${EDGE_BEFORE}(${ASPECT}success)(?=${LINK}(?:0+(?:\\.0+)?|zero)${CLAIM_VALUE_END})`,
  // `SUCCESS: 50%`
  `${EDGE_BEFORE}(${CLAIMS})(?=${SOFT}(?:[:=(\\[-]${SOFT})?[0-9]{1,2}(?:\\.[0-9]+)?[ \\t]?%)`,
  // `SUCCESS (with errors)`
  `${EDGE_BEFORE}(${CLAIMS})(?=(?:${SOFT}[(\\[,;\u2013\u2014-]+[ \\t]*|[ \\t]+)(?:(?:but|though)[ \\t]+)?with(?:[ \\t]+(?:[1-9][0-9]*|some|many|several|a|few|minor|major|the)){0,2}[ \\t]+(?:errors|error|failures|failure|problems|issues)(?![A-Za-z0-9_]))`,
  // `non-SUCCESS`, `to complete`
  `((?:^|[^A-Za-z0-9_])(?:(?:non|un|not|no|pre|post|on|if|semi|quasi|pseudo|half|near|almost|in|anti|partial|partially|fake|mock|would)-|to[ \\t]+(?=complete(?![A-Za-z0-9_]))))(${CLAIMS})(?![A-Za-z0-9_])`,
  // `/tmp/success`, `$SUCCESS`, `print("SUCCESS")`, `x == "SUCCESS"`, `status != SUCCESS`
  `([/\\\\]|\\$\\{?|(?:\\b|!)\\(["'\`]|(?:\\b|["'})\\]])[ \\t]*={2,3}[ \\t]*["'\`]?|(?:!=+|<>|\u2260|=~)${SOFT})(${CLAIMS})(?![A-Za-z0-9_])`,
  // `done.txt`
  `${EDGE_BEFORE}(${CLAIMS})(?=\\.[a-z][a-z0-9]{0,4}(?![A-Za-z0-9_]))`,
].map((rule) => new RegExp(rule, "gi"));

/** A line says that its success is denied: `not successful`, `un-successful`, `success is false`. */
const DENIED = [
  `(?:^|[^A-Za-z0-9_])(?:un-?success(?:ful(?:ly)?)?|(?:not|no|never|without|t|isnt|wasnt|hasnt)(?:[ \\t]+(?:a|an|any|been|was|were)){0,2}(?:[ \\t]+|-)(?:${STEMS}))(?![A-Za-z0-9_])`,
  `(?:^|[^A-Za-z0-9_])${ASPECT}(?:${STEMS})(?:${LINK}(?:false|no|none)(?=${OPEN_END})|${SOFT}[|\u2502]${SOFT}false(?![A-Za-z0-9_]))`,
  `(?:^|[^A-Za-z0-9_])success${SOFT}[:=]${SOFT}0(?=${SOFT}(?:$|[,;|})\\]]))`,
].map((rule) => new RegExp(rule, "gi"));
/** The same for `success: true`. */
const AFFIRMED = [
  new RegExp(
    `(?:^|[^A-Za-z0-9_])${ASPECT}success(?:ful)?${LINK}(?:true|yes)(?![A-Za-z0-9_.])`,
    "gi",
  ),
];
/** Before a statement, in its clause, they make it a condition; behind it, they make it a part of something else. */
const HYPOTHETICAL =
  /(?:^|[^A-Za-z0-9_])(?:if|unless|when|whenever|whether|until|would|could|might|should|shall|case|why|how)(?![A-Za-z0-9_])/i;
const CONDITION =
  /^[ \t-]+(?:rate|rates|ratio|criteria|criterion|condition|conditions|count|probability|threshold|percentage|message|messages|marker|flag|callback|handler|hook|if|unless|when|only|or)(?![A-Za-z0-9_])|^[^,;:!.(){}[\]|?]*\?/i;

const CLAUSE_START =
  /(?:[,;:!?()[\]{}|]|\.[ \t]|[ \t](?:and|but|so|then|[-\u2013\u2014])[ \t])/i;

/** The part of a clause before a position. */
function clauseBefore(line: string, at: number): string {
  return line.slice(0, at).split(CLAUSE_START).pop() ?? "";
}

/** Whether a line makes one of these statements about its run; `open` are words before it that make it uncertain. */
function states(rules: RegExp[], line: string, open: RegExp): boolean {
  return rules.some((rule) =>
    [...line.matchAll(rule)].some(
      (found) =>
        !open.test(clauseBefore(line, (found.index ?? 0) + 1)) &&
        !CONDITION.test(line.slice((found.index ?? 0) + found[0].length)),
    ),
  );
}

/** A line that is about no real run: `[DRY RUN] SUCCESS`, `SUCCESS (simulated)`. */
const SIMULATED =
  /[[({<](?:[^\])}>]{0,40}[^A-Za-z0-9_\])}>])?(?:dry[ _-]?run|simulated|simulation|mock|mocked|fake|dummy|hypothetical)(?:[^A-Za-z0-9_\])}>][^\])}>]{0,40})?[\])}>]|^[^A-Za-z0-9_]*(?:dry[ _-]?run|simulated|simulation|mock|mocked|fake|dummy|hypothetical)(?:[ \t]+mode)?[ \t]*(?:[:|]|[-\u2013\u2014]+[ \t])/i;

/** Whether a count is zero or less than the total. */
function isPart(count: string, whole: string | undefined): boolean {
  return count === "0" || (whole !== undefined && whole !== count);
}

/** Whether a clause leaves success uncertain. */
function leavesOpen(clause: string): boolean {
  const start = clause.search(OPEN_BEFORE);
  return (
    clause.endsWith("?") ||
    (start >= 0 && A_CLAIM.test(clause.slice(start))) ||
    OPEN_BESIDE.test(clause) ||
    PERCENTAGE.test(clause) ||
    [...clause.matchAll(SHARE)].some((found) =>
      isPart(found[1] ?? "", found[2]),
    )
  );
}

/** A clause without its uncertain words of success or failure. */
function closedClause(clause: string): string {
  const start = clause.search(OPEN_BEFORE);
  const isOpen =
    (start >= 0 && clause.slice(start).search(FAILURE) >= 0) ||
    OPEN_FAILURE.test(clause);
  const closed = isOpen ? clause.replace(FAILURE, "$1_none") : clause;
  return leavesOpen(clause) ? closed.replace(CLAIM, "$1_none") : closed;
}

/** A line without its uncertain words of success. */
function withoutOpenClaims(line: string): string {
  if (!A_CLAIM.test(line) && !/fail/i.test(line)) return line;
  for (const rule of OPEN_CLAIMS)
    line = line.replace(
      rule,
      (_found, before: string, claim: string) =>
        before + "_".repeat(claim.length),
    );
  return line
    .replace(
      SHARE_BEHIND,
      (found, edge: string, count: string, whole: string) =>
        isPart(count, whole) ? `${edge}_none` : found,
    )
    .replace(CLAUSE_ENDS, (found) => found.replace(/[ \t]/g, "\u0001"))
    .replace(CLAUSE, closedClause)
    .replace(/\u0001/g, " ");
}

/** A count of zero: `SUCCESSFUL: 0`. */
const NONE_SUCCEEDED =
  /(^|[^A-Za-z0-9_])(?:success(?:ful|fully)|succeeded)(?=["'*` \t]*[:=]["'*` \t]*0(?![A-Za-z0-9_.%]))/gi;

/** The label at the head of a line: `failure: disk full`, `Build status: FAILED`, `Result: ok`. */
const FAILURE_LABEL = /^(?:failure|fail)(?=["'*` \t]*[:=])/i;
const NO_FAILURE =
  /^["'*` \t]*[:=]["'*` \t]*(?:(?:false|no|none|null|nil|undefined|nope|n|never|not|[0-9]+)[.!]?["'*` \t]*(?:$|[,;|})\]])|0(?![A-Za-z0-9_.%]))/i;
const FAILED_OUTCOME =
  /^(?:[A-Za-z]+[ \t]+){0,2}(?:status|result|conclusion|outcome|verdict|state)["'*` \t]*[:=]["'*` \t]*(?:failed|failure|fail)(?![A-Za-z0-9_=-])/i;
const GOOD_OUTCOME =
  /^(?:[A-Za-z]+[ \t]+){0,2}(?:status|result|conclusion|outcome|verdict|state)["'*` \t]*[:=]["'*` \t]*(?:ok|success(?:ful)?|succeeded|pass(?:ed)?|completed?|done)["'*` \t]*(?:$|[.,;!|()\]}])/i;
/** Words of failure at the end, in capitals, or with a count: `BUILD FAILURE`, `2 failures`. */
const FAILING = [
  /(?:^|[^A-Za-z0-9_])(?:FAILURE(?![A-Za-z0-9_-]|["'*` \t]*[:=]["'*` \t]*[0-9])|FAIL[^A-Za-z0-9_?]*$|FAILURES[ \t]*!)/,
  /(?:(?:^|[^A-Za-z0-9_])failure|[:=]["'*` \t]*fail)[^A-Za-z0-9_?]*$/i,
  /(?:^|[^A-Za-z0-9_./=:])[1-9][0-9]*[ \t]+(?:failures?|failing)(?![A-Za-z0-9_])/i,
];
const FAILURE_COUNT =
  /(?:^|[^A-Za-z0-9_])(?:(max|maximum|min|allowed|expected|previous|last|target)[ \t]+)?(?:failures?|errors)(?=["'*` \t]*[:=]["'*` \t]*[1-9])/gi;
/**
 * Words of success with a count or at the start of a line: `12 passed`, `PASS
 * a.test.js`.
 */
const PASSED = [
  /^[^A-Za-z0-9_?]*(?:PASS|PASSED)(?![A-Za-z0-9_-]|[ \t:=]*[0-9])/,
  /(?:^|[^A-Za-z0-9_./=:])[1-9][0-9]*[ \t]+[Pp][Aa][Ss][Ss](?:[Ee][Dd]|[Ii][Nn][Gg])(?![A-Za-z0-9_]|[ \t]+(?:of|out)(?![A-Za-z0-9_]))/,
];

/** `All 12 tests passed` */
const ALL_PASSED = new RegExp(
  `(?:^|[^A-Za-z0-9_])(?:all|100%)(?:[ \\t]+(?:[0-9]+|the|of|our|have|has|were|are|${THINGS})){0,4}[ \\t]+(?:passed|succeeded|completed)(?![A-Za-z0-9_])`,
  "i",
);
/** A failed test of the Test Anything Protocol. */
const NOT_OK = /^not ok(?![A-Za-z0-9_])/;
const NOT_OK_EXCUSED = /#[ \t]*(?:todo|skip)/i;

/**
 * Lines that programs print in a form of their own: `cp: x: No such file or directory`,
 * `12 files inspected, no offenses detected`, `Built in 1.2s`.
 */
const REASONS =
  "No such file or directory|Permission denied|Operation not permitted|Operation timed out|Connection refused|Connection timed out|Connection reset by peer|No route to host|Network is unreachable|Name or service not known|No space left on device|Disk quota exceeded|Read-only file system|Is a directory|Not a directory|Directory not empty|Text file busy|Device or resource busy|Address already in use|Cannot allocate memory|Broken pipe|Bad file descriptor|Input/output error|Exec format error|Argument list too long|unbound variable";
const SIGNALS =
  "Killed|Terminated|Aborted|Hangup|Bus error|Illegal instruction|Floating point exception";
const TOOL_CRASH = [
  /^(?:[a-z0-9_-]*make(?:\[[0-9]+\])?: \*\*\* |E: [A-Z][a-z]|ERR_|Exception in thread "|curl: \(|Killed$)/,
  new RegExp(
    `^[A-Za-z0-9_./-]+(?:\\[[0-9]+\\])?: (?:[^]*: )?(?:${REASONS})\\.?(?: \\([0-9]+\\))?$`,
  ),
  new RegExp(`: line [0-9]+: +[0-9]+ +(?:${SIGNALS})(?![A-Za-z0-9_])`),
];
/** A number of errors, with the words beside it: `1 errors`, but not `Fixed 3 errors`. */
const ERROR_COUNT =
  /(?:([A-Za-z0-9_]{1,16})[ \t]+|^|[^A-Za-z0-9_./=:])[1-9][0-9]*[ \t]+errors(?![A-Za-z0-9_-])(?=(?:[ \t]+([A-Za-z0-9_]+))?)/gi;
const SETTLED =
  /^(?:fixed|ignored|resolved|suppressed|corrected|skipped|max|maximum|allowed|expected|of)$/i;
const SETTLED_BEHIND =
  /^(?:fixed|ignored|resolved|suppressed|corrected|skipped|handled|fixable)$/i;
/** `3 examples`, and `0 failures` behind it. */
const RAN = new RegExp(
  `(?:^|[^A-Za-z0-9_./=:-])[1-9][0-9]*[ \\t]+(?:${THINGS})(?![A-Za-z0-9_])`,
  "i",
);
const FAULTLESS =
  /[^A-Za-z0-9_./=:-](?:0|no|zero)[ \t]+(?:failure|failures|failed|error|errors|offense|offenses|issue|issues|problem|problems)(?![A-Za-z0-9_-])/i;
const TOOL_SUCCESS = [
  /^[^A-Za-z0-9_?]*(?:built|finished)[ \t](?:[^0-9]*[ \t])?in[ \t]+[0-9]/i,
  /[|│:.=-][ \t]*(?:PASS|PASSED)[^A-Za-z0-9_?]*$/,
  /^(?:\[[^\]]{0,200}\][ \t]*)+[ \t›»>:|-]{0,4}[✓✔✅]/u,
];

/** `Completed with 0 errors`, `Finished without any problems` */
const CLEAN =
  /(?:^|[^A-Za-z0-9_])(?:complete|completed|done|finished|ended|exited|terminated|ran|built|compiled|deployed|installed|executed|processed|imported|exported|validated|migrated|uploaded|synced|tested|passed|succeeded|success|successful|concluded)(?:[ \t]+[a-z]+){0,2}[ \t]+(?:with[ \t]+(?:0|no|zero)|without(?:[ \t]+any)?)[ \t]+(?:errors|error|failures|failure|problems|issues)(?![A-Za-z0-9_-])/i;
/** Whether a line says that it ended without errors. */
function endsClean(line: string): boolean {
  const found = /with/i.test(line) ? CLEAN.exec(line) : null;
  if (found === null) return false;
  const clause = clauseBefore(line, (found.index ?? 0) + 1);
  const behind = line.slice((found.index ?? 0) + found[0].length);
  return !OPEN_BEFORE.test(clause) && !/^[^,;:!.()]*\?/.test(behind);
}

/** Whether a line counts errors. */
function countsErrors(line: string): boolean {
  return (
    /errors/i.test(line) &&
    (/(?:^|[^A-Za-z0-9_])ERRORS[ \t]*!/.test(line) ||
      [...line.matchAll(ERROR_COUNT)].some(
        ([, before = "", behind = ""]) =>
          !SETTLED.test(before) && !SETTLED_BEHIND.test(behind),
      ))
  );
}

/** Whether a line says that a program succeeded. */
function toolSucceeded(line: string): boolean {
  const ran = RAN.exec(line);
  return (
    TOOL_SUCCESS.some((words) => words.test(line)) ||
    endsClean(line) ||
    (ran !== null && FAULTLESS.test(line.slice(ran.index + ran[0].length)))
  );
}

/** `3 examples, 0 failures`: the examples above it, `  raises an error`, have passed. */
const EXAMPLES_PASSED = new RegExp(
  "^[1-9][0-9]* examples?, 0 failures(?:, [0-9]+ pending)?$",
  "i",
);
/** `  reports a failure`: an indented line of this form may be the name of an example that passed. */
const EXAMPLE_NAMES = new RegExp("^[a-z][a-z _,'()-]* failures?$");
/** `CMake Warning at CMakeLists.txt:12 (message):`: the indented lines below are its text. */
const WARNING_HEADINGS = new RegExp(
  "^(?:cmake )?(?:deprecation )?warning(?: [(][a-z]+[)])?(?: (?:at|in) [^ ]+(?: [(][^)]*[)])?)?:$",
  "i",
);

/** A failure, in any case. */
const FAILURE_FORMS = new RegExp(
  [
    // `✕ deletes a file`, as jest and vitest print it
    "^[✕×] ",
    // Levels of a log: `ERR: x`, `[E] x`, `level=error`, `"severity":"CRITICAL"`, `[emerg]` of nginx; pino: `{"level":50,"time":1}`
    "^(?:err|crit|critical|emerg|emergency)(?::|]) [^0-9 ]|(?:^|[0-9z] |] )[^a-z0-9_ ](?:[a-z0-9_]*:)?(?:err|e|crit|critical|fatal|emerg|emergency|alert|panic|severe)] |(?:^|[ ,{])[^a-z0-9_ ]?(?:(?:log[.])?level|levelname|lvl|severity|severitytext)(?:=[^a-z0-9_ ]?|[^a-z0-9_ ]{2} ?[^a-z0-9_ ])(?:error|eror|err|fatal|critical|crit|panic|dpanic|emerg|emergency|alert|severe)(?:$|[^a-z0-9_])|[^a-z0-9_]level[^a-z0-9_ ]{2} ?[56]0,[^a-z0-9_ ]time",
    // syslog: `<2>Jan  5 10:00:00 web1 kernel: x`. The number modulo 8 is the level; 0 to 3 are errors.
    "^<[0-3]>[a-z]|^<(?:[0-389]|(?:1|5|9|13|17)[016789]|(?:2|6|10|14|18)[4567]|(?:3|7|11|15)[2345]|(?:4|8|12|16)[012389])>(?:1 [0-9]{4}-|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec) )",
    // git: `! [remote rejected] main -> main`, `CONFLICT (content): Merge conflict in a.c`, `remote: Repository not found.`
    "^! [^a-z0-9_](?:remote )?(?:rejected|failure)]|^conflict [(][^)]+[)]: |^you have unmerged paths|^both (?:modified|added): |^patch failed at |^remote: (?:gitlab: )?(?:invalid username or (?:password|token)|(?:repository |project )?not found|permission to [^ ]+ denied|write access to |(?:http basic: )?access denied|you are not allowed |pre-receive hook declined|support for password authentication was removed)",
    // GitHub and other services: `{"message":"Bad credentials"}`
    "[^a-z0-9_](?:message|error|detail)[^a-z0-9_ ]{2} ?[^a-z0-9_ ](?:bad credentials|requires authentication|not found|unauthorized|forbidden|access denied|validation failed|problems parsing json|internal server error|bad gateway|service unavailable|gateway timeout|method not allowed|too many requests|rate limit exceeded|resource not accessible by [a-z ]+)[.]?[^a-z0-9_ ]|[^a-z0-9_]documentation_url[^a-z0-9_ ]{2} ?[^a-z0-9_ ]https://docs[.]github[.]com/",
    // cmake, composer, sudo, docker, gpg, xcodebuild, the Test Anything Protocol, ansible, bun, kubectl, HTTP
    "^-- configuring incomplete, errors occurred|: stale (?:nfs )?file handle$|^terminate called after throwing |^undefined symbols for architecture |^the following packages have unmet dependencies|^job for [^ ]+ (?:failed|cancell?ed)|^[a-z0-9_./-]+: fatal: |^unhandled (?:exception|rejection|promise rejection)|^sudo: (?:a (?:terminal|password) is required|no tty present|[0-9]+ incorrect password)|is not in the sudoers file|^no matching (?:manifest|distribution) |^service [^ ]+ is not running$|^gpg: bad signature |^[*]{2} [a-z]+ (?:failed|interrupted|cancelled) [*]{2}|^your requirements could not be resolved|^bail out!|(?:^|[^a-z0-9_])(?:unreachable|failed)=[1-9]|^[1-9][0-9]* fail$|^the connection to the server [^ ]+ was refused|^the [a-z][a-z0-9.]* [^a-z0-9_ ][^ ]+ is invalid: |^http/[0-9.]+ [45][0-9][0-9](?:$|[^0-9])|^http (?:error )?[45][0-9][0-9]: [^0-9]|@ error/[a-z0-9]+[.]c/|: not in [a-z0-9]+ format$|^your [a-z0-9 ._-]+ version is [^ ]+, but |^no pages of output[.]$|^! (?:emergency stop|undefined control sequence|latex error: |package [a-z0-9]+ error: |i can't find file|missing [^ ]+ inserted)|^detected (?:[1-9][0-9]* )?(?:errors?|problems?) in [1-9]|^can't locate [^ ]+ in @inc |^stack traceback:$|: attempt to (?:index|call|compare|concatenate|perform arithmetic on) |^no version is set for |^[45][0-9][0-9] (?:bad request|unauthorized|forbidden|not found|conflict|unprocessable entity|too many requests|internal server error|bad gateway|service unavailable|gateway time-?out)(?:: |[.!]?$)",
    // pytest: `!!!! Interrupted: 1 error during collection !!!!`
    "^!+ (?:[a-z0-9_]+[.])*(?:keyboardinterrupt|interrupted: [^!]*|exit: [^!]*|stopping after [1-9][0-9]* failures?|session-timeout: [^!]*) !+$",
    // Counts of tests: `# cancelled 1` of node, `2 passed, 1 errored`, `Timed out: 1`, `1 did not run` of Playwright
    "^(?:#|[^ -~]) (?:fail|failed|failures|cancelled|canceled|errored|errors|timedout|timed out|aborted|broken) [1-9]|(?:^|[|,;(:] *)[1-9][0-9]* (?:(?:tests?|suites?|test suites?|test files?|specs?|scenarios?|steps?|jobs?|tasks?|checks?|cases?) )?(?:was |were )?(?:errored|cancelled|canceled|crashed|interrupted|timedout|timed out|aborted|broken|undefined|ambiguous)(?: (?:tests?|suites?|test suites?|test files?|specs?|scenarios?|steps?|jobs?|tasks?|checks?|cases?))?(?: in [0-9.]+ ?m?s)?(?:$|[.,;|)]| [(|])|(?:^|[,;|(] *)(?:tests? )?(?:errored|cancelled|canceled|crashed|timed ?out|aborted|broken|interrupted)(?: tests?)? *[:=|] *[1-9][0-9]*(?:$|[ ,.;|)])|^[1-9][0-9]* did not run$|(?:^|[,(] *)[1-9][0-9]* (?:uncaught exceptions?|unhandled (?:rejections?|errors?))(?:$|[ ,)])",
    // Results of tests: `***Timeout` and `2 - b (Not Run)` of ctest, `TIMEOUT` of bazel and cargo-nextest, `[PANICKED]` of Ginkgo
    "[*]{3}(?:timeout|exception(?:: [a-z]+)?|bad_command|not run) +[0-9.]+ sec|^[0-9]+ - [^ ]+ [(](?:timeout|not run|segfault|illegal|interrupt|numerical|other_fault|exception)[)]|^//[^ ]+ +(?:timeout|no status)(?: in |$)|^(?:timeout|sig[a-z]+|abort) +[^a-z0-9_ ] *[0-9.]+s] |^[^a-z0-9_]*[^a-z0-9_ ](?:timedout|interrupted|panicked|crashed)](?: |$)|^[+]+ timeout [+]+$",
    // Findings of go vet, flake8, actionlint, shellcheck, ld and black: `./a.go:6:2: undefined: foo`
    "^(?:vet: )?[a-z0-9_./-]+[.]go:[0-9]+:[0-9]+: [^ ]|^[a-z0-9_./-]+[.]pyi?:[0-9]+:[0-9]+: [a-z]{1,4}[0-9]{2,4} |^[a-z0-9_./-]+:[0-9]+:[0-9]+: [a-z][^:]* [^a-z0-9_ ][a-z][a-z0-9-]*]$|^[~^]-+ sc[0-9]{4} [(]|: (?:undefined reference to|multiple definition of) |^would reformat:? [^ ]|^[1-9][0-9]* files? would be reformatted|^[a-z0-9_./-]+[.][a-z]{1,6}:[0-9]+:[0-9]+: [^ ]|[.]proto:[0-9]+:[0-9]+:[a-z]|^[^ :]+:[0-9]+: [^ ]+ ==> [^ ]",
    // dash and busybox: `./x.sh: 3: foo: not found`; zsh: `zsh: killed  ./a`; make: `Makefile:3: *** missing separator.  Stop.`
    "^[a-z0-9_./-]+: [0-9]+: (?:[^:]+: (?:not found|permission denied|bad substitution)|(?:cannot (?:open|create)|syntax error)[^a-z0-9_])|^[a-z0-9_./-]*sh: [^:]+: not found$|^[a-z]*sh: (?:killed|terminated|bus error|segmentation fault|abort|illegal hardware instruction|trace trap)(?: |$)|^[^ :]+:[0-9]+: [*]{3} ",
    // The result of a step: `Step 2 ... NOT OK`
    "(?:[.][.]|[:=|>-]|–|—) *(?:not ok|not passed|timed out)[.!)| ]*$|^(?:not ok|timed out)[.!]*$",
  ].join("|"),
  "i",
);
/** The same with its case. */
const FAILURE_FORMS_CASED = new RegExp(
  [
    // `AssertionError: 1 != 2`, `java.lang.NullPointerException`, `** (ArgumentError) x` of Elixir
    "^(?:Uncaught |Unhandled [Ee]xception[.:] |Caused by: |[(]node:[0-9]+[)] |E +)?(?:[a-z_][A-Za-z0-9_]*[.])*(?:[A-Z][A-Za-z0-9_]*(?:Error|Exception|RejectionWarning)(?:: |$)|Exception: )|[(](?:[A-Z][A-Za-z0-9]*::)*[A-Z][A-Za-z0-9]*Error[)]$|(?:^|: )KeyboardInterrupt$|^[*]{2} [(](?:[A-Z][A-Za-z0-9_.]*|exit|throw)[)] |^[(](?:[A-Z][A-Za-z]*)?(?:Failed|Failure|NotFound|Denied|Exceeded|Unauthorized|Forbidden|Conflict|NotAllowed|NotSupported|Unavailable|Expired|Timeout)[)] |^[(]Invalid[A-Z][A-Za-z]*[)] ",
    // hadolint, markdownlint: `README.md:3 MD009/no-trailing-spaces x`
    "^[A-Za-z0-9_./-]*[A-Za-z][A-Za-z0-9_./-]*:[0-9]+(?::[0-9]+)?:? [A-Z]{1,5}[0-9]{2,5}[/: ]",
    // `10:00:01 CRITICAL x`, supervisord: `web  FATAL  Exited too quickly`, klog: `E0101 12:00:00.000000`
    "(?:^[^A-Za-z0-9_]?|[0-9]:[0-9]{2}(?:[.,][0-9]+)?(?:Z|[+-][0-9:]+)?]?(?:[ |-]|[^!-~ ])+(?:[a-z0-9_.]+ - |[^A-Za-z0-9_ ][a-z0-9_.-]+[^A-Za-z0-9_ ] )?[^A-Za-z0-9_ ]?)(?:CRITICAL|FATAL|SEVERE|EMERG|EMERGENCY|PANIC|DPANIC)(?:[:| ]|]| -|[^!-~ ])+[A-Za-z]|^[a-z0-9_:.-]+ {2,}(?:FATAL|BACKOFF) {2,}|^[a-z0-9_./-]+: (?:FATAL|PANIC|CRITICAL): |^[EF][0-9]{4} [0-9]{2}:[0-9]{2}:",
    // `tests: NG`
    "(?:^|(?:[.][.]|[:=|>-]|–|—) *)(?:NG|KO)[.!)| ]*$",
  ].join("|"),
);
/** A failure in the words of a sentence, in any case. */
const FAILURE_PHRASES = new RegExp(
  [
    // `Process completed with exit code 1.`, `rc=1`, `Exited (1) 2 minutes ago`, `exited on signal 11`
    "(?:^|[^a-z0-9_])(?:exit ?code|exit_code|exit status|exit value|return code|(?:exit|exited|exits|completed|finished|failed|ended|terminated|returned|died|quit) with (?:exit |error |status )?(?:code|status)|exited with|returned (?:a )?non-?zero (?:exit )?(?:code|status)|rc)(?:[:=]| is| was|: exit status)? ?-?[1-9][0-9]{0,2}[.!)]*$|^[^a-z0-9_]*(?:exit ?code|exit status|rc) ?[:=] ?[1-9][0-9]{0,2}(?:[ ,.;)]|$)|(?:^|[^a-z0-9_])exited [(][1-9][0-9]*[)]|(?:exited on|killed by|terminated by|died (?:from|by|with)) signal|(?:^|[^a-z0-9_])sig(?:segv|abrt|bus|ill|fpe)(?:$|[^a-z0-9_])",
    // `did NOT complete successfully`, `2 tests did not pass`
    "(?:^|[^a-z0-9_])(?:did not|didn't) (?:complete|finish|succeed|pass|build|compile|deploy|converge)(?:$|[^a-z0-9_])|(?:^|[^a-z0-9_.])[1-9][0-9]* (?:[a-z]+ )?(?:not passed|timed out)(?:$|[^a-z0-9_])|(?:^|[^a-z0-9_])(?:was|were) not possible(?:$|[^a-z0-9_])|(?:^|[^a-z0-9_])something went wrong(?:$|[^a-z0-9_])|is not recognized as an internal or external command|^missing (?:required |mandatory )?(?:license header|environment variable|argument|parameter|option|input|field|flag|module|package|script|key|property)(?:: [^0-9]| [^a-z0-9_ ]| in: )|^[a-z0-9_.-]+: (?:[^:]+: )?[^:]+ (?:does not exist|is busy)[.]?$|(?:^|[^a-z0-9_])version [^ ]+ is not (?:yet )?installed(?:$|[^a-z0-9_])",
    // `coverage threshold for lines (80%) not met: 75%`
    "(?:thresholds?|coverage|quality gate|requirements?)(?: [^ ]+){0,6} not (?:met|reached)(?:$|[^a-z0-9_])",
    // `denied: requested access`, `Permission denied, please try again.`, `Upload rejected: quota exceeded`
    "^(?:unauthorized|denied|forbidden|access denied|permission denied)(?:: [^0-9]|[,.] |[.]?$| [(][^0-9])|: (?:unauthorized|forbidden|access denied|permission denied|authentication required|bad gateway|service unavailable|internal server error|too many requests)[.]?$|^(?:access|authentication|connection|deployment|login|push|release|request|submission|update|upload) (?:rejected|refused|denied): [^0-9]|(?:^|[^a-z0-9_])(?:access|authentication|connection|deployment|login|push|release|request|submission|update|upload) (?:was|has been) (?:rejected|refused|denied)(?:$|[^a-z0-9_])",
    // `Could not create b.ts`, at the head of a clause
    "(?:^[^a-z0-9_]*|[.:;,] +|] | - |(?:^|[.:;,] )(?:i|we|it) (?:was |were )?)(?:could not|couldn't|cannot|can not|can't|unable to) (?:access|acquire|allocate|apply|authenticate|bind|build|checkout|clone|compile|complete|connect|contact|continue|convert|copy|create|decode|delete|deploy|determine|download|encode|execute|export|extract|fetch|find|finish|generate|get|import|initialize|install|load|locate|lock|merge|move|open|parse|process|proceed|publish|pull|push|query|reach|read|remove|render|resolve|restore|retrieve|run|save|send|set|start|stat|stop|update|upload|validate|verify|write|be created|be found|be opened|be read|be resolved|be written)(?:$|[^a-z0-9_])|[a-z0-9_'/.-] (?:could not|couldn't) be (?:applied|authenticated|completed|created|deleted|downloaded|executed|fetched|found|generated|installed|loaded|located|opened|parsed|processed|pulled|pushed|reached|read|removed|resolved|saved|sent|started|stopped|updated|uploaded|verified|written)(?:$|[^a-z0-9_])|^(?:[^a-z0-9_ ]!] )?[a-z0-9_.-]+ (?:could not|couldn't) find (?:a|an|any|compatible) ",
    // `Request timed out`, `context deadline exceeded`
    "(?:^|[^a-z0-9_])timed out(?:$|[.!,;)]|: [^0-9]| (?:after|while|waiting))|(?:^|[^a-z0-9_])deadline exceeded(?:$|[^a-z0-9_ ])",
    // What the system or Go's libraries say at the end of a line, as strerror has it: `open a.yml: permission denied`, `connect ECONNREFUSED 10.0.0.5:80`
    "[^ ]: (?:argument list too long|operation not permitted|operation not supported|operation timed out|operation canceled|operation was canceled|no such file or directory|no such process|no such device|no such device or address|no such host|unknown host|interrupted system call|input/output error|i/o error|remote i/o error|exec format error|bad file descriptor|bad address|bad message|no child processes|resource temporarily unavailable|resource deadlock avoided|cannot allocate memory|permission denied|block device required|device or resource busy|resource busy|file does not exist|invalid cross-device link|cross-device link|not a directory|is a directory|directory not empty|invalid argument|too many open files(?: in system)?|inappropriate ioctl for device|text file busy|file too large|file name too long|no space left on device|no space left|illegal seek|read-only file system|too many links|too many levels of symbolic links|broken pipe|numerical result out of range|no locks available|function not implemented|protocol error|protocol not available|protocol not supported|value too large for defined data type|message too long|socket operation on non-socket|address family not supported by protocol|address already in use|(?:cannot|can't) assign requested address|network is down|network is unreachable|network dropped connection on reset|software caused connection abort|connection reset by peer|connection reset|connection refused|connection timed out|connection closed|no buffer space available|transport endpoint is (?:not|already) connected|cannot send after transport endpoint shutdown|host is down|no route to host|disk quota exceeded|no medium found|structure needs cleaning|key was rejected by service|name or service not known|temporary failure in name resolution|nodename nor servname provided, or not known|no address associated with hostname|executable file not found in [$%]path%?|context deadline exceeded|context canceled|i/o timeout|tls handshake timeout|gateway time-?out|server misbehaving|use of closed network connection|certificate signed by unknown authority|certificate has expired|unbound variable)(?: [(][^()]*[)])?[^a-z0-9_ ]{0,2}$|(?:mkdir|ln|open|symlink|link|rename|create|directory|file) [^ ]+: file (?:already )?exists$|: eof$|[:.] [45][0-9]{2} (?:bad request|unauthorized|forbidden|not found|method not allowed|request time-?out|conflict|gone|too many requests|internal server error|bad gateway|service unavailable|gateway time-?out)[.]?$|(?:^|: )(?:checksum|hash sum|digest|hash) mismatch(?:$|[: ])|(?:(?:get|post|put|patch|delete|head) [^ ]+ [-=]>|(?:^|[^a-z0-9_])(?:status|status code|http)[:=]?) ?50[0-9](?: (?:internal server error|not implemented|bad gateway|service unavailable|gateway time-?out))?[.]?$|(?:^|: )unknown (?:command|subcommand|option|flag|shorthand flag)(?:$|[: ])|(?:^|: )no such (?:command|container|image|network|option|package|service|table|target|task|volume)(?:$|[^a-z0-9_])|(?:^|[ :(])(?:enoent|eacces|eperm|eexist|econnrefused|econnreset|econnaborted|etimedout|enotfound|enospc|epipe|eaddrinuse|emfile|eisdir|enotdir|enotempty|erofs|ebusy|einval|ehostunreach|enetunreach|eai_again)(?:: |$)|(?:connect|getaddrinfo|listen|bind|spawn) (?:[^ ]+ )?(?:enoent|eacces|eperm|eexist|econnrefused|econnreset|econnaborted|etimedout|enotfound|enospc|epipe|eaddrinuse|emfile|eisdir|enotdir|enotempty|erofs|ebusy|einval|ehostunreach|enetunreach|eai_again)(?:$|[ :])|(?:^|[: (])[^a-z0-9_ ]errno -?[1-9][0-9]*]|(?:^|[: ])x509: (?:certificate|cannot|failed|invalid|malformed|unhandled) |: tls: [a-z]",
    // Kubernetes, docker, CloudFormation: `CrashLoopBackOff`, `a-1  0/1  Evicted  0  1m`, `(unhealthy)`, `ROLLBACK_COMPLETE`
    "(?:^|[^a-z0-9_])(?:imagepullbackoff|crashloopbackoff|errimagepull|errimageneverpull|invalidimagename|createcontainerconfigerror|createcontainererror|runcontainererror|containercannotrun|containerstatusunknown|backofflimitexceeded|oomkilled)(?:$|[^a-z0-9_])| [0-9]+/[0-9]+ +(?:init:)?(?:error|evicted|unknown|deadlineexceeded) +[0-9]|(?:reason|status|state) ?[:=] ?[^a-z0-9_ ]?evicted|^0/[1-9][0-9]* nodes are available|[(]unhealthy[)]|is unhealthy(?:$|[^a-z0-9_])|[:=|] ?unhealthy[^a-z0-9_]*$|(?:^|[^a-z0-9_])(?:[a-z]+_)*(?:rollback_(?:complete|in_progress|failed)|(?:create|update|delete|import)_failed)(?:$|[^a-z0-9_])",
    // `Cancelled by user`, `Aborting.`, `Out of memory`, `Apply cancelled.`
    "^[^a-z0-9_]*(?:(?:the )?(?:operation|build|job|run|script|process|command|task|request|deployment|deploy|installation|workflow|pipeline|execution|apply|destroy|plan|upload|download|push|release|merge|rebase|update|upgrade|install|transaction|checkout|import|export|backup|restore|sync|query|tests?|test run) (?:was |has been )?)?(?:interrupted|cancelled|canceled|aborted)(?: by (?:the )?[a-z]+)?[.!]*$|(?:^|[.,;:] | - )aborting(?:$|[.!,;])|(?:^|[:;(] ?|] ?)out of memory(?:$|[^a-z0-9_])|unexpected (?:end of (?:file|input|stream|data)|eof)|could not connect to server|unable to resolve host|(?:closed|ended|exited|quit|terminated|crashed|disconnected|stopped)(?: the connection)? (?:abnormally|unexpectedly)(?:$|[^a-z0-9_])|^connection (?:closed|reset|lost|dropped|timed out) by (?:[0-9]|peer|remote host|foreign host|server|invalid user)|(?:^|: )(?:build|run|job|pipeline|deployment) stopped: |(?:^|[^a-z0-9_])interrupted by (?:the )?(?:user|signal)(?:$|[^a-z0-9_])",
  ].join("|"),
  "i",
);
/** No word of failure in such a line reports one, unless a number counts it. */
const HEALTHY = new RegExp(
  [
    // `✓ returns error when missing (2 ms)`, `ok 1 - error is reported`
    "^[✓✔✅√] |^ok (?:[0-9]|- )|^# subtest: |^--- pass: |^[^a-z0-9_ ] *(?:run|ok) *] |[.]{3} ?(?:ok|ignored)(?: [(][^()]*[)])?$|^[a-z0-9_./-]+::[^ ]+ passed(?: |$)|^[^ :]+ > [^:]+ passed$|[.]{3} *passed +[0-9.]+ sec$|^[0-9]+/[0-9]+ [^|]* (?:ok|skip|expectedfail) +[0-9.]+ ?s$",
    // `Compiling quick-error v2.0.1`, `+ failures==0.1`
    "^[^a-z_]*(?:compiling|checking|downloading|downloaded|installing|installed|successfully installed|adding|added|updating|updated|fetching|fetched|unpacking|building|collecting|requirement already satisfied:|using cached|locking|removing|setting up|preparing|upgrading) +[a-z0-9_@/.-]+[ @=v(-]{1,3}[0-9]+[.][0-9]|^[+~-] [a-z0-9_.-]+==[0-9]",
    // `| Failed | Passed |`
    "^[|│](?:[ *]*(?:suite|suites|test|tests|file|files|package|module|name|total|skipped|pending|executed|passed|pass|succeeded|ok|failed|failing|failure|failures|errors|warnings|time|duration)[ *]*[|│])*[ *]*(?:passed|pass|succeeded|skipped|total)[ *]*[|│](?:[ *]*(?:suite|suites|test|tests|file|files|package|module|name|total|skipped|pending|executed|passed|pass|succeeded|ok|failed|failing|failure|failures|errors|warnings|time|duration)[ *]*[|│])*$",
    // `mean absolute error: 0.12`
    "(?:^|[^a-z0-9_])(?:mean|absolute|squared|square|standard|relative|percentage|rms|quantization|rounding|approximation|reconstruction|prediction) error(?:[:=,.)]| is | was | of | [(]|$)|(?:^|[^a-z0-9_])(?:training|validation|test|total|max|maximum|final|average|median) error *[:=] *[0-9]+[.][0-9]+(?:e-?[0-9]+)?%?$",
    // `Failed: -`, `Error: N/A`, `failed: []`
    "(?:^|[^a-z0-9_])(?:failed|failing|failures?|fails?|errors?)(?: [a-z]+)? *[:=|] *(?:0 [(]0[.0]*%[)]|-+|–|—|n/a|not applicable|[^a-z0-9_ ]]|[{][}]|✓|✔|✅) *$",
    // `set log level to ERROR`, `--log-level=error`
    "log(?:ging)?[ _-]?level ?[=:]? ?(?:(?:is|was|set|to|now|changed|at) ){0,3}[^a-z0-9_ ]?(?:error|failure|critical|fatal|alert|emerg|panic)(?:$|[^a-z0-9_:])|(?:^| )--?[a-z-]+=(?:error|errors|failure)(?:$|[ ,])",
    // `warning: failed to load cache`, `npm warn cleanup Failed to remove`
    "^(?:[^a-z]|[0-9]t[0-9]|[0-9]z)*(?:npm |[a-z][a-z0-9_.]* - |[a-z][a-z0-9_./-]*:[0-9]+(?::[0-9]+)?: )?(?:warning|warn)(?:[:)]|]| )|(?:^| )level=[^a-z0-9_]?warn|^(?:[a-z]*tex|(?:package|class) [^ ]+|(?:[a-z]+ )?deprecation|runtime|security|compiler|linker|php|ruby) warning: ",
    // `Implemented retry for failed uploads`, `Wrote error report to a.log`, `The error report was written to a.log`
    "^[^a-z0-9_]*(?:implemented|added|wrote|written|created|updated|documented|introduced|improved|refactored|renamed|generated|saved|logged|configured|enabled|tested|covered|extended|moved|exported)(?: [a-z0-9_'./-]+){0,6} (?:failed|failing|failure|failures|error|errors) (?:attempts|builds|cases|conditions|deliveries|downloads|events|files|jobs|logins|messages|notifications|output|pages|payments|report|reports|requests|responses|runs|states|summary|tasks|tests|uploads)(?:$|[^a-z0-9_])|(?:^|[^a-z0-9_])(?:error|failure) (?:report|log|summary|file|page|list)s? (?:was |were |is |has been |have been )?(?:written|saved|generated|created|exported|uploaded|stored|sent)(?:$|[^a-z0-9_])",
    // `[main 1a2b3c] Fix crash: error when empty`
    "^[^a-z0-9_ ][a-z0-9_/.#-]+(?: [(]root-commit[)])? [0-9a-f]{6,40}] |^head is now at [0-9a-f]{6,40} |^[*|/ ]*[0-9a-f]{7,40} (?:[(][^)]*[)] )?(?:fix|add|allow|avoid|bump|check|clean|do not|don't|drop|ensure|handle|implement|improve|introduce|log|make|merge|move|name|print|prevent|raise|read|refactor|reject|remove|rename|replace|report|return|revert|say|show|simplify|skip|support|update|use|write|feat|chore|docs|test|perf|style|build|ci)",
    // `Switched to branch 'fix-error'`, `* fix/error`
    "^switched to (?:a new )?branch |^already on [^a-z0-9_ ]|^on branch [^ ]+$|^your branch is |^deleted (?:remote-tracking )?branch |^branch [^a-z0-9_ ]|^merge (?:branch|pull request|tag|remote-tracking branch) |^[*+] [^ :]+$|^(?:[*+=-] )?[^a-z0-9_ ]new (?:branch|tag)] |^[*] (?:branch|tag) +[^ ]+ +-> |^[+*]? ?[0-9a-f]{7,40}[.]{2,3}[0-9a-f]{7,40} ",
    // `-- Could NOT find Doxygen (missing: DOXYGEN_EXECUTABLE)` of cmake
    "^-- (?:could not find|looking for|check for|checking for) |^-- [a-z_]+[(][^()]*[)]$",
    // Lines of code below a warning of rustc: `2 |     let error = 1;`; what the Go compiler says of its optimizations
    "^[0-9]+ +[|] {3,}[^|]*$|^[0-9]+ +[|] [^|]*[;{(,]$|[.]go:[0-9]+:[0-9]+: (?:can inline|inlining call|moved to heap|leaking param|[^:]* does not escape|[^:]* escapes to heap)|^[a-z0-9_./-]+:[0-9]+:[0-9]+: (?:note|info|remark|hint|help|style|debug): ",
    // `No results with a severity of 'error' found!`
    "^[^a-z0-9_]*no (?:results|findings|problems|issues|messages|entries|lines|diagnostics|matches|occurrences|records|violations)(?: [a-z'-]+){1,6} (?:found|detected|reported)[.!]*$",
    // `SUCCESS (after 2 failed attempts)`
    "(?:succeeded|success|passed|ok|completed|connected|done|finished|recovered)(?: [^ .;:]+){0,4} [(]?after (?:[0-9]+|a|one|two|three|several|some) (?:failed|unsuccessful) (?:attempts?|tries|try|retries|retry)(?:$|[^a-z0-9_])",
    // `SUCCESS: reproduced the error`
    "^[^a-z0-9_]*success: (?:[a-z0-9_./-]+ )*(?:errors?|failures?)(?: [a-z0-9_./-]+)*[.!]?$",
  ].join("|"),
  "i",
);
/**
 * The same with its case: `time="10:00:00" level=info msg="no error"`, `[INFO] no error`. Words in capitals (`[INFO] BUILD FAILURE`, `[INFO] Error: x`) still count.
 */
const HEALTHY_CASED = new RegExp(
  "^(?:[^A-Za-z]|[0-9]T[0-9]|[0-9]Z)*(?:[a-z][A-Za-z0-9_.]* - |[^A-Za-z0-9_ ][a-z][A-Za-z0-9_.-]*[^A-Za-z0-9_ ] )?(?:(?:INFO|DEBUG|TRACE|NOTICE|VERBOSE)(?:[:| ]|]| -)|(?:info|debug|trace|notice|verbose)(?::|]) |npm (?:info|verb|notice) )(?:[^AEF]|A[^Bb]|E[^Rr]|F[^Aa])*[AEF]?$|(?:^|[ ,{])[^A-Za-z0-9_]?(?:level|severity)(?:=[^A-Za-z0-9_]?|[^A-Za-z0-9_]{2} ?[^A-Za-z0-9_])(?:info|INFO|debug|DEBUG|trace|TRACE|notice|NOTICE)(?:$|[^A-Za-z0-9_](?:[^AEF]|A[^B]|E[^R]|F[^A])*[AEF]?$)",
);
/** A failure, also in a warning: `[warn] Code style issues found in the above file.` */
const FAILURES_IN_WARNINGS = new RegExp(
  "code style issues (?:were )?found in |(?:^|[^a-z0-9_])(?:leaks|vulnerabilities|violations|offenses|misspellings|typos) (?:found|detected): [1-9]|(?:^|[^a-z0-9_])found [1-9][0-9]* (?:known |security |lint )?(?:vulnerability|vulnerabilities|violations?|offenses?|leaks?|misspellings?|typos?)(?: in |[.,!]|$)",
  "i",
);
/** The branch that git is on, in its list: `* main`. Indented names in that list, such as `  error`, are branches. */
const CURRENT_BRANCH = new RegExp("^[*] (?:[^ :]+|[(][^()]+[)])$");
/** No word of failure in such a line reports one, whatever counts it. `Found 3 errors (3 fixed, 0 remaining).`, `1 chart(s) linted, 0 chart(s) failed` */
const SETTLED_LINES = new RegExp(
  "^found [0-9]+ errors? [(][0-9]+ fixed, 0 remaining[)][.]?$|^[1-9][0-9]* [a-z]+(?:[(]s[)])? [a-z]+, 0 [a-z]+(?:[(]s[)])? failed[.]?$|^==[0-9]+== error summary: 0 errors ",
  "i",
);
/** A success, in any case. */
const SUCCESS_FORMS = new RegExp(
  [
    // node's `# pass 5`, bun's `12 pass`, ansible, eslint
    "^(?:#|[^ -~]) pass [1-9]|^[1-9][0-9]* pass$|(?:^| )ok=[1-9][0-9]* +changed=[0-9]+ +unreachable=0 +failed=0(?:$| )|^[^a-z0-9_]*no (?:problems|issues|errors|vulnerabilities|offenses|violations)(?: were)? (?:found|detected|identified|reported)[.!]*(?: [(][^()]*[)])?$|(?:^|[,;] )found no (?:problems|issues|errors|vulnerabilities|offenses|violations)[.!]*$|^passed checks: [1-9][0-9]*, failed checks: 0(?:,|$)|^0 failures, 0 errors[.]?$|(?:^|] |[ap]m - )found 0 (?:vulnerabilities|errors|issues|problems|warnings)(?:$|[^a-z0-9_])|^0 (?:issues?|problems?|offenses?|violations?|vulnerabilities)(?:[(]s[)])?(?: found| detected| reported)?[.!]*$|^status: deployed$|^passed: 0 failure[(]s[)]|(?:^|] )tests run: [1-9][0-9]*, failures: 0, errors: 0(?:,|$)|^no syntax errors detected in |^no errors detected in |^no security vulnerability advisories found|^executed [0-9]+ out of [0-9]+ tests?: [1-9][0-9]* tests? pass(?:es)?[.]$",
    // What cmake, docker, bazel, yarn, tox, cargo, npm, uv and systemctl print at the end
    "^-- build files have been written to: |^#[0-9]+ done [0-9.]+s$|^[^a-z0-9_ ][+]] building [0-9.]+s [(][0-9]+/[0-9]+[)] finished(?: |$)|^//[^ ]+ +(?:[(]cached[)] +)?passed(?: in [0-9.]+s)?$|^(?:lerna )?success (?:saved|installed|uninstalled|published|built|created|added|removed|uploaded|deployed|no vulnerable )|^congratulations :[)]|^published [^ ]+ v[0-9]|^(?:installed|uninstalled|audited|added|removed|changed) [1-9][0-9]* packages?(?:,(?: and)? [a-z]+ [0-9]+ packages?)* in [0-9.]+m?s$|^up to date(?:, audited [0-9]+ packages?)? in [0-9.]+m?s$|^active: active [(]|: success: no issues found|^(?:[^a-z]*info[^a-z]*)?(?:documentation|docs|site|book|image|project|bundle|app|package|pages) built in [0-9.]+ ?(?:ms|s|seconds)[.]?$",
    // `Found 3 errors (3 fixed, 0 remaining).`, `1 chart(s) linted, 0 chart(s) failed`
    "^found [0-9]+ errors? [(][0-9]+ fixed, 0 remaining[)][.]?$|^[1-9][0-9]* [a-z]+(?:[(]s[)])? [a-z]+, 0 [a-z]+(?:[(]s[)])? failed[.]?$|^==[0-9]+== error summary: 0 errors ",
  ].join("|"),
  "i",
);
/** A success in the words of a sentence, in any case. */
const SUCCESS_PHRASES = new RegExp(
  [
    // `Verification passed: 12/12`, `Process finished with exit code 0`
    "[a-z] passed: [1-9][0-9]*/[0-9]+[.)]*$|(?:^|[^a-z0-9_])(?:exited|exit|finished|completed|ended|terminated|returned)(?: with)?(?: exit)? (?:code|status)[ :=]*0[.!]*$",
  ].join("|"),
  "i",
);
/** They leave a success or a failure of FAILURE_PHRASES and SUCCESS_PHRASES open. */
const OPEN_PHRASES = new RegExp(
  [
    // `if the build did not complete`, `could not open cache, using defaults`
    "(?:^|[^a-z0-9_])(?:if|unless|when|whenever|until|should|would|may|might|handle|handles|handled|returns?|prints?|says|means|fixed|fixes|resolved|avoids?|prevents?|e[.]g[.]|how to|previously|earlier|allowed|ignored|expected (?:exit|status|return)|expects?|as expected|as intended)(?:$|[^a-z0-9_])|^[^a-z0-9_]*(?:note|hint|tip|fix|expected)(?:$|[^a-z0-9_])|[,;(-] ?(?:but |so )?(?:skipping|using|retrying|rebuilding|continuing|falling back|ignoring|creating|downloading|building|trying|will retry)(?:$|[^a-z0-9_])|(?:^|[^a-z0-9_./-])example(?:$|[ :,;])|(?:^|[^a-z0-9_])no (?:pods?|containers?|jobs?|replicas?|nodes?|services?) |^[^.!:;]*[?]$|(?:^|[^a-z0-9_])(?:0|no|zero|none|nothing)(?: of)?(?: the)?(?: [a-z]+)? (?:did not|didn't|was not|were not|not passed|timed out)(?:$|[^a-z0-9_])",
  ].join("|"),
  "i",
);
/** A word of success in such a line states none. */
const NO_SUCCESS = new RegExp(
  [
    // `missing SUCCESS`, `SUCCESS flag is unset`, `far from SUCCESS`, `SUCCESS (skipped)`
    "(?:^|[^a-z0-9_])(?:missing|lacks|lacking|hardly|far from|short of|instead of|rather than|nowhere near|no longer|anything but)(?: (?:a|an|any|the|real|complete))* success(?:$|[^a-z0-9_])|(?:^|[^a-z0-9_])success(?: (?:flag|marker|value|state|status|message))* (?:(?:is|was|remains|still) )?(?:unset|absent|empty|missing|undefined|not set)(?:$|[^a-z0-9_])|(?:^|[^a-z0-9_])success *[^a-z0-9_ ](?:skip|skipped|not run|no-op|noop|disabled|ignored)[^a-z0-9_]*$",
    // `const SUCCESS = 1`
    "(?:^|[^a-z0-9_])(?:const|let|var|final|static|define|export|readonly|declare)(?: [a-z0-9_<>]+){0,3} success(?: *=|[ ;]*$| [0-9])",
    // `Are you done`
    "^[^a-z0-9_]*(?:are|is|was|were|do|did|does|have|has|can|could|will|would|should) (?:you|it|we|they|this|that|the|there|all)(?: [^ .!:]+)*$",
  ].join("|"),
  "i",
);
/** A share of a whole: `Successfully processed 0 of 12 records`, `Verification passed: 3/12`. */
const PROCESSED =
  /(?:^|[^A-Za-z0-9_])(?:success|successful|successfully|succeeded|passed)((?::? +[A-Za-z]+){0,2}):? +([0-9]+)(?: out of | of |\/)([0-9]+)(?![A-Za-z0-9_/]|\.[0-9])/gi;
const PART_OF =
  / (?:part|step|page|chunk|batch|phase|stage|attempt|item|file|volume|try|retry|test|shard|round)$/i;
function isShare(line: string): boolean {
  return [...line.matchAll(PROCESSED)].some(
    ([, words = "", count = "", whole]) =>
      !PART_OF.test(words) && isPart(count, whole),
  );
}

/** Whether words of failure in a line report none, unless a number counts them. */
function isHealthy(line: string): boolean {
  return HEALTHY.test(line) || HEALTHY_CASED.test(line);
}

/** Whether the form of a line says that it failed: `KeyError: 'a'`, `Could not create b.ts`. */
function failsByForm(line: string, spoken: string): boolean {
  const fails =
    FAILURE_FORMS.test(spoken) ||
    FAILURE_FORMS_CASED.test(spoken) ||
    (FAILURE_PHRASES.test(spoken) && !OPEN_PHRASES.test(spoken));
  return FAILURES_IN_WARNINGS.test(spoken) || (fails && !isHealthy(line));
}

/** What a line says with the words of programs; `spoken` is the line without the words of failure that report none. */
function completedVerdict(
  line: string,
  spoken: string,
): ReturnType<typeof legacyVerdict> {
  if (/\[fail\]/i.test(spoken)) return "failure";
  const verdict = legacyVerdict(spoken);
  if (verdict !== undefined && verdict !== "success") return verdict;
  const isOfOther = OF_OTHER.test(spoken);
  if (!isOfOther && (countsErrors(spoken) || failsByForm(line, spoken)))
    return "failing";
  const succeeds =
    verdict === "success" ||
    (!isOfOther &&
      (toolSucceeded(line) ||
        SUCCESS_FORMS.test(line) ||
        (SUCCESS_PHRASES.test(line) && !OPEN_PHRASES.test(line))));
  const isOpen = NO_SUCCESS.test(line) || isShare(line);
  return succeeds && !isOpen && !SIMULATED.test(line) ? "success" : undefined;
}

/** Whether a line says `failure: text` or `Result: FAIL`. */
function reportsFailure(line: string): boolean {
  if (!/fail/i.test(line) || OF_OTHER.test(line)) return false;
  const body = line.replace(BEFORE_BODY, "").replace(/^[^A-Za-z0-9_]+/, "");
  const [label] = FAILURE_LABEL.exec(body) ?? [];
  const rest = body.slice(label?.length);
  return (
    (label !== undefined && !NO_FAILURE.test(rest) && !countsFailures(rest)) ||
    FAILED_OUTCOME.test(body)
  );
}

/** Whether a line reports a failure that may be another program's: `[INFO] BUILD FAILURE`. */
function isFailing(line: string): boolean {
  return (
    /fail|errors/i.test(line) &&
    (FAILING.some((words) => words.test(line)) ||
      [...line.matchAll(FAILURE_COUNT)].some((found) => found[1] === undefined))
  );
}

/** What the whole line says: that nothing was made, or what went wrong. */
const CROSSES = ["✗", "❌", "✘", "✖"];
const FAILS = /^(?:[✗❌✘✖]|\[?fail|\[error|error(?! report))/i;
const NOT_DONE = /dry[ _-]run|already exist|\(simulated\)/i;
const FIRST_VERB =
  /(?:^|[^A-Za-z0-9_])(?:created|modified|updated|saved|generated|wrote|written)(?![A-Za-z0-9_])/i;
const DENIAL =
  /(?:^|[^A-Za-z0-9'])(?:not|never|no|nothing|would|will|should|could|cannot|can't|failed|unable|wasn't|if)(?:[^A-Za-z0-9']|$)/i;
const OF_ANOTHER =
  /-$|min|max|required|threshold|target|(?:^|[^A-Za-z0-9_])(?:checkpoint|previous|before|baseline|example|expected|earlier|last)(?![A-Za-z0-9_])/i;
const BEFORE_BODY = /^(?:\[[^\]]{0,200}\]|[^A-Za-z0-9/._`'"~$<{])*/u;

/** Whether a line says that nothing was made: `Not created: a.ts`, `[DRY RUN] Created: a.ts`. */
function makesNothing(line: string): boolean {
  const verb = line.search(FIRST_VERB);
  return (
    FAILS.test(line) ||
    NOT_DONE.test(line) ||
    (verb >= 0 && DENIAL.test(line.slice(0, verb)))
  );
}

/** `failed: 3`, `Missing files: 2`: a line that counts what failed. `Port already in use: 8080` names one failure. */
const SUMMARY =
  /^(?!(?:cannot|could|no|not|too|unable) )(?:[a-z_-]+ ){0,2}(?:broken|count|error|fail|failed|failing|found|invalid|missing|skipped|total|[a-z_-]+[a-hj-rtv-z]s) *:[0-9 ]*[0-9]$|^[a-z _-]+: *[0-9]+(?:(?:[,;]| [|/]) [a-z _-]+: *[0-9]+)+$/i;

/** Whether the number at the end of a line belongs to what failed: `✗ Port already in use: 8080`. */
function failsWithNumber(line: string): boolean {
  return /:[0-9 ]*[0-9]$/.test(line) && statedFailure(line) !== "";
}

/** Whether what follows `FAILED` is a count: `: 3`, ` tests: 3`. `: upload of x: 3` names what failed. */
function countsFailures(rest: string): boolean {
  return /^(?:[ :]*|(?: [A-Za-z]+){1,2} ?: ?)[0-9]+ *$/.test(rest);
}

/** Whether a line begins with `ERROR text` in capitals, and is no heading. */
function saysError(head: string, body: string): boolean {
  return (
    /^(?:ERROR|FATAL) +[^ ]+ +[^ ]/.test(body) &&
    /[a-z]/.test(body.slice(6)) &&
    !["==", "--", "##"].some(
      (rule) => head.startsWith(rule) && head.endsWith(rule),
    )
  );
}

/** The message of a line that begins with a failure sign, the tag `[ERROR]`, or `ERROR text`, perhaps after other tags. */
function statedFailure(line: string): string {
  let head = line;
  for (;;) {
    const end = head.startsWith("[") ? head.indexOf("] ") : -1;
    if (end < 0 || /^error$/i.test(head.slice(1, end))) break;
    head = head.slice(end + 2);
  }
  const crossed = CROSSES.some((cross) => head.startsWith(cross));
  const body = line.replace(BEFORE_BODY, "");
  if (!crossed && !/^\[error\]/i.test(head) && !saysError(head, body))
    return "";
  // `error: x` and `Build error: x` are handled with their words, and `✗ failed: 3` is a
  // summary.
  const byWords = /^(?:[A-Za-z]+ ){0,2}error:/i.test(body);
  return byWords || SUMMARY.test(body) ? "" : trimmed(body);
}

/** A line without its bullet, marks and tags, unless nothing else is in it. */
function withoutMarks(line: string): string {
  return line.replace(BEFORE_BODY, "") || line;
}

/** A line that states a metric: `Lines of code: 450`. */
const METRIC =
  /^[^A-Za-z0-9_]*([A-Za-z][A-Za-z0-9 _./()#&+-]{0,59})\**:[* \t]*(-?(?:0|[1-9][0-9]{0,10})(?:\.[0-9]{1,4})?)\.?\**$/;

/** Labels, and words in them, whose number is not a measurement. */
const IDENTITIES =
  "id ids pid uid gid version ver date year port timestamp commit build sha hash phone zip confidence exit index timeout threshold limit interval delay".split(
    " ",
  );
const NO_MEASURES =
  "error actual expected got value want wanted line column status rc errno step phase stage attempt iteration retry try pr issue ticket file project image container host hostname release node node_js npm python ruby java go rust max_iterations max_retries max_attempts max_tokens from since until".split(
    " ",
  );
/**
 * Labels of a step (`Step 1: 5`), of something that begins (`Creating project: 2024`), or of an error (`KeyError: 1`).
 */
const NO_LABEL =
  /(?:[a-z0-9]error|[a-z0-9_]exception|^exception)$|^(?:attempt|iteration|phase|stage|step|try)_[0-9]+$|^not(?:_|$)|^(?:checking|creating|deleting|downloading|installing|removing|searching|skipping|starting|using)_/;
const FILES_CHANGED =
  /^[^A-Za-z0-9_]*(?:(deleted|removed|changed):?[ \t](0|[1-9][0-9]{0,10})[ \t]files?(?![A-Za-z0-9_])|(0|[1-9][0-9]{0,10})[ \t]files?[ \t](created|modified|updated|deleted|removed|changed)[.!]?$)/i;

const METRIC_NAMES = new Map<string, string>(
  Object.entries({
    modified_files: "files_modified",
    updated_files: "files_modified",
    files_updated: "files_modified",
    files_changed: "files_modified",
    created_files: "files_created",
    deleted_files: "files_deleted",
    removed_files: "files_deleted",
    files_removed: "files_deleted",
    duration_ms: "execution_time_ms",
  }),
);

/** Words in front of a time that this run did not take: `Max duration`. */
const OF_SEVERAL =
  /(?:files|avg|average|mean|median|max|maximum|min|minimum|expected|estimated)[ \t.]?$/i;

/** The metric that a line states: its name in snake_case, and the number. */
function labelledMetric(line: string): readonly [string, number] | undefined {
  const [found, verb, count, total, done] = FILES_CHANGED.exec(line) ?? [];
  if (found !== undefined) {
    const counted = `files_${(verb ?? done ?? "").toLowerCase()}`;
    return [METRIC_NAMES.get(counted) ?? counted, Number(count ?? total)];
  }
  const [, label = "", value = ""] = METRIC.exec(line) ?? [];
  // `src/a.js:3` is a place, and `Listening on localhost:8080` an address.
  if (/:[0-9]/.test(line) && (label.includes(" ") || hasExtension(label)))
    return undefined;
  const parts = label.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  const stated = parts.join("_");
  if (
    value === "" ||
    // `Updated at 12:30`
    /[0-9]:[0-9]/.test(line) ||
    NO_LABEL.test(stated) ||
    // `Error code: 5`, but not `Lines of code: 5`.
    (stated.endsWith("_code") && !stated.endsWith("of_code")) ||
    (/^(?:fail|pass|ok|skip|warn|info|debug)_/.test(stated) &&
      !/(?:^|_)(?:rate|count|total|percent|percentage|ratio)(?:_|$)/.test(
        stated,
      )) ||
    parts.some((part) => IDENTITIES.includes(part)) ||
    // `HTTP requests: 5` counts something.
    (/(?:^|_)http(?:_|$)/.test(stated) &&
      (!/[^_][^_][^_s]s$/.test(stated) || /status$/.test(stated))) ||
    NO_MEASURES.includes(stated)
  )
    return undefined;
  const name = METRIC_NAMES.get(stated) ?? stated;
  const counts = /^(?:execution_time_ms|files_(?:modified|created|deleted))$/;
  const number = Number(value) || 0;
  return counts.test(name) && (number < 0 || number % 1 !== 0)
    ? undefined
    : [name, number];
}

/** Words that follow the number that they count: `3 passed`. */
const COUNTED =
  /^(-?(?:0|[1-9][0-9]{0,10})(?:\.[0-9]{1,4})?) (checks|errors|failed|ok|passed|run|skipped|succeeded|tests|total|warned|warnings)$/;
/** Words that introduce such numbers. */
const HEADING = /(?:^|[^A-Za-z])(?:results?|summary|tests|totals?)$/i;
const SEPARATORS = [", ", "; ", " | ", " / ", " \u00b7 "];

/** `Results: 3 passed` as passed, 3. */
function countedMetric(part: string): readonly [string, number] | undefined {
  const blanks = " \t";
  const at = part.indexOf(": ");
  const rest = before(behind(part.slice(at + 2), blanks), blanks);
  const announced =
    at >= 0 && rest.includes(" ") && HEADING.test(part.slice(0, at));
  const [, number = "", word = ""] =
    COUNTED.exec(announced ? rest : before(behind(part, blanks), blanks)) ?? [];
  return word === "" ? undefined : [word, Number(number) || 0];
}

/** The metrics of a line: `Lines of code: 450`, or `Results: 3 passed, 1 failed`. */
function statedMetrics(line: string): (readonly [string, number])[] {
  let parts = [before(line, " =-*#")];
  for (const separator of SEPARATORS)
    parts = parts.flatMap((part) => part.split(separator));
  const several = new Map<string, number>();
  if (parts.length > 1 && parts.length <= 16)
    for (const part of parts) {
      const [name, number] = countedMetric(part) ?? labelledMetric(part) ?? [];
      if (name !== undefined && number !== undefined) several.set(name, number);
    }
  if (several.size === parts.length) return [...several];
  const one = labelledMetric(line);
  return one === undefined ? [] : [one];
}

/**
 * Words of failure, and what says that they report none: `0 tests failed`, `Failed: none`,
 * `src/FAILED.md`.
 */
const FAULTS =
  "failed|failure|failures|fail|fails|failing|error|errors|abort|aborted|unsuccessful|unsuccessfully";
/** Directly behind a word of failure, they say that the run went on. */
/** Behind such a subject, they say something of it. */
const ABOUT =
  "enabled|disabled|configured|added|updated|improved|installed|initialized|implemented|active|on|off|ok|is|was|are|were|in|for|of|below|above|under|within|at|over|written|saved|works|tests|and|with|to|has|have|deployed|created|generated|fixed|ready|shown|cleared|loaded";
/** Before a word of failure, perhaps with words between: they say that it is past. */
const SETTLING =
  "fixed|resolved|repaired|corrected|handled|ignored|suppressed|retried|reran|removed|cleaned|cleared|skipped|recovered|prevented|avoided|deleted|expected|known|earlier|prior|intentional";
const TO_SETTLE =
  "fixes|fixing|resolves|resolving|ignores|ignoring|retries|retrying|reruns|rerunning|removes|removing|skips|skipping|prevents|avoids|catches|handles";
const SETTLED_INNER =
  "up|from|the|a|an|all|any|of|this|that|every|each|old|single|last|first|previous|previously|one|two|three";
/** What an option does on an error: `--fail-on error`, `retry on error`. */
const REACTIONS =
  "continue|continues|stop|stops|fail|fails|abort|aborts|exit|exits|retry|retries|retrying|halt|break|bail|quit|notify|alert|warn|rollback|back|skip|raise|throw|die|resume|ignore|act|run|runs|trigger|called";
const CASES = "if|when|whenever|unless|until|upon";
const WENT_ON = "retrying|ignored|ignoring|continuing";
/** Behind `error`, at the end of a clause, they name a subject. */
const SUBJECTS =
  "handling|handler|handlers|reporting|recovery|messages|logging|logs|log|tracking|correction|detection|boundary|boundaries|page|pages|policy|checking|monitoring|codes|paths|rate|rates|ratio|margin|budget|tolerance|percentage";
const CROSS_BEFORE =
  "(?:[✗❌✘✖][ \\t]*[0-9]+[ \\t]+problems?[ \\t]*\\(|[✗❌✘✖](?:[\ud800-\udbff][\udc00-\udfff]|[^A-Za-z0-9_✗❌✘✖]){0,8})";
const VALUE_END =
  "(?:\\.[ \\t]|\\.?[\"'*` \\t]*(?:$|[^A-Za-z0-9_\"'*` \\t(.:%/=+-]))";
const ZERO_COUNT = `0+(?:\\.0+)?%?(?=(?:[ \\t]*/[ \\t]*[0-9]+|[ \\t]+(?:out[ \\t]+)?of[ \\t]+[0-9]+)?(?:[ \\t]+(?:${THINGS})(?![A-Za-z0-9_]))?(?:${VALUE_END}|\\.?["'*\` \\t]*(?:\\([0-9]|[A-Za-z_]+[ \\t]*[:=]|(?:skipped|ignored|pending|total|todo|warnings|errors|cancelled|flaky)(?![A-Za-z0-9_]))))`;
const COUNT_LABEL = "[\"'*` \\t]*[:=|│(\\]][\"'*` \\t]*";
const HARMLESS = [
  `(^|[^A-Za-z0-9_]|${CROSS_BEFORE})((?:${FAULTS})(?:[ \\t]+(?:${THINGS})){0,2}(?:(?:${COUNT_LABEL}|[ \\t]+)${ZERO_COUNT}|${COUNT_LABEL}(?:none|nothing|no|null|nil|false|zero)(?=${VALUE_END})))`,
  `(^|[^A-Za-z0-9_./=:]|${CROSS_BEFORE})((?:0|no|zero|none|nothing|not|never)(?:[ \\t]*/[ \\t]*[0-9]+)?(?:[ \\t]+(?:of[ \\t]+(?:the[ \\t]+)?[0-9]+|out|of|the|these|any|a|an|single|been|has|have|had|was|were|is|are|did|yet|${THINGS})){0,5}[ \\t]+(?:${FAULTS}))(?![A-Za-z0-9_-])`,
  `()([✗❌✘✖][ \\t:]{0,8}${ZERO_COUNT})`,
  // `Attempt 1 failed, retrying in 2s`, `Fix error handling`, `-- Performing Test HAVE_X - Failed`
  `(^|[^A-Za-z0-9_✗❌✘✖])((?:${FAULTS})(?:[ \\t]+[0-9]+)?[,;(. \\t-]+(?:${WENT_ON}))(?![A-Za-z0-9_])`,
  `(^|[^A-Za-z0-9_✗❌✘✖])(errors?|failures?)(?=[ \\t]+(?:${SUBJECTS})(?![A-Za-z0-9_])(?:[ \\t]*(?:$|[.,;)|:=])|[ \\t]+(?:${ABOUT})(?![A-Za-z0-9_])))`,
  // `Fixed the failed test`, `fixing an error`
  `((?:^|[^A-Za-z0-9_✗❌✘✖])(?:(?:${SETTLING})(?:[ \\t]+(?:${SETTLED_INNER}|[0-9]+|${THINGS})){0,4}|(?:${TO_SETTLE})(?:[ \\t]+(?:${SETTLED_INNER}|[0-9]+|${THINGS})){1,4})[ \\t]+)(${FAULTS})(?![A-Za-z0-9_-])`,
  `((?:^|[^A-Za-z0-9_✗❌✘✖])(?:${TO_SETTLE})[ \\t]+)(errors?|failures?)(?![A-Za-z0-9_-])`,
  // `--fail-on error`, `retry on error: yes`, `on error: stop`, `if an error occurs`
  `((?:^|[^A-Za-z0-9_✗❌✘✖])(?:(?:${REACTIONS})[ -]on[ -]|(?:${CASES}|case of)[ \\t]+)(?:(?:any|first|every|each|an|the|a|some|it|there is)[ \\t-]){0,2})(${FAULTS})(?![A-Za-z0-9_-])`,
  `^([^A-Za-z0-9_✗❌✘✖]*on[ \\t]+(?:(?:any|first|every|each|an|the|a|some|it|there is)[ \\t]){0,2})(${FAULTS})(?![A-Za-z0-9_-])`,
  `(^|[^A-Za-z0-9_✗❌✘✖])(fails?|aborts?)(?=[ -]on[ -](?:(?:any|first|every|each|an|the|a|some|it|there is)[ \\t-]){0,2}_)`,
  // `Error-free`, `fail-fast`, `retry-on-error-1.0`
  `(^|[^A-Za-z0-9_✗❌✘✖])(${FAULTS})(?=-(?:[a-z]|[0-9]+\\.[0-9]))`,
  `^(-- Performing Test (?:[^]* )?- )(${FAULTS})$`,
].map((rule) => new RegExp(rule, "gi"));
const NAMED =
  /(^|[^A-Za-z0-9_])(FAILED|FAILURE|FAIL|ERROR|ABORT|ABORTED|SUCCESS|SUCCESSFUL|SUCCESSFULLY|SUCCEEDED|Failed|Failure|Failures|Error|Errors)(?=(?:[./-][A-Za-z0-9_]+){0,4}\.[a-z][a-z0-9]{0,4}(?![A-Za-z0-9_/]|\.[A-Za-z0-9_]))/g;
const QUALIFIED = /(^|[^A-Za-z0-9_:])([A-Za-z0-9_]+(?:::[A-Za-z0-9_]+)+)/g;
const FAULT_WORD = new RegExp(
  `(^|[^A-Za-z0-9_])(${FAULTS})(?![A-Za-z0-9_])`,
  "gi",
);
/** `2 failed`, but not `2 failed attempts`. */
const COUNT_BEFORE = /(?:^|[^A-Za-z0-9_.:/=])[1-9][0-9]{0,9}[ \t]{1,4}$/;
const TRIES_BEHIND =
  /^[ \t]+(?:attempt|attempts|tries|try|retries|retry)(?![A-Za-z0-9_])/i;
const HEADED = new RegExp(
  `((?:^|[^A-Za-z0-9_])(?:passed|pass|executed|skipped|total|succeeded|ok)[ \\t]*[|│][ \\t]*)(${FAULTS})(?=[ \\t]*(?:$|[|│]))`,
  "gi",
);

/** A line with `_` for words of failure that report none, and for a cross before them. */
function withoutHarmless(line: string): string {
  // Most lines contain none of these words.
  if (!/fail|error|abort|SUCC|[✗❌✘✖]/i.test(line)) return line;
  const word = (_found: string, before: string, phrase: string) =>
    before + "_".repeat(phrase.length);
  const isSettled = SETTLED_LINES.test(line);
  const reportsNone = isSettled || isHealthy(line);
  for (const rule of HARMLESS)
    line = line.replace(rule, (found, before: string, phrase: string) =>
      /^[✗❌✘✖]/.test(before)
        ? "_".repeat(found.length)
        : word(found, before, phrase),
    );
  line = line
    .replace(NAMED, word)
    .replace(QUALIFIED, (found) => found.replace(FAULT_WORD, word))
    .replace(HEADED, word);
  if (!reportsNone) return line;
  return line.replace(
    FAULT_WORD,
    (found, edge: string, fault: string, at: number, text: string) => {
      const start = at + edge.length;
      const isCounted =
        COUNT_BEFORE.test(text.slice(Math.max(0, start - 16), start)) &&
        !TRIES_BEHIND.test(text.slice(start + fault.length));
      return isCounted && !isSettled ? found : word(found, edge, fault);
    },
  );
}

/**
 * The first line of an object that is no JSON and was cut off: `{success: true, errors: [`. 0
 * if there is none.
 */
function cutOffObject(text: string): number {
  const begins =
    /\{[ \t\r\n]*('?)(?:success|confidence|deliverables|metrics|errors)\1[ \t\r\n]*:/g;
  for (;;) {
    const start = begins.exec(text)?.index;
    if (start === undefined) return 0;
    let [depth, quote, at] = [1, "", begins.lastIndex];
    for (; depth > 0 && at < text.length; at++) {
      const sign = text.charAt(at);
      if (quote !== "") {
        if (sign === "\\") at++;
        else if (
          sign === "\n" ||
          (sign === quote && /^[,}\]: \t\r\n]?$/.test(text.charAt(at + 1)))
        )
          quote = "";
      } else if (sign === "{" || sign === "[") depth++;
      else if (sign === "}" || sign === "]") depth--;
      else if (
        (sign === "'" || sign === '"') &&
        /[{[(,:= \t\r\n]/.test(text.charAt(at - 1))
      )
        quote = sign;
    }
    if (depth > 0) return text.slice(0, start).split("\n").length;
    begins.lastIndex = at;
  }
}

/** The start of a line that is read for what it says about success: 2,000 characters. */
function judgedStart(line: string): string {
  if (line.length <= 2_000) return line;
  let [end, characters] = [0, 0];
  for (const character of line) {
    if (characters === 2_000) break;
    characters++;
    end += character.length;
  }
  return line.slice(0, end);
}

/** What a line says about success; a line that says nothing is no success. */
function legacyVerdict(
  line: string,
): "crash" | "failure" | "failing" | "success" | undefined {
  if (CRASH.test(line) || TOOL_CRASH.some((words) => words.test(line)))
    return "crash";
  if (
    saysFailed(line) ||
    // `[INFO] FAILED: y`
    saysFailed(line.replace(BEFORE_BODY, "")) ||
    (/success|succeeded/i.test(line) &&
      !OF_OTHER.test(line) &&
      states(DENIED, line, HYPOTHETICAL)) ||
    reportsFailure(line)
  )
    return "failure";
  // Most lines contain none of these words.
  if (
    !/success/i.test(line) &&
    !A_CLAIM.test(line) &&
    !/fail|pass|errors/i.test(line)
  )
    return /^[✓✔✅]/.test(line) ? "success" : undefined;
  if (OF_OTHER.test(line)) return /^[✓✔✅]/.test(line) ? "success" : undefined;
  if (NOT_OK.test(line) && !NOT_OK_EXCUSED.test(line)) return "failing";
  const affirmed = states(AFFIRMED, line, OPEN_BEFORE);
  line = withoutOpenClaims(line);
  if (isFailing(line)) return "failing";
  if (line.includes("0")) line = line.replace(NONE_SUCCEEDED, "$1none");
  const succeeds =
    affirmed ||
    [...SUCCESS, ...PASSED].some((words) => words.test(line)) ||
    GOOD_OUTCOME.test(
      line.replace(BEFORE_BODY, "").replace(/^[^A-Za-z0-9_]+/, ""),
    ) ||
    LAST_WORD.test(line) ||
    ALL_PASSED.test(line);
  return succeeds ? "success" : undefined;
}

/** Whether a line begins with `FAILED`, unless it counts. */
function saysFailed(line: string): boolean {
  const [first] = FAILED_FIRST.exec(line) ?? [];
  if (first === undefined) return false;
  const rest = line.slice(first.length);
  return !ZERO.test(rest) && !countsFailures(rest);
}

/** The code and the message of a compiler behind `error`: ` TS2322: text`, `[E0425]: text`. */
const CODED_MESSAGE =
  /^(?:\[([A-Z]{1,8}[0-9]{1,6})\]|[ \t]+([A-Z]{1,8}[0-9]{1,6})): ([^]+)$/;

/** Whether `failed` or `error` counts zero here: `0 failed`, `without error`, `failed: 0`, `error count: 0`. */
function countsNothing(line: string, start: number, rest: string): boolean {
  return (
    ZERO.test(rest) ||
    /^[ \t]+(?:count|rate|total)["'*` \t]*[:=]["'*` \t]*0+(?:\.0+)?%?(?:\.?(?![A-Za-z0-9_.%]))/i.test(
      rest,
    ) ||
    /(?:^|[^A-Za-z0-9_.=:])(?:0|no|zero|without|fixed)[ \t]$/i.test(
      line.slice(Math.max(0, start - 9), start),
    )
  );
}

interface LegacyToken {
  readonly start: number;
  readonly end: number;
  readonly whole: string;
  readonly path: boolean;
}

interface LegacyWord {
  readonly text: string;
  readonly kind: string | undefined;
  readonly start: number;
  readonly end: number;
}

function legacyWords(line: string): LegacyWord[] {
  return Array.from(line.matchAll(/[\p{Alphabetic}\p{N}_]+/gu), (match) => {
    const [text] = match;
    const start = match.index ?? 0;
    const kind = /^[A-Za-z]+$/.test(text)
      ? WORDS.get(text.toLowerCase())
      : undefined;
    return { text, kind, start, end: start + text.length };
  });
}

function isOneOf(words: readonly string[], text: string): boolean {
  return !/[^ -~]/.test(text) && words.includes(text.toLowerCase());
}

function trimmed(text: string): string {
  // Not a regular expression, because one that ends in `$` is tried at every space of
  // the text.
  let end = text.length;
  while (end > 0 && /\p{White_Space}/u.test(text.charAt(end - 1))) end--;
  return trimmedStart(text.slice(0, end));
}

/** The position after these characters at the start of a text. */
function behind(text: string, signs: string): string {
  return text.slice(past(text, 0, signs));
}

/** The text without these characters at its end. */
function before(text: string, signs: string): string {
  let end = text.length;
  while (end > 0 && signs.includes(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}

/** The lines with text, but those that ansible ignored: the next line is `...ignoring`. */
function unignoredLines(text: string): string[] {
  const lines = text
    .split(/[\n\r]/)
    .map((raw) =>
      raw.replace(/^\ufeff+/, "").replace(/[\0-\x08\x0a-\x1f\x7f]/g, ""),
    )
    .filter((line) => trimmed(line) !== "");
  return lines.filter(
    (_, at) => trimmed(lines[at + 1] ?? "") !== "...ignoring",
  );
}

/** Whether a line is one name: `error`. */
function isBare(line: string): boolean {
  return !/[ \t]/.test(line);
}

/** The open lines with another one, unless there is one of its kind. */
function withOpen(open: string[], line: string): string[] {
  const isKnown = open.some((known) => isBare(known) === isBare(line));
  return isKnown ? open : [...open, line];
}

/** The envelope of a legacy text; undefined for an empty text. */
function readLegacy(
  text: string,
  confidence: number,
  exitCode: number | undefined,
): TYPE | undefined {
  let [any, failed, inList] = [false, false, false];
  // The first line that reports failure, for a text without an error message.
  let failing: string | undefined;
  // The first indented lines with a word of failure and no message: one that may be the name of an example that passed, and one
  // without a space, which may also be the name of a branch.
  let open: string[] = [];
  let listsBranches = false;
  // Whether the indented lines are the text of a warning.
  let inWarning = false;
  // Whether the script reports its own failure, which counts even with exit code 0, or its success.
  let [reported, succeeded, stated] = [false, false, false];
  const deliverables = new Set<string>();
  const metrics: { execution_time_ms?: number; files_modified?: number } = {};
  const others = new Map<string, number>();
  const errors: { code: string; message: string }[] = [];
  for (const content of unignoredLines(text)) {
    const isIndented = /^[ \t]/.test(content);
    const line = trimmed(content);
    any = true;
    if (inWarning && isIndented) continue;
    inWarning = WARNING_HEADINGS.test(line);
    if (inList) {
      const path = listedPath(line);
      inList = listItem(line) !== undefined;
      if (path !== undefined && !makesNothing(line)) {
        deliverables.add(withoutDot(path));
        succeeded = true;
      }
    }
    // The line without the words of failure that report none.
    const start = judgedStart(line);
    const rest = line.slice(start.length);
    const spokenStart = withoutHarmless(start);
    const spoken = spokenStart + rest;
    const paths = new LinePaths(line);
    let token: LegacyToken | undefined;
    let named = false;
    // What the whole line says; computed on first use.
    let [nothing, another]: (boolean | undefined)[] = [];
    failed = failed || CROSSES.some((cross) => spoken.includes(cross));
    const overwritten = statedFailure(spoken);
    // The same text where nothing was overwritten.
    const failure = line.slice(line.length - overwritten.length);
    let told = failure !== "";
    if (told) {
      failed = true;
      errors.push({ code: "LEGACY_ERROR", message: failure });
    }
    for (const word of legacyWords(line)) {
      const rest = line.slice(word.end);
      switch (word.kind) {
        case "error":
        case "failure": {
          // The first word of a token decides what the token is.
          if (spoken.charAt(word.start) !== line.charAt(word.start)) break;
          if (
            !/^abort/i.test(word.text) &&
            !(word.kind === "error" && ZERO.test(rest)) &&
            countsNothing(line, word.start, rest)
          )
            break;
          if (
            token === undefined ||
            word.start < token.start ||
            word.end > token.end
          )
            token = tokenAround(line, word);
          const isSmall = !/[A-Z]/.test(word.text);
          const fails = !isSmall || !token.path || token.whole === word.text;
          if (fails && (!isIndented || !isSmall)) failed = true;
          else if (fails && !failed && !reported) open = withOpen(open, line);
          if (word.kind === "failure" || told) break;
          const [, coded = "", spaced = "", text = ""] =
            CODED_MESSAGE.exec(rest) ?? [];
          const colon = behind(rest, "* \t");
          const message =
            text !== ""
              ? `${coded}${spaced}: ${trimmed(trimmedStart(text))}`
              : colon.startsWith(":")
                ? trimmed(behind(colon.slice(1), "* \t"))
                : "";
          told = message !== "";
          failed = failed || (told && fails);
          if (told) errors.push({ code: "LEGACY_ERROR", message });
          break;
        }
        case "confidence": {
          another = another ?? OF_ANOTHER.test(line.slice(0, word.start));
          if (another) break;
          const [kind = "", name = ""] =
            /^[ \t]+([A-Za-z]+)(?![\p{Alphabetic}\p{N}_])/u.exec(rest) ?? [];
          const value = statedConfidence(
            isOneOf(["score", "level"], name) ? rest.slice(kind.length) : rest,
          );
          stated = stated || value !== undefined;
          confidence = value ?? confidence;
          break;
        }
        case "verb":
        case "made":
        case "place": {
          nothing = nothing ?? makesNothing(line);
          if (nothing) break;
          named = true;
          const count = word.kind === "verb" ? statedFiles(rest) : undefined;
          if (count !== undefined && /^created$/i.test(word.text)) {
            if (others.has("files_created") || others.size < 200)
              others.set("files_created", count);
          } else if (count !== undefined) metrics.files_modified = count;
          const known = paths.found.length;
          paths.readBehind(word);
          const made =
            (word.kind === "verb" || word.kind === "made") &&
            paths.found.length > known;
          succeeded = succeeded || made || (count ?? 0) > 0;
          break;
        }
        case "time":
        case "execution": {
          if (
            OF_SEVERAL.test(
              line.slice(Math.max(0, word.start - 10), word.start),
            )
          )
            break;
          const [label] =
            /^(?:\p{White_Space}*[Tt][Ii][Mm][Ee](?![\p{Alphabetic}\p{N}_]))?/u.exec(
              rest,
            ) ?? [""];
          const stated =
            word.kind === "time" || label !== ""
              ? statedMilliseconds(rest.slice(label.length))
              : undefined;
          if (stated !== undefined) metrics.execution_time_ms = stated;
          break;
        }
      }
    }
    const body = failsWithNumber(line) ? "" : line.replace(BEFORE_BODY, "");
    for (const [metric, measured] of statedMetrics(body)) {
      if (metric === "execution_time_ms" || metric === "files_modified")
        metrics[metric] = measured;
      else if (others.has(metric) || others.size < 200)
        others.set(metric, measured);
    }
    // The last word of a start is not the last one of the line.
    const verdict =
      rest === ""
        ? completedVerdict(line, spoken)
        : CRASH.test(spoken)
          ? "crash"
          : completedVerdict(start + " _", spokenStart + " _");
    succeeded = succeeded || verdict === "success";
    reported = reported || verdict === "failure";
    if (verdict === "failing") {
      const isName =
        isIndented && (/^[^ \tA-Z]+$/.test(line) || EXAMPLE_NAMES.test(line));
      if (!isName) failed = true;
      else if (!failed && !reported) open = withOpen(open, line);
    }
    if (verdict === "crash" || verdict === "failure") {
      failed = true;
      if (!told)
        errors.push({
          code: verdict === "crash" ? "LEGACY_ERROR" : "REPORTED_FAILURE",
          message: verdict === "crash" ? line : withoutMarks(line),
        });
    }
    if (EXAMPLES_PASSED.test(line)) open = [];
    listsBranches = listsBranches || CURRENT_BRANCH.test(line);
    if (failed || reported) failing = failing ?? line;
    // A line without a path that ends in `:` announces a list.
    if (
      named &&
      paths.found.length === 0 &&
      (before(line, "*_ \t").endsWith(":") || line.startsWith("#"))
    )
      inList = true;
    paths.found.forEach((path) => deliverables.add(withoutDot(path)));
  }
  if (!any) return undefined;
  const [unexplained] = open.filter((line) => !listsBranches || !isBare(line));
  if (unexplained !== undefined) {
    // It came before the first line that reports failure.
    failed = true;
    failing = unexplained;
  }
  const success =
    exitCode === undefined
      ? !failed && !reported && succeeded
      : exitCode === 0 && !reported;
  if (exitCode !== undefined && exitCode !== 0)
    errors.push({ code: "EXIT_STATUS", message: `exit code ${exitCode}` });
  if (exitCode === undefined && !failed && !reported && !succeeded) {
    errors.push({
      code: "SUCCESS_NOT_STATED",
      message: "nothing says that it succeeded",
    });
    if (!stated) confidence /= 2;
  }
  // A failure needs a message; the line that reports it is the best one.
  if (!success && errors.length === 0)
    errors.push({ code: "LEGACY_ERROR", message: failing ?? "" });
  // Always in this order.
  const { execution_time_ms: time, files_modified: files } = metrics;
  const counts = {
    ...(time === undefined ? {} : { execution_time_ms: time }),
    ...(files === undefined ? {} : { files_modified: files }),
    ...Object.fromEntries(others),
  };
  return {
    success,
    confidence,
    deliverables: [...deliverables],
    metrics: counts,
    errors,
  };
}

/** `./a.ts` is the file `a.ts`. */
function withoutDot(path: string): string {
  return path.replace(/^(?:\.\/)+/, "") || path;
}

/** The complete unsigned decimal at the start of a text, and what follows it. */
function leadingDecimal(text: string): readonly [string, string] | undefined {
  const [number] = /^[0-9]*(?:\.[0-9]+)?/.exec(text) ?? [""];
  const rest = text.slice(number.length);
  return number === "" || /^[.,/:'-][0-9]/.test(rest)
    ? undefined
    : [number, rest];
}

/** The decimal after a label, across spaces, emphasis or quotes, and one `:` or `=`. */
function labelled(rest: string): readonly [string, string] | undefined {
  const soft = "\"'*` \t";
  const after = behind(rest, soft);
  const value = /^[:=]/.test(after) ? behind(after.slice(1), soft) : after;
  return value.length < rest.length ? leadingDecimal(value) : undefined;
}

function statedConfidence(text: string): number | undefined {
  const [number, rest] = labelled(text) ?? ["", ""];
  if (number === "") return undefined;
  const percent = /^\p{White_Space}*%/u.test(rest);
  if (!percent && /^[\p{Alphabetic}\p{N}_]/u.test(rest)) return undefined;
  const value = Number(percent ? `${number}e-2` : number);
  return value >= 0 && value <= 1 ? value : undefined;
}

function statedMilliseconds(text: string): number | undefined {
  const [number, rest] = labelled(text) ?? ["", ""];
  const unit =
    /^\p{White_Space}*([\p{Alphabetic}\p{N}_]*)/u.exec(rest)?.[1] ?? "";
  if (number === "") return undefined;
  if (isOneOf(["ms", "millisecond", "milliseconds"], unit))
    return wholeNumber(number);
  if (!isOneOf(["s", "sec", "secs", "second", "seconds"], unit))
    return undefined;
  const [seconds = "", decimals = ""] = number.split(".");
  const fraction = decimals.padEnd(3, "0");
  return wholeNumber(`${seconds}${fraction.slice(0, 3)}.${fraction.slice(3)}`);
}

function statedFiles(text: string): number | undefined {
  const [number, rest] = labelled(text) ?? ["", ""];
  const unit =
    /^[ \t]\p{White_Space}*([\p{Alphabetic}\p{N}_]*)/u.exec(rest)?.[1] ?? "";
  return number !== "" &&
    !number.includes(".") &&
    isOneOf(["file", "files"], unit)
    ? wholeNumber(number)
    : undefined;
}

/** A decimal as a whole number, rounded half up. */
function wholeNumber(number: string): number | undefined {
  const [whole = "", fraction = ""] = number.split(".");
  const digits = whole.replace(/^0+/, "");
  // Longer numbers are ignored, because not every language can hold them.
  if (digits.length > 20) return undefined;
  if (!/^[5-9]/.test(fraction)) return Number(digits);
  const up = BigInt(digits === "" ? "0" : digits) + BigInt(1);
  return up >= BigInt("18446744073709551616") ? undefined : Number(up);
}

/** The text after the bullet of a list item. */
function listItem(line: string): string | undefined {
  const rest = /^\p{White_Space}*(?:[-*+•‣◦–]|[0-9]+[.)])[ \t]([^]*)$/u.exec(
    line,
  )?.[1];
  return rest === undefined
    ? undefined
    : trimmed(trimmed(rest).replace(/^\[[ xX]\] /, ""));
}

/** The path that a list item names. */
function listedPath(line: string): string | undefined {
  const item = listItem(line);
  const first =
    item === undefined ? undefined : new LinePaths(item).token(item)?.[0];
  if (item === undefined || first === undefined) return undefined;
  const quoted = QUOTES.some((pair) => item.startsWith(pair.charAt(0)));
  if (!quoted && !hasExtension(first) && /[ \t]/.test(item)) {
    // A name with spaces: the whole item, if it ends like a file name.
    const whole = unmarked(item);
    if (hasExtension(whole) && !/[,;:(]/.test(whole)) return whole;
  }
  return isPath(first) ? first : undefined;
}

/**
 * The paths that the words of a line name. Each token is read once, so the time is linear in the length
 * of the line.
 */
class LinePaths {
  readonly found: string[] = [];
  /** All tokens before this position have been read. */
  private readTo = 0;
  /** For each kind of quotes, the last closing one that was found; -1 if there are no more. */
  private readonly closed = new Map<string, number>();
  private readonly line: string;

  constructor(line: string) {
    this.line = line;
  }

  /** Appends the paths after a word. */
  readBehind(word: LegacyWord): void {
    if (/[/\\.$@-]/.test(this.line.charAt(word.start - 1))) return;
    let rest = this.line.slice(word.end);
    rest = behind(rest, "*_`\"'");
    if (!/^[ \t:]/.test(rest) || rest.startsWith("://")) return;
    // Without a colon they name no result: `file a.ts not found`.
    const colon = trimmedStart(rest).startsWith(":");
    if (word.kind === "place" && !colon) return;
    rest = behindColon(rest);
    if (colon && word.kind !== "place") {
      const names = spacedList(rest);
      this.found.push(...names);
      if (names.length > 0) {
        this.readTo = this.line.length;
        return;
      }
    }
    if (word.kind === "verb" || word.kind === "made") {
      for (;;) {
        const end = rest.search(/[ \t:]/);
        const next = end < 0 ? "" : rest.slice(0, end);
        if (!isOneOf(FILLERS, next) && !/^[0-9]+$/.test(next)) break;
        rest = behindColon(rest.slice(end));
      }
    }
    const [known, first] = [this.found.length, rest];
    for (
      let token = this.token(rest);
      token !== undefined && isPath(token[0]);
      token = this.token(rest)
    ) {
      this.found.push(token[0]);
      this.readTo = this.line.length - token[1].length;
      rest = behind(token[1], " \t,;&)");
      if (/^and[ \t]/.test(rest)) rest = trimmedStart(rest.slice(3));
    }
    if (this.found.length > known) return;
    if (colon && (word.kind === "verb" || word.kind === "made")) {
      const name = spacedName(first);
      if (name === "") return;
      this.found.push(name);
      this.readTo = this.line.length;
    } else if (word.kind === "made") {
      this.readDestination(first);
    }
  }

  /** Appends the path after the `to` of `Saved the report to out/a.md`. */
  private readDestination(rest: string): void {
    for (let count = 0; count < 8; count++) {
      const end = rest.search(/[ \t]/);
      if (end < 0) return;
      const word = rest.slice(0, end);
      rest = rest.slice(end + 1);
      if (!isOneOf(["to", "into", "as"], word)) continue;
      const token = this.token(rest);
      if (token === undefined || !isPath(token[0])) return;
      this.found.push(token[0]);
      this.readTo = this.line.length - token[1].length;
      return;
    }
  }

  /** The next token without surrounding punctuation, and the rest of the line; nothing if it has been read before. */
  token(rest: string): readonly [string, string] | undefined {
    const bare = behind(rest, "([<* \t");
    const start = this.line.length - bare.length;
    if (start < this.readTo) return undefined;
    for (const pair of QUOTES) {
      if (!bare.startsWith(pair.charAt(0))) continue;
      const last = this.closed.get(pair);
      if (last === -1) continue;
      if (last !== undefined && start < last) return undefined;
      const end = bare.indexOf(pair.charAt(1), 1);
      this.closed.set(pair, end < 0 ? -1 : start + end);
      if (end > 0) return [unmarked(bare.slice(1, end)), bare.slice(end + 1)];
    }
    const end = bare.search(/[ \t,;]/);
    const token = end < 0 ? bare : bare.slice(0, end);
    this.readTo = start + token.length;
    return token === ""
      ? undefined
      : [unmarked(token), bare.slice(token.length)];
  }
}

/**
 * The rest of a line as one name with spaces, if it ends like a file name and is not a list: `my
 * notes.md`.
 */
function spacedName(rest: string): string {
  if (rest.length > 400 || Array.from(rest).length > 200) return "";
  const whole = unmarked(rest);
  const isList = /[,;:(]| (?:and|in|with|from) /.test(whole);
  return /[ \t]/.test(whole) && hasExtension(whole) && !isList ? whole : "";
}

/**
 * The names of a list, if each ends like a file name and one has a space: `a b.ts, c.ts`. Prose has words such as `the` at
 * the start of a name.
 */
function spacedList(rest: string): string[] {
  if (rest.length > 400 || Array.from(rest).length > 200) return [];
  if (!/[,;]/.test(rest)) return [];
  const blanks = " \t";
  const names = rest
    .split(/[,;]/)
    .map((name) => unmarked(before(behind(name, blanks), blanks)));
  const isName = (name: string) => {
    const [first = ""] = name.split(/[ \t]/);
    const isArticle = /^an?$/i.test(first);
    const isPhrase =
      /[ \t]/.test(name) &&
      ((isOneOf(FILLERS, first) && !isArticle) || /^[0-9]*$/.test(first));
    const isProse = /[:("'`“«→]|->|=>| (?:and|in|with|from) /.test(name);
    return hasExtension(name) && !isPhrase && !isProse;
  };
  const isSpaced = names.some((name) => /[ \t]/.test(name));
  const areArticles = names.every((name) => /^an?(?:[ \t]|$)/i.test(name));
  return isSpaced && !areArticles && names.every(isName) ? names : [];
}

function behindColon(text: string): string {
  const bare = trimmedStart(text);
  return behind(bare.startsWith(":") ? bare.slice(1) : bare, "*_ \t");
}

function trimmedStart(text: string): string {
  return text.replace(/^\p{White_Space}+/u, "");
}

function unmarked(text: string): string {
  const marks = "\"'`*“”‘’«»()[]<>";
  return before(behind(text, marks), marks + ",.;:!?");
}

/** Names of files that have no extension. */
const FILES =
  /^(?:Makefile|Dockerfile|LICENSE|README|CHANGELOG|Gemfile|Rakefile|Procfile|Jenkinsfile|Justfile|CODEOWNERS)$/;

/** Whether it has a `/` or an extension, or is a known name, and is not a fraction, abbreviation or URL. */
function isPath(text: string): boolean {
  if (isOneOf(NOT_PATHS, text) || text.includes("://")) return false;
  const slash =
    text.includes("/") &&
    /[\p{Alphabetic}\p{N}]/u.test(text) &&
    !/^[0-9/.:%-]*$/.test(text);
  return slash || hasExtension(text) || FILES.test(text);
}

/**
 * Whether the last part ends in a dot and letters: `a.ts`, `.env`, but not `2.5s`, `1.2.3`,
 * `v1.2`.
 */
function hasExtension(text: string): boolean {
  const name = text.slice(
    Math.max(text.lastIndexOf("/"), text.lastIndexOf("\\")) + 1,
  );
  const dot = name.lastIndexOf(".");
  const extension = name.slice(dot + 1);
  if (dot < 0 || !/^(?:[A-Za-z][A-Za-z0-9_]{0,15}|7z)$/.test(extension))
    return false;
  return extension.length > 1 || !/^[0-9.]+$/.test(name.slice(0, dot));
}

/** The token around a word: `src/error.ts` around `error`. */
function tokenAround(line: string, word: LegacyWord): LegacyToken {
  const edge = /[\p{White_Space}:,;(){}"'`<>=|*[\]]/u;
  let [start, end] = [word.start, word.end];
  while (start > 0 && !edge.test(line.charAt(start - 1))) start--;
  while (end < line.length && !edge.test(line.charAt(end))) end++;
  const whole = unmarked(line.slice(start, end));
  return { start, end, whole, path: isPath(whole) };
}

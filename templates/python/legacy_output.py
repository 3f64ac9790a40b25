# Reads legacy text, with the same results as templates/rust/parse/legacy.

#: What a known word of legacy text announces.
_WORDS = {
    "error": "error",
    "failed": "failure",
    "abort": "failure",
    "aborted": "failure",
    "confidence": "confidence",
    "created": "verb",
    "modified": "verb",
    "updated": "verb",
    "generated": "made",
    "saved": "made",
    "wrote": "made",
    "written": "made",
    "file": "place",
    "path": "place",
    "files": "place",
    "paths": "place",
    "duration": "time",
    "took": "time",
    "elapsed": "time",
    "execution": "execution",
    "total": "execution",
}

#: Words between a verb and its object.
_FILLERS = frozenset(
    "the a an new file files path paths directory dir folder at in to under symlink link -> => \u2192".split()
)
#: What has a `/` or a dot and is no path.
_NOT_PATHS = frozenset(("and/or", "n/a", "i/o", "w/o", "e.g", "i.e"))
#: Names of files that have no extension.
_FILE_NAMES = frozenset(
    "Makefile|Dockerfile|LICENSE|README|CHANGELOG|Gemfile|Rakefile|Procfile|Jenkinsfile|Justfile|CODEOWNERS".split(
        "|"
    )
)
_QUOTES = ('""', "''", "``", "“”", "‘’", "«»")
_AROUND = "\"'`*“”‘’«»()[]<>"

#: Marks and signs that Unicode calls alphabetic though Python's `\w` leaves them out; the other languages
#: have the property itself. In step with Unicode 14.
_ALPHABETIC = (
    "\u0345\u0363-\u036f\u05b0-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u0657\u0659-\u065f"
    "\u0670\u06d6-\u06dc\u06e1-\u06e4\u06e7\u06e8\u06ed\u0711\u0730-\u073f\u07a6-\u07b0\u0816\u0817\u081b-\u0823"
    "\u0825-\u0827\u0829-\u082c\u08d4-\u08df\u08e3-\u08e9\u08f0-\u0903\u093a\u093b\u093e-\u094c\u094e\u094f"
    "\u0955-\u0957\u0962\u0963\u0981-\u0983\u09be-\u09c4\u09c7\u09c8\u09cb\u09cc\u09d7\u09e2\u09e3\u0a01-\u0a03"
    "\u0a3e-\u0a42\u0a47\u0a48\u0a4b\u0a4c\u0a51\u0a70\u0a71\u0a75\u0a81-\u0a83\u0abe-\u0ac5\u0ac7-\u0ac9"
    "\u0acb\u0acc\u0ae2\u0ae3\u0afa-\u0afc\u0b01-\u0b03\u0b3e-\u0b44\u0b47\u0b48\u0b4b\u0b4c\u0b56\u0b57"
    "\u0b62\u0b63\u0b82\u0bbe-\u0bc2\u0bc6-\u0bc8\u0bca-\u0bcc\u0bd7\u0c00-\u0c04\u0c3e-\u0c44\u0c46-\u0c48"
    "\u0c4a-\u0c4c\u0c55\u0c56\u0c62\u0c63\u0c81-\u0c83\u0cbe-\u0cc4\u0cc6-\u0cc8\u0cca-\u0ccc\u0cd5\u0cd6"
    "\u0ce2\u0ce3\u0d00-\u0d03\u0d3e-\u0d44\u0d46-\u0d48\u0d4a-\u0d4c\u0d57\u0d62\u0d63\u0d81-\u0d83\u0dcf-\u0dd4"
    "\u0dd6\u0dd8-\u0ddf\u0df2\u0df3\u0e31\u0e34-\u0e3a\u0e4d\u0eb1\u0eb4-\u0eb9\u0ebb\u0ebc\u0ecd\u0f71-\u0f83"
    "\u0f8d-\u0f97\u0f99-\u0fbc\u102b-\u1036\u1038\u103b-\u103e\u1056-\u1059\u105e-\u1060\u1062-\u1064"
    "\u1067-\u106d\u1071-\u1074\u1082-\u108d\u108f\u109a-\u109d\u1712\u1713\u1732\u1733\u1752\u1753\u1772\u1773"
    "\u17b6-\u17c8\u1885\u1886\u18a9\u1920-\u192b\u1930-\u1938\u1a17-\u1a1b\u1a55-\u1a5e\u1a61-\u1a74\u1abf\u1ac0"
    "\u1acc-\u1ace\u1b00-\u1b04\u1b35-\u1b43\u1b80-\u1b82\u1ba1-\u1ba9\u1bac\u1bad\u1be7-\u1bf1\u1c24-\u1c36"
    "\u1dd3-\u1df4\u24b6-\u24e9\u2de0-\u2dff\ua674-\ua67b\ua69e\ua69f\ua802\ua80b\ua823-\ua827\ua880\ua881"
    "\ua8b4-\ua8c3\ua8c5\ua8ff\ua926-\ua92a\ua947-\ua952\ua980-\ua983\ua9b4-\ua9bf\ua9e5\uaa29-\uaa36\uaa43"
    "\uaa4c\uaa4d\uaa7b-\uaa7d\uaab0\uaab2-\uaab4\uaab7\uaab8\uaabe\uaaeb-\uaaef\uaaf5\uabe3-\uabea\ufb1e"
    "\U00010376-\U0001037a\U00010a01-\U00010a03\U00010a05\U00010a06\U00010a0c-\U00010a0f\U00010d24-\U00010d27"
    "\U00010eab\U00010eac\U00011000-\U00011002\U00011038-\U00011045\U00011073\U00011074\U00011080-\U00011082"
    "\U000110b0-\U000110b8\U000110c2\U00011100-\U00011102\U00011127-\U00011132\U00011145\U00011146"
    "\U00011180-\U00011182\U000111b3-\U000111bf\U000111ce\U000111cf\U0001122c-\U00011234\U00011237\U0001123e"
    "\U000112df-\U000112e8\U00011300-\U00011303\U0001133e-\U00011344\U00011347\U00011348\U0001134b\U0001134c"
    "\U00011357\U00011362\U00011363\U00011435-\U00011441\U00011443-\U00011445\U000114b0-\U000114c1"
    "\U000115af-\U000115b5\U000115b8-\U000115be\U000115dc\U000115dd\U00011630-\U0001163e\U00011640"
    "\U000116ab-\U000116b5\U0001171d-\U0001172a\U0001182c-\U00011838\U00011930-\U00011935\U00011937\U00011938"
    "\U0001193b\U0001193c\U00011940\U00011942\U000119d1-\U000119d7\U000119da-\U000119df\U000119e4"
    "\U00011a01-\U00011a0a\U00011a35-\U00011a39\U00011a3b-\U00011a3e\U00011a51-\U00011a5b\U00011a8a-\U00011a97"
    "\U00011c2f-\U00011c36\U00011c38-\U00011c3e\U00011c92-\U00011ca7\U00011ca9-\U00011cb6\U00011d31-\U00011d36"
    "\U00011d3a\U00011d3c\U00011d3d\U00011d3f-\U00011d41\U00011d43\U00011d47\U00011d8a-\U00011d8e"
    "\U00011d90\U00011d91\U00011d93-\U00011d96\U00011ef3-\U00011ef6\U00016f4f\U00016f51-\U00016f87"
    "\U00016f8f-\U00016f92\U00016ff0\U00016ff1\U0001bc9e\U0001e000-\U0001e006\U0001e008-\U0001e018"
    "\U0001e01b-\U0001e021\U0001e023\U0001e024\U0001e026-\U0001e02a\U0001e947\U0001f130-\U0001f149"
    "\U0001f150-\U0001f169\U0001f170-\U0001f189"
)
_WORD_SIGN = f"[\\w{_ALPHABETIC}]"
_WORD = re.compile(f"{_WORD_SIGN}+")
_LETTER = re.compile(f"[^\\W_]|[{_ALPHABETIC}]")
_NO_TEXT = re.compile(r"[\x00-\x08\x0a-\x1f\x7f]")
_EDGE = re.compile(r"[\s:,;(){}\"'`<>=|*\[\]]")
_LIST_ITEM = re.compile(r"\s*(?:[-*+•‣◦–]|[0-9]+[.)])[ \t](.*)", re.DOTALL)
_TIME = re.compile(rf"\s*[Tt][Ii][Mm][Ee](?!{_WORD_SIGN})")
#: Words in front of a time that this run did not take: `Max duration`.
_OF_SEVERAL = re.compile(
    r"(?:files|avg|average|mean|median|max|maximum|min|minimum|expected|estimated)[ \t.]?\Z",
    re.I | re.A,
)
_UNIT = re.compile(rf"\s*({_WORD_SIGN}*)")
_FILES = re.compile(rf"[ \t]\s*({_WORD_SIGN}*)")
_BLANKS = re.compile(r"\s*")
_EMPHASIS = re.compile("[*_`\"']*")
_BEHIND_COLON = re.compile(r"\s*:?[*_ \t]*")
_FILLER = re.compile("([^ \t:]*)[ \t:]")
_WORD_AND_BLANK = re.compile("([^ \t]*)[ \t]")
_OPENING = re.compile(r"[(\[<* \t]*")
_TOKEN = re.compile("[^ \t,;]*")
_BETWEEN = re.compile(r"[ \t,;&)]*(?:and(?=[ \t])\s*)?")
_SOFT = re.compile("[\"'*` \t]*")
_NUMBER = re.compile(r"[0-9]*(?:\.[0-9]+)?")
_GOES_ON = re.compile("[.,/:'-][0-9]")
_EXTENSION = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,15}|7z")
_CONFIDENCE_KIND = re.compile(rf"[ \t]+([A-Za-z]+)(?!{_WORD_SIGN})")

#: What programs print when they end early.
_CRASH = re.compile(
    r"^(?:[Ff]atal|FATAL|panic):|Traceback \(most recent call last\)|Segmentation fault|[Cc]ommand not found|npm ERR!"
    r"|core dumped|panicked at "
)
_EDGE_OF_WORD = "(?:^|[^A-Za-z0-9_])"
_LABEL = "[\"'*` \t]*[:=][\"'*` \t]*"
_FAILED_FIRST = re.compile("[^A-Za-z0-9_]*(?:FAILED|FAILURE|FAIL)(?![A-Za-z0-9_-])")
_ZERO = re.compile(_LABEL + "0(?![A-Za-z0-9_.%])")
_ZERO_BEFORE = re.compile(
    r"(?:^|[^A-Za-z0-9_.=:])(?:0|no|zero|without|fixed)[ \t]\Z", re.I | re.A
)
_ZERO_COUNT = re.compile(
    "[ \t]+(?:count|rate|total)" + _LABEL + r"0+(?:\.0+)?%?(?:\.?(?![A-Za-z0-9_.%]))",
    re.I | re.A,
)
#: What is counted: `2 of 3 tests passed`.
_COUNTED_THINGS = "test|tests|step|steps|check|checks|job|jobs|task|tasks|item|items|case|cases|suite|suites|build|builds|request|requests|file|files|assertion|assertions|example|examples|spec|specs|scenario|scenarios|package|packages|module|modules|rule|rules|run|runs|operation|operations"
#: Any of these says that it succeeded.
_SUCCESS = (
    re.compile("^[✓✔✅]"),
    re.compile(
        _EDGE_OF_WORD + "(?:SUCCESS|SUCCESSFUL|SUCCESSFULLY|SUCCEEDED)(?![A-Za-z0-9_])"
    ),
    re.compile(
        _EDGE_OF_WORD
        + "(?:(?:succeeded|successfully)(?![A-Za-z0-9_])|success"
        + _LABEL
        + "1(?![A-Za-z0-9_.]))",
        re.I | re.A,
    ),
    re.compile(
        r"^[^A-Za-z0-9_?]*(?:(?:success(?:ful)?|done|completed?|ok)(?:\Z|[:.!,*]|[ \t]*[)\]]|[ \t]-)|passed[ \t]*\])",
        re.I | re.A,
    ),
    # `Done in 4.2s`, `ok 1 - name`
    re.compile(
        r"^[^A-Za-z0-9_?]*(?:(?:done|completed|ok)[ \t]+(?:in[ \t]|[1-9][0-9]*(?:\Z|[ \t]+[A-Za-z#_-]))|ok(?: *\t|[ \t]\()|passed!)",
        re.I | re.A,
    ),
    # `success in 23ms`
    re.compile(
        _EDGE_OF_WORD + "(?:success|completed?|done)[ \t]+in[ \t]+[0-9]",
        re.I | re.A,
    ),
    # `All 12 tests passed`
    re.compile(
        _EDGE_OF_WORD
        + f"(?:all|100%)(?:[ \t]+(?:[0-9]+|the|of|our|have|has|were|are|{_COUNTED_THINGS})){{0,4}}[ \t]+"
        + "(?:passed|succeeded|completed)(?![A-Za-z0-9_])",
        re.I | re.A,
    ),
)
_LAST_WORD = (
    r"(?:success(?:ful)?|done|completed?|ok|passed)(?:[^A-Za-z0-9_?]*\Z|[.!][ \t])"
)
_SUCCESS_LAST = re.compile(_EDGE_OF_WORD + _LAST_WORD, re.I | re.A)


#: Words of success, and words that leave it open where they stand in the same clause.
_CLAIMS = "success|successful|successfully|succeeded|done|complete|completed|ok|passed"
_CLAUSE_ENDS = re.compile(
    "[ \t](?:and|but|so|then|[-\u2013\u2014])[ \t]|\\.[ \t]", re.I | re.A
)
_CLAUSE = re.compile("[^,;:!?()\\[\\]{}|\x01]+\\??")
_CLAIM = re.compile(
    "(" + _EDGE_OF_WORD + f")(?:{_CLAIMS})(?![A-Za-z0-9_])", re.I | re.A
)
#: Anywhere in front: `did not finish successfully`, `waiting for the SUCCESS`.
_OPEN_WORDS = "not|never|no|none|nothing|nobody|neither|nor|cannot|t|isnt|wasnt|hasnt|didnt|doesnt|without|if|unless|until|whether|when|once|wait|waits|waiting|await|awaits|awaiting|should|would|could|might|must|will|can|unable|perhaps|maybe|probably|possibly|presumably|supposedly|allegedly|hopefully|hope|case|previously|formerly|fails|trying|tries|tried|need|needs"
_OPEN_BEFORE = re.compile(
    _EDGE_OF_WORD + f"(?:{_OPEN_WORDS})(?![A-Za-z0-9_])", re.I | re.A
)
#: Right in front: `for SUCCESS`; behind: `SUCCESS was not reached`, `SUCCESS rate`, `SUCCESS is required`,
#: `SUCCESS in log not found`, `SUCCESS with errors`.
_OPEN_BESIDE = re.compile(
    _EDGE_OF_WORD
    + "(?:(?:for|expect|expects|expected|expecting|want|wants|wanted|be|almost|nearly|hardly|partial|partially|partly|mostly|barely|half|non|semi|on|of|upon|after|before|than|any|each|every|print|prints|echo|printf|grep|match|matches|matching|contain|contains|containing|find|finds|return|returns|word|string|text|phrase|keyword|token|means|mean|denotes|indicates|called|say|type|enter|press|click|simulate|simulated|ignore|ignored)(?:[ \t]+-[a-z]+)*"
    + f"[ \t]+[\"'*`]*(?:{_CLAIMS})|(?:{_CLAIMS})(?:[ \t]+[A-Za-z]+)?[ \t'\u2019]+(?:not|never|cannot|t)"
    + "|success[ \t]+(?:rate|rates|ratio|criteria|criterion|condition|conditions|count|probability|threshold|percentage)"
    + "|success(?:[ \t]+(?:is|was|are|were|has|still|remains|seems|appears|looks|currently|set|to))?[ \t]+(?:pending|expected|required|needed|wanted|missing|unknown|unlikely|impossible|or|possible|possibly|questionable|doubtful|awaited|denied|will|would|should|could|might|may|must|can|depends|if|unless|when|once|yet|requires|needs|means)"
    + "|success(?:[ \t]+[A-Za-z]+){0,4}[ \t]+(?:not|never)[ \t]+(?:found|seen|reached|present|printed|reported|logged|confirmed|detected|achieved))(?![A-Za-z0-9_])",
    re.I | re.A,
)
#: A share of a whole: `2/3 succeeded`, `0 of 3 tests passed`, `0 tests passed`.
_SHARE = re.compile(
    "(?:^|[^A-Za-z0-9_./=])([0-9]+)(?:(?:[ \t]*/[ \t]*|[ \t]+(?:out[ \t]+)?of[ \t]+)([0-9]+))?"
    f"(?:[ \t]+(?:{_COUNTED_THINGS}))?"
    f"[ \t]+(?:{_CLAIMS})(?![A-Za-z0-9_])",
    re.I | re.A,
)
#: The same behind the word: `SUCCESS: 0/3`.
_SHARE_BEHIND = re.compile(
    "("
    + _EDGE_OF_WORD
    + f")(?:{_CLAIMS})(?=[\"'*` \t]*(?:[:=(-][\"'*` \t]*)?"
    + "([0-9]+)(?:[ \t]*/[ \t]*|[ \t]+(?:out[ \t]+)?of[ \t]+)([0-9]+))",
    re.I | re.A,
)
#: A percentage that is not the whole: `50% done`.
_PERCENTAGE = re.compile(
    r"(?:^|[^A-Za-z0-9_.])[0-9]{1,2}(?:\.[0-9]+)?[ \t]?%[ \t]+"
    + f"(?:{_CLAIMS})(?![A-Za-z0-9_])",
    re.I | re.A,
)
#: Words of failure, and their clauses that leave it open: `no failure`, `on FAILURE`, `failure rate`.
_FAILURES = "failure|fail"
_OPEN_FAILURE = re.compile(
    r"\?\Z|"
    + _EDGE_OF_WORD
    + "(?:(?:for|expect|expects|expected|expecting|want|wants|wanted|be|almost|nearly|hardly|partial|partially|partly|mostly|barely|half|non|semi|on|of|upon|after|before|than|any|each|every|print|prints|echo|printf|grep|match|matches|matching|contain|contains|containing|find|finds|return|returns|word|string|text|phrase|keyword|token|means|mean|denotes|indicates|called|say|type|enter|press|click|simulate|simulated|ignore|ignored)(?:[ \t]+-[a-z]+)*"
    + f"[ \t]+[\"'*`]*(?:{_FAILURES})(?![A-Za-z0-9_])|(?:{_FAILURES})[ \t]+"
    + "(?:rate|rates|ratio|criteria|criterion|condition|conditions|count|probability|threshold|percentage)(?![A-Za-z0-9_]))"
    + f"|(?:^|[^A-Za-z0-9_./=])0[ \t]+(?:{_FAILURES})(?![A-Za-z0-9_])",
    re.I | re.A,
)
_FAILURE = re.compile(
    "(" + _EDGE_OF_WORD + f")(?:{_FAILURES})(?![A-Za-z0-9_])", re.I | re.A
)
#: Lines that do not speak of this run: `Expected: SUCCESS`, `[ ] done`, `prints SUCCESS or FAILURE`.
_CONTRARY = "failure|fail|failed|error"
_OR = "(?:[\"'*` \t]*[/|][\"'*` \t]*|[\"'*` \t]+or[\"'*` \t]+)"
_OF_OTHER = re.compile(
    r"^(?:[-*+][ \t]*)?\[ \]|^[^A-Za-z0-9_]*"
    + "(?:expect|expects|expected|want|wants|wanted|previous|previously|prior|earlier|usage|todo|fixme|example|sample|default|possible|valid|allowed|legend|hint|tip"
    + r"|last[ \t]+(?:run|status|result|build|attempt|exit))(?:[ \t]+[A-Za-z]+){0,2}"
    + "[\"'*` \t]*[:=]|^[^A-Za-z0-9_]*(?:pending|target|goal|required|desired|needed|awaited)"
    + "(?:[ \t]+(?:status|result|state|outcome|conclusion|verdict))?"
    + _LABEL
    + f"(?:{_CLAIMS}|pass)(?![A-Za-z0-9_])|"
    + _EDGE_OF_WORD
    + f"(?:(?:{_CLAIMS}|pass){_OR}(?:{_CONTRARY})|(?:{_CONTRARY}){_OR}(?:{_CLAIMS}|pass))(?![A-Za-z0-9_])",
    re.I | re.A,
)


#: Values that leave a word of success open: `success: pending`, `SUCCESS (maybe)`, `done - not yet`.
_UNSURE = "false|no|none|nope|null|nil|undefined|nan|n|na|never|not|unknown|pending|maybe|perhaps|possibly|probably|unlikely|partial|partially|partly|tbd|tba|tbc|undetermined|undecided|unclear|uncertain|unconfirmed|unverified|untested|inconclusive|indeterminate|tentative|provisional|preliminary|incomplete|dryrun|simulated|simulation|mock|mocked|fake|dummy|hypothetical"
#: Values that do so behind `success:` only: `success: off`, `success: running`.
_STATES = "off|running|ongoing|queued|waiting|awaiting|processing|scheduled|planned|skipped|disabled|inactive|unset|missing|unavailable|blocked|cancelled|canceled|deferred|delayed|paused|started|todo|expected|required|needed|wanted|denied|failed|failure|fail|error"
#: Behind such a value, they show that it is the whole one: `success: pending review`.
_FOLLOWERS = "because|until|till|since|for|on|as|at|due|while|if|review|approval|confirmation|verification|yet|now|only|really|quite|reached|achieved|confirmed|available|applicable|determined|known|verified|set|sure|guaranteed|seen|found|longer|more"
_VERBS = "is|was|are|were|has|still|remains|seems|appears|looks|currently|set|to"
_SOFT_SIGNS = "[\"'*` \t]*"
#: Between a word of success and its value: a sign, a bracket, a tag, a verb or spaces.
_NOUN = "(?:[ \t]+(?:flag|value|state|status|result))?"
_SIGNS = f"(?:{_SOFT_SIGNS}(?:[:=]{{1,2}}>?|--?>?|\u2192|\\.{{2,}}|[\\])>(\\[<,/\u2013\u2014])){{1,3}}{_SOFT_SIGNS}"
_LINK = f"{_NOUN}(?:{_SIGNS}|[ \t]+(?:(?:{_VERBS})[ \t]+){{0,3}})"
_CLAIM_VALUE_END = f"(?:[.!]?{_SOFT_SIGNS}(?:\\Z|[,;|}})\\]<(#]|[-\u2013\u2014]{{1,2}}[ \t>])|[.!][ \t])"
_OPEN_END = f"(?:{_CLAIM_VALUE_END}|[ \t]+(?:{_FOLLOWERS})(?![A-Za-z0-9_]))"
_EDGE_BEFORE = "(^|[^A-Za-z0-9_])"
_ASPECT = "(?:(?:is|was|has|did|are|all|overall)_?)?"
_STEMS = "success|successful|successfully|succeeded"
#: The second group of each is a word of success that states none: `SUCCESS (with errors)`, `non-SUCCESS`, `/tmp/success`,
#: `print("SUCCESS")`, `done.txt`.
_OPEN_CLAIMS = tuple(
    re.compile(rule, re.I | re.A)
    for rule in (
        f"{_EDGE_BEFORE}({_ASPECT}(?:{_CLAIMS}))(?={_LINK}(?:{_UNSURE}|dry[ _-]run|in[ \t-]progress|to be|n/a|\\?){_OPEN_END})",
        f"{_EDGE_BEFORE}({_ASPECT}(?:{_STEMS}))(?={_NOUN}{_SOFT_SIGNS}[:=]{{1,2}}>?{_SOFT_SIGNS}(?:{_STATES}){_OPEN_END})",
        f"{_EDGE_BEFORE}({_ASPECT}success)(?={_LINK}(?:0+(?:\\.0+)?|zero){_CLAIM_VALUE_END})",
        f"{_EDGE_BEFORE}({_CLAIMS})(?={_SOFT_SIGNS}(?:[:=(\\[-]{_SOFT_SIGNS})?[0-9]{{1,2}}(?:\\.[0-9]+)?[ \t]?%)",
        f"{_EDGE_BEFORE}({_CLAIMS})(?=(?:{_SOFT_SIGNS}[(\\[,;\u2013\u2014-]+[ \t]*|[ \t]+)(?:(?:but|though)[ \t]+)?with(?:[ \t]+(?:[1-9][0-9]*|some|many|several|a|few|minor|major|the)){{0,2}}[ \t]+(?:errors|error|failures|failure|problems|issues)(?![A-Za-z0-9_]))",
        f"((?:^|[^A-Za-z0-9_])(?:(?:non|un|not|no|pre|post|on|if|semi|quasi|pseudo|half|near|almost|in|anti|partial|partially|fake|mock|would)-|to[ \t]+(?=complete(?![A-Za-z0-9_]))))({_CLAIMS})(?![A-Za-z0-9_])",
        f"([/\\\\]|\\$\\{{?|(?:\\b|!)\\([\"'`]|(?:\\b|[\"'}})\\]])[ \t]*={{2,3}}[ \t]*[\"'`]?|(?:!=+|<>|\u2260|=~){_SOFT_SIGNS})({_CLAIMS})(?![A-Za-z0-9_])",
        f"{_EDGE_BEFORE}({_CLAIMS})(?=\\.[a-z][a-z0-9]{{0,4}}(?![A-Za-z0-9_]))",
    )
)
#: A line says that its success is denied: `not successful`, `un-successful`, `success is false`.
_DENIED = tuple(
    re.compile(rule, re.I | re.A)
    for rule in (
        f"(?:^|[^A-Za-z0-9_])(?:un-?success(?:ful(?:ly)?)?|(?:not|no|never|without|t|isnt|wasnt|hasnt)(?:[ \t]+(?:a|an|any|been|was|were)){{0,2}}(?:[ \t]+|-)(?:{_STEMS}))(?![A-Za-z0-9_])",
        f"(?:^|[^A-Za-z0-9_]){_ASPECT}(?:{_STEMS})(?:{_LINK}(?:false|no|none)(?={_OPEN_END})|{_SOFT_SIGNS}[|\u2502]{_SOFT_SIGNS}false(?![A-Za-z0-9_]))",
        f"(?:^|[^A-Za-z0-9_])success{_SOFT_SIGNS}[:=]{_SOFT_SIGNS}0(?={_SOFT_SIGNS}(?:\\Z|[,;|}})\\]]))",
    )
)
#: The same for `success: true`.
_AFFIRMED = tuple(
    re.compile(rule, re.I | re.A)
    for rule in (
        f"(?:^|[^A-Za-z0-9_]){_ASPECT}success(?:ful)?{_LINK}(?:true|yes)(?![A-Za-z0-9_.])",
    )
)
#: Before a statement, in its clause, they make it a condition; behind it, they make it a part of something else.
_HYPOTHETICAL = re.compile(
    r"(?:^|[^A-Za-z0-9_])(?:if|unless|when|whenever|whether|until|would|could|might|should|shall|case|why|how)(?![A-Za-z0-9_])",
    re.I | re.A,
)
_CONDITION = re.compile(
    r"^[ \t-]+(?:rate|rates|ratio|criteria|criterion|condition|conditions|count|probability|threshold|percentage|message|messages|marker|flag|callback|handler|hook|if|unless|when|only|or)(?![A-Za-z0-9_])|^[^,;:!.(){}\[\]|?]*\?",
    re.I | re.A,
)
_CLAUSE_START = re.compile(
    r"(?:[,;:!?()\[\]{}|]|\.[ \t]|[ \t](?:and|but|so|then|[-–—])[ \t])",
    re.I | re.A,
)
#: A line that is about no real run: `[DRY RUN] SUCCESS`, `SUCCESS (simulated)`.
_SIMULATED = re.compile(
    r"[\[({<](?:[^\])}>]{0,40}[^A-Za-z0-9_\])}>])?(?:dry[ _-]?run|simulated|simulation|mock|mocked|fake|dummy|hypothetical)(?:[^A-Za-z0-9_\])}>][^\])}>]{0,40})?[\])}>]|^[^A-Za-z0-9_]*(?:dry[ _-]?run|simulated|simulation|mock|mocked|fake|dummy|hypothetical)(?:[ \t]+mode)?[ \t]*(?:[:|]|[-–—]+[ \t])",
    re.I | re.A,
)


def _clause_before(line: str, at: int) -> str:
    """The part of a clause before a position."""
    return _CLAUSE_START.split(line[:at])[-1]


def _states(
    rules: "Tuple[re.Pattern[str], ...]", line: str, open_words: "re.Pattern[str]"
) -> bool:
    """Whether a line makes one of these statements about its run; `open_words` before it make it uncertain."""
    return any(
        not open_words.search(_clause_before(line, found.start() + 1))
        and not _CONDITION.search(line[found.end() :])
        for rule in rules
        for found in rule.finditer(line)
    )


def _overwrite(found: "re.Match[str]") -> str:
    return str(found.group(1)) + "_" * len(found.group(2))


def _is_part(count: str, whole: Optional[str]) -> bool:
    """Whether a count is zero or less than the total."""
    return count == "0" or (whole is not None and whole != count)


def _leaves_open(clause: str) -> bool:
    """Whether a clause leaves success uncertain."""
    open_word = _OPEN_BEFORE.search(clause)
    return bool(
        clause.endswith("?")
        or (open_word and _CLAIM.search(clause, open_word.end()))
        or _OPEN_BESIDE.search(clause)
        or _PERCENTAGE.search(clause)
        or any(_is_part(*found.groups()) for found in _SHARE.finditer(clause))
    )


def _without_open_claims(line: str) -> str:
    """A line without its uncertain words of success."""
    if not _CLAIM.search(line) and not re.search("fail", line, re.I | re.A):
        return line

    def share(found: "re.Match[str]") -> str:
        part = _is_part(found.group(2), found.group(3))
        return found.group(1) + "_none" if part else found.group()

    def clause(found: "re.Match[str]") -> str:
        text = found.group()
        open_word = _OPEN_BEFORE.search(text)
        is_open = _OPEN_FAILURE.search(text) or (
            open_word and _FAILURE.search(text, open_word.end())
        )
        closed = _FAILURE.sub(r"\1_none", text) if is_open else text
        return _CLAIM.sub(r"\1_none", closed) if _leaves_open(text) else closed

    for rule in _OPEN_CLAIMS:
        line = rule.sub(_overwrite, line)
    line = _SHARE_BEHIND.sub(share, line)
    line = _CLAUSE_ENDS.sub(lambda found: re.sub("[ \t]", "\x01", found.group()), line)
    return _CLAUSE.sub(clause, line).replace("\x01", " ")


#: A count that is nothing: `SUCCESSFUL: 0`.
_NONE_SUCCEEDED = re.compile(
    "("
    + _EDGE_OF_WORD
    + ")(?:success(?:ful|fully)|succeeded)(?="
    + _LABEL
    + "0(?![A-Za-z0-9_.%]))",
    re.I | re.A,
)

#: The label at the head of a line: `failure: disk full`, `Build status: FAILED`, `Result: ok`.
_BEFORE_WORD = re.compile("[^A-Za-z0-9_]*")
_FAILURE_LABEL = re.compile("(?:failure|fail)(?=[\"'*` \t]*[:=])", re.I | re.A)
_VALUE_END = "[.!]?[\"'*` \t]*(?:\\Z|[,;|})\\]])"
_NO_FAILURE = re.compile(
    _LABEL
    + "(?:(?:false|no|none|null|nil|undefined|nope|n|never|not|[0-9]+)"
    + _VALUE_END
    + "|0(?![A-Za-z0-9_.%]))",
    re.I | re.A,
)
_OUTCOME = (
    "(?:[A-Za-z]+[ \t]+){0,2}(?:status|result|conclusion|outcome|verdict|state)"
    + _LABEL
)
_FAILED_OUTCOME = re.compile(
    _OUTCOME + "(?:failed|failure|fail)(?![A-Za-z0-9_=-])", re.I | re.A
)
_GOOD_OUTCOME = re.compile(
    _OUTCOME
    + "(?:ok|success(?:ful)?|succeeded|pass(?:ed)?|completed?|done)[\"'*` \t]*(?:\\Z|[.,;!|()\\]}])",
    re.I | re.A,
)
#: Words of failure that are the last ones, in capitals, or count: `BUILD FAILURE`, `2 failures`.
_FAILING = (
    re.compile(
        _EDGE_OF_WORD
        + "(?:FAILURE(?![A-Za-z0-9_-]|"
        + _LABEL
        + r"[0-9])|FAIL[^A-Za-z0-9_?]*\Z|FAILURES[ \t]*!)"
    ),
    re.compile(
        "(?:" + _EDGE_OF_WORD + "failure|[:=][\"'*` \t]*fail)[^A-Za-z0-9_?]*\\Z",
        re.I | re.A,
    ),
    re.compile(
        "(?:^|[^A-Za-z0-9_./=:])[1-9][0-9]*[ \t]+(?:failures?|failing)(?![A-Za-z0-9_])",
        re.I | re.A,
    ),
)
_FAILURE_COUNT = re.compile(
    _EDGE_OF_WORD
    + "(?:(max|maximum|min|allowed|expected|previous|last|target)[ \t]+)?(?:failures?|errors)(?="
    + _LABEL
    + "[1-9])",
    re.I | re.A,
)
#: Words of success that count or begin a line: `12 passed`, `PASS a.test.js`.
_PASSED = (
    re.compile(r"^[^A-Za-z0-9_?]*(?:PASS|PASSED)(?![A-Za-z0-9_-]|[ \t:=]*[0-9])"),
    re.compile(
        "(?:^|[^A-Za-z0-9_./=:])[1-9][0-9]*[ \t]+pass(?:ed|ing)(?![A-Za-z0-9_]|[ \t]+(?:of|out)(?![A-Za-z0-9_]))",
        re.I | re.A,
    ),
)


#: Lines that programs print in a form of their own: `cp: x: No such file or directory`.
_REASONS = "No such file or directory|Permission denied|Operation not permitted|Operation timed out|Connection refused|Connection timed out|Connection reset by peer|No route to host|Network is unreachable|Name or service not known|No space left on device|Disk quota exceeded|Read-only file system|Is a directory|Not a directory|Directory not empty|Text file busy|Device or resource busy|Address already in use|Cannot allocate memory|Broken pipe|Bad file descriptor|Input/output error|Exec format error|Argument list too long|unbound variable"
_SIGNALS = "Killed|Terminated|Aborted|Hangup|Bus error|Illegal instruction|Floating point exception"
_TOOL_CRASH = (
    re.compile(
        r'\A(?:[a-z0-9_-]*make(?:\[[0-9]+\])?: \*\*\* |E: [A-Z][a-z]|ERR_|Exception in thread "|curl: \(|Killed\Z)'
    ),
    re.compile(
        r"\A[A-Za-z0-9_./-]+(?:\[[0-9]+\])?: (?:.*: )?(?:"
        + _REASONS
        + r")\.?(?: \([0-9]+\))?\Z",
        re.DOTALL,
    ),
    re.compile(f": line [0-9]+: +[0-9]+ +(?:{_SIGNALS})(?![A-Za-z0-9_])"),
)
#: A number of errors, with the words beside it: `1 errors`, but not `Fixed 3 errors`.
_ERROR_COUNT = re.compile(
    "(?:([A-Za-z0-9_]{1,16})[ \t]+|^|[^A-Za-z0-9_./=:])[1-9][0-9]*[ \t]+errors(?![A-Za-z0-9_-])"
    "(?=(?:[ \t]+([A-Za-z0-9_]+))?)",
    re.I | re.A,
)
_SETTLED = re.compile(
    "fixed|ignored|resolved|suppressed|corrected|skipped|max|maximum|allowed|expected|of",
    re.I | re.A,
)
_SETTLED_BEHIND = re.compile(
    "fixed|ignored|resolved|suppressed|corrected|skipped|handled|fixable",
    re.I | re.A,
)
#: `3 examples`, and `0 failures` behind it.
_RAN = re.compile(
    f"(?:^|[^A-Za-z0-9_./=:-])[1-9][0-9]*[ \t]+(?:{_COUNTED_THINGS})(?![A-Za-z0-9_])",
    re.I | re.A,
)
_FAULTLESS = re.compile(
    "[^A-Za-z0-9_./=:-](?:0|no|zero)[ \t]+(?:failure|failures|failed|error|errors|offense|offenses|issue|issues|problem|problems)(?![A-Za-z0-9_-])",
    re.I | re.A,
)
_TOOL_SUCCESS = (
    re.compile(
        r"\A[^A-Za-z0-9_?]*(?:built|finished)[ \t](?:[^0-9]*[ \t])?in[ \t]+[0-9]",
        re.I | re.A,
    ),
    re.compile("[|\u2502:.=-][ \t]*(?:PASS|PASSED)[^A-Za-z0-9_?]*\\Z"),
    re.compile(r"\A(?:\[[^\]]{0,200}\][ \t]*)+[ \t›»>:|-]{0,4}[✓✔✅]"),
)


#: `Completed with 0 errors`, `Finished without any problems`
_CLEAN = re.compile(
    r"(?:^|[^A-Za-z0-9_])(?:complete|completed|done|finished|ended|exited|terminated|ran|built|compiled|deployed|installed|executed|processed|imported|exported|validated|migrated|uploaded|synced|tested|passed|succeeded|success|successful|concluded)(?:[ \t]+[a-z]+){0,2}[ \t]+(?:with[ \t]+(?:0|no|zero)|without(?:[ \t]+any)?)[ \t]+(?:errors|error|failures|failure|problems|issues)(?![A-Za-z0-9_-])",
    re.I | re.A,
)
_ASKS = re.compile(r"[^,;:!.()]*\?")


def _ends_clean(line: str) -> bool:
    """Whether a line says that it ended without errors."""
    found = _CLEAN.search(line)
    return bool(
        found
        and not _OPEN_BEFORE.search(_clause_before(line, found.start() + 1))
        and not _ASKS.match(line, found.end())
    )


def _counts_errors(line: str) -> bool:
    """Whether a line counts errors."""
    if "errors" not in line.lower():
        return False
    return bool(re.search("(?:^|[^A-Za-z0-9_])ERRORS[ \t]*!", line)) or any(
        not _SETTLED.fullmatch(found.group(1) or "")
        and not _SETTLED_BEHIND.fullmatch(found.group(2) or "")
        for found in _ERROR_COUNT.finditer(line)
    )


def _tool_succeeded(line: str) -> bool:
    """Whether a line says that a program succeeded."""
    ran = _RAN.search(line)
    return bool(
        any(words.search(line) for words in _TOOL_SUCCESS)
        or _ends_clean(line)
        or (ran and _FAULTLESS.search(line, ran.end()))
    )


def _completed_verdict(line: str, spoken: str) -> Optional[str]:
    """What a line says with the words of programs; `spoken` is the line without the words of failure that report none."""
    if re.search(r"\[fail\]", spoken, re.I | re.A):
        return "failure"
    verdict = _legacy_verdict(spoken)
    if verdict not in (None, "success"):
        return verdict
    is_of_other = bool(_OF_OTHER.search(spoken))
    if not is_of_other and (_counts_errors(spoken) or _fails_by_form(line, spoken)):
        return "failing"
    succeeds = verdict or (
        not is_of_other
        and (
            _tool_succeeded(line)
            or _SUCCESS_FORMS.search(line)
            or (_SUCCESS_PHRASES.search(line) and not _OPEN_PHRASES.search(line))
        )
    )
    is_open = succeeds and (
        _NO_SUCCESS.search(line) or _is_share(line) or _SIMULATED.search(line)
    )
    return "success" if succeeds and not is_open else None


#: `3 examples, 0 failures`: the examples above it, `  raises an error`, have passed.
_EXAMPLES_PASSED = re.compile(
    "^[1-9][0-9]* examples?, 0 failures(?:, [0-9]+ pending)?$",
    re.I | re.A,
)
#: `  reports a failure`: an indented line of this form may be the name of an example that passed.
_EXAMPLE_NAMES = re.compile("^[a-z][a-z _,'()-]* failures?$", re.A)
#: `CMake Warning at CMakeLists.txt:12 (message):`: the indented lines below are its text.
_WARNING_HEADINGS = re.compile(
    "^(?:cmake )?(?:deprecation )?warning(?: [(][a-z]+[)])?(?: (?:at|in) [^ ]+(?: [(][^)]*[)])?)?:$",
    re.I | re.A,
)
#: A failure, in any case.
_FAILURE_FORMS = re.compile(
    "|".join(
        (
            # `✕ deletes a file`, as jest and vitest print it
            "^[✕×] ",
            # Levels of a log: `ERR: x`, `[E] x`, `level=error`, `"severity":"CRITICAL"`, `[emerg]` of nginx; pino: `{"level":50,"time":1}`
            "^(?:err|crit|critical|emerg|emergency)(?::|]) [^0-9 ]|(?:^|[0-9z] |] )[^a-z0-9_ ](?:[a-z0-9_]*:)?(?:err|e|crit|critical|fatal|emerg|emergency|alert|panic|severe)] |(?:^|[ ,{])[^a-z0-9_ ]?(?:(?:log[.])?level|levelname|lvl|severity|severitytext)(?:=[^a-z0-9_ ]?|[^a-z0-9_ ]{2} ?[^a-z0-9_ ])(?:error|eror|err|fatal|critical|crit|panic|dpanic|emerg|emergency|alert|severe)(?:$|[^a-z0-9_])|[^a-z0-9_]level[^a-z0-9_ ]{2} ?[56]0,[^a-z0-9_ ]time",
            # syslog: `<2>Jan  5 10:00:00 web1 kernel: x`. The number modulo 8 is the level; 0 to 3 are errors.
            "^<[0-3]>[a-z]|^<(?:[0-389]|(?:1|5|9|13|17)[016789]|(?:2|6|10|14|18)[4567]|(?:3|7|11|15)[2345]|(?:4|8|12|16)[012389])>(?:1 [0-9]{4}-|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec) )",
            # git: `! [remote rejected] main -> main`, `CONFLICT (content): Merge conflict in a.c`, `remote: Repository not found.`
            "^! [^a-z0-9_](?:remote )?(?:rejected|failure)]|^conflict [(][^)]+[)]: |^you have unmerged paths|^both (?:modified|added): |^patch failed at |^remote: (?:gitlab: )?(?:invalid username or (?:password|token)|(?:repository |project )?not found|permission to [^ ]+ denied|write access to |(?:http basic: )?access denied|you are not allowed |pre-receive hook declined|support for password authentication was removed)",
            # GitHub and other services: `{"message":"Bad credentials"}`
            "[^a-z0-9_](?:message|error|detail)[^a-z0-9_ ]{2} ?[^a-z0-9_ ](?:bad credentials|requires authentication|not found|unauthorized|forbidden|access denied|validation failed|problems parsing json|internal server error|bad gateway|service unavailable|gateway timeout|method not allowed|too many requests|rate limit exceeded|resource not accessible by [a-z ]+)[.]?[^a-z0-9_ ]|[^a-z0-9_]documentation_url[^a-z0-9_ ]{2} ?[^a-z0-9_ ]https://docs[.]github[.]com/",
            # cmake, composer, sudo, docker, gpg, xcodebuild, the Test Anything Protocol, ansible, bun, kubectl, HTTP
            "^-- configuring incomplete, errors occurred|: stale (?:nfs )?file handle$|^terminate called after throwing |^undefined symbols for architecture |^the following packages have unmet dependencies|^job for [^ ]+ (?:failed|cancell?ed)|^[a-z0-9_./-]+: fatal: |^unhandled (?:exception|rejection|promise rejection)|^sudo: (?:a (?:terminal|password) is required|no tty present|[0-9]+ incorrect password)|is not in the sudoers file|^no matching (?:manifest|distribution) |^service [^ ]+ is not running$|^gpg: bad signature |^[*]{2} [a-z]+ (?:failed|interrupted|cancelled) [*]{2}|^your requirements could not be resolved|^bail out!|(?:^|[^a-z0-9_])(?:unreachable|failed)=[1-9]|^[1-9][0-9]* fail$|^the connection to the server [^ ]+ was refused|^the [a-z][a-z0-9.]* [^a-z0-9_ ][^ ]+ is invalid: |^http/[0-9.]+ [45][0-9][0-9](?:$|[^0-9])|^http (?:error )?[45][0-9][0-9]: [^0-9]|@ error/[a-z0-9]+[.]c/|: not in [a-z0-9]+ format$|^your [a-z0-9 ._-]+ version is [^ ]+, but |^no pages of output[.]$|^! (?:emergency stop|undefined control sequence|latex error: |package [a-z0-9]+ error: |i can't find file|missing [^ ]+ inserted)|^detected (?:[1-9][0-9]* )?(?:errors?|problems?) in [1-9]|^can't locate [^ ]+ in @inc |^stack traceback:$|: attempt to (?:index|call|compare|concatenate|perform arithmetic on) |^no version is set for |^[45][0-9][0-9] (?:bad request|unauthorized|forbidden|not found|conflict|unprocessable entity|too many requests|internal server error|bad gateway|service unavailable|gateway time-?out)(?:: |[.!]?$)",
            # pytest: `!!!! Interrupted: 1 error during collection !!!!`
            "^!+ (?:[a-z0-9_]+[.])*(?:keyboardinterrupt|interrupted: [^!]*|exit: [^!]*|stopping after [1-9][0-9]* failures?|session-timeout: [^!]*) !+$",
            # Counts of tests: `# cancelled 1` of node, `2 passed, 1 errored`, `Timed out: 1`, `1 did not run` of Playwright
            "^(?:#|[^ -~]) (?:fail|failed|failures|cancelled|canceled|errored|errors|timedout|timed out|aborted|broken) [1-9]|(?:^|[|,;(:] *)[1-9][0-9]* (?:(?:tests?|suites?|test suites?|test files?|specs?|scenarios?|steps?|jobs?|tasks?|checks?|cases?) )?(?:was |were )?(?:errored|cancelled|canceled|crashed|interrupted|timedout|timed out|aborted|broken|undefined|ambiguous)(?: (?:tests?|suites?|test suites?|test files?|specs?|scenarios?|steps?|jobs?|tasks?|checks?|cases?))?(?: in [0-9.]+ ?m?s)?(?:$|[.,;|)]| [(|])|(?:^|[,;|(] *)(?:tests? )?(?:errored|cancelled|canceled|crashed|timed ?out|aborted|broken|interrupted)(?: tests?)? *[:=|] *[1-9][0-9]*(?:$|[ ,.;|)])|^[1-9][0-9]* did not run$|(?:^|[,(] *)[1-9][0-9]* (?:uncaught exceptions?|unhandled (?:rejections?|errors?))(?:$|[ ,)])",
            # Results of tests: `***Timeout` and `2 - b (Not Run)` of ctest, `TIMEOUT` of bazel and cargo-nextest, `[PANICKED]` of Ginkgo
            "[*]{3}(?:timeout|exception(?:: [a-z]+)?|bad_command|not run) +[0-9.]+ sec|^[0-9]+ - [^ ]+ [(](?:timeout|not run|segfault|illegal|interrupt|numerical|other_fault|exception)[)]|^//[^ ]+ +(?:timeout|no status)(?: in |$)|^(?:timeout|sig[a-z]+|abort) +[^a-z0-9_ ] *[0-9.]+s] |^[^a-z0-9_]*[^a-z0-9_ ](?:timedout|interrupted|panicked|crashed)](?: |$)|^[+]+ timeout [+]+$",
            # Findings of go vet, flake8, actionlint, shellcheck, ld and black: `./a.go:6:2: undefined: foo`
            "^(?:vet: )?[a-z0-9_./-]+[.]go:[0-9]+:[0-9]+: [^ ]|^[a-z0-9_./-]+[.]pyi?:[0-9]+:[0-9]+: [a-z]{1,4}[0-9]{2,4} |^[a-z0-9_./-]+:[0-9]+:[0-9]+: [a-z][^:]* [^a-z0-9_ ][a-z][a-z0-9-]*]$|^[~^]-+ sc[0-9]{4} [(]|: (?:undefined reference to|multiple definition of) |^would reformat:? [^ ]|^[1-9][0-9]* files? would be reformatted|^[a-z0-9_./-]+[.][a-z]{1,6}:[0-9]+:[0-9]+: [^ ]|[.]proto:[0-9]+:[0-9]+:[a-z]|^[^ :]+:[0-9]+: [^ ]+ ==> [^ ]",
            # dash and busybox: `./x.sh: 3: foo: not found`; zsh: `zsh: killed  ./a`; make: `Makefile:3: *** missing separator.  Stop.`
            "^[a-z0-9_./-]+: [0-9]+: (?:[^:]+: (?:not found|permission denied|bad substitution)|(?:cannot (?:open|create)|syntax error)[^a-z0-9_])|^[a-z0-9_./-]*sh: [^:]+: not found$|^[a-z]*sh: (?:killed|terminated|bus error|segmentation fault|abort|illegal hardware instruction|trace trap)(?: |$)|^[^ :]+:[0-9]+: [*]{3} ",
            # The result of a step: `Step 2 ... NOT OK`
            "(?:[.][.]|[:=|>-]|–|—) *(?:not ok|not passed|timed out)[.!)| ]*$|^(?:not ok|timed out)[.!]*$",
        )
    ),
    re.I | re.A,
)
#: The same with its case.
_FAILURE_FORMS_CASED = re.compile(
    "|".join(
        (
            # `AssertionError: 1 != 2`, `java.lang.NullPointerException`, `** (ArgumentError) x` of Elixir
            "^(?:Uncaught |Unhandled [Ee]xception[.:] |Caused by: |[(]node:[0-9]+[)] |E +)?(?:[a-z_][A-Za-z0-9_]*[.])*(?:[A-Z][A-Za-z0-9_]*(?:Error|Exception|RejectionWarning)(?:: |$)|Exception: )|[(](?:[A-Z][A-Za-z0-9]*::)*[A-Z][A-Za-z0-9]*Error[)]$|(?:^|: )KeyboardInterrupt$|^[*]{2} [(](?:[A-Z][A-Za-z0-9_.]*|exit|throw)[)] |^[(](?:[A-Z][A-Za-z]*)?(?:Failed|Failure|NotFound|Denied|Exceeded|Unauthorized|Forbidden|Conflict|NotAllowed|NotSupported|Unavailable|Expired|Timeout)[)] |^[(]Invalid[A-Z][A-Za-z]*[)] ",
            # hadolint, markdownlint: `README.md:3 MD009/no-trailing-spaces x`
            "^[A-Za-z0-9_./-]*[A-Za-z][A-Za-z0-9_./-]*:[0-9]+(?::[0-9]+)?:? [A-Z]{1,5}[0-9]{2,5}[/: ]",
            # `10:00:01 CRITICAL x`, supervisord: `web  FATAL  Exited too quickly`, klog: `E0101 12:00:00.000000`
            "(?:^[^A-Za-z0-9_]?|[0-9]:[0-9]{2}(?:[.,][0-9]+)?(?:Z|[+-][0-9:]+)?]?(?:[ |-]|[^!-~ ])+(?:[a-z0-9_.]+ - |[^A-Za-z0-9_ ][a-z0-9_.-]+[^A-Za-z0-9_ ] )?[^A-Za-z0-9_ ]?)(?:CRITICAL|FATAL|SEVERE|EMERG|EMERGENCY|PANIC|DPANIC)(?:[:| ]|]| -|[^!-~ ])+[A-Za-z]|^[a-z0-9_:.-]+ {2,}(?:FATAL|BACKOFF) {2,}|^[a-z0-9_./-]+: (?:FATAL|PANIC|CRITICAL): |^[EF][0-9]{4} [0-9]{2}:[0-9]{2}:",
            # `tests: NG`
            "(?:^|(?:[.][.]|[:=|>-]|–|—) *)(?:NG|KO)[.!)| ]*$",
        )
    ),
    re.A,
)
#: A failure in the words of a sentence, in any case.
_FAILURE_PHRASES = re.compile(
    "|".join(
        (
            # `Process completed with exit code 1.`, `rc=1`, `Exited (1) 2 minutes ago`, `exited on signal 11`
            "(?:^|[^a-z0-9_])(?:exit ?code|exit_code|exit status|exit value|return code|(?:exit|exited|exits|completed|finished|failed|ended|terminated|returned|died|quit) with (?:exit |error |status )?(?:code|status)|exited with|returned (?:a )?non-?zero (?:exit )?(?:code|status)|rc)(?:[:=]| is| was|: exit status)? ?-?[1-9][0-9]{0,2}[.!)]*$|^[^a-z0-9_]*(?:exit ?code|exit status|rc) ?[:=] ?[1-9][0-9]{0,2}(?:[ ,.;)]|$)|(?:^|[^a-z0-9_])exited [(][1-9][0-9]*[)]|(?:exited on|killed by|terminated by|died (?:from|by|with)) signal|(?:^|[^a-z0-9_])sig(?:segv|abrt|bus|ill|fpe)(?:$|[^a-z0-9_])",
            # `did NOT complete successfully`, `2 tests did not pass`
            "(?:^|[^a-z0-9_])(?:did not|didn't) (?:complete|finish|succeed|pass|build|compile|deploy|converge)(?:$|[^a-z0-9_])|(?:^|[^a-z0-9_.])[1-9][0-9]* (?:[a-z]+ )?(?:not passed|timed out)(?:$|[^a-z0-9_])|(?:^|[^a-z0-9_])(?:was|were) not possible(?:$|[^a-z0-9_])|(?:^|[^a-z0-9_])something went wrong(?:$|[^a-z0-9_])|is not recognized as an internal or external command|^missing (?:required |mandatory )?(?:license header|environment variable|argument|parameter|option|input|field|flag|module|package|script|key|property)(?:: [^0-9]| [^a-z0-9_ ]| in: )|^[a-z0-9_.-]+: (?:[^:]+: )?[^:]+ (?:does not exist|is busy)[.]?$|(?:^|[^a-z0-9_])version [^ ]+ is not (?:yet )?installed(?:$|[^a-z0-9_])",
            # `coverage threshold for lines (80%) not met: 75%`
            "(?:thresholds?|coverage|quality gate|requirements?)(?: [^ ]+){0,6} not (?:met|reached)(?:$|[^a-z0-9_])",
            # `denied: requested access`, `Permission denied, please try again.`, `Upload rejected: quota exceeded`
            "^(?:unauthorized|denied|forbidden|access denied|permission denied)(?:: [^0-9]|[,.] |[.]?$| [(][^0-9])|: (?:unauthorized|forbidden|access denied|permission denied|authentication required|bad gateway|service unavailable|internal server error|too many requests)[.]?$|^(?:access|authentication|connection|deployment|login|push|release|request|submission|update|upload) (?:rejected|refused|denied): [^0-9]|(?:^|[^a-z0-9_])(?:access|authentication|connection|deployment|login|push|release|request|submission|update|upload) (?:was|has been) (?:rejected|refused|denied)(?:$|[^a-z0-9_])",
            # `Could not create b.ts`, at the head of a clause
            "(?:^[^a-z0-9_]*|[.:;,] +|] | - |(?:^|[.:;,] )(?:i|we|it) (?:was |were )?)(?:could not|couldn't|cannot|can not|can't|unable to) (?:access|acquire|allocate|apply|authenticate|bind|build|checkout|clone|compile|complete|connect|contact|continue|convert|copy|create|decode|delete|deploy|determine|download|encode|execute|export|extract|fetch|find|finish|generate|get|import|initialize|install|load|locate|lock|merge|move|open|parse|process|proceed|publish|pull|push|query|reach|read|remove|render|resolve|restore|retrieve|run|save|send|set|start|stat|stop|update|upload|validate|verify|write|be created|be found|be opened|be read|be resolved|be written)(?:$|[^a-z0-9_])|[a-z0-9_'/.-] (?:could not|couldn't) be (?:applied|authenticated|completed|created|deleted|downloaded|executed|fetched|found|generated|installed|loaded|located|opened|parsed|processed|pulled|pushed|reached|read|removed|resolved|saved|sent|started|stopped|updated|uploaded|verified|written)(?:$|[^a-z0-9_])|^(?:[^a-z0-9_ ]!] )?[a-z0-9_.-]+ (?:could not|couldn't) find (?:a|an|any|compatible) ",
            # `Request timed out`, `context deadline exceeded`
            "(?:^|[^a-z0-9_])timed out(?:$|[.!,;)]|: [^0-9]| (?:after|while|waiting))|(?:^|[^a-z0-9_])deadline exceeded(?:$|[^a-z0-9_ ])",
            # What the system or Go's libraries say at the end of a line, as strerror has it: `open a.yml: permission denied`, `connect ECONNREFUSED 10.0.0.5:80`
            "[^ ]: (?:argument list too long|operation not permitted|operation not supported|operation timed out|operation canceled|operation was canceled|no such file or directory|no such process|no such device|no such device or address|no such host|unknown host|interrupted system call|input/output error|i/o error|remote i/o error|exec format error|bad file descriptor|bad address|bad message|no child processes|resource temporarily unavailable|resource deadlock avoided|cannot allocate memory|permission denied|block device required|device or resource busy|resource busy|file does not exist|invalid cross-device link|cross-device link|not a directory|is a directory|directory not empty|invalid argument|too many open files(?: in system)?|inappropriate ioctl for device|text file busy|file too large|file name too long|no space left on device|no space left|illegal seek|read-only file system|too many links|too many levels of symbolic links|broken pipe|numerical result out of range|no locks available|function not implemented|protocol error|protocol not available|protocol not supported|value too large for defined data type|message too long|socket operation on non-socket|address family not supported by protocol|address already in use|(?:cannot|can't) assign requested address|network is down|network is unreachable|network dropped connection on reset|software caused connection abort|connection reset by peer|connection reset|connection refused|connection timed out|connection closed|no buffer space available|transport endpoint is (?:not|already) connected|cannot send after transport endpoint shutdown|host is down|no route to host|disk quota exceeded|no medium found|structure needs cleaning|key was rejected by service|name or service not known|temporary failure in name resolution|nodename nor servname provided, or not known|no address associated with hostname|executable file not found in [$%]path%?|context deadline exceeded|context canceled|i/o timeout|tls handshake timeout|gateway time-?out|server misbehaving|use of closed network connection|certificate signed by unknown authority|certificate has expired|unbound variable)(?: [(][^()]*[)])?[^a-z0-9_ ]{0,2}$|(?:mkdir|ln|open|symlink|link|rename|create|directory|file) [^ ]+: file (?:already )?exists$|: eof$|[:.] [45][0-9]{2} (?:bad request|unauthorized|forbidden|not found|method not allowed|request time-?out|conflict|gone|too many requests|internal server error|bad gateway|service unavailable|gateway time-?out)[.]?$|(?:^|: )(?:checksum|hash sum|digest|hash) mismatch(?:$|[: ])|(?:(?:get|post|put|patch|delete|head) [^ ]+ [-=]>|(?:^|[^a-z0-9_])(?:status|status code|http)[:=]?) ?50[0-9](?: (?:internal server error|not implemented|bad gateway|service unavailable|gateway time-?out))?[.]?$|(?:^|: )unknown (?:command|subcommand|option|flag|shorthand flag)(?:$|[: ])|(?:^|: )no such (?:command|container|image|network|option|package|service|table|target|task|volume)(?:$|[^a-z0-9_])|(?:^|[ :(])(?:enoent|eacces|eperm|eexist|econnrefused|econnreset|econnaborted|etimedout|enotfound|enospc|epipe|eaddrinuse|emfile|eisdir|enotdir|enotempty|erofs|ebusy|einval|ehostunreach|enetunreach|eai_again)(?:: |$)|(?:connect|getaddrinfo|listen|bind|spawn) (?:[^ ]+ )?(?:enoent|eacces|eperm|eexist|econnrefused|econnreset|econnaborted|etimedout|enotfound|enospc|epipe|eaddrinuse|emfile|eisdir|enotdir|enotempty|erofs|ebusy|einval|ehostunreach|enetunreach|eai_again)(?:$|[ :])|(?:^|[: (])[^a-z0-9_ ]errno -?[1-9][0-9]*]|(?:^|[: ])x509: (?:certificate|cannot|failed|invalid|malformed|unhandled) |: tls: [a-z]",
            # Kubernetes, docker, CloudFormation: `CrashLoopBackOff`, `a-1  0/1  Evicted  0  1m`, `(unhealthy)`, `ROLLBACK_COMPLETE`
            "(?:^|[^a-z0-9_])(?:imagepullbackoff|crashloopbackoff|errimagepull|errimageneverpull|invalidimagename|createcontainerconfigerror|createcontainererror|runcontainererror|containercannotrun|containerstatusunknown|backofflimitexceeded|oomkilled)(?:$|[^a-z0-9_])| [0-9]+/[0-9]+ +(?:init:)?(?:error|evicted|unknown|deadlineexceeded) +[0-9]|(?:reason|status|state) ?[:=] ?[^a-z0-9_ ]?evicted|^0/[1-9][0-9]* nodes are available|[(]unhealthy[)]|is unhealthy(?:$|[^a-z0-9_])|[:=|] ?unhealthy[^a-z0-9_]*$|(?:^|[^a-z0-9_])(?:[a-z]+_)*(?:rollback_(?:complete|in_progress|failed)|(?:create|update|delete|import)_failed)(?:$|[^a-z0-9_])",
            # `Cancelled by user`, `Aborting.`, `Out of memory`, `Apply cancelled.`
            "^[^a-z0-9_]*(?:(?:the )?(?:operation|build|job|run|script|process|command|task|request|deployment|deploy|installation|workflow|pipeline|execution|apply|destroy|plan|upload|download|push|release|merge|rebase|update|upgrade|install|transaction|checkout|import|export|backup|restore|sync|query|tests?|test run) (?:was |has been )?)?(?:interrupted|cancelled|canceled|aborted)(?: by (?:the )?[a-z]+)?[.!]*$|(?:^|[.,;:] | - )aborting(?:$|[.!,;])|(?:^|[:;(] ?|] ?)out of memory(?:$|[^a-z0-9_])|unexpected (?:end of (?:file|input|stream|data)|eof)|could not connect to server|unable to resolve host|(?:closed|ended|exited|quit|terminated|crashed|disconnected|stopped)(?: the connection)? (?:abnormally|unexpectedly)(?:$|[^a-z0-9_])|^connection (?:closed|reset|lost|dropped|timed out) by (?:[0-9]|peer|remote host|foreign host|server|invalid user)|(?:^|: )(?:build|run|job|pipeline|deployment) stopped: |(?:^|[^a-z0-9_])interrupted by (?:the )?(?:user|signal)(?:$|[^a-z0-9_])",
        )
    ),
    re.I | re.A,
)
#: No word of failure in such a line reports one, unless a number counts it.
_HEALTHY = re.compile(
    "|".join(
        (
            # `✓ returns error when missing (2 ms)`, `ok 1 - error is reported`
            "^[✓✔✅√] |^ok (?:[0-9]|- )|^# subtest: |^--- pass: |^[^a-z0-9_ ] *(?:run|ok) *] |[.]{3} ?(?:ok|ignored)(?: [(][^()]*[)])?$|^[a-z0-9_./-]+::[^ ]+ passed(?: |$)|^[^ :]+ > [^:]+ passed$|[.]{3} *passed +[0-9.]+ sec$|^[0-9]+/[0-9]+ [^|]* (?:ok|skip|expectedfail) +[0-9.]+ ?s$",
            # `Compiling quick-error v2.0.1`, `+ failures==0.1`
            "^[^a-z_]*(?:compiling|checking|downloading|downloaded|installing|installed|successfully installed|adding|added|updating|updated|fetching|fetched|unpacking|building|collecting|requirement already satisfied:|using cached|locking|removing|setting up|preparing|upgrading) +[a-z0-9_@/.-]+[ @=v(-]{1,3}[0-9]+[.][0-9]|^[+~-] [a-z0-9_.-]+==[0-9]",
            # `| Failed | Passed |`
            "^[|│](?:[ *]*(?:suite|suites|test|tests|file|files|package|module|name|total|skipped|pending|executed|passed|pass|succeeded|ok|failed|failing|failure|failures|errors|warnings|time|duration)[ *]*[|│])*[ *]*(?:passed|pass|succeeded|skipped|total)[ *]*[|│](?:[ *]*(?:suite|suites|test|tests|file|files|package|module|name|total|skipped|pending|executed|passed|pass|succeeded|ok|failed|failing|failure|failures|errors|warnings|time|duration)[ *]*[|│])*$",
            # `mean absolute error: 0.12`
            "(?:^|[^a-z0-9_])(?:mean|absolute|squared|square|standard|relative|percentage|rms|quantization|rounding|approximation|reconstruction|prediction) error(?:[:=,.)]| is | was | of | [(]|$)|(?:^|[^a-z0-9_])(?:training|validation|test|total|max|maximum|final|average|median) error *[:=] *[0-9]+[.][0-9]+(?:e-?[0-9]+)?%?$",
            # `Failed: -`, `Error: N/A`, `failed: []`
            "(?:^|[^a-z0-9_])(?:failed|failing|failures?|fails?|errors?)(?: [a-z]+)? *[:=|] *(?:0 [(]0[.0]*%[)]|-+|–|—|n/a|not applicable|[^a-z0-9_ ]]|[{][}]|✓|✔|✅) *$",
            # `set log level to ERROR`, `--log-level=error`
            "log(?:ging)?[ _-]?level ?[=:]? ?(?:(?:is|was|set|to|now|changed|at) ){0,3}[^a-z0-9_ ]?(?:error|failure|critical|fatal|alert|emerg|panic)(?:$|[^a-z0-9_:])|(?:^| )--?[a-z-]+=(?:error|errors|failure)(?:$|[ ,])",
            # `warning: failed to load cache`, `npm warn cleanup Failed to remove`
            "^(?:[^a-z]|[0-9]t[0-9]|[0-9]z)*(?:npm |[a-z][a-z0-9_.]* - |[a-z][a-z0-9_./-]*:[0-9]+(?::[0-9]+)?: )?(?:warning|warn)(?:[:)]|]| )|(?:^| )level=[^a-z0-9_]?warn|^(?:[a-z]*tex|(?:package|class) [^ ]+|(?:[a-z]+ )?deprecation|runtime|security|compiler|linker|php|ruby) warning: ",
            # `Implemented retry for failed uploads`, `Wrote error report to a.log`, `The error report was written to a.log`
            "^[^a-z0-9_]*(?:implemented|added|wrote|written|created|updated|documented|introduced|improved|refactored|renamed|generated|saved|logged|configured|enabled|tested|covered|extended|moved|exported)(?: [a-z0-9_'./-]+){0,6} (?:failed|failing|failure|failures|error|errors) (?:attempts|builds|cases|conditions|deliveries|downloads|events|files|jobs|logins|messages|notifications|output|pages|payments|report|reports|requests|responses|runs|states|summary|tasks|tests|uploads)(?:$|[^a-z0-9_])|(?:^|[^a-z0-9_])(?:error|failure) (?:report|log|summary|file|page|list)s? (?:was |were |is |has been |have been )?(?:written|saved|generated|created|exported|uploaded|stored|sent)(?:$|[^a-z0-9_])",
            # `[main 1a2b3c] Fix crash: error when empty`
            "^[^a-z0-9_ ][a-z0-9_/.#-]+(?: [(]root-commit[)])? [0-9a-f]{6,40}] |^head is now at [0-9a-f]{6,40} |^[*|/ ]*[0-9a-f]{7,40} (?:[(][^)]*[)] )?(?:fix|add|allow|avoid|bump|check|clean|do not|don't|drop|ensure|handle|implement|improve|introduce|log|make|merge|move|name|print|prevent|raise|read|refactor|reject|remove|rename|replace|report|return|revert|say|show|simplify|skip|support|update|use|write|feat|chore|docs|test|perf|style|build|ci)",
            # `Switched to branch 'fix-error'`, `* fix/error`
            "^switched to (?:a new )?branch |^already on [^a-z0-9_ ]|^on branch [^ ]+$|^your branch is |^deleted (?:remote-tracking )?branch |^branch [^a-z0-9_ ]|^merge (?:branch|pull request|tag|remote-tracking branch) |^[*+] [^ :]+$|^(?:[*+=-] )?[^a-z0-9_ ]new (?:branch|tag)] |^[*] (?:branch|tag) +[^ ]+ +-> |^[+*]? ?[0-9a-f]{7,40}[.]{2,3}[0-9a-f]{7,40} ",
            # `-- Could NOT find Doxygen (missing: DOXYGEN_EXECUTABLE)` of cmake
            "^-- (?:could not find|looking for|check for|checking for) |^-- [a-z_]+[(][^()]*[)]$",
            # Lines of code below a warning of rustc: `2 |     let error = 1;`; what the Go compiler says of its optimizations
            "^[0-9]+ +[|] {3,}[^|]*$|^[0-9]+ +[|] [^|]*[;{(,]$|[.]go:[0-9]+:[0-9]+: (?:can inline|inlining call|moved to heap|leaking param|[^:]* does not escape|[^:]* escapes to heap)|^[a-z0-9_./-]+:[0-9]+:[0-9]+: (?:note|info|remark|hint|help|style|debug): ",
            # `No results with a severity of 'error' found!`
            "^[^a-z0-9_]*no (?:results|findings|problems|issues|messages|entries|lines|diagnostics|matches|occurrences|records|violations)(?: [a-z'-]+){1,6} (?:found|detected|reported)[.!]*$",
            # `SUCCESS (after 2 failed attempts)`
            "(?:succeeded|success|passed|ok|completed|connected|done|finished|recovered)(?: [^ .;:]+){0,4} [(]?after (?:[0-9]+|a|one|two|three|several|some) (?:failed|unsuccessful) (?:attempts?|tries|try|retries|retry)(?:$|[^a-z0-9_])",
            # `SUCCESS: reproduced the error`
            "^[^a-z0-9_]*success: (?:[a-z0-9_./-]+ )*(?:errors?|failures?)(?: [a-z0-9_./-]+)*[.!]?$",
        )
    ),
    re.I | re.A,
)
#: The same with its case: `time="10:00:00" level=info msg="no error"`, `[INFO] no error`. Words in capitals (`[INFO] BUILD FAILURE`, `[INFO] Error: x`) still count.
_HEALTHY_CASED = re.compile(
    "^(?:[^A-Za-z]|[0-9]T[0-9]|[0-9]Z)*(?:[a-z][A-Za-z0-9_.]* - |[^A-Za-z0-9_ ][a-z][A-Za-z0-9_.-]*[^A-Za-z0-9_ ] )?(?:(?:INFO|DEBUG|TRACE|NOTICE|VERBOSE)(?:[:| ]|]| -)|(?:info|debug|trace|notice|verbose)(?::|]) |npm (?:info|verb|notice) )(?:[^AEF]|A[^Bb]|E[^Rr]|F[^Aa])*[AEF]?$|(?:^|[ ,{])[^A-Za-z0-9_]?(?:level|severity)(?:=[^A-Za-z0-9_]?|[^A-Za-z0-9_]{2} ?[^A-Za-z0-9_])(?:info|INFO|debug|DEBUG|trace|TRACE|notice|NOTICE)(?:$|[^A-Za-z0-9_](?:[^AEF]|A[^B]|E[^R]|F[^A])*[AEF]?$)",
    re.A,
)
#: A failure, also in a warning: `[warn] Code style issues found in the above file.`
_FAILURES_IN_WARNINGS = re.compile(
    "code style issues (?:were )?found in |(?:^|[^a-z0-9_])(?:leaks|vulnerabilities|violations|offenses|misspellings|typos) (?:found|detected): [1-9]|(?:^|[^a-z0-9_])found [1-9][0-9]* (?:known |security |lint )?(?:vulnerability|vulnerabilities|violations?|offenses?|leaks?|misspellings?|typos?)(?: in |[.,!]|$)",
    re.I | re.A,
)
#: The branch that git is on, in its list: `* main`. Indented names in that list, such as `  error`, are branches.
_CURRENT_BRANCH = re.compile("^[*] (?:[^ :]+|[(][^()]+[)])$")
#: No word of failure in such a line reports one, whatever counts it. `Found 3 errors (3 fixed, 0 remaining).`, `1 chart(s) linted, 0 chart(s) failed`
_SETTLED_LINES = re.compile(
    "^found [0-9]+ errors? [(][0-9]+ fixed, 0 remaining[)][.]?$|^[1-9][0-9]* [a-z]+(?:[(]s[)])? [a-z]+, 0 [a-z]+(?:[(]s[)])? failed[.]?$|^==[0-9]+== error summary: 0 errors ",
    re.I | re.A,
)
#: A success, in any case.
_SUCCESS_FORMS = re.compile(
    "|".join(
        (
            # node's `# pass 5`, bun's `12 pass`, ansible, eslint
            "^(?:#|[^ -~]) pass [1-9]|^[1-9][0-9]* pass$|(?:^| )ok=[1-9][0-9]* +changed=[0-9]+ +unreachable=0 +failed=0(?:$| )|^[^a-z0-9_]*no (?:problems|issues|errors|vulnerabilities|offenses|violations)(?: were)? (?:found|detected|identified|reported)[.!]*(?: [(][^()]*[)])?$|(?:^|[,;] )found no (?:problems|issues|errors|vulnerabilities|offenses|violations)[.!]*$|^passed checks: [1-9][0-9]*, failed checks: 0(?:,|$)|^0 failures, 0 errors[.]?$|(?:^|] |[ap]m - )found 0 (?:vulnerabilities|errors|issues|problems|warnings)(?:$|[^a-z0-9_])|^0 (?:issues?|problems?|offenses?|violations?|vulnerabilities)(?:[(]s[)])?(?: found| detected| reported)?[.!]*$|^status: deployed$|^passed: 0 failure[(]s[)]|(?:^|] )tests run: [1-9][0-9]*, failures: 0, errors: 0(?:,|$)|^no syntax errors detected in |^no errors detected in |^no security vulnerability advisories found|^executed [0-9]+ out of [0-9]+ tests?: [1-9][0-9]* tests? pass(?:es)?[.]$",
            # What cmake, docker, bazel, yarn, tox, cargo, npm, uv and systemctl print at the end
            "^-- build files have been written to: |^#[0-9]+ done [0-9.]+s$|^[^a-z0-9_ ][+]] building [0-9.]+s [(][0-9]+/[0-9]+[)] finished(?: |$)|^//[^ ]+ +(?:[(]cached[)] +)?passed(?: in [0-9.]+s)?$|^(?:lerna )?success (?:saved|installed|uninstalled|published|built|created|added|removed|uploaded|deployed|no vulnerable )|^congratulations :[)]|^published [^ ]+ v[0-9]|^(?:installed|uninstalled|audited|added|removed|changed) [1-9][0-9]* packages?(?:,(?: and)? [a-z]+ [0-9]+ packages?)* in [0-9.]+m?s$|^up to date(?:, audited [0-9]+ packages?)? in [0-9.]+m?s$|^active: active [(]|: success: no issues found|^(?:[^a-z]*info[^a-z]*)?(?:documentation|docs|site|book|image|project|bundle|app|package|pages) built in [0-9.]+ ?(?:ms|s|seconds)[.]?$",
            # `Found 3 errors (3 fixed, 0 remaining).`, `1 chart(s) linted, 0 chart(s) failed`
            "^found [0-9]+ errors? [(][0-9]+ fixed, 0 remaining[)][.]?$|^[1-9][0-9]* [a-z]+(?:[(]s[)])? [a-z]+, 0 [a-z]+(?:[(]s[)])? failed[.]?$|^==[0-9]+== error summary: 0 errors ",
        )
    ),
    re.I | re.A,
)
#: A success in the words of a sentence, in any case.
_SUCCESS_PHRASES = re.compile(
    "|".join(
        (
            # `Verification passed: 12/12`, `Process finished with exit code 0`
            "[a-z] passed: [1-9][0-9]*/[0-9]+[.)]*$|(?:^|[^a-z0-9_])(?:exited|exit|finished|completed|ended|terminated|returned)(?: with)?(?: exit)? (?:code|status)[ :=]*0[.!]*$",
        )
    ),
    re.I | re.A,
)
#: They leave a success or a failure of FAILURE_PHRASES and SUCCESS_PHRASES open.
_OPEN_PHRASES = re.compile(
    "|".join(
        (
            # `if the build did not complete`, `could not open cache, using defaults`
            "(?:^|[^a-z0-9_])(?:if|unless|when|whenever|until|should|would|may|might|handle|handles|handled|returns?|prints?|says|means|fixed|fixes|resolved|avoids?|prevents?|e[.]g[.]|how to|previously|earlier|allowed|ignored|expected (?:exit|status|return)|expects?|as expected|as intended)(?:$|[^a-z0-9_])|^[^a-z0-9_]*(?:note|hint|tip|fix|expected)(?:$|[^a-z0-9_])|[,;(-] ?(?:but |so )?(?:skipping|using|retrying|rebuilding|continuing|falling back|ignoring|creating|downloading|building|trying|will retry)(?:$|[^a-z0-9_])|(?:^|[^a-z0-9_./-])example(?:$|[ :,;])|(?:^|[^a-z0-9_])no (?:pods?|containers?|jobs?|replicas?|nodes?|services?) |^[^.!:;]*[?]$|(?:^|[^a-z0-9_])(?:0|no|zero|none|nothing)(?: of)?(?: the)?(?: [a-z]+)? (?:did not|didn't|was not|were not|not passed|timed out)(?:$|[^a-z0-9_])",
        )
    ),
    re.I | re.A,
)
#: A word of success in such a line states none.
_NO_SUCCESS = re.compile(
    "|".join(
        (
            # `missing SUCCESS`, `SUCCESS flag is unset`, `far from SUCCESS`, `SUCCESS (skipped)`
            "(?:^|[^a-z0-9_])(?:missing|lacks|lacking|hardly|far from|short of|instead of|rather than|nowhere near|no longer|anything but)(?: (?:a|an|any|the|real|complete))* success(?:$|[^a-z0-9_])|(?:^|[^a-z0-9_])success(?: (?:flag|marker|value|state|status|message))* (?:(?:is|was|remains|still) )?(?:unset|absent|empty|missing|undefined|not set)(?:$|[^a-z0-9_])|(?:^|[^a-z0-9_])success *[^a-z0-9_ ](?:skip|skipped|not run|no-op|noop|disabled|ignored)[^a-z0-9_]*$",
            # `const SUCCESS = 1`
            "(?:^|[^a-z0-9_])(?:const|let|var|final|static|define|export|readonly|declare)(?: [a-z0-9_<>]+){0,3} success(?: *=|[ ;]*$| [0-9])",
            # `Are you done`
            "^[^a-z0-9_]*(?:are|is|was|were|do|did|does|have|has|can|could|will|would|should) (?:you|it|we|they|this|that|the|there|all)(?: [^ .!:]+)*$",
        )
    ),
    re.I | re.A,
)
#: A share of a whole: `Successfully processed 0 of 12 records`, `Verification passed: 3/12`.
_PROCESSED = re.compile(
    _EDGE_OF_WORD
    + "(?:success|successful|successfully|succeeded|passed)((?::? +[A-Za-z]+){0,2}):? +([0-9]+)"
    + r"(?: out of | of |/)([0-9]+)(?![A-Za-z0-9_/]|\.[0-9])",
    re.I | re.A,
)
_PART_OF = re.compile(
    " (?:part|step|page|chunk|batch|phase|stage|attempt|item|file|volume|try|retry|test|shard|round)\\Z",
    re.I | re.A,
)


def _is_share(line: str) -> bool:
    return any(
        not _PART_OF.search(found.group(1)) and _is_part(found.group(2), found.group(3))
        for found in _PROCESSED.finditer(line)
    )


def _is_healthy(line: str) -> bool:
    """Whether words of failure in a line report none, unless a number counts them."""
    return bool(_HEALTHY.search(line) or _HEALTHY_CASED.search(line))


def _fails_by_form(line: str, spoken: str) -> bool:
    """Whether the form of a line says that it failed: `KeyError: 'a'`, `Could not create b.ts`."""
    fails = (
        _FAILURE_FORMS.search(spoken)
        or _FAILURE_FORMS_CASED.search(spoken)
        or (_FAILURE_PHRASES.search(spoken) and not _OPEN_PHRASES.search(spoken))
    )
    return bool(
        _FAILURES_IN_WARNINGS.search(spoken) or (fails and not _is_healthy(line))
    )


def _labelled_body(line: str) -> str:
    """A line without the tags before its first word."""
    return line[_skip(_BEFORE_WORD, line, _skip(_BEFORE_BODY, line, 0)) :]


def _reports_failure(line: str) -> bool:
    """Whether a line says `failure: text` or `Result: FAIL`."""
    if "fail" not in line.lower() or _OF_OTHER.search(line):
        return False
    body = _labelled_body(line)
    label = _FAILURE_LABEL.match(body)
    rest = body[label.end() :] if label else ""
    return bool(
        (label and not _NO_FAILURE.match(rest) and not _counts_failures(rest))
        or _FAILED_OUTCOME.match(body)
    )


def _is_failing(line: str) -> bool:
    """Whether a line reports a failure that may be another program's: `[INFO] BUILD FAILURE`."""
    lower = line.lower()
    if "fail" not in lower and "errors" not in lower:
        return False
    return any(words.search(line) for words in _FAILING) or any(
        found.group(1) is None for found in _FAILURE_COUNT.finditer(line)
    )


#: What a whole line says of the words in it: that nothing was made, or what went wrong.
_CROSSES = ("✗", "❌", "✘", "✖")
_FAILS = re.compile(r"(?:[✗❌✘✖]|\[?fail|\[error|error(?! report))", re.I | re.A)
_NOT_DONE = re.compile(r"dry[ _-]run|already exist|\(simulated\)", re.I | re.A)
_FIRST_VERB = re.compile(
    _EDGE_OF_WORD
    + "(?:created|modified|updated|saved|generated|wrote|written)(?![A-Za-z0-9_])",
    re.I | re.A,
)
_DENIAL = re.compile(
    "(?:^|[^A-Za-z0-9'])(?:not|never|no|nothing|would|will|should|could|cannot|can't|failed|unable|wasn't|if)"
    "(?:[^A-Za-z0-9']|\\Z)",
    re.I | re.A,
)
_OF_ANOTHER = re.compile(
    "-\\Z|min|max|required|threshold|target|"
    + _EDGE_OF_WORD
    + "(?:checkpoint|previous|before|baseline|example|expected|earlier|last)(?![A-Za-z0-9_])",
    re.I | re.A,
)
_BEFORE_BODY = re.compile(r"(?:\[[^\]]{0,200}\]|[^A-Za-z0-9/._`'\"~$<{])*")

_ERROR_BY_WORDS = re.compile("(?:[A-Za-z]+ ){0,2}error:", re.I | re.A)


def _makes_nothing(line: str) -> bool:
    """Whether a line says that nothing was made: `Not created: a.ts`, `[DRY RUN] Created: a.ts`."""
    if _FAILS.match(line) or _NOT_DONE.search(line):
        return True
    verb = _FIRST_VERB.search(line)
    return bool(verb and _DENIAL.search(line[: verb.start()]))


#: `failed: 3`, `Missing files: 2`: a line that counts what failed. `Port already in use: 8080` names one failure.
_SUMMARY = re.compile(
    r"(?!(?:cannot|could|no|not|too|unable) )(?:[a-z_-]+ ){0,2}"
    r"(?:broken|count|error|fail|failed|failing|found|invalid|missing|skipped|total|[a-z_-]+[a-hj-rtv-z]s)"
    r" *:[0-9 ]*[0-9]\Z"
    r"|[a-z _-]+: *[0-9]+(?:(?:[,;]| [|/]) [a-z _-]+: *[0-9]+)+\Z",
    re.I | re.A,
)


def _fails_with_number(line: str) -> bool:
    """Whether the number at the end of a line belongs to what failed: `✗ Port already in use: 8080`."""
    return (
        re.search(":[0-9 ]*[0-9]\\Z", line) is not None and _stated_failure(line) != ""
    )


def _counts_failures(rest: str) -> bool:
    """Whether what follows `FAILED` is a count: `: 3`, ` tests: 3`. `: upload of x: 3` names what failed."""
    count = "(?:[ :]*|(?: [A-Za-z]+){1,2} ?: ?)[0-9]+ *"
    return re.fullmatch(count, rest) is not None


def _says_error(head: str, body: str) -> bool:
    """Whether a line begins with `ERROR text` in capitals, and is no heading."""
    return bool(
        re.match("(?:ERROR|FATAL) +[^ ]+ +[^ ]", body)
        and re.search("[a-z]", body[6:])
        and not any(
            head.startswith(rule) and head.endswith(rule) for rule in ("==", "--", "##")
        )
    )


def _stated_failure(line: str) -> str:
    """The message of a line that begins with a failure sign, the tag `[ERROR]`, or `ERROR text`, perhaps after other tags."""
    head = line
    while head.startswith("[") and "] " in head:
        tag, _, rest = head[1:].partition("] ")
        if re.fullmatch("error", tag, re.I | re.A):
            break
        head = rest
    body = line[_skip(_BEFORE_BODY, line, 0) :]
    is_tagged = head.startswith(_CROSSES) or re.match(r"\[error\]", head, re.I | re.A)
    if not is_tagged and not _says_error(head, body):
        return ""
    # `error: x` and `Build error: x` are handled with their words, and `✗ failed: 3` is a
    # summary.
    if _ERROR_BY_WORDS.match(body) or _SUMMARY.match(body):
        return ""
    return body.strip()


def _without_marks(line: str) -> str:
    """A line without its bullet, marks and tags, unless nothing else is in it."""
    return line[_skip(_BEFORE_BODY, line, 0) :] or line


#: Words of failure, and what says that they report none: `0 tests failed`, `Failed: none`, `src/FAILED.md`.
_FAULTS = "failed|failure|failures|fail|fails|failing|error|errors|abort|aborted|unsuccessful|unsuccessfully"
#: Behind such a subject, they say something of it.
_ABOUT = "enabled|disabled|configured|added|updated|improved|installed|initialized|implemented|active|on|off|ok|is|was|are|were|in|for|of|below|above|under|within|at|over|written|saved|works|tests|and|with|to|has|have|deployed|created|generated|fixed|ready|shown|cleared|loaded"
#: Before a word of failure, perhaps with words between: they say that it is past.
_SETTLING = "fixed|resolved|repaired|corrected|handled|ignored|suppressed|retried|reran|removed|cleaned|cleared|skipped|recovered|prevented|avoided|deleted|expected|known|earlier|prior|intentional"
_TO_SETTLE = "fixes|fixing|resolves|resolving|ignores|ignoring|retries|retrying|reruns|rerunning|removes|removing|skips|skipping|prevents|avoids|catches|handles"
_SETTLED_INNER = "up|from|the|a|an|all|any|of|this|that|every|each|old|single|last|first|previous|previously|one|two|three"
#: What an option does on an error: `--fail-on error`, `retry on error`.
_REACTIONS = "continue|continues|stop|stops|fail|fails|abort|aborts|exit|exits|retry|retries|retrying|halt|break|bail|quit|notify|alert|warn|rollback|back|skip|raise|throw|die|resume|ignore|act|run|runs|trigger|called"
_CASES = "if|when|whenever|unless|until|upon"
#: Directly behind a word of failure, they say that the run went on.
_WENT_ON = "retrying|ignored|ignoring|continuing"
#: Behind `error`, at the end of a clause, they name a subject.
_SUBJECTS = "handling|handler|handlers|reporting|recovery|messages|logging|logs|log|tracking|correction|detection|boundary|boundaries|page|pages|policy|checking|monitoring|codes|paths|rate|rates|ratio|margin|budget|tolerance|percentage"
_CROSS_BEFORE = (
    "(?:[✗❌✘✖][ \t]*[0-9]+[ \t]+problems?[ \t]*\\(|[✗❌✘✖][^A-Za-z0-9_✗❌✘✖]{0,8})"
)
_ENDS = "(?:\\.[ \t]|\\.?[\"'*` \t]*(?:\\Z|[^A-Za-z0-9_\"'*` \t(.:%/=+-]))"
_ZERO_OF = (
    "0+(?:\\.0+)?%?(?=(?:[ \t]*/[ \t]*[0-9]+|[ \t]+(?:out[ \t]+)?of[ \t]+[0-9]+)?"
    f"(?:[ \t]+(?:{_COUNTED_THINGS})(?![A-Za-z0-9_]))?(?:{_ENDS}|\\.?[\"'*` \t]*(?:\\([0-9]|[A-Za-z_]+[ \t]*[:=]|"
    "(?:skipped|ignored|pending|total|todo|warnings|errors|cancelled|flaky)(?![A-Za-z0-9_]))))"
)
_COUNT_LABEL = "[\"'*` \t]*[:=|│(\\]][\"'*` \t]*"
_HARMLESS = tuple(
    re.compile(rule, re.I | re.A)
    for rule in (
        f"(^|[^A-Za-z0-9_]|{_CROSS_BEFORE})((?:{_FAULTS})(?:[ \t]+(?:{_COUNTED_THINGS})){{0,2}}"
        f"(?:(?:{_COUNT_LABEL}|[ \t]+){_ZERO_OF}|{_COUNT_LABEL}(?:none|nothing|no|null|nil|false|zero)(?={_ENDS})))",
        f"(^|[^A-Za-z0-9_./=:]|{_CROSS_BEFORE})((?:0|no|zero|none|nothing|not|never)(?:[ \t]*/[ \t]*[0-9]+)?(?:[ \t]+(?:of[ \t]+(?:the[ \t]+)?[0-9]+|"
        f"out|of|the|these|any|a|an|single|been|has|have|had|was|were|is|are|did|yet|{_COUNTED_THINGS})){{0,5}}"
        f"[ \t]+(?:{_FAULTS}))(?![A-Za-z0-9_-])",
        f"()([✗❌✘✖][ \t:]{{0,8}}{_ZERO_OF})",
        # `Attempt 1 failed, retrying in 2s`, `Fix error handling`, `-- Performing Test HAVE_X - Failed`
        f"(^|[^A-Za-z0-9_✗❌✘✖])((?:{_FAULTS})(?:[ \t]+[0-9]+)?[,;(. \t-]+(?:{_WENT_ON}))(?![A-Za-z0-9_])",
        f"(^|[^A-Za-z0-9_✗❌✘✖])(errors?|failures?)(?=[ \t]+(?:{_SUBJECTS})(?![A-Za-z0-9_])(?:[ \t]*(?:\\Z|[.,;)|:=])|[ \t]+(?:{_ABOUT})(?![A-Za-z0-9_])))",
        f"((?:^|[^A-Za-z0-9_✗❌✘✖])(?:(?:{_SETTLING})(?:[ \t]+(?:{_SETTLED_INNER}|[0-9]+|{_COUNTED_THINGS})){{0,4}}|(?:{_TO_SETTLE})(?:[ \t]+(?:{_SETTLED_INNER}|[0-9]+|{_COUNTED_THINGS})){{1,4}})[ \t]+)({_FAULTS})(?![A-Za-z0-9_-])",
        f"((?:^|[^A-Za-z0-9_✗❌✘✖])(?:{_TO_SETTLE})[ \t]+)(errors?|failures?)(?![A-Za-z0-9_-])",
        f"((?:^|[^A-Za-z0-9_✗❌✘✖])(?:(?:{_REACTIONS})[ -]on[ -]|(?:{_CASES}|case of)[ \t]+)(?:(?:any|first|every|each|an|the|a|some|it|there is)[ \t-]){{0,2}})({_FAULTS})(?![A-Za-z0-9_-])",
        f"^([^A-Za-z0-9_✗❌✘✖]*on[ \t]+(?:(?:any|first|every|each|an|the|a|some|it|there is)[ \t]){{0,2}})({_FAULTS})(?![A-Za-z0-9_-])",
        "(^|[^A-Za-z0-9_✗❌✘✖])(fails?|aborts?)(?=[ -]on[ -](?:(?:any|first|every|each|an|the|a|some|it|there is)[ \t-]){0,2}_)",
        f"(^|[^A-Za-z0-9_✗❌✘✖])({_FAULTS})(?=-(?:[a-z]|[0-9]+\\.[0-9]))",
        f"\\A(-- Performing Test (?:.* )?- )({_FAULTS})\\Z",
    )
)
_NAMED = re.compile(
    "(^|[^A-Za-z0-9_])(FAILED|FAILURE|FAIL|ERROR|ABORT|ABORTED|SUCCESS|SUCCESSFUL|SUCCESSFULLY|SUCCEEDED|Failed|Failure|Failures|Error|Errors)"
    r"(?=(?:[./-][A-Za-z0-9_]+){0,4}\.[a-z][a-z0-9]{0,4}(?![A-Za-z0-9_/]|\.[A-Za-z0-9_]))"
)
_QUALIFIED = re.compile("(^|[^A-Za-z0-9_:])([A-Za-z0-9_]+(?:::[A-Za-z0-9_]+)+)")
_FAULT_WORD = re.compile(f"({_EDGE_OF_WORD})({_FAULTS})(?![A-Za-z0-9_])", re.I | re.A)
#: `2 failed`, but not `2 failed attempts`.
_COUNT_BEFORE = re.compile("(?:^|[^A-Za-z0-9_.:/=])[1-9][0-9]{0,9}[ \t]{1,4}\\Z")
_TRIES_BEHIND = re.compile(
    "[ \t]+(?:attempt|attempts|tries|try|retries|retry)(?![A-Za-z0-9_])", re.I | re.A
)
_HEADED = re.compile(
    f"({_EDGE_OF_WORD}(?:passed|pass|executed|skipped|total|succeeded|ok)[ \t]*[|│][ \t]*)({_FAULTS})(?=[ \t]*(?:\\Z|[|│]))",
    re.I | re.A,
)


def _without_harmless(line: str) -> str:
    """A line with `_` for words of failure that report none, and for a cross before them."""
    # Most lines contain none of these words.
    if not re.search("fail|error|abort|succ|[✗❌✘✖]", line, re.I | re.A):
        return line

    def with_cross(found: "re.Match[str]") -> str:
        is_crossed = found.group(1).startswith(_CROSSES)
        return "_" * len(found.group()) if is_crossed else _overwrite(found)

    def uncounted(found: "re.Match[str]") -> str:
        before = found.string[max(0, found.start(2) - 16) : found.start(2)]
        is_counted = _COUNT_BEFORE.search(before) and not _TRIES_BEHIND.match(
            found.string, found.end()
        )
        return found.group() if is_counted and not is_settled else _overwrite(found)

    is_settled = _SETTLED_LINES.search(line)
    reports_none = is_settled or _is_healthy(line)
    for rule in _HARMLESS:
        line = rule.sub(with_cross, line)
    line = _NAMED.sub(_overwrite, line)
    line = _QUALIFIED.sub(lambda path: _FAULT_WORD.sub(_overwrite, path.group()), line)
    line = _HEADED.sub(_overwrite, line)
    return _FAULT_WORD.sub(uncounted, line) if reports_none else line


_BEGINS_OBJECT = re.compile(
    r"\{[ \t\r\n]*('?)(?:success|confidence|deliverables|metrics|errors)\1[ \t\r\n]*:"
)


def _cut_off_object(text: str) -> int:
    """The first line of an object that is no JSON and was cut off, `{success: true, errors: [`; 0 without any."""
    found = _BEGINS_OBJECT.search(text)
    while found is not None:
        depth, quote, at = 1, "", found.end()
        while depth > 0 and at < len(text):
            sign = text[at]
            if quote:
                if sign == "\\":
                    at += 1
                elif sign == "\n" or (
                    sign == quote and text[at + 1 : at + 2] in ",}]: \t\r\n"
                ):
                    quote = ""
            elif sign in "{[":
                depth += 1
            elif sign in "}]":
                depth -= 1
            elif sign in "'\"" and text[at - 1] in "{[(,:= \t\r\n":
                quote = sign
            at += 1
        if depth > 0:
            return text.count("\n", 0, found.start()) + 1
        found = _BEGINS_OBJECT.search(text, at)
    return 0


#: A failed test of the Test Anything Protocol.
_NOT_OK = re.compile("not ok(?![A-Za-z0-9_])")
_NOT_OK_EXCUSED = re.compile("#[ \t]*(?:todo|skip)", re.I | re.A)


def _says_failed(line: str) -> bool:
    """Whether a line begins with `FAILED`, unless it counts."""
    first = _FAILED_FIRST.match(line)
    return (
        first is not None
        and not _ZERO.match(line, first.end())
        and not _counts_failures(line[first.end() :])
    )


#: The number of characters of a line that are read for what it says about success.
_LONGEST_JUDGED = 2_000


def _is_denied(line: str) -> bool:
    """Whether a line says that its success is denied."""
    return bool(
        re.search("success|succeeded", line, re.I | re.A)
        and not _OF_OTHER.search(line)
        and _states(_DENIED, line, _HYPOTHETICAL)
    )


def _legacy_verdict(line: str) -> Optional[str]:
    """What a line says about success: "crash", "failure", "failing", "success" or nothing."""
    if _CRASH.search(line) or any(words.search(line) for words in _TOOL_CRASH):
        return "crash"
    if (
        _says_failed(line)
        # `[INFO] FAILED: y`
        or _says_failed(line[_skip(_BEFORE_BODY, line, 0) :])
        or _is_denied(line)
        or _reports_failure(line)
    ):
        return "failure"
    # Most lines contain none of these words.
    spoken = _CLAIM.search(line) or re.search(
        "success|fail|pass|errors", line, re.I | re.A
    )
    if not spoken or _OF_OTHER.search(line):
        return "success" if line.startswith(("✓", "✔", "✅")) else None
    if _NOT_OK.match(line) and not _NOT_OK_EXCUSED.search(line):
        return "failing"
    affirmed = _states(_AFFIRMED, line, _OPEN_BEFORE)
    line = _without_open_claims(line)
    if _is_failing(line):
        return "failing"
    if "0" in line:
        line = _NONE_SUCCEEDED.sub(r"\1none", line)
    if (
        affirmed
        or any(words.search(line) for words in _SUCCESS + _PASSED)
        or _GOOD_OUTCOME.match(_labelled_body(line))
        or _SUCCESS_LAST.search(line)
    ):
        return "success"
    return None


#: A line that states a metric: `Lines of code: 450`.
_METRIC = re.compile(
    r"[^A-Za-z0-9_]*([A-Za-z][A-Za-z0-9 _./()#&+-]{0,59})\**:[* \t]*"
    r"(-?(?:0|[1-9][0-9]{0,10})(?:\.[0-9]{1,4})?)\.?\**\Z"
)
#: Words of a label whose number measures nothing, and labels.
_IDENTITIES = (
    "id ids pid uid gid version ver date year port timestamp commit build "
    "sha hash phone zip confidence exit index timeout threshold limit interval delay"
).split()
_NO_MEASURES = (
    "error actual expected got value want wanted line column status rc errno step phase stage attempt iteration retry "
    "try pr issue ticket file project image container host hostname release node node_js npm python ruby java go rust "
    "max_iterations max_retries max_attempts max_tokens from since until"
).split()
#: In front of a number they name a part of the work: `Step 1: 5`.
_PART = re.compile("(?:attempt|iteration|phase|stage|step|try)_[0-9]+")
#: At the head of a longer label they announce what begins now: `Creating project: 2024`.
_ANNOUNCES = re.compile(
    "not(?:_|\\Z)|(?:checking|creating|deleting|downloading|installing|removing|searching|skipping|starting|using)_"
)
#: The name of an error: `KeyError: 1`.
#: The outcome of a check, which names the check: `PASS file is there: b`.
_NAMES_CHECK = re.compile(
    "(?:fail|pass|ok|skip|warn|info|debug)_(?!(?:.*_)?(?:rate|count|total|percent|percentage|ratio)(?:_|\\Z))"
)
_NAMES_ERROR = re.compile("(?:[a-z0-9]error|[a-z0-9_]exception|^exception)\\Z")
_FILES_CHANGED = re.compile(
    "[^A-Za-z0-9_]*(?:(deleted|removed|changed):?[ \t](0|[1-9][0-9]{0,10})[ \t]files?(?![A-Za-z0-9_])"
    "|(0|[1-9][0-9]{0,10})[ \t]files?[ \t](created|modified|updated|deleted|removed|changed)[.!]?\\Z)",
    re.I | re.A,
)
_METRIC_NAMES = {
    "modified_files": "files_modified",
    "updated_files": "files_modified",
    "files_updated": "files_modified",
    "files_changed": "files_modified",
    "created_files": "files_created",
    "deleted_files": "files_deleted",
    "removed_files": "files_deleted",
    "files_removed": "files_deleted",
    "duration_ms": "execution_time_ms",
}


def _labelled_metric(line: str) -> Optional[Tuple[str, Any]]:
    """The metric that a line states: its name in snake_case, and the number."""
    files = _FILES_CHANGED.match(line)
    if files:
        verb = (files.group(1) or files.group(4)).lower()
        counted = f"files_{verb}"
        return _METRIC_NAMES.get(counted, counted), int(
            files.group(2) or files.group(3)
        )
    found = _METRIC.match(line)
    # `Updated at 12:30`
    if found is None or re.search("[0-9]:[0-9]", line):
        return None
    # `src/a.js:3` is a place, and `Listening on localhost:8080` an address.
    if re.search(":[0-9]", line) and (
        " " in found.group(1) or _has_extension(found.group(1))
    ):
        return None
    parts = re.findall("[a-z0-9]+", found.group(1).lower())
    stated, value = "_".join(parts), found.group(2)
    if (
        _ANNOUNCES.match(stated)
        or _NAMES_ERROR.search(stated)
        or _PART.fullmatch(stated)
        # `Error code: 5`, but not `Lines of code: 5`.
        or (stated.endswith("_code") and not stated.endswith("of_code"))
        or any(part in _IDENTITIES for part in parts)
        or _NAMES_CHECK.match(stated)
        # `HTTP requests: 5` counts something.
        or (
            "http" in parts
            and not (
                re.search("[^_][^_][^_s]s\\Z", stated) and not stated.endswith("status")
            )
        )
        or stated in _NO_MEASURES
    ):
        return None
    name = _METRIC_NAMES.get(stated, stated)
    number: Any = float(value)
    number = int(number) if number == int(number) else number
    is_count = name in (
        "execution_time_ms",
        "files_modified",
        "files_created",
        "files_deleted",
    )
    if is_count and (number < 0 or isinstance(number, float)):
        return None
    return name, number


#: Words that follow the number that they count: `3 passed`.
_COUNTED = re.compile(
    r"(-?(?:0|[1-9][0-9]{0,10})(?:\.[0-9]{1,4})?) "
    r"(checks|errors|failed|ok|passed|run|skipped|succeeded|tests|total|warned|warnings)"
)
#: Words that introduce such numbers.
_HEADING = re.compile(
    r"(?:\A|[^A-Za-z])(?:results?|summary|tests|totals?)\Z", re.I | re.A
)
_SEPARATORS = (", ", "; ", " | ", " / ", " \u00b7 ")


def _counted_metric(part: str) -> Optional[Tuple[str, Any]]:
    """`Results: 3 passed` as passed, 3."""
    heading, colon, rest = part.partition(": ")
    rest = rest.strip(" \t")
    announced = colon and " " in rest and _HEADING.search(heading)
    found = _COUNTED.fullmatch(rest if announced else part.strip(" \t"))
    if found is None:
        return None
    number: Any = float(found.group(1))
    return found.group(2), int(number) if number == int(number) else number


def _stated_metrics(line: str) -> List[Tuple[str, Any]]:
    """The metrics of a line: `Lines of code: 450`, or `Results: 3 passed, 1 failed`."""
    parts = [line.rstrip(" =-*#")]
    for separator in _SEPARATORS:
        parts = [one for part in parts for one in part.split(separator)]
    several: Dict[str, Any] = {}
    if 1 < len(parts) <= 16:
        for part in parts:
            metric = _counted_metric(part) or _labelled_metric(part)
            if metric is not None:
                several[metric[0]] = metric[1]
    if len(several) == len(parts):
        return list(several.items())
    one = _labelled_metric(line)
    return [] if one is None else [one]


def _unignored_lines(text: str) -> List[str]:
    """The lines with text, but those that ansible ignored: the next line is `...ignoring`."""
    contents = (
        _NO_TEXT.sub("", raw.lstrip("\ufeff")) for raw in re.split(r"[\n\r]", text)
    )
    lines = [content for content in contents if content.strip()]
    return [
        line
        for line, after in zip(lines, [*lines[1:], ""])
        if after.strip() != "...ignoring"
    ]


def _is_bare(line: str) -> bool:
    """Whether a line is one name: `error`."""
    return " " not in line and "\t" not in line


def _read_legacy(
    text: str, confidence: float, exit_code: Optional[int]
) -> Optional[TYPE]:
    """The envelope of a legacy text; None for an empty text."""
    reader = _Legacy(confidence)
    for content in _unignored_lines(text):
        reader.line(content.strip(), content[0] in " \t")
    if not reader.any:
        return None
    unexplained = reader.unexplained()
    if unexplained is not None:
        # It came before the first line that says that it failed.
        reader.failed, reader.failing = True, unexplained
    success = reader.verdict(exit_code)
    # A failure needs a message; the line that reports it is the best one.
    if not success and not reader.errors:
        reader.errors.append({"code": "LEGACY_ERROR", "message": reader.failing or ""})
    # Always in this order.
    names = [
        name
        for name in ("execution_time_ms", "files_modified", *reader.metrics)
        if name in reader.metrics
    ]
    output: Any = {
        "success": success,
        "confidence": reader.confidence,
        "deliverables": list(reader.deliverables),
        "metrics": {name: reader.metrics[name] for name in names},
        "errors": reader.errors,
    }
    result: TYPE = output
    return result


class _Legacy:
    """The state while lines are read."""

    def __init__(self, confidence: float) -> None:
        self.confidence = confidence
        self.any = False
        self.failed = False
        #: The first line that says that it failed, for a text that gives no reason.
        self.failing: Optional[str] = None
        #: The first indented lines with a word of failure and no message: one that may be the name of an example that passed, and one
        #: without a space, which may also be the name of a branch.
        self.open: List[str] = []
        self.lists_branches = False
        #: Whether the indented lines are the text of a warning.
        self.in_warning = False
        #: Whether the script says that it failed, which counts also where it ended with 0, or that it succeeded.
        self.reported = False
        self.succeeded = False
        self.stated = False
        self.in_list = False
        self.deliverables: Dict[str, None] = {}
        self.metrics: Dict[str, Any] = {}
        self.errors: List[Dict[str, str]] = []
        # The paths that a line names, and whether it announces a list.
        self.paths = _LinePaths("")
        self.named = False
        self.makes_nothing: Optional[bool] = None
        self.of_another: Optional[bool] = None

    def line(self, line: str, is_indented: bool) -> None:
        self.any = True
        if self.in_warning and is_indented:
            return
        self.in_warning = _WARNING_HEADINGS.search(line) is not None
        if self.in_list:
            path = _listed_path(line)
            self.in_list = _list_item(line) is not None
            if path is not None and not _makes_nothing(line):
                self.deliverables[_without_dot(path)] = None
                self.succeeded = True
        self.paths, self.named = _LinePaths(line), False
        # The line without the words of failure that report none.
        start = _without_harmless(line[:_LONGEST_JUDGED])
        spoken = start + line[_LONGEST_JUDGED:]
        self.failed = self.failed or any(cross in spoken for cross in _CROSSES)
        # What the whole line says; computed on first use.
        self.makes_nothing = self.of_another = None
        # The same text where nothing was overwritten.
        message = line[len(line) - len(_stated_failure(spoken)) :]
        told = message != ""
        if told:
            self.failed = True
            self.errors.append({"code": "LEGACY_ERROR", "message": message})
        token: Optional[Tuple[int, int, str, bool]] = None
        for word in _WORD.finditer(line):
            text = word.group()
            kind = _WORDS.get(text.lower()) if text.isascii() else None
            if kind in ("error", "failure") and spoken[word.start()] != text[0]:
                continue
            if (
                kind in ("error", "failure")
                and not text.lower().startswith("abort")
                and not (kind == "error" and _ZERO.match(line, word.end()))
                and _counts_nothing(line, word.start(), word.end())
            ):
                continue
            if kind in ("error", "failure"):
                # The first word of a token decides what the token is.
                if token is None or word.start() < token[0] or word.end() > token[1]:
                    token = _token_around(line, word.start(), word.end())
                _, _, whole, path_like = token
                is_small = text == text.lower()
                fails = not is_small or not path_like or whole == text
                gives_message = (
                    kind == "error" and not told and self.error(line, word.end())
                )
                told = told or gives_message
                if fails and (not is_indented or not is_small or gives_message):
                    self.failed = True
                elif fails and not (self.failed or self.reported):
                    self.keep_open(line)
            elif kind is not None:
                self.word(kind, line, word.start(), word.end())
        if not _fails_with_number(line):
            for name, number in _stated_metrics(line[_skip(_BEFORE_BODY, line, 0) :]):
                self.measure(name, number)
        self.judge(line, spoken, told, is_indented)
        if _EXAMPLES_PASSED.search(line):
            self.open = []
        if _CURRENT_BRANCH.search(line):
            self.lists_branches = True
        if self.failing is None and (self.failed or self.reported):
            self.failing = line
        # A line without a path that ends in `:` announces a list.
        if (
            self.named
            and not self.paths.found
            and (line.rstrip("*_ \t").endswith(":") or line.startswith("#"))
        ):
            self.in_list = True
        self.deliverables.update(dict.fromkeys(map(_without_dot, self.paths.found)))

    def keep_open(self, line: str) -> None:
        """Keeps a line that may be a name, unless there is one of its kind."""
        if all(_is_bare(known) != _is_bare(line) for known in self.open):
            self.open.append(line)

    def unexplained(self) -> Optional[str]:
        """The first open line that is no name."""
        lines = (
            line for line in self.open if not (self.lists_branches and _is_bare(line))
        )
        return next(lines, None)

    def measure(self, name: str, number: Any) -> None:
        """Records a metric; a later value replaces an earlier one."""
        own = name in ("execution_time_ms", "files_modified")
        if own or name in self.metrics or len(self.metrics) < 200:
            self.metrics[name] = number

    def judge(self, line: str, spoken: str, told: bool, is_indented: bool) -> None:
        """Records what the line says about success. A line that reports failure adds an error, unless it already did."""
        verdict: Optional[str]
        if len(line) <= _LONGEST_JUDGED:
            verdict = _completed_verdict(line, spoken)
        elif _CRASH.search(spoken):
            verdict = "crash"
        else:
            # The last word of a start is not the last one of the line.
            start, judged = (text[:_LONGEST_JUDGED] + " _" for text in (line, spoken))
            verdict = _completed_verdict(start, judged)
        self.succeeded = self.succeeded or verdict == "success"
        self.reported = self.reported or verdict == "failure"
        if verdict == "failing":
            is_bare = _is_bare(line) and not re.search("[A-Z]", line)
            if not (is_indented and (is_bare or _EXAMPLE_NAMES.search(line))):
                self.failed = True
            elif not (self.failed or self.reported):
                self.keep_open(line)
        if verdict in ("crash", "failure"):
            self.failed = True
            if not told:
                self.errors.append(
                    {
                        "code": "LEGACY_ERROR"
                        if verdict == "crash"
                        else "REPORTED_FAILURE",
                        "message": line if verdict == "crash" else _without_marks(line),
                    }
                )

    def verdict(self, exit_code: Optional[int]) -> bool:
        """Whether the text is a success."""
        failed = self.failed or self.reported
        if exit_code is not None:
            if exit_code != 0:
                self.errors.append(
                    {"code": "EXIT_STATUS", "message": f"exit code {exit_code}"}
                )
            return exit_code == 0 and not self.reported
        if not failed and not self.succeeded:
            self.errors.append(
                {
                    "code": "SUCCESS_NOT_STATED",
                    "message": "nothing says that it succeeded",
                }
            )
            self.confidence = self.confidence if self.stated else self.confidence / 2
        return self.succeeded and not failed

    def error(self, line: str, at: int) -> bool:
        coded = _CODED_MESSAGE.match(line, at)
        while line[at : at + 1] in ("*", " ", "\t"):
            at += 1
        message = (
            line[at + 1 :].lstrip("* \t").strip() if line[at : at + 1] == ":" else ""
        )
        if coded:
            message = f"{coded.group(1) or coded.group(2)}: {coded.group(3).strip()}"
        if message:
            self.errors.append({"code": "LEGACY_ERROR", "message": message})
        return message != ""

    def word(self, kind: str, line: str, start: int, end: int) -> None:
        if kind == "confidence":
            name = _CONFIDENCE_KIND.match(line, end)
            is_kind = name is not None and name.group(1).lower() in ("score", "level")
            if self.of_another is None:
                self.of_another = _OF_ANOTHER.search(line[:start]) is not None
            if self.of_another:
                return
            stated = _stated_confidence(line, name.end() if name and is_kind else end)
            self.stated = self.stated or stated is not None
            self.confidence = self.confidence if stated is None else stated
        elif kind in ("time", "execution"):
            if _OF_SEVERAL.search(line[max(0, start - 10) : start]):
                return
            label = _TIME.match(line, end)
            if kind == "execution" and label is None:
                return
            time = _stated_milliseconds(line, label.end() if label else end)
            if time is not None:
                self.metrics["execution_time_ms"] = time
        else:
            if self.makes_nothing is None:
                self.makes_nothing = _makes_nothing(line)
            if self.makes_nothing:
                return
            self.named = True
            count = _stated_files(line, end) if kind == "verb" else None
            if count is not None:
                is_new = line[start:end].lower() == "created"
                self.measure("files_created" if is_new else "files_modified", count)
                self.succeeded = self.succeeded or count > 0
            known = len(self.paths.found)
            if start == 0 or line[start - 1] not in "/\\.$@-":
                self.paths.read_behind(kind, end)
            if kind in ("verb", "made") and len(self.paths.found) > known:
                self.succeeded = True


#: The code and the message of a compiler behind `error`: ` TS2322: text`, `[E0425]: text`.
_CODED_MESSAGE = re.compile(
    r"(?:\[([A-Z]{1,8}[0-9]{1,6})\]|[ \t]+([A-Z]{1,8}[0-9]{1,6})): (.+)\Z", re.DOTALL
)


def _counts_nothing(line: str, start: int, end: int) -> bool:
    """Whether `failed` or `error` counts zero: `0 failed`, `without error`, `failed: 0`, `error count: 0`."""
    return bool(
        _ZERO.match(line, end)
        or _ZERO_COUNT.match(line, end)
        or _ZERO_BEFORE.search(line[max(0, start - 9) : start])
    )


def _without_dot(path: str) -> str:
    """`./a.ts` is the file `a.ts`."""
    return re.sub(r"\A(?:\./)+", "", path) or path


def _skip(pattern: "re.Pattern[str]", line: str, at: int) -> int:
    """The position after a match, which may be empty."""
    found = pattern.match(line, at)
    return found.end() if found else at


class _LinePaths:
    """The paths that the words of a line name.

    Each token is read once, whatever the number of words before and in it: the time grows with the length
    of the line.
    """

    def __init__(self, line: str) -> None:
        self.line = line
        self.found: List[str] = []
        #: All tokens before this place were read.
        self.read_to = 0
        #: For each kind of quotes, the closing one that was found last; -1 where there is none any more.
        self.closed: Dict[str, int] = {}

    def read_behind(self, kind: str, at: int) -> None:
        """Appends the paths after a word that ends at this position."""
        line = self.line
        at = _skip(_EMPHASIS, line, at)
        if not line.startswith((" ", "\t", ":"), at) or line.startswith("://", at):
            return
        # Without a colon they name no result: `file a.ts not found`.
        colon = line.startswith(":", _skip(_BLANKS, line, at))
        if kind == "place" and not colon:
            return
        at = _skip(_BEHIND_COLON, line, at)
        if colon and kind != "place":
            names = _spaced_list(line[at:]) if len(line) - at <= 200 else []
            if names:
                self.found.extend(names)
                self.read_to = len(line)
                return
        while kind in ("verb", "made"):
            filler = _FILLER.match(line, at)
            word = filler.group(1).lower() if filler else ""
            if word not in _FILLERS and not re.fullmatch("[0-9]+", word):
                break
            at = _skip(_BEHIND_COLON, line, at + len(word))
        known = len(self.found)
        token = self.token(at)
        while token is not None and _is_path(token[0]):
            self.found.append(token[0])
            self.read_to = token[1]
            token = self.token(_skip(_BETWEEN, line, token[1]))
        if len(self.found) > known:
            return
        if colon and kind in ("verb", "made"):
            name = _spaced_name(line[at:]) if len(line) - at <= 200 else ""
            if name:
                self.found.append(name)
                self.read_to = len(line)
        elif kind == "made":
            self.read_destination(at)

    def read_destination(self, at: int) -> None:
        """Appends the path after the `to` of `Saved the report to out/a.md`."""
        for _ in range(8):
            word = _WORD_AND_BLANK.match(self.line, at)
            if word is None:
                return
            at = word.end()
            if word.group(1).lower() in ("to", "into", "as"):
                token = self.token(at)
                if token is not None and _is_path(token[0]):
                    self.found.append(token[0])
                    self.read_to = token[1]
                return

    def token(self, at: int) -> Optional[Tuple[str, int]]:
        """The next token without surrounding punctuation, and its end; None if it has been read before."""
        line = self.line
        start = _skip(_OPENING, line, at)
        if start < self.read_to:
            return None
        for pair in _QUOTES:
            last = self.closed.get(pair, 0)
            if last < 0 or not line.startswith(pair[0], start):
                continue
            if start < last:
                return None
            end = self.closed[pair] = line.find(pair[1], start + 1)
            if end > 0:
                return _unmarked(line[start + 1 : end]), end + 1
        end = self.read_to = _skip(_TOKEN, line, start)
        return (_unmarked(line[start:end]), end) if end > start else None


def _spaced_name(rest: str) -> str:
    """The rest of a line as one name with spaces, if it ends like a file name and is not a list: `my notes.md`."""
    whole = _unmarked(rest)
    is_list = re.search("[,;:(]| (?:and|in|with|from) ", whole)
    return (
        whole
        if re.search("[ \t]", whole) and _has_extension(whole) and not is_list
        else ""
    )


def _is_list_name(name: str) -> bool:
    """Whether a name of a list ends like a file name, and is no prose."""
    first = re.split("[ \t]", name)[0]
    is_article = re.fullmatch("an?", first, re.I | re.A)
    is_phrase = re.search("[ \t]", name) and (
        (first.lower() in _FILLERS and not is_article) or re.fullmatch("[0-9]*", first)
    )
    is_prose = re.search("[:(\"'`“«→]|->|=>| (?:and|in|with|from) ", name)
    return _has_extension(name) and not is_phrase and not is_prose


def _spaced_list(rest: str) -> List[str]:
    """The names of a list, if each ends like a file name and one has a space: `a b.ts, c.ts`. Prose has words such as `the`
    at the start of a name."""
    names = [_unmarked(name.strip(" \t")) for name in re.split("[,;]", rest)]
    is_list = (
        len(names) > 1
        and any(re.search("[ \t]", name) for name in names)
        and not all(re.match("an?(?:[ \t]|\\Z)", name, re.I | re.A) for name in names)
        and all(map(_is_list_name, names))
    )
    return names if is_list else []


def _labelled(line: str, at: int) -> Optional[Tuple[str, int]]:
    """The decimal behind a label and where it ends: blanks, marks of emphasis or quotes, one `:` or `=`,
    blanks again. Whole or not at all."""
    start = _skip(_SOFT, line, at)
    if line.startswith((":", "="), start):
        start = _skip(_SOFT, line, start + 1)
    end = _skip(_NUMBER, line, start)
    if start == at or end == start or _GOES_ON.match(line, end):
        return None
    return line[start:end], end


def _stated_confidence(line: str, at: int) -> Optional[float]:
    number, end = _labelled(line, at) or ("", at)
    if not number:
        return None
    percent = line.startswith("%", _skip(_BLANKS, line, end))
    if not percent and _WORD.match(line, end):
        return None
    value = float(f"{number}e-2" if percent else number)
    return value if 0 <= value <= 1 else None


def _stated_milliseconds(line: str, at: int) -> Optional[int]:
    """The rounded milliseconds after the name of a time in ms or s."""
    number, end = _labelled(line, at) or ("", at)
    found = _UNIT.match(line, end)
    unit = found.group(1).lower() if found else ""
    if unit in ("ms", "millisecond", "milliseconds"):
        return _whole(number)
    if unit not in ("s", "sec", "secs", "second", "seconds"):
        return None
    seconds, _, fraction = number.partition(".")
    fraction = fraction.ljust(3, "0")
    return _whole(f"{seconds}{fraction[:3]}.{fraction[3:]}")


def _stated_files(line: str, at: int) -> Optional[int]:
    """The count in `N files` after a verb; it must be whole."""
    number, end = _labelled(line, at) or ("", at)
    unit = _FILES.match(line, end)
    if unit is None or unit.group(1).lower() not in ("file", "files"):
        return None
    return None if "." in number else _whole(number)


def _whole(number: str) -> Optional[int]:
    """A decimal as a whole number, rounded half up."""
    if not number:
        return None
    whole, _, fraction = number.partition(".")
    digits = whole.lstrip("0") or "0"
    # Longer numbers are ignored, because not every language can hold them.
    if len(digits) > 20:
        return None
    up = int(digits) + (1 if fraction and fraction[0] >= "5" else 0)
    return up if up < 2**64 or not fraction or fraction[0] < "5" else None


def _list_item(line: str) -> Optional[str]:
    """The text after the bullet of a list item."""
    found = _LIST_ITEM.fullmatch(line)
    return re.sub(r"^\[[ xX]\] ", "", found.group(1).strip()).strip() if found else None


def _listed_path(line: str) -> Optional[str]:
    """The path that a list item names."""
    item = _list_item(line)
    token = None if item is None else _LinePaths(item).token(0)
    if item is None or token is None:
        return None
    quoted = item.startswith(tuple(pair[0] for pair in _QUOTES))
    if not quoted and not _has_extension(token[0]) and re.search("[ \t]", item):
        # A name with spaces: the whole item, if it ends like a file name.
        whole = _unmarked(item)
        if _has_extension(whole) and not re.search("[,;:(]", whole):
            return whole
    return token[0] if _is_path(token[0]) else None


def _unmarked(text: str) -> str:
    return text.lstrip(_AROUND).rstrip(_AROUND + ",.;:!?")


def _is_path(text: str) -> bool:
    """Whether it has a `/` or an extension, or is a known name, and is not a fraction, abbreviation or URL."""
    if text.lower() in _NOT_PATHS or "://" in text:
        return False
    slash = (
        "/" in text
        and _LETTER.search(text) is not None
        and not re.fullmatch("[0-9/.:%-]*", text)
    )
    return slash or _has_extension(text) or text in _FILE_NAMES


def _has_extension(text: str) -> bool:
    """Whether the last part ends in a dot and letters: `a.ts`, `.env`, but not `2.5s`, `1.2.3`, `v1.2`."""
    name = text[max(text.rfind("/"), text.rfind("\\")) + 1 :]
    stem, dot, extension = name.rpartition(".")
    if not dot or not _EXTENSION.fullmatch(extension):
        return False
    return len(extension) > 1 or not re.fullmatch("[0-9.]+", stem)


def _token_around(line: str, start: int, end: int) -> Tuple[int, int, str, bool]:
    """The token around a word, and whether it is a path: `src/error.ts` around `error`."""
    while start > 0 and not _EDGE.match(line[start - 1]):
        start -= 1
    found = _EDGE.search(line, end)
    end = found.start() if found else len(line)
    whole = _unmarked(line[start:end])
    return start, end, whole, _is_path(whole)

# Text for people by the rules of old; templates/rust/parse/legacy reads the same.

#: What a known word of legacy text announces.
_WORDS = {
    "error": "error",
    "failed": "failure",
    "abort": "failure",
    "aborted": "failure",
    "fail": "fail",
    "confidence": "confidence",
    "created": "verb",
    "modified": "verb",
    "updated": "verb",
    "generated": "made",
    "file": "place",
    "path": "place",
    "files": "places",
    "paths": "places",
    "duration": "time",
    "took": "time",
    "execution": "execution",
}

#: Words that may stand between a verb and what it made.
_FILLERS = frozenset("the a an new file files path paths directory dir folder at in to".split())
#: What has a `/` or a dot and is no path.
_NOT_PATHS = frozenset(("and/or", "n/a", "i/o", "w/o", "e.g", "i.e"))
_QUOTES = ('""', "''", "``", "“”", "‘’", "«»")
_AROUND = "\"'`*“”‘’«»()[]<>"
#: Tokens of a line that are looked at: a hostile one would be read again and again.
_TOKENS_OF_A_LINE = 200_000

#: How much of a line is looked at first: one that is all words would be copied again and again.
_SHORT = 8_000
_LONGEST_NUMBER = 20_000

_WORD = re.compile(r"\w+")
_NO_TEXT = re.compile(r"[\x00-\x08\x0a-\x1f\x7f]")
_EDGE = re.compile(r"[\s:,;(){}\"'`<>=|*\[\]]")
_LIST_ITEM = re.compile(r"\s*(?:[-*+•‣◦–]|[0-9]+[.)])[ \t](.*)", re.DOTALL)
_TIME = re.compile(r"\s*[Tt][Ii][Mm][Ee](?!\w)(.*)", re.DOTALL)
_EXTENSION = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,15}|7z")


def _read_legacy(text: str, confidence: float) -> Optional[TYPE]:
    """The envelope that text for people amounts to; None where there is no text."""
    reader = _Legacy(confidence)
    for raw in re.split(r"[\n\r]", text):
        line = _NO_TEXT.sub("", raw.lstrip("\ufeff")).strip()
        if line:
            reader.line(line)
    if not reader.any:
        return None
    # In this order, whatever the text told first.
    names = [name for name in ("execution_time_ms", "files_modified") if name in reader.metrics]
    output: Any = {
        "success": not reader.failed,
        "confidence": reader.confidence,
        "deliverables": list(reader.deliverables),
        "metrics": {name: reader.metrics[name] for name in names},
        "errors": reader.errors,
    }
    result: TYPE = output
    return result


class _Legacy:
    """What the lines of a text have told."""

    def __init__(self, confidence: float) -> None:
        self.confidence = confidence
        self.any = False
        self.failed = False
        self.in_list = False
        self.deliverables: Dict[str, None] = {}
        self.metrics: Dict[str, Any] = {}
        self.errors: List[Dict[str, str]] = []
        # Of one line: the paths that it names, and whether it announces any.
        self.found: List[str] = []
        self.named = False
        self.left = 0

    def line(self, line: str) -> None:
        self.any = True
        if self.in_list:
            path = _listed_path(line)
            self.in_list = _list_item(line) is not None
            if path is not None:
                self.deliverables[path] = None
        self.found, self.named, self.left = [], False, _TOKENS_OF_A_LINE
        self.failed = self.failed or "✗" in line
        told = False
        token: Optional[Tuple[int, int, str, bool]] = None
        for word in _WORD.finditer(line):
            text = word.group()
            kind = _WORDS.get(text.lower()) if text.isascii() else None
            if kind in ("error", "failure"):
                # Of the words of a token, the first one finds out what it is.
                if token is None or word.start() < token[0] or word.end() > token[1]:
                    token = _token_around(line, word.start(), word.end())
                _, _, whole, path_like = token
                self.failed = self.failed or text != text.lower() or not path_like or whole == text
                if kind == "error" and not told:
                    told = self.error(line, word.end())
            elif kind is not None:
                self.word(kind, line, word.start(), word.end())
        # A line that names no path but ends in `:` announces a list.
        if self.named and not self.found and (line.rstrip("*_ \t").endswith(":") or line.startswith("#")):
            self.in_list = True
        self.deliverables.update(dict.fromkeys(self.found))

    def error(self, line: str, at: int) -> bool:
        while line[at : at + 1] in ("*", " ", "\t"):
            at += 1
        message = line[at + 1 :].lstrip("* \t").strip() if line[at : at + 1] == ":" else ""
        if message:
            self.errors.append({"code": "LEGACY_ERROR", "message": message})
        return message != ""

    def word(self, kind: str, line: str, start: int, end: int) -> None:
        rest = line[end : end + _LONGEST_NUMBER]
        if kind == "fail":
            self.failed = self.failed or (line[start - 1 : start] == "[" and rest.startswith("]"))
        elif kind == "confidence":
            stated = _stated_confidence(rest)
            self.confidence = self.confidence if stated is None else stated
        elif kind in ("time", "execution"):
            after = _TIME.match(rest) if kind == "execution" else None
            text = rest if kind == "time" else after.group(1) if after else ""
            time = _stated_whole(text, r"\s*(\w*)", ("ms", "millisecond", "milliseconds"))
            if time is not None:
                self.metrics["execution_time_ms"] = time
        else:
            self.named = True
            count = _stated_whole(rest, r"[ \t]\s*(\w*)", ("file", "files")) if kind == "verb" else None
            if count is not None:
                self.metrics["files_modified"] = count
            if start == 0 or line[start - 1] not in "/\\.$@-":
                before = (len(self.found), self.left)
                short = line[end : end + 2 * _SHORT]
                if self.paths(kind, short) < _SHORT and end + len(short) < len(line):
                    # What was looked at may be only a part.
                    del self.found[before[0] :]
                    self.left = before[1]
                    self.paths(kind, line[end:])

    def paths(self, kind: str, rest: str) -> int:
        """Appends the paths that stand behind a word of a line; how much of the line is left."""
        whole = len(rest)
        rest = rest.lstrip("*_`\"'")
        if not rest.startswith((" ", "\t", ":")) or rest.startswith("://"):
            return whole if rest else 0
        # `files` and `paths` announce a list only with a colon: "Read 3 files in src/x" makes nothing.
        if kind == "places" and not rest.lstrip().startswith(":"):
            return whole if rest.lstrip() else 0
        rest = _behind_colon(rest)
        while kind in ("verb", "made"):
            blank = re.search(r"[ \t:]", rest)
            following = rest[: blank.start()] if blank else ""
            if following.lower() not in _FILLERS and not re.fullmatch("[0-9]+", following):
                break
            rest = _behind_colon(rest[len(following) :])
        token = _path_token(rest)
        while token is not None and _is_path(token[0]):
            self.left -= 1
            if self.left < 0:
                return len(rest)
            self.found.append(token[0])
            rest = token[1].lstrip(" \t,;&)")
            if rest.startswith(("and ", "and\t")):
                rest = rest[3:].lstrip()
            token = _path_token(rest)
        return len(rest) - (len(token[0]) if token else 0)


def _behind_colon(text: str) -> str:
    after = text.lstrip()
    return (after[1:] if after.startswith(":") else after).lstrip("*_ \t")


def _labelled(rest: str) -> Optional[Tuple[str, str]]:
    """The decimal behind a label and what follows it: blanks, marks of emphasis or quotes, one `:` or `=`,
    blanks again. Whole or not at all."""
    soft = "\"'*` \t"
    value = rest.lstrip(soft)
    if value.startswith((":", "=")):
        value = value[1:].lstrip(soft)
    found = re.match(r"[0-9]*(?:\.[0-9]+)?", value)
    number = found.group() if found else ""
    after = value[len(number) :]
    if len(value) == len(rest) or not number or re.match("[.,/:'-][0-9]", after):
        return None
    return number, after


def _stated_confidence(text: str) -> Optional[float]:
    number, rest = _labelled(text) or ("", "")
    if not number:
        return None
    percent = rest.lstrip().startswith("%")
    if not percent and re.match(r"\w", rest):
        return None
    value = float(f"{number}e-2" if percent else number)
    return value if 0 <= value <= 1 else None


def _stated_whole(text: str, form: str, units: Sequence[str]) -> Union[int, Decimal, None]:
    """The number before a unit, rounded half up; of files there are no halves."""
    number, rest = _labelled(text) or ("", "")
    unit = re.match(form, rest)
    if not number or unit is None or unit.group(1).lower() not in units:
        return None
    whole, _, fraction = number.partition(".")
    if fraction and "files" in units:
        return None
    if not fraction or fraction[0] < "5":
        return _integer(whole or "0")
    up = int(whole or "0") + 1 if len(whole.lstrip("0")) <= 20 else 2**64
    return up if up < 2**64 else None


def _list_item(line: str) -> Optional[str]:
    """What stands behind the bullet of a list item."""
    found = _LIST_ITEM.fullmatch(line)
    return re.sub(r"^\[[ xX]\] ", "", found.group(1).strip()).strip() if found else None


def _listed_path(line: str) -> Optional[str]:
    """The path that a list item names."""
    item = _list_item(line)
    token = None if item is None else _path_token(item)
    if item is None or token is None:
        return None
    quoted = item.startswith(tuple(pair[0] for pair in _QUOTES))
    if not quoted and not _has_extension(token[0]) and re.search("[ \t]", item):
        # A name with spaces: the whole item, where it ends like a file.
        whole = _unmarked(item)
        if _has_extension(whole) and not re.search("[,;:(]", whole):
            return whole
    return token[0] if _is_path(token[0]) else None


def _path_token(text: str) -> Optional[Tuple[str, str]]:
    """The next token of a line without the marks around it, and what follows."""
    bare = text.lstrip("([<* \t")
    for pair in _QUOTES:
        end = bare.find(pair[1], 1) if bare.startswith(pair[0]) else -1
        if end > 0:
            return _unmarked(bare[1:end]), bare[end + 1 :]
    blank = re.search("[ \t,;]", bare)
    token = bare[: blank.start()] if blank else bare
    return (_unmarked(token), bare[len(token) :]) if token else None


def _unmarked(text: str) -> str:
    return text.lstrip(_AROUND).rstrip(_AROUND + ",.;:!?")


def _is_path(text: str) -> bool:
    """It has a `/` or an extension, and is no fraction, abbreviation or address."""
    if text.lower() in _NOT_PATHS or "://" in text:
        return False
    slash = "/" in text and any(c.isalnum() for c in text) and not re.fullmatch("[0-9/.:%-]*", text)
    return slash or _has_extension(text)


def _has_extension(text: str) -> bool:
    """The last part ends in a dot and letters: `a.ts`, `.env`, but not `2.5s`, `1.2.3`, `v1.2`."""
    name = text[max(text.rfind("/"), text.rfind("\\")) + 1 :]
    stem, dot, extension = name.rpartition(".")
    if not dot or not _EXTENSION.fullmatch(extension):
        return False
    return len(extension) > 1 or not re.fullmatch("[0-9.]+", stem)


def _token_around(line: str, start: int, end: int) -> Tuple[int, int, str, bool]:
    """What stands around a word between two edges, and whether it is a path: `src/error.ts` around `error`."""
    while start > 0 and not _EDGE.match(line[start - 1]):
        start -= 1
    found = _EDGE.search(line, end)
    end = found.start() if found else len(line)
    whole = _unmarked(line[start:end])
    return start, end, whole, _is_path(whole)

# Parses a skill's output: the last envelope in it or, without one, legacy text. The results equal
# those of `skillgen parse` and templates/ts/skill_output.ts.


@dataclass(frozen=True)
class ParseProblem:
    """One error in an output."""

    #: JSON Pointer into the envelope; empty for the whole of it.
    path: str
    #: What is wrong.
    message: str


@dataclass(frozen=True)
class ParseResult:
    """The result of parsing one output."""

    #: It could be parsed and is valid. The skill's own verdict is `output["success"]`.
    success: bool
    #: How it was read: "json", "legacy" or "validation_failed".
    parse_method: str
    #: The envelope; where there is none, one that says so.
    output: TYPE
    #: Why the output is not valid.
    errors: List[ParseProblem]


class SkillOutputParser:
    """Reads what a skill printed: the last envelope in its output or, without one, text for people by the
    rules of old. It gives what `skillgen parse` gives; make one and use it for many outputs.
    """

    def __init__(
        self,
        *,
        enable_legacy_parsing: bool = True,
        default_confidence: float = 0.5,
        strict_validation: bool = False,
        exit_code: Optional[int] = None,
    ) -> None:
        """Without `enable_legacy_parsing` text without an envelope is a failure; `default_confidence` is that of
        text that states none; with `strict_validation` fields that the contract does not name are failures;
        `exit_code`, with what the script ended, decides whether text is a success: else the text has to say so.
        """
        if not 0 <= default_confidence <= 1:
            raise ValueError(
                f"default_confidence: expected a number from 0 to 1, got {default_confidence}"
            )
        self._legacy = enable_legacy_parsing
        self._confidence = default_confidence
        self._strict = strict_validation
        self._exit_code = exit_code

    def parse(self, output: Union[str, bytes]) -> ParseResult:
        """Parses one output; bytes that are not UTF-8 become U+FFFD."""
        whole = (
            output.decode("utf-8", "replace")
            if isinstance(output, (bytes, bytearray))
            else output
        )
        text = _without_escapes(whole)
        envelope, rest, unfinished = _find_envelope(text)
        if envelope is not None:
            problems = _envelope_problems(envelope, self._strict)
            if problems:
                return _failed_parse(problems)
            value: Any = _read(envelope)[0]
            return ParseResult(True, "json", value, [])
        problems = [] if rest is None else _envelope_problems(rest, self._strict)
        if unfinished is not None:
            problems.append(_unfinished_object(*unfinished))
        if not self._legacy:
            if not problems or any(
                problem.message.startswith("JSON parsing") for problem in problems
            ):
                problems.insert(
                    0,
                    ParseProblem("", "JSON parsing failed and legacy parsing disabled"),
                )
            return _failed_parse(problems)
        cut_off = 0 if problems else _cut_off_object(text)
        if cut_off > 0:
            problems.append(_unfinished_object(cut_off, "is cut off"))
        if problems:
            return _failed_parse(problems)
        legacy = _read_legacy(text, self._confidence, self._exit_code)
        if legacy is not None:
            return ParseResult(True, "legacy", legacy, [])
        return _failed_parse(
            [ParseProblem("", "The output is empty: no JSON and no text to read")]
        )

    def parse_batch(self, outputs: Sequence[Union[str, bytes]]) -> List[ParseResult]:
        """Parses many outputs, in order."""
        return [self.parse(output) for output in outputs]


def _unfinished_object(line: int, how: str) -> ParseProblem:
    message = f"JSON parsing failed: the object that begins in line {line} {how}"
    return ParseProblem("", message)


def _failed_parse(problems: List[ParseProblem]) -> ParseResult:
    output: Any = {
        "success": False,
        "confidence": 0,
        "deliverables": [],
        "metrics": {},
        "errors": [],
    }
    return ParseResult(False, "validation_failed", output, problems)


_TITLE_END = re.compile("[\x07\x1b\n\r]")


def _without_escapes(text: str) -> str:
    """The text without terminal escape sequences; line ends are kept."""
    kept: List[str] = []
    at, state = 0, "plain"
    while at < len(text):
        if state == "plain":
            end = text.find("\x1b", at)
            kept.append(text[at : end if end >= 0 else len(text)])
            if end < 0:
                break
            at, state = end + 1, "escape"
            continue
        if state == "title":
            ends = _TITLE_END.search(text, at)
            at = ends.start() if ends else len(text)
            if ends is None:
                break
        c = text[at]
        after = ""
        if state == "escape":
            after = "control" if c == "[" else "title" if c in "]PX^_" else ""
            after = after or (
                "escape" if " " <= c <= "/" else "plain" if "0" <= c <= "~" else ""
            )
        elif state == "control":
            after = "control" if " " <= c <= "?" else "plain" if "@" <= c <= "~" else ""
        elif state == "title":
            after = "plain" if c == "\x07" else "title escape" if c == "\x1b" else ""
        elif c == "\\":
            after = "plain"
        if after:
            at, state = at + 1, after
        else:
            state = "escape" if state == "title escape" else "plain"
    return "".join(kept)


_FIELDS = ("success", "confidence", "deliverables", "metrics", "errors")

#: The text of an envelope; else that of an object that was to be one; else, of an object that began as
#: one, the line where it began, and what is wrong with it.
_Found = Tuple[Optional[str], Optional[str], Optional[Tuple[int, str]]]

#: A larger object is no output of a skill: what it holds is not judged, nor is what stands behind it.
_LARGEST_OBJECT = 64 << 20


def _find_envelope(text: str) -> _Found:
    """The last complete top-level object with all five fields.

    Where an object breaks, the search goes on at the place that broke it, so nothing is read twice.
    """
    envelope: Optional[str] = None
    partial: Optional[str] = None
    lone: Optional[str] = None
    unfinished: Optional[Tuple[int, str]] = None
    others, noise, at = 0, False, 0
    # An object that may begin inside of what looked like a string: its start and end.
    again: Optional[Tuple[int, int]] = None
    while True:
        if again is not None:
            start, place = again
            again = None
        else:
            start = place = text.find("{", at)
            noise = noise or _is_noise(text[at : start if start >= 0 else len(text)])
            if start < 0:
                break
        scan = _Scan(text, start)
        state = scan.run()
        at = scan.at
        if _is_larger(text, start, at, _LARGEST_OBJECT):
            return None, None, (text.count("\n", 0, place) + 1, "is larger than 64 MiB")
        if state == "cut off":
            noise = True
            unfinished = (place, "is cut off")
            break
        if state == "complete":
            if len(scan.seen) == len(_FIELDS):
                envelope, partial, lone, unfinished = text[start:at], None, None, None
            elif scan.seen:
                partial = text[start:at] if envelope is None else partial
            else:
                others += 1
                lone = text[start:at] if others == 1 and not noise else lone
            continue
        noise = True
        if scan.begins:
            unfinished = (place, "is broken")
        if scan.want in ("colon", "more") and text[at - 1 : at] == '"':
            back = at - 2
            while back > start and text[back] in " \t\r\n":
                back -= 1
            if back > start and text[back] == "{":
                again = (back, at)
    if envelope is not None:
        return envelope, None, None
    if noise or others != 1:
        lone = None
    line = (
        None
        if unfinished is None
        else (text.count("\n", 0, unfinished[0]) + 1, unfinished[1])
    )
    return None, partial if partial is not None else lone, line


def _is_larger(text: str, start: int, end: int, most: int) -> bool:
    """Whether a part of a text has more than this many bytes."""
    if (end - start) * 4 <= most or end - start > most:
        return end - start > most
    return len(text[start:end].encode("utf-8", "surrogatepass")) > most


def _is_noise(text: str) -> bool:
    """Whether text outside of objects is more than blanks and code fences."""
    for line in text.split("\n"):
        bare = line[:64]
        bare = (bare[1:] if bare.startswith("\ufeff") else bare).lstrip(" \t\f\r\0")
        if bare and not bare.startswith(("```", "~~~")):
            return True
    return False


class _Scan:
    """Scans the JSON object at a position of a text."""

    def __init__(self, text: str, start: int) -> None:
        self.text = text
        #: Behind the object, or the place that breaks it.
        self.at = start + 1
        #: What may follow: "key or end", "key", "colon", "value", "value or end" or "more".
        self.want = "key or end"
        self.open = ["{"]
        #: The fields that stand as keys of its root.
        self.seen: Set[str] = set()
        self.key: Optional[str] = None

    @property
    def begins(self) -> bool:
        """Whether it began as an envelope."""
        begun = bool(self.key) and any(
            field.startswith(self.key or "") for field in _FIELDS
        )
        return bool(self.seen) or begun

    def run(self) -> str:
        """Whether it is "complete", "broken" or "cut off"."""
        while True:
            self.at = _past(self.text, self.at, " \t\r\n")
            if self.at >= len(self.text):
                return "cut off"
            if not self.step():
                return "cut off" if self.at >= len(self.text) else "broken"
            if not self.open:
                return "complete"

    def step(self) -> bool:
        """Consumes the next part; returns whether it matched."""
        text, sign = self.text, self.text[self.at]
        in_object = self.open[-1] == "{"
        if sign == ("}" if in_object else "]") and self.want in (
            "key or end",
            "value or end",
            "more",
        ):
            self.at += 1
            self.open.pop()
            self.want = "more"
            return True
        if self.want in ("key", "key or end"):
            return sign == '"' and self.take_key()
        if self.want in ("colon", "more"):
            if sign != (":" if self.want == "colon" else ","):
                return False
            self.at += 1
            self.want = "value" if self.want == "colon" or not in_object else "key"
            return True
        if sign in "{[":
            self.at += 1
            self.open.append(sign)
            self.want = "key or end" if sign == "{" else "value or end"
            return True
        self.want = "value"
        if sign == '"':
            self.at = _end_of_text(text, self.at + 1)
            complete = text[self.at : self.at + 1] == '"'
            self.at += complete
        else:
            self.at, complete = _end_of_word(text, self.at)
        if complete:
            self.want = "more"
        return complete

    def take_key(self) -> bool:
        start = self.at
        self.at = _end_of_text(self.text, start + 1)
        root = len(self.open) == 1
        if self.text[self.at : self.at + 1] != '"':
            self.want = "key"
            # One character of a key is not enough to recognize an envelope.
            self.key = (
                self.text[start + 1 : self.at] if root and self.at - start > 2 else None
            )
            return False
        self.at += 1
        if root:
            key = json.loads(self.text[start : self.at])
            if key in _FIELDS:
                self.seen.add(key)
        self.want = "colon"
        return True


# Functions that find parts of JSON texts.

_TEXT = re.compile(r'(?:[^"\\\x00-\x1f]+|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*')
_ESCAPE_BEGUN = re.compile(r"\\(?:u[0-9a-fA-F]{0,4})?")


def _end_of_text(text: str, start: int) -> int:
    """The position of the closing quote, or of the first invalid character."""
    found = _TEXT.match(text, start)
    end = found.end() if found else start
    begun = _ESCAPE_BEGUN.match(text, end)
    return begun.end() if begun else end


_NUMERAL = re.compile(r"-?(?:(?:0|[1-9][0-9]*)(?:\.[0-9]*)?)?")
_POWER = re.compile(r"[eE][+-]?([0-9]*)")


def _end_of_word(text: str, start: int) -> Tuple[int, bool]:
    """The position after a number or a literal, or of the first invalid character; and which of the two."""
    for literal in ("true", "false", "null"):
        if text[start] == literal[0]:
            count = 0
            while (
                count < len(literal)
                and text[start + count : start + count + 1] == literal[count]
            ):
                count += 1
            return start + count, count == len(literal)
    found = _NUMERAL.match(text, start)
    plain = found.group() if found else ""
    end = start + len(plain)
    if plain in ("", "-") or plain.endswith("."):
        return end, False
    power = _POWER.match(text, end)
    if power is None:
        return end, end < len(text)
    return power.end(), power.group(1) != "" and power.end() < len(text)


def _past(text: str, start: int, signs: str) -> int:
    at = start
    while at < len(text) and text[at] in signs:
        at += 1
    return at


def _kind_of_json(text: str) -> str:
    kinds = {
        "{": "object",
        "[": "array",
        '"': "string",
        "t": "boolean",
        "f": "boolean",
        "n": "null",
    }
    return kinds.get(text[:1], "number")


_MARKS = re.compile(r'["{}\[\], \t\r\n]')


def _end_of_json(text: str, start: int) -> int:
    at, depth = start, 0
    while True:
        found = _MARKS.search(text, at)
        if found is None:
            return len(text)
        at, sign = found.start(), found.group()
        if sign == '"':
            at = _end_of_text(text, at + 1)
        elif sign in "{[":
            depth += 1
        elif depth == 0:
            return at
        elif sign in "}]":
            depth -= 1
        at += 1
        if depth == 0 and sign in '"}]':
            return at


def _members_of(text: str) -> List[Tuple[str, str]]:
    """The members of an object's text, with the exact texts of their values."""
    members: List[Tuple[str, str]] = []
    at = _past(text, 1, ", \t\r\n")
    while text[at : at + 1] == '"':
        end = _end_of_text(text, at + 1) + 1
        start = _past(text, end, ": \t\r\n")
        key = json.loads(text[at:end])
        at = _end_of_json(text, start)
        members.append((key, text[start:at]))
        at = _past(text, at, ", \t\r\n")
    return members


def _items_of(text: str) -> List[str]:
    """The exact texts of an array's items."""
    items: List[str] = []
    at = _past(text, 1, ", \t\r\n")
    while at < len(text) and text[at] != "]":
        end = _end_of_json(text, at)
        items.append(text[at:end])
        at = _past(text, end, ", \t\r\n")
    return items


def _digits_of(text: str) -> Tuple[bool, str, float]:
    """The decimal value of a JSON number: ±0.DIGITS × 10^point."""
    mantissa, _, exponent = text.replace("E", "e").partition("e")
    whole, _, fraction = mantissa.lstrip("-").partition(".")
    kept = (whole + fraction).lstrip("0")
    digits = kept.rstrip("0")
    if not digits:
        return False, "", 0
    return (
        mantissa.startswith("-"),
        digits,
        float(exponent or "0") + len(kept) - len(fraction),
    )


def _shown_json(text: str) -> str:
    """The start of a value, for messages."""
    return text[:60] + "…" if len(text) > 60 else text


_MOST_PROBLEMS = 200
_COUNTS = ("execution_time_ms", "files_modified", "files_created", "files_deleted")


def _envelope_problems(text: str, strict: bool) -> List[ParseProblem]:
    """All errors of an object's text as an envelope, in the words of the output format."""
    told: List[ParseProblem] = []
    more = 0

    def tell(path: str, message: str) -> None:
        nonlocal more
        if len(told) < _MOST_PROBLEMS:
            told.append(ParseProblem(path, message))
        else:
            more += 1

    def surplus(
        where: List[Tuple[str, str]], known: Sequence[str], path: str, what: str
    ) -> None:
        names = [
            name
            for name in dict.fromkeys(name for name, _ in where)
            if name not in known
        ]
        if strict and names:
            tell(
                path,
                f"Unexpected fields in {what}: {', '.join(_mend(name) for name in names[:_MOST_PROBLEMS])}",
            )

    members = _members_of(text)
    fields = dict(members)

    def scalar(field: str, wanted: str) -> Optional[str]:
        value = fields.get(field)
        if value is not None and _kind_of_json(value) == wanted:
            return value
        if value is None:
            tell(f"/{field}", f"Missing required field: {field} (must be {wanted})")
        else:
            got = _kind_of_json(value)
            tell(f"/{field}", f"{field.capitalize()} must be {wanted}, got {got}")
        return None

    def holder(field: str, wanted: str, rule: str) -> Optional[str]:
        value = fields.get(field)
        if value is None:
            tell(f"/{field}", f"Missing required field: {field} ({rule})")
        elif _kind_of_json(value) == wanted:
            return value
        else:
            tell(f"/{field}", f"{rule}, got {_kind_of_json(value)}")
        return None

    scalar("success", "boolean")
    confidence = scalar("confidence", "number")
    if confidence is not None:
        negative, digits, point = _digits_of(confidence)
        if negative or point > 1 or (point == 1 and digits > "1"):
            tell(
                "/confidence",
                f"Confidence must be between 0.0 and 1.0, got {_shown_json(confidence)}",
            )
    for index, item in enumerate(
        _items_of(
            holder("deliverables", "array", "Deliverables must be an array") or ""
        )
    ):
        if not item.startswith('"') or item == '""':
            got = "an empty string" if item == '""' else _kind_of_json(item)
            tell(
                f"/deliverables/{index}",
                f"Deliverables must be an array of file paths: item {index} is {got}",
            )
    for key, item in _members_of(
        holder("metrics", "object", "Metrics must be an object") or ""
    ):
        path = "/metrics/" + _mend(key).replace("~", "~0").replace("/", "~1")
        if _kind_of_json(item) != "number":
            name = _shown_json(_mend(key))
            tell(
                path,
                f"Metrics must be an object of numbers: {name} is {_kind_of_json(item)}",
            )
        elif key in _COUNTS:
            negative, digits, point = _digits_of(item)
            if negative or point < len(digits):
                tell(
                    path,
                    f"Metrics: {key} must be a whole number, 0 or more, got {_shown_json(item)}",
                )
    for index, item in enumerate(
        _items_of(holder("errors", "array", "Errors must be an array") or "")
    ):
        path = f"/errors/{index}"
        if _kind_of_json(item) != "object":
            tell(
                path,
                f"Errors must be an array of objects: item {index} is {_kind_of_json(item)}",
            )
            continue
        parts = _members_of(item)
        part = dict(parts)
        for field in ("code", "message"):
            value = part.get(field)
            if value is None or not value.startswith('"') or value == '""':
                kind = (
                    "missing"
                    if value is None
                    else "empty"
                    if value == '""'
                    else _kind_of_json(value)
                )
                tell(
                    f"{path}/{field}",
                    f"Errors must have code and message (strings): {field} of error {index} is {kind}",
                )
        for field, wanted in (("stack", "string"), ("context", "object")):
            kind = _kind_of_json(part.get(field, ""))
            if field in part and kind != wanted:
                tell(
                    f"{path}/{field}",
                    f"Errors: {field} of error {index} must be {wanted}, got {kind}",
                )
        code = part.get("code", "")
        # The specification's text requires it; only its schema checks it.
        name = (
            json.loads(code)
            if strict and code.startswith('"') and code != '""'
            else "A"
        )
        if (
            name.strip("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_")
            or not "A" <= name[0] <= "Z"
        ):
            tell(
                f"{path}/code",
                f"Errors: code of error {index} must be in UPPER_SNAKE_CASE, got {_shown_json(code)}",
            )
        surplus(parts, ("code", "message", "stack", "context"), path, f"error {index}")
    surplus(members, _FIELDS, "", "output")
    if more:
        told.append(ParseProblem("", f"and {more} more of the same kind"))
    return told

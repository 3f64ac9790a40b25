# JSON values: reading, writing and copying them without recursion, so that deep values take no stack.

#= foreign: issue path kind
_PLAIN = frozenset((str, int, bool, type(None)))


def _foreign(root: Any) -> Optional[Issue]:
    """Why a value is none of JSON's, if it is none: a set, a key that is no string, NaN, a value that
    holds itself."""
    done: Set[int] = set()
    above: Set[int] = set()
    todo: List[Tuple[Any, _Path, bool]] = [(root, None, False)]
    while todo:
        value, path, leaving = todo.pop()
        if leaving:
            above.discard(id(value))
            done.add(id(value))
        elif isinstance(value, (list, tuple, dict)):
            if id(value) in done:
                continue
            if id(value) in above:
                return _no_json(path, value, "a value can't hold itself")
            above.add(id(value))
            todo.append((value, path, True))
            if isinstance(value, dict):
                for key in value:
                    if not isinstance(key, str):
                        return _no_json(
                            path, value, f"the key {_brief(key)} is no string"
                        )
                todo.extend(
                    (item, (path, key), False)
                    for key, item in reversed(list(value.items()))
                    if type(item) not in _PLAIN
                )
            else:
                todo.extend(
                    (value[index], (path, index), False)
                    for index in range(len(value) - 1, -1, -1)
                    if type(value[index]) not in _PLAIN
                )
        elif isinstance(value, float):
            if not math.isfinite(value):
                return _no_json(path, value, f"{value} is no number of JSON")
        elif isinstance(value, Decimal):
            if not value.is_finite():
                return _no_json(path, value, f"{value} is no number of JSON")
        elif not isinstance(value, (str, int)) and value is not None:
            return _no_json(path, value, f"JSON has no {_kind(value)}")
    return None


def _no_json(path: _Path, got: Any, message: str) -> Issue:
    return Issue(_pointer(path), "json", "JSON", _kind(got), message)


#= read: issue import_re
_DECODER = json.JSONDecoder(
    parse_float=lambda text: _fraction(text),
    parse_int=lambda text: _integer(text),
    parse_constant=lambda text: _refuse(text),
)


_NESTING = re.compile(r'"(?:[^"\\]|\\.)*"?|[\[\]{}]', re.DOTALL)


def _integer(text: str) -> Union[int, Decimal]:
    # Python limits the digits of an int that is read; a Decimal has no limit.
    return int(text) if len(text) < 4000 else Decimal(text)


def _fraction(text: str) -> Union[float, Decimal]:
    """A float if it equals the text, else a Decimal, so that no digit is lost."""
    value = float(text)
    if len(text) < 16 and "e" not in text and "E" not in text:
        return value
    exact = Decimal(text)
    return value if math.isfinite(value) and Decimal(repr(value)) == exact else exact


def _refuse(text: str) -> None:
    raise ValueError(f"{text} is no number of JSON")


def _read(text: Union[str, bytes]) -> Tuple[Any, Optional[Issue]]:
    """Parses a JSON text; an invalid text is one issue."""
    try:
        source = text.decode("utf-8") if isinstance(text, (bytes, bytearray)) else text
        if _is_too_deep(source):
            return None, _unreadable("nested deeper than 1000 levels")
        try:
            value = _DECODER.decode(source)
        except RecursionError:
            value = _read_deep(source)
    except DecimalException:
        return None, _unreadable("a number is beyond reason")
    except ValueError as error:
        return None, _unreadable(str(error))
    if "\\u" in source or _lone(source):
        value = _copy(value)
    return value, None


def _is_too_deep(text: str) -> bool:
    """Whether a text nests deeper than the parsers of all languages allow."""
    if text.count("[") + text.count("{") <= 1000:
        return False
    depth = 0
    for found in _NESTING.finditer(text):
        mark = found.group()
        if mark in "[{":
            depth += 1
            if depth > 1000:
                return True
        elif mark in "]}":
            depth -= 1
    return False


def _unreadable(why: str) -> Issue:
    return Issue("", "json", "JSON", None, f"no JSON text: {why}")


def _read_deep(text: str) -> Any:
    """Reads texts that are too deep for Python's own parser."""
    top: List[Any] = []
    holders: List[Any] = [top]
    keys: List[str] = []
    at = _blank(text, 0)

    def put(value: Any) -> None:
        if isinstance(holders[-1], dict):
            holders[-1][keys[-1]] = value
        else:
            holders[-1].append(value)

    def key(at: int) -> int:
        if text[at : at + 1] != '"':
            raise json.JSONDecodeError(
                "Expecting property name enclosed in double quotes", text, at
            )
        name, at = _DECODER.raw_decode(text, at)
        at = _blank(text, at)
        if text[at : at + 1] != ":":
            raise json.JSONDecodeError("Expecting ':' delimiter", text, at)
        keys.append(name)
        return _blank(text, at + 1)

    while True:
        opening = text[at : at + 1]
        if opening in ("[", "{") and opening:
            holder: Any = [] if opening == "[" else {}
            put(holder)
            at = _blank(text, at + 1)
            if text[at : at + 1] not in ("]", "}"):
                holders.append(holder)
                at = at if opening == "[" else key(at)
                continue
            if text[at] != ("]" if opening == "[" else "}"):
                raise json.JSONDecodeError("Expecting value", text, at)
            at += 1
        else:
            value, at = _DECODER.raw_decode(text, at)
            put(value)
        while True:
            at = _blank(text, at)
            if holders[-1] is top:
                if at < len(text):
                    raise json.JSONDecodeError("Extra data", text, at)
                return top[0]
            inside = isinstance(holders[-1], dict)
            if inside:
                keys.pop()
            mark = text[at : at + 1]
            at += 1
            if mark == ",":
                at = key(_blank(text, at)) if inside else _blank(text, at)
                break
            if mark != ("}" if inside else "]"):
                raise json.JSONDecodeError("Expecting ',' delimiter", text, at - 1)
            holders.pop()


def _blank(text: str, at: int) -> int:
    while at < len(text) and text[at] in " \t\n\r":
        at += 1
    return at


#= copy: number
def _copy(root: Any) -> Any:
    """A deep copy; lone surrogates become U+FFFD."""
    top: List[Any] = [root]
    todo: List[Tuple[Any, Any]] = [(top, 0)]
    while todo:
        holder, key = todo.pop()
        value = holder[key]
        if isinstance(value, (list, tuple)):
            items = list(value)
            holder[key] = items
            todo.extend((items, index) for index in range(len(items)))
        elif isinstance(value, dict):
            members = {_mend(name): item for name, item in value.items()}
            holder[key] = members
            todo.extend((members, name) for name in members)
        elif isinstance(value, str):
            holder[key] = _mend(value)
    return top[0]


def _mend(text: Any) -> Any:
    if isinstance(text, str) and _lone(text):
        return "".join("\ufffd" if "\ud800" <= c <= "\udfff" else c for c in text)
    return text


#= print: number
def _dumps(root: Any, compact: bool) -> str:
    """A value as JSON text: two spaces of indent, or one line."""
    out: List[str] = []
    todo: List[Tuple[bool, Any, int]] = [(True, root, 0)]
    colon = ":" if compact else ": "

    def line(depth: int) -> str:
        return "" if compact else "\n" + "  " * depth

    while todo:
        whole, value, depth = todo.pop()
        if not whole:
            out.append(value)
        elif isinstance(value, (list, tuple, dict)):
            marks = "{}" if isinstance(value, dict) else "[]"
            if not value:
                out.append(marks)
                continue
            parts = (
                [(_scalar(key) + colon, value[key]) for key in value]
                if marks == "{}"
                else [("", i) for i in value]
            )
            todo.append((False, line(depth) + marks[1], 0))
            for index in range(len(parts) - 1, -1, -1):
                head, item = parts[index]
                todo.append((True, item, depth + 1))
                todo.append(
                    (False, ("," if index else marks[0]) + line(depth + 1) + head, 0)
                )
        else:
            out.append(_scalar(value))
    return "".join(out)


def _print(text: str) -> None:
    """Writes a line to stdout, as UTF-8 whatever the locale."""
    sys.stdout.flush()
    binary = getattr(sys.stdout, "buffer", None)
    if binary is None:
        sys.stdout.write(text + "\n")
    else:
        binary.write((text + "\n").encode("utf-8"))
    sys.stdout.flush()

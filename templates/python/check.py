# Checks of a schema that is stored as data. Each keyword becomes a function on first use. The checks
# recurse to a fixed depth and queue deeper values, so deep values take time and no stack.

#= run: issue path explain seen
#: A schema as data: keywords of JSON Schema 2020-12, in the order of checking. `spelled` has the names of
#: keywords in the source, and `patterns` the patterns as Python reads them, where those are others.
Schema = Union[bool, Dict[str, Any]]

_Check = Callable[[Any, _Path, "_Run", Optional[_Seen]], bool]
_Maker = Callable[[Dict[str, Any], str], _Check]
_Answer = Tuple[bool, List[Issue], _Seen]
#: The place of an issue: where its value is, and the place below that. Written out, the issues of a deep value would take
#: memory with the square of the depth.
_Place = Union[str, Tuple[str, Any]]


def _written(place: _Place) -> str:
    parts: List[str] = []
    while isinstance(place, tuple):
        here, place = place
        parts.append(here)
    parts.append(place)
    return "".join(parts)


#: Values below this many levels are decided by themselves, from a fresh stack.
_DEEPEST = 32
#: Keywords that apply no schema.
_FLAT = frozenset(
    "type enum const multipleOf minimum maximum exclusiveMinimum exclusiveMaximum minLength"
    " maxLength pattern format minItems maxItems uniqueItems minProperties maxProperties"
    " required dependentRequired spelled patterns default".split()
)
#: What makes the check of a keyword.
_MAKERS: Dict[str, _Maker] = {}


def _keyword(name: str) -> Callable[[_Maker], _Maker]:
    def register(maker: _Maker) -> _Maker:
        _MAKERS[name] = maker
        return maker

    return register


class _Node:
    """A schema whose keywords are functions."""

    __slots__ = ("schema", "checks", "asks")

    def __init__(self, schema: Dict[str, Any]) -> None:
        self.schema = schema
        self.checks: Optional[List[_Check]] = None
        self.asks = "unevaluatedItems" in schema or "unevaluatedProperties" in schema

    def build(self) -> List[_Check]:
        spelled = self.schema.get("spelled", {})
        words = [word for word in self.schema if word in _MAKERS]
        self.checks = [
            _MAKERS[word](self.schema, spelled.get(word, word)) for word in words
        ]
        return self.checks

    def apply(self, value: Any, path: _Path, run: _Run, outer: Optional[_Seen]) -> bool:
        """Checks all keywords; stops at the first failure if no issues are collected."""
        if run.level >= _DEEPEST:
            return run.postponed(self, value, path, outer)
        run.level += 1
        seen = _Seen() if self.asks else outer
        ok = True
        checks = self.checks
        for check in self.build() if checks is None else checks:
            if not check(value, path, run, seen):
                ok = False
                if run.issues is None:
                    break
        if self.asks and seen is not None and outer is not None:
            outer.learn(seen)
        run.level -= 1
        return ok


#: The schemas that have been asked, by identity.
_NODES: Dict[int, _Node] = {}


def _node(schema: Dict[str, Any]) -> _Node:
    node = _NODES.get(id(schema))
    if node is None:
        node = _NODES[id(schema)] = _Node(schema)
    return node


class _Run:
    """One pass over a value, with a fresh stack."""

    __slots__ = ("issues", "level", "put_off", "answers", "plain_unions")

    def __init__(
        self,
        issues: Optional[List[Issue]],
        answers: Dict[Tuple[_Node, int], _Answer],
    ) -> None:
        #: Where issues go; None: nobody asks, and the first failure is the verdict.
        self.issues = issues
        self.level = 0
        self.put_off: List[Tuple[_Node, Any]] = []
        self.answers = answers
        #: Issues of unions say no more than that no branch holds: they go into another one's message.
        self.plain_unions = False

    def fail(
        self, path: _Path, keyword: str, expected: Any, got: Any, why: str = ""
    ) -> bool:
        if self.issues is not None:
            message = _explain(keyword, expected, got) + why
            issue = Issue(
                _pointer(path),
                keyword,
                expected,
                got,
                message,
            )
            self.issues.append(issue)
        return False

    def postponed(
        self, node: _Node, value: Any, path: _Path, seen: Optional[_Seen]
    ) -> bool:
        """The result for a value that is too deep for the stack, if there is one already."""
        known = self.answers.get((node, id(value)))
        if known is None:
            self.put_off.append((node, value))
            return True
        ok, issues, noted = known
        if self.issues is not None and issues:
            here = _pointer(path)
            for one in issues:
                place: Any = (here, one.path)
                self.issues.append(
                    Issue(
                        place,
                        one.keyword,
                        one.expected,
                        one.got,
                        one.message,
                    )
                )
        if seen is not None:
            seen.learn(noted)
        return ok


def _validate(
    schema: Schema,
    value: Any,
    out: Optional[List[Issue]],
) -> bool:
    """Checks a value; adds its issues to `out`."""
    if isinstance(schema, bool):
        return schema or _Run(out, {}).fail(None, "false", False, value)
    root = _node(schema)
    run = _Run(None if out is None else [], {})
    ok = root.apply(value, None, run, None)
    if run.put_off:
        return _validate_deep(root, value, out)
    if out is not None and run.issues:
        out.extend(run.issues)
    return ok


def _validate_deep(root: _Node, value: Any, out: Optional[List[Issue]]) -> bool:
    """Checks the queued values, innermost first, then the values above with those results."""
    answers: Dict[Tuple[_Node, int], _Answer] = {}
    stack: List[Tuple[_Node, Any]] = [(root, value)]
    asked: Set[Tuple[_Node, int]] = set()
    while stack:
        node, here = stack[-1]
        if (node, id(here)) in answers:
            stack.pop()
            continue
        run = _Run(None if out is None else [], answers)
        seen = _Seen()
        ok = node.apply(here, None, run, seen)
        if not run.put_off:
            answers[(node, id(here))] = (ok, run.issues or [], seen)
            stack.pop()
            continue
        asked.add((node, id(here)))
        stack.extend(
            call for call in run.put_off if (call[0], id(call[1])) not in asked
        )
    ok, issues, _ = answers[(root, id(value))]
    if out is not None:
        out.extend(
            Issue(
                _written(one.path),
                one.keyword,
                one.expected,
                one.got,
                one.message,
            )
            for one in issues
        )
    return ok


def _resolved(schema: Any) -> Any:
    """A schema that is defined later in the file is wrapped in a function."""
    return schema() if callable(schema) else schema


def _sub(schema: Schema, keyword: str) -> Optional[_Check]:
    """Applies a schema to the value itself; a `false` schema is an issue of `keyword`."""
    if schema is True:
        return None
    if schema is False:
        return lambda value, path, run, seen: run.fail(path, keyword, False, value)
    node = _node(schema)
    if not _FLAT.issuperset(schema):
        return node.apply
    # A schema without subschemas takes no level.
    checks = node.build()
    if len(checks) == 1:
        return checks[0]

    def check(value: Any, path: _Path, run: _Run, seen: Optional[_Seen]) -> bool:
        ok = True
        for one in checks:
            if not one(value, path, run, seen):
                ok = False
                if run.issues is None:
                    break
        return ok

    return check


def _below(schema: Schema, keyword: str) -> Optional[_Check]:
    """Applies a schema to a part of the value; a `false` schema is an issue of the whole, with the part's key."""

    def never(value: Any, path: _Path, run: _Run, seen: Optional[_Seen]) -> bool:
        whole, key = path or (None, "")
        return run.fail(whole, keyword, False, key)

    return never if schema is False else _sub(schema, keyword)


#= branch: run
def _branch(
    check: Optional[_Check], value: Any, run: _Run, seen: Optional[_Seen]
) -> bool:
    """Whether a branch accepts the value; its evaluated names and items count only then."""
    if check is None:
        return True
    issues, run.issues = run.issues, None
    notes = None if seen is None else _Seen()
    ok = check(value, None, run, notes)
    run.issues = issues
    if ok and seen is not None and notes is not None:
        seen.learn(notes)
    return ok


#= check_$ref: run
def _reference(schema: Dict[str, Any], key: str, word: str) -> _Check:
    return _sub(_resolved(schema[key]), word) or (lambda value, path, run, seen: True)


@_keyword("$ref")
def _check_ref(schema: Dict[str, Any], word: str) -> _Check:
    return _reference(schema, "$ref", word)


#= check_$dynamicRef: check_$ref
@_keyword("$dynamicRef")
def _check_dynamic_ref(schema: Dict[str, Any], word: str) -> _Check:
    return _reference(schema, "$dynamicRef", word)


#= check_type: run integer
_KINDS: Dict[str, Any] = {
    "null": type(None),
    "boolean": bool,
    "string": str,
    "array": (list, tuple),
    "object": dict,
}


def _is_of_type(value: Any, name: str) -> bool:
    if name in _KINDS:
        return isinstance(value, _KINDS[name])
    return _is_integer(value) if name == "integer" else _is_number(value)


@_keyword("type")
def _check_type(schema: Dict[str, Any], word: str) -> _Check:
    expected = schema["type"]
    names = [expected] if isinstance(expected, str) else expected
    kinds: Any = _KINDS.get(names[0]) if len(names) == 1 else None

    def one(value: Any, path: _Path, run: _Run, seen: Optional[_Seen]) -> bool:
        return isinstance(value, kinds) or run.fail(path, word, expected, _kind(value))

    def some(value: Any, path: _Path, run: _Run, seen: Optional[_Seen]) -> bool:
        fits = any(_is_of_type(value, name) for name in names)
        return fits or run.fail(path, word, expected, _kind(value))

    def number(value: Any, path: _Path, run: _Run, seen: Optional[_Seen]) -> bool:
        fits = type(value) is int or _is_of_type(value, names[0])
        return fits or run.fail(path, word, expected, _kind(value))

    if kinds is not None:
        return one
    return number if len(names) == 1 else some


#= one_of_values: run flat
def _one_of(values: Sequence[Any], expected: Any, word: str) -> _Check:
    texts = frozenset(value for value in values if isinstance(value, str))
    others = frozenset(_flat(value) for value in values if not isinstance(value, str))
    deep = any(isinstance(value, (list, tuple, dict)) for value in values)

    def check(value: Any, path: _Path, run: _Run, seen: Optional[_Seen]) -> bool:
        if isinstance(value, str):
            fits = value in texts
        elif isinstance(value, (list, tuple, dict)) and not deep:
            fits = False
        else:
            fits = bool(others) and _flat(value) in others
        return fits or run.fail(path, word, expected, value)

    return check


#= check_enum: one_of_values
@_keyword("enum")
def _check_enum(schema: Dict[str, Any], word: str) -> _Check:
    # An issue lists only the first values of a long list.
    return _one_of(schema["enum"], schema["enum"][:100], word)


#= check_const: one_of_values
@_keyword("const")
def _check_const(schema: Dict[str, Any], word: str) -> _Check:
    return _one_of([schema["const"]], schema["const"], word)


#= check_multipleOf: run multiple
@_keyword("multipleOf")
def _check_multiple(schema: Dict[str, Any], word: str) -> _Check:
    expected = schema["multipleOf"]
    _, figures, power = Decimal(_exact(expected)).as_tuple()
    digits = int(Decimal((0, figures, 0)))
    exponent = int(power)

    def check(value: Any, path: _Path, run: _Run, seen: Optional[_Seen]) -> bool:
        if not _is_number(value) or _multiple(value, digits, exponent):
            return True
        return run.fail(path, word, expected, value)

    return check


#= bound: run number
def _bound(expected: Any, word: str, beyond: Callable[[Any, Any], bool]) -> _Check:
    limit = _exact(expected)

    def check(value: Any, path: _Path, run: _Run, seen: Optional[_Seen]) -> bool:
        if type(value) is not int:
            if not _is_number(value) or not beyond(_exact(value), limit):
                return True
        elif not beyond(value, limit):
            return True
        return run.fail(path, word, expected, value)

    return check


#= check_minimum: bound import_operator
@_keyword("minimum")
def _check_minimum(schema: Dict[str, Any], word: str) -> _Check:
    return _bound(schema["minimum"], word, operator.lt)


#= check_maximum: bound import_operator
@_keyword("maximum")
def _check_maximum(schema: Dict[str, Any], word: str) -> _Check:
    return _bound(schema["maximum"], word, operator.gt)


#= check_exclusiveMinimum: bound import_operator
@_keyword("exclusiveMinimum")
def _check_exclusive_minimum(schema: Dict[str, Any], word: str) -> _Check:
    return _bound(schema["exclusiveMinimum"], word, operator.le)


#= check_exclusiveMaximum: bound import_operator
@_keyword("exclusiveMaximum")
def _check_exclusive_maximum(schema: Dict[str, Any], word: str) -> _Check:
    return _bound(schema["exclusiveMaximum"], word, operator.ge)


#= size: run import_operator
def _size(
    kinds: Any, limit: int, word: str, beyond: Callable[[Any, Any], bool]
) -> _Check:
    def check(value: Any, path: _Path, run: _Run, seen: Optional[_Seen]) -> bool:
        if not isinstance(value, kinds) or not beyond(len(value), limit):
            return True
        return run.fail(path, word, limit, len(value))

    return check


#= check_minLength: size
@_keyword("minLength")
def _check_min_length(schema: Dict[str, Any], word: str) -> _Check:
    return _size(str, schema["minLength"], word, operator.lt)


#= check_maxLength: size
@_keyword("maxLength")
def _check_max_length(schema: Dict[str, Any], word: str) -> _Check:
    return _size(str, schema["maxLength"], word, operator.gt)


#= check_minItems: size
@_keyword("minItems")
def _check_min_items(schema: Dict[str, Any], word: str) -> _Check:
    return _size((list, tuple), schema["minItems"], word, operator.lt)


#= check_maxItems: size
@_keyword("maxItems")
def _check_max_items(schema: Dict[str, Any], word: str) -> _Check:
    return _size((list, tuple), schema["maxItems"], word, operator.gt)


#= check_minProperties: size
@_keyword("minProperties")
def _check_min_properties(schema: Dict[str, Any], word: str) -> _Check:
    return _size(dict, schema["minProperties"], word, operator.lt)


#= check_maxProperties: size
@_keyword("maxProperties")
def _check_max_properties(schema: Dict[str, Any], word: str) -> _Check:
    return _size(dict, schema["maxProperties"], word, operator.gt)


#= check_pattern: run regex
@_keyword("pattern")
def _check_pattern(schema: Dict[str, Any], word: str) -> _Check:
    source = schema["pattern"]
    search = _regex(schema, source).search
    # Patterns may take long, so they are not tried on texts that exceed `maxLength`.
    longest = schema.get("maxLength", sys.maxsize)

    def check(value: Any, path: _Path, run: _Run, seen: Optional[_Seen]) -> bool:
        if not isinstance(value, str) or len(value) > longest or search(value):
            return True
        return run.fail(path, word, source, value)

    return check


#= check_format: run
#: The functions that decide formats, by name.
_FORMATS: Dict[str, Callable[[str], bool]] = {}


@_keyword("format")
def _check_format(schema: Dict[str, Any], word: str) -> _Check:
    expected = schema["format"]
    test = _FORMATS[expected]

    def check(value: Any, path: _Path, run: _Run, seen: Optional[_Seen]) -> bool:
        if not isinstance(value, str) or test(value):
            return True
        return run.fail(path, word, expected, value)

    return check


#= check_uniqueItems: run unique
@_keyword("uniqueItems")
def _check_unique_items(schema: Dict[str, Any], word: str) -> _Check:
    def check(value: Any, path: _Path, run: _Run, seen: Optional[_Seen]) -> bool:
        if not isinstance(value, (list, tuple)) or _unique(value):
            return True
        return run.fail(path, word, True, value)

    return check


#= check_prefixItems: run
@_keyword("prefixItems")
def _check_prefix_items(schema: Dict[str, Any], word: str) -> _Check:
    subs = [_below(sub, word) for sub in schema["prefixItems"]]

    def check(value: Any, path: _Path, run: _Run, seen: Optional[_Seen]) -> bool:
        if not isinstance(value, (list, tuple)):
            return True
        ok = True
        for index, (item, sub) in enumerate(zip(value, subs)):
            if seen is not None:
                seen.items.add(index)
            if sub is not None and not sub(item, (path, index), run, None):
                ok = False
        return ok

    return check


#= check_items: run
@_keyword("items")
def _check_items(schema: Dict[str, Any], word: str) -> _Check:
    first = len(schema.get("prefixItems", ()))
    refused = schema["items"] is False
    sub = None if refused else _below(schema["items"], word)

    def check(value: Any, path: _Path, run: _Run, seen: Optional[_Seen]) -> bool:
        if not isinstance(value, (list, tuple)):
            return True
        if seen is not None:
            seen.items.update(range(first, len(value)))
        if refused:
            return len(value) <= first or run.fail(path, word, first, len(value))
        ok = True
        if sub is not None:
            for index in range(first, len(value)):
                if not sub(value[index], (path, index), run, None):
                    ok = False
                    if run.issues is None:
                        break
        return ok

    return check


#= check_contains: branch
@_keyword("contains")
def _check_contains(schema: Dict[str, Any], word: str) -> _Check:
    sub = _sub(schema["contains"], word)
    least = schema.get("minContains", 1)
    most = schema.get("maxContains", sys.maxsize)
    notes = not schema.get("containsUnnoted", False)

    def check(value: Any, path: _Path, run: _Run, seen: Optional[_Seen]) -> bool:
        if not isinstance(value, (list, tuple)):
            return True
        count = 0
        for index, item in enumerate(value):
            if _branch(sub, item, run, None):
                count += 1
                if notes and seen is not None:
                    seen.items.add(index)
        if count == 0 and least > 0:
            return run.fail(path, "contains", least, count)
        # If no count can be right, the maximum is reported, as in Python's jsonschema.
        if count < min(least, most + 1):
            return run.fail(path, "minContains", least, count)
        return count <= most or run.fail(path, "maxContains", most, count)

    return check


#= check_unevaluatedItems: run
@_keyword("unevaluatedItems")
def _check_unevaluated_items(schema: Dict[str, Any], word: str) -> _Check:
    refused = schema["unevaluatedItems"] is False
    sub = _below(schema["unevaluatedItems"], word)

    def check(value: Any, path: _Path, run: _Run, seen: Optional[_Seen]) -> bool:
        if not isinstance(value, (list, tuple)) or seen is None:
            return True
        ok = True
        for index, item in enumerate(value):
            if index in seen.items:
                continue
            if not refused:
                seen.items.add(index)
            if sub is not None and not sub(item, (path, index), run, None):
                ok = False
        return ok

    return check


#= check_required: run
@_keyword("required")
def _check_required(schema: Dict[str, Any], word: str) -> _Check:
    names = schema["required"]

    def check(value: Any, path: _Path, run: _Run, seen: Optional[_Seen]) -> bool:
        ok = True
        if isinstance(value, dict):
            for name in names:
                if name not in value:
                    ok = run.fail(path, word, name, None)
        return ok

    return check


#= check_dependentRequired: run
@_keyword("dependentRequired")
def _check_dependent_required(schema: Dict[str, Any], word: str) -> _Check:
    lists = schema["dependentRequired"]

    def check(value: Any, path: _Path, run: _Run, seen: Optional[_Seen]) -> bool:
        ok = True
        if isinstance(value, dict):
            for name, wanted in lists.items():
                for other in wanted if name in value else ():
                    if other not in value:
                        ok = run.fail(path, word, other, None)
        return ok

    return check


#= check_properties: run
@_keyword("properties")
def _check_properties(schema: Dict[str, Any], word: str) -> _Check:
    subs = [(name, _below(sub, word)) for name, sub in schema["properties"].items()]

    def check(value: Any, path: _Path, run: _Run, seen: Optional[_Seen]) -> bool:
        ok = True
        if isinstance(value, dict):
            for name, sub in subs:
                if name not in value:
                    continue
                if seen is not None:
                    seen.names.add(name)
                if sub is not None and not sub(value[name], (path, name), run, None):
                    ok = False
                    if run.issues is None:
                        break
        return ok

    return check


#= check_patternProperties: run regex
@_keyword("patternProperties")
def _check_pattern_properties(schema: Dict[str, Any], word: str) -> _Check:
    members = schema["patternProperties"].items()
    subs = [(_regex(schema, source), _below(sub, word)) for source, sub in members]

    def check(value: Any, path: _Path, run: _Run, seen: Optional[_Seen]) -> bool:
        ok = True
        if isinstance(value, dict):
            for pattern, sub in subs:
                for name in value:
                    if not pattern.search(name):
                        continue
                    if seen is not None:
                        seen.names.add(name)
                    if sub is not None and not sub(
                        value[name], (path, name), run, None
                    ):
                        ok = False
        return ok

    return check


#= check_additionalProperties: run regex
@_keyword("additionalProperties")
def _check_additional_properties(schema: Dict[str, Any], word: str) -> _Check:
    names = frozenset(schema.get("properties", ()))
    patterns = [
        _regex(schema, source) for source in schema.get("patternProperties", ())
    ]
    sub = _below(schema["additionalProperties"], word)

    def check(value: Any, path: _Path, run: _Run, seen: Optional[_Seen]) -> bool:
        ok = True
        if isinstance(value, dict):
            for name in value:
                if name in names or any(pattern.search(name) for pattern in patterns):
                    continue
                if sub is None or sub(value[name], (path, name), run, None):
                    if seen is not None:
                        seen.names.add(name)
                    continue
                ok = False
                if run.issues is None:
                    break
        return ok

    return check


#= check_propertyNames: run
@_keyword("propertyNames")
def _check_property_names(schema: Dict[str, Any], word: str) -> _Check:
    sub = _sub(schema["propertyNames"], word)

    def check(value: Any, path: _Path, run: _Run, seen: Optional[_Seen]) -> bool:
        ok = True
        if isinstance(value, dict) and sub is not None:
            for name in value:
                ok = sub(name, path, run, None) and ok
        return ok

    return check


#= check_unevaluatedProperties: run
@_keyword("unevaluatedProperties")
def _check_unevaluated_properties(schema: Dict[str, Any], word: str) -> _Check:
    sub = _below(schema["unevaluatedProperties"], word)

    def check(value: Any, path: _Path, run: _Run, seen: Optional[_Seen]) -> bool:
        ok = True
        if isinstance(value, dict) and seen is not None:
            for name in value:
                if name in seen.names:
                    continue
                if sub is None or sub(value[name], (path, name), run, None):
                    seen.names.add(name)
                else:
                    ok = False
        return ok

    return check


#= check_dependentSchemas: run
@_keyword("dependentSchemas")
def _check_dependent_schemas(schema: Dict[str, Any], word: str) -> _Check:
    subs = [(name, _sub(sub, word)) for name, sub in schema["dependentSchemas"].items()]

    def check(value: Any, path: _Path, run: _Run, seen: Optional[_Seen]) -> bool:
        ok = True
        if isinstance(value, dict):
            for name, sub in subs:
                if name in value and sub is not None:
                    ok = sub(value, path, run, seen) and ok
        return ok

    return check


#= check_allOf: run
@_keyword("allOf")
def _check_all_of(schema: Dict[str, Any], word: str) -> _Check:
    subs = [
        sub for sub in (_sub(sub, word) for sub in schema["allOf"]) if sub is not None
    ]

    def check(value: Any, path: _Path, run: _Run, seen: Optional[_Seen]) -> bool:
        ok = True
        for sub in subs:
            notes = None if seen is None else _Seen()
            if sub(value, path, run, notes):
                if seen is not None and notes is not None:
                    seen.learn(notes)
                continue
            ok = False
            if run.issues is None:
                break
        return ok

    return check


#= no_branch: run
def _nearest(
    subs: List[Optional[_Check]], signs: List[Dict[str, Any]], value: Any
) -> Optional[_Check]:
    """The only branch that the value's constants and types don't rule out; no branch has accepted it."""
    kind = _kind(value)
    left = []
    for sub, sign in zip(subs, signs):
        if "type" in sign and kind not in sign["type"]:
            continue
        constants = sign.get("const", {}) if isinstance(value, dict) else {}
        if all(
            name not in value or (type(value[name]) is type(one) and value[name] == one)
            for name, one in constants.items()
        ):
            left.append(sub)
    return left[0] if len(left) == 1 else None


#: How many branches a message speaks of.
_MOST_BRANCHES = 5


def _no_branch(
    subs: List[Optional[_Check]],
    signs: List[Dict[str, Any]],
    value: Any,
    path: _Path,
    run: _Run,
    told: Tuple[str, Any, Any],
) -> bool:
    """Explains why no branch of a union accepts the value: by the issues of the nearest branch, else by one issue of each."""
    if run.plain_unions:
        return run.fail(path, *told)
    near = _nearest(subs, signs, value)
    if near is not None:
        return near(value, path, run, None)
    here = _pointer(path)
    outer = run.issues
    reasons: List[str] = []
    run.plain_unions = True
    for index, sub in enumerate(subs[:_MOST_BRANCHES], 1):
        issues: List[Issue] = []
        run.issues = issues
        if sub is None or sub(value, path, run, None) or not issues:
            continue
        # A wrong constant is the strongest evidence.
        first = next((one for one in issues if one.keyword == "const"), issues[0])
        below = _written(first.path)
        place = "" if below == here else f"{below}: "
        reasons.append(f"{index}: {place}{first.message}")
    run.plain_unions = False
    run.issues = outer
    why = "; ".join(reasons)
    if len(subs) > _MOST_BRANCHES:
        why += f"; and {len(subs) - _MOST_BRANCHES} more"
    return run.fail(path, *told, f" ({why})")


#= check_anyOf: branch no_branch
@_keyword("anyOf")
def _check_any_of(schema: Dict[str, Any], word: str) -> _Check:
    subs = [_sub(sub, word) for sub in schema["anyOf"]]
    signs = schema.get("anyOfSigns", [])

    def check(value: Any, path: _Path, run: _Run, seen: Optional[_Seen]) -> bool:
        ok = False
        for sub in subs:
            ok = _branch(sub, value, run, seen) or ok
            if ok and seen is None:
                break
        if ok or run.issues is None:
            return ok
        told = (word, len(subs), _kind(value))
        return _no_branch(subs, signs, value, path, run, told)

    return check


#= check_oneOf: branch no_branch
@_keyword("oneOf")
def _check_one_of(schema: Dict[str, Any], word: str) -> _Check:
    subs = [_sub(sub, word) for sub in schema["oneOf"]]
    signs = schema.get("oneOfSigns", [])

    def check(value: Any, path: _Path, run: _Run, seen: Optional[_Seen]) -> bool:
        count = sum(_branch(sub, value, run, seen) for sub in subs)
        if count == 0 and run.issues is not None:
            return _no_branch(subs, signs, value, path, run, (word, 1, count))
        return count == 1 or run.fail(path, word, 1, count)

    return check


#= check_not: branch
@_keyword("not")
def _check_not(schema: Dict[str, Any], word: str) -> _Check:
    sub = _sub(schema["not"], word)

    def check(value: Any, path: _Path, run: _Run, seen: Optional[_Seen]) -> bool:
        if not _branch(sub, value, run, None):
            return True
        return run.fail(path, word, None, _kind(value))

    return check


#= check_if: branch
@_keyword("if")
def _check_if(schema: Dict[str, Any], word: str) -> _Check:
    test = _sub(schema["if"], word)
    then = _sub(schema.get("then", True), "then")
    other = _sub(schema.get("else", True), "else")

    def check(value: Any, path: _Path, run: _Run, seen: Optional[_Seen]) -> bool:
        picked = then if _branch(test, value, run, seen) else other
        return picked is None or picked(value, path, run, seen)

    return check


#= regex: run import_re
#: Marks of ECMA-262 that Python writes otherwise, where they stand by themselves.
_SPELLED = {"^": r"\A", "$": r"\Z"}


def _regex(schema: Dict[str, Any], source: str) -> Any:
    """A pattern of a schema, as Python reads it."""
    written = schema.get("patterns", {}).get(source)
    if written is None:
        parts = r"(?s)\\.|\[(?:\\.|[^\]\\])*\]|[\^$]"
        written = re.sub(parts, lambda part: _SPELLED.get(part[0], part[0]), source)
    return re.compile(written, re.ASCII)

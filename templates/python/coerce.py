# Coercion and defaults, without recursion. The rules are those of `skillgen validate --coerce`.

#= coerce: foreign kind integer copy read path import_re run regex error
@dataclass(frozen=True)
class Change:
    """One change that coercion made. An added default has the rule "default", and its former value is None."""

    #: JSON Pointer to the place.
    path: str
    #: What stood there.
    from_: Any
    #: What stands there now.
    to: Any
    #: The rule that changed it.
    rule: str


class Coerced(NamedTuple):
    """A coerced copy of a value and the changes, outermost first."""

    value: Any
    changes: List[Change]


#: Deeper levels are left as they are.
_DEEPEST_COERCED = 2000
#: What may be added as defaults, as weight of values: this much, and that much more for each weight of the document.
#: Beyond it, coercion fails.
_BASE_DEFAULTS = 5_000_000
_DEFAULTS_PER_WEIGHT = 64
#: The cost of a default beside its weight, by the number of defaults around it.
_COST_OF_DEFAULT = (1, 10, 100, 1_000)
#: Alternatives within alternatives.
_DEEPEST_CHOICE = 40
#: Lists that are made around one value: a recursive schema would make them without end.
_MOST_WRAPS = 2
#: What may be tried to find the intended alternatives, as weight of values: this much, and that much more for each
#: weight of the document. Beyond it, a value that no alternative accepts is left as it is.
_BASE_ATTEMPTS = 50_000
_ATTEMPTS_PER_WEIGHT = 64


def _follow(schema: Schema, value: Any, level: str) -> Coerced:
    """Applies a schema to a value; raises a `SkillContractError` if defaults within defaults are too many."""
    if level not in ("off", "safe", "lenient"):
        raise ValueError(f"level is off, safe or lenient, not {level!r}")
    if _foreign(value) is not None:
        return Coerced(value, [])
    top = [_copy(value)]
    work = _Coercion(level, value)
    work.walk(_Slot(top, 0, None, 0, [schema]), True, 0)
    return Coerced(top[0], work.changes)


class _Slot(NamedTuple):
    """A value that is being coerced, with the schemas that apply to it."""

    holder: Any
    key: Any
    path: _Path
    level: int
    schemas: List[Schema]
    #: The defaults that the place is inside of, by their names and the names that their schemas declare: none is
    #: added inside of itself.
    inside: Tuple[Tuple[str, List[str]], ...] = ()
    #: The number of lists that were made around the value.
    wraps: int = 0
    #: The missing properties that are still to be added, and the schemas that name them.
    fill: Optional[Tuple[List[Dict[str, Any]], List[str]]] = None
    #: The alternatives of which one is to be chosen.
    choose: Optional[List[Schema]] = None


class _Coercion:
    def __init__(self, level: str, value: Any) -> None:
        self.level = level
        #: Below 0 it did not suffice; then no attempt succeeds, also none of those that are under way.
        self.attempts = (
            0
            if level == "off"
            else _BASE_ATTEMPTS + _ATTEMPTS_PER_WEIGHT * _weight(value)
        )
        self.changes: List[Change] = []
        #: What may still be added as defaults.
        self.left = _BASE_DEFAULTS + _DEFAULTS_PER_WEIGHT * _weight(value)

    def walk(self, root: _Slot, defaults: bool, choices: int) -> None:
        todo = [root]
        while todo:
            slot = todo.pop()
            if slot.choose is not None:
                if choices < _DEEPEST_CHOICE:
                    self.choose(slot, slot.choose, choices)
            elif slot.fill is not None:
                self.fill(slot, todo)
            elif slot.level < _DEEPEST_COERCED and any(
                isinstance(schema, dict) for schema in slot.schemas
            ):
                self.enter(slot, defaults, todo)

    def enter(self, slot: _Slot, defaults: bool, todo: List[_Slot]) -> None:
        """Converts a value and queues its parts."""
        value = slot.holder[slot.key]
        wraps = slot.wraps
        here = _gather(slot.schemas, value)
        if self.level != "off":
            better = _convert(value, _types_of(here), self.level == "lenient")
            if better is not None and better[1] == "wrap-in-array":
                if wraps == _MOST_WRAPS:
                    better = None
                else:
                    wraps += 1
            if better is not None:
                to, rule = better
                self.changes.append(
                    Change(_pointer(slot.path), _copy(value), _copy(to), rule)
                )
                slot.holder[slot.key] = value = to
                # The value changed, so conditions are evaluated again.
                here = _gather(slot.schemas, value)
            lists = [
                schema[word]
                for schema in here
                for word in ("anyOf", "oneOf")
                if word in schema
            ]
            todo.extend(
                slot._replace(choose=branches, wraps=wraps)
                for branches in reversed(lists)
            )
        below = slot.level + 1
        if isinstance(value, list):
            for index in range(len(value) - 1, -1, -1):
                todo.append(
                    _Slot(
                        value,
                        index,
                        (slot.path, index),
                        below,
                        _of_item(here, index),
                        slot.inside,
                        wraps,
                    )
                )
        elif isinstance(value, dict):
            if defaults:
                todo.append(slot._replace(fill=(here, _declared_by(here)[::-1])))
            for name in reversed(list(value)):
                todo.append(
                    _Slot(
                        value,
                        name,
                        (slot.path, name),
                        below,
                        _of_property(here, name),
                        slot.inside,
                    )
                )

    def fill(self, slot: _Slot, todo: List[_Slot]) -> None:
        """Adds the default of the first missing property that has one; the others follow after its content."""
        if slot.fill is None:
            return
        members = slot.holder[slot.key]
        here, names = slot.fill
        while names:
            name = names.pop()
            if name in members:
                continue
            schemas = _of_property(here, name)
            below = _gather(schemas, None)
            named = [schema for schema in below if "default" in schema]
            own = (name, _declared_by(below))
            if not named or own in slot.inside:
                continue
            path = (slot.path, name)
            self.left -= _COST_OF_DEFAULT[min(len(slot.inside), 3)]
            self.left -= _weight(named[0]["default"])
            if self.left < 0:
                raise SkillContractError([_too_many_defaults(path, named[0])])
            members[name] = _copy(named[0]["default"])
            change = Change(
                _pointer(path),
                None,
                _copy(named[0]["default"]),
                "default",
            )
            self.changes.append(change)
            todo.append(slot)
            todo.append(
                _Slot(members, name, path, slot.level + 1, schemas, (*slot.inside, own))
            )
            return

    def choose(self, slot: _Slot, branches: List[Schema], choices: int) -> None:
        """Coerces to the first alternative that then accepts the value, if none accepts it unchanged."""
        value = slot.holder[slot.key]
        if self.attempts < 0 or any(
            _validate(branch, value, None) for branch in branches
        ):
            return
        self.attempts -= _weight(value) * len(branches)
        before = len(self.changes)
        for branch in branches:
            if self.attempts < 0:
                return
            candidate = [_copy(value)]
            # The intended alternative is not known, so no default is added.
            self.walk(
                _Slot(
                    candidate,
                    0,
                    slot.path,
                    slot.level + 1,
                    [branch],
                    wraps=slot.wraps,
                ),
                False,
                choices + 1,
            )
            if (
                len(self.changes) > before
                and self.attempts >= 0
                and _validate(branch, candidate[0], None)
            ):
                slot.holder[slot.key] = candidate[0]
                return
            del self.changes[before:]


def _declared_by(schemas: Sequence[Dict[str, Any]]) -> List[str]:
    """The names of the properties that these schemas declare."""
    names = [name for schema in schemas for name in schema.get("properties", ())]
    return list(dict.fromkeys(names))


def _too_many_defaults(path: _Path, schema: Dict[str, Any]) -> Issue:
    message = "default: defaults within defaults are too many; remove `default` from schemas that contain each other"
    return Issue(_pointer(path), "default", schema["default"], None, message)


def _weight(value: Any) -> int:
    """The size of a value as it counts for attempts: one for each value, and one for 16 characters of texts and names."""
    todo = [value]
    total = 0
    while todo:
        value = todo.pop()
        total += 1
        if isinstance(value, str):
            total += len(value) // 16
        elif isinstance(value, list):
            todo.extend(value)
        elif isinstance(value, dict):
            total += sum(len(name) // 16 for name in value)
            todo.extend(value.values())
    return total


def _gather(schemas: Sequence[Schema], value: Any) -> List[Dict[str, Any]]:
    """All schemas that apply to a value, through references, `allOf` and conditions."""
    found: List[Dict[str, Any]] = []
    seen: Set[int] = set()
    todo: List[Any] = list(reversed(schemas))
    while todo:
        schema = todo.pop()
        if isinstance(schema, bool) or id(schema) in seen:
            continue
        seen.add(id(schema))
        found.append(schema)
        todo.extend(reversed(schema.get("allOf", ())))
        todo.extend(
            _resolved(schema[word])
            for word in ("$ref", "$dynamicRef")
            if word in schema
        )
        if isinstance(value, dict):
            dependent = schema.get("dependentSchemas", {}).items()
            todo.extend(below for name, below in dependent if name in value)
        if "if" in schema:
            picked = "then" if _validate(schema["if"], value, None) else "else"
            todo.append(schema.get(picked, True))
    return found


def _types_of(schemas: Sequence[Dict[str, Any]]) -> Sequence[str]:
    """The types that all of these schemas accept; `None` if none of them has a `type`."""
    named = [schema["type"] for schema in schemas if "type" in schema]
    sets = [[types] if isinstance(types, str) else types for types in named]
    words = ("null", "boolean", "integer", "number", "string", "array", "object")
    return [
        word
        for word in words
        if sets
        and all(
            word in known or (word == "integer" and "number" in known) for known in sets
        )
    ]


def _of_property(schemas: Sequence[Dict[str, Any]], name: str) -> List[Schema]:
    every: List[Schema] = []
    for schema in schemas:
        properties = schema.get("properties", {})
        found = [properties[name]] if name in properties else []
        patterns = schema.get("patternProperties", {}).items()
        found.extend(
            below for source, below in patterns if _regex(schema, source).search(name)
        )
        rest = [
            schema[word]
            for word in ("additionalProperties", "unevaluatedProperties")
            if word in schema
        ]
        every.extend(found or rest[:1])
    return every


def _of_item(schemas: Sequence[Dict[str, Any]], index: int) -> List[Schema]:
    found: List[Schema] = []
    for schema in schemas:
        prefix = schema.get("prefixItems", ())
        if index < len(prefix):
            found.append(prefix[index])
        elif "items" in schema:
            found.append(schema["items"])
    return found


def _convert(
    value: Any, types: Sequence[str], lenient: bool
) -> Optional[Tuple[Any, str]]:
    """The value converted to one of `types`, and the rule that converts it; None if it fits or can't be converted."""
    word = _kind(value)
    if (
        not types
        or word in types
        or ("integer" in types and _is_integer(value))
        or value is None
    ):
        return None
    if isinstance(value, str):
        fraction = "number" in types
        if fraction or "integer" in types:
            digits = (
                r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]{1,2})?"
                if fraction
                else r"-?(?:0|[1-9][0-9]*)(?:[eE]\+?[0-9]{1,2})?"
            )
            if re.fullmatch(digits, value):
                whole, _, power = value.lower().partition("e")
                if fraction and (power or "." in whole):
                    return _fraction(value), "string-to-number"
                number = _integer(whole) * 10 ** int(power or "0")
                return number, "string-to-number" if fraction else "string-to-integer"
        if "boolean" in types:
            lower = value.lower()
            if lower == "true" or (lenient and lower in ("yes", "1")):
                return True, "string-to-boolean"
            if lower == "false" or (lenient and lower in ("no", "0")):
                return False, "string-to-boolean"
        if "object" in types and value.lstrip().startswith("{"):
            read, issue = _read(value)
            if issue is None:
                return read, "json-to-object"
        if "array" in types and value.lstrip().startswith("["):
            read, issue = _read(value)
            if issue is None:
                return read, "json-to-array"
    if "array" in types and word != "array":
        return [value], "wrap-in-array"
    if lenient and "string" in types and word in ("number", "boolean"):
        return _scalar(value), f"{word}-to-string"
    return None

# Coercion and defaults by the shapes of a schema, followed without recursion. The rules are those of
# `skillgen validate --coerce`.

#= coerce: foreign kind integer copy read path import_re
@dataclass(frozen=True)
class Change:
    """One thing that coercion changed; a default comes from None and has the rule "default"."""

    #: JSON Pointer to the place.
    path: str
    #: What stood there.
    from_: Any
    #: What stands there now.
    to: Any
    #: The rule that changed it.
    rule: str


class Coerced(NamedTuple):
    """A value with all that was changed in it, outermost first. The value that was given is as it was."""

    value: Any
    changes: List[Change]


#: What one schema says of a value; numbers name other shapes.
_Shape = Dict[str, Any]

#: Deeper levels are left as they are, and so is all that more steps would reach.
_DEEPEST_COERCED = 2000
_MOST_STEPS = 5_000_000
#: The steps of a default inside of none, one, two, and more other defaults.
_STEPS_OF_DEFAULT = (1, 10, 100, 1_000)
#: Alternatives within alternatives.
_DEEPEST_CHOICE = 40


def _follow(shapes: Sequence[Optional[_Shape]], value: Any, level: str) -> Coerced:
    if level not in ("off", "safe", "lenient"):
        raise ValueError(f"level is off, safe or lenient, not {level!r}")
    if _foreign(value) is not None:
        return Coerced(value, [])
    top = [_copy(value)]
    work = _Coercion(shapes, level)
    work.walk(_Slot(top, 0, None, 0, (0,)), True, 0)
    return Coerced(top[0], work.changes)


class _Slot(NamedTuple):
    """A place that is coerced, with the shapes that apply there."""

    holder: Any
    key: Any
    path: _Path
    level: int
    ids: Sequence[int]
    #: The shapes of the defaults that the place is inside of: none is added inside of itself.
    inside: Tuple[Sequence[int], ...] = ()
    #: The missing properties that are still to be added, and the shapes that name them.
    fill: Optional[Tuple[List[_Shape], List[str]]] = None
    #: The alternatives of which one is to be chosen.
    choose: Any = None


class _Coercion:
    def __init__(self, shapes: Sequence[Optional[_Shape]], level: str) -> None:
        self.shapes = shapes
        self.level = level
        self.changes: List[Change] = []
        self.left = _MOST_STEPS

    def walk(self, root: _Slot, defaults: bool, choices: int) -> None:
        todo = [root]
        while todo and self.left > 0:
            slot = todo.pop()
            if slot.choose is not None:
                if choices < _DEEPEST_CHOICE:
                    self.choose(slot, choices)
            elif slot.fill is not None:
                self.fill(slot, todo)
            elif slot.level < _DEEPEST_COERCED and any(self.shapes[id] is not None for id in slot.ids):
                self.left -= 1
                self.enter(slot, defaults, todo)

    def enter(self, slot: _Slot, defaults: bool, todo: List[_Slot]) -> None:
        """Converts a value, and puts what is below it on the list."""
        value = slot.holder[slot.key]
        here = self.gather(slot.ids, value)
        if self.level != "off":
            better = _convert(value, _types_of(here), self.level == "lenient")
            if better is not None:
                to, rule = better
                self.changes.append(Change(_pointer(slot.path), _copy(value), _copy(to), rule))
                slot.holder[slot.key] = value = to
                # Conditions may see another value now.
                here = self.gather(slot.ids, value)
            for shape in reversed(here):
                todo.extend(slot._replace(choose=branches) for branches in reversed(shape.get("alternatives", ())))
        below = slot.level + 1
        if isinstance(value, list):
            for index in range(len(value) - 1, -1, -1):
                todo.append(_Slot(value, index, (slot.path, index), below, _of_item(here, index), slot.inside))
        elif isinstance(value, dict):
            if defaults:
                names = [name for shape in here for name in shape.get("properties", ())]
                todo.append(slot._replace(fill=(here, list(dict.fromkeys(names))[::-1])))
            for name in reversed(list(value)):
                todo.append(_Slot(value, name, (slot.path, name), below, _of_property(here, name), slot.inside))

    def fill(self, slot: _Slot, todo: List[_Slot]) -> None:
        """Adds the default of the first missing property that has one; the rest comes behind its inside."""
        if slot.fill is None:
            return
        members = slot.holder[slot.key]
        here, names = slot.fill
        while names:
            name = names.pop()
            if name in members:
                continue
            ids = _of_property(here, name)
            named = [shape for shape in self.gather(ids, None) if "default" in shape]
            if not named or ids in slot.inside:
                continue
            self.left -= _STEPS_OF_DEFAULT[min(len(slot.inside), 3)]
            if self.left < 0:
                return
            members[name] = _copy(named[0]["default"])
            path = (slot.path, name)
            self.changes.append(Change(_pointer(path), None, _copy(named[0]["default"]), "default"))
            todo.append(slot)
            todo.append(_Slot(members, name, path, slot.level + 1, ids, (*slot.inside, ids)))
            return

    def choose(self, slot: _Slot, choices: int) -> None:
        """Takes the first alternative that the value can be made to fit, if it fits none as it stands."""
        value = slot.holder[slot.key]
        if any(test(value) for _, test in slot.choose):
            return
        before = len(self.changes)
        for id, test in slot.choose:
            candidate = [_copy(value)]
            # Which alternative is meant is a guess: no default is added.
            self.walk(_Slot(candidate, 0, slot.path, slot.level + 1, (id,)), False, choices + 1)
            if len(self.changes) > before and test(candidate[0]):
                slot.holder[slot.key] = candidate[0]
                return
            del self.changes[before:]

    def gather(self, ids: Sequence[int], value: Any) -> List[_Shape]:
        """All shapes that apply to a value, through references, `allOf` and what conditions pick."""
        found: List[_Shape] = []
        seen: Set[int] = set()
        todo = list(reversed(ids))
        while todo:
            id = todo.pop()
            shape = self.shapes[id]
            if shape is None or id in seen:
                continue
            seen.add(id)
            found.append(shape)
            todo.extend(reversed(shape.get("all", ())))
            todo.extend(shape.get("references", ()))
            if isinstance(value, dict):
                todo.extend(below for name, below in shape.get("dependent", ()) if name in value)
            if "test" in shape:
                picked = shape.get("then" if shape["test"](value) else "else")
                if picked is not None:
                    todo.append(picked)
        return found


def _types_of(shapes: Sequence[_Shape]) -> Sequence[str]:
    """The types that all of some shapes take; none where none of them names types."""
    sets = [shape["types"] for shape in shapes if "types" in shape]
    words = ("null", "boolean", "integer", "number", "string", "array", "object")
    return [
        word
        for word in words
        if sets and all(word in known or (word == "integer" and "number" in known) for known in sets)
    ]


def _of_property(shapes: Sequence[_Shape], name: str) -> List[int]:
    ids: List[int] = []
    for shape in shapes:
        own = shape.get("properties", {}).get(name)
        found = [] if own is None else [own]
        found.extend(below for pattern, below in shape.get("patterns", ()) if pattern.search(name))
        ids.extend(found or shape.get("rest", ()))
    return ids


def _of_item(shapes: Sequence[_Shape], index: int) -> List[int]:
    ids: List[int] = []
    for shape in shapes:
        prefix = shape.get("prefix", ())
        if index < len(prefix):
            ids.append(prefix[index])
        elif "items" in shape:
            ids.append(shape["items"])
    return ids


def _convert(value: Any, types: Sequence[str], lenient: bool) -> Optional[Tuple[Any, str]]:
    """The value as one of `types` takes it, and the rule that makes it so; None if it is fine or can't be."""
    word = _kind(value)
    if not types or word in types or ("integer" in types and _is_integer(value)) or value is None:
        return None
    if isinstance(value, str):
        fraction = "number" in types
        if fraction or "integer" in types:
            digits = r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?" if fraction else "-?(?:0|[1-9][0-9]*)"
            if re.fullmatch(digits, value):
                number = _fraction(value) if "." in value else _integer(value)
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
    if "array" in types and word != "array":
        return [value], "wrap-in-array"
    if lenient and "string" in types and word in ("number", "boolean"):
        return _scalar(value), f"{word}-to-string"
    return None

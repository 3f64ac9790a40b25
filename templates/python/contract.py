# A schema with its operations, which the public functions call.

#= import_type_guard:
if sys.version_info >= (3, 10):
    from typing import TypeGuard
elif TYPE_CHECKING:
    from typing_extensions import TypeGuard


#= contract: run error result read foreign coerce print import_type_guard
class Contract(Generic[_T]):
    """A schema with the type of its values, and its operations."""

    def __init__(
        self,
        schema: Union[Schema, Callable[[], Schema]],
        *,
        compact: bool = False,
        exit_code: Callable[[Any], int] = lambda value: 0,
    ) -> None:
        self._source = schema
        self._compact = compact
        #: The exit code of a process that prints a value.
        self.exit_code = exit_code

    @property
    def schema(self) -> Schema:
        """The schema as data."""
        schema: Schema = _resolved(self._source)
        return schema

    def _filled(self, value: Any) -> Any:
        return value

    def _typed(self, value: Any) -> Tuple[Any, List[Issue]]:
        """Converts a valid value to its type; returns the reason if that fails."""
        return value, []

    def _plain(self, value: Any) -> Any:
        """The JSON form of a typed value."""
        return value

    def _taken(self, text: Union[str, bytes]) -> Tuple[Any, List[Issue]]:
        value, issue = _read(text)
        if issue is not None:
            return value, [issue]
        try:
            value = self._filled(value)
        except SkillContractError as error:
            return value, list(error.issues)
        issues = self._issues(value)
        return (value, issues) if issues else self._typed(value)

    def _issues(self, value: Any) -> List[Issue]:
        issues: List[Issue] = []
        if not _validate(self.schema, value, None):
            _validate(self.schema, value, issues)
        return issues

    def check(self, value: Any) -> List[Issue]:
        """All issues of a value, in the schema's order; none if it is valid."""
        foreign = _foreign(value)
        return [foreign] if foreign is not None else self._issues(value)

    def is_valid(self, value: Any) -> TypeGuard[_T]:
        """Whether a value is valid; stops at the first issue."""
        return _foreign(value) is None and _validate(self.schema, value, None)

    def assert_valid(self, value: Any) -> None:
        """Raises a `SkillContractError` if a value is invalid."""
        issues = self.check(value)
        if issues:
            raise SkillContractError(issues)

    def safe_parse(self, text: Union[str, bytes]) -> SafeParse[_T]:
        """Reads a JSON text, or gives all the reasons why it is invalid.

        Numbers are int and float; where a float would lose a digit, decimal.Decimal.
        """
        value, issues = self._taken(text)
        return SafeParse(not issues, None if issues else value, issues)

    def parse(self, text: Union[str, bytes]) -> _T:
        """Reads a JSON text; raises a `SkillContractError` with all issues if it is invalid.

        Numbers are int and float; where a float would lose a digit, decimal.Decimal.
        """
        value, issues = self._taken(text)
        if issues:
            raise SkillContractError(issues)
        result: _T = value
        return result

    def coerce(self, value: Any, level: str = "safe") -> Coerced:
        """A copy in which wrong types are corrected and defaults are added; not checked.

        `level` is "off" (defaults only), "safe", or "lenient". A valid value only gets defaults.
        Raises a `SkillContractError` if defaults within defaults are too many.
        """
        return _follow(self.schema, value, "off" if self.is_valid(value) else level)

    def with_defaults(self, value: Any) -> Any:
        """A copy with the schema's defaults for missing properties; raises as `coerce`."""
        return _follow(self.schema, value, "off").value

    def emit(self, value: _T) -> None:
        """Prints a valid value to stdout as one JSON document.

        Raises a `SkillContractError` if it is invalid. Where the value tells of a failure, this ends
        the process with the exit code that says so (`SystemExit`).
        """
        plain = self._plain(value)
        self.assert_valid(plain)
        _print(_dumps(plain, self._compact))
        code = self.exit_code(value)
        if code != 0:
            raise SystemExit(code)

    def builder(self, **properties: Any) -> Builder[_T]:
        """A builder with the given properties."""
        return Builder(self, properties)


class Builder(Generic[_T]):
    """A builder; `build` and `emit` check the value."""

    def __init__(
        self,
        contract: Contract[_T],
        properties: Dict[str, Any],
    ) -> None:
        self._contract = contract
        self._draft = dict(properties)

    def set(self, key: str, value: Any) -> Builder[_T]:
        """Sets a property; a later value replaces an earlier one."""
        self._draft[key] = value
        return self

    def build(self) -> _T:
        """The value, with its keys in the schema's order; raises a `SkillContractError` if it is invalid."""
        draft = self._contract._plain(self._draft)
        here = _gather([self._contract.schema], draft)
        names = [name for schema in here for name in schema.get("properties", ())]
        ordered = {name: draft[name] for name in names if name in draft}
        whole = self._contract.with_defaults({**ordered, **draft})
        self._contract.assert_valid(whole)
        value, issues = self._contract._typed(whole)
        if issues:
            raise SkillContractError(issues)
        result: _T = value
        return result

    def emit(self) -> None:
        """Writes the value to stdout as one JSON document."""
        self._contract.emit(self.build())


#= typed_builder: contract
_V = TypeVar("_V")
_B = TypeVar("_B", bound=Builder[Any])


class Setter(Generic[_V]):
    """A property of a builder: a function that sets it and returns the builder."""

    def __init__(self, key: str) -> None:
        self._key = key

    def __get__(self, builder: _B, owner: Any = None) -> Callable[[_V], _B]:
        def setter(value: _V) -> _B:
            builder.set(self._key, value)
            return builder

        return setter


class TypedBuilder(Builder[_T]):
    """A builder with a function for each property."""

    _of: Contract[Any]

    def __init_subclass__(cls, contract: Contract[Any], **more: Any) -> None:
        super().__init_subclass__(**more)
        cls._of = contract

    def __init__(self, **properties: Any) -> None:
        super().__init__(self._of, properties)


#= filling_contract: contract
class FillingContract(Contract[_T]):
    """A contract whose parsers add the schema's defaults before the checks."""

    def _filled(self, value: Any) -> Any:
        return self.with_defaults(value)

    def is_valid(self, value: Any) -> bool:  # type: ignore[override]
        """Whether a value is valid; a valid value may lack what a parser would add."""
        return super().is_valid(value)


#= mapped_contract: contract
class MappedType(NamedTuple):
    """A type of the program that replaces strings of a format."""

    type: Any
    #: Makes one of a string; raises a ValueError for a string that it does not take.
    read: Callable[[str], Any]
    #: Gives the string.
    write: Callable[[Any], str]


class MappedContract(Contract[_T]):
    """A contract that replaces strings of some formats by types of the program."""

    def __init__(
        self,
        schema: Union[Schema, Callable[[], Schema]],
        types: Dict[str, MappedType],
        *,
        fills: bool = False,
        compact: bool = False,
        exit_code: Callable[[Any], int] = lambda value: 0,
    ) -> None:
        super().__init__(schema, compact=compact, exit_code=exit_code)
        self._types = types
        self._fills = fills

    def _filled(self, value: Any) -> Any:
        return self.with_defaults(value) if self._fills else value

    def is_valid(self, value: Any) -> bool:  # type: ignore[override]
        """Whether a JSON value is valid."""
        return super().is_valid(value)

    def _typed(self, value: Any) -> Tuple[Any, List[Issue]]:
        top, issues = [value], []
        todo: List[Tuple[Any, Any, _Path, List[Schema]]] = [
            (top, 0, None, [self.schema])
        ]
        while todo:
            holder, key, path, schemas = todo.pop()
            value = holder[key]
            here = _chosen(schemas, value)
            if isinstance(value, str):
                format_ = _mapped_format(here)
                if format_ in self._types:
                    try:
                        holder[key] = self._types[format_].read(value)
                    except (ArithmeticError, ValueError) as error:
                        why = f"the program's type does not take the value: {error}"
                        place = _pointer(path)
                        issues.append(Issue(place, "format", format_, value, why))
            elif isinstance(value, list):
                for index in range(len(value) - 1, -1, -1):
                    below = _of_item(here, index)
                    todo.append((value, index, (path, index), below))
            elif isinstance(value, dict):
                for name in reversed(list(value)):
                    below = _of_property(here, name)
                    todo.append((value, name, (path, name), below))
        return top[0], issues

    def _plain(self, value: Any) -> Any:
        top = [value]
        todo: List[Tuple[Any, Any, int]] = [(top, 0, 0)]
        while todo:
            holder, key, level = todo.pop()
            value = holder[key]
            written = self._written(value)
            if written is not None:
                holder[key] = written
            elif isinstance(value, dict) and level < _DEEPEST_COERCED:
                holder[key] = copied = dict(value)
                todo.extend((copied, name, level + 1) for name in copied)
            elif isinstance(value, list) and level < _DEEPEST_COERCED:
                holder[key] = items = list(value)
                todo.extend((items, index, level + 1) for index in range(len(items)))
        return top[0]

    def _written(self, value: Any) -> Optional[str]:
        """The string of a type of the program; subtypes come before their base types."""
        exact = [one for one in self._types.values() if type(value) is one.type]
        derived = [one for one in self._types.values() if isinstance(value, one.type)]
        for one in exact + derived:
            return one.write(value)
        return None


def _chosen(schemas: Sequence[Schema], value: Any) -> List[Dict[str, Any]]:
    """All schemas that apply to a valid value, with those of matching alternatives."""
    found: List[Dict[str, Any]] = []
    todo = list(schemas)
    while todo:
        known = {id(schema) for schema in found}
        here = [one for one in _gather(todo, value) if id(one) not in known]
        found.extend(here)
        todo = [
            branch
            for schema in here
            for word in ("anyOf", "oneOf")
            for branch in schema.get(word, ())
            if _validate(branch, value, None)
        ]
    return found


def _mapped_format(here: Sequence[Dict[str, Any]]) -> Optional[str]:
    """The format of a string that becomes a type of the program; constants stay strings."""
    if any("enum" in schema or "const" in schema for schema in here):
        return None
    for schema in here:
        types = schema.get("type", ())
        is_text = types == "string" or not isinstance(types, str) and "string" in types
        if is_text and "format" in schema:
            name: str = schema["format"]
            return name
    return None


#= read_datetime: import_re import_datetime
def _read_datetime(text: str) -> datetime:
    """A date-time of RFC 3339, to the microsecond. Python has no leap seconds."""
    form = r"(\d{4}-\d\d-\d\d)[Tt](\d\d:\d\d:\d\d)(?:\.(\d+))?(?:[Zz]|([+-]\d\d:\d\d))"
    found = re.fullmatch(form, text)
    if found is None:
        raise ValueError(f"no date-time: {text!r}")
    day, time, fraction, zone = found.groups()
    digits = ((fraction or "") + "000000")[:6]
    return datetime.fromisoformat(f"{day}T{time}.{digits}{zone or '+00:00'}")

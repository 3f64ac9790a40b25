# A schema with all that can be asked of it: what the functions of an emitted file call.

#= import_type_guard:
if TYPE_CHECKING:
    from typing_extensions import TypeGuard


#= contract: run error result read foreign coerce print import_type_guard
class Contract(Generic[T]):
    """A schema with the type of its values, and all that can be asked of it."""

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

    def _issues(self, value: Any) -> List[Issue]:
        issues: List[Issue] = []
        if not _validate(self.schema, value, None):
            _validate(self.schema, value, issues)
        return issues

    def check(self, value: Any) -> List[Issue]:
        """All reasons why a value is invalid, in the schema's order."""
        foreign = _foreign(value)
        return [foreign] if foreign is not None else self._issues(value)

    def is_valid(self, value: Any) -> TypeGuard[T]:
        """Whether a value is valid; stops at the first reason why not."""
        return _foreign(value) is None and _validate(self.schema, value, None)

    def assert_valid(self, value: Any) -> None:
        """Raises a `SkillContractError` unless a value is valid."""
        issues = self.check(value)
        if issues:
            raise SkillContractError(issues)

    def safe_parse(self, text: Union[str, bytes]) -> SafeParse[T]:
        """Reads a JSON text, or gives all the reasons why it is invalid.

        Numbers are int and float; where a float would lose a digit, decimal.Decimal.
        """
        value, issue = _read(text)
        value = self._filled(value)
        issues = [issue] if issue is not None else self._issues(value)
        return SafeParse(not issues, None if issues else value, issues)

    def parse(self, text: Union[str, bytes]) -> T:
        """Reads a JSON text; raises a `SkillContractError` with all issues if it is invalid.

        Numbers are int and float; where a float would lose a digit, decimal.Decimal.
        """
        value, issue = _read(text)
        value = self._filled(value)
        issues = [issue] if issue is not None else self._issues(value)
        if issues:
            raise SkillContractError(issues)
        result: T = value
        return result

    def coerce(self, value: Any, level: str = "safe") -> Coerced:
        """A copy in which wrong types are corrected and defaults are added; not checked.

        `level` is "off" (defaults only), "safe", or "lenient". A valid value only gets defaults.
        """
        return _follow(self.schema, value, "off" if self.is_valid(value) else level)

    def with_defaults(self, value: Any) -> Any:
        """A copy with the schema's defaults where properties are missing."""
        return _follow(self.schema, value, "off").value

    def emit(self, value: T) -> None:
        """Prints a valid value to stdout as one JSON document.

        Raises a `SkillContractError` if it is invalid. Where the value tells of a failure, this ends
        the process with the exit code that says so (`SystemExit`).
        """
        self.assert_valid(value)
        _print(_dumps(value, self._compact))
        code = self.exit_code(value)
        if code != 0:
            raise SystemExit(code)

    def builder(self, **properties: Any) -> Builder[T]:
        """A builder with the properties that are given."""
        return Builder(self, properties)


class Builder(Generic[T]):
    """Builds a value, property by property; `build` and `emit` check it."""

    def __init__(self, contract: Contract[T], properties: Dict[str, Any]) -> None:
        self._contract = contract
        self._draft = dict(properties)

    def set(self, key: str, value: Any) -> Builder[T]:
        """Sets a property; the last value counts."""
        self._draft[key] = value
        return self

    def build(self) -> T:
        """The value, with its keys in the schema's order; raises a `SkillContractError` if it is invalid."""
        here = _gather([self._contract.schema], self._draft)
        names = [name for schema in here for name in schema.get("properties", ())]
        ordered = {name: self._draft[name] for name in names if name in self._draft}
        value: T = self._contract.with_defaults({**ordered, **self._draft})
        self._contract.assert_valid(value)
        return value

    def emit(self) -> None:
        """Prints the value to stdout as one JSON document."""
        self._contract.emit(self.build())


#= filling_contract: contract
class FillingContract(Contract[T]):
    """A contract whose parsers add the schema's defaults before the checks."""

    def _filled(self, value: Any) -> Any:
        return self.with_defaults(value)

    def is_valid(self, value: Any) -> bool:  # type: ignore[override]
        """Whether a value is valid; a valid value may lack what a parser would add."""
        return super().is_valid(value)

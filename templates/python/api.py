def parse(text: Union[str, bytes]) -> TYPE:
    """Reads a JSON text; raises a `SkillContractError` with all issues if it is invalid."""
    return _contract.parse(text)


def safe_parse(text: Union[str, bytes]) -> SafeParse[TYPE]:
    """Reads a JSON text, or gives all the reasons why it is invalid."""
    return _contract.safe_parse(text)


def is_valid(value: Any) -> TypeGuard[TYPE]:
    """Whether a value is valid; stops at the first reason why not."""
    return _contract.is_valid(value)


def check(value: Any) -> List[Issue]:
    """All reasons why a value is invalid, in the schema's order."""
    return _contract.check(value)


def assert_valid(value: Any) -> None:
    """Raises a `SkillContractError` unless a value is valid."""
    _contract.assert_valid(value)


def coerce(value: Any, level: str = "safe") -> Coerced:
    """A copy in which wrong types are corrected and defaults are added; not checked."""
    return _contract.coerce(value, level)


def with_defaults(value: Any) -> Any:
    """A copy with the schema's defaults where properties are missing."""
    return _contract.with_defaults(value)


def emit(value: TYPE) -> None:
    """Prints a valid value to stdout as one JSON document, and exits as it says."""
    _contract.emit(value)


def builder(**properties: Any) -> Builder[TYPE]:
    """A builder that is set property by property; `build` and `emit` check the value."""
    return _contract.builder(**properties)

def check(value: Any) -> List[Issue]:
    """All reasons why a value is no `TYPE`, in the schema's order; none if it is one."""
    foreign = _foreign(value)
    return [foreign] if foreign is not None else _issues(ROOT, value)


def is_valid(value: Any) -> bool:
    """Whether a value is a `TYPE`; stops at the first reason why not."""
    return _foreign(value) is None and _run(ROOT, value, None)


def assert_valid(value: Any) -> None:
    """Raises a `SkillContractError` unless a value is a `TYPE`."""
    issues = SELF.check(value)
    if issues:
        raise SkillContractError(issues)


def safe_parse(text: Union[str, bytes]) -> SafeParse[TYPE]:
    """Reads a JSON text as a `TYPE`, or gives all the reasons why it is none.

    Numbers are int and float; where a float would lose a digit, decimal.Decimal.
    """
    value, issue = _read(text)
    issues = [issue] if issue is not None else _issues(ROOT, value)
    return SafeParse(not issues, None if issues else value, issues)


def parse(text: Union[str, bytes]) -> TYPE:
    """Reads a JSON text as a `TYPE`; raises a `SkillContractError` with all issues if it is none.

    Numbers are int and float; where a float would lose a digit, decimal.Decimal.
    """
    value, issue = _read(text)
    issues = [issue] if issue is not None else _issues(ROOT, value)
    if issues:
        raise SkillContractError(issues)
    result: TYPE = value
    return result


def coerce(value: Any, level: str = "safe") -> Coerced:
    """A copy in which the mistakes that models make with types are mended and defaults added; not checked.

    `level` is "off" (defaults only), "safe", or "lenient". A value that is valid is never touched.
    """
    return _follow(SHAPES, value, "off" if SELF.is_valid(value) else level)


def with_defaults(value: Any) -> Any:
    """A copy with the schema's defaults where properties are missing."""
    return _follow(SHAPES, value, "off").value


def emit(value: TYPE) -> None:
    """Prints a `TYPE` to stdout as one JSON document; raises a `SkillContractError` if it is none.

    Where the value tells of a failure, this ends the process with the exit code that says so
    (`SystemExit`).
    """
    SELF.assert_valid(value)
    _print(_dumps(value, COMPACT))
    code = SELF.exit_code(value)
    if code != 0:
        raise SystemExit(code)


def exit_code(value: TYPE) -> int:
    """The exit code of a process that prints the value."""
    return EXITCODE

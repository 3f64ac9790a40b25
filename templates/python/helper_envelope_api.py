def envelope(
    payload: Optional[Mapping[str, Any]] = None,
    *,
    status: str = "ok",
    error: Optional[Mapping[str, str]] = None,
    schema_version: str = SCHEMA_VERSION,
    ts: Optional[str] = None,
) -> TYPE:
    """An envelope around a payload, with keys in the contract's order; raises if it is invalid."""
    head: Dict[str, Any] = {
        "schema_version": schema_version,
        "status": status,
        "error": None if error is None else dict(error),
        "agent": detect_agent(),
        "ts": _now() if ts is None else ts,
    }
    # The five keys come first, and the payload can't replace them.
    whole: Any = {**head, **(payload or {}), **head}
    assert_valid(whole)
    value: TYPE = whole
    return value


def failure(
    error: BaseException,
    context: Optional[Dict[str, Any]] = None,
) -> TYPE:
    """The envelope of a failed helper. A missing tool has a status of its own."""
    told = handle_skill_error(error, context)["errors"][0]
    status = "tool-missing" if told["code"] == "TOOL_NOT_AVAILABLE" else "error"
    return envelope(
        status=status, error={"code": told["code"], "message": told["message"]}
    )


def accept(major: str) -> Callable[[str], TYPE]:
    """A reader of envelopes of one major version, with any minor version. The version is checked first."""

    if not re.fullmatch("[0-9]+", str(major)):
        raise ValueError(
            f'accept: expected a major version such as "1", got {_brief(major)}'
        )

    def read(text: str) -> TYPE:
        value, _ = _read(text)
        got = value.get("schema_version") if isinstance(value, dict) else None
        stated = got.split(".")[0] if isinstance(got, str) and "." in got else ""
        if not stated.isdigit() or stated == str(major):
            return parse(text)
        message = f"expected major version {major}, got {_brief(got)}"
        raise SkillContractError(
            [Issue("/schema_version", "accept", major, got, message)]
        )

    return read


def dispatch(
    value: TYPE,
    *,
    ok: Callable[[TYPE], R],
    partial: Callable[[TYPE, List[Any]], R],
    error: Callable[[TYPE, Dict[str, str]], R],
    tool_missing: Callable[[TYPE, Dict[str, str]], R],
) -> R:
    """Calls the handler of the status. A missing tool is not an error; show an install hint."""
    told: Any = value["error"] or {"code": "UNKNOWN", "message": ""}
    if value["status"] == "ok":
        return ok(value)
    if value["status"] == "partial":
        return partial(value, value.get("skipped_sources", []))
    if value["status"] == "error":
        return error(value, told)
    return tool_missing(value, told)

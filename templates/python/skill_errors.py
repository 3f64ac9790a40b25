# Failures of a skill as standard error responses.

#= skill_errors: error import_get_args import_literal import_typed_dict
#: The codes by which failures of a skill are told.
ErrorCode = Literal[
    "INVALID_INPUT",
    "MISSING_REQUIRED_PARAM",
    "TOOL_NOT_AVAILABLE",
    "TOOL_TIMEOUT",
    "SEARCH_API_ERROR",
    "RATE_LIMIT_EXCEEDED",
    "INTERNAL_ERROR",
]
#: The same, to go through.
ERROR_CODES: Tuple[ErrorCode, ...] = get_args(ErrorCode)


class _Failure(TypedDict):
    code: ErrorCode
    message: str
    recoverable: bool


class SkillError(_Failure, total=False):
    """One failure of a skill, with the suggested action and each invalid input."""

    suggested_action: str
    details: List[str]


class RateLimitError(Exception):
    """A rate limit; retry after `retry_after` seconds, if the service says so."""

    def __init__(self, retry_after: Optional[float] = None) -> None:
        super().__init__("Search API rate limit exceeded")
        self.retry_after = retry_after


class ToolMissingError(Exception):
    """A program or service that the skill needs is not available."""

    def __init__(self, tool: str) -> None:
        super().__init__(f"{tool} is not available")
        self.tool = tool


def handle_skill_error(
    error: BaseException, context: Optional[Dict[str, Any]] = None
) -> Dict[str, Any]:
    """Any error as the standard answer: `{"status": "failed", "errors": [{"code", "message", …}]}`.

    `context["timeout"]` is the limit that was set, in seconds. Errors of other makers are known by what
    they commonly are or carry: TimeoutError, subprocess.TimeoutExpired, a class named RateLimitError, the
    status 429 with `retry_after`, a FileNotFoundError of a program that was to be started, the exit code 127 of a shell.
    """
    names = {kind.__name__ for kind in type(error).__mro__}
    told: SkillError = {
        "code": "INTERNAL_ERROR",
        "message": "An unexpected error occurred",
        "recoverable": False,
    }
    if isinstance(error, SkillContractError):
        told = _recoverable(
            "INVALID_INPUT",
            "Input parameters are invalid",
            "Check parameter types and values",
        )
        told["details"] = [_detail(issue) for issue in error.issues]
    elif (
        isinstance(error, ToolMissingError)
        or _is_of_program(error)
        or _is_of_shell(error)
    ):
        named = getattr(error, "tool", None) or getattr(error, "filename", None)
        tool = named or _named_by_shell(error) or "a program"
        told = _recoverable(
            "TOOL_NOT_AVAILABLE",
            f"{tool} is not available",
            f"Install or enable {tool}",
        )
    elif isinstance(error, TimeoutError) or names & {"TimeoutError", "TimeoutExpired"}:
        limit = (context or {}).get("timeout", getattr(error, "timeout", None))
        seconds = "?" if limit is None else _seconds(limit) or limit
        told = _recoverable(
            "TOOL_TIMEOUT",
            f"Operation timed out after {seconds}s",
            "Try again, or ask for less at once",
        )
    elif "RateLimitError" in names or 429 in (
        getattr(error, "status", None),
        getattr(error, "status_code", None),
    ):
        # In whatever form the service gave them.
        seconds = _seconds(getattr(error, "retry_after", None)) or 60
        told = _recoverable(
            "RATE_LIMIT_EXCEEDED",
            "Search API rate limit exceeded",
            f"Wait {seconds}s before retrying",
        )
    return {"status": "failed", "errors": [told]}


def _seconds(stated: Any) -> Optional[str]:
    """A number of seconds, or its text, with at most three decimals; None for anything else."""
    try:
        number = float(stated)
    except (OverflowError, TypeError, ValueError):
        return None
    return f"{round(number, 3):.15g}" if math.isfinite(number) else None


def _is_of_program(error: BaseException) -> bool:
    """Whether a program could not be found; a missing file is a different error."""
    if not isinstance(error, FileNotFoundError):
        return False
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    starters = ("subprocess", "os", "asyncio.unix_events", "asyncio.base_events")
    if trace is None or trace.tb_frame.f_globals.get("__name__") not in starters:
        return False
    # The working folder of the program may be missing instead.
    folder = trace.tb_frame.f_locals.get("cwd")
    return folder is None or error.filename != folder


def _is_of_shell(error: BaseException) -> bool:
    """Whether a shell found no program: it ends with 127."""
    kinds = {kind.__name__ for kind in type(error).__mro__}
    return "CalledProcessError" in kinds and getattr(error, "returncode", None) == 127


def _named_by_shell(error: BaseException) -> Optional[str]:
    """The program in `sh: 1: NAME: not found`, if what the shell said was captured."""
    said = getattr(error, "stderr", None) or ""
    text = said.decode("utf-8", "replace") if isinstance(said, bytes) else str(said)
    for line in text.splitlines():
        for end in (": command not found", ": not found"):
            if line.endswith(end):
                return line[: -len(end)].rpartition(": ")[2]
    return None


def _recoverable(code: ErrorCode, message: str, action: str) -> SkillError:
    return {
        "code": code,
        "message": message,
        "recoverable": True,
        "suggested_action": action,
    }


def _detail(issue: Issue) -> str:
    steps = [
        step.replace("~1", "/").replace("~0", "~") for step in issue.path.split("/")[1:]
    ]
    return f"[{' -> '.join(steps)}] {issue.message}" if steps else issue.message

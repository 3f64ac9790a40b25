# Writes and reads helper envelopes.

#= helper_envelope: import_os import_datetime import_timezone import_mapping
#: The version of the payload's shape that this file's envelopes carry, unless another is given.
SCHEMA_VERSION = "1.0.0"

#: The environment variables by which an agent is known, in order; without any it is `claude`.
AGENTS = (("CODEX_PROFILE", "codex"), ("GEMINI_PROFILE", "gemini"))

R = TypeVar("R")


def detect_agent(env: Optional[Mapping[str, str]] = None) -> str:
    """The agent that runs this process, from its environment."""
    known = os.environ if env is None else env
    return next((agent for name, agent in AGENTS if known.get(name)), "claude")


def _now() -> str:
    """The time now, or of SOURCE_DATE_EPOCH."""
    epoch = os.environ.get("SOURCE_DATE_EPOCH", "")
    fixed = epoch.isascii() and epoch.isdigit()
    now = (
        datetime.fromtimestamp(int(epoch), timezone.utc)
        if fixed
        else datetime.now(timezone.utc)
    )
    return now.isoformat(timespec="milliseconds").replace("+00:00", "Z")

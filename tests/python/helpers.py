"""What the emitted helpers do; run by tests/it/python.rs in a folder that holds them."""

import contextlib
import decimal
import io
import json
import os
import subprocess
import sys
import threading

import both
import helper_envelope
import number
import skill_output
import tree
import twice


def issues(call, *args, **kwargs):
    """The issues of the error that a call raises."""
    try:
        call(*args, **kwargs)
    except Exception as error:
        assert type(error).__name__ == "SkillContractError", error
        return [(issue.path, issue.keyword) for issue in error.issues]
    raise AssertionError("nothing was raised")


def printed(call):
    """What a call prints, and the exit code that it asks for."""
    code, out = 0, io.StringIO()
    with contextlib.redirect_stdout(out):
        try:
            call()
        except SystemExit as end:
            code = end.code
    return out.getvalue(), code


# Texts that are no JSON.
for text in ("", "[", "{} {}", "NaN", "-Infinity", "[1,]", '{"a":1,}', "01", "\ufeff1", "'a'", '"\t"', b"\xff", "1e99999999999999999999"):
    assert issues(tree.parse, text) == [("", "json")], text
    assert not tree.safe_parse(text).ok

# Depth, of texts and of values, also in a thread of its own.
for deep in ("[" * 1000 + "]" * 1000, "[" * 1000 + "1" + "]" * 1000):
    parsed = tree.safe_parse(deep)
    assert parsed.ok == ("1" not in deep)
    if not parsed.ok:
        assert [(issue.path, issue.keyword) for issue in parsed.issues] == [("/0" * 1000, "type")]
    else:
        assert tree._dumps(parsed.value, True) == deep
        assert tree.coerce(parsed.value).changes == []
assert issues(tree.parse, "[" * 1001 + "]" * 1001) == [("", "json")]
told = []
thread = threading.Thread(target=lambda: told.append(tree.parse("[" * 1000 + "]" * 1000)))
thread.start()
thread.join()
assert len(told) == 1
for bad in ("[" * 5000, "[" * 5000 + "}" * 5000, "[" * 5000 + "{" + "]" * 5000, '{"a":' * 5000 + "1" + "}" * 4999):
    assert issues(tree.parse, bad) == [("", "json")]
assert issues(tree.parse, '{"a":' * 999 + "[1]" + "}" * 999)[0] == ("", "type")

# Values that JSON does not have.
loop = []
loop.append(loop)
for value in (loop, {1: 2}, {1, 2}, float("nan"), float("inf"), decimal.Decimal("NaN"), b"x", object(), [[float("nan")]]):
    assert [issue.keyword for issue in number.check(value)] == ["json"], value
    assert not number.is_valid(value)
    number.coerce(value)
assert number.check([[float("nan")]])[0].path == "/0/0"

# Issues come in the schema's order: pattern by pattern, and each in the document's.
told = [(issue.path, issue.keyword) for issue in twice.check({"ab": 0, "b": 0, "a": 0})]
assert told == [("/ab", "type"), ("/a", "type"), ("/ab", "enum"), ("/b", "enum")], told

# Numbers are exact, True is not 1.
for text, valid in (
    ("0.3", True), ("0.35", False), ("1e30", True), ("1e400", False), ("1e-400", False),
    ("1000000000000000000000000000000.1", False), ("0.30000000000000004", False), ("true", True),
    ("1" * 5000, False), ("-" + "1" * 5000, True), ("-1e999999999", True), ("-1e-999999999", False),
):  # fmt: skip
    assert number.safe_parse(text).ok == valid, text
assert number.is_valid(0.3) and number.is_valid(decimal.Decimal("0.3")) and number.is_valid("x")
assert repr(number.parse("[0.1, 1, 1.0, 1e2]")) == "[0.1, 1, 1.0, 100.0]"

# Half of a surrogate pair is no character.
assert number.parse('"\\ud800"') == "\ufffd" and number.parse('{"\\ud83d\\ude00": 1}') == {"\U0001f600": 1}
assert number._dumps("\ud800\x00\x7f\u2028", True) == '"\ufffd\\u0000\x7f\u2028"'

# Envelopes of skills.
good = {"success": True, "confidence": 0.9, "deliverables": [], "metrics": {}, "errors": []}
builder = skill_output.builder(errors=[], metrics={}).set("deliverables", ["a\u00e9.ts"])
builder.set("success", True).set("confidence", 1).set("confidence", 0.9)
out, code = printed(builder.emit)
assert code == 0 and list(json.loads(out)) == list(good), out
assert out == json.dumps({**good, "deliverables": ["a\u00e9.ts"]}, indent=2, ensure_ascii=False) + "\n"
out, code = printed(lambda: skill_output.emit({**good, "success": False}))
assert code == 1 and json.loads(out)["success"] is False
assert issues(skill_output.builder(success=1).emit) == [("", "required")] * 4 + [("/success", "type")]
issue = skill_output.check({**good, "confidence": 1.5})[0]
assert (issue.path, issue.keyword, issue.expected, issue.got) == ("/confidence", "maximum", 1, 1.5)
assert issue.message == "maximum: expected 1, got 1.5"
coerced = skill_output.coerce({**good, "success": "true", "confidence": "0.5", "deliverables": "a"})
assert skill_output.is_valid(coerced.value) and [change.rule for change in coerced.changes] == [
    "string-to-boolean", "string-to-number", "wrap-in-array"
]  # fmt: skip
value, changes = skill_output.coerce(good)
assert value == good and value is not good and changes == []
program = "import skill_output as s; s.builder(success=False, confidence=0, deliverables=['\u00e9'], metrics={}, errors=[]).emit()"
run = subprocess.run([sys.executable, "-c", program], capture_output=True, env={**os.environ, "LC_ALL": "C"})
assert run.returncode == 1 and json.loads(run.stdout.decode("utf-8"))["deliverables"] == ["\u00e9"], run
with open("/dev/full", "wb") as full:
    run = subprocess.run([sys.executable, "-c", program], stdout=full, stderr=subprocess.PIPE)
assert run.returncode not in (0, None)

# A namespace for each role, and failures as the standard answer.
assert both.input.is_valid({"topics": ["a"]}) and not both.input.is_valid({"topics": "a"})
assert both.output.is_valid({"report": {}}) and not both.output.is_valid({})
assert both.input.coerce({"topics": "a"}).value == {"topics": ["a"]}
assert both.input.builder(topics=["a"]).build() == {"topics": ["a"]}
for error, code, recoverable in (
    (both.SkillContractError(both.input.check({"topics": [1]})), "INVALID_INPUT", True),
    (TimeoutError(), "TOOL_TIMEOUT", True),
    (subprocess.TimeoutExpired("x", 5), "TOOL_TIMEOUT", True),
    (both.RateLimitError(7), "RATE_LIMIT_EXCEEDED", True),
    (both.ToolMissingError("rg"), "TOOL_NOT_AVAILABLE", True),
    (KeyError("x"), "INTERNAL_ERROR", False),
):
    answer = both.handle_skill_error(error, {"timeout": 9})
    told = answer["errors"][0]
    assert answer["status"] == "failed" and told["code"] == code and told["recoverable"] is recoverable
    assert ("suggested_action" in told) is recoverable
assert both.handle_skill_error(TimeoutError(), {"timeout": 9})["errors"][0]["message"].endswith("after 9s")
expired = subprocess.TimeoutExpired("sleep", 0.19996817300125258)
assert both.handle_skill_error(expired, {"timeout": 9})["errors"][0]["message"].endswith("after 9s")
assert both.handle_skill_error(expired)["errors"][0]["message"].endswith("after 0.2s")
late = both.handle_skill_error(both.RateLimitError("30"))["errors"][0]
assert late["suggested_action"] == "Wait 30s before retrying"
assert late["code"] in both.ERROR_CODES and both.ErrorCode is not None
for wait in (7, 7.0):
    told = both.handle_skill_error(both.RateLimitError(wait))["errors"][0]
    assert told["suggested_action"] == "Wait 7s before retrying", told
record: both.SkillError = {"code": "INTERNAL_ERROR", "message": "x", "recoverable": False}
assert both.SkillError.__annotations__.keys() >= {"code", "message", "recoverable", "suggested_action"}
detail = both.handle_skill_error(both.SkillContractError(both.input.check({"topics": [1]})))["errors"][0]["details"]
assert detail == ["[topics -> 0] expected string, got number"], detail

# Envelopes of helpers.
os.environ["SOURCE_DATE_EPOCH"] = "0"
assert helper_envelope.detect_agent({}) == "claude"
assert helper_envelope.detect_agent({"CODEX_PROFILE": "", "GEMINI_PROFILE": "x"}) == "gemini"
assert helper_envelope.detect_agent({"CODEX_PROFILE": "y", "GEMINI_PROFILE": "x"}) == "codex"
envelope = helper_envelope.envelope({"z": 1, "status": "error"})
assert list(envelope) == ["schema_version", "status", "error", "agent", "ts", "z"], envelope
assert envelope["status"] == "ok" and envelope["ts"] == "1970-01-01T00:00:00.000Z"
read = helper_envelope.accept("1")
assert read(json.dumps(envelope)) == envelope
assert issues(helper_envelope.accept("2"), json.dumps(envelope)) == [("/schema_version", "accept")]
# The major first: fields of another one are nothing to judge.
other = '{"schema_version":"2.0.0","state":"fine"}'
assert issues(helper_envelope.accept("1"), other) == [("/schema_version", "accept")]


def failed(action):
    try:
        action()
    except FileNotFoundError as error:
        return helper_envelope.failure(error)


import subprocess

missing = failed(lambda: subprocess.run(["no-such-program-here"]))
assert missing["status"] == "tool-missing", missing
assert missing["error"]["message"] == "no-such-program-here is not available", missing
assert failed(lambda: open("no-such-file-here"))["status"] == "error"
# A folder to start in that is missing is no program.
assert failed(lambda: subprocess.run(["true"], cwd="no-such-folder-here"))["status"] == "error"
without_name = failed(lambda: os.execvp("no-such-program-here", ["x"]))
assert without_name["status"] == "tool-missing" and "None" not in without_name["error"]["message"]
for captured, name in ((True, "no-such-program-here"), (False, "a program")):
    try:
        subprocess.run(
            "no-such-program-here" if captured else "exec 2> /dev/null; no-such-program-here",
            shell=True,
            check=True,
            capture_output=captured,
        )
    except subprocess.CalledProcessError as error:
        unfound = helper_envelope.failure(error)
    assert unfound["status"] == "tool-missing", unfound
    assert unfound["error"]["message"] == f"{name} is not available", unfound
try:
    subprocess.run("exit 3", shell=True, check=True)
except subprocess.CalledProcessError as error:
    assert helper_envelope.failure(error)["status"] == "error"
try:
    helper_envelope.accept(other)
    raise AssertionError("a text is no major version")
except ValueError as error:
    assert "major version" in str(error)
failed = helper_envelope.failure(helper_envelope.ToolMissingError("rg"))
assert failed["status"] == "tool-missing" and failed["error"]["code"] == "TOOL_NOT_AVAILABLE"
partial = helper_envelope.envelope(
    {"skipped_sources": ["a"]}, status="partial", error={"code": "SOURCE_UNREADABLE", "message": "a"}
)
for value, wanted in (
    (envelope, "ok"), (partial, ("partial", ["a"])), (failed, ("missing", "TOOL_NOT_AVAILABLE")),
    (helper_envelope.failure(TimeoutError()), ("error", "TOOL_TIMEOUT")),
):  # fmt: skip
    said = helper_envelope.dispatch(
        value,
        ok=lambda value: "ok",
        partial=lambda value, skipped: ("partial", skipped),
        error=lambda value, error: ("error", error["code"]),
        tool_missing=lambda value, error: ("missing", error["code"]),
    )
    assert said == wanted, said
assert printed(lambda: helper_envelope.emit(failed))[1] == 0
assert printed(lambda: helper_envelope.emit(helper_envelope.failure(KeyError())))[1] == 1

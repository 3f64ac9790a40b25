# The runtime of emitted Python files. A line `#= NAME: NEEDED …` begins a piece; an emitted file
# holds the pieces that its schema needs. It uses only the standard library and needs Python 3.9 or
# newer.

#= base:
from __future__ import annotations

import json
import math
import sys
from dataclasses import dataclass
from decimal import Decimal, DecimalException
from typing import TYPE_CHECKING, Any, Callable, Dict, Generic, List, NamedTuple
from typing import Optional, Sequence, Set, Tuple, TypeVar, Union

#= import_re:
import re

#= import_os:
import os

#= import_datetime:
from datetime import datetime

#= import_timezone:
from datetime import timezone

#= import_mapping:
from typing import Mapping

#= import_operator:
import operator

#= import_literal:
from typing import Literal

#= import_get_args:
from typing import get_args

#= import_typed_dict:
from typing import TypedDict

#= import_no_return:
from typing import NoReturn


#= issue: base
@dataclass(frozen=True)
class Issue:
    """One violation of the contract."""

    #: JSON Pointer (RFC 6901) to the place in the value.
    path: str
    #: The keyword of the schema that failed.
    keyword: str
    #: What the schema asks for.
    expected: Any
    #: What stood there; None where nothing did.
    got: Any
    #: One sentence for a person.
    message: str


#= error: issue
class SkillContractError(ValueError):
    """Raised by `parse` and `assert_valid`; `issues` holds all issues, as `check` returns them."""

    def __init__(self, issues: Sequence[Issue]) -> None:
        lines = [
            f"{issue.path or 'the document'}: {issue.message}" for issue in issues[:5]
        ]
        more = f"; and {len(issues) - 5} more" if len(issues) > 5 else ""
        super().__init__("; ".join(lines) + more)
        self.issues: List[Issue] = list(issues)


#= result: issue
_T = TypeVar("_T")


@dataclass(frozen=True)
class SafeParse(Generic[_T]):
    """The result of `safe_parse`: a value or issues."""

    ok: bool
    value: Optional[_T]
    issues: List[Issue]


#= path: base
#: The way from the root to a place: the place above and the last step; `None` is the root.
_Path = Optional[Tuple[Any, Union[str, int]]]


def _pointer(path: _Path) -> str:
    steps: List[str] = []
    while path is not None:
        path, key = path
        steps.append("/" + str(key).replace("~", "~0").replace("/", "~1"))
    return "".join(reversed(steps))


#= explain: kind
#: Keywords that tell a property by its name.
_OF_NAMES = (
    "additionalProperties",
    "unevaluatedProperties",
    "properties",
    "patternProperties",
)


def _explain(keyword: str, expected: Any, got: Any) -> str:
    if keyword == "type":
        words = " or ".join(expected) if isinstance(expected, list) else expected
        return f"expected {words}, got {got}"
    absent = ("required", "dependentRequired", "dependencies")
    if keyword in absent and isinstance(expected, str):
        return f"required property {_brief(expected)} is missing"
    if keyword in _OF_NAMES and expected is False and isinstance(got, str):
        return f"property {_brief(got)} is not allowed"
    if keyword == "enum":
        return f"expected one of {_brief(expected)}, got {_brief(got)}"
    if keyword == "const":
        return f"expected {_brief(expected)}, got {_brief(got)}"
    if expected is False:
        return f"{keyword}: nothing is allowed here"
    if keyword == "anyOf":
        return f"anyOf: none of the {expected} alternatives fits"
    if keyword == "oneOf":
        return f"oneOf: expected 1 alternative to fit, got {got}"
    if keyword == "not":
        return "not: what must not fit, fits"
    if keyword == "uniqueItems":
        return "uniqueItems: two items are equal"
    if keyword == "pattern":
        return f"pattern: expected a match of {expected}, got {_brief(got)}"
    if keyword == "format":
        return f"expected format {expected}, got {_brief(got)}"
    if keyword in ("exclusiveMinimum", "exclusiveMaximum"):
        side = "more" if keyword == "exclusiveMinimum" else "less"
        return f"{keyword}: expected {side} than {_brief(expected)}, got {_brief(got)}"
    return f"{keyword}: expected {_brief(expected)}, got {_brief(got)}"


def _brief(value: Any) -> str:
    """A value in a message: scalars and short lists as JSON, others by type."""
    if isinstance(value, (list, tuple)):
        plain = len(value) <= 12 and not any(
            isinstance(item, (list, tuple, dict)) for item in value
        )
        return f"[{', '.join(_brief(item) for item in value)}]" if plain else "an array"
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, str) and len(value) > 60:
        value = value[:57] + "…"
    return _scalar(value)


#= kind: number
def _kind(value: Any) -> str:
    """The JSON type of a value; Python's name for other types."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, str):
        return "string"
    if _is_number(value):
        return "number"
    if isinstance(value, (list, tuple)):
        return "array"
    if isinstance(value, dict):
        return "object"
    return type(value).__name__


#= number: base
def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float, Decimal)) and not isinstance(value, bool)


def _exact(value: Any) -> Union[int, Decimal]:
    """A number by its JSON digits: the float 0.1 is one tenth."""
    if isinstance(value, float):
        return Decimal(float.__repr__(value))
    return value if isinstance(value, Decimal) else int(value)


def _figures(value: Any) -> str:
    """A number as JSON text; integers have any length."""
    if isinstance(value, float):
        return float.__repr__(value)
    if isinstance(value, Decimal):
        return str(value)
    return (
        str(int(value)) if -(10**4000) < value < 10**4000 else str(Decimal(int(value)))
    )


def _scalar(value: Any) -> str:
    """Anything but an array or object as JSON text."""
    if _is_number(value):
        return _figures(value)
    if isinstance(value, str):
        text = json.dumps(str(value), ensure_ascii=False)
        return (
            "".join("\ufffd" if "\ud800" <= c <= "\udfff" else c for c in text)
            if _lone(text)
            else text
        )
    return (
        "true"
        if value is True
        else "false"
        if value is False
        else "null"
        if value is None
        else str(value)
    )


def _lone(text: str) -> bool:
    """Whether a text contains a lone surrogate, which UTF-8 can't encode."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return True
    return False


#= integer: number
def _is_integer(value: Any) -> bool:
    if isinstance(value, float):
        return value.is_integer()
    if isinstance(value, Decimal):
        return value == value.to_integral_value()
    return isinstance(value, int) and not isinstance(value, bool)


#= multiple: number
def _multiple(value: Any, digits: int, exponent: int) -> bool:
    """Whether a number is an exact multiple of `digits` × 10^`exponent`."""
    number = _exact(value)
    if not isinstance(number, Decimal):
        # A number of this many bits has fewer digits.
        if exponent >= 0:
            return (
                number % (digits * 10**exponent) == 0
                if exponent <= number.bit_length()
                else number == 0
            )
        return number * pow(10, -exponent, digits) % digits == 0
    # In pieces, because converting one long number takes quadratic time.
    _, figures, power = number.as_tuple()
    text = "".join(map(str, figures)).rstrip("0")
    shift = int(power) + len(figures) - len(text) - exponent
    rest = 0
    for at in range(0, len(text), 1000):
        piece = text[at : at + 1000]
        rest = (rest * 10 ** len(piece) + int(piece)) % digits
    return text == "" or (shift >= 0 and rest * pow(10, shift, digits) % digits == 0)


#= flat: number
def _flat(root: Any) -> Tuple[Any, ...]:
    """A key that is the same for two values exactly if they are equal as JSON: `True` is not 1, and 1 is 1.0."""
    flat: List[Any] = []
    todo: List[Tuple[bool, Any]] = [(True, root)]
    while todo:
        whole, value = todo.pop()
        if not whole:
            flat.append(value)
        elif _is_number(value):
            flat.append(_exact(value))
        elif isinstance(value, (list, tuple)):
            todo.append((False, "]"))
            todo.extend((True, item) for item in reversed(value))
            flat.append("[")
        elif isinstance(value, dict):
            todo.append((False, "}"))
            for key in sorted(value, reverse=True):
                todo.append((True, value[key]))
                todo.append((False, ":" + key))
            flat.append("{")
        else:
            flat.append('"' + value if isinstance(value, str) else str(value))
    return tuple(flat)


#= unique: flat
def _unique(items: Sequence[Any]) -> bool:
    known: Set[Tuple[Any, ...]] = set()
    for item in items:
        key = _flat(item)
        if key in known:
            return False
        known.add(key)
    return True


#= seen: base
class _Seen:
    """Evaluated names and items of one value, for `unevaluatedProperties` and `unevaluatedItems`."""

    __slots__ = ("names", "items")

    def __init__(self) -> None:
        self.names: Set[str] = set()
        self.items: Set[int] = set()

    def learn(self, more: _Seen) -> None:
        self.names |= more.names
        self.items |= more.items

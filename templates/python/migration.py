# Steps that convert inputs of an older version to a newer one. They use only the standard library, need
# Python 3.9 or newer, and never change their argument.

#= base:
from __future__ import annotations

from typing import Any

#= import_callable:
from typing import Callable, List, Optional

#= import_decimal:
from decimal import Decimal

#= import_re:
import re


#= at: import_callable
def _at(value: Any, path: List[Optional[str]], change: Callable[[Any], Any]) -> Any:
    """Changes the value at a path, if there is one; None stands for every item of a list."""
    if not path:
        return change(value)
    name, rest = path[0], path[1:]
    if name is None:
        return (
            [_at(item, rest, change) for item in value]
            if isinstance(value, list)
            else value
        )
    if not isinstance(value, dict) or name not in value:
        return value
    return {
        key: _at(inner, rest, change) if key == name else inner
        for key, inner in value.items()
    }


#= wrap:
def _wrap(value: Any) -> Any:
    """Wraps a value in a list, unless it is a list."""
    return value if isinstance(value, list) else [value]


#= rename:
def _rename(value: Any, old: str, new: str) -> Any:
    """Renames a property, unless the new name exists."""
    if not isinstance(value, dict) or old not in value or new in value:
        return value
    return {new if key == old else key: inner for key, inner in value.items()}


#= fill:
def _fill(value: Any, name: str, otherwise: Any) -> Any:
    """Sets a missing property."""
    if not isinstance(value, dict) or name in value:
        return value
    return {**value, name: otherwise}


#= leave_out:
def _leave_out(value: Any, name: str) -> Any:
    """Removes a property."""
    if not isinstance(value, dict):
        return value
    return {key: inner for key, inner in value.items() if key != name}


#= numeral: import_re
def _numeral(text: str, fraction: bool) -> bool:
    """Whether a text is a plain decimal that no language rounds: `12`, `-0.5`, but not `1e3`, `05` or ` 1`."""
    form = r"-?(0|[1-9][0-9]*)(\.[0-9]+)?" if fraction else r"-?(0|[1-9][0-9]*)"
    return re.fullmatch(form, text) is not None and len(re.sub("[-.]", "", text)) <= 15


#= to_integer: numeral
def _to_integer(value: Any) -> Any:
    """Converts a text to the whole number that it holds."""
    return int(value) if isinstance(value, str) and _numeral(value, False) else value


#= to_number: numeral
def _to_number(value: Any) -> Any:
    """Converts a text to the number that it holds."""
    if not isinstance(value, str) or not _numeral(value, True):
        return value
    return float(value) if "." in value else int(value)


#= to_boolean:
def _to_boolean(value: Any) -> Any:
    """Converts a text to the boolean that it holds."""
    if not isinstance(value, str) or value.lower() not in ("true", "false"):
        return value
    return value.lower() == "true"


#= to_string:
def _to_string(value: Any) -> Any:
    """Converts a boolean, or a number of common size, to text."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if not isinstance(value, (int, float)):
        return value
    size = abs(value)
    if size == 0:
        return "0"
    if not 1e-4 <= size < 1e15:
        return value
    return str(int(value)) if value == int(value) else repr(value)

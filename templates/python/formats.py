# The formats of JSON Schema; templates/rust/formats.rs accepts the same texts.

#= format_date: import_re
def _format_date(text: str) -> bool:
    """RFC 3339 `full-date`: a day that exists."""
    parts = re.fullmatch(r"([0-9]{4})-([0-9]{2})-([0-9]{2})", text)
    if parts is None:
        return False
    year, month, day = (int(part) for part in parts.groups())
    leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    lengths = (31, 29 if leap else 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
    return 1 <= month <= 12 and 1 <= day <= lengths[month - 1]


#= format_time: import_re
def _format_time(text: str) -> bool:
    """RFC 3339 `full-time`: the offset is required, and a leap second only where UTC can have one."""
    clock = r"([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\.[0-9]+)?(?:[zZ]|([+-])([0-9]{2}):([0-9]{2}))"
    parts = re.fullmatch(clock, text)
    if parts is None:
        return False
    hour, minute, second = (int(part) for part in parts.group(1, 2, 3))
    hours, minutes = (int(part or 0) for part in parts.group(5, 6))
    if hour > 23 or minute > 59 or second > 60 or hours > 23 or minutes > 59:
        return False
    offset = (hours * 60 + minutes) * (-1 if parts.group(4) == "+" else 1)
    return second < 60 or (hour * 60 + minute + offset) % 1440 == 1439


#= format_date_time: format_date format_time
def _format_date_time(text: str) -> bool:
    """RFC 3339 `date-time`."""
    return (
        text[10:11] in ("T", "t")
        and _format_date(text[:10])
        and _format_time(text[11:])
    )


#= format_duration: import_re
def _format_duration(text: str) -> bool:
    """RFC 3339, appendix A: units in order and without a gap, or weeks only."""
    time = "T(?:[0-9]+H(?:[0-9]+M(?:[0-9]+S)?)?|[0-9]+M(?:[0-9]+S)?|[0-9]+S)"
    date = "(?:[0-9]+Y(?:[0-9]+M(?:[0-9]+D)?)?|[0-9]+M(?:[0-9]+D)?|[0-9]+D)"
    return re.fullmatch(f"P(?:[0-9]+W|{date}(?:{time})?|{time})", text) is not None


#= format_ipv4: import_re
def _format_ipv4(text: str) -> bool:
    """Four decimal numbers up to 255, without leading zeros."""
    byte = "(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])"
    return re.fullmatch(rf"{byte}(?:\.{byte}){{3}}", text) is not None


#= format_ipv6: format_ipv4
def _format_ipv6(text: str) -> bool:
    """RFC 4291, 2.2; no zone."""

    def groups(part: str, last: bool) -> int:
        """The number of 16-bit groups in a part; too many if it is invalid."""
        words = part.split(":") if part else []
        count = 0
        for index, word in enumerate(words):
            if last and index + 1 == len(words) and "." in word:
                count += 2 if _format_ipv4(word) else 99
            else:
                count += 1 if re.fullmatch("[0-9a-fA-F]{1,4}", word) else 99
        return count

    head, gap, tail = text.partition("::")
    if not gap:
        return groups(text, True) == 8
    return groups(head, False) + groups(tail, True) <= 7


#= format_hostname: import_re
def _format_hostname(text: str) -> bool:
    """RFC 1123, 2.1."""
    label = "[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?"
    return (
        len(text) <= 253 and re.fullmatch(rf"{label}(?:\.{label})*", text) is not None
    )


#= format_email: format_hostname format_ipv4 format_ipv6
def _format_email(text: str) -> bool:
    """RFC 5321, 4.1.2 `Mailbox`."""
    local_part, at, domain = text.rpartition("@")
    if not at:
        return False
    if len(domain) > 1 and domain[0] == "[" and domain[-1] == "]":
        literal = domain[1:-1]
        tagged = literal[:5].lower() == "ipv6:"
        named = _format_ipv6(literal[5:]) if tagged else _format_ipv4(literal)
    else:
        named = _format_hostname(domain)
    atom = "[a-zA-Z0-9!#$%&'*+/=?^_`{|}~-]+"
    spelled = rf'{atom}(?:\.{atom})*|"(?:[ !#-\[\]-~]|\\[ -~])*"'
    return (
        named
        and len(local_part) <= 64
        and re.fullmatch(spelled, local_part) is not None
    )


#= format_uri_scheme: format_ipv6
def _uri_scheme(text: str) -> Optional[bool]:
    """Whether the reference has a scheme; None if the text is not a URI-reference (RFC 3986)."""

    def legal(part: str, more: str) -> bool:
        return (
            re.fullmatch(
                f"(?:[A-Za-z0-9._~!$&'()*+,;={more}-]|%[0-9A-Fa-f]{{2}})*", part
            )
            is not None
        )

    shape = r"(?s)(?:([^/?#:]*):)?(?://([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?"
    parts = re.fullmatch(shape, text)
    if parts is None:
        return None
    scheme, authority, path, query, fragment = parts.groups()
    if scheme is not None and not re.fullmatch("[A-Za-z][A-Za-z0-9+.-]*", scheme):
        return None
    if not (
        legal(path, ":@/")
        and legal(query or "", ":@/?")
        and legal(fragment or "", ":@/?")
    ):
        return None
    if authority is not None:
        user, _, rest = authority.rpartition("@")
        host = re.fullmatch(r"(?:\[([^\]]*)\]|([^:\[]*))(?::[0-9]*)?", rest)
        if host is None or not legal(user, ":"):
            return None
        literal, name = host.groups()
        future = r"[vV][0-9A-Fa-f]+\.[A-Za-z0-9._~!$&'()*+,;=:-]+"
        if literal is None:
            if not legal(name, ""):
                return None
        elif not _format_ipv6(literal) and not re.fullmatch(future, literal):
            return None
    return scheme is not None


#= format_uri: format_uri_scheme
def _format_uri(text: str) -> bool:
    """RFC 3986 `URI`."""
    return _uri_scheme(text) is True


#= format_uri_reference: format_uri_scheme
def _format_uri_reference(text: str) -> bool:
    """RFC 3986 `URI-reference`."""
    return _uri_scheme(text) is not None


#= format_uuid: import_re
def _format_uuid(text: str) -> bool:
    """RFC 4122."""
    return (
        re.fullmatch("[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}", text)
        is not None
    )


#= format_json_pointer: import_re
def _format_json_pointer(text: str) -> bool:
    """RFC 6901."""
    return re.fullmatch("(?s)(?:/(?:[^~/]|~[01])*)*", text) is not None


# The rows of the table of formats.

#= format_table_date: check_format format_date
_FORMATS["date"] = _format_date

#= format_table_time: check_format format_time
_FORMATS["time"] = _format_time

#= format_table_date_time: check_format format_date_time
_FORMATS["date-time"] = _format_date_time

#= format_table_duration: check_format format_duration
_FORMATS["duration"] = _format_duration

#= format_table_ipv4: check_format format_ipv4
_FORMATS["ipv4"] = _format_ipv4

#= format_table_ipv6: check_format format_ipv6
_FORMATS["ipv6"] = _format_ipv6

#= format_table_hostname: check_format format_hostname
_FORMATS["hostname"] = _format_hostname

#= format_table_email: check_format format_email
_FORMATS["email"] = _format_email

#= format_table_uri: check_format format_uri
_FORMATS["uri"] = _format_uri

#= format_table_uri_reference: check_format format_uri_reference
_FORMATS["uri-reference"] = _format_uri_reference

#= format_table_uuid: check_format format_uuid
_FORMATS["uuid"] = _format_uuid

#= format_table_json_pointer: check_format format_json_pointer
_FORMATS["json-pointer"] = _format_json_pointer

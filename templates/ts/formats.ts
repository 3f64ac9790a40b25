// The formats of JSON Schema; templates/rust/formats.rs accepts the same texts.

//= format_date:
/** RFC 3339 `full-date`: a day that exists. */
export function formatDate(text: string): boolean {
  const parts = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text);
  if (parts === null || text.length !== 10) return false;
  const [year, month, day] = [
    Number(parts[1]),
    Number(parts[2]),
    Number(parts[3]),
  ];
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const last =
    [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ??
    0;
  return day >= 1 && day <= last;
}

//= format_time:
/** RFC 3339 `full-time`: the offset is required, and a leap second only where UTC can have one. */
export function formatTime(text: string): boolean {
  const parts =
    /^(\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:[zZ]|([+-])(\d\d):(\d\d))$/.exec(text);
  if (parts === null) return false;
  const [hour, minute, second] = [
    Number(parts[1]),
    Number(parts[2]),
    Number(parts[3]),
  ];
  const [hours, minutes] = [Number(parts[5] ?? 0), Number(parts[6] ?? 0)];
  if (hour > 23 || minute > 59 || second > 60 || hours > 23 || minutes > 59)
    return false;
  const offset = (hours * 60 + minutes) * (parts[4] === "+" ? -1 : 1);
  return second < 60 || (hour * 60 + minute + offset + 1440) % 1440 === 1439;
}

//= format_date_time: format_date format_time
/** RFC 3339 `date-time`. */
export function formatDateTime(text: string): boolean {
  return (
    /^.{10}[tT]/.test(text) &&
    formatDate(text.slice(0, 10)) &&
    formatTime(text.slice(11))
  );
}

//= format_duration:
/** RFC 3339, appendix A: units in order and without a gap, or weeks only. */
export function formatDuration(text: string): boolean {
  const time = "T(?:\\d+H(?:\\d+M(?:\\d+S)?)?|\\d+M(?:\\d+S)?|\\d+S)";
  const date = "(?:\\d+Y(?:\\d+M(?:\\d+D)?)?|\\d+M(?:\\d+D)?|\\d+D)";
  return new RegExp(`^P(?:\\d+W|${date}(?:${time})?|${time})$`).test(text);
}

//= format_ipv4:
/** Four decimal numbers up to 255, without leading zeros. */
export function formatIpv4(text: string): boolean {
  const byte = "(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)";
  return new RegExp(`^${byte}(?:\\.${byte}){3}$`).test(text);
}

//= format_ipv6: format_ipv4
/** RFC 4291, 2.2; no zone. */
export function formatIpv6(text: string): boolean {
  const groups = (part: string, last: boolean): number => {
    if (part === "") return 0;
    const words = part.split(":");
    return words.reduce((sum, word, index) => {
      if (last && index === words.length - 1 && word.includes("."))
        return sum + (formatIpv4(word) ? 2 : NaN);
      return sum + (/^[0-9a-fA-F]{1,4}$/.test(word) ? 1 : NaN);
    }, 0);
  };
  const gap = text.indexOf("::");
  if (gap < 0) return groups(text, true) === 8;
  return (
    groups(text.slice(0, gap), false) + groups(text.slice(gap + 2), true) <= 7
  );
}

//= format_hostname:
/** RFC 1123, 2.1. */
export function formatHostname(text: string): boolean {
  const label = "[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?";
  return (
    text.length <= 253 && new RegExp(`^${label}(?:\\.${label})*$`).test(text)
  );
}

//= format_email: format_hostname format_ipv4 format_ipv6
/** RFC 5321, 4.1.2 `Mailbox`. */
export function formatEmail(text: string): boolean {
  const split = text.lastIndexOf("@");
  if (split < 0) return false;
  const [local, domain] = [text.slice(0, split), text.slice(split + 1)];
  const literal = /^\[(.*)\]$/.exec(domain)?.[1];
  const named =
    literal === undefined
      ? formatHostname(domain)
      : /^ipv6:/i.test(literal)
        ? formatIpv6(literal.slice(5))
        : formatIpv4(literal);
  const atom = "[a-zA-Z0-9!#$%&'*+/=?^_`{|}~-]+";
  const spelled = new RegExp(
    `^(?:${atom}(?:\\.${atom})*|"(?:[ !#-\\[\\]-~]|\\\\[ -~])*")$`,
  );
  return named && local.length <= 64 && spelled.test(local);
}

//= format_uri_scheme: format_ipv6
/** Whether the reference has a scheme; `null` if the text is not a URI-reference (RFC 3986). */
function uriScheme(text: string): boolean | null {
  const legal = (part: string, more: string): boolean =>
    new RegExp(`^(?:[A-Za-z0-9._~!$&'()*+,;=${more}-]|%[0-9A-Fa-f]{2})*$`).test(
      part,
    );
  const parts =
    /^(?:([^/?#:]*):)?(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#([^]*))?$/.exec(
      text,
    );
  if (parts === null) return null;
  const [, scheme, authority, path = "", query = "", fragment = ""] = parts;
  if (scheme !== undefined && !/^[A-Za-z][A-Za-z0-9+.-]*$/.test(scheme))
    return null;
  if (!legal(path, ":@/") || !legal(query, ":@/?") || !legal(fragment, ":@/?"))
    return null;
  if (authority !== undefined) {
    const end = authority.lastIndexOf("@");
    const host = /^(?:\[([^\]]*)\]|([^:[]*))(?::[0-9]*)?$/.exec(
      authority.slice(end + 1),
    );
    if (host === null || !legal(authority.slice(0, Math.max(end, 0)), ":"))
      return null;
    const [, literal, name = ""] = host;
    const future = /^[vV][0-9A-Fa-f]+\.[A-Za-z0-9._~!$&'()*+,;=:-]+$/;
    if (
      literal === undefined
        ? !legal(name, "")
        : !formatIpv6(literal) && !future.test(literal)
    )
      return null;
  }
  return scheme !== undefined;
}

//= format_uri: format_uri_scheme
/** RFC 3986 `URI`. */
export function formatUri(text: string): boolean {
  return uriScheme(text) === true;
}

//= format_uri_reference: format_uri_scheme
/** RFC 3986 `URI-reference`. */
export function formatUriReference(text: string): boolean {
  return uriScheme(text) !== null;
}

//= format_uuid:
/** RFC 4122. */
export function formatUuid(text: string): boolean {
  return /^[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/.test(text);
}

//= format_json_pointer:
/** RFC 6901. */
export function formatJsonPointer(text: string): boolean {
  return /^(?:\/(?:[^~/]|~[01])*)*$/.test(text);
}

//= format_regex:
/** ECMA-262 with the `u` flag, parsed by the engine itself. */
export function formatRegex(text: string): boolean {
  try {
    return new RegExp(text, "u") instanceof RegExp;
  } catch {
    return false;
  }
}

// Steps that bring inputs of an older version to a newer one: no import, no feature after ES2020. They
// never change what they are given.

//= at:

function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** An object with other members; names like `__proto__` are names like any other. */
function rebuilt(members) {
  const object = {};
  for (const [name, value] of members) {
    Object.defineProperty(object, name, {
      value,
      writable: true,
      enumerable: true,
      configurable: true,
    });
  }
  return object;
}

function has(object, name) {
  return Object.prototype.hasOwnProperty.call(object, name);
}

/** Changes what stands at a path; `null` is every item of a list. Where nothing stands, nothing is done. */
function at(value, path, change) {
  const [name, ...rest] = path;
  if (name === undefined) return change(value);
  if (name === null) {
    return Array.isArray(value)
      ? value.map((item) => at(item, rest, change))
      : value;
  }
  if (!isObject(value) || !has(value, name)) return value;
  const members = Object.entries(value);
  return rebuilt(
    members.map(([key, inner]) => [
      key,
      key === name ? at(inner, rest, change) : inner,
    ]),
  );
}

//= wrap:
/** A value becomes a list of itself, unless it is a list. */
function wrap(value) {
  return Array.isArray(value) ? value : [value];
}

//= rename: at
/** A property gets another name, unless that is taken. */
function rename(value, from, to) {
  if (!isObject(value) || !has(value, from) || has(value, to)) return value;
  return rebuilt(
    Object.entries(value).map(([key, inner]) => [
      key === from ? to : key,
      inner,
    ]),
  );
}

//= fill: at
/** A property is set where it is missing. */
function fill(value, name, otherwise) {
  if (!isObject(value) || has(value, name)) return value;
  return rebuilt([...Object.entries(value), [name, otherwise]]);
}

//= leave_out: at
/** A property is left out. */
function leaveOut(value, name) {
  if (!isObject(value) || !has(value, name)) return value;
  return rebuilt(Object.entries(value).filter(([key]) => key !== name));
}

//= numeral:
/** Whether a text is a plain decimal that no language rounds: `12`, `-0.5`; not `1e3`, `05` or ` 1`. */
function numeral(text, fraction) {
  const form = fraction
    ? /^-?(0|[1-9][0-9]*)(\.[0-9]+)?$/
    : /^-?(0|[1-9][0-9]*)$/;
  return form.test(text) && text.replace(/[-.]/g, "").length <= 15;
}

//= to_integer: numeral
/** A text that is a whole number is read as one. */
function toInteger(value) {
  return typeof value === "string" && numeral(value, false)
    ? Number(value)
    : value;
}

//= to_number: numeral
/** A text that is a number is read as one. */
function toNumber(value) {
  return typeof value === "string" && numeral(value, true)
    ? Number(value)
    : value;
}

//= to_boolean:
/** A text that is a truth value is read as one. */
function toBoolean(value) {
  if (typeof value !== "string" || !/^(true|false)$/i.test(value)) return value;
  return value.length === 4;
}

//= to_string:
/** A truth value, or a number of common size, is written as a text. */
function toString(value) {
  if (typeof value === "boolean") return String(value);
  if (typeof value !== "number") return value;
  const size = Math.abs(value);
  return size === 0 || (size >= 1e-4 && size < 1e15) ? String(value) : value;
}

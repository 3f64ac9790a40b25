// Steps that convert inputs of an older version to a newer one. They have no imports, use no feature
// after ES2020, and never change their argument.

//= at:

function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** An object with changed members; `__proto__` is an ordinary name. */
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

/** Changes the value at a path, if there is one; `null` stands for every item of a list. */
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
/** Wraps a value in a list, unless it is a list. */
function wrap(value) {
  return Array.isArray(value) ? value : [value];
}

//= rename: at
/** Renames a property, unless the new name exists. */
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
/** Sets a missing property. */
function fill(value, name, otherwise) {
  if (!isObject(value) || has(value, name)) return value;
  return rebuilt([...Object.entries(value), [name, otherwise]]);
}

//= leave_out: at
/** Removes a property. */
function leaveOut(value, name) {
  if (!isObject(value) || !has(value, name)) return value;
  return rebuilt(Object.entries(value).filter(([key]) => key !== name));
}

//= numeral:
/**
 * Whether a text is a plain decimal that no language rounds: `12`, `-0.5`, but not `1e3`, `05` or ` 1`.
 */
function numeral(text, fraction) {
  const form = fraction
    ? /^-?(0|[1-9][0-9]*)(\.[0-9]+)?$/
    : /^-?(0|[1-9][0-9]*)$/;
  return form.test(text) && text.replace(/[-.]/g, "").length <= 15;
}

//= to_integer: numeral
/** Converts a text to the whole number that it holds. */
function toInteger(value) {
  return typeof value === "string" && numeral(value, false)
    ? Number(value)
    : value;
}

//= to_number: numeral
/** Converts a text to the number that it holds. */
function toNumber(value) {
  return typeof value === "string" && numeral(value, true)
    ? Number(value)
    : value;
}

//= to_boolean:
/** Converts a text to the boolean that it holds. */
function toBoolean(value) {
  if (typeof value !== "string" || !/^(true|false)$/i.test(value)) return value;
  return value.length === 4;
}

//= to_string:
/** Converts a boolean, or a number of common size, to text. */
function toString(value) {
  if (typeof value === "boolean") return String(value);
  if (typeof value !== "number") return value;
  const size = Math.abs(value);
  return size === 0 || (size >= 1e-4 && size < 1e15) ? String(value) : value;
}

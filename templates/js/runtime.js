// The runtime of emitted JavaScript files. A line `//= NAME: NEEDED …` begins a piece, `//+ NAME: NEEDED …`
// one that follows without an empty line; an emitted file holds the pieces that its schema needs. The
// runtime has no imports and uses no Node types, no feature after ES2020, and no syntax that type stripping
// can't remove.

//= issue:

//= error: issue
/** Thrown by `parse` and `assert`. */
class SkillContractError extends Error {
  constructor(issues) {
    const lines = issues
      .slice(0, 5)
      .map((issue) => `${issue.path || "the document"}: ${issue.message}`);
    const more = issues.length > 5 ? `; and ${issues.length - 5} more` : "";
    super(lines.join("; ") + more);
    this.name = "SkillContractError";
    this.issues = issues;
  }
}

//= schema:

//= definition: schema issue

//= valid: definition run
/** Whether a value is valid; stops at the first issue. */
function fits(type, value) {
  if (type.fast?.(value) === true) return true;
  return run(type.schema, value, null);
}

//= issues: definition run
/** All issues of a value, in the schema's order; none if it is valid. */
function issuesOf(type, value) {
  const issues = [];
  if (type.fast?.(value) !== true) run(type.schema, value, issues);
  return issues;
}

//= assert_type:

//= assert: issues error
/** Throws a `SkillContractError` if a value is invalid. */
function assertValid(type, value) {
  const issues = issuesOf(type, value);
  if (issues.length > 0) throw new SkillContractError(issues);
}

//= nested:
/** Whether a text nests deeper than the parsers of all languages allow. */
function isTooDeep(text) {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 34) {
      at = endOfString(text, at + 1);
    } else if (code === 91 || code === 123) {
      depth += 1;
      if (depth > 1000) return true;
    } else if (code === 93 || code === 125) {
      depth -= 1;
    }
  }
  return false;
}

/** The position of the quote that ends a JSON string. */
function endOfString(text, start) {
  for (let at = start; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 34) return at;
    if (code === 92) at += 1;
  }
  return text.length;
}

//= safe_parse: issues nested

/** Reads a JSON text; returns the value or all issues, and never throws. */
function tryParse(type, text) {
  let value;
  try {
    value = JSON.parse(text);
    if (isTooDeep(text)) throw new Error("nested deeper than 1000 levels");
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const message = `no JSON text: ${why}`;
    const expected = "JSON";
    const issue = { path: "", keyword: "json", expected, got: null, message };
    return { ok: false, issues: [issue] };
  }
  const unfilled = [];
  if (type.fill !== undefined) value = type.fill(type, value, unfilled);
  const issues = unfilled.length > 0 ? unfilled : issuesOf(type, value);
  if (issues.length > 0) return { ok: false, issues };
  const { mapping, schema } = type;
  value = mapping?.take(schema, value, mapping, issues) ?? value;
  if (issues.length > 0) return { ok: false, issues };
  return { ok: true, value: value };
}

//= parse: safe_parse error
/** Reads a JSON text; throws a `SkillContractError` if it is invalid. */
function parseText(type, text) {
  const result = tryParse(type, text);
  // Narrowing by `ok` would need `strict`.
  if ("issues" in result) throw new SkillContractError(result.issues);
  return result.value;
}

//= plain: definition
/** The JSON form of a typed value. */
function plain(type, value) {
  if (type.mapping === undefined || value === undefined) return value;
  return JSON.parse(JSON.stringify(value));
}

//= emit: assert print plain
/** Writes a value to stdout as one JSON document and sets the exit code. */
function emitValue(type, value, exitCode = 0, compact = false) {
  const given = plain(type, value);
  assertValid(type, given);
  print(given, compact);
  host().exitCode = exitCode;
}

//= builder: assert coerce put members emit plain
/** A builder; `build` and `emit` check the value. */
class Builder {
  constructor(definition, print) {
    this.definition = definition;
    this.print = print;
    this.draft = {};
  }

  /** Sets a property; a later value replaces an earlier one. */
  set(key, value) {
    put(this.draft, key, value);
    return this;
  }

  /** The value with defaults, its keys in the schema's order; throws a `SkillContractError` if it is invalid. */
  build() {
    const { schema } = this.definition;
    const named = typeof schema === "object" ? namesOf(schema) : [];
    const draft = plain(this.definition, this.draft);
    const filled = defaults(this.definition, draft);
    const value = {};
    for (const key of [...named, ...Object.keys(filled)]) {
      if (has(filled, key) && !has(value, key)) put(value, key, filled[key]);
    }
    const result = value;
    assertValid(this.definition, result);
    const { mapping } = this.definition;
    const issues = [];
    const taken = mapping?.take(schema, result, mapping, issues) ?? result;
    if (issues.length > 0) throw new SkillContractError(issues);
    return taken;
  }

  /** Writes the value to stdout as one JSON document and sets the exit code. */
  emit() {
    this.print(this.build());
  }
}

/** The names of a schema's properties, through its references. */
function namesOf(schema) {
  const { $ref } = schema;
  const target = typeof $ref === "function" ? $ref() : $ref;
  if (typeof target === "object") return namesOf(target);
  return [...schemasOf(schema.properties ?? {}).keys()];
}

//= contract: parse valid assert_type emit coerce_value builder

/** Creates the functions of a type; its definition is read on the first call. */
function contract(definition, compact) {
  const emit = (value) => emitValue(definition(), value, 0, compact);
  return {
    parse: (text) => parseText(definition(), text),
    safeParse: (text) => tryParse(definition(), text),
    is: (value) => fits(definition(), value),
    check: (value) => issuesOf(definition(), value),
    assert: (value) => assertValid(definition(), value),
    coerce: (value, level) => coerceValue(definition(), value, level),
    withDefaults: (value) => defaults(definition(), value),
    builder: () => new Builder(definition(), emit),
    emit,
  };
}

//= path:

function at(up, key) {
  return { up, key };
}

function pointer(path) {
  const steps = [];
  for (let step = path; step !== null; step = step.up) {
    const key = String(step.key);
    steps.push("/" + key.replace(/~/g, "~0").replace(/\//g, "~1"));
  }
  return steps.reverse().join("");
}

//= fail: issue path explain

function fail(out, path, keyword, expected, got, why = "") {
  if (out !== null) {
    const message = explain(keyword, expected, got) + why;
    out.push({ path: pointer(path), keyword, expected, got, message });
  }
  return false;
}

//= explain: kind
function explain(keyword, expected, got) {
  switch (keyword) {
    case "type": {
      const types = Array.isArray(expected) ? expected : [expected];
      return `expected ${types.join(" or ")}, got ${String(got)}`;
    }
    case "required":
    case "dependentRequired":
    case "dependencies":
      if (typeof expected !== "string") break;
      return `required property ${brief(expected)} is missing`;
    case "additionalProperties":
    case "unevaluatedProperties":
    case "properties":
    case "patternProperties":
      if (expected !== false || typeof got !== "string") break;
      return `property ${brief(got)} is not allowed`;
    case "enum":
      return `expected one of ${brief(expected)}, got ${brief(got)}`;
    case "const":
      return `expected ${brief(expected)}, got ${brief(got)}`;
  }
  if (expected === false) return `${keyword}: nothing is allowed here`;
  switch (keyword) {
    case "anyOf":
      return `anyOf: none of the ${brief(expected)} alternatives fits`;
    case "oneOf":
      return `oneOf: expected 1 alternative to fit, got ${brief(got)}`;
    case "not":
      return "not: what must not fit, fits";
    case "uniqueItems":
      return "uniqueItems: two items are equal";
    case "pattern":
      return `pattern: expected a match of ${String(expected)}, got ${brief(got)}`;
    case "format":
      return `expected format ${String(expected)}, got ${brief(got)}`;
    case "exclusiveMinimum":
    case "exclusiveMaximum": {
      const side = keyword === "exclusiveMinimum" ? "more" : "less";
      return `${keyword}: expected ${side} than ${brief(expected)}, got ${brief(got)}`;
    }
    default:
      return `${keyword}: expected ${brief(expected)}, got ${brief(got)}`;
  }
}

/** A value in a message: scalars and short lists as JSON, others by type. */
function brief(value) {
  if (Array.isArray(value)) {
    const scalar = (item) => typeof item !== "object" || item === null;
    const scalars = value.length <= 12 && value.every(scalar);
    return scalars ? `[${value.map(brief).join(", ")}]` : "an array";
  }
  if (typeof value === "string") {
    const points = Array.from(value);
    const short = points.length > 60;
    return JSON.stringify(short ? points.slice(0, 57).join("") + "…" : value);
  }
  return kind(value) === "object" ? "an object" : String(value);
}

//= kind:
/** The JSON type of a value; JavaScript's name for other types. */
function kind(value) {
  if (value === null) return "null";
  if (typeof value === "number" && value - value !== 0) return String(value);
  return Array.isArray(value) ? "array" : typeof value;
}

//= is_string:
function isString(value) {
  return typeof value === "string";
}

//= is_number:
function isNumber(value) {
  return typeof value === "number" && value - value === 0;
}

//= is_integer:
function isInteger(value) {
  return Number.isInteger(value);
}

//= is_boolean:
function isBoolean(value) {
  return typeof value === "boolean";
}

//= is_array:
function isArray(value) {
  return Array.isArray(value);
}

//= dict:

//= is_object: dict
function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

//= same:
/** Equality of scalars, without narrowing that would break later comparisons. */
function same(value, scalar) {
  return value === scalar;
}

//= has: dict
/** Own properties only: `constructor` and `__proto__` are ordinary names. */
function has(object, key) {
  return Object.prototype.hasOwnProperty.call(object, key);
}

//= tag: has is_object
/** The value of an own property of an object. */
function tag(value, key) {
  return isObject(value) && has(value, key) ? value[key] : undefined;
}

//= points:
/** The length in code points. */
function points(text) {
  let count = text.length;
  for (let index = 1; index < text.length; index++) {
    const low = text.charCodeAt(index);
    if (low < 0xdc00 || low > 0xdfff) continue;
    const high = text.charCodeAt(index - 1);
    if (high >= 0xd800 && high <= 0xdbff) {
      count--;
      index++;
    }
  }
  return count;
}

//= multiple:
/** Whether a number is a whole multiple of another, by their exact decimal values. */
function multiple(value, divisor) {
  if (Number.isSafeInteger(value) && Number.isSafeInteger(divisor)) {
    return value % divisor === 0;
  }
  const [left, right] = [decimal(value), decimal(divisor)];
  if (left === null || right === null) return true;
  const shift = left.exponent - right.exponent;
  const dividend = left.digits * powerOfTen(Math.max(shift, 0));
  const scaled = right.digits * powerOfTen(Math.max(-shift, 0));
  return dividend % scaled === BigInt(0);
}

function powerOfTen(power) {
  return BigInt("1" + "0".repeat(power));
}

/** A number as digits × 10^exponent; null if it is not a JSON number. */
function decimal(value) {
  const parts = /^-?(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value));
  if (parts === null) return null;
  const fraction = parts[2] ?? "";
  const digits = BigInt((parts[1] ?? "0") + fraction);
  return { digits, exponent: Number(parts[3] ?? 0) - fraction.length };
}

//= canonical:
/**
 * A key that is the same for two values exactly if they are equal as JSON: keys sorted, 1 = 1.0 =
 * 1e0.
 */
function canonical(root) {
  let text = "";
  const todo = [{ value: root }];
  for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
    if (next.text !== undefined) {
      text += next.text;
    } else if (Array.isArray(next.value)) {
      text += "[";
      todo.push({ text: "]" });
      for (let index = next.value.length - 1; index >= 0; index--) {
        todo.push({ text: "," }, { value: next.value[index] });
      }
    } else if (typeof next.value === "object" && next.value !== null) {
      const object = next.value;
      text += "{";
      todo.push({ text: "}" });
      for (const key of Object.keys(object).sort().reverse()) {
        const name = { text: JSON.stringify(key) + ":" };
        todo.push({ text: "," }, { value: object[key] }, name);
      }
    } else {
      const scalar = JSON.stringify(next.value) ?? typeof next.value;
      text += next.value === 0 ? "0" : scalar;
    }
  }
  return text;
}

//= equal: canonical
/** Whether two values are equal as JSON. */
function equal(a, b) {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object") return false;
  return a !== null && b !== null && canonical(a) === canonical(b);
}

//= unique: canonical
function unique(items) {
  const known = new Set();
  for (const item of items) {
    const text = canonical(item);
    if (known.has(text)) return false;
    known.add(text);
  }
  return true;
}

//= regex: schema
const regexes = new Map();

/** The compiled pattern of a schema. */
function regex({ patterns }, source) {
  const written = patterns?.[source] ?? source;
  let compiled = regexes.get(written);
  if (compiled === undefined) {
    compiled = new RegExp(written, "u");
    regexes.set(written, compiled);
  }
  return compiled;
}

//= members: schema
const members = new WeakMap();

/** Schemas by name, in the schema's order. */
function schemasOf(listed) {
  let known = members.get(listed);
  if (known === undefined) {
    known = new Map(Array.isArray(listed) ? listed : Object.entries(listed));
    members.set(listed, known);
  }
  return known;
}

//= formats: formats_end
/** The checked formats, by name. */
const formats = {
  //+ format_table_date_time: format_date_time
  "date-time": formatDateTime,
  //+ format_table_date: format_date
  date: formatDate,
  //+ format_table_time: format_time
  time: formatTime,
  //+ format_table_duration: format_duration
  duration: formatDuration,
  //+ format_table_email: format_email
  email: formatEmail,
  //+ format_table_hostname: format_hostname
  hostname: formatHostname,
  //+ format_table_ipv4: format_ipv4
  ipv4: formatIpv4,
  //+ format_table_ipv6: format_ipv6
  ipv6: formatIpv6,
  //+ format_table_uri: format_uri
  uri: formatUri,
  //+ format_table_uri_reference: format_uri_reference
  "uri-reference": formatUriReference,
  //+ format_table_uuid: format_uuid
  uuid: formatUuid,
  //+ format_table_json_pointer: format_json_pointer
  "json-pointer": formatJsonPointer,
  //+ format_table_regex: format_regex
  regex: formatRegex,
  //+ formats_end:
};

//= seen:

function unseen() {
  return { names: new Set(), items: new Set() };
}

function learn(seen, more) {
  more.names.forEach((name) => seen.names.add(name));
  more.items.forEach((index) => seen.items.add(index));
}

//= process:

function host() {
  return globalThis.process ?? {};
}

//= print: process
/** Writes one JSON document to stdout: two spaces of indent, or one line. */
function print(value, compact) {
  const text = JSON.stringify(value, null, compact ? 0 : 2);
  host().stdout?.write(text + "\n");
}

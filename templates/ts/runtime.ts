// The runtime of emitted TypeScript files. A line `//= NAME: NEEDED …` begins a piece, `//+ NAME: NEEDED …`
// one that follows without an empty line; an emitted file holds the pieces that its schema needs. The
// runtime has no imports and uses no Node types, no feature after ES2020, and no syntax that type stripping
// can't remove.

//= issue:
/** One violation of the contract. */
export interface Issue {
  /** JSON Pointer (RFC 6901) to the invalid value. */
  readonly path: string;
  /** The keyword of the schema that failed. */
  readonly keyword: string;
  /** What the schema expects. */
  readonly expected: unknown;
  /** The value found; null if it is missing. */
  readonly got: unknown;
  /** A message for people. */
  readonly message: string;
}

//= error: issue
/** Thrown by `parse` and `assert`. */
export class SkillContractError extends Error {
  /** All issues, as `check` returns them. */
  readonly issues: readonly Issue[];

  constructor(issues: readonly Issue[]) {
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
/** A schema as data: keywords of JSON Schema 2020-12, in the order of checking. */
export type Schema = boolean | Keywords;

/** Schemas by name: a list of pairs if an object would reorder the names. */
type Members = NamedSchemas | readonly NamedSchema[];

interface NamedSchemas {
  readonly [name: string]: Schema;
}

type NamedSchema = readonly [string, Schema];

interface Signs {
  readonly type?: readonly string[];
  readonly const?: { readonly [name: string]: unknown };
}

interface Keywords {
  /** A function if the schema is defined later in the file. */
  readonly $ref?: Schema | (() => Schema);
  readonly $dynamicRef?: Schema | (() => Schema);
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly multipleOf?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: true;
  readonly prefixItems?: readonly Schema[];
  readonly items?: Schema;
  readonly contains?: Schema;
  readonly minContains?: number;
  readonly maxContains?: number;
  /** Before 2020-12, `contains` does not count for `unevaluatedItems`. */
  readonly containsUnnoted?: true;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly required?: readonly string[];
  readonly dependentRequired?: { readonly [name: string]: readonly string[] };
  readonly properties?: Members;
  readonly patternProperties?: Members;
  readonly additionalProperties?: Schema;
  readonly propertyNames?: Schema;
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  /** The types and constants of each branch. */
  readonly anyOfSigns?: readonly Signs[];
  readonly oneOfSigns?: readonly Signs[];
  readonly not?: Schema;
  readonly if?: Schema;
  readonly then?: Schema;
  readonly else?: Schema;
  readonly dependentSchemas?: Members;
  readonly unevaluatedItems?: Schema;
  readonly unevaluatedProperties?: Schema;
  readonly default?: unknown;
  /** The names of keywords in the source, if they differ. */
  readonly spelled?: { readonly [keyword: string]: string };
  /** Patterns that are rewritten for the `u` flag. */
  readonly patterns?: { readonly [source: string]: string };
}

//= definition: schema issue
/** A schema with its type; `fast` accepts most valid values in one pass. */
export interface Definition<T> {
  readonly schema: Schema;
  readonly fast?: (value: unknown) => boolean;
  /** Adds the defaults before a parser checks the value; adds an issue if they are too many. */
  readonly fill?: (
    type: Definition<T>,
    value: unknown,
    issues: Issue[],
  ) => unknown;
  /** Converts strings to types of the program. */
  readonly mapping?: Mapping;
  /** Never set: it carries the type. */
  readonly type?: T;
}

/** The types of the program that replace strings of some formats. */
export interface Mapping {
  /**
   * Converts a valid value to its type; adds an issue for each value that a type
   * rejects.
   */
  take(
    schema: Schema,
    value: unknown,
    mapping: Mapping,
    issues: Issue[],
  ): unknown;
  /** The conversions of strings, by format. */
  readonly readers: { readonly [format: string]: (text: string) => unknown };
}

//= valid: definition run
/** Whether a value is valid; stops at the first issue. */
export function fits<T>(type: Definition<T>, value: unknown): value is T {
  if (type.fast?.(value) === true) return true;
  return run(type.schema, value, null);
}

//= issues: definition run
/** All issues of a value, in the schema's order; none if it is valid. */
export function issuesOf<T>(type: Definition<T>, value: unknown): Issue[] {
  const issues: Issue[] = [];
  if (type.fast?.(value) !== true) run(type.schema, value, issues);
  return issues;
}

//= assert_type:
/** The type of `assert`. */
export type Assert<T> = (value: unknown) => asserts value is T;

//= assert: issues error
/** Throws a `SkillContractError` if a value is invalid. */
export function assertValid<T>(
  type: Definition<T>,
  value: unknown,
): asserts value is T {
  const issues = issuesOf(type, value);
  if (issues.length > 0) throw new SkillContractError(issues);
}

//= nested:
/** Whether a text nests deeper than the parsers of all languages allow. */
function isTooDeep(text: string): boolean {
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
function endOfString(text: string, start: number): number {
  for (let at = start; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 34) return at;
    if (code === 92) at += 1;
  }
  return text.length;
}

//= safe_parse: issues nested
/** The result of `safeParse`. */
export type SafeParse<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly issues: Issue[] };

/** Reads a JSON text; returns the value or all issues, and never throws. */
export function tryParse<T>(type: Definition<T>, text: string): SafeParse<T> {
  let value: unknown;
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
  const unfilled: Issue[] = [];
  if (type.fill !== undefined) value = type.fill(type, value, unfilled);
  const issues = unfilled.length > 0 ? unfilled : issuesOf(type, value);
  if (issues.length > 0) return { ok: false, issues };
  const { mapping, schema } = type;
  value = mapping?.take(schema, value, mapping, issues) ?? value;
  if (issues.length > 0) return { ok: false, issues };
  return { ok: true, value: value as T };
}

//= parse: safe_parse error
/** Reads a JSON text; throws a `SkillContractError` if it is invalid. */
export function parseText<T>(type: Definition<T>, text: string): T {
  const result = tryParse(type, text);
  // Narrowing by `ok` would need `strict`.
  if ("issues" in result) throw new SkillContractError(result.issues);
  return result.value;
}

//= plain: definition
/** The JSON form of a typed value. */
function plain<T>(type: Definition<T>, value: unknown): unknown {
  if (type.mapping === undefined || value === undefined) return value;
  return JSON.parse(JSON.stringify(value)) as unknown;
}

//= emit: assert print plain
/** Writes a value to stdout as one JSON document and sets the exit code. */
export function emitValue<T>(
  type: Definition<T>,
  value: T,
  exitCode = 0,
  compact = false,
): void {
  const given = plain(type, value);
  assertValid(type, given);
  print(given, compact);
  host().exitCode = exitCode;
}

//= builder: assert coerce put members emit plain
/** A builder; `build` and `emit` check the value. */
export class Builder<T> {
  private readonly definition: Definition<T>;
  private readonly print: (value: T) => void;
  private readonly draft: { [key: string]: unknown };

  constructor(definition: Definition<T>, print: (value: T) => void) {
    this.definition = definition;
    this.print = print;
    this.draft = {};
  }

  /** Sets a property; a later value replaces an earlier one. */
  set<K extends keyof T & string>(key: K, value: T[K]): this {
    put(this.draft, key, value);
    return this;
  }

  /** The value with defaults, its keys in the schema's order; throws a `SkillContractError` if it is invalid. */
  build(): T {
    const { schema } = this.definition;
    const named = typeof schema === "object" ? namesOf(schema) : [];
    const draft = plain(this.definition, this.draft) as Dict;
    const filled: Dict = defaults(this.definition, draft);
    const value: { [key: string]: unknown } = {};
    for (const key of [...named, ...Object.keys(filled)]) {
      if (has(filled, key) && !has(value, key)) put(value, key, filled[key]);
    }
    const result: unknown = value;
    assertValid(this.definition, result);
    const { mapping } = this.definition;
    const issues: Issue[] = [];
    const taken = mapping?.take(schema, result, mapping, issues) ?? result;
    if (issues.length > 0) throw new SkillContractError(issues);
    return taken as T;
  }

  /** Writes the value to stdout as one JSON document and sets the exit code. */
  emit(): void {
    this.print(this.build());
  }
}

/** The names of a schema's properties, through its references. */
function namesOf(schema: Keywords): readonly string[] {
  const { $ref } = schema;
  const target = typeof $ref === "function" ? $ref() : $ref;
  if (typeof target === "object") return namesOf(target);
  return [...schemasOf(schema.properties ?? {}).keys()];
}

//= contract: parse valid assert_type emit coerce_value builder
/** The functions of a type; `Valid` is the type of a checked value. */
export interface Contract<T, Valid = T> {
  /** Reads a JSON text; throws a `SkillContractError` if it is invalid. */
  parse(text: string): T;
  /** Reads a JSON text; returns the value or all issues, and never throws. */
  safeParse(text: string): SafeParse<T>;
  /** Whether a value is valid; stops at the first issue. */
  is(value: unknown): value is Valid;
  /** All issues of a value, in the schema's order; none if it is valid. */
  check(value: unknown): Issue[];
  /** Throws a `SkillContractError` if a value is invalid. */
  readonly assert: Assert<Valid>;
  /** A copy with corrected types and added defaults; the copy is not checked. */
  readonly coerce: Coerce;
  /** A copy with the schema's defaults for missing properties. */
  withDefaults<V>(value: V): V;
  /** Creates a builder. */
  builder(): Builder<T>;
  /** Writes a value to stdout as one JSON document and sets the exit code. */
  emit(value: T): void;
}

/** Creates the functions of a type; its definition is read on the first call. */
export function contract<T, Valid = T>(
  definition: () => Definition<T>,
  compact: boolean,
): Contract<T, Valid> {
  const emit = (value: T): void => emitValue(definition(), value, 0, compact);
  return {
    parse: (text) => parseText(definition(), text),
    safeParse: (text) => tryParse(definition(), text),
    is: (value): value is Valid => fits(definition(), value),
    check: (value) => issuesOf(definition(), value),
    assert: (value) => assertValid(definition(), value),
    coerce: (value, level) => coerceValue(definition(), value, level),
    withDefaults: (value) => defaults(definition(), value),
    builder: () => new Builder(definition(), emit),
    emit,
  };
}

//= path:
/** The path to a value, innermost step first; `null` is the root. */
type Path = Place | null;

interface Place {
  readonly up: Path;
  readonly key: string | number;
}

function at(up: Path, key: string | number): Path {
  return { up, key };
}

function pointer(path: Path): string {
  const steps: string[] = [];
  for (let step = path; step !== null; step = step.up) {
    const key = String(step.key);
    steps.push("/" + key.replace(/~/g, "~0").replace(/\//g, "~1"));
  }
  return steps.reverse().join("");
}

//= fail: issue path explain
/** Collects issues; `null` stops at the first failure. */
type Out = Issue[] | null;

function fail(
  out: Out,
  path: Path,
  keyword: string,
  expected: unknown,
  got: unknown,
  why = "",
): false {
  if (out !== null) {
    const message = explain(keyword, expected, got) + why;
    out.push({ path: pointer(path), keyword, expected, got, message });
  }
  return false;
}

//= explain: kind
function explain(keyword: string, expected: unknown, got: unknown): string {
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
export function brief(value: unknown): string {
  if (Array.isArray(value)) {
    const scalar = (item: unknown): boolean =>
      typeof item !== "object" || item === null;
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
export function kind(value: unknown): string {
  if (value === null) return "null";
  if (typeof value === "number" && value - value !== 0) return String(value);
  return Array.isArray(value) ? "array" : typeof value;
}

//= is_string:
export function isString(value: unknown): boolean {
  return typeof value === "string";
}

//= is_number:
export function isNumber(value: unknown): boolean {
  return typeof value === "number" && value - value === 0;
}

//= is_integer:
export function isInteger(value: unknown): boolean {
  return Number.isInteger(value);
}

//= is_boolean:
export function isBoolean(value: unknown): boolean {
  return typeof value === "boolean";
}

//= is_array:
export function isArray(value: unknown): boolean {
  return Array.isArray(value);
}

//= dict:
export type Dict = { readonly [key: string]: unknown };

//= is_object: dict
export function isObject(value: unknown): value is Dict {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

//= same:
/** Equality of scalars, without narrowing that would break later comparisons. */
export function same(value: unknown, scalar: unknown): boolean {
  return value === scalar;
}

//= has: dict
/** Own properties only: `constructor` and `__proto__` are ordinary names. */
export function has(object: Dict, key: string): boolean {
  return Object.prototype.hasOwnProperty.call(object, key);
}

//= tag: has is_object
/** The value of an own property of an object. */
export function tag(value: unknown, key: string): unknown {
  return isObject(value) && has(value, key) ? value[key] : undefined;
}

//= points:
/** The length in code points. */
export function points(text: string): number {
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
export function multiple(value: number, divisor: number): boolean {
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

function powerOfTen(power: number): bigint {
  return BigInt("1" + "0".repeat(power));
}

/** A number as digits × 10^exponent; null if it is not a JSON number. */
function decimal(value: number): { digits: bigint; exponent: number } | null {
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
export function canonical(root: unknown): string {
  let text = "";
  const todo: { readonly text?: string; readonly value?: unknown }[] = [
    { value: root },
  ];
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
      const object = next.value as { readonly [key: string]: unknown };
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
function equal(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object") return false;
  return a !== null && b !== null && canonical(a) === canonical(b);
}

//= unique: canonical
export function unique(items: readonly unknown[]): boolean {
  const known = new Set<string>();
  for (const item of items) {
    const text = canonical(item);
    if (known.has(text)) return false;
    known.add(text);
  }
  return true;
}

//= regex: schema
const regexes = new Map<string, RegExp>();

/** The compiled pattern of a schema. */
function regex({ patterns }: Keywords, source: string): RegExp {
  const written = patterns?.[source] ?? source;
  let compiled = regexes.get(written);
  if (compiled === undefined) {
    compiled = new RegExp(written, "u");
    regexes.set(written, compiled);
  }
  return compiled;
}

//= members: schema
const members = new WeakMap<object, Map<string, Schema>>();

/** Schemas by name, in the schema's order. */
function schemasOf(listed: Members): Map<string, Schema> {
  let known = members.get(listed);
  if (known === undefined) {
    known = new Map(Array.isArray(listed) ? listed : Object.entries(listed));
    members.set(listed, known);
  }
  return known;
}

//= formats: formats_end
/** The checked formats, by name. */
const formats: { readonly [name: string]: (text: string) => boolean } = {
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
/**
 * Evaluated names and items of one value, for `unevaluatedProperties` and `unevaluatedItems`.
 */
interface Seen {
  readonly names: Set<string>;
  readonly items: Set<number>;
}

function unseen(): Seen {
  return { names: new Set(), items: new Set() };
}

function learn(seen: Seen, more: Seen): void {
  more.names.forEach((name) => seen.names.add(name));
  more.items.forEach((index) => seen.items.add(index));
}

//= process:
/**
 * The used part of Node's `process`, declared here so that no Node types are needed.
 */
interface Host {
  readonly stdout?: { write(text: string): unknown };
  readonly env?: { readonly [name: string]: string | undefined };
  exitCode?: number | string | null | undefined;
}

export function host(): Host {
  return (globalThis as { process?: Host }).process ?? {};
}

//= print: process
/** Writes one JSON document to stdout: two spaces of indent, or one line. */
function print(value: unknown, compact: boolean): void {
  const text = JSON.stringify(value, null, compact ? 0 : 2);
  host().stdout?.write(text + "\n");
}

// What every emitted TypeScript file stands on. A line `//= NAME: NEEDED …` opens a piece; an emitted
// file holds the pieces that its schema needs. No import, no Node type, no feature after ES2020.

//= issue:
/** One reason why a value is not what the contract says. */
export interface Issue {
  /** JSON Pointer (RFC 6901) to the place in the value. */
  readonly path: string;
  /** The keyword of the schema that failed. */
  readonly keyword: string;
  /** What the schema asks for. */
  readonly expected: unknown;
  /** What stood there; null where nothing did. */
  readonly got: unknown;
  /** One sentence for a person. */
  readonly message: string;
}

//= error: issue
/** Thrown by `parse` and `assert`. */
export class SkillContractError extends Error {
  /** All issues, as `check` tells them. */
  readonly issues: readonly Issue[];

  constructor(issues: readonly Issue[]) {
    const lines = issues.slice(0, 5).map((issue) => `${issue.path || "the document"}: ${issue.message}`);
    const more = issues.length > 5 ? `; and ${issues.length - 5} more` : "";
    super(lines.join("; ") + more);
    this.name = "SkillContractError";
    this.issues = issues;
  }
}

//= result: issue
/** What `safeParse` gives. */
export type SafeParse<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly issues: Issue[] };

//= path:
/** The way from the root to a place, innermost step first; `null` is the root. */
type Path = { readonly up: Path; readonly key: string | number } | null;

function at(up: Path, key: string | number): Path {
  return { up, key };
}

function pointer(path: Path): string {
  const steps: string[] = [];
  for (let step = path; step !== null; step = step.up) {
    steps.push("/" + String(step.key).replace(/~/g, "~0").replace(/\//g, "~1"));
  }
  return steps.reverse().join("");
}

//= fail: issue path explain
/** Where issues go; `null`: nobody asks, and the first failure is the verdict. */
type Out = Issue[] | null;

function fail(out: Issue[], path: Path, keyword: string, expected: unknown, got: unknown): false {
  out.push({ path: pointer(path), keyword, expected, got, message: explain(keyword, expected, got) });
  return false;
}

//= explain: kind
function explain(keyword: string, expected: unknown, got: unknown): string {
  switch (keyword) {
    case "type":
      return `expected ${Array.isArray(expected) ? expected.join(" or ") : brief(expected)}, got ${String(got)}`;
    case "required":
    case "dependentRequired":
      return `required property ${brief(expected)} is missing`;
    case "additionalProperties":
    case "unevaluatedProperties":
      return expected === false ? `property ${brief(got)} is not allowed` : `${keyword}: not allowed`;
    case "enum":
      return `expected one of ${brief(expected)}, got ${brief(got)}`;
    case "const":
      return `expected ${brief(expected)}, got ${brief(got)}`;
    case "json":
      return String(got);
    default:
      return `${keyword}: expected ${brief(expected)}, got ${brief(got)}`;
  }
}

/** A value in a message: scalars and short lists as JSON, all else by its kind. */
function brief(value: unknown): string {
  if (Array.isArray(value)) {
    const scalars = value.length <= 12 && value.every((item) => typeof item !== "object" || item === null);
    return scalars ? `[${value.map(brief).join(", ")}]` : "an array";
  }
  if (typeof value === "string") {
    const points = Array.from(value);
    return JSON.stringify(points.length > 60 ? points.slice(0, 57).join("") + "…" : value);
  }
  const word = kind(value);
  return word === "object" ? "an object" : String(value);
}

//= kind:
/** The JSON kind of a value; JavaScript's own word for what JSON does not have. */
function kind(value: unknown): string {
  return value === null ? "null" : Array.isArray(value) ? "array" : typeof value;
}

//= is_string:
function isString(value: unknown): boolean {
  return typeof value === "string";
}

//= is_number:
function isNumber(value: unknown): boolean {
  return typeof value === "number" && value - value === 0;
}

//= is_integer:
function isInteger(value: unknown): boolean {
  return Number.isInteger(value);
}

//= is_boolean:
function isBoolean(value: unknown): boolean {
  return typeof value === "boolean";
}

//= is_array:
function isArray(value: unknown): boolean {
  return Array.isArray(value);
}

//= is_object:
function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

//= same:
/** Equality of scalars, without the narrowing that would make later checks look impossible. */
function same(value: unknown, scalar: unknown): boolean {
  return value === scalar;
}

//= has:
type Dict = { readonly [key: string]: unknown };

const owns = Object.prototype.hasOwnProperty;

/** Own properties only: `constructor` and `__proto__` are names like any other. */
function has(object: Dict, key: string): boolean {
  return owns.call(object, key);
}

//= tag: has is_object
/** What stands at an own property of an object. */
function tag(value: unknown, key: string): unknown {
  return isObject(value) && has(value as Dict, key) ? (value as Dict)[key] : undefined;
}

//= size: has
function size(object: Dict): number {
  return Object.keys(object).length;
}

//= points:
/** The length in code points. */
function points(text: string): number {
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
/** Whether a number is a whole multiple of `digits` × 10^`exponent`, by its exact decimal value. */
function multiple(value: number, digits: string, exponent: number): boolean {
  const parts = /^-?(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value));
  if (parts === null) return true;
  const fraction = parts[2] ?? "";
  const shift = Number(parts[3] ?? 0) - fraction.length - exponent;
  const ten = (power: number): string => "1" + "0".repeat(power);
  const dividend = BigInt((parts[1] ?? "0") + fraction) * BigInt(ten(Math.max(shift, 0)));
  const divisor = BigInt(digits) * BigInt(ten(Math.max(-shift, 0)));
  return dividend % divisor === BigInt(0);
}

//= canonical:
/** A text that two values share exactly if they are equal as JSON: keys sorted, 1 = 1.0 = 1e0. */
function canonical(root: unknown): string {
  let text = "";
  const todo: { readonly text?: string; readonly value?: unknown }[] = [{ value: root }];
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
        todo.push({ text: "," }, { value: object[key] }, { text: JSON.stringify(key) + ":" });
      }
    } else {
      text += next.value === 0 ? "0" : (JSON.stringify(next.value) ?? typeof next.value);
    }
  }
  return text;
}

//= unique: canonical
function unique(items: readonly unknown[]): boolean {
  const known = new Set<string>();
  for (const item of items) {
    const text = canonical(item);
    if (known.has(text)) return false;
    known.add(text);
  }
  return true;
}

//= seen:
/** What has been evaluated of one value, for `unevaluatedProperties` and `unevaluatedItems`. */
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

//= run: fail
type Validator = (value: unknown, path: Path, out: Out) => boolean;

function run(validate: Validator, value: unknown, out: Out): boolean {
  return validate(value, null, out);
}

//= run_deep: fail seen
// A schema that refers to itself follows the value as deep as it goes. Below `DEEPEST` levels a call is
// put off: it is decided by itself from a fresh stack, and the call above is asked again with the
// answer at hand. So depth costs time, never the stack.
type Validator = (value: unknown, path: Path, out: Out, seen: Seen) => boolean;
type Answer = { readonly ok: boolean; readonly issues: readonly Issue[]; readonly seen: Seen };

const DEEPEST = 64;
/** For calls that note nothing. */
const nothing: Seen = unseen();
let level = 0;
let putOff: (readonly [Validator, object])[] = [];
let answers = new Map<Validator, Map<object, Answer>>();

function enter(validate: Validator, value: unknown, path: Path, out: Out, seen: Seen = nothing): boolean {
  if (level >= DEEPEST && typeof value === "object" && value !== null) {
    const known = answers.get(validate)?.get(value);
    if (known === undefined) {
      putOff.push([validate, value]);
      return true;
    }
    if (out !== null && known.issues.length > 0) {
      const here = pointer(path);
      for (const issue of known.issues) out.push({ ...issue, path: here + issue.path });
    }
    learn(seen, known.seen);
    return known.ok;
  }
  level++;
  const ok = validate(value, path, out, seen);
  level--;
  return ok;
}

function run(root: Validator, value: unknown, out: Out): boolean {
  const outer = [level, putOff, answers] as const;
  try {
    answers = new Map();
    const first = decide(root, value, out);
    if (first !== null || typeof value !== "object" || value === null) {
      for (const issue of first?.issues ?? []) out?.push(issue);
      return first?.ok ?? false;
    }
    const stack: (readonly [Validator, object])[] = [[root, value]];
    const asked = new Map<Validator, Set<object>>();
    for (let top = stack[stack.length - 1]; top !== undefined; top = stack[stack.length - 1]) {
      const [validate, here] = top;
      const answer = answers.get(validate)?.get(here) ?? decide(validate, here, out);
      if (answer !== null) {
        settle(validate, here, answer);
        stack.pop();
        continue;
      }
      remember(asked, validate, here);
      const fresh = putOff.filter(([needed, place]) => !(asked.get(needed)?.has(place) ?? false));
      // A value that holds itself is no JSON; it holds as far as it can be followed.
      if (fresh.length === 0) {
        for (const [needed, place] of putOff) settle(needed, place, { ok: true, issues: [], seen: unseen() });
      }
      stack.push(...fresh);
    }
    const answer = answers.get(root)?.get(value);
    for (const issue of answer?.issues ?? []) out?.push(issue);
    return answer?.ok ?? false;
  } finally {
    [level, putOff, answers] = outer;
  }
}

function decide(validate: Validator, value: unknown, out: Out): Answer | null {
  level = 0;
  putOff = [];
  const issues: Issue[] = [];
  const seen = unseen();
  const ok = validate(value, null, out === null ? null : issues, seen);
  return putOff.length === 0 ? { ok, issues, seen } : null;
}

function settle(validate: Validator, value: object, answer: Answer): void {
  const known = answers.get(validate) ?? new Map<object, Answer>();
  answers.set(validate, known.set(value, answer));
}

function remember(asked: Map<Validator, Set<object>>, validate: Validator, value: object): void {
  const known = asked.get(validate) ?? new Set<object>();
  asked.set(validate, known.add(value));
}

//= read: issue
/** A JSON text as a value, or the issue that it is none. */
function read(text: string): { readonly value: unknown } | { readonly issue: Issue } {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { issue: { path: "", keyword: "json", expected: "JSON", got: null, message: `no JSON text: ${why}` } };
  }
}

//= process:
/** What of Node's `process` is used; declared here, so that no Node types are needed. */
interface Host {
  readonly stdout?: { write(text: string): unknown };
  readonly env?: { readonly [name: string]: string | undefined };
  exitCode?: number | string | null | undefined;
}

function host(): Host {
  return (globalThis as { process?: Host }).process ?? {};
}

//= print: process
/** Writes one JSON document to stdout: two spaces of indent, or one line. */
function print(value: unknown, compact: boolean): void {
  host().stdout?.write(JSON.stringify(value, null, compact ? 0 : 2) + "\n");
}

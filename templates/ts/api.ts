/** All reasons why a value is no `TYPE`, in the schema's order; none if it is one. */
export function check(value: unknown): Issue[] {
  const issues: Issue[] = [];
  if (!is(value)) run(ROOT, value, issues);
  return issues;
}

/** Whether a value is a `TYPE`; stops at the first reason why not. */
export function is(value: unknown): value is TYPE {
  return QUICK run(ROOT, value, null);
}

/** Throws a `SkillContractError` unless a value is a `TYPE`. */
export function assert(value: unknown): asserts value is TYPE {
  const issues = check(value);
  if (issues.length > 0) throw new SkillContractError(issues);
}

/** Reads a JSON text as a `TYPE`, or gives all the reasons why it is none. */
export function safeParse(text: string): SafeParse<TYPE> {
  const document = read(text);
  if ("issue" in document) return { ok: false, issues: [document.issue] };
  const { value } = document;
  return is(value) ? { ok: true, value } : { ok: false, issues: check(value) };
}

/** Reads a JSON text as a `TYPE`; throws a `SkillContractError` with all issues if it is none. */
export function parse(text: string): TYPE {
  const result = safeParse(text);
  if (result.ok) return result.value;
  throw new SkillContractError(result.issues);
}

/** A copy in which the mistakes that models make with types are mended and defaults added; not checked. */
export function coerce(value: unknown, level: Level = "safe"): Coerced {
  return follow(SHAPES, value, is(value) ? "off" : level);
}

/** A copy with the schema's defaults where properties are missing. */
export function withDefaults<T>(value: T): T {
  return follow(SHAPES, value, "off").value as T;
}

/** Prints a `TYPE` to stdout as one JSON document and sets the exit code; throws if it is none. */
export function emit(value: TYPE): void {
  assert(value);
  print(value, COMPACT);
  host().exitCode = EXITCODE;
}

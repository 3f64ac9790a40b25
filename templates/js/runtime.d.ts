// What users of emitted JavaScript files see of the runtime. The pieces have the names of those in ../ts/runtime.ts.

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
export declare class SkillContractError extends Error {
  /** All issues, as `check` gives them. */
  readonly issues: readonly Issue[];
  constructor(issues: readonly Issue[]);
}

//= issues: issue

//= assert: error
/** The function of a contract that refuses. */
export type Assert<T> = (value: unknown) => asserts value is T;

//= safe_parse: issue
/** What `safeParse` gives. */
export type SafeParse<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly issues: Issue[] };

//= parse: safe_parse error

//= emit: assert

//= builder: assert
/** Builds a value, property by property; `build` and `emit` check it. */
export declare class Builder<T> {
  private constructor();
  /** Sets a property; the last value counts. */
  set<K extends keyof T & string>(key: K, value: T[K]): this;
  /** The value with its defaults and its keys in the schema's order; throws a `SkillContractError` if it is invalid. */
  build(): T;
  /** Prints the value as one JSON document and sets the exit code. */
  emit(): void;
}

//= contract: parse assert coerce builder
/** The functions of a type. */
export interface Contract<T> {
  /** Reads a JSON text; throws a `SkillContractError` if it is invalid. */
  parse(text: string): T;
  /** Reads a JSON text, or gives all the reasons why it is invalid. */
  safeParse(text: string): SafeParse<T>;
  /** Whether a value is valid; stops at the first reason why not. */
  is(value: unknown): value is T;
  /** All reasons why a value is invalid, in the schema's order. */
  check(value: unknown): Issue[];
  /** Throws a `SkillContractError` unless a value is valid. */
  readonly assert: Assert<T>;
  /** A copy in which wrong types are corrected and defaults are added; not checked. */
  readonly coerce: Coerce;
  /** A copy with the schema's defaults where properties are missing. */
  withDefaults<V>(value: V): V;
  /** A builder that is set property by property. */
  builder(): Builder<T>;
  /** Prints a value as one JSON document and sets the exit code. */
  emit(value: T): void;
}

//= coerce:
/** How far coercion goes: `off` adds defaults only. */
export type Level = "off" | "safe" | "lenient";

/** One thing that coercion changed; a default has no `from`. */
export interface Change {
  /** JSON Pointer to the place. */
  readonly path: string;
  /** What stood there. */
  readonly from?: unknown;
  /** What stands there now. */
  readonly to: unknown;
  /** The rule that changed it. */
  readonly rule: string;
}

/** A value with all that was changed in it, outermost first. The value that was given is as it was. */
export interface Coerced {
  readonly value: unknown;
  readonly changes: Change[];
}

/** The function of a contract that coerces. */
export type Coerce = (value: unknown, level?: Level) => Coerced;

//= skill_errors: error
/** The codes by which failures of a skill are told. */
export declare const ERROR_CODES: readonly [
  "INVALID_INPUT",
  "MISSING_REQUIRED_PARAM",
  "TOOL_NOT_AVAILABLE",
  "TOOL_TIMEOUT",
  "SEARCH_API_ERROR",
  "RATE_LIMIT_EXCEEDED",
  "INTERNAL_ERROR",
];

export type ErrorCode = (typeof ERROR_CODES)[number];

/** One failure of a skill. */
export interface SkillError {
  readonly code: ErrorCode;
  readonly message: string;
  /** Whether trying again, or otherwise, may help. */
  readonly recoverable: boolean;
  readonly suggested_action?: string;
  readonly details?: readonly string[];
}

/** What a skill answers that has failed. */
export interface ErrorResponse {
  readonly status: "failed";
  readonly errors: readonly SkillError[];
}

/** An operation took too long. */
export declare class SkillTimeoutError extends Error {
  readonly seconds: number | undefined;
  constructor(seconds?: number);
}

/** A service wants to be asked again later: after `retryAfter` seconds, if it said when. */
export declare class RateLimitError extends Error {
  readonly retryAfter: number | undefined;
  constructor(retryAfter?: number);
}

/** A program or service that the skill needs is not there. */
export declare class ToolMissingError extends Error {
  readonly tool: string;
  constructor(tool: string);
}

/**
 * Any error as the standard answer. Errors of other makers are known by what they commonly carry: the
 * name `TimeoutError`, the code `ETIMEDOUT`, the status 429 with `retryAfter` or `retry_after`.
 */
export declare function handleSkillError(
  error: unknown,
  context?: { readonly timeout?: number },
): ErrorResponse;

// What users of emitted JavaScript files see of the runtime. The pieces have the names of those in ../ts/runtime.ts.

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
export declare class SkillContractError extends Error {
  /** All issues, as `check` returns them. */
  readonly issues: readonly Issue[];
  constructor(issues: readonly Issue[]);
}

//= issues: issue

//= assert: error
/** The type of `assert`. */
export type Assert<T> = (value: unknown) => asserts value is T;

//= safe_parse: issue
/** The result of `safeParse`. */
export type SafeParse<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly issues: Issue[] };

//= parse: safe_parse error

//= emit: assert

//= builder: assert
/** A builder; `build` and `emit` check the value. */
export declare class Builder<T> {
  private constructor();
  /** Sets a property; a later value replaces an earlier one. */
  set<K extends keyof T & string>(key: K, value: T[K]): this;
  /** The value with defaults, its keys in the schema's order; throws a `SkillContractError` if it is invalid. */
  build(): T;
  /** Writes the value to stdout as one JSON document and sets the exit code. */
  emit(): void;
}

//= contract: parse assert coerce_value builder
/** The functions of a type. */
export interface Contract<T> {
  /** Reads a JSON text; throws a `SkillContractError` if it is invalid. */
  parse(text: string): T;
  /** Reads a JSON text; returns the value or all issues, and never throws. */
  safeParse(text: string): SafeParse<T>;
  /** Whether a value is valid; stops at the first issue. */
  is(value: unknown): value is T;
  /** All issues of a value, in the schema's order; none if it is valid. */
  check(value: unknown): Issue[];
  /** Throws a `SkillContractError` if a value is invalid. */
  readonly assert: Assert<T>;
  /** A copy with corrected types and added defaults; the copy is not checked. */
  readonly coerce: Coerce;
  /** A copy with the schema's defaults for missing properties. */
  withDefaults<V>(value: V): V;
  /** Creates a builder. */
  builder(): Builder<T>;
  /** Writes a value to stdout as one JSON document and sets the exit code. */
  emit(value: T): void;
}

//= coerce:
/** The level of coercion; `off` adds defaults only. */
export type Level = "off" | "safe" | "lenient";

/** One change that coercion made; an added default has no `from`. */
export interface Change {
  /** JSON Pointer to the changed value. */
  readonly path: string;
  /** The former value. */
  readonly from?: unknown;
  /** The new value. */
  readonly to: unknown;
  /** The rule that made the change. */
  readonly rule: string;
}

/** A coerced copy of a value and the changes, outermost first. */
export interface Coerced {
  readonly value: unknown;
  readonly changes: Change[];
}

//= coerce_value: coerce
/** The type of `coerce`. */
export type Coerce = (value: unknown, level?: Level) => Coerced;

//= skill_errors: error
/** The error codes of skills. */
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
  /** Whether a retry, or a changed input, may succeed. */
  readonly recoverable: boolean;
  readonly suggested_action?: string;
  readonly details?: readonly string[];
}

/** The response of a failed skill. */
export interface ErrorResponse {
  readonly status: "failed";
  readonly errors: readonly SkillError[];
}

/** An operation timed out. */
export declare class SkillTimeoutError extends Error {
  readonly seconds: number | undefined;
  constructor(seconds?: number);
}

/** A rate limit; retry after `retryAfter` seconds, if the service says so. */
export declare class RateLimitError extends Error {
  readonly retryAfter: number | undefined;
  constructor(retryAfter?: number);
}

/** A program or service that the skill needs is not available. */
export declare class ToolMissingError extends Error {
  readonly tool: string;
  constructor(tool: string);
}

/**
 * Converts any error to the standard response. Errors of other libraries are recognized by the name
 * `TimeoutError`, the code `ETIMEDOUT`, or the status 429 with `retryAfter` or `retry_after`.
 */
export declare function handleSkillError(
  error: unknown,
  context?: { readonly timeout?: number },
): ErrorResponse;

// Failures of a skill as standard error responses.

//= skill_errors: error
/** The error codes of skills. */
export const ERROR_CODES = [
  "INVALID_INPUT",
  "MISSING_REQUIRED_PARAM",
  "TOOL_NOT_AVAILABLE",
  "TOOL_TIMEOUT",
  "SEARCH_API_ERROR",
  "RATE_LIMIT_EXCEEDED",
  "INTERNAL_ERROR",
] as const;

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
export class SkillTimeoutError extends Error {
  readonly seconds: number | undefined;

  constructor(seconds?: number) {
    super(`Operation timed out after ${seconds ?? "?"}s`);
    this.name = "SkillTimeoutError";
    this.seconds = seconds;
  }
}

/** A rate limit; retry after `retryAfter` seconds, if the service says so. */
export class RateLimitError extends Error {
  readonly retryAfter: number | undefined;

  constructor(retryAfter?: number) {
    super("Search API rate limit exceeded");
    this.name = "RateLimitError";
    this.retryAfter = retryAfter;
  }
}

/** A program or service that the skill needs is not available. */
export class ToolMissingError extends Error {
  readonly tool: string;

  constructor(tool: string) {
    super(`${tool} is not available`);
    this.name = "ToolMissingError";
    this.tool = tool;
  }
}

/**
 * Converts any error to the standard response. Errors of other libraries are recognized by the name
 * `TimeoutError`, the code `ETIMEDOUT`, or the status 429 with `retryAfter` or `retry_after`.
 */
export function handleSkillError(
  error: unknown,
  context: { readonly timeout?: number } = {},
): ErrorResponse {
  const told = (typeof error === "object" && error !== null ? error : {}) as {
    readonly [key: string]: unknown;
  };
  const one = (
    code: ErrorCode,
    message: string,
    action?: string,
    details?: readonly string[],
  ): ErrorResponse => {
    const skillError: SkillError = {
      code,
      message,
      recoverable: code !== "INTERNAL_ERROR",
      ...(action === undefined ? {} : { suggested_action: action }),
      ...(details === undefined ? {} : { details }),
    };
    return { status: "failed", errors: [skillError] };
  };
  if (error instanceof SkillContractError) {
    const details = error.issues.map(({ path, message }) => {
      const steps = path
        .split("/")
        .slice(1)
        .map((step) => step.replace(/~1/g, "/").replace(/~0/g, "~"));
      return steps.length === 0
        ? message
        : `[${steps.join(" -> ")}] ${message}`;
    });
    return one(
      "INVALID_INPUT",
      "Input parameters are invalid",
      "Check parameter types and values",
      details,
    );
  }
  if (error instanceof ToolMissingError)
    return one(
      "TOOL_NOT_AVAILABLE",
      error.message,
      `Install or enable ${error.tool}`,
    );
  const syscall = String(told["syscall"] ?? "");
  const isSpawn = told["code"] === "ENOENT" && syscall.startsWith("spawn");
  // A shell that finds no program ends with 127.
  const isOfShell = told["status"] === 127 || told["code"] === 127;
  if (isSpawn || isOfShell) {
    const said = `${String(told["stderr"] ?? "")}\n${String(told["message"] ?? "")}`;
    const unfound = isOfShell
      ? /(?:^|: )([^\s:]+): (?:command )?not found/m.exec(said)?.[1]
      : told["path"];
    const tool = String(unfound ?? "a program");
    return one(
      "TOOL_NOT_AVAILABLE",
      `${tool} is not available`,
      `Install or enable ${tool}`,
    );
  }
  const named = (name: string): boolean => told["name"] === name;
  if (
    error instanceof SkillTimeoutError ||
    named("TimeoutError") ||
    told["code"] === "ETIMEDOUT"
  ) {
    const seconds =
      error instanceof SkillTimeoutError ? error.seconds : undefined;
    const message = `Operation timed out after ${seconds ?? context.timeout ?? "?"}s`;
    return one("TOOL_TIMEOUT", message, "Try again, or ask for less at once");
  }
  if (
    named("RateLimitError") ||
    told["status"] === 429 ||
    told["statusCode"] === 429
  ) {
    const stated = Number(told["retryAfter"] ?? told["retry_after"] ?? 60);
    const seconds = Number.isFinite(stated) ? stated : 60;
    return one(
      "RATE_LIMIT_EXCEEDED",
      "Search API rate limit exceeded",
      `Wait ${seconds}s before retrying`,
    );
  }
  return one("INTERNAL_ERROR", "An unexpected error occurred");
}

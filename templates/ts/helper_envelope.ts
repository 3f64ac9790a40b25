/** The schema version of this file's envelopes, unless the caller gives another. */
export const SCHEMA_VERSION = "1.0.0";

/** The environment variables that identify an agent, in order; the default is `claude`. */
export const AGENTS: readonly (readonly [string, HelperEnvelopeAgent])[] = [
  ["CODEX_PROFILE", "codex"],
  ["GEMINI_PROFILE", "gemini"],
];

/** The agent that runs this process, from its environment. */
export function detectAgent(
  env: { readonly [name: string]: string | undefined } = host().env ?? {},
): HelperEnvelopeAgent {
  return AGENTS.find(([name]) => (env[name] ?? "") !== "")?.[1] ?? "claude";
}

/** The fields of an envelope beside the payload. */
export interface EnvelopeOptions {
  readonly status?: HelperEnvelopeStatus;
  readonly error?: { readonly code: string; readonly message: string } | null;
  readonly schemaVersion?: string;
  readonly ts?: string;
}

/** The time now, or of SOURCE_DATE_EPOCH. */
function now(): string {
  const epoch = Number(host().env?.["SOURCE_DATE_EPOCH"] || NaN);
  return new Date(
    Number.isFinite(epoch) ? epoch * 1000 : Date.now(),
  ).toISOString();
}

/**
 * An envelope around a payload, with keys in the contract's order; throws if it is invalid.
 */
export function envelope(
  payload: { readonly [key: string]: unknown } = {},
  options: EnvelopeOptions = {},
): HelperEnvelope {
  const value: { [key: string]: unknown } = {
    schema_version: options.schemaVersion ?? SCHEMA_VERSION,
    status: options.status ?? "ok",
    error: options.error ?? null,
    agent: detectAgent(),
    ts: options.ts ?? now(),
  };
  for (const key of Object.keys(payload)) {
    if (!has(value, key)) put(value, key, payload[key]);
  }
  const result: unknown = value;
  assert(result);
  return result;
}

/** The envelope of a failed helper. A missing tool has a status of its own. */
export function failure(
  error: unknown,
  context: { readonly timeout?: number } = {},
): HelperEnvelope {
  const [first] = handleSkillError(error, context).errors;
  const code = first?.code ?? "INTERNAL_ERROR";
  const status = code === "TOOL_NOT_AVAILABLE" ? "tool-missing" : "error";
  return envelope(
    {},
    { status, error: { code, message: first?.message ?? "" } },
  );
}

/** The `schema_version` of a text, even if the rest is not an envelope. */
function statedVersion(text: string): string | undefined {
  try {
    const value = JSON.parse(text) as { schema_version?: unknown } | null;
    const version = value?.schema_version;
    return typeof version === "string" && /^[0-9]+\./.test(version)
      ? version
      : undefined;
  } catch {
    return undefined;
  }
}

/** A reader of envelopes of one major version, with any minor version. The version is checked first. */
export function accept(major: string): (text: string) => HelperEnvelope {
  const wanted = String(major);
  if (!/^[0-9]+$/.test(wanted))
    throw new TypeError(
      `accept: expected a major version such as "1", got ${brief(wanted)}`,
    );
  return (text) => {
    const got = statedVersion(text);
    if (got === undefined || got.split(".")[0] === wanted) return parse(text);
    const message = `expected major version ${wanted}, got ${brief(got)}`;
    throw new SkillContractError([
      {
        path: "/schema_version",
        keyword: "accept",
        expected: wanted,
        got,
        message,
      },
    ]);
  };
}

/** Handlers for the four states. A missing tool is not an error; show an install hint. */
export interface Handlers<R> {
  ok(value: HelperEnvelope): R;
  partial(value: HelperEnvelope, skipped: readonly unknown[]): R;
  error(
    value: HelperEnvelope,
    error: { readonly code: string; readonly message: string },
  ): R;
  toolMissing(
    value: HelperEnvelope,
    error: { readonly code: string; readonly message: string },
  ): R;
}

/** Calls the handler of the status. */
export function dispatch<R>(value: HelperEnvelope, handlers: Handlers<R>): R {
  const error = value.error ?? { code: "UNKNOWN", message: "" };
  switch (value.status) {
    case "ok":
      return handlers.ok(value);
    case "partial":
      return handlers.partial(value, value.skipped_sources ?? []);
    case "error":
      return handlers.error(value, error);
    case "tool-missing":
      return handlers.toolMissing(value, error);
  }
}

/** The version of the payload's shape that this file's envelopes carry, unless another is given. */
export const SCHEMA_VERSION = "1.0.0";

/** The environment variables by which an agent is known, in order; without any it is `claude`. */
export const AGENTS: readonly (readonly [string, HelperEnvelopeAgent])[] = [
  ["CODEX_PROFILE", "codex"],
  ["GEMINI_PROFILE", "gemini"],
];

/** The agent under which a process runs, by its environment. */
export function detectAgent(
  env: { readonly [name: string]: string | undefined } = host().env ?? {},
): HelperEnvelopeAgent {
  return AGENTS.find(([name]) => (env[name] ?? "") !== "")?.[1] ?? "claude";
}

/** What of an envelope is not the payload's. */
export interface EnvelopeOptions {
  readonly status?: HelperEnvelopeStatus;
  readonly error?: { readonly code: string; readonly message: string } | null;
  readonly schemaVersion?: string;
  readonly ts?: string;
}

/** Now, or the time that SOURCE_DATE_EPOCH sets. */
function now(): string {
  const epoch = Number(host().env?.["SOURCE_DATE_EPOCH"] || NaN);
  return new Date(
    Number.isFinite(epoch) ? epoch * 1000 : Date.now(),
  ).toISOString();
}

/** An envelope around a payload, its keys in the contract's order; throws if it is none. */
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

/** The envelope of a helper that failed: a missing tool is told apart from all other failures. */
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

/** The `schema_version` of a text, whatever else stands there. */
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

/** A reader that takes envelopes of one major version and any minor of it; the version is read before anything else. */
export function accept(major: string): (text: string) => HelperEnvelope {
  return (text) => {
    const got = statedVersion(text);
    if (got === undefined || got.split(".")[0] === major) return parse(text);
    const message = `expected major version ${major}, got ${brief(got)}`;
    throw new SkillContractError([
      {
        path: "/schema_version",
        keyword: "accept",
        expected: major,
        got,
        message,
      },
    ]);
  };
}

/** What to do in each of the four states; a missing tool is no error: it wants an install hint. */
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

/** Does what the status asks for. */
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

/** The schema version of this file's envelopes, unless the caller gives another. */
const SCHEMA_VERSION = "1.0.0";

/** The environment variables that identify an agent, in order; the default is `claude`. */
const AGENTS = [
  ["CODEX_PROFILE", "codex"],
  ["GEMINI_PROFILE", "gemini"],
];

/** The agent that runs this process, from its environment. */
function detectAgent(env = host().env ?? {}) {
  return AGENTS.find(([name]) => (env[name] ?? "") !== "")?.[1] ?? "claude";
}

/** The time now, or of SOURCE_DATE_EPOCH. */
function now() {
  const epoch = Number(host().env?.["SOURCE_DATE_EPOCH"] || NaN);
  return new Date(
    Number.isFinite(epoch) ? epoch * 1000 : Date.now(),
  ).toISOString();
}

/**
 * An envelope around a payload, with keys in the contract's order; throws if it is invalid.
 */
function envelope(payload = {}, options = {}) {
  const value = {
    schema_version: options.schemaVersion ?? SCHEMA_VERSION,
    status: options.status ?? "ok",
    error: options.error ?? null,
    agent: detectAgent(),
    ts: options.ts ?? now(),
  };
  for (const key of Object.keys(payload)) {
    if (!has(value, key)) put(value, key, payload[key]);
  }
  const result = value;
  assert(result);
  return result;
}

/** The envelope of a failed helper. A missing tool has a status of its own. */
function failure(error, context = {}) {
  const [first] = handleSkillError(error, context).errors;
  const code = first?.code ?? "INTERNAL_ERROR";
  const status = code === "TOOL_NOT_AVAILABLE" ? "tool-missing" : "error";
  return envelope(
    {},
    { status, error: { code, message: first?.message ?? "" } },
  );
}

/** The `schema_version` of a text, even if the rest is not an envelope. */
function statedVersion(text) {
  try {
    const value = JSON.parse(text);
    const version = value?.schema_version;
    return typeof version === "string" && /^[0-9]+\./.test(version)
      ? version
      : undefined;
  } catch {
    return undefined;
  }
}

/** A reader of envelopes of one major version, with any minor version. The version is checked first. */
function accept(major) {
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

/** Calls the handler of the status. */
function dispatch(value, handlers) {
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

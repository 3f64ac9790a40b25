/** The schema version of this file's envelopes, unless the caller gives another. */
export declare const SCHEMA_VERSION = "1.0.0";

/** The environment variables that identify an agent, in order; the default is `claude`. */
export declare const AGENTS: readonly (readonly [
  string,
  HelperEnvelopeAgent,
])[];

/** The agent that runs this process, from its environment. */
export declare function detectAgent(env?: {
  readonly [name: string]: string | undefined;
}): HelperEnvelopeAgent;

/** The fields of an envelope beside the payload. */
export interface EnvelopeOptions {
  readonly status?: HelperEnvelopeStatus;
  readonly error?: { readonly code: string; readonly message: string } | null;
  readonly schemaVersion?: string;
  readonly ts?: string;
}

/**
 * An envelope around a payload, with keys in the contract's order; throws if it is invalid.
 */
export declare function envelope(
  payload?: { readonly [key: string]: unknown },
  options?: EnvelopeOptions,
): HelperEnvelope;

/** The envelope of a failed helper. A missing tool has a status of its own. */
export declare function failure(
  error: unknown,
  context?: { readonly timeout?: number },
): HelperEnvelope;

/** A reader of envelopes of one major version, with any minor version. The version is checked first. */
export declare function accept(major: string): (text: string) => HelperEnvelope;

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
export declare function dispatch<R>(
  value: HelperEnvelope,
  handlers: Handlers<R>,
): R;

/** The version of the payload's shape that this file's envelopes carry, unless another is given. */
export declare const SCHEMA_VERSION = "1.0.0";

/** The environment variables by which an agent is known, in order; without any it is `claude`. */
export declare const AGENTS: readonly (readonly [
  string,
  HelperEnvelopeAgent,
])[];

/** The agent under which a process runs, by its environment. */
export declare function detectAgent(env?: {
  readonly [name: string]: string | undefined;
}): HelperEnvelopeAgent;

/** What of an envelope is not the payload's. */
export interface EnvelopeOptions {
  readonly status?: HelperEnvelopeStatus;
  readonly error?: { readonly code: string; readonly message: string } | null;
  readonly schemaVersion?: string;
  readonly ts?: string;
}

/** An envelope around a payload, its keys in the contract's order; throws if it is none. */
export declare function envelope(
  payload?: { readonly [key: string]: unknown },
  options?: EnvelopeOptions,
): HelperEnvelope;

/** The envelope of a helper that failed: a missing tool is told apart from all other failures. */
export declare function failure(
  error: unknown,
  context?: { readonly timeout?: number },
): HelperEnvelope;

/** A reader that takes envelopes of one major version and any minor of it; the version is read before anything else. */
export declare function accept(major: string): (text: string) => HelperEnvelope;

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
export declare function dispatch<R>(
  value: HelperEnvelope,
  handlers: Handlers<R>,
): R;

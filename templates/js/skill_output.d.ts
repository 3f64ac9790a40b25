/** How outputs are read. */
export interface ParserOptions {
  /** Whether text without an envelope is read by the legacy rules; it is, if not said otherwise. */
  readonly enableLegacyParsing?: boolean;
  /** The confidence of legacy text that states none; 0.5, if not said otherwise. */
  readonly defaultConfidence?: number;
  /** Whether fields that the contract does not name are failures; they pass, if not said otherwise. */
  readonly strictValidation?: boolean;
  /** With what the script ended: it decides whether legacy text is a success; else the text has to say so. */
  readonly exitCode?: number;
}

/** How an output was read. */
export type ParseMethod = "json" | "legacy" | "validation_failed";

/** One thing that is wrong with an output. */
export interface ParseProblem {
  /** JSON Pointer into the envelope; empty for the whole of it. */
  readonly path: string;
  /** What is wrong. */
  readonly message: string;
}

/** What became of one output. */
export interface ParseResult {
  /** It could be parsed and is valid. The skill's own verdict is `output.success`. */
  readonly success: boolean;
  /** How it was read. */
  readonly parseMethod: ParseMethod;
  /** The envelope; where there is none, one that says so. */
  readonly output: TYPE;
  /** Why the output is not valid. */
  readonly errors: readonly ParseProblem[];
}

/**
 * Reads what a skill printed: the last envelope in its output or, without one, text for people by the
 * rules of old. It gives what `skillgen parse` gives; make one and use it for many outputs.
 */
export declare class SkillOutputParser {
  constructor(options?: ParserOptions);
  /** Parses one output. */
  parse(output: string): ParseResult;
}

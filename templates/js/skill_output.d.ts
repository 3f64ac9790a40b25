/** Options of the parser. */
export interface ParserOptions {
  /** Whether text without an envelope is read as legacy text; true by default. */
  readonly enableLegacyParsing?: boolean;
  /** The confidence of legacy text that states none; 0.5 by default. */
  readonly defaultConfidence?: number;
  /** Whether unknown fields are errors; false by default. */
  readonly strictValidation?: boolean;
  /**
   * The script's exit code, which decides whether legacy text is a success; without it, the text must state
   * success.
   */
  readonly exitCode?: number;
}

/** How an output was read. */
export type ParseMethod = "json" | "legacy" | "validation_failed";

/** One error in an output. */
export interface ParseProblem {
  /** JSON Pointer into the envelope; empty for the whole envelope. */
  readonly path: string;
  /** The message. */
  readonly message: string;
}

/** The result of parsing one output. */
export interface ParseResult {
  /**
   * Whether the output was parsed and is valid. `output.success` is the skill's own
   * verdict.
   */
  readonly success: boolean;
  /** How the output was read. */
  readonly parseMethod: ParseMethod;
  /** The envelope; if there is none, an envelope with `success: false`. */
  readonly output: TYPE;
  /** Why the output is invalid. */
  readonly errors: readonly ParseProblem[];
}

/**
 * Parses a skill's output: the last envelope in it or, without one, legacy text. The results equal
 * those of `skillgen parse`; one parser serves many outputs.
 */
export declare class SkillOutputParser {
  constructor(options?: ParserOptions);
  /** Parses one output. */
  parse(output: string): ParseResult;
  /** Parses many outputs, in order. */
  parseBatch(outputs: readonly string[]): ParseResult[];
}

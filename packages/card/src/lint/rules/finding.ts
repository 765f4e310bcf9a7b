/** An `error` breaks readers or trust, a `warning` does so for some readers, an `info` is advice. */
export type LintSeverity = "error" | "warning" | "info";

/** A problem of a card, or a suggestion. */
export interface LintFinding {
  readonly severity: LintSeverity;
  /** The name of the rule, such as `interface/https`. */
  readonly rule: string;
  /** Where, as a JSON pointer into the card; empty for the card as a whole. */
  readonly pointer: string;
  /** The problem. */
  readonly message: string;
  /** The section of the A2A 1.0 specification. */
  readonly section: string;
  /** How to fix it. */
  readonly fix: string;
}

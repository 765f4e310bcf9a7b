/** How bad it is: an `error` breaks readers or trust, a `warning` will do so for some, an `info` is worth knowing. */
export type LintSeverity = "error" | "warning" | "info";

/** Something about a card that is wrong or could be better. */
export interface LintFinding {
  readonly severity: LintSeverity;
  /** The name of the rule, such as `interface/https`. */
  readonly rule: string;
  /** Where, as a JSON pointer into the card; empty for the card as a whole. */
  readonly pointer: string;
  /** What is wrong. */
  readonly message: string;
  /** The section of the A2A 1.0 specification that speaks of it. */
  readonly section: string;
  /** What would be right. */
  readonly fix: string;
}

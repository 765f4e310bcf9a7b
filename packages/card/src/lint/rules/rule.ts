import type { CardView } from "./card-view.ts";
import type { LintFinding, LintSeverity } from "./finding.ts";

/** A match of a rule. */
export type Found = Pick<LintFinding, "pointer" | "message">;

/** A rule: its name, severity and fix. */
export interface LintRule {
  readonly rule: string;
  readonly severity: LintSeverity;
  /** The section of the A2A 1.0 specification. */
  readonly section: string;
  /** How to fix it. */
  readonly fix: string;
}

/** A rule with its check. */
export interface Rule extends LintRule {
  check(view: CardView): Iterable<Found>;
}

/** A match at a JSON pointer. */
export function at(pointer: string, message: string): Found {
  return { pointer, message };
}

/** The duplicate entries of a list, by a key. */
export function repeated<T>(entries: readonly T[], keyOf: (entry: T) => string | undefined): T[] {
  const seen = new Set<string>();
  return entries.filter((entry) => {
    const key = keyOf(entry);
    if (key === undefined || !seen.has(key)) {
      if (key !== undefined) seen.add(key);
      return false;
    }
    return true;
  });
}

/** A string of a card, truncated for a message. */
export function quote(text: unknown): string {
  const shown = JSON.stringify(text) ?? "nothing";
  return shown.length > 80 ? `${shown.slice(0, 79)}…` : shown;
}

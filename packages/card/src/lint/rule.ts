import type { CardView } from "./card-view.ts";
import type { LintFinding, LintSeverity } from "./finding.ts";

/** Something a rule found. */
export type Found = Pick<LintFinding, "pointer" | "message">;

/** One rule: its name, how bad it is to break it, and what would be right. */
export interface LintRule {
  readonly rule: string;
  readonly severity: LintSeverity;
  /** The section of the A2A 1.0 specification that speaks of it. */
  readonly section: string;
  /** What would be right. */
  readonly fix: string;
}

/** A rule and how it is checked. */
export interface Rule extends LintRule {
  check(view: CardView): Iterable<Found>;
}

/** A finding at a place. */
export function at(pointer: string, message: string): Found {
  return { pointer, message };
}

/** Those entries of a list that come a second time, by a key. */
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

/** A text from a card, short enough for a message. */
export function quote(text: unknown): string {
  const shown = JSON.stringify(text) ?? "nothing";
  return shown.length > 80 ? `${shown.slice(0, 79)}…` : shown;
}

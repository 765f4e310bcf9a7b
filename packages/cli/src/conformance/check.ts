import type { Binding } from "@a2a/card";
import type { ProtocolVersion } from "@a2a/types";

/** How binding a requirement is. */
export type Level = "MUST" | "SHOULD" | "MAY";

/** What a check found: nothing to say, what came instead of what was expected, or why it could not be tried. */
export type Finding = undefined | string | Skipped;

/** Why a check was not tried. */
export class Skipped {
  readonly reason: string;

  constructor(reason: string) {
    this.reason = reason;
  }
}

/** One requirement that can be seen from outside. */
export interface Check<Subject> {
  /** A name of its own among the checks. */
  readonly name: string;
  /** The requirements it is about, such as `R-32`. */
  readonly requirements: readonly string[];
  readonly level: Level;
  /** What has to be seen, in one sentence. */
  readonly expected: string;
  /** The generations it holds for. Default: all. */
  readonly versions?: readonly ProtocolVersion[];
  /** The binding it is about. Default: both. */
  readonly binding?: Binding;
  run(subject: Subject): Promise<Finding>;
}

/** What came of a check. */
export interface Result {
  readonly name: string;
  readonly requirements: readonly string[];
  readonly level: Level;
  readonly expected: string;
  readonly outcome: "passed" | "failed" | "skipped";
  /** What came instead, or why it was skipped. */
  readonly received?: string;
  /** Where it was tried; absent for the card. */
  readonly version?: ProtocolVersion;
  readonly binding?: Binding;
}

/** Tries a check. What is thrown is a finding as well, except when the whole run was stopped. */
export async function tryCheck<Subject>(
  check: Check<Subject>,
  subject: Subject,
  signal: AbortSignal,
): Promise<Pick<Result, "outcome" | "received">> {
  let finding: Finding;
  try {
    finding = await check.run(subject);
  } catch (error) {
    signal.throwIfAborted();
    finding = error instanceof Error ? error.message : String(error);
  }
  if (finding === undefined) return { outcome: "passed" };
  if (finding instanceof Skipped) return { outcome: "skipped", received: finding.reason };
  return { outcome: "failed", received: finding.slice(0, 500) };
}

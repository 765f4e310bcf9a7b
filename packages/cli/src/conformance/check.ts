import type { Binding } from "@a2a/card";
import type { ProtocolVersion } from "@a2a/types";

/** How binding a requirement is. */
export type Level = "MUST" | "SHOULD" | "MAY";

/** The result of a check: `undefined` if it passed, the actual behavior if it failed, or why it was skipped. */
export type Finding = undefined | string | Skipped;

/** The reason for skipping a check. */
export class Skipped {
  readonly reason: string;

  constructor(reason: string) {
    this.reason = reason;
  }
}

/** A requirement that can be checked from outside. */
export interface Check<Subject> {
  /** A unique name. */
  readonly name: string;
  /** The requirements it is about, such as `R-32`. */
  readonly requirements: readonly string[];
  readonly level: Level;
  /** The expected behavior, in one sentence. */
  readonly expected: string;
  /** The protocol versions it applies to. Default: all. */
  readonly versions?: readonly ProtocolVersion[];
  /** The binding it applies to. Default: both. */
  readonly binding?: Binding;
  run(subject: Subject): Promise<Finding>;
}

/** The outcome of a check. */
export interface Result {
  readonly name: string;
  readonly requirements: readonly string[];
  /** The tests of the ACTS corpus that it covers, such as `CORE-ERR-001`. */
  readonly acts: readonly string[];
  readonly level: Level;
  readonly expected: string;
  readonly outcome: "passed" | "failed" | "skipped";
  /** The actual behavior, or why the check was skipped. */
  readonly received?: string;
  /** The interface; absent for checks of the card. */
  readonly version?: ProtocolVersion;
  readonly binding?: Binding;
}

/** Runs a check. An exception is a failure, unless the whole run was aborted. */
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

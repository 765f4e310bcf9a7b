import type { ProtocolVersion } from "@a2a/types";
import type { Setup } from "./setups.ts";

/** How binding a test of a kit is. */
export type Level = "MUST" | "SHOULD" | "MAY";

/** One test of a kit, and how it ended. */
export interface KitTest {
  /** Its name in the kit. */
  readonly test: string;
  readonly level: Level;
  readonly outcome: "passed" | "failed" | "skipped";
  /** The text of the kit about a failure. */
  readonly message?: string;
}

/** A kit that is ready to be run. */
export interface PreparedKit {
  readonly name: string;
  /** The commit of its checkout. */
  readonly commit: string;
  /** The protocol version that it tests. */
  readonly version: ProtocolVersion;
  /** Runs all tests. */
  run(setup: Setup): Promise<KitTest[]>;
}

/** The tests that fail in one run and not in the other. */
export function failuresBeyond(direct: readonly KitTest[], other: readonly KitTest[]): string[] {
  const known = new Set(direct.filter(failed).map(({ test }) => test));
  return other.filter((result) => failed(result) && !known.has(result.test)).map(({ test }) => test);
}

function failed({ outcome }: KitTest): boolean {
  return outcome === "failed";
}

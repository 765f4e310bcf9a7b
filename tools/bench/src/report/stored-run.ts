import type { Figures } from "../benchmark.ts";
import type { Row } from "../judge.ts";

/** One run of a benchmark, as `--json` writes it. */
export interface StoredRun {
  name: string;
  /** The version of Node. */
  node: string;
  rounds: number;
  /** One for each number of concurrent callers, or only one. */
  results: StoredResult[];
}

/** The measurements of a benchmark with one number of callers. */
export interface StoredResult {
  title: string;
  /** The number of concurrent callers, where it can be chosen. */
  level?: number;
  rows: Row[];
  figures: Record<string, readonly Figures[]>;
}

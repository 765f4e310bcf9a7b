import { isSettled, isTerminal } from "@a2a/types";
import type { WaitOptions } from "../../port/task-engine.ts";
import type { TaskHead } from "./task-row.ts";

/** Whether a wait condition holds. */
export function isReached(row: TaskHead, { until, after }: Pick<WaitOptions, "until" | "after">): boolean {
  if (isTerminal(row.state)) return true;
  if (until === "changed") return row.seq > (after ?? 0);
  if (until === "terminal") return false;
  return after === undefined ? isSettled(row.state) : row.answered >= after;
}

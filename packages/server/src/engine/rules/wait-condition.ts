import { isSettled, isTerminal } from "@a2a/types";
import type { WaitOptions } from "../port/task-engine.ts";
import type { TaskHead } from "./head.ts";

/** Whether a wait condition holds. */
export function isReached(head: TaskHead, { until, after }: Pick<WaitOptions, "until" | "after">): boolean {
  if (isTerminal(head.state)) return true;
  if (until === "changed") return head.seq > (after ?? 0);
  if (until === "terminal") return false;
  return after === undefined ? isSettled(head.state) : head.answered >= after;
}

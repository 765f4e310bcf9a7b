import { isSettled, isTerminal } from "@a2a/types";
import { offAbort, onAbort } from "../scheduling/abortable.ts";
import type { EngineCore } from "./engine-core.ts";
import { closed, taskNotFound } from "./port/refusals.ts";
import type { Scope, StoredTask, WaitOptions } from "./port/task-engine.ts";
import type { TaskRow } from "./rules/task-row.ts";

/** A timer set for longer than this would go off at once. */
const LONGEST_MS = 2 ** 31 - 1;

/** Waits for a task; see `TaskEngine.waitFor`. */
export async function waitFor(core: EngineCore, scope: Scope, id: string, options: WaitOptions): Promise<StoredTask> {
  const { timeoutMs, signal, view } = options;
  signal?.throwIfAborted();
  const row = core.readNow(() => core.own(scope, id));
  if (!row) throw taskNotFound(id);
  if (isMet(row, options) || timeoutMs === 0) return core.readNow(() => core.stored(row, view));
  await untilMet(core, scope, id, options, timeoutMs, signal);
  return core.readNow(() => {
    const latest = core.own(scope, id);
    if (!latest) throw taskNotFound(id);
    return core.stored(latest, view);
  });
}

function untilMet(
  core: EngineCore,
  scope: Scope,
  id: string,
  condition: Pick<WaitOptions, "until" | "after">,
  timeoutMs: number | undefined,
  signal: AbortSignal | undefined,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const finish = (settle: () => void) => {
      unwatch();
      clearTimeout(timer);
      if (signal && leave) offAbort(signal, leave);
      settle();
    };
    const abort = () => finish(() => reject(signal?.reason));
    const look = () => {
      if (core.phase === "closed") return finish(() => reject(closed()));
      try {
        const row = core.store.read(() => core.own(scope, id));
        if (!row) finish(() => reject(taskNotFound(id)));
        else if (isMet(row, condition)) finish(resolve);
      } catch (error) {
        finish(() => reject(error));
      }
    };
    const timer =
      timeoutMs === undefined ? undefined : setTimeout(() => finish(resolve), Math.min(timeoutMs, LONGEST_MS));
    const unwatch = core.watchers.watch(id, look);
    const leave = signal && onAbort(signal, abort);
    // Something may have happened between the first look and the registration.
    if (signal?.aborted) abort();
    else look();
  });
}

function isMet(row: TaskRow, { until, after }: Pick<WaitOptions, "until" | "after">): boolean {
  if (isTerminal(row.state)) return true;
  if (until === "changed") return row.seq > (after ?? 0);
  if (until === "terminal") return false;
  return after === undefined ? isSettled(row.state) : row.answered >= after;
}

import type { EngineState } from "./live/engine-state.ts";
import type { LiveTask } from "./live/live-task.ts";
import { CANCEL_GRACE_MS } from "./port/limits.ts";
import type { CancelOptions, Scope, StoredTask } from "./port/task-engine.ts";
import { waitFor } from "./readers/wait.ts";
import { cancelAction } from "./rules/cancel-task.ts";
import { cancelNow } from "./rules/turns.ts";

/** Cancels a task; see `TaskEngine.cancel`. */
export async function cancel(
  state: EngineState,
  scope: Scope,
  taskId: string,
  { graceMs = CANCEL_GRACE_MS, metadata, view }: CancelOptions,
): Promise<StoredTask> {
  const task = state.tasks.get(scope, taskId);
  if (!(await request(state, task, false))) {
    task.lease?.requestCancel(metadata);
    await waitFor(state, scope, taskId, { until: "terminal", timeoutMs: graceMs });
    await request(state, task, true);
  }
  return waitFor(state, scope, taskId, { until: "terminal", timeoutMs: 0, ...(view && { view }) });
}

/** Cancels the task unless a turn is running, or with `force` in any case; returns whether it is canceled. */
function request(state: EngineState, task: LiveTask, force: boolean): Promise<boolean> {
  return task.decide(async () => {
    const action = cancelAction(task.head);
    if (action === "canceled") await task.settled();
    else if (action === "ask" && !force) return false;
    else {
      const { lease } = task;
      await task.write(cancelNow(task.head, state.now(), state.limits));
      lease?.lose();
    }
    return true;
  });
}

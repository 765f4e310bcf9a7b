import { taskNotFound } from "@a2a/types";
import type { EngineState } from "./live/engine-state.ts";
import type { LiveTask } from "./live/live-task.ts";
import { FencedError } from "./port/lease.ts";
import { CANCEL_GRACE_MS } from "./port/limits.ts";
import type { CancelOptions, Scope, StoredTask } from "./port/task-engine.ts";
import { waitFor } from "./readers/wait.ts";
import { cancelAction } from "./rules/cancel-task.ts";
import { cancelNote } from "./rules/notes.ts";
import { cancelNow } from "./rules/turns.ts";

/** Cancels a task; see `TaskEngine.cancel`. */
export async function cancel(
  state: EngineState,
  scope: Scope,
  taskId: string,
  { graceMs = CANCEL_GRACE_MS, metadata, view }: CancelOptions,
): Promise<StoredTask> {
  const deadline = state.scheduler.elapsed() + graceMs;
  const isCanceled = await request(state, scope, taskId, { metadata });
  if (!isCanceled) {
    const timeoutMs = Math.max(deadline - state.scheduler.elapsed(), 0);
    await waitFor(state, scope, taskId, { until: "terminal", timeoutMs });
    await request(state, scope, taskId, { force: true });
  }
  return waitFor(state, scope, taskId, { until: "terminal", timeoutMs: 0, ...(view && { view }) });
}

interface RequestOptions {
  readonly force?: boolean;
  readonly metadata?: CancelOptions["metadata"];
}

/** Cancels the task unless a turn is running, or with `force` in any case; returns whether it is canceled. */
async function request(state: EngineState, scope: Scope, taskId: string, options: RequestOptions): Promise<boolean> {
  const { force = false, metadata } = options;
  const { sharing } = state.store;
  for (;;) {
    const acquiring = state.tasks.acquire(taskId, { scope, force });
    const task = acquiring instanceof Promise ? await acquiring : acquiring;
    if (!task) throw taskNotFound(taskId);
    try {
      if (task.isOwned) return await cancelOwned(state, task, options);
      // Another engine holds the lease, or the task has ended.
      if (cancelAction(task.head) === "canceled") return true;
      if (await sharing?.note(taskId, cancelNote(metadata))) return false;
    } catch (error) {
      // Another engine got there first.
      if (!(sharing && error instanceof FencedError)) throw error;
    }
  }
}

function cancelOwned(state: EngineState, task: LiveTask, { force, metadata }: RequestOptions): Promise<boolean> {
  return task.decide(async () => {
    const action = cancelAction(task.head);
    if (action === "canceled") await task.settled();
    else if (action === "ask" && !force) {
      task.lease?.requestCancel(metadata);
      return false;
    } else {
      const { lease } = task;
      await task.write((head) => cancelNow(head, state.now(), state.limits));
      lease?.lose();
    }
    return true;
  });
}

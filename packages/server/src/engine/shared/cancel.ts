import { CANCEL_GRACE_MS } from "../port/limits.ts";
import type { CancelOptions, Scope, StoredTask } from "../port/task-engine.ts";
import type { EngineCore } from "./engine-core.ts";
import { type Canceled, cancelTask } from "./rules/cancel-task.ts";
import { waitFor } from "./wait.ts";

/** Cancels a task; see `TaskEngine.cancel`. */
export async function cancel(
  core: EngineCore,
  scope: Scope,
  taskId: string,
  { graceMs = CANCEL_GRACE_MS, metadata, view }: CancelOptions,
): Promise<StoredTask> {
  const request = (force: boolean) =>
    core.commit<Canceled>({
      taskId,
      decide: ({ row }) => {
        // A holder in this process is told directly.
        const notify = core.store.sharing !== undefined && core.leases.get(taskId) === undefined;
        const { limits } = core;
        return cancelTask(row, { scope, taskId, force, notify, metadata, at: core.now(), limits });
      },
      done: ({ row, isCanceled, isForced }) => {
        if (isForced) core.leases.get(taskId)?.lose();
        if (isCanceled) core.changed(row);
      },
    });
  const { isCanceled } = await request(false);
  if (!isCanceled) {
    core.leases.get(taskId)?.requestCancel(metadata ? { metadata } : {});
    await waitFor(core, scope, taskId, { until: "terminal", timeoutMs: graceMs });
    await request(true);
  }
  return waitFor(core, scope, taskId, { until: "terminal", timeoutMs: 0, ...(view && { view }) });
}

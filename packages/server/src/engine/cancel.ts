import { A2AError, isTerminal } from "@a2a/types";
import type { EngineCore } from "./engine-core.ts";
import { CancelRequested } from "./port/lease.ts";
import { CANCEL_GRACE_MS } from "./port/limits.ts";
import { taskNotFound } from "./port/refusals.ts";
import type { CancelOptions, Scope, StoredTask } from "./port/task-engine.ts";
import type { TaskRow } from "./rules/task-row.ts";
import { waitFor } from "./wait.ts";

/** Cancels a task; see `TaskEngine.cancel`. */
export async function cancel(
  core: EngineCore,
  scope: Scope,
  id: string,
  { graceMs = CANCEL_GRACE_MS, metadata, view }: CancelOptions,
): Promise<StoredTask> {
  const over = await cancelIf(core, scope, id, (row) => row.run !== "running");
  if (!over) {
    core.leases.get(id)?.requestCancel(new CancelRequested(metadata));
    await waitFor(core, scope, id, { until: "terminal", timeoutMs: graceMs });
    await cancelIf(core, scope, id, () => true);
  }
  return waitFor(core, scope, id, { until: "terminal", timeoutMs: 0, ...(view && { view }) });
}

/** Ends the task as canceled if the condition holds; whether it is canceled now. */
function cancelIf(core: EngineCore, scope: Scope, id: string, may: (row: TaskRow) => boolean): Promise<boolean> {
  const write = core.write(
    () => {
      const row = core.own(scope, id);
      if (!row) throw taskNotFound(id);
      if (row.state === "TASK_STATE_CANCELED") return { row, canceled: true, forced: false };
      if (isTerminal(row.state)) {
        throw new A2AError("TASK_NOT_CANCELABLE", `task ${id} is over already (${row.state})`, {
          metadata: { taskId: id },
        });
      }
      const canceled = may(row);
      const forced = canceled && row.run === "running";
      if (canceled) core.cancelNow(row);
      return { row, canceled, forced };
    },
    ({ row, canceled, forced }) => {
      if (forced) core.leases.get(id)?.lose();
      if (canceled) core.changed(row);
    },
  );
  return write.then(({ canceled }) => canceled);
}

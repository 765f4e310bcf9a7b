import type { Task } from "@a2a/types";
import type { Scope, TaskAt, TaskView } from "../port/task-engine.ts";
import { encodeEvent } from "../text/event-text.ts";
import { TaskText } from "../text/task-text.ts";
import { type EngineCore, storedTask } from "./engine-core.ts";
import { belongsTo, type TaskHead } from "./rules/task-row.ts";

const BATCH = 1_024;

/** A task as of some event, folded from the nearest snapshot; see `TaskEngine.taskAt`. */
export async function taskAt(
  core: EngineCore,
  scope: Scope,
  id: string,
  seq: number,
  view: TaskView | undefined,
): Promise<TaskAt | undefined> {
  core.assertNotClosed();
  const current = await core.store.read(id, view);
  if (!current || !belongsTo(current.row, scope)) return undefined;
  const { row } = current;
  const past = seq >= 1 && seq < row.seq ? await fold(core, row, seq, view) : undefined;
  if (!past) return { stored: storedTask(row, current.json), gap: seq !== row.seq };
  const { state, json, generation } = past;
  return { stored: storedTask({ ...row, state, seq, generation }, json), gap: false };
}

async function fold({ store }: EngineCore, row: TaskHead, seq: number, view: TaskView | undefined) {
  const snapshot = await store.snapshotBefore(row, seq);
  if (!snapshot) return undefined;
  // Every snapshot was joined from the pieces of a task.
  const task = JSON.parse(snapshot.json) as Task;
  // A stream begins with the task as it was created.
  if (snapshot.seq === seq && view === undefined) {
    return { state: task.status.state, json: snapshot.json, generation: snapshot.generation };
  }
  const text = new TaskText(task);
  let { state } = task.status;
  let { generation, seq: cursor } = snapshot;
  while (cursor < seq) {
    const entries = await store.entries(row, cursor, Math.min(BATCH, seq - cursor));
    if (entries[0]?.seq !== cursor + 1) return undefined;
    for (const entry of entries) {
      const { event } = entry;
      if ("statusUpdate" in event) state = event.statusUpdate.status.state;
      text.apply(encodeEvent(event, Date.now));
      generation = entry.generation;
    }
    cursor += entries.length;
  }
  return { state, json: text.json(view), generation };
}

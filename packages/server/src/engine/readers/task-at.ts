import type { Task } from "@a2a/types";
import type { EngineState } from "../live/engine-state.ts";
import type { LiveTask } from "../live/live-task.ts";
import type { Scope, TaskAt, TaskView } from "../port/task-engine.ts";
import type { TaskRecord } from "../store/task-store.ts";
import { encodeEvent } from "../text/event-text.ts";
import { storedTask } from "../text/stored-task.ts";
import { TaskText } from "../text/task-text.ts";

const BATCH = 1_024;

/** A task as of some event, folded from the nearest snapshot; see `TaskEngine.taskAt`. */
export async function taskAt(
  state: EngineState,
  scope: Scope,
  id: string,
  seq: number,
  view: TaskView | undefined,
): Promise<TaskAt | undefined> {
  const finding = state.tasks.own(scope, id);
  const task = finding instanceof Promise ? await finding : finding;
  if (!task) return undefined;
  const { shown } = task;
  const past = seq >= 1 && seq < shown.seq ? await fold(state, task, seq, view) : undefined;
  if (!past) {
    const reading = task.stored(view);
    const stored = reading instanceof Promise ? await reading : reading;
    return { stored, gap: seq !== stored.seq };
  }
  const { json, ...then } = past;
  return { stored: storedTask({ ...shown, ...then, seq }, json), gap: false };
}

async function fold(state: EngineState, live: LiveTask, seq: number, view: TaskView | undefined) {
  const finding = state.store.snapshotBefore(live.record as TaskRecord, seq); // it exists
  const snapshot = finding instanceof Promise ? await finding : finding;
  if (!snapshot) return undefined;
  // Every snapshot was joined from the pieces of a task.
  const task = JSON.parse(snapshot.json) as Task;
  // A stream begins with the task as it was created.
  if (snapshot.seq === seq && view === undefined) {
    return { state: task.status.state, json: snapshot.json, generation: snapshot.generation };
  }
  const text = new TaskText(task);
  let taskState = task.status.state;
  let { generation, seq: cursor } = snapshot;
  while (cursor < seq) {
    const reading = live.entries(cursor, Math.min(BATCH, seq - cursor));
    const entries = reading instanceof Promise ? await reading : reading;
    if (entries[0]?.seq !== cursor + 1) return undefined;
    for (const entry of entries) {
      const { event } = entry;
      if ("statusUpdate" in event) taskState = event.statusUpdate.status.state;
      text.apply(encodeEvent(event, state.now));
      generation = entry.generation;
    }
    cursor += entries.length;
  }
  return { state: taskState, json: text.json(view), generation };
}

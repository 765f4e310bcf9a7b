import type { EngineCore } from "./engine-core.ts";
import { invalid, taskNotFound } from "./port/refusals.ts";
import type { NewPush, PushRecord, Scope } from "./port/task-engine.ts";
import type { TaskRow } from "./rules/task-row.ts";

/** Registers a webhook for which there is room: it gets every event from number `nextSeq` on. Part of a write. */
export function registerPush(core: EngineCore, row: TaskRow, push: NewPush, nextSeq: number): PushRecord {
  const { config, version, principal } = push;
  const id = config.id || core.createId();
  // What is kept is ours: the caller may do with its object what it likes.
  const kept = structuredClone({ ...config, id, taskId: row.id });
  const record = { scope: row.scope, taskId: row.id, id, config: kept, version, principal, nextSeq, attempts: 0 };
  core.store.savePush(row, record);
  return record;
}

/** Refuses a webhook that would be one too many, for its task (absent: a new one) or for its owner. */
export function assertPushRoom(core: EngineCore, scope: Scope, row: TaskRow | undefined, push: NewPush): void {
  const present = row && row.pushes > 0 ? core.store.pushes(row) : [];
  if (present.some(({ id }) => id === push.config.id)) return;
  if (present.length >= core.maxPushPerTask) {
    throw invalid("id", `a task has at most ${core.maxPushPerTask} push notification configs: delete one first`);
  }
  if (core.store.countPushes(scope) >= core.maxPushPerOwner) {
    throw invalid("id", `an owner has at most ${core.maxPushPerOwner} push notification configs: delete one first`);
  }
}

export function setPush(core: EngineCore, scope: Scope, taskId: string, push: NewPush): Promise<PushRecord> {
  return core.write(
    () => {
      const row = mine(core, scope, taskId);
      assertPushRoom(core, scope, row, push);
      return registerPush(core, row, push, row.seq + 1);
    },
    (record) => core.pushQueue.forget(taskId, record.id),
  );
}

export function getPush(core: EngineCore, scope: Scope, taskId: string, id: string): Promise<PushRecord | undefined> {
  return core.read(() => core.store.pushes(mine(core, scope, taskId)).find((push) => push.id === id));
}

export function listPush(core: EngineCore, scope: Scope, taskId: string): Promise<PushRecord[]> {
  return core.read(() => [...core.store.pushes(mine(core, scope, taskId))]);
}

export function deletePush(core: EngineCore, scope: Scope, taskId: string, id: string): Promise<boolean> {
  return core.write(
    () => core.store.deletePush(mine(core, scope, taskId), id),
    () => core.pushQueue.forget(taskId, id),
  );
}

function mine(core: EngineCore, scope: Scope, taskId: string): TaskRow {
  const row = core.own(scope, taskId);
  if (!row) throw taskNotFound(taskId);
  return row;
}

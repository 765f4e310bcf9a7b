import type { PushRecord, TaskHead, TaskRow, TurnRow } from "@a2a/server/engine-kit";
import { fromRow } from "../database/columns.ts";
import type { Row } from "../database/connections.ts";

/** The columns of a task that only the store knows. */
export interface Slot {
  readonly key: number;
  /** How often the row had been written: a write on another count is refused. */
  readonly changes: number;
  readonly idleAt?: number | undefined;
  /** Up to which event there is a snapshot. */
  readonly snapshotSeq: number;
  readonly trimmed: boolean;
}

/** The store's part of a row that it has loaded or written. */
export function slotOf({ slot }: Pick<TaskHead, "slot">): Slot {
  return slot as Slot; // only this store writes it
}

const MEMBERS =
  "id contextId alias version state statusAt seq generation answered size run token leaseUntil turn attempt pushes";
const NAMES = MEMBERS.split(" ");

/** A task from its columns. */
export function headOf(row: Row): TaskHead {
  const columns = fromRow(row);
  const { tenant, owner, cancel, key, changes, idleAt, snapshotSeq, trimmed } = columns;
  return {
    ...Object.fromEntries(NAMES.map((name) => [name, columns[name]])),
    scope: { tenant, owner },
    cancel: cancel === undefined ? undefined : JSON.parse(String(cancel)),
    slot: { key, changes, idleAt, snapshotSeq, trimmed },
  } as TaskHead; // the columns have the types of the members
}

/** A task with its turns and its checkpoint. */
export function rowOf(row: Row, turns: readonly string[], checkpoint: string | undefined): TaskRow {
  const all = turns.map((json) => JSON.parse(json) as TurnRow);
  const current = all.find(({ seq }) => seq === row.current_seq);
  return { ...headOf(row), current, inbox: all.filter((turn) => turn !== current), checkpoint };
}

/** A webhook from its columns. */
export function pushOf(row: Row, taskId: string): PushRecord {
  const { tenant, owner, config, task: _, ord: __, host: ___, ...columns } = fromRow(row);
  // The columns have the names and types of the members.
  return { ...columns, scope: { tenant, owner }, taskId, config: JSON.parse(String(config)) } as unknown as PushRecord;
}

import type { PushRecord, StoredSlot, TaskHead, TaskPieces, TaskRow, TurnRow } from "@a2a/server/engine-kit";
import { fromRow, fromText } from "../database/columns.ts";
import type { Row } from "../database/connections.ts";

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
    slot: { key, changes, idleAt, snapshotSeq, trimmed } as StoredSlot,
  } as TaskHead; // the columns have the types of the members
}

/** A task with its turns and its checkpoint, which are texts of JSON. */
export function rowOf(row: Row, texts: readonly string[]): TaskRow {
  const checkpoint = row.checkpoint === null ? undefined : texts.at(-1);
  const turns = texts.slice(0, (row.turns as string[]).length).map((json) => JSON.parse(json) as TurnRow);
  const current = turns.find(({ seq }) => seq === row.current_seq);
  return { ...headOf(row), current, inbox: turns.filter((turn) => turn !== current), checkpoint };
}

/** A snapshot from its columns. */
export function piecesOf({ head, history, artifacts, messages }: Row): TaskPieces {
  const texts = [head, history, artifacts].map((text) => fromText(String(text)));
  return { head: texts[0] ?? "", history: texts[1] ?? "", artifacts: texts[2] ?? "", messages: Number(messages) };
}

/** A webhook from its columns. */
export function pushOf(row: Row, taskId: string): PushRecord {
  const { tenant, owner, config, task: _, ord: __, host: ___, ...columns } = fromRow(row);
  // The columns have the names and types of the members.
  return { ...columns, scope: { tenant, owner }, taskId, config: JSON.parse(String(config)) } as unknown as PushRecord;
}

export {
  type BatchOutcome,
  type BatchSession,
  BatchWriter,
  type BatchWriterOptions,
} from "./engine/relational/batch-writer.ts";
export { ChangeRows, type LargeString, type LargeStrings } from "./engine/relational/change-rows.ts";
export { CoalescedHints, type HintBus } from "./engine/relational/coalesced-hints.ts";
export { BatchRejected } from "./engine/relational/coalesced-reads.ts";
export { putLargeStrings } from "./engine/relational/large-strings.ts";
export {
  type Columns,
  fullRecordOf,
  knownIn,
  noteOf,
  piecesOf,
  pushColumns,
  pushOf,
  recordOf,
  type StoredRecord,
  textsOf,
} from "./engine/relational/records.ts";
export type {
  CapacityRows,
  EventRecord,
  EvictedTask,
  LogPlace,
  OwnerUsage,
  RelationalDatabase,
  ReserveRequest,
  SaidRecord,
  SnapshotRecord,
  TaskQuery,
  TaskRows,
  WebhookRows,
  WriteOutcome,
} from "./engine/relational/relational-database.ts";
export { RelationalStore } from "./engine/relational/relational-store.ts";
export type { NewNote, Note, NotedRecord, Reservation } from "./engine/rules/notes.ts";
export type { ClaimUpdate } from "./engine/rules/webhooks.ts";
export { createSharedEngine } from "./engine/shared/shared-engine.ts";
export type {
  Acquired,
  AcquireOptions,
  HeldLease,
  KnownMessage,
  Polled,
  SharedEvents,
  SharedTaskStore,
  Sharing,
} from "./engine/store/sharing.ts";
export type { TaskPieces } from "./engine/text/task-text.ts";

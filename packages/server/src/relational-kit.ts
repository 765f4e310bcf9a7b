export { BatchRejected } from "./engine/relational/apart.ts";
export {
  type BatchOutcome,
  type BatchSession,
  BatchWriter,
  type BatchWriterOptions,
} from "./engine/relational/batch-writer.ts";
export type {
  BatchStorage,
  DecidedChange,
  FactsQuery,
  GrownTask,
  TaskGrowth,
} from "./engine/relational/batched-commits.ts";
export { ChangeRows, type LargeStrings } from "./engine/relational/change-rows.ts";
export { CoalescedHints, type HintBus } from "./engine/relational/coalesced-hints.ts";
export { putLargeStrings } from "./engine/relational/large-strings.ts";
export {
  type Columns,
  factsOf,
  factsOfRow,
  headOf,
  piecesOf,
  pushOf,
  rowOf,
  type StoredFacts,
  textsOf,
} from "./engine/relational/records.ts";
export type {
  EventRecord,
  LogPlace,
  RelationalDatabase,
  SaidRecord,
  SnapshotRecord,
  TaskQuery,
  TaskRecord,
} from "./engine/relational/relational-database.ts";
export { RelationalStore } from "./engine/relational/relational-store.ts";
export type { TaskHead as SharedHead, TaskRow } from "./engine/shared/rules/task-row.ts";
export { createStoreEngine as createSharedEngine } from "./engine/shared/store-engine.ts";
export type { HeldLease, RenewedLease, StoreEvents } from "./engine/shared/task-store.ts";
export type { TaskPieces } from "./engine/text/task-text.ts";

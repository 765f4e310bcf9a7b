export type {
  ContractEngineOptions,
  ContractMatchers,
  ContractRunner,
  EngineHarness,
  EnginePair,
  OpenedEngine,
} from "./engine/contract/kit.ts";
export { engineContract } from "./engine/contract/suite.ts";
export type { EngineOptions } from "./engine/engine-core.ts";
export { capacityExceeded, storageUnavailable } from "./engine/port/refusals.ts";
export type {
  Answerable,
  BeginCommand,
  Begun,
  CallFacts,
  CancelOptions,
  ContextHistoryOptions,
  InboxMessage,
  Lease,
  ListCursor,
  ListQuery,
  LogEntry,
  NewPush,
  OnAppended,
  Outcome,
  PushClaim,
  PushFilter,
  PushRecord,
  ReadyOptions,
  Scope,
  StoredTask,
  SubscribeOptions,
  TaskAt,
  TaskEngine,
  TaskPage,
  TaskView,
  WaitOptions,
} from "./engine/port/task-engine.ts";
export { CancelRequested, FencedError } from "./engine/port/task-engine.ts";
export type { LogLimits } from "./engine/rules/append.ts";
export type {
  Admission,
  Change,
  Decision,
  Exchange,
  ExchangeChange,
  Facts,
  ReservationChange,
  SeenMessage,
  SeenResult,
  TaskChange,
} from "./engine/rules/change.ts";
export { type CancelRequest, isClaimable, type TaskHead, type TaskRow, type TurnRow } from "./engine/rules/task-row.ts";
export {
  BatchedCommits,
  BatchRejected,
  type BatchStorage,
  type DecidedChange,
  type GrownTask,
  type TaskGrowth,
  type WrittenTask,
} from "./engine/store/batched-commits.ts";
export {
  ChangeRows,
  keyOf,
  type LargeStrings,
  type RecordColumns,
  type StoredFacts,
  seenIn,
  taskColumns,
} from "./engine/store/change-rows.ts";
export { CoalescedHints, type HintBus } from "./engine/store/coalesced-hints.ts";
export { CoalescedReads } from "./engine/store/coalesced-reads.ts";
export { collectPage, latestMessages } from "./engine/store/page.ts";
export { type RecentTask, RecentTasks } from "./engine/store/recent-tasks.ts";
export { isSnapshotDue } from "./engine/store/snapshots.ts";
export type {
  Answer,
  ClaimCommand,
  DuePushes,
  Growth,
  HeldLease,
  LogSnapshot,
  RenewedLease,
  RowPage,
  Sharing,
  StoreCommand,
  StoreEvents,
  TaskSnapshot,
  TaskStore,
} from "./engine/store/task-store.ts";
export { UndeliveredTasks } from "./engine/store/undelivered-tasks.ts";
export { createStoreEngine } from "./engine/store-engine.ts";
export { type EventText, encodeEvent } from "./engine/text/event-text.ts";
export { foldLog, taskIn } from "./engine/text/fold-log.ts";
export { microsOf } from "./engine/text/instant.ts";
export { putLargeStrings, takeLargeStrings } from "./engine/text/large-strings.ts";
export { TextEntry } from "./engine/text/log-entry.ts";
export { joinTask, type TaskPieces, TaskText } from "./engine/text/task-text.ts";

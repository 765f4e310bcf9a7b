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
export {
  BatchRejected,
  type BatchStorage,
  type DecidedChange,
  type FactsQuery,
  type GrownTask,
  type TaskGrowth,
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
  type StoredSlot,
  slotOf,
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
export { collectPage, latestMessages } from "./engine/store/page.ts";
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
export { TextEntry } from "./engine/text/log-entry.ts";
export { joinTask, type TaskPieces, TaskText } from "./engine/text/task-text.ts";

export type {
  ContractEngineOptions,
  ContractMatchers,
  ContractRunner,
  EngineHarness,
  EnginePair,
  FailingEngine,
  OpenedEngine,
} from "./engine/contract/kit.ts";
export { type ContractChapter, engineContract } from "./engine/contract/suite.ts";
export type { EngineOptions } from "./engine/port/engine-options.ts";
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
  NewWebhook,
  OnAppended,
  Outcome,
  ReadyOptions,
  Scope,
  StoredTask,
  SubscribeOptions,
  TaskAt,
  TaskEngine,
  TaskPage,
  TaskSummary,
  TaskView,
  WaitOptions,
  WebhookClaim,
  WebhookFilter,
  WebhookRecord,
} from "./engine/port/task-engine.ts";
export { CancelRequested, FencedError } from "./engine/port/task-engine.ts";
export type { LogLimits } from "./engine/rules/append.ts";
export type { TaskHead, TurnRecord } from "./engine/rules/head.ts";
export type { SeenMessage } from "./engine/rules/idempotency.ts";
export {
  type Admission,
  type Change,
  type DueWebhooks,
  type Exchange,
  type ExchangeChange,
  type ExchangeTexts,
  type ListedTasks,
  type LogSnapshot,
  type ReadTask,
  type RememberedMessage,
  StorageFailure,
  type StoreEvents,
  type TaskChange,
  type TaskRecord,
  type TaskStore,
} from "./engine/store/task-store.ts";
export { UndeliveredTasks } from "./engine/store/undelivered-tasks.ts";
export { createStoreEngine } from "./engine/store-engine.ts";
export { encodeEvent } from "./engine/text/event-text.ts";
export { microsOf } from "./engine/text/instant.ts";
export { TextEntry } from "./engine/text/log-entry.ts";
export type { SealedTask } from "./engine/text/sealed-task.ts";
export { TaskText } from "./engine/text/task-text.ts";
export type { MaybePromise } from "./util/maybe-promise.ts";
export type { Scheduler } from "./util/scheduler.ts";

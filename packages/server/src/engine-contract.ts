export type {
  ContractEngineOptions,
  ContractMatchers,
  ContractRunner,
  EngineHarness,
  OpenedEngine,
} from "./engine/contract/kit.ts";
export { engineContract } from "./engine/contract/suite.ts";
export type { EngineOptions } from "./engine/engine-core.ts";
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
  PushRecord,
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

import type { AgentCard, AgentExecutor, Logger } from "@a2a/types";
import type { TaskEngine } from "../engine/task-engine.ts";
import type { RunRegistry } from "../runs/run-registry.ts";

/** What all calls of one server share. */
export interface ServerContext {
  readonly card: AgentCard;
  /** The card for callers who proved who they are, where there is one. */
  readonly extendedCard: AgentCard | undefined;
  readonly engine: TaskEngine;
  readonly executor: AgentExecutor;
  readonly runs: RunRegistry;
  readonly logger: Logger;
  /** How long a blocking call of a 0.1 caller may wait before it is answered with the task as it stands. */
  readonly maxBlockingMs: number | undefined;
  /** How often a comment keeps an idle stream alive. */
  readonly keepAliveMs: number;
}

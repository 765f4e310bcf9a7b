import { type AgentExecutor, agentMessage, type Logger, type Message } from "@a2a/types";
import type { Lease, TaskEngine } from "../engine/task-engine.ts";
import { run } from "./run.ts";

/** How turns are carried out. */
export interface RunOptions {
  readonly executor: AgentExecutor;
  readonly logger: Logger;
  /** How long one turn may take. */
  readonly maxTurnMs: number;
  /** How many messages of the conversation a turn is given. */
  readonly contextMessages: number;
  /** Whether the answer to a turn may be a bare message. */
  mayAnswer(lease: Lease): boolean;
  /** A message of the server's own. */
  say(text: string, ids: { taskId: string; contextId: string }): Message;
}

/** The turns that are under way. */
export class RunRegistry {
  readonly #engine: TaskEngine;
  readonly #options: RunOptions;
  readonly #running = new Set<Promise<void>>();

  constructor(engine: TaskEngine, options: Pick<RunOptions, "executor" | "logger" | "maxTurnMs" | "contextMessages">) {
    this.#engine = engine;
    this.#options = {
      ...options,
      mayAnswer: (lease) => lease.call.version !== "0.1",
      say: (text, ids) => agentMessage(text, ids),
    };
  }

  /** Carries out a turn, and those that follow it in the inbox. Does not wait, and never rejects. */
  start(lease: Lease): void {
    const running = this.#carryOut(lease);
    this.#running.add(running);
    void running.finally(() => this.#running.delete(running));
  }

  /** Resolves when no turn is under way. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.allSettled(this.#running);
  }

  async #carryOut(first: Lease): Promise<void> {
    let lease: Lease | undefined = first;
    while (lease) {
      await run(lease, this.#engine, this.#options);
      lease = await this.#release(lease);
    }
  }

  async #release(lease: Lease): Promise<Lease | undefined> {
    try {
      return await lease.release();
    } catch (error) {
      this.#options.logger.error({ taskId: lease.taskId, error }, "a turn could not be released");
      return undefined;
    }
  }
}

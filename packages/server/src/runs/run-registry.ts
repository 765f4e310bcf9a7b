import {
  type AgentExecutor,
  type AgentTurn,
  agentMessage,
  type JsonObject,
  type Logger,
  type Message,
} from "@a2a/types";
import type { Lease, TaskEngine } from "../engine/port/task-engine.ts";
import { Wakeup } from "../scheduling/wakeup.ts";
import { TimeIsUp, Turn } from "./run.ts";
import { SharedTimeout } from "./shared-timeout.ts";

/** How turns are carried out. */
export interface RunOptions {
  /** The agent; the lease is for those who look over its shoulder. */
  readonly executor: (turn: AgentTurn, lease: Lease) => ReturnType<AgentExecutor>;
  readonly logger: Logger;
  /** How long one turn may take. */
  readonly maxTurnMs: number;
  /** How long the task of a turn that is in a hurry may stay out of sight. */
  readonly firstSignMs: number;
  /** How many messages of the conversation a turn is given. */
  readonly contextMessages: number;
  /** Whether the answer to a turn may be a bare message. */
  mayAnswer(lease: Lease): boolean;
  /** A message of the server's own. */
  say(text: string, ids: { taskId: string; contextId: string }): Message;
}

/** What only the turn that starts now has to know. */
export interface StartOptions {
  /** Whether its task is to appear after a moment, although the agent has not shown yet whether it answers with one. */
  readonly hurry?: boolean;
  /** What the caller sent for this turn only. */
  readonly secrets?: JsonObject;
}

/** The turns that are under way. */
export class RunRegistry {
  readonly #engine: TaskEngine;
  readonly #options: RunOptions;
  readonly #timeout: SharedTimeout<Turn>;
  readonly #patience: SharedTimeout<Turn>;
  readonly #idle = new Wakeup();
  #running = 0;

  constructor(engine: TaskEngine, options: Omit<RunOptions, "say">) {
    this.#engine = engine;
    this.#options = {
      ...options,
      say: (text, ids) => agentMessage(text, ids),
    };
    const { maxTurnMs, firstSignMs } = options;
    this.#timeout = new SharedTimeout(maxTurnMs, (turn) => turn.end(new TimeIsUp(maxTurnMs)));
    this.#patience = new SharedTimeout(firstSignMs, (turn) => turn.show());
  }

  /** Carries out a turn, and those that follow it in the inbox. Does not wait, and never throws. */
  start(lease: Lease, how: StartOptions = {}): void {
    this.#running += 1;
    this.#carryOut(lease, how);
  }

  /** Resolves when no turn is under way. */
  async idle(): Promise<void> {
    while (this.#running > 0) await this.#idle.wait();
  }

  #carryOut(lease: Lease, { hurry = false, secrets }: StartOptions): void {
    const turn = new Turn(
      lease,
      this.#options,
      () => {
        this.#timeout.delete(limit);
        if (patience) this.#patience.delete(patience);
        this.#over(lease);
      },
      secrets,
    );
    const limit = this.#timeout.add(turn);
    const patience = hurry ? this.#patience.add(turn) : undefined;
    turn.start(this.#engine);
  }

  #over(lease: Lease): void {
    if (lease.isOver) this.#rest();
    else void this.#release(lease).then((next) => (next ? this.#carryOut(next, {}) : this.#rest()));
  }

  #rest(): void {
    this.#running -= 1;
    if (this.#running === 0) this.#idle.wake();
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

import { type AgentExecutor, agentMessage, type JsonObject, type Logger, type Message } from "@a2a/types";
import type { Lease, TaskEngine } from "../engine/port/task-engine.ts";
import type { DirectiveSlot } from "../swarm/directives.ts";
import { type Metrics, secondsSince, UNLABELED } from "../telemetry/metrics.ts";
import type { Tracing } from "../telemetry/tracing.ts";
import { Wakeup } from "../util/wakeup.ts";
import { QueueMeter } from "./queue-meter.ts";
import type { RecoveryPolicy } from "./recovery.ts";
import { retryStorage } from "./retry-storage.ts";
import { SharedTimeout } from "./shared-timeout.ts";
import { Turn } from "./turn.ts";
import { TurnTimeout } from "./turn-timeout.ts";

/** How turns are carried out. */
export interface TurnSettings {
  readonly executor: AgentExecutor;
  /** Where directives go that are not for the agent. */
  readonly directives: DirectiveSlot;
  readonly tracing: Tracing | undefined;
  readonly logger: Logger;
  /** How long one turn may take. */
  readonly maxTurnMs: number;
  /** How long an agent may take to yield before its task is shown as working, to everyone who may see it. */
  readonly firstEventTimeoutMs: number;
  /** How many messages of the conversation a turn gets. */
  readonly contextMessages: number;
  /** How interrupted turns are recovered: with `resume`, their output continues that of the attempt before. */
  readonly recovery: RecoveryPolicy;
  /** The protocol versions in which every answer is a task, never a bare message. */
  readonly tasksOnly: ReadonlySet<string>;
  readonly metrics?: Metrics | undefined;
  /** Measures the messages that wait. */
  readonly queue: QueueMeter | undefined;
  /** A message of the server's own. */
  say(text: string, ids: { taskId: string; contextId: string }): Message;
}

/** Options of the turn that starts now. */
export interface StartOptions {
  /**
   * The caller follows its task or does not wait for the result: after a moment it sees a task, even if the agent has not yielded
   * anything. Otherwise the agent may take its time to answer with a bare message.
   */
  readonly needsTask?: boolean;
  /** Secrets that the caller sent for this turn only. */
  readonly secrets?: JsonObject | undefined;
}

/** The turns that are running. */
export class TurnRegistry {
  readonly #engine: TaskEngine;
  readonly #options: TurnSettings;
  readonly #timeout: SharedTimeout<Turn>;
  readonly #firstEventTimer: SharedTimeout<Turn>;
  readonly #idle = new Wakeup();
  #running = 0;

  constructor(engine: TaskEngine, options: Omit<TurnSettings, "say" | "queue">) {
    this.#engine = engine;
    this.#options = {
      ...options,
      queue: options.metrics && new QueueMeter(options.metrics),
      say: (text, ids) => agentMessage(text, ids),
    };
    const { maxTurnMs, firstEventTimeoutMs } = options;
    this.#timeout = new SharedTimeout(maxTurnMs, (turn) => turn.end(new TurnTimeout(maxTurnMs)));
    this.#firstEventTimer = new SharedTimeout(firstEventTimeoutMs, (turn) => turn.showWorking());
  }

  /** Carries out a turn, and those that follow it in the inbox. Does not wait, and never throws. */
  start(lease: Lease, how: StartOptions = {}): void {
    this.#running += 1;
    this.#options.queue?.begin(lease.taskId);
    this.#carryOut(lease, how);
  }

  /** Tells that a message waits for a turn of this task. */
  queued(taskId: string | undefined): void {
    this.#options.queue?.queued(taskId);
  }

  /** How many turns are running. */
  get running(): number {
    return this.#running;
  }

  /** Resolves when no turn is running. */
  async idle(): Promise<void> {
    while (this.#running > 0) await this.#idle.wait();
  }

  #carryOut(lease: Lease, { needsTask = false, secrets }: StartOptions): void {
    const { metrics } = this.#options;
    const begun = metrics ? performance.now() : 0;
    const turn = new Turn(
      lease,
      this.#options,
      (storedAt) => {
        metrics?.record("a2a.server.turn.duration", secondsSince(begun, storedAt), UNLABELED);
        this.#timeout.delete(limit);
        if (firstEvent) this.#firstEventTimer.delete(firstEvent);
        this.#over(lease);
      },
      secrets,
    );
    const limit = this.#timeout.add(turn);
    const isShown = lease.seq === 1 && (needsTask || !lease.isDraft);
    const firstEvent = isShown ? this.#firstEventTimer.add(turn) : undefined;
    turn.start(this.#engine);
  }

  #over(lease: Lease): void {
    if (lease.isOver) this.#rest(lease);
    else void this.#release(lease).then((next) => (next ? this.#goOn(next) : this.#rest(lease)));
  }

  /** The turn of a message that has waited for the one before. */
  #goOn(lease: Lease): void {
    this.#options.queue?.dequeued(lease.taskId);
    this.#carryOut(lease, {});
  }

  #rest({ taskId }: Lease): void {
    this.#options.queue?.end(taskId);
    this.#running -= 1;
    if (this.#running === 0) this.#idle.wake();
  }

  async #release(lease: Lease): Promise<Lease | undefined> {
    try {
      return await retryStorage(lease, this.#options.logger, () => lease.release());
    } catch (error) {
      this.#options.logger.error({ taskId: lease.taskId, turn: lease.turn, error }, "the turn could not be released");
      return undefined;
    }
  }
}

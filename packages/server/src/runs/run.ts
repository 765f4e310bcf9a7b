import type { AgentTurn, LogEvent, Logger, Message, TaskState } from "@a2a/types";
import { FencedError, type Lease, type TaskEngine } from "../engine/task-engine.ts";
import { fromCallFacts } from "./call-facts.ts";
import type { RunOptions } from "./run-registry.ts";
import { Steps, toAnswer } from "./to-events.ts";

// How many appends may be under way before the agent has to wait for the storage.
const MOST_PENDING = 64;

/**
 * Carries out one turn: drives the agent's generator into the log of its task. Whatever the agent does, the turn ends with the task
 * settled or handed back; nothing it throws reaches anybody but the logger.
 */
export async function run(lease: Lease, engine: TaskEngine, options: RunOptions): Promise<void> {
  const turn = new Turn(lease, options);
  try {
    await turn.carryOut(engine);
  } catch (error) {
    await turn.failed(error);
  } finally {
    turn.dispose();
  }
}

class Turn {
  readonly #lease: Lease;
  readonly #options: RunOptions;
  readonly #steps: Steps;
  readonly #logger: Logger;
  readonly #stop = new AbortController();
  readonly #timer: ReturnType<typeof setTimeout>;
  readonly #forward = () => this.#end(this.#lease.signal.reason);
  readonly #abandoned = Promise.withResolvers<never>();
  readonly #pending = new Set<Promise<unknown>>();
  #broken: unknown;
  #wrote = false;
  #settled = false;

  constructor(lease: Lease, options: RunOptions) {
    this.#lease = lease;
    this.#options = options;
    this.#steps = new Steps(lease.taskId, lease.contextId, lease.turn);
    this.#logger = options.logger;
    if (lease.signal.aborted) this.#forward();
    else lease.signal.addEventListener("abort", this.#forward, { once: true });
    this.#abandoned.promise.catch(() => undefined);
    this.#timer = setTimeout(() => this.#end(new TimeIsUp(options.maxTurnMs)), options.maxTurnMs);
    if (typeof this.#timer === "object" && "unref" in this.#timer) this.#timer.unref();
  }

  /** A deaf agent is left to itself once its time is up, or its task is another's; its task does not wait for it. */
  async carryOut(engine: TaskEngine): Promise<void> {
    await Promise.race([this.#drive(engine), this.#abandoned.promise]);
  }

  async #drive(engine: TaskEngine): Promise<void> {
    const turn = await this.#prepare(engine);
    // A question was answered: whoever follows the task sees that it goes on.
    if (this.#lease.seq > 1) this.#append([this.#status("TASK_STATE_WORKING")]);
    const steps = this.#options.executor(turn)[Symbol.asyncIterator]();
    for (;;) {
      const next = await steps.next();
      if (next.done) return await this.#finish(next.value ?? undefined);
      const step = this.#steps.of(next.value);
      if ("checkpoint" in step) {
        await this.#lease.save(step.checkpoint);
        continue;
      }
      const begins = !this.#wrote && this.#lease.seq === 1 && !step.isStatus;
      this.#append(begins ? [this.#status("TASK_STATE_WORKING"), ...step.events] : step.events);
      if (this.#pending.size >= MOST_PENDING) await Promise.race(this.#pending);
      if (this.#broken !== undefined) throw this.#broken;
      if (step.ends) {
        this.#settled = true;
        await this.#flush();
        // What an agent yields after the end of its turn is not asked for.
        steps
          .return?.(undefined)
          .catch((error: unknown) => this.#report("an agent failed after its turn had ended", error));
        return;
      }
    }
  }

  /** The agent threw, yielded what it must not, or took too long. */
  async failed(error: unknown): Promise<void> {
    await Promise.allSettled(this.#pending);
    if (error instanceof FencedError || this.#lease.signal.aborted) {
      // Canceled or taken away: what an agent throws then is its way of stopping.
      this.#logger.debug({ taskId: this.#lease.taskId, error }, "turn stopped");
      return;
    }
    this.#report("turn failed", error);
    if (this.#settled) return;
    const reason = error instanceof TimeIsUp ? error.message : "The agent failed";
    try {
      await this.#lease.append([this.#status("TASK_STATE_FAILED", reason)]);
    } catch (lost) {
      if (!(lost instanceof FencedError)) this.#report("the failure of a turn could not be stored", lost);
    }
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#lease.signal.removeEventListener("abort", this.#forward);
  }

  async #prepare(engine: TaskEngine): Promise<AgentTurn> {
    const { scope, taskId, contextId, message, call, attempt, checkpoint } = this.#lease;
    const stored = await this.#lease.load();
    const limit = this.#options.contextMessages;
    const context = limit > 0 ? await engine.contextHistory(scope, contextId, { limit, exceptTaskId: taskId }) : [];
    const { caller, version, binding, extensions, metadata, acceptedOutputModes } = fromCallFacts(call);
    return {
      message,
      // Parsed when an agent asks for it; most look at the message only.
      get task() {
        return stored.task;
      },
      contextId,
      context,
      metadata,
      acceptedOutputModes,
      caller,
      tenant: scope.tenant,
      version,
      binding,
      extensions,
      signal: this.#stop.signal,
      logger: this.#logger,
      checkpoint,
      attempt,
      inbox: { take: () => this.#lease.take()?.message },
    };
  }

  /** The generator returned: with a message, or with nothing, which completes the task. */
  async #finish(answer: Message | undefined): Promise<void> {
    if (answer !== undefined && !this.#wrote && this.#lease.seq === 1 && this.#options.mayAnswer(this.#lease)) {
      await this.#lease.answer(toAnswer(answer, this.#lease.contextId));
      return;
    }
    this.#append(answer === undefined ? [this.#status("TASK_STATE_COMPLETED")] : this.#steps.ofMessage(answer));
    await this.#flush();
  }

  #append(events: LogEvent[]): void {
    this.#wrote = true;
    const appended = this.#lease.append(events);
    this.#pending.add(appended);
    appended.then(
      () => this.#pending.delete(appended),
      (error: unknown) => {
        this.#pending.delete(appended);
        this.#broken ??= error;
      },
    );
  }

  async #flush(): Promise<void> {
    await Promise.allSettled(this.#pending);
    if (this.#broken !== undefined) throw this.#broken;
  }

  #status(state: TaskState, text?: string): LogEvent {
    const { taskId, contextId } = this.#lease;
    const ids = { taskId, contextId };
    const message = text === undefined ? undefined : this.#options.say(text, ids);
    return { statusUpdate: { ...ids, status: { state, ...(message && { message }) } } };
  }

  #end(reason: unknown): void {
    this.#stop.abort(reason);
    if (reason instanceof TimeIsUp || reason instanceof FencedError) this.#abandoned.reject(reason);
  }

  #report(message: string, error: unknown): void {
    this.#logger.error({ taskId: this.#lease.taskId, error }, message);
  }
}

/** The reason of an aborted turn that took longer than it may. */
export class TimeIsUp extends Error {
  override readonly name = "TimeIsUp";

  constructor(maxTurnMs: number) {
    super(`The agent took longer than ${Math.round(maxTurnMs / 1000)} s`);
  }
}

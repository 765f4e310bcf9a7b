import {
  type AgentExecutor,
  type AgentTurn,
  type ErrorCode,
  isA2AError,
  type JsonObject,
  type LogEvent,
  type Logger,
  type Message,
  type TaskState,
} from "@a2a/types";
import { kindOf } from "@a2a/types/internal";
import { CancelRequested, FencedError, type Lease, type TaskEngine } from "../engine/port/task-engine.ts";
import { secondsSince, UNLABELED } from "../telemetry/metrics.ts";
import { Wakeup } from "../util/wakeup.ts";
import { toAgentTurn } from "./agent-turn.ts";
import { retryStorage } from "./retry-storage.ts";
import { returned, Steps, toAnswer } from "./to-events.ts";
import { NO_OUTPUT, resumeOutput } from "./turn-output.ts";
import type { TurnSettings } from "./turn-registry.ts";
import { TurnTimeout } from "./turn-timeout.ts";

// How many appends may be under way before the agent has to wait for the storage.
const MAX_PENDING = 64;

/**
 * One turn: drives the agent's generator and appends to the log of its task. In every case, the turn ends with the task
 * settled or released; its errors are logged and never sent to a caller.
 */
export class Turn {
  readonly #lease: Lease;
  readonly #secrets: JsonObject;
  readonly #options: TurnSettings;
  readonly #steps: Steps;
  readonly #logger: Logger;
  readonly #onOver: (storedAt: number | undefined) => void;
  readonly #stop = new AbortController();
  #isOver = false;
  /** How many appends are pending; `#appended` wakes those who wait for one of them. */
  #pending = 0;
  readonly #appended = new Wakeup();
  /** Why nothing more can be appended. */
  #broken: unknown;
  #wrote = false;
  /** When the last events were durable, if that was measured: the clock is not read twice for one moment. */
  #storedAt: number | undefined;

  constructor(
    lease: Lease,
    options: TurnSettings,
    onOver: (storedAt: number | undefined) => void,
    secrets: JsonObject = {},
  ) {
    this.#lease = lease;
    this.#secrets = secrets;
    this.#options = options;
    this.#onOver = onOver;
    this.#steps = new Steps(lease.taskId, lease.contextId, lease.turn);
    this.#logger = options.logger;
  }

  /** Runs the turn, and calls back when it has ended. Never throws. */
  start(engine: TaskEngine): void {
    this.#lease.onStop((reason) => this.end(reason));
    if (this.#isOver) return;
    this.#drive(engine).then(
      () => this.#over(),
      (error: unknown) => this.#fail(error),
    );
  }

  #over(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#onOver(this.#storedAt);
  }

  /** An executor that ignores its abort signal is abandoned: its task does not wait for it. */
  #fail(error: unknown): void {
    if (this.#isOver) return;
    this.#isOver = true;
    void this.#failed(error).then(() => this.#onOver(undefined));
  }

  async #drive(engine: TaskEngine): Promise<void> {
    const { scope, taskId, contextId, opensContext } = this.#lease;
    const stored = this.#isFresh ? undefined : await this.#lease.load();
    const limit = opensContext ? 0 : this.#options.contextMessages;
    const context = limit > 0 ? await engine.contextHistory(scope, contextId, { limit, exceptTaskId: taskId }) : [];
    const resumes = this.#lease.attempt > 1 && this.#options.recovery === "resume";
    const output = resumes && stored ? await resumeOutput(engine, this.#lease, stored, this.#steps) : NO_OUTPUT;
    const { signal } = this.#stop;
    const surroundings = { secrets: this.#secrets, signal, logger: this.#logger, take: () => this.#take() };
    const turn = toAgentTurn(this.#lease, { stored, context, output }, surroundings);
    // A question was answered: readers of the task see that it continues.
    if (this.#lease.seq > 1) this.#append([this.#status("TASK_STATE_WORKING")]);
    const steps = this.#execute(turn);
    try {
      for (;;) {
        const next = await steps.next();
        if (this.#broken !== undefined) throw this.#broken;
        if (next.done) return await this.#finish(returned(next.value, this.#steps.hasAnswered));
        const step = this.#steps.of(next.value);
        if ("checkpoint" in step) {
          await this.#lease.save(step.checkpoint);
          continue;
        }
        const begins = !this.#wrote && this.#lease.seq === 1 && !step.isStatus;
        this.#append(begins ? [this.#status("TASK_STATE_WORKING"), ...step.events] : step.events);
        while (this.#isCongested) await this.#appended.wait();
        if (this.#broken !== undefined) throw this.#broken;
        if (step.ends) {
          await this.#flush();
          // Steps after the end of the turn are not requested.
          this.#leave(steps);
          return;
        }
      }
    } catch (error) {
      // The generator may be suspended at a yield with a `finally` to run.
      this.#leave(steps);
      throw error;
    }
  }

  #leave(steps: ReturnType<AgentExecutor>): void {
    steps
      .return?.(undefined)
      .catch((error: unknown) => this.#report("the agent failed after its turn had ended", error));
  }

  /** The agent threw, yielded an invalid value, or exceeded its time. */
  async #failed(error: unknown): Promise<void> {
    while (this.#pending > 0) await this.#appended.wait();
    if (error instanceof FencedError || this.#lease.stopReason) {
      // Canceled or fenced off: an agent may stop by throwing.
      this.#logger.debug({ taskId: this.#lease.taskId, error }, "turn stopped");
      return;
    }
    if (this.#isRefusal(error)) return await this.#refuse(error);
    this.#report("turn failed", error);
    try {
      const failed = this.#status("TASK_STATE_FAILED", this.#reasonOf(error));
      await retryStorage(this.#lease, this.#logger, () => this.#lease.append([failed]));
    } catch (lost) {
      if (!(lost instanceof FencedError)) this.#report("the failure of the turn could not be stored", lost);
    }
  }

  /** Why the task failed, as its caller may know it. */
  #reasonOf(error: unknown): string {
    if (error instanceof TurnTimeout) return error.message;
    if (error === this.#broken && isA2AError(error)) return `The agent's output could not be stored: ${error.message}`;
    return "The agent failed";
  }

  /** Whether the agent has no room for the message: it said so before anything else, so that there is no task yet. */
  #isRefusal(error: unknown): boolean {
    const isRefused = isA2AError(error) && REFUSALS.has(error.code);
    return isRefused && !this.#wrote && this.#lease.isDraft;
  }

  async #refuse(refusal: unknown): Promise<void> {
    this.#logger.warn({ taskId: this.#lease.taskId, error: refusal }, "the agent refused a message");
    await this.#lease.release({ refusal }).catch(() => undefined);
  }

  /** Starts the agent, or the directive that was sent to it. */
  #execute(turn: AgentTurn): ReturnType<AgentExecutor> {
    const { directives, tracing, executor } = this.#options;
    const start = () => iterable(directives.current?.run(turn) ?? executor(turn));
    if (tracing === undefined) return start()[Symbol.asyncIterator]();
    const { taskId, contextId, attempt, call } = this.#lease;
    return tracing.turn({ taskId, contextId, attempt, carrier: call.trace }, start)[Symbol.asyncIterator]();
  }

  async #take(): Promise<Message | undefined> {
    const waiting = await this.#lease.take();
    if (waiting) this.#options.queue?.dequeued(this.#lease.taskId);
    return waiting?.message;
  }

  /** The generator returned: with a message, or with nothing, which completes the task. */
  async #finish(answer: Message | undefined): Promise<void> {
    // An agent that returns after its signal aborted has not completed: releasing the lease cancels the task.
    if (answer === undefined && this.#lease.stopReason instanceof CancelRequested) return;
    if (answer !== undefined && this.#mayAnswer) {
      return await this.#lease.answer(toAnswer(answer, this.#lease.contextId));
    }
    this.#wrote = true;
    // Appends take effect in order, and a refused one takes those behind it along: with the last one all are stored.
    const last = answer === undefined ? [this.#status("TASK_STATE_COMPLETED")] : this.#steps.ofMessage(answer);
    const { metrics } = this.#options;
    const begun = metrics ? performance.now() : 0;
    try {
      await this.#lease.append(last);
    } catch (error) {
      this.#broken ??= error;
      throw error;
    }
    if (metrics) {
      this.#storedAt = performance.now();
      metrics.record("a2a.server.append.duration", secondsSince(begun, this.#storedAt), UNLABELED);
    }
  }

  /** Whether the turn may still be answered without a task. */
  get #mayAnswer(): boolean {
    return !this.#wrote && this.#isFresh && !this.#answersByTask;
  }

  /** Whether callers of this protocol version expect a task in every answer. */
  get #answersByTask(): boolean {
    const { version } = this.#lease.call;
    return typeof version === "string" && this.#options.tasksOnly.has(version);
  }

  /** The agent has not yielded anything for a while: shows its task as working. */
  showWorking(): void {
    if (this.#wrote || this.#isOver || this.#lease.stopReason) return;
    this.#steps.works();
    this.#append([this.#status("TASK_STATE_WORKING")]);
  }

  #append(events: LogEvent[]): void {
    this.#wrote = true;
    this.#pending += 1;
    this.#lease.enqueue(events, this.#onAppended);
  }

  /** A turn that was refused anything ends: the rest of its output would have a gap. */
  readonly #onAppended = (refusal: unknown): void => {
    this.#pending -= 1;
    this.#appended.wake();
    if (refusal === undefined || this.#broken !== undefined) return;
    this.#broken = refusal;
    this.#stop.abort(refusal);
    this.#fail(refusal);
  };

  async #flush(): Promise<void> {
    while (this.#pending > 0) await this.#appended.wait();
    if (this.#broken !== undefined) throw this.#broken;
  }

  #status(state: TaskState, text?: string): LogEvent {
    const { taskId, contextId } = this.#lease;
    const status = text === undefined ? { state } : { state, message: this.#options.say(text, { taskId, contextId }) };
    return { statusUpdate: { taskId, contextId, status } };
  }

  /** The task is canceled, was fenced off, or has exceeded its time. */
  end(reason: unknown): void {
    this.#stop.abort(reason);
    if (!(reason instanceof TurnTimeout || reason instanceof FencedError)) return;
    // Everything that the agent yields after this is discarded.
    this.#broken ??= reason;
    this.#fail(reason);
  }

  /** Whether nothing has happened to the task yet but the message that began it. */
  get #isFresh(): boolean {
    return this.#lease.turn === 1 && this.#lease.attempt === 1;
  }

  /** Whether the agent yields faster than the storage accepts. */
  get #isCongested(): boolean {
    return this.#pending >= MAX_PENDING || (this.#pending > 0 && this.#lease.isCongested);
  }

  #report(message: string, error: unknown): void {
    this.#logger.error({ taskId: this.#lease.taskId, turn: this.#lease.turn, error }, message);
  }
}

/** Errors by which an agent refuses a message for now: the caller may send it again. */
const REFUSALS: ReadonlySet<ErrorCode> = new Set<ErrorCode>(["UNAVAILABLE", "CAPACITY_EXCEEDED", "RATE_LIMITED"]);

/** Checks the value that an executor returned, because untyped code can return anything. */
function iterable(steps: ReturnType<AgentExecutor>): ReturnType<AgentExecutor> {
  const given: { [Symbol.asyncIterator]?: unknown } | null | undefined = steps;
  if (typeof given?.[Symbol.asyncIterator] === "function") return steps;
  throw new TypeError(
    `executor: expected an async generator function, such as async function* () { yield "Hello"; }, found a function that returned ${kindOf(steps)}`,
  );
}

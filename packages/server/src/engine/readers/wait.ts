import { taskNotFound } from "@a2a/types";
import { offAbort, onAbort } from "../../util/abortable.ts";
import type { EngineState } from "../live/engine-state.ts";
import type { LiveTask } from "../live/live-task.ts";
import type { Reader } from "../live/published.ts";
import type { Scope, StoredTask, WaitOptions } from "../port/task-engine.ts";
import { isReached } from "../rules/wait-condition.ts";

/** Waits for a task; see `TaskEngine.waitFor`. */
export async function waitFor(state: EngineState, scope: Scope, id: string, options: WaitOptions): Promise<StoredTask> {
  const { timeoutMs, signal, view } = options;
  signal?.throwIfAborted();
  const finding = state.tasks.get(scope, id);
  const task = finding instanceof Promise ? await finding : finding;
  if (timeoutMs !== 0 && !isReached(task.shown, options)) {
    await new Promise<void>((resolve, reject) => new Wait(state, task, options, resolve, reject));
  }
  state.assertNotClosed();
  if (task.isRemoved) throw taskNotFound(id);
  return task.stored(view);
}

/** Resolves when a task changes, or after some time; rejects when the signal aborts. */
export function nextChange(state: EngineState, task: LiveTask, timeoutMs: number, signal?: AbortSignal): Promise<void> {
  const options = { until: "changed" as const, after: task.shown.seq, timeoutMs, ...(signal && { signal }) };
  return new Promise((resolve, reject) => new Wait(state, task, options, resolve, reject));
}

/** One caller that waits for one task. */
class Wait implements Reader {
  readonly #state: EngineState;
  readonly #task: LiveTask;
  readonly #options: WaitOptions;
  readonly #resolve: () => void;
  readonly #reject: (error: unknown) => void;
  readonly #cleanUp: () => void;

  constructor(
    state: EngineState,
    task: LiveTask,
    options: WaitOptions,
    resolve: () => void,
    reject: (error: unknown) => void,
  ) {
    this.#state = state;
    this.#task = task;
    this.#options = options;
    this.#resolve = resolve;
    this.#reject = reject;
    const { timeoutMs, signal } = options;
    const cancelTimer = timeoutMs === undefined ? undefined : state.scheduler.after(timeoutMs, () => this.#end());
    const node = signal && onAbort(signal, () => this.#fail(signal.reason));
    task.follow(this);
    this.#cleanUp = () => {
      task.leave(this);
      cancelTimer?.();
      if (signal && node) offAbort(signal, node);
    };
  }

  wake(): void {
    if (this.#task.isRemoved) this.#fail(taskNotFound(this.#task.id));
    else if (this.#state.phase === "closed") this.#fail(this.#state.refusal);
    else if (isReached(this.#task.shown, this.#options)) this.#end();
  }

  #end(): void {
    this.#cleanUp();
    this.#resolve();
  }

  #fail(error: unknown): void {
    this.#cleanUp();
    this.#reject(error);
  }
}

import { taskNotFound } from "@a2a/types";
import { offAbort, onAbort } from "../../util/abortable.ts";
import type { Scope, StoredTask, WaitOptions } from "../port/task-engine.ts";
import { type EngineCore, storedTask } from "./engine-core.ts";
import { belongsTo, type TaskHead } from "./rules/task-row.ts";
import { isReached } from "./rules/wait-condition.ts";

/** The longest delay of a timer; a longer one would fire at once. */
const MAX_DELAY_MS = 2 ** 31 - 1;

/** Waits for a task; see `TaskEngine.waitFor`. */
export async function waitFor(core: EngineCore, scope: Scope, id: string, options: WaitOptions): Promise<StoredTask> {
  const { timeoutMs, signal, view } = options;
  signal?.throwIfAborted();
  if (timeoutMs !== 0) await untilReached(core, scope, id, options);
  core.assertNotClosed();
  const reading = core.store.read(id, view);
  const stored = reading instanceof Promise ? await reading : reading;
  if (!stored || !belongsTo(stored.row, scope)) throw taskNotFound(id);
  return storedTask(stored.row, stored.json);
}

/** Resolves when the condition holds or the time is up. */
function untilReached(core: EngineCore, scope: Scope, id: string, options: WaitOptions): Promise<void> | undefined {
  const row = core.own(scope, id);
  if (row instanceof Promise) {
    // The wait looks at the row itself, and fails if that fails.
    row.catch(() => undefined);
  } else {
    if (!row) throw taskNotFound(id);
    if (isReached(row, options)) return undefined;
  }
  return new Promise((resolve, reject) => new Wait(core, scope, id, options, resolve, reject));
}

/** One caller that waits for one task. */
class Wait {
  readonly #core: EngineCore;
  readonly #scope: Scope;
  readonly #id: string;
  readonly #options: WaitOptions;
  readonly #resolve: () => void;
  readonly #reject: (error: unknown) => void;
  readonly #cleanUp: () => void;
  /** Whether the store is being asked, and whether the task changed meanwhile. */
  #looking = false;
  #changed = false;

  constructor(
    core: EngineCore,
    scope: Scope,
    id: string,
    options: WaitOptions,
    resolve: () => void,
    reject: (error: unknown) => void,
  ) {
    this.#core = core;
    this.#scope = scope;
    this.#id = id;
    this.#options = options;
    this.#resolve = resolve;
    this.#reject = reject;
    const { timeoutMs, signal } = options;
    const timer =
      timeoutMs === undefined ? undefined : setTimeout(() => this.#end(), Math.min(timeoutMs, MAX_DELAY_MS));
    const unwatch = core.watchers.watch(id, () => this.#look());
    const node = signal && onAbort(signal, () => this.#fail(signal.reason));
    this.#cleanUp = () => {
      unwatch();
      clearTimeout(timer);
      if (signal && node) offAbort(signal, node);
    };
    // The task may have changed before it was watched.
    if (signal?.aborted) this.#fail(signal.reason);
    else this.#look();
  }

  #look(): void {
    if (this.#looking) {
      this.#changed = true;
      return;
    }
    try {
      const row = this.#core.own(this.#scope, this.#id);
      if (row instanceof Promise) void this.#lookLater(row);
      else this.#judge(row);
    } catch (error) {
      this.#fail(error);
    }
  }

  async #lookLater(answer: Promise<TaskHead | undefined>): Promise<void> {
    this.#looking = true;
    try {
      this.#judge(await answer);
    } catch (error) {
      this.#fail(error);
    }
    this.#looking = false;
    if (!this.#changed) return;
    this.#changed = false;
    this.#look();
  }

  #judge(row: TaskHead | undefined): void {
    if (!row) this.#fail(taskNotFound(this.#id));
    else if (isReached(row, this.#options)) this.#end();
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

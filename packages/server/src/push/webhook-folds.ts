import { applyEvent, copyTask, type Task } from "@a2a/types";
import type { LogEntry, PushRecord, TaskEngine } from "../engine/port/task-engine.ts";

/** How many tasks are kept between deliveries. */
const MAX_FOLDS = 32;

interface Fold {
  readonly task: Task;
  readonly alias: string | undefined;
  seq: number;
}

/**
 * Tasks as of the event that is delivered next, for receivers that expect the whole task with every event. A webhook gets its
 * events in order, so each is folded into the task of the one before instead of folding the log again.
 */
export class WebhookFolds {
  readonly #engine: TaskEngine;
  /** In the order of their last use (LRU). */
  readonly #folds = new Map<string, Fold>();

  constructor(engine: TaskEngine) {
    this.#engine = engine;
  }

  /** The task as of an entry of its log, and its alias; it is valid until the next call. `undefined` when it is gone. */
  async taskAt({ scope, taskId, id }: PushRecord, entry: LogEntry): Promise<Omit<Fold, "seq"> | undefined> {
    const key = `${taskId}/${id}`;
    const known = this.#folds.get(key);
    this.#folds.delete(key);
    // A second attempt asks for the same event again.
    if (known?.seq === entry.seq - 1) {
      applyEvent(known.task, entry.event);
      known.seq = entry.seq;
    }
    const fold = known?.seq === entry.seq ? known : await this.#load(scope, taskId, entry.seq);
    if (fold) this.#keep(key, fold);
    return fold;
  }

  /** Forgets the task of a webhook that was removed. */
  delete({ taskId, id }: PushRecord): void {
    this.#folds.delete(`${taskId}/${id}`);
  }

  async #load(scope: PushRecord["scope"], taskId: string, seq: number): Promise<Fold | undefined> {
    const at = await this.#engine.taskAt(scope, taskId, seq);
    if (!at) return undefined;
    // The engine's object is this reader's own, but a task as it stands may be newer than the entry.
    return { task: copyTask(at.stored.task), alias: at.stored.alias, seq: at.gap ? -1 : seq };
  }

  #keep(key: string, fold: Fold): void {
    this.#folds.set(key, fold);
    for (const oldest of this.#folds.keys()) {
      if (this.#folds.size <= MAX_FOLDS) return;
      this.#folds.delete(oldest);
    }
  }
}

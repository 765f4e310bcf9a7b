import { applyEvent, copyTask, type Task } from "@a2a/types";
import type { LogEntry, TaskEngine, WebhookRecord } from "../engine/port/task-engine.ts";

/** How many tasks are kept between deliveries. */
const MAX_FOLDS = 32;

/** Up to this size every event is delivered with the whole task; */
const SMALL_TASK = 65_536;
/** beyond it a chunk is skipped unless the task has grown by this factor since the last delivery. */
const GROWTH = 1.125;

interface Fold {
  readonly task: Task;
  readonly alias: string | undefined;
  seq: number;
  /** The size of the log in characters, which is about that of the task: now, and at the last delivery. */
  size: number;
  deliveredSize: number;
}

/** A task to deliver. */
export interface DeliveredTask extends Pick<Fold, "task" | "alias"> {
  /** Whether it is to be delivered now; otherwise a later event will bring it. */
  readonly isDue: boolean;
}

/**
 * Tasks as of the event that is delivered next, for receivers that expect the whole task with every event. A webhook gets its
 * events in order, so each is folded into the task of the one before instead of folding the log again. Chunks of large tasks are
 * coalesced: the bytes sent for a task stay in proportion to its size, however many chunks it is made of.
 */
export class WebhookFolds {
  readonly #engine: TaskEngine;
  /** In the order of their last use (LRU). */
  readonly #folds = new Map<string, Fold>();

  constructor(engine: TaskEngine) {
    this.#engine = engine;
  }

  /** The task as of an entry of its log; it is valid until the next call. `undefined` when it is gone. */
  async taskAt({ scope, taskId, id }: WebhookRecord, entry: LogEntry): Promise<DeliveredTask | undefined> {
    const key = `${taskId}/${id}`;
    const known = this.#folds.get(key);
    this.#folds.delete(key);
    // A second attempt asks for the same event again.
    if (known?.seq === entry.seq - 1) {
      applyEvent(known.task, entry.event);
      known.seq = entry.seq;
      known.size += entry.json.length;
    }
    const fold = known?.seq === entry.seq ? known : await this.#load(scope, taskId, entry.seq);
    if (!fold) return undefined;
    this.#keep(key, fold);
    const { task, alias, size } = fold;
    const isDue = !isChunk(entry) || size <= SMALL_TASK || size >= GROWTH * fold.deliveredSize;
    if (isDue) fold.deliveredSize = size;
    return { task, alias, isDue };
  }

  /** Forgets the task of a webhook that was removed. */
  delete({ taskId, id }: WebhookRecord): void {
    this.#folds.delete(`${taskId}/${id}`);
  }

  async #load(scope: WebhookRecord["scope"], taskId: string, seq: number): Promise<Fold | undefined> {
    const at = await this.#engine.taskAt(scope, taskId, seq);
    if (!at) return undefined;
    // The engine's object belongs to this reader, but the current task may be newer than the entry.
    const { task, alias, json } = at.stored;
    return { task: copyTask(task), alias, seq: at.gap ? -1 : seq, size: json.length, deliveredSize: 0 };
  }

  #keep(key: string, fold: Fold): void {
    this.#folds.set(key, fold);
    for (const oldest of this.#folds.keys()) {
      if (this.#folds.size <= MAX_FOLDS) return;
      this.#folds.delete(oldest);
    }
  }
}

/** Whether an entry only adds to an artifact, so that a later entry can stand for it. */
function isChunk({ event }: LogEntry): boolean {
  return "artifactUpdate" in event && event.artifactUpdate.append === true && event.artifactUpdate.lastChunk !== true;
}

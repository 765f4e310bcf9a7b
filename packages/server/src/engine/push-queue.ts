import { Wakeup } from "../scheduling/wakeup.ts";
import type { EngineCore } from "./engine-core.ts";
import type { LogEntry, PushClaim, PushRecord } from "./port/task-engine.ts";
import type { TaskRow } from "./rules/task-row.ts";

const ENTRIES_PER_CLAIM = 32;

/** Which webhooks have something to deliver, and who delivers it. The cursors themselves are in the store. */
export class PushQueue {
  readonly #core: EngineCore;
  /** Tasks that may have events to deliver; a task that turns out to have none leaves the set. */
  readonly #tasks: Set<string>;
  /** The claims that are out. */
  readonly #claims = new Map<string, object>();
  readonly #wakeup = new Wakeup();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(core: EngineCore) {
    this.#core = core;
    this.#tasks = new Set(core.store.undelivered());
  }

  /** There is a new event of a task with webhooks. */
  mark(taskId: string): void {
    this.#tasks.add(taskId);
    this.#wakeup.wake();
  }

  /** A webhook was replaced or removed: a claim on it, if one is out, means nothing any more. */
  forget(taskId: string, id: string): void {
    this.#claims.delete(keyOf(taskId, id));
  }

  claim(limit: number): PushClaim[] {
    const claims: PushClaim[] = [];
    for (const { record, entries } of this.#due()) {
      if (claims.length >= limit) break;
      claims.push(this.#claim(record, entries));
    }
    return claims;
  }

  /** Resolves when something may be due. */
  ready(signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    for (const _ of this.#due()) return Promise.resolve();
    return this.#wakeup.wait(signal);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#wakeup.wake();
  }

  *#due(): Generator<{ record: PushRecord; entries: readonly LogEntry[] }> {
    const now = this.#core.now();
    let earliest = Number.POSITIVE_INFINITY;
    for (const taskId of [...this.#tasks]) {
      const row = this.#core.store.find(taskId);
      const waiting = row ? this.#core.store.pushes(row).filter((push) => push.nextSeq <= row.seq) : [];
      if (waiting.length === 0) this.#tasks.delete(taskId);
      for (const record of waiting) {
        if (this.#claims.has(keyOf(taskId, record.id))) continue;
        if (record.retryAt !== undefined && record.retryAt > now) earliest = Math.min(earliest, record.retryAt);
        else yield* this.#pending(row as TaskRow, record);
      }
    }
    this.#wakeAt(earliest, now);
  }

  *#pending(row: TaskRow, record: PushRecord): Generator<{ record: PushRecord; entries: readonly LogEntry[] }> {
    const entries = this.#core.store.entries(row, record.nextSeq - 1, ENTRIES_PER_CLAIM);
    // Events that were trimmed before they could be delivered are past delivering.
    if (entries.length > 0) yield { record, entries };
  }

  #wakeAt(time: number, now: number): void {
    clearTimeout(this.#timer);
    if (time === Number.POSITIVE_INFINITY) return;
    this.#timer = setTimeout(() => this.#wakeup.wake(), Math.min(time - now, 2 ** 31 - 1));
    this.#timer.unref?.();
  }

  #claim(record: PushRecord, entries: readonly LogEntry[]): PushClaim {
    const key = keyOf(record.taskId, record.id);
    const token = {};
    this.#claims.set(key, token);
    const end = () => {
      if (this.#claims.get(key) === token) this.#claims.delete(key);
      this.#wakeup.wake();
    };
    const update = (change: (push: PushRecord) => PushRecord): Promise<void> =>
      this.#core.write(() => {
        const row = this.#core.store.find(record.taskId);
        const push = row && this.#core.store.pushes(row).find(({ id }) => id === record.id);
        if (row && push && this.#claims.get(key) === token) this.#core.store.savePush(row, change(push));
      });
    return {
      record,
      entries,
      advance: (seq) =>
        update(({ retryAt: _, ...push }) => ({ ...push, attempts: 0, nextSeq: Math.max(push.nextSeq, seq + 1) })),
      retry: (delayMs) => {
        const retryAt = this.#core.now() + delayMs;
        return update((push) => ({ ...push, attempts: push.attempts + 1, retryAt })).finally(end);
      },
      release: end,
    };
  }
}

function keyOf(taskId: string, id: string): string {
  return `${taskId.length}:${taskId}${id}`;
}

import type { MaybePromise } from "../../util/maybe-promise.ts";
import type { Scheduler } from "../../util/scheduler.ts";
import { storageUnavailable } from "../port/refusals.ts";
import type { EngineStore } from "../store/sharing.ts";
import { type Change, StorageFailure } from "../store/task-store.ts";
import { sizeOfEntries } from "../text/log-entry.ts";

/** A party with changes to write: at most one of them is under way at a time. */
export interface Writer {
  /** The next change; `undefined` when there is nothing to write. */
  take(): Change | undefined;
  /** The change is durable. */
  durable(): void;
  /** The change was refused, and nothing of it was written. */
  refused(error: unknown): void;
  /** How long the change is retried while the storage is down, in milliseconds. */
  readonly retryForMs: number;
}

/** A change that was taken from its writer. Its content is final: it is retried unchanged, or refused. */
interface Taken {
  readonly writer: Writer;
  readonly change: Change;
  /** When it failed first. */
  failedAt: number | undefined;
}

const FIRST_DELAY_MS = 10;
const MAX_DELAY_MS = 1_000;

/**
 * The only place that batches and retries writes. Changes of one event loop iteration are written together; a single one does not wait
 * (docs/decisions/020). While the storage is down, changes are retried until their time is up. A change that cannot be written
 * fails alone.
 */
export class WriteQueue {
  readonly #store: () => EngineStore;
  readonly #scheduler: Scheduler;
  #waiting: Writer[] = [];
  /** Changes that failed and will be retried, in order. */
  #failed: Taken[] = [];
  #isWriting = false;
  #isClosed = false;
  /** Since when no write has succeeded. */
  #downSince: number | undefined;
  /** Whether nothing can be written at the moment, so that new changes join the next attempt. */
  #isLocked = false;
  #delayMs = FIRST_DELAY_MS;
  #cancelRetry: (() => void) | undefined;
  /** How many writers came in this iteration of the event loop, and in the last one in which any came. */
  #arrived = 0;
  #arrivedBefore = 0;
  #isTickDue = false;
  #isCatchingUp = false;
  #idle: (() => void)[] = [];

  constructor(store: () => EngineStore, scheduler: Scheduler) {
    this.#store = store;
    this.#scheduler = scheduler;
  }

  /** A writer has a change. With `soon`, it is written on the next tick: the answer to a caller waits for it. */
  add(writer: Writer, soon = false): void {
    if (this.#isClosed) {
      writer.take();
      writer.refused(storageUnavailable(new Error("the engine is closed")));
      return;
    }
    this.#waiting.push(writer);
    this.#arrived += 1;
    if (this.#arrived === 1) this.#scheduler.onNextIteration(this.#onIteration);
    const isSoon = soon || (this.#arrived === 1 && this.#arrivedBefore <= 1);
    if (!isSoon || this.#isTickDue) return;
    this.#isTickDue = true;
    this.#scheduler.onNextTick(this.#onTick);
  }

  /** Resolves when everything that was added has been written or refused. */
  async drained(): Promise<void> {
    while (this.#waiting.length > 0 || this.#failed.length > 0 || this.#isWriting) {
      await new Promise<void>((resolve) => this.#idle.push(resolve));
    }
  }

  /**
   * The outcome of the current write is unknown for now: refuses waiting changes, except those worth retrying.
   */
  stall(error: unknown): void {
    const now = this.#scheduler.elapsed();
    for (const writer of this.#waiting.splice(0)) {
      const change = writer.take();
      if (!change) continue;
      const taken = { writer, change, failedAt: now };
      if (this.#mayRepeat(taken, now)) this.#failed.push(taken);
      else writer.refused(error);
    }
  }

  /** Refuses all unwritten changes, now and in the future. */
  close(error: unknown): void {
    this.#isClosed = true;
    this.#cancelRetry?.();
    const failed = this.#failed;
    this.#failed = [];
    for (const { writer } of failed) writer.refused(error);
    for (const writer of this.#waiting.splice(0)) {
      writer.take();
      writer.refused(error);
    }
    this.#wakeIdle();
  }

  readonly #onTick = (): void => {
    this.#isTickDue = false;
    this.#flush();
  };

  readonly #onIteration = (): void => {
    this.#arrivedBefore = this.#arrived;
    this.#arrived = 0;
    this.#flush();
  };

  #flush(): void {
    if (this.#isWriting || this.#isLocked || this.#waiting.length === 0) return;
    this.#run([]);
  }

  /** Writes failed changes again, and waiting ones. */
  #run(failed: Taken[]): void {
    const batch = failed;
    const { maxBatch = this.#waiting.length, maxBatchSize = Number.POSITIVE_INFINITY } = this.#store();
    const next = this.#waiting.splice(0, maxBatch);
    let size = 0;
    let taken = 0;
    for (; taken < next.length && size < maxBatchSize; taken++) {
      const writer = next[taken] as Writer; // within its bounds
      const change = writer.take();
      if (!change) continue;
      batch.push({ writer, change, failedAt: undefined });
      size += sizeOf(change);
    }
    if (taken < next.length) this.#waiting.unshift(...next.slice(taken));
    const writing = this.#write(batch);
    if (writing instanceof Promise) {
      this.#isWriting = true;
      void writing.then(() => {
        this.#isWriting = false;
        this.#after();
      });
    } else {
      this.#after();
    }
  }

  #after(): void {
    if (this.#failed.length > 0) this.#retryLater();
    else this.#isLocked = false;
    this.#catchUpLater();
    if (this.#waiting.length > 0) this.#flush();
    this.#wakeIdle();
  }

  #write(batch: readonly Taken[]): MaybePromise<void> {
    if (batch.length === 0) return undefined;
    try {
      const writing = this.#store().write(batch.map(({ change }) => change));
      if (!(writing instanceof Promise)) return this.#written(batch, writing);
      return writing.then(
        (refusals) => this.#written(batch, refusals),
        (error: unknown) => this.#notWritten(batch, error),
      );
    } catch (error) {
      return this.#notWritten(batch, error);
    }
  }

  #written(batch: readonly Taken[], refusals: ReadonlyMap<number, unknown> | undefined): void {
    this.#downSince = undefined;
    this.#isLocked = false;
    this.#delayMs = FIRST_DELAY_MS;
    for (const [index, { writer }] of batch.entries()) {
      if (refusals?.has(index)) writer.refused(refusals.get(index));
      else writer.durable();
    }
  }

  #notWritten(batch: readonly Taken[], error: unknown): MaybePromise<void> {
    const isTransient = error instanceof StorageFailure && error.retryForMs > 0;
    // One change that cannot be written must not fail the others.
    if (batch.length > 1 && !isTransient) {
      const middle = batch.length >> 1;
      const first = this.#write(batch.slice(0, middle));
      const rest = () => this.#write(batch.slice(middle));
      return first instanceof Promise ? first.then(rest) : rest();
    }
    const now = this.#scheduler.elapsed();
    this.#downSince ??= now;
    this.#isLocked = isTransient;
    for (const taken of batch) {
      taken.failedAt ??= now;
      // A caller that makes several calls waits for a locked file only once.
      const deadline = error instanceof StorageFailure ? this.#downSince + error.retryForMs : 0;
      if (!this.#isClosed && error instanceof StorageFailure && (deadline > now || this.#mayRepeat(taken, now))) {
        this.#failed.push(taken);
      } else {
        taken.writer.refused(error instanceof StorageFailure ? storageUnavailable(error.cause) : error);
      }
    }
  }

  #mayRepeat({ writer, failedAt = 0 }: Taken, now: number): boolean {
    return failedAt + writer.retryForMs > now;
  }

  #retryLater(): void {
    if (this.#cancelRetry || this.#isClosed) return;
    const delayMs = this.#delayMs;
    this.#delayMs = Math.min(2 * delayMs, MAX_DELAY_MS);
    this.#cancelRetry = this.#scheduler.after(delayMs, () => {
      this.#cancelRetry = undefined;
      // This is checked again when the current write ends.
      if (this.#isWriting) return;
      const failed = this.#failed;
      this.#failed = [];
      this.#run(failed);
    });
  }

  #catchUpLater(): void {
    if (this.#isCatchingUp || this.#isClosed || this.#isLocked || !this.#store().isBehind) return;
    this.#isCatchingUp = true;
    this.#scheduler.onNextIteration(this.#catchUp);
  }

  readonly #catchUp = (): void => {
    this.#isCatchingUp = false;
    if (this.#isClosed || this.#isWriting) return;
    // If the storage fails now, the next write will try again.
    if (this.#store().catchUp?.()) this.#catchUpLater();
  };

  #wakeIdle(): void {
    const idle = this.#idle;
    this.#idle = [];
    for (const wake of idle) wake();
  }
}

/** The characters of a change. */
function sizeOf(change: Change): number {
  if (change.kind === "exchange") return change.exchange.message.length + change.exchange.answer.length;
  return sizeOfEntries(change.entries);
}

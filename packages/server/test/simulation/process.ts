import type { TaskEngine } from "../../src/engine/port/task-engine.ts";
import type { Scheduler } from "../../src/util/scheduler.ts";
import type { VirtualScheduler } from "./virtual-scheduler.ts";

/** A process of the simulation, with an engine of its own. It can stop for a while, as SIGSTOP would have it, or for good. */
export class SimulatedProcess implements Scheduler {
  readonly name: string;
  /** Never resolves; rejects when the process has died, so that its callers do not wait for it. */
  readonly died: Promise<never>;
  isDead = false;
  readonly #scheduler: VirtualScheduler;
  readonly #reject: (error: Error) => void;
  #engine: TaskEngine | undefined;
  #waiting: (() => void)[] | undefined;

  constructor(name: string, scheduler: VirtualScheduler) {
    this.name = name;
    this.#scheduler = scheduler;
    const { promise, reject } = Promise.withResolvers<never>();
    this.died = promise;
    this.#reject = reject;
    // Nobody may be waiting when it dies.
    promise.catch(() => undefined);
  }

  get engine(): TaskEngine {
    return this.#engine as TaskEngine; // set before anyone asks
  }

  /** The engine that runs in it. */
  host(engine: TaskEngine): void {
    this.#engine = engine;
  }

  kill(): void {
    this.isDead = true;
    this.#waiting = undefined;
    this.#reject(new Crashed(`process ${this.name} has died`));
  }

  pause(): void {
    this.#waiting ??= [];
  }

  resume(): void {
    const waiting = this.#waiting ?? [];
    this.#waiting = undefined;
    for (const work of waiting) this.onNextIteration(work);
  }

  elapsed(): number {
    return this.#scheduler.elapsed();
  }

  after(ms: number, work: () => void): () => void {
    return this.#scheduler.after(ms, this.#gated(work));
  }

  every(ms: number, work: () => void): () => void {
    return this.#scheduler.every(ms, this.#gated(work));
  }

  onNextTick(work: () => void): void {
    this.#scheduler.onNextTick(this.#gated(work));
  }

  onNextIteration(work: () => void): void {
    this.#scheduler.onNextIteration(this.#gated(work));
  }

  /** Resolves after a while, in this process. */
  soon(): Promise<void> {
    return new Promise((resolve) => void this.#scheduler.soon().then(this.#gated(resolve)));
  }

  #gated(work: () => void): () => void {
    return () => {
      if (this.isDead) return;
      if (this.#waiting) this.#waiting.push(work);
      else work();
    };
  }
}

/** The process that was called has died: its caller cannot know what became of the call. */
export class Crashed extends Error {
  override readonly name = "Crashed";
}

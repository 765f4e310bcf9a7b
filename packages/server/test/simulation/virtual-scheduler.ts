import type { Scheduler } from "../../src/util/scheduler.ts";
import type { Random } from "./random.ts";

interface Timer {
  readonly at: number;
  readonly order: number;
  readonly work: () => void;
}

/** Virtual time. Work runs one piece at a time, in an order that the seed decides; time passes only when the seed says so. */
export class VirtualScheduler implements Scheduler {
  readonly #random: Random;
  readonly #ticks: (() => void)[] = [];
  readonly #iterations: (() => void)[] = [];
  readonly #timers = new Set<Timer>();
  #now = 0;
  #order = 0;

  constructor(random: Random) {
    this.#random = random;
  }

  elapsed(): number {
    return this.#now;
  }

  after(ms: number, work: () => void): () => void {
    const timer = { at: this.#now + ms, order: this.#order++, work };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  every(ms: number, work: () => void): () => void {
    let cancel: () => void;
    const again = () => {
      cancel = this.after(ms, () => {
        again();
        work();
      });
    };
    again();
    return () => cancel();
  }

  onNextTick(work: () => void): void {
    this.#ticks.push(work);
  }

  onNextIteration(work: () => void): void {
    this.#iterations.push(work);
  }

  /** Resolves after a random number of iterations and, now and then, after some time. */
  soon(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#random.chance(0.3)) this.after(this.#random.below(50), resolve);
      else this.#iterations.splice(this.#random.below(this.#iterations.length + 1), 0, resolve);
    });
  }

  /** Runs pieces of work, with all their microtasks, until a condition holds. Throws when nothing is left to run before that. */
  async run(isOver: () => boolean, maxSteps = 20_000): Promise<void> {
    for (let step = 0; ; step++) {
      // A real iteration of the event loop: all microtasks of the last piece have run by then.
      await new Promise(setImmediate);
      if (isOver()) return;
      if (step > maxSteps) throw new Error(`not over after ${maxSteps} steps`);
      this.#step();
    }
  }

  #step(): void {
    const next = this.#ticks.shift() ?? this.#nextWork();
    if (!next) throw new Error("nothing is left to run: something waits for good");
    next();
  }

  #nextWork(): (() => void) | undefined {
    const timer = this.#iterations.length === 0 || this.#random.chance(0.1) ? this.#nextTimer() : undefined;
    if (!timer) return this.#iterations.shift();
    this.#timers.delete(timer);
    this.#now = Math.max(this.#now, timer.at);
    return timer.work;
  }

  #nextTimer(): Timer | undefined {
    let next: Timer | undefined;
    for (const timer of this.#timers) {
      if (!next || timer.at < next.at || (timer.at === next.at && timer.order < next.order)) next = timer;
    }
    return next;
  }
}

import { openSync, readdirSync, readSync } from "node:fs";

/** The time that a thread had a processor, and waited for one, in milliseconds. */
interface Turns {
  readonly ran: number;
  readonly waited: number;
}

/**
 * How long requests would take if each process had processors of its own. The attackers run on the machine of the server that they attack, and
 * others may use it as well: the time for which they keep the server from running is not the server's.
 */
export class OwnLatency {
  readonly #processes: readonly Process[];

  /** @param pids The processes that requests go through. They run already. */
  constructor(pids: readonly number[]) {
    this.#processes = pids.map((pid) => new Process(pid));
  }

  /** Begins a request; the result ends it and tells its latency, in milliseconds. */
  start(): () => number {
    const before = this.#processes.map((process) => process.turns());
    const begun = performance.now();
    return () => {
      let latency = performance.now() - begun;
      let longest = 0;
      for (const [index, process] of this.#processes.entries()) {
        const { ran, waited } = process.since(before[index] ?? []);
        latency -= waited;
        longest = Math.max(longest, ran);
      }
      // What waits at the same time counts twice, but no request is faster than the work of the busiest process.
      return Math.max(latency, longest);
    };
  }
}

/** A process, and its threads as they were at first: the main thread, and those that V8 collects garbage with. */
class Process {
  readonly #threads: readonly number[];

  constructor(pid: number) {
    this.#threads = filesOf(pid);
  }

  turns(): readonly Turns[] {
    return this.#threads.map(turnsIn);
  }

  /** The turns of the main thread. It waits for the other threads when they collect garbage, at most as long as one of them waits. */
  since(before: readonly Turns[]): Turns {
    const [main = NONE, ...others] = this.turns().map(({ ran, waited }, index) => {
      const earlier = before[index] ?? NONE;
      return { ran: ran - earlier.ran, waited: waited - earlier.waited };
    });
    return { ran: main.ran, waited: main.waited + Math.max(0, ...others.map(({ waited }) => waited)) };
  }
}
const NONE: Turns = { ran: 0, waited: 0 };

/** The files in which Linux counts the turns of each thread, the main one first. Other systems have none. */
function filesOf(pid: number): number[] {
  try {
    const threads = readdirSync(`/proc/${pid}/task`).sort((a, b) => Number(a) - Number(b));
    return threads.map((thread) => openSync(`/proc/${pid}/task/${thread}/schedstat`, "r"));
  } catch {
    return [];
  }
}

const buffer = Buffer.alloc(128);

/** The nanoseconds that a thread ran, and those that it waited to. After its end, both are 0. */
function turnsIn(file: number): Turns {
  try {
    const [ran, waited] = buffer.toString("latin1", 0, readSync(file, buffer, 0, buffer.length, 0)).split(" ");
    return { ran: Number(ran) / 1e6, waited: Number(waited) / 1e6 };
  } catch {
    return NONE;
  }
}

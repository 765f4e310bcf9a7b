import { readFileSync } from "node:fs";

/** The time that the main thread of a process had a processor, and waited for one, in milliseconds. */
interface Turns {
  readonly ran: number;
  readonly waited: number;
}

/**
 * How long requests would take if each process had a processor of its own. The attackers run on the machine of the server that they
 * attack, and others may use it as well: the time for which they keep the server from running is not the server's.
 */
export class OwnLatency {
  readonly #pids: readonly number[];

  /** The processes that requests go through. */
  constructor(pids: readonly number[]) {
    this.#pids = pids;
  }

  /** Begins a request; the result ends it and tells its latency, in milliseconds. */
  start(): () => number {
    const before = this.#pids.map(turnsOf);
    const begun = performance.now();
    return () => {
      let latency = performance.now() - begun;
      let longest = 0;
      for (const [index, pid] of this.#pids.entries()) {
        const { ran, waited } = turnsOf(pid);
        latency -= waited - (before[index]?.waited ?? 0);
        longest = Math.max(longest, ran - (before[index]?.ran ?? 0));
      }
      // Processes that wait at the same time count twice, but no request is faster than the work of the busiest one.
      return Math.max(latency, longest);
    };
  }
}

/** Linux counts the nanoseconds that a thread ran, and those that it waited to. Elsewhere, or after the end of a process, both are 0. */
function turnsOf(pid: number): Turns {
  try {
    const [ran, waited] = readFileSync(`/proc/${pid}/schedstat`, "latin1").split(" ");
    return { ran: Number(ran) / 1e6, waited: Number(waited) / 1e6 };
  } catch {
    return NONE;
  }
}
const NONE: Turns = { ran: 0, waited: 0 };

import { readFileSync } from "node:fs";
import type { Server } from "node:http";

/** A sample of a server. */
export interface VictimReading {
  readonly rss: number;
  /** The most memory it ever had, in bytes. */
  readonly peakRss: number;
  readonly connections: number;
  /** What is in use on the heap and outside of it, after a collection. Absent unless the process runs with `--expose-gc`. */
  readonly live?: number;
}

/** Samples the server of this process. */
export async function readingOf(server: Server): Promise<VictimReading> {
  const connections = await new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)));
  const reading = { rss: process.memoryUsage.rss(), peakRss: peakRss(), connections };
  if (globalThis.gc === undefined) return reading;
  globalThis.gc();
  const { heapUsed, external } = process.memoryUsage();
  return { ...reading, live: heapUsed + external };
}

/** The most memory that this program ever had. `maxRSS` is at least what its parent had when it started this process. */
function peakRss(): number {
  try {
    const [, kilobytes] = /^VmHWM:\s*(\d+) kB$/m.exec(readFileSync("/proc/self/status", "latin1")) ?? [];
    if (kilobytes !== undefined) return Number(kilobytes) * 1024;
  } catch {
    // Another system than Linux.
  }
  return process.resourceUsage().maxRSS * 1024;
}

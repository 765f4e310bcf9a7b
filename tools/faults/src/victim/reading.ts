import type { Server } from "node:http";

/** A sample of a server. */
export interface VictimReading {
  readonly rss: number;
  /** The most memory it ever had, in bytes. */
  readonly peakRss: number;
  readonly connections: number;
}

/** Samples the server of this process. */
export async function readingOf(server: Server): Promise<VictimReading> {
  const connections = await new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)));
  return { rss: process.memoryUsage.rss(), peakRss: process.resourceUsage().maxRSS * 1024, connections };
}

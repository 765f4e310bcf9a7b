import type { Server } from "node:http";
import type { AddressInfo } from "node:net";

/** Listens on a free port and tells the parent process where, and what it uses when it is asked. */
export function listenAndReport(server: Server): void {
  server.listen(0, "127.0.0.1", () => report((server.address() as AddressInfo).port));
}

/** Tells the parent process the port and some tasks, and the CPU time or the memory used so far whenever it asks. */
export function report(port: number, taskIds: readonly string[] = []): void {
  process.on("message", (wish) => void answer(wish));
  process.send?.({ port, taskIds });
}

async function answer(wish: unknown): Promise<void> {
  process.send?.(wish === "cpu" ? cpuUs() : await bytes(wish === "resident"));
}

function cpuUs(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}

async function bytes(isResident: boolean): Promise<number> {
  for (let n = 0; n < 3; n++) {
    globalThis.gc?.();
    await new Promise((resolve) => setImmediate(resolve));
  }
  const { heapUsed, external, rss } = process.memoryUsage();
  return isResident ? rss : heapUsed + external;
}

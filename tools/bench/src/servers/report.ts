import type { Server } from "node:http";
import type { AddressInfo } from "node:net";

/** Listens on a free port and tells the parent process where, and how much CPU time it has used when it is asked. */
export function listenAndReport(server: Server): void {
  server.listen(0, "127.0.0.1", () => report((server.address() as AddressInfo).port));
}

/** Tells the parent process the port, and the CPU time used so far whenever it asks. */
export function report(port: number): void {
  process.on("message", () => {
    const { user, system } = process.cpuUsage();
    process.send?.({ cpuUs: user + system });
  });
  process.send?.({ port });
}

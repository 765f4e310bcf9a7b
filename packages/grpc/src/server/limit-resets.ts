import type { Server } from "@grpc/grpc-js";

/** How many calls of one connection may be reset at once, and how many per second on average. */
const BURST = 100;
const PER_SECOND = 33;

/**
 * Closes connections whose calls are reset faster than that (CVE-2023-44487). A reset makes room for the next call, so only this bounds
 * the calls in one read of a connection, for which those of all others wait. grpc-js has no option for it, but passes these on to Node.
 */
export function limitResets(server: Server): void {
  const { commonServerOptions: options } = server as unknown as WithHttp2Options; // private, and may be missing
  if (options) Object.assign(options, { streamResetBurst: BURST, streamResetRate: PER_SECOND });
}

interface WithHttp2Options {
  readonly commonServerOptions?: object;
}

import type { RunningAgent } from "@a2a/server/node";
import type { Io } from "../cli/io.ts";

/** Says where a server listens: its URL on stdout, the link to its inspector on stderr. */
export function announce({ url, inspectorUrl }: RunningAgent, io: Io): void {
  io.out(`${url}\n`);
  if (inspectorUrl !== undefined) io.err(`Inspector: ${inspectorUrl}\n`);
}

import type { ServeOptions } from "@a2a/server/node";
import { isLoopback } from "@a2a/types/internal";
import type { ServerSettings } from "./server-flags.ts";

/**
 * The option of `serve` for the page at `/inspect`, with the conformance checks of this package. Without `--inspector` there is one at
 * loopback addresses.
 */
export async function inspectorOption(
  asked: ServerSettings["inspector"],
  host?: string,
): Promise<Pick<ServeOptions, "inspector">> {
  if (asked !== undefined && asked !== "on" && asked !== "off") {
    throw new TypeError(`--inspector ${asked}: expected on or off`);
  }
  if (asked === "off" || (asked === undefined && !isLocal(host))) return {};
  const [{ createInspector }, { conformance }, { findBinding }] = await Promise.all([
    import("@a2a/inspector"),
    import("../conformance/inspector-run.ts"),
    import("../connect/agent.ts"),
  ]);
  return { inspector: (served) => createInspector({ ...served, conformance, findBinding }) };
}

/** Whether a server on this host, by default 127.0.0.1, can be reached from this machine only. */
export function isLocal(host = "127.0.0.1"): boolean {
  return isLoopback(host);
}

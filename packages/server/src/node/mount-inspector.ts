import { inProcessClient } from "@a2a/http";
import { isLoopback } from "@a2a/types/internal";
import { loadPackage } from "@a2a/types/node";
import type { AgentHandler } from "../agent/create-with-codecs.ts";
import { anyOf } from "../auth/authenticator.ts";
import type { Handle, IncomingRequest } from "../http/incoming-request.ts";
import type { LiveMetrics } from "../telemetry/live-metrics.ts";
import { isBelow } from "../util/base-path.ts";
import type { CreateInspector, MountedInspector } from "./create-inspector.ts";
import type { HostedAgent } from "./serve-options.ts";

/** Where the page is. */
const INSPECTOR_PATH = "/inspect";

/** An agent of the server, and the address that its card names. */
export interface InspectedAgent {
  readonly name: string;
  readonly baseUrl: string;
  readonly handler: AgentHandler;
  readonly options: HostedAgent;
}

/** Finds the function that makes the page. */
export async function findInspector(
  asked: boolean | CreateInspector | undefined,
): Promise<CreateInspector | undefined> {
  if (typeof asked === "function" || !asked) return asked || undefined;
  const loaded = await loadPackage("@a2a/inspector", "`inspector: true`");
  return (loaded as { createInspector: CreateInspector }).createInspector; // the package promises that
}

/** Where a server listens, and its metrics. */
interface MountedAt {
  readonly host: string;
  readonly url: string;
  readonly publicUrl: string | undefined;
  readonly live: LiveMetrics | undefined;
}

/** Makes the page of a server: on a loopback address for anyone with its link, elsewhere for authenticated callers. */
export function mountInspector(
  create: CreateInspector,
  agents: readonly InspectedAgent[],
  { host, url, publicUrl, live }: MountedAt,
): MountedInspector {
  const { port, protocol, origin } = new URL(url);
  const local = isLoopback(host) ? [`${protocol}//127.0.0.1:${port}`, `${protocol}//localhost:${port}`] : [];
  const origins = [...(publicUrl === undefined ? [] : [new URL(publicUrl).origin]), origin, ...local];
  return create({
    agents: agents.map(({ name, baseUrl, handler }) => ({ name, url: baseUrl, http: withoutSocket(handler) })),
    origins: [...new Set(origins)],
    basePath: INSPECTOR_PATH,
    ...(live && { metrics: () => live.snapshot() }),
    ...(!isLoopback(host) && { authenticate: (request) => isCaller(agents, request) }),
  });
}

/** Sends requests for the page to the page, and all others where they went before. */
export function withInspector(handle: Handle, inspector: MountedInspector | undefined): Handle {
  if (inspector === undefined) return handle;
  return (request, signal) =>
    isBelow(request.path, INSPECTOR_PATH) ? inspector.handle(request, signal) : handle(request, signal);
}

/** The agent is asked as any caller would ask it, only that no socket is in between. */
function withoutSocket(handler: AgentHandler) {
  const http = inProcessClient((request) => handler.fetch(request));
  return (request: Parameters<typeof http>[0]) =>
    http({ ...request, headers: { ...request.headers, host: new URL(request.url).host } });
}

/** Whether one of the agents knows the caller by its credentials. */
async function isCaller(agents: readonly InspectedAgent[], request: IncomingRequest): Promise<boolean> {
  for (const { options } of agents) {
    const { auth, security } = options;
    const authenticate = security?.authenticate ?? (auth && anyOf(auth));
    if (authenticate === undefined) continue;
    try {
      if (!("challenge" in (await authenticate(request)))) return true;
    } catch {
      // Refused by this agent; another may know the caller.
    }
  }
  return false;
}

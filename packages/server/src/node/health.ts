import type { Answer } from "@a2a/bridge";
import type { Handle } from "../http/incoming-request.ts";

/** The state of a server that probes ask for. */
export interface Health {
  /** Whether new calls can be carried out: the storage is reachable, and the server is not stopping. */
  isReady(): boolean;
  /** How many turns are running; absent where the server runs none. */
  runningTurns?: (() => number) | undefined;
}

/**
 * Answers the probes of load balancers and hosting platforms before anything else: `/healthz` while the process answers, `/readyz` while it
 * can carry out calls, and with `ping` the form of Amazon Bedrock AgentCore at `/ping`.
 */
export function withHealth(handle: Handle, health: Health, { ping = false }: { ping?: boolean } = {}): Handle {
  return (request, signal) => {
    const { method, path } = request;
    const answer = method === "GET" || method === "HEAD" ? probe(path, health, ping) : undefined;
    if (answer === undefined) return handle(request, signal);
    return Promise.resolve(method === "HEAD" ? { ...answer, body: "" } : answer);
  };
}

function probe(path: string, health: Health, ping: boolean): Answer | undefined {
  switch (path) {
    case "/healthz":
      return answer(200, { status: "ok" });
    case "/readyz":
      return health.isReady() ? answer(200, { status: "ready" }) : answer(503, { status: "unavailable" });
    case "/ping":
      if (!ping) return undefined;
      return answer(200, { status: (health.runningTurns?.() ?? 0) > 0 ? "HealthyBusy" : "Healthy" });
    default:
      return undefined;
  }
}

function answer(status: number, body: object): Answer {
  const headers = { "Content-Type": "application/json", "Cache-Control": "no-store" };
  return { status, headers, body: JSON.stringify(body) };
}

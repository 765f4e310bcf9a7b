import type { AgentClient } from "@a2a/client/connect";
import { discard, type HttpClient } from "@a2a/http";
import { isA2AError, LocalError } from "@a2a/types";

/** For how long an agent may take to show that it is in order. */
const PROBE_MS = 5_000;

/** Finds out in a few seconds whether an agent answers at all: rejects where it does not, or is out of order. */
export async function probeAgent(
  http: HttpClient,
  { url, headers }: { readonly url: string; readonly headers?: Readonly<Record<string, string>> },
): Promise<void> {
  const response = await http({ method: "GET", url, ...(headers && { headers }), timeoutMs: PROBE_MS });
  discard(response);
  if (response.status >= 500) throw new LocalError("HTTP", `the agent answers with HTTP ${response.status}`);
}

/** The same for an agent whose calls go to another port than its card: any answer of the protocol will do. */
export async function probeCalls(client: AgentClient): Promise<void> {
  try {
    await client.relay("getTask", { id: "probe" }, { timeoutMs: PROBE_MS, maxRetries: 0 });
  } catch (error) {
    if (!isA2AError(error)) throw error;
  }
}

import { discard, type HttpClient } from "@a2a/http";
import { LocalError } from "@a2a/types";

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

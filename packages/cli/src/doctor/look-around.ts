import { discard, type HttpClient } from "@a2a/http";
import { info, type Symptom, warning } from "./symptom.ts";

/** A clock that differs by more breaks tokens and signatures. */
const MAX_SKEW_MS = 60_000;

/** Compares the server's clock, as its `Date` header tells it, with the local one. */
export function compareClocks(headers: Readonly<Record<string, string | undefined>>, now = Date.now()): Symptom[] {
  const stated = Date.parse(headers.date ?? "");
  if (Number.isNaN(stated) || Math.abs(stated - now) <= MAX_SKEW_MS) return [];
  const seconds = Math.round(Math.abs(stated - now) / 1_000);
  const direction = stated > now ? "ahead of" : "behind";
  const advice = "Synchronize both clocks (NTP): tokens and signatures are refused otherwise.";
  return [warning("clock/skew", `the server's clock is ${seconds} s ${direction} this machine's`, advice)];
}

/** Asks, as a browser would, whether pages of another origin may call the agent. */
export async function askCors(
  url: string,
  exchange: HttpClient,
  signal: AbortSignal,
  timeoutMs: number,
): Promise<Symptom[]> {
  const headers = {
    Origin: "https://page.example",
    "Access-Control-Request-Method": "POST",
    "Access-Control-Request-Headers": "content-type,a2a-version",
  };
  try {
    const response = await exchange({ method: "OPTIONS", url, headers, signal, timeoutMs });
    discard(response);
    if (response.headers["access-control-allow-origin"] !== undefined) return [];
  } catch {
    signal.throwIfAborted(); // no answer to a preflight is a no
  }
  const advice = "If browsers should call the agent, answer OPTIONS with Access-Control-Allow-Origin.";
  return [info("cors/none", "pages of other origins cannot call the agent", advice)];
}

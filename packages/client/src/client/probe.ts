import { type HttpExchange, readText } from "@a2a/http";
import { createId, isA2AError, isJsonObject, isLocalError, type JsonValue } from "@a2a/types";
import type { Transport } from "../transports/transport.ts";

/** What a probe found out about an endpoint. */
export interface Verdict {
  /**
   * `right`: the agent answers there in that generation. `likely`: it may, nothing speaks against it. `sends-only`: it takes messages
   * and knows nothing else, as agents of one dialect do. `wrong`: it answers, but not like this. `absent`: nothing of the kind is there.
   */
  readonly kind: "right" | "likely" | "sends-only" | "wrong" | "absent";
  /** What the agent said, for people to read. */
  readonly reason: string;
}

const PROBE_MS = 5_000;

/**
 * Finds out whether an agent is spoken to over this transport, by calls that change nothing: a task that cannot exist is asked for,
 * then, in generations that ask alike, a webhook of that task.
 */
export async function probe(transport: Transport, exchange: HttpExchange, signal?: AbortSignal): Promise<Verdict> {
  const { codec, binding } = transport.endpoint;
  const id = `probe-${createId()}`;
  const options = { timeoutMs: PROBE_MS, signal };
  const reading = await failureOf(transport.unary("getTask", { id }, options));
  if (reading !== undefined) {
    const verdict = verdictOf(reading);
    const first = codec.version === "0.1" && binding.name === "JSONRPC" && verdict?.kind === "wrong";
    if (first && (await takesSends(transport, exchange, options)))
      return { kind: "sends-only", reason: "takes messages only" };
    if (verdict) return verdict;
  }
  if (codec.version === "1.0" || binding.name === "HTTP+JSON") return RIGHT;
  const webhook = await failureOf(transport.unary("getTaskPushNotificationConfig", { taskId: id, id }, options));
  return webhook !== undefined && verdictOf(webhook) ? { kind: "likely", reason: reasonOf(webhook) } : RIGHT;
}

const RIGHT: Verdict = { kind: "right", reason: "answers" };

/** Whether an error says that the peer is not spoken to in this way, and so has carried nothing out. */
export function isWrongWay(error: unknown): boolean {
  if (isA2AError(error)) return WRONG.has(error.code);
  if (!isLocalError(error)) return false;
  const { status, code } = error;
  return status !== undefined && (code === "PROTOCOL" || NOT_THERE.has(status));
}
const WRONG: ReadonlySet<string> = new Set([
  "METHOD_NOT_FOUND",
  "METHOD_NOT_ALLOWED",
  "VERSION_NOT_SUPPORTED",
  "INVALID_REQUEST",
  "PARSE_ERROR",
]);
const NOT_THERE: ReadonlySet<number> = new Set([301, 302, 307, 308, 404, 405, 406, 415, 422, 501]);

/** Whether such an error leaves no doubt, when it answers what every agent can do: others may be about the request itself. */
export function isDecisive(error: unknown): boolean {
  if (isA2AError(error)) return error.code !== "INVALID_REQUEST" && error.code !== "PARSE_ERROR";
  return isLocalError(error, "HTTP") && error.status !== 415 && error.status !== 422;
}

/** What an error says about the way; `undefined` when the peer understood and merely said no. */
function verdictOf(error: unknown): Verdict | undefined {
  if (isA2AError(error)) {
    const refused = isWrongWay(error) || error.code === "INTERNAL" || error.code === "UNSUPPORTED_OPERATION";
    return refused ? { kind: "wrong", reason: reasonOf(error) } : undefined;
  }
  return { kind: "absent", reason: reasonOf(error) };
}

/** Asks with params that no agent can take for a message: one that knows the method says so. */
async function takesSends(
  { endpoint }: Transport,
  exchange: HttpExchange,
  options: { timeoutMs: number; signal: AbortSignal | undefined },
): Promise<boolean> {
  const body = JSON.stringify({ jsonrpc: "2.0", id: createId(), method: "tasks/send", params: [] });
  const headers = { "Content-Type": "application/json", Accept: "application/json" };
  try {
    const response = await exchange({ method: "POST", url: endpoint.url, headers, body, ...options });
    const text = await readText(response, { maxBytes: 64 * 1024, timeoutMs: options.timeoutMs });
    const answer = JSON.parse(text) as JsonValue; // JSON.parse gives nothing else
    return isJsonObject(answer) && isJsonObject(answer.error) && answer.error.code === -32602;
  } catch {
    return false; // no answer, or one that is no JSON
  }
}

async function failureOf(call: Promise<unknown>): Promise<unknown> {
  try {
    await call;
    return undefined;
  } catch (error) {
    return error;
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

import { type HttpClient, readText } from "@a2a/http";
import { createId, isA2AError, isJsonObject, isLocalError, type JsonValue } from "@a2a/types";
import { jsonRpc } from "../transports/json-rpc.ts";
import type { Endpoint, Transport } from "../transports/transport.ts";
import { isAboutUnknownTask } from "./unknown-task.ts";

/** The result of probing an endpoint. */
export interface Verdict {
  /**
   * `match`: the agent speaks this protocol version there. `likely`: nothing contradicts it. `sends-only`: the agent accepts messages
   * and no other call. `mismatch`: it answers, but not in this way. `absent`: nothing of the kind is there.
   */
  readonly kind: "match" | "likely" | "sends-only" | "mismatch" | "absent";
  /** The agent's answer, for people to read. */
  readonly reason: string;
}

const PROBE_MS = 5_000;

/**
 * Finds out whether an agent answers over this transport, by calls without side effects: it asks for a task that cannot exist, then,
 * for protocol versions that spell this call alike, for a webhook of that task.
 */
export async function probe(transport: Transport, http: HttpClient, signal?: AbortSignal): Promise<Verdict> {
  const { codec, binding } = transport.endpoint;
  const id = `probe-${createId()}`;
  const options = { timeoutMs: PROBE_MS, signal };
  const reading = await failureOf(transport.unary("getTask", { id }, options));
  if (reading !== undefined) {
    const verdict = isAboutUnknownTask(reading, id) ? undefined : verdictOf(reading);
    const mayOnlySend = codec.sendOnlyDialect !== undefined && binding.name === jsonRpc.name;
    if (mayOnlySend && verdict?.kind === "mismatch" && (await acceptsSends(transport.endpoint, http, options))) {
      return { kind: "sends-only", reason: "accepts messages only" };
    }
    if (verdict) return verdict;
  }
  if (binding.versionedPaths || !codec.sharedOperations?.includes("getTask")) return MATCH;
  const webhook = await failureOf(transport.unary("getTaskPushNotificationConfig", { taskId: id, id }, options));
  return webhook !== undefined && verdictOf(webhook) ? { kind: "likely", reason: reasonOf(webhook) } : MATCH;
}

const MATCH: Verdict = { kind: "match", reason: "answers" };

/** Whether an error says that the peer does not speak this version or binding here, and so has carried nothing out. */
export function isEndpointMismatch(error: unknown): boolean {
  if (isA2AError(error)) return MISMATCH_CODES.has(error.code);
  if (!isLocalError(error)) return false;
  const { status, code } = error;
  return status !== undefined && (code === "PROTOCOL" || MISMATCH_STATUSES.has(status));
}
const MISMATCH_CODES: ReadonlySet<string> = new Set([
  "METHOD_NOT_FOUND",
  "METHOD_NOT_ALLOWED",
  "VERSION_NOT_SUPPORTED",
  "INVALID_REQUEST",
  "PARSE_ERROR",
]);
const MISMATCH_STATUSES: ReadonlySet<number> = new Set([301, 302, 307, 308, 404, 405, 406, 415, 422, 501]);

/** Whether a mismatch is certain when it answers a call that every agent has: other errors may be about the request itself. */
export function isDecisive(error: unknown): boolean {
  if (isA2AError(error)) return error.code !== "INVALID_REQUEST" && error.code !== "PARSE_ERROR";
  return isLocalError(error, "HTTP") && error.status !== 415 && error.status !== 422;
}

/** What an error says about the endpoint; `undefined` when the peer understood the call and refused it. */
function verdictOf(error: unknown): Verdict | undefined {
  if (isA2AError(error)) {
    const refused = isEndpointMismatch(error) || error.code === "INTERNAL" || error.code === "UNSUPPORTED_OPERATION";
    return refused ? { kind: "mismatch", reason: reasonOf(error) } : undefined;
  }
  return { kind: "absent", reason: reasonOf(error) };
}

/** Calls with params that cannot be a message: an agent that knows the method answers "invalid params". */
async function acceptsSends(
  { url, codec }: Endpoint,
  http: HttpClient,
  options: { timeoutMs: number; signal: AbortSignal | undefined },
): Promise<boolean> {
  const method = codec.operations.sendMessage?.rpcMethod;
  const body = JSON.stringify({ jsonrpc: "2.0", id: createId(), method, params: [] });
  const headers = { "Content-Type": "application/json", Accept: "application/json" };
  try {
    const response = await http({ method: "POST", url, headers, body, ...options });
    const text = await readText(response, { maxBytes: 64 * 1024, timeoutMs: options.timeoutMs });
    const answer = JSON.parse(text) as JsonValue; // JSON.parse gives nothing else
    return isJsonObject(answer) && isJsonObject(answer.error) && answer.error.code === -32602;
  } catch {
    return false; // no answer, or not JSON
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

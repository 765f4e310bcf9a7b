import { type HttpClient, readText } from "@a2a/http";
import { createId, isA2AError, isJsonObject, isLocalError, type JsonValue } from "@a2a/types";
import { jsonRpc } from "../transports/json-rpc.ts";
import type { Endpoint, Transport } from "../transports/transport.ts";
import { isAboutUnknownTask } from "../transports/unknown-task.ts";

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

/** The header by which servers of several versions are asked for one. Others ignore it. */
const VERSION_HEADER = "A2A-Version";

/**
 * Finds out whether an agent answers over this transport, by calls without side effects: it asks for a task that cannot exist, then,
 * for protocol versions that spell this call alike, for a webhook of that task, and whether messages can be sent. All of them name
 * the version, so that a server which does not serve it can say so.
 */
export async function probe(transport: Transport, http: HttpClient, signal?: AbortSignal): Promise<Verdict> {
  const { codec, binding } = transport.endpoint;
  const id = `probe-${createId()}`;
  const options = { timeoutMs: PROBE_MS, signal, headers: { [VERSION_HEADER]: codec.version } };
  const reading = await failureOf(transport.unary("getTask", { id }, options));
  if (reading !== undefined) {
    const verdict = isAboutUnknownTask(reading, id) ? undefined : verdictOf(reading);
    const mayOnlySend = codec.sendOnlyDialect !== undefined && binding.name === jsonRpc.name;
    if (
      mayOnlySend &&
      verdict?.kind === "mismatch" &&
      (await answerToSend(transport.endpoint, http, options)) === KNOWN
    ) {
      return { kind: "sends-only", reason: "accepts messages only" };
    }
    if (verdict) return verdict;
  }
  if (binding.versionedPaths || !codec.sharedOperations?.includes("getTask")) return MATCH;
  const webhook = await failureOf(transport.unary("getTaskPushNotificationConfig", { taskId: id, id }, options));
  if (webhook === undefined || !verdictOf(webhook)) return MATCH;
  const isRpc = binding.name === jsonRpc.name;
  const refusal = isRpc ? REFUSALS.get((await answerToSend(transport.endpoint, http, options)) ?? 0) : undefined;
  return refusal === undefined
    ? { kind: "likely", reason: reasonOf(webhook) }
    : { kind: "mismatch", reason: `${codec.operations.sendMessage?.rpcMethod}: ${refusal}` };
}

/** The JSON-RPC error of an agent that knows a method and cannot read its params. */
const KNOWN = -32602;
/** The JSON-RPC errors of an agent that does not know a method, or does not serve its version. */
const REFUSALS: ReadonlyMap<number, string> = new Map([
  [-32601, "unknown method"],
  [-32009, "version not supported"],
]);

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

/** The conclusion from an error about the endpoint; `undefined` if the peer understood the call and rejected it. */
function verdictOf(error: unknown): Verdict | undefined {
  if (isA2AError(error)) {
    const refused = isEndpointMismatch(error) || error.code === "INTERNAL" || error.code === "UNSUPPORTED_OPERATION";
    return refused ? { kind: "mismatch", reason: reasonOf(error) } : undefined;
  }
  return { kind: "absent", reason: reasonOf(error) };
}

/** The code of the error that answers a send whose params cannot be a message; `undefined` when there is none. */
async function answerToSend(
  { url, codec }: Endpoint,
  http: HttpClient,
  {
    headers: version,
    ...options
  }: { timeoutMs: number; signal: AbortSignal | undefined; headers: Record<string, string> },
): Promise<number | undefined> {
  const method = codec.operations.sendMessage?.rpcMethod;
  const body = JSON.stringify({ jsonrpc: "2.0", id: createId(), method, params: [] });
  const headers = { "Content-Type": "application/json", Accept: "application/json", ...version };
  try {
    const response = await http({ method: "POST", url, headers, body, ...options });
    const text = await readText(response, { maxBytes: 64 * 1024, timeoutMs: options.timeoutMs });
    const answer = JSON.parse(text) as JsonValue; // JSON.parse gives nothing else
    return isJsonObject(answer) && isJsonObject(answer.error) ? Number(answer.error.code) : undefined;
  } catch {
    return undefined; // no answer, or not JSON
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

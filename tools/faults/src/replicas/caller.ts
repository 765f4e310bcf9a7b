import type { JsonObject } from "@a2a/types";

const HEADERS = { "Content-Type": "application/json", "A2A-Version": "1.0" };

/** The answer to a call. */
export interface Answer {
  readonly status: number;
  readonly retryAfter: string | null;
  readonly body: JsonObject;
}

/** One JSON-RPC call. Throws when there is no answer. */
export async function call(url: string, method: string, params: JsonObject): Promise<Answer> {
  const response = await post(url, method, params);
  const body = (await response.json()) as JsonObject;
  return { status: response.status, retryAfter: response.headers.get("retry-after"), body };
}

/** The task in an answer. */
export function taskIn({ body }: Answer): { id: string; status: { state: string } } | undefined {
  const result = body.result as JsonObject | undefined;
  return (result?.task ?? result) as { id: string; status: { state: string } } | undefined;
}

/** The params of a message. */
export function message(messageId: string, text: string, members: JsonObject = {}): JsonObject {
  return { message: { messageId, role: "ROLE_USER", parts: [{ text }], ...members } };
}

/** One event of a stream. */
export interface Frame {
  readonly seq: number;
  readonly event: JsonObject;
}

/** Reads a stream until it ends or breaks; returns the answer if it was none. */
export async function follow(
  url: string,
  method: string,
  params: JsonObject,
  onFrame: (frame: Frame) => void,
  { lastEventId, signal }: { lastEventId?: number; signal?: AbortSignal } = {},
): Promise<Answer | undefined> {
  const headers = lastEventId === undefined ? {} : { "Last-Event-ID": String(lastEventId) };
  try {
    const response = await post(url, method, params, headers, signal);
    if (!response.headers.get("content-type")?.startsWith("text/event-stream")) {
      const body = (await response.json()) as JsonObject;
      return { status: response.status, retryAfter: response.headers.get("retry-after"), body };
    }
    const decoder = new TextDecoder();
    let text = "";
    for await (const chunk of response.body ?? []) {
      text += decoder.decode(chunk as Uint8Array, { stream: true });
      for (let end = text.indexOf("\n\n"); end >= 0; end = text.indexOf("\n\n")) {
        const frame = frameIn(text.slice(0, end));
        text = text.slice(end + 2);
        if (frame) onFrame(frame);
      }
    }
  } catch {
    // The replica is gone; the earlier events have arrived.
  }
  return undefined;
}

/** The state that an event brings, or `""`. */
export function stateIn(event: JsonObject): string {
  const update = (event.statusUpdate ?? event.task) as { status?: { state?: string } } | undefined;
  return update?.status?.state ?? "";
}

/** Whether a state is terminal. */
export function isOver(state: string): boolean {
  return /_(COMPLETED|FAILED|CANCELED|REJECTED)$/.test(state);
}

function post(url: string, method: string, params: JsonObject, headers = {}, signal?: AbortSignal): Promise<Response> {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
  return fetch(`${url}/a2a`, { method: "POST", headers: { ...HEADERS, ...headers }, body, ...(signal && { signal }) });
}

function frameIn(text: string): Frame | undefined {
  const lines = text.split("\n");
  const id = lines.find((line) => line.startsWith("id: "))?.slice(4);
  const data = lines.find((line) => line.startsWith("data: "))?.slice(6);
  if (id === undefined || data === undefined) return undefined;
  const { result } = JSON.parse(data) as { result?: JsonObject };
  return result && { seq: Number(id), event: result };
}

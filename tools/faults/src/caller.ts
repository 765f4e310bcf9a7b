import type { JsonObject } from "@a2a/types";
import type { Seen, Witness } from "./history.ts";

const HEADERS = { "Content-Type": "application/json", "A2A-Version": "1.0" };

/** One JSON-RPC call. Throws when there is no answer. */
export async function call(url: string, method: string, params: JsonObject): Promise<JsonObject> {
  const response = await fetch(`${url}/a2a`, {
    method: "POST",
    headers: HEADERS,
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
  });
  return (await response.json()) as JsonObject;
}

/** The params of a message. */
export function message(messageId: string, text: string): JsonObject {
  return { message: { messageId, role: "ROLE_USER", parts: [{ text }] } };
}

/** Reads a stream and records each event. A broken connection ends it. */
export async function follow(
  url: string,
  method: string,
  params: JsonObject,
  seen: (frame: Seen) => void,
  headers: Record<string, string> = {},
): Promise<void> {
  try {
    const response = await fetch(`${url}/a2a`, {
      method: "POST",
      headers: { ...HEADERS, ...headers },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
    });
    const decoder = new TextDecoder();
    let text = "";
    for await (const chunk of response.body ?? []) {
      text += decoder.decode(chunk as Uint8Array, { stream: true });
      for (let end = text.indexOf("\n\n"); end >= 0; end = text.indexOf("\n\n")) {
        const frame = readFrame(text.slice(0, end));
        text = text.slice(end + 2);
        if (frame) seen(frame);
      }
    }
  } catch {
    // The server was killed; the events before that were recorded.
  }
}

function readFrame(frame: string): Seen | undefined {
  const lines = frame.split("\n");
  const id = lines.find((line) => line.startsWith("id: "))?.slice(4);
  const data = lines.find((line) => line.startsWith("data: "))?.slice(6);
  if (id === undefined || data === undefined) return undefined;
  const { result } = JSON.parse(data) as { result: JsonObject };
  return { seq: Number(id), event: result };
}

/** Records an event. */
export function note(witness: Witness, frame: Seen): void {
  witness.seen.push(frame);
  const task = frame.event.task as { id: string; status: { state: string } } | undefined;
  const status = frame.event.statusUpdate as { status: { state: string } } | undefined;
  if (task) witness.taskId = task.id;
  const state = task?.status.state ?? status?.status.state;
  if (state !== undefined) witness.state = state;
}

import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { setImmediate } from "node:timers/promises";
import { type Asked, CHUNK, chunksOf } from "./chunks.ts";
import { listenAndReport } from "./report.ts";

// The lower bound: reads a body, parses it, and writes a fixed response of realistic size.
const message = {
  messageId: "m-1",
  role: "ROLE_USER",
  parts: [{ text: "hello there" }],
  taskId: "01a1e2a8-0bfe-77ed-8531-6633079fd9c8",
  contextId: "01a1e2a8-0bff-7d63-afde-055d0ff39d60",
};
const task = {
  id: "01a1e2a8-0bfe-77ed-8531-6633079fd9c8",
  contextId: "01a1e2a8-0bff-7d63-afde-055d0ff39d60",
  status: { state: "TASK_STATE_COMPLETED", timestamp: "2026-11-16T04:40:26.372Z" },
  artifacts: [{ artifactId: "echo", name: "echo", parts: [{ text: "hello there" }] }],
  history: [message],
};
const answer = JSON.stringify({ jsonrpc: "2.0", id: 1, result: { task } });
const headers = { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(answer) };

// An event of the size that a chunk has on the wire, and the stream that is made of it.
const { id: taskId, contextId } = task;
const artifact = { artifactId: "response", name: "response", parts: [{ text: CHUNK }] };
const event = { artifactUpdate: { taskId, contextId, artifact, append: true } };
const frame = `id: 1234\ndata: ${JSON.stringify({ jsonrpc: "2.0", id: 1234, result: event })}\n\n`;
const streamHeaders = { "Content-Type": "text/event-stream", "Cache-Control": "no-cache, no-transform" };

async function stream(response: ServerResponse, { count, burst }: Asked): Promise<void> {
  response.writeHead(200, streamHeaders);
  for (let n = 0; n < count; n++) {
    if (!burst) await setImmediate();
    if (!response.write(frame)) await once(response, "drain");
  }
  response.end();
}

const held = new Set<ServerResponse>();
let toCome = 0;

/** A reader that stays, as one that subscribes to a task. */
function hold(response: ServerResponse): void {
  response.writeHead(200, streamHeaders).write(frame);
  held.add(response);
  response.on("close", () => held.delete(response));
}

/** The same events for all who stay. */
async function fanOut(): Promise<void> {
  const readers = [...held];
  for (let n = 0; n < toCome; n++) {
    await setImmediate();
    for (const reader of readers) reader.write(frame);
  }
  for (const reader of readers) reader.end();
}

listenAndReport(
  createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { method, params } = JSON.parse(Buffer.concat(chunks).toString()) as Call;
      const text = params?.message?.parts[0]?.text ?? "";
      const asked = chunksOf(text);
      if (method === "SubscribeToTask" || (asked?.waits && method === "SendStreamingMessage")) return hold(response);
      if (asked?.waits) toCome = asked.count;
      else if (asked) return void stream(response, asked);
      if (text === "go") void fanOut();
      response.writeHead(200, headers).end(answer);
    });
  }),
);

interface Call {
  readonly method?: string;
  readonly params?: { readonly message?: typeof message };
}

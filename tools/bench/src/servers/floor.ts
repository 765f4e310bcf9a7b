import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { setImmediate } from "node:timers/promises";
import { CHUNK, chunksOf } from "./chunks.ts";
import { listenAndReport } from "./report.ts";

// The yardstick: the smallest engine that carries the protocol out, on bare node:http. It gives ids, keeps a log per task, folds it,
// and lets any number of readers follow. It has no credentials, no limits, no idempotency, no eviction, no other protocol versions,
// and it trusts all input.
interface Task {
  readonly id: string;
  readonly contextId: string;
  readonly history: string;
  status: string;
  /** The parts of its one artifact. */
  parts: string;
  readonly log: string[];
  isOver: boolean;
  readonly readers: Set<() => void>;
}

interface Call {
  readonly id: number;
  readonly method: string;
  readonly params: {
    readonly id?: string;
    readonly message?: { readonly messageId: string; readonly parts: readonly { readonly text: string }[] };
    readonly configuration?: { readonly returnImmediately?: boolean };
  };
}

const tasks = new Map<string, Task>();
let go = Promise.withResolvers<void>();

/** The agent of the benchmarks. */
async function* agent(text: string): AsyncGenerator<string, void, void> {
  const asked = chunksOf(text);
  if (asked?.waits) await go.promise;
  if (text === "go") {
    go.resolve();
    go = Promise.withResolvers();
  }
  for (let n = 0; n < (asked?.count ?? 1); n++) {
    if (asked && !asked.burst) await setImmediate();
    yield asked ? CHUNK : text;
  }
}

function createTask({ message }: Call["params"]): Task {
  const [id, contextId] = [randomUUID(), randomUUID()];
  const history = JSON.stringify({ ...message, taskId: id, contextId });
  const task = {
    id,
    contextId,
    history,
    status: "",
    parts: "",
    log: [],
    isOver: false,
    readers: new Set<() => void>(),
  };
  tasks.set(id, task);
  setStatus(task, "TASK_STATE_SUBMITTED");
  append(task, `{"task":${jsonOf(task)}}`);
  return task;
}

function setStatus(task: Task, state: string): void {
  task.status = `{"state":"${state}","timestamp":"${new Date().toISOString()}"}`;
}

function append(task: Task, event: string): void {
  task.log.push(event);
  for (const wake of task.readers) wake();
}

async function run(task: Task, text: string): Promise<void> {
  const ids = `"taskId":"${task.id}","contextId":"${task.contextId}"`;
  setStatus(task, "TASK_STATE_WORKING");
  append(task, `{"statusUpdate":{${ids},"status":${task.status}}}`);
  for await (const chunk of agent(text)) {
    const part = JSON.stringify({ text: chunk });
    const artifact = `{"artifactId":"response","name":"response","parts":[${part}]}`;
    append(task, `{"artifactUpdate":{${ids},"artifact":${artifact}${task.parts === "" ? "" : ',"append":true'}}}`);
    task.parts += task.parts === "" ? part : `,${part}`;
  }
  setStatus(task, "TASK_STATE_COMPLETED");
  task.isOver = true;
  append(task, `{"statusUpdate":{${ids},"status":${task.status}}}`);
}

function jsonOf({ id, contextId, status, parts, history }: Task): string {
  const artifacts = parts === "" ? "" : `,"artifacts":[{"artifactId":"response","name":"response","parts":[${parts}]}]`;
  return `{"id":"${id}","contextId":"${contextId}","status":${status}${artifacts},"history":[${history}]}`;
}

const streamHeaders = { "Content-Type": "text/event-stream", "Cache-Control": "no-cache, no-transform" };

async function follow(response: ServerResponse, requestId: number, task: Task, from: number): Promise<void> {
  let wake = () => {};
  const onAppend = () => wake();
  task.readers.add(onAppend);
  response.on("close", () => task.readers.delete(onAppend));
  response.writeHead(200, streamHeaders);
  for (let next = from; ; ) {
    let frames = "";
    for (; next < task.log.length; next++) {
      frames += `id: ${next + 1}\ndata: {"jsonrpc":"2.0","id":${requestId},"result":${task.log[next]}}\n\n`;
    }
    if (frames !== "" && !response.write(frames)) await once(response, "drain");
    if (next < task.log.length) continue;
    if (task.isOver) break;
    await new Promise<void>((resolve) => {
      wake = resolve;
    });
  }
  task.readers.delete(onAppend);
  response.end();
}

async function answer(response: ServerResponse, { id, method, params }: Call): Promise<void> {
  if (method === "SubscribeToTask") {
    const known = tasks.get(params.id ?? "");
    if (known) return follow(response, id, known, known.log.length - 1);
    return reply(response, `{"jsonrpc":"2.0","id":${id},"error":{"code":-32001,"message":"Task not found"}}`);
  }
  const task = createTask(params);
  const running = run(task, params.message?.parts[0]?.text ?? "");
  if (method === "SendStreamingMessage") return follow(response, id, task, 0);
  if (params.configuration?.returnImmediately !== true) await running;
  reply(response, `{"jsonrpc":"2.0","id":${id},"result":{"task":${jsonOf(task)}}}`);
}

function reply(response: ServerResponse, body: string): void {
  const headers = { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(body) };
  response.writeHead(200, headers).end(body);
}

listenAndReport(
  createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => void answer(response, JSON.parse(Buffer.concat(chunks).toString())));
  }),
);

// Honest callers in a process of their own, so that the attackers' work does not show in what they measure: each sends a short message,
// waits for the answer, and sends the next one a moment later.
import { Agent, request } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { OwnLatency } from "./own-latency.ts";

/** How honest callers behave. */
export interface HonestOptions {
  readonly url: string;
  readonly callers: number;
  /** The pause between two calls of one caller. */
  readonly everyMs: number;
  /** The processes that serve them. */
  readonly pids: readonly number[];
}

/** The figures of honest callers since the last reading. Latencies are those of `OwnLatency`. */
export interface HonestReport {
  readonly calls: number;
  /** Calls without a completed task, and the answers to the first few of them. */
  readonly failed: number;
  readonly failures: readonly string[];
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

const { url, callers, everyMs, pids } = JSON.parse(process.argv[2] ?? "{}") as HonestOptions;
const agent = new Agent({ keepAlive: true, maxSockets: callers });
const latency = new OwnLatency([process.pid, ...pids]);
let times: number[] = [];
let failures: string[] = [];
let failed = 0;
let count = 0;

process.on("message", () => process.send?.(report()));
process.on("disconnect", () => process.exit());
await Promise.all(Array.from({ length: callers }, () => once().catch(() => undefined)));
times = [];
failures = [];
failed = 0;
process.send?.({});
for (let n = 0; n < callers; n++) void keepCalling(n);

async function keepCalling(n: number): Promise<void> {
  await delay((n * everyMs) / callers);
  for (;;) {
    const end = latency.start();
    await once();
    times.push(end());
    await delay(everyMs);
  }
}

async function once(): Promise<void> {
  const problem = await send(`m-${process.pid}-${count++}`).catch((error: unknown) => String(error));
  if (problem === undefined) return;
  failed++;
  if (failures.length < 3) failures.push(problem.slice(0, 200));
}

function send(messageId: string): Promise<string | undefined> {
  const message = { messageId, role: "ROLE_USER", parts: [{ text: "hello" }] };
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "SendMessage", params: { message } });
  const headers = {
    "Content-Type": "application/json",
    "A2A-Version": "1.0",
    Authorization: "Bearer token-honest",
    "Content-Length": Buffer.byteLength(body),
  };
  return new Promise((resolve, reject) => {
    const sent = request(`${url}/a2a`, { method: "POST", agent, headers }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (chunk: string) => {
        text += chunk;
      });
      response.on("end", () => resolve(text.includes("TASK_STATE_COMPLETED") ? undefined : text));
      response.on("error", reject);
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

function report(): HonestReport {
  const sorted = times.toSorted((one, other) => one - other);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  const result = { calls: times.length, failed, failures, p50: at(0.5), p99: at(0.99), max: at(1) };
  times = [];
  failures = [];
  failed = 0;
  return result;
}

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { JsonObject } from "@a2a/types";
import { chunksOf } from "test-kit/content";
import { readArguments } from "test-kit/read-arguments";
import { call, follow, message, note } from "./caller.ts";
import { checkHistory, isOver, type Seen, type Witness } from "./history.ts";
import { ServerProcess } from "./server-process.ts";

// Kills a server under load at random moments, restarts it, and checks that everything it had reported to callers still holds.
const { values } = readArguments({
  options: { kills: { type: "string", default: "50" }, streams: { type: "string", default: "12" } },
});
const CHUNKS = "chunks:12x4";
const kills = Number(values.kills);
const folder = await mkdtemp(join(tmpdir(), "a2a-crash-"));
const server = new ServerProcess(join(folder, "tasks.db"));
const problems: string[] = [];
let tasks = 0;
let events = 0;
let cutOff = 0;

await server.start();
for (let round = 1; round <= kills; round++) {
  const witnesses = Array.from({ length: Number(values.streams) }, (_, n) =>
    witnessOf(`r${round}-${n}`, n % 3 === 0 ? "send" : "stream"),
  );
  const load = witnesses.map((witness) =>
    witness.kind === "send"
      ? send(witness).catch(() => undefined) // the server was killed before it answered
      : follow(server.url, "SendStreamingMessage", message(witness.messageId, CHUNKS), (frame) => note(witness, frame)),
  );
  await pause(15 + Math.random() * 120);
  await server.kill();
  await Promise.allSettled(load);
  await server.start();
  for (const witness of witnesses) await examine(witness);
  if (round % 10 === 0) console.error(`${round} kills, ${tasks} tasks, ${events} events, ${problems.length} problems`);
}
await server.kill("SIGTERM");
await rm(folder, { recursive: true, force: true });
for (const problem of problems.slice(0, 20)) console.error(problem);
console.log(
  `${kills} kills: ${tasks} acknowledged tasks (${cutOff} cut off), ${events} events seen; ${problems.length} lost, changed, doubled, short or stuck`,
);
process.exitCode = problems.length === 0 && tasks > 0 ? 0 : 1;

interface Caller extends Witness {
  readonly kind: "send" | "stream";
}

function witnessOf(messageId: string, kind: Caller["kind"]): Caller {
  return { messageId, kind, expected: kind === "send" ? [`echo ${messageId}`] : (chunksOf(CHUNKS) ?? []), seen: [] };
}

async function send(witness: Witness): Promise<void> {
  const answer = await call(server.url, "SendMessage", message(witness.messageId, `echo ${witness.messageId}`));
  const task = (answer.result as { task?: { id: string; status: { state: string } } } | undefined)?.task;
  if (!task) return;
  witness.taskId = task.id;
  witness.state = task.status.state;
}

/** Checks a task that a caller knows: it exists, its log is complete, it has finished, and a repeated send finds it. */
async function examine(witness: Caller): Promise<void> {
  const { taskId } = witness;
  if (taskId === undefined) return;
  tasks++;
  events += witness.seen.length;
  const task = await settled(taskId);
  if (task === undefined) {
    problems.push(`${taskId}: the task is gone`);
    return;
  }
  if (witness.state === undefined || !isOver(witness.state)) cutOff++;
  const log: Seen[] = [];
  await follow(server.url, "SubscribeToTask", { id: taskId }, (frame) => log.push(frame), { "Last-Event-ID": "1" });
  problems.push(...checkHistory(witness, log, task.status.state));
  const numbers = log.map(({ seq }) => seq);
  if (numbers.some((seq, index) => seq !== index + 1))
    problems.push(`${taskId}: numbers ${numbers.join(",")} have a gap`);
  const text = witness.kind === "stream" ? CHUNKS : `echo ${witness.messageId}`;
  const again = await call(server.url, "SendMessage", message(witness.messageId, text));
  const same = (again.result as { task?: { id: string } } | undefined)?.task?.id;
  if (same !== taskId) problems.push(`${taskId}: the same message made ${same ?? JSON.stringify(again.error)}`);
}

/** The task once it has finished; an interrupted task fails soon after the restart. */
async function settled(id: string): Promise<{ status: { state: string } } | undefined> {
  for (let attempt = 0; attempt < 200; attempt++) {
    const { result } = await call(server.url, "GetTask", { id });
    if (result === undefined) return undefined;
    const task = result as JsonObject & { status: { state: string } };
    if (isOver(task.status.state)) return task;
    await pause(25);
  }
  return { status: { state: "stuck" } };
}

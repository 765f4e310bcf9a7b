import { setTimeout as pause } from "node:timers/promises";
import { call, follow, message, note } from "../caller.ts";
import type { Witness } from "../history.ts";
import { startSoaked } from "./soaked-process.ts";
import type { Reading } from "./soaked-server.ts";

/** How many streams for how long. */
export interface StreamSoakOptions {
  readonly streams: number;
  readonly seconds: number;
}

/** The effect of many streams on a server. */
export interface StreamSoak {
  readonly before: Reading;
  /** While all of them were open. */
  readonly during: Reading;
  /** When all of them had ended and their tasks were gone. */
  readonly after: Reading;
  readonly events: number;
  /** Missing or wrong events of readers. */
  readonly problems: readonly string[];
}

/** Opens streams that get an event every second, ends them all at once, and measures the memory left. */
export async function soakStreams({ streams, seconds }: StreamSoakOptions): Promise<StreamSoak> {
  await using server = await startSoaked({ keep: false });
  // A warm-up, which causes all one-time allocations.
  await (await openStreams(server.url, "warm", Math.min(streams, 100))).end(() => server.tell("end"));
  await gone(server.url);
  await quiet(server.read);
  const before = await server.read();
  await server.tell("begin");
  const open = await openStreams(server.url, "soak", streams);
  await pause(seconds * 1_000);
  const during = await server.read();
  const witnesses = await open.end(() => server.tell("end"));
  await gone(server.url);
  await quiet(server.read);
  const after = await server.read();
  const events = witnesses.reduce((sum, { seen }) => sum + seen.length, 0);
  return { before, during, after, events, problems: witnesses.flatMap(problemsOf) };
}

interface OpenStreams {
  /** Has the agents end and reads all streams to their ends. */
  end(tell: () => Promise<void>): Promise<Witness[]>;
}

/** Opens streams and waits for the first event of each. */
async function openStreams(url: string, name: string, count: number): Promise<OpenStreams> {
  const streams = Array.from({ length: count }, (_, n) => {
    const witness: Witness = { messageId: `${name}-${n}`, expected: [], seen: [] };
    const { promise: begun, resolve } = Promise.withResolvers<void>();
    const ended = follow(url, "SendStreamingMessage", message(witness.messageId, "drip"), (frame) => {
      note(witness, frame);
      resolve();
    }).finally(resolve);
    return { witness, begun, ended };
  });
  await Promise.all(streams.map(({ begun }) => begun));
  return {
    async end(tell) {
      await tell();
      await Promise.all(streams.map(({ ended }) => ended));
      return streams.map(({ witness }) => witness);
    },
  };
}

function problemsOf({ messageId, seen, state }: Witness): string[] {
  const numbers = seen.map(({ seq }) => seq);
  const gap = numbers.findIndex((seq, index) => index > 0 && seq !== (numbers[index - 1] ?? 0) + 1);
  return [
    ...(gap > 0 ? [`${messageId}: event ${numbers[gap]} follows ${numbers[gap - 1]}`] : []),
    ...(state === "TASK_STATE_COMPLETED" ? [] : [`${messageId}: ended as ${state ?? "nothing"}`]),
  ];
}

/** Resolves when the server has no task left. */
async function gone(url: string): Promise<void> {
  for (let n = 0; n < 600; n++) {
    const { result } = await call(url, "ListTasks", {});
    if ((result as { totalSize: number } | undefined)?.totalSize === 0) return;
    await pause(50);
  }
  throw new Error("tasks that were over stayed for more than 30 seconds");
}

/** Resolves when the connections of disconnected readers are closed. */
async function quiet(read: () => Promise<Reading>): Promise<void> {
  for (let n = 0; n < 100; n++) {
    if ((await read()).connections <= 1) return;
    await pause(200);
  }
  throw new Error("connections that nobody uses stayed open for more than 20 seconds");
}

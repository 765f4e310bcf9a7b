import { setTimeout as pause } from "node:timers/promises";
import { createId } from "@a2a/types";
import { call, follow, message, taskIn } from "./caller.ts";
import { startCluster } from "./cluster.ts";
import { startLoad } from "./load.ts";
import type { Finding, Setting } from "./scenarios.ts";

/** How far a subscriber at another replica is behind one at the replica that writes, and how long a cancel takes there. */
export async function latency({ server, leaseMs, slack }: Setting, rounds: number): Promise<Finding[]> {
  await using cluster = await startCluster(server.url, { schema: "run_latency", leaseMs });
  const [writer, other] = cluster.replicas;
  if (!writer || !other) throw new Error("expected three replicas");
  const load = startLoad(cluster, 8, "chunks:20x20");
  const behind: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const arrivals = new Map<number, number>();
    const params = { ...message(createId(), "chunks:60x10"), configuration: { returnImmediately: true } };
    const task = taskIn(await call(writer.url, "SendMessage", params));
    if (!task) throw new Error("expected a task");
    const later: [seq: number, at: number][] = [];
    await Promise.all([
      follow(writer.url, "SubscribeToTask", { id: task.id }, ({ seq }) => arrivals.set(seq, performance.now())),
      follow(other.url, "SubscribeToTask", { id: task.id }, ({ seq }) => later.push([seq, performance.now()])),
    ]);
    behind.push(...later.slice(1).flatMap(([seq, at]) => (arrivals.has(seq) ? [at - (arrivals.get(seq) ?? 0)] : [])));
  }
  const cancels: number[] = [];
  for (let round = 0; round < 2 * rounds; round++) {
    const params = { ...message(createId(), "hang:60000"), configuration: { returnImmediately: true } };
    const task = taskIn(await call(writer.url, "SendMessage", params));
    await pause(30);
    const before = performance.now();
    const { body } = await call(other.url, "CancelTask", { id: task?.id ?? "" });
    cancels.push(performance.now() - before);
    if ((body.result as { status?: { state: string } } | undefined)?.status?.state !== "TASK_STATE_CANCELED") {
      throw new Error(`a cancel was answered with ${JSON.stringify(body)}`);
    }
  }
  await load.stop();
  const [p50, p99, cancel99] = [quantile(behind, 0.5), quantile(behind, 0.99), quantile(cancels, 0.99)];
  return [
    {
      name: "a subscriber at another replica, under load",
      result: `${behind.length} events: p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms behind the writer`,
      ok: p50 <= 40 * slack && p99 <= 250 * slack,
    },
    {
      name: "a cancel at another replica of an agent that is blocked, under load",
      result: `${cancels.length} cancels: p50 ${quantile(cancels, 0.5).toFixed(1)} ms, p99 ${cancel99.toFixed(1)} ms`,
      ok: cancel99 <= 250 * slack,
    },
  ];
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

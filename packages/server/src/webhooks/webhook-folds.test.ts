import { describe, expect, it } from "vitest";
import { alice, chunk, finish, load, readLog, start, status } from "../engine/contract/kit.ts";
import { createMemoryEngine } from "../engine/memory/memory-engine.ts";
import { WebhookFolds } from "./webhook-folds.ts";

describe("the tasks that webhooks are sent", () => {
  it("are folded incrementally: the log of a task is read once, not once per delivery", async () => {
    const engine = createMemoryEngine();
    const lease = await start(engine, {
      webhook: { config: { url: "http://127.0.0.1/" }, version: "0.3", principal: "alice" },
    });
    await lease.append([status(lease, "TASK_STATE_WORKING", "on it")]);
    for (let n = 0; n < 100; n++) await lease.append([chunk(lease, `${n}`)]);
    await finish(lease);
    const expected = await Promise.all(
      Array.from({ length: 103 }, async (_, n) => (await engine.taskAt(alice, lease.taskId, n + 1))?.stored.task),
    );

    let reads = 0;
    const taskAt: typeof engine.taskAt = (...query) => {
      reads += 1;
      return engine.taskAt(...query);
    };
    const folds = new WebhookFolds({ ...engine, taskAt });
    const [record] = await engine.listWebhooks(alice, lease.taskId);
    if (!record) throw new Error("expected a webhook");
    const sent: unknown[] = [];
    for (const entry of await readLog(engine, lease))
      sent.push(structuredClone((await folds.taskAt(record, entry))?.task));
    expect(sent).toEqual(expected);
    expect(sent.at(-1)).toEqual((await load(engine, lease)).task);
    expect(reads).toBe(1);
    await engine.close();
  });

  it("are throttled by size: artifact chunks of large tasks are coalesced, status changes are not", async () => {
    const engine = createMemoryEngine();
    const lease = await start(engine, {
      webhook: { config: { url: "http://127.0.0.1/" }, version: "0.3", principal: "alice" },
    });
    await lease.append([status(lease, "TASK_STATE_WORKING", "on it")]);
    for (let n = 0; n < 1_000; n++) await lease.append([chunk(lease, "x".repeat(1_000))]);
    await finish(lease);
    const folds = new WebhookFolds(engine);
    const [record] = await engine.listWebhooks(alice, lease.taskId);
    if (!record) throw new Error("expected a webhook");
    let sent = 0;
    let last: unknown;
    for (const entry of await readLog(engine, lease)) {
      const at = await folds.taskAt(record, entry);
      if (!at?.isDue) continue;
      sent += JSON.stringify(at.task).length;
      last = structuredClone(at.task);
    }
    const { task, json } = await load(engine, lease);
    expect(last).toEqual(task);
    expect(sent).toBeLessThan(20 * json.length);
    await engine.close();
  });
});

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { v1_0 } from "@a2a/bridge/v1_0";
import { nodeClient } from "@a2a/http/node";
import { silentLogger } from "@a2a/types";
import { describe, expect, it } from "vitest";
import { alice, bob, finish, start } from "../../src/engine/contract/kit.ts";
import { createMemoryEngine } from "../../src/engine/memory/memory-engine.ts";
import { WebhookSecrets } from "../../src/webhooks/webhook-secrets.ts";
import { WebhookSender } from "../../src/webhooks/webhook-sender.ts";
import { receiver } from "../support/receiver.ts";

describe("unresponsive webhooks of one owner", () => {
  it("delay neither another owner's webhooks nor the shutdown", async () => {
    const silent = createServer(() => undefined);
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
    const { port } = silent.address() as AddressInfo;
    await using hook = await receiver();
    const engine = createMemoryEngine();
    const hanging = { config: { url: `http://127.0.0.1:${port}/` }, version: "1.0", principal: "alice" };
    const tasks: string[] = [];
    for (let n = 0; n < 160; n++) {
      const lease = await start(engine, { webhook: hanging });
      await finish(lease);
      tasks.push(lease.taskId);
    }

    const client = nodeClient({ egress: { allowPrivate: true, allowHttp: true } });
    const deliverer = {
      engine,
      http: client.http,
      codecs: new Map([[v1_0.version, v1_0]]),
      signer: undefined,
      timeoutMs: 600_000,
      tracing: undefined,
      secrets: new WebhookSecrets(undefined),
    };
    const sender = new WebhookSender(deliverer, silentLogger);
    await new Promise<void>((resolve) => silent.once("request", () => resolve()));
    const push = { config: { url: hook.url }, version: "1.0", principal: "bob" };
    await finish(await start(engine, { scope: bob, webhook: push }));
    expect(await hook.seen(2)).toHaveLength(2);

    await sender.close();
    // Interrupted deliveries are repeated after a restart and do not count as failures.
    for (const taskId of tasks) {
      const [record] = await engine.listWebhooks(alice, taskId);
      expect(record).toMatchObject({ nextSeq: 1, attempts: 0 });
      expect(record?.claimedUntil).toBeUndefined();
    }
    await engine.close();
    await client.close();
    silent.closeAllConnections();
    await new Promise((resolve) => silent.close(resolve));
  });
});

import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { serve } from "@a2a/server/node";
import { expect, it } from "vitest";
import { createPostgresEngine } from "../src/engine/postgres-engine.ts";
import { query, temporarySchema } from "./harness.ts";

const token = "hush-token";

it.each([
  ["encrypted with a key", "0123456789abcdef", false],
  ["stored in plain text without one, which the server says in one sentence", undefined, true],
])("secrets of webhooks are %s", async (_, secretKey, isPlain) => {
  await using place = temporarySchema();
  const engine = await createPostgresEngine({ connectionString: place.url, schema: place.schema });
  const warnings: string[] = [];
  const receiver = createServer((_request, response) => response.end()).listen(0, "127.0.0.1");
  await once(receiver, "listening");
  const { port } = receiver.address() as AddressInfo; // it listens on a port
  const agent = await serve({
    card: { name: "Echo" },
    engine,
    executor: async function* () {
      yield "hello";
    },
    webhooks: {
      egress: { allowPrivate: true, allowHttp: true, ports: [port] },
      ...(secretKey !== undefined && { secretKey }),
    },
    logger: { debug() {}, info() {}, warn: (_fields, line) => void warnings.push(line), error() {} },
  });
  const message = { messageId: "m", role: "ROLE_USER", parts: [{ text: "go" }] };
  const configuration = { taskPushNotificationConfig: { url: `http://127.0.0.1:${port}/hook`, token } };
  const answer = await fetch(`${agent.url}/a2a`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "A2A-Version": "1.0" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "SendMessage", params: { message, configuration } }),
  });
  expect(await answer.text()).toContain("TASK_STATE_COMPLETED");
  const [stored] = await query(`select config from ${place.schema}.push`);
  expect(String(stored?.config).includes(token)).toBe(isPlain);
  const warning = "the secrets of webhooks are stored in plain text: set webhooks.secretKey to encrypt them";
  expect(warnings).toEqual(isPlain ? [warning] : []);
  await agent.close();
  await engine.close({ drainMs: 0 });
  receiver.close();
});

import { v1_0 } from "@a2a/bridge/v1_0";
import type { LocalError } from "@a2a/types";
import { expect, it } from "vitest";
import { createClient } from "../src/core.ts";
import { type AgentClient, connect } from "../src/index.ts";
import { webhookHandler } from "../src/webhook.ts";
import { cardAt, serveAgentPeer } from "./support/agent-peer.ts";

const task = { id: "t-1", status: { state: "TASK_STATE_COMPLETED" } };
/** Options as a program without types passes them. */
const untyped = (options: object) => options as never;

async function refusalOf(call: () => unknown): Promise<string> {
  try {
    await call();
  } catch (error) {
    expect(error).toMatchObject({ code: "CONFIG" });
    return (error as LocalError).message;
  }
  throw new Error("nothing was refused");
}

it.each<[string, (client: AgentClient) => unknown]>([
  [`unknown option "timeout" of send; did you mean timeoutMs?`, (client) => client.send("hi", untyped({ timeout: 5 }))],
  [
    `unknown option "retruns" of stream; expected one of: awaitTask, budget, configuration,`,
    (client) => client.stream("hi", untyped({ retruns: true })).next(),
  ],
  [
    `unknown option "onEvnt" of sendAndObserve; did you mean onEvent?`,
    (client) => client.sendAndObserve("hi", untyped({ onEvnt: () => {} })),
  ],
  [
    `unknown option "lastEventID2" of subscribe; did you mean lastEventId?`,
    (client) => client.subscribe("t-1", untyped({ lastEventID2: "4" })).next(),
  ],
  [
    `unknown option "historyLenght" of getTask; did you mean historyLength?`,
    (client) => client.getTask("t-1", untyped({ historyLenght: 1 })),
  ],
  [
    `unknown option "metdata" of cancelTask; did you mean metadata?`,
    (client) => client.cancelTask("t-1", untyped({ metdata: {} })),
  ],
  [
    `unknown option "signl" of listTasks; did you mean signal?`,
    (client) => client.tasks({}, untyped({ signl: 1 })).next(),
  ],
])("an agent's client refuses: %s", async (sentence, call) => {
  await using peer = await serveAgentPeer({ card: cardAt });
  const client = await connect(peer.url);
  expect(await refusalOf(() => call(client))).toContain(sentence);
  expect(peer.received.filter(({ method }) => method === "POST")).toEqual([]);
});

it("an agent's client takes every option of its methods", async () => {
  await using peer = await serveAgentPeer({
    card: cardAt,
    methods: { SendMessage: () => ({ task }), GetTask: () => task },
  });
  const client = await connect(peer.url);
  expect(
    await client.send("hi", { metadata: {}, timeoutMs: 5_000, maxRetries: 0, headers: {}, extensions: [] }),
  ).toEqual({ task });
  expect(await client.getTask("t-1", { historyLength: 1 })).toEqual(task);
});

it("so do clients of one endpoint, and receivers of webhooks", async () => {
  await using peer = await serveAgentPeer({ card: cardAt });
  const client = createClient(peer.url, { codec: v1_0 });
  expect(await refusalOf(() => client.send("hi", untyped({ maxRetries: 1 })))).toMatch(
    /^unknown option "maxRetries" of send; expected one of: budget, configuration, extensions/,
  );
  expect(await refusalOf(() => createClient(peer.url, untyped({ codec: v1_0, bindings: [] })))).toBe(
    'unknown option "bindings" of createClient; did you mean binding?',
  );
  expect(await refusalOf(() => webhookHandler(untyped({ tokn: "x", onEvent: () => {} })))).toBe(
    'unknown option "tokn" of webhookHandler; did you mean token?',
  );
});

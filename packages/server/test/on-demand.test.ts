import { deferCodec } from "@a2a/bridge";
import { v0_1 } from "@a2a/bridge/v0_1";
import { v0_3 } from "@a2a/bridge/v0_3";
import { v1_0 } from "@a2a/bridge/v1_0";
import { describe, expect, it } from "vitest";
import type { AgentHandlerCoreOptions } from "../src/agent/options.ts";
import { createAgentHandlerWith } from "../src/core.ts";
import { bearer } from "../src/index.ts";
import { scripted } from "./support/scripted.ts";

const card = { name: "Small", description: "Says what you say." };

/** A handler whose codecs of older versions are loaded on demand, and the versions loaded so far. */
function deferring({ newest = true, ...options }: { newest?: boolean } & Pick<AgentHandlerCoreOptions, "auth"> = {}) {
  const loaded: string[] = [];
  const older = [v0_3, v0_1].map((codec) =>
    deferCodec({ ...codec, routes: { sendMessage: codec.restForms?.fallback.sendMessage?.routes ?? [] } }, async () => {
      loaded.push(codec.version);
      return codec;
    }),
  );
  const codecs = newest ? [v1_0, ...older] : older;
  return { loaded, handler: createAgentHandlerWith({ card, executor: scripted, codecs, ...options }) };
}

function post(path: string, body: object, headers: Record<string, string> = {}): Request {
  return new Request(`http://localhost${path}`, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
}

const send1_0 = () =>
  post("/a2a", {
    jsonrpc: "2.0",
    id: 1,
    method: "SendMessage",
    params: { message: { messageId: crypto.randomUUID(), role: "ROLE_USER", parts: [{ text: "hi" }] } },
  });
const message0_3 = () => ({
  kind: "message",
  messageId: crypto.randomUUID(),
  role: "user",
  parts: [{ kind: "text", text: "hi" }],
});
const send0_3 = () =>
  post("/a2a", { jsonrpc: "2.0", id: 1, method: "message/send", params: { message: message0_3() } });

describe("codecs that are loaded on demand", () => {
  it("are not loaded for callers of the newest version", async () => {
    const { handler, loaded } = deferring();
    const answer = await handler.fetch(send1_0());
    expect(await answer.json()).toMatchObject({ result: { task: { status: { state: "TASK_STATE_COMPLETED" } } } });
    expect(handler.card.supportedInterfaces.map(({ protocolVersion }) => protocolVersion)).toContain("0.1");
    expect(loaded).toEqual([]);
  });

  it("are loaded once, for the two first callers of a version", async () => {
    const { handler, loaded } = deferring();
    const answers = await Promise.all([handler.fetch(send0_3()), handler.fetch(send0_3())]);
    for (const answer of answers) expect(await answer.json()).toMatchObject({ result: { kind: "task" } });
    expect(loaded).toEqual(["0.3"]);
  });

  it("are loaded for HTTP+JSON, and to refuse a caller in its own form", async () => {
    const rest = () => post("/a2a/v1/message:send", { message: message0_3() });
    const open = deferring();
    expect(await (await open.handler.fetch(rest())).json()).toMatchObject({ task: { kind: "task" } });
    expect(open.loaded).toEqual(["0.3"]);
    const closed = deferring({ auth: [bearer({ tokens: { secret: "alice" } })] });
    const refused = await closed.handler.fetch(rest());
    expect(refused.status).toBe(401);
    const repeated = await closed.handler.fetch(rest());
    expect(await repeated.text()).toBe(await refused.text());
  });

  it("are loaded for the card, which is written for callers of all versions", async () => {
    const { handler, loaded } = deferring();
    const answer = await handler.fetch(new Request("http://localhost/.well-known/agent-card.json"));
    expect(await answer.json()).toMatchObject({
      preferredTransport: "JSONRPC",
      supportedInterfaces: expect.anything(),
    });
    expect(loaded).toEqual(["0.3", "0.1"]);
  });

  it("are loaded to refuse a request without a version, where the newest version is one of them", async () => {
    const { handler } = deferring({ newest: false });
    const refused = await handler.fetch(post("/a2a", {}, { "Content-Type": "text/plain" }));
    expect(refused.status).toBe(415);
    expect(await refused.json()).toMatchObject({ error: { code: expect.any(Number) } });
  });
});

import { v0_3 } from "@a2a/bridge/v0_3";
import { v1_0 } from "@a2a/bridge/v1_0";
import { describe, expect, it } from "vitest";
import { AgentClient, connectWith } from "../src/connect.ts";
import { cardAt, noTask, serveAgentPeer } from "./support/agent-peer.ts";

const task = { id: "t-1", status: { state: "TASK_STATE_COMPLETED" } };
const older = (url: string) => ({
  protocolVersion: "0.3.0",
  name: "Desk",
  description: "Of 0.3",
  url,
  version: "1",
  capabilities: { streaming: true },
  defaultInputModes: ["text/plain"],
  defaultOutputModes: ["text/plain"],
  skills: [],
});

describe("connecting with the protocol versions at hand", () => {
  it("speaks them, and reads their cards", async () => {
    await using peer = await serveAgentPeer({ card: cardAt, methods: { GetTask: () => task } });
    const client = await connectWith(peer.url, { codecs: [v1_0], memory: new Map() });
    expect(client).toBeInstanceOf(AgentClient);
    expect(await client.getTask("t-1")).toEqual(task);
  });

  it("says so when there is none in common", async () => {
    await using peer = await serveAgentPeer({ card: older, methods: { "tasks/get": noTask } });
    const refused = connectWith(peer.url, { codecs: [v1_0], bindings: ["JSONRPC"], memory: new Map() });
    await expect(refused).rejects.toMatchObject({
      code: "NO_COMMON_INTERFACE",
      message: expect.stringContaining("the agent has no readable card; this client supports 1.0 over JSONRPC"),
    });
    const client = await connectWith(peer.url, { codecs: [v1_0, v0_3], memory: new Map() });
    await expect(client.getTask("t-1")).rejects.toMatchObject({ code: "TASK_NOT_FOUND" });
    expect(client.describe()).toMatchObject({ name: "Desk", version: "0.3" });
  });
});

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect as connectByName } from "@a2a/client";
import { describe, expect, it } from "vitest";
import { connect as connectElsewhere } from "../src/index.ts";
import { connect } from "../src/node.ts";
import { cardAt, serveAgentPeer } from "./support/agent-peer.ts";

const task = { id: "t-1", status: { state: "TASK_STATE_COMPLETED" } };
const fresh = () => ({ memory: new Map<string, string>() });

describe("connecting from Node", () => {
  it("is what the name of the package means there", async () => {
    await using peer = await serveAgentPeer({ card: cardAt });
    expect(connectByName).toBe(connect);
    for (const option of [{ egress: {} }, { tls: {} }, { configFile: "a2a.yaml" }]) {
      const message = `${Object.keys(option)}: only on Node; elsewhere pass an \`http\` of your own`;
      await expect(connectElsewhere(peer.url, option)).rejects.toMatchObject({ code: "CONFIG", message });
    }
    expect(peer.received).toEqual([]);
  });

  it("calls the given address although it is not public, and closes its connections", async () => {
    await using peer = await serveAgentPeer({ card: cardAt, methods: { GetTask: () => task } });
    const client = await connect(peer.url, fresh());
    expect(await client.getTask("t-1")).toEqual(task);
    await client.close();
    await peer.idle();
    await expect(client.getTask("t-1")).rejects.toMatchObject({ code: "CLOSED" });
  });

  it("refuses a redirect to a non-public address, also by name", async () => {
    await using other = await serveAgentPeer({ methods: { GetTask: () => task } });
    const { port } = new URL(other.url);
    for (const elsewhere of [other.url, `http://localhost:${port}`]) {
      await using peer = await serveAgentPeer({ card: () => cardAt(elsewhere) });
      await expect(connect(peer.url, { bindings: ["JSONRPC"], ...fresh() })).rejects.toMatchObject({ code: "BLOCKED" });
    }
    await using peer = await serveAgentPeer({ card: () => cardAt("http://agent.internal.example/a2a") });
    const client = await connect(peer.url, { bindings: ["JSONRPC"], ...fresh() });
    await expect(client.getTask("t-1")).rejects.toMatchObject({ code: "BLOCKED" });
    expect(other.received).toEqual([]);
  });

  it("follows where the caller allows it", async () => {
    await using other = await serveAgentPeer({ methods: { GetTask: () => task } });
    await using peer = await serveAgentPeer({ card: () => cardAt(other.url) });
    await using client = await connect(peer.url, { origins: [other.url], ...fresh() });
    expect(await client.getTask("t-1")).toEqual(task);
  });

  it("says that a text is neither a URL nor a name, if there is no configuration file to look it up in", async () => {
    await expect(connect("tax agent", { configFile: "no-such-file.yaml" })).rejects.toMatchObject({
      code: "CONFIG",
      message: expect.stringMatching(
        /^"tax agent" is not a URL, and cannot be looked up as a name: no-such-file.yaml cannot be read: /,
      ),
    });
  });

  it("looks up names in the configuration file", async () => {
    await using peer = await serveAgentPeer({ card: cardAt, methods: { GetTask: () => task } });
    const folder = mkdtempSync(join(tmpdir(), "a2a-client-"));
    try {
      const configFile = join(folder, "a2a.yaml");
      writeFileSync(
        configFile,
        `a2a:\n  remoteAgents:\n    weather:\n      endpoint: ${peer.url}\n      headers: { X-Team: north }\n`,
      );
      await using client = await connect("weather", { configFile, ...fresh() });
      expect(await client.getTask("t-1")).toEqual(task);
      expect(peer.received.at(-1)?.headers["x-team"]).toBe("north");
      await expect(connect("wether", { configFile })).rejects.toMatchObject({
        code: "CONFIG",
        message: expect.stringContaining("known agents: weather"),
      });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

import { connect, connect as connectFromNode } from "@a2a/client";
import { serve } from "@a2a/server/node";
import { extractText, silentLogger } from "@a2a/types";
import { describe, expect, it } from "vitest";
import { serve as listening } from "../src/loopback.ts";

/** Two agents in one process. */
function serveTwo() {
  const agent = (word: string) => ({
    card: { name: `The ${word} agent` },
    store: "memory",
    logger: silentLogger,
    async *executor() {
      yield word;
    },
  });
  return serve({ agents: { tide: agent("tide"), tax: agent("tax") } });
}

describe("a catalog of agents", () => {
  it("lists them at all well-known paths", async () => {
    await using agents = await serveTwo();
    const get = async (path: string) => {
      const response = await fetch(agents.url + path);
      return [response.headers.get("content-type"), await response.json()];
    };
    const card = (name: string) => `${agents.url}/agents/${name}/.well-known/agent-card.json`;
    const type = "application/a2a-agent-card+json";
    expect(await get("/.well-known/ai-catalog.json")).toEqual([
      "application/ai-catalog+json",
      {
        specVersion: "1.0",
        entries: ["tide", "tax"].map((name) => ({
          identifier: `urn:air:agent.localhost:a2a:${name}`,
          displayName: name,
          type,
          mediaType: type,
          url: card(name),
        })),
      },
    ]);
    expect((await get("/.well-known/ard.json"))[1]).toEqual((await get("/.well-known/ai-catalog.json"))[1]);
    expect(await get("/.well-known/api-catalog")).toEqual([
      'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
      {
        linkset: [
          {
            anchor: `${agents.url}/.well-known/api-catalog`,
            item: ["tide", "tax"].map((name) => ({ href: card(name), type, title: name })),
          },
        ],
      },
    ]);
  });

  it.each([
    ["fetch", connect],
    ["undici", connectFromNode],
  ])("leads to an agent by its name, over %s", async (_, connectBy) => {
    await using agents = await serveTwo();
    await using client = await connectBy(agents.url, { agent: "tax" });
    const { task } = await client.sendAndObserve("hi");
    expect([client.card.name, task && extractText(task)]).toEqual(["The tax agent", "tax"]);
    await expect(connectBy(agents.url, { agent: "nobody" })).rejects.toMatchObject({
      code: "CONFIG",
      message: `${agents.url} has no agent "nobody"; it has tide, tax`,
    });
  });

  it("is followed to its own origin only, unless another is allowed", async () => {
    await using agents = await serveTwo();
    const url = `${agents.url}/agents/tide/.well-known/agent-card.json`;
    const entry = { identifier: "tide", type: "application/a2a-agent-card+json", url };
    await using host = await listening((_, response) => {
      response.writeHead(200, { "Content-Type": "application/json" });
      response.end(JSON.stringify({ specVersion: "1.0", entries: [entry] }));
    });
    await expect(connect(host.url, { agent: "tide" })).rejects.toMatchObject({
      code: "BLOCKED",
      message: `the catalog points to ${agents.url}, which is not its own origin: pass it in \`origins\` to allow it`,
    });
    await using client = await connect(host.url, { agent: "tide", origins: [agents.url] });
    expect(client.card.name).toBe("The tide agent");
  });

  it("is missed with the paths at which it may be", async () => {
    await using host = await listening((_, response) => void response.writeHead(404).end());
    await expect(connect(host.url, { agent: "tide" })).rejects.toMatchObject({
      message: `${host.url} has no catalog of agents at /.well-known/ai-catalog.json, /.well-known/ard.json and /.well-known/api-catalog`,
    });
  });
});

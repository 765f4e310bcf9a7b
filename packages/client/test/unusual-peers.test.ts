import type { ServerResponse } from "node:http";
import { describe, expect, it } from "vitest";
import { connect } from "../src/index.ts";
import { cardAt, type Method, serveAgentPeer } from "./support/agent-peer.ts";
import { answer, servePeer } from "./support/peer.ts";

const ids = { taskId: "t-1", contextId: "c-1" };
const chunk = (text: string, append: boolean) => ({
  artifactUpdate: { ...ids, append, artifact: { artifactId: "a-1", parts: [{ text }] } },
});
const events = [
  { task: { id: "t-1", contextId: "c-1", status: { state: "TASK_STATE_WORKING" } } },
  chunk("Grüße, ", false),
  chunk("Ann", true),
  { statusUpdate: { ...ids, status: { state: "TASK_STATE_COMPLETED" } } },
];

/** Writes the lines of an NDJSON stream in pieces of some bytes. */
function writeLines(response: ServerResponse, lines: string, bytes: number): void {
  response.writeHead(200, { "Content-Type": "application/x-ndjson; charset=utf-8" });
  const all = Buffer.from(lines);
  for (let at = 0; at < all.length; at += bytes) response.write(all.subarray(at, at + bytes));
  response.end();
}

describe("a gateway that streams JSON lines instead of server-sent events (LiteLLM)", () => {
  it.each([
    ["whole, with a line feed at the end", 100_000, "\n"],
    ["in pieces of three bytes, with empty lines and without a line feed at the end", 3, ""],
  ])("is understood: %s", async (_, bytes, end) => {
    const SendStreamingMessage: Method = ({ id }, response) => {
      const lines = events.map((result) => JSON.stringify({ jsonrpc: "2.0", id, result }));
      writeLines(response, lines.join(end === "" ? "\r\n\r\n" : "\n") + end, bytes);
    };
    await using peer = await serveAgentPeer({
      card: (url) => cardAt(url),
      methods: { SendStreamingMessage },
    });
    const agent = await connect(peer.url, { memory: new Map() });
    const got: unknown[] = [];
    for await (const event of agent.stream("hi")) got.push(event);
    expect(got).toMatchObject(events);
    expect(got).toHaveLength(events.length);
    await agent.close();
  });

  it("may not send a line without end", async () => {
    await using peer = await serveAgentPeer({
      card: (url) => cardAt(url),
      methods: { SendStreamingMessage: (_, response) => writeLines(response, "x".repeat(5_000), 1_000) },
    });
    const agent = await connect(peer.url, { memory: new Map(), limits: { stream: { maxEventLength: 1_000 } } });
    const read = async () => {
      for await (const _ of agent.stream("hi"));
    };
    await expect(read()).rejects.toThrow("an event of more than 1000 characters");
    await agent.close();
  });
});

describe("a server whose card needs a query string (LangGraph)", () => {
  it.each(["/.well-known/agent-card.json?assistant_id=tax", "/?assistant_id=tax", "?assistant_id=tax"])(
    "is found by %s",
    async (suffix) => {
      await using peer = await servePeer(({ method, path, body }, response) => {
        const { pathname, searchParams } = new URL(path, peer.url);
        if (method === "GET" && pathname === "/.well-known/agent-card.json") {
          const isKnown = searchParams.get("assistant_id") === "tax";
          if (!isKnown) return answer(response, { detail: "assistant_id is required" }, 422);
          return answer(response, cardAt(`${peer.url}/a2a/tax`));
        }
        if (pathname.replace(/\/$/, "") !== "/a2a/tax") return answer(response, "", 404);
        const { id } = JSON.parse(body) as { id: string };
        const message = { role: "ROLE_AGENT", messageId: "m-1", parts: [{ text: "hello" }] };
        answer(response, { jsonrpc: "2.0", id, result: { message } });
      });
      const agent = await connect(`${peer.url}${suffix}`, { memory: new Map() });
      expect(await agent.send("hi")).toMatchObject({ message: { parts: [{ text: "hello" }] } });
      await agent.close();
    },
  );
});

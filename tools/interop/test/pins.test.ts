import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { connect } from "@a2a/client";
import { serve } from "@a2a/server/node";
import { type KnownVersion, protocolVersions, silentLogger, textOf } from "@a2a/types";
import { describe, expect, it } from "vitest";

/** The versions that define HTTP+JSON. */
const REST: readonly KnownVersion[] = ["0.3", "1.0"];
/** Every way to pin: all sets of versions, oldest first. */
const PINS = Array.from({ length: 2 ** protocolVersions.length - 1 }, (_, set) =>
  protocolVersions.toSorted().filter((_version, index) => ((set + 1) >> index) & 1),
);

function serveEcho(versions: readonly KnownVersion[]) {
  return serve({
    card: { name: "Echo" },
    store: "memory",
    logger: silentLogger,
    versions,
    executor: async function* ({ message }) {
      yield `echo ${textOf(message)}`;
    },
  });
}

describe.each(["JSONRPC", "HTTP+JSON"] as const)("pins over %s", (binding) => {
  it.each(PINS.map((versions) => ({ name: versions.join(" and "), versions })))(
    "a server of $name is connected to by clients of a common version, and by no others",
    async ({ versions }) => {
      await using agent = await serveEcho(versions);
      for (const pinned of PINS) {
        const common = versions.filter(
          (version) => pinned.includes(version) && (binding === "JSONRPC" || REST.includes(version)),
        );
        const connecting = connect(agent.url, { versions: pinned, bindings: [binding], memory: new Map() });
        if (common.length === 0) {
          await expect(connecting, `a client of ${pinned}`).rejects.toMatchObject({ code: "NO_COMMON_INTERFACE" });
          continue;
        }
        await using client = await connecting;
        const answer = await client.send("hi");
        expect(client.describe().version).toBe(common.at(-1));
        expect("task" in answer && textOf(answer.task.artifacts?.[0]?.parts ?? [])).toBe("echo hi");
      }
    },
  );
});

it("a client of 0.3 does not connect to an agent of 0.1 that has never heard of versions", async () => {
  const methods: string[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    response.setHeader("Content-Type", "application/json");
    if (request.method === "GET") return void response.writeHead(404).end("{}");
    const { id, method, params } = (await json(request)) as { id: string; method: string; params: { id: string } };
    methods.push(method);
    const error =
      method === "tasks/get"
        ? { code: -32001, message: `Task ${params.id} not found` }
        : method === "tasks/send"
          ? { code: -32602, message: "Invalid params" }
          : { code: -32601, message: "Method not found" };
    response.end(JSON.stringify({ jsonrpc: "2.0", id, error }));
  };
  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // a TCP server has one
  for (const versions of [["0.3"], ["0.2"]] as const) {
    await expect(connect(url, { versions, memory: new Map() })).rejects.toMatchObject({ code: "NO_COMMON_INTERFACE" });
  }
  expect(methods).toContain("message/send");
  await using client = await connect(url, { versions: ["0.1"], memory: new Map() });
  expect(client.describe().version).toBe("0.1");
  server.closeAllConnections();
  server.close();
});

describe("a body of 0.3 that names no version", () => {
  const tagged = { kind: "message", messageId: "m1", role: "user", parts: [{ kind: "text", text: "hi" }] };
  const bodies = {
    "as in JSON-RPC": { message: tagged },
    "with tagged parts only": { message: { messageId: "m2", role: "user", parts: [{ kind: "text", text: "hi" }] } },
    "as ProtoJSON": { message: { messageId: "m3", role: "ROLE_USER", content: [{ text: "hi" }] } },
    "as ProtoJSON with a request": { request: { messageId: "m4", role: "ROLE_USER", content: [{ text: "hi" }] } },
  };
  it.each(Object.entries(bodies))("is refused by a server of 1.0: %s", async (_, body) => {
    await using agent = await serveEcho(["1.0"]);
    for (const path of ["/a2a/message:send", "/a2a/message:stream", "/a2a/v1/message:send"]) {
      const response = await fetch(agent.url + path, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(body),
      });
      expect([response.status, await response.json()]).toMatchObject([
        400,
        { error: { message: expect.stringContaining("of protocol version 0.3 is not served here: use 1.0") } },
      ]);
    }
    const list = await fetch(`${agent.url}/a2a/tasks`, { headers: { "A2A-Version": "1.0" } });
    expect(await list.json()).toMatchObject({ totalSize: 0 });
  });
});

import { gzipSync } from "node:zlib";
import type { AgentCard } from "@a2a/types";
import { describe, expect, it } from "vitest";
import { type ConnectOptions, connect } from "../src/index.ts";
import { connect as connectNode } from "../src/node.ts";
import { cardAt, sendEvent, startStream } from "./support/agent-peer.ts";
import { answer, type Listener, servePeer } from "./support/peer.ts";

const cardOf = (url: string) => cardAt(url) as unknown as AgentCard; // a card as it would be read
const options: ConnectOptions = { versions: ["1.0"], bindings: ["JSONRPC"], maxRetries: 0 };
const idOf = (body: string) => (JSON.parse(body) as { id: string }).id;
const ok = { id: "t-1", status: { state: "TASK_STATE_WORKING" } };

/** What comes of reading a task from a peer that behaves like this. */
async function outcome(
  listener: Listener,
  more: ConnectOptions = {},
  timeoutMs = 10_000,
): Promise<{ code: string; message: string }> {
  await using peer = await servePeer(listener);
  const client = await connect(cardOf(peer.url), { ...options, memory: new Map(), ...more });
  const failed = await client.getTask("t-1", { timeoutMs }).catch((error: unknown) => error);
  await peer.idle();
  return failed as { code: string; message: string };
}

/** Writes for as long as anybody reads. */
function pour(chunk: string | Buffer): Listener {
  return (_, response) => {
    const more = () => {
      while (!response.destroyed && response.write(chunk));
    };
    response.writeHead(200, { "Content-Type": "application/json" });
    response.on("drain", more);
    more();
  };
}

describe("a hostile agent", () => {
  it("stops an endless body at the limit", async () => {
    expect(await outcome(pour("x".repeat(65_536)))).toMatchObject({ code: "LIMIT" });
    expect(await outcome(pour("x".repeat(1_000)), { limits: { maxBytes: 5_000 } })).toMatchObject({
      code: "LIMIT",
      message: "the response is larger than 5000 bytes",
    });
  });

  it("does not read a body whose declared length exceeds the limit", async () => {
    const failed = await outcome((_, response) => {
      response.writeHead(200, { "Content-Type": "application/json", "Content-Length": String(1e12) });
      response.write("{");
    });
    expect(failed).toMatchObject({ code: "LIMIT" });
  });

  it("counts a compressed body by its decompressed size", async () => {
    const bomb = gzipSync(Buffer.alloc(40 * 1024 * 1024, 32));
    const failed = await outcome((_, response) => {
      response.writeHead(200, { "Content-Type": "application/json", "Content-Encoding": "gzip" });
      response.end(bomb);
    });
    expect(failed).toMatchObject({ code: "LIMIT" });
  });

  it("redirects are not followed", async () => {
    const failed = await outcome((request, response) => {
      response.writeHead(307, { Location: `http://${request.headers.host}/again` }).end();
    });
    expect(failed).toMatchObject({ code: "NO_COMMON_INTERFACE", cause: { code: "HTTP", status: 307 } });
    expect(failed.message).toContain("redirects are not followed");
  });

  it("times out on slow bytes", async () => {
    const failed = await outcome(
      (_, response) => {
        response.writeHead(200, { "Content-Type": "application/json" });
        const drip = setInterval(() => (response.destroyed ? clearInterval(drip) : response.write(" ")), 10);
      },
      {},
      300,
    );
    expect(failed).toMatchObject({ code: "TIMEOUT" });
  });

  it("times out on silence", async () => {
    expect(await outcome(() => {}, {}, 300)).toMatchObject({ code: "TIMEOUT", message: "no response within 300 ms" });
  });

  it.each<[string, Listener, string]>([
    [
      "200 with HTML",
      (_, response) => answer(response, "<html>hi</html>", 200, { "Content-Type": "text/html" }),
      "expected a JSON-RPC answer, found: <html>hi</html>",
    ],
    [
      "half a JSON",
      ({ body }, response) => answer(response, `{"jsonrpc":"2.0","id":"${idOf(body)}","resu`),
      "expected a JSON-RPC answer",
    ],
    ["an array", (_, response) => answer(response, "[]"), "expected a JSON-RPC answer"],
    ["nothing", (_, response) => answer(response, ""), "expected a JSON-RPC answer"],
    [
      "neither result nor error",
      ({ body }, response) => answer(response, { jsonrpc: "2.0", id: idOf(body) }),
      "neither a result nor an error",
    ],
    [
      "the answer to another request",
      (_, response) => answer(response, { jsonrpc: "2.0", id: "other", result: ok }),
      "belongs to another request",
    ],
    [
      "another shape",
      ({ body }, response) => answer(response, { jsonrpc: "2.0", id: idOf(body), result: { id: 5 } }),
      "does not fit protocol 1.0",
    ],
    [
      "500 with HTML",
      (_, response) => answer(response, "<html>oops</html>", 500, { "Content-Type": "text/html" }),
      "the peer answered with HTTP 500: <html>oops</html>",
    ],
  ])("%s is a typed error", async (_, listener, message) => {
    const failed = await outcome(listener);
    expect(failed.message).toContain(message);
    expect(["PROTOCOL", "HTTP", "NO_COMMON_INTERFACE"]).toContain(failed.code);
  });

  it("refuses a document that is nested too deeply", async () => {
    const deep = `${"[".repeat(5_000)}${"]".repeat(5_000)}`;
    const failed = await outcome(({ body }, response) =>
      answer(
        response,
        `{"jsonrpc":"2.0","id":"${idOf(body)}","result":{"id":"t-1","status":{"state":"TASK_STATE_WORKING"},"metadata":{"x":${deep}}}}`,
      ),
    );
    expect(failed).toMatchObject({ code: "LIMIT" });
  });

  it("shows an excerpt of its text, without terminal control sequences", async () => {
    const failed = await outcome((_, response) =>
      answer(response, `\u001b]0;pwned\u0007\r\n${"y".repeat(5_000)}`, 500),
    );
    expect(failed.message).toContain("\\u001b]0;pwned\\u0007\\u000d\\u000a");
    expect(failed.message.length).toBeLessThan(300);
  });

  it("a broken connection is an error, not a success", async () => {
    const failed = await outcome(({ body }, response) => {
      response.writeHead(200, { "Content-Type": "application/json", "Content-Length": "500" });
      response.write(`{"jsonrpc":"2.0","id":"${idOf(body)}"`, () => response.destroy());
    });
    expect(failed).toMatchObject({ code: "NETWORK" });
  });

  it("ends a stream of nonsense with a typed error", async () => {
    await using peer = await servePeer(({ body }, response) => {
      startStream(response);
      sendEvent(response, idOf(body), { task: { ...ok, contextId: "c" } });
      response.end("data: {nonsense\n\n");
    });
    const client = await connect(cardOf(peer.url), { ...options, memory: new Map() });
    const reading = (async () => {
      for await (const _ of client.stream("go"));
    })();
    await expect(reading).rejects.toMatchObject({ code: "PROTOCOL", message: "an event is not JSON: {nonsense" });
  });
});

describe("over undici", () => {
  it("rejects hostile answers in the same way", async () => {
    await using peer = await servePeer(pour("x".repeat(65_536)));
    await using client = await connectNode(cardOf(peer.url), { ...options, memory: new Map() });
    await expect(client.getTask("t-1")).rejects.toMatchObject({ code: "LIMIT" });
    await peer.idle();
  });
});

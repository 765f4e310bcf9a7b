import { once } from "node:events";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import type { RunningAgent } from "../../src/node.ts";
import { rpc, say, taskOf } from "../support/agent.ts";
import { connection, exchangeRaw, head } from "../support/raw.ts";
import { start } from "../support/scripted.ts";

const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "SendMessage", params: say("smuggled") });
const json = { "Content-Type": "application/json", "A2A-Version": "1.0" };

/** How many tasks there are: whatever reached the agent left one. */
const tasks = async (server: RunningAgent) =>
  ((await rpc(server, "ListTasks", {})).body.result as { totalSize: number }).totalSize;

describe("HTTP", () => {
  it.each<[string, (server: RunningAgent) => string]>([
    [
      "a length and chunks at once",
      (server) => {
        const both = { ...json, "Content-Length": "4", "Transfer-Encoding": "chunked" };
        return `${head(server, "POST /a2a HTTP/1.1", both)}0\r\n\r\nPOST /a2a HTTP/1.1\r\n\r\n`;
      },
    ],
    [
      "two lengths",
      (server) =>
        head(server, "POST /a2a HTTP/1.1", { ...json, "Content-Length": `${body.length}\r\nContent-Length: 5` }) + body,
    ],
    [
      "a chunk of no size",
      (server) =>
        `${head(server, "POST /a2a HTTP/1.1", { ...json, "Transfer-Encoding": "chunked" })}zz\r\n${body}\r\n0\r\n\r\n`,
    ],
    [
      "two hosts",
      (server) =>
        head(server, "POST /a2a HTTP/1.1", {
          ...json,
          "X-A": "b\r\nHost: evil.example",
          "Content-Length": String(body.length),
        }) + body,
    ],
    ["a NUL in a header", (server) => head(server, "GET / HTTP/1.1", { "X-A": "a\u0000b" })],
    ["a bare CR in a header", (server) => head(server, "GET / HTTP/1.1", { "X-A": "a\rX-B: c" })],
    [
      "5,000 headers",
      (server) =>
        head(server, "GET / HTTP/1.1", Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`X-${n}`, "a"]))),
    ],
    ["a header of 128 KiB", (server) => head(server, "GET / HTTP/1.1", { "X-A": "a".repeat(131_072) })],
    ["an address of 128 KiB", (server) => head(server, `GET /${"a".repeat(131_072)} HTTP/1.1`)],
    ["the hello of TLS", () => "\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003"],
    ["the preface of HTTP/2", () => "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"],
  ])("with %s is rejected and never reaches the agent", async (_, request) => {
    await using server = await start();
    const { answers } = await exchangeRaw(server, request(server));
    for (const { status, body: text } of answers) {
      expect([400, 414, 431]).toContain(status);
      expect(text).not.toMatch(/ at .*\.[jt]s:/);
    }
    expect(answers.length).toBeLessThanOrEqual(1);
    expect(await tasks(server)).toBe(0);
  });

  it("times out slow callers and serves others meanwhile", async () => {
    await using server = await start();
    expect(server.server).toMatchObject({
      headersTimeout: 10_000,
      requestTimeout: 30_000,
      keepAliveTimeout: 5_000,
      maxConnections: 20_000,
    });
    // As above, only that nobody has to wait that long.
    server.server.headersTimeout = 100;
    server.server.requestTimeout = 200;
    const { host } = new URL(server.url);
    const slow = await Promise.all(Array.from({ length: 100 }, () => connection(server)));
    const closed = slow.map((socket) => once(socket.on("error", () => undefined).resume(), "close"));
    for (const [n, socket] of slow.entries()) {
      const lines = n % 2 ? "Content-Type: application/json\r\nContent-Length: 99\r\n\r\n{" : "X-Slow: ";
      socket.write(`POST /a2a HTTP/1.1\r\nHost: ${host}\r\n${lines}`);
    }
    expect(taskOf(await rpc(server, "SendMessage", say("x"))).status.state).toBe("TASK_STATE_COMPLETED");
    await Promise.all(closed);
    expect(await tasks(server)).toBe(1);
  });

  it.each(["evil.example", "127.0.0.1.evil.example", "localhost.evil.example", "[::1].evil.example", ""])(
    "with the Host %j is rejected by a loopback server",
    async (host) => {
      await using server = await start();
      const { answers } = await exchangeRaw(
        server,
        head(server, "POST /a2a HTTP/1.1", { ...json, Host: host, "Content-Length": String(body.length) }) + body,
      );
      expect([400, 421]).toContain(answers[0]?.status);
      expect(await tasks(server)).toBe(0);
    },
  );

  it.each(["localhost", "LOCALHOST:80", "127.0.0.1", "[::1]:9", "agent.internal"])(
    "with the Host %j is answered",
    async (host) => {
      await using server = await start({ security: { allowedHosts: ["agent.internal"] } });
      const { answers } = await exchangeRaw(
        server,
        head(server, "GET /.well-known/agent-card.json HTTP/1.1", { Host: host }),
      );
      expect(answers[0]?.status).toBe(200);
    },
  );

  it.each(["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "text/json", ""])(
    "with the content type %j is rejected before parsing",
    async (type) => {
      await using server = await start();
      for (const path of ["/a2a", "/a2a/message:send"]) {
        const response = await fetch(server.url + path, {
          method: "POST",
          headers: { "Content-Type": type, Origin: "https://page.example" },
          body: "{ not json",
        });
        expect([response.status, await response.json()]).toMatchObject([415, { error: {} }]);
      }
    },
  );

  it("sends no CORS headers unless origins are configured", async () => {
    await using server = await start();
    const response = await fetch(`${server.url}/.well-known/agent-card.json`, {
      headers: { Origin: "https://a.example" },
    });
    expect([...response.headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
  });

  it.each([
    "null",
    "https://desk.example.evil",
    "https://desk.example:444",
    "http://desk.example",
    "HTTPS://DESK.EXAMPLE",
  ])("from the origin %s gets no CORS permission", async (origin) => {
    await using server = await start({ security: { allowedOrigins: ["https://desk.example"] } });
    const preflight = await fetch(`${server.url}/a2a`, {
      method: "OPTIONS",
      headers: { Origin: origin, "Access-Control-Request-Method": "POST" },
    });
    expect(preflight.status).toBe(403);
    const simple = await fetch(`${server.url}/.well-known/agent-card.json`, { headers: { Origin: origin } });
    for (const { headers } of [preflight, simple]) {
      expect(headers.get("access-control-allow-origin")).toBeNull();
      expect(headers.get("access-control-allow-credentials")).toBeNull();
    }
  });

  it("from an allowed origin gets that origin, never a wildcard", async () => {
    const origin = "https://desk.example";
    await using server = await start({ security: { allowedOrigins: [origin] } });
    const preflight = await fetch(`${server.url}/a2a`, {
      method: "OPTIONS",
      headers: { Origin: origin, "Access-Control-Request-Method": "POST" },
    });
    expect([preflight.status, preflight.headers.get("access-control-allow-origin")]).toEqual([204, origin]);
    expect(preflight.headers.get("vary")).toContain("Origin");
    const answer = await rpc(server, "SendMessage", say("x"), { Origin: origin });
    expect(answer.headers.get("access-control-allow-origin")).toBe(origin);
  });

  it.each(["gzip", "deflate", "br", "gzip, gzip", "zstd"])(
    "compressed with %s is rejected without decompression",
    async (encoding) => {
      await using server = await start();
      const response = await fetch(`${server.url}/a2a`, {
        method: "POST",
        headers: { ...json, "Content-Encoding": encoding },
        body: gzipSync("0".repeat(1_000_000)),
      });
      expect([response.status, await response.json()]).toMatchObject([expect.any(Number), { error: {} }]);
      expect([400, 415]).toContain(response.status);
      expect(await tasks(server)).toBe(0);
    },
  );
});

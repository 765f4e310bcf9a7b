import { connect as tcp } from "node:net";
import { type RunningInspector, serveInspector } from "@a2a/inspector";
import { bearer } from "@a2a/server";
import type { RunningAgent } from "@a2a/server/node";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { serveTestAgent } from "./support/agent.ts";

let agent: RunningAgent;
let inspector: RunningInspector;
let origin: string;
let token: string;

beforeAll(async () => {
  agent = await serveTestAgent();
  inspector = await serveInspector({ agents: [{ name: "harbour", url: agent.url }] });
  const url = new URL(inspector.url);
  origin = url.origin;
  token = new URLSearchParams(url.hash.slice(1)).get("token") ?? "";
});

afterAll(async () => {
  await inspector?.close();
  await agent?.close({ drainMs: 0 });
});

/** A request with any headers, also those that `fetch` would not send. */
function raw(lines: readonly string[], body = ""): Promise<{ status: number; head: string; body: string }> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const socket = tcp(Number(port), hostname);
    let text = "";
    socket.on("data", (chunk: Buffer) => {
      text += chunk.toString();
    });
    socket.on("error", reject);
    socket.on("close", () => {
      const [head = "", ...rest] = text.split("\r\n\r\n");
      resolve({ status: Number(head.split(" ")[1]), head, body: rest.join("\r\n\r\n") });
    });
    socket.write([...lines, `Content-Length: ${Buffer.byteLength(body)}`, "Connection: close", "", body].join("\r\n"));
  });
}

const page = () => ({ host: `Host: ${new URL(origin).host}`, own: `Origin: ${origin}` });
const SAME = "Sec-Fetch-Site: same-origin";
const JSON_TYPE = "Content-Type: application/json";

async function logIn(): Promise<string> {
  const { host, own } = page();
  const { head } = await raw(["POST /api/session HTTP/1.1", host, own, SAME, JSON_TYPE], JSON.stringify({ token }));
  return /set-cookie: ([^;]+)/i.exec(head)?.[1] ?? "";
}

describe("403 for", () => {
  it.each([
    ["a foreign Host", "evil.example"],
    ["a Host that begins like ours", "127.0.0.1.evil.example"],
    ["our address with another port", "127.0.0.1:1"],
  ])("%s", async (_, host) => {
    for (const path of ["/", "/api/state", "/hook/x"]) {
      const answer = await raw([`GET ${path} HTTP/1.1`, `Host: ${host}`, SAME]);
      expect(answer.status).toBe(403);
      expect(answer.body).toContain("is not allowed");
    }
  });

  it("a foreign origin, with the cookie and all", async () => {
    const { host } = page();
    const cookie = `Cookie: ${await logIn()}`;
    for (const foreign of ["https://evil.example", "null", `${origin}.evil.example`]) {
      const lines = ["POST /api/send HTTP/1.1", host, `Origin: ${foreign}`, SAME, JSON_TYPE, cookie];
      expect((await raw(lines, "{}")).status).toBe(403);
    }
  });

  it.each(["cross-site", "same-site", "none", undefined])("a request that is %s", async (site) => {
    const { host } = page();
    const cookie = `Cookie: ${await logIn()}`;
    const header = site === undefined ? [] : [`Sec-Fetch-Site: ${site}`];
    expect((await raw(["GET /api/state HTTP/1.1", host, cookie, ...header])).status).toBe(403);
  });

  it("a missing or wrong token, and a missing or wrong cookie", async () => {
    const { host, own } = page();
    for (const given of ["{}", '{"token":""}', JSON.stringify({ token: `${token}x` })]) {
      expect((await raw(["POST /api/session HTTP/1.1", host, own, SAME, JSON_TYPE], given)).status).toBe(403);
    }
    const [name = ""] = (await logIn()).split("=");
    for (const cookie of [[], ["Cookie: other=1"], [`Cookie: ${name}=guess`]]) {
      expect((await raw(["GET /api/state HTTP/1.1", host, SAME, ...cookie])).status).toBe(403);
      expect((await raw(["POST /api/connect HTTP/1.1", host, own, SAME, JSON_TYPE, ...cookie], "{}")).status).toBe(403);
    }
  });

  it("a form or plain text, which other pages can post without asking", async () => {
    const { host, own } = page();
    const cookie = `Cookie: ${await logIn()}`;
    for (const type of ["text/plain", "application/x-www-form-urlencoded"]) {
      const lines = ["POST /api/connect HTTP/1.1", host, own, SAME, `Content-Type: ${type}`, cookie];
      expect((await raw(lines, "{}")).status).toBe(403);
    }
  });
});

it("opens for the token, with a strict cookie that scripts cannot read", async () => {
  const { host, own } = page();
  const { status: code, head } = await raw(
    ["POST /api/session HTTP/1.1", host, own, SAME, JSON_TYPE],
    JSON.stringify({ token }),
  );
  expect(code).toBe(200);
  expect(head).toMatch(/set-cookie: a2a-inspect-\w+=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict/i);
});

it("GET changes nothing: actions are not found by it", async () => {
  const { host } = page();
  const cookie = `Cookie: ${await logIn()}`;
  for (const name of ["connect", "send", "call", "check", "action", "session"]) {
    expect((await raw([`GET /api/${name} HTTP/1.1`, host, SAME, cookie])).status).toBe(404);
  }
});

it("connects to no other address than the agents it was given, unless that was allowed", async () => {
  const { host, own } = page();
  const lines = ["POST /api/connect HTTP/1.1", host, own, SAME, JSON_TYPE, `Cookie: ${await logIn()}`];
  const { status: code, body } = await raw(lines, JSON.stringify({ agent: "http://169.254.169.254/" }));
  expect(code).toBe(422);
  expect(body).toContain("agents of its own server only: harbour");
});

it("forbids inline scripts, frames, and everything from elsewhere", async () => {
  const { head } = await raw(["GET / HTTP/1.1", page().host]);
  const policy = /content-security-policy: (.*)/i.exec(head)?.[1] ?? "";
  expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toContain("unsafe");
});

describe("the page of a server", () => {
  const tokens = { "secret-of-ann": "ann" };

  it("is at /inspect on a loopback address, and opens by its link", async () => {
    const served = await serveTestAgent({ inspector: true });
    expect(served.inspectorUrl).toMatch(`${served.url}/inspect/#token=`);
    const answer = await fetch(`${served.url}/inspect`);
    expect(answer.url).toBe(`${served.url}/inspect/`);
    expect(await answer.text()).toContain("A2A inspector");
    expect((await fetch(`${served.url}/inspect/api/state`)).status).toBe(403);
    expect((await fetch(`${served.url}/.well-known/agent-card.json`)).status).toBe(200);
    await served.close({ drainMs: 0 });
  });

  it("is refused where other machines reach a server that asks nobody for credentials", async () => {
    const anyone = { host: "0.0.0.0", inspector: true, security: { allowAnonymous: true } };
    await expect(serveTestAgent(anyone)).rejects.toThrow("every agent needs `auth`");
  });

  it("opens there for callers with credentials, and for nobody else", async () => {
    const served = await serveTestAgent({ host: "0.0.0.0", inspector: true, auth: [bearer({ tokens })] });
    const base = served.url.replace("localhost", "127.0.0.1");
    // The server is addressed by the name in its own URL.
    const ask = (headers: Record<string, string>) =>
      fetch(`${served.url}/inspect/api/session`, {
        method: "POST",
        headers: {
          Origin: served.url,
          "Sec-Fetch-Site": "same-origin",
          "Content-Type": "application/json",
          ...headers,
        },
        body: JSON.stringify({ header: "Authorization" }),
      });
    expect(served.inspectorUrl).toBe(`${served.url}/inspect/`);
    expect((await ask({})).status).toBe(403);
    expect((await ask({ Authorization: "Bearer wrong" })).status).toBe(403);
    expect((await ask({ Authorization: "Bearer secret-of-ann" })).status).toBe(200);
    expect((await fetch(`${base}/inspect/`)).status).toBe(403);
    await served.close({ drainMs: 0 });
  });
});

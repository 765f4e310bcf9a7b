import { gzipSync } from "node:zlib";
import { serve } from "@a2a/server/node";
import { silentLogger } from "@a2a/types";
import { selfSigned } from "test-kit/self-signed";
import { describe, expect, it } from "vitest";
import { probe, startDemoServer } from "../src/index.ts";
import { runHere } from "./here.ts";
import { listening, serveOfficial0_3, serveOfficial1_0 } from "./official-servers.ts";
import { a2a } from "./support/a2a.ts";
import { brokenAgents, serveBroken } from "./support/broken-agents.ts";
import { cardAt } from "./support/scripted-agent.ts";

interface Report {
  state: string;
  speaks?: string;
  recovered?: boolean;
  symptoms: { severity: string; code: string; message: string; advice: string }[];
}

async function examined(url: string, ...flags: string[]) {
  const { code, out } = await runHere(["doctor", url, "-o", "json", "--step-time", "2s", ...flags]);
  const { symptoms, ...verdict } = JSON.parse(out) as Report;
  return { code, verdict, symptoms: symptoms.filter((symptom) => symptom.code !== "cors/none") };
}

describe.concurrent("a2a doctor", () => {
  it.each(brokenAgents)("diagnoses $name ($category)", async (broken) => {
    await using agent = await serveBroken(broken);
    const { code, verdict, symptoms } = await examined(agent.url);
    expect(symptoms.map(({ severity, code: name }) => `${severity} ${name}`)).toEqual(broken.symptoms);
    expect(verdict).toMatchObject(broken.verdict);
    expect(code).toBe(broken.exit);
    for (const { advice } of symptoms) expect(advice).toMatch(/^[A-Z0-9].*\.$/);
  });

  it("finds nothing wrong with the official servers and with ours, with and without a message", async () => {
    await using v0_3 = await serveOfficial0_3();
    await using v1_0 = await serveOfficial1_0();
    await using own = await startDemoServer();
    for (const url of [v0_3.url, v1_0.url, own.url]) {
      for (const flags of [[], ["--send", "hello"]]) {
        const { code, verdict, symptoms } = await examined(url, ...flags);
        expect([url, symptoms, verdict.state, verdict.recovered, code]).toEqual([url, [], "callable", false, 0]);
      }
    }
  });

  it.each<[string, Record<string, string>, number, string]>([
    ["is compressed", { "Content-Encoding": "gzip" }, 0, "error stream/compressed"],
    ["is held back by a proxy", {}, 700, "warning stream/buffered"],
    ["is no event stream", { "Content-Type": "application/json" }, 0, "error stream/not-sse"],
    ["ends without an event", {}, -1, "error stream/empty"],
  ])("reports a stream that %s", async (_, headers, delayMs, expected) => {
    await using agent = await serveStream(headers, delayMs);
    const { symptoms } = await examined(agent.url, "--send", "hello");
    expect(symptoms.map(({ severity, code }) => `${severity} ${code}`)).toEqual([expected]);
  });

  it("distinguishes hosts that cannot be reached", async () => {
    const codes = async (url: string) => (await examined(url)).symptoms.map(({ code }) => code);
    await using agent = await startDemoServer();
    expect(await codes("http://127.0.0.1:9")).toEqual(["net/refused"]);
    expect(await codes("http://agent.invalid")).toEqual([expect.stringMatching(/^dns\//)]);
    expect(await codes(agent.url.replace("http:", "https:"))).toEqual(["tls/plain-http"]);
    expect(await codes(`${agent.url}/elsewhere`)).toEqual(["card/other-agent"]);
    expect(await codes(`${agent.url}/a2a`)).toEqual([]);
    expect((await examined("http://127.0.0.1:9")).code).toBe(3);
    await using secure = await serve({
      card: { name: "Secure" },
      executor: probe,
      store: "memory",
      logger: silentLogger,
      tls: selfSigned,
    });
    const { symptoms, code } = await examined(secure.url);
    expect([symptoms.map((symptom) => symptom.code), code]).toEqual([["tls/untrusted"], 1]);
    const insecure = await examined(secure.url, "--insecure");
    expect([insecure.verdict.state, insecure.symptoms.map((symptom) => symptom.code)]).toEqual([
      "callable",
      ["tls/untrusted"],
    ]);
  });

  it("prints a problem with its advice, and the verdict last", async () => {
    const [broken] = brokenAgents.filter(({ category }) => category === "402");
    await using agent = await serveBroken(broken as (typeof brokenAgents)[number]);
    const { code, out, err } = await a2a(["doctor", agent.url]);
    expect([code, out, err]).toEqual([
      1,
      [
        `Problem: 1.0 over JSONRPC at ${agent.url}/a2a: HTTP 402 (call/payment)`,
        "  Declare the payment extension in the card, so that clients can know.",
        "",
        "Verdict: the agent cannot be called",
        "",
      ].join("\n"),
      "",
    ]);
  });
});

/** An agent that answers lookups properly, and streams these headers and three events together after a while; none for -1. */
async function serveStream(headers: Record<string, string>, delayMs: number) {
  const served = await listening((request, response) => {
    if (request.url?.startsWith("/.well-known")) {
      const url = `http://${request.headers.host}/rpc`;
      const supportedInterfaces = [{ url, protocolBinding: "JSONRPC", protocolVersion: "1.0" }];
      const card = { ...cardAt(url), supportedInterfaces, capabilities: { streaming: true } };
      response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify(card));
      return;
    }
    let body = "";
    request.on("data", (chunk) => {
      body += String(chunk);
    });
    request.on("end", () => {
      if (!body.includes("Streaming")) {
        const error = { code: -32001, message: "Task not found" };
        response.writeHead(200, { "Content-Type": "application/json" });
        response.end(JSON.stringify({ jsonrpc: "2.0", id: "q-1", error }));
        return;
      }
      const frame = 'data: {"jsonrpc":"2.0","id":"q-1","result":{}}\n\n';
      const text = delayMs < 0 ? "" : frame.repeat(3);
      response.writeHead(200, { "Content-Type": "text/event-stream", ...headers });
      response.flushHeaders();
      setTimeout(() => response.end(headers["Content-Encoding"] ? gzipSync(text) : text), Math.max(0, delayMs));
    });
  });
  return served;
}

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { serve } from "@a2a/server/node";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { probe, startDemoServer } from "../src/index.ts";
import { a2a, emptyFolder, field } from "./support/a2a.ts";
import { cardAt, serveScript, taskIn } from "./support/scripted-agent.ts";

let server: Awaited<ReturnType<typeof startDemoServer>>;
beforeAll(async () => {
  server = await startDemoServer();
});
afterAll(() => server.close({ drainMs: 0 }));
const bindingUsed = (out: string) => /"binding": "(.*?)"/.exec(out)?.[1];

/** A card in a file, with these interfaces at the server's address. */
function cardFile(interfaces: readonly { protocolBinding: string; tenant?: string }[]): string {
  const path = join(emptyFolder(), "card.json");
  const supportedInterfaces = interfaces.map((entry) => ({
    url: `${server.url}/a2a`,
    protocolVersion: "1.0",
    ...entry,
  }));
  writeFileSync(path, JSON.stringify({ ...cardAt(server.url), supportedInterfaces }));
  return path;
}

describe.concurrent("transports", () => {
  it("A2ACLI_TX_001 A2ACLI_TX_002 uses the first supported interface of the card", async () => {
    const grpcFirst = cardFile(["GRPC", "HTTP+JSON", "JSONRPC"].map((protocolBinding) => ({ protocolBinding })));
    expect(bindingUsed((await a2a(["send", "-a", grpcFirst, "whoami"])).out)).toBe("HTTP+JSON");
    expect(bindingUsed((await a2a(["send", "-a", server.url, "whoami"])).out)).toBe("JSONRPC");
  });

  it("A2ACLI_TX_002 A2ACLI_TX_004 uses the preferred transport that the card has, otherwise the card's order", async () => {
    const both = cardFile(["JSONRPC", "HTTP+JSON"].map((protocolBinding) => ({ protocolBinding })));
    const rpcOnly = cardFile([{ protocolBinding: "JSONRPC" }]);
    const using = async (path: string, ...liked: string[]) =>
      bindingUsed((await a2a(["send", "-a", path, ...liked.flatMap((name) => ["--transport", name]), "whoami"])).out);
    expect(await using(both, "GRPC", "HTTP+JSON", "JSONRPC")).toBe("HTTP+JSON");
    expect(await using(both, "JSONRPC", "HTTP+JSON")).toBe("JSONRPC");
    expect(await using(rpcOnly, "HTTP+JSON")).toBe("JSONRPC");
    expect((await a2a(["send", "-a", both, "--transport", "PIGEON", "hi"])).code).toBe(2);
  });

  it("A2ACLI_TX_003 sends the tenant of the interface in every request, if it has one", async () => {
    const tenants = async (tenant?: string) => {
      await using agent = await serveScript(({ method }) =>
        method === "GetTask" ? taskIn("COMPLETED") : { stream: [{ task: taskIn("COMPLETED") }] },
      );
      const path = join(emptyFolder(), "card.json");
      const card = cardAt(agent.url);
      const [entry] = card.supportedInterfaces;
      writeFileSync(path, JSON.stringify({ ...card, supportedInterfaces: [{ ...entry, ...(tenant && { tenant }) }] }));
      await a2a(["send", "-a", path, "hi"]);
      await a2a(["task", "get", "t-1", "-a", path]);
      return agent.calls.map(({ params }) => params.tenant);
    };
    expect(await tenants("acme")).toEqual(["acme", "acme"]);
    expect(await tenants()).toEqual([undefined, undefined]);
  });

  it("A2ACLI_AUTH_003 A2ACLI_EXIT_001 verifies certificates, and warns with --insecure", async () => {
    const { selfSigned } = await import("test-kit/self-signed");
    await using agent = await serve({ card: { name: "Safe" }, executor: probe, store: "memory", tls: selfSigned });
    const refused = await a2a(["send", "-a", agent.url, "hi"]);
    expect([refused.code, field(refused.err, "Error")]).toEqual([3, "A2ACLI_ERR_UNREACHABLE"]);
    const { code, err } = await a2a(["send", "-a", agent.url, "--insecure", "--quiet", "hi"], {
      env: { A2ACLI_BEARER: "t" },
    });
    expect([code, err]).toEqual([
      0,
      expect.stringMatching(
        /^Warning: TLS certificates are not verified \(--insecure\): others may read and change the traffic$/m,
      ),
    ]);
  });
});

describe.concurrent("versions", () => {
  it("A2ACLI_VER_001 sends the version and the service parameters in every request", async () => {
    await using agent = await serveScript(({ method }) =>
      method === "SendStreamingMessage" ? { stream: [{ task: taskIn("COMPLETED") }] } : taskIn("COMPLETED"),
    );
    const more = ["--svc-param", "x-trace:abc", "--header", "X-Team: blue"];
    await a2a(["send", "-a", agent.url, ...more, "hi"]);
    await a2a(["task", "get", "t-1", "-a", agent.url, ...more]);
    const sent = agent.calls.map(({ headers }) => [headers["a2a-version"], headers["x-trace"], headers["x-team"]]);
    expect(sent).toEqual([
      ["1.0", "abc", "blue"],
      ["1.0", "abc", "blue"],
    ]);
  });

  it("A2ACLI_VER_001 never falls back below 1.0 by itself, and says how to request it", async () => {
    await using old = await startDemoServer({ versions: "0.3,0.2" });
    const { code, err } = await a2a(["send", "-a", old.url, "hi"]);
    expect([code, field(err, "Error")]).toEqual([1, "VersionNotSupportedError"]);
    expect(field(err, "Message")).toContain("--a2a-version 0.3");
    for (const version of ["0.3", "auto"]) {
      const { out } = await a2a(["send", "-a", old.url, "--a2a-version", version, "whoami"]);
      expect(out).toContain('"version": "0.3"');
    }
    expect((await a2a(["send", "-a", old.url, "--a2a-version", "7", "hi"])).code).toBe(2);
  });

  it.each(["1.0", "0.3", "0.2", "0.1"])("A2ACLI_VER_001 uses %s when requested", async (version) => {
    const { out } = await a2a(["send", "-a", server.url, "--a2a-version", version, "whoami"]);
    // 0.2 has no name for itself on the wire, and reads as 0.3 there.
    expect(out).toContain(`"version": "${version === "0.2" ? "0.3" : version}"`);
    expect(out).toContain("State: TASK_STATE_COMPLETED");
  });

  it("calls an agent without a card in the requested protocol version", async () => {
    const { createServer } = await import("node:http");
    const bare = createServer((request, response) => {
      if (request.method === "GET") return void response.writeHead(404).end();
      const headers = {
        "content-type": "application/json",
        "a2a-version": String(request.headers["a2a-version"] ?? ""),
      };
      void (async () => {
        let body = "";
        for await (const chunk of request) body += String(chunk);
        const answer = await fetch(`${server.url}/a2a`, { method: "POST", headers, body });
        response.writeHead(answer.status, { "content-type": String(answer.headers.get("content-type")) });
        response.end(await answer.text());
      })();
      return undefined;
    });
    await new Promise<void>((resolve) => bare.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${(bare.address() as { port: number }).port}/rpc`; // a TCP server has one
    const missing = await a2a(["send", "-a", url, "hi"]);
    expect([missing.code, field(missing.err, "Error")]).toEqual([3, "A2ACLI_ERR_CARD_NOT_FOUND"]);
    const { out, err } = await a2a(["send", "-a", url, "--a2a-version", "0.1", "hello"]);
    expect(err).toContain("Warning: no agent card: ");
    expect(out).toContain("  hello\n");
    bare.close();
    bare.closeAllConnections();
  });
});

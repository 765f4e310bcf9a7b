import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { setImmediate as nextIteration } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { serve } from "test-kit/loopback";
import { afterAll, describe, expect, it } from "vitest";
import { fetchClient, readText } from "../src/index.ts";
import { nodeClient } from "../src/node.ts";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void; // the flag defines it

const node = nodeClient({ egress: { allowPrivate: true } });
afterAll(() => node.close());

describe.each([
  ["nodeClient", node.http],
  ["fetchClient", fetchClient()],
])("%s", (_, http) => {
  it("sends a request and returns the response", async () => {
    await using server = await serve(async (request, response) => {
      let body = "";
      for await (const chunk of request) body += chunk;
      response.writeHead(202, { "Content-Type": "text/plain", "X-Many": ["one", "two"] });
      response.end(`${request.method} ${request.url} ${request.headers["x-token"]} ${body}`);
    });
    const response = await http({
      method: "POST",
      url: `${server.url}/a2a?x=1`,
      headers: { "X-Token": "t" },
      body: "hello",
    });
    expect(response.status).toBe(202);
    expect(response.headers).toMatchObject({ "content-type": "text/plain", "x-many": "one, two" });
    expect(await readText(response)).toBe("POST /a2a?x=1 t hello");
  });

  it("times out on a silent server", async () => {
    await using server = await serve(() => undefined);
    const answer = http({ method: "GET", url: server.url, timeoutMs: 20 });
    await expect(answer).rejects.toMatchObject({ code: "TIMEOUT", message: "no response within 20 ms" });
    await server.idle();
  });

  it("closes the connection of an aborted request, also after a garbage collection", async () => {
    const arrived = Promise.withResolvers<void>();
    await using server = await serve(() => arrived.resolve());
    const stop = new AbortController();
    const answer = http({ method: "GET", url: server.url, signal: stop.signal });
    await arrived.promise;
    await nextIteration();
    collectGarbage();
    stop.abort(new Error("enough"));
    await expect(answer).rejects.toThrow("enough");
    await server.idle();
  });

  it("times out on a slow body", async () => {
    await using server = await serve(async (_, response) => {
      while (!response.destroyed) {
        response.write("x");
        await new Promise((resolve) => setImmediate(resolve));
      }
    });
    const response = await http({ method: "GET", url: server.url });
    await expect(readText(response, { timeoutMs: 20 })).rejects.toMatchObject({ code: "TIMEOUT" });
    await server.idle();
  });

  it("stops at the limit of an endless body, and closes the connection", async () => {
    await using server = await serve((_, response) => {
      const more = () => {
        while (response.write("x".repeat(4096)));
      };
      response.on("drain", more);
      more();
    });
    const response = await http({ method: "GET", url: server.url });
    await expect(readText(response, { maxBytes: 100_000 })).rejects.toMatchObject({ code: "LIMIT" });
    await server.idle();
  });

  it("rejects with the caller's abort reason, before the head and within the body", async () => {
    await using server = await serve((request, response) => {
      if (request.url === "/body") response.write("first");
    });
    const reason = { stop: "now" };
    const before = new AbortController();
    const asked = http({ method: "GET", url: server.url, signal: before.signal });
    before.abort(reason);
    await expect(asked).rejects.toBe(reason);

    const within = new AbortController();
    const { body } = await http({ method: "GET", url: `${server.url}/body`, signal: within.signal });
    const reading = (async () => {
      for await (const _ of body) within.abort(reason);
    })();
    await expect(reading).rejects.toBe(reason);
    await server.idle();
  });

  it("closes the connection when the loop exits early", async () => {
    await using server = await serve((_, response) => void response.write("first"));
    const { body } = await http({ method: "GET", url: server.url });
    for await (const _ of body) break;
    await server.idle();
  });

  it("closes the connection of a body that is canceled before it was read", async () => {
    await using server = await serve((_, response) => {
      response.writeHead(200, { "Content-Length": 5000 });
      response.write("first");
    });
    const response = await http({ method: "GET", url: server.url });
    await expect(readText(response, { maxBytes: 10 })).rejects.toMatchObject({ code: "LIMIT" });
    await server.idle();
  });

  it("returns a redirect without following it", async () => {
    let hits = 0;
    await using server = await serve((_, response) => {
      hits++;
      response.writeHead(302, { Location: "/elsewhere" }).end();
    });
    const response = await http({ method: "GET", url: server.url });
    expect([response.status, response.headers.location]).toEqual([302, "/elsewhere"]);
    await readText(response);
    expect(hits).toBe(1);
  });

  it("explains why a peer is unreachable", async () => {
    const silent = createServer().listen(0, "127.0.0.1");
    await once(silent, "listening");
    const { port } = silent.address() as AddressInfo; // a server that listens on TCP has such an address
    silent.close();
    await once(silent, "close");
    const answer = http({ method: "GET", url: `http://127.0.0.1:${port}/` });
    await expect(answer).rejects.toMatchObject({
      code: "NETWORK",
      message: `cannot reach http://127.0.0.1:${port}: connect ECONNREFUSED 127.0.0.1:${port}`,
    });
  });

  it("reports a connection that breaks before or within a response as a network error", async () => {
    await using server = await serve((request, response) => {
      if (request.url === "/body") response.write("first", () => response.destroy());
      else response.destroy();
    });
    await expect(http({ method: "GET", url: server.url })).rejects.toMatchObject({ code: "NETWORK" });
    const response = await http({ method: "GET", url: `${server.url}/body` });
    await expect(readText(response)).rejects.toMatchObject({ code: "NETWORK" });
  });

  it("rejects credentials in a URL", async () => {
    const answer = http({ method: "GET", url: "http://ada:hunter2@127.0.0.1:1/" });
    await expect(answer).rejects.toMatchObject({ code: "BLOCKED" });
  });

  it("removes its listeners from the caller's signal when done", async () => {
    await using server = await serve((_, response) => response.end("done"));
    const { signal } = new AbortController();
    let listeners = 0;
    const { addEventListener, removeEventListener } = signal;
    signal.addEventListener = (...args: Parameters<typeof addEventListener>) => {
      listeners++;
      addEventListener.apply(signal, args);
    };
    signal.removeEventListener = (...args: Parameters<typeof removeEventListener>) => {
      listeners--;
      removeEventListener.apply(signal, args);
    };
    await readText(await http({ method: "GET", url: server.url, signal }));
    expect(listeners).toBe(0);
  });

  it("honors the caller's deadline for a slow head, even under load", async () => {
    await using server = await serve((request, response) => {
      if (request.url === "/fast") response.end("fast");
    });
    const slow = expect(http({ method: "GET", url: server.url, timeoutMs: 30 })).rejects.toMatchObject({
      code: "TIMEOUT",
    });
    const fast = await http({ method: "GET", url: `${server.url}/fast` });
    expect(await readText(fast)).toBe("fast");
    await slow;
  });
});

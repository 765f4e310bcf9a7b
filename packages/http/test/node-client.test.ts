import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { serve } from "test-kit/loopback";
import { describe, expect, it } from "vitest";
import { readText } from "../src/index.ts";
import { type NodeClientOptions, nodeClient, type Resolve } from "../src/node.ts";

/** One GET with an exchange of its own. */
async function get(url: string, options: NodeClientOptions = {}): Promise<string> {
  const { http, close } = nodeClient(options);
  try {
    return await readText(await http({ method: "GET", url }));
  } finally {
    await close();
  }
}

/** A resolver that gives out the lists in turn, the last one for ever. */
function answers(...lists: string[][]): Resolve {
  let asked = 0;
  return (_, found) => {
    const addresses = lists[Math.min(asked++, lists.length - 1)] ?? [];
    found(
      null,
      addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })),
    );
  };
}

describe("the egress guard", () => {
  it.each([
    "http://127.0.0.1:1/",
    "https://10.0.0.8/",
    "https://169.254.169.254/latest/meta-data/",
    "https://[fd00:ec2::254]/",
    "https://[::ffff:10.0.0.8]/",
    "https://2130706433/",
    "https://localhost:1/",
    "https://agent.example:1@127.0.0.1/",
  ])("does not call %s", async (url) => {
    await expect(get(url)).rejects.toMatchObject({ code: "BLOCKED", retryable: false });
  });

  it("rejects a name that resolves to a private address, alone or beside a public one", async () => {
    for (const addresses of [["127.0.0.1"], ["93.184.216.34", "10.0.0.8"], ["::ffff:127.0.0.1"]]) {
      const answer = get("https://agent.example/", { resolve: answers(addresses) });
      await expect(answer).rejects.toMatchObject({
        code: "BLOCKED",
        message: "agent.example is blocked: it resolves to a non-public address",
      });
    }
  });

  it("connects to the address it has checked: a name is resolved once per connection", async () => {
    await using server = await serve((request, response) => response.end(`for ${request.headers.host}`));
    const host = `agent.example:${server.port}`;
    const resolve = answers(["127.0.0.1"], ["203.0.113.9"]);
    const text = await get(`http://${host}/`, { egress: { allowHosts: ["agent.example"] }, resolve });
    expect(text).toBe(`for ${host}`);
  });

  it("calls a trusted host on the trusted port only, regardless of its addresses", async () => {
    await using server = await serve((_, response) => response.end("inside"));
    const egress = { allowHosts: [`build.internal:${server.port}`] };
    const resolve = answers(["127.0.0.1"]);
    expect(await get(`http://build.internal:${server.port}/`, { egress, resolve })).toBe("inside");
    await expect(get("http://build.internal:1/", { egress, resolve })).rejects.toMatchObject({ code: "BLOCKED" });
    // Over HTTPS a name may be called at any port, as long as it resolves to a public address.
    await expect(get("https://build.internal:1/", { egress, resolve })).rejects.toMatchObject({ code: "BLOCKED" });
  });

  it("reports a name without addresses", async () => {
    await expect(get("https://agent.example/", { resolve: answers([]) })).rejects.toThrow("it resolves to no address");
  });
});

it("does not request compressed responses, and does not decompress them", async () => {
  const packed = gzipSync("x".repeat(100_000));
  await using server = await serve((request, response) => {
    response.writeHead(200, { "Content-Encoding": "gzip", "X-Asked": request.headers["accept-encoding"] ?? "no" });
    response.end(packed);
  });
  const { http, close } = nodeClient({ egress: { allowPrivate: true } });
  const response = await http({ method: "GET", url: server.url });
  expect(response.headers["x-asked"]).toBe("no");
  expect((await readText(response)).length).toBeLessThanOrEqual(packed.length);
  await close();
});

it("reuses connections", async () => {
  await using server = await serve((_, response) => response.end("x"));
  const { http, close } = nodeClient({ egress: { allowPrivate: true } });
  for (let call = 0; call < 10; call++) await readText(await http({ method: "GET", url: server.url }));
  // A connection is ready again one tick after its answer has been read, so that the next call may take a second one.
  expect(server.connections).toBeLessThanOrEqual(2);
  await close();
  await server.idle();
});

it("rejects requests after it was closed, and aborts those in progress", async () => {
  await using server = await serve((_, response) => void response.write("first"));
  const { http, close } = nodeClient({ egress: { allowPrivate: true } });
  const reading = readText(await http({ method: "GET", url: server.url }));
  const ended = expect(reading).rejects.toMatchObject({ code: "NETWORK" });
  await close();
  await ended;
  await expect(http({ method: "GET", url: server.url })).rejects.toMatchObject({ code: "CLOSED" });
  await server.idle();
});

it("can be closed without being used", async () => {
  await expect(nodeClient().close()).resolves.toBeUndefined();
});

it("lets the process exit after close, although the server keeps the connection alive", async () => {
  await using server = await serve((_, response) => response.end("x"));
  const program = `
    import { readText } from ${JSON.stringify(new URL("../src/index.ts", import.meta.url))};
    import { nodeClient } from ${JSON.stringify(new URL("../src/node.ts", import.meta.url))};
    const { http, close } = nodeClient({ egress: { allowPrivate: true } });
    await readText(await http({ method: "GET", url: ${JSON.stringify(server.url)} }));
    await close();
  `;
  const child = spawn(
    process.execPath,
    ["--conditions=@a2a/source", "--no-warnings", "--input-type=module", "--eval", program],
    { stdio: "inherit", cwd: fileURLToPath(new URL("..", import.meta.url)) },
  );
  expect(await once(child, "exit")).toEqual([0, null]);
});

it("applies backpressure to a response that is not read yet, and then reads all of it", async () => {
  const total = 64 * 1024 * 1024;
  let written = 0;
  await using server = await serve((_, response) => {
    const more = () => {
      while (written < total) {
        written += 65_536;
        if (!response.write(Buffer.alloc(65_536))) return;
      }
      response.end();
    };
    response.on("drain", more);
    more();
  });
  const { http, close } = nodeClient({ egress: { allowPrivate: true } });
  const { body } = await http({ method: "GET", url: server.url });
  const seen = [-1];
  // The sockets of both sides fill up, and then nothing moves any more.
  await expect.poll(() => seen.push(written) > 0 && seen.at(-1) === seen.at(-2), { interval: 50 }).toBe(true);
  expect(written).toBeLessThan(total / 2);
  let read = 0;
  for await (const chunk of body) read += chunk.byteLength;
  expect(read).toBe(total);
  await close();
});

it("reads bodies that arrive in many pieces, without an effect on later calls", async () => {
  const total = 400_000;
  let isReading = Promise.withResolvers<void>();
  await using server = await serve(async (_, response) => {
    response.writeHead(200, { "Content-Length": total });
    // More than the client reads ahead. Once it reads on, undici continues with an empty chunk, since nothing has arrived by then.
    const written = new Promise((resolve) => response.write(Buffer.alloc(100_000, "é"), resolve));
    await Promise.all([written, isReading.promise]);
    for (let sent = 100_000; sent < total; sent += 50_000) {
      await new Promise((resolve) => response.write(Buffer.alloc(50_000, "é"), resolve));
    }
    response.end();
  });
  const { http, close } = nodeClient({ egress: { allowPrivate: true } });
  for (let call = 0; call < 30; call++) {
    isReading = Promise.withResolvers();
    const response = await http({ method: "GET", url: server.url });
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
    const reading = readText(response);
    isReading.resolve();
    expect(await reading).toBe("é".repeat(total / 2));
  }
  await close();
});

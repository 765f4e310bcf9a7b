import { allCodecs } from "@a2a/bridge/all";
import { connect } from "@a2a/client";
import { bearer as bearerCredential } from "@a2a/client/auth";
import { type ServeGatewayOptions, serveGateway } from "@a2a/gateway/node";
import { grpc } from "@a2a/grpc/client";
import { grpcService } from "@a2a/grpc/descriptor";
import { listenGrpc } from "@a2a/grpc/server";
import { bearer } from "@a2a/server";
import { type ServeOptions, serve } from "@a2a/server/node";
import { extractText, type JsonObject, silentLogger, status, textOf } from "@a2a/types";
import { Client, credentials, Metadata } from "@grpc/grpc-js";
import { expect, it } from "vitest";
import { until } from "../src/until.ts";

const auth = [bearer({ tokens: { alice: "Alice", bob: "Bob" } })];

/** An agent that echoes, over gRPC as well; `hold` waits for the promise given. */
function serveEcho(options: Partial<ServeOptions> = {}, held?: Promise<void>) {
  return serve({
    card: { name: "Echo" },
    store: "memory",
    logger: silentLogger,
    grpc: { listen: listenGrpc },
    ...options,
    executor: async function* ({ message, caller }) {
      yield status("TASK_STATE_WORKING");
      if (textOf(message) === "hold") await held;
      yield `${caller.subject}: ${textOf(message)}`;
    },
  });
}

function startGateway(options: ServeGatewayOptions) {
  return serveGateway({ store: "memory", logger: silentLogger, grpc: { listen: listenGrpc }, ...options });
}

/** A caller over gRPC. */
function caller(url: string, token?: string) {
  const shown = token === undefined ? {} : { auth: bearerCredential(token) };
  return connect(`${url}/agents/echo`, { bindings: [grpc], memory: new Map(), maxRetries: 0, ...shown });
}

async function said(client: Awaited<ReturnType<typeof caller>>, text: string): Promise<string | undefined> {
  const answer = await client.send(text);
  return "task" in answer ? extractText(answer.task) : textOf(answer.message);
}

it("passes the credentials of callers to an agent over gRPC, which decides about each", async () => {
  await using agent = await serveEcho({ auth });
  await using gateway = await startGateway({
    agents: { echo: { url: agent.url, bindings: [grpc], credentials: { pass: true } } },
  });
  await using alice = await caller(gateway.url, "alice");
  expect(await said(alice, "hello")).toBe("Alice: hello");
  await using stranger = await caller(gateway.url, "mallory");
  await expect(stranger.send("hello")).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
});

it("gives an agent that cannot be reached over gRPC a rest, and calls it again when it answers", async () => {
  const agent = await serveEcho();
  const port = Number(agent.grpcAddress?.split(":")[1]);
  const echo = { url: agent.url, card: agent.handler.card, bindings: [grpc], breaker: { failures: 2, restMs: 50 } };
  await using gateway = await startGateway({ agents: { echo } });
  await using client = await caller(gateway.url);
  expect(await said(client, "one")).toContain("one");
  await agent.close({ drainMs: 0 });
  const state = () => gateway.gateway.health().agents.echo?.breaker;
  for (let n = 0; n < 2; n++) await expect(client.send("two")).rejects.toMatchObject({ code: "UNAVAILABLE" });
  expect(state()).toBe("open");
  await expect(client.send("three")).rejects.toThrow("has failed repeatedly");
  await using _again = await serveEcho({ grpc: { listen: listenGrpc, port } });
  await until(async () => (await said(client, "four").catch(() => undefined))?.includes("four") === true);
  expect(state()).toBe("closed");
});

it("leaves the calls of an agent over gRPC to other callers when one has its share open", async () => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await using agent = await serveEcho({}, held);
  await using gateway = await startGateway({
    auth,
    agents: { echo: { url: agent.url, bindings: [grpc], maxCalls: 4 } },
  });
  await using alice = await caller(gateway.url, "alice");
  await using bob = await caller(gateway.url, "bob");
  const leave = new AbortController();
  const stream = alice.stream("hold", { signal: leave.signal })[Symbol.asyncIterator]();
  await stream.next();
  await expect(alice.send("hello")).rejects.toMatchObject({ code: "RATE_LIMITED" });
  expect(await said(bob, "hello")).toContain("hello");
  leave.abort();
  await until(async () => (await said(alice, "again").catch(() => undefined))?.includes("again") === true);
  release();
});

it.each(["1.0", "0.3"])("finds the agent of a caller of %s over gRPC by its host", async (version) => {
  await using one = await serveEcho({ auth: [bearer({ tokens: { g: "first" } })] });
  await using two = await serveEcho({ auth: [bearer({ tokens: { g: "second" } })] });
  const own = { own: bearerCredential("g") };
  await using gateway = await startGateway({
    agents: {
      one: { url: one.url, credentials: own, hosts: ["one.example"] },
      two: { url: two.url, credentials: own, hosts: ["two.example"] },
    },
  });
  const codec = allCodecs.find((candidate) => candidate.version === version);
  const method = codec && grpcService(codec)?.methods.sendMessage;
  if (method === undefined) throw new Error(`${version} is not served over gRPC`);
  const message = { messageId: "m-1", role: "ROLE_USER", [version === "1.0" ? "parts" : "content"]: [{ text: "hi" }] };
  const ask = (authority: string) => {
    const client = new Client(gateway.grpcAddress ?? "", credentials.createInsecure(), {
      "grpc.default_authority": authority,
    });
    const { path, request, response } = method;
    return new Promise<JsonObject>((resolve, reject) =>
      client.makeUnaryRequest(path, request.encode, response.decode, { message }, new Metadata(), (error, value) => {
        client.close();
        if (error) reject(error);
        else resolve(value ?? {});
      }),
    );
  };
  expect(JSON.stringify(await ask("one.example:50051"))).toContain("first: hi");
  expect(JSON.stringify(await ask("two.example:50051"))).toContain("second: hi");
  await expect(ask("three.example:50051")).rejects.toThrow(version === "1.0" ? "tenant" : "expected one of one, two");
});

import { connect } from "@a2a/client";
import { type AgentExecutor, bearer } from "@a2a/server";
import { type ListenGrpc, type ServeAgentsOptions, serve } from "@a2a/server/node";
import { silentLogger } from "@a2a/types";
import * as grpc from "@grpc/grpc-js";
import { describe, expect, it } from "vitest";
import { v0_3Proto, v1_0Proto } from "../src/descriptor.ts";
import { listenGrpc } from "../src/server.ts";
import { collect, failure, Peer, say } from "./support/peer.ts";

const listen: ListenGrpc = listenGrpc;

const named = (name: string) => ({
  card: { name },
  store: "memory",
  executor: async function* () {
    yield `I am ${name}`;
  } satisfies AgentExecutor,
});

function served(options: Partial<ServeAgentsOptions> = {}) {
  const agents = { foo: named("Foo"), bar: named("Bar") };
  return serve({ agents, grpc: { listen }, logger: silentLogger, ...options });
}

describe("several agents over gRPC", () => {
  it("have an address each, which their cards list", async () => {
    await using server = await served();
    expect(Object.keys(server.grpcAddresses)).toEqual(["foo", "bar"]);
    for (const [name, { card }] of Object.entries(server.handlers)) {
      const listed = card.supportedInterfaces.filter(({ protocolBinding }) => protocolBinding === "GRPC");
      const url = server.grpcAddresses[name];
      expect(listed).toMatchObject([
        { url, protocolVersion: "1.0" },
        { url, protocolVersion: "0.3" },
      ]);
    }
  });

  it("are told apart in both protocol versions", async () => {
    await using server = await served();
    using foo = new Peer(server.grpcAddresses.foo ?? "");
    using bar = new Peer(server.grpcAddresses.bar ?? "");
    expect(JSON.stringify(await foo.unary(v1_0Proto, "SendMessage", say("hi")))).toContain("I am Foo");
    const message = { messageId: "1", role: "ROLE_USER", content: [{ text: "hi" }] };
    expect(JSON.stringify(await bar.unary(v0_3Proto, "SendMessage", { message }))).toContain("I am Bar");
  });

  it("are found by `connect`", async () => {
    await using server = await served();
    await using bar = await connect(server.urls.bar ?? "", { bindings: ["GRPC"] });
    expect(JSON.stringify(await collect(bar.stream("hi")))).toContain("I am Bar");
    expect(bar.describe().binding).toBe("GRPC");
  });

  it("authenticate callers each on their own", async () => {
    const auth = [bearer({ verify: (token) => (token === "t" ? { subject: "ann" } : undefined) })];
    await using server = await served({ agents: { foo: { ...named("Foo"), auth }, bar: named("Bar") } });
    using foo = new Peer(server.grpcAddresses.foo ?? "");
    using bar = new Peer(server.grpcAddresses.bar ?? "");
    const refused = await failure(foo.unary(v1_0Proto, "SendMessage", say("hi")));
    expect(refused.code).toBe(grpc.status.UNAUTHENTICATED);
    expect(await foo.unary(v1_0Proto, "SendMessage", say("hi"), { authorization: "Bearer t" })).toHaveProperty("task");
    expect(await bar.unary(v1_0Proto, "SendMessage", say("hi"))).toHaveProperty("task");
  });

  it("can be left out, or have options of their own", async () => {
    const agents = {
      foo: { ...named("Foo"), grpc: { listen, address: "foo.example:443" } },
      bar: { ...named("Bar"), grpc: false },
      baz: named("Baz"),
    };
    await using server = await served({ agents });
    expect(server.grpcAddresses).toEqual({ foo: "foo.example:443", baz: expect.stringMatching(/^127\.0\.0\.1:\d+$/) });
  });

  it("get ports one after the other", async () => {
    const asked: (number | undefined)[] = [];
    const spying: ListenGrpc = (codecs, options) => {
      asked.push(options.port);
      return listenGrpc(codecs, { ...options, port: 0 });
    };
    await using _server = await served({ grpc: { listen: spying, port: 50_051 } });
    expect(asked).toEqual([50_051, 50_052]);
  });

  it("refuse an address for all of them in one sentence", async () => {
    const grpc = { listen, address: "agents.example:443" };
    await expect(served({ grpc })).rejects.toThrow(
      "grpc.address: several agents need an address each: pass it as `agents.NAME.grpc.address`",
    );
  });

  it("release every port when one of them cannot be bound", async () => {
    await using taken = await served();
    const port = Number(taken.grpcAddresses.foo?.split(":")[1]);
    const agents = { one: named("One"), two: { ...named("Two"), grpc: { listen, port } } };
    await expect(served({ agents })).rejects.toThrow(`grpc: 127.0.0.1:${port} cannot be bound`);
  });
});

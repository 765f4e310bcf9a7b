import { listenGrpc } from "@a2a/grpc/server";
import { bearer, textOf } from "@a2a/server";
import { serve } from "@a2a/server/node";
import { silentLogger } from "@a2a/types";
import { expect, it } from "vitest";
import { a2a } from "./support/a2a.ts";

it.each(["--transport", "--binding"])("calls an agent over gRPC when %s says so", async (flag) => {
  const seen: unknown[] = [];
  await using agent = await serve({
    card: { name: "Echo" },
    store: "memory",
    logger: silentLogger,
    grpc: { listen: listenGrpc },
    security: {
      authenticate: ({ path }) => {
        seen.push(path);
        return { subject: "ada" };
      },
    },
    executor: async function* ({ message }) {
      yield `You said: ${textOf(message)}`;
    },
  });
  const { code, out } = await a2a(["send", "-a", agent.url, flag, "grpc", "hello"]);
  expect([code, out]).toEqual([0, expect.stringContaining("You said: hello")]);
  expect(seen).toContain("/lf.a2a.v1.A2AService/SendStreamingMessage");
});

it("--debug shows calls over gRPC, without credentials", async () => {
  await using agent = await serve({
    card: { name: "Echo" },
    store: "memory",
    logger: silentLogger,
    grpc: { listen: listenGrpc },
    auth: [bearer({ tokens: { "a-secret-token": "ada" } })],
    executor: async function* ({ message }) {
      yield `You said: ${textOf(message)}`;
    },
  });
  const given = ["-a", agent.url, "--transport", "grpc", "--bearer", "a-secret-token", "--debug"];
  const { err } = await a2a(["send", ...given, "hello"]);
  expect(err).toMatch(/^> POST .*\/lf\.a2a\.v1\.A2AService\/SendStreamingMessage$/m);
  expect(err).toMatch(/^> \{"message":\{.*"text":"hello"/m);
  expect(err).toMatch(/^< \{"artifactUpdate":\{.*"text":"You said: hello"/m);
  expect(err).toMatch(/^< (OK|CANCELLED) after \d+ ms$/m);
  expect(err).not.toContain("a-secret-token");
  const failed = await a2a(["task", "get", "nothing", ...given]);
  expect(failed.err).toMatch(/^< NOT_FOUND after \d+ ms: /m);
});

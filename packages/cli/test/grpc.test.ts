import { listenGrpc } from "@a2a/grpc/server";
import { textOf } from "@a2a/server";
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

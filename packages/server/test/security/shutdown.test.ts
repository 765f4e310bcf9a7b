import { once } from "node:events";
import type { Socket } from "node:net";
import { type AgentExecutor, status } from "@a2a/types";
import { describe, expect, it } from "vitest";
import { createAgentHandler } from "../../src/index.ts";
import { readStream, rpc, say, serveAgent, stream, taskOf } from "../support/agent.ts";
import { connection, head } from "../support/raw.ts";
import { gate, start } from "../support/scripted.ts";

/** An agent that has begun, and goes on when it is let. */
function patient() {
  const begun = gate();
  const go = gate();
  const executor: AgentExecutor = async function* () {
    yield status("TASK_STATE_WORKING");
    begun.open();
    await go.opened;
    yield "done";
  };
  return { executor, begun, go };
}

describe("a server that is shutting down", () => {
  it("lets running tasks finish and answers their waiters", async () => {
    const { executor, begun, go } = patient();
    const server = await serveAgent(executor);
    const sent = rpc(server, "SendMessage", say("x"));
    await begun.opened;
    const closed = server.close();
    go.open();
    expect(taskOf(await sent)).toMatchObject({ status: { state: "TASK_STATE_COMPLETED" }, artifacts: [{}] });
    await closed;
    await expect(fetch(server.url)).rejects.toThrow();
  });

  it("answers card requests and messages with 503 and Retry-After", async () => {
    const { executor, begun, go } = patient();
    const handler = createAgentHandler({ card: { name: "Stopping" }, executor });
    const ask = (path: string, init?: RequestInit) => handler.fetch(new Request(`http://agent.example${path}`, init));
    const send = () =>
      ask("/a2a", {
        method: "POST",
        headers: { "Content-Type": "application/json", "A2A-Version": "1.0" },
        body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "SendMessage", params: say("x") }),
      });
    expect((await ask("/.well-known/agent-card.json")).status).toBe(200);
    const first = send();
    await begun.opened;
    const closed = handler.close();
    const card = await ask("/.well-known/agent-card.json");
    expect([card.status, card.headers.get("retry-after"), await card.json()]).toMatchObject([
      503,
      "1",
      { error: { code: 503, status: "UNAVAILABLE" } },
    ]);
    const refused = await send();
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "1"]);
    expect(await refused.json()).toMatchObject({ id: 1, error: { code: -32603 } });
    go.open();
    expect((await first).status).toBe(200);
    await closed;
  });

  it("answers card requests with 503 on an open connection", async () => {
    const { executor, begun, go } = patient();
    const server = await serveAgent(executor);
    const sent = rpc(server, "SendMessage", say("x"));
    await begun.opened;
    const accepted = once(server.server, "connection") as Promise<[Socket]>; // as the event is documented
    const socket = await connection(server);
    const request = head(server, "GET /.well-known/agent-card.json HTTP/1.1");
    socket.write(request.slice(0, 20));
    // A connection without a request would be closed.
    const [ofServer] = await accepted;
    await expect.poll(() => ofServer.bytesRead).toBe(20);
    const closed = server.close();
    socket.write(request.slice(20));
    const [answer] = (await once(socket, "data")) as [Buffer];
    expect(String(answer)).toMatch(/^HTTP\/1\.1 503 /);
    go.open();
    await Promise.all([sent, closed]);
  });

  it("ends streams with a hint to resubscribe", async () => {
    const server = await start();
    const { id } = taskOf(await rpc(server, "SendMessage", say("ask")));
    const response = await stream(server, "SubscribeToTask", { id });
    const text = response.text();
    await server.close();
    expect(await text).toMatch(/resubscribe\n\n$/);
  });

  it("does not exceed its deadline", async () => {
    const server = await start();
    const response = await stream(server, "SendStreamingMessage", say("hang"));
    const frames = readStream(response);
    await server.close({ drainMs: 10 });
    expect((await frames).length).toBeGreaterThan(0);
    // Closing again is fine, and waits for the same.
    await server.close();
  });
});
